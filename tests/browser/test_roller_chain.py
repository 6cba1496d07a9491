"""From table to table: the roller continues with the engine's next roll, and asks what it cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from combatbox.bomber import gunnery, shells
from combatbox.bomber.effects.battle import fighter_comes
from combatbox.bomber.effects.crew import wound
from combatbox.core.roll_context import COLUMN, KEY, WHO
from combatbox.core.tables import Row, Table
from combatbox.games.queen import flow, gun_allocation, hazards, landing
from combatbox.games.queen.roll_context import flight_with
from combatbox.library.load import load
from combatbox.web.table_page import RollerState, table_rows

from .chain import Asked, Begun, Case, Facts, Watched, carried, contexts, faults, gone_on, leading, rows_that_lead_on
from .conftest import Opener

pytestmark = pytest.mark.browser

MAN = "pilot"
"""The man whose wounds are given when the crew jumps."""


def flown(way: RollerState, facts: Facts, dice: Any = None) -> Watched:
    """Return a flight in which the facts hold."""
    state = flight_with(way.book.rulebook(), facts).state
    return Watched(way.book.rulebook({"Q-X2": "on"}), way, state, dice or Begun(), ("engine_dead",))


def done(way: RollerState, row: Row, facts: Facts, dead: bool = False) -> list[Asked]:
    """Return the engine's next rolls after a row: its effects, and the shells that they placed."""
    flight = flown(way, facts)
    state = flight.state
    state.hand.engine_dead = dead
    if row.id.startswith("BL-1-DAMAGE"):
        state.engines[state.hand.engine - 1].out = dead
    for do in row.does:
        do(flight)
    for section in state.hand.walking or state.hand.located:
        shells.strike(flight, section)
    later = [
        (state.due.bail_out, bool(state.due.bail_out)), ("BL-3", bool(state.due.fires)), ("B-3", bool(state.battle.waves_due)),
        ("B-7", state.wave.random_event),
    ]  # fmt: skip
    named = {name for name in way.book.leads_of(row) if way.book.tables[name].lookups}
    flight.calls += [
        Asked(name, {}, {}) for name, due in later if due and name in named - {c.table for c in flight.calls}
    ]
    return [call for call in flight.calls if call.table in named]


def rows(way: RollerState) -> Iterator[Case]:
    """Return every row that leads on; a row of engine damage with the engine dead before, and running."""

    def cases(table: Table, row: Row, codes: list[str], facts: Facts) -> Iterator[Case]:
        for dead in (False, True) if table.id == "BL-1-DAMAGE" else (False,):
            side = [["engine_dead"], []] if dead else [[], ["engine_dead"]]
            yield Case(table.id, row.id, codes, facts, done(way, row, facts, dead), *side)

    return rows_that_lead_on(way, cases)


def tables_that_follow(way: RollerState) -> Iterator[Case]:
    """Yield the tables whose words say that they come after another, with the rolls of the flow."""
    guns = way.book.meta.constants["guns"]
    for facts in contexts(way, ("position", "gun", "fighter")):
        row = f"{facts['position']}|{facts['gun']}"
        if any(row == one.key for one in way.book.tables["M-1"].rows):
            flight = flown(way, facts)
            man = guns[facts["gun"]]["stations"][0]
            gunnery.damage_fighter(flight, gunnery.Shot(facts["gun"], man, 0, f"{row}@{facts['fighter']}"))
            yield Case("M-1", f"M-1/{row}@{facts['fighter']}/hit", ["hit"], facts, flight.calls[:1])
    for facts in contexts(way, ("position", "fighter")):
        flight = flown(way, facts)
        shells.locate(flight, [0])
        yield Case("M-3", f"M-3/{facts['position']}@hits/hit", ["hit"], facts, flight.calls[:1])
        column = flight.calls[0].settled[COLUMN]
        yield Case("B-4", f"B-4/7@{column}", ["shells 1"], facts, flight.calls[1:2])
    for light in way.handing.facts["light"].options:
        for table, after in (("G-6", "G-8"), ("G-7", "G-8")):
            yield Case(table, f"{table}/jumps", ["bails_out"], {"light": light}, over_water(way, table, after, light))
    for face in range(1, 7):
        yield from _rolled(way, "O-2", face, hazards.flak_over_target, "O-3")
        yield from _rolled(way, "O-6", face, hazards.bomb_run, "O-7")
    for row in waves_of(way):
        shots = [shot for fired in fired_at(way, row) for shot in fired]
        yield Case("B-3", row.id, [effect.code for effect in row.effects], {}, shots, chosen=frozenset({KEY}))
    for row in table_rows(way.book.tables["G-5"]):
        if way.hands(row):
            flight = flown(way, {})
            for do in row.does:
                do(flight)
            flight.run(flow.cover(flight))
            yield Case("G-5", row.id, [effect.code for effect in row.effects], {}, flight.calls[:1])


