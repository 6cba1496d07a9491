"""The files of a game's sheets: `shop.yaml`, layouts, counters and maps; a variant's files override its game's.

A variant has these files in the folder `sheets` beside its tables, and so have house rules. A file there is merged with
the file of the same name below it, by the rules for all files of a variant (`library.merge`). A file whose name the
game does not have is used by itself. Layouts that all games share are in the parent folder of the games' folders.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from combatbox.core.errors import DataError, Problem
from combatbox.library import paths
from combatbox.library.folders import SHEETS
from combatbox.library.merge import merge_document
from combatbox.library.yaml12 import Document, parse_yaml, read_yaml, text_of
from combatbox.press.errors import PressError

if TYPE_CHECKING:
    from combatbox.library.book import Book  # the engine in a browser has only a compiled book


def sheet_file(book: Book, name: str) -> Path:
    """Return the path of the topmost file with this name: of house rules, of the variant, or else of the game.

    The returned path need not exist.
    """
    return _files(book, name)[-1]


def _files(book: Book, name: str) -> list[Path]:
    """Return the paths of the files that are merged, the game's first; if there is none, the path that it would have."""
    found = [folder / f"{name}.yaml" for folder in _own_folders(book) if (folder / f"{name}.yaml").is_file()]
    base = _base(book, name)
    return [base, *found] if base.is_file() or not found else found


def is_own_file(book: Book, path: Path) -> bool:
    """Return True if a file belongs to a variant or to house rules."""
    return path.parent in _own_folders(book)


def _own_folders(book: Book) -> list[Path]:
    """Return the folders in which a variant, and house rules over it or over a game, may have files of sheets."""
    return [folder / SHEETS for folder in dict.fromkeys((book.variant_folder, book.overlay)) if folder]


def _base(book: Book, name: str) -> Path:
    """Return the path of the game's file, or of the file that all games share if only that exists."""
    path, shared = paths.home(book.base_game).sheets / f"{name}.yaml", paths.sheets() / f"{name}.yaml"
    return shared if shared.is_file() and not path.is_file() else path


def sheet_names(book: Book, pattern: str) -> list[str]:
    """Return the names of a game's files that match a pattern, in alphabetical order."""
    folders = [paths.home(book.base_game).sheets, *_own_folders(book)]
    return sorted({path.stem for folder in folders for path in folder.glob(f"{pattern}.yaml")})


def read_document(book: Book, name: str, *, typed: bool = True) -> Document:
    """Return the data of a sheet file, merged with the file of the same name in each folder above it.

    Args:
        book: the book of the game.
        name: the name of the file, without `.yaml`.
        typed: True to convert numbers, booleans and null; otherwise every scalar remains text.

    Raises:
        DataError: a file has problems.
    """
    base, *above = _files(book, name)
    document, problems = read_yaml(base, typed=typed), list[Problem]()
    for path in above:
        document = merge_document(problems, document, read_yaml(path, typed=typed)) or document
    if problems:
        raise DataError(problems)
    return document


def read_sheet(book: Book, name: str, shown: str = "") -> Document:
    """Return the data of a sheet file, merged as by `read_document`; every scalar is text.

    Args:
        book: the book of the game.
        name: the name of the file, without `.yaml`.
        shown: the name of the game's file in messages; by default its file name.

    Raises:
        PressError: the file is missing.
        DataError: a file has problems.
    """
    base, *above = _files(book, name)
    if not base.is_file():
        raise PressError(f"{book.key}/{name}.yaml: the file does not exist")
    if above:
        return read_document(book, name, typed=False)
    file = paths.display_path(base) if is_own_file(book, base) else shown or base.name
    return parse_yaml(text_of(base), file, typed=False)


def sheet_text(book: Book, name: str) -> str:
    """Return a layout as YAML text; a layout merged from several files is written as JSON, which is also valid YAML.

    Raises:
        DataError: the files of a variant or of house rules have problems.
    """
    base, *above = _files(book, name)
    return json.dumps(read_document(book, name, typed=False).data, ensure_ascii=False) if above else text_of(base)


def where_to_write(book: Book, name: str) -> str:
    """Return the end of a message about an entry: the file of the variant or house rules; empty for a plain game."""
    folders = _own_folders(book)
    return f", in {paths.display_path(folders[-1] / name)}.yaml" if folders else ""
