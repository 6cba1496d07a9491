"""The site's style sheets: one for every page, and one for each thing that only some pages have."""

from __future__ import annotations

import re
from pathlib import Path

from combatbox.library.atomic_files import write_atomically

STYLES = "assets/css/combatbox.css"
"""The path of the style sheet of every page. It begins with the theme's rules."""

EVERYWHERE = ("combatbox", "tables")
"""Our style sheets for every page."""

MARKS = {
    "odds": re.compile(r"cb-(live|build)"),
    "play": re.compile(r"cb-play__door"),
    "replay": re.compile(r"cb-(player|fighter|glance)"),
    "scenario": re.compile(r"cb-build"),
    "tabletop": re.compile(r"cb-(top|fig--top|try|play__door|build)"),
}
"""Our other style sheets, in the order in which a page loads them, with the classes of the pages that need them."""

_LINK = re.compile(r'(<link rel="stylesheet" href="[^"]*)combatbox\.css">')


def join_styles(out: Path, own: Path) -> None:
    """Join the theme's style sheets and ours for every page into one file, which loads faster than several.

    Args:
        out: the folder of the site.
        own: the folder of our style sheets.
    """
    target = out / STYLES
    theme = sorted((out / "assets" / "stylesheets").glob("*.css"))
    sheets = [path.read_text(encoding="utf-8") for path in (*theme, *(own / f"{name}.css" for name in EVERYWHERE))]
    write_atomically(target, "\n".join(sheets).encode())
    (target.parent / "tables.css").unlink(missing_ok=True)


def with_styles(page: str) -> str:
    """Link the style sheets of what a page has behind that of every page."""
    names = ["combatbox", *(name for name, mark in MARKS.items() if mark.search(page))]
    return _LINK.sub(lambda link: "".join(f'{link[1]}{name}.css">' for name in names), page)
