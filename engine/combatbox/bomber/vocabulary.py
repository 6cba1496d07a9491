"""The vocabulary of any bomber by name, gathered from its modules; a game with a state of its own has `kept` anew."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from combatbox.bomber import kept, quantities
from combatbox.bomber.conditions import battle as asks_battle
from combatbox.bomber.conditions import crew as asks_crew
from combatbox.bomber.conditions import mission as asks_mission
from combatbox.bomber.conditions import plane as asks_plane
from combatbox.bomber.conditions import rules as asks_rules
from combatbox.bomber.effects import battle as parts_battle
from combatbox.bomber.effects import crew as parts_crew
from combatbox.bomber.effects import damage as parts_damage
from combatbox.bomber.effects import engines as parts_engines
from combatbox.bomber.effects import mission as parts_mission
from combatbox.bomber.state import State
from combatbox.core.effects import Coded, Condition, Effect, Quantity
from combatbox.core.game import by_name


def named(base: type[Coded], *modules: ModuleType) -> dict[str, type[Any]]:
    """The classes of these modules that have a name of their own, by it; two of one name are refused."""
    found = [
        thing
        for module in modules
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, base) and thing.__module__ == module.__name__ and thing.name
    ]
    return by_name(*found)


EFFECTS: dict[str, type[Effect]] = {
    **named(Effect, parts_damage, parts_engines, parts_crew, parts_battle, parts_mission),
    **by_name(*kept.words_for(State, *kept.EFFECTS)),
}
CONDITIONS: dict[str, type[Condition]] = {
    **named(Condition, asks_mission, asks_plane, asks_crew, asks_battle, asks_rules),
    **by_name(*kept.words_for(State, *kept.CONDITIONS)),
}
QUANTITIES: dict[str, type[Quantity]] = {
    **named(Quantity, quantities),
    **by_name(*kept.words_for(State, *kept.QUANTITIES)),
}
