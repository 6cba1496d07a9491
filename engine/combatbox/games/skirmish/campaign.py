"""A campaign of linked evenings: what each side has won and has left, and the scenario of the next evening.

An evening is a scenario like any other. Its field `campaign` has the evenings to come and the aircraft of both sides,
so that the log of one evening is all that the next one needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.games.skirmish.state import State

Data = Mapping[str, Any]  # nested plain data of a scenario


def next_evening(scenario: Data, state: State) -> dict[str, Any] | None:
    """Return the scenario of the next evening.

    Args:
        scenario: the scenario of this evening, as plain data.
        state: the state at the end of this evening.

    Returns:
        The scenario as plain data; None if the campaign is over, or the scenario belongs to no campaign.
    """
    campaign = scenario.get("campaign")
    if not campaign or not campaign["evenings"]:
        return None
    evening, *later = [_stated(evening) for evening in campaign["evenings"]]
    spare = campaign["reserves"]
    bombers = _bombers(campaign, state)
    had, new = scenario["forces"], campaign["replacements"]  # an option may have kept some at home (S-X2)
    escorts = spare["escorts"] + had["escorts"] - state.lost_escorts + new["escorts"]
    back = -(-state.lost_germans * campaign["pilots_back"] // 100)  # rounded up
    germans = spare["germans"] + had["germans"] - state.lost_germans + new["germans"] + back
    wanted = {**had, **evening["forces"]}
    left = {"bombers": len(bombers), "escorts": escorts, "germans": germans}
    flies = {kind: min(wanted[kind], number) for kind, number in left.items()}
    if later:  # what an evening has, not what was left to fly it, holds for the evening after it
        later[0] = {**later[0], "forces": {**{kind: wanted[kind] for kind in left}, **later[0]["forces"]}}
    at_home = {kind: left[kind] - flies[kind] for kind in ("escorts", "germans")}
    again = {key: value for key, value in scenario.items() if key not in ("forces", "hits", "title", "damage")}
    return {
        **again,
        **{key: value for key, value in evening.items() if key != "forces"},
        "forces": flies,
        "damage": bombers[: flies["bombers"]],
        "campaign": {
            **campaign,
            "evenings": later,
            "reserves": {"bombers": bombers[flies["bombers"] :], **at_home},
            "won": [*campaign.get("won", ()), state.result],
        },
    }


def _stated(evening: Data) -> dict[str, Any]:
    """Return an evening without what it leaves out; an empty value leaves a part out as well."""
    forces = {kind: number for kind, number in evening.get("forces", {}).items() if number is not None}
    return {**{key: value for key, value in evening.items() if value is not None}, "forces": forces}


def standing(scenario: Data, state: State) -> str:
    """Return the evenings that each side has won, and after the last evening the winner of the campaign, in sentences.

    Args:
        scenario: the scenario of this evening, which belongs to a campaign, as plain data.
        state: the state at the end of this evening.
    """
    campaign = scenario["campaign"]
    won = [*campaign.get("won", ()), state.result]
    left, americans, germans = len(campaign["evenings"]), won.count("american"), won.count("german")
    score = f"Evening {len(won)} of {len(won) + left} is over. Evenings won: Americans {americans}, Germans {germans}."
    if left:
        return score
    if americans == germans:
        return f"{score} The campaign is a draw."
    return f"{score} The {'Americans' if americans > germans else 'Germans'} have won the campaign."


def _bombers(campaign: Data, state: State) -> list[int]:
    """Return the damage points of all bombers that can fly the next evening, the least damaged first."""
    flown = [plane.damage for plane in state.planes.values() if plane.type == "bomber" and plane.out != "destroyed"]
    repaired = [max(0, damage - campaign["repairs"]) for damage in [*flown, *campaign["reserves"]["bombers"]]]
    return sorted([*repaired, *[0] * campaign["replacements"]["bombers"]])