def waves_of(way: RollerState) -> list[Row]:
    """Return the rows of attacking fighters, except that of an event, which names its next table itself."""
    return [row for row in table_rows(way.book.tables["B-3"]) if not way.book.leads_of(row)]


def fired_at(way: RollerState, row: Row) -> list[list[Asked]]:
    """Return the guns that the engine fires at each fighter of a wave, as if it were alone.

    No gun fires at a safe fighter.
    """
    number = sum(effect.name == fighter_comes.name for effect in row.effects)
    return [_shots(way, row, index) for index in range(number)]


def _shots(way: RollerState, row: Row, index: int) -> list[Asked]:
    flight = flown(way, {})
    flight.state.wave.fighters.clear()
    for do in row.does:
        do(flight)
    for other, fighter in enumerate(flight.state.wave.fighters):
        fighter.gone = other != index
    flight.run(gunnery.fire(flight, flight.run(gun_allocation.allocate(flight))))
    return flight.calls


def over_water(way: RollerState, table: str, after: str, light: str) -> list[Asked]:
    """Roll for a man in the water, who is wounded as he was when he jumped."""
    flight = flown(way, {"light": light, "man": MAN}, Begun([(6,)] * len(way.book.meta.constants["crew"])))
    flight.state.track.zone = min(way.book.meta.constants["cover_zones"])
    flight.run(landing.bail_out(flight, table, way.book.meta.constants["water"]))
    return [call for call in flight.calls if call.table == after and call.who == MAN][:1]


def _rolled(way: RollerState, table: str, face: int, flow: Any, after: str) -> Iterator[Case]:
    """Roll a die on a table, and return where the flow rolls next."""
    flight = flown(way, {}, Begun([(face,)]))
    made = flow(flight)
    if made is not None:
        flight.run(made)
    row = way.book.tables[table].at(face)
    next_rolls = [call for call in flight.calls if call.table == after][:1]
    yield Case(table, row.id, [effect.code for effect in row.effects], {}, next_rolls)


@pytest.fixture(scope="module")
def way() -> RollerState:
    """Return the way through the tables of Queen of the Skies."""
    return RollerState(load("queen"))


def test_every_row_that_leads_on_leads_to_the_very_roll_that_the_engine_makes(
    visit: Opener, site: Path, way: RollerState
) -> None:
    cases = [*rows(way), *tables_that_follow(way)]
    tables = carried(site, way.book)
    assert leading(way.book) <= {case.row for case in cases}
    assert all(case.engine for case in cases if case.row in leading(way.book)), [c.row for c in cases if not c.engine][
        :5
    ]
    page = visit("queen/tables/b-4.html").page
    for blank in (False, True):
        found = gone_on(page, tables, cases, blank=blank)
        wrong = [fault for case, sent in zip(cases, found, strict=True) for fault in faults(case, sent, blank=blank)]
        assert wrong == [], f"{len(wrong)} rows go wrong; blank: {blank}"


