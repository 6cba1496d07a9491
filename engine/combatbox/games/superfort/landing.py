"""The end of a mission (sections 8 and 9): landings, ditching, bailing out, rescue and debriefing."""

from __future__ import annotations

from functools import partial

from combatbox.bomber import crew
from combatbox.bomber.conditions import can_call_for_help, is_lost
from combatbox.bomber.effects.crew import kill, leave_plane, roll_for
from combatbox.bomber.effects.mission import wreck
from combatbox.bomber.enums import letters_of, over
from combatbox.bomber.state import Man
from combatbox.core.decisions import Flow
from combatbox.games.superfort import altitude, crew_moves, damage, doctrine, navigation, pressure
from combatbox.games.superfort.conditions import ground_below, is_bombed_out
from combatbox.games.superfort.state import SuperfortFlight, plays

FIELDS = {"B": "base", "I": "iwo", "O": "okinawa", "J": "japan"}
"""The places of a landing, by letter of the terrain."""


# ---- friendly fields


def wants_iwo(flight: SuperfortFlight) -> Flow[bool]:
    """On the way home, in the zone of Iwo Jima, ask whether the bomber lands there."""
    answer = yield flight.ask("landing.iwo", ("land", "fly_on"), doctrine.land_at_iwo(flight))
    return answer == "land"


def land_at_iwo(flight: SuperfortFlight) -> Flow[None]:
    """Roll for fog over Iwo Jima, then land there."""
    settle_fog(flight)
    yield from land_at_field(flight, "I")


def settle_fog(flight: SuperfortFlight) -> None:
    """Roll for fog, which can worsen good or poor weather; bad weather does not change."""
    weather = flight.state.track.weather
    if weather in flight.table("landing.fog").columns:
        flight.roll("landing.fog", column=weather)


def land_at_field(flight: SuperfortFlight, letter: str) -> Flow[None]:
    """Land at a field; men may jump first, and all must jump if nobody can fly.

    At the base the weather is that of zone 1, without a further roll.
    """
    state = flight.state
    state.outcome.down_terrain = letter
    flight.phase("landing.start", where=FIELDS[letter])
    yield from damage.settle(flight)
    if not can_be_flown(flight):
        state.ending.lost_to = "landing"
        yield from bail_out(flight, flight.const.bail_out_controlled)
        return
    yield from jump_and_land(flight, letter)


def jump_and_land(flight: SuperfortFlight, letter: str) -> Flow[None]:
    """Let men jump over a friendly field, then land with those who stay aboard."""
    yield from jump_first(flight)
    if flight.state.aboard:
        touch_down(flight, letter)
    else:
        wreck(flight.state, "destroyed")
        flight.state.outcome.landed, flight.state.ending.lost_to = "abandoned", "landing"


def can_be_flown(flight: SuperfortFlight) -> bool:
    """Return True if a fit man is at working controls."""
    state = flight.state
    parts = state.plane.parts
    controls = not (parts["pilot_controls_out"] and parts["copilot_controls_out"])
    return controls and state.men[state.pilot_at_controls].fit


def jump_first(flight: SuperfortFlight) -> Flow[None]:
    """Let men bail out over the field before a landing with a negative modifier."""
    if flight.modified(flight.table("landing.land")) >= 0:
        return
    answer = yield flight.ask("landing.jump", ("stay", "jump"), doctrine.land(flight, "stay"))
    if answer == "stay":
        return
    yield from pressure.before_leaving(flight, True)
    state = flight.state
    able = [man for man in state.aboard if not man.serious and man.role != state.pilot_at_controls]
    yield from crew.jump_or_stay(flight, able)
    while may_leave_controls(flight):
        flies = state.men[state.pilot_at_controls]
        yield from crew.jump_or_stay(flight, [flies], stays=partial(state.men.get, flies.role))
        if flies.aboard:
            return
        if state.aboard:
            yield from crew.man_the_controls(flight, crew_moves.take_seat)


def may_leave_controls(flight: SuperfortFlight) -> bool:
    """Return True if the man at the controls may jump (A76).

    He may jump if somebody else aboard can fly, or if nobody else is left aboard.
    """
    state = flight.state
    others = [man for man in state.aboard if man.role != state.pilot_at_controls]
    return bool(state.aboard) and (not others or any(man.fit for man in others))


def touch_down(flight: SuperfortFlight, letter: str) -> None:
    """Roll for the landing, and resolve the effects of failed landing gear and of a shell burst inside the bomber.

    In Japan the bomber is lost and the men are captured.
    """
    state, const = flight.state, flight.const
    state.outcome.landed = FIELDS[letter]
    flight.roll("landing.land", state.pilot_at_controls)
    repairable = state.plane.fate not in const.beyond_repair
    if repairable and (state.plane.broken("landing_gear_out") or not state.engines_running()):
        flight.roll("landing.gear")
    if repairable and state.plane.broken("burst_inside"):
        flight.fact("landing.beyond_repair")
        wreck(state, "irreparable")
    if state.plane.fate in const.beyond_repair and not state.ending.lost_to:
        state.ending.lost_to = "landing"
    if ground_below(flight) == "enemy":
        wreck(state, "wrecked")
        for man in state.aboard:
            capture(flight, man, "captured")


# ---- coming down elsewhere


