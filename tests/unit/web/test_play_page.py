"""The page on which a scenario is built: its limits, and the scenarios that it offers."""

from __future__ import annotations

import json

import pytest

from combatbox.games.skirmish.scenario import Scenario
from combatbox.library.dataclass_schema import declared_schema
from combatbox.library.load import load
from combatbox.library.scenarios import contest_figures
from combatbox.play.dataclass_validation import faults
from combatbox.web import play_page


def test_the_form_has_the_limits_of_a_scenario_file_and_shows_every_scenario() -> None:
    book = load("skirmish")
    builder = play_page.scenario_page(book, True)
    data = json.loads(builder["data"])
    assert builder["limits"]["forces.germans"] == (0, 16)
    assert builder["needed"] == {"title", "forces", "forces.bombers", "forces.escorts", "forces.germans", "hits"}
    assert data["scenarios"]
    for scenario in data["scenarios"].values():
        assert set(scenario) - set(data["printed"]) <= {"title", "summary", "americans", "germans"}
    assert not list(faults(Scenario, {"title": "As printed", **data["printed"]}))
    numbers = {path for path, _ in play_page.limits(declared_schema(Scenario)) if not path.startswith("campaign")}
    parts = {f"{part}.{key}" for part, keys in data["printed"].items() if isinstance(keys, dict) for key in keys}
    assert numbers == parts | {"hits", "damage"}
    assert data["sides"] == ["Americans", "Germans"]
    assert set(builder["models"]) >= {model["art"] for model in data["table"]["top"]["models"]}


def test_the_form_does_not_offer_a_ruling_that_the_hits_of_a_scenario_replace() -> None:
    builder = play_page.scenario_page(load("skirmish"), True)
    assert "handicap" not in builder["rulings"]
    assert "handicap" in {ruling.key for ruling in builder["unseen"]}


def test_the_margin_of_a_chance_by_points_holds_for_every_scenario_of_the_game() -> None:
    book, figures = load("skirmish"), contest_figures(load("skirmish"))
    data = json.loads(play_page.scenario_page(book, True)["data"])
    differences = [
        book.scenario_points(scenario, figures["values"])["chance"] - flown["won"] / flown["games"]
        for scenario, flown in ((data["scenarios"][name], figures["chances"][name]) for name in data["scenarios"])
    ]
    assert max(map(abs, differences)) == pytest.approx(data["margin"], abs=0.005)