@pytest.mark.thorough
def test_a_man_who_is_hit_is_the_man_for_whom_the_roller_goes_on(visit: Opener, site: Path, way: RollerState) -> None:
    wounding = [c for c in rows(way) if any(code.startswith(wound.name + " ") for code in c.codes)]
    page = visit("queen/tables/b-4.html").page
    assert wounding
    for case, sent in zip(wounding, gone_on(page, carried(site, way.book), wounding, blank=False), strict=True):
        men = [one["settled"][WHO] for one in sent if one["table"] == "BL-4"]
        assert men == [[call.settled[WHO]] for call in case.engine if call.table == "BL-4"], case.row


@pytest.mark.thorough
def test_each_fighter_of_a_wave_leads_to_the_guns_that_the_engine_fires_at_it_and_no_attackers_to_none(
    visit: Opener, site: Path, way: RollerState
) -> None:
    brought = [case for case in tables_that_follow(way) if case.table == "B-3"]
    fired = [[shots for shots in fired_at(way, row) if shots] for row in waves_of(way)]
    sent = gone_on(visit("queen/tables/b-4.html").page, carried(site, way.book), brought, blank=True)
    left = [
        [(one["settled"][COLUMN], set(one["settled"][KEY])) for one in each if one["table"] == "M-1"] for each in sent
    ]
    assert left == [
        [([shots[0].settled[COLUMN]], {shot.settled[KEY] for shot in shots}) for shots in each] for each in fired
    ]
    assert {len(each) for each in left} == {0, 1, 2, 3, 4, 5}


def _bend(tables: dict[str, Any], how: str) -> None:
    """Change the data of the pages in one place."""
    if how == "column":
        tables["B-4"]["reads"][0]["values"]["6_high"] = "front"
    elif how == "modifier":
        next(r for r in tables["M-2"]["reads"] if r["of"].startswith("twin"))["values"]["tail|me109"] = False
    elif how == "man":
        tables["P-1"]["hands"]["P-1/6"][0]["facts"]["man"] = "navigator"
    elif how == "fighter":
        tables["B-3"]["hands"]["B-3/11"][0]["facts"]["position"] = "6_low"
    elif how == "side":
        tables["B-5"]["hands"]["B-5/6@side_level"][0]["facts"]["side"]["values"]["3_level"] = "port"
    elif how == "number":
        tables["G-9"]["hands"]["G-9/-2"][0]["numbers"]["crash_wounds"] = 2
    elif how == "condition":
        tables["BL-1-DAMAGE"]["links"]["BL-1-FEATHERING"]["asks"] = []
    elif how == "forgotten":
        tables["M-3"]["links"]["B-4"]["keeps"] = ["position"]


@pytest.mark.thorough
@pytest.mark.parametrize("how", ["column", "modifier", "man", "fighter", "side", "number", "condition", "forgotten"])
def test_a_changed_chain_is_found(visit: Opener, site: Path, way: RollerState, how: str) -> None:
    tables = carried(site, way.book)
    _bend(tables, how)
    cases = [*rows(way), *tables_that_follow(way)]
    found = gone_on(visit("queen/tables/b-4.html").page, tables, cases, blank=False)
    assert [fault for case, sent in zip(cases, found, strict=True) for fault in faults(case, sent, blank=False)]


# ---- on the pages


def test_from_fire_to_wound_no_control_is_touched_again(visit: Opener) -> None:
    watch = visit("queen/tables/m-3.html")
    page = watch.page
    page.select_option("select[name=key]", "6_high")
    page.select_option("[data-cb-fact=fighter]", "fw190")
    seen = []
    for dice, then in (("3", "B-4"), ("11", "B-5"), ("66", "P-1"), ("33", "BL-4")):
        page.focus(".cb-roller .cb-die")
        page.keyboard.type(dice)
        page.click(f".cb-roller__next:has-text('{then}')")
        page.wait_for_function("() => document.activeElement?.matches('.cb-roller__go')")
        columns = page.locator("select[name=column]")
        seen.append((then, page.inner_text(".cb-roller__from"), columns.input_value() if columns.count() else ""))
    assert seen == [
        ("B-4", "From M-3: 6 High, FW 190.", "rear"),
        ("B-5", "From B-4: 6 High.", "rear_high"),
        ("P-1", "From B-5.", ""),
        ("BL-4", "From P-1: the bombardier.", ""),
    ]
    assert watch.troubles == []


