"""Logs that are opened on the page of a game: in the replay player, and to go on with."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.unit.play.test_logs import other_tables

from combatbox.api import fly
from combatbox.cli.flight_commands import StopAfter
from combatbox.core.decisions import DefaultPlayer
from combatbox.library.load import load
from combatbox.play.logs import log_text

from .conftest import DESKTOP, Opener
from .test_play import over, question, saved_games, settled, usual

pytestmark = pytest.mark.browser


def opened(page: Page, path: Path) -> None:
    """Open a file on the start screen of the page."""
    page.set_input_files("[data-action=import]", path)
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)


def stepped(page: Page) -> int:
    """Step through a replay to its end; return the number of steps that were shown."""
    steps = 0
    while not over(page):
        page.keyboard.press("ArrowRight")
        settled(page)
        steps += 1
        assert steps < 2000
    return steps


def test_the_log_that_the_page_wrote_opens_on_the_page(visit: Opener, tmp_path: Path) -> None:
    watch = visit("twentyfive/play.html", DESKTOP)
    page = watch.page
    page.click("[data-action=begin]")
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)
    while not over(page):
        usual(page)
    page.click("[data-action=menu]")
    with page.expect_download() as download:
        page.click("[data-action=log]")
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    page.click("[data-action=door]")
    opened(page, path)
    assert stepped(page) > 1
    assert watch.troubles == []
    assert len(saved_games(page)) == 2


def test_a_tour_that_the_command_has_flown_goes_on_on_the_page(visit: Opener, tmp_path: Path) -> None:
    book = load("queen")
    log = next(
        log
        for seed in range(20)
        if (log := fly(book, seed=seed, run="tour", player=StopAfter(2, DefaultPlayer()))).summary["tour"] == "going on"
    )
    path = tmp_path / "tour.jsonl"
    path.write_text("\ufeff" + log_text(log).replace("\n", "\r\n"), "utf-8", newline="")
    watch = visit("queen/play.html", DESKTOP)
    page = watch.page
    opened(page, path)
    assert question(page)
    told = page.inner_text("[data-slot=told]")
    assert "Mission 1" in told
    page.keyboard.press("ArrowLeft")
    settled(page)
    page.keyboard.press("Escape")
    usual(page)
    page.reload()
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)
    assert watch.troubles == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("run", ["mission", "tour"])
def test_a_log_that_is_not_replayed_to_the_same_events_opens_to_be_read(
    visit: Opener, tmp_path: Path, run: str
) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(log_text(other_tables(fly(load("twentyfive"), seed="12", run=run))), "utf-8")  # type: ignore[arg-type]
    watch = visit("twentyfive/play.html", DESKTOP)
    page = watch.page
    opened(page, path)
    assert stepped(page) > 1
    expect(page.locator("[data-action=undo][data-size=choice]")).to_be_disabled()
    page.reload()
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)
    assert watch.troubles == []


def test_a_log_of_another_game_and_one_that_was_cut_are_refused_with_the_reason(visit: Opener, tmp_path: Path) -> None:
    log = fly(load("twentyfive"), seed="1")
    page = visit("queen/play.html", DESKTOP).page
    for name, text, why in (
        ("other.jsonl", log_text(log), "The log is of twentyfive, not of queen"),
        ("cut.jsonl", log_text(log)[:2000], "the log is cut short"),
    ):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        page.set_input_files("[data-action=import]", path)
        expect(page.locator("[data-slot=trouble]")).to_contain_text(why)
