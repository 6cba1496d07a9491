"""The narration of a log: the game's narrator describes each event in lines.

A printed line is what a reader sees as one row of a table. It can combine several rows of the data: the cells of its
columns (`B-4/2@12_high` belongs to `B-4/2`), or hit and miss of a to-hit table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

from combatbox.core.annotations import frozen
from combatbox.core.board import RestrictedView
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.events import Event, Reached
from combatbox.core.log_state import LogState, settled, with_states
from combatbox.core.narration import Detail, NarrationContext, NarrationLine, render_sentences
from combatbox.core.phrases import signed
from combatbox.core.table_views import effect_words
from combatbox.core.tables import Row
from combatbox.play.book import Book


def narration_context(book: Book) -> NarrationContext:
    """Return the parts of a book that a narrator needs."""
    return NarrationContext(
        book.rows(), book.tables, book.say, book.const, book.places, book.modifiers(), book.drawing, book.game.values
    )


def event_lines(book: Book, event: Event, state: Mapping[str, Any], words: NarrationContext) -> list[NarrationLine]:
    """Return the narration of an event.

    If the game's data defines a sentence for the event's place in the order of play, the narration is this sentence.
    Otherwise it is the lines that the game's narrator returns.

    If the tables no longer have the row of the event, the event is described from the log alone.

    Args:
        book: the book of the game.
        event: the event to narrate.
        state: the flat state after the event.
        words: the context, as `narration_context` returns it.
    """
    if _has_unknown_row(event, words):
        dice = tuple(event["dice"]) if event["kind"] == "roll" else ()
        outcome = "; ".join(code.replace("_", " ") for code in event["gives"]) or "nothing"
        return [NarrationLine(1, f"{words.title(event['table'])}: {outcome}.", dice=dice)]
    lines = render_sentences(event, state, words)
    return list(book.game.tell(event, state, words)) if lines is None else lines


def _has_unknown_row(event: Event, words: NarrationContext) -> TypeGuard[Reached]:
    return event["kind"] in ("roll", "consult") and event["row"] not in words.rows


def narrate_events(book: Book, events: list[Event]) -> Iterator[tuple[Event, list[NarrationLine]]]:
    """Narrate a log, and yield each event with the lines that narrate it."""
    words = narration_context(book)
    for event, state in with_states(events):
        yield event, event_lines(book, event, state, words)


def lines_in_view(book: Book, view: RestrictedView, events: list[Event]) -> Iterator[tuple[Event, NarrationLine]]:
    """Narrate a log for a second player, and yield the lines that this player may read, each with its event."""
    words = narration_context(book)
    numbers = {
        event["n"] for event in view.visible([event for event in events if not _has_unknown_row(event, words)], words)
    }
    for event, state in with_states(events):
        if event["n"] in numbers:
            replacement = view.retell(event, state, words)
            for line in [replacement] if replacement else event_lines(book, event, state, words):
                yield event, line
    yield from ((events[-1], line) for line in view.report(events, words))


def narrate(book: Book, events: list[Event]) -> Iterator[NarrationLine]:
    """Narrate a log, and yield the lines of the narration."""
    for _event, lines in narrate_events(book, events):
        yield from lines


@dataclass
class ShortAccount:
    """A filter that removes lines with details from an account, and adds their sum to the line that summarizes them."""

    details: tuple[Detail, ...] = ()

    def shorten(self, lines: Iterable[NarrationLine]) -> list[NarrationLine]:
        """Return the lines that narrate an event, without the lines that only state details."""
        short = []
        for line in lines:
            if line.detail:
                self.details += (line.detail,)
            else:
                short.append(self._with_details(line) if self.details else line)
        return short

    def _with_details(self, line: NarrationLine) -> NarrationLine:
        """Return a line with the dice of the details before it, and with the amounts that make up its sum."""
        if line.dice:
            rolled = [detail for detail in self.details if detail.dice]
            sums = "".join(f"{detail.words}, then " for detail in rolled if detail.words)
            text = f"{sums}{sum(line.dice)}: {line.text}" if sums else line.text
            line = replace(line, dice=(*(die for detail in rolled for die in detail.dice), *line.dice), text=text)
        self.details = tuple(detail for detail in self.details if not detail.dice)
        return line if line.sums is None else self._sum_up(line, line.sums)

    def _sum_up(self, line: NarrationLine, others: Sequence[str]) -> NarrationLine:
        parts = [f"{signed(detail.amount)} {detail.words}" for detail in self.details if detail.amount]
        reasons = ", ".join([*parts, *others])
        self.details = ()
        return replace(line, text=f"{line.bare.removesuffix('.')} ({reasons})." if reasons else line.bare)


def narrate_shortly(book: Book, events: list[Event]) -> Iterator[NarrationLine]:
    """Narrate a log, and yield the lines of the narration without the lines that only state details."""
    account = ShortAccount()
    for _event, lines in narrate_events(book, events):
        yield from account.shorten(lines)


def indented(line: NarrationLine) -> str:
    """Return a line as a terminal shows it, with its indentation."""
    return f"{'  ' * line.depth}{line.shown}"


MARKED = 200
"""The number of events between two snapshots of a `Teller`. An undo narrates again from a snapshot."""


class Teller:
    """A narrator of a session, which narrates an event again only if an undo has replaced it."""

    def __init__(self, book: Book, words: NarrationContext) -> None:
        self._book, self._words = book, words
        self.entries: list[tuple[Event, NarrationLine]] = []
        self.lines: list[str] = []
        """The lines as a terminal shows them, parallel to `entries`."""
        self.read = 0
        """The number of lines that `unread` has returned and that still hold."""
        self._events: list[Event] = []
        self._state = LogState()
        self._account = ShortAccount()
        self._snapshots: list[tuple[int, int, LogState, tuple[Detail, ...]]] = [(0, 0, LogState(), ())]
        """Snapshots: the numbers of events and lines, the state, and the details that are not summed up yet."""

    def fresh(self, events: list[Event]) -> list[str]:
        """Return the lines of the narration that are new since the last call."""
        known = len(self.lines)
        done = len(self._events)
        if events[:done] != self._events:
            pairs = zip(self._events, events, strict=False)
            same = next((i for i, (old, new) in enumerate(pairs) if old != new), min(done, len(events)))
            self._back(same)
            self._tell(events[len(self._events) : same])
            known = len(self.lines)
            self.read = min(self.read, known)
        self._tell(events[len(self._events) :])
        return self.lines[known:]

    def unread(self) -> list[str]:
        """Return the lines since the last call."""
        lines, self.read = self.lines[self.read :], len(self.lines)
        return lines

    def _back(self, same: int) -> None:
        """Restore the last snapshot that has at most `same` events."""
        while self._snapshots[-1][0] > same:
            self._snapshots.pop()
        events, lines, state, details = self._snapshots[-1]
        self._events, self._state = self._events[:events], LogState(state, state.roll)
        self._account.details = details
        self.lines, self.entries = self.lines[:lines], self.entries[:lines]

    def _tell(self, events: Sequence[Event]) -> None:
        for event, stands in zip(events, settled(events), strict=True):
            self._state.take(stands)
            lines = self._account.shorten(event_lines(self._book, stands, self._state, self._words))
            self.entries += [(event, line) for line in lines]
            self.lines += [indented(line) for line in lines]
            self._events.append(event)
            if len(self._events) >= self._snapshots[-1][0] + MARKED:
                self._snapshots.append(
                    (len(self._events), len(self.lines), LogState(self._state, self._state.roll), self._account.details)
                )


@frozen
class RowNarration:
    """The part of a mission in which a row comes up: its headings and lines.

    Attributes:
        event: the number of the event at which the row comes up.
        above: the headings.
        lines: the lines, each with True if it belongs to the row.
    """

    event: int
    above: tuple[NarrationLine, ...]
    lines: tuple[tuple[NarrationLine, bool], ...]

    @property
    def where(self) -> str:
        """The headings in one line."""
        return ", ".join(line.text for line in self.above)

    @property
    def words(self) -> str:
        """The text of the lines that belong to the row."""
        return " ".join(line.shown for line, of_row in self.lines if of_row)

    def as_data(self, row: str) -> dict[str, Any]:
        """Return the part as plain data, with the row."""
        return {"row": row, "event": self.event, "where": self.where, "told": self.words}


def row_narration(book: Book, events: list[Event], row: str) -> RowNarration | None:
    """Return the part of a mission in which a table row is first rolled or looked up; None if it never is.

    Args:
        book: the book of the game.
        events: the events of the log.
        row: the id of the row, as a printed line of its table.
    """
    event = next((event for line, event in lines_in_log(book.rows(), events) if line == row), None)
    if event is None:
        return None
    above: list[NarrationLine] = []
    lines: list[tuple[NarrationLine, bool]] = []
    for other, entry_lines in narrate_events(book, events):
        if other["kind"] == "phase":
            if other["n"] > event["n"]:
                break
            lines = []
        for line in entry_lines or (
            [_row_words(book, event, lines[-1][0].depth if lines else 0)] if other["n"] == event["n"] else []
        ):
            if other["kind"] == "phase":
                above = [*(over for over in above if over.depth < line.depth), line]
            else:
                lines.append((line, other["n"] == event["n"]))
    return RowNarration(event["n"], tuple(above), tuple(lines))


def _row_words(book: Book, event: Reached, depth: int) -> NarrationLine:
    """Return a line with the wording of the row's effects, for a row that the narrator does not describe."""
    row = book.rows()[event["row"]]
    dice = tuple(event["dice"]) if event["kind"] == "roll" else ()
    return NarrationLine(depth, f"{book.tables[row.table].title}: {effect_words(row, book.say)}.", dice=dice)


