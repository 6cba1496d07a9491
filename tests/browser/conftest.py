"""The site, built once for all workers and served under a sub-path, and a headless Chromium."""

from __future__ import annotations

import contextlib
import gzip
import http.server
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    expect,
    sync_playwright,
)
from tests.once import Once
from tests.set_up import find_browser, has_downloaded_browser

PREFIX = "/some/where"
"""The site is served below this: links that begin at the server's root would fail."""

FLAGS = ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--js-flags=--liftoff-only"]  # fmt: skip
"""Options of Chromium. The last lets it compile the engine once and simply, which saves a fifth of the time of tests of play."""
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
PATIENCE = 120_000
"""Milliseconds until something that never comes has failed. No measure: a busy machine may take long over what is right."""
expect.set_options(timeout=PATIENCE)
UNUSED = "was preloaded using link preload but not used within a few seconds"
"""A face that comes late is not used, so that the page stays still; how late it comes is the machine's doing. That the
page uses every face that it fetches early is tested for itself."""
PACKED = ("text/", "application/json", "application/javascript", "image/svg+xml")


BUILT, PAGES = "COMBATBOX_SITE", "COMBATBOX_PAGES"
"""The variables with the built site and the paths of the pages to check; `tests/test_sample_plugin.py` sets them."""


@pytest.fixture(scope="session")
def site(once: Once) -> Path:
    """Return the folder of the built site, built once for all workers.

    With `COMBATBOX_SITE` that site is used instead: the one that `make test` has just built, or one with a plug-in's pages.
    """
    return Path(os.environ[BUILT]).resolve() if BUILT in os.environ else once("built", build) / "site"


BUILD = """
import sys
from pathlib import Path
from combatbox.cli.builder import write_site
from combatbox.library.build_cache import BuildCache
from combatbox.web.browser_engine import make_engine
from combatbox.library.load import load_all
from combatbox.press.shop import write_map

out = Path(sys.argv[1])
engine, cache = out / "engine", BuildCache.beside(out)
if not engine.is_dir():
    list(make_engine(engine, cache))
for key, book in load_all().items():
    if not (out / "print" / key).is_dir():
        write_map(book, out / "print" / key)
list(write_site(out / "site", out / "print", None, cache, engine, []))
"""


def build(out: Path) -> None:
    """Build the site as `combatbox build` does, in a process of its own.

    It has the papers in `out/print` if that exists, or else only the drawings.
    """
    done = subprocess.run([sys.executable, "-c", BUILD, out], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"the site was not built:\n{done.stderr}"


@lru_cache(maxsize=256)
def sent(path: Path, _changed: int, packed: bool) -> bytes:
    """Return a file as the server sends it. Every page requests styles, scripts and fonts, so they are cached."""
    data = path.read_bytes()
    return gzip.compress(data, 6, mtime=0) if packed else data


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves static files below PREFIX, gzipped where a good server would, and 404.html for missing files."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *args: object) -> None:
        """Print nothing."""

    def do_GET(self) -> None:
        """Answer one request."""
        path = urlsplit(self.path).path
        found = Path(self.directory) / path.removeprefix(PREFIX).lstrip("/")
        if found.is_dir():
            found = found / "index.html"
        status = 200 if path.startswith(f"{PREFIX}/") and found.is_file() else 404
        if status == 404:
            found = Path(self.directory) / "404.html"
        kind = self.guess_type(str(found))
        packed = kind.startswith(PACKED)
        data = sent(found, found.stat().st_mtime_ns, packed)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if packed:
            self.send_header("Content-Encoding", "gzip")
        if path.startswith(f"{PREFIX}/assets/"):
            self.send_header("Cache-Control", "max-age=600")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command == "GET":
            with contextlib.suppress(ConnectionError):  # The browser went on to the next page.
                self.wfile.write(data)

    def do_HEAD(self) -> None:
        """Answer a HEAD request."""
        self.do_GET()


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Return the address of the site: `http://127.0.0.1:PORT/some/where`, without a final slash."""
    with serving(partial(Handler, directory=str(site))) as found:
        yield found


class Server(http.server.ThreadingHTTPServer):
    """A server that prints no error when a browser closes a connection."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Report an error while answering a request, unless the browser has disconnected."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


@contextlib.contextmanager
def serving(handler: Callable[..., http.server.BaseHTTPRequestHandler]) -> Iterator[str]:
    """Run a server with this handler, and yield its address."""
    server = Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}{PREFIX}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """Start Playwright; a process can have only one."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(driver: Playwright) -> Iterator[Browser]:
    """A headless Chromium: the system's own, or the one that Playwright has downloaded."""
    browser = chromium_here(driver)
    yield browser
    browser.close()


