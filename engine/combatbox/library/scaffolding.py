"""Beginnings to write on from: a game, or a table, whole and commented, as the templates below `templates/new` have them."""

from __future__ import annotations

import keyword
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from combatbox.core.errors import CombatBoxError
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.atomic_files import write_atomically

_KEY = re.compile(r"[a-z][a-z0-9]{1,20}\Z")
_TABLE = re.compile(r"[A-Z][A-Z0-9-]{0,39}\Z")


def new_game(key: str, folder: Path) -> list[Path]:
    """Write the project of a game with that key into a folder, which must be empty or new; gives back its files.

    Raises CombatBoxError for a key that cannot be one or is taken, and where something is in the way.
    """
    if not _KEY.match(key) or keyword.iskeyword(key):
        raise CombatBoxError(f"{key!r:.40}: is no key of a game; write small letters and digits, such as liberator")
    if key in GAMES:
        raise CombatBoxError(f"{key}: is a game already; choose another key")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CombatBoxError(f"{folder}: is not empty; nothing was written")
    words = {"KEY": key, "TITLE": key.capitalize()}
    files = {_filled(name, words): _filled(text, words) for name, text in _skeleton()}
    _write_at_once(folder, files)
    return [folder / name for name in files]


def _skeleton() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file of the template of a game, by the alphabet.

    Modules are named `*.py.in` there: pip compiles every `*.py` of a wheel, and a template is not a module.
    """
    source = paths.templates() / "new" / "game"
    for path in sorted(source.rglob("*")):
        if path.is_file():
            yield path.relative_to(source).as_posix().removesuffix(".in"), path.read_text(encoding="utf-8")


def _write_at_once(folder: Path, files: Mapping[str, str]) -> None:
    """Write a folder that is new or empty: all files are written beside it, then moved into place.

    Raises CombatBoxError if the folder cannot be written; then nothing of it is there.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as made:
            whole = Path(made) / "whole"
            for name, text in files.items():
                path = whole / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode())
            if folder.exists():  # someone may stand in it: it stays the same folder
                for path in whole.iterdir():
                    path.rename(folder / path.name)
            else:
                whole.rename(folder)
    except OSError as error:
        raise CombatBoxError(f"{folder}: cannot be written: {error.strerror}; nothing was written") from error


def new_table(table_id: str, folder: Path) -> Path:
    """Write a table with that id into a folder of tables: of a game, or of an overlay, where it says that it is added.

    Raises CombatBoxError for an id that cannot be one, and where the file is there.
    """
    if not _TABLE.match(table_id):
        raise CombatBoxError(
            f"{table_id!r:.40}: is no id of a table; write capitals, digits and hyphens, such as B-1-HOUSE"
        )
    key = folder.resolve().name
    path = folder / f"{table_id.lower()}.yaml"
    if path.exists():
        raise CombatBoxError(f"{path}: is there already; nothing was written")
    home = key in GAMES and paths.home(key).tables.resolve() == folder.resolve()
    own = (folder / "places.yaml").is_file()  # the folder of a game that is not installed yet
    words = {
        "KEY": key,
        "TABLE": table_id,
        "TITLE": table_id.replace("-", " ").capitalize(),
        "SOURCE": "rulebook" if home or own else "house",
    }
    text = _filled((paths.templates() / "new" / "table.yaml").read_text(encoding="utf-8"), words)
    if not (home or own):
        text = text.replace("dice: 1d6\nused", "added: true\ndice: 1d6\nused")
    write_atomically(path, text.encode())
    return path


def _filled(text: str, words: Mapping[str, str]) -> str:
    """A template with its words: those in capitals that it is made of."""
    return re.sub(r"KEY|TITLE|TABLE|SOURCE", lambda match: words.get(match[0], match[0]), text)
