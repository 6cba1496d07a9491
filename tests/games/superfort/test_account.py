"""The account of a B-29's play: who fires and has the credit, why she turns back, and results that do nothing."""

from __future__ import annotations

import pytest

from combatbox.bomber import gunnery
from combatbox.games.superfort import abort, flow, formation, fuel, guns, landing, navigation


@pytest.mark.rule("F4.7A.2", "F4.7D.1")
@pytest.mark.parametrize(
    ("was_in_it", "formation"), [(True, "the loss of the formation"), (False, "want of a formation")]
)
def test_an_abort_is_reported_with_all_its_reasons(account_of, was_in_it, formation):
    hurt = {"zone": 9, "altitude": "low", "out_of_formation": True, "engines__0__out": True, "fuel__internal": 38}
    lines = account_of(lambda rig: rig.fly(abort.consider), (), {"abort": "abort"}, assembled=was_in_it, **hurt)
    why = f"the loss of an engine, {formation} and a bombing altitude out of reach"
    assert lines == [f"The mission is aborted for {why}; she turns for home."]


@pytest.mark.rule("F5.3A.2", "F5.3A.3", "F5.3B.1")
def test_who_fires_which_guns_is_reported_man_by_man_and_by_whose_sight(account_of):
    def fight(rig):
        rig.state.stations["bombardier"], rig.state.stations["pilot"] = "pilot", ""
        rig.man("bombardier").station, rig.man("pilot").station = "", "bombardier"
        rig.wave(("tony", "12_low"), ("nick", "1:30_high"))
        rig.fly(guns.allocate, [0, 1], guns.Plan())

    assert account_of(fight) == [
        "CFC gunner: forward upper turret and aft upper turret at the Nick at 1:30 High; "
        "pilot at the bombardier's sight: forward lower turret at the Tony at 12 Low."
    ]


@pytest.mark.rule("X5.3E")
@pytest.mark.parametrize(
    ("kills", "marked", "words"),
    [
        (0, {}, ["shot down.", "CFC gunner M/Sgt. Ann Smith has one fighter to his credit."]),
        (4, {}, ["shot down.", "CFC gunner M/Sgt. Ann Smith has five fighters to his credit, and is an ace."]),
        (1, {"fboa": 1, "damage": "fboa"}, ["damaged once too often, and shot down.", "CFC gunner M/Sgt. Ann Smith has two fighters to his credit."]),
    ],
)  # fmt: skip
def test_a_fighter_destroyed_is_reported_with_the_gunner_who_has_the_credit(account_of, kills, marked, words):
    def fight(rig):
        rig.man("cfc").kills = kills
        rig.wave(("tony", "12_high"), **marked)
        rig.flight.phase("attack.successive", number=2)
        gunnery.damage_fighter(rig.flight, gunnery.Shot("aft_upper", "cfc", 0, "front"))

    lines = account_of(fight, {"T5-8": [4 if marked else 6]}, names={"crew": {"cfc": "Ann Smith"}})
    assert [line.partition("] ")[2] or line for line in lines[1:]] == words


@pytest.mark.rule("X5.3E", "F9.1.2")
def test_the_record_has_the_fighters_to_a_mans_credit(account_of):
    def rated(kills):
        named = {"names": {"crew": {"tail_gunner": "Ann Smith"}, "kills": {"tail_gunner": kills}}}
        return account_of(lambda rig: rig.flight.look_up("records.survival", "35", "tail_gunner"), **named)[0]

    assert rated(0).startswith("Survival of Sgt. Ann Smith, tail gunner: ")
    assert rated(2).startswith("Survival of Sgt. Ann Smith, tail gunner, with 2 fighters to his credit: ")


@pytest.mark.rule("F4.8D.1")
def test_another_b29_too_near_drives_a_formed_one_out_of_formation_and_says_so(account_of):
    lines = account_of(
        lambda rig: rig.flight.roll_on("T4-9"), {"T4-9": ["near_collision"], "R4-8": ["missed_each_other"]}
    )
    assert [line.partition("] = ")[2].partition(": ")[2] or line for line in lines] == [
        "near-collision – a danger to bombers in formation.", "She falls out of formation.", "they miss each other."
    ]  # fmt: skip


