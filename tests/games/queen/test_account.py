"""The account of a mission says what is so at that moment: fuel left, men who are gone, what goes overboard, engines."""

from __future__ import annotations

from contextlib import suppress
from types import MappingProxyType

import pytest
from rig import two

from combatbox.bomber import shells
from combatbox.bomber.effects.crew import kill
from combatbox.bomber.enums import FlightOver
from combatbox.bomber.story import fuel_left
from combatbox.core.events import Journal
from combatbox.games.queen import flow, hazards, landing
from combatbox.play.narrate import lines_in_view, narrate, narration_context

LEAK = MappingProxyType(
    {
        "BL-1": ["fuel_leak outboard 5 turns"],
    }
)
"""The outboard tank leaks, with fuel for five more turns."""


def played(r, *flows):
    """Play parts of the sequence of play, with a journal."""
    r.flight.journal = Journal()
    r.flight.journal.watch(r.state)
    with suppress(FlightOver):
        for flow, *args in flows:
            r.fly(flow, *args)
    r.flight.journal.flush_changes()
    return r.flight.journal.events


def account_of(book, r, *flows):
    """The account of parts of the sequence of play."""
    return [line.shown for line in narrate(book, played(r, *flows))]


@pytest.mark.rule("Q-E24")
def test_who_goes_down_with_the_plane_is_named(book, rig):
    r = rig({"O-1": ["weather good"], "G-6": ["bails_out"] * 8}, {"jump": "jump", "jump_man": "jump"}, zone=1)
    r.state.plane.parts["landing_gear_out"] = True
    r.state.men["navigator"].serious = r.state.men["engineer"].serious = True
    lines = account_of(book, r, (landing.come_down,))
    down = [man.role for man in r.state.men.values() if man.fate == "went_down"]
    assert [f"The {role} goes down with the plane." for role in down] == lines[-2:]


# ---- fuel


@pytest.mark.rule("Q-BL1g", "Q-R59")
def test_a_first_leak_is_reported_with_its_own_limit_and_no_word_of_another(book, rig):
    line = account_of(book, rig(LEAK, zone=3), (shells.damage, [(-1, "port_wing")]))[-1]
    assert line == "Port wing: [3] outboard tank leaks, with fuel for five more turns."


@pytest.mark.rule("Q-BL1g", "Q-R59", "Q-E18")
@pytest.mark.parametrize(
    ("option", "line"),
    [
        ("turns", "With two tanks leaking there is fuel for two more turns."),
        ("zones", "With two tanks leaking there is fuel for four more turns, and for two more zones at most."),
    ],
)
def test_a_second_leak_is_reported_with_the_limit_that_holds_now(book, rig, option, line):
    r = rig(LEAK, zone=3, rulings={"Q-R59": option})
    r.state.supply.leaking_tanks, r.state.supply.fuel_turn = ["starboard_inboard"], r.state.track.turn + 4
    lines = account_of(book, r, (shells.damage, [(-1, "port_wing")]))
    assert lines[-2:] == ["Port wing: [3] outboard tank leaks.", line]


@pytest.mark.rule("Q-BL1g", "Q-E19", "Q-R59")
@pytest.mark.parametrize(
    ("left", "words"), [(2, "fuel for two more turns"), (1, "fuel for one more turn"), (0, "no fuel beyond this turn")]
)
def test_a_tank_hit_again_is_reported_with_the_shorter_limit_of_before(book, rig, left, words):
    r = rig(LEAK, zone=3)
    r.state.supply.leaking_tanks, r.state.supply.fuel_turn = ["port_outboard"], r.state.track.turn + left
    line = account_of(book, r, (shells.damage, [(-1, "port_wing")]))[-1]
    assert line == f"Port wing: [3] outboard tank leaks, with {words}."


# ---- men who are gone


@pytest.mark.rule("Q-R29", "Q14.2a")
def test_a_hit_on_a_man_who_is_gone_says_so(book, rig):
    r = rig({"P-1": two(4), "BL-4": [1]}, zone=5)
    kill(r.state, r.state.men["bombardier"], "killed")
    lines = account_of(book, r, (shells.damage, [(-1, "nose")]))
    assert lines[-2] == "Nose: [2, 2] = 4: nobody is at the bombardier's station; navigator wounded."
    assert lines[-1].startswith("Navigator: [1] light wound")


