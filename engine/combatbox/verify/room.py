"""The verify room: what the checks are given to look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.verify.plain import PlainTable, read_book


@dataclass(frozen=True)
class Room:
    """What is there to be checked.

    site: the built site. prints: the folder of built PDFs. project: a checkout, with sources and tests.
    tables, prose: the folders of tables and of the site's sources.
    """

    books: Mapping[str, Book]
    site: Path | None = None
    prints: Path | None = None
    project: Path | None = None
    tables: Path | None = None
    prose: Path | None = None

    @cached_property
    def plain(self) -> dict[str, dict[str, PlainTable]]:
        """Every table file read plainly, by game and id."""
        return {key: read_book(book) for key, book in self.books.items()}

    @property
    def table_folder(self) -> Path:
        """Where the tables of all games lie."""
        return self.tables or (self.project / "tables" if self.project else paths.tables())

    @property
    def prose_folder(self) -> Path:
        """Where the site's hand-written pages lie."""
        return self.prose or (self.project or paths.root()) / "site"
