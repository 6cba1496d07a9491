"""What figures of the chapters are held against: the chapters themselves, and in which order missions roll."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.core.shapes import Area, Figure, Label, Line, Placed, Spot
from combatbox.library import paths
from combatbox.library.book import Book

T = TypeVar("T")


def of(figure: Figure, kind: type[T]) -> list[T]:
    """What of a kind a figure is made of."""
    return [item for item in figure.items if isinstance(item, kind)]


def spots(figure: Figure) -> list[Spot]:
    """Every place that something of a figure is at."""
    found: list[Spot] = [spot for area in of(figure, Area) for spot in area.corners]
    found += [spot for line in of(figure, Line) for spot in line.spots]
    return found + [(one.x, one.y) for one in (*of(figure, Label), *of(figure, Placed))]


def called_for(game: str) -> list[str]:
    """The figures that the chapters of a game call for, in order of their names."""
    folder = paths.home(game).site / "rules"
    return sorted(name for page in folder.glob("*.md") for name in re.findall(r'figure\("([^"]+)"\)', page.read_text()))


def stretches(
    book: Book, seeds: Iterable[str], places: Collection[str], *, mission: int, begins: str = ""
) -> Iterator[list[str]]:
    """Yield the places of all rolls of missions at some of them, in order: a list for each mission.

    With a place to begin at, there is a list for each stretch of a mission that begins there.
    """
    rulebook = book.rulebook()
    for seed in seeds:
        journal, came = Journal(), list[str]()
        fly(book.game, rulebook, SeededDice(seed), setup=Setup(mission), player=DefaultPlayer(), journal=journal)
        for event in journal.events:
            if begins and event["place"] == begins:
                yield came
                came = []
            if event["kind"] == "roll" and event["place"] in places:
                came.append(event["place"])
        yield came


def in_order(came: Sequence[Any], order: Sequence[Any]) -> bool:
    """Whether what has come of an order came in it, for the first time each, and before all else."""
    first = list(dict.fromkeys(came))
    due = [place for place in order if place in first]
    return first[: len(due)] == due