# ---- printed lines of tables

_COLUMN = re.compile(r"@[^/]+")
"""A pattern for the column in the name of a row, as a user may write it."""


def printed_lines(book: Book) -> dict[str, str]:
    """Return a dict from the id of each printed line to the id of its table, in the order of the tables."""
    rows = book.rows()
    return {rows[row.id].line: table.id for table in book.tables.values() for row in book.view(table).rows}


def lines_in_log(rows: Mapping[str, Row], events: Iterable[Event]) -> Iterator[tuple[str, Reached]]:
    """Yield each printed line that comes up in a log, with its event.

    Rolls without a row and rolls that are repeated are skipped.

    Args:
        rows: the rows of the book, by id.
        events: the events of the log.
    """
    for event in events:
        if "row" in event and event["row"] and event["gives"] != ["again"]:
            yield rows[event["row"]].line, event


def find_line(book: Book, text: str) -> str:
    """Return the id of the printed line that a user has named.

    Case and the kind of dash do not matter; a column, `hit` or `miss` is ignored.

    Raises:
        UnknownName: there is no such line; the error has the most similar ones.
        CombatBoxError: the text names a table.
    """
    known = printed_lines(book)
    by_normal_name = {_normalize(line): line for line in known}
    wanted = _normalize(_COLUMN.sub("", text))
    for name in (wanted, wanted.removesuffix("/hit").removesuffix("/miss")):
        if name in by_normal_name:
            return by_normal_name[name]
    lines = [line for line, table in known.items() if _normalize(table) == wanted]
    if lines:
        raise CombatBoxError(f"{text.strip()!r} is a table; name one of its rows: {', '.join(lines)}")
    table = next((t for t in set(known.values()) if wanted.startswith(f"{_normalize(t)}/")), "")
    near = [line for line in known if known[line] == table] if table else list(known)
    raise UnknownName(f"row of {book.key}", text.strip(), near)


def _normalize(text: str) -> str:
    """Return a name in normal form: lower case, hyphens for dashes, no spaces around parts."""
    return "/".join(part.strip() for part in re.sub("[‐-―−]", "-", text).lower().split("/"))