@pytest.mark.rule("F7.1.2", "F4.8C.1")
@pytest.mark.parametrize(
    ("roll", "dice", "setup", "words"),
    [
        ("T4-9", ["near_collision"], {"out_of_formation": True}, "near-collision; no effect, for she flies in no formation."),
        ("T4-3", [6, 4], {"out_of_formation": True}, "lost sight of the others; no effect, for she flies in no formation."),
        ("T4-3", [6, 4], {"time": "night", "out_of_formation": True}, "lost sight of the others; no effect, for she flies in no formation."),
        ("T4-3", [6, 4], {}, "lost sight of the others – out of formation."),
        ("T7-6", ["gun_out aft_upper"], {"guns__aft_upper__out": True}, "aft upper turret out; no further effect."),
        ("T7-8", ["rudder_hit"], {"plane__rudder_hits": 3}, "one hit on the rudder, out already."),
        ("T7-8", ["rudder_hit"], {"plane__rudder_hits": 2}, "one hit on the rudder, the third: it is out."),
        ("T7-1", ["wound pilot"], {"stations__pilot": ""}, "nobody is at the pilot's station."),
    ],
)  # fmt: skip
def test_a_result_that_can_do_nothing_is_reported_as_that(account_of, roll, dice, setup, words):
    def rolled(rig):
        rig.flight.phase("attack.successive", number=2)
        rig.flight.roll_on(roll)

    lines = account_of(rolled, {roll: dice, "R7-1-PRESSURE": ["no_effect"]}, **setup)
    assert lines[1].partition("] ")[2].partition(" ")[2].partition(" ")[2] == words


@pytest.mark.rule("F8.5.1", "A29")
@pytest.mark.parametrize(
    ("city", "below"), [("Omura", "the sea, with Okinawa in reach"), ("Tokyo", "the sea and Japan")]
)
def test_okinawa_is_in_reach_of_a_route_and_not_below_it(account_of, city, below):
    assert account_of(lambda rig: flow.enter(rig.flight, 11), city=city)[1:] == [f"Below: {below}."]


@pytest.mark.rule("F4.2B.4", "F7.1.2")
@pytest.mark.parametrize(
    ("table", "dice", "setup", "vain"),
    [
        ("T7-10", {"T7-10": ["pressure_lost"]}, {}, False),
        ("T7-10", {"T7-10": ["pressure_lost"]}, {"pressure__pressure_lost": True, "pressurized": False}, True),
        (
            "T7-3",
            {
                "T7-3": ["tunnel_pierced"],
            },
            {"pressure__pressure_lost": True, "pressurized": False},
            False,
        ),
    ],
    ids=["pressure goes", "pressure is gone", "pressure is gone, and the tunnel goes"],
)
def test_the_loss_of_pressure_is_news_where_there_is_any_to_lose(account_of, table, dice, setup, vain):
    def rolled(rig):
        rig.flight.phase("attack.successive", number=2)
        rig.flight.roll_on(table)

    lines = account_of(rolled, {**dice, "R4-2-OXYGEN": ["no_effect"]}, **setup)
    assert any("no further effect" in line for line in lines) is vain


@pytest.mark.rule("F7.1.2")
@pytest.mark.parametrize(
    ("roll", "dice", "words"),
    [
        (
            "T7-8",
            {"T7-8": [4, 6], "T7-8/10": [1], "T7-8/10/1-3": [1], "R7-1-PRESSURE": [1]},
            "Elevator: [1] another die decides.",
        ),
        ("T5-14-LIGHT", {"T5-14-LIGHT": [1]}, "misses."),
    ],
)
def test_a_row_of_which_the_next_die_decides_reports_no_result(account_of, roll, dice, words):
    assert any(line.endswith(words) for line in account_of(lambda rig: rig.flight.roll_on(roll), dice))


