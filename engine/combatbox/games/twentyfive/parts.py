"""The vocabulary of 25 and Out: what rows can do, and what the loss chart asks.

Each effect is one class: parameters, wording, behaviour. No outcome stands here; rows of the tables choose.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from combatbox.core.effects import Condition, Effect, Say
from combatbox.core.game import by_name
from combatbox.core.records import dataclass
from combatbox.core.wording import listed
from combatbox.games.twentyfive.constants import Gun, Place, Station, Twentyfive

Which = Literal["left", "centre", "right", "left_survivor", "right_survivor", "only_survivor"]
Direction = Literal["front", "rear"]
Area = Literal["left_wing", "fuselage", "right_wing"]
Cause = Literal["fuselage", "engine", "pilot"]
Fires = Literal["fires", "no_fire"]
Mark = Literal["top", "centre", "bottom"]
Rank = Literal["first_lieutenant", "captain", "major"]


@dataclass(frozen=True, slots=True)
class PositionIs(Effect):
    """The player's bomber flies there on this mission; the other places go to the wingmen in order."""

    name: ClassVar[str] = "position"
    place: Place

    def words(self, say: Say) -> str:
        return (
            f"your bomber flies on the {say(self.place)}"
            if self.place != "centre"
            else (f"your bomber flies in the {say(self.place)}")
        )

    def apply(self, flight: Twentyfive) -> None:
        state = flight.state
        state.position = self.place
        wingmen = iter(state.wingmen)
        for place, bomber in state.bombers.items():
            bomber.name = state.own_name if place == self.place else next(wingmen, "")


@dataclass(frozen=True, slots=True)
class RollAgain(Effect):
    """The throw does not count (T-A01: all dice are thrown again)."""

    name: ClassVar[str] = "roll_again"

    def words(self, say: Say) -> str:
        return "a tie: throw all the dice again"

    def ends(self) -> bool:
        return True

    def apply(self, flight: Twentyfive) -> None:
        flight.state.position = ""


@dataclass(frozen=True, slots=True)
class NoAttack(Effect):
    """No fighters on this mission."""

    name: ClassVar[str] = "no_attack"

    def words(self, say: Say) -> str:
        return "no fighters attack"

    def ends(self) -> bool:
        return True

    def apply(self, flight: Twentyfive) -> None:
        flight.state.attacked = False


@dataclass(frozen=True, slots=True)
class AttackComes(Effect):
    """The element is attacked by fighters."""

    name: ClassVar[str] = "attack"

    def words(self, say: Say) -> str:
        return "fighters attack the element"

    def apply(self, flight: Twentyfive) -> None:
        flight.state.attacked = True


@dataclass(frozen=True, slots=True)
class TargetIs(Effect):
    """The bomber aimed at; with two left, `left_survivor` is the leftmost of them (T-A05)."""

    name: ClassVar[str] = "target"
    which: Which

    def words(self, say: Say) -> str:
        return f"the {say(self.which)} bomber" if "survivor" not in self.which else f"the {say(self.which)}"

    def apply(self, flight: Twentyfive) -> None:
        flying = flight.state.flying
        named = {"left_survivor": flying[0], "right_survivor": flying[-1], "only_survivor": flying[0]}
        flight.state.burst.target = named.get(self.which, self.which)


@dataclass(frozen=True, slots=True)
class DirectionIs(Effect):
    """From where the fighter comes."""

    name: ClassVar[str] = "direction"
    side: Direction

    def words(self, say: Say) -> str:
        return f"from the {say(self.side)}"

    def apply(self, flight: Twentyfive) -> None:
        flight.state.burst.direction = self.side


@dataclass(frozen=True, slots=True)
class AreaIs(Effect):
    """The part of the bomber that is attacked."""

    name: ClassVar[str] = "area"
    area: Area

    def words(self, say: Say) -> str:
        return f"at the {say(self.area)}"

    def apply(self, flight: Twentyfive) -> None:
        flight.state.burst.area = self.area


@dataclass(frozen=True, slots=True)
class GunsBear(Effect):
    """These guns bear; each fires if its gunner is still there (T-A10)."""

    name: ClassVar[str] = "bear"
    guns: tuple[Gun, ...]

    def words(self, say: Say) -> str:
        return ", ".join(say(gun) for gun in self.guns)

    def in_prose(self, say: Say) -> str:
        return listed([say(gun) for gun in self.guns])

    def apply(self, flight: Twentyfive) -> None:
        gunners = flight.const["gunners"]
        out = flight.state.target.crew_out
        flight.state.burst.guns = [gun for gun in self.guns if any(station not in out for station in gunners[gun])]


@dataclass(frozen=True, slots=True)
class Miss(Effect):
    """A die of fire that does not hit."""

    name: ClassVar[str] = "miss"

    def words(self, say: Say) -> str:
        return "miss"

    def ends(self) -> bool:
        return True

    def apply(self, flight: Twentyfive) -> None:
        return


@dataclass(frozen=True, slots=True)
class Hit(Effect):
    """A die of fire that hits; the flow counts them and rolls their results."""

    name: ClassVar[str] = "hit"

    def words(self, say: Say) -> str:
        return "hit"

    def apply(self, flight: Twentyfive) -> None:
        flight.state.burst.hits += 1


