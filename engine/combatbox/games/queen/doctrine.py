"""The doctrine: a sensible and cheap answer to every decision, from the state.

In short: shoot where the chance to hit meets the worst attacker not yet fired at; let cover take the most dangerous
fighter; evade where little is lost by it; go on while the target can still be hit from within the formation, else turn
for home; keep the best gunners at their guns and let the least needed man fight fires; fill stations of men who are
down with men whose own guns matter less; get men out of the cold and to oxygen wherever that is allowed; come down
where most men are likely to see England again.
"""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber.crew import least_missed
from combatbox.bomber.crew_positions import has_heat_and_oxygen, shelter_for
from combatbox.bomber.fields_of_fire import fields_of
from combatbox.bomber.state import Fighter, Man, is_fit
from combatbox.core.decisions import Option
from combatbox.core.tables import Row
from combatbox.games.queen.constants import QueenFlight

# ---- the fight


def best_target(aims: Sequence[tuple[int, str, int]], threats: Sequence[float]) -> int:
    """Return the position in `aims` of the fighter worth most, or -1.

    Its worth is the faces that hit times its threat; a quarter of that for a passing shot.

    Args:
        aims: index of a fighter, column (empty for a passing shot) and faces that hit.
        threats: threat of each fighter, halved for each gun that aims at it already.
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
    """Return the fighter with the most expected shells.

    One that is damaged already counts for less.
    """
    threat = fields_of(flight).threat
    dangers = [threat[f.position, f.type] / (1 + f.fca + f.fboa) for f in fighters]
    return fighters[dangers.index(max(dangers))]


def should_evade(flight: QueenFlight) -> bool:
    """Return True when the guns that bear mostly need the highest roll anyway."""
    bearings = fields_of(flight).bearings
    faces = [b.faces for f in flight.state.wave.attackers for b in bearings[f.position, f.type]]
    return not faces or sum(faces) < 2 * len(faces)


# ---- the mission


def hopeless(flight: QueenFlight) -> bool:
    """Return True if nothing can be won over the target any more."""
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
    """Return whether to `abort` or `go_on`.

    Abort where that counts and nothing can be won any more, where the bomber is alone before the target, or where fuel
    is short.

    Args:
        flight: the flight.
        counts: an aborted mission would count.
        bombing: the bombs are dropped this turn, so an abort brings the bomber home no sooner.
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
"""Results for which a rabbit's foot is spent."""


def rabbits_foot(row: Row) -> str:
    """Return `again` for a result that costs the plane, a man or the bombs."""
    return "again" if any(effect.name in DREADED for effect in row.effects) else "keep"


def heavy(flight: QueenFlight) -> str:
    """Return `jettison`, to stay in formation."""
    return "jettison"


def jettison(flight: QueenFlight) -> str:
    """Return `jettison` for bombs that will not be dropped anyway."""
    state = flight.state
    return "jettison" if state.track.leg == "back" or hopeless(flight) else "keep"


def throw_out(flight: QueenFlight) -> str:
    """Return `throw_out` when that, and nothing less, reaches England."""
    state = flight.state
    zones = flight.const.one_engine_zones
    away = state.track.zone - flight.const.home_zone
    return "throw_out" if zones.as_it_is < away <= zones.thrown_out else "keep"


def heat(flight: QueenFlight, men: Sequence[Man]) -> str:
    """Return `descend` out of formation, else `stay`."""
    return "stay" if flight.state.in_formation else "descend"


# ---- the crew


def twins_manned(flight: QueenFlight) -> bool:
    """Return True if a fit man is at each of the twin guns.

    Then nobody needs to move in a safe turn.
    """
    state = flight.state
    for facts in flight.const.guns.values():
        if facts.twin:
            for station in facts.stations:
                role = state.stations[station]
                if not role or not is_fit(state.men[role]):
                    return False
    return True


def next_move(flight: QueenFlight, movers: Sequence[Man]) -> tuple[str, str] | None:
    """Return a man and the unmanned twin guns that he takes over, or None.

    Only in a safe turn, and only a man from a single gun.
    """
    if twins_manned(flight):
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
    """Return True if there is shelter for each of these men.

    One man left over would take the bomber down, or hold it there.
    """
    shelters = [set() if man.trapped else set(shelter_for(flight, man)) for man in men]
    return all(shelters) and len(set().union(*shelters)) >= len(men)


def pass_bursts(flight: QueenFlight, options: Sequence[Option]) -> str:
    """Return the option to pass half of what the giver has, rounded to legal numbers."""
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
"""Worth of a man who is free, and of a prisoner."""


def come_down(flight: QueenFlight, options: Sequence[Option]) -> str:
    """Return the way down with the highest expected worth for the crew."""
    return max(options, key=lambda option: _expected_worth(flight, option.kind, str(option.args[0])))


def _expected_worth(flight: QueenFlight, how: str, letter: str) -> float:
    """Return a rough worth of one way down for the whole crew."""
    state = flight.state
    able = sum(1 for man in state.aboard if not man.serious and not man.trapped)
    free = 0.0 if letter in flight.const.prison_terrain else _share(flight, "down.ashore", "returned")
    ashore = TAKEN + (FREE - TAKEN) * free
    at_sea = FREE if state.track.zone in _free_waters(flight) else TAKEN
    if how == "bail_out":
        return able * (at_sea * _out_of_the_water(flight) if letter == flight.const.water else ashore)
    alive = _survival(flight, "down.ditch" if how == "ditch" else "down.crash")
    return alive * len(state.aboard) * (at_sea if how == "ditch" else ashore)


def _out_of_the_water(flight: QueenFlight) -> float:
    """Return how often a man who jumps into the sea is rescued.

    Never where no call for help can go out.
    """
    for row in flight.table("down.at_sea").forced:
        if row.when is not None and row.when.holds(flight):
            return 0.0
    return _share(flight, "down.at_sea", "rescued")


def _share(flight: QueenFlight, place: str, result: str) -> float:
    """Return how often the table of a place gives a result, without modifiers."""
    table = flight.table(place)
    weights = table.notation.weights()
    good = sum(ways for roll, ways in weights.items() if any(e.name == result for e in table.at(roll).effects))
    return good / sum(weights.values())


def _survival(flight: QueenFlight, place: str) -> float:
    """Return the chance that a landing does not kill everyone outright."""
    table = flight.table(place)
    add = flight.modified(table)
    weights = table.notation.weights()
    alive = 0
    for roll, ways in weights.items():
        if not any(effect.name in ("crew_killed", "crew_lost") for effect in table.at(roll + add).effects):
            alive += ways
    return alive / sum(weights.values())


def _free_waters(flight: QueenFlight) -> tuple[int, ...]:
    """Return the zones where a man rescued from the sea comes home."""
    keys = flight.table("down.rescue").keys
    return tuple(int(zone) for zone, row in keys.items() if any(e.name == "returned" for e in row.effects))


def bail_over(flight: QueenFlight, names: Sequence[str]) -> str:
    """Return land rather than water."""
    sea = flight.const.terrains[flight.const.water]
    return next((name for name in names if name != sea), names[0])


def jump(flight: QueenFlight) -> str:
    """Return `jump` before a landing that is as likely as not to kill everyone."""
    return "jump" if _survival(flight, "landing.land") < 1 / 2 else "stay"


def stays_to_land(flight: QueenFlight) -> Man | None:
    """Return the man who stays for the landing because others cannot jump.

    That is the man who flies; None if everyone can jump.
    """
    state = flight.state
    if not any(man.serious or man.trapped for man in state.aboard):
        return None
    return state.men[state.pilot_at_controls]
