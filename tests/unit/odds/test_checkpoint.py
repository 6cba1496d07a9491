"""Checkpoints of a simulation in a file: a run that was stopped is resumed, and another run is refused."""

import json
from contextlib import suppress
from dataclasses import replace

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.library.load import load
from combatbox.library.player_files import PlayerFile
from combatbox.odds import checkpoint, simulation
from combatbox.odds.checkpoint import Checkpoint
from combatbox.odds.simulation import odds
from combatbox.odds.worker import Batch, fly_chunk
from combatbox.play.batch import SimulationRequest
from combatbox.play.canonical_json import canonical_json

ORDER = SimulationRequest("queen", 60, "kept", tours=2)


class Stopped(Exception):
    """Somebody has pressed Ctrl-C."""


def opened(book, path, order=ORDER):
    """Return the checkpoint in a file."""
    with PlayerFile(path, own=True) as file:
        return Checkpoint(book, order, file)


@pytest.fixture
def queen():
    return load("queen")


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(simulation, "CHUNK", 12)


@pytest.fixture
def half_way(queen, small, tmp_path):
    """A file of an order that was stopped after its first pieces."""
    path = tmp_path / "queen.odds"

    def stop(done, whole):
        if done >= 10:
            raise Stopped

    with pytest.raises(Stopped):
        odds(queen, ORDER, progress=stop, out=path)
    return path


def test_a_run_that_was_stopped_goes_on_and_comes_to_the_same_figures(queen, half_way, monkeypatch):
    flown = []
    monkeypatch.setattr(simulation, "fly_runs", lambda book, *piece: flown.append(piece[1:]) or fly_chunk(*piece))
    before = opened(queen, half_way).flown["mission"]
    assert 0 < before.runs < 60
    resumed = odds(queen, ORDER, jobs=1, out=half_way)
    missions = [(start, stop) for start, stop in flown if start >= before.runs]
    assert [n for piece in missions for n in range(*piece)] == [*range(before.runs, 60)]
    assert sum(stop - start for start, stop in flown) == 60 - before.runs + 2  # the tours too
    assert json.dumps(resumed) == json.dumps(odds(queen, ORDER))
    flown.clear()
    assert odds(queen, ORDER, jobs=2, out=half_way) == resumed
    assert not flown


def test_pieces_come_to_the_same_whatever_their_length(queen, tmp_path):
    whole = fly_chunk(ORDER, 0, 60)
    for cuts in ([(0, 60)], [(0, 7), (7, 31), (31, 60)], [(n, n + 1) for n in range(60)]):
        file = tmp_path / str(len(cuts))
        with PlayerFile(file) as claimed:
            stored = Checkpoint(queen, ORDER, claimed)
            for start, stop in cuts:
                stored.add(Batch(ORDER, start, stop, "queen", ""), fly_chunk(ORDER, start, stop))
        again = opened(queen, file).flown["mission"]
        assert (again.runs, again.counts) == (60, whole)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "3").read_bytes() == (tmp_path / "60").read_bytes()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"seed": "other"}, 'seed "kept", here "other"'),
        ({"missions": 61}, "missions 60, here 61"),
        ({"tours": 3}, "tours 2, here 3"),
        ({"rulings": {"Q-X1": "on"}}, "rulings none, here Q-X1=on"),
        ({"always": {"abort": "go_on"}}, "always none, here abort=go_on"),
        ({"player": "random"}, 'player "doctrine", here "random"'),
    ],
)
def test_another_order_is_refused(queen, half_way, change, expected):
    with pytest.raises(CombatBoxError, match=f"belongs to another simulation .*{expected}"):
        odds(queen, replace(ORDER, **change), out=half_way)


def test_other_tables_and_other_code_are_refused(queen, half_way, monkeypatch):
    other = queen.again()
    other.digest = "0123"
    with pytest.raises(CombatBoxError, match=f'tables "{queen.digest}", here "0123"'):
        opened(other, half_way)
    monkeypatch.setattr(checkpoint, "code_of", lambda game: "4567")
    with pytest.raises(CombatBoxError, match='code "[0-9a-f]{16}", here "4567"'):
        opened(queen, half_way)


