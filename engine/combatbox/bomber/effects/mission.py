"""Effects on the course of a mission: target, formation, weather, bombs, formation lost, events, the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from combatbox.bomber.effects.crew import end_all
from combatbox.bomber.effects.damage import leave_formation
from combatbox.bomber.state import State
from combatbox.bomber.terms import BomberFlight, City, Station, TargetType, Terrain, WeatherName
from combatbox.core.dice import notation
from combatbox.core.effects import Effect, Say
from combatbox.core.handing import Handed

# ---- before the mission


@dataclass(frozen=True, slots=True)
class TargetIs(Effect):
    """The target of the mission."""

    name: ClassVar[str] = "target"
    city: City
    type: TargetType

    def words(self, say: Say) -> str:
        return f"{say(self.city)}, {say(self.type)}"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.orders.city, flight.state.orders.target_type = self.city, self.type


@dataclass(frozen=True, slots=True)
class IncreasedFlakTarget(Effect):
    """A target with more flak than others."""

    name: ClassVar[str] = "increased_flak"

    def words(self, say: Say) -> str:
        return "more flak (see O-2)"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.orders.increased_flak = True


@dataclass(frozen=True, slots=True)
class FormationIs(Effect):
    """The bomber's place in its squadron."""

    name: ClassVar[str] = "formation"
    place: Literal["lead", "middle", "tail"]

    def words(self, say: Say) -> str:
        return say(f"{self.place}_bomber")

    def apply(self, flight: BomberFlight) -> None:
        flight.state.orders.formation = self.place


@dataclass(frozen=True, slots=True)
class SquadronIs(Effect):
    """The squadron's place in the group."""

    name: ClassVar[str] = "squadron"
    place: Literal["high", "middle", "low"]

    def words(self, say: Say) -> str:
        return f"{self.place} squadron"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.orders.squadron = self.place


@dataclass(frozen=True, slots=True)
class ZoneIs(Effect):
    """What a zone of the route adds to the wave roll, and what lies under it."""

    name: ClassVar[str] = "zone"
    modifier: Literal["-3", "-2", "-1", "0", "+1"]
    over: Terrain

    def words(self, say: Say) -> str:
        return f"{self.modifier.replace('-', '−')} {self.over}"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.track.zone_modifier, flight.state.track.terrain = int(self.modifier), self.over


# ---- in the air


@dataclass(frozen=True, slots=True)
class WeatherIs(Effect):
    """The weather where the bomber is: over the target, or over the base."""

    name: ClassVar[str] = "weather"
    weather: WeatherName

    def words(self, say: Say) -> str:
        return self.weather

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        state.track.weather = self.weather
        if state.track.zone == flight.const["home_zone"]:
            state.track.base_weather = self.weather
        else:
            state.track.target_weather = self.weather


@dataclass(frozen=True, slots=True)
class OutOfFormation(Effect):
    """Out of formation: when the wave in progress is over, otherwise at once."""

    name: ClassVar[str] = "out_of_formation"

    def words(self, say: Say) -> str:
        return "out of formation"

    def apply(self, flight: BomberFlight) -> None:
        leave_formation(flight.state)


@dataclass(frozen=True, slots=True)
class OutOfFormationOneZone(Effect):
    """Out of formation for the rest of this zone and the next, then back in (Q-R64)."""

    name: ClassVar[str] = "out_of_formation_one_zone"

    def words(self, say: Say) -> str:
        return "out of formation for the rest of this zone and the next"

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        state.track.diving_until = state.track.zones_entered + 1 + int(flight.const["dive_zones"])


@dataclass(frozen=True, slots=True)
class TwoTurnsPerZone(Effect):
    """Two turns in every zone entered from now on."""

    name: ClassVar[str] = "two_turns_per_zone"

    def words(self, say: Say) -> str:
        return "two turns in each zone from the next on"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.track.two_turns = True


@dataclass(frozen=True, slots=True)
class Abort(Effect):
    """The bomber must turn for home."""

    name: ClassVar[str] = "abort"

    def words(self, say: Say) -> str:
        return "the mission must be aborted"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.track.must_abort = True


# ---- bombs


@dataclass(frozen=True, slots=True)
class BombsExplode(Effect):
    """With the bombs aboard the plane and everyone in it are lost."""

    name: ClassVar[str] = "bombs_explode"

    def words(self, say: Say) -> str:
        return "the bombs, if aboard, explode: plane and crew lost"

    def brief(self, say: Say) -> str:
        return "the bombs explode: plane and crew lost"

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        if state.plane.bombs_aboard:
            state.due.lost = "bombs_explode"
            wreck(state, "destroyed")
            end_all(state, "killed", True)


