"""Finds where each rule is mentioned in prose and tests.

Prose writes `{{ rule("T-303") }}`, a test in Python `pytest.mark.rule("T-303")`, and a case in YAML `rules: ["T-303"]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from combatbox.core.annotations import record
from combatbox.library import paths

_TEST = re.compile(
    r"""^[ ]*(?P<mark>@(?:pytest\.)?mark\.rule\(|rules: \[)(?P<rules>(?:\s*["'][^"'{}\n]+["']\s*,?)+\s*)[\])]""",
    re.MULTILINE,
)
_TEXT = re.compile(r"""["']([^"']+)["']""")
_ANCHOR = re.compile(r"""\brule\(\s*["']([^"']+)["']""")


@record
class Trace:
    """All places in prose and in tests that mention one rule."""

    prose: list[str] = []
    tests: list[str] = []


def traces(prose: Path, tests: Path | None, keys: Iterable[str]) -> dict[str, Trace]:
    """Return the places that mention each rule, in the project and in plug-ins, by rule id.

    Args:
        prose: the folder of pages.
        tests: the folder of tests, if there is one.
        keys: the keys of the games whose plug-ins are searched.
    """
    by_rule: dict[str, Trace] = {}
    plug_ins = ((folder / "site", folder / "tests") for key, folder in paths.plug_ins().items() if key in keys)
    for pages, cases in ((prose, tests), *plug_ins):
        for rule, place in prose_marks(pages):
            by_rule.setdefault(rule, Trace()).prose.append(place)
        for rule, place in test_marks(cases) if cases else ():
            by_rule.setdefault(rule, Trace()).tests.append(place)
    return by_rule


def prose_marks(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the rule and place of every `rule("...")` in the pages below a folder, except in fenced code.

    A place is a file and line: `rules/1-all.md:40`.
    """
    for path in sorted(folder.rglob("*.md")):
        fenced = False
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            fenced ^= line.lstrip().startswith("```")
            for match in () if fenced else _ANCHOR.finditer(line):
                yield match[1], f"{path.relative_to(folder).as_posix()}:{number}"


def test_marks(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the rule and place of every mark in the Python files and the cases of rules below a folder."""
    for path in [*files(folder), *files(folder, "test_*.yaml")]:
        text = path.read_text(encoding="utf-8")
        for match in _TEST.finditer(text):
            place = f"{path.relative_to(folder).as_posix()}:{text.count(chr(10), 0, match.start('mark')) + 1}"
            yield from ((rule, place) for rule in _TEXT.findall(match["rules"]))


test_marks.__test__ = False  # type: ignore[attr-defined]  # pytest must not take it for a test


def files(folder: Path, name: str = "*.py") -> list[Path]:
    """Return the files below a folder with a name like this, all Python files by default, except those of nested projects."""
    others = [path.parent for path in folder.rglob("pyproject.toml")]
    return [path for path in sorted(folder.rglob(name)) if not any(path.is_relative_to(other) for other in others)]
