"""The whole vocabulary of Queen of the Skies by name, gathered from its modules."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from combatbox.core.effects import Coded, Condition, Effect, Quantity
from combatbox.core.game import by_name
from combatbox.games.queen import (
    asks_battle,
    asks_crew,
    asks_mission,
    asks_plane,
    asks_rules,
    parts_battle,
    parts_crew,
    parts_damage,
    parts_engines,
    parts_mission,
    quantities,
)


def named(base: type[Coded], *modules: ModuleType) -> dict[str, type[Any]]:
    """The classes of these modules that have a name of their own, by it; two of one name are refused."""
    found = [
        thing
        for module in modules
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, base) and thing.__module__ == module.__name__ and thing.name
    ]
    return by_name(*found)


EFFECTS: dict[str, type[Effect]] = named(Effect, parts_damage, parts_engines, parts_crew, parts_battle, parts_mission)
CONDITIONS: dict[str, type[Condition]] = named(Condition, asks_mission, asks_plane, asks_crew, asks_battle, asks_rules)
QUANTITIES: dict[str, type[Quantity]] = named(Quantity, quantities)
