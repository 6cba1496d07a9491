"""The campaign (7.2, 7.3, 8.0, 9.3, 17.0): what a mission leaves behind, and what the next begins with."""

from __future__ import annotations

import pytest
from sortie import Sortie

from combatbox.bomber import campaign
from combatbox.bomber.conditions import is_veteran, plane_lost
from combatbox.bomber.setup import new_state
from combatbox.core.errors import CombatBoxError
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.games.queen import gun_allocation
from combatbox.games.queen.landing import debrief, judge

ROLES = (
    "bombardier", "navigator", "pilot", "copilot", "engineer", "radio_operator", "ball_gunner", "port_waist_gunner",
    "starboard_waist_gunner", "tail_gunner",
)  # fmt: skip


@pytest.fixture
def sortie(book):
    return lambda *args, **more: Sortie(book, *args, **more)


def names(state):
    return [man.name for man in state.men.values()]


# ---- a campaign begins


@pytest.mark.rule("Q5.1a-1", "Q2.8-1")
def test_a_bomber_and_ten_men_have_names_and_ranks(sortie):
    state = sortie().state
    assert state.bomber
    assert list(state.men) == list(ROLES)
    assert len(set(names(state))) == 10
    assert all(len(name.split()) == 2 for name in names(state))
    ranks = [man.rank for man in state.men.values()]
    assert ranks == ["Lieut.", "Lieut.", "Capt.", "Lieut.", "Mst. Sgt.", *["Sgt."] * 5]
    assert [man.missions for man in state.men.values()] == [1] * 10


def test_the_same_roster_gives_the_same_names_and_another_gives_others(sortie):
    one, same, other = (sortie(names={"roster": word}).state for word in ("a", "a", "b"))
    assert (one.bomber, names(one)) == (same.bomber, names(same))
    assert set(names(one)) != set(names(other))


def test_your_own_names_stand_and_the_rest_are_given(sortie):
    state = sortie(names={"bomber": "Miss Cue", "crew": {"pilot": "Frank", "tail_gunner": "Shelley"}}).state
    assert (state.bomber, state.men["pilot"].name, state.men["tail_gunner"].name) == ("Miss Cue", "Frank", "Shelley")
    assert len(set(names(state))) == 10


def test_one_name_for_two_men_is_refused(sortie):
    with pytest.raises(CombatBoxError, match="two men are called 'Bill'"):
        sortie(names={"crew": {"pilot": "Bill", "copilot": "Bill"}})


def test_names_never_run_out_and_never_come_again(sortie):
    flown = sortie()
    seen = set(names(flown.state))
    first, last = (flown.rulebook.constants.rosters.first, flown.rulebook.constants.rosters.last)
    for _ in range(len(first) * len(last) + 20):
        name = campaign.new_name(flown.flight)
        assert name not in seen
        seen.add(name)
    bombers = {flown.state.bomber}
    for _ in range(130):
        flown.campaign.services.append(campaign.Service(flown.state.bomber, "wrecked", 0, 0, 0))
        flown.state.bomber = ""
        flown.flight.run(campaign.christen(flown.flight, asked=False))
        assert flown.state.bomber not in bombers
        bombers.add(flown.state.bomber)


# ---- what a mission leaves behind


@pytest.mark.rule("Q17.0-4", "Q17.0-3")
@pytest.mark.parametrize(
    ("fate", "code", "survived"),
    [
        ("killed", "KIA", 0),
        ("went_down", "KIA", 0),
        ("died_of_wounds", "DOW", 0),
        ("lost_at_sea", "LAS", 0),
        ("invalided", "IH", 1),
        ("captured", "BO-C", 0),
    ],
)
def test_a_man_who_flies_no_more_is_struck_out_with_the_code_of_his_fate(sortie, fate, code, survived):
    flown = sortie().over(tail_gunner=fate)
    old = flown.state.men["tail_gunner"].name
    flown.after().onward()
    (struck,) = flown.facts("struck_out")
    assert (struck["who"], struck["data"]["man"], struck["data"]["code"]) == ("tail_gunner", old, code)
    (career,) = flown.campaign.careers
    assert (career.name, career.fate, career.missions) == (old, fate, survived)
    new = flown.state.men["tail_gunner"]
    assert new.name != old
    assert (new.missions, new.kills, new.fate, new.dead) == (1, 0, "", False)
    assert old in flown.account()
    assert f"({code})" in flown.account()


