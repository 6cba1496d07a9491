"""Combat by day (sections 5.1 to 5.7): who comes, whose sight works which turret, both sides' fire, what comes again."""

from __future__ import annotations

import pytest
from b29rig import shots

from combatbox.bomber import board
from combatbox.bomber.enums import FlightOver
from combatbox.games.superfort import attacks, crew_moves, formation, guns
from combatbox.play.narrate import narration_context


def allocated(r, *targets):
    return shots(r.fly(guns.allocate, list(targets), guns.Plan()))


# ---- 5.1 resistance


@pytest.mark.rule("F5.3A.1", "F5.3B.1", "F5.3B.2")
@pytest.mark.parametrize(
    ("wave", "fired"),
    [
        # whoever could fire the upper turrets too leaves them to the CFC gunner, where he alone can fire the lower one
        ([("tony", "12_low"), ("nick", "1:30_high")], {("fwd_upper", "cfc", 1), ("fwd_lower", "bombardier", 0), ("aft_upper", "cfc", 1)}),
        # the lower turrets go to the fighter below, although the other one is the greater danger
        ([("nick", "12_high"), ("oscar", "9_low")],
         {("fwd_upper", "bombardier", 0), ("fwd_lower", "left_gunner", 1), ("aft_upper", "cfc", 0), ("aft_lower", "left_gunner", 1)}),
        # a gunner who could fire two turrets at one of them takes the other one, where nobody else can
        ([("zeke", "6_low"), ("zeke", "3_low"), ("zeke", "9_low")],
         {("fwd_lower", "right_gunner", 1), ("aft_lower", "left_gunner", 2), ("tail", "tail_gunner", 0)}),
    ],
)  # fmt: skip
def test_the_doctrine_fires_at_every_fighter_that_guns_and_men_suffice_for(b29, wave, fired):
    r = b29().wave(*wave)
    assert allocated(r, *range(len(wave))) == fired


# ---- 5.3 sights and turrets


@pytest.mark.rule("F5.3A.2")
@pytest.mark.parametrize(
    ("place", "guns_"),
    [
        ("12_level", {"fwd_upper", "fwd_lower"}), ("12_low", {"fwd_lower"}), ("3_level", {"aft_upper", "aft_lower"}),
        ("9_low", {"fwd_lower", "aft_lower"}), ("6_high", {"fwd_upper", "aft_upper", "tail", "tail_cannon"}),
        ("vertical_dive", {"fwd_upper", "aft_upper"}), ("vertical_climb", {"fwd_lower", "aft_lower"}),
    ],
)  # fmt: skip
def test_t56_which_turrets_bear(b29, place, guns_):
    r = b29(mission=3).wave(("zeke", place))
    assert {gun for gun, _, _ in allocated(r, 0)} == guns_


@pytest.mark.rule("F7.1.2")
@pytest.mark.parametrize(
    ("part", "silent"), [("top_sight_out", {"fwd_upper", "aft_upper"}), ("turrets_out", {"fwd_upper", "aft_upper"})]
)
def test_t76_a_sight_out_or_the_computer_out_silences(b29, part, silent):
    r = b29().wave(("zeke", "6_high"))
    r.state.plane.parts[part] = True
    assert allocated(r, 0) == {("tail", "tail_gunner", 0)}


@pytest.mark.rule("F5.3C.2", "F5.3C.3")
def test_f53c_no_die_where_one_cabin_is_left_and_the_waist_chooses(b29):
    r = b29({}, {"who": "right_gunner"}).wave(("zeke", "6_low"))
    r.state.plane.parts["intercom_out"] = True
    r.kill("tail_gunner")
    found = allocated(r, 0)
    assert r.dice.thrown == []
    assert {man for _, man, _ in found} == {"right_gunner"}
    assert r.player.options("who") == ("left_gunner", "right_gunner")


# ---- 5.5 collision


@pytest.mark.rule("X5.5A", "X5.5B")
def test_x55_a_full_collision_ends_the_flight_and_is_nobodys_kill(b29):
    r = b29({"T5-9": ["miss"], "R5-5": ["collision_course"], "R5-5-COLLISION": ["bail_out T8-5"]}).wave(
        ("tony", "12_high")
    )
    with pytest.raises(FlightOver):
        r.fly(attacks.their_fire, [0])
    assert r.state.due.bail_out == "T8-5"
    assert r.fighter(1).damage == "destroyed"
    assert all(man.kills == 0 for man in r.state.men.values())


# ---- what is asked, in words


def asked(r, book, kind, who=""):
    """The question of the last decision of that kind and its options, in words."""
    words = narration_context(book)
    decision = [d for d in r.player.asked if d.kind == kind and who in ("", d.who)][-1]
    return board.question(decision, r.flight, words), [
        board.option(decision, o, r.flight, words) for o in decision.options
    ]


@pytest.mark.rule("F5.3A.1", "F5.3A.2")
def test_f53a_a_gun_is_asked_for_its_fighter_and_its_man(b29, book):
    r = b29().wave(("jack", "12_high"))
    r.man("bombardier").light = 1
    allocated(r, 0)
    assert asked(r, book, "aim", "fwd_upper") == (
        "Forward upper turret: at whom?",
        [
            "f1 Jack 12 High, by the bombardier: hits 1 in 6",
            "f1 Jack 12 High, by the CFC gunner: hits 1 in 6",
            "hold fire",
        ],
    )


@pytest.mark.rule("F7.6A.1", "F7.6B.1")
def test_f76_moves_in_words(b29, book):
    r = b29({}, {"move": ["radar_operator", "done"]}, compromised={"waist": 11})
    r.fly(crew_moves.moves)
    _question, options = asked(r, book, "move_to")
    assert "into the navigation and radio compartment, to no place of his own" in options
    assert any("CFC gunner's station" in option for option in options)
    assert any("(waist)" in option for option in asked(r, book, "move")[1])


@pytest.mark.rule("F4.8E.5")
def test_f48e_an_escort_keeps_fighters_away_while_she_is_in_the_formation(b29):
    rig = b29(zone=12, escort="p51", escort_met=True)
    table = rig.flight.table("combat.resistance")
    with_them = rig.flight.modified(table)
    rig.state.company.escort_met = False
    assert with_them < rig.flight.modified(table)
    rig.state.company.escort_met = rig.state.track.out_of_formation = True
    formation.end_escort(rig.flight)
    assert not rig.state.company.escort_met
