"""The odds of missions and campaigns: what is counted, how sure it is, and that any executor gives the same."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from math import sqrt

import pytest
from tests.simulated import fly_many

from combatbox.core.dice import SeededDice
from combatbox.core.game import Setup, fly
from combatbox.core.statistics import Chain, Mean, Share, estimate, mean
from combatbox.games.queen.statistics import count, setup
from combatbox.odds.simulation import odds
from combatbox.odds.worker import fly_chunk
from combatbox.play.batch import SimulationRequest, chain_estimate, figure_estimates

ORDER = SimulationRequest("queen", 200, "o")


@pytest.fixture(scope="module")
def found(book):
    return odds(book, ORDER)


def test_the_odds_are_plain_data_with_survival_of_a_mission_and_a_tour(found):
    assert json.loads(json.dumps(found)) == found
    for key in ("mission_survival", "tour_completion"):
        share = found[key]
        assert 0 <= share["low"] <= share["value"] <= share["high"] <= 1
    assert found["tour_completion"]["value"] < found["mission_survival"]["value"]
    assert "product of its survival at each mission number" in found["tour_method"]
    assert found["mission_numbers"] == "1 to 25 in turn"
    assert found["mission_survival"]["value"] == found["events"]["survived"]["value"]
    assert found["events"]["survived"]["value"] + found["events"]["german_air_defence"]["value"] == pytest.approx(1)


def test_the_figures_are_by_mission_target_and_station(book, found):
    figures = found["figures"]
    assert list(figures["by_mission"]) == [str(number) for number in range(1, 26)]
    assert all(group["missions"] == 8 for group in figures["by_mission"].values())
    assert sum(group["missions"] for group in figures["by_target"].values()) == 200
    assert set(figures["by_target"]) > {"Abbeville", "Rouen"}
    for group in (*figures["by_mission"].values(), *figures["by_target"].values()):
        assert {"lost", "aborted", "on_target", "men_lost", "per_cent"} < set(group)
        assert 0 <= group["lost"]["value"] <= 1
        assert 0 <= group["men_lost"]["value"] <= 10
    assert list(figures["by_station"]) == list(book.meta.constants["crew"])
    deadliest = figures["deadliest_station"]
    assert deadliest["killed"]["value"] == max(s["killed"]["value"] for s in figures["by_station"].values())
    assert figures["campaigns"]["campaigns"] == 2
    assert {"won", "lost", "drawn", "first_bomber", "bombers_lost", "men_lost", "men_home", "aces"} < set(
        figures["campaigns"]
    )


@pytest.mark.rule("Q-R66")
def test_missions_are_flown_in_turn_by_a_crew_as_far_on_as_the_campaign(book):
    names = setup(book.rulebook(), 17)
    assert names.bomber_missions == 17
    assert set(names.missions.values()) == {17}
    alone = Counter()
    for number in range(30):
        mission = number % 25 + 1
        state = fly(book.game, book.rulebook(), SeededDice(f"o/{number}"), player=_Default(),
                    setup=Setup(mission, setup(book.rulebook(), mission)))  # fmt: skip
        assert state.orders.mission == mission
        alone.update(book.game.tally(state))
        alone.update(count(book.rulebook(), state))
    assert fly_chunk(ORDER, 0, 30) == alone


class _Default:
    def choose(self, decision, flight):
        return decision.default


def test_one_mission_number_alone_has_no_chain_and_no_campaigns(book):
    found = odds(book, SimulationRequest("queen", 120, "o", mission=3))
    assert found["mission_numbers"] == "3"
    assert list(found["figures"]["by_mission"]) == ["3"]
    assert "campaigns" not in found["figures"]
    assert found["tour_method"] == "survival of a mission, 25 times in a row"
    assert found["tour_completion"]["value"] == pytest.approx(found["mission_survival"]["value"] ** 25)


class Abroad(Executor):
    """Stands in for the executor of a cluster: only what can be pickled goes there and comes back."""

    def __init__(self):
        self.sent = 0

    def submit(self, fn, /, *args, **kwargs):
        import pickle

        self.sent += 1
        work, given = pickle.loads(pickle.dumps((fn, args)))
        future = Future()
        future.set_result(pickle.loads(pickle.dumps(work(*given, **kwargs))))
        return future


def test_any_executor_gives_the_same(book, found, monkeypatch):
    monkeypatch.setattr("combatbox.odds.simulation.CHUNK", 70)
    with ThreadPoolExecutor(2) as pool:
        assert odds(book, ORDER, jobs=2, executor=pool) == found
        assert pool.submit(int, "1").result() == 1, "an executor handed in is left open"
    abroad = Abroad()
    assert odds(book, ORDER, jobs=3, executor=abroad) == found
    assert abroad.sent > 4  # the tours too


def test_tours_are_flown_with_dice_of_their_own(book):
    order = SimulationRequest("queen", 1, "o/tour", run="tour")
    counted = fly_many(order)
    state = fly(book.game, book.rulebook(), SeededDice("o/tour/0"), run="tour", player=_Default())
    assert counted[("campaign", state.campaign.result)] == 1
    assert counted[f"campaign {state.campaign.result}"] == 1
    lost = sum(service.fate not in ("", "retired") for service in state.campaign.services)
    assert counted[("campaign", "bombers_lost", lost)] == 1
    assert counted[("campaign", "aces", len(state.campaign.aces))] == 1


# ---- how sure a figure is


def test_a_mean_has_the_interval_of_the_normal_distribution():
    found = mean(Mean({0: 50, 10: 50}))
    assert found.value == 5
    assert (found.low, found.high) == pytest.approx((5 - 1.959964 * 5 / sqrt(100), 5 + 1.959964 * 5 / sqrt(100)))
    assert mean(Mean({3: 7})).to_json() == {"value": 3.0, "low": 3.0, "high": 3.0, "exact": None}
    few = mean(Mean({0: 1, 1: 1}))
    assert (few.low, few.high) == (0, 1), "the bounds stay within the numbers seen"


def test_a_chain_is_the_product_and_its_bounds_hold_it():
    one = chain_estimate(Chain((Share(90, 100),)))
    assert one.value == 0.9
    assert one.low < 0.9 < one.high
    assert (one.low, one.high) == pytest.approx((estimate(90, 100).low, estimate(90, 100).high), abs=0.02)
    many = chain_estimate(Chain((Share(90, 100),) * 25))
    assert many.value == pytest.approx(0.9**25)
    assert many.low < many.value < many.high < 0.2
    sure = chain_estimate(Chain((Share(10, 10),) * 25))
    assert sure.value == 1
    assert sure.low < 0.5, "a few runs that all went well are not certain"
    never = chain_estimate(Chain((Share(0, 10), Share(5, 10))))
    assert (never.value, never.low) == (0, 0)
    assert never.high == pytest.approx(estimate(0, 10).high * estimate(5, 10).high)


def test_the_interval_of_a_chain_covers_the_truth_as_often_as_it_says():
    """300 times 25 shares drawn at 0.85 from 100 runs each: about 95 in 100 intervals hold 0.85 to the 25th."""
    import random

    draw = random.Random("chain").random
    held = 0
    for _ in range(300):
        found = chain_estimate(Chain(tuple(Share(sum(draw() < 0.85 for _ in range(100)), 100) for _ in range(25))))
        held += found.low <= 0.85**25 <= found.high
    assert 0.91 <= held / 300 <= 0.99


def test_figures_without_a_count_are_none():
    assert figure_estimates({"a": Share(0, 0), "b": {"c": Mean({})}, "d": "x"}) == {
        "a": None,
        "b": {"c": None},
        "d": "x",
    }
