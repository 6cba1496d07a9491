"""Creates the files of a new game, variant or table from `templates/new`."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from combatbox.core.errors import CombatBoxError
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.atomic_files import write_atomically, write_new_folder

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


def new_table(table_id: str, folder: Path) -> Path:
    """Write a skeleton file for a new table.

    Args:
        table_id: the id of the table, of capitals, digits and hyphens.
        folder: the folder of the tables of a game or of an overlay; in an overlay, the file is marked as an addition.

    Returns:
        The file that was written.

    Raises:
        CombatBoxError: the id is invalid, or the file exists.
    """
    if not _TABLE.match(table_id):
        raise CombatBoxError(
            f"{table_id!r:.40}: is not a valid id of a table; use capitals, digits and hyphens, such as B-1-HOUSE"
        )
    key = folder.resolve().name
    path = folder / f"{table_id.lower()}.yaml"
    if path.exists():
        raise CombatBoxError(f"{path}: already exists; nothing was written; choose another folder or id")
    is_game = key in GAMES and paths.home(key).tables.resolve() == folder.resolve()
    if key in GAMES and (paths.home(key).tables / path.name).is_file():
        raise CombatBoxError(
            f"{table_id}: {key} has this table already; `combatbox new overlay {key} {folder.parent}` copies it"
        )
    is_new_game = (folder / "places.yaml").is_file()  # the folder of a game that is not installed yet
    words = {
        "KEY": key,
        "TABLE": table_id,
        "TITLE": table_id.replace("-", " ").capitalize(),
        "SOURCE": "rulebook" if is_game or is_new_game else "house",
    }
    text = _filled((paths.templates() / "new" / "table.yaml").read_text(encoding="utf-8"), words)
    if not (is_game or is_new_game):
        text = text.replace("dice: 1d6\nused", "added: true\ndice: 1d6\nused")
    write_atomically(path, text.encode())
    return path


def _filled(text: str, words: Mapping[str, str]) -> str:
    """Return the text of a template in which the placeholders, which are in capitals, are replaced by `words`."""
    return re.sub(r"KEY|TITLE|TABLE|SOURCE|LIKE", lambda match: words.get(match[0], match[0]), text)
