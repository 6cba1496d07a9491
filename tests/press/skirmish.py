"""What the tests of the papers of B-17! share: the book, games flown, PDFs drawn once, and what stands on them in inches."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pdfplumber
from tests import flights

from combatbox.core.events import Journal
from combatbox.games.skirmish.parameters import Measures, measures
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.play.batch import player_of
from combatbox.press.shop import PrintOptions, Shop, open_shop

from . import built

MEASURED = ("paper-models", "paper-models-large", "target", "target-large", "sticks", "sticks-large")
SHEETS = (*MEASURED, "table-large", "markers", "battle-log", "quick-reference", "scenarios")
INCH = 72.0


@cache
def book() -> Book:
    return load("skirmish")


@cache
def shop(job: PrintOptions | None = None) -> Shop:
    return open_shop(book(), job=job)


@cache
def true() -> Measures:
    """The game's own numbers, which the papers are held against."""
    return measures(book().rulebook())


@cache
def blank(name: str, paper: str, job: PrintOptions | None = None) -> Path:
    """A blank paper, as the build makes it or under a job of its own."""
    if job is None:
        return built.blank("skirmish", name, paper)
    path = Path(mkdtemp(prefix="combatbox-")) / f"{name}-{paper}.pdf"
    path.write_bytes(built.drawn(shop(job), name, paper))
    return path


@cache
def flown(seed: str, scenario: int, player: str = "doctrine", **rulings: str) -> Journal:
    """A seeded game with its log."""
    return flights.flown(book(), seed, mission=scenario, player=player_of(player, seed), rulings=rulings)


@cache
def filled(seed: str, scenario: int, paper: str, player: str = "doctrine", **rulings: str) -> Path:
    name = f"{seed} {scenario} {player} {rulings}"
    (path,) = built.filled("skirmish", name, lambda: flown(seed, scenario, player, **rulings), paper).values()
    return path


class Ruler:
    """A page of a PDF in inches from its top left corner: its straight lines, its rectangles and its curves."""

    def __init__(self, path: Path, page: int = 0) -> None:
        with pdfplumber.open(path) as file:
            sheet = file.pages[page]
            self.width, self.height = float(sheet.width) / INCH, float(sheet.height) / INCH
            self.lines = [_line(one) for one in sheet.lines]
            self.boxes = [_box(one) for one in sheet.rects]
            self.curves = [[(x / INCH, y / INCH) for x, y in one["pts"]] for one in sheet.curves]
            self.filled = [(one["non_stroking_color"], _box(one)) for one in sheet.curves if one["fill"]]

    def across(self) -> list[tuple[float, float, float]]:
        """The lines that lie: left end, length, how far down."""
        return [(x1, x2 - x1, y1) for x1, y1, x2, y2 in self.lines if abs(y1 - y2) < 0.001]

    def upright(self) -> list[tuple[float, float, float]]:
        """The lines that stand: how far to the right, top, length."""
        return [(x1, y1, y2 - y1) for x1, y1, x2, y2 in self.lines if abs(x1 - x2) < 0.001]


def _line(one: dict[str, Any]) -> tuple[float, float, float, float]:
    return tuple(float(one[side]) / INCH for side in ("x0", "top", "x1", "bottom"))  # type: ignore[return-value]


def _box(one: dict[str, Any]) -> tuple[float, float, float, float]:
    """Left, top, width, height."""
    return (
        float(one["x0"]) / INCH,
        float(one["top"]) / INCH,
        float(one["x1"] - one["x0"]) / INCH,
        float(one["bottom"] - one["top"]) / INCH,
    )
