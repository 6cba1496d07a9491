"""Every rule of a game has a test, for all games that are more than drafts.

Each rule has a test marked with its id, every mark in the game's own tests names one of its rules or rulings, and every switch is set
by some test.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.library.yaml12 import read_yaml

HERE = Path(__file__).parent
OURS = [key for key in GAMES if key not in paths.plug_ins() and load(key).meta.stage != "draft"]


@pytest.fixture(scope="module", params=OURS)
def book(request: pytest.FixtureRequest) -> Book:
    return load(request.param)


def sources(key: str) -> list[Path]:
    """The tests of a game: its folder, and those of other packages that fly it."""
    root = HERE.parent
    return [
        *sorted((HERE / key).glob("*.py")),
        *sorted((HERE / key).glob("test_*.yaml")),
        *sorted(path for path in root.rglob("test_*.py") if HERE not in path.parents),
    ]


def marks(files: list[Path]) -> set[str]:
    """What is named by `@pytest.mark.rule` and by the `rules` of cases in these files."""
    found = {
        rule
        for path in files
        if path.suffix == ".yaml"
        for case in read_yaml(path).data
        for rule in case.get("rules", ())
    }
    return found | {
        arg.value for path in files if path.suffix == ".py" for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule"
        for arg in node.args if isinstance(arg, ast.Constant)
    }  # fmt: skip


def texts(files: list[Path]) -> set[str]:
    """Every string and every word that stands for an argument in these files, and every word of cases."""
    found: set[str] = set()
    for path in files:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".yaml":
            found.update(re.findall(r"[\w-]+", text))
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.keyword) and node.arg:
                found.add(node.arg)
    return found


def test_every_rule_is_proved_by_a_marked_test(book: Book) -> None:
    assert book.rules
    assert set(book.rules) - marks(sources(book.key)) == set()


def test_every_mark_in_the_tests_of_a_game_names_a_rule_or_a_ruling_of_it(book: Book) -> None:
    named = marks([path for path in sources(book.key) if path.is_relative_to(HERE) and path.name.startswith("test_")])
    assert named - set(book.rules) - set(book.rulings) == set()


def test_every_ruling_with_a_choice_is_flown_under_its_options(book: Book) -> None:
    named = texts(sources(book.key))
    for ruling in book.rulings.values():
        if len(ruling.options) > 1:
            assert {ruling.key, ruling.id} & named, f"no test sets {ruling.id} ({ruling.key})"


def test_a_rule_without_a_mark_is_found_out(book: Book) -> None:
    bare = [path for path in sources(book.key) if path.parent == HERE / book.key and path.name.startswith("conftest")]
    assert set(book.rules) - marks(bare) == set(book.rules)
