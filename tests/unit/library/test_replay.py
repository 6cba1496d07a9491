"""Flying again from a script or a log: the first departure stops with its step, expected and got."""

import json
import re
from pathlib import Path

import pytest
import yaml
from tests.flights import logged

from combatbox.core.decisions import ListedPlayer
from combatbox.core.errors import CombatBoxError, DataError, ReplayMismatch
from combatbox.core.events import faces_of
from combatbox.library.replay import read_script, replay_script
from combatbox.play.logs import Log
from combatbox.play.replay import replay_log

SCRIPT = {
    "game": "drill",
    "title": "A drill",
    "source": "nowhere",
    "steps": [
        {"step": "1", "title": "First", "play": [{"roll": "D-ONE", "dice": [2], "gives": ["mark low"]}],
         "after": {"marks": ["low"]}},
        {"step": "2", "title": "Second",
         "play": [{"choose": "go_on", "take": "go_on"}, {"roll": "D-ONE", "dice": [5], "gives": ["mark high"]}],
         "after": {"marks": ["low", "high"]}},
        {"step": "3", "title": "Third",
         "play": [{"choose": "go_on", "take": "go_on"}, {"roll": "D-MOD", "sum": 7, "net": 7, "who": "crew"}]},
    ],
    "summary": {"marks": ["low", "high"], "heat": 7},
}  # fmt: skip

MOD = """\
id: D-MOD
dice: 2d6
clamp: [2, 12]
modifiers: [{when: alarmed, add: 1}]
rows:
  - {roll: 2-6}
  - {roll: 7-12, effects: [{heat: 7}]}
"""


@pytest.fixture
def script(drill, tmp_path):
    """The script with something done to it, flown."""
    drill.table(MOD)
    drill.edit("game", "order: [D-ONE]", "order: [D-ONE, D-ONE, D-MOD]")

    def play(change=lambda s: None):
        bent = json.loads(json.dumps(SCRIPT))
        change(bent)
        path = tmp_path / "script.yaml"
        path.write_text(yaml.safe_dump(bent, sort_keys=False))
        return replay_script(drill.load(), read_script(path))

    return play


def departs(script, change):
    with pytest.raises(ReplayMismatch) as caught:
        script(change)
    assert caught.value.exit_code == 1
    return caught.value.step, caught.value.expected, caught.value.got


def test_a_script_that_fits_is_flown_to_its_end(script):
    flown = script()
    assert flown.summary == {"heat": 7, "marks": ["low", "high"]}
    assert flown.title == "A drill"
    assert flown.journal.header["title"] == "A drill"
    assert faces_of(flown.journal.events) == [2, 5, 3, 4]


def test_each_event_belongs_to_a_step(script):
    flown = script()
    assert [(flown.steps[e["n"]], e["kind"]) for e in flown.journal.events] == [
        (0, "phase"), (0, "roll"), (1, "choice"), (1, "roll"), (2, "choice"), (2, "roll"),
    ]  # fmt: skip


def test_a_roll_on_another_table_departs(script):
    assert departs(script, lambda s: s["steps"][1]["play"][1].update(roll="D-MOD")) == (
        "step 2 (Second)", "a roll on D-MOD", "a roll on D-ONE for crew",
    )  # fmt: skip


def test_a_roll_that_gives_something_else_departs(script):
    assert departs(script, lambda s: s["steps"][0]["play"][0].update(dice=[4])) == (
        "step 1 (First), D-ONE, gives (codes parted by `; `)", "mark low", "mark high",
    )  # fmt: skip


def test_a_roll_that_gives_nothing_is_written_as_no_effect(script):
    def change(s):
        s["steps"][2]["play"][1].update(sum=4, net=4, gives=["no_effect"])
        s["summary"]["heat"] = 0

    script(change)
    assert departs(script, lambda s: s["steps"][2]["play"][1].update(gives=["no_effect"])) == (
        "step 3 (Third), D-MOD, gives (codes parted by `; `)", "no_effect", "heat 7",
    )  # fmt: skip


