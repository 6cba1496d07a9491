"""The other readings of rulings: what each changes, beside the one that is usual."""

from math import dist

import pytest
from tests.games.scripted import Answers

from combatbox.games.skirmish.deploy import bomber_fault, start_wave
from combatbox.games.skirmish.parameters import hour_on_edge

from .conftest import game_of


@pytest.mark.rule("S-101", "S-A01")
@pytest.mark.parametrize(
    ("solo", "sides"), [("americans", {"bombers", "escorts", "formation"}), ("germans", {"germans"})]
)
def test_one_player_decides_for_one_side(book, solo, sides):
    player = Answers({})
    state, _ = game_of(book, "solo/1", 2, player, solo=solo)
    asked = {decision.who.rstrip("12") for decision in player.asked}
    bombers = {"leader", "left", "right", "last", "escort", "german"}
    assert state.result
    assert asked - bombers == sides
    assert ("leader" in asked or "formation" in asked) == (solo == "americans")


@pytest.mark.rule("S-707", "S-A23")
def test_a_game_flown_to_its_end_is_won_by_the_hits_that_are_counted_then(book):
    ends = {}
    for option in ("at_once", "to_the_end"):
        state, journal = game_of(book, "h/1", 1, Answers({}), end=option, wave_end="all_gone")
        ends[option] = state.result, bool(state.bombers), journal.events[-1]["name"]
    assert ends["at_once"] == ("american", True, "won")
    assert ends["to_the_end"] == ("american", False, "won")


@pytest.mark.rule("S-201", "S-207", "S-501", "S-502", "S-511", "S-702", "S-A36")
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


def test_every_ruling_has_a_second_reading_or_says_that_there_is_none(book):
    alone = [ruling for ruling in book.rulings.values() if len(ruling.options) == 1]
    assert [ruling.id for ruling in alone] == ["S-A19"]
    assert "no second way" in alone[0].why
