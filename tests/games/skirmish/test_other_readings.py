"""The other readings of rulings: what each changes, beside the one that is usual."""

from math import dist
from random import Random

import pytest

from combatbox.core.game import Setup
from combatbox.games.skirmish.combat import flak
from combatbox.games.skirmish.deploy import allot_waves, bomber_fault, new_state, start_wave
from combatbox.games.skirmish.doctrine import escort_plans, over_target
from combatbox.games.skirmish.flow import section_moves, turn
from combatbox.games.skirmish.line_of_fire import can_fire, volley_guns
from combatbox.games.skirmish.moves import come_back, fly_bomber, fly_fighter
from combatbox.games.skirmish.parameters import hour_on_edge
from combatbox.games.skirmish.paths import Path, any_path, fault, path_of
from combatbox.games.skirmish.state import Section

from .conftest import Answers, bomber, diamond, escort, facts, game_of, german, rolls, thrown


@pytest.mark.rule("S-101", "S-A01")
@pytest.mark.parametrize(
    ("solo", "sides"), [("americans", {"bombers", "escorts", "formation"}), ("germans", {"germans"})]
)
def test_one_player_decides_for_one_side(book, solo, sides):
    player = Answers()
    state, _ = game_of(book, "solo/1", 2, player, solo=solo)
    asked = {decision.who.rstrip("12") for decision in player.asked}
    bombers = {"leader", "left", "right", "last", "escort", "german"}
    assert state.result
    assert asked - bombers == sides
    assert ("leader" in asked or "formation" in asked) == (solo == "americans")


@pytest.mark.rule("S-516", "S-A09")
@pytest.mark.parametrize("height", ["below", "level", "above"])
def test_escorts_may_throw_for_an_altitude_that_counts_once(table, book, height):
    (die,), (late,) = thrown(book, "S-TAB-ALTITUDE", f"altitude {height}"), thrown(book, "S-TAB-ARRIVAL", "not_yet")
    length = 14 + book.tables["S-TAB-ALTITUDE"].lookups[""][die].effects[0]["inches"]
    flight, m = table(dice=(die, *[late] * 4), rulings={"altitude": "escorts_too"})
    state = flight.state
    flight.run(start_wave(flight))
    assert rolls(flight) == [("escorts", "S-TAB-ALTITUDE", "")]
    one = state.planes["escort1"]
    assert escort_plans(m, state, one, 1)[0].path.total == length * 1000
    for _ in range(2):
        flight.run(turn(flight))
    paths = [e["data"]["path"] for e in flight.journal.events if e.get("name") == "move" and e["who"] == "escort1"]
    flown = [sum(float(part) for part in path.split() if part[0].isdigit()) for path in paths]
    assert flown == [length, 14]


@pytest.mark.rule("S-516", "S-A09")
def test_escorts_have_no_altitude_as_a_rule(table):
    flight, _ = table()
    flight.run(start_wave(flight))
    assert not rolls(flight)


@pytest.mark.rule("S-643", "S-A17")
@pytest.mark.parametrize(("option", "fires"), [("bombers", []), ("flak_too", ["leader nose at german1"])])
def test_a_bomber_that_the_targets_guns_destroy_may_fire_first(table, option, fires):
    plane, enemy = bomber(30, 102, damage=3), german(30, 106)
    flight, m = table(plane, enemy, dice=(6, 1, 1, 6), rulings={"last_volley": option})
    flak(flight, m, plane, "flak.bomber")
    assert plane.out == "destroyed"
    assert [who for who, name, _ in rolls(flight) if name == "S-TAB-COMBAT"] == fires


@pytest.mark.rule("S-801", "S-811", "S-A20")
@pytest.mark.parametrize(("option", "turret", "escorts"), [
    ("option", "on", [2, 0, 2]), ("two_to_one", "on", [2, 1, 2]), ("two_to_one", "off", [2, 0, 2]),
])  # fmt: skip
def test_half_as_many_escorts_as_germans_or_what_the_option_says(table, option, turret, escorts):
    flight, _ = table(scenario=3, dice=(3, 1, 6, 5, 2, 1), rulings={"ten_germans": option, "turret": turret})
    allot_waves(flight)
    assert flight.state.escorts == escorts