@pytest.mark.rule("Q-R66", "Q17.0-3")
@pytest.mark.parametrize("fate", ["", "recovers", "returned", "rescued", "bailed_out"])
def test_men_who_recover_return_or_are_rescued_fly_on(sortie, fate):
    flown = sortie().over(tail_gunner=fate)
    man = flown.state.men["tail_gunner"]
    flown.after().onward()
    assert flown.campaign.careers == []
    again = flown.state.men["tail_gunner"]
    assert (again.name, again.missions, again.fate, again.station) == (man.name, 2, "", "tail_gunner")


@pytest.mark.rule("Q-R66", "Q-BL4a-1")
def test_light_wounds_frostbite_and_damage_are_gone_by_the_next_mission(sortie):
    flown = sortie().over()
    state = flown.state
    state.men["pilot"].light = 2
    state.men["navigator"].frostbitten, state.men["navigator"].fate = True, "recovers"
    state.guns["tail"].bursts, state.plane.parts["intercom_out"], state.engines[0].out = 0, True, True
    state.stations["tail_gunner"] = ""
    flown.after().onward()
    assert state.men["pilot"].light == 0
    assert not state.men["navigator"].frostbitten
    assert (state.guns["tail"].bursts, state.plane.parts["intercom_out"], state.engines[0].out) == (23, False, False)
    assert state.stations == {role: role for role in ROLES}
    assert (state.track.turn, state.track.zone, state.battle.waves, state.outcome.result, state.outcome.landed) == (
        0,
        1,
        [],
        "",
        "",
    )


@pytest.mark.rule("Q7.3-4", "Q17.0-3")
def test_survivors_of_a_lost_bomber_carry_on_in_a_new_one(sortie):
    fates = dict.fromkeys(ROLES, "captured") | {"pilot": "returned", "navigator": "rescued"}
    flown = sortie().over("german_air_defence", plane="destroyed", landed="abandoned", **fates)
    old, pilot = flown.state.bomber, flown.state.men["pilot"].name
    flown.after().onward()
    assert flown.state.bomber != old
    assert flown.state.bomber_missions == 1
    assert flown.facts("new_bomber")[0]["who"] == flown.state.bomber
    assert flown.state.men["pilot"].name == pilot
    assert flown.state.men["pilot"].missions == 2
    assert len(flown.facts("joins")) == 8
    assert [(s.name, s.fate, s.missions) for s in flown.campaign.services] == [(old, "destroyed", 0)]


@pytest.mark.rule("Q7.3-4")
def test_a_bomber_goes_through_crew_after_crew(sortie):
    flown = sortie()
    bomber = flown.state.bomber
    for _ in range(3):
        flown.over(**dict.fromkeys(ROLES, "invalided")).after().onward()
    assert (flown.state.bomber, flown.state.bomber_missions) == (bomber, 4)
    assert len(flown.campaign.careers) == 30
    assert [man.missions for man in flown.state.men.values()] == [1] * 10


@pytest.mark.rule("Q-E23", "Q-R51", "Q7.1-2")
def test_a_bomber_with_a_burst_inside_is_lost_however_it_landed(sortie):
    flown = sortie().over("german_air_defence", plane="safe")
    flown.state.plane.parts["burst_inside"] = True
    flown.after()
    assert [service.fate for service in flown.campaign.services] == ["irreparable"]
    assert "is beyond repair" in flown.account()
    assert flown.forms()["rows"][0]["bomber_fate"] == "irreparable"


@pytest.mark.rule("Q-E23", "Q-R51")
@pytest.mark.parametrize(("plane", "lost"), [("safe", False), ("repairable", False), ("irreparable", True),
                                             ("wrecked", True), ("destroyed", True)])  # fmt: skip
def test_only_what_is_beyond_repair_is_replaced(sortie, plane, lost):
    flown = sortie().over("german_air_defence" if lost else "draw", plane=plane)
    old = flown.state.bomber
    flown.after().onward()
    assert (flown.state.bomber != old) is lost
    assert flown.state.bomber_missions == (1 if lost else 2)


# ---- counting


