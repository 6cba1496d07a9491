"""A rule in its own sentences, as plain text: what the pages of the rules say where they state it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.prose.chapters import Block, Listing, PaperProse, Text, Words, chapter


def sentences(book: Book, rule_id: str, rulings: Mapping[str, str]) -> list[str]:
    """The paragraphs that state a rule, each with the rules it states beside this one; of a list its points too.

    rulings: the option in force of each. Raises CombatBoxError naming the page for a call that goes wrong.
    """
    values = PaperProse(book, rulings)
    return [text for page in _pages(book, rule_id) for text in _stated(chapter(page, values).blocks, rule_id)]


def _pages(book: Book, rule_id: str) -> Iterator[Path]:
    """The pages of the game that state a rule."""
    for path in sorted((paths.root() / "site" / book.key).rglob("*.md")):
        if f'rule("{rule_id}")' in path.read_text(encoding="utf-8"):
            yield path


def _stated(blocks: Iterable[Block], rule_id: str) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Text) and rule_id in block.rules:
            yield _plainly(block.words)
        elif isinstance(block, Listing):
            for item in block.items:
                if rule_id in item.rules:
                    yield _plainly(item.words)
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
