"""The input of all checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.verify.independent_reader import PlainTable, read_book


@dataclass(frozen=True)
class VerifyContext:
    """The input of all checks.

    Attributes:
        books: the games to check, by key.
        site: the built site.
        prints: the folder of built PDFs.
        project: a checkout, with sources and tests.
        tables: the folder of tables.
        prose: the folder of the site's sources.
        overlay: the folder that overrides the tables of these books.
    """

    books: Mapping[str, Book]
    site: Path | None = None
    prints: Path | None = None
    project: Path | None = None
    tables: Path | None = None
    prose: Path | None = None
    overlay: Path | None = None

    @cached_property
    def plain(self) -> dict[str, dict[str, PlainTable]]:
        """The tables of each game by id, as parsed by the independent reader."""
        return {key: read_book(book) for key, book in self.books.items()}

    @property
    def table_folder(self) -> Path:
        """The folder that contains a folder of tables for each game."""
        return self.tables or (self.project / "tables" if self.project else paths.tables())

    def base(self, key: str) -> Path | None:
        """Return the folder that contains the folder of a game's tables; None for a game from a plug-in."""
        return self.tables or (None if key in paths.plug_ins() else self.table_folder)

    def tables_of(self, key: str) -> Path:
        """Return the folder of a game's tables."""
        base = self.base(key)
        return base / key if base else paths.home(key).tables

    def pages(self) -> Iterator[tuple[Path, Path]]:
        """Yield every hand-written page, including those of plug-ins, with its path relative to the site's root."""
        plug_in_folders = [folder / "site" for key, folder in paths.plug_ins().items() if key in self.books]
        for folder in (self.prose_folder, *plug_in_folders):
            pages = (path for path in sorted(folder.rglob("*.md")) if path.name != "README.md")  # a guide, not a page
            yield from ((path, path.relative_to(folder)) for path in pages)

    @property
    def prose_folder(self) -> Path:
        """The folder of the site's hand-written pages."""
        return self.prose or (self.project or paths.root()) / "site"
