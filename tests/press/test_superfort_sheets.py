"""The B-29 on paper: its maps, its figures, and its sheets filled in from a log."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from pypdf import PdfReader
from tests.flights import flight, forms

from combatbox.core.phrases import signed
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.press.games.superfort.boards import figures, read_fire, spent
from combatbox.press.games.superfort.sheets import PROVIDER
from combatbox.press.map_data import atlases, read_atlas, target_zones
from combatbox.press.provider import FieldValues
from combatbox.press.shop import Shop, open_shop

from . import built


@cache
def book() -> Book:
    return load("superfort")


@cache
def shop() -> Shop:
    return open_shop(book())


@pytest.mark.parametrize("name", ["map", "map-east", "map-west"])
def test_every_target_lies_in_the_zone_that_the_gazetteer_gives_it(name: str) -> None:
    zones = target_zones(book(), "T2-9")
    atlas = read_atlas(book(), name)  # it refuses a place outside its ring or beyond the frame
    assert {target.key: target.zone for target in atlas.targets}.items() <= zones.items()
    assert atlas.rings.zones == range(1, 15)


def test_the_maps_name_every_target_between_them() -> None:
    assert atlases(book()) == ["map", "map-east", "map-west"]
    named = {t.key for name in atlases(book()) for t in read_atlas(book(), name).targets if t.side != "none"}
    assert named == set(target_zones(book(), "T2-9"))


def test_the_figure_of_fuel_spends_what_section_4_3_says() -> None:
    const = book().const
    assert [sum(boxes for _, boxes in spent(const, zone, 2)) for zone in (6, 11, 12, 13, 14)] == [22, 37, 40, 43, 46]
    assert [sum(boxes for _, boxes in spent(const, zone, 0)) for zone in (6, 12, 14)] == [18, 36, 42]


def test_every_figure_has_words_for_those_who_cannot_see_it() -> None:
    drawn = {figure.name: figure for figure in figures(shop().context)}
    assert list(drawn) == ["fuel-track", "sights", "fields-of-fire", "cabins"]
    assert "38 internal boxes" in drawn["fuel-track"].about
    assert "room for 7, under pressure" in drawn["cabins"].about
    assert all(
        "<title" in figure.svg() and "id=" not in figure.svg().partition("</style>")[2] for figure in drawn.values()
    )


def test_the_placement_chart_has_the_turrets_of_t5_6() -> None:
    positions = read_fire(shop().context).positions
    assert set(positions) == set(book().meta.constants["positions"])
    assert positions["12_low"].guns == (("Fwd lower", ("Bo",)),)
    assert [gun for gun, _ in positions["vertical_dive"].guns] == ["Fwd upper", "Aft upper"]


# ---- filled sheets


@cache
def tour() -> tuple[Any, dict[str, Any], dict[str, list[FieldValues]]]:
    """A whole tour: its state at the end, its forms, and its sheets filled in."""
    state, journal = flight(book(), "12", run="tour")
    made = forms(journal)
    return state, made, PROVIDER.fill(shop().context, made)


@cache
def fields(name: str) -> set[str]:
    """The fields of a blank sheet."""
    return set(PdfReader(built.blank("superfort", name, "a4")).get_fields() or {})


OWN = {"mission-log": {"date"}, "campaign-log": {"player", "begun", "ended"}}
"""What a player writes himself, for no log knows it."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", OWN)
def test_every_field_of_a_sheet_is_filled_by_some_mission_of_a_tour_but_what_is_the_players_own(name: str) -> None:
    filled = {field for filling in tour()[2][name] for field in filling.values}
    marks = re.compile(r"(note|gone)-|bomber-\d+-(out|fate)")  # strokes and words beneath a field, which are none
    assert {field for field in filled if not marks.match(field)} <= fields(name)
    some = re.compile(r"(weather|course|modifier|bomber|man)-")  # not every zone, nor a new name on every line
    open_ones = {field for field in fields(name) - filled if not some.match(field)}
    assert open_ones == OWN[name]