@dataclass(frozen=True, slots=True)
class FighterHit(Effect):
    """The fighter is gone after this pass; `fires` says whether it still shoots first."""

    name: ClassVar[str] = "fighter_hit"
    cause: Cause
    fires: Fires
    mark: Mark

    def words(self, say: Say) -> str:
        return f"{say(f'fighter_{self.cause}')}; {say(self.fires)} (mark the {self.mark} circle)"

    def ends(self) -> bool:
        return self.fires != "fires"

    def apply(self, flight: Twentyfive) -> None:
        burst = flight.state.burst
        fighter = flight.state.fighters[burst.fighter - 1]
        fighter.gone, fighter.cause, fighter.mark = True, self.cause, self.mark
        fighter.left_in = burst.pass_name
        burst.fires = self.fires == "fires"


@dataclass(frozen=True, slots=True)
class EnginesOut(Effect):
    """Engines lost on the attacked wing, never more than it has left (T-A12); by flak on the whole bomber."""

    name: ClassVar[str] = "engines_out"
    engines: int

    def words(self, say: Say) -> str:
        return f"{say(str(self.engines))} engine{'s' if self.engines > 1 else ''} out"

    def apply(self, flight: Twentyfive) -> None:
        bomber, area = flight.state.target, flight.state.burst.area
        most = flight.const["engines_per_wing"]
        if area == "left_wing":
            bomber.left_wing_out = min(most, bomber.left_wing_out + self.engines)
        elif area == "right_wing":
            bomber.right_wing_out = min(most, bomber.right_wing_out + self.engines)
        else:
            bomber.flak_out += self.engines


@dataclass(frozen=True, slots=True)
class CrewOut(Effect):
    """A crew position is destroyed; a second hit on it does nothing (T-A11)."""

    name: ClassVar[str] = "crew_out"
    station: Station

    def words(self, say: Say) -> str:
        return f"{say(self.station)} out"

    def apply(self, flight: Twentyfive) -> None:
        out = flight.state.target.crew_out
        if self.station not in out:
            out.append(self.station)


@dataclass(frozen=True, slots=True)
class BomberLost(Effect):
    """The bomber goes down."""

    name: ClassVar[str] = "bomber_lost"

    def words(self, say: Say) -> str:
        return "the bomber is lost"

    def apply(self, flight: Twentyfive) -> None:
        flight.state.target.lost = True


@dataclass(frozen=True, slots=True)
class GameOver(Effect):
    """The player's own pilot is hit: the tour ends, whoever else lives."""

    name: ClassVar[str] = "game_over"

    def words(self, say: Say) -> str:
        return "the game is over"

    def apply(self, flight: Twentyfive) -> None:
        flight.state.tour = "lost"


@dataclass(frozen=True, slots=True)
class RankIs(Effect):
    """The rank held with this many completed missions (T-A19)."""

    name: ClassVar[str] = "rank"
    rank: Rank

    def words(self, say: Say) -> str:
        return say(self.rank)

    def apply(self, flight: Twentyfive) -> None:
        flight.state.rank = self.rank


@dataclass(frozen=True, slots=True)
class TourWon(Effect):
    """The last mission is completed: the game is won."""

    name: ClassVar[str] = "tour_won"

    def words(self, say: Say) -> str:
        return "the tour is won"

    def apply(self, flight: Twentyfive) -> None:
        flight.state.tour = "won"


@dataclass(frozen=True, slots=True)
class Column(Effect):
    """A column of a record sheet: which table's dice are written in it. Printed, never rolled."""

    name: ClassVar[str] = "column"
    tables: str
    dice: str

    def words(self, say: Say) -> str:
        return f"records {self.dice.upper()}" if self.dice != "-" else "records what happens"

    def apply(self, flight: Twentyfive) -> None:
        return


@dataclass(frozen=True, slots=True)
class EnginesOutAtLeast(Condition):
    """That many engines or more are out, whatever the wing and whatever did it."""

    name: ClassVar[str] = "engines_out_at_least"
    engines: int

    def words(self, say: Say) -> str:
        return f"{say(str(self.engines))} or more engines are out"

    def holds(self, flight: Twentyfive) -> bool:
        return flight.state.target.engines_out >= self.engines


@dataclass(frozen=True, slots=True)
class CrewAllOut(Condition):
    """All of these crew positions are destroyed."""

    name: ClassVar[str] = "crew_all_out"
    stations: tuple[Station, ...]

    def words(self, say: Say) -> str:
        return " and ".join(say(station) for station in self.stations) + " are both out"

    def holds(self, flight: Twentyfive) -> bool:
        out = flight.state.target.crew_out
        return all(station in out for station in self.stations)


@dataclass(frozen=True, slots=True)
class OwnCrewOut(Condition):
    """This crew position of the player's own bomber is destroyed."""

    name: ClassVar[str] = "own_crew_out"
    station: Station

    def words(self, say: Say) -> str:
        return f"your own bomber's {say(self.station)} is out"

    def holds(self, flight: Twentyfive) -> bool:
        state = flight.state
        return state.burst.target == state.position and self.station in state.own.crew_out


@dataclass(frozen=True, slots=True)
class FlakDestroys(Condition):
    """A flak damage roll destroyed the whole bomber."""

    name: ClassVar[str] = "flak_destroys"

    def words(self, say: Say) -> str:
        return "flak destroys the whole bomber"

    def holds(self, flight: Twentyfive) -> bool:
        return flight.state.target.lost


EFFECTS = by_name(
    PositionIs,
    RollAgain,
    NoAttack,
    AttackComes,
    TargetIs,
    DirectionIs,
    AreaIs,
    GunsBear,
    Miss,
    Hit,
    FighterHit,
    EnginesOut,
    CrewOut,
    BomberLost,
    GameOver,
    RankIs,
    TourWon,
    Column,
)
CONDITIONS = by_name(EnginesOutAtLeast, CrewAllOut, OwnCrewOut, FlakDestroys)
