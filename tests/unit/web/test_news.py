"""What is new: versions, corrections and a feed; what differs from print: every erratum, corrected value, correction."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from combatbox.core.table_views import capital
from combatbox.games import GAMES as OURS
from combatbox.library import paths
from combatbox.library.load import load, load_all
from combatbox.web import news
from combatbox.web.views import Places, Views

ATOM = "{http://www.w3.org/2005/Atom}"
BOOKS = load_all()
GAMES = {key: book for key, book in BOOKS.items() if not book.variant_folder}
"""The games: the corrections of a variant are those of its game."""

CHANGELOG = """# Changelog

What changed.

## Unreleased

- Not yet.

## 1.1.0 - 2027-02-03

### The site
- A **new** page.

## 1.0.0 - 2026-11-26

The first.
"""


@pytest.fixture
def changelog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
    monkeypatch.setattr(paths, "root", lambda: tmp_path)


@pytest.mark.usefixtures("changelog")
def test_versions_are_read_from_the_changelog() -> None:
    assert [(each.version, each.date, each.anchor) for each in news.releases()] == [
        ("Unreleased", "", "vunreleased"),
        ("1.1.0", "2027-02-03", "v1-1-0"),
        ("1.0.0", "2026-11-26", "v1-0-0"),
    ]
    assert news.releases()[1].title == "1.1.0, 3 February 2027"
    assert news.releases()[1].text.strip() == "### The site\n- A **new** page."


@pytest.mark.usefixtures("changelog")
def test_the_day_of_this_version_is_known_once_it_is_released(monkeypatch: pytest.MonkeyPatch) -> None:
    for version, day in (("1.1.0", "2027-02-03"), ("1.2.0", "")):
        monkeypatch.setattr(news, "__version__", version)
        assert news.released() == day


def test_without_a_changelog_there_is_no_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "root", lambda: tmp_path)
    assert news.releases() == ()


def test_the_changelog_of_the_project_has_a_version_with_a_date() -> None:
    assert any(each.date for each in news.releases())


def test_the_page_has_every_correction_the_latest_first() -> None:
    page = news.page(BOOKS, Places())
    assert [(book.key, len(changes)) for book, _, changes in page["games"]] == [
        (key, len(book.changes)) for key, book in GAMES.items() if book.changes
    ]
    for _, _, changes in page["games"]:
        dates = [date for date, *_ in changes]
        assert dates == sorted(dates, reverse=True)


def test_the_feed_is_atom_with_an_entry_for_each_release_and_correction() -> None:
    root = ET.fromstring(news.feed(BOOKS, Places(), "https://example.org/box"))
    entries = root.findall(f"{ATOM}entry")
    released = [each for each in news.releases() if each.date]
    assert len(entries) == len(released) + sum(len(book.changes) for book in GAMES.values())
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(set(ids)) == len(ids)
    updated = [entry.findtext(f"{ATOM}updated") or "" for entry in entries]
    assert updated == sorted(updated, reverse=True)
    assert root.findtext(f"{ATOM}updated") == updated[0]
    assert all(entry.findtext(f"{ATOM}title") and entry.find(f"{ATOM}link") is not None for entry in entries)
    assert root.get("{http://www.w3.org/XML/1998/namespace}base") == "https://example.org/box/about/new.xml"


def test_the_feed_is_the_same_each_time_and_needs_no_address() -> None:
    assert news.feed(BOOKS, Places(), "") == news.feed(BOOKS, Places(), "")
    assert "base=" not in news.feed(BOOKS, Places(), "").split(">", maxsplit=2)[1]


# ---- what differs from print


def shown(key):
    book = load(key)
    return book, news.errata(book, Views(book, Places(), f"{key}/errata.html"))


def test_the_37_errata_and_the_three_of_the_rulebook_stand_by_number_each_in_a_sentence():
    _, page = shown("queen")
    numbers = [capital(rule.erratum) for rule, *_ in page["errata"]]
    assert numbers == [f"Rulebook erratum {n}" for n in range(1, 4)] + [f"Erratum {n}" for n in range(1, 38)]
    for rule, _link, sentences, _tables in page["errata"]:
        text = " ".join(sentences)
        assert text.endswith("."), f"{rule.erratum} has no whole sentence: {text!r}"
        assert text.split()[0] not in ("They", "It", "This"), (
            f"{rule.erratum} means nothing when it stands alone: {text!r}"
        )


@pytest.mark.parametrize("key", OURS)
def test_every_value_that_differs_from_its_source_is_reported_once(key):
    book, page = shown(key)
    text = [(table.link.id, found.was, found.by) for table in page["tables"] for found, _ in table.errata]
    assert text == [(t.id, c.was, c.by) for t in book.tables.values() for c in t.info.corrections]


@pytest.mark.parametrize("key", OURS)
def test_our_own_corrections_stand_by_date_and_lead_to_their_rules_and_rows(key):
    book, page = shown(key)
    dates = [date for date, *_ in page["changes"]]
    assert dates == sorted(dates, reverse=True)
    links = [[link.id for link in links] for *_, links in page["changes"]]
    assert sorted(links) == sorted([*change.rules, *change.rows] for change in book.changes)
