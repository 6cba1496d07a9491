"""The `GAME` of B-29 Superfortress."""

from __future__ import annotations

from functools import partial

from combatbox.bomber.campaign import fly_tour, onward
from combatbox.bomber.drawing import Drawing
from combatbox.bomber.statistics import measures
from combatbox.core.game import DataTypes, Game, GamePages, TourSpec
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
from combatbox.games.superfort.vocabulary import CONDITIONS, EFFECTS, QUANTITIES

GAME = Game(
    key="superfort",
    effects=EFFECTS,
    conditions=CONDITIONS,
    quantities=QUANTITIES,
    new_state=new_state,
    runs={"mission": fly_mission, "tour": partial(fly_tour, fly_mission, kit=HOOKS)},
    summary=summary,
    tours={"tour": TourSpec("campaign.fly_on", State, partial(onward, fly_mission, kit=HOOKS))},
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
    measures=measures(came_through, "american"),
    types=DataTypes(constants=Constants, drawing=Drawing, names=Names),
    pages=GamePages(happenings=HIGHLIGHTS, drawings=drawings, keys=keys, hands=roll_context),
)
