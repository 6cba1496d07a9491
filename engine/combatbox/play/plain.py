"""Plain data as JSON in one fixed form, and its digests: the same data gives the same bytes everywhere."""

from __future__ import annotations

import json
from hashlib import sha256
from math import isfinite
from typing import Any

MAX_DIGITS = 18
"""Digits of a whole number: all that are, and are needed, fit a machine's word."""


def canonical(data: Any) -> str:
    """JSON in one fixed form: the same data gives the same bytes everywhere."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def digest(data: Any) -> str:
    """The first 16 hex digits of the SHA-256 of the canonical JSON."""
    return sha256(canonical(data).encode()).hexdigest()[:16]


def from_json(text: str) -> Any:
    """JSON as we write it: no numbers without end, no NaN. Raises ValueError or RecursionError."""
    return json.loads(text, parse_int=_whole, parse_float=_decimal, parse_constant=_decimal)


def _whole(text: str) -> int:
    if len(text.lstrip("-")) > MAX_DIGITS:
        raise ValueError(f"a number of {len(text)} digits; {MAX_DIGITS} are the most")
    return int(text)


def _decimal(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError(f"{text[:20]} is no number")
    return value
