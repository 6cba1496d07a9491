"""What play can come to: calls followed through the sources, from where a game is flown, printed and shown.

Nothing is imported or run. A name leads to what it is bound to, in its module or, through imports, in another; an
attribute leads to the module's own definition where it stands behind a module, and else to the method of that name in
any class that is reached. What is reached only by a name in a text, a registry nobody reads or a test is not reached;
but the texts in which a game announces itself (`core/announced.py`) are how it is come to.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from combatbox.library.traces import parsed, walked

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Spot = tuple[str, str]
"""A module and a name in it: `("combatbox.games.queen.flow", "fly_out")`, a method as `Wave.attackers`."""


@dataclass(slots=True)
class Module:
    """One source file: what its names are bound to, and what runs when it is imported."""

    name: str
    path: str
    defined: dict[str, ast.AST] = field(default_factory=dict)
    imported: dict[str, Spot] = field(default_factory=dict)
    at_once: list[ast.stmt] = field(default_factory=list)

    def fresh(self) -> Module:
        """The same before anything was followed in it: a function that is reached may import more."""
        return replace(self, imported=dict(self.imported))


class Reach:
    """What of a package is reached from its `house`: all modules but those of `games`, which hold what is checked.

    key: the one game that is come to; all of them where none is named.
    """

    def __init__(
        self, package: Path, key: str = "", games: tuple[str, ...] = ("bomber/", "games/", "press/games/")
    ) -> None:
        self.modules = {module.name: module.fresh() for module in _modules(package, stamps(package))}
        self.games = [module for module in self.modules.values() if module.path.startswith(games)]
        self.reached: set[Spot] = set()
        self.attributes: set[str] = set()
        self._methods: dict[str, list[Spot]] = {}
        self._todo: list[Spot] = []
        for module in self.modules.values():
            for stmt in module.at_once if module in self.games else (*module.at_once, *module.defined.values()):
                self._read(module, stmt)
        own = f"games/{key}/" if key else "games/"
        self._todo += [spot for module in self.games if module.path.startswith(own) for spot in _announced(module)]
        self._follow()

    @classmethod
    def of(cls, package: Path, key: str = "") -> Reach:
        """The reach within a package as it stands, read again only when one of its files has changed."""
        return _reach(package, key, stamps(package))

    def comes_to(self, path: str, name: str) -> bool:
        """Whether play comes to a definition of a file, `games/queen/waves.py`; to all that is no game's it does."""
        return all((module.name, name) in self.reached for module in self.games if module.path == path)

    def unreached(self) -> Iterator[str]:
        """The functions, classes and methods of the games that nothing comes to; of an idle class not each method.

        Each by its place: `games/queen/flow.py:40 approach`.
        """
        for spot, place in self.definitions():
            owner = spot[1].rpartition(".")[0]
            if spot not in self.reached and (not owner or (spot[0], owner) in self.reached):
                yield place

    def definitions(self, folder: str = "") -> Iterator[tuple[Spot, str]]:
        """The functions, classes and methods of the games, or of one folder of theirs, each with its place.

        What Python itself calls (`__len__`) is part of its class.
        """
        for module in self.games:
            for name, node in _with_methods(module.defined) if module.path.startswith(folder) else ():
                method = name.rpartition(".")[2]
                if not (method.startswith("__") and method.endswith("__")):
                    yield (module.name, name), f"{module.path}:{node.lineno} {name}"

    def unread(self) -> Iterator[str]:
        """The fields of the games' states that nothing reads: `games/queen/state.py:259 State.descends`."""
        names, patterns = set[str](), set[str]()
        for module in self.modules.values():
            for node in (*module.defined.values(), *module.at_once):
                read = _read_by(node)
                names |= read[0]
                patterns |= read[1]
        spelt = re.compile("|".join(sorted(patterns)))
        for module in self.games:
            if module.path.endswith("/state.py"):
                for place, name in _fields(module):
                    if name not in names and not spelt.fullmatch(name):
                        yield place

    # ---- following

    def _follow(self) -> None:
        while self._todo:
            spot = self._todo.pop()
            module = self.modules.get(spot[0])
            if spot in self.reached or module is None:
                continue
            if spot[1] in module.imported:
                self.reached.add(spot)
                self._todo.append(module.imported[spot[1]])
            elif node := self._node(module, spot[1]):
                self.reached.add(spot)
                self._arrive(module, spot[1], node)

    def _node(self, module: Module, name: str) -> ast.AST | None:
        owner, _, method = name.partition(".")
        node = module.defined.get(owner)
        if not method or not isinstance(node, ast.ClassDef):
            return node
        return next((part for part in node.body if isinstance(part, Definition) and part.name == method), None)

    def _arrive(self, module: Module, name: str, node: ast.AST) -> None:
        """Read what is reached: all of it, but of a class only what is not a method; its methods wait for a call."""
        if not isinstance(node, ast.ClassDef) or "." in name:
            self._read(module, node)
            return
        for part in (*node.decorator_list, *node.bases, *(k.value for k in node.keywords)):
            self._read(module, part)
        for stmt in node.body:
            if not isinstance(stmt, ast.FunctionDef | ast.AsyncFunctionDef):
                self._read(module, stmt)
                continue
            spot = (module.name, f"{name}.{stmt.name}")
            if stmt.name.startswith("__") or stmt.name in self.attributes:
                self._todo.append(spot)
            else:
                self._methods.setdefault(stmt.name, []).append(spot)

    def _read(self, module: Module, node: ast.AST) -> None:
        """Note every name and attribute of what is reached; a name of its own hides the module's."""
        named = _named(node)
        for stmt in named.imports:
            module.imported.update(_imported(module.name, stmt))
        for name, attribute in named.behind:
            if whole := self._whole(module, name):
                self._todo.append((whole.name, attribute))
        for attribute in named.attributes - self.attributes:
            self.attributes.add(attribute)
            self._todo += self._methods.pop(attribute, [])
        for name in named.alone:
            if whole := self._whole(module, name):
                self._todo += _words(whole)  # a module handed over whole is a list of its words
        self._todo += [(module.name, name) for name in named.loaded]

    def _whole(self, module: Module, name: str) -> Module | None:
        """The module that a name stands for, if it does for one."""
        return self.modules.get(".".join(part for part in module.imported.get(name, ()) if part))


