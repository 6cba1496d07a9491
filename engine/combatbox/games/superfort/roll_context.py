"""The facts that a roll passes on to the next one, for the table roller.

The module declares the facts of B-29 Superfortress and the tables that read them. The labels of columns and rows come
from the constants and the tables; the chart of turrets determines which turret bears on a position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from combatbox.bomber.constants import WING_SIDES
from combatbox.bomber.enums import WING_OF
from combatbox.bomber.gunnery import fields_of
from combatbox.bomber.roll_context import build_roll_context, wounds_fact
from combatbox.bomber.state import Fighter, Wave
from combatbox.core.dice import PrefixDice
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.core.roll_context import COLUMN, KEY, WHO, Fact, FactLookup, RollContextSpec
from combatbox.core.table_views import capital
from combatbox.games.superfort.damage_vocabulary import CLOCKS
from combatbox.games.superfort.setup import new_state
from combatbox.games.superfort.state import SuperfortFlight, SuperfortRulebook

SEAS = ("calm", "moderate", "rough", "very_rough")


def roll_context(book: SuperfortRulebook, say: Callable[[str], str]) -> RollContextSpec:
    """Return the facts of the game and how each table uses them."""
    return build_roll_context(book, _facts(book, say), _places(book), NAMED, flight_with)


def _facts(book: SuperfortRulebook, say: Callable[[str], str]) -> tuple[Fact, ...]:
    const, tables = book.constants, book.tables
    return (
        Fact("time", "Mission", dict(tables["T2-2A"].columns)),
        Fact("weather", "Weather", _capitals(const.weathers, say)),
        Fact("altitude", "Altitude", _capitals(const.bands, say)),
        Fact("resistance", "Resistance", _capitals([row.key for row in tables["R5-2"].rows], say)),
        Fact("fighter", "Fighter", {key: say(key) for key in const.fighters}),
        Fact("clock", "Attack from", {clock: say(f"{clock}_oclock") for clock in CLOCKS}),
        Fact("position", "Attack from", {key: say(key) for key in const.positions}),
        Fact("pilot", "Its pilot", _capitals(["green", "average", "ace"], say)),
        Fact("gun", "Gun", {key: capital(say(f"gun_{key}")) for key in const.guns}),
        Fact("cabin", "Compartment", {key: f"the {say(key)}" for key in _cabins(book)}),
        Fact("man", "For", {key: f"the {say(key)}" for key in const.crew}),
        Fact("side", "Wing", {side: capital(say(WING_OF[side])) for side in WING_SIDES}),
        wounds_fact(book, say),
        Fact("visibility", "Visibility", _capitals(["clear", "partly", "obscured"], say)),
        Fact("flak", "Flak", dict(tables["T6-3"].columns)),
        Fact("target", "Target", _capitals(const.target_types, say)),
        Fact("aim", "Bombs", _capitals(["on_target", "off_target"], say)),
        Fact("sea", "Sea", _capitals(SEAS, say)),
    )


def _cabins(book: SuperfortRulebook) -> tuple[str, ...]:
    """Return the compartments that can be pressurized."""
    return tuple(key for key, compartment in book.constants.compartments.items() if compartment.pressurized)


def _capitals(names: Iterable[str], say: Callable[[str], str]) -> dict[str, str]:
    """Return the capitalized text of each key."""
    return {name: capital(say(name)) for name in names}


def _places(book: SuperfortRulebook) -> Iterator[tuple[str, FactLookup]]:
    """Yield, for tables by id, how the facts determine the column or the row of a roll."""
    positions = book.constants.positions
    shells = {position: facts.shells for position, facts in positions.items()}
    yield "T5-4", FactLookup(COLUMN, ("clock",), {clock: shells[f"{clock}_high"] for clock in CLOCKS})
    yield "T5-7", FactLookup(COLUMN, ("position", "gun"), _bearings(book))
    for table in ("T5-9", "T5-10"):
        yield table, FactLookup(COLUMN, ("position",), dict(shells))
    yield "T5-11", FactLookup(COLUMN, ("position",), {position: facts.areas for position, facts in positions.items()})
    yield "T6-7", FactLookup(COLUMN, ("aim", "target"), _accuracies(book))
    yield "R7-3", FactLookup(KEY, ("altitude",), {row.key: row.key for row in book.tables["R7-3"].rows})


NAMED = (
    ("T2-2A", COLUMN, "time"),
    ("R5-2", KEY, "resistance"),
    ("T6-3", COLUMN, "flak"),
    ("T7-5", WHO, "side"),
    ("T7-5-WHICH", COLUMN, "side"),
    ("R7-1-PRESSURE", WHO, "cabin"),
    ("T7-11", WHO, "cabin"),
    ("R4-2-REVIVED", WHO, "man"),
    ("T7-13", WHO, "man"),
)
"""The tables for which every value of a fact is the column, the row, or the man, wing or cabin of a roll."""


def _bearings(book: SuperfortRulebook) -> dict[str, str | bool]:
    """Return the column of T5-7 for each position and gun that bears on it.

    The type of the fighter makes no difference.
    """
    bears = fields_of(flight_with(book, {})).bearings
    return {
        f"{position}|{bearing.gun}": bearing.column for (position, _kind), guns in bears.items() for bearing in guns
    }


def _accuracies(book: SuperfortRulebook) -> dict[str, str | bool]:
    """Return the column of T6-7 for each aim and target; an urban area has a separate column."""
    types = book.constants.target_types
    hit = {f"on_target|{kind}": "urban" if kind == "urban" else "on_target" for kind in types}
    return {**hit, **{f"off_target|{kind}": "off_target" for kind in types}}


def flight_with(book: SuperfortRulebook, facts: Mapping[str, str]) -> SuperfortFlight:
    """Return a flight in which these facts hold.

    The bomber is in formation, at high altitude unless the facts name another one, and under attack by one fighter.
    """
    state = new_state(book, Setup())
    position = facts.get("position") or f"{facts.get('clock', '12')}_high"
    fighter = Fighter(1, facts.get("fighter", "tony"), position, status=facts.get("pilot", "average"))
    state.battle.waves, state.battle.wave_now, state.battle.under_attack = [Wave([fighter])], 0, True
    state.hand.fighter, state.hand.engine, state.hand.side = 0, 1, facts.get("side", "port")
    state.hand.man, state.hand.gun = facts.get("man", "pilot"), facts.get("gun", "fwd_upper")
    state.men[state.hand.man].light = int(facts.get("light", "0"))
    state.track.out_of_formation = False
    state.track.weather, state.track.altitude = facts.get("weather", "good"), facts.get("altitude", "high")
    state.pressure.pressurized, state.pressure.cabin = True, facts.get("cabin", "nose")
    state.sortie.time, state.clash.resistance = facts.get("time", "day"), facts.get("resistance", "light")
    state.over_target.visibility, state.battle.flak = facts.get("visibility", "clear"), facts.get("flak", "")
    state.orders.target_type, state.ending.sea = facts.get("target", "industry"), facts.get("sea", "")
    return Flight(book, PrefixDice(()), state)
