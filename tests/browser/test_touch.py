"""Touch: previews of mentions, and the swipe through a mission. Other tests cover mouse and keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from .conftest import PATIENCE, PHONE, Opener, Watch, drag_finger
from .test_pages import violations

pytestmark = pytest.mark.browser

SEQUENCE, ATTACK = "twentyfive/sequence.html", "twentyfive/T-TAB-ATTACK"
MISS_CUE = "queen/examples/miss-cue.html"


@pytest.fixture
def phone(chromium: Browser, address: str) -> Iterator[Opener]:
    """Return a tab of a device with a touch screen and no mouse: `phone(path)`."""
    contexts: list[BrowserContext] = []

    def go(path: str, scheme: str = "light") -> Watch:
        context = chromium.new_context(
            viewport=PHONE, has_touch=True, is_mobile=True, color_scheme=scheme, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        watch = Watch(context.new_page(), address)
        watch.page.goto(f"{address}/{path}")
        return watch

    yield go
    for context in contexts:
        context.close()


# ---- previews


def test_the_first_tap_on_a_mention_previews_it_and_the_second_follows(phone: Opener) -> None:
    watch = phone(SEQUENCE)
    page = watch.page
    link = page.locator(f"[data-cb-ref='{ATTACK}']").first
    link.tap()
    box = page.locator(".cb-preview")
    box.wait_for(state="visible")
    assert "Fighters attack the element" in box.inner_text()
    assert page.url.endswith(SEQUENCE)
    place = box.bounding_box()
    assert place
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= PHONE["width"]
    assert place["width"] > PHONE["width"] - 40  # A table is shown across the screen.
    link.tap()
    page.wait_for_url("**/t-tab-attack.html")
    assert watch.troubles == []


@pytest.mark.thorough
def test_the_preview_holds_the_link_by_its_name(phone: Opener) -> None:
    page = phone(SEQUENCE).page
    page.locator(f"[data-cb-ref='{ATTACK}']").first.tap()
    go = page.get_by_role("dialog", name="Preview of T-TAB-ATTACK").get_by_role("link", name="Open T-TAB-ATTACK")
    box = go.bounding_box()
    assert box
    assert box["height"] >= 40
    assert box["y"] + box["height"] <= PHONE["height"]
    go.tap()
    page.wait_for_url("**/t-tab-attack.html")


def test_a_rule_previews_at_a_tap_too(phone: Opener) -> None:
    page = phone(SEQUENCE).page
    page.locator("[data-cb-ref='twentyfive/T-109']").first.tap()
    page.locator(".cb-preview").wait_for(state="visible")
    assert "share the highest number" in page.locator(".cb-preview").inner_text()
    assert page.locator(".cb-preview__go").inner_text() == "Open T-109"


@pytest.mark.thorough
def test_a_tap_elsewhere_another_mention_and_escape_close_a_preview(phone: Opener) -> None:
    page = phone(SEQUENCE).page
    box = page.locator(".cb-preview")
    page.locator(f"[data-cb-ref='{ATTACK}']").first.tap()
    box.wait_for(state="visible")
    page.locator("h1").tap()
    box.wait_for(state="hidden")
    page.locator(f"[data-cb-ref='{ATTACK}']").first.tap()
    box.wait_for(state="visible")
    page.locator("[data-cb-ref='twentyfive/T-109']").first.tap()
    page.wait_for_function("() => document.querySelector('.cb-preview__go').textContent === 'Open T-109'")
    assert box.is_visible()
    page.keyboard.press("Escape")
    box.wait_for(state="hidden")
    assert page.url.endswith(SEQUENCE)


@pytest.mark.thorough
def test_scrolling_with_a_finger_leaves_a_preview_open(phone: Opener) -> None:
    page = phone(SEQUENCE).page
    page.locator(f"[data-cb-ref='{ATTACK}']").first.tap()
    page.locator(".cb-preview").wait_for(state="visible")
    before = page.evaluate("scrollY")
    drag_finger(page, (200, 700), (200, 300))
    page.wait_for_function("before => scrollY > before + 100", arg=before)
    assert page.locator(".cb-preview").is_visible()


def test_in_a_list_of_links_one_tap_follows(phone: Opener) -> None:
    page = phone("twentyfive/tables/index.html").page
    page.locator(f"th [data-cb-ref='{ATTACK}']").first.tap()
    page.wait_for_url("**/t-tab-attack.html")


@pytest.mark.thorough
def test_the_tap_of_a_screen_reader_which_has_no_size_follows_at_once(phone: Opener) -> None:
    page = phone(SEQUENCE).page
    page.locator(f"[data-cb-ref='{ATTACK}']").first.evaluate("""link => {
        for (const type of ["pointerdown", "pointerup"])
            link.dispatchEvent(new PointerEvent(type, {pointerType: "touch", width: 0, height: 0, bubbles: true, isPrimary: true}));
        link.click();
    }""")
    page.wait_for_url("**/t-tab-attack.html")


@pytest.mark.sample(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_a_preview_that_a_finger_opened(phone: Opener, scheme: str) -> None:
    page = phone(SEQUENCE, scheme).page
    page.locator(f"[data-cb-ref='{ATTACK}']").first.tap()
    page.locator(".cb-preview").wait_for(state="visible")
    assert violations(page) == []


# ---- the swipe


def now(page: Page) -> int:
    """Return the step that the player shows."""
    return int(page.inner_text("[data-slot=place]").split()[1])


@pytest.mark.sample(1)
@pytest.mark.parametrize("where", [".cb-player__air", ".cb-player__words"])
def test_a_swipe_steps_on_and_back_and_leaves_the_page_where_it_is(phone: Opener, where: str) -> None:
    page = phone(f"{MISS_CUE}#step-33").page
    page.wait_for_function("() => scrollY > 0")
    part = page.locator(where)
    part.scroll_into_view_if_needed()
    box, at = part.bounding_box(), page.evaluate("scrollY")
    assert box
    y = box["y"] + box["height"] / 2
    drag_finger(page, (300, y), (80, y + 6))
    assert now(page) == 34
    drag_finger(page, (300, y), (80, y - 6))
    assert now(page) == 35
    drag_finger(page, (80, y), (300, y))
    assert now(page) == 34
    assert page.evaluate("scrollY") == at


@pytest.mark.thorough
def test_a_finger_that_moves_up_or_down_over_the_drawings_scrolls_and_does_not_step(phone: Opener) -> None:
    page = phone(f"{MISS_CUE}#step-33").page
    page.wait_for_function("() => scrollY > 0")
    box, at = page.locator(".cb-player__air").bounding_box(), page.evaluate("scrollY")
    assert box
    drag_finger(page, (200, box["y"] + box["height"] - 10), (240, box["y"] - 30))
    page.wait_for_function("at => scrollY > at + 60", arg=at)
    assert now(page) == 33


@pytest.mark.thorough
def test_a_pinch_does_not_count_as_a_swipe(phone: Opener) -> None:
    page = phone(f"{MISS_CUE}#step-33").page
    page.wait_for_function("() => scrollY > 0")
    page.locator(".cb-player__air").evaluate("""stage => {
        const say = (type, id, x) => stage.dispatchEvent(new PointerEvent(type, {pointerType: "touch", pointerId: id,
            isPrimary: id === 1, clientX: x, clientY: 200, width: 9, height: 9, bubbles: true}));
        say("pointerdown", 1, 100); say("pointerdown", 2, 200); say("pointerup", 1, 20); say("pointerup", 2, 320);
    }""")
    assert now(page) == 33


# ---- wording for touch


def test_the_search_is_closed_by_a_button_that_names_no_key(phone: Opener, visit: Opener) -> None:
    for open_page, words in ((phone, "Close"), (visit, "Esc")):
        page = open_page("queen/index.html").page
        page.click(".cb-find")
        close = page.get_by_role("button", name="Close the search")
        assert close.inner_text() == words
        close.click()
        assert not page.locator("dialog.cb-search").is_visible()


def test_the_roller_tells_a_finger_to_tap_and_a_mouse_to_click(phone: Opener, visit: Opener) -> None:
    hints = [open_page("queen/tables/p-1.html").page.inner_text(".cb-roller__out") for open_page in (phone, visit)]
    assert hints == ["Roll, or set the dice yourself: tap them.",
                    "Roll, or set the dice yourself: click them, or type 1 to 6."]  # fmt: skip
