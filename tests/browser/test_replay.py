"""The player of a replay in a real browser: keys, address, touch, from a folder, without a script."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import BROKEN, DESKTOP, PATIENCE, PHONE, Opener, turn
from .test_pages import violations

pytestmark = pytest.mark.browser

MISS_CUE, REALLY_READY = "queen/examples/miss-cue.html", "twentyfive/examples/really-ready.html"
BOTH = pytest.mark.parametrize("path", [MISS_CUE, REALLY_READY])


def now(page: Page) -> int:
    """Return the step that the player shows."""
    return int(page.inner_text("[data-slot=place]").split()[1])


def steps(page: Page) -> int:
    return int(page.get_attribute(".cb-player", "data-steps") or 0)


def words(page: Page) -> str:
    return page.inner_text("[data-slot=step]").strip()


@pytest.mark.sample(1)
@BOTH
def test_a_keyboard_alone_walks_through_a_mission(visit: Opener, path: str) -> None:
    watch = visit(path)
    page = watch.page
    assert now(page) == 1
    page.keyboard.press("ArrowRight")  # The keys work at once, without the focus.
    assert now(page) == 2
    page.focus("[data-action=play]")
    page.keyboard.press("ArrowRight")
    assert now(page) == 3
    page.keyboard.press("ArrowLeft")
    assert now(page) == 2
    page.keyboard.press("End")
    assert now(page) == steps(page)
    page.keyboard.press("PageUp")
    page.keyboard.press("PageUp")
    before = now(page)
    assert before < steps(page)
    page.keyboard.press("PageDown")
    assert now(page) > before
    page.keyboard.press("Home")
    assert now(page) == 1
    page.keyboard.press("Space")
    page.wait_for_function("() => document.querySelector('[data-slot=place]').textContent.startsWith('Step 2 ')")
    assert page.get_attribute("[data-action=play]", "aria-label") == "Pause"
    page.keyboard.press("Space")
    assert page.get_attribute("[data-action=play]", "aria-label") == "Play"
    assert watch.troubles == []


@pytest.mark.sample(1)
@BOTH
def test_the_tab_key_reaches_every_control_and_leaves_the_player(visit: Opener, path: str) -> None:
    page = visit(path).page
    page.focus("[data-action=first]")
    reached = []
    for _ in range(60):
        reached.append(
            page.evaluate(
                "document.activeElement.closest('.cb-player') ? document.activeElement.dataset.action || '' : 'out'"
            )
        )
        if reached[-1] == "out":
            break
        page.keyboard.press("Tab")
    assert reached[-1] == "out"
    assert {"first", "back", "play", "next", "last", "seek", "jump", "speed", "link", "read", "stop"} <= set(reached)


@pytest.mark.sample(1)
@BOTH
def test_every_step_shows_its_words_of_the_account(visit: Opener, path: str) -> None:
    watch = visit(path)
    page = watch.page
    page.focus("[data-action=play]")
    account = page.evaluate("""() => [...document.querySelectorAll('.cb-step')].map(li =>
        [...li.children].filter(e => !e.matches('.cb-step__n')).map(e => e.textContent).join(''))""")
    assert len(account) == steps(page)
    shown = page.evaluate("""() => {
        const player = document.querySelector('.cb-player'), range = player.querySelector('[data-action=seek]'), seen = [];
        for (let n = 1; n <= +range.max; n++) {
            range.value = n;
            range.dispatchEvent(new Event('input', {bubbles: true}));
            seen.push([...player.querySelector('[data-slot=step]').children].map(e => e.textContent).join(''));
        }
        return seen;
    }""")
    assert shown == account
    assert watch.troubles == []


def test_an_address_with_a_step_opens_the_player_there(visit: Opener) -> None:
    page = visit(f"{MISS_CUE}#step-33").page
    assert now(page) == 33
    page.wait_for_function(
        "() => (top => top >= 0 && top < innerHeight / 2)(document.querySelector('.cb-player').getBoundingClientRect().top)"
    )
    page.evaluate("location.hash = '#step-40'")
    page.wait_for_function("() => document.querySelector('[data-slot=place]').textContent.startsWith('Step 40 ')")
    page.wait_for_function(
        "() => (top => top >= 0 && top < innerHeight / 2)(document.querySelector('.cb-player').getBoundingClientRect().top)"
    )
    page.focus("[data-action=next]")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.hash === '#step-41'")
    assert (page.get_attribute("[data-action=link]", "href") or "").endswith("#step-41")


@pytest.mark.thorough
@pytest.mark.parametrize("hash_", ["#step-0", "#step-9999", "#step-x", "#nobody"])
def test_an_address_with_a_wrong_step_does_no_harm(visit: Opener, hash_: str) -> None:
    watch = visit(f"{MISS_CUE}{hash_}")
    assert 1 <= now(watch.page) <= steps(watch.page)
    assert watch.troubles == []


@pytest.mark.thorough
def test_scrubbing_back_and_forth_gives_the_same_picture_as_stepping(visit: Opener) -> None:
    page = visit(MISS_CUE).page
    picture = """n => {
        const player = document.querySelector('.cb-player'), range = player.querySelector('[data-action=seek]');
        range.value = n;
        range.dispatchEvent(new Event('input', {bubbles: true}));
        return [...player.querySelectorAll('[data-state],[data-hits],[data-note],.cb-fighter,[data-boxes]')]
            .map(e => [e.dataset.part || e.dataset.note || e.dataset.spot, e.dataset.state, e.getAttribute('transform'),
                e.dataset.note ? e.textContent : '', e.dataset.boxes ? e.getAttribute('style') : '']);
    }"""
    stepped = {n: page.evaluate(picture, n) for n in range(1, steps(page) + 1)}
    for n in (100, 33, 60, 2, steps(page), 34):
        assert page.evaluate(picture, n) == stepped[n]
    assert len({json.dumps(shown) for shown in stepped.values()}) > 40


def test_a_drawing_is_one_image_and_the_arrow_key_shows_what_each_gun_bears_on(visit: Opener) -> None:
    page = visit(MISS_CUE).page
    drawing, said = page.locator(".cb-air"), page.locator("[data-slot=part]")
    assert drawing.locator("[role],[tabindex]").count() == 0
    assert drawing.get_attribute("role") == "img"
    drawing.focus()
    shown = []
    for _ in page.evaluate("Object.keys(JSON.parse(document.querySelector('[data-fields]').dataset.fields))"):
        page.keyboard.press("ArrowDown")
        expect(said).to_contain_text("field of fire")
        shown.append((said.inner_text(), page.get_attribute(".cb-air__field", "d")))
    assert len(set(shown)) > 8, "a field for each of nine guns"
    page.keyboard.press("ArrowDown")
    assert not page.get_attribute(".cb-air__field", "d")
    assert now(page) == 1


@pytest.mark.sample(1)
@BOTH
def test_on_a_phone_the_drawings_stand_above_the_controls_while_it_plays(visit: Opener, path: str) -> None:
    page = visit(path, PHONE).page
    page.click("[data-action=play]")
    expect(page.locator("[data-action=play]")).to_have_attribute("aria-label", "Pause")
    below = "css => document.querySelector(css).getBoundingClientRect()"
    stage, controls = (page.evaluate(below, css) for css in (".cb-player__stage", ".cb-player__controls"))
    page.click("[data-action=play]")
    assert stage["top"] >= 0
    assert stage["bottom"] <= controls["top"] + 1
    assert page.locator("[data-action=seek]").evaluate("one => one.getBoundingClientRect().bottom") <= PHONE["height"]
    page.locator("[data-action=play]").focus()
    for _ in range(4):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.action") == "jump"
    assert page.evaluate("document.activeElement.getBoundingClientRect().bottom") <= PHONE["height"]


def test_no_number_of_a_track_is_broken_on_a_phone(visit: Opener) -> None:
    page = visit("skirmish/examples/three-formations.html", PHONE).page
    assert page.evaluate(f"({BROKEN})('.cb-player__track button', /\\d+/g)") == []


def test_the_jumps_and_the_track_lead_to_turns_and_zones(visit: Opener) -> None:
    page = visit("queen/examples/empty-gun.html").page
    option = page.locator("[data-action=jump] option", has_text="Turn 4").first
    page.select_option("[data-action=jump]", option.get_attribute("value"))
    assert now(page) == int(option.get_attribute("value") or 0)
    assert "Turn 4" in page.inner_text("[data-slot=phase]")
    page.click("[data-stop=back-2] button")
    assert page.get_attribute("[data-stop=back-2] button", "aria-current") == "step"
    assert page.locator("[aria-current=step]").count() == 1
    page.click("[data-action=read]")
    assert page.evaluate("document.activeElement.className") == "cb-step__n"
    stayed = page.evaluate("""() => {
        const player = document.querySelector('.cb-player'), range = player.querySelector('[data-action=seek]');
        const fighters = () => [...player.querySelectorAll('.cb-air__fighters')].flatMap(group => [...group.children]);
        let stayed = 0;
        for (let n = 1; n < +range.max && stayed < 5; n++) {
            const before = fighters(), drawn = before.map(e => e.outerHTML).join();
            range.value = n;
            range.dispatchEvent(new Event('input', {bubbles: true}));
            if (!drawn || fighters().map(e => e.outerHTML).join() !== drawn) continue;
            if (fighters().some((e, n) => e !== before[n])) return 'drawn again';
            stayed++;
        }
        return stayed;
    }""")
    assert stayed == 5  # fighters that stay where they are cost nothing


@pytest.mark.thorough
def test_guns_fighters_hits_wounds_and_bursts_are_drawn(visit: Opener) -> None:
    page = visit(f"{MISS_CUE}#step-1").page
    drawn = page.evaluate("""() => {
        const player = document.querySelector('.cb-player'), range = player.querySelector('[data-action=seek]'), seen = {};
        for (let n = 1; n <= +range.max && (n === 1 || seen.plan < 4 || !Object.values(seen).every(Boolean)); n++) {
            range.value = n;
            range.dispatchEvent(new Event('input', {bubbles: true}));
            for (const [what, css] of Object.entries({fires: '[data-part^=gun][data-state=fires]', shot: '.cb-shot', hit: '.cb-shot--hit',
                theirs: '.cb-shot--theirs', plan: '[data-view=plan] .cb-fighter', side: '[data-view=side] .cb-fighter',
                down: '.cb-fighter[data-state=down]', wound: '[data-part^=crew][data-state=light]', struck: '[data-struck]', hits: '[data-hits]'}))
                seen[what] = Math.max(seen[what] || 0, player.querySelectorAll(css).length);
        }
        return seen;
    }""")
    assert all(drawn.values()), drawn
    assert drawn["plan"] == drawn["side"] >= 4


@pytest.mark.thorough
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("path", [f"{MISS_CUE}#step-57", f"{REALLY_READY}#step-40"])
def test_axe_finds_nothing_in_the_middle_of_a_mission_by_day_and_by_night(
    visit: Opener, path: str, size: dict[str, int]
) -> None:
    watch = visit(path, size=size)
    watch.page.evaluate("document.fonts.ready")
    assert violations(watch.page) == [], "by day"
    turn(watch.page, "dark")
    assert violations(watch.page, colours_alone=True) == [], "by night"
    assert watch.troubles == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["queen", "twentyfive", "skirmish"])
def test_a_quick_start_shows_a_mission_without_layout_shifts(visit: Opener, address: str, game: str) -> None:
    watch = visit()
    page = watch.page
    page.route("**/*.woff2", lambda route: route.abort("aborted"))  # a font that comes late would move text
    page.add_init_script("""
        window.shift = 0;
        new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.shift += e.value; })
            .observe({type: "layout-shift", buffered: true});
    """)
    page.goto(f"{address}/{game}/quick-start.html")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.shift") < 0.02
    assert page.locator(".cb-embed__title a").get_attribute("href")
    at = page.evaluate("scrollY")
    page.click("[data-action=next]")
    page.keyboard.press("ArrowRight")
    assert now(page) == 3
    page.keyboard.press("End")
    assert now(page) == steps(page)
    assert page.evaluate("scrollY") >= at
    assert page.locator(".cb-player__panels").is_hidden()
    page.click(".cb-player__more summary")
    assert page.locator(".cb-player__panels").is_visible()
    assert violations(page) == []
    assert watch.troubles == []


@pytest.mark.thorough
def test_a_replay_plays_from_a_folder_on_disk(visit: Opener, site: Path) -> None:
    watch = visit(f"{MISS_CUE}#step-33", home=site.as_uri())
    assert now(watch.page) == 33
    watch.page.click("[data-action=next]")
    assert now(watch.page) == 34
    assert watch.troubles == []


@pytest.mark.sample(1)
@BOTH
def test_without_a_script_the_account_is_complete_and_the_sheet_filled(
    chromium: Browser, address: str, path: str
) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport=DESKTOP)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{address}/{path}")
    count = int(page.get_attribute(".cb-player", "data-steps") or 0)
    assert page.locator(".cb-step:visible").count() == count > 50
    assert page.locator(".cb-step a.cb-ref:visible").count() > count / 2
    assert page.locator(".cb-player__sheet li:visible").count() >= 8
    assert not page.locator(".cb-player__controls").is_visible()
    context.close()


@pytest.mark.thorough
def test_nothing_below_the_player_moves_while_it_plays(visit: Opener) -> None:
    page = visit(MISS_CUE).page
    page.evaluate("document.fonts.ready")
    tops = page.evaluate("""() => {
        const player = document.querySelector('.cb-player'), range = player.querySelector('[data-action=seek]'), tops = new Set();
        for (let n = 1; n <= +range.max; n++) {
            range.value = n;
            range.dispatchEvent(new Event('input', {bubbles: true}));
            tops.add(Math.round(player.querySelector('.cb-player__panels').getBoundingClientRect().top + scrollY));
        }
        return [...tops];
    }""")
    assert len(tops) == 1


def test_paper_has_the_sheet_as_it_was_filled_in_the_end(visit: Opener) -> None:
    page = visit(f"{MISS_CUE}#step-2").page
    before = page.inner_text("[data-note='gun/nose']")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert now(page) == steps(page)
    assert page.inner_text("[data-note='gun/nose']") != before
    page.emulate_media(media="print")
    assert not page.locator(".cb-legend").is_visible(), "what is folded says nothing on paper"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert now(page) == 2


def test_a_replay_stays_small(site: Path) -> None:
    page = (site / MISS_CUE).read_text(encoding="utf-8")
    own = [page, (site / "assets/js/replay.js").read_text(encoding="utf-8")]
    packed = [len(gzip.compress(text.encode(), 6)) for text in own]
    assert packed[0] < 40_000
    assert packed[1] < 5_000
    table = (site / "queen/tables/p-1.html").read_text(encoding="utf-8")
    assert "replay.js" in page
    assert "replay.js" not in table


def test_the_log_beside_a_replay_is_the_mission(site: Path) -> None:
    page = (site / MISS_CUE).read_text(encoding="utf-8")
    (href,) = set(re.findall(r'href="([^"]*/miss-cue\.jsonl)"', page))
    text = ((site / MISS_CUE).parent / href).resolve().read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[0]["kind"] == "header"
    assert lines[0]["game"] == "queen"
    assert lines[-1]["kind"] == "end"
    assert len(lines) > 150