@pytest.mark.rule("Q-R29", "Q14.2a")
def test_a_hit_on_a_station_names_the_man_who_has_taken_it_over(book, rig):
    r = rig({"P-6": two(5), "BL-4": [1]}, zone=5)
    kill(r.state, r.state.men["tail_gunner"], "killed")
    r.state.men["engineer"].station = "tail_gunner"
    r.state.stations.update(engineer="", tail_gunner="engineer")
    lines = account_of(book, r, (shells.damage, [(-1, "tail")]))
    assert lines[-2] == "Tail: [2, 3] = 5: engineer wounded at the tail gunner's station."


@pytest.mark.rule("Q-R29", "Q-P5c")
def test_nobody_is_trapped_in_a_turret_without_a_man(book, rig):
    r = rig(
        {
            "P-5": ["turret_mechanism_out"],
        },
        zone=5,
    )
    kill(r.state, r.state.men["ball_gunner"], "killed")
    assert "nobody is in it" in account_of(book, r, (shells.damage, [(-1, "waist")]))[-1]


# ---- engines


EVENT = MappingProxyType(
    {"B-7": ["roll_on B-7-ENGINE"], "B-7-ENGINE": ["engine_out 1"], "BL-1-FEATHERING": ["propeller_feathered"]}
)


@pytest.mark.rule("Q-B7a", "Q10.2-1", "Q-R64")
def test_an_engine_that_starts_again_is_not_reported_as_more_engines_lost(book, rig):
    r = rig({"B-7": ["roll_on B-7-ENGINE"]}, zone=5, leg="back", rulings={"Q-X2": "on"})
    for engine in r.state.engines[:3]:
        engine.out = True
    r.state.plane.bombs_aboard, r.state.track.out_of_formation, r.state.track.altitude = False, True, "low"
    r.state.due.engines_seen, r.state.chance.failed_engine = 3, 1
    r.state.supply.range_zone = r.state.track.zones_entered + 1
    lines = account_of(book, r, (flow.random_event,))
    assert "Two engines are still out." in lines
    assert "Two engines are out." not in lines


@pytest.mark.rule("Q10.2-1")
def test_a_second_engine_lost_is_reported_as_before(book, rig):
    r = rig({}, zone=5, leg="back")
    r.state.engines[0].out = r.state.engines[3].out = True
    assert "Two engines are out." in account_of(book, r, (hazards.after_fighting,))


def on_one_engine(rig, **plane):
    r = rig({}, {"throw_out": "throw_out"}, city="Hamm", zone=5, leg="back")
    for name, value in plane.items():
        setattr(r.state.plane, name, value)
    for engine in r.state.engines[:3]:
        engine.out = True
    r.state.supply.range_zone = -1
    return r


@pytest.mark.rule("Q10.3-2", "Q-R22")
@pytest.mark.parametrize(
    ("bursts", "extinguishers", "line"),
    [
        (5, 5, "Guns, bursts and extinguishers go overboard."),
        (0, 5, "Guns and extinguishers go overboard."),
        (0, 0, "Guns go overboard."),
    ],
)
def test_only_what_is_there_goes_overboard(book, rig, bursts, extinguishers, line):
    r = on_one_engine(rig, bombs_aboard=False, extinguishers=extinguishers)
    for gun in r.state.guns.values():
        gun.bursts = bursts
    lines = account_of(book, r, (hazards.choose_range,))
    assert lines[-2:] == [line, "One engine will carry her two zones more."]


@pytest.mark.rule("Q10.3-2", "Q-R20", "Q-R22")
@pytest.mark.parametrize("stuck", [False, True])
def test_bombs_go_overboard_where_they_can(book, rig, stuck):
    r = on_one_engine(rig)
    r.state.plane.parts["bomb_doors_out"] = stuck
    assert ("bombs" in account_of(book, r, (hazards.choose_range,))[-2]) is not stuck
    assert r.state.plane.bombs_aboard is stuck


@pytest.mark.rule("Q10.3-2", "Q-R22")
def test_the_question_promises_no_bombs_to_throw_out(book):
    place = book.places["engines.throw_out"]
    assert "bombs" not in place.question
    assert "throw everything out" in place.options["throw_out"]


