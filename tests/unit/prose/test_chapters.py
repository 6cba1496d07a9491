"""What players easily forget: sentences of `rules.yaml`, by chapter, on the site and on paper."""

from __future__ import annotations

import re
from functools import cache

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.games import GAMES
from combatbox.library.book import Book
from combatbox.library.folders import variants
from combatbox.library.load import load
from combatbox.press.shop import open_shop
from combatbox.prose.chapters import DAGGER, Heading, Listing, PaperProse, chapters, often_missed
from combatbox.prose.pages import page_files, page_text
from combatbox.web.prose_functions import Prose
from combatbox.web.site import Site

ALL = (*GAMES, *variants())
LEAST, MOST = 12, 20
"""How many marks a game has, so that its sheet is one page."""

LONGEST = 16
"""The words of a sentence."""


@cache
def book_of(key: str) -> Book:
    return load(key)


def on_paper(book: Book) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """Return, for each heading of the sheet, the sentences below it, each with the targets of its links."""
    lists: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    heading = ""
    (page,) = chapters(book, ["easily-forgotten"], book.chosen({}))
    for block in page.blocks:
        if isinstance(block, Heading):
            heading = block.words
        elif isinstance(block, Listing):
            lists[heading] = [
                ("".join(span.text for span in item.words), tuple(span.to for span in item.words if span.to))
                for item in block.items
            ]
    return lists


def on_the_site(book: Book) -> str:
    """Return the Markdown of the page."""
    site = Site({book.key: book})
    site.index_rules((f"{book.key}/{page}", page_text(book, page)) for page in page_files(book))
    return Prose(site, book, f"{book.key}/easily-forgotten.md", []).often_missed()


def sentences(markdown: str) -> list[str]:
    """Return headings and items without their links, whose texts differ."""
    return [line for line in re.sub(r"<a .*?</a>", "", markdown).splitlines() if line]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_dozen_or_more_reminders_that_fill_one_page(key: str) -> None:
    assert LEAST <= len(book_of(key).often_missed) <= MOST
    assert "easily-forgotten" in {product.name for product in open_shop(book_of(key)).products}


@pytest.mark.parametrize("key", ALL)
def test_each_reminder_is_short_stands_in_the_chapter_of_its_rule_and_links_it_with_a_table(key: str) -> None:
    book = book_of(key)
    texts = {
        chapter.title.partition(". ")[2] or chapter.title: "" for chapter in chapters(book, ["rules"], book.chosen({}))
    }
    for page in page_files(book):
        title = re.search(r"^# (?:\d+\. )?(.*)$", page_text(book, page), re.MULTILINE)
        if title and title[1] in texts:
            texts[title[1]] = page_text(book, page)
    found: list[str] = []
    for title, items in on_paper(book).items():
        for sentence, links in items:
            rule = next(link for link in links if link in book.often_missed)
            found.append(rule)
            assert f'rule("{rule}")' in texts[title]
            assert set(book.rules[rule].tables[:1]) <= set(links)
            assert len(sentence.partition(f" {rule}")[0].split()) <= LONGEST, sentence
            assert DAGGER not in sentence
            assert sentence.startswith("Optional.") == book.rules[rule].optional
    assert sorted(found) == sorted(book.often_missed)


@pytest.mark.parametrize("key", ALL)
def test_the_page_and_the_sheet_list_the_same_sentences(key: str) -> None:
    book = book_of(key)
    paper = sentences(often_missed(PaperProse(book, book.chosen({}))))
    assert paper == sentences(on_the_site(book))
    assert sum(line.startswith("- ") for line in paper) == len(book.often_missed)


@pytest.mark.parametrize("key", ALL)
def test_each_link_of_the_page_leads_to_the_place_of_its_rule(key: str) -> None:
    book, text = book_of(key), on_the_site(book_of(key))
    for rule in book.often_missed:
        (address,) = re.findall(rf'href="([^"]+)"[^>]*>{re.escape(rule)}</a>', text)
        assert address.startswith("rules/"), "in a chapter, not in the index"


def test_a_variant_has_reminders_of_its_own_beside_those_of_its_game() -> None:
    game = book_of("queen").often_missed
    for key in variants():
        own = book_of(key).often_missed
        assert game.keys() <= own.keys()
        assert [rule for rule in own if own[rule] != game.get(rule)], key


def test_the_numbers_of_a_reminder_follow_the_tables() -> None:
    book = load("queen")
    assert "fighter makes all three attacks" in often_missed(PaperProse(book, book.chosen({})))
    book.meta.constants["attacks"] = 4
    assert "fighter makes all four attacks" in often_missed(PaperProse(book, book.chosen({})))


@pytest.mark.parametrize(
    ("marks", "says"),
    [
        ({"T-109": '{{ const("bombs") }} times.'}, "rules.yaml: T-109: often_missed: unknown constant 'bombs'"),
        ({"T-109": "{{ roll }"}, "rules.yaml: T-109: often_missed: unexpected"),
        ({"T-999": "Roll again."}, "rules.yaml: T-999: is marked `often_missed`, but no chapter states the rule"),
    ],
)
def test_a_reminder_that_goes_wrong_names_its_rule(marks: dict[str, str], says: str) -> None:
    book = load("twentyfive")
    book.often_missed = marks
    with pytest.raises(CombatBoxError, match=re.escape(says)):
        often_missed(PaperProse(book, book.chosen({})))
