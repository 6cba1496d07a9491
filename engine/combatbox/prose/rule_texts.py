"""The text of a rule as a reader at the terminal sees it, also where the packages that print are not installed.

Pages are Jinja2 templates in Markdown. An installation without these two packages reads the texts that were written when
the wheel was packed, by `python -m combatbox.prose.rule_texts`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.folders import variants
from combatbox.library.load import load

AS_PRINTED = "(The text of our tables and usual options. With `pip install combatbox[print]` it follows yours.)"


def rule_text(book: Book, rule_id: str, rulings: Mapping[str, str]) -> list[str]:
    """Return the paragraphs that state a rule.

    Args:
        book: the book.
        rule_id: the rule.
        rulings: the options in force. The packed texts hold for the usual options and for our tables.

    Raises:
        CombatBoxError: a call in a page fails; the message names the page.
    """
    try:
        from combatbox.prose.sentences import sentences_of
    except ModuleNotFoundError:
        packed = paths.root() / "rule_texts.json"
        texts = json.loads(packed.read_text(encoding="utf-8")) if packed.is_file() else {}
        is_changed = book.overlay or rulings != book.chosen({})
        return [*texts.get(book.key, {}).get(rule_id, []), *([AS_PRINTED] if is_changed else [])]
    return sentences_of(book, [rule_id], rulings)[rule_id]


def all_texts() -> dict[str, dict[str, list[str]]]:
    """Return the texts of the rules of all our games, as they are packed."""
    from combatbox.prose.sentences import sentences_of

    books = {key: load(key) for key in (*GAMES, *variants())}
    return {key: sentences_of(book, list(book.rules), book.chosen({})) for key, book in books.items()}


if __name__ == "__main__":
    json.dump(all_texts(), sys.stdout, ensure_ascii=False)
