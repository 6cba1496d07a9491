"""B-17: Queen of the Skies: one bomber, ten men, twenty-five missions over occupied Europe."""

from __future__ import annotations

from combatbox.core.game import Game
from combatbox.games.queen.board import BOARD
from combatbox.games.queen.flow import fly_mission
from combatbox.games.queen.parts import CONDITIONS, EFFECTS, QUANTITIES
from combatbox.games.queen.setup import new_state
from combatbox.games.queen.story import forms, summary, tally, tell

GAME = Game(
    key="queen",
    effects=EFFECTS,
    conditions=CONDITIONS,
    quantities=QUANTITIES,
    new_state=new_state,
    runs={"mission": fly_mission},
    summary=summary,
    tally=tally,
    tell=tell,
    forms=forms,
    board=BOARD,
)
