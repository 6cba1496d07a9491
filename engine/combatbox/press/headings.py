"""Headings: the title of a page with the name of the game, and the name of a section."""

from __future__ import annotations

from dataclasses import replace

from combatbox.press import text
from combatbox.press.geometry import Box
from combatbox.press.style import HEAVY, MM, THIN
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface

TITLE, LOW_TITLE = 12 * MM, 9.5 * MM
SECTION = 6 * MM


def draw_title(surface: Surface, title: str, *, again: str = "", subtitle: str = "", height: float = TITLE) -> Box:
    """Draw a page's title, and return the space below it.

    Args:
        surface: the surface of the page.
        title: the title of the page.
        again: the style of the smaller title on later pages; empty on the first page.
        subtitle: a note beside the title.
        height: the height of the title.
    """
    box = surface.body.top(height - (4 * MM if height == TITLE else 2 * MM))
    game = surface.document.imprint.game.upper()
    words, over = style_of(again or "title"), style_of("overline").aligned("right")
    if again:
        with surface.canvas.artifact("Pagination"):
            surface.put(f"{title}, continued", box.x, box.bottom - 2.2 * MM, words)
    else:
        beside = text.width(text.plain(game, over), over) + 4 * MM
        surface.text(
            title, replace(box.top(box.height - 1 * MM), width=box.width - beside), words, place="title", tag="H1"
        )
        right = box.columns([box.width / 2] * 2)[1]
        surface.text(game, right.top(over.leading), over, place="title", tag="P")
        if subtitle:
            note = style_of("code").aligned("right")
            surface.text(subtitle, right.below(over.leading).top(note.leading), note, place="title", tag="P")
    surface.line(box.x, box.bottom, box.right, box.bottom, weight=HEAVY)
    return surface.body.below(height)


def draw_section(surface: Surface, box: Box, title: str) -> None:
    """Draw the name of a section across the top of a box."""
    look = style_of("section")
    line = box.top(look.leading + 2)
    surface.document.bookmark(title, 1)
    surface.text(title.upper(), line, look, place=f"section '{title}'", tag="H2")
    surface.line(box.x, line.bottom, box.right, line.bottom, weight=THIN, colour="accent")
