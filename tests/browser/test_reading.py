"""Reading in the browser: search, previews, anchors, the keyboard, paper, and a site opened from a folder."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader
from tests.wing import TWO

from combatbox.core.phrases import anchor
from combatbox.library.load import load_all
from combatbox.web.page_notes import part_of

from .conftest import PHONE, Opener, pages_of
from .test_finding import ask

pytestmark = pytest.mark.browser

BOOKS = load_all()
WING = "twentyfive/tables/t-tab-wing.html"

# ---- rules


RULES_OPENED = """async () => {
    const before = mark => {
        const range = document.createRange();
        range.setStartBefore(mark.closest("p,li"));
        range.setEndBefore(mark);
        const words = range.cloneContents();  // other rules' ids may stand before it, and whole sentences
        words.querySelectorAll(".cb-rule,.cb-optional").forEach(e => e.remove());
        return words.textContent.trim();
    };
    const header = document.querySelector(".md-header"), found = {};
    for (const mark of document.querySelectorAll(".cb-rule")) {
        location.hash = mark.id;
        await new Promise(done => addEventListener("hashchange", done, {once: true}));
        const above = before(mark), box = (above ? mark : mark.closest("p,li")).getBoundingClientRect();
        found[mark.id] = {top: box.top, clear: header.getBoundingClientRect().bottom, height: innerHeight,
                          end: scrollY + innerHeight >= document.documentElement.scrollHeight - 2, first: /(^|[.!?:)])$/.test(above)};
    }
    return found;
}"""


def test_the_numbers_of_rules_can_be_hidden_and_stay_hidden_but_for_the_one_that_is_asked_for(
    visit: Opener, address: str
) -> None:
    page = visit("twentyfive/rules/5-fire.html").page
    number = page.locator("#t-503 .cb-rule__id")
    assert number.is_visible()
    page.check("[data-cb-hides=numbers]")
    assert not number.is_visible()
    page.goto(f"{address}/queen/rules/5-guns.html")
    assert page.locator("[data-cb-hides=numbers]").is_checked()
    assert not page.locator("#q9-2-1 .cb-rule__id").is_visible()
    page.goto(f"{address}/queen/rules/5-guns.html#q9-2-1")
    assert page.locator("#q9-2-1 .cb-rule__id").is_visible()
    page.uncheck("[data-cb-hides=numbers]")
    assert page.locator("#q6-3a-1 .cb-rule__id").is_visible()


def test_a_command_is_folded_with_an_explanation_and_copied_by_click_and_by_key(visit: Opener, address: str) -> None:
    page = visit("b17g/index.html").page
    assert not page.locator(".cb-command").first.is_visible()
    page.get_by_text("On the command line").click()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    command = page.locator(".cb-command").first
    for act in (command.click, lambda: command.press("Enter")):
        page.evaluate("navigator.clipboard.writeText('')")
        act()
        page.wait_for_selector(".cb-command.cb-copied")
        assert page.evaluate("navigator.clipboard.readText()") == command.text_content()
    page.get_by_role("link", name="What commands are").click()
    assert page.url == f"{address}/authors/commands.html"


def test_a_block_of_commands_is_copied_without_its_output(visit: Opener) -> None:
    page = visit("authors/replays.html").page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".cb-copy").first.click()
    page.wait_for_selector(".cb-copy.cb-copied")
    block = page.locator(".highlight:has(.cb-copy) pre").first.text_content() or ""
    typed = page.evaluate("navigator.clipboard.readText()")
    assert [line for line in typed.splitlines() if line.startswith("combatbox ")]
    assert typed.replace("\r", "").split("\n")[0] == block.split("\n")[0].removeprefix("$ ")
    assert "$ " not in typed


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", BOOKS)
def test_every_rule_opens_at_its_own_paragraph_or_sentence(
    visit: Opener, address: str, site: Path, game: str, gate: bool
) -> None:
    page = visit().page
    opened = set()
    chapters = [path for path in pages_of(site) if path.startswith(f"{game}/rules/")]
    for path in chapters[:: 3 if gate else 1]:
        page.goto(f"{address}/{path}")
        for name, place in page.evaluate(RULES_OPENED).items():
            assert place["clear"] - 2 <= place["top"] < place["height"], f"{path}#{name}: {place}"
            assert place["top"] < place["clear"] + 120 or place["end"], f"{path}#{name} is not at the top: {place}"
            assert place["first"], f"{path}#{name} opens neither a paragraph nor a sentence"
            opened.add(name)
    assert opened
    assert gate or opened == {anchor(rule) for rule in BOOKS[game].rules}


def test_a_click_on_a_rule_id_offers_to_copy_its_address(visit: Opener, address: str) -> None:
    page = visit("twentyfive/rules/5-fire.html").page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("navigator.clipboard.writeText('before')")
    page.click("#t-503 .cb-rule__id")
    box = page.get_by_role("dialog", name="Rule T-503")
    expect(box).to_be_visible()
    assert page.url == f"{address}/twentyfive/rules/5-fire.html#t-503"
    assert page.evaluate("navigator.clipboard.readText()") == "before"
    box.get_by_role("button", name="Copy link").click()
    expect(box.get_by_role("status")).to_have_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


# ---- previews


@pytest.mark.sample(1)
@pytest.mark.parametrize("way", ["hover", "focus"])
def test_a_table_previews_on_hover_and_on_focus_and_escape_closes_it(visit: Opener, way: str) -> None:
    watch = visit("twentyfive/sequence.html")
    page = watch.page
    link = page.locator("[data-cb-ref='twentyfive/T-TAB-ATTACK']").first
    link.hover() if way == "hover" else link.focus()
    box = page.locator(".cb-preview")
    box.wait_for(state="visible")
    assert "Fighters attack the element" in box.inner_text()
    place = box.bounding_box()
    assert place
    assert place["width"] > 400  # There is space for the table.
    assert place["y"] + place["height"] <= page.evaluate("innerHeight")
    assert link.get_attribute("aria-describedby") == box.get_attribute("id")
    page.keyboard.press("Escape")
    assert not box.is_visible()
    assert watch.troubles == []


def test_a_rule_previews_with_its_own_words(visit: Opener) -> None:
    page = visit("twentyfive/sequence.html").page
    page.locator("[data-cb-ref='twentyfive/T-109']").first.focus()
    page.locator(".cb-preview").wait_for(state="visible")
    assert "share the highest number" in page.locator(".cb-preview").inner_text()


def test_the_link_beside_a_title_takes_no_line_of_its_own(visit: Opener) -> None:
    assert not visit("queen/errata.html").page.locator("h1 .headerlink").is_visible()
    page = visit("authors/index.html", PHONE).page
    assert page.locator("h2 .headerlink").count() > 2
    assert page.evaluate(GROWN) == []


GROWN = """() => [...document.querySelectorAll("h2 .headerlink")].map(link => link.parentElement).filter(title => {
    const {style} = title.lastElementChild, high = title.offsetHeight;
    style.display = "none";
    return title.offsetHeight < high;
}).map(title => title.id)"""
"""The titles that are higher with the link beside them than without it."""


def test_a_preview_stays_on_a_phone_s_screen(visit: Opener) -> None:
    page = visit("twentyfive/sequence.html", size=PHONE).page
    for name in ("T-TAB-ATTACK", "T-TAB-BOMBER-LOSS", "T-605"):
        page.locator(f"[data-cb-ref='twentyfive/{name}']").first.focus()
        page.locator(".cb-preview").wait_for(state="visible")
        box = page.locator(".cb-preview").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]


def test_every_link_that_previews_has_something_to_show(site: Path) -> None:
    for game in BOOKS:
        known = set()
        for path in (site / "assets" / "previews").glob(f"{game}-*.js"):
            part = json.loads(path.read_text(encoding="utf-8").partition("]=")[2].rstrip(";"))
            assert {f"{game}-{part_of(name)}" for name in part} <= {path.stem}
            known |= set(part)
        asked = {
            name
            for path in pages_of(site)
            for name in re.findall(rf'data-cb-ref="{game}/([^"]+)"', (site / path).read_text(encoding="utf-8"))
        }
        assert asked
        assert asked <= known


# ---- replays


def test_a_replay_shows_dice_in_the_colours_that_the_rules_ask_for(visit: Opener) -> None:
    page = visit("twentyfive/examples/really-ready.html").page
    position = page.locator(".cb-step", has_text="Really Ready flies on the right").locator(".cb-die .cb-sr")
    assert position.all_inner_texts() == ["black 3", "white 2", "red 6"]
    approach = [page.locator(".cb-step", has_text=words).first.locator(".cb-die .cb-sr").inner_text()
                for words in ("It picks", "It attacks from the rear.", "It aims at the fuselage.")]  # fmt: skip
    assert approach == ["black 2", "white 3", "red 3"]
    flak = page.locator("#flak-over-the-target ~ ol .cb-die .cb-sr").all_inner_texts()
    assert flak == ["black 3", "white 5", "red 2"]
    assert page.locator(".cb-step:has(.cb-step__who:text-is('Tail gun')) .cb-die .cb-sr").first.inner_text() == "2"


def test_a_replay_numbers_its_steps_from_one_and_shows_no_meaningless_number(visit: Opener) -> None:
    page = visit("twentyfive/examples/really-ready.html").page
    numbers = page.locator(".cb-step__n").all_inner_texts()
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]
    assert page.locator(".cb-net").count() == 0


def test_each_step_of_a_replay_leads_to_the_row_that_it_rolled(visit: Opener, address: str) -> None:
    page = visit("twentyfive/examples/really-ready.html").page
    step = page.locator(".cb-step", has_text="two engines out").first
    step.locator(".cb-step__refs a").first.click()
    page.wait_for_url(f"**/{WING}#t-tab-wing-{TWO}")
    assert page.locator("tr:target").get_attribute("data-row") == f"T-TAB-WING/{TWO}"


# ---- drawings


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", ["queen/rules/1-mission.html", "queen/tables/g-11.html"])
def test_the_map_is_in_its_place_by_day_and_night(visit: Opener, site: Path, path: str) -> None:
    file = next((site / "print" / "queen").glob("strategic-map.svg")).read_text(encoding="utf-8")
    colours = set()
    for scheme in ("light", "dark"):
        page = visit(path, scheme=scheme).page
        drawn = page.get_by_role("img", name="Strategic Movement Board", include_hidden=False)
        assert drawn.count() == 1
        assert drawn.locator("text").all_text_contents() == re.findall(r"<text[^>]*>([^<]*)</text>", file)
        described = page.locator(f"#{(drawn.get_attribute('aria-labelledby') or '').split()[1]}").text_content() or ""
        for target in BOOKS["queen"].tables["G-11"].rows:
            assert BOOKS["queen"].say(target.key) in described
        ink, land = page.evaluate("""() => {
            const name = document.querySelector(".cb-drawing .map-place"), land = document.querySelector(".cb-drawing .map-land-mark");
            return [getComputedStyle(name).fill, getComputedStyle(land).fill].map(c => c.match(/[0-9]+/g).slice(0, 3).reduce((a, b) => a + +b, 0));
        }""")
        assert abs(ink - land) > 3 * 110  # Text on a drawing is legible.
        colours.add(ink)
        page.click("figcaption a")
        page.wait_for_url("**/print/queen/strategic-map.svg")
    assert len(colours) == 2


# ---- the keyboard


@pytest.mark.thorough
def test_the_keyboard_reaches_everything_that_scrolls_sideways(visit: Opener, address: str, site: Path) -> None:
    page = visit(size={"width": 320, "height": 640}).page
    scrolling = 0
    for path in ("twentyfive/tables/t-tab-sheet-attack.html", "twentyfive/tables/t-tab-fighter-effect.html",
                 "twentyfive/rules/3-approach.html", "twentyfive/rules-index.html"):  # fmt: skip
        page.goto(f"{address}/{path}")
        page.evaluate("document.querySelectorAll('.cb-scroll table').forEach(table => table.style.minWidth = '40rem')")
        page.evaluate("dispatchEvent(new Event('resize'))")
        for region in page.locator(".cb-scroll").all():
            assert (region.get_attribute("tabindex"), region.get_attribute("role")) == ("0", "region"), path
            assert region.get_attribute("aria-label"), path
            region.focus()
            page.keyboard.press("ArrowRight")
            scrolling += 1
    assert scrolling > 4


def test_tab_walks_from_the_top_of_a_page_to_its_text_and_always_shows_where_it_is(visit: Opener) -> None:
    page = visit("twentyfive/rules/5-fire.html").page
    seen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("""() => { const e = document.activeElement, s = getComputedStyle(e);
            return {what: e.className || e.tagName, text: e.textContent.trim(), shown: s.outlineStyle !== "none" || e.matches("input,.md-skip")} }"""))  # fmt: skip
    assert "Skip to content" in seen[0]["text"]
    assert [step for step in seen if not step["shown"]] == []
    assert any("cb-rule__id" in step["what"] for step in seen)


def test_what_opens_shows_that_it_has_the_focus(visit: Opener) -> None:
    for path in ("queen/quick-start.html", "queen/rules/5-guns.html", "queen/odds.html"):
        page = visit(path).page
        page.locator("summary").first.focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid", path


# ---- print


def printed(page: Page) -> str:
    """Return the text of a page in print."""
    page.emulate_media(media="print")
    reader = PdfReader(BytesIO(page.pdf(format="A4", prefer_css_page_size=True)))
    return "\n".join(sheet.extract_text() for sheet in reader.pages)


@pytest.mark.sample(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_rules_chapter_on_paper_has_its_text_and_tables_and_no_navigation(visit: Opener, scheme: str) -> None:
    page = visit("twentyfive/rules/5-fire.html", scheme=scheme).page
    text = " ".join(printed(page).split())
    for wanted in ("5. The fighters fire", "T-503", "Wing hit", "Two engines out", "Losing a bomber"):
        assert wanted in text
    for unwanted in ("Search", "Quick start", "Rules index", "On this page", "Previous", "Next", "Home", "unofficial"):
        assert unwanted not in text, unwanted


# ---- from a folder on disk


def test_from_a_folder_pages_search_and_previews_work_and_nothing_is_fetched(visit: Opener, site: Path) -> None:
    home = site.as_uri()
    watch = visit("index.html", home=home)
    page = watch.page
    assert ask(page, "T-TAB-WING")[0] == f"{home}/{WING}"
    page.goto(f"{home}/{WING}")
    assert ask(page, "T-503")[0] == f"{home}/twentyfive/rules/5-fire.html#t-503"
    page.keyboard.press("Enter")
    page.wait_for_url("**/5-fire.html#t-503")
    page.goto(f"{home}/twentyfive/sequence.html")
    page.locator("[data-cb-ref='twentyfive/T-TAB-ATTACK']").first.focus()
    page.locator(".cb-preview").wait_for(state="visible")
    page.locator("[data-cb-ref='twentyfive/T-TAB-ATTACK']").first.click()
    page.wait_for_url("**/t-tab-attack.html")
    assert watch.troubles == []


@pytest.mark.thorough
def test_from_a_folder_a_table_is_rolled_a_mission_plays_and_the_data_page_leads_to_its_files(
    visit: Opener, site: Path
) -> None:
    home = site.as_uri()
    watch = visit(f"{WING}", home=home)
    page = watch.page
    page.click(".cb-roller__go")
    assert page.locator(".cb-table tr.cb-lit").count() == 1
    page.goto(f"{home}/queen/examples/spray-fire.html")
    page.click("[data-action=next]")
    assert page.inner_text("[data-slot=place]").startswith("Step 2 ")
    page.goto(f"{home}/api/index.html")
    links = page.eval_on_selector_all(".md-content a[href]", "links => links.map(link => link.href)")
    files = {link.partition("#")[0] for link in links}
    assert sum(link.endswith(".json") for link in files) > 5
    for link in files:
        assert link.startswith(home), link
        assert Path(url2pathname(urlsplit(link).path)).is_file(), link
    first = page.locator(".md-content a[href$='.json']").first
    wanted = first.get_attribute("href")
    first.click()
    page.wait_for_url(f"**/{(wanted or '').rpartition('/')[2]}")
    assert json.loads(page.locator("pre").inner_text())
    assert watch.troubles == []


# ---- day and night


def test_the_scheme_can_be_switched_and_stays_on_the_next_page(visit: Opener, address: str) -> None:
    page = visit("index.html").page
    assert page.get_attribute("body", "data-md-color-scheme") == "default"
    page.click("button[title='Switch to the night scheme']")
    assert page.get_attribute("body", "data-md-color-scheme") == "slate"
    page.goto(f"{address}/{WING}")
    assert page.get_attribute("body", "data-md-color-scheme") == "slate"


@pytest.mark.sample(1)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_missing_page_is_reported_with_style_and_a_link_home(visit: Opener, address: str, scheme: str) -> None:
    for path in ("no-such-page.html", "twentyfive/tables/no/such/page.html", "queen/tables/p-99.html"):
        page = visit(path, scheme=scheme).page
        assert page.locator("h1").inner_text() == "There is no page here"
        frame = page.locator("header").evaluate(
            "e => getComputedStyle(e).borderBottomWidth + getComputedStyle(e).fontFamily"
        )
        assert frame.startswith("3px")
        assert "Libre Franklin" in frame
        expect(page.locator("#look input")).not_to_have_value("")
        assert page.locator("#home").get_attribute("href") == f"{urlsplit(address).path}/index.html"
        page.click("#home")
        page.wait_for_url(f"{address}/index.html")
        assert page.locator(".cb-hero h1").is_visible()


@pytest.mark.thorough
def test_a_missing_page_offers_to_search_for_the_words_of_its_address(visit: Opener) -> None:
    page = visit("queen/tables/p-99.html").page
    expect(page.locator("#look input")).to_have_value("queen tables p-99")
    page.click("#look button")
    page.wait_for_selector(".cb-hit, .cb-search__status")
    assert page.locator(".cb-search__input").input_value() == "queen tables p-99"
    page = visit("%3Cimg%20src=x%20onerror=alert(1)%3E/%E0%A4%A.html").page
    assert page.locator("main img").count() == 0


def test_a_missing_page_of_a_site_with_a_known_address_sends_no_request(
    tmp_path: Path, visit: Opener, site: Path
) -> None:
    text = (site / "404.html").read_text(encoding="utf-8")
    assert 'href="/index.html"' in text
    known = text.replace('="/index.html"', '="/over/here/index.html"').replace('found = "/"', 'found = "/over/here/"')
    assert known != text
    page = visit().page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/*", lambda route: route.fulfill(status=404, content_type="text/html", body=known))
    page.goto("http://127.0.0.1:9/over/here/deep/er.html")
    assert page.locator("#home").get_attribute("href") == "/over/here/index.html"
    assert page.locator("#look").get_attribute("action") == "/over/here/index.html"
    assert asked == ["http://127.0.0.1:9/over/here/deep/er.html"]
