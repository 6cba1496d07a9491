"""After a mission: a new game, a tour with the same crew, the tour's summary, and the share sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from combatbox.library.load import load
from combatbox.play.controller import GameController
from combatbox.press.shop import open_shop

from .conftest import DESKTOP, PHONE, Opener
from .test_pages import violations
from .test_play import over, question, reopened, saved_games, settled, usual

pytestmark = pytest.mark.browser

SHEET = """
    window.shared = [];
    Object.defineProperty(navigator, "canShare", {value: () => true});
    Object.defineProperty(navigator, "share", {value: async what => { window.shared.push({...what,
        files: (what.files || []).map(file => [file.name, file.type, file.size])}); }});
"""
"""A device with a sheet of its own, which writes down what it is handed."""

SMALLEST = {"width": 360, "height": 640}

AUTO = """value => { const auto = document.querySelector('[data-action=auto]');
    auto.value = value; auto.dispatchEvent(new Event('change')); }"""


def flown(page: Page, order: str, title: str) -> None:
    """Begin a game and let the doctrine fly it to its end."""
    page.evaluate(f"() => cbPlay.table.begin({order}, '{title}')")
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)
    for _ in range(80):
        if over(page):
            return
        if page.locator("[data-action=now]").count():  # A mission without a decision is shown step by step.
            page.click("[data-action=now]")
        elif page.locator("[data-action=auto] option[value='stretch:mission']").count():
            page.evaluate(AUTO, "stretch:mission")
        else:
            page.locator(".cb-play__ask [data-usual]").click()
        settled(page)


def test_another_is_begun_at_once_and_a_mission_becomes_a_tour(visit: Opener) -> None:
    watch = visit("", PHONE)
    page = watch.page
    page.add_init_script(SHEET)
    page.goto(f"{watch.home}/twentyfive/play.html")
    flown(page, "{seed: '5'}", "Mission 1")
    assert violations(page) == []
    page.click("[data-action=share_result]")
    page.wait_for_function("() => window.shared.length")
    (shared,) = page.evaluate("window.shared")
    assert shared["url"].partition("#game=")[2].startswith("twentyfive.")
    assert shared["title"] == "25 and Out"
    ((name, kind, size),) = shared["files"]
    assert (name, kind) == ("twentyfive-mission-1.png", "image/png")
    assert size > 5_000
    lines = page.locator(".cb-told").count()

    page.click("[data-action=become_tour]")
    settled(page)
    assert not over(page)
    assert question(page)
    assert page.locator(".cb-told").count() >= lines, "the mission that was flown is its first"
    assert {game["title"] for game in saved_games(page)} == {"Mission 1", "A tour"}
    tour = next(game for game in saved_games(page) if game["title"] == "A tour")
    assert reopened("twentyfive", tour["text"])["can"]["report"]

    page.evaluate("() => cbPlay.table.showRoom('door')")
    row = page.locator(".cb-play__kept li", has_text="A tour")
    row.locator("[data-action=glance]").click()
    expect(page.locator(".cb-play__record h2")).to_have_text("25 and Out: A tour")
    expect(page.locator(".cb-play__record")).to_contain_text("1 mission flown, 24 missions still to fly.")
    assert violations(page) == []
    page.click("[data-action=book]")
    expect(page.locator(".cb-book__mission")).to_have_count(1)
    expect(page.locator(".cb-book")).to_contain_text("A tour of one mission.")
    assert page.locator(".cb-book__plane use").evaluate("use => use.getBBox().width") > 100, "the bomber is drawn"
    assert violations(page) == []
    page.click(".cb-play__record [data-action=table]")
    page.evaluate("() => cbPlay.table.showRoom('door')")
    page.locator(".cb-play__kept li", has_text="Mission 1").locator("[data-action=continue]").click()
    settled(page)
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)
    page.click("[data-action=now]")  # A finished game is shown from its first step.
    page.click("[data-action=again]")
    expect(page.locator(".cb-play__door")).to_be_hidden()
    settled(page)
    assert len(saved_games(page)) == 3
    assert not watch.troubles


def test_a_tour_begins_without_a_picture_of_letters(visit: Opener) -> None:
    page = visit("queen/play.html", PHONE).page
    page.evaluate("() => cbPlay.table.begin({seed: '5', run: 'tour'}, 'A tour')")
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)
    assert question(page).startswith("Who names bomber and crew?")
    assert page.locator(".cb-play__picture").count() == 0
    bar, asked = page.locator(".cb-play__bar").bounding_box(), page.locator(".cb-play__question").bounding_box()
    assert bar
    assert asked
    assert asked["y"] - bar["y"] - bar["height"] < 40, "nothing is drawn yet, so nothing stands above the question"
    usual(page)
    expect(page.locator(".cb-play__drawn")).to_be_visible()


def finished_tour() -> GameController:
    """Return a tour that is over."""
    desk = GameController(load("queen"))
    seen = desk.begin(seed="5", run="tour")
    while not seen["over"]:
        seen = desk.answer(seen["asked"]["default"])
    return desk


@pytest.mark.thorough
def test_a_tour_at_a_glance_fits_every_screen_and_one_page(visit: Opener, tmp_path: Path) -> None:
    watch = visit("queen/play.html", SMALLEST)
    page = watch.page
    tour = finished_tour()
    page.evaluate("text => cbPlay.table.resume({...cbPlay.table.newGame('A tour'), text})", tour.save())
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)
    assert page.locator(".cb-play__menu [data-action=tour]").get_attribute("hidden") is None
    if page.locator("[data-action=now]").count():  # A mission without a decision is shown step by step.
        page.click("[data-action=now]")
    assert over(page)
    page.click(".cb-play__options [data-action=tour]")
    record = page.locator(".cb-play__record")
    expect(record.locator("caption")).to_have_text(["Crew", "Bombers", "Missions"])
    expect(record).to_contain_text("0 missions still to fly")
    assert record.locator("table").nth(0).locator("tbody tr").count() >= 10
    assert record.locator("table").nth(2).locator("tbody tr").count() >= 25
    for name, text in tour.tour()["files"].items():
        with page.expect_download() as download:
            record.get_by_role("link", name=name).click()
        assert download.value.suggested_filename == name
        assert Path(download.value.path()).read_bytes().decode("utf-8") == text
    for size in (SMALLEST, DESKTOP):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    for paper in ("A4", "Letter"):
        path = tmp_path / f"{paper}.pdf"
        page.pdf(path=path, format=paper)
        assert len(PdfReader(path).pages) == 1, paper
    check_wall(page, tmp_path)
    check_tour_book(page, tour, tmp_path)
    assert not watch.troubles


def check_wall(page: Page, tmp_path: Path) -> None:
    """Open the wall of the crew: it fits every screen and one page, can be painted and shared, and leads back.

    Args:
        page: the page, which shows the tour at a glance.
        tmp_path: a folder for the printed wall.
    """
    page.click("[data-action=wall]")
    wall = page.locator(".cb-wall")
    for size, columns in ((SMALLEST, "narrow"), (DESKTOP, "wide")):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        expect(wall.locator("svg:visible")).to_have_count(1)
        expect(wall.locator(f".cb-wall__{columns} svg")).to_be_visible()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    for paper in ("A4", "Letter"):
        page.pdf(path=tmp_path / f"wall-{paper}.pdf", format=paper)
        assert len(PdfReader(tmp_path / f"wall-{paper}.pdf").pages) == 1, paper
    wall.locator("select").select_option("swan")
    wall.locator("input").fill("Lucky <Seven>")
    wall.locator("[data-action=wall]", has_text="Paint it").click()
    expect(wall.locator(".cb-wall__wide svg text").first).to_have_text("Lucky <Seven>")
    expect(wall.locator("select")).to_have_value("swan")
    with page.expect_download() as download:
        wall.locator("[data-share]").click()
    assert download.value.suggested_filename.endswith("-crew.png")
    page.click(".cb-play__record [data-action=tour]")
    expect(page.locator(".cb-tour")).to_be_visible()
    expect(page.locator(".cb-play__record [data-action=tour]")).to_be_hidden()
    assert page.locator("h1").evaluate("title => title.offsetWidth") <= 1, "the tour has a title of its own"


def check_tour_book(page: Page, tour: GameController, tmp_path: Path) -> None:
    """Open the tour book: it has what the printed one has, fits every screen, and prints two missions on a page.

    Args:
        page: the page, which shows the tour at a glance.
        tour: the tour.
        tmp_path: a folder for the printed book.
    """
    page.click("[data-action=book]")
    missions = page.locator(".cb-book__mission")
    expect(missions).to_have_count(25)
    contents = open_shop(load("queen")).read_tour(tour.session.journal)
    assert contents
    assert missions.locator("h3").all_text_contents() == [f"{one.number} {one.title}" for one in contents.missions]
    assert missions.locator(".cb-book__day").all_text_contents() == [one.day for one in contents.missions]
    assert missions.locator(".cb-book__map svg").count() == sum(one.route is not None for one in contents.missions)
    honours = page.locator(".cb-book table", has_text="Roll of honour").locator("tbody tr")
    expect(honours).to_have_count(len(contents.honours[1]))
    written = check_notes(page, contents.honours[1][0][0])
    for size in (SMALLEST, DESKTOP):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.pdf(path=tmp_path / "book.pdf", format="A4")
    pages = [printed.extract_text() for printed in PdfReader(tmp_path / "book.pdf").pages]
    assert len(pages) <= 1 + 13 + 3 + 4, "a long note takes pages of its own"
    words = " ".join(" ".join(pages).split())
    assert written in words
    assert words.count("Wort") == LONG.count("Wort"), "a long note is printed to its end"
    assert words.count("Your note") == 3, "empty notes are not printed"
    assert "this browser" not in words
    page.evaluate("() => cbPlay.table.showRoom('door')")
    remove = page.locator(".cb-play__kept li", has_text="A tour").locator("[data-action=remove]")
    remove.click()
    remove.click()
    expect(remove).to_have_count(0)
    assert page.evaluate(NOTES) == []


LONG = "Wort " * 2_000
"""A note of 10,000 letters."""

NOTES = "Object.keys(localStorage).filter(key => key.startsWith('cb-notes-'))"
"""The settings with the notes on tours."""


def check_notes(page: Page, man: str) -> str:
    """Write notes into the open book, any text and any length: they are there after a reload, as they were typed.

    Args:
        page: the page, which shows the book of a tour.
        man: the name of a man of the roll of honour.

    Returns:
        A note, as the book shows it.
    """
    hostile = '</textarea><script>window.harmed = 1</script> 😀 &amp; "שלום"'
    expect(page.locator(".cb-book__kept")).to_have_text(re.compile("kept in this browser"))
    notes = {"mission-2-note": hostile, man: "He sang.", "mission-3-note": LONG}
    for name, text in notes.items():
        field = page.locator(f'textarea[name="{name}"]')
        expect(field).to_have_count(1)
        field.fill(text)
        assert field.evaluate("field => field.scrollHeight <= field.clientHeight"), "the field is as high as its note"
    page.reload()  # with the last field still open
    page.locator(".cb-play__kept li", has_text="A tour").locator("[data-action=glance]").click()
    page.click("[data-action=book]")
    for name, text in notes.items():
        expect(page.locator(f'textarea[name="{name}"]')).to_have_value(text.strip())
    assert page.evaluate("window.harmed") is None
    return hostile.partition("😀")[0].strip()