def test_another_net_roll_departs(script):
    assert departs(script, lambda s: s["steps"][2]["play"][1].update(net=8)) == (
        "step 3 (Third), D-MOD", "net 8", "net 7",
    )  # fmt: skip


def test_a_roll_for_somebody_else_departs(script):
    assert departs(script, lambda s: s["steps"][2]["play"][1].update(who="pilot")) == (
        "step 3 (Third), D-MOD", "for pilot", "for crew",
    )  # fmt: skip


def test_too_few_dice_for_a_roll_depart(script):
    def change(s):
        del s["steps"][2]["play"][1]["sum"]
        s["steps"][2]["play"][1]["dice"] = [3]

    assert departs(script, change) == ("step 3 (Third)", "1 dice for D-MOD", "2 needed")


def test_too_many_dice_for_a_roll_are_a_roll_left_over(script):
    def change(s):
        del s["steps"][2]["play"][1]["sum"]
        s["steps"][2]["play"][1]["dice"] = [3, 4, 1, 1]

    assert departs(script, change) == (
        "step 3 (Third)", "a roll on D-MOD", "the end of the flight (1 entries left over)",
    )  # fmt: skip


def test_a_sum_stands_for_two_dice_thrown_together(script):
    def change(s):
        del s["steps"][0]["play"][0]["dice"]
        s["steps"][0]["play"][0]["sum"] = 7

    assert departs(script, change) == ("step 1 (First)", "the sum of two dice for D-ONE", "a throw of 1 dice")


def test_entries_left_over_depart(script):
    def change(s):
        s["steps"].append({"step": "4", "title": "Fourth", "play": [{"roll": "D-ONE", "dice": [1]}]})

    assert departs(script, change) == (
        "step 4 (Fourth)", "a roll on D-ONE", "the end of the flight (1 entries left over)",
    )  # fmt: skip
    assert departs(script, lambda s: s["steps"][2]["play"].append({"choose": "go_on", "take": "rest"})) == (
        "step 3 (Third)", "a choice of go_on", "the end of the flight (1 entries left over)",
    )  # fmt: skip


def test_a_script_that_runs_out_departs(script):
    assert departs(script, lambda s: s["steps"].pop()) == (
        "step 2 (Second)", "the end of the script", "a choice of go_on for crew",
    )  # fmt: skip
    assert departs(script, lambda s: s["steps"][2]["play"].pop()) == (
        "step 3 (Third)", "the end of the script", "2 dice for D-MOD for crew",
    )  # fmt: skip


def test_a_roll_where_a_choice_is_asked_departs_and_the_other_way_round(script):
    assert departs(script, lambda s: s["steps"][1]["play"].pop(0)) == (
        "step 2 (Second)", "a roll on D-ONE", "a choice of go_on",
    )  # fmt: skip
    assert departs(script, lambda s: s["steps"][0]["play"].insert(0, {"choose": "go_on", "take": "go_on"})) == (
        "step 1 (First)", "a choice of go_on", "1 dice for D-ONE",
    )  # fmt: skip


def test_a_choice_of_another_kind_departs(script):
    assert departs(script, lambda s: s["steps"][1]["play"][0].update(choose="abort")) == (
        "step 2 (Second)", "a choice of abort", "a choice of go_on",
    )  # fmt: skip


def test_a_choice_that_is_no_option_is_refused(script):
    with pytest.raises(CombatBoxError, match="'rset' is not an option of 'go_on'"):
        script(lambda s: s["steps"][1]["play"][0].update(take="rset"))


def test_another_state_after_a_step_departs(script):
    assert departs(script, lambda s: s["steps"][0].update(after={"marks": ["low"], "heat": 1})) == (
        "step 1 (First), heat", "1", "0",
    )  # fmt: skip
    assert departs(script, lambda s: s["steps"][2].update(after={"tyop": 1})) == (
        "step 3 (Third), tyop", "1", "None",
    )  # fmt: skip


def test_the_state_of_a_step_without_rolls_is_checked_too(script):
    def change(s):
        s["steps"].insert(1, {"step": "1b", "title": "Nothing", "after": {"marks": ["high"]}})

    assert departs(script, change) == ("step 1b (Nothing), marks", "['high']", "['low']")


