"""A sum in an account is arithmetic that a reader can repeat: `[3, 4] = 5: on course (+1 sun and stars, −3 no navigator)`."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from combatbox.core.events import Event
from combatbox.core.narration import NarrationLine
from combatbox.games import GAMES
from combatbox.library.book import Book
from combatbox.library.folders import variants
from combatbox.library.load import load
from combatbox.play.narrate import ShortAccount, narrate_events
from combatbox_dev.fuzz import PLAYERS, Fuzz

MISSIONS = 200
IN_THE_GATE = 20

REASONS = re.compile(r" \(((?:[^()]|\([^()]*\))*)\)\.$")
FLOOR = re.compile(r"a natural \d+ (?:always hits|counts in full|counts as −?\d+ at least)$")
"""What decides a roll for which the sum would be too low."""


def _natural(event: Event, line: NarrationLine) -> int:
    """Return what a reader takes the dice of a line for: their sum, or the digits of a table that reads digits."""
    is_as_thrown = event["kind"] == "roll" and line.dice == tuple(event["dice"])
    return event["natural"] if is_as_thrown and event["kind"] == "roll" else sum(line.dice)


def is_right(event: Event, line: NarrationLine) -> bool:
    """Return True unless a reader can refute the sum of a line."""
    if not line.dice:
        return True
    reasons = REASONS.search(line.text)
    parts = re.split("[,;] ", reasons[1]) if reasons else []
    total = _natural(event, line) + sum(
        int(part.partition(" ")[0].replace("−", "-")) for part in parts if re.match(r"[+−]\d+ ", part)
    )
    net = line.net if line.net is not None else _natural(event, line)
    return total < net if any(map(FLOOR.match, parts)) else total == net


def faults(book: Book, events: list[Event]) -> Iterator[str]:
    """Yield each line of the two accounts of a mission whose sum a reader can refute."""
    short = ShortAccount()
    for event, lines in narrate_events(book, events):
        yield from (line.shown for line in (*lines, *short.shorten(lines)) if not is_right(event, line))


@pytest.mark.sample(14)
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("key", [*GAMES, *variants()])
def test_sums_add_up(key: str, player: str, gate: bool) -> None:
    book = load(key)
    missions = range(IN_THE_GATE if gate else MISSIONS)
    accounts = [Fuzz(book).flown(number, player=player).journal.events for number in missions]
    assert [line for events in accounts for line in faults(book, events)] == []


@pytest.mark.parametrize(
    ("dice", "net", "text", "right"),
    [
        ((3, 4), 8, "on course (+1 sun and stars).", True),
        ((3, 4), 7, "on course (+1 sun and stars).", False),
        ((3, 4), 7, "on course (−1 radio out, +1 sun and stars).", True),
        ((6, 6), 12, "crew rescued (−6 rubber rafts unusable).", False),
        ((6, 6), 12, "crew rescued (−6 rubber rafts unusable, a natural 12 counts in full).", True),
        ((6,), 7, "hits (+1 green fighter pilot, a natural 6 always hits).", False),
        ((5,), 4, "damaged (FBOA) (−1 tough fighter).", True),
    ],
)
def test_a_sum_that_a_reader_can_refute_is_found(dice: tuple[int, ...], net: int, text: str, right: bool) -> None:
    event: Event = {
        "n": 1, "kind": "fact", "name": "", "place": "", "rule": "", "who": "", "data": {}, "changes": [],
    }  # fmt: skip
    assert is_right(event, NarrationLine(1, text, "", dice, net)) is right
