"""The vocabulary of B-29 Superfortress by name: that of any bomber, and the words of its own."""

from __future__ import annotations

from combatbox.bomber import kept, turrets
from combatbox.bomber import vocabulary as bomber
from combatbox.bomber.vocabulary import named
from combatbox.core.effects import Condition, Effect, Quantity
from combatbox.core.game import by_name
from combatbox.games.superfort import conditions, damage_words, effects
from combatbox.games.superfort.state import State

EFFECTS: dict[str, type[Effect]] = {
    **bomber.EFFECTS,
    **by_name(*kept.words_for(State, *kept.EFFECTS)),
    **named(Effect, effects, damage_words, turrets),
}
CONDITIONS: dict[str, type[Condition]] = {
    **bomber.CONDITIONS,
    **by_name(*kept.words_for(State, *kept.CONDITIONS)),
    **named(Condition, conditions, damage_words, turrets),
}
QUANTITIES: dict[str, type[Quantity]] = {
    **bomber.QUANTITIES,
    **by_name(*kept.words_for(State, *kept.QUANTITIES)),
    **named(Quantity, conditions, damage_words),
}