def come_down(flight: SuperfortFlight) -> Flow[None]:
    """End the flight where the bomber is: it is lost, abandoned or forced down."""
    state = flight.state
    if state.due.lost:
        state.outcome.landed = "lost"
        return
    flight.phase("down.start", zone=state.track.zone)
    state.abandon(can_call_for_help(flight))
    if state.ending.off_runway:
        state.outcome.down_terrain = "W"
        flight.roll("down.sea")
        ditch(flight)
    elif state.due.bail_out:
        look_for_island(flight)
        controlled = state.due.bail_out == flight.const.bail_out_controlled
        yield from choose_ground(flight, controlled and can_be_flown(flight))
        yield from bail_out(flight, state.due.bail_out)
    else:
        yield from forced_down(flight)


def look_for_island(flight: SuperfortFlight) -> None:
    """Near Iwo Jima, roll for weather and course before the crew bails out or the bomber comes down (A65).

    Rolls that have already been made in this zone are not repeated.
    """
    state = flight.state
    course, entered = state.navigation, state.track.zones_entered
    if state.track.terrain != "I" or not navigation.is_checked(flight) or course.checked_in == entered:
        return
    if course.weather_in != entered:
        flight.roll("zone.weather")
    navigation.check(flight, corrected=False)  # before a landing, coming back on course costs nothing


def letters_below(flight: SuperfortFlight) -> tuple[str, ...]:
    """Return the letters of the terrain below.

    A bomber that is off course does not find an island, so the sea around the island counts (A65).
    """
    track, water = flight.state.track, flight.const.water
    if track.zone == flight.const.home_zone:
        return ("B",)
    lost = track.terrain == "I" and flight.state.navigation.course == "off"
    return (water,) if lost else letters_of(flight.const, track.terrain)


def choose_ground(flight: SuperfortFlight, controlled: bool) -> Flow[None]:
    """Choose between two terrains.

    The player chooses if the bomber is under control; otherwise a die decides (A67).
    """
    state = flight.state
    letters = letters_below(flight)
    state.outcome.down_terrain = letters[0]
    if len(letters) < 2:
        return
    if not controlled:
        flight.roll("down.out_of_control")
        return
    name = flight.const.terrain
    options = tuple(over(name(letter), letter) for letter in letters)
    default = name(doctrine.come_down(flight, letters))
    answer = yield flight.ask("down.over", options, default)
    state.outcome.down_terrain = str(answer.args[0])


def forced_down(flight: SuperfortFlight) -> Flow[None]:
    """Ditch, land or jump, because fuel, engines or range are exhausted."""
    state = flight.state
    look_for_island(flight)
    yield from choose_ground(flight, can_be_flown(flight))
    over_water = state.outcome.down_terrain == flight.const.water
    if over_water:
        flight.roll("down.sea")
    elif state.outcome.down_terrain == "I":
        settle_fog(flight)
    answer = "jump"
    if can_be_flown(flight) and over_water:
        answer = yield flight.ask("down.ditch_or_jump", ("ditch", "jump"), doctrine.ditch(flight))
    elif can_be_flown(flight):
        answer = yield flight.ask("down.land_or_jump", ("land", "jump"), doctrine.land(flight, "land"))
    if answer == "jump":
        yield from bail_out(flight, flight.const.bail_out_controlled)
    elif answer == "ditch":
        ditch(flight)
    else:
        letter = state.outcome.down_terrain
        flight.phase("landing.start", where=FIELDS[letter])
        if ground_below(flight) == "home":
            altitude.go_in(flight)
            yield from jump_and_land(flight, letter)
        else:
            touch_down(flight, letter)


def ditch(flight: SuperfortFlight) -> None:
    """Ditch: the bomber is lost, and each man who gets out can be rescued."""
    state = flight.state
    flight.phase("down.ditching")
    state.outcome.landed = "sea"
    flight.roll("down.ditch", state.pilot_at_controls)
    wreck(state, "destroyed")
    for man in state.aboard:
        at_sea(flight, man)


# ---- leaving the bomber


def bail_out(flight: SuperfortFlight, table: str) -> Flow[None]:
    """Roll for each man's jump, then for his fate on the ground or in the sea.

    The bomber is lost.
    """
    state = flight.state
    controlled = table == flight.const.bail_out_controlled
    letter = state.outcome.down_terrain
    if letter == flight.const.water and not state.ending.sea:
        flight.roll("down.sea")
    yield from pressure.before_leaving(flight, controlled)
    flight.phase("down.bail_out", over=letter, controlled=controlled)
    state.outcome.landed, state.ending.parachuted = "abandoned", True
    jumpers = state.aboard
    for man in jumpers:
        roll_for(flight, man, "down.jump", table=table)
    wreck(state, "destroyed")
    for man in jumpers:
        if man.dead:
            continue
        if man.fate != "bailed_out":
            kill(state, man, "went_down")
        elif letter == flight.const.water:
            at_sea(flight, man)
        elif ground_below(flight) == "enemy":
            capture(flight, man, "captured")


def at_sea(flight: SuperfortFlight, man: Man) -> None:
    """Roll for a man in the water; near Japan the enemy may rescue him."""
    roll_for(flight, man, "down.at_sea")
    if man.dead or flight.state.track.zone < flight.const.fighter_zones.first:
        return
    flight.roll("down.boat", man.role)
    if man.fate == "captured_at_sea":
        capture(flight, man, "captured_at_sea")


def capture(flight: SuperfortFlight, man: Man, how: str) -> None:
    """Capture a man, and roll to determine if he survives as a prisoner.

    Args:
        flight: the flight.
        man: the man.
        how: his fate: `captured` or `captured_at_sea`.
    """
    leave_plane(flight.state, man, how)
    roll_for(flight, man, "down.prisoner")


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