@pytest.mark.rule("Q8.0-2", "Q-R66")
def test_an_abort_that_does_not_count_is_flown_again_and_counts_for_nobody(sortie):
    flown = sortie(7).over("draw", counts=False, per_cent=None, kills={"tail_gunner": 2}, ball_gunner="killed")
    flown.after().onward()
    state = flown.state
    assert (state.orders.mission, state.completed) == (7, 6)
    assert flown.campaign.draw == 0
    assert flown.campaign.repeated == 1
    assert (state.men["tail_gunner"].missions, state.men["tail_gunner"].kills) == (1, 2)
    assert state.bomber_missions == 1
    assert state.men["ball_gunner"].missions == 1
    assert flown.campaign.careers[0].missions == 0
    assert "mission 7 is flown again" in flown.account()


@pytest.mark.rule("Q8.0-2", "Q7.2-1")
def test_a_counted_mission_raises_every_number(sortie):
    flown = sortie(7).over().after().onward()
    state = flown.state
    assert (state.orders.mission, state.completed, state.bomber_missions) == (8, 7, 2)
    assert [man.missions for man in state.men.values()] == [2] * 10
    assert flown.campaign.eighth_air_force == 1


@pytest.mark.rule("Q-R66", "Q5.1b-1")
@pytest.mark.parametrize(("mission", "table"), [(5, "G-1"), (6, "G-2"), (10, "G-2"), (11, "G-3"), (25, "G-3")])
def test_the_campaign_s_number_chooses_the_target_table_whoever_flies(sortie, mission, table):
    flown = sortie(mission, faces={table: [3, 4], "G-4": ["formation middle"], "G-4-SQUADRON": ["squadron middle"]})
    from combatbox.games.queen.flow import brief

    brief(flown.flight)
    assert flown.flight.dice.tables()[0] == table
    assert ("G-4-SQUADRON" in flown.flight.dice.tables()) is (mission > 5)


@pytest.mark.rule("Q-R66", "Q-O6a", "Q-G10b")
@pytest.mark.parametrize(("own", "bonus"), [(1, False), (10, False), (11, True), (25, True), (26, False)])
def test_a_man_s_own_count_gives_his_bonus_whatever_the_campaign_s_number(sortie, own, bonus):
    flown = sortie(15, names={"missions": {"bombardier": own}})
    assert is_veteran(flown.flight, flown.state.men["bombardier"]) is bonus


@pytest.mark.rule("Q-R66", "Q-G10b")
def test_a_man_becomes_a_veteran_with_his_eleventh_mission_and_his_replacement_is_none(sortie):
    flown = sortie(10, names={"missions": {"pilot": 10, "copilot": 10}})
    flown.over(copilot="invalided").after().onward()
    men = flown.state.men
    assert [is_veteran(flown.flight, men[role]) for role in ("pilot", "copilot")] == [True, False]


# ---- aces (9.3)


@pytest.mark.rule("Q9.3-1", "Q17.0-5", "Q-R37")
def test_kills_are_carried_on_and_the_fifth_makes_an_ace_once(sortie):
    flown = sortie()
    for kills, total in ((2, 2), (2, 4), (1, 5), (1, 6)):
        flown.over(kills={"tail_gunner": kills}).after()
        assert flown.state.men["tail_gunner"].kills == total
        assert len(flown.facts("ace")) == (1 if total >= 5 else 0)
        flown.onward()
    assert flown.campaign.aces == [flown.state.men["tail_gunner"].name]
    assert "is an ace: 5 fighters destroyed" in flown.account()


@pytest.mark.rule("Q9.3-1", "Q9.3-2", "Q9.3-3")
def test_an_ace_of_earlier_missions_has_his_bonus_and_one_who_was_wounded_has_it_back(sortie):
    flown = sortie(names={"kills": {"tail_gunner": 4}}).over(kills={"tail_gunner": 1})
    flown.state.men["tail_gunner"].light = 1
    flown.after().onward()
    state = flown.state
    from combatbox.bomber.conditions import ace_gunner

    state.hand.man, state.hand.gun = "tail_gunner", "tail"
    assert ace_gunner.bind().holds(flown.flight)
    state.men["tail_gunner"].light = 1
    assert not ace_gunner.bind().holds(flown.flight)
    assert gun_allocation.gunner(flown.flight, "tail") is state.men["tail_gunner"]


@pytest.mark.rule("Q9.3-1", "Q17.0-5")
def test_a_dead_man_s_kills_die_with_him(sortie):
    flown = sortie().over(kills={"tail_gunner": 4}, tail_gunner="killed").after().onward()
    assert flown.campaign.careers[0].kills == 4
    assert flown.state.men["tail_gunner"].kills == 0