@pytest.mark.rule("Q10.3-1", "Q10.3-2", "Q-R22")
def test_with_everything_thrown_out_already_the_last_engine_carries_two_zones(book, rig):
    r = on_one_engine(rig, bombs_aboard=False, thrown_out=True, extinguishers=0)
    for gun in r.state.guns.values():
        gun.thrown_out, gun.bursts = True, 0
    lines = account_of(book, r, (hazards.choose_range,))
    assert lines == ["One engine will carry her two zones more."]
    assert r.player.asked == []
    assert r.state.supply.range_zone == r.state.track.zones_entered + 2


# ---- what decisions promise


@pytest.mark.rule("Q15.0-1", "Q15.1a", "Q15.1b")
def test_evading_promises_nothing_about_bombs(book):
    assert "bombs" not in book.places["wave.evade"].options["evade"]


# ---- the account of the German player (21.1, 21.2)


@pytest.fixture
def german(book, rig):
    """The German player's account of a shell."""

    def lines(faces, section, *, change=None):
        r = rig(faces, zone=3, rulings={"Q-X4": "on"})
        if change:
            change(r.state)
        return [
            line.shown
            for _event, line in lines_in_view(
                book, book.game.board.opponent.view, played(r, (shells.damage, [(-1, section)]))
            )
        ]

    return lines


@pytest.mark.rule("Q21.1-1", "Q21.2-2")
def test_the_german_player_is_told_of_an_oxygen_fire_and_not_of_the_oxygen(german):
    assert german({"P-1": ["oxygen_fire nose"], "BL-3": ["fire_out"]}, "nose") == ["Nose: oxygen burns."]


@pytest.mark.rule("Q21.0-2", "Q21.1-1")
@pytest.mark.parametrize("leaking", [[], ["starboard_inboard"]])
def test_the_german_player_is_told_that_a_tank_leaks_and_not_how_long_the_fuel_lasts(german, leaking):
    lines = german(LEAK, "port_wing", change=lambda state: state.supply.leaking_tanks.extend(leaking))
    assert lines == ["Port wing: port outboard tank leaks."]


OIL = MappingProxyType(
    {
        "BL-1": ["roll_on BL-1-ENGINE"],
        "BL-1-ENGINE": ["engine 2"],
        "BL-1-DAMAGE": ["oil_leak this 2 zones"],
    }
)


@pytest.mark.rule("Q21.1-1")
def test_the_german_player_is_told_which_engine_leaks_oil_and_not_how_long_it_runs(german):
    assert german(OIL, "port_wing") == ["Leakage: engine 2 leaks oil."]


@pytest.mark.rule("Q21.0-2", "Q21.1-1")
def test_the_german_player_is_told_which_engine_is_out(german):
    faces = {
        "BL-1": ["roll_on BL-1-ENGINE"],
        "BL-1-ENGINE": ["engine 4"],
        "BL-1-DAMAGE": ["engine_out"],
        "BL-1-FEATHERING": ["propeller_unfeathered"],
    }
    assert german(faces, "starboard_wing") == [
        "Engine damage: engine 4 is out.",
        "Feathering the propeller: engine 4's propeller is not feathered.",
    ]


@pytest.mark.rule("Q21.0-2", "Q21.1-1")
def test_the_german_player_is_told_which_engine_burns_and_when_the_fire_is_out(german):
    faces = {
        "BL-1": ["roll_on BL-1-ENGINE"],
        "BL-1-ENGINE": ["engine 1"],
        "BL-1-DAMAGE": ["engine_fire this"],
        "BL-1-FIRE": ["fire_continues", "fire_out"],
    }
    assert german(faces, "port_wing") == ["Oil tank: engine 1 is on fire.", "Engine 1: the fire is out."]


@pytest.mark.rule("Q-BL1g", "Q-R59")
@pytest.mark.parametrize(
    ("turns", "zones", "words"),
    [
        (4, 2, "fuel for four more turns, and for two more zones at most"),
        (4, 0, "no fuel beyond this zone"),
        (0, 2, "no fuel beyond this turn"),
        (0, 0, "no fuel beyond this zone"),
    ],
)
def test_a_fuel_limit_that_is_reached_is_the_only_one_told(book, turns, zones, words):
    state = {"fuel_turn": 9 + turns, "turn": 9, "fuel_zone": 7 + zones, "zones_entered": 7}
    assert fuel_left(state, narration_context(book)) == words
