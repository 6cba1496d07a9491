"""The text of a rule as a reader at the terminal sees it, also where the packages that print are not installed.

Pages are Jinja2 templates in Markdown. An installation without these two packages reads the texts that were written when
the wheel was packed (`hatch_build.py`).
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Collection, Mapping

from combatbox.library import paths
from combatbox.library.book import Book

AS_PRINTED = "(The text of our tables and usual options. With `pip install combatbox[print]` it follows yours.)"


def rule_texts(book: Book, rule_ids: Collection[str], rulings: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the paragraphs that state each of several rules.

    Args:
        book: the book.
        rule_ids: the rules.
        rulings: the options in force. The packed texts hold for the usual options and for our tables, and say so.

    Raises:
        CombatBoxError: a call in a page fails; the message names the page.
    """
    try:
        from combatbox.prose.sentences import sentences_of
    except ModuleNotFoundError:
        packed = paths.root() / "rule_texts.json.gz"
        texts = json.loads(gzip.decompress(packed.read_bytes())).get(book.key, {}) if packed.is_file() else {}
        remark = [AS_PRINTED] if book.overlay or rulings != book.chosen({}) else []
        return {name: [*texts.get(name, []), *remark] for name in rule_ids}
    return sentences_of(book, rule_ids, rulings)
