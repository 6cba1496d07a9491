"""The choices before a game, as pages and the terminal list them."""

from __future__ import annotations

import pytest

from combatbox.core.phrases import plural
from combatbox.games import GAMES
from combatbox.games.skirmish.parameters import forces
from combatbox.library.load import load
from combatbox.library.scenarios import read_scenarios
from combatbox.play.setup_choices import contest_title, setup_choices

BOOK = load("skirmish")
OWN = {name: BOOK.as_played(data) for name, data in read_scenarios(BOOK).items()}


@pytest.mark.parametrize("choice", [*range(1, BOOK.missions + 1), *OWN])
def test_a_scenario_says_who_fights_whom_and_what_wins(choice: int | str) -> None:
    number, own = (choice, None) if isinstance(choice, int) else (1, OWN[choice])
    title, side = contest_title(BOOK, number, own), forces(BOOK.rulebook(scenario=own), number)
    assert title.startswith(f"{own['title'] if own else f'Scenario {number}'}")
    assert f"{plural(side.germans, 'German')} against {plural(side.bombers, 'bomber')}" in title
    assert (f"and {plural(side.escorts, 'escort')}" in title) is bool(side.escorts)
    assert title.endswith(f"; {side.hits} bomb hits win")
    later = own["campaign"]["evenings"] if own and "campaign" in own else []
    assert (f", evening 1 of {1 + len(later)}: " in title) is bool(later)


def test_only_games_with_scenario_files_have_titles() -> None:
    choices = {key: setup_choices(load(key)) for key in GAMES}
    assert {key for key, choice in choices.items() if choice["titles"]} == {"skirmish"}
    assert choices["skirmish"]["titles"] == [contest_title(BOOK, n) for n in range(1, BOOK.missions + 1)]
