"""What `game.yaml` holds is what the game has declared: nothing missing, nothing mistyped, each fault reported with its line."""

from __future__ import annotations

import ast
import copy
import dataclasses
import shutil
import sys
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import combatbox
from combatbox.bomber import constants as bomber_constants
from combatbox.bomber.constants import BomberConstants, BomberRulings
from combatbox.core.annotations import Known
from combatbox.core.errors import DataError
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.folders import variants
from combatbox.library.load import load
from combatbox.play.dataclass_validation import MISSING, faults
from combatbox_dev.syntax_trees import parsed

KEYS = list(GAMES)

whole_book = cache(load)
"""Each book once: what is bent below is a copy of its constants."""


def wrong(key, constants):
    book = whole_book(key)
    known = Known(constants, book.tables, book.vocabulary.conditions)
    return faults(book.game.types.constants, constants, ("constants",), known)


LIMITS = {
    facts["limit"]
    for key in KEYS
    for facts in whole_book(key).meta.constants.get("parts", {}).values()
    if "limit" in facts
}
LISTS = {
    "crew",
    "compartments",
    "guns",
    "positions",
    "terrains",
    "water",
    "flaks",
    "parts",
    "target_types",
    "cities",
} | LIMITS
"""Constants that list the words of others, or that others name: one that is bent is missed elsewhere too."""


def constants_of(key):
    return copy.deepcopy(dict(whole_book(key).meta.constants))


def places(thing, path=()):
    """The path of every value in nested data, of the whole first."""
    yield path
    for key, value in thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ():
        yield from places(value, (*path, key))


def at(thing, path):
    for part in path:
        thing = thing[part]
    return thing


@contextmanager
def put(thing, path, value):
    """Another value at one place, and then the old one again: to copy all for each took as long as to look at it."""
    inside, old = at(thing, path[:-1]), at(thing, path)
    inside[path[-1]] = value
    yield
    inside[path[-1]] = old


@pytest.mark.parametrize("key", KEYS)
def test_the_constants_of_each_game_are_those_it_declares(key):
    assert wrong(key, constants_of(key)) == []


@pytest.mark.parametrize("key", KEYS)
def test_each_constant_that_is_missing_is_named(key):
    for name in constants_of(key):
        constants = constants_of(key)
        del constants[name]
        missing = [(("constants", name), MISSING)]
        assert [one for one in wrong(key, constants) if one[1] == MISSING or name not in LISTS] == missing


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", KEYS)
def test_each_constant_that_is_mistyped_is_named_at_its_place(key):
    """Every value below the constants, put into another kind: a mapping for a number, a number for text."""
    constants = constants_of(key)
    for path in list(places(constants))[1:]:
        with put(constants, path, {"x": 1} if isinstance(at(constants, path), (int, str)) else 7):
            found = wrong(key, constants)
        here = [where[: len(path) + 1] == ("constants", *path) for where, _ in found]
        assert any(here), path
        assert all(here) or path[0] in LISTS, (path, found)


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", KEYS)
def test_no_number_is_below_nothing_or_without_end(key):
    constants = constants_of(key)
    numbers = [path for path in places(constants) if type(at(constants, path)) is int]
    assert numbers
    for path in numbers:
        for bad in (-1, 10**9, True, 1.5, "1"):
            with put(constants, path, bad):
                found = [where for where, _ in wrong(key, constants)]
            assert [where for where in found if where[1] == path[0] or path[0] not in LIMITS] == [
                ("constants", *path)
            ], (path, bad)


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("ace_kills: 5\n", "ace_kils: 5\n", "ace_kils", "constants.ace_kils: unknown key; did you mean ace_kills"),
        ("ace_kills: 5\n", "ace_kills: five\n", "ace_kills", "constants.ace_kills: must be a whole number (got 'five')"),
        ("ace_kills: 5\n", "\n", "constants", "constants.ace_kills: is missing; add it"),
        ("wing_table: BL-1\n", "wing_table: BL-11\n", "wing_table", "unknown table 'BL-11'; did you mean BL-1"),
        ("stand_in_pilot: engineer", "stand_in_pilot: enginer", "stand_in_pilot", "not a known word; did you mean engineer"),
        ("handicap: 2,", "", "light_wounds", "constants.light_wounds.handicap: is missing; add it"),
        ("areas: side_high, side: port", "areas: side_high", "9_high", "constants.positions.9_high.side: is missing"),
        ("    tail: {table: P-6, stations: [tail_gunner]}\n", "", "tail_gunner",
         "constants.crew.tail_gunner.compartment: 'tail' is not a known word"),
        ("flaps_out: \"\"", "flapps_out: \"\"", "flapps_out", "unknown condition 'flapps_out'; did you mean flaps_out"),
        ("missions: 25\n", f"missions: {'9' * 5000}\n", "missions", "a number has at most 18 characters (got 5000)"),
    ],
)  # fmt: skip
def test_a_fault_of_the_constants_is_reported_when_they_are_loaded_with_file_and_line(
    tmp_path, old, new, line, message
):
    shutil.copytree(paths.tables() / "queen", tmp_path / "queen")
    path = tmp_path / "queen" / "game.yaml"
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    with pytest.raises(DataError) as caught:
        load("queen", base=tmp_path)
    (problem,) = [p for p in caught.value.problems if message in p.message]
    assert problem.path.endswith("game.yaml")
    assert path.read_text().splitlines()[problem.line - 1].strip().startswith(f"{line}:")


