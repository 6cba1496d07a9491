"""The tools of a reader: citations, marks, reports of mistakes, text size, and dice only."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from combatbox import __version__
from combatbox.core.phrases import anchor
from combatbox.library.load import load_all
from combatbox.web.data_files import DIGESTS, digests_script

from .conftest import DESKTOP, PHONE, Opener
from .test_pages import violations

pytestmark = pytest.mark.browser

BOOKS = load_all()
CHAPTER = "queen/rules/13-aborting.html"
TABLE = "queen/tables/b-1.html"
FIRST_VISIT = 7_298
"""Bytes, gzipped, of the scripts that a page of rules loads at once."""

MARK = {
    "key": "queen/Q8.0-1", "name": "Rule Q8.0-1", "url": f"{CHAPTER}#q8-0-1", "note": "Ask Tom.", "added": "2026-11-26",
}  # fmt: skip


ADDRESS = "() => { document.querySelector('.cb-colophon').dataset.cbReport = 'mailto:box@example.org'; }"
"""Gives the site an address for reports."""


def open_box(page: Page, opener: str) -> None:
    page.locator(opener).first.click()
    page.wait_for_selector(".cb-reader:popover-open")


def copied(page: Page, name: str) -> str:
    """Press a button of the box; return the copied text."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".cb-reader").get_by_role("button", name=name).click()
    expect(page.locator(".cb-reader__status")).to_contain_text("copied")
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


# ---- cite and report


def test_every_rule_table_and_ruling_can_be_cited_and_reported(site: Path) -> None:
    for key, book in BOOKS.items():
        for table in book.tables:
            html = (site / key / "tables" / f"{table.lower()}.html").read_text(encoding="utf-8")
            assert f'data-cb-about="{key}/{table}"' in html
        if book.rulings:
            html = (site / key / "rulings.html").read_text(encoding="utf-8")
            assert [ruling for ruling in book.rulings if f'data-cb-about="{key}/{ruling}"' not in html] == []
        chapters = "".join(path.read_text(encoding="utf-8") for path in (site / key / "rules").glob("*.html"))
        for rule in book.rules:
            assert re.search(rf'id="{anchor(rule)}"><a class="cb-rule__id"', chapters), rule


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("path", "opener", "key", "place"),
    [
        (CHAPTER, "#q8-0-1 .cb-rule__id", "queen/Q8.0-1", f"{CHAPTER}#q8-0-1"),
        (TABLE, ".cb-pinline [data-cb-about]", "queen/B-1", TABLE),
        (CHAPTER, ".cb-ruling [data-cb-about]", "queen/Q-R41", "queen/rulings.html#q-r41"),
    ],
    ids=["rule", "table", "ruling"],
)
def test_a_report_and_a_citation_say_what_where_and_of_which_edition(
    visit: Opener, address: str, path: str, opener: str, key: str, place: str
) -> None:
    watch = visit()
    page = watch.page
    page.clock.set_fixed_time("2026-11-26T23:30:00")  # The reader's date, which may differ from the date elsewhere.
    page.goto(f"{address}/{path}")
    page.evaluate(ADDRESS)
    open_box(page, opener)
    report, cited = unquote(page.locator(".cb-reader__actions a").get_attribute("href") or ""), copied(page, "Cite")
    for text in (report, cited):
        for part in (key.split("/")[1], f"{address}/{place}", __version__, BOOKS["queen"].digest, "2026-11-26"):
            assert part in text, part
    assert key in report
    assert watch.troubles == []


def test_the_digests_stand_in_one_script_and_in_the_foot_of_no_page(site: Path) -> None:
    assert (site / DIGESTS).read_text(encoding="utf-8") == digests_script(BOOKS)
    digests = [book.digest for book in BOOKS.values()]
    for path in site.rglob("*.html"):
        _, _, foot = path.read_text(encoding="utf-8").partition('class="cb-colophon"')
        assert not [digest for digest in digests if digest in foot], path


