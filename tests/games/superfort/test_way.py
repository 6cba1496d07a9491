"""The way out and home (section 4): altitude, fuel, weather, course, events, formation, escort, aborting."""

from __future__ import annotations

import pytest

from combatbox.bomber.decision_options import FlightOver
from combatbox.games.superfort import abort, flow, fuel


def fuelled(b29, dice=(), answers=(), *, internal=38, fwd=0, aft=0, **setup):
    """A rig with so many boxes."""
    rig = b29(dice, answers, **setup)
    left = rig.state.fuel
    left.internal, left.fwd_boxes, left.aft_boxes = internal, fwd, aft
    left.boxes_at_start, left.tanks_carried = internal + fwd + aft, ["fwd", "aft"]
    return rig


# ---- fuel (4.3)


@pytest.mark.rule("F4.3B.1")
def test_a_zone_takes_one_box_from_the_bays_however_often_it_is_paid(b29):
    rig = fuelled(b29, fwd=4, aft=4)
    rig.fly(fuel.pay, 2, "zone")
    rig.fly(fuel.pay, 1, "rejoin")
    assert rig.state.fuel.fwd_boxes + rig.state.fuel.aft_boxes == 7
    rig.state.track.zones_entered += 1
    rig.fly(fuel.pay, 2, "zone")
    assert rig.state.fuel.fwd_boxes + rig.state.fuel.aft_boxes == 6


@pytest.mark.rule("F4.3C.1")
@pytest.mark.parametrize(
    ("result", "before", "engineer", "add"),
    [
        ("tanks_hold", 0, 8, 0),
        ("tanks_hold", 0, 15, 0),
        ("tanks_dry", 1, 8, -1),
        ("tanks_hold", 1, 15, 0),
        ("tanks_dry", 2, 8, -2),
        (6, 2, 8, -2),
        ("tanks_dry", 3, 8, -3),
    ],
)
def test_each_success_makes_the_next_harder_and_a_six_holds_three_times(b29, result, before, engineer, add):
    rig = fuelled(b29, {"T4-1": [result]}, internal=0, names={"missions": {"engineer": engineer}})
    rig.state.fuel.last_drops = before
    assert rig.flight.modified(rig.flight.tables["T4-1"]) == add
    if result != "tanks_dry":
        fuel.last_drops(rig.flight)
        assert rig.state.fuel.last_drops == before + 1
    else:
        with pytest.raises(FlightOver):
            fuel.last_drops(rig.flight)
        assert rig.state.ending.out_of_fuel


# ---- aborting (4.7)


@pytest.mark.rule("F4.7D.1")
@pytest.mark.parametrize(("by_fighters", "counts"), [(True, True), (False, False)])
def test_an_abort_is_credited_when_the_enemy_brought_its_cause_about(b29, by_fighters, counts):
    from combatbox.games.superfort import landing

    rig = fuelled(b29, fwd=4, aft=4)
    before = abort.causes(rig.flight)
    rig.state.plane.parts["bombsight_out"] = True
    if by_fighters:
        abort.note(rig.flight, before)
    rig.state.track.aborting, rig.state.outcome.landed = True, "base"
    landing.credit(rig.flight)
    assert rig.state.outcome.counts is counts


# ---- formation and escort (4.8)


@pytest.mark.rule("F4.7A.3")
def test_all_fighting_of_a_zone_comes_before_an_abort(b29, monkeypatch):
    played = []

    def fought(flight):
        played.append("fight")

    def asked(flight):
        played.append("abort")
        yield from ()

    monkeypatch.setattr(flow.combat, "fight", fought)
    monkeypatch.setattr(flow.abort, "consider", asked)
    rig = b29({"T4-2": ["weather good"], "R4-6": ["no_effect"]}, zone=11)
    rig.fly(flow.turn, fresh=True, last=True)
    assert played == ["fight", "abort"]
