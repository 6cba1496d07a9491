"""The script of every page: colour scheme, contents, key words and printing; and a stable layout."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from combatbox.library import paths
from combatbox.web.bundles import MARKS

from .conftest import DESKTOP, PHONE, PREFIX, Handler, Opener, serving, wait_frames

pytestmark = pytest.mark.browser

OWN_STYLES = paths.root() / "site" / "assets" / "css"
CHAPTER = "queen/rules/9-heat-oxygen.html"
SCHEME = "document.body.getAttribute('data-md-color-scheme')"
MOVED = """
    window.moved = 0;
    window.movers = [];
    const named = node => node ? `${node.nodeName}.${node.className} ${(node.textContent || "").trim().slice(0, 40)}` : "?";
    new PerformanceObserver(list => { for (const e of list.getEntries()) {
        window.moved += e.value;
        window.movers.push(`${e.value.toFixed(4)}: ${e.sources.map(one => named(one.node)).join(", ")}`);
    } })
        .observe({type: "layout-shift", buffered: true});
"""

STILL_PAGES = ("index.html", CHAPTER, "queen/tables/p-1.html", "queen/rules-index.html", "queen/examples/miss-cue.html")
STILL = 0.05
"""Half of what web vitals call good; a part that comes late (a column, a line of the header) moves a page by more."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("home", ["served", "folder"])
def test_the_scheme_is_the_systems_until_a_reader_chooses_and_then_stays(
    visit: Opener, site: Path, address: str, home: str
) -> None:
    watch = visit("index.html", scheme="dark", home=address if home == "served" else site.as_uri())
    page = watch.page
    assert page.evaluate(SCHEME) == "slate"
    page.emulate_media(color_scheme="light")
    page.wait_for_function(f"() => {SCHEME} === 'default'")
    page.get_by_role("button", name="Switch to the night scheme").click()
    assert page.evaluate(SCHEME) == "slate"
    page.goto(f"{watch.home}/{CHAPTER}")
    assert page.evaluate(SCHEME) == "slate"
    page.emulate_media(color_scheme="dark")
    page.emulate_media(color_scheme="light")
    wait_frames(page)
    assert page.evaluate(SCHEME) == "slate"
    page.get_by_role("button", name="Switch to the day scheme").click()
    assert page.evaluate(SCHEME) == "default"
    assert watch.troubles == []


def test_the_scheme_is_set_before_anything_is_drawn(visit: Opener, address: str) -> None:
    page = visit(scheme="dark").page
    page.add_init_script("""
        window.seen = new Set();
        new MutationObserver(() => {
            if (document.querySelector(".md-main")) window.seen.add(document.body.getAttribute("data-md-color-scheme"));
        }).observe(document, {childList: true, subtree: true, attributes: true});
    """)
    page.goto(f"{address}/{CHAPTER}")
    assert page.evaluate("[...window.seen]") == ["slate"]


def test_the_contents_mark_the_section_that_is_read(visit: Opener) -> None:
    page = visit(CHAPTER).page
    last = page.locator("article h2").last
    last.evaluate("heading => scrollTo(0, heading.getBoundingClientRect().top + scrollY - 60)")
    name = last.evaluate("heading => heading.id")
    marked = page.locator(".md-nav--secondary [aria-current]")
    expect(marked).to_have_attribute("href", f"#{name}")
    expect(marked).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, 0)")
    expect(marked).to_have_count(0)


def test_the_navigation_shows_the_page_that_is_open(visit: Opener) -> None:
    page = visit("queen/tables/m-6.html").page
    link = page.locator(".md-sidebar--primary .md-nav__link--active >> visible=true").first
    expect(link).to_be_in_viewport(ratio=1)  # This runs after the script has scrolled the list.


def test_a_key_word_shows_its_meaning_on_hover_and_focus(visit: Opener) -> None:
    watch = visit(CHAPTER)
    page = watch.page
    word = page.locator(".md-typeset abbr").first
    meaning = word.get_attribute("data-cb-term")
    assert meaning
    word.hover()
    tip = page.locator("[role=tooltip]:visible")
    assert tip.inner_text() == meaning
    page.mouse.move(0, 0)
    expect(tip).to_have_count(0)
    word.focus()
    assert tip.inner_text() == meaning
    assert word.get_attribute("aria-describedby") == tip.get_attribute("id")
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    assert watch.troubles == []


def test_a_button_to_the_top_appears_when_the_reader_scrolls_up(visit: Opener) -> None:
    page = visit("queen/rules/7-damage.html").page
    back = page.locator(".md-top")
    assert back.is_hidden()
    page.mouse.wheel(0, 3000)
    page.wait_for_function("() => scrollY > 2000")
    assert back.is_hidden()
    page.mouse.wheel(0, -300)
    expect(back).to_be_visible()
    back.click()
    page.wait_for_function("() => scrollY === 0")


