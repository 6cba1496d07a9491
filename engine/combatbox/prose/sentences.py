"""The paragraphs in which the pages state a rule, as plain text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from combatbox.library.book import Book
from combatbox.prose.chapters import Block, Footnote, Listing, PaperProse, Text, Words, chapter
from combatbox.prose.pages import page_files, page_text


def sentences_of(book: Book, rule_ids: Collection[str], rulings: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the paragraphs that state each of several rules, reading every page once.

    The list that follows a paragraph or is nested in an item belongs to it.

    Args:
        book: the book.
        rule_ids: the rules.
        rulings: the options in force.

    Raises:
        CombatBoxError: a call in a page fails; the message names the page.
    """
    values = PaperProse(book, rulings)
    paragraphs: dict[str, list[str]] = {rule_id: [] for rule_id in rule_ids}
    for page in page_files(book):
        text = page_text(book, page)
        stated = [rule_id for rule_id in rule_ids if f'rule("{rule_id}")' in text]
        blocks = chapter(page, values).blocks if stated else ()
        for rule_id in stated:
            paragraphs[rule_id] += _stated(blocks, rule_id)
    return paragraphs


def _stated(blocks: Iterable[Block], rule_id: str) -> Iterator[str]:
    is_stated = False
    for block in blocks:
        if isinstance(block, Listing):
            for item in block.items:
                if is_stated:
                    yield f"- {_plain_text(item.words)}"
                yield from _stated((Text(item.words), *item.below), rule_id)
        elif not isinstance(block, Footnote):  # a footnote belongs to the block above it
            is_stated = isinstance(block, Text) and rule_id in block.rules
        if is_stated and isinstance(block, Text | Footnote):
            yield _plain_text(block.words)


def _plain_text(words: Words) -> str:
    return "".join(span.text for span in words)