def test_a_report_goes_to_the_address_of_the_site_and_without_one_nothing_offers_it(visit: Opener) -> None:
    page = visit(CHAPTER).page
    assert "Report a mistake" not in page.content()
    open_box(page, "#q8-0-1 .cb-rule__id")
    assert page.locator(".cb-reader__actions > *").all_inner_texts() == ["Copy link", "Cite"]
    page.keyboard.press("Escape")
    page.evaluate(ADDRESS)
    open_box(page, "#q8-0-1 .cb-rule__id")
    href = page.locator(".cb-reader__actions a").get_attribute("href") or ""
    assert href.startswith("mailto:box@example.org?subject=Mistake%3A%20Rule%20Q8.0-1")
    assert "Id%3A%20queen%2FQ8.0-1" in href


def test_a_mistake_of_a_page_is_reported_by_one_press(visit: Opener) -> None:
    page = visit(CHAPTER).page
    page.evaluate(ADDRESS)
    page.evaluate("() => { window.open = address => { document.title = address; }; }")
    page.evaluate(
        "document.querySelector('.cb-colophon__links').insertAdjacentHTML('beforeend', '<button data-cb-about>x</button>')"
    )
    page.locator(".cb-colophon [data-cb-about]").press("Enter")  # A click misses a button that moves under the mouse.
    expect(page).to_have_title(
        re.compile("mailto:box@example.org.subject=Mistake%3A%20.*Id%3A%20none%2C%20the%20page%20itself")
    )


def test_a_browser_that_does_not_copy_shows_the_citation(visit: Opener) -> None:
    page = visit(TABLE).page
    page.evaluate("() => { navigator.clipboard.writeText = async () => { throw new Error('no'); }; }")
    open_box(page, ".cb-pinline [data-cb-about]")
    page.locator(".cb-reader").get_by_role("button", name="Cite").click()
    expect(page.get_by_label("To copy")).to_have_value(re.compile("Table B-1"))


def test_the_box_is_worked_by_keyboard_and_gives_the_focus_back(visit: Opener) -> None:
    page = visit(TABLE).page
    opener = page.locator(".cb-pinline [data-cb-about]")
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Copy link")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".cb-reader")).to_have_count(0)
    expect(opener).to_be_focused()


# ---- marks


def test_a_note_stays_with_its_rule_is_listed_and_printed(visit: Opener, address: str) -> None:
    watch = visit(CHAPTER)
    page = watch.page
    open_box(page, "#q8-0-1 .cb-rule__id")
    page.locator(".cb-reader textarea").fill("<b>Ask</b> Tom.")
    expect(page.get_by_role("checkbox", name="Bookmark")).to_be_checked()
    page.reload()
    note = page.locator(".cb-mynote")
    expect(note).to_have_text("My note: <b>Ask</b> Tom.")
    page.emulate_media(media="print")
    assert note.is_visible()
    page.goto(f"{address}/about/marks.html")
    link = page.locator("[data-cb-marks] a")
    expect(link).to_have_attribute("href", f"{address}/{CHAPTER}#q8-0-1")
    expect(page.locator("[data-cb-marks]")).to_contain_text("<b>Ask</b> Tom.")
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Remove the mark").click()
    expect(page.locator("[data-cb-marks]")).to_contain_text("Nothing is marked yet")
    assert watch.troubles == []


def load_file(page: Page, text: str) -> None:
    page.locator("input[type=file]").set_input_files(
        [{"name": "marks.json", "mimeType": "application/json", "buffer": text.encode()}]
    )


def test_marks_go_to_a_file_and_come_back_and_a_bad_file_loses_nothing(visit: Opener) -> None:
    page = visit("about/marks.html").page
    page.evaluate("mark => localStorage.setItem('cb-marks', JSON.stringify([mark]))", MARK)
    page.reload()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    status = page.locator(".md-content [role=status]")
    for bad in ("{", "[]", text.replace("queen/rules", "//evil.example"), text.replace('"version": 1', '"version": 9')):
        load_file(page, bad)
        expect(status).to_contain_text("marks.json was not read: ")
        expect(page.locator("[data-cb-marks] li")).to_have_count(1)
        assert json.loads(page.evaluate("localStorage.getItem('cb-marks')")) == [MARK]
    page.evaluate("localStorage.clear()")
    page.reload()
    load_file(page, text)
    expect(status).to_have_text("1 mark added from marks.json.")
    assert json.loads(page.evaluate("localStorage.getItem('cb-marks')")) == [MARK]


