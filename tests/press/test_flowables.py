"""Text that flows over pages: a picture never cuts a sentence."""

from __future__ import annotations

import pytest

from combatbox.press.document import Document
from combatbox.press.flowables import Flow, FlowFragment, Heading, Paragraph, paginate
from combatbox.press.style import Box
from combatbox.press.surface import Surface
from combatbox.press.tables import Column, Table

from .conftest import imprint

LINE = 10.0


def nothing(surface: Surface, box: Box) -> None:
    """Draw nothing."""


def paragraph(lines: int) -> list[FlowFragment]:
    last = lines - 1
    return [
        FlowFragment(LINE, nothing, before=4.0 if not line else 0.0, held=line < last and line in (0, last - 1))
        for line in range(lines)
    ]


def picture(height: float) -> FlowFragment:
    return FlowFragment(height, nothing, before=6.0, floats=True)


@pytest.mark.parametrize("before", range(1, 12))
@pytest.mark.parametrize("length", [3, 5, 8])
def test_a_picture_as_large_as_a_page_stands_between_paragraphs(before: int, length: int) -> None:
    texts = [paragraph(length) for _ in range(12)]
    pieces = [piece for text in texts[:1] for piece in text]
    pieces += paragraph(before)
    pieces += [picture(190.0), *(piece for text in texts[1:] for piece in text)]
    frames = paginate(pieces, 200.0)
    assert sum(len(frame) for frame in frames) == len(pieces)
    (at,) = [number for number, frame in enumerate(frames) if any(piece.floats for piece in frame)]
    assert len(frames[at]) == 1, "it fills its page"
    printed = sum(len(frame) for frame in frames[:at])
    rest = [piece for piece in pieces if not piece.floats][printed:]
    assert rest[0].before > 0, "the page before it ends with a paragraph"


@pytest.mark.parametrize("level", [1, 2])
def test_a_picture_without_room_stays_in_its_chapter(level: int) -> None:
    title = FlowFragment(20.0, nothing, before=10.0, held=True, opens=Heading("The next", level))
    frames = paginate([*paragraph(12), picture(120.0), title, *paragraph(3)], 200.0)
    order = [piece for frame in frames for piece in frame]
    heads = next(number for number, piece in enumerate(order) if piece.opens)
    floats = next(number for number, piece in enumerate(order) if piece.floats)
    assert (floats < heads) is (level == 1)


@pytest.mark.parametrize(("rows", "frames_used"), [(8, {1}), (30, {0, 1, 2, 3})])
def test_only_a_long_table_is_divided(rows: int, frames_used: set[int]) -> None:
    table = Table([Column("Compartment"), Column("Men")], [[f"No. {row}", "Two"] for row in range(rows)])
    with Document(imprint()) as document, document.page():
        pieces = Flow(document).cut([Paragraph("word " * 80), table], 200.0)
    frames = paginate(pieces, 200.0)
    words = sum(piece.height == pieces[0].height for piece in pieces)
    at = {number for number, frame in enumerate(frames) for piece in frame if piece in pieces[words + 1 :]}
    assert at == frames_used
