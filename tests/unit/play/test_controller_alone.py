"""The engine needs only a compiled book, its own packages and the standard library, and then plays the same games."""

import gzip
import json
import subprocess
import sys
from dataclasses import replace
from functools import cache

import jsonschema
import pytest

from combatbox.core.errors import CombatBoxError, ReplayMismatch
from combatbox.core.tables import Info
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.export import book_text
from combatbox.library.load import load
from combatbox.library.schemas import schemas
from combatbox.play.book_codec import decode_keys, expand_ranges, parse_book, runs, to_json_data
from combatbox.play.controller import GameController

from .alone import ImportGuard, played

HERE = paths.checkout() / "tests/unit/play"
ENGINE = paths.checkout() / "engine"
MOST = 44 * 1024
ORDERS = {"queen": {"two_player": "on"}}
"""Rulings by game: a second player sees less, so that his account and his board are compared, too."""


@cache
def text_of(key):
    return book_text(load(key))


@cache
def played_alone():
    """Return every run of every game, played in a Python without site packages, and the modules that it loaded."""
    orders = [
        json.dumps({"book": text_of(key), "runs": list(GAMES[key].runs), "rulings": ORDERS.get(key, {})})
        for key in GAMES
    ]
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-B", str(HERE / "alone.py"), str(ENGINE)],
        input="\n".join(orders) + "\n", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    *found, loaded = map(json.loads, done.stdout.splitlines())
    return dict(zip(GAMES, found, strict=True)), loaded


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", list(GAMES))
def test_a_game_played_alone_gives_the_same_bytes_as_from_its_tables(key):
    book = load(key)
    for run, alone in zip(book.game.runs, played_alone()[0][key], strict=True):
        assert played(GameController(book), run, ORDERS.get(key, {})) == alone


def test_a_game_played_alone_loads_no_other_package():
    packages = {name.split(".")[1] for name in played_alone()[1]}
    assert packages == {"drawing", "core", "bomber", "games", "play"}


def test_modules_outside_the_engine_cannot_be_imported():
    guard = ImportGuard()
    for name in ("yaml", "combatbox.library", "combatbox.cli", "urllib", "click"):
        with pytest.raises(ImportError):
            guard.find_spec(name)
    assert guard.find_spec("combatbox.play.controller") is None
    assert guard.find_spec("json") is None


# ---- the book


@pytest.mark.parametrize("key", list(GAMES))
def test_what_is_read_is_what_was_compiled(key):
    book, again = load(key), parse_book(text_of(key))
    assert list(again.tables) == list(book.tables)
    for name, table in book.tables.items():
        assert _played(again.tables[name]) == _played(table), name
    for name in ("digest", "constants", "words", "places", "drawing", "variants", "version"):
        assert getattr(again, name) == getattr(book, name), name
    assert again.chosen({}) == book.chosen({})
    assert again.rows().keys() == book.rows().keys()


def _played(table):
    """A table with what is played of it: the places where it was read, and notes for readers, are not."""
    account = Info(told=table.info.told, deep=table.info.deep, optional=table.info.optional)
    return _bare(replace(table, info=account)), account


def _bare(thing):
    """A thing of tables as plain data, without the sources of its parts."""
    if hasattr(thing, "__dataclass_fields__") and not isinstance(thing, type):
        stored = [
            name for name, f in thing.__dataclass_fields__.items() if f.compare and name not in ("source", "info")
        ]
        return (type(thing).__name__, *((name, _bare(getattr(thing, name))) for name in stored))
    if isinstance(thing, dict):
        return {key: _bare(value) for key, value in thing.items()}
    return tuple(_bare(item) for item in thing) if isinstance(thing, tuple) else thing


@pytest.mark.parametrize("key", list(GAMES))
def test_a_book_is_as_its_schema_says(key):
    jsonschema.Draft202012Validator(schemas()["book.json"]).validate(json.loads(text_of(key)))


def test_the_book_of_the_queen_is_light():
    assert len(gzip.compress(text_of("queen").encode(), 9, mtime=0)) < MOST


def test_rulings_are_chosen_after_loading():
    book, again = load("queen"), parse_book(text_of("queen"))
    chosen = {r.key: next(o for o in r.options if o != r.default) for r in book.rulings.values() if len(r.options) > 1}
    assert len(chosen) > 10
    ours, theirs = book.rulebook(chosen), again.rulebook(chosen)
    assert ours.rulings == theirs.rulings
    assert {key: table.id for key, table in ours.tables.items()} == {k: t.id for k, t in theirs.tables.items()}
    with pytest.raises(CombatBoxError, match="has no option 'perhaps'"):
        again.chosen({next(iter(chosen)): "perhaps"})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"schema": 99}, "form 99; this version reads 1"),
        ({"kind": "save"}, "not a compiled book"),
        ({"code": "os:path"}, "is not the game 'twentyfive'"),
        ({"game": "queen"}, "is not the game 'queen'"),
        ({"vocabulary": [["e", "no_such_word", {}]]}, "does not fit the code"),
    ],
)
def test_a_book_that_cannot_be_played_is_refused_in_one_line(change, said):
    with pytest.raises(CombatBoxError, match=said) as error:
        parse_book(json.dumps({**json.loads(text_of("twentyfive")), **change}))
    assert "\n" not in str(error.value)


def test_no_json_is_no_book():
    with pytest.raises(CombatBoxError, match="it is not JSON"):
        parse_book("{")


def test_keys_that_are_no_texts_and_runs_of_numbers_come_back():
    data = {"engines": {1: "port", 2: ["x", {"3": {4: 5}}]}, "plain": {"a": [1]}}
    assert decode_keys(json.loads(json.dumps(to_json_data(data)))) == data
    assert runs([3, 4, 5, 9, 1]) == [[3, 5], 9, 1]
    assert list(expand_ranges(runs([7, 8, 2]))) == [7, 8, 2]


# ---- the desk


def test_a_desk_says_what_there_is_to_choose_from():
    account = GameController(parse_book(text_of("queen"))).describe()
    assert account["runs"] == ["mission", "tour"]
    assert all(len(ruling["options"]) > 1 and ruling["question"] for ruling in account["rulings"].values())


def test_a_desk_without_a_game_says_so():
    with pytest.raises(CombatBoxError, match="no game is in progress"):
        GameController(parse_book(text_of("twentyfive"))).answer("fly_on")


def test_lines_are_reported_once_and_all_again_after_something_was_taken_back():
    desk = GameController(parse_book(text_of("queen")))
    seen = desk.begin(seed="lines")
    lines = [*seen["lines"]]
    for _ in range(3):
        seen = desk.answer(seen["asked"]["default"])
        assert not seen["whole"]
        lines += seen["lines"]
    back = desk.undo()
    assert back["whole"]
    assert back["lines"] == lines[: len(back["lines"])] != lines


def test_a_save_of_another_game_is_refused_at_the_desk():
    desk = GameController(parse_book(text_of("queen")))
    desk.begin(seed="1")
    with pytest.raises((CombatBoxError, ReplayMismatch), match="not of twentyfive"):
        GameController(parse_book(text_of("twentyfive"))).load(desk.save())