AT_SEA = {"zone": 3, "ditched": "good", "landed": "sea", "sea": "calm", "course": "on"}


@pytest.mark.rule("F8.6.3")
@pytest.mark.parametrize(("die", "fate"), [(1, "lost at sea, on a natural 1"), (3, "rescued from the sea")])
def test_whoever_the_die_alone_drowns_is_not_reported_as_rescued(account_of, die, fate):
    lines = account_of(lambda rig: landing.at_sea(rig.flight, rig.man("engineer")), {"T8-6": [die]}, **AT_SEA)
    assert [line.partition(": ")[2].partition(" (")[0] for line in lines] == [f"[{die}] = {die + 4}: {fate}"]


@pytest.mark.rule("F8.6.1", "F8.6.3")
def test_a_wound_of_the_ditching_leaves_no_duties_to_go_on_with(account_of):
    def ditch(rig):
        landing.ditch(rig.flight)

    men = {
        "T8-3": ["ditched broken T8-3-BROKEN"],
        "T8-3-HARD": [6] * 11,
        "T7-13": [3] * 11,
        "T8-6": ["rescued"] * 11,
        "T8-3-BROKEN": ["wound_roll -1"] * 11,
    }
    lines = account_of(ditch, men, zone=3, sea="rough")
    assert any("light wound" in line for line in lines), lines
    assert not any("duties" in line for line in lines)


@pytest.mark.rule("X5.4B", "F5.8A.2", "F5.2C.1", "F4.6.1", "F4.3A.5")
@pytest.mark.parametrize(
    ("act", "dice", "setup", "words"),
    [
        (lambda rig: rig.flight.roll("attack.areas", column="side_level"), {"T5-11": [1, 2]}, {}, "Shell: [1, 2] = 3: strikes the far wing."),
        (lambda rig: rig.flight.roll("night.light", "aft_lower"), {"T5-14-LIGHT": [1]}, {"time": "night"}, "Aft lower turret: [1] misses the searchlight."),
        (lambda rig: rig.flight.roll("attack.coordinated"), {"T5-3-COORDINATED": [4]}, {"out_of_formation": True}, "How many attack together: [4] two, and the higher of two throws counts."),
        (lambda rig: rig.flight.roll("zone.event"), {"R4-6": ["roll_on T4-9"], "T4-9": ["bay_shut fwd 1"]}, {"internal": 9}, "A fuel transfer pump fails: [1] nothing is left in the forward bomb bay; one box of fuel lost."),
        (lambda rig: rig.fly(fuel.pay, 1, "zone"), {}, {"internal": 0}, "Fuel: no box is left to burn."),
    ],
    ids=["far wing", "searchlight", "together", "pump", "empty tanks"],
)  # fmt: skip
def test_a_line_says_what_has_come_of_it(account_of, act, dice, setup, words):
    def acted(rig):
        rig.wave(("tony", "3_level"))
        act(rig)

    assert account_of(acted, dice, **setup)[-1] == words


@pytest.mark.rule("F8.6.3")
def test_the_distress_call_of_an_operator_rescued_before_helps_those_after_him_too(b29):
    rig = b29(
        {"T8-2": ["sea calm"], "T8-3": [6, 6], "T8-6": [3] * 11},
        {"ditch_or_jump": "ditch"},
        zone=3,
        course="on",
        terrain="W",
    )
    rig.fly(landing.come_down)
    assert {man.fate for man in rig.state.men.values()} == {"rescued"}


@pytest.mark.rule("F4.8E.3", "F5.1A.1")
@pytest.mark.parametrize(
    ("zone", "leg", "ahead", "tries"),
    [(9, "out", False, 1), (11, "out", True, 1), (11, "back", True, 1), (5, "out", False, 0)],
)
def test_a_rendezvous_missed_is_tried_again_while_fighters_may_come(b29, zone, leg, ahead, tries):
    rig = b29({"T4-11": ["escort_missed"]}, zone=zone, leg=leg, escort="p51")
    rig.state.clash.ahead = ahead
    formation.meet(rig.flight)
    assert rig.state.company.rendezvous == tries


