"""The layout fits the screen: only tables with very many columns are cut off, and they show that."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from combatbox.library.load import load_all

from .conftest import BROKEN, COVERED, CUT, PHONE, SPLIT, Look, Opener, wait_frames

pytestmark = pytest.mark.browser

BROKEN_HEADS = """() => [...document.querySelectorAll(".cb-table tbody th a")].filter(link => {
    const range = document.createRange();
    range.selectNodeContents(link);
    const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
    return lines.size > link.textContent.split(/[\\s-]+/).length;
}).map(link => link.textContent)"""


LINES = """() => [...document.querySelectorAll(".cb-table tbody th a")].filter(link => link.textContent.includes(", ")).map(link => {
    const range = document.createRange();
    range.selectNodeContents(link);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size;
})"""
"""On how many lines each list of rolls stands."""


def test_only_tables_of_many_columns_are_wider_than_their_page(looks: dict[str, Look]) -> None:
    drafts = tuple(f"{key}/" for key, book in load_all().items() if book.meta.stage == "draft")
    tables = {
        path: seen.cut
        for path, seen in looks.items()
        if ("/tables/" in path or "/examples/" in path) and not path.startswith(drafts)
    }
    assert any("/examples/" in path for path in tables)
    assert tables
    assert {path: cut for path, cut in tables.items() if cut} == {}


def test_a_table_that_is_cut_off_is_seen(visit: Opener) -> None:
    page = visit("queen/tables/p-1.html").page
    assert page.evaluate(CUT) == []
    page.evaluate("document.querySelector('.cb-scroll table').style.minWidth = '3000px'")
    assert len(page.evaluate(CUT)) == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("table", ["g-11", "r-19-2", "m-1"])
def test_a_row_heading_is_broken_between_words_only(visit: Opener, table: str) -> None:
    assert visit(f"queen/tables/{table}.html", PHONE).page.evaluate(BROKEN_HEADS) == []


def test_a_list_of_rolls_is_broken_between_them_and_no_range_at_its_dash(looks: dict[str, Look], visit: Opener) -> None:
    assert {path: seen.split for path, seen in looks.items() if seen.split} == {}
    page = visit("queen/tables/b-7-engine.html", PHONE).page
    page.add_style_tag(content=".cb-table tbody th { width: 1px; max-width: 1px }")
    listed = page.evaluate(LINES)
    assert listed
    assert min(listed) > 1
    assert page.evaluate(SPLIT) == []
    page.add_style_tag(content=".cb-range { white-space: normal !important }")
    assert page.evaluate(SPLIT) != []


def test_no_short_name_is_broken_at_its_hyphen(looks: dict[str, Look], visit: Opener) -> None:
    assert {path: seen.split for path, seen in looks.items() if seen.split} == {}
    page = visit("compare.html", PHONE).page
    page.add_style_tag(content="li { width: 1px }")
    assert page.evaluate(SPLIT) == []
    page.add_style_tag(content=".cb-whole { white-space: normal !important }")
    assert "B-17" in page.evaluate(SPLIT)


def test_no_cell_of_a_table_of_short_cells_is_broken_on_a_phone(visit: Opener) -> None:
    page = visit("superfort/tables/t2-9.html", PHONE).page
    broken = f"({BROKEN})('.cb-table--narrow td.cb-cell', /.+/g)"
    assert page.evaluate(broken) == []
    page.add_style_tag(content=".cb-cell { white-space: normal !important }")
    assert page.evaluate(broken) != []


def test_a_chance_beside_many_columns_stands_on_one_line(visit: Opener) -> None:
    page = visit("queen/tables/b-4.html").page
    assert page.locator("td.cb-odds").count() == 11
    apart = """cells => cells.filter(cell => cell.querySelector(".cb-chance").offsetTop !== cell.querySelector(".cb-percent").offsetTop)
        .map(cell => cell.innerText)"""
    assert page.eval_on_selector_all("td.cb-odds", apart) == []


def test_no_name_of_a_file_in_a_table_is_broken_on_a_phone(visit: Opener) -> None:
    page = visit("authors/house-rules.html", PHONE).page
    assert page.locator("table code", has_text=".yaml").count() > 3
    assert page.evaluate(f"({BROKEN})('table code', /[\\w-]+\\.yaml/g)") == []


def test_no_rule_s_id_covers_another(looks: dict[str, Look], visit: Opener) -> None:
    chapters = {path: seen for path, seen in looks.items() if "/rules/" in path}
    assert {path: seen.covered for path, seen in chapters.items() if seen.covered} == {}
    assert sum(seen.rules for seen in chapters.values()) > 6 * len(chapters)
    page = visit("queen/rules/10-crew.html").page
    assert not any(page.evaluate(COVERED))
    page.add_style_tag(content=".cb-rule__id { position: fixed !important; top: 200px; left: 0 }")
    assert any(page.evaluate(COVERED))


def fades(page: Page) -> bool:
    # The scroll event comes with the next frame, so two frames are awaited.
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")
    return "cb-more" in (page.get_attribute(".cb-scroll", "class") or "")


def test_a_table_that_continues_to_the_right_fades_there_until_its_end(visit: Opener) -> None:
    page = visit("queen/tables/b-5.html", PHONE).page
    assert fades(page)
    page.emulate_media(media="print")  # Nothing is hidden or faded in print.
    assert page.eval_on_selector(".cb-scroll", "box => getComputedStyle(box).maskImage") == "none"
    page.emulate_media(media="screen")
    assert "gradient" in page.eval_on_selector(".cb-scroll", "box => getComputedStyle(box).maskImage")
    page.evaluate("document.querySelector('.cb-scroll').scrollLeft = 9999")
    assert not fades(page)
    page.goto(page.url.replace("b-5", "p-1"))
    assert not fades(page)


def test_the_column_that_is_picked_is_lit_at_its_head_and_comes_in_sight(visit: Opener) -> None:
    page = visit("queen/tables/b-5.html", PHONE).page
    for column, words in (("vertical_climb", "Vertical Climb"), ("front_high", "12 / 1:30 / 10:30 High")):
        page.select_option("select[name=column]", column)
        head = page.locator(".cb-lit__head")
        assert [text.lower() for text in head.all_inner_texts()] == [words.lower()]
        place, box = head.bounding_box(), page.locator(".cb-scroll").first.bounding_box()
        first = page.locator(".cb-table thead th").first.bounding_box()
        assert place
        assert box
        assert first
        assert place["x"] >= first["x"] + first["width"] - 1
        assert place["x"] + place["width"] <= box["x"] + box["width"] + 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("table", ["t2-8", "t5-6", "t5-9"])
def test_on_a_phone_a_table_of_five_columns_shows_its_first_and_its_complete_line_of_origin(
    visit: Opener, table: str
) -> None:
    page = visit(f"superfort/tables/{table}.html", PHONE).page
    page.evaluate("document.querySelector('.cb-scroll').scrollLeft = 60")
    box = page.locator(".cb-scroll").first.bounding_box()
    assert box
    for part in (".cb-table thead th", ".cb-table tbody th", ".cb-stays"):
        place = page.locator(part).first.bounding_box()
        assert place
        assert box["x"] <= place["x"] <= box["x"] + 20, part
        assert place["x"] + place["width"] <= box["x"] + box["width"], part
    assert page.evaluate("(window.scrollTo(500, 0), window.scrollX)") == 0


def test_a_wide_table_uses_the_space_of_the_contents_list(visit: Opener) -> None:
    wide = visit("queen/tables/g-11.html").page
    assert not wide.locator(".md-sidebar--secondary").is_visible()
    assert visit("queen/tables/p-1.html").page.locator(".md-sidebar--secondary").is_visible()


ROOM = 8
"""The pixels between a label and the edge of its drawing, because browsers draw letters in different widths."""

CROWDED = """room => [...document.querySelectorAll(".cb-fig--top svg text")].filter(text => {
    const [own, all] = [text, text.ownerSVGElement].map(element => element.getBoundingClientRect());
    return own.left < all.left + room || own.right > all.right - room;
}).map(text => text.textContent)"""
"""The labels that do not fit into their drawing."""


def test_the_labels_of_a_figure_fit_into_it_on_a_phone(visit: Opener, site: Path) -> None:
    watch = visit("", PHONE)
    crowded = {}
    for path in sorted((site / "skirmish").glob("rules/*.html")):
        watch.page.goto(f"{watch.home}/skirmish/rules/{path.name}")
        crowded[path.name] = watch.page.evaluate(CROWDED, ROOM)
    assert {name: labels for name, labels in crowded.items() if labels} == {}
    watch.page.goto(f"{watch.home}/skirmish/rules/4-fire.html")
    watch.page.add_style_tag(content=".cb-fig--top text { font-size: 60px !important }")
    assert watch.page.evaluate(CROWDED, ROOM)


OVERLAID = """() => [...document.querySelectorAll(".cb-fig--top svg")].flatMap(drawing => {
    const boxes = [...drawing.querySelectorAll("text")].map(text => [text.textContent, text.getBoundingClientRect()]);
    const apart = (one, other) => Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) < one.height / 5
        || one.right <= other.left || other.right <= one.left;
    return boxes.flatMap(([name, box], at) => boxes.slice(at + 1).filter(([, other]) => !apart(box, other)).map(([other]) => [name, other]));
})"""
"""The labels of figures that stand on each other; lines of text may share a fifth of their height, which has no ink."""


@pytest.mark.parametrize(
    "path", ["queen/rules/7-damage.html", "b24d/rules/7-damage.html", "superfort/rules/15-damage.html"]
)
def test_no_label_of_a_figure_stands_on_another_on_a_phone(visit: Opener, path: str) -> None:
    page = visit(path, PHONE).page
    assert page.locator(".cb-fig--top text").count()
    assert page.evaluate(OVERLAID) == []
    page.add_style_tag(content=".cb-fig--top text { font-size: 30px !important }")
    assert page.evaluate(OVERLAID) != []


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", ["api/index.html", "queen/downloads.html", "queen/tables/index.html"])
def test_the_contents_list_opens_at_its_heading(visit: Opener, path: str) -> None:
    page = visit(path).page
    wait_frames(page)  # The list is scrolled after the page has loaded.
    title, frame = (
        page.locator(f".md-sidebar--secondary {part}").bounding_box()
        for part in (".md-nav--secondary > .md-nav__title", ".md-sidebar__scrollwrap")
    )
    assert title
    assert frame
    assert title["y"] >= frame["y"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", ["twentyfive/rules/4-guns.html", "queen/rules/5-guns.html", "about.html"])
def test_a_line_of_text_is_never_too_long_to_read(visit: Opener, path: str) -> None:
    page = visit(path, {"width": 1920, "height": 1080}).page
    wide = "nodes => nodes.map(p => p.clientWidth / parseFloat(getComputedStyle(p).fontSize))"
    assert max(page.eval_on_selector_all(".md-content p:not([class])", wide)) < 48
