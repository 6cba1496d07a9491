"""The `GAME` of B-17: Queen of the Skies."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from combatbox.bomber.board import BOARD
from combatbox.bomber.campaign import fly_tour
from combatbox.bomber.drawing import Drawing
from combatbox.bomber.record import FORM_WORDS, bomber_came_home, forms, summary, tally
from combatbox.bomber.scene import show
from combatbox.bomber.setup import Names, new_state
from combatbox.bomber.state import State
from combatbox.bomber.statistics import BURSTS, mission_measures
from combatbox.bomber.vocabulary import CONDITIONS, EFFECTS, QUANTITIES
from combatbox.core.game import DataTypes, Game, GamePages, TourSpec
from combatbox.core.statistics import Follower
from combatbox.games.queen import exact_follower
from combatbox.games.queen.constants import Constants
from combatbox.games.queen.drawings import drawings
from combatbox.games.queen.flow import fly_mission
from combatbox.games.queen.highlights import HIGHLIGHTS
from combatbox.games.queen.keys import keys, options
from combatbox.games.queen.roll_context import roll_context
from combatbox.games.queen.statistics import FIGURES
from combatbox.games.queen.story import tell, values
from combatbox.games.queen.two_player import BOMBER, OPPONENT, SEATS, who_rolls

GAME = Game(
    key="queen",
    effects=EFFECTS,
    conditions=CONDITIONS,
    quantities=QUANTITIES,
    new_state=new_state,
    runs={"mission": fly_mission, "tour": partial(fly_tour, fly_mission)},
    tours={"tour": TourSpec("campaign.fly_on", State, partial(fly_tour, fly_mission, onward=True))},
    summary=summary,
    tally=tally,
    tell=tell,
    values=values,
    forms=forms,
    form_words=FORM_WORDS,
    survives="the bomber survives",
    figures=FIGURES,
    board=replace(BOARD, opponent=OPPONENT, player=BOMBER, seats=SEATS, throws=who_rolls),
    options=options,
    show=show,
    measures=mission_measures(bomber_came_home, "eighth_air_force"),
    scored=(BURSTS,),
    follower=Follower(exact_follower.first, exact_follower.then, exact_follower.rest, exact_follower.facts),
    types=DataTypes(constants=Constants, drawing=Drawing, names=Names),
    pages=GamePages(happenings=HIGHLIGHTS, drawings=drawings, keys=keys, hands=roll_context),
)
