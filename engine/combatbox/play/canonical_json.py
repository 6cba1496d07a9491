"""Canonical JSON and digests: the same data gives the same bytes everywhere."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import accumulate
from math import isfinite
from typing import Any

MAX_DIGITS = 18
"""The maximum number of digits of a whole number; any such number fits into 64 bits."""

DEEPEST = 100
"""The maximum number of nesting levels: five times what our data need. Python in a browser crashes at some thousands.
"""

MARK = "\ufeff"
"""The byte order mark, which some editors put at the beginning of a file."""

_STEPS = {ord(bracket): step for brackets, step in (("[{", 1), ("]}", -1)) for bracket in brackets}
_NOT_BRACKETS = bytes(set(range(256)) - {*_STEPS})


def plain_text(text: str) -> str:
    """Return the text of a person's file without a byte order mark and Windows line ends, which editors add."""
    return text.removeprefix(MARK).replace("\r\n", "\n")


def text_lines(text: str) -> list[str]:
    """Return the lines of a log, save or checkpoint; blank last lines and a missing last line feed do not matter."""
    return plain_text(text).rstrip().split("\n")


def canonical_json(data: Any) -> str:
    """Serialize data as JSON with sorted keys and no spaces."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def compact_json(data: Any) -> str:
    """Serialize data as JSON in the order of its keys and without spaces."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def digest(data: Any) -> str:
    """Return the first 16 hex digits of the SHA-256 of the data's canonical JSON."""
    return sha256(canonical_json(data).encode()).hexdigest()[:16]


def from_json(text: str) -> Any:
    """Parse JSON strictly, without huge numbers, NaN or deep nesting.

    Raises:
        ValueError: the text is not JSON, or breaks one of these limits.
    """
    check_depth(text)
    return json.loads(text, parse_int=_parse_int, parse_float=_parse_float, parse_constant=_parse_float)


def check_depth(text: str) -> None:
    """Raise ValueError if JSON is nested more than `DEEPEST` levels, without parsing it.

    A parser calls itself for each level. With a small stack, such as a browser's, deep nesting would crash Python
    itself.
    """
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    outside = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])  # of strings
    brackets = outside.encode(errors="surrogatepass").translate(None, _NOT_BRACKETS)
    if max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > DEEPEST:
        raise ValueError(f"lists and mappings are nested more than {DEEPEST} levels deep")


def _parse_int(text: str) -> int:
    if len(text.lstrip("-")) > MAX_DIGITS:
        raise ValueError(f"a number has {len(text)} digits; the maximum is {MAX_DIGITS}")
    return int(text)


def _parse_float(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError(f"{text[:20]} is not a number")
    return value
