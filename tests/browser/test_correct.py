"""A table is corrected on its page: its text, the verdict and the odds, and play, paper and file by it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from combatbox.library.load import load
from combatbox.library.overlay import source_text

from .conftest import PHONE, Opener
from .test_play import settled
from .test_play import visit as visit  # noqa: PLC0414  # a fixture: games that begin have the same seeds at every run

pytestmark = pytest.mark.browser

PAGE = "queen/tables/p-1.html"
NOTHING = "7-9, area: Superficial damage, effects: [no_effect]"
WOUND = "7-9, area: Superficial damage, effects: [{wound: navigator}]"
FIELD, VERDICT = ".cb-correct textarea", ".cb-correct [data-slot=verdict]"


def opened(page: Page) -> str:
    """Open the text of the table of a page, and return it."""
    page.click("[data-cb-correct]")
    expect(page.locator(VERDICT)).to_have_text("This is the table as it is.", timeout=120_000)
    return page.input_value(FIELD)


def digest_in_play(page: Page) -> str:
    """Return the digest of the tables of the game at the table, once it is open."""
    expect(page.locator("#play-table")).to_be_visible(timeout=60_000)
    settled(page)
    digest: str = page.evaluate("() => window.cbPlay.table.session.described().digest")
    return digest


def at_the_caret(page: Page) -> str:
    """Return the text from the caret on."""
    field = page.locator(FIELD)
    text: str = field.evaluate("field => field.value.slice(field.selectionStart)")
    return text


def test_a_table_is_corrected_with_faults_changes_and_odds_and_put_back(visit: Opener) -> None:
    watch = visit(PAGE, PHONE)
    page = watch.page
    text = opened(page)
    assert text == source_text(load("queen"), "P-1")
    doors = page.locator(".cb-correct [data-slot=doors]")
    page.fill(FIELD, text.replace("roll: 4,", "roll: 4-5,"))
    expect(page.locator(VERDICT)).to_contain_text("P-1: roll 5 is in two rows")
    expect(page.locator("[data-action=play]")).to_be_disabled()
    page.click(f"{VERDICT} [data-line]")
    assert at_the_caret(page).startswith("effects: [{wound: navigator}]")
    page.fill(FIELD, text.replace(NOTHING, WOUND))
    expect(page.locator(VERDICT)).to_contain_text("P-1/7–9: Superficial damage: No effect →")
    expect(page.locator(VERDICT)).to_contain_text("No effect: 5 in 12 → never")
    expect(page.locator(".cb-correct tbody tr").filter(has_text="7–9")).to_contain_text("Navigator wounded")
    page.click("[data-action=undo]")
    expect(page.locator(VERDICT)).to_have_text("This is the table as it is.")
    expect(doors).to_be_hidden()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
    assert watch.troubles == []


def test_a_row_that_is_touched_is_found_in_the_text_also_below_new_lines(visit: Opener) -> None:
    page = visit(PAGE).page
    text = opened(page)
    for _ in range(2):
        for row, start in (("P-1/6", "effects: [{wound: bombardier}]}"), ("P-1/3/3-4", "  - roll: 3")):
            page.click(f"tr[data-row='{row}'] td")
            assert at_the_caret(page).startswith(start)
        page.fill(FIELD, f"# one\n# two\n{text}")
        expect(page.locator(VERDICT)).to_have_text("Nothing in play changes.")


def test_what_was_typed_is_kept_and_nothing_is_offered_before_it_is_checked(visit: Opener) -> None:
    page = visit(PAGE).page
    text = opened(page)
    page.fill(FIELD, text.replace(NOTHING, WOUND))
    expect(page.locator("[data-action=save]")).to_be_enabled()
    page.locator(FIELD).press_sequentially("x")
    assert page.locator("[data-action=save]").is_disabled()
    page.fill(FIELD, text.replace(NOTHING, WOUND))
    page.reload()
    page.click("[data-cb-correct]")
    expect(page.locator(VERDICT)).to_contain_text("It can be played", timeout=120_000)
    page.click("[data-action=undo]")
    expect(page.locator(FIELD)).to_be_focused()
    page.click("[data-action=close]")
    expect(page.locator(".cb-correct")).to_have_count(0)


def test_a_correction_is_saved_reported_printed_and_played(visit: Opener, tmp_path: Path) -> None:
    watch = visit(PAGE)
    page = watch.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    corrected = opened(page).replace(NOTHING, WOUND)
    page.fill(FIELD, corrected)
    with page.expect_download() as saved:
        page.click("[data-action=save]")
    (tmp_path / "queen").mkdir()
    saved.value.save_as(tmp_path / "queen" / saved.value.suggested_filename)
    book = load("queen", tmp_path)
    assert book.tables["P-1"].info.path.endswith("p-1.yaml")
    page.click("[data-action=report]")
    expect(page.locator(".cb-correct [data-slot=done]")).to_contain_text("Copied")
    report = page.evaluate("() => navigator.clipboard.readText()")
    assert "Id: queen/P-1\n" in report
    assert f"-  - {{roll: {NOTHING}}}\n+  - {{roll: {WOUND}}}\n" in report
    page.evaluate("() => { window.print = () => { window.printed = document.body.dataset.cbPrint; }; }")
    page.click("[data-action=print]")
    assert page.evaluate("() => [window.printed, document.body.dataset.cbPrint]") == ["correction", None]
    page.click("[data-action=play]")
    expect(page.locator("[data-slot=house_name]")).to_have_text("Table P-1 Nose, corrected", timeout=60_000)
    page.click("[data-room=setup] button[type=submit]")
    assert digest_in_play(page) == book.digest
    page.reload()
    assert digest_in_play(page) == book.digest
    page.evaluate("() => window.cbPlay.actions.door()")
    page.click("[data-action=printed]")
    page.click("[data-action=begin]")
    own, shipped = book.digest, load("queen").digest
    assert digest_in_play(page) == shipped
    for tables in (own, shipped):
        page.evaluate("() => window.cbPlay.actions.door()")
        games = page.locator("li[data-id]")
        game = games.filter(has_text="own tables") if tables == own else games.filter(has_not_text="own tables")
        game.locator("[data-action=continue]").click()
        assert digest_in_play(page) == tables
    assert watch.troubles == []


def test_a_second_visit_opens_the_table_again(visit: Opener) -> None:
    page = visit("twentyfive/tables/t-tab-bomber-loss.html").page
    for _ in range(2):
        assert opened(page) == source_text(load("twentyfive"), "T-TAB-BOMBER-LOSS")
        page.reload()
