"""Lines in pieces: whatever is done to one, its text is what the same would make of plain text, and styles stay with it."""

from __future__ import annotations

from textwrap import wrap

from hypothesis import given
from hypothesis import strategies as st

from combatbox.core.styled_text import Piece, Styled, joined, styled, wrapped

STYLES = st.sampled_from(["", "bad", "warn"])
LINES = st.lists(st.builds(Piece, st.text("ab -", max_size=6), STYLES), max_size=8).map(lambda pieces: styled(*pieces))


def letters(line: Styled) -> list[tuple[str, str]]:
    """Each letter that shows, with its style."""
    return [(char, piece.style) for piece in line.pieces for char in piece.text if char != " "]


def test_neighbours_of_one_style_are_one_piece_and_empty_ones_none():
    line = styled("a", Piece("b"), Piece("", "bad"), Piece("c", "bad"), styled(Piece("d", "bad")))
    assert line.pieces == (Piece("ab"), Piece("cd", "bad"))
    assert (str(line), len(line)) == ("abcd", 4)


def test_empty_parts_are_left_out_of_what_is_joined():
    assert joined("; ", ["a", "", Piece("", "bad"), Piece("b", "bad")]).pieces == (Piece("a; "), Piece("b", "bad"))


@given(LINES, st.integers(0, 50), st.integers(0, 50))
def test_a_stretch_of_a_line_is_that_stretch_of_its_text_in_the_same_styles(line, start, stop):
    assert str(line[start:stop]) == str(line)[start:stop]
    assert str(line.rstrip()) == str(line).rstrip()
    assert styled(line[:start], line[start:]) == line


@given(LINES, st.integers(4, 12), st.sampled_from(["", "  "]))
def test_a_line_is_broken_where_its_text_would_be_and_keeps_its_styles(line, width, hang):
    broken = wrapped(line, width, hang)
    assert [str(part) for part in broken] == wrap(str(line), width, subsequent_indent=hang)
    assert [letter for part in broken for letter in letters(part)] == letters(line)
