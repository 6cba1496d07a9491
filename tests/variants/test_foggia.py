"""The variant foggia: data alone, with the origin of each table, double missions, Vis and its own words."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from tests.games.queen.rig import Rig, two

from combatbox.bomber import campaign
from combatbox.bomber.state import Campaign
from combatbox.cli import main
from combatbox.games.queen import landing
from combatbox.library.load import load
from combatbox.odds.stored_odds import stored_for
from combatbox.play.controller import GameController
from combatbox.press.map_data import read_atlas
from combatbox.prose.pages import page_text


@pytest.fixture(scope="module")
def book():
    return load("foggia")


def test_a_table_of_some_targets_leads_on_like_the_table_it_replaces(book):
    for usual, other in [("B-3", "B-3-BALKANS"), ("B-3", "B-3-AUGUST"), ("O-2", "O-2-RING"), ("O-6", "O-6-SMOKE")]:
        assert book.followers(book.tables[usual])
        assert book.followers(book.tables[other]) == book.followers(book.tables[usual])


def test_the_worst_month_and_the_worst_and_safest_targets_are_those_that_its_page_names(book):
    figures = stored_for(book)[0].found["figures"]

    def lost(*missions):
        return sum(figures["by_mission"][str(number)]["lost"]["value"] for number in missions) / len(missions)

    july = lost(*range(29, 41))
    assert all(july > lost(*range(first, last)) for first, last in ((1, 9), (9, 19), (19, 29), (41, 51)))
    targets = {city: figure["lost"]["value"] for city, figure in figures["by_target"].items()}
    ranked = sorted(targets, key=targets.__getitem__)
    assert set(ranked[:2]) == {"Zagreb", "Udine"}
    assert {"Ploesti", "Munich"} < set(ranked[-5:])


def test_each_target_lies_in_its_zone_on_the_map(book):
    atlas = read_atlas(book)
    assert {place.key: place.zone for place in atlas.targets}["Ploesti"] == 8
    assert [place.name for place in atlas.places] == ["Vis"]


# ---- missions that count double


def test_targets_north_of_47_degrees_count_double_and_ploesti_and_bucharest_until_the_end_of_july(book):
    north = {place.key for place in read_atlas(book).targets if place.north > 47}
    early, late = book.const.credits
    assert (early.until, late.until) == (book.const.target_tables["G-3-JULY"], book.const.missions)
    assert set(early.cities) == north | {"Ploesti", "Bucharest"}
    assert set(late.cities) == north


def debriefed(book, city, mission, **outcome):
    """Return the state after a mission to a city whose ten men were on their 20th mission."""
    rig = Rig(book, {}, {}, city=city, zone=1, leg="back", mission=mission, names={"bomber": "Miss Cue"})
    state = rig.state
    state.campaign, state.completed, state.bomber_missions = Campaign("x"), mission - 1, 5
    for man in state.men.values():
        man.missions, man.name = 20, man.role
    state.outcome.bombs_dropped, state.outcome.landed, state.outcome.result = True, "england", "draw"
    for name, value in outcome.items():
        setattr(state.outcome, name, value)
    state.men["bombardier"].fate = "captured"
    campaign.close_books(rig.flight)
    return state


@pytest.mark.rule("Q7.3-3")
@pytest.mark.parametrize(
    ("city", "mission", "credit"),
    [("Vienna", 12, 2), ("Vienna", 45, 2), ("Ploesti", 40, 2), ("Ploesti", 41, 1), ("Belgrade", 12, 1)],
)
def test_far_targets_count_double_for_campaign_bomber_and_men(book, city, mission, credit):
    state = debriefed(book, city, mission)
    assert state.completed == mission - 1 + credit
    names = campaign.carry_on(state).names
    assert names.bomber_missions == 5 + credit
    assert names.missions["pilot"] == 20 + credit
    (career,) = state.campaign.careers
    assert (career.name, career.missions) == ("bombardier", 19)


@pytest.mark.rule("Q7.3-3")
@pytest.mark.parametrize("outcome", [{"bombs_dropped": False}, {"counts": False}])
def test_a_mission_without_a_drop_does_not_count_double(book, outcome):
    state = debriefed(book, "Vienna", 12, **outcome)
    assert state.completed == 11 + state.outcome.counts
    assert campaign.carry_on(state).names.missions["pilot"] == 20 + state.outcome.counts


@pytest.mark.rule("Q7.3-3")
def test_a_man_who_comes_home_and_never_flies_again_is_credited_too(book):
    rig = Rig(book, {}, {}, city="Vienna", zone=1, leg="back", mission=12, names={"bomber": "Miss Cue"})
    state = rig.state
    state.campaign, state.completed = Campaign("x"), 11
    for man, fate in zip(state.men.values(), ("invalided", "died_of_wounds", "captured"), strict=False):
        man.missions, man.name, man.fate, man.dead = 20, man.role, fate, fate == "died_of_wounds"
    state.outcome.bombs_dropped, state.outcome.landed, state.outcome.result = True, "england", "draw"
    campaign.close_books(rig.flight)
    assert {career.fate: career.missions for career in state.campaign.careers} == {
        "invalided": 21, "died_of_wounds": 19, "captured": 19,
    }  # fmt: skip


@pytest.mark.rule("Q7.3-3")
def test_a_double_mission_may_be_the_last_of_a_tour(book):
    rig = Rig(book, {}, {}, city="Vienna", zone=1, leg="back", mission=49)
    state, pilot = rig.state, rig.state.men["pilot"]
    state.campaign, state.completed, pilot.missions, pilot.name = Campaign("x"), 48, 49, "Frank"
    state.outcome.bombs_dropped, state.outcome.landed, state.outcome.result = True, "england", "draw"
    campaign.close_books(rig.flight)
    assert (state.completed, pilot.fate, pilot.missions) == (50, "sent_home", 50)


def test_the_summary_of_a_tour_counts_double_missions(book):
    desk = GameController(book)
    seen = desk.begin(seed="2", run="tour")
    while seen["asked"]["place"] != "campaign.fly_on":
        seen = desk.auto("mission")
    assert desk.session.summary["missions_completed"] == 2
    report = desk.tour()
    assert (report["flown"], report["left"]) == (1, 48)
    crew = next(table for table in report["tables"] if table["title"] == "Crew")
    assert {row[2] for row in crew["rows"]} == {"2"}


# ---- coming down


@pytest.mark.rule("Q16.1-2", "Q7.1-1")
def test_a_bomber_that_cannot_go_on_lands_on_vis_as_at_home(book):
    rig = Rig(book, {"G-9": two(7)}, {}, city="Vienna", zone=2, leg="back")
    rig.state.plane.bombs_aboard = False
    rig.fly(landing.forced_down)
    landing.debrief(rig.flight)
    state = rig.state
    assert rig.player.asked[-1].default == "land vis"
    assert (state.outcome.landed, state.plane.fate, state.outcome.result) == ("england", "safe", "draw")
    assert [man.fate for man in state.men.values()] == [""] * 10
    assert dict(rig.flight.modifiers(rig.flight.tables["G-9"])) == {"down_in V": -1}


@pytest.mark.rule("Q-G7d", "Q-G7c")
@pytest.mark.parametrize(
    ("city", "zone", "letter", "die", "fate"),
    [("Belgrade", 4, "Y", 3, "returned"), ("Belgrade", 4, "Y", 2, "captured"), ("Vienna", 6, "G", None, "captured"),
     ("Munich", 6, "A", None, "captured"), ("Verona", 5, "I", 5, "returned"), ("Vienna", 2, "V", None, "returned")],
)  # fmt: skip
def test_what_lies_below_decides_who_walks_home(book, city, zone, letter, die, fate):
    dice = {"G-6": [4] * 10, "G-7-CAPTURE": [die] * 10 if die else []}
    rig = Rig(book, dice, {}, city=city, zone=zone)
    rig.fly(landing.bail_out, "G-6", letter)
    assert {man.fate for man in rig.state.men.values()} == {fate}


# ---- words


def test_its_home_is_foggia_on_pages_board_and_chart(book):
    assert book.say("england") == "Foggia"
    for path in ("rules/1-mission.md", "rules/14-coming-down.md", "rules/15-after.md", "sequence.md"):
        assert "England" not in page_text(book, path)
    assert "England" not in CliRunner().invoke(main, ["fly", "foggia", "--seed", "7"]).stdout


def test_the_list_of_games_states_that_it_is_ours():
    assert "foggia: B-17F: Foggia 1944, a reconstruction by us" in CliRunner().invoke(main, ["games"]).stdout


@pytest.mark.parametrize(
    ("seed", "record"), [("1", "Mission 1, Carolina Wren to Zagreb"), ("2", "Mission 1, which counts as two, Ragtime Rosie to Wiener Neustadt")]
)  # fmt: skip
def test_the_record_says_that_a_mission_counts_as_two_only_if_it_does(book, seed, record):
    desk = GameController(book)
    desk.begin(seed=seed, run="tour")
    (line,) = [line.strip() for line in desk.auto("mission")["lines"] if "So far" in line]
    assert line.startswith(record)
    assert line.endswith("So far 1 American victory, 0 German victories, 0 draws.")


def test_odds_without_whole_tours_say_nothing_of_the_end_of_a_tour():
    few = CliRunner().invoke(main, ["odds", "foggia", "--missions", "60", "--jobs", "1", "--json"])
    assert few.exit_code == 0, few.output
    assert not {"tour_completion", "tour_method"} & set(json.loads(few.stdout))
