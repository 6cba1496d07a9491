"""What stands at the top of a page of matter: its title, and the name of the game."""

from __future__ import annotations

from combatbox.press.geometry import Box
from combatbox.press.style import HEAVY, MM
from combatbox.press.style import style as style_of
from combatbox.press.surface import Surface

TITLE = 12 * MM


def draw_title(surface: Surface, title: str, *, again: bool = False) -> Box:
    """A page's title, on later pages in small; the room that is left below."""
    box = surface.body.top(TITLE - 4 * MM)
    game = surface.document.imprint.game.upper()
    words, over = style_of("title" if not again else "heading"), style_of("overline").aligned("right")
    if again:
        with surface.canvas.artifact("Pagination"):
            surface.put(f"{title}, continued", box.x, box.bottom - 2.2 * MM, words)
    else:
        surface.text(title, box.top(box.height - 1 * MM), words, place="title", tag="H1")
        right = box.columns([box.width / 2] * 2)[1]
        surface.text(game, right.top(box.height - 1 * MM), over, place="title", tag="P")
    surface.line(box.x, box.bottom, box.right, box.bottom, weight=HEAVY)
    return surface.body.below(TITLE)
