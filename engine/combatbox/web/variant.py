"""A variant on the site: its home page, and the chapters of the game that it is like under its own name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.load import base_book
from combatbox.library.overlay import differences, lying_over
from combatbox.web.views import Views

HOME = "index.md"
"""The page of a game that a variant has of its own."""


def page(book: Book, views: Views) -> dict[str, Any]:
    """What the home page of a variant shows: what it is like, and what differs, table by table and row by row."""
    ours = base_book(book)
    own = lying_over(ours, book)
    return {
        "parent": SimpleNamespace(title=ours.meta.title, url=f"../{ours.key}/{HOME}"),
        "differences": differences(ours, book),
        "tables": SimpleNamespace(
            inherited=len(own.inherited),
            changed=[views.table_ref(name) for name in own.changed],
            added=[views.table_ref(name) for name in own.added],
        ),
        "folder": _folder(book).name,
    }


def _folder(book: Book) -> Path:
    """The folder that is named with `--tables`."""
    assert book.overlay
    return book.overlay.resolve().parent


def chapters(book: Book) -> Iterator[tuple[str, str]]:
    """The hand-written pages of the game that a variant is like, by their paths on the site: with its own key in commands and for
    the missions that they show, and without the home page, for it has one of its own."""
    folder, tables = paths.home(book.house).site, _folder(book).name
    shown = re.compile(rf"^(game: ){re.escape(book.house)}$", re.MULTILINE)
    commands = re.compile(rf"(\bcombatbox \w+ ){re.escape(book.house)}\b")
    for path in sorted(folder.rglob("*.md")):
        below = path.relative_to(folder).as_posix()
        if below != HOME:
            text = commands.sub(rf"\g<1>{book.key} --tables {tables}", path.read_text(encoding="utf-8"))
            yield f"{book.key}/{below}", shown.sub(rf"\g<1>{book.key}", text)
