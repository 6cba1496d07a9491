"""The site, built once for all workers, served under a sub-path; and a headless Chromium."""

from __future__ import annotations

import contextlib
import fcntl
import gzip
import http.server
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright

PREFIX = "/some/where"
"""The site is served below this: links that begin at the server's root would fail."""

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
PATIENCE = 120_000
"""Milliseconds until something that never comes has failed. No measure: a busy machine may take long over what is right."""
UNUSED = "was preloaded using link preload but not used within a few seconds"
"""A face that comes late is not used, so that the page stays still; how late it comes is the machine's doing. That the
page uses every face that it fetches early is tested for itself."""
PACKED = ("text/", "application/json", "application/javascript", "image/svg+xml")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site. The first worker that comes builds it; the others wait for it."""
    shared = tmp_path_factory.getbasetemp()
    if shared.name.startswith("popen-"):  # a worker of pytest-xdist has a folder of its own in the shared one
        shared = shared.parent
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        built = shared / "built" / "site"
        if not built.is_dir():
            build(shared / "half")
            (shared / "half").rename(shared / "built")
    return built


BUILD = """
import sys
from pathlib import Path
from combatbox.cli.builder import build_site
from combatbox.library.load import load_all
from combatbox.press.shop import write_map

out = Path(sys.argv[1])
for key, book in load_all().items():
    write_map(book, out / "print" / key)
list(build_site(out))
"""


def build(out: Path) -> None:
    """Build the site as `combatbox build` does, with the drawings and without the PDFs, in a process of its own."""
    done = subprocess.run([sys.executable, "-c", BUILD, out], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"the site was not built:\n{done.stderr}"


class Handler(http.server.SimpleHTTPRequestHandler):
    """Static files below PREFIX, gzipped where a good server would, 404.html for what is not there."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *args: object) -> None:
        """Keep quiet."""

    def do_GET(self) -> None:
        """Answer one request."""
        path = urlsplit(self.path).path
        found = Path(self.directory) / path.removeprefix(PREFIX).lstrip("/")
        if found.is_dir():
            found = found / "index.html"
        status = 200 if path.startswith(f"{PREFIX}/") and found.is_file() else 404
        if status == 404:
            found = Path(self.directory) / "404.html"
        data, kind = found.read_bytes(), self.guess_type(str(found))
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if kind.startswith(PACKED):
            data = gzip.compress(data, 6, mtime=0)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command == "GET":
            with contextlib.suppress(ConnectionError):  # the browser went on to the next page
                self.wfile.write(data)

    def do_HEAD(self) -> None:
        """Answer one question about a file."""
        self.do_GET()


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the site is served: `http://127.0.0.1:PORT/some/where`, without a slash at the end."""
    with serving(partial(Handler, directory=str(site))) as found:
        yield found


@contextlib.contextmanager
def serving(handler: Callable[..., http.server.BaseHTTPRequestHandler]) -> Iterator[str]:
    """A server with this handler, for a while: its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}{PREFIX}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A headless Chromium: the system's own, none is downloaded."""
    found = next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), ""
    )
    if not found:
        pytest.fail("the browser tests need Chromium: install the Debian package `chromium`", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Watch:
    """A page, and what went wrong on it: console errors, failed requests, requests that leave the host."""

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
        # an aborted request is the browser's own doing: it left the page before the icon had come
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
    """Opens a tab with a size and a scheme; `visit(path)` goes there on the server, `home=` elsewhere."""
    contexts: list[BrowserContext] = []

    def go(path: str = "", size: dict[str, int] = DESKTOP, scheme: str = "light", home: str = address) -> Watch:
        context = chromium.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        watch = Watch(context.new_page(), home)
        if path:
            watch.page.goto(f"{home}/{path}")
        return watch

    yield go
    for context in contexts:
        context.close()


def pages_of(site: Path) -> list[str]:
    """Every page of the site, but the one for missing pages, by its path."""
    return sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html") if path.name != "404.html")