@pytest.mark.rule("Q-B7c")
def test_a_rabbit_s_foot_is_kept_for_the_next_mission(sortie):
    flown = sortie().over()
    flown.state.rabbits_feet = 2
    assert flown.after().onward().state.rabbits_feet == 2


# ---- twenty-five missions (7.3)


@pytest.mark.rule("Q7.3-3")
def test_a_man_with_twenty_five_missions_goes_home_and_is_replaced(sortie):
    flown = sortie(20, names={"missions": {"pilot": 25, "navigator": 24}})
    pilot, navigator = (flown.state.men[role].name for role in ("pilot", "navigator"))
    flown.over().after()
    (home,) = flown.facts("goes_home")
    assert (home["who"], home["data"]["man"]) == ("pilot", pilot)
    assert flown.campaign.careers[0].rating == "superb"
    flown.onward()
    assert flown.state.men["pilot"].name != pilot
    assert flown.state.men["pilot"].missions == 1
    assert (flown.state.men["navigator"].name, flown.state.men["navigator"].missions) == (navigator, 25)
    assert "has survived 25 missions and goes home" in flown.account()


@pytest.mark.rule("Q7.3-3", "Q8.0-2")
@pytest.mark.parametrize(("fate", "counts"), [("killed", True), ("captured", True), ("invalided", True), ("", False)])
def test_nobody_goes_home_who_did_not_survive_it_or_whose_last_does_not_count(sortie, fate, counts):
    flown = sortie(20, names={"missions": {"pilot": 25}}).over("draw", counts=counts, per_cent=None, pilot=fate)
    flown.after()
    assert flown.facts("goes_home") == []


@pytest.mark.rule("Q7.3-2")
@pytest.mark.parametrize(("answer", "stays"), [("retire", False), ("fly_on", True)])
def test_a_bomber_with_twenty_five_missions_may_be_retired_or_fly_on(sortie, answer, stays):
    flown = sortie(20, names={"bomber": "Old Girl", "bomber_missions": 25}, answers={"retire": answer})
    flown.over().after()
    assert flown.player.kinds() == ["name_crew", "retire"]
    assert flown.player.options("retire") == ("retire", "fly_on")
    flown.onward()
    assert (flown.state.bomber == "Old Girl") is stays
    assert flown.state.bomber_missions == (26 if stays else 1)
    retired = [(s.name, s.fate, s.missions, s.rating) for s in flown.campaign.services]
    assert retired == ([] if stays else [("Old Girl", "retired", 25, "superb")])


@pytest.mark.rule("Q7.3-2", "Q8.0-2")
@pytest.mark.parametrize(
    ("missions", "outcome"),
    [
        (24, {"result": "draw"}),
        (25, {"result": "draw", "counts": False}),
        (25, {"result": "german_air_defence", "plane": "wrecked"}),
    ],
)
def test_a_bomber_short_of_them_or_lost_is_not_asked_about(sortie, missions, outcome):
    flown = sortie(20, names={"bomber_missions": missions}).over(**outcome).after()
    assert flown.player.kinds() == ["name_crew"]


@pytest.mark.rule("Q7.3-1")
@pytest.mark.parametrize(
    ("missions", "rating"),
    [(0, ""), (1, "poor"), (5, "poor"), (6, "fair"), (10, "fair"), (11, "good"), (17, "good"), (18, "excellent"),
     (24, "excellent"), (25, "superb"), (31, "superb")],
)  # fmt: skip
def test_planes_and_men_are_rated_by_the_missions_they_survived(sortie, missions, rating):
    flown = sortie(20, names={"bomber_missions": missions + 1, "missions": {"pilot": missions + 1}})
    flown.over("german_air_defence", plane="destroyed", landed="destroyed", pilot="killed").after()
    assert flown.campaign.careers[0].rating == rating
    assert (flown.campaign.services[0].missions, flown.campaign.services[0].rating) == (missions, rating)


