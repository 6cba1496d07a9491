"""The keys that the code of B-29 Superfortress looks up in its tables, and the options of its decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from combatbox.bomber.gunnery import fired_by
from combatbox.bomber.vocabulary import shared_keys
from combatbox.core.tables import Keys, Table, unique
from combatbox.games.superfort.constants import Constants

HITS = "hits"
"""The only column of a to-hit table that decides whether something happens."""


def keys(const: Constants, tables: Mapping[str, Table]) -> Iterator[Keys]:
    """Yield the keys that the code looks up, each with its table or its place in the order of play."""
    yield from shared_keys(const)
    positions, guns = const.positions, const.guns
    yield Keys("attack.fire", unique(facts.shells for facts in positions.values()), kind="column")
    angled = (facts.shells for position, facts in positions.items() if position.endswith("_high"))
    yield Keys("attack.angle", unique(angled), kind="column")
    yield Keys("attack.type", ("islands", "japan_early", "japan_late"), kind="column")
    aims = (facts.aims.rear for facts in guns.values() if facts.aims)
    yield Keys("guns.fire", unique((*(facts.aim for facts in positions.values()), *aims)), kind="column")
    yield Keys("guns.hard", ("six",), ("five_six",))
    yield Keys("guns.bear", also=tuple(positions))
    yield Keys("guns.bear", also=tuple(guns), kind="column")
    yield Keys("guns.who_fires", _cabins(const, tables["T5-6"]), tuple(const.compartments), kind="column")
    for place, rows in (("combat.attack", ("light", "moderate", "heavy")), ("cold.throughout", const.bands[1:])):
        yield Keys(place, tuple(rows))
        yield Keys(place, (HITS,), kind="column")
    yield Keys("bombs.accuracy", ("on_target", "urban", "off_target"), kind="column")
    yield Keys("briefing.type", ("day", "night"), kind="column")
    yield Keys("briefing.escort", ("near", "early", *const.escort_columns, "late"), kind="column")
    yield Keys("briefing.times", ("near", "early", "late", "night"), kind="column")
    yield Keys("briefing.route", tuple(const.cities))
    yield Keys("briefing.route", also=tuple(map(str, range(100))), kind="column")
    yield Keys("landing.fog", also=tuple(const.weathers), kind="column")
    yield Keys("T7-5-WHICH", tuple(const.engines), kind="column", bare=True)


def _cabins(const: Constants, chart: Table) -> tuple[str, ...]:
    """Return, for each gun that can be fired from several cabins, the cabin of the gunner who is named first."""
    names = []
    for cell in chart.keys.values():
        for effect in cell.effects:
            if effect.is_a(fired_by):
                cabins = [const.crew[man].compartment for man in effect["men"]]
                names += cabins[:1] if len(set(cabins)) > 1 else []
    return unique(names)


def options(const: Constants) -> Mapping[str, tuple[str, ...]]:
    """Return all options that can ever be legal, by kind of decision.

    A decision that asks for a name has an empty tuple. Kinds whose options depend on the situation, such as the target
    of a gun, are left out; their answers are checked during play.
    """
    men = tuple(const.crew)
    return {"fight_fire": men, "move": (*men, "done"), "name_bomber": (), "name_man": ()}
