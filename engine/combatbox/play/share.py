"""A game as one short text, for an address: seed, rulings and choices, from which anybody flies it again.

`game.XXXX`: the game's key, and JSON packed and written in letters that stand in an address. Who sends one is not known: all of it is
checked as a save is, and bounded before anything is unpacked.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from typing import Any

from combatbox.core.errors import LogError
from combatbox.core.events import answers_of, faces_of
from combatbox.play.formats import SETUP, Schema
from combatbox.play.plain import check_depth
from combatbox.play.recorded import fault
from combatbox.play.session import Session

FORM = 1
"""Version of shared texts; another is refused."""

LONGEST = 24_000
"""Characters of a shared text: a long tour has a third of that."""

MOST = 400_000
"""Bytes that it may have unpacked."""

_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_SHARED: Schema = {
    "type": "object",
    "required": ["f", "b", "r", "s", "d", "o", "k", "a"],
    "additionalProperties": False,
    "properties": {
        "f": {"const": FORM},
        "b": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
        "r": _TEXT,
        "s": SETUP,
        "d": _TEXT,
        "o": {"type": "object", "additionalProperties": _TEXT},
        "k": _TEXTS,
        "a": {"type": "array", "items": {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2}},
        "x": {"type": "string", "pattern": "^[1-6]*$"},
    },
}  # fmt: skip


def shared(session: Session) -> str:
    """The text of a session as it stands. Raises LogError where it is too long for an address."""
    words: dict[str, int] = {}

    def number(word: str) -> int:
        return words.setdefault(word, len(words))

    events, header = session.journal.events, session.header
    usual = session.book.chosen({})
    answers = [[number(kind), number(taken)] for kind, taken in answers_of(events)]
    data: dict[str, Any] = {
        "f": FORM, "b": session.book.digest, "r": session.run, "s": header["setup"], "d": header["dice"],
        "o": {key: option for key, option in header["rulings"].items() if usual.get(key) != option}, "k": list(words), "a": answers,
    }  # fmt: skip
    if session.seed is None:
        data["x"] = "".join(map(str, faces_of(events)))
    packed = zlib.compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    text = f"{session.book.key}.{urlsafe_b64encode(packed).decode().rstrip('=')}"
    if len(text) > LONGEST:
        raise LogError("this game is too long for an address; share its file instead")
    return text


def unshared(text: str) -> tuple[str, dict[str, Any]]:
    """The game of a shared text, and a save that goes on from there. Raises LogError for a text that is none."""
    game, parted, written = text.strip().partition(".")
    if len(text) > LONGEST or not parted:
        raise LogError("this is no shared game" if len(text) <= LONGEST else "this is too long for a shared game")
    try:
        opened = zlib.decompressobj()
        packed = urlsafe_b64decode(written + "=" * (-len(written) % 4))
        text = opened.decompress(packed, MOST).decode()
        check_depth(text)
        data = json.loads(text)
    except (Error, zlib.error, ValueError, RecursionError) as error:
        raise LogError("this shared game cannot be read: it was cut short, or changed") from error
    wrong = "it is too long" if opened.unconsumed_tail else fault(_SHARED, data, "")
    if not wrong and any(max(pair) >= len(data["k"]) for pair in data["a"]):
        wrong = "its choices name no words"
    if wrong:
        raise LogError(f"this is no shared game of ours: {wrong}")
    header = {
        "game": game,
        "run": data["r"],
        "digest": data["b"],
        "rulings": data["o"],
        "setup": data["s"],
        "dice": data["d"],
    }
    answers = [[data["k"][kind], data["k"][taken], 0, step, ""] for step, (kind, taken) in enumerate(data["a"], 1)]
    return game, {
        "header": header,
        "faces": [int(face) for face in data.get("x", "")],
        "answers": answers,
        "book": data["b"],
    }
