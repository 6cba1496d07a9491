"""Marks of rules are read from the text of the tests; Python's own parser finds the same. What carries a rule is data."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

import combatbox
from combatbox.games import GAMES
from combatbox.library import paths, rule_traceability
from combatbox.library.load import load
from combatbox.library.yaml12 import read_yaml
from combatbox_dev import syntax_trees

CODE = Path(combatbox.__file__).parent
TESTS = Path(__file__).parents[2]


def by_syntax(folder: Path, name: str) -> list[tuple[str, str]]:
    """Rule and place of every decorator of this name, from the syntax trees."""
    found = []
    for path, tree in syntax_trees.parsed(folder):
        for node in ast.walk(tree):
            for mark in getattr(node, "decorator_list", ()):
                if isinstance(mark, ast.Call) and ast.unparse(mark.func).removeprefix("pytest.") == name:
                    place = f"{path.relative_to(folder).as_posix()}:{mark.lineno}"
                    found += [(ast.literal_eval(rule), place) for rule in mark.args]
    return sorted(found)


def by_reader(folder: Path) -> list[tuple[str, str]]:
    """Rule and place of the rules of every case, as the reader of YAML has them."""
    files = {path.relative_to(folder).as_posix(): read_yaml(path) for path in folder.rglob("test_*.yaml")}
    return [
        (rule, f"{name}:{document.lines[number, 'rules']}")
        for name, document in files.items()
        for number, case in enumerate(document.data)
        for rule in case.get("rules", ())
    ]


def test_the_marks_read_from_the_text_are_those_of_the_syntax():
    marks = sorted(rule_traceability.test_marks(TESTS))
    assert len(marks) > 100
    assert marks == sorted([*by_syntax(TESTS, "mark.rule"), *by_reader(TESTS)])


def test_a_mark_in_a_string_or_a_comment_marks_nothing(tmp_path):
    mark = "pytest.mark.rule"
    (tmp_path / "a.py").write_text(
        f'x = \'@{mark}("T-1")\'\n# @{mark}("T-2")\n@{mark}("T-3", "T-4")\ndef told(): ...\n'
    )
    assert list(rule_traceability.test_marks(tmp_path)) == [("T-3", "a.py:3"), ("T-4", "a.py:3")]


def test_the_marks_of_a_project_within_are_its_own(tmp_path):
    for folder in (tmp_path, tmp_path / "plugin"):
        folder.mkdir(exist_ok=True)
        (folder / "test_a.py").write_text('@pytest.mark.rule("T-1")\ndef test_it(): ...\n')
    assert len(list(rule_traceability.test_marks(tmp_path))) == 2
    (tmp_path / "plugin" / "pyproject.toml").touch()
    assert [place for _, place in rule_traceability.test_marks(tmp_path)] == ["test_a.py:1"]


# ---- what carries a rule


@pytest.fixture
def package(tmp_path):
    """A package with a game: `fly` is in both, `Plane.climb` in the game, `draw` in the package alone."""
    own = tmp_path / "games" / "drill"
    (own / "deck").mkdir(parents=True)
    (own / "flow.py").write_text(
        "def fly(): ...\n\n\n@property\nasync def wait(): ...\n\n\nclass Plane:\n    def climb(self): ...\n"
        "\n    class Wing:\n        def bend(self): ...\n\n\nfly = wait\nif fly:\n    def hidden(): ...\n"
    )
    (own / "deck" / "__init__.py").write_text("def deal(): ...\n")
    (tmp_path / "flow.py").write_text("def fly(): ...\n\n\ndef land(): ...\n")
    (tmp_path / "press").mkdir()
    (tmp_path / "press" / "boards.py").write_text("def draw(): ...\n")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("flow.fly", "games/drill/flow.py:1 fly"),  # the game's own, though the package has one too
        ("flow.wait", "games/drill/flow.py:5 wait"),  # the line of the definition, not of what stands over it
        ("flow.Plane", "games/drill/flow.py:8 Plane"),
        ("flow.Plane.climb", "games/drill/flow.py:9 Plane.climb"),
        ("flow.Plane.Wing.bend", "games/drill/flow.py:12 Plane.Wing.bend"),
        ("flow.land", "flow.py:4 land"),  # the game has such a module, and the package the function
        ("deck.deal", "games/drill/deck/__init__.py:1 deal"),
        ("press.boards.draw", "press/boards.py:1 draw"),
        ("games.drill.flow.fly", "games/drill/flow.py:1 fly"),
        ("climb", None),
        ("flow", None),
        ("flow.climb", None),
        ("flow.Plane.land", None),
        ("boards.draw", None),
        ("deck.__init__.deal.x", None),
    ],
)
def test_what_a_name_under_code_means(package, name, place):
    found = syntax_trees.find_implementation(name, (package / "games" / "drill", package))
    assert (found and f"{found.file.relative_to(package).as_posix()}:{found.line} {found.name}") == place


def test_the_code_of_a_game_from_outside_is_found_in_its_own_package(package, tmp_path_factory):
    other = tmp_path_factory.mktemp("other") / "lampoil"
    other.mkdir()
    (other / "parts.py").write_text("class Storm: ...\n")
    found = syntax_trees.find_implementation("parts.Storm", (other, package))
    assert (found.file, found.line, found.name) == (other / "parts.py", 1, "Storm")


def test_a_file_that_has_changed_is_read_again(package):
    own = package / "games" / "drill"
    assert syntax_trees.find_implementation("flow.glide", (own,)) is None
    (own / "flow.py").write_text("def glide(): ...\n")
    assert syntax_trees.find_implementation("flow.glide", (own,)).line == 1


def test_all_that_could_carry_a_rule_is_named_as_code_spells_it(package):
    names = list(syntax_trees.implementations_below(package / "games" / "drill"))
    assert names == ["deck.deal", "flow.fly", "flow.wait", "flow.Plane", "flow.Plane.climb", "flow.Plane.Wing",
                     "flow.Plane.Wing.bend"]  # fmt: skip
    assert all(syntax_trees.find_implementation(name, (package / "games" / "drill",)) for name in names)


@pytest.mark.parametrize("key", GAMES)
def test_the_code_of_every_rule_is_what_python_imports_by_that_name(key):
    """The names are read from syntax trees; Python itself finds a thing of that name there, or the vocabulary a word."""
    book = load(key)
    own, words = paths.code(key), book.vocabulary.made()
    assert any(item.code for item in book.rules.values())
    for item in (*book.rules.values(), *book.rulings.values()):
        assert item.code == sorted(set(item.code)), f"{item.id}: code stands by the alphabet, each name once"
        for name in item.code:
            if name in words:
                continue
            found = syntax_trees.find_implementation(name, (own, CODE))
            assert found, f"{item.id}: {name}"
            package = CODE if found.file.is_relative_to(CODE) else own
            module = ".".join(found.file.relative_to(package.parent).with_suffix("").parts)
            thing = import_module(module)
            for part in found.name.split("."):
                thing = getattr(thing, part)
            thing = thing.fget if isinstance(thing, property) else thing
            thing = getattr(thing, "function", thing)  # of a word of a vocabulary
            assert thing.__module__ == module
            assert thing.__qualname__ == found.name


def test_the_package_knows_no_mark_of_rules():
    """A decorator that only says something would stand in the way of a compiled build, and be a second place for it."""
    assert by_syntax(CODE, "rule") == []
    assert not (CODE / "core" / "rules.py").exists()
