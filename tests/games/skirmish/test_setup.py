"""How places are typed and drawn, odds, charts that contradict each other, and whole games; the cases are in the YAML file."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest
from tests.games.scripted import Answers

from combatbox.core.decisions import DefaultPlayer, RandomPlayer, check_choice
from combatbox.core.dice import SeededDice
from combatbox.core.enumeration import code_odds, row_odds
from combatbox.core.errors import CombatBoxError, IllegalChoice
from combatbox.core.game import Setup, fly
from combatbox.games.skirmish.deploy import (
    _decision,
    _read,
    bomber_fault,
    escort_fault,
    new_state,
)  # fmt: skip
from combatbox.games.skirmish.parameters import _read as read_measures

from .conftest import game_of


def test_there_is_no_fourth_scenario(book):
    with pytest.raises(CombatBoxError, match="must be between 1 and 3"):
        new_state(book.rulebook(), Setup(4))


USUAL = ((30000, 16000), (25800, 12400), (34200, 12400), (30000, 8800))


@pytest.mark.rule("S-506", "S-507")
def test_the_usual_diamond_has_gaps_of_four_inches(m, book):
    leader, left, right, last = _read(book.meta.constants["deploy"]["bombers"][0], 4)
    assert (leader[1] - m.nose) - (last[1] + m.nose) == 4000
    assert (right[0] - m.span) - (left[0] + m.span) == 4000
    for who, count in (("bombers", 4), ("escorts", 2)):
        for text in book.meta.constants["deploy"][who]:
            assert not (bomber_fault if count == 4 else escort_fault)(m, _read(text, count))


def test_a_strip_with_no_legal_place_ends_a_random_game_in_one_line(book):
    rules = book.rulebook()
    strip = replace(rules.constants.deployment, far=999)
    rules = replace(rules, constants=replace(rules.constants, deployment=strip))
    with pytest.raises(CombatBoxError, match=r"^bombers: no legal places near the first of constants\.deploy\.bombers"):
        fly(book.game, rules, SeededDice("strip"), setup=Setup(1), player=RandomPlayer(1))


def test_places_are_typed_and_any_legal_ones_drawn(table):
    flight, m = table()
    decision = _decision(flight, m, "bombers", [USUAL])
    assert check_choice(decision, "30,16  25.8,12.4 34.2,12.4 30,8.8") == decision.default
    for text in ("30,16", "nowhere", "30,30 25.8,12.4 34.2,12.4 30,8.8"):
        with pytest.raises(IllegalChoice):
            check_choice(decision, text)
    player = RandomPlayer(1)
    drawn = {player.choose(decision, None) for _ in range(20)}
    assert len(drawn) > 10
    assert all(check_choice(decision, text) == text for text in drawn)


@pytest.mark.rule("S-510", "S-A06")
def test_a_section_comes_on_an_even_die(book):
    assert code_odds(book.tables["S-TAB-ARRIVAL"])["arrives"] == Fraction(1, 2)


@pytest.mark.rule("S-511")
def test_hours_come_as_the_sum_of_two_dice(book):
    found = row_odds(book.tables["S-TAB-ENTRY"])
    assert [found[f"S-TAB-ENTRY/{hour}"] * 36 for hour in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


@pytest.mark.rule("S-511", "S-512")
def test_entry_points_are_where_the_ray_of_the_hour_leaves_the_table(m):
    for hour, place in m.entries.items():
        angle = math.radians(hour * 30)
        dx, dy = math.sin(angle), math.cos(angle)
        far = min(m.width / 2 / abs(dx) if abs(dx) > 1e-9 else 1e9, m.length / 2 / abs(dy) if abs(dy) > 1e-9 else 1e9)
        assert math.dist(place, (m.width / 2 + far * dx, m.length / 2 + far * dy)) < 10, hour


@pytest.mark.rule("S-513", "S-515")
def test_altitude_lengthens_or_shortens_the_first_move(book):
    effects = [row.effects[0] for row in book.tables["S-TAB-ALTITUDE"].walk()]
    assert {e["height"]: e["inches"] for e in effects} == {"below": -6, "level": 0, "above": 6}


@pytest.mark.rule("S-509", "S-A05", "S-A10")
def test_germans_move_first_then_escorts_then_bombers(book):
    _, journal = game_of(book, "order/3", 2, DefaultPlayer())
    order = {"german": 0, "escort": 1}
    turns: list[list[int]] = []
    for event in journal.events:
        if event.get("name") == "turn":
            turns.append([])
        elif event.get("name") == "move":
            turns[-1].append(order.get(event["who"].rstrip("0123456789"), 2))
    assert len(turns) > 5
    assert all(turn == sorted(turn) for turn in turns)


@pytest.mark.rule("S-601", "S-A10")
def test_a_second_player_may_move_the_germans(book):
    player = Answers({})
    rules = book.rulebook({"german_policy": "player"})
    for seed in range(4):
        fly(book.game, rules, SeededDice(f"second/{seed}"), setup=Setup(1), player=player)
    assert {"move", "stop_and_fire"} <= {d.kind for d in player.asked if d.who == "germans"}
    assert book.game.board.opponent.who == "germans"


@pytest.mark.rule("S-707", "S-A23", "S-A24")
def test_the_germans_win_when_no_bomber_is_left(book):
    class Away(Answers):
        """Turns off the table at once."""

        def choose(self, decision, flight):
            if decision.kind == "move" and flight.state.turn > 1:
                return decision.question.partition(" flies ")[2].partition(" ")[0]
            return super().choose(decision, flight)

    away = Away({"deploy": "12.4,16 8.2,12.4 16.6,12.4 12.4,8.8", "move": ["3 L90"]})
    state, journal = game_of(book, "away", 1, away, wave_end="all_gone")
    assert state.result == "german"
    assert not state.bombers
    assert facts_of(journal)[-1] == "lost"


def facts_of(journal):
    return [e["name"] for e in journal.events if e["kind"] == "fact"]


@pytest.mark.parametrize(("table_id", "code"), [("S-TAB-MOVE", "moves"), ("S-TAB-TOUGHNESS", "survives")])
def test_a_chart_that_states_nothing_is_refused(book, table_id, code):
    rules = book.rulebook()
    bare = replace(
        rules.tables[table_id], keys={k: replace(r, effects=()) for k, r in rules.tables[table_id].keys.items()}
    )
    with pytest.raises(CombatBoxError, match=f"does not state `{code}`"):
        read_measures(replace(rules, tables={**rules.tables, table_id: bare}))


def changed(effect, **change):
    """An effect with other numbers, also where data gives it its name."""
    does = getattr(effect, "does", ())
    if does:
        return replace(effect, does=(changed(does[0], **change),))
    return effect.declared.make({**effect.arguments, **change})


def test_a_game_that_nobody_can_win_ends(book):
    """Bombers that cannot move stay on the table for ever."""
    rules = book.rulebook()
    tables = dict(rules.tables)
    for name, change in (("S-TAB-MOVE", {"inches": 0}), ("S-TAB-MOVE-DAMAGE", {"number": 0})):
        keys = tables[name].keys
        still = {
            key: replace(row, effects=(changed(row.effects[0], **change),))
            for key, row in keys.items() if key.startswith("bomber")
        }  # fmt: skip
        tables[name] = replace(tables[name], keys={**keys, **still})
    rules = replace(rules, tables=tables, constants=replace(rules.constants, turns=3))
    state = fly(book.game, rules, SeededDice("still"), setup=Setup(1), player=DefaultPlayer())
    assert (state.turn, state.result) == (3, "german")


@pytest.mark.rule("S-602", "S-612", "S-614", "S-620", "S-621", "S-624", "S-625")
@pytest.mark.parametrize(
    ("table_id", "key", "change", "expected"),
    [
        ("S-TAB-MOVE", "fighter", {"loss": 3}, "S-TAB-MOVE-DAMAGE: fighter flies"),
        ("S-TAB-MOVE-DAMAGE", "bomber 3", {"number": 5}, "S-TAB-MOVE-DAMAGE: bomber flies"),
        ("S-TAB-VALUES", "bomber", {"defence": 4}, "S-TAB-COMBAT@fighter"),
        ("S-TAB-VALUES", "fighter", {"defence": 3}, "S-TAB-COMBAT@"),
        ("S-TAB-MOD", "ahead_bonus", {"number": 2}, "S-TAB-COMBAT@fighter_ahead"),
        ("S-TAB-MOD", "astern_bonus", {"number": 0}, "S-TAB-COMBAT@tail_astern"),
    ],
)
def test_charts_that_contradict_each_other_are_refused(book, table_id, key, change, expected):
    """Play reads the lengths by damage and the columns of attacks; what they are made of has to agree."""
    rules = book.rulebook()
    keys = rules.tables[table_id].keys
    row = replace(keys[key], effects=(changed(keys[key].effects[0], **change),))
    bent = replace(rules.tables[table_id], keys={**keys, key: row})
    with pytest.raises(CombatBoxError, match=expected):
        read_measures(replace(rules, tables={**rules.tables, table_id: bent}))
