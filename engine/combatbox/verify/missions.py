"""The checks that fly missions: a few of every game, and its examples.

Simulating and narrating a mission must not raise an error. The missions of examples can be repeated as stored, and every
table row occurs in a mission.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from combatbox.core.decisions import DefaultPlayer, Player, RandomPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.errors import CombatBoxError, DataError
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.library import paths, stored_examples
from combatbox.library.book import Book
from combatbox.library.medals import read_medals
from combatbox.library.replay import read_script, replay_script
from combatbox.library.stored_examples import read_seeds
from combatbox.library.tutorial import caption_faults as lesson_faults
from combatbox.library.tutorial import read_lesson
from combatbox.odds.example_search import missing_highlights
from combatbox.odds.row_search import example_flights, faults
from combatbox.play.narrate import narrate, printed_lines
from combatbox.verify.findings import Check, Finding, VerifyContext, check_result, findings_in


def check_examples(context: VerifyContext) -> Check:
    """Repeat and check every game's worked examples, stored examples, tutorial, and missions of `rows.yaml`."""
    findings: list[Finding] = []
    counted: Counter[str] = Counter()

    def take(what: str, results: Iterable[Finding | int]) -> None:
        try:
            for result in results:
                if isinstance(result, Finding):
                    findings.append(result)
                else:
                    counted[what] += result
        except DataError as error:
            findings.extend(findings_in(error))

    books = context.books.values()
    scripts = [(book, name) for book in books for name in book.scripts]
    for book, name in scripts:
        take("roll", _replay(book, name))
    for book in books:
        take("seed", _seeds(book))
    for book in books:
        take("caption", _lesson(book))
        take("medal", _medals(book))
    for book in books:
        if stored_examples.has_sightings(book) and not findings:  # a broken example shows no rows
            take("row", _rows(book))
    has_any = scripts or counted["seed"] or counted["caption"] or findings
    if not has_any and all(book.meta.stage != "proven" for book in books):
        return Check("examples", not_run="no worked example exists yet; write one in `examples` beside the tables")
    variants_only = all(book.meta.like for book in books)
    counts = [
        *([] if variants_only and not scripts else [(len(scripts), "script"), (counted["roll"], "roll")]),
        *((counted[what], what) for what in ("seed", "caption", "medal", "row") if counted[what]),
    ]
    return check_result("examples", findings, *counts)


def _shown(book: Book) -> str:
    """Return the name of the folder of a game's examples and lesson, for messages."""
    return paths.display_path(book.variant_folder) if book.variant_folder else f"tables/{book.key}"


def _rows(book: Book) -> Iterator[Finding | int]:
    """Yield the faults of the missions in `rows.yaml`, or else the number of rows.

    These missions are stored for the rows that no example shows.
    """
    problems = faults(book, example_flights(book))
    yield from (Finding(stored_examples.place(book), message, stored_examples.renewal(book)) for message in problems)
    if not problems:
        yield len(printed_lines(book))


def _seeds(book: Book) -> Iterator[Finding | int]:
    """Yield 1 for each example stored as a seed, and a finding if its mission lacks one of its highlights."""
    place = f"{_shown(book)}/examples/seeds.yaml"
    for example in read_seeds(book):
        yield 1
        try:
            lacks = missing_highlights(book, example)
        except CombatBoxError as error:
            yield Finding(place, f"{example.id}: {error}")
        else:
            if lacks:
                message = f"{example.id}: seed {example.seed!r} does not show {', '.join(lacks)}"
                yield Finding(place, message, stored_examples.renewal(book))


def _lesson(book: Book) -> Iterator[Finding | int]:
    """Yield the number of captions of the tutorial mission, and findings about captions that do not fit the mission."""
    lesson = read_lesson(book)
    if lesson is not None:
        yield len(lesson.captions)
        yield from (Finding(f"{_shown(book)}/first-mission.yaml", message) for message in lesson_faults(book, lesson))


def _medals(book: Book) -> Iterator[Finding | int]:
    """Yield the number of medals."""
    yield len(read_medals(book))


def _replay(book: Book, name: str) -> Iterator[Finding | int]:
    try:
        replay = replay_script(book, read_script(book.scripts[name]))
    except DataError:
        raise
    except CombatBoxError as error:
        place = f"{_shown(book)}/examples/{name}.yaml"
        yield Finding(place, str(error), f"combatbox replay {place}")
    else:
        yield sum(1 for event in replay.journal.events if event["kind"] == "roll")


SEEDS = 5


def check_flights(context: VerifyContext) -> Check:
    """Simulate a few missions of every game: one with the default answers, the others with random ones."""
    findings: list[Finding] = []
    missions = 0
    for book in context.books.values():
        for number in range(SEEDS) if "mission" in book.game.runs else ():
            missions += 1
            if fault := _fault(book, number):
                findings.append(fault)
                break  # the next seed is likely to fail in the same place
    if not missions:
        return Check("flights", not_run="no game has missions yet")
    return check_result("flights", findings, (missions, "mission"))


def _fault(book: Book, number: int) -> Finding | None:
    """Return a finding if an error stops a mission or its narration, with the error's place in the game's code."""
    seed = f"verify/{number}"
    player: Player = RandomPlayer(seed) if number else DefaultPlayer()
    try:
        _fly(book, seed, player)
    except Exception as error:  # the code of a game may raise anything
        return Finding(place_of(error, paths.code(book.base_game)), f"{_message(error)} (mission 1, seed {seed!r})")
    return None


def _fly(book: Book, seed: str, player: Player) -> None:
    journal = Journal()
    fly(book.game, book.rulebook(), SeededDice(seed), setup=Setup(), player=player, journal=journal)
    for _ in narrate(book, journal.events):
        pass


def finding_in_plug_in(error: Exception) -> Finding | None:
    """Return a finding about an error in the code of a plug-in; None for any other error."""
    frames = traceback.extract_tb(error.__traceback__)
    for key in paths.plug_ins():
        folder = paths.code(key)
        if any(Path(frame.filename).is_relative_to(folder) for frame in frames):
            return Finding(place_of(error, folder), _message(error))
    return None


def place_of(error: BaseException, folder: Path) -> str:
    """Return the innermost line of an error's traceback that is in a file of this folder: `flow.py:12 fly_mission`."""
    frames = traceback.extract_tb(error.__traceback__)
    own_frames = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)]
    frame = (own_frames or frames)[-1]
    return f"{paths.display_path(Path(frame.filename))}:{frame.lineno} {frame.name}"


def _message(error: Exception) -> str:
    if isinstance(error, CombatBoxError):
        return str(error)
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
