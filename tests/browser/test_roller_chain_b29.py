"""The tables of the B-29: the roller continues with the engine's next roll, and asks what it cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from combatbox.bomber import gunnery, shells
from combatbox.bomber.gunnery import fields_of
from combatbox.core.roll_context import DerivedFact
from combatbox.core.tables import Row, Table
from combatbox.games.superfort import attacks, combat, damage, flow, landing, navigation, pressure
from combatbox.games.superfort.roll_context import flight_with
from combatbox.library.load import load
from combatbox.web.table_page import RollerState

from .chain import Asked, Begun, Case, Facts, Watched, carried, contexts, faults, gone_on, leading, rows_that_lead_on
from .conftest import Opener

pytestmark = pytest.mark.browser

MAN = "pilot"
"""The man whose wounds are given when the crew jumps."""


@pytest.fixture(scope="module")
def way() -> RollerState:
    """Return the way through the tables of the B-29."""
    return RollerState(load("superfort"))


# ---- the engine's rolls


def flown(way: RollerState, facts: Facts, dice: Any = None) -> Watched:
    """Return a flight in which the facts hold."""
    return Watched(way.book.rulebook(), way, flight_with(way.book.rulebook(), facts).state, dice or Begun())


def done(way: RollerState, row: Row, facts: Facts) -> list[Asked]:
    """Return the engine's next rolls after a row: its effects, and what its flow does with them."""
    flight = flown(way, facts)
    state = flight.state
    before = len(state.wave.fighters)
    for do in row.does:
        do(flight)
    for clock in state.clash.clocks:
        attacks.place_fighter(flight, 0, clock)
    for index in range(before, len(state.wave.fighters)):
        attacks.place_fighter(flight, index, "6")
    for section in state.hand.walking or state.hand.located:
        damage.strike(flight, section)
    if state.clash.air_bomb:
        flight.run(attacks.bomb(flight, 0))
    named = {name for name in way.book.leads_of(row) if way.book.tables[name].lookups}
    called = {call.table for call in flight.calls}
    later = [(state.due.bail_out, bool(state.due.bail_out)), ("T7-12", bool(state.due.fires))]
    flight.calls += [Asked(name, {}, {}) for name, due in later if due and name in named - called]
    flight.calls += [Asked(name, {}, {}) for name in of_target(way, row)]
    return [call for call in flight.calls if call.table in named]


def of_target(way: RollerState, row: Row) -> list[str]:
    """Return the list of cities that the flow rolls on for a type of target."""
    lists = way.book.meta.constants["city_tables"]
    return [lists[effect.parameters()[0]] for effect in row.effects if effect.name == "target_type"]


@pytest.fixture(scope="module")
def leads(way: RollerState) -> list[Case]:
    """Return every row that leads on."""

    def cases(table: Table, row: Row, codes: list[str], facts: Facts) -> Iterator[Case]:
        yield Case(table.id, row.id, codes, facts, done(way, row, facts))

    return list(rows_that_lead_on(way, cases))


@pytest.fixture(scope="module")
def follows(way: RollerState) -> list[Case]:
    """Return the tables whose words say that they come after another, with the rolls of the flow."""
    return [*_on_the_way(way), *_in_a_fight(way), *_over_the_target(way), *_in_the_sea(way)]


def _case(way: RollerState, table: str, row: Row, facts: Facts, calls: list[Asked], after: str) -> Case:
    codes = [effect.code for effect in row.effects]
    return Case(table, row.id, codes, facts, [call for call in calls if call.table == after][:1])


def _on_the_way(way: RollerState) -> Iterator[Case]:
    for face in (1, 6):
        flight = flown(way, {}, Begun([(face, face)]))
        flow.find_later_target(flight)
        yield _case(way, "R2-2B", way.book.tables["R2-2B"].at(2 * face), {}, flight.calls, "T2-2A")
    for facts in contexts(way, ("time", "weather")):
        flight = flown(way, facts)
        navigation.check(flight)
        for table, after in (("T4-4", "T4-5"), ("T4-5", "T4-6"), ("T4-6", "T4-7"), ("T4-7", "T4-8")):
            yield _case(way, table, way.book.tables[table].at(3), facts, flight.calls, after)
    for row in way.book.tables["T4-2"].rows:
        if way.book.leads_of(row):
            continue  # Bad weather has its own table.
        for facts in contexts(way, ("time",)):
            flight = flown(way, facts)
            for do in row.does[:1]:
                do(flight)
            navigation.check(flight)
            yield _case(way, "T4-2", row, facts, flight.calls, "T4-4")
    for dice in ((4,), (5,), *(((first,), (second,)) for first in (1, 2, 3) for second in range(1, 7))):
        throws = [dice] if isinstance(dice[0], int) else list(dice)
        flight = flown(way, {}, Begun([(6, 6), *throws]))
        flight.state.pressure.pressurized, flight.state.track.turn = False, 1
        pressure.check_air(flight)
        row = way.book.tables["R4-2-WHO"].at(throws[0][0])
        row = row.then.at(throws[1][0]) if row.then else row
        yield _case(way, "R4-2-WHO", row, {}, flight.calls, "R4-2-REVIVED")


