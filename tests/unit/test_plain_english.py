"""The engine is written in plain English.

The habits below are the old-fashioned turns that were removed from docstrings, comments and messages.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import combatbox

ENGINE = Path(combatbox.__file__).parent
PROJECT = ENGINE.parents[1]

HABITS = re.compile(
    r"\b(whoever|that (?:is|are) (?-i:none)|so many|(?<!there )is no (?!longer|more|such)|(?:is|are|be) told|of before)\b",
    re.IGNORECASE,
)


def texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield the strings and comments of a module, with their lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def habits(source: str) -> list[str]:
    found = ((line, HABITS.search(text)) for line, text in texts(source))
    return [f"{line}: {match[0]}" for line, match in found if match]


@pytest.mark.parametrize(
    "source",
    [
        '"""Whoever reads this."""', "x = 1  # a row that is none", 'raise ValueError(f"{x} is no log of {y}")',
        '"""What is told."""', '"""After so many missions."""',
    ],
)  # fmt: skip
def test_a_habit_is_found_in_docstrings_comments_and_messages(source):
    assert len(habits(source)) == 1


@pytest.mark.parametrize("source", ['"""There is no row."""', 'x = "is no longer there"', "whoever = so_many = 1"])
def test_plain_words_are_not_habits(source):
    assert habits(source) == []


def test_the_engine_has_no_habits():
    modules = sorted(ENGINE.rglob("*.py"))
    assert len(modules) > 200
    lines = [f"{path.relative_to(PROJECT)}:{line}" for path in modules for line in habits(path.read_text("utf-8"))]
    assert lines == [], "write plain English:\n" + "\n".join(lines)


def test_no_message_shows_an_exception_as_python_does() -> None:
    """`KeyError('rows')` says nothing to a person; its class and words may."""
    shown = [path.name for path in ENGINE.rglob("*.py") if re.search(r"\{(error|exc)!r", path.read_text("utf-8"))]
    assert shown == []
