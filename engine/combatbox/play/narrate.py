"""A log as a story: each event handed to the game's teller with the state it left behind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from combatbox.core.board import Opponent
from combatbox.core.events import Event, Reached
from combatbox.core.game import NarrationContext, NarrationLine
from combatbox.core.log_state import LogState, with_states
from combatbox.core.narration_templates import parse_sentences
from combatbox.core.table_views import effect_words
from combatbox.play.book import Book
from combatbox.play.printed_rows import shown


def words_of(book: Book) -> NarrationContext:
    """What a teller needs of a book."""
    return NarrationContext(book.rows(), book.tables, book.say, book.const, book.places, book.modifiers(), book.drawing)


def lines_of(book: Book, event: Event, state: Mapping[str, Any], words: NarrationContext) -> list[NarrationLine]:
    """An event as lines: the sentence that its place has for it, else what the game tells. state: the flat state after it.

    Of a row that the tables have no more, in a game that older ones flew, what its log says.
    """
    if _gone(event, words):
        dice = tuple(event["dice"]) if event["kind"] == "roll" else ()
        done = "; ".join(code.replace("_", " ") for code in event["gives"]) or "nothing"
        return [NarrationLine(1, f"{words.title(event['table'])}: {done}.", dice=dice)]
    for depth, text in parse_sentences(event, state, words):
        return [NarrationLine(depth, text)] if text else []
    return list(book.game.tell(event, state, words))


def _gone(event: Event, words: NarrationContext) -> TypeGuard[Reached]:
    return event["kind"] in ("roll", "consult") and event["row"] not in words.rows


def narrate_events(book: Book, events: list[Event]) -> Iterator[tuple[Event, list[NarrationLine]]]:
    """Each event with its lines."""
    words = words_of(book)
    for event, state in with_states(events):
        yield event, lines_of(book, event, state, words)


def told_to(book: Book, opponent: Opponent, events: list[Event]) -> Iterator[tuple[Event, NarrationLine]]:
    """The lines of a log that a second player is told, each with its event."""
    words = words_of(book)
    told = {event["n"] for event in opponent.told([event for event in events if not _gone(event, words)], words)}
    for event, state in with_states(events):
        if event["n"] in told:
            line = opponent.retell(event, state, words)
            for one in [line] if line else lines_of(book, event, state, words):
                yield event, one


def narrate_to(book: Book, opponent: Opponent, events: list[Event]) -> Iterator[NarrationLine]:
    """The lines of a log that a second player is told."""
    for _event, line in told_to(book, opponent, events):
        yield line


def narrate(book: Book, events: list[Event]) -> Iterator[NarrationLine]:
    """All lines of a log."""
    for _event, lines in narrate_events(book, events):
        yield from lines


def indented(line: NarrationLine) -> str:
    """A line as a terminal shows it."""
    return f"{'  ' * line.depth}{line.shown}"


MARKED = 200
"""After so many events a teller marks where it is, so that it need not begin anew when some of them are taken back."""


class Teller:
    """Tells the events of a session in lines, each once; from where they differ when it was flown again."""

    def __init__(self, book: Book, words: NarrationContext) -> None:
        self._book, self._words = book, words
        self.told: list[tuple[Event, NarrationLine]] = []
        self.lines: list[str] = []
        """What is told as a terminal shows it, line by line as in `told`."""
        self._events: list[Event] = []
        self._state = LogState()
        self._marks: list[tuple[int, int, Mapping[str, Any]]] = [(0, 0, {})]
        """How many events and lines there were, and the state then."""

    def fresh(self, events: list[Event]) -> list[str]:
        """The lines that have come since the last call."""
        known = len(self.lines)
        done = len(self._events)
        if events[:done] != self._events:
            pairs = zip(self._events, events, strict=False)
            same = next((i for i, (old, new) in enumerate(pairs) if old != new), min(done, len(events)))
            self._back(same)
            self._tell(events[len(self._events) : same])
            known = len(self.lines)
        self._tell(events[len(self._events) :])
        return self.lines[known:]

    def _back(self, same: int) -> None:
        """To the last mark among so many events."""
        while self._marks[-1][0] > same:
            self._marks.pop()
        events, lines, state = self._marks[-1]
        self._events, self._state = self._events[:events], LogState(state)
        self.lines, self.told = self.lines[:lines], self.told[:lines]

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            self._state.take(event)
            lines = lines_of(self._book, event, self._state, self._words)
            self.told += [(event, line) for line in lines]
            self.lines += [indented(line) for line in lines]
            self._events.append(event)
            if len(self._events) >= self._marks[-1][0] + MARKED:
                self._marks.append((len(self._events), len(self.lines), dict(self._state)))


@dataclass(frozen=True)
class RowNarration:
    """The part of a mission in which a row comes up: the headings over it and its lines, with those of the row."""

    event: int
    above: tuple[NarrationLine, ...]
    lines: tuple[tuple[NarrationLine, bool], ...]

    @property
    def where(self) -> str:
        """The headings in one line."""
        return ", ".join(line.text for line in self.above)

    @property
    def words(self) -> str:
        """What is told of the row."""
        return " ".join(line.shown for line, of_row in self.lines if of_row)


def passage(book: Book, events: list[Event], row: str) -> RowNarration | None:
    """The stretch of play in which a printed line first comes up; None if it does not."""
    event = next((event for line, event in shown(book.rows(), events) if line == row), None)
    if event is None:
        return None
    above: list[NarrationLine] = []
    lines: list[tuple[NarrationLine, bool]] = []
    for other, told in narrate_events(book, events):
        if other["kind"] == "phase":
            if other["n"] > event["n"]:
                break
            lines = []
        for line in told or ([_plainly(book, event, lines[-1][0].depth if lines else 0)] if other is event else []):
            if other["kind"] == "phase":
                above = [*(over for over in above if over.depth < line.depth), line]
            else:
                lines.append((line, other is event))
    return RowNarration(event["n"], tuple(above), tuple(lines))


def _plainly(book: Book, event: Reached, depth: int) -> NarrationLine:
    """A row that the story passes over, in the words of its table."""
    row = book.rows()[event["row"]]
    dice = tuple(event["dice"]) if event["kind"] == "roll" else ()
    return NarrationLine(depth, f"{book.tables[row.table].title}: {effect_words(row, book.say)}.", dice=dice)
