"""Rulings whose options differ only in rare meetings: flak and fighters, shallow dives, shells after the order to jump."""

from __future__ import annotations

from contextlib import suppress
from types import MappingProxyType

import pytest
from sortie import Sortie

from combatbox.bomber import gunnery, shells
from combatbox.bomber.decision_options import FlightOver
from combatbox.bomber.gunnery import Shot
from combatbox.core.flight import EMPTY_FLOW
from combatbox.games.queen import doctrine, flow, hazards, landing, waves

QUIET = MappingProxyType(
    {"B-1": ["waves 0"] * 9, "B-2": ["waves 1"] * 9, "B-3": ["no_attackers"] * 9, "G-5": ["cover poor"] * 9}
)


# ---- Q-R41: what flak did, where only fighters count


def under_flak(rig, option, damage, **more):
    """A bomber with a shell of flak in its starboard wing, that turns for home then if it may."""
    hit = {"O-3": ["hit", "miss"], "O-4": ["shells 1"], "O-5": ["section starboard_wing"], **damage}
    r = rig(hit, {"abort": "abort", "heavy": "keep", "jettison": "keep"}, zone=3, rulings={"Q-R41": option}, **more)
    r.fly(hazards.under_flak, "light", 2, "low")
    return r


ENGINE_FOUR = MappingProxyType({"BL-1": ["roll_on BL-1-ENGINE"], "BL-1-ENGINE": ["engine 4"]})


OIL = MappingProxyType({**ENGINE_FOUR, "BL-1-DAMAGE": ["oil_leak this 1 zones"]})


@pytest.mark.rule("Q-R41", "Q-BL1e-2", "Q8.0h-1")
@pytest.mark.parametrize(("option", "counts"), [("any_fire", True), ("fighters_only", False)])
def test_an_engine_stopped_for_the_oil_that_flak_cost_it_counts_as_flak_does(rig, option, counts):
    r = under_flak(rig, option, OIL)
    r.state.engines[3].stop_by = r.state.track.zones_entered
    r.fly(flow.leave_zone)
    assert (r.state.engines[3].out, r.state.track.out_of_formation) == (True, True)
    r.fly(hazards.abort_or_go_on)
    assert r.state.outcome.counts is counts


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
    monkeypatch.setattr(waves, "fight_waves", lambda flight: EMPTY_FLOW)
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


@pytest.mark.rule("Q8.0-3", "Q-E16")
@pytest.mark.parametrize(
    ("zone", "turns_here", "default"), [(5, 1, "go_on"), (5, 2, "abort"), (4, 1, "abort")],
    ids=["last turn over the target", "first of two turns there", "under way"],
)  # fmt: skip
def test_short_of_fuel_the_doctrine_bombs_first_where_that_costs_no_turn(rig, zone, turns_here, default):
    r = rig(zone=zone, two_turns=turns_here == 2, turns_here=turns_here)
    r.state.supply.fuel_turn = r.state.track.turn + 2
    r.fly(hazards.abort_or_go_on)
    assert r.player.asked[0].default == default


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


@pytest.mark.rule("Q-E16", "Q10.1-1")
@pytest.mark.parametrize(("turns", "short"), [(3, True), (4, True), (5, False)])
def test_bombs_that_slow_the_bomber_are_counted_when_fuel_leaks(rig, turns, short):
    r = rig({}, zone=2, city="Abbeville", **{"chance.failed_engine": 1, "track.out_of_formation": True})
    r.state.engines[0].out = True  # two turns to the target, one to turn round, two home
    r.state.supply.fuel_turn = r.state.track.turn + turns
    assert ("fuel" in hazards.causes(r.flight)) == short
    r.state.plane.bombs_aboard = False
    assert ("fuel" in hazards.causes(r.flight)) == (turns < 4)
