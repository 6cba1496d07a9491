"""Notes about the content of pages, recorded while the pages are built.

They are the texts of rules for previews, and the entries of the search index.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from combatbox.core.table_views import anchor
from combatbox.library.book import Book
from combatbox.web.previews import previews, rule_paragraphs
from combatbox.web.search import (
    Asking,
    Entry,
    StatedRule,
    page_entries,
    rule_entries,
    ruling_entries,
    script,
    stated_rules,
    table_entries,
    term_entries,
)
from combatbox.web.site import Site
from combatbox.web.views import Views


@dataclass(slots=True)
class Notes:
    """The notes on a page, for previews and the search index.

    Attributes:
        rules: the HTML of each rule that the page states, by `game/anchor`.
        stated: each of these rules as text, by `game/anchor`.
        entries: the entries of the page in the search index.
    """

    rules: dict[str, str] = field(default_factory=dict)
    stated: dict[str, StatedRule] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)


@dataclass(slots=True)
class PageNotes:
    """The notes on all pages of a site, by path."""

    site: Site
    of: dict[str, Notes] = field(default_factory=dict)

    def record(self, path: str, url: str, title: str, html: str, *, generated: bool) -> None:
        """Add a page to the search index; tables and rulings are left out, because their entries come from the books.

        Args:
            path: the path of the page's source.
            url: the address of the page.
            title: the title of the page.
            html: the content of the page.
            generated: True if the page was generated from data, False if it was written by hand.
        """
        notes = self.of[path] = Notes()
        book = self.site.book_of(path)
        game = book.key if book else ""
        if path.startswith(f"{game}/tables/") and not path.endswith("/index.md"):
            return
        for number, entry in enumerate(page_entries(game, url, title, html)):
            if path.startswith(f"{game}/examples/") and not path.endswith("/index.md"):
                if number == 0:
                    notes.entries.append(replace(entry, kind="Mission"))
            elif number == 0 or not generated:
                notes.entries.append(entry)
        if path.endswith("/glossary.md"):
            notes.entries += term_entries(game, url, html)
        notes.stated = {f"{game}/{name}": rule for name, rule in stated_rules(html).items()}

    def record_rules(self, path: str, html: str) -> None:
        """Record the paragraphs of rules on a hand-written page, for previews."""
        for name, text in rule_paragraphs(html).items():
            self.of[path].rules[f"{path.split('/', maxsplit=1)[0]}/{name}"] = text

    def previews(self) -> Iterator[tuple[str, str]]:
        """Yield the file name and content of each script that holds previews of rules."""
        rules = {name: text for notes in self.of.values() for name, text in notes.rules.items()}
        for book in self.site.books.values():
            texts = {rule: rules.get(f"{book.key}/{anchor(rule)}", "") for rule in book.rules}
            yield from previews(self.site, book, {rule: text for rule, text in texts.items() if text})

    def search_index(self, prose: Path) -> str:
        """Return the script with the search index.

        Args:
            prose: the folder of the hand-written pages, which has the synonyms and questions for the search.

        Raises:
            DataError: a file of synonyms or questions is not valid.
        """
        entries = [entry for book in self.site.books.values() for entry in self._entries_of(book)]
        entries += [entry for _, notes in sorted(self.of.items()) for entry in notes.entries]
        return script(entries, self.site.books, Asking.read(prose, self.site.books, entries))

    def _entries_of(self, book: Book) -> Iterable[Entry]:
        """Yield the search entries of a game's rules, rulings and tables."""
        stated = {name: rule for notes in self.of.values() for name, rule in notes.stated.items()}
        places, views = self.site.places, Views(book, self.site.places, "index.html")
        yield from rule_entries(book, places, stated)
        yield from ruling_entries(book, places)
        for table in book.tables.values():
            yield from table_entries(book, places.table(book, table.id), views.table(table, chances=False))