@pytest.mark.thorough
def test_folded_parts_open_for_their_address_and_for_printing(visit: Opener) -> None:
    page = visit("queen/odds.html").page
    folded = page.locator("article details:not([open])")
    assert folded.count() > 1
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert folded.count() == 0
    page.reload()
    page.evaluate("document.querySelector('article details:not([open]) td').id = 'here'; location.hash = 'here'")
    page.wait_for_function("() => document.querySelector('#here').closest('details').open")


def test_a_link_in_the_drawer_to_a_section_closes_it(visit: Opener) -> None:
    page = visit(CHAPTER, size=PHONE).page
    page.click("label[for=__drawer].md-header__button")
    assert page.is_checked("#__drawer")
    page.evaluate("document.querySelector('.md-sidebar--primary a[href^=\"#\"]').click()")
    assert not page.is_checked("#__drawer")


SETTLED = "document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 500))))"
"""The page is loaded, its faces are there, and what they move has been drawn; a network is never promised to fall idle."""


def held_back(route: Route) -> None:
    """Delay a request until the page that makes it has been drawn."""
    time.sleep(0.2)
    route.continue_()


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", STILL_PAGES)
def test_a_page_does_not_shift_when_scripts_and_fonts_load_late(visit: Opener, address: str, path: str) -> None:
    watch = visit()
    page = watch.page
    page.route("**/*.js", held_back)
    page.route("**/*.woff2", held_back)
    page.add_init_script(MOVED)
    page.goto(f"{address}/{path}")
    page.evaluate(SETTLED)
    assert page.evaluate("window.moved") < STILL, page.evaluate("window.movers")


PIECES = 40
"""A page comes in so many pieces, each a while after the last, so that a browser that draws early draws half of it."""


class Trickle(Handler):
    """Serves pages in chunks, and other files at once."""

    def do_GET(self) -> None:  # noqa: N802  # the base class calls it so
        """Answer one request."""
        path = urlsplit(self.path).path
        if not path.endswith(".html"):
            super().do_GET()
            return
        data = (Path(self.directory) / path.removeprefix(f"{PREFIX}/")).read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        step = -(-len(data) // PIECES)
        for at in range(0, len(data), step):
            self.wfile.write(data[at : at + step])
            self.wfile.flush()
            time.sleep(0.05)


@pytest.fixture(scope="module")
def trickling(site: Path) -> Iterator[str]:
    """Return the address at which the site is served in chunks."""
    with serving(partial(Trickle, directory=str(site))) as address:
        yield address


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("path", STILL_PAGES)
def test_a_page_does_not_shift_while_it_loads_in_chunks(
    visit: Opener, trickling: str, path: str, size: dict[str, int]
) -> None:
    page = visit(size=size, home=trickling).page
    page.add_init_script(MOVED)
    page.goto(f"{trickling}/{path}")
    page.evaluate(SETTLED)
    assert page.evaluate("window.moved") < STILL, page.evaluate("window.movers")


def test_a_table_is_drawn_once_it_has_loaded_completely(site: Path) -> None:
    html = (site / "queen/tables/p-1.html").read_text(encoding="utf-8")
    (awaited,) = re.findall(r'<link rel="expect" href="#([^"]+)" blocking="render">', html)
    assert html.index('class="cb-table') < html.index("</table>") < html.index(f'id="{awaited}"')


def test_a_layout_shift_is_found(visit: Opener, address: str) -> None:
    page = visit().page
    page.add_init_script(MOVED)
    page.goto(f"{address}/about.html")
    page.evaluate(
        "document.querySelector('article').insertAdjacentHTML('afterbegin', '<div style=height:300px>.</div>')"
    )
    page.wait_for_function(f"() => window.moved > {STILL}")


def test_no_script_of_the_theme_is_on_the_site(site: Path) -> None:
    assert list(site.rglob("bundle*.js")) == []
    assert all("javascripts/" not in path.read_text(encoding="utf-8") for path in site.rglob("*.html"))


def test_a_class_of_one_sheet_marks_the_page_or_stands_beside_one_that_does(site: Path) -> None:
    """What a page has is styled: of each class that one sheet alone styles, the page loads the sheet."""
    classes = {
        path.stem: set(re.findall(r"\.(cb-[\w-]+)", re.sub(r"(?s)/\*.*?\*/", "", path.read_text(encoding="utf-8"))))
        for path in OWN_STYLES.glob("*.css")
    }
    missing = set()
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        there = {name for found in re.findall(r'class="([^"]*)"', text) for name in found.split()}
        for sheet in MARKS:
            others = set().union(*(names for other, names in classes.items() if other != sheet))
            if f"css/{sheet}.css" not in text:
                missing |= {(sheet, name) for name in (classes[sheet] - others) & there}
    assert missing <= {("play", "cb-ref")}, "a reference inside the account of play"
