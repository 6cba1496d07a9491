"""A variant on the site: its home page, and the chapters of its parent game under the variant's name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from combatbox.library.book import Book
from combatbox.library.load import base_book
from combatbox.library.overlay import differences, overlay_status
from combatbox.prose.pages import page_files, page_text
from combatbox.web.views import Views

HOME = "index.md"
"""The only page that is written for the variant; all other pages come from the parent game."""


def page(book: Book, views: Views) -> dict[str, Any]:
    """Return the data of a variant's home page: its parent, and the differences by table and row."""
    parent = base_book(book)
    status = overlay_status(parent, book)
    return {
        "parent": SimpleNamespace(title=parent.meta.title, url=f"../{parent.key}/{HOME}"),
        "differences": differences(parent, book),
        "tables": SimpleNamespace(
            inherited=len(status.inherited),
            changed=[views.table_ref(name) for name in status.changed],
            added=[views.table_ref(name) for name in status.added],
        ),
        "folder": _folder(book).name,
    }


def _folder(book: Book) -> Path:
    """Return the folder that the user names with `--tables`."""
    assert book.overlay
    return book.overlay.resolve().parent


def chapters(book: Book) -> Iterator[tuple[str, str]]:
    """Yield the parent game's hand-written pages, except its home page, with their paths on the site.

    The commands and missions in the pages name the variant.
    """
    tables = _folder(book).name
    mission_game = re.compile(rf"^(game: ){re.escape(book.base_game)}$", re.MULTILINE)
    commands = re.compile(rf"(\bcombatbox \w+ ){re.escape(book.base_game)}\b")
    for below in page_files(book):
        if below != HOME:
            text = commands.sub(rf"\g<1>{book.key} --tables {tables}", page_text(book, below))
            yield f"{book.key}/{below}", mission_game.sub(rf"\g<1>{book.key}", text)
