"""Plain data as JSON in one fixed form, and its digests: the same data gives the same bytes everywhere."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from math import isfinite
from typing import Any

MAX_DIGITS = 18
"""Digits of a whole number: all that are, and are needed, fit a machine's word."""

DEEPEST = 100
"""Levels of lists and mappings in one another: nothing of ours has a fifth of that. Python in a browser dies of some thousand."""

MARK = "\ufeff"
"""The byte order mark that some editors put before a text."""

HAS_MARK = "begins with a byte order mark; save it as UTF-8 without one"

_NOT_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[^][{}"]++', re.DOTALL)
"""Texts, the last of which may be cut short, and all else that nests nothing. No text makes it look twice at a character."""


def canonical_json(data: Any) -> str:
    """JSON in one fixed form: the same data gives the same bytes everywhere."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def digest(data: Any) -> str:
    """The first 16 hex digits of the SHA-256 of the canonical JSON."""
    return sha256(canonical_json(data).encode()).hexdigest()[:16]


def from_json(text: str) -> Any:
    """Read JSON as we write it: no numbers without end, no NaN, not nested too deeply. Raises ValueError."""
    check_depth(text)
    return json.loads(text, parse_int=_whole, parse_float=_decimal, parse_constant=_decimal)


def check_depth(text: str) -> None:
    """Raise ValueError for JSON with more than `DEEPEST` levels, before a parser goes down into it.

    A parser calls itself for each level, and where the stack is small, as in a browser, that ends Python itself.
    """
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    left = _NOT_BRACKETS.sub("", text)
    for _ in range(DEEPEST):
        left, before = left.replace("[]", "").replace("{}", ""), len(left)
        if len(left) == before:
            break
    else:
        before = 0  # it was still growing shorter
    if left and (not before or left.count("[") + left.count("{") > DEEPEST):
        raise ValueError(f"more than {DEEPEST} levels of lists and mappings in one another")


def _whole(text: str) -> int:
    if len(text.lstrip("-")) > MAX_DIGITS:
        raise ValueError(f"a number of {len(text)} digits; {MAX_DIGITS} are the most")
    return int(text)


def _decimal(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError(f"{text[:20]} is not a number")
    return value
