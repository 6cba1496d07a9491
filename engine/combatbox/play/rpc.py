"""The counter of a desk: what a page asks comes as one text of JSON, and so does the answer.

`{"method": "answer", "args": {"taken": "evade"}}` gives `{"value": ...}`, or `{"error": {"kind": ..., "message": ...}}` with one
clear sentence. Nothing is called but what `METHODS` names, and nothing is read that is longer than `LONGEST`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from combatbox.core.errors import CombatBoxError, DiceError, IllegalChoice, LogError
from combatbox.play.book_codec import book_of
from combatbox.play.canonical_json import check_depth
from combatbox.play.controller import GameController
from combatbox.play.session import BookChanged

METHODS: Mapping[str, Mapping[str, type]] = {
    "describe": {},
    "begin": {"seed": str, "run": str, "mission": int, "names": dict, "rulings": dict, "dice": str, "by_hand": list},
    "load": {"text": str},
    "fly_on": {},
    "finish_under": {"book": str},
    "answer": {"taken": str},
    "throw": {"faces": list},
    "auto": {"stretch": str, "to": str},
    "undo": {"size": str},
    "redo": {},
    "back_to": {"answers": int},
    "save": {},
    "log": {},
    "record": {},
    "share": {},
    "open_share": {"text": str},
    "seen": {},
    "picture": {},
    "drawn": {"since": int, "up": int},
    "speak": {},
    "advise": {"flights": int},
    "odds_begin": {"missions": int, "seed": str, "mission": int, "rulings": dict, "always": dict, "beside": dict},
    "odds_fly": {"missions": int},
}
"""What of a desk may be called, with the kind of each argument. What they may hold the desk knows."""

NEEDED: Mapping[str, tuple[str, ...]] = {
    "begin": ("seed",), "load": ("text",), "finish_under": ("book",), "answer": ("taken",), "throw": ("faces",),
    "back_to": ("answers",), "open_share": ("text",), "advise": ("flights",),
    "odds_begin": ("missions", "seed"), "odds_fly": ("missions",),
}  # fmt: skip
"""The arguments that a method cannot do without."""

LONGEST = 8_000_000
"""Characters of what is asked at once: the save of a long tour has an eighth of that."""

KINDS: Mapping[type[CombatBoxError], str] = {
    BookChanged: "moved",
    IllegalChoice: "choice",
    DiceError: "dice",
    LogError: "log",
}
"""What an error is called for the page; all others are `refused`."""


class RpcDispatcher:
    """Opens a book, and then has a desk answer."""

    def __init__(self) -> None:
        self.desk: GameController | None = None

    def answer(self, text: str) -> str:
        """The answer to what is asked. Raises nothing that a page could send."""
        try:
            return json.dumps({"value": self._value(text)}, ensure_ascii=False, separators=(",", ":"))
        except CombatBoxError as error:
            kind = next((name for known, name in KINDS.items() if isinstance(error, known)), "refused")
            return json.dumps({"error": {"kind": kind, "message": str(error), **_more(error)}}, ensure_ascii=False)
        except RecursionError:
            return json.dumps({"error": {"kind": "refused", "message": "what was sent is nested too deeply"}})

    def _value(self, text: str) -> Any:
        asked = _asked(text)
        method, args = asked["method"], asked["args"]
        if method == "open":
            if set(args) != {"book"} or not isinstance(args["book"], str):
                raise CombatBoxError("to open a game takes its compiled book, as text")
            self.desk = GameController(book_of(args["book"]))
            return self.desk.describe()
        if self.desk is None:
            raise CombatBoxError("no book is open")
        if method not in METHODS:
            raise CombatBoxError(f"{method!r:.60} is nothing that a desk does")
        _check(method, args)
        return getattr(self.desk, method)(**args)


def _asked(text: str) -> dict[str, Any]:
    """What is asked, of the kinds that it should be. Raises CombatBoxError."""
    if len(text) > LONGEST:
        raise CombatBoxError(f"what was sent has {len(text)} characters; {LONGEST} are the most")
    try:
        check_depth(text)
        asked = json.loads(text)
    except ValueError as error:
        raise CombatBoxError("what was sent is no JSON") from error
    if not isinstance(asked, dict) or set(asked) != {"method", "args"} or not isinstance(asked["method"], str):
        raise CombatBoxError("what was sent names no method with its arguments")
    if not isinstance(asked["args"], dict):
        raise CombatBoxError("arguments are a mapping by their names")
    return asked


def _check(method: str, args: Mapping[str, Any]) -> None:
    """Raise CombatBoxError where arguments are not those of a method, or of another kind."""
    known = METHODS[method]
    for name, value in args.items():
        if name not in known:
            raise CombatBoxError(f"{method}: {name!r:.60} is nothing that it takes")
        if type(value) is not known[name]:
            raise CombatBoxError(f"{method}: {name} is {value!r:.60}; {_WORDS[known[name]]} is wanted")
        if name in ("rulings", "always", "by_hand") and not _texts(value):
            raise CombatBoxError(f"{method}: {name} is {value!r:.60}; all in it is to be text")
    for name in NEEDED.get(method, ()):
        if name not in args:
            raise CombatBoxError(f"{method}: {name} is missing")


def _texts(texts: Any) -> bool:
    """All in a list or a mapping is text."""
    return all(isinstance(one, str) for one in (texts.values() if isinstance(texts, dict) else texts))


_WORDS: Mapping[type, str] = {str: "text", int: "a whole number", dict: "a mapping", list: "a list"}


def _more(error: CombatBoxError) -> dict[str, Any]:
    """What a page can show beside the sentence."""
    if not isinstance(error, BookChanged):
        return {}
    names = ("mission", "place", "row", "event", "began", "now", "stopped")
    return {"at": {name: getattr(error, name) for name in names}}
