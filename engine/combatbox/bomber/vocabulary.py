"""The vocabulary of any bomber, indexed by name.

A game with its own state class adds the result of `state_vocabulary.words_for` for this class.
"""

from __future__ import annotations

from combatbox.bomber import state_vocabulary
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
from combatbox.core.effects import condition, effect, quantity
from combatbox.core.game import declared_in

EFFECTS: dict[str, effect] = {
    **declared_in(effect, parts_damage, parts_engines, parts_crew, parts_battle, parts_mission),
    **state_vocabulary.words_for(State, effect),
}
CONDITIONS: dict[str, condition] = {
    **declared_in(condition, asks_mission, asks_plane, asks_crew, asks_battle, asks_rules),
    **state_vocabulary.words_for(State, condition),
}
QUANTITIES: dict[str, quantity] = {
    **declared_in(quantity, asks_battle),
    **state_vocabulary.words_for(State, quantity),
}