def test_another_summary_departs(script):
    assert departs(script, lambda s: s["summary"].update(heat=8)) == ("summary.heat", "8", "7")
    assert departs(script, lambda s: s["summary"].update(cold=1)) == ("summary.cold", "1", "no such value")


@pytest.mark.parametrize("gives", [["mark low", "mark low"], []])
def test_a_script_states_as_many_results_as_it_makes_rolls(script, gives):
    assert departs(script, lambda s: s["steps"][0]["play"][0].update(gives=gives)) == (
        "step 1 (First), D-ONE", f"{len(gives)} results in gives",
        "1 rolls; write one result for each roll, with its effects parted by `; `, as \"hits 1; engine_out\"",
    )  # fmt: skip


def test_a_run_the_game_does_not_have_is_refused(script):
    with pytest.raises(CombatBoxError, match="A drill: Drill has no run called 'tour'"):
        script(lambda s: s.update(run="tour"))


def test_rulings_of_a_script_are_in_force(script):
    assert departs(script, lambda s: s.update(rulings={"gentle": "yes"})) == (
        "step 1 (First)", "a roll on D-ONE", "a roll on D-SOFT for crew",
    )  # fmt: skip


# ---- scripts that are bad in themselves


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ("{}", "an entry is either a roll or a choice; write roll: or choose:"),
        ("{roll: D-ONE, dice: [1], choose: x, take: y}", "an entry is either a roll or a choice; write roll: or choose:"),
        ("{choose: go_on}", "a choice needs the option taken; add take:"),
        ("{roll: D-ONE}", "a roll needs its dice or, if only that is known, their sum; write dice: or sum:"),
        ("{roll: D-ONE, dice: [1], sum: 2}", "a roll needs its dice or, if only that is known, their sum; write dice: or sum:"),
        ("{roll: D-ONE, dice: [7]}", "7 is not a face of a die; a face is 1 to 6"),
        ("{roll: D-ONE, dice: []}", "a roll needs at least one die; write its faces"),
        ("{roll: D-ONE, sum: 13}", "two dice cannot total 13; the total must be 2 to 12"),
    ],
)  # fmt: skip
def test_a_bad_entry_of_a_script_is_refused_with_its_line(tmp_path, entry, problem):
    path = tmp_path / "s.yaml"
    path.write_text(
        f"game: drill\ntitle: T\nsource: x\nsteps:\n  - step: 2A\n    title: S\n    play:\n      - {entry}\n"
    )
    with pytest.raises(DataError) as caught:
        read_script(path)
    assert [(Path(p.path).name, p.line, p.message) for p in caught.value.problems] == [
        ("s.yaml", 8, f"step 2A: {problem}")
    ]


def test_every_fault_of_a_script_is_reported_at_once(tmp_path):
    path = tmp_path / "s.yaml"
    path.write_text("game: drill\ntilte: T\nsteps:\n  - {step: 1, title: S, play: [{rol: D}]}\n")
    with pytest.raises(DataError) as caught:
        read_script(path)
    assert [f"{p.line}: {p.message}" for p in caught.value.problems] == [
        "1: source: is missing; add it",
        "1: title: is missing; add it",
        "2: tilte: unknown key; did you mean title?",
        "4: steps.0.play.0.rol: unknown key; did you mean roll?",
        "4: steps.0.step: must be text (got 1)",
    ]


# ---- the printed example


@pytest.mark.stored
def test_the_printed_example_replays_to_its_end(twentyfive):
    flown = replay_script(twentyfive, read_script(twentyfive.scripts["really-ready"]))
    assert flown.summary["result"] == "completed"
    steps = flown.script.steps
    assert sorted(set(flown.steps.values())) == list(range(len(steps)))
    by_step = {steps[i].step: [e for e in flown.journal.events if flown.steps[e["n"]] == i] for i in range(len(steps))}
    assert [e["name"] for e in by_step["4A"] if e["kind"] == "fact"] == ["dead_wing"]
    assert by_step["2B"][0]["kind"] == "phase"
    assert {e["who"] for name, events in by_step.items() for e in events if e["kind"] == "roll" and name == "2A"} == {
        "fighter 2A", "tail", "belly", "left_waist", "Really Ready",
    }  # fmt: skip


