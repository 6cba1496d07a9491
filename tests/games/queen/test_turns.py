"""How long a bomber stays in a zone, where it turns for home, and whether that counts (5.2, 8.0, 10.1, B-7)."""

from __future__ import annotations

import pytest

from combatbox.bomber.effects import damage as parts_damage
from combatbox.bomber.effects.crew import kill
from combatbox.core.events import Journal
from combatbox.games.queen import flow, hazards

NOBODY = {"G-5": ["cover poor"] * 9, "O-1": ["weather good"] * 2}
FLAK = {"O-2": ["flak medium"], "O-3": ["miss"] * 3}


@pytest.fixture(autouse=True)
def turns(monkeypatch):
    """No fighters come: where each turn was flown and which way is all that a wave roll leaves behind."""
    flown = []

    def fight_waves(flight):
        flown.append((flight.state.track.zone, flight.state.track.leg))
        flight.state.battle.attacked = False
        yield from ()

    monkeypatch.setattr(flow, "fight_waves", fight_waves)
    return flown


def out(r, *numbers):
    for number in numbers:
        r.state.engines[number - 1].out = True


def aborts(r, part=hazards.abort_or_go_on, *args):
    """Fly on until the bomber turns for home: whether that was ordered, and the causes that make it count."""
    r.flight.journal = Journal()
    r.flight.journal.watch(r.state)
    r.fly(part, *args)
    (fact,) = [event["data"] for event in r.flight.journal.events if event.get("name") == "aborts"]
    return fact["ordered"], fact["causes"]


def slow(rig, faces, answers, city="Paris", zone=4, **more):
    """A bomber that still has its bombs with an engine out, one zone before its target."""
    answers = {"heavy": "keep", "jettison": "keep", "abort": "go_on", **answers}
    r = rig({**NOBODY, **faces}, answers, city=city, zone=zone, **more)
    out(r, 2)
    r.fly(hazards.after_fighting)
    assert hazards.is_slow(r.flight)
    return r


# ---- 5.2d, 10.1: how many turns over the target, and the flak there


@pytest.mark.rule("Q5.2d-3", "Q5.2d-4", "Q-R18", "Q-R41", "Q8.0-1")
def test_q52d_a_slow_bomber_that_aborts_after_its_first_turn_over_the_target_has_the_flak(rig, turns):
    r = slow(rig, FLAK, {"abort": "abort"})
    r.fly(flow.cross_zone, 5)
    assert (r.state.track.turn_in_zone, r.state.track.aborting, r.state.track.leg) == (1, True, "back")
    assert r.dice.tables()[-4:] == ["O-2", "O-3", "O-3", "O-3"]
    r.fly(flow.turn_round)
    assert r.dice.tables().count("O-2") == 1
    assert turns == [(5, "out"), (5, "back"), (5, "back")]


@pytest.mark.rule("Q12.1-3", "Q14.0-3", "Q8.0-1", "Q-R41")
def test_q1213_flak_after_an_abort_over_the_target_comes_before_the_crew_is_seen_to(rig, turns):
    """A shell takes the navigator's oxygen; the dead bombardier's is free, and the turn is safe: he goes there."""
    hit = {
        "O-2": ["flak medium"],
        "O-3": ["hit", "miss", "miss"],
        "O-4": ["shells 1"],
        "O-5": ["section nose"],
        "P-1": ["oxygen_hit navigator"],
    }
    r = slow(rig, {**NOBODY, **hit}, {"abort": "abort"})
    kill(r.state, r.state.men["bombardier"], "killed")
    r.state.supply.oxygen_hits = {"navigator": 1}
    r.fly(flow.cross_zone, 5)
    assert r.state.men["navigator"].station == "bombardier"
    assert r.player.kinds()[-1] != "jettison"


@pytest.mark.rule("Q10.3-1", "Q10.3-2", "Q-R22")
def test_q103_an_engine_lost_to_flak_after_an_abort_asks_at_once_how_far_the_last_carries(rig, turns):
    hit = {
        "O-2": ["flak medium"],
        "O-3": ["miss", "miss", "hit", "miss", "miss"],
        "O-4": ["shells 1"],
        "O-5": ["section port_wing"],
    }
    gone = {
        "BL-1": ["roll_on BL-1-ENGINE"],
        "BL-1-ENGINE": ["engine 1"],
        "BL-1-DAMAGE": ["engine_out"],
        "BL-1-FEATHERING": ["propeller_feathered"],
    }
    r = slow(rig, {**hit, **gone}, {"throw_out": "throw_out"})
    out(r, 3)
    r.fly(hazards.after_fighting)
    r.fly(flow.cross_zone, 5)
    assert (r.state.track.leg, r.state.engines_running(), r.player.kinds()[-1]) == ("back", 1, "throw_out")
    assert r.state.supply.range_zone == r.state.track.zones_entered + 2


