"""What holds in every mission whatever the dice: checked over many seeds, event by event, from the log alone."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal, faces_of
from combatbox.core.game import Setup, fly
from combatbox.play.logs import Log, log_text
from combatbox.play.replay import replay_log

from .conftest import TABLES, narrated

HITS = {
    name: {face for row in TABLES[f"T-TAB-{name}"].rows for face in row.rolls if row.codes() == ["hit"]}
    for name in ("GUN-HIT", "FIGHTER-FIRE")
}
PLACES = ("left", "centre", "right")
RULINGS = st.fixed_dictionaries(
    {},
    optional={
        "attack_on": st.just("5-6"),
        "flak_damage": st.just("intro"),
        "sum_hits": st.just("first_two"),
        "waist": st.just("either"),
        "dead_wing_rolls": st.just("true"),
        "wing_rolls": st.just("one"),
        "roll_wingmen_flak": st.just("own_only"),
    },
)
many = settings(max_examples=80, deadline=None)


class Recorder:
    """Seeded dice that show fighters whenever they are asked for, and count what they threw."""

    def __init__(self, seed, always):
        self._dice, self._always, self.faces = SeededDice(seed), always, []

    def throw(self, count, table, who):
        faces = self._dice.throw(count, table, who)
        if self._always and table.startswith("T-TAB-ATTACK"):
            faces = (6,)
        self.faces += faces
        return faces


def flight(book, seed, rulings, run="mission", mission=1, always=True):
    dice = Recorder(seed, always)
    rulebook = book.rulebook(rulings)
    setup = Setup(mission)
    journal = Journal(book.header(run, rulebook.rulings, setup, "recorded"))
    state = fly(book.game, rulebook, dice, run=run, setup=setup, player=DefaultPlayer(), journal=journal)
    return state, journal, dice


def states(journal):
    """Each event with the flat state before and after it."""
    state = {}
    for event in journal.events:
        before = dict(state)
        for path, _, new in event["changes"]:
            state.pop(path, None) if new is None else state.update({path: new})
        yield event, before, state


@pytest.mark.rule("T-208", "T-503", "T-508")
@many
@given(seed=st.integers(0, 10**9), rulings=RULINGS)
def test_no_wing_loses_more_than_two_engines_and_no_bomber_more_than_four(book, seed, rulings):
    _, journal, _ = flight(book, seed, rulings)
    for _, _, state in states(journal):
        for place in PLACES:
            if f"bombers.{place}.lost" in state:
                left, right, flak = (state[f"bombers.{place}.{k}_out"] for k in ("left_wing", "right_wing", "flak"))
                assert 0 <= left <= 2
                assert 0 <= right <= 2
                assert left + right + flak <= 4


@pytest.mark.rule("T-206", "T-208")
@many
@given(seed=st.integers(0, 10**9), rulings=RULINGS)
def test_nothing_is_destroyed_twice_and_nothing_comes_back_within_a_mission(book, seed, rulings):
    _, journal, _ = flight(book, seed, rulings)
    for _, before, state in states(journal):
        for path, value in before.items():
            if path.endswith("crew_out"):
                assert state[path][: len(value)] == value
                assert len(set(state[path])) == len(state[path])
            elif path.endswith((".lost", ".gone")):
                assert state[path] or not value
            elif path.startswith("bombers.") and path.endswith("_out"):
                assert state[path] >= value


@pytest.mark.rule("T-306", "T-307", "T-804", "T-113")
@many
@given(seed=st.integers(0, 10**9), rulings=RULINGS)
def test_lost_bombers_are_never_targets_and_fighters_that_are_gone_never_act(book, seed, rulings):
    _, journal, _ = flight(book, seed, rulings)
    for event, before, state in states(journal):
        if event.get("table", "").startswith(("T-TAB-TARGET", "T-TAB-FLAK-HIT")):
            assert not before[f"bombers.{state['burst.target']}.lost"]
        if event.get("name") == "approach":
            number = int(event["who"].split()[1][0])
            assert not before[f"fighters.{number - 1}.gone"]


@pytest.mark.rule("T-507", "T-508", "T-509", "T-701", "T-702")
@many
@given(seed=st.integers(0, 10**9), rulings=RULINGS)
def test_a_bomber_is_lost_just_when_a_rule_says_so(book, seed, rulings):
    state, _, _ = flight(book, seed, rulings)
    for place, bomber in state.bombers.items():
        own = place == state.position
        reasons = {
            "three_engines": bomber.engines_out >= 3,
            "both_pilots": {"pilot", "copilot"} <= set(bomber.crew_out),
            "own_pilot": own and "pilot" in bomber.crew_out,
            "flak_destroys": bomber.cause == "flak_destroys",
        }
        assert bomber.lost == any(reasons.values())
        assert bomber.lost == bool(bomber.cause)
        assert not bomber.cause or reasons[bomber.cause]
    assert state.result == ("lost" if state.own.lost else "completed")
    assert (state.tour == "lost") == state.own.lost


@pytest.mark.rule("T-401", "T-502", "T-801")
@many
@given(seed=st.integers(0, 10**9))
def test_dice_are_thrown_for_each_gun_each_fire_die_and_each_hit(book, seed):
    _, journal, dice = flight(book, seed, {})
    assert faces_of(journal.events) == dice.faces
    lines = book.game.forms(journal.events, journal.header, book.rulebook())["attacks"][0]["lines"]
    for line in lines.values():
        assert len(line["fire"]) <= 3
        assert len(line["effect"]) == sum(face in HITS["GUN-HIT"] for face in line["fire"])
        assert len(line["fighter_fire"]) in (0, 3)
        assert len(line["fighter_effect"]) == sum(face in HITS["FIGHTER-FIRE"] for face in line["fighter_fire"])
        rows = TABLES["T-TAB-FIGHTER-EFFECT"].lookups[""]
        assert (
            not line["fighter_fire"] or not line["effect"] or rows[sum(line["effect"])].effects[0]["fires"] == "fires"
        )


@pytest.mark.rule("T-101")
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9), rulings=RULINGS, run=st.sampled_from(["mission", "tour"]), mission=st.integers(1, 25),
       always=st.booleans())  # fmt: skip
def test_every_log_replays_to_the_same_bytes(book, seed, rulings, run, mission, always):
    state, journal, _ = flight(book, seed, rulings, run, mission, always)
    summary = book.game.summary(state)
    again = replay_log(book, Log(journal.header, journal.events, summary))
    assert log_text(Log(again.journal.header, again.journal.events, again.summary)) == log_text(
        Log(journal.header, journal.events, summary)
    )


SENTENCE = re.compile(r"[A-Z\[].*[.]|(?:Mission|Pass|Fighter|Taking|Watching|Flak|Debriefing)\b.*")


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9), rulings=RULINGS, mission=st.integers(1, 25))
def test_the_story_is_reported_in_whole_lines_without_a_word_of_the_data(book, seed, rulings, mission):
    _, journal, _ = flight(book, seed, rulings, "tour", mission)
    lines = narrated(book, journal.events)
    assert lines
    for line in lines:
        assert SENTENCE.fullmatch(line), line
        assert "  " not in line
        assert line == line.strip()
        assert "_" not in line
        assert "None" not in line
        assert " ," not in line
        assert ".." not in line
        assert "[]" not in line


def test_the_story_names_every_face_that_fell(book):
    for seed in range(30):
        _, journal, _ = flight(book, seed, {})
        account = [int(face) for line in narrated(book, journal.events) for group in re.findall(r"\[([\d, ]+)\]", line)
                for face in group.split(", ")]  # fmt: skip
        assert account == faces_of(journal.events)


def test_the_story_counts_its_missions_from_the_data(book):
    _, journal, _ = flight(book, 3, {}, always=False)
    missions = book.meta.constants["missions"]
    lines = narrated(book, journal.events)
    assert lines[0] == f"Mission 1 of {missions}"
    assert any(line.endswith(f"Missions completed: 1 of {missions}.") for line in lines)


@pytest.mark.rule("T-101", "T-703")
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_a_tour_ends_won_with_25_missions_or_lost_with_fewer(book, seed):
    state, journal, _ = flight(book, seed, {}, "tour", always=False)
    assert state.tour in ("won", "lost")
    assert (state.tour == "won") == (state.completed == 25)
    assert state.completed == sum(e.get("name") == "completed" for e in journal.events)


def test_a_flight_without_a_journal_ends_in_the_same_state(book):
    for seed in range(200):
        silent = fly(book.game, book.rulebook(), SeededDice(seed))
        assert silent == fly(book.game, book.rulebook(), SeededDice(seed), journal=Journal())


def test_what_a_mission_counts_as_in_the_odds(book):
    seen = set()
    for seed in range(300):
        state = fly(book.game, book.rulebook(), SeededDice(seed))
        counted = list(book.game.tally(state))
        assert len(counted) == len(set(counted))
        assert ("survived" in counted) == (state.result == "completed")
        assert ("attacked" in counted) == state.attacked
        assert ("a wingman lost" in counted) == any(b.lost for p, b in state.bombers.items() if p != state.position)
        if state.own.lost:
            assert f"lost: {state.own.cause}" in counted
        seen |= set(counted)
    assert {"survived", "attacked and lost", "attacked and survived", "a wingman lost", "lost: three_engines"} <= seen
