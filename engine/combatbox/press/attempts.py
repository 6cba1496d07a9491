"""Printing that goes on with the other products after one has failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from combatbox.core.errors import CombatBoxError
from combatbox.press.errors import PapersFailed
from combatbox.press.sheet_files import where_to_write

if TYPE_CHECKING:
    from combatbox.library.book import Book  # the engine in a browser has only a compiled book


class Attempts:
    """A record of the products that a print run could not print: the reason for each, by name.

    Args:
        book: the book of the game that is printed.
        writes: True if the caller gave texts for fields; an error in such a text stops the run before any file is
            written.
    """

    def __init__(self, book: Book, *, writes: bool = False) -> None:
        self.book, self.writes = book, writes
        self.failed: dict[str, str] = {}

    @contextmanager
    def making(self, name: str, made: list[Path] | None = None) -> Iterator[None]:
        """Record an error that is raised in the `with` block, and do not raise it again.

        Unexpected errors are recorded only if the game has an overlay, because its tables may lack data that a sheet
        reads; otherwise they are raised.

        Args:
            name: the name of the product that the block prints.
            made: a list for the files that a print run inside the block wrote before it raised PapersFailed.
        """
        try:
            yield
        except PapersFailed as error:
            self.failed |= error.failed
            if made is not None:
                made += error.made
        except CombatBoxError as error:
            if self.writes:
                raise
            self.failed[name] = str(error)
        except Exception as error:
            if self.book.overlay is None:
                raise
            self.failed[name] = (
                f"the sheets lack an entry for what your tables have otherwise ({type(error).__name__}: {error}); "
                f"add it under `data`{where_to_write(self.book, 'shop')}"
            )

    def check(self, made: Sequence[Path]) -> None:
        """Raise PapersFailed if any product failed; `made` lists the files that were written."""
        if self.failed:
            raise PapersFailed(self.failed, made)