@pytest.mark.rule("Q5.2d-3", "Q5.2d-4", "Q-R18")
def test_q52d_a_slow_bomber_that_goes_on_has_the_flak_once_in_its_second_turn(rig, turns):
    r = slow(rig, {**FLAK, "O-6": ["on_target"], "O-7": ["per_cent 40"]}, {})
    r.fly(flow.cross_zone, 5)
    assert r.dice.tables() == ["O-1", "O-2", "O-3", "O-3", "O-3", "O-6", "O-7"]
    assert (turns, r.state.outcome.bombs_dropped) == ([(5, "out")] * 2, True)


@pytest.mark.rule("Q5.2d-4", "Q10.1-4", "Q-R79")
def test_q101_bombs_let_go_after_the_first_turn_over_the_target_bring_the_flak_at_once(rig, turns):
    r = slow(rig, FLAK, {"jettison": "jettison"})
    r.fly(flow.cross_zone, 5)
    assert r.dice.tables() == ["O-1", "O-2", "O-3", "O-3", "O-3"]
    r.fly(flow.turn_round)
    assert turns == [(5, "out"), (5, "back")]
    assert r.dice.tables().count("O-2") == 1


@pytest.mark.rule("Q10.1-4", "Q10.1-3", "Q2.2-2", "Q-R79")
@pytest.mark.parametrize(("option", "number"), [("at_once", 1), ("next_zone", 2)])
def test_q101_with_the_bombs_gone_after_the_first_turn_there_is_no_second(rig, turns, option, number):
    r = slow(rig, {}, {"jettison": "jettison"}, city="Hamm", zone=3, rulings={"Q-R79": option})
    r.fly(flow.cross_zone, 4)
    assert (r.state.track.turn_in_zone, turns) == (number, [(4, "out")] * number)


@pytest.mark.rule("Q10.1-4", "Q2.2-2", "Q-R79")
def test_q101_a_bomber_slow_for_another_reason_stays_its_second_turn_without_bombs(rig):
    r = slow(rig, {}, {"jettison": "jettison"}, city="Hamm", zone=3, two_turns=True)
    r.fly(flow.cross_zone, 4)
    assert (r.state.track.turn_in_zone, r.state.plane.bombs_aboard) == (2, False)


# ---- 8.0h: the second engine


@pytest.mark.rule("Q8.0h-2", "Q-BL1e-2", "Q10.2-1", "Q-R41")
def test_q80h_a_second_engine_stopped_for_oil_on_leaving_a_zone_turns_the_bomber_there(rig, turns):
    r = rig(NOBODY, {}, city="Hamm", zone=4)
    r.state.plane.bombs_aboard = False
    out(r, 1)
    r.fly(hazards.after_fighting)
    r.state.engines[3].stop_by = r.state.track.zones_entered
    assert aborts(r, flow.cross_zone, 5) == (True, ["two_engines_out", "out_of_formation", "engine"])
    assert (r.state.track.zone, r.state.track.leg, r.state.track.aborting, r.state.outcome.counts) == (
        4,
        "back",
        True,
        True,
    )
    assert (r.state.in_formation, r.dice.thrown) == (False, [])
    r.dice.faces["O-3"] = ["miss"] * 4  # low over land
    r.fly(flow.fly_home)
    assert turns == [(3, "back"), (3, "back"), (2, "back"), (2, "back")]


@pytest.mark.rule("Q8.0h-2", "Q-BL1e-2", "Q10.1-1")
def test_q80h_the_first_engine_stopped_for_oil_turns_nobody_round(rig):
    r = rig(NOBODY, {"heavy": "jettison", "abort": "go_on"}, city="Hamm", zone=4)
    r.state.engines[3].stop_by = r.state.track.zones_entered
    r.fly(flow.cross_zone, 5)
    assert (r.state.track.zone, r.state.track.leg, r.state.track.aborting) == (5, "out", False)


