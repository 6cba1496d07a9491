"""Texts for rolls that change nothing.

Such rolls are hits on parts that are already out, wounds at empty stations, and formation events while the bomber flies
alone.
"""

from __future__ import annotations

from combatbox.bomber.story import State, effects_text, name_before
from combatbox.core.effects import VocabularyTerm
from combatbox.core.events import Roll
from combatbox.core.log_state import changes_of
from combatbox.games.superfort.state import SuperfortNarration

LASTS = (
    "part_out",
    "side_out",
    "gun_out",
    "cannon_or_tail_out",
    "compromised",
    "pressure_lost",
    "bay_shut",
    "bay_boxes_lost",
    "tank_leak",
    "boxes_lost",
    "boxes_restored",
    "engine_out",
    "propeller",
    "charges_left",
)
"""The effects that change nothing if the part or supply that they hit is already out or used up."""

TOUCHES = (
    "plane",
    "guns",
    "engines",
    "men",
    "boxes_lost",
    "boxes_restored",
    "compromised",
    "pressure_lost",
    "pressurized",
    "tanks_shut",
    "wing_leak",
    "oxygen_hits",
    "compass",
    "tunnel_pierced",
)
"""The first elements of the paths in the state that the effects in `LASTS` change."""

BOXES = ("internal", "fwd_boxes", "aft_boxes")
"""The fields with fuel; they stay as they are under an option that does not count it."""

OF_FORMATION = ("out_of_formation", "near_collision")
"""The effects that change nothing for a bomber outside a formation."""


def text_of_no_effect(event: Roll, outcome: str, state: State, words: SuperfortNarration) -> str:
    """Return the text for a roll that changes nothing; empty for any other roll.

    Args:
        event: the roll.
        outcome: the text for the result of the roll.
        state: the flat state after the event.
        words: the names and vocabulary of the game.
    """
    row = words.rows[event["row"]]
    name = name_before(event, words) or outcome
    components = [component for effect in row.effects for component in effect.components()]
    touched = {steps[0] for steps, _, _ in changes_of(event)}
    blown = next((component["station"] for component in components if component.name == "blown_out"), "")
    if blown and "men" not in touched:
        manned = state.get(f"stations.{blown}")
        return "no pressure to blow him out" if manned else f"nobody is at the {words.say(blown)}'s station"
    if components and all(component.name in OF_FORMATION for component in components):
        alone = state["out_of_formation"] and not touched & {"out_of_formation", "leaves_formation"}
        return (name if row.then else f"{name}; no effect, for she flies in no formation") if alone else ""
    if any(effect.name == "abort_allowed" for effect in row.effects) and (state["leg"] != "out" or state["aborting"]):
        return name
    lasting = [component for component in components if component.name in LASTS]
    if not lasting or touched & {*TOUCHES} or any(effect.leads_to() for effect in row.effects):
        return ""
    if all(component.name == "boxes_lost" for component in lasting):
        others = effects_text(event, state, words, [effect for effect in row.effects if effect.name != "boxes_lost"])
        loss = "" if any(state[boxes] for boxes in BOXES) else "no box of fuel is left to lose"
        return "; ".join(filter(None, (name_before(event, words), others, loss))) or "no effect"
    checked_first = bool(words.tables[row.table].first) and event["table"] in words.tables
    gone = all(_gone(component, state, checked_first) for component in lasting)
    return f"{name}; no further effect" if gone else ""


def _gone(piece: VocabularyTerm, state: State, checked_first: bool) -> bool:
    """Return True if the part or supply that an effect would put out is already out.

    Args:
        piece: the effect.
        state: the flat state after the event.
        checked_first: True if a check comes before the effects of the row, so that a later event changes the state. In
            that case the state shows whether the part is already out.
    """
    if piece.name == "pressure_lost":
        return bool(state["pressure_lost"])
    if not checked_first:
        return True
    if piece.name == "gun_out":
        return bool(state.get(f"guns.{piece['gun']}.out"))
    return piece.name == "part_out" and bool(state.get(f"plane.{piece['part']}"))
