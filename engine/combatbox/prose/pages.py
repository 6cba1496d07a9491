"""The hand-written pages of a game; a variant's pages override the pages of its game.

A variant has its pages in the folder `site` beside its tables. A page whose name the game does not have is new. If a
page of the same name has a title (`# ...`), it replaces the page of the game; if it has none, each of its sections (`##
...`) replaces the section with the same heading or is added at the end.
"""

from __future__ import annotations

import re
from pathlib import Path

from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.folders import CHAPTERS
from combatbox.library.yaml12 import text_of

_SECTION = re.compile(r"^(?=## )", re.MULTILINE)
_TITLE = re.compile(r"^# ", re.MULTILINE)
_ID = re.compile(r"\s*\{[^{}]*\}\s*\Z")


def page_files(book: Book) -> dict[str, Path]:
    """Return the file of each page, by its path below the game's folder.

    A page of a variant replaces the page of its game with the same path.
    """
    folders = [paths.home(book.base_game).site, *([book.variant / CHAPTERS] if book.variant else [])]
    files = {path.relative_to(folder).as_posix(): path for folder in folders for path in folder.rglob("*.md")}
    return dict(sorted(files.items(), key=lambda item: item[0].split("/")))


def page_text(book: Book, name: str) -> str:
    """Return the text of a page.

    Args:
        book: the book of the game.
        name: a key of `page_files`.

    Raises:
        DataError: the page cannot be read, or is not UTF-8 text.
    """
    own = text_of(page_files(book)[name])
    base = paths.home(book.base_game).site / name
    if _TITLE.search(own) or not base.is_file():
        return own
    return merge_sections(text_of(base), own)


def merge_sections(below: str, above: str) -> str:
    """Return a page in which the sections of another page replace the sections with the same headings.

    Sections with new headings come at the end.
    """
    first, *sections = _SECTION.split(below)
    merged = {_heading(section): section for section in sections}
    for section in _SECTION.split(above)[1:]:
        merged[_heading(section)] = section.rstrip("\n") + "\n\n"
    return first + "".join(merged.values())


def _heading(section: str) -> str:
    """Return the words of a section's heading, without its id."""
    return _ID.sub("", section.partition("\n")[0].removeprefix("## ")).strip()
