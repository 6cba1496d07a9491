"""Where each rule stands: its place in the prose, the code that carries it, the tests that prove it.

Nothing is imported or run: marks are read from the sources (`pytest.mark.rule("T-303")`, `{{ rule("T-303") }}`), and
what `code:` of rules.yaml names is looked up in syntax trees.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from combatbox.library import paths

_RULES = r"""\((?P<rules>(?:\s*["'][^"'{}\n]+["']\s*,?)+\s*)\)"""
_TEST = re.compile(rf"^[ ]*(?P<mark>@(?:pytest\.)?mark\.rule){_RULES}", re.MULTILINE)
_TEXT = re.compile(r"""["']([^"']+)["']""")
_ANCHOR = re.compile(r"""\brule\(\s*["']([^"']+)["']""")


@dataclass(frozen=True, slots=True)
class Mark:
    """One mention of a rule: its id and where it stands, `rules/1-all.md:40`."""

    rule: str
    place: str


@dataclass(slots=True)
class Trace:
    """Everywhere one rule is marked."""

    prose: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Carrier:
    """A function, class or method that carries a rule: where it is defined, and its name there, `Wave.cover`."""

    file: Path
    line: int
    name: str

    home: Path
    """The folder below which it was found."""

    def path(self, package: Path) -> str:
        """Its file as messages show it: `games/queen/flow.py` seen from our package, `other/parts.py` of another."""
        base = package if self.file.is_relative_to(package) else self.home.parent
        return self.file.relative_to(base).as_posix()

    def place(self, package: Path) -> str:
        """Its place as messages show it: `games/queen/flow.py:40 approach`."""
        return f"{self.path(package)}:{self.line} {self.name}"


def carrier(name: str, homes: Iterable[Path]) -> Carrier | None:
    """What `code:` of rules.yaml means by a name such as `waves.cover` or `press.boards.pieces`.

    homes: the folders below which it is looked up, the game's own before the whole package. None where none has it.
    """
    for home in homes:
        for file, inner in _readings(name, home):
            if file.is_file() and (line := _definitions(tree_of(file)).get(inner)):
                return Carrier(file, line, inner, home)
    return None


def carriers_below(home: Path) -> Iterator[str]:
    """The names of all that could carry a rule below a folder, as `code:` spells them."""
    for file in sorted(home.rglob("*.py")):
        below = file.relative_to(home).with_suffix("").parts
        module = below[:-1] if below[-1] == "__init__" else below
        yield from (".".join((*module, name)) for name in _definitions(tree_of(file)) if module)


def _readings(name: str, home: Path) -> Iterator[tuple[Path, str]]:
    """The ways to read a dotted name: a file, and the name in it."""
    parts = name.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        module, inner = home.joinpath(*parts[:cut]), ".".join(parts[cut:])
        yield module.with_suffix(".py"), inner
        yield module / "__init__.py", inner


@lru_cache(maxsize=512)
def _definitions(tree: ast.Module) -> Mapping[str, int]:
    """The functions, classes and methods of a file, each with its line."""
    return dict(_defined(tree.body))


def _defined(body: Iterable[ast.stmt], owner: str = "") -> Iterator[tuple[str, int]]:
    for stmt in body:
        if isinstance(stmt, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield f"{owner}{stmt.name}", stmt.lineno
        if isinstance(stmt, ast.ClassDef):
            yield from _defined(stmt.body, f"{owner}{stmt.name}.")


def traces(prose: Path, tests: Path | None) -> dict[str, Trace]:
    """Every rule id that is marked anywhere, with its places. Folders that do not exist hold no marks."""
    by_rule: dict[str, Trace] = {}
    for mark in prose_marks(prose):
        by_rule.setdefault(mark.rule, Trace()).prose.append(mark.place)
    for mark in test_marks(tests) if tests else ():
        by_rule.setdefault(mark.rule, Trace()).tests.append(mark.place)
    return by_rule


def with_plug_ins(by_rule: dict[str, Trace], keys: Iterable[str]) -> dict[str, Trace]:
    """These places, and those of the games among `keys` that have folders of their own."""
    for key, folder in paths.plug_ins().items():
        if key in keys:
            for rule, trace in traces(folder / "site", folder / "tests").items():
                known = by_rule.setdefault(rule, Trace())
                known.prose += trace.prose
                known.tests += trace.tests
    return by_rule


def prose_marks(folder: Path) -> Iterator[Mark]:
    """Every `rule("...")` of the Markdown pages below a folder, but for what stands there as an example, in a fence."""
    for path in sorted(folder.rglob("*.md")):
        fenced = False
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            fenced ^= line.lstrip().startswith("```")
            for match in () if fenced else _ANCHOR.finditer(line):
                yield Mark(match[1], f"{path.relative_to(folder).as_posix()}:{number}")


def test_marks(folder: Path) -> Iterator[Mark]:
    """Every `pytest.mark.rule("...")` below a folder, on a test or a class."""
    for path, text in _sources(folder, "mark.rule("):
        for match in _TEST.finditer(text):
            place = f"{path.relative_to(folder).as_posix()}:{_line(text, match.start('mark'))}"
            yield from (Mark(rule, place) for rule in _TEXT.findall(match["rules"]))


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
    """Every Python file below a folder with its syntax tree, which is to be read only: who asks again has the same one."""
    for path in files(folder):
        yield path, tree_of(path)


def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a file, to be read only. Raises SyntaxError naming the file."""
    try:
        return _tree(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        error.filename = str(path)
        raise


def walked(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, each before what is in it, as `ast.walk` has them but for the contexts of names (`Load`,
    `Store`), which are a third of them and say nothing here. In a third of the time: our sources are read often."""
    todo = [node]
    while todo:
        node = todo.pop()
        yield node
        for name in node._fields:
            part = getattr(node, name, None)
            if isinstance(part, list):
                todo += [each for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST) and not isinstance(part, ast.expr_context):
                todo.append(part)


@lru_cache(maxsize=1024)
def _tree(text: str) -> ast.Module:
    """Trees by what the file says: two checks of the same sources, and copies of them, read each text once."""
    return ast.parse(text)
