"""Sheet layouts, `shop.yaml` and `drawing.yaml` that somebody has spoilt: one clear error with file and line each."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from combatbox.core.errors import CombatBoxError
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.load import game_named, load, load_game
from combatbox.library.yaml12 import parse_yaml
from combatbox.press import counters
from combatbox.press.map_data import atlases, read_atlas
from combatbox.press.shop import open_shop

from .built import drawn

PLACED = re.compile(r"\S+\.yaml(:\d+)+: .")
BYTES: dict[str, Callable[[bytes], bytes]] = {
    "Latin-1": lambda data: data + "# caf\u00e9".encode("latin-1"),
    "UTF-16": lambda data: data.decode().encode("utf-16"),
    "NUL": lambda data: data.replace(b": ", b": \0", 1),
    "empty": lambda data: b"",
    "null": lambda data: b"null\n",
    "a list": lambda data: b"[a, b]\n",
    "a tab": lambda data: data + b"\n\tx: y\n",
    "cut": lambda data: data + b"\nx: {y: [\n",
    "an anchor": lambda data: data + b"\nx: &a y\nz: *a\n",
    "twice": lambda data: data + b"\ntitle: y\ntitle: z\n",
}


def places(data: Any, where: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value of a file."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*where, key)
        yield from places(value, (*where, key))


def spoilt(data: Any, where: tuple[Any, ...], how: str) -> Any:
    """The data with the value there gone, or of another kind."""
    data = deepcopy(data)
    above = data
    for key in where[:-1]:
        above = above[key]
    if how == "gone":
        del above[where[-1]]
    else:
        above[where[-1]] = {"null": None, "text": "xyzzy", "a list": [], "a mapping": {"xyzzy": 1}}[how]
    return data


def a_share(items: list[Any], number: int, of: int) -> list[Any]:
    """Every third item, for instance, begun with another one for each way to spoil it: ways and items all have their turn."""
    return items[number % of :: of]


@pytest.fixture(scope="module")
def books() -> dict[str, Book]:
    return {key: load(key) for key in GAMES}


def read_everything(book: Book) -> None:
    """Read all that a game's papers are made by, and what its sheets may mention."""
    shop = open_shop(book)
    names = shop.provider.names(shop.context)
    shop.provider.draw_functions(shop.context)
    for product in shop.products:
        if product.kind == "sheet":
            shop.layout(product)
        elif product.kind == "counters":
            counters.read(book, product.name, names)
    for name in atlases(book):
        read_atlas(book, name)


def problem(read: Callable[[], object]) -> str:
    """What is wrong by one line with a place; nothing where all can be read."""
    try:
        read()
    except CombatBoxError as error:
        for line in str(error).splitlines():
            assert PLACED.match(line), line
        return str(error)
    return ""


@pytest.mark.sample(8)
@pytest.mark.parametrize("how", BYTES)
@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_that_is_no_plain_yaml_is_refused_with_file_and_line(
    game: str, how: str, books: dict[str, Book], sheets: Path
) -> None:
    used = {f"{one.name}.yaml" for one in open_shop(books[game]).products}
    files = [
        path for path in sorted((sheets / game).glob("*.yaml")) if path.name in used or path.stem.startswith("map")
    ]
    for path in [sheets / game / "shop.yaml", *a_share(files, [*BYTES].index(how), 3)]:
        good = path.read_bytes()
        path.write_bytes(BYTES[how](good))
        assert problem(lambda: read_everything(books[game])), f"{path.name} is read, {how}"
        path.write_bytes(good)


HOWS = ("gone", "null", "text", "a list", "a mapping")


@pytest.mark.sample(2)
@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_wrong_in_shop_yaml_is_reported_with_its_line(
    game: str, how: str, books: dict[str, Book], sheets: Path
) -> None:
    path = sheets / game / "shop.yaml"
    data = parse_yaml(path.read_text(encoding="utf-8"), "shop.yaml").data
    near = [where for where in places(data) if len(where) <= 2 + (where[:1] == ("data",)) and "order" not in where[:1]]
    found = 0
    for where in a_share(near, HOWS.index(how), 3):
        path.write_text(yaml.safe_dump(spoilt(data, where, how), sort_keys=False, width=1000), encoding="utf-8")
        found += bool(problem(lambda: read_everything(books[game])))
    assert found > 2


@pytest.mark.parametrize("stand", ["bomber_stand", "fighter_stand"])
def test_a_stand_that_lacks_a_measure_is_reported_with_its_line(
    stand: str, books: dict[str, Book], sheets: Path
) -> None:
    path = sheets / "skirmish" / "shop.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(rf"{stand}: \[(\d+), \d+\]", rf"{stand}: [\1]", text), encoding="utf-8")
    assert f"data.sizes.small.{stand}: " in problem(lambda: read_everything(books["skirmish"]))


