"""The odds of the B-29: what is counted, what it comes to by part of the tour, and that the doctrine beats legal chance."""

import pytest
from tests.simulated import fly_many

from combatbox.core.statistics import Mean, Share, estimate, margin
from combatbox.games.superfort import statistics as counting
from combatbox.games.superfort import statistics as shown
from combatbox.odds.stored_odds import read_stored
from combatbox.play.batch import SimulationRequest, figure_estimates

RUNS = 140


@pytest.fixture(scope="module")
def flown():
    return fly_many(SimulationRequest("superfort", RUNS, "margin"))


def marks(counted):
    return {key: n for key, n in counted.items() if not isinstance(key, str)}


def test_a_mission_counts_for_its_part_of_the_tour(book, flown):
    worked = counting.work_out(book.rulebook(), marks(flown))
    parts = worked["by_phase"]
    assert [account["missions"] for account in parts.values()] == [40, 40, 60]
    assert sum(account["lost"].hits for account in parts.values()) == flown["japanese"]
    assert sum(account["on_target"].hits for account in parts.values()) == flown["on target"]
    for account in parts.values():
        causes = sum(account[name].hits for name in ("lost_fighters", "lost_flak", "lost_fuel", "lost_accident"))
        assert causes == account["lost"].hits
        assert 0 < account["off_course"].hits < account["off_course"].of
        assert account["fuel_tenth"] <= account["fuel_half"] <= account["fuel_ninetieth"]
    assert len(worked["by_mission"]) == len(worked["tour_completion"].shares) == 35


def test_what_is_counted_is_what_happened(b29, book):
    rig = b29(mission=12)
    rig.state.outcome.result, rig.state.ending.lost_to = "japanese", "collision"
    rig.state.counted.attacks, rig.state.counted.checks, rig.state.navigation.strayed = 3, 9, 2
    account = set(counting.count(book.rulebook(), rig.state))
    assert account == {("mission", 12, *mark) for mark in (
        ("flown",), ("lost",), ("lost_accident",), ("attacks", 3), ("checks", 9), ("strayed", 2),
    )}  # fmt: skip


def test_the_adviser_counts_every_man_who_never_flies_again(b29, book):
    (men_lost,) = (measure.of for measure in book.game.measures if measure.key == "men_lost")
    lost = set()
    for fate in book.rulebook().constants.fates:
        rig = b29(mission=12)
        rig.state.men["pilot"].fate = fate
        if men_lost(rig.state):
            lost.add(fate)
    assert {"killed", "captured", "captured_at_sea", "died_in_camp", "invalided"} <= lost
    assert lost.isdisjoint({"sent_home", "returned", "rescued", "stood_down"})


def test_a_part_of_all_is_read_off_the_numbers():
    numbers = Mean({1: 1, 5: 8, 20: 1})
    assert [counting._part(numbers, part) for part in (0.1, 0.5, 0.95)] == [1, 5, 20]
    assert counting._part(Mean({}), 0.5) is None


def test_charts_show_every_part_that_was_flown(book, flown):
    worked = figure_estimates(counting.work_out(book.rulebook(), marks(flown)))
    (group,) = shown.before(book.meta.constants, book.say, worked)
    assert [chart.key for chart in group.parts if chart.key.startswith("causes")] == [
        "causes-1-10",
        "causes-11-20",
        "causes-21-35",
    ]
    home = group.parts[0].bars[0]
    assert home.value == pytest.approx(1 - worked["by_phase"]["1-10"]["lost"]["value"])
    assert home.low <= home.value <= home.high
    assert shown.before(book.meta.constants, book.say, {}) == []
    assert shown.flown(book.meta.constants, {}) == ""


def test_one_mission_alone_has_no_chance_to_finish_a_tour(book):
    worked = counting.work_out(book.rulebook(), {("mission", 12, "flown"): 5, ("mission", 12, "lost"): 1})
    assert "tour_completion" not in worked
    assert worked["by_mission"] == {"12": Share(4, 5)}
    assert list(worked["by_phase"]) == ["11-20"]


def test_the_doctrine_is_better_than_legal_chance_by_a_margin(flown):
    """With the same dice; only whether to turn for home is the doctrine's for both."""
    chance = fly_many(SimulationRequest("superfort", RUNS, "margin", player="random", sensible=("abort",)))
    assert estimate(flown["survived"], RUNS).low > estimate(chance["survived"], RUNS).high + 0.05
    assert estimate(flown["american"], RUNS).low > estimate(chance["american"], RUNS).high


def test_the_margin_of_the_doctrine_over_chance_is_that_of_the_stored_results():
    stored = {item.id: item.found for item in read_stored("superfort")}
    _, low, _ = margin(stored["rules"]["mission_survival"], stored["random"]["mission_survival"])
    assert low > 0.2
    _, low, _ = margin(stored["rules"]["events"]["on target"], stored["random"]["events"]["on target"])
    assert low > 0.1


def test_about_a_third_of_first_bombers_come_through_a_tour():
    """The product over missions and the count of whole tours agree, and both are what the tables were balanced for."""
    found = read_stored("superfort")[0].found
    product, flown = found["tour_completion"], found["figures"]["tours"]["first_bomber"]
    assert flown["low"] <= product["high"]
    assert product["low"] <= flown["high"]
    assert 0.25 < product["value"] < 0.42
