"""Validation of logs, saves and set-ups: every part must have its declared type.

The checksums in a file prove that it has not been edited since it was written; this module proves that it can be
replayed. The types of a log's lines are in `core.events`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Any, NotRequired, TypedDict, get_args

from combatbox.core.annotations import Count, Known, Open, Pattern, Positive, word_fault
from combatbox.core.errors import CombatBoxError, LogError
from combatbox.core.events import Digest, Event, Face, Header, SetupData
from combatbox.core.game import Setup
from combatbox.play.book import Book
from combatbox.play.dataclass_validation import build_declared, faults, union_tag
from combatbox.play.logs import Log


class ClosedState(TypedDict):
    """For a suspended tour: its state between two missions.

    Attributes:
        form: a short digest of the types of the state.
        state: the state as a JSON text; the order of keys in its objects is significant.
    """

    form: str
    state: str


class ClosedTour(ClosedState):
    """The part of a save about the closed missions of a tour."""

    event: dict[str, Any]
    thrown: Count
    missions: Count
    records: list[str]


class SaveHeader(TypedDict):
    """The header for the log of the finished game."""

    game: str
    run: str
    version: NotRequired[str]
    digest: Digest
    rulings: dict[str, str]
    setup: Annotated[SetupData, Open()]
    dice: str
    undone: NotRequired[Count]
    books: NotRequired[list[tuple[Count, str]]]


class SaveData(TypedDict):
    """A save, without its checksum `h`.

    It contains the header for the log of the finished game, the dice since the last checkpoint, the answers with their
    places, and the fingerprints of the events.
    """

    header: Annotated[SaveHeader, Open()]
    faces: list[Face]
    answers: list[tuple[str, str, Count, Positive] | tuple[str, str, Count, Positive, str]]
    at: NotRequired[str]
    book: NotRequired[str]
    words: NotRequired[str]
    trail: NotRequired[Annotated[str, Pattern("^([0-9a-f]{4})*$")]]
    closed: NotRequired[Annotated[ClosedTour, Open()]]


def first_fault(declared: Any, data: Any, *place: str) -> str:
    """Return the first fault of data, with its path; empty if the data match their declared type.

    Args:
        declared: the declared type.
        data: the data to check.
        place: the path to the data.
    """
    for where, message in faults(declared, data, place):
        return f"{'.'.join(map(str, where))}: {message}" if where else message
    return ""


def check_log(name: str, log: Log, games: Collection[str] = ()) -> None:
    """Check every line of a log against its declared type.

    Args:
        name: the name of the file, for messages.
        log: the log to check.
        games: the keys of the existing games.

    Raises:
        LogError: a line does not match its type; the message names the line.
    """
    wrong = first_fault(Annotated[Header, Open()], log.header, "the header")
    if not wrong and games and (unknown := word_fault(games, log.header["game"])):
        wrong = f"the header.game: {unknown}"
    if wrong:
        raise LogError(f"{name}:1: {wrong}")
    for number, event in enumerate(log.events, 2):
        wrong = event_fault(event)
        if wrong:
            raise LogError(f"{name}:{number}: the line is not an event of a Combat Box log: {wrong}")


_, EVENTS = union_tag(get_args(Event))
"""The type of each kind of event."""


def event_fault(event: Any) -> str:
    """Return the fault of an event; empty if it matches its declared type."""
    kind = event.get("kind") if isinstance(event, dict) else None
    return (
        first_fault(EVENTS[kind], event) if isinstance(kind, str) and kind in EVENTS else f"unknown kind {kind!r:.60}"
    )


def save_fault(body: Mapping[str, Any]) -> str:
    """Return the fault of a save; empty if it is consistent."""
    wrong = first_fault(Annotated[SaveData, Open()], dict(body))
    if wrong:
        return wrong
    faces = [answer[2] for answer in body["answers"]]
    steps = [answer[3] for answer in body["answers"]]
    if faces != sorted(faces) or (faces and faces[-1] > len(body["faces"])):
        return "answers: their numbers of dice do not fit `faces`"
    return "" if steps == sorted(steps) else "answers: their steps must not decrease"


def setup_from_header(book: Book, head: Mapping[str, Any]) -> Setup[Any]:
    """Build the set-up of a run from the header of its log or save, and validate it.

    Raises:
        CombatBoxError: the header has a mission or name that the game does not have.
    """
    setup = head["setup"]
    return setup_of(book, setup["mission"], setup["names"], setup.get("scenario"))


def setup_of(book: Book, mission: Any, names: Any, scenario: Mapping[str, Any] | None = None) -> Setup[Any]:
    """Build the set-up of a run from plain data, and validate it.

    Args:
        book: the book of the game.
        mission: the number of the mission.
        names: the names, as the game declares them.
        scenario: a scenario of the players' own, which `Book.rulebook` validates.

    Raises:
        CombatBoxError: there is no such mission or name, or a value has another type.
    """
    last = book.constants.get("missions")
    if not isinstance(mission, int) or isinstance(mission, bool) or mission < 1 or (last and mission > last):
        raise CombatBoxError(f"mission {mission!r:.60}: a tour has missions 1 to {last}")
    if scenario is not None and mission != 1:
        raise CombatBoxError(f"mission {mission}: a scenario of the players' own counts as mission 1")
    declared = book.game.types.names
    if declared is None:
        if names:
            raise CombatBoxError(f"names: {book.title} has no names to give; leave them out")
        return Setup(mission, scenario=scenario)
    for where, message in faults(declared, names, ("names",), Known(book.constants)):
        raise CombatBoxError(f"{'.'.join(map(str, where))}: {message}")
    return Setup(mission, build_declared(declared, names), scenario)
