"""The debriefing: wounded and frostbitten men (section 17), and the result (7.1)."""

from __future__ import annotations

from combatbox.bomber.conditions.rules import is_lost
from combatbox.bomber.state import Man
from combatbox.games.queen.constants import QueenFlight


def debrief(flight: QueenFlight) -> None:
    """Roll for survival and recovery of the men who need it, then decide the result."""
    state = flight.state
    flight.phase("debriefing.start")
    home = [man for man in state.men.values() if (man.serious or man.frostbitten) and came_home(flight, man)]
    for man in home:
        if man.serious:
            state.hand.man = man.role
            flight.roll("debriefing.survival", man.role)
    for man in home:
        if man.frostbitten and not man.dead:
            state.hand.man = man.role
            flight.roll("debriefing.recovery", man.role)
    judge(flight)


def came_home(flight: QueenFlight, man: Man) -> bool:
    """Return True if a man is alive and in England.

    A man is in England if he landed there or at an airfield, bailed out over it, or was brought back.
    """
    if man.dead or man.fate == "captured":
        return False
    at_home = flight.state.track.zone == flight.const.home_zone or flight.state.outcome.landed == "england"
    return man.fate in ("rescued", "returned") or at_home


def judge(flight: QueenFlight) -> None:
    """Rate the bombing and decide which side has won.

    Under one option of Q-R83, a mission with an abort counts if the bomber is lost, whatever the cause of the abort.
    """
    state = flight.state
    if state.outcome.bombs_dropped:
        flight.look_up("debriefing.bombing", str(state.outcome.per_cent))
    flight.consult("debriefing.result")
    if flight.ruled["uncounted_loss"] == "loss_counts" and is_lost(flight):
        state.outcome.counts = True
