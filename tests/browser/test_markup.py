"""The built HTML as text: it is valid, and every link, fragment and file that it names exists."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import html5lib
import pytest

from combatbox.games import GAMES
from combatbox.library.load import load

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
PHRASING_ONLY = {
    "p",
    "span",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "b",
    "strong",
    "em",
    "i",
    "small",
    "code",
    "kbd",
    "button",
    "abbr",
    "dt",
    "caption",
    "summary",
}
FLOW = {
    "div",
    "p",
    "ul",
    "ol",
    "dl",
    "table",
    "section",
    "nav",
    "aside",
    "figure",
    "article",
    "header",
    "footer",
    "main",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "blockquote",
    "pre",
    "hr",
}
PARENTS = {"li": {"ul", "ol"}, "tr": {"thead", "tbody", "tfoot"}, "td": {"tr"}, "th": {"tr"}, "dd": {"dl", "div"},
           "dt": {"dl", "div"}, "figcaption": {"figure"}, "caption": {"table"}}  # fmt: skip
OBSOLETE = {"center", "font", "big", "tt", "strike", "marquee", "frame", "frameset", "acronym"}


@dataclass
class Read:
    """The names and links of one page."""

    ids: Counter[str] = field(default_factory=Counter)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class Reader(HTMLParser):
    """Reads a page into a `Read`, and checks its nesting against the content model."""

    def __init__(self) -> None:
        super().__init__()
        self.read = Read()
        self.open: list[str] = []
        self.figures: list[list[str]] = []  # The contents of each open figure.

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._nesting(tag)
        if given.get("id"):
            self.read.ids[str(given["id"])] += 1
        for name in ("href", "src", "srcset", "data", "poster"):
            if given.get(name) is not None:
                listed = self.read.links if (tag, name) == ("a", "href") else self.read.loads
                listed.append(str(given[name]))
        if tag == "img" and "alt" not in given:
            self.read.faults.append("img without alt")
        if tag == "input" and given.get("type") in ("checkbox", "radio") and "autocomplete" in given:
            self.read.faults.append(f"autocomplete at a {given['type']}")
        if tag not in VOID:
            self.open.append(tag)

    def _nesting(self, tag: str) -> None:
        if "svg" in self.open:
            return
        if tag in OBSOLETE:
            self.read.faults.append(f"<{tag}> is obsolete")
        parent = self.open[-1] if self.open else ""
        if parent == "figure":
            if "figcaption" in self.figures[-1][1:]:
                self.read.faults.append(f"<{tag}> after a caption in the middle of a figure")
            self.figures[-1].append(tag)
        if tag == "figure":
            self.figures.append([])
        if tag in PARENTS and parent not in PARENTS[tag]:
            self.read.faults.append(f"<{tag}> in <{parent}>")
        if tag in FLOW:
            self.read.faults += [f"<{tag}> in <{outer}>" for outer in self.open if outer in PHRASING_ONLY]
        if tag in ("a", "button") and ("a" in self.open or "button" in self.open):
            self.read.faults.append(f"<{tag}> within a link or button")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while (closed := self.open.pop()) != tag:
                if closed == "figure":
                    self.figures.pop()
            if tag == "figure":
                self.figures.pop()


def read(html: str) -> Read:
    """Parse one page."""
    reader = Reader()
    reader.feed(html)
    found = reader.read
    found.faults += [f"the id {name} stands twice" for name, times in sorted(found.ids.items()) if times > 1]
    return found


def invalid(html: str, seen: Read) -> list[str]:
    """Return the faults of a page: errors of the HTML parser and of the content model."""
    parser = html5lib.HTMLParser()
    parser.parse(html)
    return [f"line {place[0]}: {code} {data}" for place, code, data in parser.errors] + seen.faults


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Read]:
    """Return every page by its path from the site's root."""
    return {p.relative_to(site).as_posix(): read(p.read_text(encoding="utf-8")) for p in sorted(site.rglob("*.html"))}


def broken(pages: dict[str, Read], files: set[str]) -> list[str]:
    """Return every missing link, fragment and file, and every file from another host."""
    found = []
    for page, seen in pages.items():
        for url in [*seen.links, *seen.loads]:
            parts = urlsplit(url)
            if parts.scheme in ("mailto", "data") or (parts.scheme == "https" and url in seen.links):
                continue
            if parts.scheme or parts.netloc:
                found.append(f"{page}: {url} is fetched from elsewhere")
                continue
            if parts.path.startswith("/") and page != "404.html":
                found.append(f"{page}: {url} begins at the server's root")
                continue
            path = (
                posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(parts.path).lstrip("/")))
                if parts.path
                else page
            )
            if path not in files:
                found.append(f"{page}: {url} is not there")
            elif path.endswith("/play.html") and (
                parts.fragment in ("lesson", "day") or parts.fragment.startswith("scenario=")
            ):
                continue  # The fragment is for the script of the page.
            elif parts.fragment and path in pages and unquote(parts.fragment) not in pages[path].ids:
                found.append(f"{page}: {url} has no such place")
    return found


def test_every_link_fragment_and_file_exists(pages: dict[str, Read], site: Path) -> None:
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert sum(len(seen.links) for seen in pages.values()) > 500
    assert broken(pages, files) == []


