"""Scenario files: a contest of the players' own, as house rules over the tables and constants of the game.

A scenario replaces the first row of S-TAB-SCENARIO and the constants that it states; the flow of play needs to know
nothing about it. Lengths in a scenario are in whole inches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, field, replace
from typing import Annotated, Any, Literal

from combatbox.core.annotations import Count, FilledText, Max, Min, frozen
from combatbox.core.effects import Effect
from combatbox.core.tables import Row, Table
from combatbox.games.skirmish import effects
from combatbox.games.skirmish.constants import Constants, Rectangle, Size, SkirmishRulebook, Strip, Usual
from combatbox.games.skirmish.deploy import bomber_fault, escort_fault, places_of
from combatbox.games.skirmish.effects import inches
from combatbox.games.skirmish.geometry import INCH
from combatbox.games.skirmish.parameters import forces as printed_forces
from combatbox.games.skirmish.parameters import hour_on_edge, measures
from combatbox.games.skirmish.state import BOMBERS

Inches = Annotated[int, Min(0), Max(240)]
Bombers = Annotated[int, Min(1), Max(len(BOMBERS))]
Escorts = Annotated[int, Min(0), Max(8)]
Germans = Annotated[int, Min(0), Max(16)]
DamagePoints = Annotated[int, Min(0), Max(3)]
HitsToWin = Annotated[int, Min(1), Max(100)]
Fault = tuple[tuple[str | int, ...], str]
"""The path to a value in a scenario, and the description of its fault."""


@frozen
class ScenarioForces:
    """The aircraft of each wave, and the number of waves.

    Attributes:
        bombers: the number of bombers in a wave.
        escorts: the number of escorts in a wave.
        germans: the number of German fighters in a wave.
        waves: the number of waves.
    """

    bombers: Bombers
    escorts: Escorts
    germans: Germans
    waves: Annotated[int, Min(1), Max(5)] = 1


@frozen
class TableSize:
    """The size of the table; the Americans fly along its length.

    Attributes:
        width: the width in inches.
        length: the length in inches.
    """

    width: Annotated[int, Min(36), Max(240)]
    length: Annotated[int, Min(48), Max(240)]


@frozen
class TargetSize:
    """The size of the target, which is centred on the far edge of the table.

    Attributes:
        width: the width in inches.
        depth: the depth in inches.
    """

    width: Annotated[int, Min(5), Max(60)]
    depth: Annotated[int, Min(5), Max(60)]


@frozen
class StartStrip:
    """The strip in which the Americans start: its edges, and the distance of bombers from the sides of the table.

    Attributes:
        near: the distance of the near edge from the edge of the table, in inches.
        far: the distance of the far edge from the edge of the table, in inches.
        flank: the distance that bombers keep from the sides of the table, in inches.
    """

    near: Inches
    far: Inches
    flank: Inches


@frozen
class EveningForces:
    """The most aircraft of each kind that fly on an evening; a kind that is left out flies as before.

    Attributes:
        bombers: the most bombers in a wave.
        escorts: the most escorts in a wave.
        germans: the most German fighters in a wave.
    """

    bombers: Bombers | None = None
    escorts: Escorts | None = None
    germans: Germans | None = None


@frozen
class Evening:
    """A later evening of a campaign.

    Attributes:
        title: the title of the evening.
        hits: the number of bomb hits that wins.
        forces: the most aircraft that fly.
        table: the size of the table, if it changes.
        target: the size of the target, if it changes.
    """

    title: FilledText
    hits: HitsToWin
    forces: EveningForces = field(default_factory=EveningForces)
    table: TableSize | None = None
    target: TargetSize | None = None


@frozen
class Reserves:
    """The aircraft at home: the damage points of each bomber, and the numbers of fighters.

    Attributes:
        bombers: the damage points of each bomber at home.
        escorts: the number of escorts at home.
        germans: the number of German fighters at home.
    """

    bombers: list[DamagePoints]
    escorts: Count
    germans: Count


@frozen
class Replacements:
    """The aircraft that each side receives before a later evening.

    Attributes:
        bombers: the number of bombers.
        escorts: the number of escorts.
        germans: the number of German fighters.
    """

    bombers: Annotated[int, Min(1), Max(4)]
    escorts: Escorts
    germans: Germans


@frozen
class Campaign:
    """Evenings that follow the scenario, with losses carried over.

    Attributes:
        evenings: the evenings that are still to come.
        reserves: the aircraft that do not fly this evening.
        replacements: the aircraft that each side receives before a later evening.
        repairs: the damage points that every bomber loses between two evenings.
        pilots_back: the percentage of German pilots shot down who are back on the next evening, rounded up.
        won: the winner of each evening that is over.
    """

    evenings: list[Evening]
    reserves: Reserves
    replacements: Replacements
    repairs: Annotated[int, Min(1), Max(4)]
    pilots_back: Annotated[int, Min(0), Max(100)]
    won: list[Literal["american", "german"]] = []


@frozen
class Scenario:
    """A scenario file. What it leaves out is as printed.

    Attributes:
        title: the title.
        forces: the aircraft of each wave.
        hits: the number of bomb hits that wins; the hits of all waves count together.
        summary: what the contest is about, for readers.
        americans: what there is to decide for the Americans, for readers.
        germans: what there is to decide for the Germans, for readers.
        table: the size of the table, if it is not as printed.
        target: the size of the target, if it is not as printed.
        deployment: the strip in which the Americans start, if it is not as printed.
        damage: the damage points with which each bomber of a wave starts, in the order leader, left, right, last.
        rules: the option of each ruling that is not played by its default, by id or key.
        campaign: the evenings that follow, if the scenario is an evening of a campaign.
    """

    title: FilledText
    forces: ScenarioForces
    hits: HitsToWin
    summary: str = ""
    americans: str = ""
    germans: str = ""
    table: TableSize | None = None
    target: TargetSize | None = None
    deployment: StartStrip | None = None
    damage: list[DamagePoints] = []
    rules: dict[str, str] = {}
    campaign: Campaign | None = None


PROSE = ("summary", "americans", "germans")
"""The parts of a scenario that do not affect play; logs and links leave them out."""


def printed(book: SkirmishRulebook) -> dict[str, Any]:  # JSON
    """Return the first printed scenario as the data of a scenario file, with everything that a file may leave out."""
    const, side = book.constants, printed_forces(book, 1)
    target, strip = const.target, const.deployment
    return {
        "forces": {"bombers": side.bombers, "escorts": side.escorts, "germans": side.germans, "waves": side.waves},
        "hits": side.hits,
        "table": {"width": const.table.width // INCH, "length": const.table.length // INCH},
        "target": {"width": (target.right - target.left) // INCH, "depth": (target.far - target.near) // INCH},
        "deployment": {"near": strip.near // INCH, "far": strip.far // INCH, "flank": strip.flank // INCH},
        "damage": [0] * len(BOMBERS),
        "rules": {},
    }


def with_scenario(book: SkirmishRulebook, scenario: Scenario) -> SkirmishRulebook:
    """Return a rulebook whose first scenario is the given one.

    Args:
        book: the rulebook of the game, under the rulings in force.
        scenario: the scenario.
    """
    constants = _constants(book.constants, scenario)
    width, length, forces = constants.table.width, constants.table.length, scenario.forces
    stated = {
        "germans": forces.germans * forces.waves,
        "escorts": forces.escorts * forces.waves,
        "bombers": forces.bombers * forces.waves,
        "waves": forces.waves,
        "hits": scenario.hits,
    }
    allotted = {"bombers": forces.bombers, "escorts": forces.escorts}

    def first_scenario(row: Row) -> tuple[Effect, ...]:
        return (effects.scenario_is.make(stated),) if row.id.startswith("S-TAB-SCENARIO/1") else row.effects

    def wave(row: Row) -> tuple[Effect, ...]:
        return (effects.allots.make({"waves": (allotted.get(row.key, forces.germans),) * forces.waves}),)

    def entry(row: Row) -> tuple[Effect, ...]:
        (effect,) = row.effects
        x, y = hour_on_edge(effect["hour"], width, length)
        return (effects.enters.make({"hour": effect["hour"], "x": x, "y": y}),)

    changes = {"S-TAB-SCENARIO": first_scenario}
    if forces.waves > 1:
        changes["S-TAB-WAVE"] = wave
    if constants.table != book.constants.table:
        changes["S-TAB-ENTRY"] = entry
    tables = {
        name: _restated(table, changes[name]) if name in changes else table for name, table in book.tables.items()
    }
    return replace(book, tables=tables, constants=constants)


def _restated(table: Table, effects_of: Callable[[Row], tuple[Effect, ...]]) -> Table:
    """Return a copy of a table whose rows have other effects."""

    def restated(row: Row) -> Row:
        return replace(row, effects=effects_of(row)) if row.effects else row

    return replace(
        table,
        rows=tuple(restated(row) for row in table.rows),
        keys={key: restated(row) for key, row in table.keys.items()},
        lookups={column: {roll: restated(row) for roll, row in rows.items()} for column, rows in table.lookups.items()},
    )


def _constants(const: Constants, scenario: Scenario) -> Constants:
    """Return the constants with what a scenario states in place of the printed values."""
    table, others = const.table, const.other_tables
    if scenario.table:  # The ruling S-A36 has no effect on it.
        table = Size(scenario.table.width * INCH, scenario.table.length * INCH)
        others = replace(others, across=table, dining=table)
    printed, strip = const.target, const.deployment
    width, depth = printed.right - printed.left, printed.far - printed.near
    if scenario.target:
        width, depth = scenario.target.width * INCH, scenario.target.depth * INCH
    if own := scenario.deployment:
        strip = Strip(own.near * INCH, own.far * INCH, own.flank * INCH, strip.gap)
    aside, along = (table.width - const.table.width) // 2, strip.far - const.deployment.far
    return replace(
        const,
        title=scenario.title,
        table=table,
        other_tables=others,
        target=Rectangle((table.width - width) // 2, (table.width + width) // 2, table.length - depth, table.length),
        deployment=strip,
        deploy=Usual(
            [_shifted(places, aside, along) for places in const.deploy.bombers],
            _escort_places(scenario.forces.escorts, table.width // 2, strip.far - INCH),
        ),
        damage=list(scenario.damage),
    )


def _shifted(places: str, aside: int, along: int) -> str:
    """Return a text of positions shifted across and along the table."""
    return " ".join(f"{inches(x + aside)},{inches(y + along)}" for x, y in places_of(places))


def _escort_places(count: int, middle: int, along: int) -> list[str]:
    """Return the offered positions of escorts: in pairs to the left and right of the bombers, wide or close together."""
    offered = [
        [(middle + side * (10 + pair * gap) * INCH, along) for pair in range((count + 1) // 2) for side in (-1, 1)]
        for gap in (6, 3)
    ]
    texts = (" ".join(f"{inches(x)},{inches(y)}" for x, y in places[:count]) for places in offered)
    return list(dict.fromkeys(texts))  # one pair has the same places in both


def scenario_faults(book: SkirmishRulebook, scenario: Scenario) -> Iterator[Fault]:
    """Yield what makes a scenario impossible to set up on its table.

    Args:
        book: a rulebook of the game.
        scenario: a scenario whose values have their declared types.
    """
    if scenario.campaign and scenario.forces.waves > 1:
        yield ("forces", "waves"), f"must be 1 in a campaign (got {scenario.forces.waves})"
    if scenario.title.splitlines() != [scenario.title] or scenario.title.isspace():
        yield ("title",), "must be one line of text; reword it"
    yield from _table_faults(book, scenario)
    for number, later in enumerate(_later_evenings(scenario)):
        for where, message in _table_faults(book, later):
            yield ("campaign", "evenings", number, *where), message


def _later_evenings(scenario: Scenario) -> Iterator[Scenario]:
    """Yield the later evenings of a campaign as scenarios, with all the aircraft that they can have."""
    for evening in scenario.campaign.evenings if scenario.campaign else ():
        own = {kind: number for kind, number in asdict(evening.forces).items() if number is not None}
        scenario = replace(
            scenario,
            forces=replace(scenario.forces, **own),
            table=evening.table or scenario.table,
            target=evening.target or scenario.target,
            damage=[],
        )
        yield scenario


def _table_faults(book: SkirmishRulebook, scenario: Scenario) -> Iterator[Fault]:
    """Yield what makes one evening impossible to set up."""
    forces, damage = scenario.forces, scenario.damage
    if damage and len(damage) != forces.bombers:
        yield ("damage",), f"must have one number for each bomber of a wave, {forces.bombers} (got {len(damage)})"
    const = _constants(book.constants, scenario)
    if const.target.left < 0 or const.target.near < const.deployment.far:
        at = ("target",) if scenario.target else ("table",)
        yield (
            at,
            "the target does not fit on the table beyond the area where the Americans start; make the table larger",
        )
        return
    m = measures(with_scenario(book, scenario))
    places = places_of(const.deploy.bombers[0])[: forces.bombers]  # without those in front of the near edge
    fault = bomber_fault(m, places) if len(places) == forces.bombers else "the bombers do not fit on the table"
    if fault:
        yield (
            ("deployment",) if scenario.deployment else ("table",),
            f"{fault}; make the area where the Americans start larger",
        )
    elif forces.escorts and (fault := escort_fault(m, places_of(const.deploy.escorts[0]))):
        yield ("forces", "escorts"), f"{fault}; give the Americans fewer escorts, or a wider table"