@pytest.mark.rule("F4.8E.2", "F4.8E.3")
def test_homeward_from_an_iwo_jima_still_japanese_no_escort_is_looked_for(b29):
    rig = b29(zone=5, leg="back", city="Iwo_Jima", target_zone=6, mission=3, early=True, escort="p38")
    formation.meet(rig.flight)
    assert rig.state.company.rendezvous == 0


@pytest.mark.parametrize(
    ("dice", "setup", "words"),
    [
        ({"T4-3": ["boxes_lost 1"]}, {"internal": 0}, "icing; no box of fuel is left to lose."),
        ({"T4-3": ["boxes_lost 1"]}, {"internal": 3}, "icing – one box of fuel lost."),
        ({"T6-9": ["boxes_lost 1"]}, {"internal": 3}, "engines at full power – one box of fuel lost."),
        ({"R5-5-COLLISION": ["near_miss"]}, {}, "a near miss."),
    ],
)
def test_what_is_lost_and_what_passes_is_said_as_it_is(account_of, dice, setup, words):
    def rolled(rig):
        rig.flight.phase("attack.successive", number=1)
        rig.flight.roll_on(next(iter(dice)))

    line = account_of(rolled, dice, **setup)[1]
    assert line.partition("] ")[2].partition(": ")[2] == words


def test_turbulence_that_does_nothing_has_its_name(account_of):
    line = account_of(
        lambda rig: rig.flight.roll("target.thermals"),
        {"T6-8": ["roll_on T6-9"], "T6-9": ["no_effect"]},
        squadron="middle",
    )[-1]
    assert line.endswith("severe buffeting.")


@pytest.mark.parametrize(("number", "words"), [(1, "The second attack"), (2, "The third attack")])
def test_an_attack_by_one_fighter_is_counted_and_not_reported_as_many(account_of, number, words):
    assert account_of(lambda rig: rig.flight.phase("attack.successive", number=number)) == [words]


ELEVATOR = {"T7-8": [4, 6], "T7-8/10": [1], "T7-8/10/1-3": [1], "R7-1-PRESSURE": [1]}


@pytest.mark.rule("F7.1.2")
def test_a_short_account_gives_the_dice_of_one_result_in_one_line(short_account_of):
    lines = short_account_of(lambda rig: rig.flight.roll_on("T7-8"), ELEVATOR)
    assert lines == ["Tail: [4, 6] = 10: elevator.", "Tail: [1, 1] left elevator out."]
    assert not any("another die" in line for line in lines)


METHODS = {
    "T4-4": ["marker 1"],
    "T4-5": ["marker -2"],
    "T4-6": ["marker 0"],
    "T4-7": ["marker 1"],
    "T4-8": [3, 4],
}


@pytest.mark.rule("F4.5A.5", "F4.5B.1")
def test_a_short_account_gives_the_course_in_one_line_with_what_made_its_sum(short_account_of):
    lines = short_account_of(lambda rig: navigation.check(rig.flight), METHODS)
    assert lines == ["Course: [3, 4] = 7: on course (+1 pilotage and radar, −2 dead reckoning, +1 radio and LORAN)."]


@pytest.mark.rule("F4.5B.1")
def test_a_short_account_of_a_course_to_which_no_method_added_says_no_more_than_that(short_account_of):
    dice = {"T4-4": [3], "T4-5": [5], "T4-6": [3], "T4-7": [3], "T4-8": [3, 4]}
    assert short_account_of(lambda rig: navigation.check(rig.flight), dice) == ["Course: [3, 4] = 7: on course."]


SILENT = [
    ({"plane__radio_out": True}, "radio out"),
    ({"men__radio_operator__serious": True}, "no radio operator"),
    ({"men__navigator__frostbitten": True}, "no navigator"),
    ({"plane__radio_out": True, "men__radio_operator__serious": True}, "radio out and no radio operator"),
]