def test_a_broken_link_a_missing_fragment_and_a_foreign_script_are_found() -> None:
    page = read(
        '<a href="b.html">x</a><a href="#nowhere">y</a><script src="https://x.test/a.js"></script><a href="/a.html">z</a>'
    )
    assert broken({"a.html": page}, {"a.html"}) == [
        "a.html: b.html is not there",
        "a.html: #nowhere has no such place",
        "a.html: /a.html begins at the server's root",
        "a.html: https://x.test/a.js is fetched from elsewhere",
    ]


def test_every_file_that_a_style_sheet_names_exists(site: Path) -> None:
    for sheet in site.rglob("*.css"):
        for url in re.findall(r"url\(([^)]+)\)", sheet.read_text(encoding="utf-8")):
            name = url.strip("\"'")
            if not name.startswith(("data:", "#")):
                assert (sheet.parent / name).is_file(), f"{sheet.name}: {name}"


def test_every_page_is_valid_html(pages: dict[str, Read], site: Path, looked_at: list[str]) -> None:
    faults = {
        path: invalid((site / path).read_text(encoding="utf-8"), pages[path]) for path in [*looked_at, "404.html"]
    }
    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ("<p>a<div>b</div></p>", "unexpected-end-tag"),
        ("<ul><li>a</ol></ul>", "end-tag"),
        ("<p title=a title=b>x</p>", "duplicate-attribute"),
        ("<span><div>x</div></span>", "<div> in <span>"),
        ("<div><li>x</li></div>", "<li> in <div>"),
        ('<p id="a">x</p><p id="a">y</p>', "the id a stands twice"),
        ('<a href="x"><button>y</button></a>', "<button> within a link or button"),
        ('<input type="checkbox" autocomplete="off">', "autocomplete at a checkbox"),
        ("<figure><b>x</b><figcaption>y</figcaption><b>z</b></figure>", "<b> after a caption"),
        ("<font>x</font>", "<font> is obsolete"),
        ("<p>&nosuch;</p>", "expected-named-entity"),
    ],
)
def test_invalid_html_is_found(html: str, fault: str) -> None:
    page = f'<!doctype html><html lang="en"><head><title>t</title></head><body>{html}</body></html>'
    assert any(fault in line for line in invalid(page, read(page))), invalid(page, read(page))


def test_every_page_has_a_title_of_its_own_and_a_description(site: Path) -> None:
    seen: dict[str, str] = {}
    for path in sorted(site.rglob("*.html")):
        if path.name == "404.html":
            continue
        html = path.read_text(encoding="utf-8")
        title = re.search(r"<title>(.*?)</title>", html, re.DOTALL)
        assert title, path.name
        assert title[1] not in seen, f"{path.name} has the title of {seen.get(title[1])}"
        seen[title[1]] = path.name
        assert re.search(r'<meta name="description" content="[^"]{30,}"', html), f"{path.name}: no description"
        assert html.count("<h1") == 1, f"{path.name}: one heading of the first rank is right"


@pytest.mark.parametrize("page", ["play", "quick-start", "sequence", "downloads", "examples/index", "tables/index"])
def test_a_game_with_rebuilt_tables_says_so_once_on_its_pages(site: Path, page: str) -> None:
    texts = {key: (site / key / f"{page}.html").read_text("utf-8") for key in GAMES}
    marks = {key: len(re.findall(r'<p class="[^"]*cb-rebuilt', text)) for key, text in texts.items()}
    assert marks == {key: int(bool(load(key).rebuilt)) for key in GAMES}
    assert any(marks.values())


def test_every_example_of_a_game_with_rebuilt_tables_says_so(site: Path) -> None:
    books = [book for book in map(load, GAMES) if book.rebuilt]
    examples = [(path, book) for book in books for path in (site / book.key / "examples").glob("*.html")]
    assert examples
    assert [path.name for path, book in examples if book.rebuilt not in path.read_text("utf-8")] == []


def test_every_rule_and_every_table_row_has_an_anchor_of_its_own(pages: dict[str, Read]) -> None:
    from combatbox.core.phrases import anchor
    from combatbox.core.table_views import view
    from combatbox.library.load import load_all

    for book in load_all().values():
        chapters = [seen for page, seen in pages.items() if page.startswith(f"{book.key}/rules/")]
        for rule in book.rules:
            assert sum(anchor(rule) in seen.ids for seen in chapters) == 1, f"{rule} is stated in one chapter"
        for table in book.tables.values():
            ids = pages[f"{book.key}/tables/{table.id.lower()}.html"].ids
            assert [row.id for row in view(table, book.say).rows if row.anchor not in ids] == [], table.id


def test_no_page_shows_markdown_that_was_not_read(site: Path) -> None:
    shown = {}
    for page in site.rglob("*.html"):
        text = re.sub(r"<(script|style|pre|code)\b.*?</\1>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        if left := re.findall(r"\]\([^)\s]+\)|\*\*\w[^*]*\*\*", re.sub("<[^>]+>", " ", text)):
            shown[page.relative_to(site).as_posix()] = left
    assert shown == {}
