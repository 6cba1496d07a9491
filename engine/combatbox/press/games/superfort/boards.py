"""The boards of B-29 Superfortress: the Game Map with tracks, the placement chart of fighters, the crew sheet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from combatbox.games.superfort.constants import Constants
from combatbox.press import boards
from combatbox.press.blocks import DrawFunction
from combatbox.press.chapter_figures import draw_poster
from combatbox.press.map import draw_map
from combatbox.press.map_data import read_atlas
from combatbox.press.provider import SheetContext


def constants(context: SheetContext) -> Constants:
    """Return the constants of the game, typed as its class `Constants`."""
    const: Constants = context.book.const
    return const


def zones_of(const: Constants) -> range:
    """Return the zones from the base to the farthest target, without the base square."""
    return range(const.home_zone + 1, const.fighter_zones.last + 1)


def draw_functions(context: SheetContext) -> dict[str, DrawFunction]:
    """Return the functions that layouts of boards may call."""
    atlas = cache(lambda name: read_atlas(context.book, name))
    const, data = constants(context), context.data
    zones = [const.home_zone, *zones_of(const)]
    marked = {int(zone): words for zone, words in data["marked_zones"].items()}
    return {
        "map": lambda surface, box, scope: draw_map(surface, box, atlas("map")),
        "map-west": lambda surface, box, scope: draw_map(surface, box, atlas("map-west")),
        "map-east": lambda surface, box, scope: draw_map(surface, box, atlas("map-east")),
        "track": lambda surface, box, scope: boards.draw_track(surface, box, zones, marked),
        "gauges": lambda surface, box, scope: boards.draw_gauges(surface, box, data["gauges"]),
        "battle": lambda surface, box, scope: boards.draw_battle(
            surface, box, context, read_fire(context), "Fighter Placement Chart"
        ),
        "crew": lambda surface, box, scope: boards.draw_crew(surface, box, context, "Crew Placement Sheet"),
        "guns": lambda surface, box, scope: draw_poster(surface, box, context, "guns"),
        "armed": lambda surface, box, scope: boards.draw_guns(surface, box, context, data["guns"]),
    }


def read_fire(context: SheetContext) -> boards.Fire:
    """Return the content of T5-6 by position of attack: the turrets that can fire there, and the men who aim them."""
    table, const, words = context.table("T5-6"), constants(context), context.data["guns"]
    positions = {}
    for key in const.positions:
        guns = []
        for gun in table.columns:
            row = table.keys.get(f"{key}@{gun}")
            if row and row.effects:
                men = [str(man) for effect in row.effects for man in _listed(effect.parameters())]
                guns.append((words[gun], (" ".join(const.crew[man].code for man in men),)))
        positions[key] = boards.Position(key, context.book.say(key), "", tuple(guns))
    legend = (
        "**Beside a turret**: who may fire it there (T5-6), by the letters on his counter.",
        "**Beside a part**: the table of hits on it; damage is laid there.",
        "Two fighters on one place lie fanned: both names can be read.",
    )
    return boards.Fire(positions, legend, ("Turret", "Fired by"))


def _listed(parameters: tuple[Any, ...]) -> Iterator[Any]:
    for parameter in parameters:
        if isinstance(parameter, list | tuple):
            yield from parameter
        else:
            yield parameter