def read_by_code():
    """Each `const.name`, and `constants["name"]` where they are plain data, with the package that it stands in."""
    engine = Path(combatbox.__file__).parent
    for path, tree in parsed(engine):
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                read = node.attr
            elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                read = str(node.slice.value)
            else:
                continue
            name = node.value.id if isinstance(node.value, ast.Name) else getattr(node.value, "attr", "")
            if name in ("const", "constants") and read not in METHODS:
                yield path.relative_to(engine), read, node.lineno


METHODS = {
    "items", "get", "values", "number", "all_parts", "limit_of", "terrain", "class_of", "listed", "attacks_by", "period", "engine_numbers", "extinguishers_in",
    "guns_in", "tanks_in",
}  # fmt: skip
"""Names that code reads of constants and that are not constants."""


def test_every_constant_that_code_reads_is_declared():
    declared = {key: set(game.types.constants.__dataclass_fields__) for key, game in GAMES.items()}
    seen = set()
    for path, name, line in read_by_code():
        mine = [key for key in KEYS if key in path.parts or path.stem == key]
        known = declared[mine[0]] if mine else set().union(*declared.values())
        assert name in known, f"{path}:{line} reads the constant {name!r}, which is declared nowhere"
        seen.add(name)
    assert len(seen) > 40


@pytest.mark.parametrize("key", [key for key in KEYS if issubclass(GAMES[key].types.constants, BomberConstants)])
def test_every_constant_that_shared_code_reads_is_declared_by_the_game(key):
    for shared, own in declared_below(GAMES[key].types.constants):
        lacking = [name for name in shared.__annotations__ if name not in own.__dataclass_fields__]
        assert not lacking, f"{own.__qualname__} of {key} lacks {lacking}"


def declared_below(constants):
    """Each class of constants of a bomber game with the shared class that it fills in."""
    module = sys.modules[constants.__module__]
    for own in vars(module).values():
        shared = [base for base in getattr(own, "__bases__", ()) if base.__module__ == bomber_constants.__name__]
        if dataclasses.is_dataclass(own) and shared and own.__module__ == module.__name__:
            yield shared[0], own


@pytest.mark.parametrize("key", KEYS)
def test_the_options_of_rulings_that_code_declares_are_those_of_the_book(key):
    known = {ruling.key: set(ruling.options) for ruling in whole_book(key).rulings.values()}
    rulings = sys.modules[GAMES[key].types.constants.__module__].Rulings
    for name, hint in get_type_hints(rulings).items():
        if name in rulings.__required_keys__:
            assert set(get_args(hint)) == known[name], name
        else:
            assert known.get(name, set()) <= set(get_args(hint)), name
    assert rulings.__required_keys__


def test_the_options_of_rulings_that_shared_code_declares_are_those_of_some_game():
    books = [whole_book(key) for key in KEYS if issubclass(GAMES[key].types.constants, BomberConstants)]
    books += [load(key) for key in variants()]
    for name, hint in get_type_hints(BomberRulings).items():
        options = {option for book in books for r in book.rulings.values() if r.key == name for option in r.options}
        assert set(get_args(hint)) == options, name
