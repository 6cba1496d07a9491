"""Scenarios, waves, the strip of the Americans, German sections and the clock."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest

from combatbox.core.decisions import DefaultPlayer, RandomPlayer, check_choice
from combatbox.core.dice import SeededDice
from combatbox.core.enumeration import code_odds, row_odds
from combatbox.core.errors import CombatBoxError, IllegalChoice
from combatbox.core.game import Setup, fly
from combatbox.games.skirmish.deploy import (
    _decision,
    _read,
    abreast,
    allot_waves,
    arrivals,
    bomber_fault,
    escort_fault,
    new_state,
    rank_one,
    start_wave,
)  # fmt: skip
from combatbox.games.skirmish.parameters import measures
from combatbox.games.skirmish.state import Section

from .conftest import Answers, diamond, facts, german, rolls, thrown


@pytest.mark.rule("S-101", "S-102", "S-103", "S-104", "S-105", "S-203", "S-204", "S-707", "S-801", "S-805", "S-810")
@pytest.mark.parametrize(
    ("scenario", "turret", "germans", "escorts", "waves", "hits"),
    [
        (1, "off", 2, 0, 1, 3), (1, "on", 2, 0, 1, 4), (2, "off", 4, 2, 1, 3), (2, "on", 4, 2, 1, 4),
        (3, "off", 8, 4, 3, 9), (3, "on", 10, 4, 3, 10),
    ],
)  # fmt: skip
def test_the_forces_of_a_scenario(book, scenario, turret, germans, escorts, waves, hits):
    state = new_state(book.rulebook({"turret": turret}), Setup(scenario))
    assert (sum(state.german_fighters), sum(state.escorts), state.waves, state.needed) == (
        germans,
        escorts,
        waves,
        hits,
    )


def test_there_is_no_fourth_scenario(book):
    with pytest.raises(CombatBoxError, match="must be between 1 and 3"):
        new_state(book.rulebook(), Setup(4))


@pytest.mark.rule("S-803", "S-806", "S-807", "S-A22")
def test_the_lowest_die_flies_alone_and_the_highest_meets_four(table):
    flight, _ = table(scenario=3, dice=(3, 3, 6, 5, 2, 1, 6, 6, 4, 2))
    allot_waves(flight)
    assert flight.state.escorts == [2, 0, 2]  # the first two waves tie at 3, and throw 5 and 2
    assert flight.state.german_fighters == [2, 4, 2]  # the last two tie at 6, and throw 4 and 2


@pytest.mark.rule("S-811", "S-A20")
def test_with_turrets_the_lowest_die_meets_two_and_the_others_four(table):
    flight, _ = table(scenario=3, dice=(1, 2, 3, 6, 5, 1), rulings={"turret": "on"})
    allot_waves(flight)
    assert flight.state.german_fighters == [4, 4, 2]
    assert flight.tables["S-TAB-WAVE-GERMAN"].id == "S-TAB-WAVE-GERMAN-TURRET"


@pytest.mark.rule("S-806", "S-A22")
def test_waves_that_tie_throw_again_among_themselves(table):
    flight, _ = table(scenario=3, dice=(2, 5, 2, 4, 4, 6, 1))
    assert rank_one(flight, "waves.escort", lowest=True) == 2
    assert [who for who, _, _ in rolls(flight)] == [
        "wave 1", "wave 2", "wave 3", "wave 1", "wave 3", "wave 1", "wave 3",
    ]  # fmt: skip


@pytest.mark.rule("S-804", "S-A21")
def test_a_wave_begins_with_fresh_aircraft_and_the_hits_stay(table):
    flight, _ = table(scenario=3)
    state = flight.state
    state.escorts, state.german_fighters, state.wave = [2, 0, 2], [2, 2, 4], 2
    state.hits, state.alarmed = 4, True
    flight.run(start_wave(flight))
    assert (len(state.bombers), len(state.escort_planes), len(state.sections)) == (4, 2, 2)
    assert (state.hits, state.alarmed) == (4, False)
    assert [plane.out for plane in state.planes.values() if plane.side == "german"] == ["waiting"] * 4


# ---- the strip


USUAL = ((30000, 16000), (25800, 12400), (34200, 12400), (30000, 8800))


@pytest.mark.rule("S-201", "S-202", "S-503", "S-504", "S-505", "S-506", "S-507")
@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({}, ""),
        ({0: (30000, 16400)}, ""),
        ({0: (30000, 16401)}, "not wholly within"),
        ({3: (30000, 7599)}, "not wholly within"),
        ({0: (30000, 15999)}, "leader's tail"),
        ({2: (34199, 12400)}, "wingtips"),
        ({1: (8199, 12400)}, "flank"),
        ({1: (25800, 16400)}, "do not form a diamond"),
        ({0: (20000, 16000)}, "do not form a diamond"),
    ],
)
def test_the_diamond(m, changes, wrong):
    places = tuple(changes.get(number, place) for number, place in enumerate(USUAL))
    assert wrong in bomber_fault(m, places)
    assert bool(wrong) == bool(bomber_fault(m, places))


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


@pytest.mark.rule("S-503")
def test_escorts_start_in_the_strip(m):
    assert not escort_fault(m, ((700, 6650), (59300, 17350)))
    assert escort_fault(m, ((699, 6650),))
    assert escort_fault(m, ((700, 17351),))


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


# ---- Germans


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


@pytest.mark.rule("S-301", "S-510", "S-511", "S-512", "S-513", "S-514", "S-A06")
def test_a_section_that_arrives_stands_on_the_edge_headed_for_the_closest_bomber(table, book):
    planes = [german(0, 0, key=key) for key in ("german1", "german2", "german3", "german4")]
    results = {"ARRIVAL": "arrives", "ENTRY": "enters 9", "ALTITUDE": "altitude above"}
    dice = [die for name, code in results.items() for die in thrown(book, f"S-TAB-{name}", code)]
    flight, _ = table(*diamond(30, 54), *planes, dice=(*dice, *thrown(book, "S-TAB-ARRIVAL", "not_yet")))
    for plane in planes:
        plane.out = "waiting"
    flight.state.sections = [Section(["german1", "german2"]), Section(["german3", "german4"])]
    arrivals(flight)
    first, second = flight.state.sections
    assert (first.arrived, first.hour, first.altitude, first.first_move) == (True, 9, "above", 6)
    assert not second.arrived
    assert [(p.x, p.y) for p in planes[:2]] == [(0, 55000), (0, 53000)]  # the first on the pilots' left
    assert planes[0].heading == planes[1].heading == 98  # towards the left bomber, behind the leader
    assert facts(flight) == ["enters"]


@pytest.mark.rule("S-513", "S-515")
def test_altitude_lengthens_or_shortens_the_first_move(book):
    effects = [row.effects[0] for row in book.tables["S-TAB-ALTITUDE"].walk()]
    assert {e["height"]: e["inches"] for e in effects} == {"below": -6, "level": 0, "above": 6}


@pytest.mark.rule("S-512", "S-A29")
@pytest.mark.parametrize(
    ("ruling", "place", "first"),
    [
        ("pilot", (60000, 54000), (60000, 53000)), ("american", (60000, 54000), (60000, 53000)),
        ("pilot", (0, 54000), (0, 55000)), ("american", (0, 54000), (0, 53000)),
        ("pilot", (30000, 0), (29000, 0)), ("pilot", (30000, 108000), (31000, 108000)),
        ("american", (30000, 108000), (29000, 108000)), ("pilot", (0, 500), (0, 1500)),
    ],
)  # fmt: skip
def test_the_first_fighter_is_on_the_left(book, ruling, place, first):
    found = abreast(measures(book.rulebook({"left_of_entry": ruling})), *place)
    assert found[0] == first
    assert all(0 <= x <= 60000 and 0 <= y <= 108000 for x, y in found)


@pytest.mark.rule("S-509", "S-A05", "S-A10")
def test_germans_move_first_then_escorts_then_bombers(book):
    from .conftest import game_of

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
    player = Answers()
    rules = book.rulebook({"german_policy": "player"})
    for seed in range(4):
        fly(book.game, rules, SeededDice(f"second/{seed}"), setup=Setup(1), player=player)
    assert {"move", "stop_and_fire"} <= {d.kind for d in player.asked if d.who == "germans"}
    assert book.game.board.opponent.who == "germans"


@pytest.mark.rule("S-707", "S-A23", "S-A24")
def test_the_germans_win_when_no_bomber_is_left(book):
    from .conftest import game_of

    class Away(Answers):
        """Turns off the table at once."""

        def choose(self, decision, flight):
            if decision.kind == "move" and flight.state.turn > 1:
                return decision.question.partition(" flies ")[2].partition(" ")[0]
            return super().choose(decision, flight)

    away = Away(deploy=["12.4,16 8.2,12.4 16.6,12.4 12.4,8.8"], move=["3 L90"])
    state, journal = game_of(book, "away", 1, away, wave_end="all_gone")
    assert state.result == "german"
    assert not state.bombers
    assert facts_of(journal)[-1] == "lost"


def facts_of(journal):
    return [e["name"] for e in journal.events if e["kind"] == "fact"]


@pytest.mark.parametrize(("table_id", "code"), [("S-TAB-MOVE", "moves"), ("S-TAB-TOUGHNESS", "survives")])
def test_a_chart_that_states_nothing_is_refused(book, table_id, code):
    from combatbox.games.skirmish.parameters import _read as read_measures

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


@pytest.mark.rule("S-204", "S-801")
@pytest.mark.parametrize(
    ("option", "second", "third"), [("scenario", 2, [2, 0, 2]), ("one", 1, [1, 0, 1]), ("none", 0, [0, 0, 0])]
)
def test_fewer_escorts_may_fly(book, table, option, second, third):
    rulings = {"escort_strength": option}
    assert new_state(book.rulebook(rulings), Setup(2)).escorts == [second]
    flight, _ = table(scenario=3, dice=(3, 1, 6, 1, 2, 3), rulings=rulings)
    allot_waves(flight)
    assert flight.state.escorts == third
    flight.run(start_wave(flight))
    assert len(flight.state.escort_planes) == third[0]


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
    from combatbox.games.skirmish.parameters import _read as read_measures

    rules = book.rulebook()
    keys = rules.tables[table_id].keys
    row = replace(keys[key], effects=(changed(keys[key].effects[0], **change),))
    bent = replace(rules.tables[table_id], keys={**keys, key: row})
    with pytest.raises(CombatBoxError, match=expected):
        read_measures(replace(rules, tables={**rules.tables, table_id: bent}))


# ---- the other readings


@pytest.mark.rule("S-510", "S-A06")
@pytest.mark.parametrize(
    ("option", "after", "here"),
    [("each", ["not_yet"], [True, False]), ("together", ["enters 10", "altitude level"], [True, True])],
)
def test_one_die_for_each_section_or_for_all(table, book, option, after, here):
    tables = {"arrives": "ARRIVAL", "not_yet": "ARRIVAL", "enters": "ENTRY", "altitude": "ALTITUDE"}
    codes = ["arrives", "enters 7", "altitude level", *after]
    dice = [die for code in codes for die in thrown(book, f"S-TAB-{tables[code.split()[0]]}", code)]
    flight, _ = table(
        *diamond(), *(german(0, 0, key=f"german{n}") for n in (1, 2, 3, 4)), dice=dice, rulings={"arrival": option}
    )
    flight.state.sections = [Section(["german1", "german2"]), Section(["german3", "german4"])]
    arrivals(flight)
    assert [section.arrived for section in flight.state.sections] == here


@pytest.mark.rule("S-806", "S-A22")
def test_the_first_of_waves_that_tie_under_the_other_reading(table):
    flight, _ = table(scenario=3, dice=(2, 5, 2), rulings={"wave_ties": "first"})
    assert rank_one(flight, "waves.escort", lowest=True) == 0
