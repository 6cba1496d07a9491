"""Rulings whose options differ only in rare meetings: flak and fighters, shallow dives, shells after the order to jump."""

from __future__ import annotations

from contextlib import suppress
from types import MappingProxyType

import pytest
from sortie import Sortie

from combatbox.bomber import gunnery, shells
from combatbox.bomber.enums import FlightOver
from combatbox.bomber.gunnery import Shot
from combatbox.core.flight import EMPTY_FLOW
from combatbox.games.queen import doctrine, flow, landing

QUIET = MappingProxyType(
    {"B-1": ["waves 0"] * 9, "B-2": ["waves 1"] * 9, "B-3": ["no_attackers"] * 9, "G-5": ["cover poor"] * 9}
)


# ---- Q-R41: what flak did, where only fighters count


@pytest.mark.rule("Q-R41", "Q8.0-2")
def test_the_ruling_on_aborts_says_that_it_overrules_the_printed_word(book):
    ruling = book.rulings["Q-R41"]
    assert "fighter" in ruling.why
    assert "overrule" in ruling.why


# ---- Q-R28: the bomber goes down for oxygen on entering the next zone


@pytest.mark.rule("Q-R28", "Q-BL2c", "Q12.1-2")
@pytest.mark.parametrize(
    ("option", "low_after_turning", "low_in_the_next_zone"), [("next_turn", True, True), ("next_zone", False, True)]
)
def test_a_turn_round_is_no_next_zone(rig, monkeypatch, option, low_after_turning, low_in_the_next_zone):
    monkeypatch.setattr(flow, "fight_waves", lambda flight: EMPTY_FLOW)
    faces = {"O-3": ["miss"] * 4, "G-5": ["cover poor"]}
    r = rig(faces, {"jettison": "keep"}, zone=5, rulings={"Q-R28": option})
    r.state.plane.parts["oxygen_system_out"] = True
    r.fly(flow.turn_round)
    assert (r.state.track.altitude == "low") is low_after_turning
    r.fly(flow.cross_zone, 4)
    assert (r.state.track.altitude == "low") is low_in_the_next_zone


# ---- Q-R12: damage of fighters that adds up


@pytest.mark.rule("Q-R12", "Q-E03")
@pytest.mark.parametrize("option", ["rolled_only", "derived_too"])
@pytest.mark.parametrize(
    ("hits", "damage"),
    [
        (["fca"], "fca"),
        (["fca", "fca"], "fboa"),
        (["fca", "fca", "fca", "fca"], "fboa"),
        (["fboa"], "fboa"),
        (["fca", "fboa"], "fboa"),
        (["fboa", "fca"], "fboa"),
        (["fboa", "fboa"], "destroyed"),
        (["fca", "fboa", "fboa"], "destroyed"),
        (["destroyed"], "destroyed"),
    ],
)
def test_what_markers_come_to_under_both_options(rig, option, hits, damage):
    r = rig({"M-2": hits}, zone=5, rulings={"Q-R12": option}).wave(("me109", "12_high"))
    for _ in hits:
        gunnery.damage_fighter(r.flight, Shot("nose", "bombardier", 0, ""))
    assert r.fighter(1).damage == damage


# ---- Q-R63: a burst in the nose


@pytest.mark.rule("Q-R63", "Q19.2d-3", "Q8.0d")
@pytest.mark.parametrize("navigator", ["navigator", "tail_gunner"])
def test_after_a_burst_in_the_nose_the_navigator_decides_whether_there_is_a_bomb_run(rig, navigator):
    faces = {
        **QUIET,
        "B-2": ["waves 1"],
        "B-3": ["no_attackers"],
        "O-2": ["flak light"],
        "O-3": ["hit", "miss", "miss"],
        "O-4": ["burst_inside"],
        "O-5": ["section nose"],
    }
    r = rig({**faces, "O-7": ["per_cent 0"], "BL-3": ["fire_out"]}, {"abort": "go_on", "jettison": "keep"}, zone=5)
    if navigator != "navigator":
        r.state.men["tail_gunner"].dead, r.state.men["tail_gunner"].station = True, ""
        r.state.stations.update(navigator="", tail_gunner="navigator")
        r.state.men["navigator"].station = "tail_gunner"
    r.fly(flow.fly_turn)
    assert r.state.plane.parts["burst_inside"]
    assert (r.state.track.aborting, r.state.outcome.bombs_dropped) == (
        (True, False) if navigator == "navigator" else (False, True)
    )
    if r.state.outcome.bombs_dropped:
        assert r.state.outcome.aim_result == "off_target"


