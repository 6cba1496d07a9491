"""The record sheets that the engine in a browser prints are those of `combatbox print --log`, to the byte."""

from __future__ import annotations

import itertools
import sys
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.games import GAMES as REGISTERED
from combatbox.library import paths
from combatbox.library.export import book_text
from combatbox.library.folders import variants
from combatbox.library.load import load
from combatbox.play.book_codec import parse_book
from combatbox.play.controller import GameController
from combatbox.play.logs import parse_log
from combatbox.play.replay import replay_log
from combatbox.play.setup_choices import setup_choices
from combatbox.press.print_run import print_filled
from combatbox.press.shop import PrintOptions, open_shop, sheet_set

VARIANTS = paths.root() / "variants"
GAMES = {
    "twentyfive": ("7", "tour", None, ["mission-record", "fighter-attack"]),
    "queen": ("21", "", None, ["mission-chart"]),  # the bomber is abandoned, three men are wounded
    "skirmish": ("3", "", None, ["battle-log"]),
    "superfort": ("102", "", None, ["mission-log"]),  # lost at sea, a man wounded
    "b17g": ("6", "", VARIANTS, ["mission-chart"]),
    "b24d": ("6", "", None, ["mission-chart"]),
}


@pytest.mark.parametrize("key", GAMES)
def test_a_compiled_book_prints_the_sheets_of_the_command(key: str, tmp_path: Path) -> None:
    seed, run, overlay, names = GAMES[key]
    book, paper = load(key, overlay), "letter" if key == "queen" else "a4"
    desk = GameController(parse_book(book_text(book, examples=False)))
    seen = desk.begin(seed=seed, run=run) if run else desk.begin(seed=seed)
    while not seen["over"]:
        seen = desk.auto(run or seen["run"] or "mission")
    charts = desk.charts(paper, sheet_set(open_shop(book)))
    assert [chart["name"] for chart in charts] == names
    log = parse_log(desk.log(), "the log")
    made = print_filled(book, [replay_log(book, log).journal], tmp_path, paper, key)
    assert {path.name: path.read_bytes() for path in made} == {
        f"{key}-{chart['name']}-{paper}.pdf": b64decode(chart["pdf"]) for chart in charts
    }


def test_a_chart_needs_a_game_that_is_over_and_tables_that_have_what_it_shows() -> None:
    desk = GameController(load("queen"))
    seen = desk.begin(seed="21")
    with pytest.raises(CombatBoxError, match="filled at its end"):
        desk.charts("a4", "{}")
    while not seen["over"]:
        seen = desk.auto("mission")
    sheets = sheet_set(open_shop(desk.book)).replace('"landing_boxes"', '"lost"')
    with pytest.raises(CombatBoxError, match=r"these tables lack what the sheets need \(KeyError: 'landing_boxes'\)"):
        desk.charts("a4", sheets)


@pytest.mark.parametrize("name", ["W" * 40, "Ōka 桜", "قلعة 7"])
def test_a_name_that_is_wide_or_has_no_glyphs_is_printed(name: str) -> None:
    desk = GameController(load("twentyfive"))
    assert desk.begin(seed="7", names={"own": name})["over"]
    assert [chart["name"] for chart in desk.charts("a4", sheet_set(open_shop(desk.book)))] == ["mission-record"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("run", ["mission", "tour"])
@pytest.mark.parametrize("key", [key for key in (*REGISTERED, *variants()) if load(key).constants.get("names")])
def test_every_sheet_is_printed_whatever_the_names_are_written_in(key: str, run: str, tmp_path: Path) -> None:
    book = load(key)
    if run not in book.game.runs:
        pytest.skip("this game has no tours")
    script = itertools.cycle(("משה", "سارة", "飛行士", "\U0001f33c 7", "Zoë אבג Ж"))
    names: dict[str, Any] = {}
    for number, each in enumerate(setup_choices(book)["names"]):
        first, _, last = each["key"].partition(".")
        name = f"{next(script)} {number}"
        names[first] = {**names.get(first, {}), last: name} if last else name
    desk = GameController(book)
    seen = desk.begin(seed="11", run=run, names=names)
    while not seen["over"]:
        seen = desk.auto(run)
    assert desk.charts("a4", sheet_set(open_shop(book)))
    log = replay_log(book, parse_log(desk.log(), "the log")).journal
    for name in ("sheets", "tour"):
        job = PrintOptions(only=("tour-book",)) if name == "tour" and run == "tour" else None
        assert print_filled(book, [log], tmp_path, "letter", name, job=job)


def test_a_chart_needs_the_press(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "combatbox.press.charts", None)  # as before its pack is added
    desk = GameController(load("twentyfive"))
    assert desk.begin(seed="7")["over"]
    with pytest.raises(CombatBoxError, match=r"press\.charts.* cannot be loaded"):
        desk.charts("a4", "{}")
