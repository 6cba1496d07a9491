"""The rulebook's sample mission replays, by the rules and to the letter, and its log flies again."""

from __future__ import annotations

import pytest

from combatbox.core.errors import DataError, ReplayMismatch
from combatbox.library.replay import read_script, replay_script
from combatbox.play.logs import Log
from combatbox.play.replay import replay_log

pytestmark = pytest.mark.keyed  # its dice and results are quoted from the rulebook, step by step


def script(book, name):
    return read_script(book.scripts[name])


@pytest.mark.rule(
    "Q-S3.3", "Q-S4.6", "Q-S6.7", "Q-S7.4", "Q-S9.13", "Q-S9.15", "Q-S9.19", "Q-S10.5", "Q-S11.4", "Q-S13.3", "Q-E11"
)
@pytest.mark.parametrize("name", ["miss-cue", "miss-cue-as-printed"])
def test_miss_cue_flies_as_the_source_describes_it(book, name):
    replay = replay_script(book, script(book, name))
    landing = next(e for e in replay.journal.events if e["kind"] == "roll" and e["table"] == "G-9")
    assert (landing["natural"], landing["net"]) == (7, 4)
    assert replay.summary["per_cent"] == 20
    assert replay.summary["result"] == "eighth_air_force"
    kills = {role: man["kills"] for role, man in replay.summary["crew"].items() if man["kills"]}
    assert kills == {"tail_gunner": 1}


@pytest.mark.parametrize("name", ["miss-cue", "miss-cue-as-printed"])
def test_the_log_of_miss_cue_flies_again(book, name):
    replay = replay_script(book, script(book, name))
    log = Log(replay.journal.header, replay.journal.events, replay.summary)
    assert replay_log(book, log).journal.events == replay.journal.events


@pytest.mark.rule("Q-E26", "Q-R46")
def test_a_high_die_for_the_gear_would_have_lost_miss_cue(book):
    worse = script(book, "miss-cue")
    play = next(p for step in worse.steps for p in step.play if p.roll == "G-9-GEAR")
    play.dice, play.gives = [4], ["plane_irreparable"]
    with pytest.raises(ReplayMismatch, match=r"plane\.fate"):
        replay_script(book, worse)


def test_an_override_says_what_it_sets_in_the_log(book):
    replay = replay_script(book, script(book, "miss-cue-as-printed"))
    set_ = [e["data"] for e in replay.journal.events if e["kind"] == "fact" and e["name"] == "overruled"]
    assert set_ == [
        {"path": "waves.0.fighters.0.position", "value": "12_high"},
        {"path": "squadron", "value": ""},
        {"path": "squadron", "value": "middle"},
    ]


def test_an_override_of_nothing_is_refused(book):
    bent = script(book, "miss-cue-as-printed")
    next(step for step in bent.steps if step.step == "6.4").override = {"waves.9.done": True}
    with pytest.raises(ReplayMismatch, match=r"step 6\.4.*waves\.9\.done"):
        replay_script(book, bent)


def test_an_override_without_a_reason_is_refused(book, tmp_path):
    text = book.scripts["miss-cue"].read_text(encoding="utf-8")
    bad = tmp_path / "bad.yaml"
    bad.write_text(text.replace("title: Ready for take-off\n", "title: Ready\n    override: {turn: 1}\n"), "utf-8")
    with pytest.raises(DataError, match="an override needs its reason"):
        read_script(bad)