@pytest.mark.rule("F2.3F.1")
def test_the_mission_log_has_the_modifiers_of_the_route_with_that_of_the_squadron() -> None:
    route, resistance = (
        book().tables["T2-9"].keys,
        {m.when.code: m.add for m in book().tables["T5-1"].modifiers if m.when},
    )
    for log, filling in zip(tour()[1]["mission_logs"], tour()[2]["mission-log"], strict=True):
        text = {
            int(name.split("-")[1]): value for name, value in filling.values.items() if name.startswith("modifier-")
        }
        zones = {int(key.split("@")[1]) for key in route if key.startswith(f"{log['city']}@")}
        assert set(text) == zones - (set() if log["early"] else {6})
        for zone, value in text.items():
            add = resistance.get(f"{log['squadron']}_in_formation", 0) if log["time"] == "day" else 0
            modifier = route[f"{log['city']}@{zone}"].effects[0].parameters()[0] + add
            assert value == (signed(modifier) if modifier else "0")


def test_a_mission_log_says_whether_it_assembled_flew_alone_and_held_its_pressure() -> None:
    logs, filled = tour()[1]["mission_logs"], tour()[2]["mission-log"]
    for log, filling in zip(logs, filled, strict=True):
        assert filling.values["assembled"] is bool(log["assembled"])
        assert filling.values["out-of-formation"] is log["out_of_formation"]
        assert filling.values["pressure-lost"] is bool(log["pressure_lost"])
        assert [cabin for cabin in ("nose", "nav-radio", "waist", "tail") if filling.values[f"leak-{cabin}"]] == [
            cabin.replace("_", "-") for cabin in log["leaks"]
        ]
        assert not (log["time"] == "night" and (log["assembled"] or log["out_of_formation"]))
    assert {bool(log["assembled"]) for log in logs} == {log["out_of_formation"] for log in logs} == {True, False}
    assert any(log["leaks"] for log in logs)


def test_what_changed_a_landing_is_called_as_its_table_calls_it() -> None:
    called = {coded.short_words(book().say) for coded in book().modifiers().values()}
    for log, filling in zip(tour()[1]["mission_logs"], tour()[2]["mission-log"], strict=True):
        total, _, terms = str(filling.values["landing"]).rpartition(": ")
        assert total in ("", signed(sum(add for _, add in log["landing"])))
        words = terms.split(", ")
        changed = [word.partition(" ")[2] for word in words if word.startswith(("+", "−"))]
        assert set(changed) <= called
        assert len(changed) == sum(bool(add) for _, add in log["landing"])


def test_the_campaign_log_and_the_cities_end_as_the_tour_did() -> None:
    state, _forms, filled = tour()
    (log,), (cities,) = filled["campaign-log"], filled["target-damage"]
    assert log.values["bombing"] == state.campaign.bombing
    assert log.values["survival"] == state.campaign.services[-1].rating
    assert sum(bool(value) for name, value in log.values.items() if name.startswith("credited-")) == state.completed
    boxes = book().meta.constants["boxes_of"]
    assert set(cities.values) <= fields("target-damage")
    crossed = sum(bool(value) for value in cities.values.values())
    assert crossed == sum(min(gone, boxes.get(city, 1)) for city, gone in state.tour.burned.items())


def test_the_career_log_has_every_man_of_the_tour_with_his_fate() -> None:
    _state, forms, filled = tour()
    rows = [row for row in forms["composite"]["rows"] if row["flown"]]
    men = [man for row in rows for man in row["crew"].values() if man["new"]]
    lines = [filling.values for filling in filled["career-log"]]
    names = [value for values in lines for name, value in values.items() if name.startswith("career-")]
    assert names == [man["name"] for man in men]
    fates = [value for values in lines for name, value in values.items() if name.startswith("fate-") and value]
    assert sorted(fates) == sorted(
        m["fate"] for row in rows for m in row["crew"].values() if m["fate"] not in ("", "RET")
    )
    assert set(lines[0]) <= fields("career-log")


def test_a_mission_log_is_filled_as_the_mission_was_flown() -> None:
    state, journal = flight(book(), "1")
    (log,) = PROVIDER.fill(shop().context, forms(journal))["mission-log"]
    crossed = sum(bool(log.values[f"fuel-{box}"]) for box in range(1, 39))
    assert crossed == 38 - state.fuel.internal
    assert log.values["on-target"] is (state.outcome.aim_result == "on_target")
    assert {log.values["time-day"], log.values["time-night"]} == {True, False}
    assert log.values["zone"] == str(state.orders.target_zone)
    assert log.values["target"] == "Musashino, Nakajima engine works"