def _in_a_fight(way: RollerState) -> Iterator[Case]:
    tables = way.book.tables
    for row in tables["T5-1"].rows[1:]:
        flight = flown(way, {}, Begun([(6,)]))
        for do in row.does:
            do(flight)
        flight.run(combat.by_day(flight))
        yield _case(way, "T5-1", row, {}, flight.calls, "R5-2")
    positions, fighters = way.book.meta.constants["positions"], way.book.meta.constants["fighters"]
    pairs = [*((position, "tony") for position in positions), *(("12_level", fighter) for fighter in fighters)]
    for position, fighter in pairs:
        facts = {"position": position, "fighter": fighter}
        flight, column = flown(way, facts), positions[position]["shells"]
        shells.locate(flight, [0])
        yield _case(way, "T5-9", tables["T5-9"].at(12, column), facts, flight.calls, "T5-10")
        yield _case(way, "T5-10", tables["T5-10"].at(7, column), facts, flight.calls, "T5-11")
        for one in fields_of(flight).bearings[position, fighter]:
            facts = {**facts, "gun": one.gun}
            flight = flown(way, facts)
            gunnery.damage_fighter(flight, gunnery.Shot(one.gun, MAN, 0, one.column))
            yield _case(way, "T5-7", tables["T5-7"].at(6, one.column), facts, flight.calls, "T5-8")
    for facts in contexts(way, ("position", "pilot")):
        flight = flown(way, facts)
        shells.rolls_to_hit(flight, 0, way.book.meta.constants["positions"][facts["position"]]["shells"])
        yield _case(
            way, "T5-8", tables["T5-8"].at(3), {**facts, "gun": "tail", "fighter": "tony"}, flight.calls, "T5-9"
        )


def _over_the_target(way: RollerState) -> Iterator[Case]:
    tables = way.book.tables
    for row in tables["T6-1"].rows:
        for facts in contexts(way, ("altitude", "time")):
            flight = flown(way, facts)
            for do in row.does:
                do(flight)
            flight.run(flow.flak(flight))
            yield _case(way, "T6-1", row, facts, flight.calls, "T6-2")
    for face in range(1, 7):
        flight = flown(way, {"altitude": "medium"}, Begun([(face,)]))
        flight.run(flow.flak(flight))
        row = tables["T6-2"].at(face)
        yield _case(way, "T6-2", row, {"altitude": "medium"}, flight.calls, "T6-3")
        for facts in contexts(way, ("target",)):
            flight = flown(way, facts, Begun([(face,)]))
            flight.state.plane.bombs_aboard = True
            flow.bomb_run(flight)
            aimed = flight.state.outcome.aim_result
            row = next(row for row in tables["T6-6"].rows if row.effects[0].name == aimed)
            yield _case(way, "T6-6", row, facts, flight.calls, "T6-7")


def _in_the_sea(way: RollerState) -> Iterator[Case]:
    tables = way.book.tables
    for row in tables["T8-2"].rows:
        flight = flown(way, {})
        for do in row.does:
            do(flight)
        landing.ditch(flight)
        yield _case(way, "T8-2", row, {}, flight.calls, "T8-3")
    for facts in contexts(way, ("sea", "light")):
        for table in ("T8-4", "T8-5"):
            flight = flown(way, facts, Begun([(6,)] * len(way.book.meta.constants["crew"])))
            flight.state.track.zone, flight.state.outcome.down_terrain = 2, "W"
            flight.run(landing.bail_out(flight, table))
            yield _case(way, table, tables[table].at(6), facts, flight.calls, "T8-6")


