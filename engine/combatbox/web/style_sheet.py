"""The site's only style sheet, joined from the theme's style sheets and our own."""

from __future__ import annotations

from pathlib import Path

from combatbox.library.atomic_files import write_atomically
from combatbox.web import bundles
from combatbox.web.css_purge import classes, purge, values

STYLES = "assets/css/combatbox.css"
"""The path of our style sheet on the site. It begins with the theme's rules, and joins all of our sources."""


def join_styles(out: Path, own: Path, trim: bool) -> None:
    """Join the theme's style sheets and our own into one file, which loads faster than several.

    Args:
        out: the folder of the site.
        own: the folder of our style sheets.
        trim: True to remove rules of the theme that the site does not use.
    """
    target = out / STYLES
    ours = [path.read_text(encoding="utf-8") for path in sorted(own.glob("*.css"))]
    theme = [path.read_text(encoding="utf-8") for path in sorted((out / "assets" / "stylesheets").glob("*.css"))]
    if trim:
        pages = [path.read_text(encoding="utf-8") for path in out.rglob("*.html")]
        scripts = [path.read_text(encoding="utf-8") for path in out.glob(f"{bundles.FOLDER}/*.js")]
        used = classes(pages, scripts)
        theme = [purge(sheet, used) for sheet in theme]
        properties = values([*theme, *ours, *pages, *scripts])
        theme = [purge(sheet, used, properties) for sheet in theme]
    write_atomically(target, "\n".join([*theme, *ours]).encode())
    for path in target.parent.glob("*.css"):
        if path != target:
            path.unlink()
