"""The doctrine of a B-29: what is decided where nobody else does.

In short: fire every gun that bears, by the man who shoots best with it, at whoever is most dangerous; evade where it is
allowed and the gunners have little to lose; keep the cabins under pressure and let it out to fight a fire; stay in the
formation as long as it shelters; the bombs go before the formation does.
"""

from __future__ import annotations

from collections.abc import Sequence

from combatbox.bomber.fields import fields_of
from combatbox.bomber.gunnery import Shot
from combatbox.games.superfort.state import SuperfortFlight

Aim = tuple[int, str]
"""A target of a gun: the index of the fighter, and the role of the man who would fire."""


def best_aim(flight: SuperfortFlight, gun: str, can: Sequence[Aim], shots: Sequence[Shot]) -> int:
    """The place in `can` of the aim worth most: faces that hit times threat, halved for each gun on that fighter."""
    fields, fighters = fields_of(flight), flight.state.wave.fighters
    own = flight.const["guns"][gun]["primary"]

    def worth(aim: Aim) -> float:
        index, role = aim
        fighter = fighters[index]
        bearing = next(b for b in fields.bearings[fighter.position, fighter.type] if b.gun == gun)
        faces = max(bearing.faces - (role not in own), 1)
        taken = sum(1 for shot in shots if shot.fighter == index)
        return faces * fields.threat[fighter.position, fighter.type] / (1 << taken)

    return max(range(len(can)), key=lambda place: worth(can[place]))


def worst_first(flight: SuperfortFlight, targets: Sequence[int]) -> int:
    """Which fighter is dealt with first: the most dangerous."""
    threat, fighters = fields_of(flight).threat, flight.state.wave.fighters
    return max(targets, key=lambda index: threat[fighters[index].position, fighters[index].type])


def evade(flight: SuperfortFlight) -> str:
    """Steady over the target while there are bombs to aim; else evade when the guns that bear need the highest roll anyway."""
    state = flight.state
    if state.track.zone == state.orders.target_zone and state.track.leg == "out" and state.plane.bombs_aboard:
        return "steady"
    bearings = fields_of(flight).bearings
    faces = [bearing.faces for f in state.wave.attackers for bearing in bearings[f.position, f.type]]
    return "evade" if not faces or sum(faces) < 2 * len(faces) else "steady"


def cold(flight: SuperfortFlight) -> str:
    """In formation, or with bombs to be dropped from up there, the men bear it; else it is warmer below."""
    state = flight.state
    return "stay" if state.in_formation and not state.night and state.plane.bombs_aboard else "descend"


def heavy(flight: SuperfortFlight) -> str:
    """With an engine out the formation is worth more than the bombs."""
    return "jettison"


def overheats(flight: SuperfortFlight) -> str:
    """A box is cheaper than an engine, while there is one to spare."""
    return "box" if flight.state.fuel.usable > 1 else "shut_down"