def chromium_here(playwright: Playwright, more: Sequence[str] = ()) -> Browser:
    """Start the system's Chromium, or else Playwright's own; a test fails where there is neither."""
    found = find_browser()
    if not found and not has_downloaded_browser():
        pytest.fail("the browser tests need Chromium: `make browser` installs one or says how", pytrace=False)
    return playwright.chromium.launch(executable_path=found, args=[*FLAGS, *more])


UNDRAWN = ["--enable-begin-frame-control", "--run-all-compositor-stages-before-draw"]
"""With these the headless shell makes a frame when it is asked for one, and none else; an ordinary Chromium overlooks them."""


@pytest.fixture(scope="session")
def undrawn(driver: Playwright) -> Iterator[Browser]:
    """Return a Chromium that lays pages out without drawing them; drawing is a third of a page's cost."""
    browser = chromium_here(driver, UNDRAWN)
    yield browser
    browser.close()


WITHOUT_FRAMES = """
    window.requestAnimationFrame = callback => setTimeout(() => callback(performance.now()));
    addEventListener("DOMContentLoaded", () => {
        for (const image of document.querySelectorAll("img[loading=lazy]")) image.loading = "eager";
    });
"""
"""Where no frame comes, what scripts put off until the next one is done all the same, and pictures that would come when they
are near the screen come at once."""


@dataclass
class Watch:
    """A page with its errors: console errors, failed requests, requests to other hosts."""

    page: Page
    home: str
    troubles: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.troubles.append(f"script: {error}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", lambda got: self._note(got.status >= 400, f"{got.status}: {got.url}"))
        self.page.on("request", self._request)

    def _said(self, said: ConsoleMessage) -> None:
        self._note(said.type in ("error", "warning") and UNUSED not in said.text, f"console: {said.text}")

    def _failed(self, asked: Request) -> None:
        # The browser itself aborts requests when it leaves a page before the icon has loaded.
        self._note(asked.failure != "net::ERR_ABORTED", f"failed: {asked.url} {asked.failure}")

    def _request(self, asked: Request) -> None:
        outside = not asked.url.startswith((self.home, "data:", "blob:"))
        self._note(outside, f"leaves the site: {asked.url}")

    def _note(self, wrong: bool, what: str) -> None:
        if wrong:
            self.troubles.append(what)


Opener = Callable[..., Watch]


@pytest.fixture
def visit(chromium: Browser, address: str) -> Iterator[Opener]:
    """Return a function that opens a tab with a size and a scheme; `visit(path)` on the server, `home=` elsewhere.

    The errors of its pages are printed at the end, so that the report of a test that failed shows them.
    """
    watches: list[Watch] = []

    def go(path: str = "", size: dict[str, int] = DESKTOP, scheme: str = "light", home: str = address) -> Watch:
        context = chromium.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        watch = Watch(context.new_page(), home)
        watches.append(watch)
        if path:
            watch.page.goto(f"{home}/{path}")
        return watch

    yield go
    for watch in watches:
        print(*watch.troubles, sep="\n")
        watch.page.context.close()


def wait_frames(page: Page) -> None:
    """Wait for two frames, after which a page has drawn its changes and handled their events."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")


def drag_finger(page: Page, begin: tuple[float, float], end: tuple[float, float]) -> None:
    """Put a finger down, move it in steps and lift it; the browser decides whether that scrolls. Playwright only taps."""
    wire = page.context.new_cdp_session(page)
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": begin[0], "y": begin[1]}]})
    for part in range(1, 11):
        x, y = (a + (b - a) * part / 10 for a, b in zip(begin, end, strict=True))
        wire.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wire.detach()


SCHEMES = {"light": "default", "dark": "slate"}
"""What a page calls its colours by day and by night."""


def turn(page: Page, scheme: str) -> None:
    """Switch a page to the `light` or `dark` scheme, and wait until its script has followed the browser."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    follows = (
        f"body[data-md-color-scheme={SCHEMES[scheme]}], body:not([data-md-color-scheme])"  # The page 404 has no script.
    )
    page.locator(follows).wait_for(state="attached")


