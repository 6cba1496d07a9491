"""A game played at a desk, with all that a player does; run by itself it does so with nothing but the engine's own packages.

Then books come as JSON lines on the standard input, `{"book": TEXT, "runs": [...]}`, and what was played goes out the same
way. Whatever is imported beside those packages and the part of the standard library named here is refused, and so is every
file, once the engine is there.
"""

import json
import sys
from hashlib import sha256
from typing import Any

MISSIONS = 2

ROOMS = ("drawing", "core", "bomber", "games", "play")
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
"""What of the standard library the engine may import, beside what these import themselves."""


class Doorkeeper:
    """Refuses what is neither of the engine's packages nor of the standard library, before anybody looks for it."""

    def __init__(self) -> None:
        self.refused: list[str] = []

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> None:
        parts = name.split(".")
        ours = parts[0] == "combatbox" and (len(parts) == 1 or parts[1] in ROOMS)
        if not ours and parts[0] not in sys.stdlib_module_names:
            raise ImportError(f"{name} is none of the engine's")
        if parts[0] in ("socket", "subprocess", "sqlite3", "ctypes", "email", "urllib", "multiprocessing"):
            raise ImportError(f"{name} is nothing that a game needs")


def no_files(event: str, _arguments: Any) -> None:
    """The events of an audit hook that stops code which opens, lists or changes files."""
    if event == "open" or event.startswith(("os.", "socket.", "subprocess.", "shutil.", "tempfile.")):
        raise RuntimeError(f"{event}: there is no file system here")


def played(desk: Any, run: str, rulings: dict[str, str]) -> dict[str, Any]:
    """A whole run, of a tour two missions, with steps taken back, saved and gone on with, and every look that there is."""
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
    """Import the engine, close the door, and play what is asked for."""
    sys.meta_path.insert(0, Doorkeeper())
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
