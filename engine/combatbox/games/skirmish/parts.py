"""The vocabulary of B-17!: what rows of its tables do.

Rows of the charts hold the numbers of the game (moves, toughness, guns, entry points, scenarios); `measures` reads them once
for a game. Lengths are whole inches, or thousandths of an inch where a place is meant.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from combatbox.core.effects import Effect, Say
from combatbox.core.game import by_name
from combatbox.core.records import dataclass
from combatbox.core.wording import listed
from combatbox.games.skirmish.constants import Skirmish

Altitude = Literal["above", "level", "below"]


def inches(units: int) -> str:
    """A length in thousandths of an inch as a player reads it: `71.32`, `6`, `-0.4`."""
    text = f"{abs(units) // 1000}.{abs(units) % 1000:03d}".rstrip("0").rstrip(".")
    return f"-{text}" if units < 0 and text != "0" else text


def americans_are_asked(flight: Skirmish) -> bool:
    """Whether somebody decides for the Americans; else the doctrine does (S-A01)."""
    return not flight.unwatched and flight.ruled["solo"] == "americans"


@dataclass(frozen=True, slots=True)
class Number(Effect):
    """A number that a sheet or chart states; it does nothing by itself."""

    idle: ClassVar[bool] = True

    def apply(self, flight: Skirmish) -> None:
        return

    def ends(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class EngineHits(Effect):
    """So many damage points on the aircraft fired at; the flow sees whether it is destroyed (S-A15)."""

    name: ClassVar[str] = "engine_hits"
    engines: int

    def words(self, say: Say) -> str:
        return f"{say(str(self.engines))} engine{'s' if self.engines > 1 else ''}"

    def apply(self, flight: Skirmish) -> None:
        state = flight.state
        state.planes[state.shot.target].damage += self.engines


@dataclass(frozen=True, slots=True)
class BombHits(Effect):
    """So many bombs on the target."""

    name: ClassVar[str] = "bomb_hits"
    bombs: int

    def words(self, say: Say) -> str:
        return f"{say(str(self.bombs))} bomb hit{'s' if self.bombs > 1 else ''}"

    def apply(self, flight: Skirmish) -> None:
        flight.state.hits += self.bombs


@dataclass(frozen=True, slots=True)
class Arrival(Effect):
    """Whether the section comes onto the table this turn."""

    name: ClassVar[str] = "arrival"
    comes: bool

    def apply(self, flight: Skirmish) -> None:
        flight.state.arriving = self.comes


@dataclass(frozen=True, slots=True)
class Enters(Effect):
    """Where a section enters: an hour on the clock, and that place on the edge in thousandths of an inch."""

    name: ClassVar[str] = "enters"
    hour: int
    x: int
    y: int

    def words(self, say: Say) -> str:
        return f"{self.hour} o'clock, at {inches(self.x)} across and {inches(self.y)} along"

    def apply(self, flight: Skirmish) -> None:
        flight.state.hour = self.hour


@dataclass(frozen=True, slots=True)
class AltitudeIs(Effect):
    """The height at which a section comes in, and what that adds to its first move, in inches."""

    name: ClassVar[str] = "altitude"
    height: Altitude
    inches: int

    def words(self, say: Say) -> str:
        change = f", first move {'+' if self.inches > 0 else '−'}{abs(self.inches)} inches" if self.inches else ""
        return f"{say(self.height)}{change}"

    def apply(self, flight: Skirmish) -> None:
        flight.state.altitude, flight.state.first_move = self.height, self.inches


@dataclass(frozen=True, slots=True)
class Shows(Effect):
    """What the die of a wave shows, to be compared with those of the others."""

    name: ClassVar[str] = "shows"
    die: int

    def words(self, say: Say) -> str:
        return f"the wave has a {self.die}"

    def apply(self, flight: Skirmish) -> None:
        flight.state.die = self.die


@dataclass(frozen=True, slots=True)
class ScenarioIs(Number):
    """The forces of a scenario and the bomb hits that win it."""

    name: ClassVar[str] = "forces"
    germans: int
    escorts: int
    bombers: int
    waves: int
    hits: int

    def words(self, say: Say) -> str:
        waves = f" in {say(str(self.waves))} waves" if self.waves > 1 else ""
        return f"{self.germans} Germans, {self.escorts} escorts, {self.bombers} bombers{waves}; {self.hits} hits win"


@dataclass(frozen=True, slots=True)
class Moves(Number):
    """How an aircraft moves, in inches and degrees: straight first, then one turn; what a damage point takes off."""

    name: ClassVar[str] = "moves"
    inches: int
    straight: int
    turn: int
    loss: int

    def words(self, say: Say) -> str:
        turn = "to any heading" if self.turn >= 180 else f"of up to {self.turn} degrees"
        return (
            f"{self.inches} inches: {self.straight} straight, then one turn {turn}; −{self.loss} for each damage point"
        )


@dataclass(frozen=True, slots=True)
class Stated(Number):
    """One number that a row of a chart states; the words of the game say of what."""

    name: ClassVar[str] = "stated"
    number: int


@dataclass(frozen=True, slots=True)
class Values(Number):
    """What an aircraft adds to its die: as the one that fires, and as the one fired at."""

    name: ClassVar[str] = "values"
    offence: int
    defence: int

    def words(self, say: Say) -> str:
        return ", ".join(self._both())

    def in_prose(self, say: Say) -> str:
        return listed(self._both())

    def _both(self) -> tuple[str, str]:
        return f"{self.offence} when it fires", f"{self.defence} when it is fired at"


@dataclass(frozen=True, slots=True)
class Survives(Number):
    """How many engine hits an aircraft survives; the next destroys it."""

    name: ClassVar[str] = "survives"
    hits: int

    def words(self, say: Say) -> str:
        return f"flies with {say(str(self.hits))} and is destroyed at {say(str(self.hits + 1))}"


@dataclass(frozen=True, slots=True)
class Covers(Number):
    """Where a gun stands, in thousandths of an inch from the centre, whither it points and how far to either side."""

    name: ClassVar[str] = "covers"
    forward: int
    right: int
    facing: int
    half: int

    def words(self, say: Say) -> str:
        if self.half >= 180:
            return "all round"
        way = {0: "ahead", 90: "to the right", 180: "astern", 270: "to the left"}.get(
            self.facing, f"at {self.facing} degrees"
        )
        return f"{way}, {self.half} degrees to either side"


@dataclass(frozen=True, slots=True)
class Allots(Number):
    """How many each of three waves gets, the one that the dice single out last."""

    name: ClassVar[str] = "allots"
    waves: tuple[int, ...]

    def words(self, say: Say) -> str:
        *others, last = self.waves
        return f"{', '.join(map(str, others))}; {last} for the wave singled out"


@dataclass(frozen=True, slots=True)
class Writes(Number):
    """What a part of the battle log records."""

    name: ClassVar[str] = "writes"
    what: str

    def words(self, say: Say) -> str:
        return say(self.what)


EFFECTS = by_name(
    EngineHits, BombHits, Arrival, Enters, AltitudeIs, Shows,
    ScenarioIs, Moves, Stated, Values, Survives, Covers, Allots, Writes,
)  # fmt: skip