Stamps = tuple[tuple[str, int], ...]


def stamps(package: Path) -> Stamps:
    """Every file of a package with the time of its last change."""
    return tuple((str(path), path.stat().st_mtime_ns) for path in sorted(package.rglob("*.py")))


@lru_cache(maxsize=8)
def _reach(package: Path, key: str, _stamps: Stamps) -> Reach:
    return Reach(package, key)


@lru_cache(maxsize=2)
def _modules(package: Path, _stamps: Stamps) -> tuple[Module, ...]:
    return tuple(read_modules(package))


# ---- reading


def read_modules(package: Path) -> Iterator[Module]:
    """Every module of a package, by its dotted name."""
    for path, tree in parsed(package):
        below = path.relative_to(package)
        parts = [package.name, *below.with_suffix("").parts]
        if parts[-1] == "__init__":
            parts.pop()
        module = Module(".".join(parts), below.as_posix())
        for stmt in _flat(tree.body):
            _bind(module, stmt)
        yield module


def _flat(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, those below an `if` or `try` among them."""
    for stmt in body:
        if isinstance(stmt, ast.If | ast.Try):
            yield from _flat(stmt.body)
            yield from _flat(stmt.orelse)
            for handler in getattr(stmt, "handlers", ()):
                yield from _flat(handler.body)
        else:
            yield stmt


def _bind(module: Module, stmt: ast.stmt) -> None:
    """What a statement of a module binds, or that it does something at once."""
    if isinstance(stmt, Definition):
        module.defined[stmt.name] = stmt
    elif isinstance(stmt, ast.Import | ast.ImportFrom):
        module.imported.update(_imported(module.name, stmt))
    elif isinstance(stmt, ast.Assign | ast.AnnAssign):
        names = [name for target in _targets(stmt) for name in walked(target) if isinstance(name, ast.Name)]
        bound = [name.id for name in names if isinstance(name.ctx, ast.Store)]
        module.defined.update(dict.fromkeys(bound, stmt))
        if not bound:  # something is set in what is bound already
            module.at_once.append(stmt)
    else:
        module.at_once.append(stmt)


def _targets(stmt: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target]


def _imported(module: str, stmt: ast.Import | ast.ImportFrom) -> Mapping[str, Spot]:
    if isinstance(stmt, ast.Import):
        return {alias.asname or alias.name: (alias.name, "") for alias in stmt.names}
    return {alias.asname or alias.name: (stmt.module or module, alias.name) for alias in stmt.names}


def _with_methods(defined: Mapping[str, ast.AST]) -> Iterator[tuple[str, Definition]]:
    for name, node in defined.items():
        if isinstance(node, Definition):
            yield name, node
            if isinstance(node, ast.ClassDef):
                yield from ((f"{name}.{part.name}", part) for part in node.body if isinstance(part, Definition))


def _words(module: Module) -> list[Spot]:
    """The functions of a module that a decorator makes words of a vocabulary."""
    return [
        (module.name, name)
        for name, node in module.defined.items()
        if isinstance(node, ast.FunctionDef) and any(_is_word(one) for one in node.decorator_list)
    ]


def _is_word(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and _last(decorator.func) in ("effect", "condition", "quantity")


def _announced(module: Module) -> Iterator[Spot]:
    """What the announcement of a game names as `package.module:NAME`."""
    for node in module.defined.values():
        for call in walked(node):
            if isinstance(call, ast.Call) and _last(call.func) == "Announcement":
                for text in _texts([*call.args, *(keyword.value for keyword in call.keywords)]):
                    where, colon, name = text.partition(":")
                    if colon:
                        yield where, name


def _fields(module: Module) -> Iterator[tuple[str, str]]:
    """The fields of a module's dataclasses, each with its place."""
    for name, node in module.defined.items():
        for part in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                yield f"{module.path}:{part.lineno} {name}.{part.target.id}", part.target.id


def _reads(node: ast.AST) -> Iterator[str]:
    """What a piece of code reads by name: an attribute, a key, or the part that a word of the vocabulary stands for."""
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        yield node.attr
    elif isinstance(node, ast.Subscript):
        yield from _texts([node.slice])
    elif isinstance(node, ast.Call) and _last(node.func) in ("get", "getattr"):
        yield from _texts(node.args)
    elif isinstance(node, ast.AnnAssign) and _last(node.target) in ("name", "flag") and node.value:
        yield from _texts([node.value])


def _texts(nodes: Iterable[ast.expr]) -> Iterator[str]:
    return (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


def _patterns(node: ast.AST) -> Iterator[str]:
    """Names that are put together, as patterns: `f"{side}_flap_out"`, or the head of a path, `f"aimed.{gun}"`."""
    if isinstance(node, ast.JoinedStr) and len(node.values) > 1:
        parts = [re.escape(str(v.value)) if isinstance(v, ast.Constant) else "[a-z]+" for v in node.values]
        text = "".join(parts).partition(re.escape("."))[0]
        if re.search("[a-z_]{3}", text.replace("[a-z]+", "")) and " " not in text:
            yield text


@lru_cache(maxsize=1 << 15)
def _read_by(node: ast.AST) -> tuple[frozenset[str], frozenset[str]]:
    """What a definition reads by name, and the patterns of the names that it puts together."""
    parts = list(walked(node))
    return (
        frozenset(name for part in parts for name in _reads(part)),
        frozenset(text for part in parts for text in _patterns(part)),
    )


@dataclass(frozen=True, slots=True)
class Named:
    """What a piece of code names.

    behind: each attribute that is taken of a name, with that name. attributes: all of them. loaded: the names that are read
    and not its own. alone: those of them that no attribute is taken of, so that the thing itself is handed on.
    """

    imports: list[ast.Import | ast.ImportFrom] = field(default_factory=list)
    behind: set[tuple[str, str]] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    loaded: set[str] = field(default_factory=set)
    alone: set[str] = field(default_factory=set)


@lru_cache(maxsize=1 << 15)
def _named(node: ast.AST) -> Named:
    parts = list(walked(node))
    named, own, before_dot = Named(), _own_names(node, parts), set[int]()
    for part in parts:  # an attribute comes before what it is taken of
        if isinstance(part, ast.Attribute):
            named.attributes.add(part.attr)
            if isinstance(part.value, ast.Name):
                before_dot.add(id(part.value))
                named.behind.add((part.value.id, part.attr))
        elif isinstance(part, ast.Name):
            if isinstance(part.ctx, ast.Load) and part.id not in own:
                named.loaded.add(part.id)
                if id(part) not in before_dot:
                    named.alone.add(part.id)
        elif isinstance(part, ast.ImportFrom | ast.Import):
            named.imports.append(part)
    return named


def _own_names(node: ast.AST, parts: Iterable[ast.AST]) -> set[str]:
    """The names that a function binds for itself. parts: all that is in it."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return set()
    args = {part.arg for part in walked(node.args) if isinstance(part, ast.arg)}
    return args | {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def _last(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
