"""Data is checked against its declaration, and returned as its classes."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import pytest

import combatbox
from combatbox.core.annotations import Known, Max, Min, OneOf, Pattern
from combatbox.play.dataclass_validation import MISSING, build_declared, checked, faults


@dataclass
class Wing:
    kind: Literal["wing"]
    span: int


@dataclass
class Tail:
    kind: Literal["tail", "fin"]
    name: Annotated[str, Pattern("^[a-z]+$"), Max(4)] = "tail"


@dataclass
class Plane:
    parts: list[Wing | Tail]
    escorts: list[Plane] = field(default_factory=list)
    load: int | str | list[int] = 0
    ratio: float | None = None


GOOD = {"parts": [{"kind": "wing", "span": 3}, {"kind": "fin", "name": "fin"}], "escorts": [{"parts": []}]}


def test_good_data_become_their_classes():
    plane = Plane([Wing("wing", 3), Tail("fin", "fin")], [Plane([])])
    assert checked(Plane, GOOD) == (plane, [])
    assert build_declared(Plane, GOOD) == plane


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"parts": [{"kind": "wing"}]}, [(("parts", 0, "span"), MISSING)]),
        ({"parts": [{"kind": "wnig"}]}, [(("parts", 0, "kind"), "'wnig' is not a known word; known: wing, tail, fin")]),
        ({"parts": [{}]}, [(("parts", 0, "kind"), MISSING)]),
        ({"parts": [{"kind": {}}]}, [(("parts", 0, "kind"), "{} is not a known word; known: wing, tail, fin")]),
        ({"parts": 5}, [(("parts",), "must be a list (got 5)")]),
        ({"prats": []}, [(("prats",), "unknown key; did you mean parts or ratio?")]),
        ({"load": True}, [(("load",), "must be a whole number, text or a list (got True)")]),
        ({"load": [1, "x"]}, [(("load", 1), "must be a whole number (got 'x')")]),
        ({"ratio": 2}, []),
        ({"ratio": "2"}, [(("ratio",), "must be a number (got '2')")]),
        (
            {"escorts": [{"parts": [{"kind": "tail", "name": "TAILS"}], "escorts": [{}]}]},
            [
                (("escorts", 0, "parts", 0, "name"), "'TAILS' does not match ^[a-z]+$"),
                (("escorts", 0, "parts", 0, "name"), "must have at most 4 characters (got 5)"),
                (("escorts", 0, "escorts", 0, "parts"), MISSING),
            ],
        ),
    ],
)
def test_every_fault_is_found_at_its_place(change, found):
    data, wrong = checked(Plane, GOOD | change)
    assert wrong == found
    assert not found or data == GOOD | change


def test_words_of_the_game_are_checked_only_if_they_are_known():
    hint = Annotated[str, OneOf("crew")]
    assert faults(hint, "pilot", known=Known({"crew": ["pilot"]})) == []
    assert faults(hint, "pilto", known=Known({"crew": ["pilot"]})) == [
        ((), "'pilto' is not a known word; known: pilot")
    ]
    assert build_declared(dict[str, Annotated[list[int], Min(2)]], {"a": [1]}) == {"a": [1]}


READERS = {
    "core/annotations.py",
    "library/dataclass_schema.py",
    "play/book_codec.py",
    "play/dataclass_validation.py",
    "library/vocabulary.py",
    "web/reference_pages.py",
}
"""The modules that interpret type hints of data."""


def test_no_other_module_interprets_the_declarations_of_data():
    package = Path(combatbox.__file__).parent
    names = {"get_origin", "UnionType"}
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and names & {name.name for name in node.names}
    }
    assert found <= READERS, f"declare data with core.annotations; {found - READERS} read type hints themselves"


def test_a_message_names_the_types_in_the_order_of_the_declaration():
    assert faults(int | str, None) == [((), "must be a whole number or text (got None)")]
    assert faults(str | int, None) == [((), "must be text or a whole number (got None)")]


def test_a_list_of_any_length_that_is_declared_as_a_tuple_becomes_one():
    assert build_declared(dict[str, tuple[int, ...]], {"a": [1, 2]}) == {"a": (1, 2)}
    assert faults(tuple[int, ...], [1, "2"]) == [((1,), "must be a whole number (got '2')")]
