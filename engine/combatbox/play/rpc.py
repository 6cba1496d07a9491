"""JSON requests from a page to a game controller, and the responses.

`{"method": "answer", "args": {"taken": "evade"}}` gives `{"value": ...}`, or `{"error": {"kind": ..., "message": ...}}`
with a message of one sentence. Only the methods that the controller offers can be called, with the
arguments of their signatures, and a request may have at most `LONGEST` characters.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, get_type_hints

from combatbox.core.errors import CombatBoxError, DiceError, IllegalChoice, LogError
from combatbox.play.book_codec import parse_book
from combatbox.play.canonical_json import check_depth, compact_json
from combatbox.play.controller import GameController
from combatbox.play.dataclass_validation import faults
from combatbox.play.saves import StaleHandover
from combatbox.play.session import BookChanged

LONGEST = 8_000_000
"""The maximum number of characters of a request: eight times the save of a long tour."""

KINDS: Mapping[type[CombatBoxError], str] = {
    BookChanged: "moved",
    IllegalChoice: "choice",
    DiceError: "dice",
    StaleHandover: "stale",
    LogError: "log",
}
"""The kind of error that is reported to a page, by class of error; errors of all other classes are `refused`."""


def open_game(text: str) -> GameController:
    """Return the controller of the game whose compiled book is `text`."""
    return GameController(parse_book(text))


class RpcDispatcher:
    """A dispatcher that opens a book, and passes requests to the object that answers them for this book.

    Args:
        opens: returns the object for the text of the book; it has the methods `describe` and `guarded`, and methods
            that are `offered`.
    """

    def __init__(self, opens: Callable[[str], Any] = open_game) -> None:
        self.opens = opens
        self.controller: Any = None

    def answer(self, text: str) -> str:
        """Answer a request. No request makes this method raise an exception.

        Args:
            text: the request as JSON.

        Returns:
            The response as JSON.
        """
        try:
            return compact_json({"value": self._value(text)})
        except CombatBoxError as error:
            kind = next((name for known, name in KINDS.items() if isinstance(error, known)), "refused")
            return json.dumps({"error": {"kind": kind, "message": str(error), **_more(error)}}, ensure_ascii=False)
        except RecursionError:
            return json.dumps({"error": {"kind": "refused", "message": "the request is nested too deeply"}})

    def _value(self, text: str) -> Any:
        request = _parse_request(text)
        method, args = request["method"], request["args"]
        if method == "open":
            if set(args) != {"book"} or not isinstance(args["book"], str):
                raise CombatBoxError("open: needs the argument `book`, a compiled book as text")
            self.controller = self.opens(args["book"])
            gc.freeze()  # the book stays: the garbage collector need not scan it in the middle of a step
            return self.controller.describe()
        if self.controller is None:
            raise CombatBoxError("no book is open; call `open` first")
        called: Any = getattr(type(self.controller), method, None)
        if not getattr(called, "is_offered", False):
            raise CombatBoxError(f"unknown method {method!r:.60}")
        _check(called, args)
        with self.controller.guarded():
            return called(self.controller, **args)


def _parse_request(text: str) -> dict[str, Any]:
    """Parse and validate a request.

    Raises:
        CombatBoxError: the request is too long, is not JSON, or has no method with arguments.
    """
    if len(text) > LONGEST:
        raise CombatBoxError(f"the request has {len(text)} characters; the maximum is {LONGEST}")
    try:
        check_depth(text)
        request = json.loads(text)
    except ValueError as error:
        raise CombatBoxError("the request is not JSON") from error
    if not isinstance(request, dict) or set(request) != {"method", "args"} or not isinstance(request["method"], str):
        raise CombatBoxError("the request must have exactly `method` and `args`")
    if not isinstance(request["args"], dict):
        raise CombatBoxError("`args` must be an object with the arguments by name")
    return request


def _check(called: Callable[..., Any], args: Mapping[str, Any]) -> None:
    """Raise CombatBoxError if arguments are unknown, missing or of the wrong type."""
    method, hints, known = called.__name__, get_type_hints(called), signature(called).parameters
    for name, value in args.items():
        if name not in known or name == "self":
            raise CombatBoxError(f"{method}: unknown argument {name!r:.60}")
        for where, fault in faults(hints[name], value, (name,)):
            raise CombatBoxError(f"{method}: {'.'.join(map(str, where)):.60} {fault}")
    for name, parameter in known.items():
        if parameter.default is parameter.empty and name not in {"self", *args}:
            raise CombatBoxError(f"{method}: {name} is missing")


def _more(error: CombatBoxError) -> dict[str, Any]:
    """Return the details of an error that a page can show besides the message."""
    if not isinstance(error, BookChanged):
        return {}
    names = ("mission", "place", "row", "event", "began", "now", "stopped")
    return {"at": {name: getattr(error, name) for name in names}}