def test_foreign_data_in_the_store_breaks_nothing(visit: Opener) -> None:
    watch = visit("about/marks.html")
    for text in ("{", "7", '[null, {"key": 1}]', json.dumps([{**MARK, "url": "javascript:alert(1)"}])):
        watch.page.evaluate("text => localStorage.setItem('cb-marks', text)", text)
        watch.page.reload()
        expect(watch.page.locator("[data-cb-marks]")).to_contain_text("Nothing is marked yet")
    assert watch.troubles == []


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_in_the_box_the_list_and_beside_the_board(
    visit: Opener, size: dict[str, int], scheme: str
) -> None:
    page = visit(CHAPTER, size=size, scheme=scheme).page
    open_box(page, "#q8-0-1 .cb-rule__id")
    page.locator(".cb-reader textarea").fill("Ask Tom.")
    assert violations(page) == []
    box = page.locator(".cb-reader").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    page.goto(page.url.replace(page.url.split("/queen/")[1], "").removesuffix("queen/") + "about/marks.html")
    expect(page.locator("[data-cb-marks] li")).to_have_count(1)
    assert violations(page) == []
    page.goto(page.url.replace("about/marks.html", TABLE))
    page.locator(".cb-board__switch").click()
    page.locator(".cb-roller__go").click()
    assert violations(page) == []


# ---- size of the scripts


def test_the_scripts_of_a_first_visit_stay_small(visit: Opener, site: Path, address: str) -> None:
    page = visit().page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(f"{address}/")))
    page.goto(f"{address}/{CHAPTER}")
    page.wait_for_load_state("networkidle")
    scripts = [path for path in asked if path.endswith(".js")]
    assert "assets/js/page.js" in scripts
    assert "assets/js/reader.js" not in scripts
    assert sum(len(gzip.compress((site / path).read_bytes(), 9)) for path in scripts) <= FIRST_VISIT


# ---- text size, and dice only


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_text_grows_in_two_steps_and_keeps_its_size(visit: Opener, size: dict[str, int], address: str) -> None:
    page = visit(CHAPTER, size=size).page
    height = "parseFloat(getComputedStyle(document.querySelector('.md-content p')).fontSize)"
    plain = page.evaluate(height)
    for share in (1.25, 1.5):
        page.locator(".cb-text").click()
        assert page.evaluate(height) == pytest.approx(plain * share, rel=0.01)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{address}/index.html")
    assert page.evaluate("document.documentElement.dataset.cbText") == "150"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".cb-text").click()
    assert page.evaluate("localStorage.getItem('cb-text')") is None


def test_beside_the_board_pages_show_only_dice_and_results(visit: Opener, address: str) -> None:
    watch = visit(TABLE, PHONE)
    page = watch.page
    page.evaluate(
        "() => { navigator.wakeLock.request = async kind => { window.awake = kind; throw new Error('no'); }; }"
    )
    page.locator(".cb-board__switch").click()
    assert page.evaluate("window.awake") == "screen"
    hidden = (".md-header", ".cb-table", ".md-footer", ".cb-facts, .cb-way")
    assert not any(page.locator(css).first.is_visible() for css in hidden)
    page.locator(".cb-roller__go").click()
    expect(page.locator(".cb-roller__out")).to_be_visible()
    page.goto(f"{address}/queen/tables/b-3.html")
    expect(page.locator(".cb-table").first).not_to_be_visible()
    page.goto(f"{address}/queen/tables/index.html")
    expect(page.locator(".md-header")).to_be_visible()
    page.goto(f"{address}/{TABLE}")
    page.keyboard.press("Escape")
    expect(page.locator(".cb-table").first).to_be_visible()
    page.reload()
    expect(page.locator(".md-header")).to_be_visible()
    assert watch.troubles == []


def test_the_foot_of_each_page_has_the_version_and_a_link_to_the_changes(visit: Opener, address: str) -> None:
    page = visit("about.html").page
    link = page.locator(".cb-colophon").get_by_role("link", name=f"Version {__version__}")
    expect(link).to_have_attribute("href", "about/new.html")
    feed = page.locator("link[type='application/atom+xml']").get_attribute("href")
    assert page.request.get(f"{address}/{feed}").ok
