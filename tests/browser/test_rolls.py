"""The roller saves rolls: for Back, for Reload, and in a log that lasts from page to page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, PHONE, Opener
from .test_pages import violations

pytestmark = pytest.mark.browser


@pytest.mark.sample(1)
@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_a_roll_is_restored_after_back_and_logged_on_the_next_page(
    visit: Opener, size: dict[str, int], scheme: str
) -> None:
    watch = visit("queen/tables/b-1.html", size, scheme)
    page = watch.page
    out, log = page.locator(".cb-roller__out"), page.locator(".cb-rolls")
    expect(log).to_be_hidden()
    for pick in page.locator(".cb-roller__pick select:not([data-cb-may])").all():
        pick.select_option(index=1)
    page.click(".cb-roller__go")
    first = out.locator(".cb-roller__step").first.inner_text()
    assert re.search(r"\d", first)
    expect(log.locator("summary")).to_have_text("Rolls so far: 1")

    page.goto(f"{watch.home}/queen/tables/b-7.html")
    page.click(".cb-roller__go")
    expect(log.locator("summary")).to_have_text("Rolls so far: 2")
    log.locator("summary").click()
    expect(log.locator("li").last).to_contain_text(first.split(":")[0])
    assert violations(page) == []

    page.go_back()
    expect(out.locator(".cb-roller__step").first).to_have_text(first)
    expect(log.locator("summary")).to_have_text("Rolls so far: 2")  # A restored roll is not logged again.
    page.reload()
    expect(out.locator(".cb-roller__step").first).to_have_text(first)

    page.locator(".cb-roller .cb-die").first.press("6")
    expect(log.locator("summary")).to_have_text("Rolls so far: 2")  # The same roll with another die.
    page.click(".cb-roller__go")
    expect(log.locator("summary")).to_have_text("Rolls so far: 3")
    log.locator("summary").click()
    log.get_by_role("button", name="Forget them").click()
    expect(log).to_be_hidden()
    assert not watch.troubles