@pytest.mark.rule("S-804", "S-A21")
@pytest.mark.parametrize(("option", "stays"), [("fresh", False), ("stay", True)])
def test_germans_that_still_fly_may_stay_for_the_next_wave(table, option, stays):
    one, two = german(20, 80, 30, "german1", damage=1), german(30, 80, 0, "german2")
    three, four = german(1, 1, 0, "german3"), german(1, 2, 0, "german4")
    two.out = three.out = four.out = "destroyed"
    flight, _ = table(one, two, three, four, scenario=3, rulings={"waves": option})
    state = flight.state
    state.sections = [Section(["german1", "german2"], True), Section(["german3", "german4"], True)]
    state.escorts, state.german_fighters, state.wave = [0, 0, 0], [4, 4, 2], 1
    flight.run(start_wave(flight))
    assert [section.arrived for section in state.sections] == [stays, False]
    assert [plane.key for plane in state.germans] == (["german1"] if stays else [])
    assert state.planes["german1"].damage == (1 if stays else 0)
    assert state.planes["german3"].out == "waiting"
    state.wave = 2
    flight.run(start_wave(flight))
    assert len(state.sections) == 1


@pytest.mark.rule("S-804", "S-A21")
@pytest.mark.parametrize(
    ("due", "sections"), [(2, [("german3", "german4")]), (4, [("german1", "german2"), ("german3", "german4")])]
)
def test_any_section_that_still_flies_stays_before_a_fresh_one_comes(table, due, sections):
    gone = [german(1, n, 0, f"german{n}") for n in (1, 2)]
    for plane in gone:
        plane.out = "destroyed"
    three, four = german(20, 80, 30, "german3", damage=1), german(30, 80, 0, "german4")
    flight, _ = table(*gone, three, four, scenario=3, rulings={"waves": "stay"})
    state = flight.state
    state.sections = [Section(["german1", "german2"], True), Section(["german3", "german4"], True)]
    state.escorts, state.german_fighters, state.wave = [0, 0, 0], [4, due, 2], 1
    flight.run(start_wave(flight))
    assert [(tuple(s.fighters), s.arrived) for s in state.sections] == [(s, s[0] == "german3") for s in sections]
    assert [(plane.key, plane.damage) for plane in state.germans] == [("german3", 1), ("german4", 0)]


@pytest.mark.rule("S-401", "S-707", "S-A23")
@pytest.mark.parametrize(("option", "bombs"), [("at_once", 1), ("to_the_end", 4)])
def test_the_game_ends_with_the_hit_that_wins_or_when_the_bombers_are_gone(table, option, bombs):
    plane = bomber(30, 95)
    flight, m = table(plane, dice=(1, 6, *[6, 1] * 4), rulings={"end": option})
    flight.state.needed = 2
    flight.run(fly_bomber(flight, m, plane, Path(10000)))
    assert len(rolls(flight, "BOMB")) == bombs
    assert ("won" in facts(flight)) == (option == "at_once")


@pytest.mark.rule("S-707", "S-A23")
def test_a_game_flown_to_its_end_is_won_by_the_hits_that_are_counted_then(book):
    ends = {}
    for option in ("at_once", "to_the_end"):
        state, journal = game_of(book, "h/1", 1, Answers(), end=option, wave_end="all_gone")
        ends[option] = state.result, bool(state.bombers), journal.events[-1]["name"]
    assert ends["at_once"] == ("american", True, "won")
    assert ends["to_the_end"] == ("american", False, "won")


@pytest.mark.rule("S-623", "S-624", "S-A26")
@pytest.mark.parametrize(("option", "fires"), [("alike", False), ("both_ways", True)])
@pytest.mark.parametrize("entering", [False, True])
def test_a_german_with_no_bomber_to_fire_at_may_fire_at_an_escort(table, option, fires, entering):
    one, two, other = german(0, 80, 180, "german1"), german(1, 80, 180, "german2"), escort(0, 70, 90)
    flight, m = table(*diamond(), one, two, other, dice=[1, 6] * 6, rulings={"escorts": option})
    section = Section(["german1", "german2"], True, entering=entering)
    flight.run(section_moves(flight, m, section))
    assert [who for who, _, _ in rolls(flight)] == (["german1 at escort1", "german2 at escort1"] if fires else [])
    assert other.attacked is False


