"""Logs as text: JSON lines, each with a checksum of this line and all lines before it; and the types of logs and saves.

The checksums prove that a file has not been edited since it was written; `check_log` and `save_fault` prove that it can be
replayed. The types of a log's lines are in `core.events`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import sha256
from shlex import quote
from typing import Annotated, Any, NotRequired, TypedDict, cast, get_args

from combatbox.core.annotations import Count, Open, Pattern, Positive, frozen, word_fault
from combatbox.core.errors import LogError
from combatbox.core.events import LOG_FORMAT, Digest, Event, Face, Header, SetupData
from combatbox.core.table_views import html_table
from combatbox.play.canonical_json import canonical_json, from_json, text_lines
from combatbox.play.dataclass_validation import faults, union_tag


@frozen
class Log:
    """A parsed log.

    Attributes:
        header: the game and its tables, the run, the rulings, the names and the dice.
        events: all events, in order.
        summary: the summary of the result.
        closed: the state from which a suspended tour resumes (`play.checkpoint`), otherwise None.
    """

    header: Header
    events: list[Event]
    summary: dict[str, Any]
    closed: Any = None

    def __repr__(self) -> str:
        return f"<Log {self._about()}: {self.summary.get('result', 'not over')}>"

    def _repr_html_(self) -> str:
        """Return the summary as a notebook shows it."""
        facts = [(key, value) for key, value in self.summary.items() if isinstance(value, str | int)]
        return html_table(f"Log of {self._about()}", ["Summary", ""], facts)

    def _about(self) -> str:
        run = f"{self.header['run']} {self.header['setup'].get('mission', '')}".rstrip()
        return f"{self.header['game']}, {run}, {self.header['dice']}, {len(self.events)} events"

    def rows(self) -> list[dict[str, Any]]:
        """Return a flat row for each event, with the same keys in all rows, for a data frame.

        The keys are `COLUMNS`; a value that an event lacks is None, and the faces of dice are one text, `6 1`.
        """
        return [{name: _flat(event.get(name)) for name in COLUMNS} for event in self.events]


COLUMNS = (
    "n",
    "kind",
    "place",
    "rule",
    "name",
    "who",
    "table",
    "column",
    "dice",
    "natural",
    "net",
    "row",
    "decision",
    "taken",
)
"""The keys of events that a row has."""


def _flat(value: Any) -> Any:
    return " ".join(map(str, value)) if isinstance(value, list) else value


def log_text(log: Log) -> str:
    """Return a log as the text of its file.

    Each line is JSON and ends in `h`, a checksum of this line and all lines before it.
    """
    lines: list[str] = []
    chain = ""
    body: list[Mapping[str, Any]] = [
        {"kind": "header", "format": LOG_FORMAT, **log.header},
        *log.events,
        {"kind": "end", "summary": log.summary, **({"closed": log.closed} if log.closed else {})},
    ]
    for item in body:
        chain = _link(chain, item)
        lines.append(canonical_json({**item, "h": chain}))
    return "\n".join((*lines, ""))


def _link(chain: str, item: Mapping[str, Any]) -> str:
    return sha256((chain + canonical_json(item)).encode()).hexdigest()[:12]


def parse_log(text: str, name: str) -> Log:
    """Parse the text of a log.

    Args:
        text: the text of the log.
        name: the name of its file, for messages.

    Raises:
        LogError: the log was cut short or edited, or has another format; the message names the line.
    """
    items = _parse_lines(name, text)
    head, last = items[0], items[-1]
    if last.get("kind") != "end":
        raise LogError(f"{name}:{len(items)}: the log is cut short: its closing line is missing")
    if not isinstance(last.get("summary"), dict):
        raise LogError(f"{name}:{len(items)}: the closing line has no readable summary")
    head = {key: value for key, value in head.items() if key not in ("kind", "format")}
    # Only the checks are verified here; `check_log` validates the types.
    return Log(
        cast("Header", head), [normalize_event(item) for item in items[1:-1]], last["summary"], last.get("closed")
    )


def normalize_event(item: dict[str, Any]) -> Event:
    """Convert a parsed line to an event as a flight records it, with tuples instead of lists."""
    for key in ("changes", "modifiers"):
        if isinstance(item.get(key), list):
            item[key] = [tuple(each) if isinstance(each, list) else each for each in item[key]]
    return cast("Event", item)


def _parse_lines(name: str, text: str) -> list[dict[str, Any]]:
    """Parse the lines, and check that each is unchanged, byte for byte."""
    if not text.strip():
        raise LogError(f"{name}:1: the file is empty")
    items: list[dict[str, Any]] = []
    chain, lines = "", text_lines(text)
    for number, line in enumerate(lines, 1):
        try:
            item = from_json(line)
        except (ValueError, RecursionError) as error:
            is_cut = 1 < number == len(lines)
            why = "the log is cut short in this line" if is_cut else "the line is not JSON (cut short or edited)"
            raise LogError(f"{name}:{number}: {why}") from error
        if not isinstance(item, dict) or "h" not in item:
            raise LogError(f"{name}:{number}: the line does not belong to a Combat Box log")
        if number == 1:
            _check_header(name, item)
        check = item.pop("h")
        try:
            chain = _link(chain, item)
            fits = check == chain and line == canonical_json({**item, "h": check})
        except UnicodeEncodeError:
            fits = False
        if not fits:
            raise LogError(f"{name}:{number}: the line was edited: its checksum is wrong")
        items.append(item)
    return items


def _check_header(name: str, head: dict[str, Any]) -> None:
    """Raise LogError if the first line is not a header of this log format."""
    if head.get("kind") == "save":
        inner = head.get("header")
        game = inner.get("game", "GAME") if isinstance(inner, dict) else "GAME"
        raise LogError(
            f"{name}:1: the file is a saved game, not a log; continue it with `combatbox play {game} --resume {quote(name)}`"
        )
    if head.get("kind") != "header" or head.get("format") != LOG_FORMAT:
        actual = repr(head["format"]) if "format" in head else "no format"
        raise LogError(f"{name}:1: the file is not a Combat Box log of format {LOG_FORMAT} (got {actual})")


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
