"""The roller agrees with the engine: every throw on every table, under every condition."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from pathlib import Path
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Browser, Page, Route

from combatbox.core.dice import DiceExhausted, PrefixDice, all_throws
from combatbox.core.effects import Condition, Effect, Quantity
from combatbox.core.events import Journal
from combatbox.core.flight import Flight
from combatbox.core.tables import Row, Rulebook, Table
from combatbox.games import GAMES
from combatbox.library.book import Book
from combatbox.library.load import load

from .conftest import CHOOSE, PATIENCE, PHONE, Look, Opener, wait_frames
from .test_pages import violations

pytestmark = pytest.mark.browser

EVERY_SET = 5
"""Up to so many conditions every set of them is tried; of more, none, each, each pair, and all."""

NUMBERS = (-2, 0, 3)


# ---- the engine, with a state of ticked conditions


@dataclass(frozen=True, slots=True)
class Ticked(Condition):
    """A condition that holds because its box was ticked."""

    name: ClassVar[str] = "told"
    real: Condition

    @property
    def code(self) -> str:
        return self.real.code

    def holds(self, flight: Any) -> bool:
        return self.real.holds(flight) if self.real.roll_condition() else self.code in flight.state.held


@dataclass(frozen=True, slots=True)
class Number(Quantity):
    """A number that was filled in."""

    name: ClassVar[str] = "number"
    real: Quantity

    @property
    def code(self) -> str:
        return self.real.code

    def amount(self, flight: Any) -> int:
        number: int = flight.state.numbers[self.code]
        return number


@dataclass(frozen=True, slots=True)
class Inert(Effect):
    """An effect that is logged and does nothing, since the roller knows no state."""

    name: ClassVar[str] = "inert"
    real: Effect

    @property
    def code(self) -> str:
        return self.real.code

    def apply(self, flight: Any) -> None:
        """Do nothing."""

    def adjusted(self, times: Any, add: int, least: int | None = None) -> Effect:
        return Inert(self.real.adjusted(times, add, least))


@dataclass
class State:
    held: tuple[str, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)


def ticked(when: Condition | None) -> Condition | None:
    return None if when is None else Ticked(when)


def number(of: Any) -> Any:
    return Number(of) if isinstance(of, Quantity) else of


def tame(table: Table) -> Table:
    """Return the table with conditions that are ticked and effects that do nothing."""
    rows: dict[int, Row] = {}

    def row(old: Row) -> Row:
        if id(old) not in rows:
            rows[id(old)] = replace(
                old, effects=tuple(Inert(effect) for effect in old.effects), then=tame(old.then) if old.then else None,
                when=ticked(old.when), again=tuple(condition if condition.always else Ticked(condition) for condition in old.again),
            )  # fmt: skip
        return rows[id(old)]

    return replace(
        table,
        rows=tuple(row(old) for old in table.rows),
        lookups={key: {net: row(old) for net, old in found.items()} for key, found in table.lookups.items()},
        modifiers=tuple(
            replace(m, when=ticked(m.when), add=number(m.add), times=number(m.times)) for m in table.modifiers
        ),
        adjusts=tuple(replace(a, when=ticked(a.when)) for a in table.adjusts),
        floors=tuple(replace(f, when=ticked(f.when)) for f in table.floors),
        forced=tuple(row(old) for old in table.forced),
        first=tuple(row(old) for old in table.first),
    )


Call = dict[str, Any]
Outcome = list[Any]


def engine(rulebook: Rulebook, table: Table, call: Call) -> Iterator[tuple[list[tuple[int, ...]], Outcome]]:
    """Yield every possible throw of a call, with the events that the engine logs."""
    column = (
        f"{call['key']}@{call['column']}"
        if call["key"]
        else call["column"]
        if table.shape in ("columns", "opposed")
        else ""
    )
    opened: list[tuple[tuple[int, ...], ...]] = [()]
    while opened:
        throws = opened.pop()
        journal = Journal()
        flight: Flight[State] = Flight(
            rulebook, PrefixDice(throws), State(tuple(call["held"]), call["numbers"]), None, journal
        )
        try:
            flight.roll_on(table.id, column=column, count=call["count"])
        except DiceExhausted as need:
            if sum(event["gives"] == ["again"] for event in journal.events) < 2:  # It may be rolled again without end.
                opened += [(*throws, throw) for throw in all_throws(need.count)]
            continue
        yield list(throws), [outcome(event) for event in journal.events]


def outcome(event: Mapping[str, Any]) -> list[Any]:
    """Return the parts of an event that must agree."""
    gives = [code for code in event["gives"] if code != "no_effect"]  # In a cell this code is the same as no code.
    if event["kind"] == "consult":
        return [event["row"], gives]
    return [event["row"], gives, event["dice"], event["natural"], event["net"]]


ROLLED = """text => {
    const [table, calls] = JSON.parse(text);
    return JSON.stringify(calls.map(call => {
        const found = cbRoller.play(table, call);
        if (found.wants) return "wants dice";
        const gives = step => step.again ? ["again"] : step.codes.filter(code => code !== "no_effect");
        return found.steps.map(step => step.kind === "roll"
            ? [step.row, gives(step), step.faces, step.natural, step.net] : [step.row, gives(step)]);
    }));
}"""
"""Calls and results as one text each: value by value, what goes between test and browser costs more than the rolls."""


def sets(codes: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """Return the sets of conditions to try."""
    if len(codes) <= EVERY_SET:
        return [found for size in range(len(codes) + 1) for found in combinations(codes, size)]
    return [(), *((code,) for code in codes), *combinations(codes, 2), tuple(codes)]


def calls(plain: Mapping[str, Any], table: Table) -> Iterator[Call]:
    """Yield all choices of a page: column and row, number of dice, boxes, numbers."""
    asked = [code for code, condition in plain["conditions"].items() if not {"roll", "always"} & {*condition}]
    keys = [row["key"] for row in plain["rows"]] if plain["shape"] == "to_hit" else [""]
    counts = range(table.notation.count, plain["most_dice"] + 1)
    numbers = [
        dict(zip(plain["quantities"], values, strict=True))
        for values in product(NUMBERS, repeat=len(plain["quantities"]))
    ]
    for key, column, count in product(keys, list(plain["columns"]) or [""], counts):
        # In a matrix all cells have the same modifiers, so all sets are tried in the first row only.
        for held in sets(asked) if key == keys[0] else [(), tuple(asked)]:
            for values in numbers:
                used = count if count != table.notation.count else 0
                yield {"key": key, "column": column, "count": used, "held": list(held), "numbers": values}


def tables_of(game: str) -> list[str]:
    return [key for key, table in load(game).tables.items() if table.lookups]


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", list(GAMES))
def test_the_roller_gives_what_the_engine_gives_for_every_throw_on_every_table(
    visit: Opener, site: Path, game: str
) -> None:
    book: Book = load(game)
    default = book.rulebook()
    rulebook = replace(default, tables={key: tame(table) for key, table in book.tables.items()})
    watch = visit(f"{game}/tables/{tables_of(game)[0].lower()}.html")
    rolls = 0
    for name in tables_of(game):
        table = rulebook.tables[name]
        plain = published(site, game, name)
        todo: list[Call] = []
        wanted: list[Outcome] = []
        for call in calls(plain, table):
            for faces, found in engine(rulebook, table, call):
                todo.append({**call, "faces": faces})
                wanted.append(found)
        assert todo, name
        got = json.loads(watch.page.evaluate(ROLLED, json.dumps([plain, todo])))
        for asked, here, there in zip(todo, got, json.loads(json.dumps(wanted)), strict=True):
            assert here == there, f"{name}: {asked}"
        rolls += len(todo)
    assert watch.troubles == []
    assert rolls > 300


def published(site: Path, game: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((site / f"api/v1/{game}/tables/{name}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("game", list(GAMES))
def test_every_page_rolls_from_the_very_data_that_is_published(site: Path, game: str) -> None:
    for name in tables_of(game):
        html = (site / f"{game}/tables/{name.lower()}.html").read_text(encoding="utf-8")
        inside = re.findall(r'<script type="application/json">(.*?)</script>', html)
        assert [json.loads(text)["table"] for text in inside] == [published(site, game, name)]


# ---- the bar


def out(page: Page) -> str:
    return page.inner_text(".cb-roller__out")


def lit(page: Page) -> list[str]:
    found: list[str] = page.eval_on_selector_all("tr.cb-lit", "rows => rows.map(row => row.dataset.row)")
    return found


def test_the_keyboard_alone_sets_the_dice_follows_the_second_die_and_ticks_a_modifier(visit: Opener) -> None:
    page = visit("queen/tables/p-1.html").page
    page.focus(".cb-roller__dice .cb-die")
    page.keyboard.type("12")
    assert lit(page) == ["P-1/3"]
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Die, throw 2"
    page.keyboard.type("5")
    assert lit(page) == ["P-1/3", "P-1/3/5-6"]
    assert "Starboard cheek gun out" in out(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert lit(page) == ["P-1/3", "P-1/3/3-4"]

    page.goto(page.url.replace("p-1", "g-9"))
    page.focus(".cb-roller__dice .cb-die")
    page.keyboard.type("11")
    assert lit(page) == ["G-9/2-12"]
    page.focus("[data-cb-when=landing_gear_out]")
    page.keyboard.press("Space")
    assert lit(page) == ["G-9/-1"]
    assert "2, −3 landing gear out = −1" in out(page)
    assert "First:" in out(page)


def test_the_button_throws_everything_and_the_result_is_announced(visit: Opener) -> None:
    page = visit("queen/tables/p-1.html").page
    page.focus(".cb-roller__go")
    seen = set()
    for _ in range(12):
        page.keyboard.press("Enter")
        faces = page.eval_on_selector_all(
            ".cb-roller .cb-die", "dice => dice.map(d => +d.getAttribute('aria-valuenow'))"
        )
        seen.add(tuple(faces))
        assert all(1 <= face <= 6 for face in faces)
        assert len(lit(page)) == (2 if len(faces) == 3 else 1)
        assert page.evaluate("document.activeElement?.matches('.cb-roller__go')")
    assert len(seen) > 1
    assert page.get_attribute(".cb-roller__out", "role") == "status"


def test_a_row_that_leads_on_offers_the_roll_there(visit: Opener) -> None:
    page = visit("queen/tables/p-1.html").page
    page.focus(".cb-roller .cb-die")
    page.keyboard.type("33")
    page.click(".cb-roller__next")
    assert re.search(r"queen/tables/bl-4\.html\?from=P-1.*#roll-it$", page.url)
    page.wait_for_function("() => document.activeElement?.matches('.cb-roller__go')")


@pytest.mark.sample(1)
@pytest.mark.parametrize("late", [0.0, 1.0], ids=["at once", "late"])
def test_the_focus_comes_to_the_roll_whether_script_or_browser_is_first(
    visit: Opener, address: str, late: float
) -> None:
    page = visit().page

    def held_back(route: Route) -> None:
        time.sleep(late)
        route.continue_()

    page.route("**/roller.js", held_back)
    page.goto(f"{address}/queen/tables/bl-4.html#roll-it")
    page.wait_for_function("() => document.activeElement?.matches('.cb-roller__go')")
    page.wait_for_load_state()
    wait_frames(page)  # The browser does not move the focus away.
    assert page.evaluate("document.activeElement.matches('.cb-roller__go')")
    assert page.get_attribute("#roll-it", "tabindex") is None, "a click beside the controls does not move the focus"


def test_the_column_that_is_chosen_is_the_cell_that_is_lit(visit: Opener) -> None:
    page = visit("queen/tables/b-5.html").page
    page.select_option("select[name=column]", "side_low")
    page.focus(".cb-roller .cb-die")
    page.keyboard.type("44")
    page.select_option("select[name=column]", "front_low")
    assert page.eval_on_selector_all(".cb-lit__cell", "cells => cells.map(c => c.cellIndex)") == [3]
    page.focus(".cb-roller .cb-die >> nth=2")
    page.keyboard.type("6")
    cells = page.eval_on_selector_all(".cb-lit__cell", "cells => cells.map(c => [c.cellIndex, c.textContent])")
    assert [index for index, _ in cells] == [3, 3]
    assert cells[1][1] in out(page)


def test_every_result_lights_the_row_that_it_comes_from_and_links_it(looks: dict[str, Look], gate: bool) -> None:
    found = {f"{game}/tables/{name.lower()}.html": name for game in GAMES for name in tables_of(game)}
    looked_at = found.keys() & looks.keys()
    assert looked_at if gate else looked_at == found.keys()
    for path in sorted(looked_at):
        name, rolls = found[path], looks[path].rolls
        assert len(rolls) == 4, name
        for rows, steps, links in rolls:
            assert rows >= 1, name
            assert links == steps >= 1, name


def test_without_scripts_there_is_neither_a_bar_nor_a_box(chromium: Browser, address: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{address}/queen/tables/g-9.html")
    assert not page.is_visible(".cb-roller")
    assert not page.is_visible(".cb-modifiers input")
    assert page.is_visible(".cb-modifiers li")
    context.close()


@pytest.mark.thorough
def test_a_rolled_table_is_open_to_everybody_on_a_phone_by_night(visit: Opener) -> None:
    for name in ("g-9", "m-1", "m-2", "b-4", "b-5", "b-7"):
        page = visit(f"queen/tables/{name}.html", size=PHONE, scheme="dark").page
        page.click(".cb-roller__go")
        assert violations(page) == [], f"{name}, before anything is chosen"
        page.evaluate(CHOOSE)
        page.click(".cb-roller__go")
        assert violations(page) == [], name


CHAIN = [
    ("m-3", "6", "B-4"), ("m-3", "1", ""),  # The shells of a hit are counted; a miss is the end.
    ("b-4", "55", "B-5"), ("b-5", "24", "P-1"), ("b-5", "11", ""),  # In the first column: the nose, no effect.
    ("m-1", "6", "M-2"), ("m-1-hard", "6", "M-2"), ("b-1", "1", ""), ("b-1", "6", "B-3"),
    ("o-2", "1", ""), ("o-2", "6", "O-3"), ("o-4", "34", "O-5"), ("o-6", "6", "O-7"), ("g-9", "11", ""),
]  # fmt: skip


@pytest.mark.thorough
def test_a_fight_can_be_rolled_from_table_to_table(visit: Opener, address: str) -> None:
    page = visit().page
    for table, dice, onward in CHAIN:
        page.goto(f"{address}/queen/tables/{table}.html")
        page.evaluate(CHOOSE)
        page.focus(".cb-roller .cb-die")
        page.keyboard.type(dice)
        offered = page.eval_on_selector_all(".cb-roller__next", "links => links.map(a => a.getAttribute('href'))")
        assert [re.sub(r"\?.*#", "#", href) for href in offered] == (
            [f"{onward.lower()}.html#roll-it"] if onward else []
        ), (table, dice)
