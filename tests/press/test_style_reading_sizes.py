"""The type of what is read, not only looked up: rules and summaries of nine points, and cards that explain their marks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from combatbox.library.load import load
from combatbox.press.shop import open_shop
from combatbox.press.style import style

from . import built
from .test_surface_type import sizes
from .texts import in_one_line, texts

GAMES = ("queen", "skirmish", "superfort", "twentyfive")
NINE = 9.0


def shares(path: Path, pages: int) -> Counter[float]:
    """How many letters there are of each size on the first pages."""
    with pdfium.PdfDocument(path) as file:
        numbers = range(min(pages, len(file)))
        return Counter(round(size, 1) for number in numbers for size, _ in sizes(file[number]))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", GAMES)
def test_summaries_of_rules_are_set_in_nine_points(game: str, paper: str) -> None:
    found = shares(built.blank(game, "rules-summary", paper), 3)
    (most, _count), *_rest = found.most_common(1)
    assert most >= NINE


@pytest.mark.parametrize("game", GAMES)
def test_rules_and_the_rulings_among_them_are_set_in_nine_points(game: str) -> None:
    found = shares(built.blank(game, "rules", "a4"), 24)
    read = sum(count for size, count in found.items() if size >= NINE)
    narrated = found[round(style("narration").size * 0.95, 1)]  # the example mission, which is no rule
    assert read >= 0.75 * (found.total() - narrated), found.most_common(6)


@pytest.mark.parametrize("game", ["queen", "superfort"])
def test_cards_of_fighters_say_what_their_marks_mean(game: str) -> None:
    book = load(game)
    words = in_one_line(" ".join(texts(built.blank(game, "fighter-cards", "a4"))))
    types = open_shop(book).catalogue.data["fighters"]
    meanings = {
        effect.words(book.say).partition(": ")[2]
        for table in book.tables.values()
        for row in table.rows
        for effect in row.effects
        if effect.name in ("fca", "fboa")
    }
    assert len(meanings) == 2
    for meaning in meanings:
        assert words.count(meaning) == len(types)
