"""The page of errata of a game: the publisher's errata, the corrected values in tables, and our own mistakes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from combatbox.core.table_views import anchor, capital
from combatbox.library.book import Book
from combatbox.library.load import meta_of
from combatbox.library.schema import ChangeModel
from combatbox.prose.sentences import sentences_of
from combatbox.web.views import Views


def page(book: Book, views: Views) -> dict[str, Any]:
    """Return the data of the template: `errata`, `tables` with corrections, `changes` by date, `rulings`, and `parent`.

    `parent` is the title of the printed game on which a variant is based; it is empty if the book is not a variant.
    """
    return {
        "parent": meta_of(book.meta.like).title if book.meta.like else "",
        "errata": _errata(book, views), "tables": _tables(book, views), "changes": changes(book, views),
        "rulings": [views.ruling(ruling) for ruling in book.rulings.values() if len(ruling.options) > 1 and ruling.id not in book.optional],
    }  # fmt: skip


def _errata(book: Book, views: Views) -> list[SimpleNamespace]:
    """Return the publisher's errata, each with .number, .anchor, .rule (a link), .text and .tables (links)."""
    rules = {key: rule for key, rule in book.rules.items() if rule.erratum}
    texts = sentences_of(book, rules, book.chosen({})) if rules else {}
    return [
        SimpleNamespace(
            number=capital(rule.erratum), anchor=anchor(rule.erratum), rule=views.rule_ref(key),
            text=[views.with_links(text) for text in texts[key]], tables=[views.table_ref(name) for name in rule.tables],
        )
        for key, rule in rules.items()
    ]  # fmt: skip


def _tables(book: Book, views: Views) -> list[SimpleNamespace]:
    """Return the tables with corrected values, each with .table (a link) and .corrections."""
    pairs = [(views.table_ref(table.id), views.corrections(table)) for table in book.tables.values()]
    return [SimpleNamespace(table=table, corrections=corrections) for table, corrections in pairs if corrections]


def changes(book: Book, views: Views) -> list[SimpleNamespace]:
    """Return the corrections of our own mistakes, beginning with the latest, each with .date, .words and .links."""

    def view(change: ChangeModel) -> SimpleNamespace:
        links = [*map(views.rule_ref, change.rules), *map(views.row_ref, change.rows)]
        return SimpleNamespace(date=change.date, words=views.with_links(change.words), links=links)

    return [view(change) for change in sorted(book.changes, key=lambda change: change.date, reverse=True)]
