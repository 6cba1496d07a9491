"""Effects on the course of a mission: target, formation, weather, bombs, formation lost, events, the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from combatbox.bomber.effects.crew import end_all
from combatbox.bomber.effects.damage import leave_formation
from combatbox.bomber.ranks import PLANE_FATES
from combatbox.bomber.state import State
from combatbox.bomber.terms import (
    BomberFlight,
    City,
    LastingEvent,
    Station,
    TargetType,
    Terrain,
    WeatherName,
    letters_of,
)
from combatbox.core.declared import Listed
from combatbox.core.dice import notation
from combatbox.core.effects import Effect, Say
from combatbox.core.handing import Handed
from combatbox.core.records import dataclass

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
class FormationIs(Effect):
    """The bomber's place in its squadron."""

    name: ClassVar[str] = "formation"
    place: Literal["lead", "middle", "tail"]

    def words(self, say: Say) -> str:
        return say(f"{self.place}_bomber")

    def apply(self, flight: BomberFlight) -> None:
        flight.state.orders.formation = self.place


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


# ---- bombs


@dataclass(frozen=True, slots=True)
class BombsExplode(Effect):
    """With the bombs aboard the plane and everyone in it are lost."""

    name: ClassVar[str] = "bombs_explode"

    def words(self, say: Say) -> str:
        return "the bombs, if aboard, explode, and plane and crew are lost"

    def brief(self, say: Say) -> str:
        return "the bombs explode, and plane and crew are lost"

    def apply(self, flight: BomberFlight) -> None:
        state = flight.state
        if state.plane.bombs_aboard:
            state.due.lost = "bombs_explode"
            wreck(state, "destroyed")
            end_all(state, "killed", True)


@dataclass(frozen=True, slots=True)
class Aim(Effect):
    """Where the bombs fall."""

    name: ClassVar[str] = "aim"
    result: Literal["on_target", "off_target"]

    def words(self, say: Say) -> str:
        return say(self.result)

    def hands(self, constants: Mapping[str, Any]) -> tuple[Handed, ...]:
        return (Handed(facts={"aim": self.result}),)

    def apply(self, flight: BomberFlight) -> None:
        flight.state.outcome.aim_result = self.result


@dataclass(frozen=True, slots=True)
class PerCent(Effect):
    """So many per cent of the bombs within the circle; `88+2d6` throws more dice and adds them."""

    name: ClassVar[str] = "per_cent"
    amount: int | str

    def __post_init__(self) -> None:
        self.read()

    def read(self) -> tuple[int, str]:
        """What data writes as one: the number that is there anyway, and the dice that are added, if any."""
        base, added, dice = str(self.amount).partition("+")
        return int(base), notation(dice).text if added else ""

    def size(self) -> int:
        return self.read()[0]

    def words(self, say: Say) -> str:
        base, dice = self.read()
        return f"{base} + {dice.upper()}%" if dice else f"{base}%"

    def apply(self, flight: BomberFlight) -> None:
        base, dice = self.read()
        flight.state.outcome.per_cent = base + (flight.more("bombs.accuracy", dice) if dice else 0)


# ---- random events


@dataclass(frozen=True, slots=True)
class EventLasts(Effect):
    """An event that happens once a mission and lasts for the rest of it."""

    name: ClassVar[str] = "event_lasts"
    event: LastingEvent

    def words(self, say: Say) -> str:
        return say(self.event)

    def names_area(self) -> bool:
        return True

    def apply(self, flight: BomberFlight) -> None:
        chance = flight.state.chance
        chance.lasting[self.event] = True
        if self.event not in chance.events:
            chance.events.append(self.event)


@dataclass(frozen=True, slots=True)
class EventTurns(Effect):
    """An event that lasts until it comes up again, and so on in turn."""

    name: ClassVar[str] = "event_turns"
    event: LastingEvent

    def words(self, say: Say) -> str:
        return say(self.event)

    def names_area(self) -> bool:
        return True

    def apply(self, flight: BomberFlight) -> None:
        lasting = flight.state.chance.lasting
        lasting[self.event] = not lasting[self.event]


@dataclass(frozen=True, slots=True)
class RabbitsFoot(Effect):
    """One more roll that may be made again; kept from mission to mission."""

    name: ClassVar[str] = "rabbits_foot"

    def words(self, say: Say) -> str:
        return "rabbit's foot: you may make any one later roll again; keep it until used"

    def names_area(self) -> bool:
        return True

    def apply(self, flight: BomberFlight) -> None:
        flight.state.rabbits_feet += 1


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


def wreck(state: State, fate: str) -> None:
    """The plane ends so, unless it has ended worse already."""
    state.plane.fate = PLANE_FATES.higher(state.plane.fate, fate)


@dataclass(frozen=True, slots=True)
class PlaneEnds(Effect):
    """What becomes of the plane."""

    name: ClassVar[str] = "plane_ends"
    fate: Literal["safe", "repairable", "irreparable", "wrecked", "destroyed"]

    def words(self, say: Say) -> str:
        return f"plane {say(self.fate)}"

    def apply(self, flight: BomberFlight) -> None:
        wreck(flight.state, self.fate)


@dataclass(frozen=True, slots=True)
class ComesDown(Effect):
    """Where an uncontrolled plane comes down in a zone of land and water (Q-R56)."""

    name: ClassVar[str] = "comes_down"
    where: Literal["water", "land"]

    def words(self, say: Say) -> str:
        return f"comes down {'in water' if self.where == 'water' else 'on land'}"

    def apply(self, flight: BomberFlight) -> None:
        track = flight.state.track
        letters = [
            letter
            for letter in letters_of(flight.const, track.terrain)
            if (letter == flight.const["water"]) == (self.where == "water")
        ]
        flight.state.outcome.down_terrain = letters[0] if letters else track.terrain


@dataclass(frozen=True, slots=True)
class MissionResult(Effect):
    """Whose victory the mission is."""

    name: ClassVar[str] = "mission_result"
    side: Annotated[str, Listed("sides")]

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
