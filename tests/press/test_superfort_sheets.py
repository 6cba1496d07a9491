"""The B-29 on paper: its maps, its figures, and its sheets filled in from a log."""

from __future__ import annotations

from functools import cache

import pytest

from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.library.replay import header
from combatbox.odds.runs import player_of
from combatbox.press.atlas import atlases, read_atlas, target_zones
from combatbox.press.games.superfort.boards import read_fire
from combatbox.press.games.superfort.figures import figures, spent
from combatbox.press.games.superfort.sheets import PROVIDER
from combatbox.press.shop import Shop, open_shop


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
    const = book().meta.constants
    assert [sum(boxes for _, boxes in spent(const, zone, 2)) for zone in (6, 11, 12, 13, 14)] == [22, 37, 40, 43, 46]
    assert [sum(boxes for _, boxes in spent(const, zone, 0)) for zone in (6, 12, 14)] == [18, 36, 42]


def test_every_figure_has_words_for_those_who_cannot_see_it() -> None:
    drawn = {figure.name: figure for figure in figures(shop().stuff)}
    assert list(drawn) == ["fuel-track", "sights", "fields-of-fire", "cabins"]
    assert "38 internal boxes" in drawn["fuel-track"].about
    assert "room for 7, under pressure" in drawn["cabins"].about
    assert all(
        "<title" in figure.svg() and "id=" not in figure.svg().partition("</style>")[2] for figure in drawn.values()
    )


def test_the_placement_chart_has_the_turrets_of_t5_6() -> None:
    positions = read_fire(shop().stuff).positions
    assert set(positions) == set(book().meta.constants["positions"])
    assert positions["12_low"].guns == (("Fwd lower", ("Bo",)),)
    assert [gun for gun, _ in positions["vertical_dive"].guns] == ["Fwd upper", "Aft upper"]


def test_a_mission_log_is_filled_as_the_mission_was_flown() -> None:
    rules, journal = book().rulebook(), Journal()
    state = fly(book().game, rules, SeededDice("1"), player=player_of("doctrine", "1"), journal=journal)
    forms = book().game.forms(journal.events, header(book(), "mission", {}, Setup(), "1"), rules)
    (log,) = PROVIDER.fill(shop().stuff, forms)["mission-log"]
    crossed = sum(bool(log.values[f"fuel-{box}"]) for box in range(1, 39))
    assert crossed == 38 - state.fuel.internal
    assert log.values["on-target"] is (state.outcome.aim_result == "on_target")
    assert {log.values["time-day"], log.values["time-night"]} == {True, False}
    assert log.values["zone"] == str(state.orders.target_zone)
