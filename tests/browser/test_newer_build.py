"""A device that has cached the site reports a newer build, and one press takes it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, PHONE, Handler, Opener, serving

pytestmark = pytest.mark.browser


class Renewed(Handler):
    """Serves the site and, once `newer` is set, the service worker of another build."""

    newer = False

    def do_GET(self) -> None:  # noqa: N802  # the name that http.server asks for
        """Answer one request."""
        if not urlsplit(self.path).path.endswith("/sw.js"):
            return super().do_GET()
        data = (Path(self.directory) / "sw.js").read_bytes()
        if Renewed.newer:
            data = data.replace(b'const BUILD="', b'const BUILD="newer-', 1)
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        return None


@pytest.fixture
def renewed(site: Path) -> Iterator[str]:
    """Return the address of a site that can be renewed."""
    Renewed.newer = False
    with serving(partial(Renewed, directory=str(site))) as address:
        yield address


KEEP = "async () => { cbKeep(); await navigator.serviceWorker.ready; }"
CONTROLLED = "() => !!navigator.serviceWorker.controller"
UPDATE = "async () => { await (await navigator.serviceWorker.ready).update(); }"
BUILDS = "async () => (await caches.keys()).filter(name => name.startsWith('combatbox-newer'))"


def test_a_newer_build_that_waits_is_said_and_taken_with_one_press(visit: Opener, renewed: str) -> None:
    watch = visit("about.html", PHONE, home=renewed)
    page = watch.page
    page.evaluate(KEEP)
    page.reload()
    page.wait_for_function(CONTROLLED)
    other = page.context.new_page()
    other.goto(f"{renewed}/index.html")
    expect(page.locator(".cb-newer")).to_have_count(0)

    Renewed.newer = True
    page.evaluate(UPDATE)
    bar = page.locator(".cb-newer")
    expect(bar).to_contain_text("A newer version of this site is ready.")
    bar.get_by_role("button", name="Later").click()
    expect(bar).to_have_count(0)
    page.goto(f"{renewed}/queen/index.html")  # The new worker is still waiting.
    expect(bar).to_contain_text("A newer version of this site is ready.")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    with page.expect_navigation():
        bar.get_by_role("button", name="Take it").click()
    page.wait_for_function(CONTROLLED)
    assert len(page.evaluate(BUILDS)) == 1
    expect(bar).to_have_count(0)

    expect(other.locator(".cb-newer")).to_contain_text("This site was renewed in another tab.")
    with other.expect_navigation():
        other.get_by_role("button", name="Load this page again").click()
    expect(other.locator(".cb-newer")).to_have_count(0)
    assert watch.troubles == []


@pytest.mark.thorough
def test_an_address_with_a_malformed_escape_is_answered_where_the_site_is_saved(visit: Opener, renewed: str) -> None:
    page = visit("about.html", DESKTOP, home=renewed).page
    page.evaluate(KEEP)
    page.reload()
    page.wait_for_function(CONTROLLED)
    got = page.goto(f"{renewed}/queen/%E0%A4%A.html")
    assert got
    assert got.status == 404
    page.goto(f"{renewed}/about.html?q=x#%E0%A4%A")
    expect(page.locator("#cb-search-input")).to_be_visible()
