"""Aircraft of a campaign are conserved for every player: nothing appears or vanishes between two evenings."""

from __future__ import annotations

from typing import Any

import pytest

from combatbox.core.dice import SeededDice
from combatbox.core.game import Setup, fly
from combatbox.games.skirmish.campaign import next_evening
from combatbox.library.load import load
from combatbox.library.scenarios import read_scenario
from combatbox_dev.fuzz import PLAYERS, AnyPlayer

BOOK = load("skirmish")


def aircraft(scenario: dict[str, Any]) -> dict[str, int]:
    """Return the aircraft of an evening by kind: those that fly, and those at home."""
    reserves, forces = scenario["campaign"]["reserves"], scenario["forces"]
    at_home = {**reserves, "bombers": len(reserves["bombers"])}
    return {kind: forces[kind] + at_home[kind] for kind in at_home}


@pytest.mark.sample(5)
@pytest.mark.parametrize("home", BOOK.ruling("S-X2").options)
@pytest.mark.parametrize("player", PLAYERS)
def test_aircraft_of_a_campaign_are_conserved(player: str, home: str) -> None:
    scenario = BOOK.as_played(read_scenario(BOOK, "five-evenings"))
    evenings = 0
    while scenario:
        seed = f"{player}/{home}/{evenings}"
        rulebook, plays = BOOK.rulebook({"S-X2": home}, scenario), AnyPlayer(seed, way=player)
        state = fly(BOOK.game, rulebook, SeededDice(seed), setup=Setup(scenario=scenario), player=plays)
        before, new, evenings = aircraft(scenario), scenario["campaign"]["replacements"], evenings + 1
        back = -(-state.lost_germans * scenario["campaign"]["pilots_back"] // 100)
        lost = {"bombers": state.lost_bombers, "escorts": state.lost_escorts, "germans": state.lost_germans - back}
        scenario = next_evening(scenario, state)
        if scenario:
            assert aircraft(scenario) == {kind: before[kind] - lost[kind] + new[kind] for kind in before}
            assert len(scenario["damage"]) == scenario["forces"]["bombers"]
            assert all(
                0 <= damage <= 3 for damage in [*scenario["damage"], *scenario["campaign"]["reserves"]["bombers"]]
            )
    assert evenings == 5
