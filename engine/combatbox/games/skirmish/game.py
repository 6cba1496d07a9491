"""The `GAME` of B-17!."""

from __future__ import annotations

from combatbox.core.effects import effect
from combatbox.core.game import DataTypes, Game, GamePages, ScenarioSpec, declared_in
from combatbox.games.skirmish import effects
from combatbox.games.skirmish.board import BOARD
from combatbox.games.skirmish.campaign import next_evening, standing
from combatbox.games.skirmish.constants import Constants
from combatbox.games.skirmish.deploy import new_state
from combatbox.games.skirmish.drawings import drawings, scenario_table
from combatbox.games.skirmish.flow import play
from combatbox.games.skirmish.highlights import HIGHLIGHTS
from combatbox.games.skirmish.keys import check_tables, keys
from combatbox.games.skirmish.parameters import contest
from combatbox.games.skirmish.points import points
from combatbox.games.skirmish.record import FORM_WORDS, forms
from combatbox.games.skirmish.scenario import PROSE, Scenario, printed, scenario_faults, with_scenario
from combatbox.games.skirmish.scene import show
from combatbox.games.skirmish.statistics import FIGURES
from combatbox.games.skirmish.story import MEASURES, summary, tally, tell, values
from combatbox.games.skirmish.widgets import aim

GAME = Game(
    key="skirmish",
    numbered="scenario",
    effects=declared_in(effect, effects),
    conditions={},
    new_state=new_state,
    runs={"mission": play},
    summary=summary,
    tally=tally,
    tell=tell,
    values=values,
    forms=forms,
    form_words=FORM_WORDS,
    survives="the target is destroyed",
    figures=FIGURES,
    board=BOARD,
    options=lambda _constants: {"bomb": ("bomb", "hold")},
    show=show,
    measures=MEASURES,
    scenarios=ScenarioSpec(
        Scenario,
        PROSE,
        with_scenario,
        scenario_faults,
        next_evening,
        standing,
        points,
        printed,
        contest,
        {"handicap": "hits"},
    ),
    types=DataTypes(constants=Constants),
    pages=GamePages(
        happenings=HIGHLIGHTS,
        drawings=drawings,
        scenario_figure=scenario_table,
        widgets={"aim": aim},
        keys=keys,
        check_tables=check_tables,
    ),
)
