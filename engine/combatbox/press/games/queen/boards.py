"""The boards of Queen of the Skies: the map with its track, the Battle Board, the crew board, and their counters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from combatbox.core.table_views import capital
from combatbox.core.tables import Table
from combatbox.games.queen.constants import Constants
from combatbox.press import fighters
from combatbox.press.blocks import DrawFunction
from combatbox.press.boards import Fire, Position, draw_battle, draw_crew, draw_guns, draw_track
from combatbox.press.chapter_figures import draw_poster
from combatbox.press.map import draw_map
from combatbox.press.map_data import read_atlas
from combatbox.press.provider import SheetContext


def constants(context: SheetContext) -> Constants:
    """Return the constants of the game, typed as its class `Constants`."""
    const: Constants = context.book.const
    return const


def draw_functions(context: SheetContext) -> dict[str, DrawFunction]:
    """Return the functions that the layouts of boards may call, by name.

    The game must have the tables M-1 (fire of the guns) and M-3 (fire of the fighters).
    """
    atlas = cache(lambda: read_atlas(context.book))
    marked = dict.fromkeys(constants(context).cover_zones, "cover")
    return {
        "map": lambda surface, box, scope: draw_map(surface, box, atlas()),
        "track": lambda surface, box, scope: draw_track(surface, box, list(atlas().rings.zones), marked),
        "battle": lambda surface, box, scope: draw_battle(surface, box, context, read_fire(context)),
        "crew": lambda surface, box, scope: draw_crew(surface, box, context),
        "guns": lambda surface, box, scope: draw_poster(surface, box, context, "guns"),
        "armed": lambda surface, box, scope: draw_guns(
            surface, box, context, {gun: context.book.say(f"gun_{gun}") for gun in constants(context).guns}
        ),
    }


def pieces(context: SheetContext) -> dict[str, Any]:
    """Return the values to which the layouts of boards and counters may refer, by name."""
    const, say = constants(context), context.book.say
    numbers = const.engine_numbers
    return {
        "miles": const.zone_miles,
        "guns": [{"id": gun, "title": capital(say(f"gun_{gun}"))} for gun in const.guns],
        "engines": [{"number": engine} for engine in numbers],
        "tanks": [{"id": tank, "title": capital(say(tank))} for tank in const.tanks],
        "sides": [{"id": side, "title": capital(say(side))} for side in const.engines],
        "fighters": list(_fighters(context)),
        "high": say("high_altitude"),
        "low": say("low_altitude"),
        "landing": _amounts(context, "G-9"),
        "ditching": _amounts(context, "G-10"),
        "men": len(const.crew),
        "extinguishers": const.hand_extinguishers,
        "charges": len(numbers) * const.engine_charges,
    }


def _amounts(context: SheetContext, name: str) -> dict[str, str]:
    """Return, for each condition, the amount that it adds to a roll, as printed."""
    table = context.table(name)
    views = context.book.view(table).modifiers
    return {
        modifier.when.name: view.amount for modifier, view in zip(table.modifiers, views, strict=False) if modifier.when
    }


def _fighters(context: SheetContext) -> Iterator[dict[str, Any]]:
    """Yield each type of fighter with its drawing, the number of its cards, and its modifiers."""
    kinds = list(context.table("M-1").columns)
    context.check_names("fighters", kinds, "fighters must be the columns of M-1; '{}' is only in one of them")
    return fighters.types(context, "B-4", lambda fighter: _hit(context, kinds.index(fighter)))


def _hit(context: SheetContext, column: int) -> list[str]:
    """Return one column of M-1, for a type of fighter, as lines of text: the guns by the rolls that they need."""
    table = context.table("M-1")
    needs: dict[str, dict[str, list[str]]] = {}
    for row, seen in zip(table.rows, context.book.view(table).rows, strict=True):
        position, gun = row.words
        needs.setdefault(seen.cells[column], {}).setdefault(gun, []).append(position)
    return ["**Your guns hit it on (M-1)**", *fighters.guns_by_roll(context, needs)]


def read_fire(context: SheetContext) -> Fire:
    """Return the contents of M-1 and M-3 by position of attack; columns of M-1 with equal cells are merged."""
    defence, attack = context.table("M-1"), context.table("M-3")
    seen = context.book.view(defence)
    groups: dict[tuple[str, ...], list[str]] = {}
    for number, fighter in enumerate(defence.columns):
        groups.setdefault(tuple(row.cells[number] for row in seen.rows), []).append(context.data["kills"][fighter])
    guns: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for number, row in enumerate(defence.rows):
        position, gun = row.words
        needs = tuple(cells[number] for cells in groups)
        guns.setdefault(position, []).append((capital(context.book.say(gun)), needs))
    hits = _hits(context, attack)
    positions = {
        key: Position(key, context.book.say(key), f"hits {hits[key]}", tuple(guns.get(key, ())))
        for key in constants(context).positions
    }
    legend = (
        "**hits**: what a fighter there needs (M-3).",
        "**Under the types**: what a gun needs to hit them (M-1).",
        "**Beside a part**: the table of hits on it; damage is laid there.",
        "Two fighters on one place lie fanned: both names can be read.",
    )
    return Fire(positions, legend, ("Gun", *("/".join(names) for names in groups.values())))


def _hits(context: SheetContext, attack: Table) -> dict[str, str]:
    rows = context.book.view(attack).rows
    return {row.key: seen.cells[0] for row, seen in zip(attack.rows, rows, strict=True)}
