"""The site's only style sheet, joined from those of the theme and our own."""

from __future__ import annotations

from pathlib import Path

from combatbox.library.atomic_files import write_atomically
from combatbox.web import bundles
from combatbox.web.css_purge import classes, purge, values

STYLES = "assets/css/combatbox.css"
"""Our style sheet. The sources have several; the site has only this one, with the theme's rules first."""


def join_styles(out: Path, own: Path, trim: bool) -> None:
    """Join the theme's style sheets and our own into one file, which loads faster than five.

    Args:
        out: the folder of the site.
        own: the folder of our style sheets.
        trim: remove rules of the theme that the site does not use.
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
