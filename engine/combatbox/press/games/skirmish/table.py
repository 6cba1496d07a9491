"""The table of B-17!: as it is set up, and how players mark it out for large models on a floor or on tables joined.

Positions are thousandths of an inch of the game, from the left and the near edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.games.skirmish.constants import Constants
from combatbox.games.skirmish.deploy import usual_places
from combatbox.games.skirmish.parameters import Measures, measures
from combatbox.games.skirmish.state import BOMBERS
from combatbox.press import tables
from combatbox.press.provider import SheetContext
from combatbox.press.rulers import read_feet
from combatbox.press.tabletop import EdgeCard, Spot, TableTop


def constants(context: SheetContext) -> Constants:
    """Return the constants of the game, typed as its class `Constants`."""
    const: Constants = context.book.const
    return const


def table_top(context: SheetContext, m: Measures) -> TableTop:
    """Return the tabletop with the usual positions of the Americans."""
    drawn, const = context.data["models"], constants(context)
    planes = (
        (drawn["bomber"]["art"], 2 * m.span, usual_places(m, const, "bombers")[0]),
        (drawn["escort"]["art"], 2 * m.fighter_span, usual_places(m, const, "escorts")[0]),
    )
    return TableTop(m.width, m.length, m.target, m.aa, m.deploy, planes, tuple(m.entries.items()))


def large_tables(context: SheetContext) -> list[dict[str, Any]]:
    """Return what sheets say of the tables for large models: of the size in force, and of smaller ones."""
    options = (context.rules.ruled["table_size"], *context.data["large_tables"])
    return [_large_table(context, option) for option in dict.fromkeys(options)]


def _large_table(context: SheetContext, option: str) -> dict[str, Any]:
    """Return what sheets say of the table of a size, by its option of the ruling on this question."""
    m = measures(context.book.rulebook({**context.rules.rulings, "table_size": option}))
    large = replace(table_top(context, m), times=context.data["sizes"]["large"]["times"])
    near, far, flank = m.deploy
    return {
        "top": large,
        "cards": [*_corners(large), *_hours(large), *_starts(large)],
        "hours": _hour_table(large),
        "places": _place_table(context, large),
        "game": f"{read_feet(m.width)} by {read_feet(m.length)}",
        "size": large.size,
        "joined": _joined(context, large),
        "width": large.read(m.width),
        "length": large.read(m.length),
        "diagonal": large.read(round(math.hypot(m.width, m.length))),
        "near": large.read(near),
        "far": large.read(far),
        "flank": large.read(flank),
        "beside": large.read(m.target[0]),
        "flak": large.read(m.aa),
    }


def _joined(context: SheetContext, large: TableTop) -> str:
    """Return a sentence that says how many dining tables, joined, are as large as a table for large models."""
    dining = constants(context).other_tables.dining
    sides = (large.width * large.times, large.length * large.times)
    ways = ((dining.width, dining.length), (dining.length, dining.width))
    tables_needed = min(math.prod(-(-side // part) for side, part in zip(sides, way, strict=True)) for way in ways)
    one = f"{read_feet(dining.length)} by {read_feet(dining.width)}"
    return f"That is a floor, or {context.say(str(tables_needed))} tables of {one} pushed together."


# ---- cards for the edges


def _corners(large: TableTop) -> Iterator[EdgeCard]:
    """Yield the cards for the corners."""
    for end in ("far", "near"):
        for flank in ("left", "right"):
            words = f"{large.read(large.width)} along this edge, {large.read(large.length)} along the flank"
            yield EdgeCard(f"{end.capitalize()} {flank} corner", words, (flank, "top" if end == "far" else "bottom"))


@frozen
class _EdgePlace:
    """A place on an edge of a table.

    Attributes:
        side: the edge as a side of a card.
        edge: the name of the edge.
        words: how far the place is from one corner, or from both.
    """

    side: str
    edge: str
    words: str


def _edge_place(large: TableTop, spot: Spot) -> _EdgePlace:
    """Return a place on the edge, measured from the nearer corner, or from both if it is in the middle."""
    x, y = spot
    if x in (0, large.width):
        side = "left" if x == 0 else "right"
        edge, at, whole, ends = f"{side} flank", y, large.length, ("near", "far")
    else:
        side = "bottom" if y == 0 else "top"
        edge, at, whole, ends = f"{'near' if y == 0 else 'far'} edge", x, large.width, ("left", "right")
    if at * 2 == whole:
        return _EdgePlace(side, edge, f"{large.read(at)} from both corners")
    return _EdgePlace(side, edge, f"{large.read(min(at, whole - at))} from the {ends[at * 2 > whole]} corner")


def _hours(large: TableTop) -> Iterator[EdgeCard]:
    """Yield the cards for the places at which Germans enter."""
    for hour, spot in sorted(large.entries):
        place = _edge_place(large, spot)
        yield EdgeCard(f"{hour}", f"{place.edge}, {place.words}", (place.side,), place.side)


def _starts(large: TableTop) -> Iterator[EdgeCard]:
    """Yield the cards for the ends of the lines between which the Americans start."""
    near, far, _ = large.strip
    for line, side, at in (("begins", "bottom", near), ("ends", "top", far)):
        for flank in ("left", "right"):
            yield EdgeCard(f"The strip {line}", f"{flank} flank, {large.read(at)} from the near edge", (flank, side))


# ---- tables of places


def _hour_table(large: TableTop) -> tables.Table:
    rows = [[card.title, card.words] for card in _hours(large)]
    return tables.dense(tables.columns("Hour", "Where a section enters"), rows)


def _place_table(context: SheetContext, large: TableTop) -> tables.Table:
    """Return a table of the usual positions of a wave, which are those of the middle of each model."""
    (_, _, bombers), (_, _, escorts) = large.models
    named = [*zip(map(context.say, BOMBERS), bombers, strict=True)]
    named += [(context.say(f"escort{number}"), spot) for number, spot in enumerate(escorts, start=1)]
    rows = [[name, large.read(x), large.read(y)] for name, (x, y) in named]
    columns = [
        tables.Column("A wave, by the middle of each model", 1.3, header=True),
        tables.Column("From the left", 1),
        tables.Column("From the near edge", 1),
    ]
    return tables.dense(columns, rows)
