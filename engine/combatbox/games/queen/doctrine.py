"""The doctrine: a sensible, cheaply computed answer to every decision.

In short:

- Fire at fighters that are dangerous and easy to hit, preferably at those that no other gun fires at.
- Let cover drive off the most dangerous fighter.
- Evade if it costs the gunners little.
- Go on while the target can still be hit from within the formation; otherwise turn for home.
- Leave the best gunners at their guns and let the man who is needed least fight fires.
- Fill the stations of men who are down with men whose guns matter less.
- Move men out of the cold and to oxygen wherever that is allowed.
- Come down where most men are likely to return to England.
"""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber.crew import least_missed
from combatbox.bomber.crew_positions import has_heat_and_oxygen, shelter_for
from combatbox.bomber.gunnery import fields_of
from combatbox.bomber.state import Fighter, Man
from combatbox.core.decisions import Option
from combatbox.core.tables import Row
from combatbox.games.queen.constants import QueenFlight

# ---- the fight


def best_target(aims: Sequence[tuple[int, str, int]], threats: Sequence[float]) -> int:
    """Return the index of the best aim in `aims`, or -1 if there is none.

    The value of an aim is the number of die faces that hit, times the threat of the fighter; a passing shot has a
    quarter of this value.

    Args:
        aims: for each aim, the index of a fighter, the column (empty for a passing shot) and the number of faces that
            hit.
        threats: the threat of each fighter, halved for each gun that already aims at it.
    """
    if len(aims) == 1:
        return 0  # its worth is above 0: no fighter is harmless, and a gun bears only where some face hits
    best, most = -1, 0.0
    for place, (index, column, faces) in enumerate(aims):
        worth = faces * threats[index]
        if not column:
            worth /= 4
        if worth > most:
            best, most = place, worth
    return best


def most_dangerous(flight: QueenFlight, fighters: Sequence[Fighter]) -> Fighter:
    """Return the fighter with the highest number of expected shells.

    A fighter that is already damaged counts for less.
    """
    threat = fields_of(flight).threat
    dangers = [threat[f.position, f.type] / (1 + f.fca + f.fboa) for f in fighters]
    return fighters[dangers.index(max(dangers))]


def should_evade(flight: QueenFlight) -> bool:
    """Return True if evading costs little, because most guns that bear need the highest roll to hit anyway."""
    bearings = fields_of(flight).bearings
    faces = [b.faces for f in flight.state.wave.attackers for b in bearings[f.position, f.type]]
    return not faces or sum(faces) < 2 * len(faces)


# ---- the mission


def hopeless(flight: QueenFlight) -> bool:
    """Return True if the bomber can no longer bomb the target successfully."""
    state = flight.state
    plane = state.plane
    return (
        not plane.bombs_aboard
        or plane.broken("bomb_doors_out")
        or plane.broken("norden_sight_out")
        or plane.parts.get("cable_hits", 0) >= flight.const.cable_hits
        or (plane.broken("autopilot_out") and plane.broken("intercom_out"))
        or not state.men[flight.const.duties.bombardier].fit
    )


def abort(flight: QueenFlight, counts: bool, bombing: bool) -> str:
    """Decide whether to turn for home, and return `abort` or `go_on`.

    The bomber aborts only if an aborted mission would count, and one of these holds: the bombing cannot succeed, the
    bomber is out of formation before the target zone, or fuel is short and no bombs are dropped this turn.

    Args:
        flight: the flight.
        counts: True if an aborted mission would count.
        bombing: True if the bombs are dropped this turn, so that an abort would not bring the bomber home sooner.
    """
    state = flight.state
    if not counts:
        return "go_on"
    alone = state.track.out_of_formation and state.track.zone < state.orders.target_zone
    short = not bombing and (state.supply.fuel_turn or state.supply.fuel_zone)
    return "abort" if hopeless(flight) or alone or short else "go_on"


DREADED = frozenset(
    (
        "bail_out",
        "bombs_explode",
        "burst_inside",
        "crew_killed",
        "crew_lost",
        "goes_down",
        "killed",
        "off_target",
        "plane_irreparable",
        "serious_wound",
        "wing_off",
    )
)
"""The results for which the doctrine spends a rabbit's foot."""


def rabbits_foot(row: Row) -> str:
    """Return `again` to repeat a roll whose result costs the bomber, a man or the bombs, otherwise `keep`."""
    return "again" if any(effect.name in DREADED for effect in row.effects) else "keep"


def jettison(flight: QueenFlight) -> str:
    """Return `jettison` if the bombs cannot be used any more, otherwise `keep`."""
    state = flight.state
    return "jettison" if state.track.leg == "back" or hopeless(flight) else "keep"


def throw_out(flight: QueenFlight) -> str:
    """Return `throw_out` if the bomber reaches England only with everything thrown out, otherwise `keep`."""
    state = flight.state
    zones = flight.const.one_engine_zones
    away = state.track.zone - flight.const.home_zone
    return "throw_out" if zones.as_it_is < away <= zones.thrown_out else "keep"


def heat(flight: QueenFlight) -> str:
    """Return `descend` to take men out of the cold if the bomber is out of formation, otherwise `stay`."""
    return "stay" if flight.state.in_formation else "descend"


# ---- the crew


def twins_manned(flight: QueenFlight) -> bool:
    """Return True if there is a fit man at each of the twin guns.

    If all of them are manned, the doctrine moves nobody in a turn without an attack.
    """
    state = flight.state
    for facts in flight.const.guns.values():
        if facts.twin:
            for station in facts.stations:
                role = state.stations[station]
                if not role or not state.men[role].fit:
                    return False
    return True