@pytest.mark.rule("Q-R63", "Q8.0d")
def test_the_ruling_on_bursts_does_not_promise_a_bomb_run(book):
    words = book.rulings["Q-R63"].options["fire"].words
    assert "must be aborted" in words
    assert "navigator" in words


# ---- the doctrine over the target


def test_the_doctrine_still_turns_home_over_the_target_where_nothing_can_be_won(rig):
    r = rig(zone=5)
    r.state.supply.fuel_turn, r.state.men["bombardier"].serious = r.state.track.turn + 2, True
    assert doctrine.abort(r.flight, counts=True, bombing=True) == "abort"


# ---- Q-R82: shells that are still to strike when the crew has to jump


FAILURE = MappingProxyType({"P-2": ["roll_on BL-2"], "BL-2": ["electrical_out"]})
TAIL_GUNNER = MappingProxyType({"P-6": ["wound tail_gunner"], "BL-4": ["killed"]})


@pytest.mark.rule("Q-R82", "Q-BL2.12", "Q6.4d-1")
@pytest.mark.parametrize(("option", "killed"), [("at_once", False), ("all_strike", True)])
def test_whether_shells_strike_after_an_electrical_failure(rig, option, killed):
    r = rig({**FAILURE, **TAIL_GUNNER}, zone=5, rulings={"Q-R82": option})
    with suppress(FlightOver):
        r.fly(shells.damage, [(-1, "pilot_compartment"), (-1, "tail")])
    assert r.state.due.bail_out == "G-6"
    assert r.state.men["tail_gunner"].dead is killed


@pytest.mark.rule("Q-R82", "Q-BL2.12", "Q-O4b")
@pytest.mark.parametrize(("option", "killed"), [("at_once", False), ("all_strike", True)])
@pytest.mark.parametrize("split", [False, True], ids=["one hit", "two hits"])
def test_whether_shells_of_flak_strike_after_an_electrical_failure(rig, option, killed, split):
    r = rig({**FAILURE, **TAIL_GUNNER}, zone=5, rulings={"Q-R82": option})
    r.dice.faces.update({
        "O-3": ["hit", "hit"] if split else ["hit", "miss"],
        "O-4": ["shells 1"] * 2 if split else ["shells 2"],
        "O-5": ["section pilot_compartment", "section tail"],
    })  # fmt: skip
    with pytest.raises(FlightOver):
        r.fly(shells.flak, "light", 2, "low")
    assert r.state.due.bail_out == "G-6"
    assert r.state.men["tail_gunner"].dead is killed


# ---- Q-R83: an abort that does not count, and a bomber that is lost on it


@pytest.mark.rule("Q-R83", "Q7.2-1")
@pytest.mark.parametrize(("option", "theirs", "number"), [("flown_again", 0, 4), ("loss_counts", 1, 5)])
def test_the_campaign_enters_a_bomber_lost_on_an_uncounted_abort_or_flies_the_mission_again(
    book, option, theirs, number
):
    sortie = Sortie(book, 4, rulings={"Q-R83": option})
    sortie.over("", counts=False, plane="irreparable", per_cent=None)
    landing.judge(sortie.flight)
    sortie.after().onward()
    assert (sortie.campaign.german_air_defence, sortie.state.orders.mission) == (theirs, number)
    assert [service.fate for service in sortie.campaign.services] == ["irreparable"]
