"""Rolls of which nothing comes: hits on what is gone, wounds in empty places, events of a formation that she does not fly in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.bomber.effects.crew import wound
from combatbox.bomber.parts import limit
from combatbox.bomber.story import name_before
from combatbox.core.events import Roll
from combatbox.core.game import NarrationContext
from combatbox.core.log_state import changes_of

State = Mapping[str, Any]

LASTS = (
    "part_out", "side_out", "part_hit", "root_hit", "gun_out", "cannon_or_tail_out", "compromised", "pressure_lost", "bay_shut",
    "bay_boxes_lost", "tank_leak", "boxes_lost", "boxes_restored", "engine_out", "propeller", "charges_left", "oxygen_hit",
)  # fmt: skip
"""Effects that do nothing where all of it is gone already."""

KEPT_IN = (
    "plane", "guns", "engines", "men", "boxes_lost", "boxes_restored", "compromised", "pressure_lost", "pressurized", "tanks_shut",
    "wing_leak", "oxygen_hits", "compass", "tunnel_pierced",
)  # fmt: skip
"""Where the state keeps what they do."""

OF_FORMATION = ("out_of_formation", "near_collision")
"""Effects that do nothing to a bomber that flies by itself."""


def told_in_vain(event: Roll, outcome: str, state: State, words: NarrationContext) -> str:
    """What is told of a roll that changes nothing, for what it would do is done or has nobody to be done to; else nothing."""
    row = words.rows[event["row"]]
    what = name_before(event, words) or outcome
    made = [piece for effect in row.effects for piece in effect.components()]
    touched = {steps[0] for steps, _, _ in changes_of(event)}
    if any(piece.is_a(wound) and not state.get(f"stations.{piece['station']}") for piece in made):
        return f"nobody is in the {words.say(next(p['station'] for p in made if p.is_a(wound)))}'s place"
    if made and all(piece.name in OF_FORMATION for piece in made):
        alone = state["out_of_formation"] and not touched & {"out_of_formation", "leaves_formation"}
        return (what if row.then else f"{what}; no effect, for she flies in no formation") if alone else ""
    if any(effect.name == "abort_allowed" for effect in row.effects) and (state["leg"] != "out" or state["aborting"]):
        return what
    lasting = [piece for piece in made if piece.name in LASTS]
    if not lasting or touched & {*KEPT_IN} or any(effect.leads_to() for effect in row.effects):
        return ""
    if all(piece.name == "boxes_lost" for piece in lasting):
        named = name_before(event, words)
        return f"{named}; no box of fuel is left to lose" if named else "no box of fuel is left to lose"
    checked_first = bool(words.tables[row.table].first) and event["table"] in words.tables
    gone = all(_gone(piece, state, words, checked_first) for piece in lasting)
    return f"{what}; no further effect" if gone else ""


def _gone(piece: Any, state: State, words: NarrationContext, checked_first: bool) -> bool:
    """What an effect would put out is out already; the state says so where the effect does its work in a later event.

    The loss of pressure is told by itself. checked_first: so it is with any hit, which waits for the check of the cabin.
    """
    if piece.name == "pressure_lost":
        return bool(state["pressure_lost"])
    if not checked_first:
        return True
    if piece.name == "gun_out":
        return bool(state.get(f"guns.{piece['gun']}.out"))
    if piece.name == "part_out":
        return bool(state.get(f"plane.{piece['part']}"))
    worn = int(state.get(f"plane.{piece['part']}", 0)) if piece.name == "part_hit" else 0
    return worn > 0 and worn >= limit(words.const, piece["part"])
