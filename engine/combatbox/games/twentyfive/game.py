"""The `GAME` of 25 and Out."""

from __future__ import annotations

from functools import partial

from combatbox.core.effects import condition, effect
from combatbox.core.game import DataTypes, Game, GamePages, TourSpec, declared_in
from combatbox.games.twentyfive import effects
from combatbox.games.twentyfive.board import BOARD
from combatbox.games.twentyfive.constants import Constants
from combatbox.games.twentyfive.drawings import drawings
from combatbox.games.twentyfive.flow import Names, fly_mission, fly_tour, new_state
from combatbox.games.twentyfive.highlights import HIGHLIGHTS
from combatbox.games.twentyfive.keys import keys
from combatbox.games.twentyfive.scene import show
from combatbox.games.twentyfive.state import State
from combatbox.games.twentyfive.story import FORM_WORDS, MEASURES, forms, summary, tally, values

GAME = Game(
    key="twentyfive",
    effects=declared_in(effect, effects),
    conditions=declared_in(condition, effects),
    new_state=new_state,
    runs={"mission": fly_mission, "tour": fly_tour},
    summary=summary,
    tours={"tour": TourSpec("tour.fly_on", State, partial(fly_tour, onward=True))},
    tally=tally,
    values=values,
    forms=forms,
    form_words=FORM_WORDS,
    survives="the bomber survives",
    board=BOARD,
    options=lambda _constants: {"fly_on": ("fly_on", "stand_down")},
    show=show,
    measures=MEASURES,
    types=DataTypes(constants=Constants, names=Names),
    pages=GamePages(happenings=HIGHLIGHTS, drawings=drawings, keys=keys),
)
