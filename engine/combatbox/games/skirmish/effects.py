"""The vocabulary of B-17!: the effects of its tables.

The rows of charts contain numbers of the game, such as moves and toughness; `measures` reads them once per game.
Lengths are in whole inches, positions in thousandths of an inch.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from combatbox.core.annotations import Max, Min
from combatbox.core.effects import WordFormatter, effect
from combatbox.core.phrases import signed
from combatbox.games.skirmish.constants import LONGEST, Skirmish

Altitude = Literal["above", "level", "below"]

# The limits of numbers in charts ensure that every game ends.
Number = Annotated[int, Min(-LONGEST), Max(LONGEST)]
Count = Annotated[int, Min(0), Max(100)]
Hits = Annotated[int, Min(0), Max(20)]
Range = Annotated[int, Min(0), Max(180)]


def inches(units: int) -> str:
    """Format thousandths of an inch for players: `71.32`, `6`, `-0.4`."""
    text = f"{abs(units) // 1000}.{abs(units) % 1000:03d}".rstrip("0").rstrip(".")
    return f"-{text}" if units < 0 and text != "0" else text


QUARTERS = {250: "¼", 500: "½", 750: "¾"}
"""The fractions of an inch on a ruler, in thousandths."""


def inches_on_ruler(units: int) -> str:
    """Format thousandths of an inch with a fraction, such as `13¼`, or rounded to a tenth, such as `about 2.3`."""
    if units < 0:
        return f"−{inches_on_ruler(-units)}"
    whole, rest = divmod(units, 1000)
    if rest and rest not in QUARTERS:
        return f"about {units / 1000:.1f}"
    return f"{whole or '' if rest else whole}{QUARTERS.get(rest, '')}"


def inches_to_quarter(units: int) -> str:
    """Format thousandths of an inch to the nearest quarter of an inch, as a position is measured on a table."""
    return inches_on_ruler((units + 125) // 250 * 250)


def position_words(*at: str) -> str:
    """Format positions, in inches as in logs, by their distances from two edges of the table."""
    measured = [inches_to_quarter(round(float(text) * 1000)) for text in at]
    pairs = (" and ".join(pair) for pair in zip(measured[::2], measured[1::2], strict=True))
    return f"{', '.join(pairs)} inches from the left and the near edge"


def americans_are_asked(flight: Skirmish) -> bool:
    """Return True if a player, not the doctrine, decides for the Americans (S-A01)."""
    return not flight.unwatched and flight.ruled["solo"] == "americans"


NUMBER: dict[str, Any] = {"idle": True, "stops_sequence": False}  # keyword arguments of `effect`
"""The arguments of `effect` for effects that only declare numbers of a sheet or chart and change no state."""


@effect("engine_hits", words="{engines|engine|engines}")
def engine_hits(flight: Skirmish, engines: int) -> None:
    """Damage engines of the aircraft that is fired at (S-A15)."""
    state = flight.state
    state.planes[state.shot.target].damage += engines
    state.to_target = None


@effect("bomb_hits", words="{bombs|bomb hit|bomb hits}")
def bomb_hits(flight: Skirmish, bombs: int) -> None:
    """Add bomb hits on the target."""
    flight.state.hits += bombs


@effect("arrival")
def arrival(flight: Skirmish, comes: bool) -> None:
    """Decide whether the section arrives this turn."""
    flight.state.arriving = comes


@effect(
    "enters",
    words=lambda say, hour, x, y: f"{hour} o'clock, at {inches_to_quarter(x)} across and {inches_to_quarter(y)} along",
    short_words=lambda say, hour, x, y: f"{hour} o'clock, {position_words(inches(x), inches(y))}",
)
def enters(flight: Skirmish, hour: int, x: int, y: int) -> None:
    """Set the hour of the clock at which a section enters; `x` and `y` are in thousandths of an inch."""
    flight.state.hour = hour


def _altitude_is_words(say: WordFormatter, height: Altitude, inches: int) -> str:
    change = f", first move {signed(inches)} inches" if inches else ""
    return f"{say(height)}{change}"


@effect("altitude", words=_altitude_is_words)
def altitude_is(flight: Skirmish, height: Altitude, inches: int) -> None:
    """Set the altitude of a section, and the inches that it adds to the first move."""
    flight.state.altitude, flight.state.first_move = height, inches


@effect("shows", words="the wave has a {=die}")
def shows(flight: Skirmish, die: int) -> None:
    """Record the number that a wave has rolled.

    The wave with the lowest or highest number gets no escorts, or a different number of Germans.
    """
    flight.state.die = die


def _scenario_is_words(say: WordFormatter, germans: int, escorts: int, bombers: int, waves: int, hits: int) -> str:
    several = f" in {say(str(waves))} waves" if waves > 1 else ""
    return f"{germans} Germans, {escorts} escorts, {bombers} bombers{several}; {hits} hits win"


@effect("forces", words=_scenario_is_words, **NUMBER)
def scenario_is(flight: Skirmish, germans: Count, escorts: Count, bombers: Count, waves: Count, hits: Count) -> None:
    """Declare the forces of a scenario and the bomb hits that win it."""


def _moves_words(say: WordFormatter, inches: int, straight: int, turn: int, loss: int) -> str:
    how_far = "to any heading" if turn >= 180 else f"of up to {turn} degrees"
    return f"{inches} inches: {straight} straight, then one turn {how_far}; −{loss} for each damage point"


@effect("moves", words=_moves_words, **NUMBER)
def moves(flight: Skirmish, inches: Range, straight: Range, turn: Range, loss: Range) -> None:
    """Declare how an aircraft moves, in inches and degrees, and how damage shortens its moves."""


@effect("stated", **NUMBER)
def stated(flight: Skirmish, number: Number) -> None:
    """Declare a number in a row of a chart; the key of the row says what the number means.

    The game reads the number from the row; the state does not change.
    """


@effect(
    "values",
    words="{=offence} when it fires, {=defence} when it is fired at",
    in_prose="{=offence} when it fires and {=defence} when it is fired at",
    **NUMBER,
)
def values(flight: Skirmish, offence: Number, defence: Number) -> None:
    """Declare the modifiers of an aircraft's rolls: when it fires, and when it is fired at.

    The game reads them from the row; the state does not change.
    """


@effect(
    "survives",
    words=lambda say, hits: f"flies with {say(str(hits))} and is destroyed at {say(str(hits + 1))}",
    **NUMBER,
)
def survives(flight: Skirmish, hits: Hits) -> None:
    """Declare the number of engine hits that an aircraft survives; one more destroys it."""


def _covers_words(say: WordFormatter, facing: int, half: int, **_: object) -> str:
    if half >= 180:
        return "all round"
    way = {0: "ahead", 90: "to the right", 180: "astern", 270: "to the left"}.get(facing, f"at {facing} degrees")
    return f"{way}, {half} degrees to either side"


@effect("covers", words=_covers_words, **NUMBER)
def covers(flight: Skirmish, forward: Number, right: Number, facing: Number, half: Number) -> None:
    """Declare the position (in thousandths of an inch), direction and half arc of a gun."""


def _allots_words(say: WordFormatter, waves: tuple[int, ...]) -> str:
    *others, last = waves
    return f"{', '.join(map(str, others))}; {last} for the wave singled out"


@effect("allots", words=_allots_words, **NUMBER)
def allots(flight: Skirmish, waves: tuple[Count, ...]) -> None:
    """Declare the number of fighters in each wave of a scenario.

    The first number is for the usual waves, the last one for the wave that differs from them.
    """


@effect("writes", words="{what}", **NUMBER)
def writes(flight: Skirmish, what: str) -> None:
    """Declare what a section of the printed battle log records; this effect changes nothing in play."""
