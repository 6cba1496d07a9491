"""A scenario built on the site, and the tape on the table top, in a real browser with the engine in its worker."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from combatbox.games.skirmish.geometry import distance
from combatbox.library.load import load
from combatbox.library.scenarios import read_scenario
from combatbox.play.controller import GameController

from .conftest import PATIENCE, PHONE, Opener, Watch
from .test_pages import violations

pytestmark = pytest.mark.browser

PLAY, BUILD = "skirmish/play.html", "skirmish/build.html"
QUIET = "() => !('busy' in document.getElementById('play').dataset)"
STANDS = "() => cbPlay.table.board.tabletop().frame.m ?? {}"
MIDDLE = """key => { const {x, y, width, height} = document.querySelector(`[data-model=${key}] use`).getBoundingClientRect();
    return [x + width / 2, y + height / 2]; }"""
NUMBER = """() => {
    const boxes = ["text", ".cb-tape__line"].map(one => document.querySelector(`.cb-tape__drawn ${one}`).getBoundingClientRect());
    const [number, line] = boxes.map(({x, y, width, height}) => [x + width / 2, y + height / 2]);
    return [boxes[0].height, Math.hypot(number[0] - line[0], number[1] - line[1])];
}"""
"""Returns the height of the number on the tape in pixels, and how far its middle is from the middle of the tape."""
SEED = "() => { crypto.getRandomValues = numbers => numbers.fill(1); }"


@pytest.fixture
def phone(chromium: Browser, address: str) -> Iterator[Watch]:
    """Return a tab of a device with a touch screen and no mouse."""
    context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield Watch(context.new_page(), address)
    context.close()


def usual(page: Page) -> None:
    page.locator(".cb-play__ask [data-usual]").click()
    page.wait_for_function(QUIET)


def scripts(page: Page) -> str:
    """Return the addresses of everything that the page has loaded."""
    return " ".join(page.evaluate("performance.getEntriesByType('resource').map(e => e.name)"))


def test_a_tape_measures_by_thumb_between_models_and_points(phone: Watch, address: str) -> None:
    page = phone.page
    page.add_init_script(f"({SEED})()")
    page.goto(f"{address}/{PLAY}")
    page.locator("[data-action=begin]").tap()
    page.wait_for_selector("[data-action=option]")
    page.wait_for_function(QUIET)
    while not any(key.startswith("german") for key in page.evaluate(STANDS)):
        usual(page)
    before, stands = page.inner_text(".cb-play__question"), page.evaluate(STANDS)
    assert "/tape.js" not in scripts(page)

    page.locator(".cb-player__tape").tap()
    words = page.locator(".cb-tape__words")
    expect(words).not_to_be_empty()
    assert "/tape.js" in scripts(page)
    page.select_option("[data-end=from]", "leader")
    page.select_option("[data-end=to]", "last")
    apart = round(distance(*(stands["leader"][n] - stands["last"][n] for n in (0, 1))) / 250) / 4
    length = f"{int(apart)}{['', '¼', '½', '¾'][int(apart % 1 * 4)]}"
    expect(words).to_contain_text(f"Leader to Last bomber: {length} inches.")
    expect(words).to_contain_text("Last bomber at 6 o’clock of Leader; Leader at 12 o’clock of Last bomber.")
    page.select_option("[data-end=to]", "german1")
    expect(words).to_contain_text("German 1 can")
    expect(words).to_contain_text("Leader")
    assert page.locator(".cb-tape [role=status]").text_content() == words.text_content()
    assert page.locator(".cb-tape__line").count() == 1
    size, away = page.evaluate(NUMBER)
    assert size > 20
    assert away > size / 2

    page.select_option("[data-end=to]", "point")
    page.locator("[data-point=to] [data-axis=along]").fill("50.3")
    page.locator("[data-point=to] [data-axis=along]").blur()
    expect(words).to_contain_text("50¼ along")
    page.select_option("[data-end=from]", "right")
    page.select_option("[data-end=to]", "left")  # Both are visible now.
    for key, end in (("left", "from"), ("right", "to")):  # The first tap since the tape was taken out sets its start.
        page.touchscreen.tap(*page.evaluate(MIDDLE, key))
        expect(page.locator(f"[data-end={end}]")).to_have_value(key)
    assert page.inner_text(".cb-play__question") == before  # A tap with the tape answers nothing.
    assert violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    page.locator("[data-tape=close]").tap()
    expect(page.locator(".cb-tape")).to_be_hidden()
    assert page.locator(".cb-tape__line").count() == 0
    usual(page)
    assert not phone.troubles


def test_a_scenario_is_built_simulated_shared_opened_and_played(visit: Opener, tmp_path: Path) -> None:
    watch = visit(BUILD)
    page = watch.page
    page.evaluate("() => { navigator.clipboard.writeText = async text => { window.copied = text; }; }")
    trouble, chance = page.locator("[data-slot=trouble]"), page.locator(".cb-build__chances")
    models = page.locator("[data-slot=table] .cb-model:visible")
    assert models.count() == 0  # The table is empty until somebody fills it.
    expect(trouble).to_be_hidden()
    page.fill("[name='forces.bombers']", "2")
    expect(trouble).to_be_hidden()  # More is to be filled in.
    assert "pyodide" not in scripts(page)
    page.select_option("[data-action=begin]", "low-fuel")
    expect(models).to_have_count(6)

    play = page.locator("[data-action=play]")
    page.fill("[name='deployment.flank']", "200")  # The form allows it, but no bomber has space.
    expect(trouble).to_contain_text("make the area where the Americans start larger")
    expect(play).not_to_have_attribute("href", re.compile("."))
    page.click("[data-action=share]")
    assert page.locator("[data-slot=shared]").inner_text() == ""
    page.select_option("[data-action=begin]", "printed")
    expect(trouble).to_be_hidden()
    expect(play).to_have_attribute("href", re.compile("#scenario="))
    page.select_option("[data-action=begin]", "low-fuel")
    expect(models).to_have_count(6)

    bad = tmp_path / "bad.yaml"
    bad.write_text("title: Bad\nforces: {bombers: 4, escorts: 0,\n  germans: 99}\nhits: 5\n", encoding="utf-8")
    page.set_input_files("[data-action=open]", bad)
    expect(trouble).to_have_text("bad.yaml: Line 3: forces.germans must be a whole number from 0 to 16 (it is 99).")
    assert page.input_value("[name=title]") == read_scenario(load("skirmish"), "low-fuel")["title"]

    page.fill("[name=title]", "Three against five")
    page.fill("[name='forces.bombers']", "")
    expect(trouble).to_have_text("Bombers: a whole number from 1 to 4.")
    page.fill("[name='forces.bombers']", "3")
    page.fill("[name='forces.germans']", "5")
    page.fill("[name='table.length']", "60")
    page.focus("[data-edge=far]")
    page.keyboard.press("ArrowUp")
    assert page.input_value("[name='deployment.far']") == "19"
    expect(models).to_have_count(5)
    expect(trouble).to_be_hidden()

    built = page.evaluate("() => document.querySelector('[data-action=play]').href")
    page.select_option("[data-form=chance] [name=missions]", "50")
    page.click("[data-form=chance] [data-slot=go]")
    expect(page.locator("[data-form=chance] [data-slot=news]")).to_contain_text("Flown.")
    with page.expect_download() as download:
        page.click("[data-action=save]")
    scenario = read_scenario(load("skirmish"), str(download.value.path().rename(tmp_path / "own.yaml")))
    assert scenario["forces"] == {"bombers": 3, "escorts": 2, "germans": 5, "waves": 1}
    assert scenario["deployment"] == {"near": 6, "far": 19, "flank": 6}
    desk = GameController(load("skirmish"))
    desk.odds_begin(missions=50, seed="live", mission=1, scenario=scenario)
    flown = desk.odds_fly(50)["bars"][0]["flown"]
    expect(chance).to_contain_text(f"Americans {flown['value']:.1%} ({flown['low']:.1%} to {flown['high']:.1%})")
    expect(chance).to_contain_text("50 games.")
    assert violations(page) == []

    page.click("[data-action=share]")
    expect(page.locator("[data-slot=shared]")).to_contain_text("is copied")
    shared = page.evaluate("() => window.copied")
    assert shared == page.url
    assert shared.split("#")[1] == built.split("#")[1]

    other = visit("")
    other.page.goto(shared)
    expect(other.page.locator("[name=title]")).to_have_value("Three against five")
    assert other.page.input_value("[name='forces.germans']") == "5"
    other.page.click("[data-action=play]")
    other.page.click("[data-action=watch_shared]")
    other.page.wait_for_selector("[data-action=option]")
    other.page.wait_for_function(QUIET)
    expect(other.page.locator("[data-slot=what]")).to_contain_text("Three against five")
    usual(other.page)
    save = other.page.evaluate("async () => (await cbPlay.table.session.handle().call('save'))")
    assert json.loads(save)["header"]["setup"]["scenario"]["forces"]["germans"] == 5
    assert not watch.troubles
    assert not other.troubles


@pytest.mark.thorough
def test_a_campaign_goes_on_with_the_next_evening(phone: Watch, address: str) -> None:
    page = phone.page
    page.add_init_script(f"({SEED})()")
    page.goto(f"{address}/skirmish/campaign.html")
    page.get_by_role("link", name="Play this").tap()
    page.locator("[data-action=watch_shared]").tap()
    page.wait_for_selector("[data-action=option]")
    page.wait_for_function(QUIET)
    expect(page.locator("[data-slot=what]")).to_contain_text("The airfield")
    page.select_option("[data-action=auto]", label="to the end of the game")
    page.wait_for_function("() => cbPlay.table.state.seen.over")
    page.wait_for_function(QUIET)
    if page.locator("[data-action=now]").count():
        page.locator("[data-action=now]").tap()
    ask = page.locator(".cb-play__ask")
    expect(ask).to_contain_text("Evening 1 of 5 is over. Evenings won:")
    assert violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Next evening").tap()
    expect(page.locator("[data-slot=what]")).to_contain_text("The bridge")
    page.wait_for_function(QUIET)
    save = json.loads(page.evaluate("async () => (await cbPlay.table.session.handle().call('save'))"))
    assert len(save["header"]["setup"]["scenario"]["campaign"]["won"]) == 1
    assert not phone.troubles