def pages_of(site: Path) -> list[str]:
    """Return every page of the site by path, except 404; of a plug-in's site those that it changes."""
    begins = tuple(os.environ.get(PAGES, "").split())
    found = (path.relative_to(site).as_posix() for path in site.rglob("*.html") if path.name != "404.html")
    return sorted(path for path in found if not begins or path.startswith(begins))


@pytest.fixture(scope="session")
def looked_at(site: Path, gate: bool) -> list[str]:
    """Return the pages to load: all or, with `--gate`, every fortieth, since axe-core checks one of each kind."""
    return pages_of(site)[:: 40 if gate else 1]


# ---- every page, checked once for all tests


@dataclass(frozen=True)
class Look:
    """The findings on one page.

    They are errors, elements wider than the screen or than a sheet of paper, tables that are cut off, ranges of rolls and names that are broken, by roll the number of
    rows lit, the number of steps and of those with a link to their row, the number of rule ids on a desktop, and those that overlap.
    """

    troubles: list[str]
    wide: list[str]
    printed: list[str]
    cut: list[str]
    split: list[str]
    rolls: list[list[int]]
    rules: int
    covered: list[str]


@pytest.fixture(scope="session")
def looks(once: Once, request: pytest.FixtureRequest) -> dict[str, Look]:
    """Return the findings of every page by path, loaded once on a desktop or a phone, then resized.

    Loading is most of the cost. Pages are loaded in turn from the server and from the folder.
    """

    def fill(folder: Path) -> None:
        paths, site, address, undrawn = map(request.getfixturevalue, ("looked_at", "site", "address", "undrawn"))
        found = {path: vars(one) for path, one in walk(undrawn, paths, site, address)}
        (folder / "looks.json").write_text(json.dumps(found), encoding="utf-8")

    text = (once("looks", fill) / "looks.json").read_text(encoding="utf-8")
    return {path: Look(**one) for path, one in json.loads(text).items()}


def walk(undrawn: Browser, paths: list[str], site: Path, address: str) -> Iterator[tuple[str, Look]]:
    """Load pages and yield their findings: half from the server by day, half from the folder by night.

    A page is loaded at the screen size of the page before it, since changing the size takes a quarter of the time of loading.
    """
    homes = (address, "light", [DESKTOP, PHONE]), (site.as_uri(), "dark", [PHONE, DESKTOP])
    for number, (home, scheme, screens) in enumerate(homes):
        context = undrawn.new_context(viewport=screens[0], color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        context.add_init_script(WITHOUT_FRAMES)
        watch = Watch(context.new_page(), home)
        for path in paths[number :: len(homes)]:
            watch.page.goto(f"{home}/{path}")
            yield path, look(watch, screens[1])
            screens.reverse()
        context.close()


def look(watch: Watch, second: dict[str, int]) -> Look:
    """Check a page that has just been loaded, and then again at the second screen size."""
    asked = f"({WIDE})(), ({CUT})(), ({SPLIT})(), ({COVERED})()"
    loaded = watch.page.evaluate(f"({LAID_OUT})().then(() => [{asked}])")
    watch.page.set_viewport_size(second)
    other = watch.page.evaluate(f"({LAID_OUT})().then(() => [{asked}, ({ROLLS})()])")
    wide, cut, split, covered = ([*loaded[number], *other[number]] for number in range(4))
    printed = wide_on_paper(watch.page)
    troubles, watch.troubles = watch.troubles, []  # A late error is reported with the next page, so it is not lost.
    return Look(troubles, wide, printed, cut, split, other[4], len(covered), [both for both in covered if both])


PAPERS = {"A4": 680, "Letter": 703}
"""The widths of sheets between their margins, in pixels."""


def indexed(site: Path) -> dict[str, Any]:
    """Return the search index as data."""
    text = (site / "assets/search/index.js").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text.removeprefix("window.cbFind=").removesuffix(";"))
    return data


