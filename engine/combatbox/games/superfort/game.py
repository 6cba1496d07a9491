"""The `GAME` of B-29 Superfortress."""

from __future__ import annotations

from functools import partial

from combatbox.bomber import gunnery
from combatbox.bomber import vocabulary as bomber
from combatbox.bomber.campaign import fly_tour
from combatbox.bomber.drawing import Drawing
from combatbox.bomber.statistics import mission_measures
from combatbox.core.effects import condition, effect, quantity
from combatbox.core.game import DataTypes, Game, GamePages, TourSpec, declared_in
from combatbox.games.superfort import conditions, damage_vocabulary, effects
from combatbox.games.superfort.board import BOARD
from combatbox.games.superfort.constants import Constants
from combatbox.games.superfort.drawings import drawings
from combatbox.games.superfort.flow import fly_mission
from combatbox.games.superfort.highlights import HIGHLIGHTS
from combatbox.games.superfort.keys import keys, options
from combatbox.games.superfort.record import FORM_WORDS, came_through, forms, summary, tally
from combatbox.games.superfort.roll_context import roll_context
from combatbox.games.superfort.scene import show
from combatbox.games.superfort.setup import HOOKS, Names, new_state
from combatbox.games.superfort.state import State
from combatbox.games.superfort.statistics import FIGURES
from combatbox.games.superfort.story import tell, values

EFFECTS: dict[str, effect] = {
    **bomber.EFFECTS,
    **bomber.words_for(State, effect),
    **declared_in(effect, effects, damage_vocabulary, gunnery),
}
CONDITIONS: dict[str, condition] = {
    **bomber.CONDITIONS,
    **bomber.words_for(State, condition),
    **declared_in(condition, conditions, damage_vocabulary, gunnery),
}
QUANTITIES: dict[str, quantity] = {
    **bomber.QUANTITIES,
    **bomber.words_for(State, quantity),
    **declared_in(quantity, conditions, damage_vocabulary),
}

GAME = Game(
    key="superfort",
    effects=EFFECTS,
    conditions=CONDITIONS,
    quantities=QUANTITIES,
    new_state=new_state,
    runs={"mission": fly_mission, "tour": partial(fly_tour, fly_mission, kit=HOOKS)},
    summary=summary,
    tours={"tour": TourSpec("campaign.fly_on", State, partial(fly_tour, fly_mission, kit=HOOKS, onward=True))},
    tally=tally,
    tell=tell,
    values=values,
    forms=forms,
    form_words=FORM_WORDS,
    options=options,
    board=BOARD,
    survives="the B-29 survives",
    figures=FIGURES,
    show=show,
    measures=mission_measures(came_through, "american"),
    types=DataTypes(constants=Constants, drawing=Drawing, names=Names),
    pages=GamePages(happenings=HIGHLIGHTS, drawings=drawings, keys=keys, hands=roll_context),
)
