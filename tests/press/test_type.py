"""What is printed on sheets and boards can be read: no letter is too small, no line too thin for a home printer."""

from __future__ import annotations

from pathlib import Path

import pdfplumber
import pytest

from combatbox.press.style import HAIR

from . import queen, shop
from .test_boards import PRODUCTS, printed

LEAST = 6.5  # points
INSIDE = 6.0  # in the circles of a drawing and in the narrow cells of a long record


def too_fine(path: Path, least: float = INSIDE) -> list[str]:
    """Letters below the least size and lines below a hairline, each once."""
    found = set()
    with pdfplumber.open(path) as file:
        for page in file.pages:
            found |= {f"letters of {char['size']:.2f} pt" for char in page.chars if char["size"] < least - 0.01}
            shapes = (shape for shape in page.lines + page.curves + page.rects if shape["stroke"])
            found |= {f"a line of {s['linewidth']:.2f} pt" for s in shapes if s["linewidth"] < HAIR - 0.001}
    return sorted(found)


@pytest.mark.parametrize("paper", shop.PAPERS)
def test_nothing_on_blank_sheets_and_boards_is_too_fine(paper: str) -> None:
    sheets = [queen.blank(name, paper) for name in queen.SHEETS] + [printed(name, paper) for name in PRODUCTS]
    sheets += [shop.blank(paper)[name] for name in ("mission-record", "fighter-attack")]
    assert {path.name: found for path in sheets if (found := too_fine(path))} == {}


@pytest.mark.parametrize("paper", shop.PAPERS)
def test_nothing_that_has_room_is_smaller_than_six_and_a_half_points(paper: str) -> None:
    sheets = [shop.blank(paper)[name] for name in shop.PRODUCTS if name not in ("fighter-attack", "twentyfive-bundle")]
    sheets += [printed("counters", paper), queen.blank("composite-record", paper)]
    assert {path.name: found for path in sheets if (found := too_fine(path, LEAST))} == {}


@pytest.mark.parametrize("paper", shop.PAPERS)
def test_nothing_on_filled_sheets_is_too_fine(paper: str) -> None:
    sheets = [*queen.filled("miss-cue", paper).values(), queen.filled("tour 12", paper)["composite-record"]]
    sheets += [queen.filled("292/18", paper)["mission-chart"], *shop.filled("really-ready", paper).values()]
    assert {path.name: found for path in sheets if (found := too_fine(path))} == {}


@pytest.mark.parametrize("paper", shop.PAPERS)
def test_type_is_seven_points_on_cards_and_but_for_the_foot_eight_on_aids(paper: str) -> None:
    assert too_fine(shop.blank(paper)["table-cards"], 7.0) == []
    with pdfplumber.open(shop.blank(paper)["player-aids"]) as file:
        for page in file.pages:
            small = [char for char in page.chars if char["size"] < 7.99]
            assert small
            assert min(char["top"] for char in small) > page.height - 60, "the foot alone"