def wide_on_paper(page: Page) -> list[str]:
    """Return what sticks out of a sheet of each kind, if the page is printed as it is, and broken words of the heads of tables."""
    size = page.viewport_size or DESKTOP
    page.emulate_media(media="print")
    found = []
    for width in PAPERS.values():
        page.set_viewport_size({"width": width, "height": size["height"]})
        found += page.evaluate(f"({LAID_OUT})().then({WIDE})")
        found += page.evaluate(f"({BROKEN})('.cb-table th, .cb-errata th', /[\\p{{L}}\\d]+/gu)")
    page.emulate_media(media="screen")
    page.set_viewport_size(size)
    return found


LAID_OUT = """() => {
    document.body.getBoundingClientRect(); // which asks for the faces that the page is set in
    dispatchEvent(new Event("resize")); // a frame would say so
    return document.fonts.ready;
}"""
"""Lays a page out in its own faces, on a screen that may have changed."""

WIDE = """() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    const over = [...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > root.clientWidth + 1);
    return ["the page", ...over.slice(0, 5).map(e => e.tagName + "." + e.className)];
}"""
"""What makes a page scroll sideways: the elements that reach over its right edge, or nothing."""

CUT = """() => [...document.querySelectorAll(".cb-scroll")]
    .filter(box => box.scrollWidth > box.clientWidth + 12 && !box.querySelector(".cb-table--wide, .cb-outcomes"))
    .map(box => `${box.dataset.cbRegion}: ${box.scrollWidth} in ${box.clientWidth}`)"""
"""Tables that are cut off, but for those of very many columns."""

WHOLE = '<span class="cb-whole">([^<]*)</span>'
"""A name that is not broken, as a pattern."""

BROKEN = """(css, pattern) => [...document.querySelectorAll(css)].flatMap(head => {
    const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT), split = [], range = document.createRange();
    while (texts.nextNode()) if (texts.currentNode.parentElement.checkVisibility()) for (const found of texts.currentNode.data.matchAll(pattern)) {
        range.setStart(texts.currentNode, found.index);
        range.setEnd(texts.currentNode, found.index + found[0].length);
        if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) split.push(found[0]);
    }
    return split;
})"""
"""The parts of elements that are broken over two lines."""

SPLIT = f"""() => ({BROKEN})('.cb-table tbody th', /[^\\s,]+–[^\\s,]+/g)
    .concat(({BROKEN})('article', /\\b[A-Z]{{1,3}}\\d?-[A-Z]?\\d+/g))"""
"""The ranges at the heads of rows, and the names such as `B-17`, that are broken over two lines."""

COVERED = f"""() => {{
    if (innerWidth < {DESKTOP["width"]}) return [];
    const ids = [...document.querySelectorAll(".cb-rule__id")].map(one => [one.textContent, one.getBoundingClientRect()]);
    return ids.map(([other, two], at) => {{
        const [name, one] = ids[at - 1] || ["", two];
        return !name || one.bottom <= two.top || one.right <= two.left || two.right <= one.left ? "" : `${{name}} and ${{other}}`;
    }});
}}"""
"""Of each id of a rule on a desktop: nothing, or which one before it it covers."""

CHOOSE = """document.querySelectorAll(".cb-roller__pick select").forEach(pick => {
    if (!pick.value) { pick.selectedIndex = 1; pick.dispatchEvent(new Event("input", {bubbles: true})); }
})"""
"""Says whatever has to be said before a roll counts: the first of each."""

ROLLS = f"""() => {{
    if (!document.querySelector(".cb-roller__go")) return [];
    {CHOOSE};
    return [1, 2, 3, 4].map(() => {{
        document.querySelector(".cb-roller__go").click();
        const all = selector => [...document.querySelectorAll(selector)];
        return [all("tr.cb-lit").length, all("[data-kind=roll]").length, all("[data-kind=roll] a.cb-roller__words").length];
    }});
}}"""
