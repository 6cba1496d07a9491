"""The vocabulary of B-29 Superfortress by name: the terms that all bomber games share and those of this game."""

from __future__ import annotations

from combatbox.bomber import fields_of_fire
from combatbox.bomber import vocabulary as bomber
from combatbox.core.effects import condition, effect, quantity
from combatbox.core.game import declared_in
from combatbox.games.superfort import conditions, damage_vocabulary, effects
from combatbox.games.superfort.state import State

EFFECTS: dict[str, effect] = {
    **bomber.EFFECTS,
    **bomber.words_for(State, effect),
    **declared_in(effect, effects, damage_vocabulary, fields_of_fire),
}
CONDITIONS: dict[str, condition] = {
    **bomber.CONDITIONS,
    **bomber.words_for(State, condition),
    **declared_in(condition, conditions, damage_vocabulary, fields_of_fire),
}
QUANTITIES: dict[str, quantity] = {
    **bomber.QUANTITIES,
    **bomber.words_for(State, quantity),
    **declared_in(quantity, conditions, damage_vocabulary),
}