# ---- logs


def test_a_log_is_flown_again_from_its_dice_and_choices(twentyfive):
    player = ListedPlayer([("fly_on", "fly_on"), ("fly_on", "stand_down")])
    log = logged(
        twentyfive, "9", run="tour", mission=3, rulings={"attack_on": "5-6"}, player=player, names={"own": "Lucky"}
    )
    again = replay_log(twentyfive, log)
    assert again.journal.events == log.events
    assert again.summary == log.summary
    assert again.summary["missions_completed"] == 4


def departure(twentyfive, log):
    with pytest.raises(ReplayMismatch) as caught:
        replay_log(twentyfive, log)
    return str(caught.value)


def test_a_log_whose_event_differs_departs_there(twentyfive):
    log = logged(twentyfive, "5")
    log.events[3]["net"] = 1
    assert departure(twentyfive, log).startswith("event 4: expected T-TAB-POSITION [3, 5, 4] net 1")
    log = logged(twentyfive, "5")
    log.events[0]["rule"] = "T-107"
    assert departure(twentyfive, log).startswith('event 1: expected rule "T-107"; got rule "T-106"')


def test_a_departure_names_a_field_that_its_short_lines_do_not_show(twentyfive):
    log = logged(twentyfive, "5")
    log.events[3]["row"] = "T-TAB-POSITION/1"
    row = r'row "T-TAB-POSITION/{}"'.format
    assert re.fullmatch(f"event 4: expected {row(1)}; got {row('[2-6]')}", departure(twentyfive, log))


def test_a_log_with_a_die_less_or_more_departs(twentyfive):
    log = logged(twentyfive, "5")
    last = max(i for i, e in enumerate(log.events) if e["kind"] == "roll")
    log.events[last]["dice"] = []
    assert "the dice ran out" in departure(twentyfive, log) or "net" in departure(twentyfive, log)
    log = logged(twentyfive, "5")
    log.events[last]["dice"] += [1]
    assert departure(twentyfive, log).startswith(f"event {last + 1}: ")


def test_a_log_that_stops_early_departs(twentyfive):
    log = logged(twentyfive, "3")
    assert departure(twentyfive, Log(log.header, log.events[:-1], log.summary)) == (
        f"event {len(log.events) + 1}: expected {len(log.events) - 1} events; got {len(log.events)}"
    )


def test_a_log_with_another_summary_departs(twentyfive):
    log = logged(twentyfive, "5")
    changed = {**log.summary, "rank": "major"}
    assert departure(twentyfive, Log(log.header, log.events, changed)) == (
        "summary.rank: expected 'major'; got 'first_lieutenant'"
    )
    missing = {k: v for k, v in log.summary.items() if k != "rank"}
    assert departure(twentyfive, Log(log.header, log.events, missing)).startswith("summary: expected {")


def test_a_departure_says_when_the_tables_have_changed_since(twentyfive):
    log = logged(twentyfive, "5")
    log.header["digest"] = "0" * 16
    replay_log(twentyfive, log)  # the events are the same, so nothing is wrong
    log.events[3]["row"] = "T-TAB-POSITION/1"
    assert departure(twentyfive, log).startswith("event 4 (the tables have changed since it was written): expected")


def test_a_log_of_a_ruling_that_no_longer_exists_is_refused(twentyfive):
    log = logged(twentyfive, "5")
    log.header["rulings"] = {"T-A99": "x"}
    with pytest.raises(CombatBoxError, match="unknown ruling of twentyfive 'T-A99'"):
        replay_log(twentyfive, log)


def test_a_log_of_a_run_the_game_does_not_have_is_refused(twentyfive):
    log = logged(twentyfive, "5")
    log.header["run"] = "raid"
    with pytest.raises(CombatBoxError, match="unknown run of twentyfive 'raid'"):
        replay_log(twentyfive, log)
