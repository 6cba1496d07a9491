"""The page of errata: every erratum by number in the words of a chapter, every corrected value, every correction of ours."""

import pytest

from combatbox.core.table_views import capital
from combatbox.games import GAMES
from combatbox.library.load import load
from combatbox.web import news
from combatbox.web.views import Places, Views


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


@pytest.mark.parametrize("key", GAMES)
def test_every_value_that_differs_from_its_source_is_reported_once(key):
    book, page = shown(key)
    text = [(table.link.id, found.was, found.by) for table in page["tables"] for found, _ in table.errata]
    assert text == [(t.id, c.was, c.by) for t in book.tables.values() for c in t.info.corrections]


@pytest.mark.parametrize("key", GAMES)
def test_our_own_corrections_stand_by_date_and_lead_to_their_rules_and_rows(key):
    book, page = shown(key)
    dates = [date for date, *_ in page["changes"]]
    assert dates == sorted(dates, reverse=True)
    links = [[link.id for link in links] for *_, links in page["changes"]]
    assert sorted(links) == sorted([*change.rules, *change.rows] for change in book.changes)
