"""Points: how much each aircraft and each condition of a scenario is worth, and the chance that follows from them.

Ten points are one bomb hit. The values are fitted to simulated games (`combatbox_dev.contest`); the expected number of
bomb hits is the sum of the values, so the side with more points is the favourite.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import erf, sqrt

from combatbox.games.skirmish.constants import Constants
from combatbox.games.skirmish.geometry import INCH
from combatbox.games.skirmish.scenario import Scenario

FOOT = 12
"""The inches of a foot."""

AMERICAN = ("bomber", "turret", "escort", "foot")
"""The parts that count for the Americans; all others count for the Germans."""


def parts(scenario: Scenario, const: Constants) -> dict[str, float]:
    """Return how many of each part a scenario has.

    Args:
        scenario: the scenario.
        const: the constants of the game.

    Returns:
        The numbers of `bomber`, `turret` (top turrets) and `german`; of `escort`, of which no more count than half the
        Germans; `damage`, the damage points at the start; `foot`, for each bomber the feet by which the table is
        shorter than the printed one; and `hit`, the bomb hits that win.
    """
    forces = scenario.forces
    bombers = forces.bombers * forces.waves
    shorter = const.table.length // INCH - scenario.table.length if scenario.table else 0
    return {
        "bomber": bombers,
        "turret": bombers if "on" in (scenario.rules.get("turret"), scenario.rules.get("S-X1")) else 0,
        "escort": min(forces.escorts, forces.germans / 2) * forces.waves,
        "german": forces.germans * forces.waves,
        "damage": sum(scenario.damage) * forces.waves,
        "foot": bombers * shorter / FOOT,
        "hit": scenario.hits,
    }


def points(scenario: Scenario, values: Mapping[str, float], const: Constants) -> dict[str, float]:
    """Return the points of both sides of a scenario, and the chance of the Americans.

    Bomb hits are taken as normally distributed.

    Args:
        scenario: the scenario.
        values: the value of each part; `spread`, the standard deviation of the hits of one bomber, which is √n times
            as much for n bombers; and `tie`, the lead of the Americans because they win with exactly the hits needed.
        const: the constants of the game.
    """
    worth = {part: count * values[part] for part, count in parts(scenario, const).items()}
    americans = sum(worth[part] for part in AMERICAN)
    germans = sum(worth.values()) - americans
    deviation = values["spread"] * sqrt(scenario.forces.bombers * scenario.forces.waves)
    chance = (1 + erf((americans - germans + values["tie"]) / (deviation * sqrt(2)))) / 2
    return {"americans": americans, "germans": germans, "chance": chance}
