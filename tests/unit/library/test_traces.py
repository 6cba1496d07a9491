"""Marks of rules are read from the text of the sources; Python's own parser finds the same ones."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import combatbox
from combatbox.library import traces

CODE = Path(combatbox.__file__).parent
TESTS = Path(__file__).parents[2]


def by_syntax(folder: Path, name: str) -> list[tuple[str, str]]:
    """Rule and place of every decorator of this name, from the syntax trees."""
    found = []
    for path, tree in traces.parsed(folder):
        for node in ast.walk(tree):
            for mark in getattr(node, "decorator_list", ()):
                if isinstance(mark, ast.Call) and ast.unparse(mark.func).removeprefix("pytest.") == name:
                    place = f"{path.relative_to(folder).as_posix()}:{mark.lineno}"
                    found += [(ast.literal_eval(rule), place) for rule in mark.args]
    return sorted(found)


@pytest.mark.parametrize(
    ("read", "folder", "name"),
    [(traces.code_marks, CODE, "rule"), (traces.test_marks, TESTS, "mark.rule")],
    ids=["code", "tests"],
)
def test_the_marks_read_from_the_text_are_those_of_the_syntax(read, folder, name):
    marks = sorted((mark.rule, mark.place.split(" ")[0]) for mark in read(folder))
    assert len(marks) > 100
    assert marks == by_syntax(folder, name)


def test_a_mark_in_a_string_or_a_comment_marks_nothing(tmp_path):
    (tmp_path / "a.py").write_text('x = \'@rule("T-1")\'\n# @rule("T-2")\n@rule("T-3", "T-4")\ndef told(): ...\n')
    assert [(m.rule, m.place) for m in traces.code_marks(tmp_path)] == [("T-3", "a.py:3 told"), ("T-4", "a.py:3 told")]


def test_the_marks_of_a_project_within_are_its_own(tmp_path):
    for folder in (tmp_path, tmp_path / "guest"):
        folder.mkdir(exist_ok=True)
        (folder / "test_a.py").write_text('@pytest.mark.rule("T-1")\ndef test_it(): ...\n')
    assert len(list(traces.test_marks(tmp_path))) == 2
    (tmp_path / "guest" / "pyproject.toml").touch()
    assert [mark.place for mark in traces.test_marks(tmp_path)] == ["test_a.py:1"]
