"""Record sheets of whole tours: whatever happens on a tour, its sheets are printed, and no man is missing on them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

import combatbox
from combatbox.core.decisions import Decision, DefaultPlayer
from combatbox.games import GAMES
from combatbox.library.folders import variants
from combatbox.library.load import load
from combatbox.play.replay import replay_log
from combatbox.play.tour_report import tour_report
from combatbox.press import fonts
from combatbox.press.charts import names_in
from combatbox.press.print_run import print_filled
from combatbox.press.shop import open_shop

TOURS = 200
book = cache(load)


@pytest.mark.sample(3)
@pytest.mark.parametrize("number", range(TOURS))
@pytest.mark.parametrize("key", [key for key in (*GAMES, *variants()) if "tour" in book(key).game.runs])
def test_the_sheets_of_any_tour_are_printed(tmp_path: Path, key: str, number: int) -> None:
    log = combatbox.fly(book(key), seed=f"tour/{number}", run="tour")
    assert print_filled(book(key), [replay_log(book(key), log).journal], tmp_path, "a4", "tour")


def test_letters_without_a_face_are_sought_once_in_a_name_and_not_for_every_field(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tour has some seventy names and thousands of fields: to look at each name for each field took ten times as long."""
    journal = replay_log(book("queen"), combatbox.fly(book("queen"), seed="tour/0", run="tour")).journal
    searched: list[str] = []
    with_boxes = fonts.with_boxes
    monkeypatch.setattr(fonts, "with_boxes", lambda text: searched.append(text) or with_boxes(text))
    papers = print_filled(book("queen"), [journal], tmp_path, "a4", "tour")
    filled = [field for path in papers for field in (PdfReader(path).get_fields() or {}).values() if field.get("/V")]
    assert len(names_in(journal)) < len(searched) < 2 * len(filled)


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
