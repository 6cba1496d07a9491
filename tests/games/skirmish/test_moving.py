"""How moves are typed, drawn and offered, and where a fighter stops; the cases are in the YAML file of this name."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatbox.core.decisions import check_choice
from combatbox.core.errors import IllegalChoice
from combatbox.games.skirmish.doctrine import best_stops, escort_plans, stop_as_ordered, stops_on, targets_at
from combatbox.games.skirmish.flow import stop_to_fire
from combatbox.games.skirmish.line_of_fire import can_fire
from combatbox.games.skirmish.parameters import measures
from combatbox.games.skirmish.paths import Path, any_path, fault, input_format, read_path
from combatbox.library.load import load

from .conftest import bomber, escort, german, move_decision
from .tabletop import INCH, diamond

BOOK = load("skirmish")


def test_a_move_is_typed_as_legs_and_a_turn(m):
    plane = german(10, 10)
    assert read_path("6 l40 8", m, plane, 14000) == Path(6000, -40, 8000)
    assert read_path("7.25 R 90", m, plane, 14000) == Path(7250, 90, 6750)
    assert read_path("14", m, plane, 14000) == Path(14000)
    for text in ("", "fast", "6 L40 9", "5 L40 9", "6 L400 8"):
        with pytest.raises(IllegalChoice):
            read_path(text, m, plane, 14000)
    assert read_path("14 L0 0", m, plane, 14000) == Path(14000)


@pytest.mark.rule("S-611", "S-A33")
@given(st.sampled_from(list(BOOK.ruling("turn_place").options)), st.integers(0, 4), st.randoms(use_true_random=False))
def test_no_move_by_chance_breaks_a_rule(option, damage, chance):
    m = measures(BOOK.rulebook({"turn_place": option}))
    for plane in (bomber(30, 30, damage=damage), german(30, 30, damage=min(damage, 1))):
        length = m.allowance(plane)
        path = any_path(m, plane, length, chance.random)
        assert not fault(m, plane, path, length)
        assert read_path(path.words, m, plane, length) == path


@pytest.mark.rule("S-615", "S-616", "S-622")
def test_nobody_stops_to_fire_on_a_way_that_has_left_the_table(table):
    """The first leg crosses the edge, the second comes back: the fighter is gone where it crossed."""
    plane, target, path = german(57, 60, 90), bomber(54.5, 65, 300), Path(6000, -150, 8000)
    flight, m = table(plane, target, rulings={"german_policy": "player"})
    assert m.on_table(*path.at(*plane.place, 12000)[:2])
    assert can_fire(m, *path.at(*plane.place, 12000), target)
    assert targets_at(m, plane, [target], path, 12000) == []
    assert {stop for stop, _ in stops_on(m, flight.state, plane, path)} <= set(range(0, 3001))
    assert all(stop <= 3000 for stop, _ in best_stops(m, flight.state, plane, path, 99))
    assert flight.run(stop_to_fire(flight, m, plane, path, "germans", None)) == (-1, None)


@pytest.mark.rule("S-601", "S-A10")
def test_the_second_of_a_section_fires_at_the_bomber_closest_to_it(table):
    near, far = bomber(30, 40, key="last"), bomber(33, 46, key="leader")
    plane, path = german(31, 30), Path(14000)
    flight, m = table(near, far, plane)
    stop, target = stop_as_ordered(m, flight.state, plane, path)
    assert target is near
    assert 0 <= stop <= 14000
    flight, m = table(far, plane)
    assert stop_as_ordered(m, flight.state, plane, path)[1] is far
    flight, m = table(bomber(50, 90), plane)
    assert stop_as_ordered(m, flight.state, plane, path) == (-1, None)


def test_three_moves_are_offered_and_any_legal_one_may_be_typed(table):
    plane = escort(20, 20)
    flight, m = table(plane, german(28, 34, 180), *diamond())
    plans = escort_plans(m, flight.state, plane, 3)
    decision = move_decision(flight, m, plane, 14000, [plan.path for plan in plans], "escorts")
    assert 2 <= len(decision.options) <= 3
    assert check_choice(decision, "6.5 l33") == "6.5 L33 7.5"
    with pytest.raises(IllegalChoice, match="straight first"):
        check_choice(decision, "2 L33 12")


@pytest.mark.rule("S-610", "S-613", "S-615")
@pytest.mark.parametrize(
    "plane", [german(30, 60), german(30, 60, damage=1), *(bomber(30, 60, damage=n) for n in range(5))]
)
def test_a_question_shows_moves_that_the_aircraft_may_make(m, plane):
    length = m.allowance(plane)
    account = input_format(m, plane, length).partition(": ")[2]
    shown = [" ".join(found) for found in re.findall(r"(?:^|; )([\d.]+)((?: L\d+ [\d.]+)?) flies", account)]
    assert len(shown) == (1 if length <= m.moves[plane.type].straight * INCH else 2)
    for text in shown:
        assert read_path(" ".join(text.split()), m, plane, length).total == length