@dataclass(frozen=True, slots=True)
class BombsLost(Effect):
    """The bombs fall out of the plane."""

    name: ClassVar[str] = "bombs_lost"

    def words(self, say: Say) -> str:
        return "the bombs are lost"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.plane.bombs_aboard = False


@dataclass(frozen=True, slots=True)
class OnTarget(Effect):
    """The bombs fall on the target."""

    name: ClassVar[str] = "on_target"

    def words(self, say: Say) -> str:
        return "on target"

    def hands(self, constants: Mapping[str, Any]) -> tuple[Handed, ...]:
        return (Handed(facts={"aim": "on_target"}),)

    def apply(self, flight: BomberFlight) -> None:
        flight.state.outcome.aim_result = "on_target"


@dataclass(frozen=True, slots=True)
class OffTarget(Effect):
    """The bombs fall off the target."""

    name: ClassVar[str] = "off_target"

    def words(self, say: Say) -> str:
        return "off target"

    def hands(self, constants: Mapping[str, Any]) -> tuple[Handed, ...]:
        return (Handed(facts={"aim": "off_target"}),)

    def apply(self, flight: BomberFlight) -> None:
        flight.state.outcome.aim_result = "off_target"


@dataclass(frozen=True, slots=True)
class PerCent(Effect):
    """So many per cent of the bombs within the circle; `88+2d6` throws more dice and adds them."""

    name: ClassVar[str] = "per_cent"
    amount: int | str

    def __post_init__(self) -> None:
        if isinstance(self.amount, str):
            base, _, dice = self.amount.partition("+")
            int(base)
            notation(dice)

    def words(self, say: Say) -> str:
        return f"{self.amount}%" if isinstance(self.amount, int) else f"{self.amount.upper()}%".replace("+", " + ")

    def apply(self, flight: BomberFlight) -> None:
        if isinstance(self.amount, int):
            flight.state.outcome.per_cent = self.amount
        else:
            base, _, dice = self.amount.partition("+")
            flight.state.outcome.per_cent = int(base) + flight.more(dice, rule="Q-O7")


# ---- random events


def happened(state: State, event: str) -> None:
    """Note an event of B-7."""
    if event not in state.chance.events:
        state.chance.events.append(event)


@dataclass(frozen=True, slots=True)
class LooseFormation(Effect):
    """More waves for the rest of the mission."""

    name: ClassVar[str] = "loose_formation"

    def words(self, say: Say) -> str:
        return "loose formation, more waves for the rest of the mission (B-1, B-2)"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.chance.loose_formation = True
        happened(flight.state, self.name)


@dataclass(frozen=True, slots=True)
class TightFormation(Effect):
    """Fewer waves for the rest of the mission."""

    name: ClassVar[str] = "tight_formation"

    def words(self, say: Say) -> str:
        return "tight formation, fewer waves for the rest of the mission (B-1, B-2)"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.chance.tight_formation = True
        happened(flight.state, self.name)


@dataclass(frozen=True, slots=True)
class AggressiveFriends(Effect):
    """Better fighter cover for the rest of the mission."""

    name: ClassVar[str] = "aggressive_friends"

    def words(self, say: Say) -> str:
        return "aggressive little friends, better cover for the rest of the mission (M-4)"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.chance.aggressive_friends = True
        happened(flight.state, self.name)


@dataclass(frozen=True, slots=True)
class RabbitsFoot(Effect):
    """One more roll that may be made again; kept from mission to mission."""

    name: ClassVar[str] = "rabbits_foot"

    def words(self, say: Say) -> str:
        return "rabbit's foot: you may make any one later roll again; keep it until used"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.rabbits_feet += 1


@dataclass(frozen=True, slots=True)
class BadCommunications(Effect):
    """One fighter of each wave leaves; the event again ends it, and so on in turn."""

    name: ClassVar[str] = "bad_communications"

    def words(self, say: Say) -> str:
        return "bad Luftwaffe communications: remove one fighter of your choice from each wave; rolled again, it ends"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.chance.bad_communications = not flight.state.chance.bad_communications