def is_nearly_home(flight: QueenFlight) -> bool:
    """Return True at the end of the last turn before the landing: nothing can attack the bomber any more."""
    track = flight.state.track
    last = track.leg == "back" and track.zone == flight.const.home_zone + 1 and track.turn_in_zone >= track.turns_here
    return last and not flight.state.at_target


def next_move(flight: QueenFlight, movers: Sequence[Man]) -> tuple[str, str] | None:
    """Return the role of a man, and the station at unmanned twin guns that he should take over, or None.

    The doctrine moves only men from single guns, and only in a turn without an attack that is not the last one.
    """
    if twins_manned(flight) or is_nearly_home(flight):
        return None
    state = flight.state
    guns = flight.const.guns
    loaded = {
        station: facts.twin
        for name, facts in guns.items()
        for station in facts.stations
        if state.guns[name].works and state.guns[name].bursts and has_heat_and_oxygen(flight, station)
    }
    spare = [man for man in movers if man.fit and not loaded.get(man.station)]
    if not spare:
        return None
    for station, twin in loaded.items():
        man = state.at(station)
        if twin and not (man and man.fit):
            return least_missed(flight, spare).role, station
    return None


def can_all_shelter(flight: QueenFlight, men: Sequence[Man]) -> bool:
    """Return True if all of these men can move to stations that have the oxygen or heat that they lack.

    If a single man cannot, the bomber has to descend or to stay low.
    """
    shelters = [set() if man.trapped else set(shelter_for(flight, man)) for man in men]
    return all(shelters) and len(set().union(*shelters)) >= len(men)


def pass_bursts(flight: QueenFlight, options: Sequence[Option]) -> str:
    """Return the option that transfers the most bursts to a working gun.

    The giving gun keeps at least half of its bursts. The answer is `done` if no option qualifies.
    """
    state = flight.state
    best: str = "done"
    most = 0
    for option in options:
        number, giver, taker = int(option.args[0]), str(option.args[1]), str(option.args[2])
        if state.guns[taker].works and state.guns[giver].bursts >= 2 * number > most:
            best, most = option, 2 * number
    return best


# ---- coming down


FREE, TAKEN = 1.0, 0.4
"""The value that the doctrine gives to a man who stays free, and to a man who is taken prisoner."""


def come_down(flight: QueenFlight, options: Sequence[Option]) -> str:
    """Return the way to come down with the highest expected value for the crew."""
    return max(options, key=lambda option: _expected_worth(flight, option.kind, str(option.args[0])))


def _expected_worth(flight: QueenFlight, how: str, letter: str) -> float:
    """Return a rough value of one way to come down, summed over the crew."""
    state = flight.state
    able = sum(1 for man in state.aboard if not man.serious and not man.trapped)
    free = 0.0 if letter in flight.const.prison_terrain else _share(flight, "down.ashore", "returned")
    ashore = TAKEN + (FREE - TAKEN) * free
    at_sea = FREE if state.track.zone in _free_waters(flight) else TAKEN
    if letter in flight.const.airfields:
        ashore = FREE
    if how == "bail_out":
        return able * (at_sea * _out_of_the_water(flight) if letter == flight.const.water else ashore)
    alive = _survival(flight, "down.ditch" if how == "ditch" else "down.crash")
    return alive * len(state.aboard) * (at_sea if how == "ditch" else ashore)


def _out_of_the_water(flight: QueenFlight) -> float:
    """Return the probability that a man who jumps into the sea is rescued.

    The probability is 0 if nobody aboard can call for help.
    """
    for row in flight.table("down.at_sea").forced:
        if row.when is not None and row.when.holds(flight):
            return 0.0
    return _share(flight, "down.at_sea", "rescued")


def _share(flight: QueenFlight, place: str, result: str) -> float:
    """Return the probability of a result when rolling on the table of a place without modifiers."""
    return flight.table(place).share(lambda row: any(effect.name == result for effect in row.effects))


def _survival(flight: QueenFlight, place: str) -> float:
    """Return the probability that a landing does not kill the whole crew outright."""
    table = flight.table(place)
    deadly = {"crew_killed", "crew_lost"}
    return table.share(lambda row: deadly.isdisjoint(effect.name for effect in row.effects), add=flight.modified(table))


def _free_waters(flight: QueenFlight) -> tuple[int, ...]:
    """Return the zones in which a man rescued from the sea comes home."""
    keys = flight.table("down.rescue").keys
    return tuple(int(zone) for zone, row in keys.items() if any(e.name == "returned" for e in row.effects))


def bail_over(flight: QueenFlight, names: Sequence[str]) -> str:
    """Return the name of the terrain over which to bail out: land if it is offered, otherwise the first name."""
    sea = flight.const.terrains[flight.const.water]
    return next((name for name in names if name != sea), names[0])


def jump(flight: QueenFlight) -> str:
    """Return `jump` if a landing is more likely than not to kill everyone, otherwise `stay`."""
    return "jump" if _survival(flight, "landing.land") < 1 / 2 else "stay"


def stays_to_land(flight: QueenFlight) -> Man | None:
    """Return the man who stays to land because somebody aboard cannot jump: a pilot, or else any fit man.

    Return None if everyone can jump, or if nobody aboard can land.
    """
    state, const = flight.state, flight.const
    fit = {man.role: man for man in state.aboard if man.fit and not man.trapped}
    if len(fit) == len(state.aboard):
        return None
    order = (state.pilot_at_controls, *const.pilots, const.stand_in_pilot, *fit)
    return next((fit[role] for role in order if role in fit), None)
