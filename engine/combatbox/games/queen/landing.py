"""Bailing out, landing and debriefing (7.1, sections 16, 17, 10.3 and 10.4, tables G-6 to G-10)."""

from __future__ import annotations

from functools import partial

from combatbox.bomber import crew
from combatbox.bomber.conditions import can_call_for_help, is_lost
from combatbox.bomber.effects.crew import kill, roll_for
from combatbox.bomber.effects.mission import wreck
from combatbox.bomber.enums import letters_of, over
from combatbox.bomber.state import Man
from combatbox.core.decisions import Flow
from combatbox.games.queen import doctrine, hazards
from combatbox.games.queen.constants import QueenFlight
from combatbox.games.queen.keys import come_down_in


def come_down(flight: QueenFlight) -> Flow[None]:
    """End the flight: the bomber is lost at once, abandoned, lands at home or is forced down."""
    state = flight.state
    if state.due.lost:
        state.outcome.landed = "destroyed"
    elif state.due.bail_out:
        yield from bail_out(flight, state.due.bail_out)
    elif state.track.zone == flight.const.home_zone:
        yield from land_in_england(flight)
    else:
        yield from forced_down(flight)


# ---- down short of home


def forced_down(flight: QueenFlight) -> Flow[None]:
    """Let the player choose to land, ditch or bail out short of home; the choice applies to the whole crew.

    The bombs may be jettisoned first.
    """
    state = flight.state
    yield from hazards.jettison(flight, coming_down=True)
    names = {flight.const.terrain(letter): letter for letter in letters_of(flight.const, state.track.terrain)}
    water = flight.const.water
    options = [come_down_in("ditch" if letter == water else "land", name, letter) for name, letter in names.items()]
    options += [come_down_in("bail_out", name, letter) for name, letter in names.items()]
    answer = yield flight.ask(
        "down.come_down",
        tuple(options),
        doctrine.come_down(flight, options),
    )
    how, letter = answer.kind, str(answer.args[0])
    if how == "bail_out":
        yield from bail_out(flight, flight.const.bail_out_controlled, letter)
    elif letter in flight.const.airfields:
        yield from land_at_airfield(flight, letter)
    elif how == "ditch":
        ditch(flight)
    else:
        crash_land(flight, letter)


def crash_land(flight: QueenFlight, letter: str) -> None:
    """Crash-land on the Continent: the bomber is lost, and each man rolls for capture."""
    state = flight.state
    flight.phase("down.crash_landing", over=letter)
    state.outcome.down_terrain, state.outcome.landed = letter, "continent"
    flight.roll("down.crash")
    trapped_gunner(flight)
    wreck(state, "wrecked")
    for man in state.aboard:
        roll_for(flight, man, "down.capture")


def ditch(flight: QueenFlight) -> None:
    """Ditch in the sea: the bomber is lost, and the zone decides who rescues the crew."""
    state = flight.state
    flight.phase("down.ditching")
    state.outcome.down_terrain, state.outcome.landed = flight.const.water, "sea"
    flight.roll("down.ditch")
    trapped_gunner(flight)
    wreck(state, "wrecked")
    rescue(flight)


def trapped_gunner(flight: QueenFlight) -> None:
    """Kill a man who is trapped in the ball turret, if the landing gear is out."""
    state = flight.state
    if state.plane.broken("landing_gear_out"):
        for man in state.men.values():
            if man.trapped and not man.dead:
                flight.fact("down.crushed", man.role)
                kill(state, man, "killed")


def rescue(flight: QueenFlight) -> None:
    """Bring men rescued from the sea home or into captivity, depending on the zone."""
    state = flight.state
    for man in state.men.values():
        if man.fate == "rescued":
            state.hand.man = man.role
            flight.look_up("down.rescue", str(state.track.zone), man.role)


# ---- bailing out


