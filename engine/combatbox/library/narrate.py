"""A log as a story: each event handed to the game's teller with the state it left behind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from combatbox.core.board import Opponent
from combatbox.core.events import Event, Reached, followed
from combatbox.core.game import Line, Words
from combatbox.core.wording import effect_words
from combatbox.library.book import Book
from combatbox.library.lines import shown


def words_of(book: Book) -> Words:
    """What a teller needs of a book."""
    return Words(book.rows(), book.tables, book.say, book.meta.constants, book.places, book.modifiers(), book.drawing)


def narrate_events(book: Book, events: list[Event]) -> Iterator[tuple[Event, list[Line]]]:
    """Each event with its lines."""
    words = words_of(book)
    for event, state in followed(events):
        yield event, list(book.game.tell(event, state, words))


def narrate_to(book: Book, opponent: Opponent, events: list[Event]) -> Iterator[Line]:
    """The lines of a log that a second player is told."""
    told = {event["n"] for event in opponent.told(events, words_of(book))}
    for event, lines in narrate_events(book, events):
        if event["n"] in told:
            yield from lines


def narrate(book: Book, events: list[Event]) -> Iterator[Line]:
    """All lines of a log."""
    for _event, lines in narrate_events(book, events):
        yield from lines


@dataclass(frozen=True, slots=True)
class Passage:
    """The part of a mission in which a row comes up: the headings over it and its lines, with those of the row."""

    event: int
    above: tuple[Line, ...]
    lines: tuple[tuple[Line, bool], ...]

    @property
    def where(self) -> str:
        """The headings in one line."""
        return ", ".join(line.text for line in self.above)

    @property
    def words(self) -> str:
        """What is told of the row."""
        return " ".join(line.shown for line, of_row in self.lines if of_row)


def passage(book: Book, events: list[Event], row: str) -> Passage | None:
    """The stretch of play in which a printed line first comes up; None if it does not."""
    event = next((event for line, event in shown(book.tables, events) if line == row), None)
    if event is None:
        return None
    above: list[Line] = []
    lines: list[tuple[Line, bool]] = []
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
    return Passage(event["n"], tuple(above), tuple(lines))


def _plainly(book: Book, event: Reached, depth: int) -> Line:
    """A row that the story passes over, in the words of its table."""
    row = book.rows().get(event["row"])
    text = effect_words(row, book.say) if row else ""
    dice = tuple(event["dice"]) if event["kind"] == "roll" else ()
    return Line(depth, f"{book.tables[event['table'].partition('/')[0]].title}: {text}.", dice=dice)
