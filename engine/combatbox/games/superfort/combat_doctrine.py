"""The doctrine for the combat and the crew of a B-29.

In short:

- Fire at as many fighters as possible, with the best gunners, and with the remaining guns at the most dangerous ones.
- Evade where it is allowed and costs the gunners little.
- Keep the cabins under pressure, and release the pressure to fight a fire.
- Stay in formation as long as it protects the bomber, and drop the bombs rather than leave it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from combatbox.bomber.crew import least_missed
from combatbox.bomber.gunnery import Shot, fields_of
from combatbox.bomber.state import Man
from combatbox.games.superfort.state import SuperfortFlight

Aim = tuple[int, str]
"""A target of a gun: the index of the fighter, and the role of the man who would fire."""

Aims = Mapping[str, Sequence[Aim]]
"""The aims of each gun that can still fire, in the order of the guns."""

FACES = 6
"""The number of faces of the die with which a gun fires."""


def best_aim(flight: SuperfortFlight, gun: str, aims: Aims, shots: Sequence[Shot]) -> Aim | None:
    """Return the aim of a gun in the best allocation of the remaining guns.

    The best allocation fires at as many fighters as possible; of all such allocations, it leaves the fewest expected
    shells.

    Args:
        flight: the flight.
        gun: the name of the gun.
        aims: the aims of the guns that can still fire.
        shots: the guns allocated so far.

    Returns:
        The aim; None if the gun should hold its fire so that others can fire.
    """

    def worth(way: Mapping[str, Aim]) -> tuple[int, float]:
        spared: dict[int, float] = {}
        for name, aim in (*((shot.gun, (shot.fighter, shot.man)) for shot in shots), *way.items()):
            spared[aim[0]] = spared.get(aim[0], 1.0) * (1 - _chance(flight, name, aim))
        return len(spared), sum(_threat(flight, index) * (1 - chance) for index, chance in spared.items())

    return max(_allocations(flight, aims, {shot.man: shot.fighter for shot in shots}), key=worth).get(gun)


def _allocations(flight: SuperfortFlight, aims: Aims, firing: Mapping[str, int]) -> Iterator[Mapping[str, Aim]]:
    """Yield all allocations of aims to guns.

    Each man who does not fire yet is assigned a fighter, and each gun one of the fighters assigned to its men.
    """
    men = sorted({man for choices in aims.values() for _, man in choices} - set(firing))
    fighters = sorted({index for choices in aims.values() for index, _ in choices})
    for taken in product(fighters, repeat=len(men)):
        takes = {**firing, **dict(zip(men, taken, strict=True))}
        left = {gun: [aim for aim in choices if takes[aim[1]] == aim[0]] for gun, choices in aims.items()}
        guns = {gun: _best_men(flight, gun, choices) for gun, choices in left.items() if choices}
        for way in product(*guns.values()):
            yield dict(zip(guns, way, strict=True))


def _best_men(flight: SuperfortFlight, gun: str, aims: Sequence[Aim]) -> list[Aim]:
    """Return for each fighter the aim of the man with the best probability to hit."""
    fighters = dict.fromkeys(index for index, _ in aims)
    return [
        max((aim for aim in aims if aim[0] == index), key=lambda aim: _chance(flight, gun, aim)) for index in fighters
    ]


def _threat(flight: SuperfortFlight, index: int) -> float:
    fighter = flight.state.wave.fighters[index]
    return fields_of(flight).threat[fighter.position, fighter.type]


def _chance(flight: SuperfortFlight, gun: str, aim: Aim) -> float:
    """Return the probability that a gun hits.

    It is the share of die faces that hit in the gun's column. If the man is not trained on the gun, one face fewer
    hits, but always at least one.
    """
    fighter, man = flight.state.wave.fighters[aim[0]], aim[1]
    bearings = fields_of(flight).bearings[fighter.position, fighter.type]
    faces = next(bearing.faces for bearing in bearings if bearing.gun == gun)
    return max(faces - (man not in flight.const.guns[gun].primary), 1) / FACES


def worst_first(flight: SuperfortFlight, targets: Sequence[int]) -> int:
    """Return the index of the most dangerous fighter, against which guns are allocated first."""
    threat, fighters = fields_of(flight).threat, flight.state.wave.fighters
    return max(targets, key=lambda index: threat[fighters[index].position, fighters[index].type])


def evade(flight: SuperfortFlight) -> str:
    """Return `evade` if it costs little, because most guns that bear need the highest roll to hit anyway.

    Otherwise, and over the target while there are bombs to aim, return `steady`.
    """
    state = flight.state
    if state.at_target and state.track.leg == "out" and state.plane.bombs_aboard:
        return "steady"
    bearings = fields_of(flight).bearings
    faces = [bearing.faces for f in state.wave.attackers for bearing in bearings[f.position, f.type]]
    return "evade" if not faces or sum(faces) < 2 * len(faces) else "steady"


def fire_fighter(flight: SuperfortFlight, men: Sequence[Man]) -> Man:
    """Return the man who is to fight a fire: the one who is needed least at his station.

    As long as bombs are still to be aimed, the bombardier and the radar operator are the last choice.
    """
    state, duties = flight.state, flight.const.duties
    aiming = (duties.bombardier, duties.radar) if state.in_target_zone_out and state.plane.bombs_aboard else ()
    return least_missed(flight, [man for man in men if man.station not in aiming] or men)


MANY_FROZEN = 5
"""The number of frostbitten men at which a formation is not worth their places."""


def cold(flight: SuperfortFlight, at_risk: int) -> str:
    """Decide whether to descend when men would freeze at altitude without pressure.

    Args:
        flight: the flight.
        at_risk: the number of men who may freeze now.

    Returns:
        `stay` by day in formation with bombs aboard, if fewer than `MANY_FROZEN` men are then frostbitten at worst or
        the bombs are dropped in this zone; otherwise `descend`.
    """
    state = flight.state
    frozen = at_risk + sum(man.frostbitten for man in state.aboard)
    fights_on = state.in_formation and not state.night and state.plane.bombs_aboard
    return "stay" if fights_on and (frozen < MANY_FROZEN or state.in_target_zone_out) else "descend"


def overheats(flight: SuperfortFlight) -> str:
    """Return `box` to save the engine if a box of fuel can be spared for it, otherwise `shut_down`."""
    return "box" if flight.state.fuel.usable > 1 else "shut_down"
