"""The debriefing (section 9): the wounded, the city, the result and the credit."""

from __future__ import annotations

from combatbox.bomber.conditions.rules import is_lost
from combatbox.bomber.state import Man
from combatbox.games.superfort.conditions import is_bombed_out
from combatbox.games.superfort.optional_rules import plays
from combatbox.games.superfort.state import SuperfortFlight

AWAY = ("captured", "captured_at_sea", "stood_down")
"""The fates of men who are not treated in a hospital at home."""


def debrief(flight: SuperfortFlight) -> None:
    """Roll for wounded men and for the city, then decide the result and the credit."""
    state = flight.state
    flight.phase("debriefing.start")
    for man in state.men.values():
        heal(flight, man)
    if not state.ending.scrubbed:
        burn(flight)
    if state.outcome.bombs_dropped:
        flight.look_up("debriefing.bombing", str(state.outcome.per_cent))
    flight.consult("debriefing.result")
    credit(flight)


def heal(flight: SuperfortFlight, man: Man) -> None:
    """Roll for survival and recovery of a man who is seriously wounded or frostbitten."""
    if man.dead or man.fate in AWAY:
        return
    flight.state.hand.man = man.role
    if man.serious:
        flight.roll("debriefing.survival", man.role)
    if man.frostbitten and not man.dead:
        flight.roll("debriefing.recovery", man.role)


def burn(flight: SuperfortFlight) -> None:
    """After an urban area mission, roll for the damage to the city.

    The roll is made even if the bomber did not bomb the city.
    """
    state = flight.state
    if state.orders.target_type != "urban" or not plays(flight, "urban_damage"):
        return
    flight.roll("debriefing.city")
    if state.tour and is_bombed_out(flight, state.orders.city):
        flight.fact("debriefing.bombed_out", state.orders.city)


def credit(flight: SuperfortFlight) -> None:
    """Decide whether the mission counts, and record that.

    It counts if the bomber dropped its bombs, was lost, or aborted because of the enemy. A mission whose take-off was
    abandoned never counts, nor does the optional mission to Truk.
    """
    state = flight.state
    flown = not state.ending.scrubbed and not state.sortie.truk
    counts = flown and (state.outcome.bombs_dropped or is_lost(flight) or bool(state.ending.causes))
    flight.fact("debriefing.credit", counts=counts, causes=list(state.ending.causes), scrubbed=state.ending.scrubbed)
    state.outcome.counts = counts
    for man in state.men.values():
        if counts and man.fate == "stood_down":
            man.missions -= 1  # a counted mission adds one to every man; he did not fly it
