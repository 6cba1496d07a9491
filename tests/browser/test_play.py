"""The page that plays a game, in a real browser with the engine in its worker.

It is played by mouse, by keyboard, with the player's own dice, and by dragging on a table top; games are saved, resumed, taken back,
watched, and begun with the lesson.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from combatbox.games.skirmish.geometry import INCH
from combatbox.games.skirmish.parameters import measures
from combatbox.games.skirmish.paths import any_path, parse_move, reach_of, read_path
from combatbox.games.skirmish.state import Plane
from combatbox.library.export import book_text
from combatbox.library.load import load
from combatbox.library.tutorial import read_lesson
from combatbox.play.controller import GameController
from combatbox.play.logs import parse_log
from combatbox.play.replay import replay_log
from combatbox.press.print_run import print_filled

from .conftest import DESKTOP, PHONE, Opener, Watch, wait_frames
from .test_pages import violations

pytestmark = pytest.mark.browser

COUNTED = "let drawn = 0; crypto.getRandomValues = numbers => numbers.fill(++drawn)"
"""Chance that is the same at every run: one game in fifty is over before anything is asked."""


@pytest.fixture
def visit(visit: Opener) -> Opener:
    """Open pages as elsewhere; games that begin there have the seeds 1, 2, 3."""

    def go(path: str = "", *of: Any, **named: Any) -> Watch:
        watch: Watch = visit("", *of, **named)
        watch.page.add_init_script(COUNTED)
        watch.page.goto(f"{watch.home}/{path}")
        return watch

    return go


QUIET = "() => !('busy' in document.getElementById('play').dataset)"
"""The engine has answered, and what it says is drawn."""


def settled(page: Page) -> None:
    page.wait_for_function(QUIET)


def sit_down(page: Page, button: str = "begin") -> None:
    page.click(f"[data-action={button}]")
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)


def question(page: Page) -> str:
    return page.inner_text(".cb-play__question")


def usual(page: Page) -> None:
    """Press the default option, or step on where steps are shown."""
    page.locator(".cb-play__ask [data-usual]").click()
    settled(page)


def over(page: Page) -> bool:
    return page.locator(".cb-play__ask [data-action=again]").count() == 1


def saved_games(page: Page) -> list[dict[str, Any]]:
    """Return the saved games of the page, with their texts."""
    found: list[dict[str, Any]] = page.evaluate(
        "async game => Promise.all((await cbSaves.list(game)).map(one => cbSaves.get(one.id)))",
        page.get_attribute("#play", "data-game"),
    )
    return found


def reopened(game: str, text: str) -> dict[str, Any]:
    """Open a saved game of the page with the engine outside the browser."""
    return GameController(load(game)).load(text)


FULL = """() => {
    window.realPut = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
ROOM = "() => { IDBObjectStore.prototype.put = window.realPut; }"


def test_a_full_store_is_reported_once_and_leaves_the_decision_on_the_screen(visit: Opener) -> None:
    page = visit("queen/play.html", PHONE).page
    page.evaluate(FULL)
    sit_down(page)
    trouble, ask, place = (page.locator(css) for css in ("[data-slot=trouble]", ".cb-play__ask", "[data-slot=what]"))
    expect(trouble).to_contain_text("This game is not kept: no room left in this browser.")
    expect(trouble).to_be_in_viewport(ratio=1)
    expect(ask).to_be_in_viewport(ratio=1)
    usual(page)
    expect(trouble).to_be_hidden()
    expect(place).to_contain_text("not kept")
    expect(ask).to_be_in_viewport(ratio=1)
    page.evaluate(ROOM)
    usual(page)
    expect(place).not_to_contain_text("not kept")
    assert len(saved_games(page)) == 1


def test_a_mission_by_mouse_is_saved_taken_back_reviewed_and_shared(visit: Opener) -> None:
    watch = visit("queen/play.html")
    page, asked = watch.page, []
    page.on("request", lambda request: asked.append(request.url))
    assert "engine/" not in " ".join(page.evaluate("performance.getEntriesByType('resource').map(e => e.name)"))
    assert violations(page) == []
    sit_down(page)
    assert any("engine/" in url for url in asked)
    lit = 0
    while not over(page):
        fighter = page.locator(".cb-fighter[data-lit]").first
        if fighter.count() and lit < 2:  # Options can be pressed in the drawing.
            if not lit:  # A press asks the adviser, and another press stops him.
                page.click("[data-action=advise]")
                expect(page.locator(".cb-play__options small").first).to_contain_text("(")
                page.click("[data-action=advise]")
                expect(page.locator("[data-slot=advice]")).to_contain_text("missions flown")
            lit += 1
            before = question(page), page.locator(".cb-told").count()
            fighter.click()
            settled(page)
            if page.locator(".cb-play__meant").count():
                page.locator(".cb-play__meant").first.click()
                settled(page)
            assert before != (question(page), page.locator(".cb-told").count())
            assert violations(page) == []
        else:
            usual(page)
    (game,) = saved_games(page)
    seen = reopened("queen", game["text"])
    assert seen["over"]
    assert page.locator(".cb-told").count() == len(seen["account"])

    page.locator("[data-action=undo][data-size=choice]").click()
    settled(page)
    assert not over(page)
    page.click("[data-action=redo]")
    settled(page)
    assert over(page)

    last = page.locator(".cb-told__line").last
    lines_before = page.locator(".cb-told").count()
    first = page.locator(".cb-told__line").nth(4)
    first.click()
    page.click("[data-action=look]")
    assert question(page).startswith("You look at step")
    expect(page.locator(".cb-told--now")).to_contain_text(first.inner_text().strip()[-12:])
    page.click("[data-action=now]")
    last.click()
    page.locator(".cb-told__does [data-action=linked]").click()
    link = page.locator("[data-slot=trouble] input").input_value()
    assert re.search(r"#game=queen\.[\w-]+@\d+$", link)

    first.click()
    page.click(".cb-told__does [data-action=clone]")
    settled(page)
    assert page.locator(".cb-told").count() < lines_before
    assert len(saved_games(page)) == 2

    page.reload()
    expect(page.locator(".cb-play__kept li")).to_have_count(2)
    page.goto(link)
    page.reload()
    sit_down(page, "watch_shared")
    expect(page.locator(".cb-told")).to_have_count(lines_before)
    assert len(saved_games(page)) == 2  # A shared game is not saved before the player decides something in it.
    assert not watch.troubles


@pytest.mark.thorough
def test_a_mission_by_keyboard_alone_and_a_first_mission_explained_as_it_goes(visit: Opener) -> None:
    watch = visit("superfort/play.html", PHONE, "dark")
    page = watch.page
    page.locator("[data-action=begin]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)
    said = page.locator("[data-slot=live]")
    assert question(page).split("?")[0] in said.inner_text(), "who does not see it hears what is asked"
    assert page.evaluate("document.activeElement.dataset.action") == "option"
    page.keyboard.press("1")
    settled(page)
    before = page.locator(".cb-told").count()
    page.keyboard.press("u")
    settled(page)
    assert page.locator(".cb-told").count() < before
    page.keyboard.press("r")
    settled(page)
    assert page.locator(".cb-told").count() == before
    page.keyboard.press("ArrowLeft")
    assert question(page).startswith("You look at step")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    for _ in range(60):
        if over(page):
            break
        page.keyboard.press("a")
        settled(page)
    assert over(page)
    assert reopened("superfort", saved_games(page)[0]["text"])["over"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    page.click("[data-action=menu]")
    page.click(".cb-play__menu [data-action=door]")
    sit_down(page, "first")
    lesson, shown = read_lesson(load("superfort")), set()
    assert lesson
    assert page.inner_text("[data-slot=caption]") == lesson.intro
    while not over(page):
        shown.add(page.inner_text("[data-slot=caption]"))
        usual(page)
    assert page.inner_text("[data-slot=caption]") == lesson.end
    assert {caption.text for caption in lesson.captions} <= shown
    assert not watch.troubles


@pytest.mark.thorough
def test_a_mission_with_the_player_s_own_dice(visit: Opener) -> None:
    watch = visit("twentyfive/play.html", PHONE)
    page, dice, thrown = watch.page, random.Random(25), []
    page.click("[data-action=setup]")
    page.check("[name=dice][value=own]")
    page.locator("summary", has_text="Names").click()
    page.locator("[data-name=own]").fill("משה 7")
    expect(page.locator("[data-name=own] + [role=status]")).to_contain_text("have no מ, ש, ה; they show")
    page.locator("[data-name=own]").fill("Paper Moon")
    expect(page.locator("[data-name=own] + [role=status]")).to_be_empty()
    page.click(".cb-play__setup [type=submit]")
    expect(page.locator(".cb-play__dice")).to_be_visible()
    assert violations(page) == []

    def throw() -> None:
        for number in range(page.locator("[data-slot=faces] > .cb-die").count()):
            face = dice.randint(1, 6)
            thrown.append(face)
            if number % 2:
                page.keyboard.press(str(face))
            else:
                page.click(f"[data-action=face][data-face='{face}']")
        settled(page)

    throw()
    first = page.inner_text("[data-slot=told]")
    page.click("[data-action=undo]")  # A wrong die is taken back.
    settled(page)
    assert page.inner_text("[data-slot=told]") != first
    thrown.clear()
    while not over(page):
        throw()
    seen = reopened("twentyfive", saved_games(page)[0]["text"])
    assert [face for line in seen["account"] for face in line["dice"]] == thrown
    assert "Paper Moon" in page.inner_text(".cb-player__panels")
    assert not watch.troubles


ADVISED = """() => { const open = cbEngine.open; let flown = 0;
    cbEngine.open = async (order) => { const engine = await open(order), call = engine.call;
        engine.call = (method, args) => method === "advise" ? Promise.resolve({flights: flown += 50, next_look: flown % 200 && 200, options: {}}) : call(method, args);
        return engine; }; }"""
"""Replaces the adviser by one that needs no simulation."""


@pytest.mark.thorough
def test_a_book_of_house_rules_is_loaded_and_two_players_see_their_own_side(visit: Opener, tmp_path: Path) -> None:
    watch = visit("queen/play.html", PHONE, "dark")
    page, own_tables, other = watch.page, tmp_path / "house.json", tmp_path / "other.json"
    own_tables.write_text(book_text(load("queen")), encoding="utf-8")
    other.write_text("{}", encoding="utf-8")
    page.evaluate(ADVISED)
    page.click("[data-action=setup]")
    page.locator("summary", has_text="House rules").click()
    page.set_input_files("[name=book]", other)
    expect(page.locator("[data-slot=trouble]")).to_have_text("The text is not a compiled book")
    page.set_input_files("[name=book]", own_tables)
    expect(page.locator(".cb-play__drop")).to_contain_text("In play: house.json")
    expect(page.locator("[data-slot=trouble]")).to_be_hidden()
    page.click("[data-room=setup] [data-action=door]")
    expect(page.locator("[data-slot=house]")).to_contain_text("Played by your own tables: house.json.")

    page.evaluate("() => cbPlay.table.begin({seed: '13', mission: 6, rulings: {two_player: 'on'}}, 'Two')")
    expect(page.locator("#play-table")).to_be_visible()
    settled(page)
    page.locator("[data-action=advise]").click()
    expect(page.locator("[data-slot=advice]")).to_contain_text("From 200 missions flown on")
    expect(page.locator("[data-action=advise]")).to_be_hidden()
    page.locator("[data-slot=words]").locator("..").locator("summary").click()
    expect(page.locator("[data-slot=words]")).to_contain_text("bombardier: fit")
    while not page.locator("[data-action=uncover]").count():
        usual(page)
    for asked in ("Hand the device to the German player", "Hand the device back"):
        assert question(page) == asked
        assert page.inner_text("[data-slot=words]") == page.inner_text("[data-slot=below]") == ""
        page.click("[data-action=uncover]")
        while asked != "Hand the device back" and not page.locator("[data-action=uncover]").count():
            expect(page.locator("[data-slot=words]")).not_to_contain_text("bombardier")
            expect(page.locator("[data-slot=words]")).to_contain_text("Me 109")
            assert page.locator(".cb-play__picture").count() == 0
            usual(page)
    expect(page.locator("[data-slot=words]")).to_contain_text("bombardier: fit")
    while not over(page):
        page.evaluate(
            "() => { const auto = document.querySelector('[data-action=auto]'); auto.value = 'stretch:mission'; auto.dispatchEvent(new Event('change')); }"
        )
        settled(page)
        if page.locator("[data-action=uncover]").count():
            page.click("[data-action=uncover]")
    page.evaluate("() => cbPlay.table.showPaper('record')")
    expect(page.locator("[data-slot=record] h3").first).to_have_text("Mission 1")
    expect(page.locator("[data-slot=record] caption", has_text="Crew").first).to_be_visible()
    check_printed_chart(watch, tmp_path, "queen", "queen-two-mission-chart-letter.pdf", "Mission Chart")
    assert violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.evaluate("() => cbPlay.table.showRoom('door')")
    page.click("[data-action=printed]")
    expect(page.locator("[data-slot=house]")).to_be_hidden(timeout=60_000)
    assert page.evaluate("() => cbPlay.table.session.book?.name ?? ''") == ""
    assert not watch.troubles


@pytest.mark.thorough
def test_a_move_is_dragged_over_the_table_top(visit: Opener) -> None:
    watch = visit("skirmish/play.html", DESKTOP, "dark")
    page = watch.page
    sit_down(page)
    usual(page)  # The bombers start here.
    grip = page.locator(".cb-moves__grip")
    box = grip.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 30, y + 14, steps=3)
    page.mouse.up()
    typed = page.input_value(".cb-play__typed input")
    assert re.fullmatch(r"[\d.]+ L\d+ [\d.]+", typed)
    page.click(".cb-play__typed button")
    settled(page)
    assert parse_move(typed).in_words in page.inner_text("[data-slot=told]")
    assert violations(page) == []
    page.select_option("[data-action=auto]", label="to the end of the game")
    settled(page)
    assert over(page)
    assert reopened("skirmish", saved_games(page)[0]["text"])["over"]

    book = load("skirmish").rulebook()
    m, chance = measures(book), random.Random(7).random
    cases, ends = [], []
    for kind in ("bomber", "fighter"):
        for _ in range(150):
            plane = Plane(
                "leader", "", kind, x=int(chance() * m.width), y=int(chance() * m.length), heading=int(chance() * 360)
            )
            length = m.allowance(plane)
            path = any_path(m, plane, length, chance)
            end = path.at(*plane.place, length)
            reach = reach_of(m, plane, length)
            cases.append(
                [
                    {name: getattr(reach, name) for name in ("start", "length", "straight", "turn", "inch", "latest")},
                    end[:2],
                ]
            )
            ends.append((plane, length, end))
    texts = page.evaluate(
        "cases => cases.map(([reach, end]) => cbPlay.typed(reach, cbPlay.towards(reach, end)))", cases
    )
    for text, (plane, length, (x, y, _)) in zip(texts, ends, strict=True):
        near = read_path(text, m, plane, length).at(*plane.place, length)  # The move is legal.
        assert abs(near[0] - x) + abs(near[1] - y) < INCH / 2, (text, plane)  # The model ends where it was dragged to.
    anywhere = [[reach, [chance() * m.width, chance() * m.length]] for reach, _ in cases]
    texts = page.evaluate(
        "cases => cases.map(([reach, end]) => cbPlay.typed(reach, cbPlay.towards(reach, end)))", anywhere
    )
    for text, (plane, length, _) in zip(texts, ends, strict=True):
        assert read_path(text, m, plane, length) == parse_move(text)
    assert not watch.troubles


def test_the_page_builds_the_markup_of_a_replay(visit: Opener, site: Path) -> None:
    """One drawing: what scene-markup.js puts up for a scene is what the template has written for the same."""
    from combatbox.library.replay import read_script, replay_script
    from combatbox.play.scene_layout import stage_data
    from combatbox.web.replays import scene_of

    for game, script in (("queen", "miss-cue"), ("skirmish", "first-three-hits"), ("twentyfive", "really-ready")):
        book = load(game)
        scene = scene_of(book, replay_script(book, read_script(book.scripts[script])))
        assert scene
        watch = visit(f"{game}/play.html")
        built = watch.page.evaluate(
            """stage => { const root = document.getElementById('play-table');
                root.querySelector('[data-slot=air]').innerHTML = cbPlay.airMarkup(root, document.getElementById('play'), stage);
                root.querySelector('[data-slot=below]').innerHTML = cbPlay.belowMarkup(stage);
                return [...root.querySelectorAll(MARKED)].map(SHAPE); }""".replace("MARKED", repr(MARKED)).replace(
                "SHAPE", SHAPE
            ),
            json.loads(json.dumps(stage_data(scene))),
        )
        watch.page.goto(f"{watch.home}/{game}/examples/{script}.html")
        written = watch.page.evaluate(
            f"""() => [...document.querySelector('.cb-player').querySelectorAll({MARKED!r})]
                .filter(e => !e.closest('.cb-legend')).map({SHAPE})"""
        )
        assert sorted(built) == sorted(written)


MARKED = "[data-plane],[data-note],[data-stop],[data-boxes],[data-lines],[data-model],[data-spot],[data-part]"
SHAPE = """e => JSON.stringify([e.tagName, ...['plane', 'note', 'stop', 'boxes', 'lines', 'model', 'spot', 'part'].map(k => e.dataset[k]),
    +(e.dataset.length || 0), JSON.parse(e.dataset.sectors || '[]')])"""


def check_printed_chart(watch: Watch, tmp_path: Path, game: str, file: str, title: str) -> None:
    """Print the last chart of a finished game: the browser and `combatbox print --log` print the same.

    Without a network, and without the file that prints charts, one line says what is missing.

    Args:
        watch: the page, which shows the record of the game.
        tmp_path: a folder for the chart of the command.
        game: the key of the game.
        file: the name of the file with the chart, without its folder.
        title: the title of the chart.
    """
    page = watch.page
    printed, button = page.locator("[data-slot=printed]"), page.locator("[data-action=chart][data-paper=letter]")
    page.context.set_offline(True)
    button.click()
    expect(printed).to_have_text(
        "It cannot be printed as on paper: there is no network, and the sheets are not kept on this device."
        " All of it is below."
    )
    page.context.set_offline(False)
    watch.troubles.clear()
    press = page.evaluate("() => { const was = cbEngineFiles.press; cbEngineFiles.press = 'gone.pack'; return was; }")
    button.click()
    expect(printed).to_have_text(
        "It cannot be printed as on paper: the printing program did not load: the server says 404. All of it is below."
    )
    assert watch.troubles == [f"404: {watch.home}/assets/engine/gone.pack"]
    watch.troubles.clear()
    page.evaluate("press => { cbEngineFiles.press = press; }", press)
    button.click()
    link = printed.locator("a").last
    expect(link).to_have_text(re.compile(rf"{title} \(PDF, \d+ kB\)"))
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == file
    log = parse_log(page.evaluate("() => cbPlay.table.session.handle().call('log')"), "the log")
    printed_here = print_filled(load(game), [replay_log(load(game), log).journal], tmp_path, "letter", "game")
    pages = [PdfReader(path).pages for path in (download.value.path(), printed_here[-1])]
    drawn, expected = ([page.get_contents().get_data() for page in each] for each in pages)
    assert drawn == expected


def test_a_finished_mission_prints_the_chart_of_the_command(visit: Opener, tmp_path: Path) -> None:
    watch = visit("twentyfive/play.html", PHONE)
    sit_down(watch.page)
    watch.page.evaluate("() => cbPlay.table.showPaper('record')")
    file = "twentyfive-mission-1-fighter-attack-letter.pdf"
    check_printed_chart(watch, tmp_path, "twentyfive", file, "Fighter Attack Record Sheet")


def test_no_style_of_the_whole_page_depends_on_its_content(site: Path) -> None:
    """A browser restyles the whole page at each step if `:has` of the root looks into what the step changes."""
    style = "\n".join(path.read_text(encoding="utf-8") for path in sorted((site / "assets/css").glob("*.css")))
    assert set(re.findall(r"(?:(?<=[\s,{}])|^)(?::root|html|body)[^\s,{}]*:has\(.{6}", style)) == {":root:has(>head>"}
    assert re.findall(r"(?:(?<=[\s,{}>~+])|^):has\(.{20}", style) == []  # of every element
    assert (
        re.findall(r":has\([^{]*?(?::empty|\[hidden)[^{]*", (site / "assets/css/play.css").read_text(encoding="utf-8"))
        == []
    )


@pytest.mark.thorough  # It reads Chromium's trace, whose names may change with the browser.
def test_a_step_restyles_what_changes_and_not_the_page(visit: Opener) -> None:
    page = visit("skirmish/play.html", PHONE).page
    sit_down(page)
    browser = page.context.browser
    assert browser
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    for _ in range(3):
        usual(page)
        wait_frames(page)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    restyled = [event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree"]
    assert 0 < sum(restyled) < 3 * 500


def test_the_scripts_of_play_are_on_its_page_only_stay_small_and_know_no_game(site: Path) -> None:
    for path in sorted(site.rglob("*.html")):
        page = path.read_text(encoding="utf-8")
        assert ("js/play.js" in page) == (path.name == "play.html"), path
        assert ("js/odds.js" in page) == (path.name == "odds.html"), path
    script = (site / "assets/js/play.js").read_bytes()
    assert len(gzip.compress(script, 6)) < 30_000
    assert len(gzip.compress((site / "queen/play.html").read_bytes(), 6)) < 24_000
    own = script.decode().lower()
    for word in ("german", "escort", "flak", "queen", "skirmish", "superfort", "twentyfive", "turret"):
        assert word not in own, word
