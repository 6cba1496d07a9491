"""The paragraphs in which the pages state a rule, as plain text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from combatbox.library.book import Book
from combatbox.prose.chapters import Block, Footnote, Listing, PaperProse, Text, Words, chapter
from combatbox.prose.pages import page_files, page_text


def sentences_of(book: Book, rule_ids: Collection[str], rulings: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the paragraphs that state each of several rules, reading every page once.

    If a list item states a rule, the items nested in it are included.

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
        if not isinstance(block, Footnote):  # a footnote belongs to the block above it
            is_stated = isinstance(block, Text) and rule_id in block.rules
        if is_stated and isinstance(block, Text | Footnote):
            yield _plain_text(block.words)
        elif isinstance(block, Listing):
            for item in block.items:
                if rule_id in item.rules:
                    yield _plain_text(item.words)
                    yield from (_plain_text(note.words) for note in item.below if isinstance(note, Footnote))
                    yield from (f"- {point}" for point in _points(item.below))
                else:
                    yield from _stated(item.below, rule_id)


def _points(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        for item in block.items if isinstance(block, Listing) else ():
            yield _plain_text(item.words)
            yield from _points(item.below)


def _plain_text(words: Words) -> str:
    return "".join(span.text for span in words)
