"""Where each rule stands: its place in the prose, the code that carries it, the tests that prove it.

Nothing is imported or run; marks are read from the sources (`@rule("T-303")`, `pytest.mark.rule("T-303")`,
`{{ rule("T-303") }}`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from combatbox.library import paths

_RULES = r"""\((?P<rules>(?:\s*["'][^"'{}\n]+["']\s*,?)+\s*)\)"""
_CODE = re.compile(rf"^[ ]*(?P<mark>@(?:\w+\.)?rule){_RULES}", re.MULTILINE)
_TEST = re.compile(rf"^[ ]*(?P<mark>@(?:pytest\.)?mark\.rule){_RULES}", re.MULTILINE)
_NAMED = re.compile(r"^[ ]*(?:async def|def|class) (\w+)", re.MULTILINE)
_TEXT = re.compile(r"""["']([^"']+)["']""")
_ANCHOR = re.compile(r"""\brule\(\s*["']([^"']+)["']""")


@dataclass(frozen=True, slots=True)
class Mark:
    """One mention of a rule: its id and where it stands, `flow.py:40 approach`."""

    rule: str
    place: str


@dataclass(slots=True)
class Trace:
    """Everywhere one rule stands."""

    prose: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


def traces(prose: Path, code: Path, tests: Path | None) -> dict[str, Trace]:
    """Every rule id that is marked anywhere, with its places. Folders that do not exist hold no marks."""
    found: dict[str, Trace] = {}
    for mark in prose_marks(prose):
        found.setdefault(mark.rule, Trace()).prose.append(mark.place)
    for mark in code_marks(code):
        found.setdefault(mark.rule, Trace()).code.append(mark.place)
    for mark in test_marks(tests) if tests else ():
        found.setdefault(mark.rule, Trace()).tests.append(mark.place)
    return found


def with_guests(found: dict[str, Trace], keys: Iterable[str]) -> dict[str, Trace]:
    """These places, and those of the games among `keys` that have folders of their own, code and tests too."""
    for key, folder in paths.guests().items():
        if key in keys:
            for rule, trace in traces(folder / "site", paths.code(key), folder / "tests").items():
                known = found.setdefault(rule, Trace())
                known.prose += trace.prose
                known.code += trace.code
                known.tests += trace.tests
    return found


def prose_marks(folder: Path) -> Iterator[Mark]:
    """Every `rule("...")` of the Markdown pages below a folder."""
    for path in sorted(folder.rglob("*.md")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for match in _ANCHOR.finditer(line):
                yield Mark(match[1], f"{path.relative_to(folder).as_posix()}:{number}")


def code_marks(folder: Path) -> Iterator[Mark]:
    """Every `@rule("...")` on a function or class below a folder."""
    for path, text in _sources(folder, "rule("):
        for found in _CODE.finditer(text):
            if name := _NAMED.search(text, found.end()):
                place = f"{path.relative_to(folder).as_posix()}:{_line(text, found.start('mark'))} {name[1]}"
                yield from (Mark(rule, place) for rule in _TEXT.findall(found["rules"]))


def test_marks(folder: Path) -> Iterator[Mark]:
    """Every `pytest.mark.rule("...")` below a folder, on a test or a class."""
    for path, text in _sources(folder, "mark.rule("):
        for found in _TEST.finditer(text):
            place = f"{path.relative_to(folder).as_posix()}:{_line(text, found.start('mark'))}"
            yield from (Mark(rule, place) for rule in _TEXT.findall(found["rules"]))


test_marks.__test__ = False  # type: ignore[attr-defined]  # pytest must not take it for a test


def _sources(folder: Path, having: str) -> Iterator[tuple[Path, str]]:
    """Every Python file below a folder that has this text in it."""
    for path in files(folder):
        text = path.read_text(encoding="utf-8")
        if having in text:
            yield path, text


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def files(folder: Path) -> list[Path]:
    """Every Python file below a folder, but not those of a project of its own in there: a guest's are no part of ours."""
    others = [path.parent for path in folder.rglob("pyproject.toml")]
    return [path for path in sorted(folder.rglob("*.py")) if not any(path.is_relative_to(other) for other in others)]


def parsed(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Every Python file below a folder with its syntax tree."""
    for path in files(folder):
        yield path, ast.parse(path.read_text(encoding="utf-8"), str(path))