@pytest.mark.rule("S-622", "S-A32")
@pytest.mark.parametrize(("option", "degrees"), [("narrow", 15), ("quarter", 45), ("half", 90)])
def test_a_fighter_fires_within_its_arc(table, option, degrees):
    _, m = table(rulings={"fighter_arc": option})
    for heading, seen in ((degrees, True), (degrees + 1, False), (360 - degrees, True), (359 - degrees, False)):
        assert can_fire(m, 30000, 30000, heading, german(30, 33)) == seen
        assert can_fire(m, 30000, 30000, heading, bomber(30, 33, 90)) == seen


@pytest.mark.rule("S-611", "S-613", "S-615", "S-A33")
@pytest.mark.parametrize(
    ("option", "legal"),
    [
        ("to_the_end", ["6 R180 8", "7.5 L20 6.5", "13 R180 1", "13.999 R180 0.001", "14 R90 0"]),
        ("before_end", ["6 R180 8", "7.5 L20 6.5", "13 R180 1"]),
        ("at_minimum", ["6 R180 8"]),
    ],
)
def test_a_turn_comes_where_the_ruling_has_it_however_little_is_left_to_fly(table, option, legal):
    plane = german(30, 50)
    _, m = table(plane, rulings={"turn_place": option})
    moves = ["6 R180 8", "7.5 L20 6.5", "13 R180 1", "13.999 R180 0.001", "14 R90 0"]
    assert [move for move in moves if not fault(m, plane, path_of(move), 14000)] == legal
    chance = Random(option).random
    for _ in range(200):
        assert not fault(m, plane, any_path(m, plane, 14000, chance), 14000)


@pytest.mark.rule("S-611", "S-A33")
def test_a_fighter_that_turns_at_the_end_of_its_move_stands_on_the_new_heading_and_fires_from_there(table):
    plane, target = german(30, 50), bomber(33, 64)
    flight, m = table(plane, target, dice=(1, 6, 1, 6))
    path = path_of("14 R90 0")
    assert path.words == "14 R90 0"
    assert path.at(*plane.place, 13999)[2] == 0
    assert path.at(*plane.place, 14000) == (30000, 64000, 90)
    fly_fighter(flight, m, plane, path, 14000, target)
    assert plane.place == (30000, 64000, 90)
    assert rolls(flight, "COMBAT")[0][0] == "german1 at leader"


@pytest.mark.rule("S-702", "S-A33")
def test_a_bomber_that_turns_over_the_target_at_the_end_of_its_move_may_bomb_there(table):
    plane = bomber(30, 91)  # its tail is short of the sheet until it turns
    _, m = table(plane)
    assert over_target(m, plane, path_of("10")) < 0
    assert over_target(m, plane, path_of("10 R90 0")) == 10000


@pytest.mark.rule("S-615", "S-A34")
@pytest.mark.parametrize(("option", "back"), [("for_good", False), ("fighters_return", True)])
def test_a_fighter_that_leaves_the_table_may_come_back_on_the_next_turn(table, option, back):
    fighter, target = german(5, 50, 270), bomber(30, 50)
    flight, m = table(fighter, target, scenario=1, rulings={"leaving": option})
    fly_fighter(flight, m, fighter, path_of("14"), -1, None)
    assert fighter.out
    assert flight.state.germans_due == back
    come_back(flight, m)
    assert fighter.flies == back
    assert ("returns" in facts(flight)) == back
    if back:
        assert fighter.place == (0, 50000, 90)


@pytest.mark.rule("S-615", "S-A34")
@pytest.mark.parametrize(("move", "x", "y"), [("14", 60, 55), ("6 R45 8", 60, 54.242), ("14 R90 0", 60, 55)])
def test_a_fighter_comes_back_where_it_crossed_the_edge(table, move, x, y):
    """Slantwise it is well beyond that place when its move ends."""
    fighter, target = german(55, 50, 45), bomber(30, 50)
    flight, m = table(fighter, target, scenario=1, rulings={"leaving": "fighters_return"})
    fly_fighter(flight, m, fighter, path_of(move), -1, None)
    come_back(flight, m)
    assert dist((fighter.x, fighter.y), (x * 1000, y * 1000)) < 10


