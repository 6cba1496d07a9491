"""Rules chapters: tables beside the rules, corrections at their values, and hidden optional rules."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from combatbox.core.phrases import anchor
from combatbox.library.load import load_all

from .conftest import DESKTOP, PHONE, Opener, pages_of
from .test_pages import violations

pytestmark = pytest.mark.browser

BOOKS = load_all()
CHAPTER = "queen/rules/10-crew.html"
OPTIONAL = "queen/rules/16-optional.html"


# ---- tables beside the rules


@pytest.mark.parametrize("game", BOOKS)
def test_every_table_that_a_rule_reads_is_beside_it_or_set_in_its_chapter(site: Path, game: str) -> None:
    book = BOOKS[game]
    checked = 0
    for path in pages_of(site):
        if not path.startswith(f"{game}/rules/"):
            continue
        html = (site / path).read_text(encoding="utf-8")
        chapter = set(re.findall(r'data-table="([^"]+)"', html))
        for section in re.findall(r'<section class="cb-section".*?</section>', html, re.DOTALL):
            there = set(re.findall(rf'data-table="([^"]+)"|data-cb-table="{game}/([^"]+)"', section))
            shown = {name for pair in there for name in pair if name}
            for rule in book.rules.values():
                if f'class="cb-rule" id="{anchor(rule.id)}"' in section:
                    assert {table for table in rule.tables if table not in book.variants} <= shown | chapter, rule.id
                    checked += len(rule.tables)
    assert checked > 10


def beside(site: Path, chapter: str, heading: str) -> list[str]:
    html = (site / f"queen/rules/{chapter}.html").read_text(encoding="utf-8")
    section = html[html.index(f'<h2 id="{heading}"') :].partition("</section>")[0]
    return re.findall(r'data-cb-table="queen/([^"]+)"', section)


def test_a_section_has_the_tables_that_it_names_beside_it_and_no_others(site: Path) -> None:
    assert beside(site, "7-damage", "nose") == [
        "BL-3",
        "BL-4",
        "O-6",
    ]  # Not P-2, P-5 and P-6, which another rule reads as well.
    assert beside(site, "5-guns", "choosing-targets") == ["M-1"]  # It is named here, and set in the next section.


def test_an_optional_table_beside_a_rule_is_marked_and_can_be_hidden(visit: Opener) -> None:
    page = visit("queen/rules/5-guns.html").page
    table = page.locator("[data-cb-table='queen/B-7']")
    assert table.locator(".cb-optional").is_visible()
    page.check(".cb-switch__box")
    assert not table.is_visible()
    assert not page.locator(".cb-beside").filter(has=table).is_visible()


def test_on_a_desktop_a_table_opens_beside_its_rule(visit: Opener) -> None:
    page = visit(CHAPTER).page
    section = page.locator(".cb-section").filter(has=page.locator("#q14-2c"))
    box, text = section.locator(".cb-beside").bounding_box(), section.locator("p:has(#q14-2c)").bounding_box()
    assert box
    assert text
    assert box["x"] >= text["x"] + text["width"]
    assert box["x"] + box["width"] <= DESKTOP["width"]
    table = section.locator("[data-cb-table='queen/G-9']")
    table.locator("summary").click()
    table.locator("table").wait_for()
    assert "plane wrecked" in table.inner_text()
    page.locator("#q14-2c").scroll_into_view_if_needed()
    assert table.locator("summary").is_visible()


def test_on_a_phone_the_tables_are_folded_below_the_heading(visit: Opener) -> None:
    page = visit(CHAPTER, size=PHONE).page
    section = page.locator(".cb-section").filter(has=page.locator("#q14-2c"))
    heading, box = section.locator("h2").bounding_box(), section.locator(".cb-beside").bounding_box()
    assert heading
    assert box
    assert box["y"] >= heading["y"] + heading["height"]
    assert box["x"] + box["width"] <= PHONE["width"]
    assert section.locator("[data-cb-table][open]").count() == 0


@pytest.mark.thorough
@pytest.mark.parametrize("home", ["served", "folder"])
def test_the_tables_beside_open_by_keyboard(visit: Opener, site: Path, address: str, home: str) -> None:
    watch = visit(OPTIONAL, home=address if home == "served" else site.as_uri())
    table = watch.page.locator("[data-cb-table='queen/M-1']").first  # A long table, which scrolls within its box.
    table.locator("summary").focus()
    watch.page.keyboard.press("Enter")
    table.locator("table").wait_for()
    assert watch.troubles == []
    if home == "served":  # Axe fetches the style sheets, which a page from a folder may not do.
        assert violations(watch.page) == []


def test_the_contents_of_a_chapter_are_in_the_navigation(visit: Opener) -> None:
    page = visit(CHAPTER).page
    link = page.locator(".md-sidebar--primary .md-nav--secondary a", has_text="Out of action")
    assert link.is_visible()
    link.click()
    assert page.url.endswith("#out-of-action")


# ---- errata and rulings at the places that they change


@pytest.mark.parametrize("game", BOOKS)
def test_a_table_in_a_chapter_shows_its_corrections_and_rulings(site: Path, game: str) -> None:
    for path in pages_of(site):
        if not path.startswith(f"{game}/rules/"):
            continue
        for figure in re.findall(r'<figure class="cb-attable.*?</figure>', (site / path).read_text("utf-8"), re.DOTALL):
            table = BOOKS[game].tables[re.findall(r'data-table="([^"]+)"', figure)[0]]
            assert figure.count('<span class="cb-bites__tag">Corrected</span>') == len(table.info.corrections), table.id


# ---- optional rules


@pytest.mark.sample(1)
@pytest.mark.parametrize("home", ["served", "folder"])
def test_optional_rules_can_be_hidden_and_stay_hidden(visit: Opener, site: Path, address: str, home: str) -> None:
    root = address if home == "served" else site.as_uri()
    watch = visit("queen/rules-index.html", home=root)
    page = watch.page
    rule = page.locator("#q9-5-1")
    assert rule.is_visible()
    page.check(".cb-switch__box")
    assert not rule.is_visible()
    assert page.locator("#q9-4-1").is_visible()
    page.goto(f"{root}/queen/tables/index.html")
    assert page.locator(".cb-switch__box").is_checked()
    assert not page.get_by_role("link", name="M-5", exact=True).first.is_visible()
    page.goto(f"{root}/{OPTIONAL}")
    assert not page.locator("#q9-5-1").is_visible()
    page.uncheck(".cb-switch__box")
    assert page.locator("#q9-5-1").is_visible()
    page.goto(f"{root}/queen/rules-index.html")
    assert rule.is_visible()
    assert watch.troubles == []


def test_hidden_parts_never_show_while_a_page_loads_and_nothing_moves(visit: Opener, address: str) -> None:
    page = visit("queen/rules-index.html").page
    page.check(".cb-switch__box")
    page.add_init_script("""
        window.shift = 0; window.seen = false;
        new PerformanceObserver(list => { for (const e of list.getEntries()) window.shift += e.value; })
            .observe({type: "layout-shift", buffered: true});
        new MutationObserver(() => {
            const rule = document.getElementById("q9-5-1");
            if (rule && rule.getClientRects().length) window.seen = true;
        }).observe(document, {childList: true, subtree: true});
    """)
    page.goto(f"{address}/{OPTIONAL}")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("[window.seen, window.shift < 0.02]") == [False, True]


def test_an_address_that_leads_to_a_hidden_rule_shows_it(visit: Opener, address: str) -> None:
    page = visit("queen/rules-index.html").page
    page.check(".cb-switch__box")
    page.goto(f"{address}/{OPTIONAL}#q9-5-2")
    page.locator("#q9-5-2").wait_for(state="visible")
    assert not page.locator(".cb-switch__box").is_checked()


# ---- print


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", BOOKS)
def test_the_sequence_of_play_prints_on_one_sheet(visit: Opener, game: str) -> None:
    page = visit(f"{game}/sequence.html").page
    page.emulate_media(media="print")
    for paper in ("A4", "Letter"):
        sheets = PdfReader(BytesIO(page.pdf(format=paper, prefer_css_page_size=True))).pages
        assert len(sheets) == 1
        assert "Sequence of play" in sheets[0].extract_text()


@pytest.mark.thorough
def test_a_long_mission_prints_with_its_drawings_in_six_pages(visit: Opener) -> None:
    page = visit("queen/examples/miss-cue.html").page
    page.wait_for_selector(".cb-player:not(.cb-player--waits)")
    page.emulate_media(media="print")
    plan = page.locator(".cb-player .cb-air").bounding_box()
    assert plan
    assert plan["height"] > 100
    for paper in ("A4", "Letter"):
        assert len(PdfReader(BytesIO(page.pdf(format=paper, prefer_css_page_size=True))).pages) <= 6, paper


@pytest.mark.sample(1)
@pytest.mark.parametrize("width", [DESKTOP["width"], 820])
def test_a_table_stays_beside_other_pages_until_it_is_closed(visit: Opener, address: str, width: int) -> None:
    watch = visit("queen/tables/b-5.html", size={"width": width, "height": 900})
    page = watch.page
    page.locator(".cb-pin").focus()
    page.keyboard.press("Enter")
    page.goto(f"{address}/queen/tables/p-1.html")
    panel, other = page.locator(".cb-pinned"), page.locator("table[data-table='P-1']").first
    panel.locator("table[data-table='B-5']").wait_for()
    one, two = other.bounding_box(), panel.bounding_box()
    assert one
    assert two
    assert one["x"] + min(one["width"], 300) <= two["x"] + 1
    assert violations(page) == []
    panel.get_by_role("button", name="Close table B-5").focus()
    page.keyboard.press("Enter")
    assert panel.count() == 0
    page.goto(f"{address}/queen/tables/b-5.html")
    assert page.locator(".cb-pin").get_attribute("aria-pressed") == "false"
    assert page.locator(".cb-pinned").count() == 0
    assert not watch.troubles


@pytest.mark.thorough
def test_a_chapter_on_paper_has_no_boxes_and_no_switches(visit: Opener) -> None:
    page = visit(OPTIONAL).page
    page.emulate_media(media="print")
    text = "".join(sheet.extract_text() for sheet in PdfReader(BytesIO(page.pdf(format="A4"))).pages)
    assert "Q9.5-1" in text
    for unwanted in ("At the table", "Hide what is optional", "Search the book"):
        assert unwanted.lower() not in text.lower()
