"""The vocabulary of B-29 Superfortress by name: that of any bomber, and the words of its own."""

from __future__ import annotations

from combatbox.bomber import kept, turrets
from combatbox.bomber import vocabulary as bomber
from combatbox.core.effects import condition, effect, quantity
from combatbox.core.game import declared_in
from combatbox.games.superfort import conditions, damage_words, effects
from combatbox.games.superfort.state import State

EFFECTS: dict[str, effect] = {
    **bomber.EFFECTS,
    **kept.words_for(State, effect),
    **declared_in(effect, effects, damage_words, turrets),
}
CONDITIONS: dict[str, condition] = {
    **bomber.CONDITIONS,
    **kept.words_for(State, condition),
    **declared_in(condition, conditions, damage_words, turrets),
}
QUANTITIES: dict[str, quantity] = {
    **bomber.QUANTITIES,
    **kept.words_for(State, quantity),
    **declared_in(quantity, conditions, damage_words),
}