MAP, COUNTERS, SHOP = "queen/map.yaml", "queen/counters.yaml", "twentyfive/shop.yaml"
READ: dict[str, Callable[[], object]] = {
    MAP: lambda: read_atlas(load("queen")),
    COUNTERS: lambda: drawn(open_shop(load("queen")), "counters", "a4"),
    SHOP: lambda: drawn(open_shop(load("twentyfive")), "player-aids", "a4"),
}
"""What is made from each of these files."""


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        (MAP, r"(?m)^gazetteer: .*$", "gazetteer: xyzzy", ""),
        (MAP, r"(?m)^gazetteer: .*$", "gazetteer: B-1", ""),
        (MAP, r"bearing: \d+", "bearing: 0", ""),
        (MAP, r"ends: \[.*?\]", "ends: []", ""),
        (MAP, r"(?m)^land:\n", "land:\n  Nowhere: nan 3 4 5\n", ""),
        (
            MAP,
            r"Kiel: {at: \[54.32, 10.14\]",
            "Kiel: {at: [53.32, 8.14]",
            "Kiel is in zone 8, but inside the ring of zone 7",
        ),
        (
            MAP,
            "  Kiel: {at",
            "  Keil: {at",
            r"Kiel is not on the map; add `Kiel: {at: .*\n.*map.yaml:\d+: Keil is not in the gazetteer; "
            "write `gone`",
        ),
        (MAP, r"  Lille: {at: .*\n", "", r"Lille is not on the map; add `Lille: {at: \[NORTH, EAST\], label: e}`"),
        (MAP, r"{at: \[50.63, 3.06\]", "{at: [50.63]", r"targets.Lille.at: must have 2 items \(got 1\)"),
        (MAP, r"bearing: 40, ends: \[91, ", "bearing: 40, ends: [391, ", "each bearing has an end for each"),
        (MAP, "cover: cover_zones", "cover: cover_zone", "cover is the name of a list of zones"),
        (MAP, "{west: 245, east: 470", "{west: 245, east: 400", "Kiel is outside the frame"),
        (COUNTERS, "sign: cold, text: Heat out", "sign: clod, text: Heat out", "unknown drawing 'sign-clod'"),
        (
            COUNTERS,
            "text: Heat out",
            "text: Heat out in the ball turret and elsewhere",
            "Cold: Heat out.* does not fit; there is space for 2 lines of 13 mm",
        ),
        (COUNTERS, "over: crew", "over: crow", "unknown name 'crow'; did you mean crew"),
        (COUNTERS, '"{pieces.charges}"', '"none"', "expected a number of counters, found 'none'"),
        (COUNTERS, "stock: counter", "stock: beermat", "stock: 'beermat' is not a known word"),
        (COUNTERS, "text: Ace for a day, ", "", r"counters.\d+.back.text: is missing; add it"),
        (
            COUNTERS,
            "text: Ace for a day",
            "txet: Ace for a day",
            r"counters.\d+.back.txet: unknown key; did you mean text",
        ),
        (SHOP, "    leaving:", "    leavign:", r"products\.\d+\.leavign: unknown key; did you mean leaving"),
        (
            SHOP,
            "navigator: crew-navigator",
            "nagivator: crew-navigator",
            "data.stations.nagivator: .*did you mean navigator",
        ),
        (SHOP, "T-TAB-POSITION, T-TAB-ATTACK", "T-TAB-POSITION, T-TAB-ATTCAK", "25 and Out has no table T-TAB-ATTCAK"),
    ],
)
def test_what_is_wrong_in_a_file_is_reported_with_its_line(
    name: str, old: str, new: str, message: str, sheets: Path
) -> None:
    text = (sheets / name).read_text(encoding="utf-8")
    bent = re.sub(old, new, text)
    assert bent != text
    (sheets / name).write_text(bent, encoding="utf-8")
    assert re.search(rf"{Path(name).name}:\d+: {message}", problem(READ[name]))


@pytest.mark.thorough
@pytest.mark.parametrize("game", [key for key in GAMES if game_named(key).types.drawing])
def test_whatever_is_wrong_in_a_drawing_is_reported_with_its_line(game: str, tmp_path: Path) -> None:
    folder = tmp_path / game
    shutil.copytree(paths.home(game).tables, folder)
    path = folder / "drawing.yaml"
    good = path.read_bytes()
    data = parse_yaml(good.decode(), "drawing.yaml").data
    for how, spoil in BYTES.items():
        path.write_bytes(spoil(good))
        assert problem(lambda: load_game(game_named(game), folder)), how
    for where in (("outline",), ("outline", "seats"), ("outline", "seats", "pilot"), ("seats", "pilot"), ("outline", "lines"),
                  ("positions", "12_high"), ("outline", "engines"), ("art",), ("guns",)):  # fmt: skip
        for how in ("gone", "null", "text"):
            path.write_text(yaml.safe_dump(spoilt(data, where, how), sort_keys=False), encoding="utf-8")
            message = problem(lambda: load_game(game_named(game), folder))
            assert "drawing.yaml" in message or (how == "text" and where == ("seats", "pilot")), (where, how)
    path.unlink()
    assert "drawing.yaml:1: is missing" in problem(lambda: load_game(game_named(game), folder))
