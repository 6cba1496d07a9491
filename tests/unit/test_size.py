"""The engine does not grow: logic nodes and modules stay below a ceiling, and code is not hidden from the count."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import combatbox

ENGINE = Path(combatbox.__file__).parent
MOST_LOGIC = 347_402
"""The ceiling of logic nodes. A change that needs more takes something away first; lower it when the engine shrinks."""

MOST_MODULES = 346
MOST_UNFORMATTED = 7
"""How often `fmt: skip` may occur."""

LONGEST_FUNCTION = 26
"""How many lines 95 of 100 functions have at most."""


def aside(node: ast.AST) -> Iterator[ast.AST | None]:
    """Yield the parts of a node that are no logic: imports, annotations and docstrings."""
    match node:
        case ast.Import() | ast.ImportFrom():
            yield node
        case ast.arg() | ast.AnnAssign():
            yield node.annotation
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield node.returns
        case ast.Expr(value=ast.Constant(value=str())):
            yield node


def declared(annotation: ast.AST) -> Iterator[ast.AST]:
    """Yield what `Annotated` carries beside the type: it is a declaration, and so logic."""
    for part in ast.walk(annotation):
        if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name) and part.value.id == "Annotated":
            for extra in part.slice.elts[1:] if isinstance(part.slice, ast.Tuple) else ():
                yield from ast.walk(extra)


def logic_nodes(source: str) -> int:
    """Return the number of nodes of a module outside imports, annotations and docstrings."""
    nodes = [node for node in ast.walk(ast.parse(source)) if not isinstance(node, ast.expr_context)]
    left_out: set[int] = set()
    for node in nodes:
        for part in filter(None, aside(node)):
            left_out |= {id(each) for each in ast.walk(part)} - {id(each) for each in declared(part)}
    return sum(id(node) not in left_out for node in nodes)


def test_the_engine_is_not_larger_than_its_ceilings():
    sources = [path.read_text(encoding="utf-8") for path in ENGINE.rglob("*.py")]
    assert sum(map(logic_nodes, sources)) <= MOST_LOGIC
    assert len(sources) <= MOST_MODULES
    assert sum(source.count("fmt: skip") for source in sources) <= MOST_UNFORMATTED
    lengths = sorted(
        (node.end_lineno or 0) - node.lineno + 1
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
    )
    assert lengths[len(lengths) * 95 // 100] <= LONGEST_FUNCTION


def test_types_docstrings_and_imports_cost_nothing_and_declarations_count():
    bare = logic_nodes("def f(x):\n    return x\ny = 1\n")
    assert (
        logic_nodes('"""Doc."""\nimport os\ndef f(x: int) -> int:\n    """Doc."""\n    return x\ny: int = 1\n') == bare
    )
    assert logic_nodes("def f(x: Annotated[int, Range(1, 6)]):\n    return x\ny = 1\n") > bare
