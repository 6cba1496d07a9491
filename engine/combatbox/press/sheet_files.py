"""The files of a game's sheets: `shop.yaml`, layouts, counters and maps; a variant's files override its game's.

A variant has these files in the folder `sheets` beside its tables. A file there is merged with the game's file of the
same name, by the rules for all files of a variant (`library.merge`). A file whose name the game does not have is used
by itself. Layouts that all games share are in the parent folder of the games' folders.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from combatbox.core.errors import DataError, Problem
from combatbox.library import paths
from combatbox.library.folders import SHEETS
from combatbox.library.merge import merge_document
from combatbox.library.yaml12 import Document, read_yaml, text_of
from combatbox.press.errors import PressError
from combatbox.press.yaml_source import Source, parse, source_of

if TYPE_CHECKING:
    from combatbox.library.book import Book  # the engine in a browser has only a compiled book


def sheet_file(book: Book, name: str) -> Path:
    """Return the path of the file of the variant if it exists, otherwise of the file of the game.

    The returned path need not exist.
    """
    own = _own(book, name)
    return own if own and own.is_file() else _base(book, name)


def _base(book: Book, name: str) -> Path:
    """Return the path of the game's file, or of the file that all games share if only that exists."""
    path, shared = paths.home(book.base_game).sheets / f"{name}.yaml", paths.sheets() / f"{name}.yaml"
    return shared if shared.is_file() and not path.is_file() else path


def sheet_names(book: Book, pattern: str) -> list[str]:
    """Return the names of a game's files that match a pattern, in alphabetical order."""
    folders = [paths.home(book.base_game).sheets, *([own.parent] if (own := _own(book, "any")) else [])]
    return sorted({path.stem for folder in folders for path in folder.glob(f"{pattern}.yaml")})


def read_document(book: Book, name: str) -> Document:
    """Return the data of a sheet file; a variant's file is merged with the file of its base game.

    Raises:
        DataError: a file has problems.
    """
    base, own = _base(book, name), _own(book, name)
    if not (own and own.is_file()):
        return read_yaml(base)
    upper = read_yaml(own)
    if not base.is_file():
        return upper
    problems: list[Problem] = []
    merged = merge_document(problems, read_yaml(base), upper)
    if merged is None:
        raise DataError(problems)
    return merged


def read_sheet(book: Book, name: str, shown: str = "") -> Source:
    """Return the values of a sheet file with their places; a variant's file is merged with its base game's file.

    Args:
        book: the book of the game.
        name: the name of the file, without `.yaml`.
        shown: the name of the game's file in messages; by default its file name.

    Raises:
        PressError: the file is missing or not valid.
        DataError: the files of a variant have problems.
    """
    path, own = sheet_file(book, name), _own(book, name)
    if not path.is_file():
        raise PressError(f"{book.key}/{name}.yaml: the file does not exist")
    if path == own and _base(book, name).is_file():
        return source_of(read_document(book, name))
    return parse(text_of(path), paths.display_path(path) if path == own else shown or path.name)


def sheet_text(book: Book, name: str) -> str:
    """Return a layout as YAML text; a layout merged from two files is written as JSON, which is also valid YAML.

    Raises:
        DataError: the files of a variant have problems.
    """
    path = sheet_file(book, name)
    is_merged = path == _own(book, name) and _base(book, name).is_file()
    return json.dumps(read_document(book, name).data, ensure_ascii=False) if is_merged else text_of(path)


def _own(book: Book, name: str) -> Path | None:
    """Return the path that a file of the variant would have; None if the book is a game and not a variant."""
    return book.variant_folder / SHEETS / f"{name}.yaml" if book.variant_folder else None
