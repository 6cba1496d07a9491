"""When a wave is over, and what the account says of it."""

from dataclasses import replace

import pytest

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.play.narrate import event_lines, narration_context

from .conftest import game_of


@pytest.mark.rule("S-804", "S-A31")
def test_no_turn_of_a_whole_game_is_flown_that_nobody_can_bomb_in(book):
    for seed in range(6):
        _, journal = game_of(book, f"waves/{seed}", 3, DefaultPlayer())
        able: set[str] = set()
        for event in journal.events:
            name, who = event.get("name"), event.get("who")
            if name == "deployed" and who == "bombers":
                able = {"leader", "left", "right", "last"}
            elif name in ("bomb_run", "destroyed", "exits"):
                able.discard(who)
            assert name != "turn" or able


@pytest.mark.rule("S-707", "S-A23")
def test_a_game_that_nobody_wins_in_too_many_turns_is_not_lost_for_want_of_bombers(book):
    rules = book.rulebook()
    rules, journal = replace(rules, constants=replace(rules.constants, turns=2)), Journal()
    state = fly(book.game, rules, SeededDice("short"), setup=Setup(3), player=DefaultPlayer(), journal=journal)
    assert state.result == "german"
    assert len(state.bombers) == 4
    waves = [event for event in journal.events if event.get("name") == "wave"]
    assert len(waves) == 1  # none is set up that flies no turn
    lost = journal.events[-1]
    assert (lost["name"], lost["data"]["why"], lost["data"]["turns"]) == ("lost", "turns", 2)


@pytest.mark.rule("S-707", "S-A23")
@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"why": "turns", "turns": 300}, "Nobody has won in 300 turns: 1 hit of 3. The Germans win."),
        ({"why": "spent", "turns": 9}, "No bomber that could bomb is left: 1 hit of 3. The Germans win."),
        ({"why": "gone", "turns": 9}, "No bomber is left: 1 hit of 3. The Germans win."),
        ({}, "No bomber is left: 1 hit of 3. The Germans win."),
    ],
)
def test_the_account_says_why_a_game_is_lost(book, data, text):
    event = {
        "kind": "fact",
        "name": "lost",
        "place": "game.lost",
        "who": "",
        "changes": [],
        "data": {"hits": 1, "needed": 3, **data},
    }
    assert [line.text for line in event_lines(book, event, {}, narration_context(book))] == [text]
