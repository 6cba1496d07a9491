"""Record sheets of whole tours: whatever happens on a tour, its sheets are printed, and no man is missing on them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import combatbox
from combatbox.core.decisions import Decision, DefaultPlayer
from combatbox.games import GAMES
from combatbox.library.folders import variants
from combatbox.library.load import load
from combatbox.play.replay import replay_log
from combatbox.play.tour_report import tour_report
from combatbox.press.print_run import print_filled
from combatbox.press.shop import open_shop

TOURS, AT_ONCE = 200, 4
book = cache(load)


@pytest.mark.sample(3)
@pytest.mark.parametrize("first", range(0, TOURS, AT_ONCE))
@pytest.mark.parametrize("key", [key for key in (*GAMES, *variants()) if "tour" in book(key).game.runs])
def test_the_sheets_of_any_tour_are_printed(tmp_path: Path, key: str, first: int) -> None:
    for number in range(first, first + AT_ONCE):
        log = combatbox.fly(book(key), seed=f"tour/{number}", run="tour")
        assert print_filled(book(key), [replay_log(book(key), log).journal], tmp_path, "a4", "tour")


class AbortsFirst(DefaultPlayer):
    """A player who turns the first mission of a tour round at the first chance."""

    asked = False

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return `abort` once, then the default of every decision."""
        if decision.kind != "abort" or self.asked:
            return super().choose(decision, flight)
        self.asked = True
        return "abort"


@pytest.mark.parametrize(("key", "seed"), [("queen", "tour"), ("superfort", "a")])
def test_men_and_bomber_of_a_first_mission_that_does_not_count_stand_in_the_first_line(key: str, seed: str) -> None:
    log = combatbox.fly(book(key), seed=seed, run="tour", player=AbortsFirst())
    shop = open_shop(book(key))
    forms = book(key).game.forms(log.events, log.header, shop.context.rules)
    first, record = forms["composite"]["rows"][0], forms["composite"]
    assert record["uncounted"][0]["mission"] == first["mission"]
    assert first["new_bomber"]
    assert all(man["new"] for man in first["crew"].values())
    (career, *_) = shop.provider.fill(shop.context, forms)["career-log"]
    assert {man["name"] for man in first["crew"].values()} <= set(career.values.values())
    crew = next(table for table in tour_report(book(key), forms)["tables"] if table["title"] == "Crew")
    assert {man["name"] for man in first["crew"].values()} <= {row[1] for row in crew["rows"]}
