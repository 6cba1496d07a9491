"""The facts that a roll passes on to the next one, for the table roller.

The module declares the facts of Queen of the Skies and the tables that read them. The labels of columns and rows come
from the constants and the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

from combatbox.bomber.constants import WING_SIDES
from combatbox.bomber.enums import WING_OF
from combatbox.bomber.roll_context import build_roll_context, wounds_fact
from combatbox.bomber.setup import new_state
from combatbox.bomber.state import State
from combatbox.core.dice import PrefixDice
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.core.roll_context import COLUMN, KEY, WHO, Fact, FactLookup, RollContextSpec
from combatbox.core.table_views import capital
from combatbox.games.queen.constants import QueenFlight, QueenRulebook
from combatbox.games.queen.exact_follower import attack


def roll_context(book: QueenRulebook, say: Callable[[str], str]) -> RollContextSpec:
    """Return the facts of the game and how each table uses them."""
    return build_roll_context(book, _facts(book, say), _places(book), NAMED, flight_with)


def _facts(book: QueenRulebook, say: Callable[[str], str]) -> tuple[Fact, ...]:
    const, tables = book.constants, book.tables
    return (
        Fact("position", "Attack from", {key: say(key) for key in const.positions}),
        Fact("fighter", "Fighter", dict(tables["M-1"].columns)),
        Fact("gun", "Gun", {key: capital(say(f"gun_{key}")) for key in const.guns}),
        Fact("man", "For", {key: f"the {say(key)}" for key in const.crew}),
        Fact("side", "Wing", {side: capital(say(WING_OF[side])) for side in WING_SIDES}),
        wounds_fact(book, say),
        Fact("cover", "Cover", dict(tables["M-4"].columns)),
        Fact("flak", "Flak", dict(tables["O-3"].columns)),
        Fact("aim", "Bombs", dict(tables["O-7"].columns)),
    )


def _places(book: QueenRulebook) -> list[tuple[str, FactLookup]]:
    """Return, for tables by id, how the facts determine the column or the row of a roll."""
    positions, guns = book.constants.positions, book.constants.guns
    bearings = {f"{position}|{gun}": f"{position}|{gun}" for position, gun in product(positions, guns)}
    rows = {row.key for row in book.tables["M-1"].rows}
    return [
        ("M-1", FactLookup(KEY, ("position", "gun"), {key: key for key in bearings if key in rows})),
        ("B-4", FactLookup(COLUMN, ("position",), {key: facts.shells for key, facts in positions.items()})),
        ("B-5", FactLookup(COLUMN, ("position",), {key: facts.areas for key, facts in positions.items()})),
    ]


NAMED = (
    ("M-1", COLUMN, "fighter"),
    ("M-3", KEY, "position"),
    ("M-4", COLUMN, "cover"),
    ("BL-1", WHO, "side"),
    ("BL-1-ENGINE", COLUMN, "side"),
    ("BL-4", WHO, "man"),
    ("O-3", COLUMN, "flak"),
    ("O-7", COLUMN, "aim"),
)
"""The tables for which every value of a fact is the column, the row, or the man or wing of a roll."""


def flight_with(book: QueenRulebook, facts: Mapping[str, str]) -> QueenFlight:
    """Return a flight in which these facts hold, under attack by one fighter.

    The rest of the state is as at the start of a mission.
    """
    state: State = new_state(book, Setup())
    attack(state, book.constants, facts)
    state.men[state.hand.man].light = int(facts.get("light", "0"))
    state.track.cover, state.battle.flak = facts.get("cover", ""), facts.get("flak", "")
    return Flight(book, PrefixDice(()), state)