@pytest.mark.thorough
def test_every_row_that_leads_on_leads_to_the_very_roll_that_the_engine_makes(
    visit: Opener, site: Path, way: RollerState, leads: list[Case], follows: list[Case]
) -> None:
    assert leading(way.book) <= {case.row for case in leads}
    assert [case.row for case in leads if not case.engine] == []
    cases, tables = [*leads, *follows], carried(site, way.book)
    page = visit("superfort/tables/t5-9.html").page
    for blank in (False, True):
        found = gone_on(page, tables, cases, blank=blank)
        wrong = [fault for case, sent in zip(cases, found, strict=True) for fault in faults(case, sent, blank=blank)]
        assert wrong[:3] == [], f"{len(wrong)} rows go wrong; blank: {blank}"


def test_no_flak_and_no_fighters_lead_nowhere(follows: list[Case]) -> None:
    ends = {case.row for case in follows if not case.engine}
    assert ends
    assert all("T6-2/" in row for row in ends)


def test_an_angle_on_the_clock_is_the_position_that_the_engine_gives_the_fighter(way: RollerState) -> None:
    table = way.book.tables["T5-4"]
    for facts in contexts(way, ("clock",)):
        column = way.handing.readings["T5-4"][0].values[facts["clock"]]
        for face in range(1, 7):
            row, flight = table.at(face, str(column)), flown(way, facts, Begun([(face,)]))
            attacks.place_fighter(flight, 0, facts["clock"])
            (handed,) = way.hands(row)
            by = handed.facts["position"]
            assert isinstance(by, DerivedFact)
            assert by.values[facts["clock"]] == flight.state.attacker.position


def _bend(tables: dict[str, Any]) -> set[str]:
    """Change the data of the pages in a place of each kind; return the tables where the change shows."""
    tables["T5-10"]["reads"][0]["values"]["6_high"] = "front"
    next(r for r in tables["T5-8"]["reads"] if r["of"] == "heavy_battery")["values"]["fwd_upper"] = False
    next(h for h in tables["T7-6"]["hands"].values() if "man" in h[0]["facts"])[0]["facts"]["man"] = "navigator"
    next(h for h in tables["T7-1"]["hands"].values() if "cabin" in h[0]["facts"])[0]["facts"]["cabin"] = "tail"
    tables["T5-11"]["hands"]["T5-11/3@side_level"][0]["facts"]["side"]["values"]["3_level"] = "starboard"
    tables["T6-9"]["hands"]["T6-9/9"][1]["numbers"]["crash_wounds"] = 2
    tables["T8-2"]["links"]["T8-3"]["keeps"] = []
    return {"T5-9", "T5-7", "T7-6", "T7-1", "T5-11", "T6-9", "T8-2"}


@pytest.mark.thorough
def test_a_changed_chain_is_found_wherever_it_is_changed(
    visit: Opener, site: Path, way: RollerState, leads: list[Case], follows: list[Case]
) -> None:
    tables, cases = carried(site, way.book), [*leads, *follows]
    bent = _bend(tables)
    found = gone_on(visit("superfort/tables/t5-9.html").page, tables, cases, blank=False)
    seen = {case.table for case, sent in zip(cases, found, strict=True) if list(faults(case, sent, blank=False))}
    assert seen == bent


# ---- on the pages


@pytest.mark.thorough
def test_from_the_type_of_fighter_to_a_wound_only_the_gun_is_asked(visit: Opener) -> None:
    watch = visit("superfort/tables/t5-2.html")
    page = watch.page
    page.select_option("select[name=column]", "japan_early")
    seen = []
    fall = [("33", "T5-3"), ("35", "T5-4"), ("2", "T5-5"), ("34", "T5-7"), ("6", "T5-8"), ("1", "T5-9"), ("66", "T5-10"),
            ("66", "T5-11"), ("36", "T7-1"), ("22", "T7-13")]  # fmt: skip
    for dice, then in fall:
        if then == "T5-7":
            page.select_option("[data-cb-fact=gun]", "fwd_upper")
        page.focus(".cb-roller .cb-die")
        page.keyboard.type(dice)
        page.click(f".cb-roller__next:has-text('{then} ')")
        page.wait_for_function("() => document.activeElement?.closest('.cb-roller')")
        seen.append(page.inner_text(".cb-roller__from").replace(" Tick what else holds.", ""))
    assert seen == [
        "From T5-2: Zeke.",
        "From T5-3: Zeke, 12 o'clock.",
        "From T5-4: Zeke, 12 High.",
        "From T5-5: Zeke, 12 High, Average, Forward upper turret.",
        "From T5-7: Zeke, 12 High, Average, Forward upper turret.",
        "From T5-8: Zeke, 12 High, Average.",
        "From T5-9: Zeke, 12 High.",
        "From T5-10: 12 High.",
        "From T5-11.",
        "From T7-1: the bombardier.",
    ]
    assert watch.troubles == []