@pytest.mark.parametrize(
    ("bend", "expected"),
    [
        (lambda text: text.replace('"flown":', '"flown":1', 1), "is damaged"),
        (lambda text: text[:-40], "is damaged"),
        (lambda text: text.replace('"form":2', '"form":99', 1), "that this version can read"),
        (lambda text: "", "is not a checkpoint of odds"),
        (lambda text: "# notes of mine\n", "is not a checkpoint of odds"),
        (lambda text: "[1]\n", "is not a checkpoint of odds"),
    ],
)
def test_a_file_that_is_damaged_or_none_of_ours_is_refused_and_left_alone(queen, half_way, bend, expected):
    bent = bend(half_way.read_text())
    assert bent != half_way.read_text()
    half_way.write_text(bent)
    with pytest.raises(CombatBoxError, match=expected):
        odds(queen, ORDER, out=half_way)
    assert half_way.read_text() == bent


# ---- files whose checksum is right, but which nobody has simulated

VALUES = (None, True, -1, 0, 10**9, 1.5, "", "x", [], [[]], [1], {}, {"a": 1})


def forged(text, change):
    """Return the text of a checkpoint with changed lines, and a checksum that fits them."""
    first, *lines = text.splitlines()
    lines = change([json.loads(line) for line in lines])
    lines = [line if isinstance(line, str) else canonical_json(line) for line in lines]
    head = {**json.loads(first), "sum": checkpoint._checksum(lines)}
    return "\n".join((canonical_json(head), *lines, ""))


def places(data, where=()):
    """Yield every place of some JSON data, but only the first items of a list."""
    yield where
    items = data.items() if isinstance(data, dict) else enumerate(data[:2]) if isinstance(data, list) else ()
    for key, value in items:
        yield from places(value, (*where, key))


def changed(data, where, value):
    """Return a copy of JSON data with another value at a place."""
    if not where:
        return value
    copy = data.copy()
    copy[where[0]] = changed(data[where[0]], where[1:], value)
    return copy


def test_a_forged_file_is_refused_with_one_sentence_or_read_as_a_simulation(queen, half_way):
    whole = half_way.read_text()
    lines = [json.loads(line) for line in whole.splitlines()[1:]]
    refused = []
    for where in places(lines):
        for value in VALUES:
            bent = changed(lines, where, value) if where else [canonical_json(value)]
            half_way.write_text(forged(whole, lambda _, bent=bent: bent))
            try:
                opened(queen, half_way)
            except CombatBoxError as error:
                refused.append(str(error))
    assert len(refused) > 150
    assert [text for text in refused if not text.startswith(f"{half_way}:") or "\n" in text] == []


def test_more_runs_than_the_request_has_are_refused_with_their_line(queen, half_way):
    text = forged(half_way.read_text(), lambda lines: [{**lines[0], "flown": 61}, *lines[1:]])
    half_way.write_text(text)
    with pytest.raises(CombatBoxError, match=rf"{half_way}:2: flown.*; delete the file or choose another one"):
        odds(queen, ORDER, out=half_way)
    assert half_way.read_text() == text


@pytest.mark.parametrize(
    "bend",
    [
        lambda counts: [[60, key] for _, key in counts],
        lambda counts: [[number, [*key[:-1], "x"] if isinstance(key, list) else key] for number, key in counts],
        lambda counts: [[number, [*key, 1] if isinstance(key, list) else key] for number, key in counts],
        lambda counts: [pair for pair in counts if isinstance(pair[1], str)],
        lambda counts: [pair for pair in counts if "flown" not in pair[1]],
        lambda counts: [],
    ],
)
def test_counts_that_nobody_has_counted_give_odds_or_one_sentence(queen, half_way, bend):
    odds(queen, ORDER, out=half_way)
    half_way.write_text(
        forged(half_way.read_text(), lambda lines: [{**line, "counts": bend(line["counts"])} for line in lines])
    )
    with suppress(CombatBoxError):
        odds(queen, ORDER, out=half_way)