@dataclass(frozen=True, slots=True)
class AceForADay(Effect):
    """This gunner fires like an ace for the mission; nothing more for a man who is one."""

    name: ClassVar[str] = "ace_for_a_day"
    station: Station

    def words(self, say: Say) -> str:
        return f"{say(self.station)} is an ace for the day"

    def apply(self, flight: BomberFlight) -> None:
        flight.state.men[self.station].ace_for_a_day = True


# ---- the end of the mission


FATES = ("", "safe", "repairable", "irreparable", "wrecked", "destroyed")
"""What can become of the plane, from best to worst."""


def wreck(state: State, fate: str) -> None:
    """The plane ends so, unless it has ended worse already."""
    state.plane.fate = max(state.plane.fate, fate, key=FATES.index)


@dataclass(frozen=True, slots=True)
class PlaneEffect(Effect):
    """What becomes of the plane."""

    fate: ClassVar[str] = ""
    said: ClassVar[str] = ""

    def words(self, say: Say) -> str:
        return self.said

    def apply(self, flight: BomberFlight) -> None:
        wreck(flight.state, self.fate)


@dataclass(frozen=True, slots=True)
class PlaneWrecked(PlaneEffect):
    """A wreck."""

    name: ClassVar[str] = "plane_wrecked"
    fate: ClassVar[str] = "wrecked"
    said: ClassVar[str] = "plane wrecked"


@dataclass(frozen=True, slots=True)
class PlaneIrreparable(PlaneEffect):
    """Beyond repair."""

    name: ClassVar[str] = "plane_irreparable"
    fate: ClassVar[str] = "irreparable"
    said: ClassVar[str] = "plane beyond repair"


@dataclass(frozen=True, slots=True)
class PlaneRepairable(PlaneEffect):
    """Ready for the next mission."""

    name: ClassVar[str] = "plane_repairable"
    fate: ClassVar[str] = "repairable"
    said: ClassVar[str] = "plane repaired by the next mission"


@dataclass(frozen=True, slots=True)
class PlaneSafe(PlaneEffect):
    """Unharmed by the landing."""

    name: ClassVar[str] = "plane_safe"
    fate: ClassVar[str] = "safe"
    said: ClassVar[str] = "plane safe"


@dataclass(frozen=True, slots=True)
class PlaneDestroyed(PlaneEffect):
    """The plane is destroyed."""

    name: ClassVar[str] = "plane_destroyed"
    fate: ClassVar[str] = "destroyed"
    said: ClassVar[str] = "plane destroyed"


@dataclass(frozen=True, slots=True)
class ComesDown(Effect):
    """Where an uncontrolled plane comes down in a zone of land and water (Q-R56)."""

    name: ClassVar[str] = "comes_down"
    where: Literal["water", "land"]

    def words(self, say: Say) -> str:
        return f"comes down {'in water' if self.where == 'water' else 'on land'}"

    def apply(self, flight: BomberFlight) -> None:
        letters = [letter for letter in flight.state.over() if (letter == "W") == (self.where == "water")]
        flight.state.outcome.down_terrain = letters[0] if letters else flight.state.track.terrain


@dataclass(frozen=True, slots=True)
class MayAbort(Effect):
    """A cause for which an aborted mission still counts."""

    name: ClassVar[str] = "may_abort"

    def words(self, say: Say) -> str:
        return "you may abort, and the mission counts"

    def apply(self, flight: BomberFlight) -> None:
        return


@dataclass(frozen=True, slots=True)
class NoEvasiveAction(Effect):
    """Evasive action is not allowed."""

    name: ClassVar[str] = "no_evasive_action"

    def words(self, say: Say) -> str:
        return "no evasive action"

    def apply(self, flight: BomberFlight) -> None:
        return


@dataclass(frozen=True, slots=True)
class MissionResult(Effect):
    """Whose victory the mission is."""

    name: ClassVar[str] = "mission_result"
    side: Literal["eighth_air_force", "german_air_defence", "draw"]

    def words(self, say: Say) -> str:
        return say(f"victory_{self.side}")

    def apply(self, flight: BomberFlight) -> None:
        flight.state.outcome.result = self.side


@dataclass(frozen=True, slots=True)
class Rating(Effect):
    """A rating of section 7.3. Printed and told; nothing in a mission depends on it."""

    name: ClassVar[str] = "rating"
    rating: Literal["poor", "fair", "good", "excellent", "superb"]

    def words(self, say: Say) -> str:
        return self.rating

    def apply(self, flight: BomberFlight) -> None:
        return
