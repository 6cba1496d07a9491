"""What the log, the account, the Mission Chart and the scene make of rolls that a rabbit's foot may take back."""

import pytest

from combatbox.bomber import shells
from combatbox.bomber.record import Chart
from combatbox.core.events import Journal
from combatbox.core.log_state import with_states
from combatbox.core.scene import EventFollower
from combatbox.games.queen import flow
from combatbox.play.narrate import Teller, narrate, narration_context

LEAK = {"BL-1": ["fuel_leak outboard 5 turns"]}


def played(r, play):
    """The events of a part of play, with a rabbit's foot in hand."""
    r.state.rabbits_feet = 1
    r.flight.reconsider = flow.rabbits_foot(r.flight)
    r.flight.journal = Journal()
    r.flight.journal.watch(r.state)
    play()
    r.flight.journal.flush_changes()
    return r.flight.journal.events


def filled_in(r, events):
    """The Mission Chart of these events."""
    chart = Chart(r.flight.book)
    for event, state in with_states(events):
        chart.take(event, state)
    return chart


def rolls(events):
    """The rolls among the events."""
    return [event for event in events if event["kind"] == "roll"]


@pytest.mark.rule("Q18.0-3", "Q-B7c")
def test_a_roll_made_again_belongs_to_the_place_of_the_first(book, rig):
    r = rig({"G-5": ["cover poor", "cover good"]}, {"rabbits_foot": "again"}, zone=3)
    events = played(r, lambda: flow.roll_cover(r.flight))
    assert [event["place"] for event in rolls(events)] == ["zone.cover"] * 2
    assert {line.who for line in narrate(book, events) if line.dice} == {"Fighter cover"}


@pytest.mark.rule("Q18.0-3", "Q-B7c")
@pytest.mark.parametrize(("answers", "letter"), [(["again"], "G"), (["keep"], "P")])
def test_the_mission_chart_has_the_cover_of_the_roll_that_stands(rig, answers, letter):
    r = rig({"G-5": ["cover poor", "cover good"]}, {"rabbits_foot": answers}, zone=3)
    events = played(r, lambda: flow.roll_cover(r.flight))
    assert filled_in(r, events).cover["out"] == {"3": letter}


@pytest.mark.rule("Q18.0-3", "Q-B7c")
def test_the_mission_chart_counts_a_shell_once_whose_damage_is_rolled_again(rig):
    r = rig({"P-6": ["rudder_hit", "no_effect"]}, {"rabbits_foot": "again"}, zone=3)
    events = played(r, lambda: r.fly(shells.damage, [(-1, "tail")]))
    assert [section for _, _, section in filled_in(r, events).hits] == ["tail"]


@pytest.mark.rule("Q18.0-3", "Q-B7c", "Q6.1b-1")
@pytest.mark.parametrize(
    ("answers", "dice"),
    [(["again"], ["waves 0", "waves 1"]), (["keep"], ["waves 0", "waves 1"]), (["again"], ["waves 1", "waves 0"])],
)
def test_the_mission_chart_has_no_turn_without_a_wave_that_was_taken_back(rig, answers, dice):
    r = rig({"B-1": dice}, {"rabbits_foot": answers}, zone=3)
    events = played(r, lambda: r.flight.roll("waves.number"))
    stands = dice[len(answers) if answers == ["again"] else 0]
    assert filled_in(r, events).waves["out"] == {"3": ["-"] if stands == "waves 0" else []}


@pytest.mark.rule("Q18.0-3", "Q-B7c", "Q-BL1g")
def test_a_roll_that_is_kept_is_told_by_what_it_changed(book, rig):
    r = rig(LEAK, {"rabbits_foot": "keep"}, zone=3)
    events = played(r, lambda: r.fly(shells.damage, [(-1, "port_wing")]))
    assert [line.shown for line in narrate(book, events)][
        -1
    ] == "Port wing: [3] outboard tank leaks, with fuel for five more turns."


@pytest.mark.rule("Q18.0-3", "Q-B7c", "Q-BL1g")
def test_a_roll_still_to_be_decided_on_promises_no_end_of_the_fuel(book, rig):
    r = rig(LEAK, {"rabbits_foot": "keep"}, zone=3)
    events = played(r, lambda: r.fly(shells.damage, [(-1, "port_wing")]))
    told = Teller(book, narration_context(book))
    lines = [line for n in range(1, len(events) + 1) for line in told.fresh(events[:n])]
    assert "beyond this zone" not in " ".join(lines)


@pytest.mark.rule("Q18.0-3", "Q-O7")
def test_the_further_dice_of_accuracy_are_told_with_their_sum(book, rig):
    r = rig({"O-7": [6, 6, 5, 4]}, {"rabbits_foot": "keep"}, zone=5)
    events = played(r, lambda: r.flight.roll("bombs.accuracy", column="on_target"))
    told = Teller(book, narration_context(book))
    lines = [line for n in range(1, len(events) + 1) for line in told.fresh(events[:n])]
    assert lines[-1].strip() == f"Accuracy: [5, 4] = 9: {r.state.outcome.per_cent}% of the bombs within the circle."


@pytest.mark.rule("Q18.0-3", "Q-B7c")
@pytest.mark.parametrize("step", [1, 99])
def test_the_scene_shows_one_shell_whose_damage_is_rolled_again(book, rig, step):
    r = rig({"P-6": ["rudder_hit", "no_effect"]}, {"rabbits_foot": "again"}, zone=3)
    events = played(r, lambda: r.fly(shells.damage, [(-1, "tail")]))
    follower = EventFollower(book.game.show, narration_context(book), r.flight.book)
    for n in range(step, len(events) + step, step):
        scene = follower.scene(events[:n])
    assert scene.frames[-1].lines["hits"] == 1


@pytest.mark.rule("Q18.0-3", "Q6.5a-2")
def test_a_fighter_comes_again_from_where_the_dice_say_before_they_are_kept(book, rig):
    r = rig({"B-6": ["position 12_high"]}, {}, zone=5).wave(("me109", "vertical_dive"))
    events = played(r, lambda: r.flight.roll("attack.new_position", "f1"))
    told = Teller(book, narration_context(book))
    lines = [line for n in range(1, len(events) + 1) for line in told.fresh(events[:n])]
    assert lines[0].endswith(": comes again from 12 High.")
