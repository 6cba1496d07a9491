"""What rows of the tables of a B-29's way do: briefing, weather, fuel, course, formation, target, coming down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from combatbox.bomber.effects.crew import end_all, kill, leave_plane
from combatbox.bomber.effects.mission import wreck
from combatbox.bomber.flying import leave_formation
from combatbox.bomber.terms import MountedGun, Station, TargetType, WeatherName, letters_of
from combatbox.core.declared import Listed
from combatbox.core.effects import Effect, Say
from combatbox.core.handing import Handed
from combatbox.core.records import dataclass
from combatbox.core.wording import listed, signed
from combatbox.games.superfort import fuel, pressure
from combatbox.games.superfort.conditions import is_bombed_out
from combatbox.games.superfort.state import BAYS, SuperfortFlight

Escort = Annotated[str, Listed("escorts", also=("none",))]
Half = Literal["day", "night"]
Below = Literal["W", "J", "W-J", "W-O"]


# ---- before the mission


@dataclass(frozen=True, slots=True)
class TypeIs(Effect):
    """The type of target; which list gives the city, the constants say."""

    name: ClassVar[str] = "target_type"
    type: TargetType

    def words(self, say: Say) -> str:
        return say(self.type)

    def sends_to(self, constants: Mapping[str, Any]) -> tuple[str, ...]:
        return (str(constants["city_tables"][self.type]),)

    def apply(self, flight: SuperfortFlight) -> None:
        flight.state.orders.target_type = self.type


@dataclass(frozen=True, slots=True)
class Aboard(Effect):
    """The gunners who fly; the others stay on the ground."""

    name: ClassVar[str] = "gunners"
    men: tuple[Station, ...]

    def words(self, say: Say) -> str:
        return f"{listed([say(man) for man in self.men])} aboard"

    def apply(self, flight: SuperfortFlight) -> None:
        state = flight.state
        for role, job in flight.const["crew"].items():
            if job.get("gunner") and role not in self.men:
                leave_plane(state, state.men[role], "stood_down")


@dataclass(frozen=True, slots=True)
class Armed(Effect):
    """The guns that fly with ammunition."""

    name: ClassVar[str] = "armed"
    guns: tuple[MountedGun, ...]

    def words(self, say: Say) -> str:
        return f"{listed([say(f'gun_{gun}') for gun in self.guns])} armed"

    def apply(self, flight: SuperfortFlight) -> None:
        for name, gun in flight.state.guns.items():
            gun.thrown_out = name not in self.guns


@dataclass(frozen=True, slots=True)
class ArmedLow(Effect):
    """Further guns that a bomber of the Low squadron has armed."""

    name: ClassVar[str] = "armed_low"
    guns: tuple[MountedGun, ...]

    def words(self, say: Say) -> str:
        return f"in the low squadron {listed([say(f'gun_{gun}') for gun in self.guns])} armed too"

    def apply(self, flight: SuperfortFlight) -> None:
        if flight.state.orders.squadron == "low":
            for name in self.guns:
                flight.state.guns[name].thrown_out = False


@dataclass(frozen=True, slots=True)
class EscortIs(Effect):
    """The fighters that are to meet the formation."""

    name: ClassVar[str] = "escort"
    type: Escort

    def words(self, say: Say) -> str:
        return "none" if self.type == "none" else say(self.type)

    def apply(self, flight: SuperfortFlight) -> None:
        flight.state.sortie.escort = "" if self.type == "none" else self.type


@dataclass(frozen=True, slots=True)
class ZoneIs(Effect):
    """What a zone of the route adds to the roll for resistance, and what lies below."""

    name: ClassVar[str] = "zone"
    modifier: int
    over: Below

    def words(self, say: Say) -> str:
        return f"{signed(self.modifier)} {self.over}"

    def apply(self, flight: SuperfortFlight) -> None:
        flight.state.track.zone_modifier, flight.state.track.terrain = self.modifier, self.over


# ---- take-off


# ---- fuel


@dataclass(frozen=True, slots=True)
class BoxesLost(Effect):
    """Boxes of fuel are crossed off."""

    name: ClassVar[str] = "boxes_lost"
    boxes: int

    def words(self, say: Say) -> str:
        return f"cross off {fuel.boxes(self.boxes, say)}"

    def brief(self, say: Say) -> str:
        return f"{fuel.boxes(self.boxes, say)} of fuel lost"

    def apply(self, flight: SuperfortFlight) -> None:
        fuel.lose(flight, self.boxes)


@dataclass(frozen=True, slots=True)
class HeadWind(Effect):
    """Boxes of fuel are crossed off; jet: so many where the jet stream blows, at high altitude near Japan."""

    name: ClassVar[str] = "head_wind"
    boxes: int
    jet: int

    def words(self, say: Say) -> str:
        return (
            f"cross off {fuel.boxes(self.boxes, say)} ({say(str(self.jet))} at {say('high_altitude')} in the fighter zones,"
            " in the jet stream)"
        )

    def brief(self, say: Say) -> str:
        return f"{fuel.boxes(self.boxes, say)} of fuel lost ({say(str(self.jet))} in the jet stream)"

    def apply(self, flight: SuperfortFlight) -> None:
        fuel.lose(flight, self.jet if in_jet_stream(flight) else self.boxes)


def in_jet_stream(flight: SuperfortFlight) -> bool:
    """At the highest band in the zones near Japan."""
    track, zones = flight.state.track, flight.const["fighter_zones"]
    return bool(track.altitude == flight.const["bands"][-1] and zones["first"] <= track.zone <= zones["last"])


@dataclass(frozen=True, slots=True)
class BoxesRestored(Effect):
    """Boxes of fuel are given back, never more than the mission began with."""

    name: ClassVar[str] = "boxes_restored"
    boxes: int

    def words(self, say: Say) -> str:
        return f"restore {fuel.boxes(self.boxes, say)}"

    def brief(self, say: Say) -> str:
        return f"{fuel.boxes(self.boxes, say)} of fuel saved"

    def apply(self, flight: SuperfortFlight) -> None:
        fuel.restore(flight, self.boxes)


@dataclass(frozen=True, slots=True)
class FairWind(Effect):
    """On the way home boxes of fuel are given back."""

    name: ClassVar[str] = "fair_wind"
    boxes: int

    def words(self, say: Say) -> str:
        return f"on the way home restore {fuel.boxes(self.boxes, say)}"

    def brief(self, say: Say) -> str:
        return f"{fuel.boxes(self.boxes, say)} of fuel saved on the way home"

    def apply(self, flight: SuperfortFlight) -> None:
        if flight.state.homeward:
            fuel.restore(flight, self.boxes)


@dataclass(frozen=True, slots=True)
class BayShut(Effect):
    """The auxiliary boxes of a bay cannot be used any more; without any a box is lost, where the row says so."""

    name: ClassVar[str] = "bay_shut"
    bay: Literal["fwd", "aft", "both"]
    else_lost: int = 0

    def words(self, say: Say) -> str:
        where = "both bays" if self.bay == "both" else f"the {say(f'{self.bay}_bay')}"
        less = f"; if there are none, cross off {fuel.boxes(self.else_lost, say)}" if self.else_lost else ""
        return f"the auxiliary boxes of {where} cannot be used{less}"

    def brief(self, say: Say) -> str:
        where = "both bays" if self.bay == "both" else f"the {say(f'{self.bay}_bay')}"
        less = f", or {fuel.boxes(self.else_lost, say)} lost where it has none" if self.else_lost else ""
        return f"no more fuel from {where}{less}"

    def names_area(self) -> bool:
        return True

    def apply(self, flight: SuperfortFlight) -> None:
        for bay in BAYS if self.bay == "both" else (self.bay,):
            if flight.state.fuel.in_bay(bay) and bay not in flight.state.fuel.tanks_shut:
                flight.state.fuel.tanks_shut.append(bay)
            elif self.else_lost and not flight.state.fuel.in_bay(bay):
                fuel.lose(flight, self.else_lost)


@dataclass(frozen=True, slots=True)
class BayLost(Effect):
    """The boxes left in a bay are lost."""

    name: ClassVar[str] = "bay_boxes_lost"
    bay: Literal["fwd", "aft"]

    def words(self, say: Say) -> str:
        return f"the boxes of the {say(f'{self.bay}_bay')} are lost"

    def apply(self, flight: SuperfortFlight) -> None:
        fuel.lose_bay(flight, self.bay)


@dataclass(frozen=True, slots=True)
class TankLeak(Effect):
    """A wing tank leaks: boxes at once, and one in each zone entered from now on; leaks do not add up."""

    name: ClassVar[str] = "tank_leak"
    boxes: int

    def words(self, say: Say) -> str:
        return f"cross off {fuel.boxes(self.boxes, say)} now and one in each zone entered from now on"

    def brief(self, say: Say) -> str:
        return f"{fuel.boxes(self.boxes, say)} of fuel lost, and a leak"

    def apply(self, flight: SuperfortFlight) -> None:
        fuel.lose(flight, self.boxes)
        flight.state.fuel.wing_leak = fuel.counted(flight)


# ---- weather and course


@dataclass(frozen=True, slots=True)
class WeatherIs(Effect):
    """The weather of a zone; that over the target is remembered."""

    name: ClassVar[str] = "weather"
    weather: WeatherName

    def words(self, say: Say) -> str:
        return f"{self.weather} weather"

    def hands(self, constants: Mapping[str, Any]) -> tuple[Handed, ...]:
        return (Handed(facts={"weather": self.weather}),)

    def apply(self, flight: SuperfortFlight) -> None:
        track = flight.state.track
        track.weather = self.weather
        flight.state.navigation.weather_in = track.zones_entered
        if track.zone == flight.state.orders.target_zone and track.leg == "out":
            track.target_weather = self.weather


@dataclass(frozen=True, slots=True)
class Marker(Effect):
    """What one method of navigation adds to the sum on the Navigation marker."""

    name: ClassVar[str] = "marker"
    add: int

    def words(self, say: Say) -> str:
        return signed(self.add) if self.add else "0"

    def brief(self, say: Say) -> str:
        return f"course {signed(self.add)}" if self.add else "no difference"

    def apply(self, flight: SuperfortFlight) -> None:
        flight.state.navigation.marker += self.add


@dataclass(frozen=True, slots=True)
class NearCollision(Effect):
    """Another B-29 comes too near: in formation the bomber falls out of it, and two dice say whether they meet."""

    name: ClassVar[str] = "near_collision"

    def words(self, say: Say) -> str:
        return f"if formed, Out of Formation, and roll on {say('zone.collision')}; if not, no effect"

    def brief(self, say: Say) -> str:
        return "a danger to bombers in formation"

    def leads(self) -> tuple[str, ...]:
        return ("zone.collision",)

    def apply(self, flight: SuperfortFlight) -> None:
        if flight.state.in_formation:
            leave_formation(flight, "formation.lost")
            flight.roll("zone.collision")


# ---- over the target


@dataclass(frozen=True, slots=True)
class Tossed(Effect):
    """Thrown up by the heat: at medium altitude at once, without pressure, without cost and by day without the formation."""

    name: ClassVar[str] = "tossed_up"

    def words(self, say: Say) -> str:
        return f"{self.brief(say)}, and by day Out of Formation"

    def brief(self, say: Say) -> str:
        return "tossed up thousands of feet, to medium altitude, unpressurized"

    def apply(self, flight: SuperfortFlight) -> None:
        flight.state.track.altitude = flight.const["bands"][1]
        if not flight.state.night:
            leave_formation(flight, "formation.lost")
        pressure.go_thin(flight, "pressure.none_up_there", given_up=True)


# ---- coming down


@dataclass(frozen=True, slots=True)
class DitchedAs(Effect):
    """How the ditching went; each man rolls for himself where there is a table for it."""

    name: ClassVar[str] = "ditched"
    how: Literal["good", "hard", "broken"]
    table: str = ""

    def words(self, say: Say) -> str:
        rolls = self.table and self.how != "good"
        after = "all in the rafts" if self.how == "good" else f"each man rolls on {self.table}" if rolls else ""
        return ", ".join(part for part in (self.brief(say), after) if part)

    def brief(self, say: Say) -> str:
        return {
            "good": "a good ditching: she stays afloat",
            "hard": "a hard ditching",
            "broken": "she breaks in two",
        }[self.how]

    def leads(self) -> tuple[str, ...]:
        return (self.table,) if self.table else ()

    def apply(self, flight: SuperfortFlight) -> None:
        state = flight.state
        state.ending.ditched = self.how
        for man in state.aboard if self.table else ():
            state.hand.man = man.role
            flight.roll_on(self.table, man.role)


@dataclass(frozen=True, slots=True)
class WoundRoll(Effect):
    """The man in hand rolls for a wound, with something added."""

    name: ClassVar[str] = "wound_roll"
    add: int = 0

    def words(self, say: Say) -> str:
        more = f" at {signed(self.add)}" if self.add else ""
        return f"rolls on {say('damage.wound')}{more}"

    def brief(self, say: Say) -> str:
        return "perhaps hurt"

    def leads(self) -> tuple[str, ...]:
        return ("damage.wound",)

    def hands(self, constants: Mapping[str, Any]) -> tuple[Handed, ...]:
        return (Handed("damage.wound", {}, {"crash_wounds": self.add}),)

    def apply(self, flight: SuperfortFlight) -> None:
        flight.roll("damage.wound", flight.state.hand.man, add=self.add)


@dataclass(frozen=True, slots=True)
class SomebodyHurt(Effect):
    """One man, whom the dice of the oxygen check name, rolls for a wound, with something added."""

    name: ClassVar[str] = "somebody_hurt"
    add: int

    def words(self, say: Say) -> str:
        return f"one man of {say('oxygen.who')} rolls on {say('damage.wound')} at {signed(self.add)}"

    def brief(self, say: Say) -> str:
        return ""

    def leads(self) -> tuple[str, ...]:
        return ("oxygen.who", "damage.wound")

    def hands(self, constants: Mapping[str, Any]) -> tuple[Handed, ...]:
        return (Handed("oxygen.who"), Handed("damage.wound", {}, {"crash_wounds": self.add}))

    def apply(self, flight: SuperfortFlight) -> None:
        hand = flight.state.hand
        hand.man = ""
        flight.roll("oxygen.who")
        if hand.man:
            flight.roll("damage.wound", hand.man, add=self.add)


@dataclass(frozen=True, slots=True)
class BlownOut(Effect):
    """The gunner at a blister is blown out with it, if he is there and the pressure was there that goes with it (A61)."""

    name: ClassVar[str] = "blown_out"
    station: Station

    def words(self, say: Say) -> str:
        return f"under pressure the {say(self.station)} is blown out with it and killed"

    def brief(self, say: Say) -> str:
        return f"the {say(self.station)} is blown out and killed, if it was under pressure"

    def apply(self, flight: SuperfortFlight) -> None:
        man, state = flight.state.at(self.station), flight.state
        cabin = flight.const["crew"][self.station]["compartment"]
        burst = state.pressure.compromised.get(cabin) == state.track.turn
        if man and burst and state.pressure.pressurized:
            kill(state, man, "killed")


@dataclass(frozen=True, slots=True)
class Fate(Effect):
    """What becomes of a man who left the plane, unless he is dead already."""

    name: ClassVar[str] = "ends_as"
    fate: Literal[
        "rescued", "captured", "captured_at_sea", "died_in_camp", "lost_at_sea", "returned", "bailed_out", "went_down",
        "killed",
    ]  # fmt: skip

    def words(self, say: Say) -> str:
        return say(self.fate)

    def apply(self, flight: SuperfortFlight) -> None:
        man = flight.state.men[flight.state.hand.man]
        if man.dead:
            return
        if self.fate in DEADLY:
            kill(flight.state, man, self.fate)
        else:
            leave_plane(flight.state, man, self.fate)


DEADLY = ("died_in_camp", "lost_at_sea", "went_down", "killed")
"""Fates that a man does not live through."""


@dataclass(frozen=True, slots=True)
class ComesDown(Effect):
    """Which of two letters the bomber comes down on, out of control."""

    name: ClassVar[str] = "comes_down"
    which: Literal["first", "second"]

    def words(self, say: Say) -> str:
        return f"the {self.which} letter"

    def apply(self, flight: SuperfortFlight) -> None:
        letters = letters_of(flight.const, flight.state.track.terrain)
        flight.state.outcome.down_terrain = letters[0 if self.which == "first" else -1]


@dataclass(frozen=True, slots=True)
class BoxBurned(Effect):
    """A box of the city is crossed off on the Target Damage Sheet."""

    name: ClassVar[str] = "box_burned"

    def words(self, say: Say) -> str:
        return "cross off one box of the city"

    def brief(self, say: Say) -> str:
        return "another part of the city has burned down"

    def apply(self, flight: SuperfortFlight) -> None:
        tour, city = flight.state.tour, flight.state.orders.city
        if tour and not is_bombed_out(flight, city):
            tour.burned[city] = tour.burned.get(city, 0) + 1


@dataclass(frozen=True, slots=True)
class PlaneLost(Effect):
    """Plane and crew are lost at once."""

    name: ClassVar[str] = "all_killed"
    how: Literal["crashed", "collided", "exploded"]

    def words(self, say: Say) -> str:
        return f"{say(self.how)}: the B-29 and everyone in it are lost"

    def apply(self, flight: SuperfortFlight) -> None:
        flight.state.due.lost = self.how
        wreck(flight.state, "destroyed")
        end_all(flight.state, "killed", True)