@pytest.mark.rule("Q7.3-5", "Q7.3-6", "Q-R65", "Q17.0-2")
@pytest.mark.parametrize(
    ("drops", "rating"),
    [((), ""), ((4,), "poor"), ((5,), "fair"), ((0, 9), "poor"), ((10, 0), "fair"), ((14, 15), "fair"),
     ((15, None, 15), "good"), ((30, 29, 30), "good"), ((97, 20, 0), "excellent")],
)  # fmt: skip
def test_a_bomber_s_bombing_is_rated_by_the_mean_of_its_drops(sortie, drops, rating):
    flown = sortie()
    for drop in drops:
        flown.over("draw", per_cent=drop).after().onward()
    flown.over("german_air_defence", plane="wrecked", per_cent=None).after()
    (service,) = flown.campaign.services
    assert service.drops == sum(drop is not None for drop in drops)
    assert service.bombing == rating


@pytest.mark.rule("Q-R65")
@pytest.mark.parametrize(("option", "rating"), [("fair", "fair"), ("poor", "poor")])
def test_five_per_cent_is_fair_or_poor_as_ruled(sortie, option, rating):
    flown = sortie(rulings={"five_per_cent": option}).over("german_air_defence", per_cent=5, plane="wrecked").after()
    assert flown.campaign.services[0].bombing == rating


@pytest.mark.rule("Q7.3-6")
def test_a_new_bomber_begins_its_own_mean_and_the_campaign_has_one_over_all(sortie):
    flown = sortie(24)
    flown.over("german_air_defence", per_cent=0, plane="wrecked").after().onward()
    flown.over(per_cent=40).after()
    campaign.finish(flown.flight)
    assert [(s.per_cents, s.bombing) for s in flown.campaign.services] == [(0, "poor"), (40, "excellent")]
    assert flown.campaign.bombing == "good"


# ---- who wins (7.1, 7.2)


@pytest.mark.rule("Q7.1-1", "Q7.1-2", "Q7.1-3")
@pytest.mark.parametrize(
    ("landed", "plane", "aim", "result"),
    [
        ("england", "safe", "on_target", "eighth_air_force"),
        ("england", "repairable", "on_target", "eighth_air_force"),
        ("england", "irreparable", "on_target", "german_air_defence"),
        ("continent", "wrecked", "on_target", "german_air_defence"),
        ("sea", "wrecked", "on_target", "german_air_defence"),
        ("abandoned", "destroyed", "", "german_air_defence"),
        ("england", "safe", "off_target", "draw"),
        ("england", "safe", "", "draw"),
    ],
)
def test_whose_victory_a_mission_is(book, landed, plane, aim, result):
    rulebook = book.rulebook()
    state = new_state(rulebook, Setup(1))
    state.outcome.landed, state.plane.fate, state.outcome.aim_result, state.outcome.bombs_dropped = (
        landed,
        plane,
        aim,
        bool(aim),
    )
    state.outcome.per_cent = 10 if aim else -1
    flight = Flight(rulebook, None, state)
    judge(flight)
    assert state.outcome.result == result
    assert plane_lost.bind().holds(flight) is (result == "german_air_defence")


@pytest.mark.rule("Q7.2-1")
@pytest.mark.parametrize(
    ("results", "result"),
    [(("eighth_air_force", "eighth_air_force", "german_air_defence"), "won"),
     (("draw", "draw", "german_air_defence"), "lost"), (("eighth_air_force", "draw", "german_air_defence"), "drawn"),
     (("draw", "draw", "draw"), "drawn")],
)  # fmt: skip
def test_the_side_with_more_victories_wins_and_draws_do_not_count(sortie, results, result):
    flown = sortie(23)
    for number, each in enumerate(results):
        flown.over(each, plane="wrecked" if each == "german_air_defence" else "safe").after()
        if number < 2:
            flown.onward()
    campaign.finish(flown.flight)
    assert flown.campaign.result == result
    summary = flown.book.game.summary(flown.state)
    assert (summary["tour"], summary["missions_completed"], summary["next"]) == (result, 25, None)
    assert len(flown.campaign.careers) == 10
    assert "campaign" in flown.account().splitlines()[-1]


# ---- the wounded at home (17.0, errata)


