"""A rule in its own sentences, as plain text: what the pages of the rules say where they state it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.prose.chapters import Block, Listing, Otherwise, PaperProse, Text, Words, chapter


def sentences(book: Book, rule_id: str, rulings: Mapping[str, str]) -> list[str]:
    """The paragraphs that state a rule, each with the rules it states beside this one; of a list its points too.

    rulings: the option in force of each. Raises CombatBoxError naming the page for a call that goes wrong.
    """
    return sentences_of(book, [rule_id], rulings)[rule_id]


def sentences_of(book: Book, rule_ids: Collection[str], rulings: Mapping[str, str]) -> dict[str, list[str]]:
    """The sentences of several rules, by their ids; every page is read once."""
    values = PaperProse(book, rulings)
    told: dict[str, list[str]] = {rule_id: [] for rule_id in rule_ids}
    for page in sorted((paths.home(book.house).site).rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        stated = [rule_id for rule_id in rule_ids if f'rule("{rule_id}")' in text]
        blocks = chapter(page, values).blocks if stated else ()
        for rule_id in stated:
            told[rule_id] += _stated(blocks, rule_id)
    return told


def _stated(blocks: Iterable[Block], rule_id: str) -> Iterator[str]:
    is_stated = False
    for block in blocks:
        if isinstance(block, Otherwise):
            if is_stated:
                yield _plainly(block.words)
            continue
        is_stated = isinstance(block, Text) and rule_id in block.rules
        if isinstance(block, Text):
            if is_stated:
                yield _plainly(block.words)
        elif isinstance(block, Listing):
            for item in block.items:
                if rule_id in item.rules:
                    yield _plainly(item.words)
                    yield from (_plainly(one.words) for one in item.below if isinstance(one, Otherwise))
                    yield from (f"- {point}" for point in _points(item.below))
                else:
                    yield from _stated(item.below, rule_id)


def _points(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        for item in block.items if isinstance(block, Listing) else ():
            yield _plainly(item.words)
            yield from _points(item.below)


def _plainly(words: Words) -> str:
    return "".join(span.text for span in words)