# ---- 8.0: what counts


def event(rig, faces, answers=(), **more):
    """A bomber that meets a random event on its way out."""
    r = rig(
        faces, {"heavy": "keep", "abort": "abort", **dict(answers)}, city="Hamm", zone=4, rulings={"Q-X2": "on"}, **more
    )
    r.fly(flow.random_event)
    return r


ENGINE_FAILS = {
    "B-7": ["roll_on B-7-ENGINE"],
    "B-7-ENGINE": ["engine_out 1"],
    "BL-1-FEATHERING": ["propeller_feathered this"],
}
DRAGS = {**ENGINE_FAILS, "BL-1-FEATHERING": ["propeller_unfeathered this"]}
SHALLOW = {"B-7": ["roll_on B-7-ACCIDENT"], "B-7-ACCIDENT": ["out_of_formation_one_zone"]}
STEEP = {"B-7": ["roll_on B-7-ACCIDENT"], "B-7-ACCIDENT": ["out_of_formation"], "B-7-WING": ["no_effect"] * 2}


@pytest.mark.rule("Q8.0-2", "Q-R41", "Q-B7a", "Q-B7g-1", "Q-B7g-2", "Q8.0f", "Q8.0h-1")
@pytest.mark.parametrize(
    ("faces", "ordered"),
    [(ENGINE_FAILS, False), (DRAGS, False), (SHALLOW, False), (STEEP, True)],
    ids=["engine", "drags", "shallow", "steep"],
)
def test_q80_an_abort_after_a_random_event_alone_does_not_count(rig, faces, ordered):
    r = event(rig, faces)
    assert aborts(r) == (ordered, [])
    assert (r.state.track.aborting, r.state.outcome.counts) == (True, False)


@pytest.mark.rule("Q8.0-2", "Q-R41")
@pytest.mark.parametrize(
    ("change", "cause"),
    [
        (lambda s: setattr(s.engines[2], "out", True), "two_engines_out"),
        (parts_damage.put_out_of_formation, "out_of_formation"),
        (lambda s: setattr(s.men["bombardier"], "serious", True), "bombardier"),
        (lambda s: setattr(s.men["navigator"], "serious", True), "navigator"),
    ],
)
def test_q80_with_anything_of_the_enemys_on_top_of_the_event_it_counts(rig, change, cause):
    r = event(rig, DRAGS)
    change(r.state)
    assert aborts(r)[1][0] == cause
    assert (r.state.track.aborting, r.state.outcome.counts) == (True, True)


@pytest.mark.rule("Q8.0-2", "Q-R41")
def test_q80_where_only_fighters_count_two_engines_lost_to_flak_order_an_abort_that_does_not(rig):
    r = rig(
        {},
        {},
        zone=3,
        rulings={"Q-R41": "fighters_only"},
        flak_causes=["two_engines_out", "engine", "out_of_formation"],
    )
    out(r, 1, 2)
    r.fly(hazards.after_fighting)
    assert aborts(r) == (True, [])
    assert (r.state.track.aborting, r.state.outcome.counts) == (True, False)


# ---- 10.1 and B-7


@pytest.mark.rule("Q10.1-1", "Q-B7g-1", "Q-R64")
@pytest.mark.parametrize("answer", ["keep", "jettison"])
@pytest.mark.parametrize(("city", "zone"), [("Hamm", 4), ("Paris", 3)], ids=["under way", "into the target zone"])
def test_q101_back_in_formation_after_a_dive_an_engine_out_asks_for_a_decision_at_once(rig, turns, answer, city, zone):
    faces = {**NOBODY, **SHALLOW, **FLAK, "O-6": ["on_target"], "O-7": ["per_cent 40"]}
    r = rig(faces, {"heavy": answer, "jettison": "keep", "abort": "go_on"}, city=city, zone=zone)
    r.fly(flow.random_event)
    out(r, 2)
    r.fly(hazards.after_fighting)
    flow.enter(r.flight, zone + 1)
    r.fly(hazards.back_in_formation)
    assert (r.state.in_formation, r.player.asked) == (False, [])
    r.fly(flow.cross_zone, zone + 2)
    assert r.player.kinds()[0] == "heavy"
    assert r.state.in_formation is (answer == "jettison")
    assert len(turns) == (1 if answer == "jettison" else 2)
