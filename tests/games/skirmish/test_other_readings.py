"""The other readings of rulings: what each changes, beside the one that is usual."""

import pytest

from combatbox.games.skirmish.deploy import allot_waves, start_wave
from combatbox.games.skirmish.doctrine import escort_plans
from combatbox.games.skirmish.fight import flak
from combatbox.games.skirmish.flow import section_moves, turn
from combatbox.games.skirmish.moves import fly_bomber
from combatbox.games.skirmish.paths import Path
from combatbox.games.skirmish.state import Section

from .conftest import Answers, bomber, diamond, escort, facts, game_of, german, rolls


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
@pytest.mark.parametrize(("die", "length"), [(1, "8"), (3, "14"), (6, "20")])
def test_escorts_may_throw_for_an_altitude_that_counts_once(table, die, length):
    flight, m = table(dice=(die, 1, 1, 1, 1), rulings={"altitude": "escorts_too"})
    state = flight.state
    flight.run(start_wave(flight))
    assert rolls(flight) == [("escorts", "S-TAB-ALTITUDE", "")]
    one = state.planes["escort1"]
    assert escort_plans(m, state, one, 1)[0].path.total == int(length) * 1000
    for _ in range(2):
        flight.run(turn(flight))
    paths = [e["data"]["path"] for e in flight.journal.events if e.get("name") == "move" and e["who"] == "escort1"]
    flown = [sum(float(part) for part in path.split() if part[0].isdigit()) for path in paths]
    assert flown == [float(length), 14]


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
        state, journal = game_of(book, "h/1", 1, Answers(), end=option)
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


def test_every_ruling_has_a_second_reading_or_says_that_there_is_none(book):
    alone = [ruling for ruling in book.rulings.values() if len(ruling.options) == 1]
    assert [ruling.id for ruling in alone] == ["S-A19"]
    assert "no second way" in alone[0].why