def bail_out(flight: QueenFlight, table: str, letter: str = "") -> Flow[None]:
    """Roll for each man's jump, then on G-8 over water or for his fate on land.

    Args:
        flight: the flight.
        table: the bail-out table.
        letter: the terrain below if it is known already; otherwise it is chosen or rolled here.
    """
    state = flight.state
    if not letter:
        letter = yield from _where(flight, table)
    flight.phase("down.bail_out", table=table, over=letter)
    state.outcome.down_terrain, state.outcome.landed = letter, "abandoned"
    state.abandon(can_call_for_help(flight))
    jumpers = state.aboard
    for man in jumpers:
        roll_for(flight, man, "down.jump", table=table)
    wreck(state, "destroyed")
    for man in jumpers:
        if man.fate == "bailed_out":
            roll_for(flight, man, "down.at_sea" if letter == flight.const.water else "down.ashore")
    rescue(flight)


def _where(flight: QueenFlight, table: str) -> Flow[str]:
    """Return the terrain of a bail-out: chosen by the player, or rolled if out of control."""
    state = flight.state
    letters = letters_of(flight.const, state.track.terrain)
    if len(letters) < 2:
        return letters[0]
    if table == flight.const.bail_out_uncontrolled:
        flight.roll("down.out_of_control")
        return state.outcome.down_terrain
    names = {flight.const.terrain(letter): letter for letter in letters}
    default = doctrine.bail_over(flight, list(names))
    answer = yield flight.ask(
        "down.bail_out_over", tuple(over(name, letter) for name, letter in names.items()), default
    )
    return str(answer.args[0])


# ---- England


def land_in_england(flight: QueenFlight) -> Flow[None]:
    """Resolve a landing in England: roll for the weather, let men jump, and touch down."""
    flight.phase("landing.start")
    flight.roll("landing.weather", column="base")
    yield from jump_first(flight)
    yield from touch_down(flight)


def land_at_airfield(flight: QueenFlight, letter: str) -> Flow[None]:
    """Land at an airfield on the way home, without a roll for the weather.

    The bomber and its crew are as safe there as in England.
    """
    flight.state.outcome.down_terrain = letter
    flight.phase("landing.start")
    yield from touch_down(flight)


def touch_down(flight: QueenFlight) -> Flow[None]:
    """Put somebody at the controls, and roll on G-9; if the landing gear is out, another roll follows."""
    state = flight.state
    if not any(man.fit and not man.trapped for man in state.aboard):
        abandon(flight)
        return
    if not state.men[state.pilot_at_controls].fit:
        yield from crew.man_the_controls(flight)
    state.outcome.landed = "england"
    flight.roll("landing.land")
    trapped_gunner(flight)
    if state.plane.broken("burst_inside") and state.plane.fate not in flight.const.beyond_repair:
        flight.fact("landing.beyond_repair")
        wreck(state, "irreparable")
    if state.plane.broken("landing_gear_out") and state.plane.fate not in flight.const.beyond_repair:
        flight.roll("landing.gear")


def jump_first(flight: QueenFlight) -> Flow[None]:
    """Before a dangerous landing, let the player drop the bombs and let men bail out (G-6).

    A landing is dangerous if its modifiers add up to less than 0.
    """
    state = flight.state
    if flight.modified(flight.table("landing.land")) >= 0:
        return
    yield from hazards.jettison(flight, coming_down=True)
    plan = doctrine.jump(flight)
    answer = yield flight.ask("landing.jump", ("stay", "jump"), plan)
    if answer == "stay":
        return
    able = [man for man in state.aboard if not man.serious and not man.trapped]
    yield from crew.jump_or_stay(flight, able, partial(doctrine.stays_to_land, flight))


def abandon(flight: QueenFlight) -> None:
    """Lose the plane and the men aboard, because nobody can reach the controls."""
    state = flight.state
    flight.fact("landing.abandoned")
    state.outcome.landed = "abandoned"
    wreck(state, "destroyed")
    for man in state.aboard:
        flight.fact("landing.goes_down", man.role)
        kill(state, man, "went_down")


def debrief(flight: QueenFlight) -> None:
    """Roll for survival and recovery of the men who need it, then decide the result."""
    state = flight.state
    flight.phase("debriefing.start")
    home = [man for man in state.men.values() if (man.serious or man.frostbitten) and man_came_home(flight, man)]
    for man in home:
        if man.serious:
            roll_for(flight, man, "debriefing.survival")
    for man in home:
        if man.frostbitten and not man.dead:
            roll_for(flight, man, "debriefing.recovery")
    judge(flight)


def man_came_home(flight: QueenFlight, man: Man) -> bool:
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
