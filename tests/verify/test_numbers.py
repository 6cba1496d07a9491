"""Every number of a note and every constant of `game.yaml` is bent once, and the second transcription must find each."""

from __future__ import annotations

import copy as copies
import re
from collections.abc import Iterator
from typing import Any

import pytest

from combatbox.library.load import load
from combatbox.verify.independent_reader import read_book
from combatbox_dev.printed_words import notes as printed_notes
from combatbox_dev.transcriptions import (
    CONSTANTS,
    compare_constants,
    compare_notes,
    constants_of,
    read_transcription,
)

from .conftest import ROOT

GAMES = ("queen", "twentyfive")
TRANSCRIPTIONS = ROOT / "tests" / "transcriptions"
IN_BRACES = re.compile(r"\{[a-z_.]+\}")
OTHER = {"one": "two", "two": "three", "both": "one", "once": "twice", "twice": "once", "first": "second"}


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where every single constant stands: keys and, within lists, places."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not parts:
        yield path
    for key, part in parts:
        yield from leaves(part, (*path, key))


def bend(value: Any) -> Any:
    """Anything else of the same type."""
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}x" if isinstance(value, str) else ["bent"]


def bent(constants: dict[str, Any], path: tuple[Any, ...], roster: bool) -> dict[str, Any]:
    """The constants with one of them bent; of a roster, whose names are free, one is given out twice."""
    changed = copies.deepcopy(constants)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = place[path[-1] - 1] if roster else bend(place[path[-1]])
    return changed


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_every_constant_that_is_bent_is_found(game):
    meta = load(game).meta
    transcription = TRANSCRIPTIONS / game / f"{CONSTANTS}.txt"
    assert list(compare_constants(constants_of(meta.constants, meta.words), transcription)) == []
    places = list(leaves(meta.constants))
    assert len(places) > {"queen": 400, "twentyfive": 40}[game]
    for path in places:
        changed = bent(meta.constants, path, roster=path[0] == "rosters")
        findings = list(compare_constants(constants_of(changed, meta.words), transcription))
        named = ".".join(str(key) for key in path if not isinstance(key, int))
        assert [f.place for f in findings] == [f"constant {named} of {game}"], path


@pytest.mark.parametrize("game", GAMES)
def test_every_constant_that_goes_or_comes_is_found(game):
    meta = load(game).meta
    transcription = TRANSCRIPTIONS / game / f"{CONSTANTS}.txt"
    for key in meta.constants:
        less = {name: value for name, value in meta.constants.items() if name != key}
        assert list(compare_constants(constants_of(less, meta.words), transcription)), key
    (finding,) = compare_constants(constants_of(meta.constants | {"spare_wings": 2}, meta.words), transcription)
    assert str(finding).endswith('game.yaml says "2", transcription says nothing; settle it at the source')


@pytest.mark.parametrize("game", GAMES)
def test_every_word_with_a_number_that_is_bent_is_found(game):
    meta = load(game).meta
    transcription = TRANSCRIPTIONS / game / f"{CONSTANTS}.txt"
    numbered = [key for key, text in meta.words.items() if re.search(r"\d", text)]
    assert numbered
    for key in numbered:
        changed = {**meta.words, key: re.sub(r"\d", "7", meta.words[key], count=1)}
        assert [f.place for f in compare_constants(constants_of(meta.constants, changed), transcription)] == [
            f"constant words.{key} of {game}"
        ]


def bent_notes(note: str) -> Iterator[str]:
    """The note with one of its own numbers changed at a time: digits, words, and the tables it sends to."""
    held = [match.span() for match in IN_BRACES.finditer(note)]
    for match in re.finditer(rf"\d|\b(?:{'|'.join(OTHER)})\b", note, re.IGNORECASE):
        if not any(start < match.start() < end for start, end in held):
            other = OTHER.get(match[0].lower()) or str((int(match[0]) + 1) % 10)
            yield note[: match.start()] + other + note[match.end() :]


@pytest.mark.parametrize(("game", "most"), [("queen", 120), ("twentyfive", 1)])
def test_every_number_of_a_note_that_is_bent_is_found(game, most):
    book, count = load(game), 0
    for table_id, table in read_book(book).items():
        transcription = read_transcription(TRANSCRIPTIONS / game / f"{table_id}.txt", table)
        notes = printed_notes(table, book)
        assert list(compare_notes(table, notes, transcription)) == []
        for place, note in enumerate(notes):
            for text in bent_notes(note):
                changed = [*notes[:place], text, *notes[place + 1 :]]
                assert list(compare_notes(table, changed, transcription)), (table_id, text)
                count += 1
    assert count >= most


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("path", "old", "new", "where"),
    [
        ("tables/queen/game.yaml", "serious: 3,", "serious: 4,", "constant light_wounds.serious of queen"),
        ("tables/queen/game.yaml", "low_altitude: 10,000 feet", "low_altitude: 11,000 feet", "constant words.low_alt"),
        ("tables/queen/bl-4.yaml", "{light_wounds.serious} light", "4 light", "BL-4 numbers of note 2"),
        ("tables/queen/g-5.yaml", "from zone 5 on", "from zone 6 on", "G-5 numbers of note 1"),
        (
            "tables/queen/p-2.yaml",
            "landing is worse (G-9, G-10), and",
            "landing is worse (G-9), and",
            "P-2 numbers of note 1",
        ),
        ("tests/transcriptions/queen/CONSTANTS.txt", "fire_tries\t3", "fire_tries\t2", "constant fire_tries of queen"),
    ],
)
def test_a_bent_copy_is_found_by_verify(copy, path, old, new, where):
    copy.bend(path, old, new)
    findings = copy.findings("transcriptions", copy.any_book("queen"))
    assert [text for text in findings if text.startswith(where)], findings


def test_a_game_without_a_transcription_of_its_constants(copy):
    (copy.root / "tests" / "transcriptions" / "queen" / f"{CONSTANTS}.txt").unlink()
    findings = copy.findings("transcriptions", copy.any_book("queen"))
    assert [text for text in findings if text.startswith("tests/transcriptions/queen/CONSTANTS.txt: is missing")]


def test_the_same_constant_twice_in_a_transcription(copy):
    copy.bend("tests/transcriptions/queen/CONSTANTS.txt", "fire_tries\t3", "fire_tries\t3\nfire_tries\t3")
    (finding,) = copy.findings("transcriptions", copy.any_book("queen"))
    assert "fire_tries stands twice" in finding