@pytest.mark.thorough
def test_tail_guns_at_a_me_109_come_to_m_2_with_the_modifier_of_twin_guns(visit: Opener) -> None:
    page = visit("queen/tables/m-1.html").page
    page.select_option("select[name=key]", "6_high|tail")
    page.select_option("select[name=column]", "me109")
    page.focus(".cb-roller .cb-die")
    page.keyboard.type("6")
    page.click(".cb-roller__next")
    page.wait_for_function("() => document.activeElement?.matches('.cb-roller__go')")
    assert page.is_checked("[data-cb-when=twin_gun_not_fw190]")
    assert not page.is_checked("[data-cb-when=single_gun_fw190]")
    page.focus(".cb-roller .cb-die")
    page.keyboard.type("3")
    assert "+1" in page.inner_text(".cb-roller__out")


def test_what_the_row_before_did_not_decide_is_asked_and_nothing_is_thrown_before(visit: Opener) -> None:
    page = visit("queen/tables/m-3.html").page
    page.select_option("select[name=key]", "9_level")  # The fighter is not known.
    page.focus(".cb-roller .cb-die")
    page.keyboard.type("6")
    page.click(".cb-roller__next")
    page.wait_for_function("() => document.activeElement?.matches('[data-cb-fact=fighter]')")
    assert page.input_value("select[name=column]") == "side"
    assert page.evaluate("[...document.querySelectorAll('[data-cb-when]')].every(box => box.indeterminate)")
    page.click(".cb-roller__go")
    assert page.inner_text(".cb-roller__out") == "First choose: Fighter."
    assert page.locator(".cb-die[aria-valuenow]").count() == 0
    assert page.evaluate("document.activeElement.dataset.cbFact") == "fighter"
    page.select_option("[data-cb-fact=fighter]", "me110")
    page.focus(".cb-roller .cb-die")
    page.keyboard.type("34")
    assert "7: 2" in page.inner_text(".cb-roller__out")


@pytest.mark.thorough
def test_a_column_that_leaves_several_leaves_only_those_to_choose_from(visit: Opener) -> None:
    page = visit("queen/tables/b-4.html").page
    page.select_option("select[name=column]", "side")
    page.select_option("[data-cb-fact=fighter]", "me109")
    page.focus(".cb-roller .cb-die")
    page.keyboard.type("34")
    page.click(".cb-roller__next")
    page.wait_for_function("() => document.activeElement?.matches('select[name=column]')")
    left = page.eval_on_selector_all(
        "select[name=column] option", "all => all.filter(one => !one.hidden).map(one => one.value)"
    )
    assert left == ["", "side_high", "side_level", "side_low"]


@pytest.mark.thorough
def test_a_reader_can_override_what_the_roller_has_set(visit: Opener) -> None:
    page = visit("queen/tables/b-4.html?from=M-3&position=6_high&fighter=me109#roll-it").page
    assert page.input_value("select[name=column]") == "rear"
    page.select_option("select[name=column]", "front")
    page.focus(".cb-roller .cb-die")
    page.keyboard.type("11")
    assert "2: 3" in page.inner_text(".cb-roller__out")
    page.click(".cb-roller__next")
    page.wait_for_function("() => document.activeElement?.matches('select[name=column]')")
    assert page.input_value("select[name=column]") == ""


def test_invalid_parts_of_an_address_are_ignored(visit: Opener) -> None:
    watch = visit("queen/tables/bl-4.html?from=%3Cb%3E&man=nobody&number%20crash_wounds=1e9&holds=x#roll-it")
    assert watch.page.inner_text(".cb-roller__from").startswith("From <b>.")
    assert watch.page.input_value("[data-cb-number=crash_wounds]") == "0"
    assert watch.troubles == []