@pytest.mark.rule("F4.5A.5", "F4.5B.1")
@pytest.mark.parametrize(("setup", "reason"), SILENT)
def test_an_account_names_why_there_is_no_radio_navigation_and_counts_it(account_of, short_account_of, setup, reason):
    dice = {"T4-4": ["marker 0"], "T4-5": ["marker 0"], "T4-6": ["marker 0"], "T4-8": [3, 4]}
    lines = account_of(lambda rig: navigation.check(rig.flight), dice, **setup)
    assert lines[-2] == f"Radio and LORAN: course −1 ({reason}), no roll."
    short = short_account_of(lambda rig: navigation.check(rig.flight), dice, **setup)
    assert f"−1 {reason}" in short[-1]


@pytest.mark.rule("F4.5A.5")
def test_the_whole_account_gives_each_method(account_of):
    lines = account_of(lambda rig: navigation.check(rig.flight), METHODS)
    assert lines[0] == "The navigator takes stock"
    assert [line.partition(":")[0] for line in lines[1:]] == [
        "Pilotage and radar", "Dead reckoning", "Sun and stars", "Radio and LORAN", "Course",
    ]  # fmt: skip


BLISTER = {"T4-9": ["blister_out"], "T4-9/5": ["blown_out left_gunner"], "T7-11": ["no_effect"]}


@pytest.mark.rule("F4.2C.1")
@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"pressure__pressurized": False}, "no pressure to blow him out"),
        ({"pressure__pressurized": True}, "the left gunner is blown out and killed"),
    ],
)
def test_a_gunner_is_reported_as_blown_out_only_where_there_was_pressure(account_of, setup, words):
    lines = account_of(lambda rig: rig.flight.roll_on("T4-9"), BLISTER, **setup)
    assert any(words in line for line in lines), lines


@pytest.mark.rule("F4.3A.5", "F7.1.2")
@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"internal": 9, "wing_leak": True}, "Fuel: one box burnt; another leaks away; 7 left."),
        ({"internal": 0, "fwd_boxes": 4, "aux_zone": 11, "wing_leak": True}, "Fuel: none can be burnt here; another leaks away; 3 left in the bays."),
        ({"internal": 1, "wing_leak": True}, "Fuel: one box burnt; 0 left."),
    ],
)  # fmt: skip
def test_fuel_that_leaks_away_on_entering_a_zone_is_counted(account_of, setup, words):
    def entered(rig):
        rig.fly(fuel.pay, 1, "zone")
        fuel.leak(rig.flight)

    assert account_of(entered, **setup) == [words]


@pytest.mark.rule("F7.1.2")
@pytest.mark.parametrize(
    ("boxes", "words"),
    [(4, "four boxes of fuel lost from the forward bomb bay"), (1, "one box of fuel lost from the forward bomb bay")],
)
def test_the_boxes_that_are_lost_with_the_tanks_of_a_bay_are_counted(account_of, boxes, words):
    dice = {"T7-3": [4, 6], "T7-3/10": ["bay_boxes_lost fwd"]}
    lines = account_of(lambda rig: rig.flight.roll_on("T7-3"), dice, fwd_boxes=boxes)
    assert words in lines[-1]


@pytest.mark.rule("F8.5.1", "F8.5.4")
@pytest.mark.parametrize("gear", [False, True])
@pytest.mark.parametrize("burst", [False, True])
@pytest.mark.parametrize("row", [[5, 6], ["wound_crew 0"]])
def test_whoever_lands_in_japan_alive_is_reported_as_taken_prisoner_before_his_fate(account_of, gear, burst, row):
    dice = {"T8-1": row, "R8-1": [6], "T7-13": [1] * 11, "T8-7": [4] * 11}
    setup = {
        "zone": 12,
        "terrain": "J",
        "down_terrain": "J",
        "plane__landing_gear_out": gear,
        "plane__burst_inside": burst,
    }
    lines = account_of(lambda rig: landing.touch_down(rig.flight, "J"), dice, **setup)
    assert not any("plane safe" in line or "repaired" in line for line in lines), lines
    assert any("prisoner" in line for line in lines), lines
