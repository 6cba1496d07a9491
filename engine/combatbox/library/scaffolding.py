"""Creates the files of a new game, variant or table from `templates/new`."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from combatbox.core.errors import CombatBoxError, suggest
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.atomic_files import write_atomically, write_new_folder
from combatbox.library.folders import variant_folder, variant_like
from combatbox.library.load import load
from combatbox.library.overlay import table_data, table_text

_KEY = re.compile(r"[a-z][a-z0-9]{1,20}\Z")
_TABLE = re.compile(r"[A-Z][A-Z0-9-]{0,39}\Z")


def new_game(key: str, folder: Path) -> list[Path]:
    """Write the project of a new game.

    Args:
        key: the key of the game, of small letters and digits.
        folder: the folder, which must be empty or not exist.

    Returns:
        The files that were written.

    Raises:
        CombatBoxError: the key is invalid or taken, or the folder cannot be used.
    """
    _check_key(key, "liberator")
    if keyword.iskeyword(key) or key in sys.stdlib_module_names or key == __name__.partition(".")[0]:
        raise CombatBoxError(f"{key}: is not a valid key, but a word or a module of Python; choose another key")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CombatBoxError(f"{folder}: is not empty; nothing was written; choose an empty or a new folder")
    words = {"KEY": key, "TITLE": key.capitalize()}
    files = {
        _filled(name, words): _filled(text, words).encode()
        for name, text in _template_files(paths.templates() / "new" / "game")
    }
    write_new_folder(folder, files)
    return [folder / name for name in files]


def new_variant(key: str, folder: Path, like: str) -> list[Path]:
    """Write a variant that can be played, printed and built without changes.

    Args:
        key: the key of the variant, of small letters and digits.
        folder: the folder of variants, for `--tables`; the variant gets a subfolder.
        like: the key of the game on which the variant is based.

    Returns:
        The files that were written.

    Raises:
        CombatBoxError: the key is invalid or taken, or the folder cannot be used.
    """
    _check_key(key, "winter")
    home = folder / key
    if home.exists():
        raise CombatBoxError(f"{home}: already exists; nothing was written; choose another folder or key")
    own = paths.templates() / "new" / "variant" / like
    words = {"KEY": key, "TITLE": key.capitalize(), "LIKE": like}
    source = own if own.is_dir() else own.parent / "any"
    files = {name: _filled(text, words).encode() for name, text in _template_files(source)}
    write_new_folder(home, files)
    return [home / name for name in files]


def _check_key(key: str, like: str) -> None:
    """Check the key of a new game or variant; `like` is an example of a key, for the message."""
    if not _KEY.match(key):
        raise CombatBoxError(f"{key!r:.40}: is not a valid key; use small letters and digits, such as {like}")
    if key in GAMES:
        raise CombatBoxError(f"{key}: a game with this key exists; choose another key")


def _template_files(source: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each file of a template, sorted by name.

    Modules are stored as `*.py.in`, because pip compiles every `*.py` file of a wheel and a template cannot be
    compiled.
    """
    for path in sorted(source.rglob("*")):
        if path.is_file():
            yield path.relative_to(source).as_posix().removesuffix(".in"), path.read_text(encoding="utf-8")


def new_table(table_id: str, folder: Path, original: str = "") -> Path:
    """Write a file for a new table: a copy of a table of the game, or an example.

    Args:
        table_id: the id of the table, of capitals, digits and hyphens.
        folder: the folder of the tables of a game or of an overlay; in an overlay, the file is marked as an addition.
        original: the table of the game that is copied; by default the one with whose id `table_id` begins.

    Returns:
        The file that was written.

    Raises:
        CombatBoxError: the id is invalid, the file exists, or the game has no such table to copy.
    """
    if not _TABLE.match(table_id):
        raise CombatBoxError(
            f"{table_id!r:.40}: is not a valid id of a table; use capitals, digits and hyphens, such as B-1-HOUSE"
        )
    key = folder.resolve().name
    path = folder / f"{table_id.lower()}.yaml"
    if path.exists():
        raise CombatBoxError(f"{path}: already exists; nothing was written; choose another folder or id")
    like = variant_like(key, folder.parent)
    book = load(key) if key in GAMES or variant_folder(key) else load(like) if like else None
    tables = book.tables if book else {}
    if table_id in tables:
        raise CombatBoxError(
            f"{table_id}: {key} has this table already; `combatbox new overlay {key} {folder.parent}` copies it"
        )
    if original and original not in tables:
        raise CombatBoxError(f"--for {original}: {key} has no such table{suggest(original, tables)}")
    is_game = key in GAMES and paths.home(key).tables.resolve() == folder.resolve()
    is_new_game = (folder / "places.yaml").is_file() and not book  # the folder of a game that is not installed yet
    kind = "rulebook" if is_game or is_new_game else "house"
    stem = original or max((name for name in tables if table_id.startswith(f"{name}-")), key=len, default="")
    rest = table_id.removeprefix(stem)
    title = (
        f"{stem}{rest.replace('-', ' ').lower()}"
        if stem and rest != table_id
        else table_id.replace("-", " ").capitalize()
    )
    added = {} if is_game or is_new_game else {"added": True}
    if book and stem:
        copy = {name: value for name, value in table_data(book, stem).items() if name not in _OF_ORIGINAL}
        data = {"id": table_id, "title": title, **added, **copy, "source": {"kind": kind, "section": "our own"}}
        text = f"# yaml-language-server: $schema=../schema/{book.base_game}-table.json\n" + table_text(data)
    else:
        words = {"KEY": key, "TABLE": table_id, "TITLE": title, "SOURCE": kind}
        text = _filled((paths.templates() / "new" / "table.yaml").read_text(encoding="utf-8"), words)
        text = text.replace("dice: 1d6\nused", "added: true\ndice: 1d6\nused") if added else text
    write_atomically(path, text.encode())
    return path


_OF_ORIGINAL = frozenset({"id", "title", "source", "corrected", "printed", "card", "variant_of", "origin"})
"""The keys of a table that are not copied to a new one: its name, and what is known about its printed form."""


def _filled(text: str, words: Mapping[str, str]) -> str:
    """Return the text of a template in which the placeholders, which are in capitals, are replaced by `words`."""
    return re.sub(r"KEY|TITLE|TABLE|SOURCE|LIKE", lambda match: words.get(match[0], match[0]), text)
