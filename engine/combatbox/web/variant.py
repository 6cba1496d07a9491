"""A variant on the site: its home page, and the chapters of its parent game under the variant's name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.load import base_book
from combatbox.library.overlay import differences, overlay_status
from combatbox.prose.pages import front_matter, page_files, page_text
from combatbox.web.views import Views

HOME = "index.md"
"""The only page that is written for the variant; all other pages come from the parent game."""


def page(book: Book, views: Views) -> dict[str, Any]:
    """Return the data of a variant's home page: its parent, and the differences by table and row."""
    parent = base_book(book)
    status = overlay_status(parent, book)
    return {
        "parent": parent.meta,
        "lesson": book.lesson,
        "differences": differences(parent, book),
        "inherited": len(status.inherited),
        "changed": [*map(views.table_ref, status.changed)],
        "added": [*map(views.table_ref, status.added)],
        "option": _option(book),
        "is_ours": book.tables_option is None,
        "pages": list(_new_pages(book)),
    }


def _new_pages(book: Book) -> Iterator[tuple[str, str]]:
    """Yield the path and title of each hand-written page that the parent game does not have."""
    for name in page_files(book):
        if not (paths.home(book.base_game).site / name).is_file():
            yield name, str(front_matter(page_text(book, name), name)[0]["title"])


def _option(book: Book) -> str:
    """Return the option that a command needs to find the variant, after a blank; empty for a variant of the project."""
    return f" --tables {book.tables_option.name}" if book.tables_option else ""


def chapters(book: Book) -> Iterator[tuple[str, str]]:
    """Yield the parent game's hand-written pages, except its home page, with their paths on the site.

    The commands and missions in the pages name the variant.
    """
    mission_game = re.compile(rf"^(game: ){re.escape(book.base_game)}$", re.MULTILINE)
    commands = re.compile(rf"(\bcombatbox \w+ ){re.escape(book.base_game)}\b")
    for below in page_files(book):
        if below != HOME:
            text = commands.sub(rf"\g<1>{book.key}{_option(book)}", page_text(book, below))
            yield f"{book.key}/{below}", mission_game.sub(rf"\g<1>{book.key}", text)
