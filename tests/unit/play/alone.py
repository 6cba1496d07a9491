"""A game played through the controller, with all actions of a player; as a script, with the packages of the engine alone.

The script reads books as JSON lines from standard input, `{"book": TEXT, "runs": [...]}`, and writes the games as JSON lines.
It refuses every import but those packages and `LIBRARY` and, once the engine is loaded, every access to a file.
"""

import json
import sys
from hashlib import sha256
from typing import Any

MISSIONS = 2

PACKAGES = ("drawing", "core", "bomber", "games", "play")
GAMES = ("queen", "superfort", "skirmish", "twentyfive")
LIBRARY = frozenset(
    [
        "__future__",
        "abc",
        "ast",
        "base64",
        "binascii",
        "bisect",
        "collections",
        "contextlib",
        "copy",
        "copyreg",
        "dataclasses",
        "difflib",
        "dis",
        "enum",
        "fractions",
        "decimal",
        "numbers",
        "functools",
        "hashlib",
        "heapq",
        "importlib",
        "inspect",
        "itertools",
        "json",
        "keyword",
        "linecache",
        "math",
        "operator",
        "opcode",
        "pathlib",
        "random",
        "re",
        "reprlib",
        "statistics",
        "string",
        "struct",
        "time",
        "token",
        "tokenize",
        "types",
        "typing",
        "unicodedata",
        "warnings",
        "weakref",
        "zlib",
    ]
)
"""The modules of the standard library that the engine may import, besides those that these modules import."""


class ImportGuard:
    """An import hook that refuses every module outside the packages of the engine and the standard library."""

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> None:
        parts = name.split(".")
        ours = parts[0] == "combatbox" and (len(parts) == 1 or parts[1] in PACKAGES)
        if not ours and parts[0] not in sys.stdlib_module_names:
            raise ImportError(f"{name} is not a module of the engine")
        if parts[0] in ("socket", "subprocess", "sqlite3", "ctypes", "email", "urllib", "multiprocessing"):
            raise ImportError(f"{name} is a module that no game needs")


def no_files(event: str, _arguments: Any) -> None:
    """Raise an error when code opens, lists or changes files: an audit hook."""
    if event == "open" or event.startswith(("os.", "socket.", "subprocess.", "shutil.", "tempfile.")):
        raise RuntimeError(f"{event}: there is no file system here")


def played(desk: Any, run: str, rulings: dict[str, str]) -> dict[str, Any]:
    """Play a run, or two missions of a tour, with undo, saves and resumes; return its log, story and a hash of all views."""
    looks, step, missions = sha256(json.dumps(desk.describe()).encode()), 0, 0
    seen = desk.begin(seed="alone", run=run, rulings=rulings)
    while not seen["over"]:
        step += 1
        options = [option["text"] for option in seen["asked"]["options"]]
        taken = options[step % len(options)] if step % 3 == 0 else seen["asked"]["default"]
        if "stand_down" in options:
            missions += 1
            taken = "stand_down" if missions >= MISSIONS else "fly_on"
        seen = desk.answer(taken)
        looks.update(json.dumps(seen).encode())
        if not seen["over"] and "stand_down" not in [option["text"] for option in seen["asked"]["options"]]:
            seen = desk.undo() if step % 11 == 0 else desk.load(desk.save()) if step % 17 == 0 else seen
        looks.update(json.dumps(desk.picture()).encode())
        if step % 29 == 0 and not desk.session.opponent:
            looks.update(json.dumps(desk.drawn()).encode())
    story = desk.load(desk.save())["lines"]
    return {"log": desk.log(), "story": story, "looks": looks.hexdigest(), "steps": step}


def main() -> None:
    """Import the engine, forbid access to files, and play the requested games."""
    sys.meta_path.insert(0, ImportGuard())
    for name in GAMES:
        __import__(f"combatbox.games.{name}.game")
    from combatbox.play.book_codec import parse_book
    from combatbox.play.controller import GameController

    sys.addaudithook(no_files)
    for line in sys.stdin:
        order = json.loads(line)
        book = parse_book(order["book"])
        found = [played(GameController(book), run, order["rulings"]) for run in order["runs"]]
        print(json.dumps(found), flush=True)
    print(json.dumps(sorted(name for name in sys.modules if name.startswith("combatbox."))))


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    main()