@pytest.mark.rule("Q17.0-1", "Q5.2g-3", "Q-E05", "Q-R01", "Q-R67", "Q11.0-6", "Q-BL4b-2", "Q-BL5b")
@pytest.mark.parametrize(
    ("serious", "frost", "dice", "fate"),
    [
        (True, False, {"BL-4-SURVIVAL": ["recovers"]}, "recovers"),
        (True, False, {"BL-4-SURVIVAL": ["invalided"]}, "invalided"),
        (True, False, {"BL-4-SURVIVAL": ["dies"]}, "died_of_wounds"),
        (False, True, {"BL-5-RECOVERY": ["invalided"]}, "invalided"),
        (False, True, {"BL-5-RECOVERY": ["recovers"]}, "recovers"),
        (True, True, {"BL-4-SURVIVAL": ["invalided"], "BL-5-RECOVERY": ["recovers"]}, "invalided"),
        (True, True, {"BL-4-SURVIVAL": ["invalided"], "BL-5-RECOVERY": ["invalided"]}, "invalided"),
        (True, True, {"BL-4-SURVIVAL": ["dies"]}, "died_of_wounds"),
    ],
)
def test_the_wounded_are_settled_before_the_next_mission_is_set_up(sortie, serious, frost, dice, fate):
    flown = sortie(faces=dice).over("draw")
    man = flown.state.men["navigator"]
    man.serious, man.frostbitten, flown.state.track.zone = serious, frost, 1
    debrief(flown.flight)
    assert man.fate == fate
    assert flown.flight.dice.rest() == {}
    flown.after().onward()
    assert (flown.state.men["navigator"].name == man.name) is (fate == "recovers")


@pytest.mark.rule("Q-R01")
def test_the_other_ruling_lets_a_frostbitten_man_recover(sortie):
    flown = sortie(rulings={"Q-R01": "section"}, faces={"BL-5-RECOVERY-SECTION": ["recovers"]}).over("draw")
    man = flown.state.men["navigator"]
    man.frostbitten, flown.state.track.zone = True, 1
    debrief(flown.flight)
    assert man.fate == "recovers"


# ---- names that the player gives


@pytest.mark.rule("Q5.1a-1")
def test_the_player_names_bomber_and_men_or_leaves_it_to_the_roster(sortie):
    own = sortie(answers={"name_crew": "own", "name_bomber": "Own Goal", "name_man pilot": "Ann Smith"})
    assert (own.state.bomber, own.state.men["pilot"].name) == ("Own Goal", "Ann Smith")
    assert own.player.kinds() == ["name_crew", "name_bomber", *["name_man"] * 10]
    assert [decision.rule for decision in own.player.asked[1:]] == ["Q5.1a-1"] * 11
    left = sortie()
    assert left.player.kinds() == ["name_crew"]
    named = sortie(names={"bomber": "Miss Cue", "crew": {role: role.title() for role in left.state.men}})
    assert named.player.kinds() == []


@pytest.mark.rule("Q17.0-3")
def test_the_player_names_whoever_joins_but_not_as_one_before_him(sortie):
    flown = sortie(answers={"name_man": "Ann Smith", "name_bomber": "Second Wind"})
    dead, first = flown.state.men["pilot"].name, flown.state.bomber
    flown.over("german_air_defence", plane="wrecked", pilot="killed").after().onward()
    assert (flown.state.men["pilot"].name, flown.state.bomber) == ("Ann Smith", "Second Wind")
    bomber, man = flown.player.asked[-2:]
    assert (bomber.taken, bomber.rule, man.rule, man.who) == ((first,), "Q17.0-3", "Q17.0-3", "pilot")
    assert dead in man.taken
    assert set(man.taken) >= {other.name for role, other in flown.state.men.items() if role != "pilot"}


@pytest.mark.rule("Q17.0-3")
def test_a_campaign_gone_on_with_elsewhere_asks_for_those_who_are_missing(sortie):
    flown = sortie().over("german_air_defence", plane="wrecked", pilot="killed").after()
    onward = campaign.campaign_summary(flown.state)["next"]
    other = sortie(mission=onward["mission"], names=onward["names"], answers={"name_man": "Ann Smith"})
    assert other.player.kinds() == ["name_bomber", "name_man"]
    assert other.state.men["pilot"].name == "Ann Smith"


@pytest.mark.rule("Q5.1a-1")
@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"crew": {"pilot": "Bell\a"}}, "printable"),
        ({"crew": {"cook": "Bill"}}, "names.crew.cook: 'cook' is not a known word"),
        ({"crew": ["Bill"]}, "names.crew: must be a mapping"),
        ({"bomber": "x" * 41}, "1 to 40"),
    ],
)
def test_names_of_a_log_or_script_are_checked_too(sortie, names, message):
    with pytest.raises(CombatBoxError, match=message):
        sortie(names=names)