@pytest.mark.rule("S-804", "S-A21", "S-A34")
def test_a_section_of_which_one_is_still_to_come_back_stays_for_the_next_wave_too(table):
    one, two = german(2, 50, 270, "german1", damage=1), german(30, 80, 0, "german2")
    two.out = "destroyed"
    flight, m = table(one, two, bomber(30, 50), scenario=3, rulings={"waves": "stay", "leaving": "fighters_return"})
    state = flight.state
    fly_fighter(flight, m, one, path_of("14"), -1, None)
    state.sections = [Section(["german1", "german2"], True)]
    state.escorts, state.german_fighters, state.wave = [0, 0, 0], [2, 2, 2], 1
    flight.run(start_wave(flight))
    come_back(flight, m)
    assert (state.planes["german1"].flies, state.planes["german1"].damage) == (True, 1)


@pytest.mark.rule("S-615", "S-A34")
def test_a_bomber_that_leaves_is_gone_for_good_under_either_reading(table):
    plane = bomber(30, 107)
    flight, m = table(plane, rulings={"leaving": "fighters_return"})
    flight.run(fly_bomber(flight, m, plane, path_of("10")))
    assert plane.out == "exited"


@pytest.mark.rule("S-202", "S-637", "S-A35")
def test_guns_of_smaller_models_stand_closer_together(table):
    _, usual = table()
    _, small = table(rulings={"model_size": "small"})
    assert (usual.nose, small.nose) == (1600, 760)
    assert (small.covers["nose"].forward, small.covers["tail"].forward) == (760, -760)
    assert volley_guns(usual, bomber(30, 50), 30000, 55500) == ("nose",)
    assert volley_guns(small, bomber(30, 50), 30000, 55500) == ()
    assert small.lengths == usual.lengths


@pytest.mark.rule("S-201", "S-501", "S-502", "S-511", "S-A36")
@pytest.mark.parametrize(("option", "size"), [
    ("table_tennis", (60000, 108000)), ("across", (108000, 60000)), ("dining", (48000, 72000)),
])  # fmt: skip
def test_on_any_table_the_target_lies_centred_on_the_far_edge_and_sections_enter_on_an_edge(table, option, size):
    flight, m = table(rulings={"table_size": option})
    width, length = size
    assert (m.width, m.length) == size
    left, right, near, far = m.target
    assert (right - left, far - near, far) == (11000, 8000, length)
    assert left == width - right
    assert set(m.entries) == set(range(2, 13))
    assert all(x in (0, width) or y in (0, length) for x, y in m.entries.values())
    flight.run(start_wave(flight))
    leader = flight.state.planes["leader"]
    assert leader.x == width // 2
    assert not bomber_fault(m, [(plane.x, plane.y) for plane in flight.state.bombers])


@pytest.mark.rule("S-511", "S-A36")
def test_hours_point_where_the_table_of_the_usual_table_has_them(book, m):
    for hour, place in m.entries.items():
        assert dist(hour_on_edge(hour, m.width, m.length), place) <= 5


@pytest.mark.rule("S-707", "S-X3")
@pytest.mark.parametrize(("option", "turret", "hits"), [
    ("printed", "off", [3, 3, 9]), ("even", "off", [7, 7, 22]), ("hard", "off", [9, 9, 26]),
    ("printed", "on", [4, 4, 10]), ("even", "on", [8, 8, 23]),
])  # fmt: skip
def test_more_hits_are_needed_under_a_handicap(book, option, turret, hits):
    rules = book.rulebook({"handicap": option, "turret": turret})
    assert [new_state(rules, Setup(scenario)).needed for scenario in (1, 2, 3)] == hits


def test_every_ruling_has_a_second_reading_or_says_that_there_is_none(book):
    alone = [ruling for ruling in book.rulings.values() if len(ruling.options) == 1]
    assert [ruling.id for ruling in alone] == ["S-A19"]
    assert "no second way" in alone[0].why
