"""Plain view objects for the page templates, made from books. Every `url` is relative to the page at hand."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import SimpleNamespace

from combatbox.core.tables import Correction, Table
from combatbox.core.wording import RowView, anchor, corrected, view
from combatbox.library.book import Book
from combatbox.library.schema import RulingModel
from combatbox.library.traces import Trace
from combatbox.odds.exact import in_words, row_odds

DEFINED_KINDS = {
    "erratum": "Erratum",
    "card-image": "Printed card",
    "rulebook": "Rulebook",
    "reconstruction": "Our reconstruction",
    "ruling": "Our ruling",
}


@dataclass(slots=True)
class Places:
    """Where things stand on the site: paths of pages, and the chapter of each rule."""

    rules: dict[str, str] = field(default_factory=dict)

    @staticmethod
    def table(book: Book, table_id: str) -> str:
        """The page of a table."""
        return f"{book.key}/tables/{table_id.lower()}.html"

    @staticmethod
    def ruling(book: Book, ruling_id: str) -> str:
        """A ruling on the page of rulings."""
        return f"{book.key}/rulings.html#{anchor(ruling_id)}"

    def rule(self, book: Book, rule_id: str) -> str:
        """A rule where it is stated, or in the index when no chapter states it."""
        chapter = self.rules.get(f"{book.key}/{rule_id}")
        return f"{chapter}#{anchor(rule_id)}" if chapter else f"{book.key}/rules-index.html#{anchor(rule_id)}"


def relative(target: str, page: str) -> str:
    """The address of `target` as seen from `page`; both are paths from the site's root."""
    path, mark, fragment = target.partition("#")
    return posixpath.relpath(path, posixpath.dirname(page) or ".") + mark + fragment


class Views:
    """Makes the views of one book for one page."""

    def __init__(self, book: Book, places: Places, page: str) -> None:
        self.book, self.places, self.page = book, places, page

    def url(self, target: str) -> str:
        """An address relative to this page."""
        return relative(target, self.page)

    # ---- references

    def table_ref(self, table_id: str) -> SimpleNamespace:
        """A link to a table."""
        table = self.book.tables[table_id]
        return self._ref(table_id, table.title, self.places.table(self.book, table_id))

    def rule_ref(self, rule_id: str) -> SimpleNamespace:
        """A link to a rule."""
        return self._ref(rule_id, self.book.rules[rule_id].title, self.places.rule(self.book, rule_id))

    def ruling_ref(self, ruling_id: str) -> SimpleNamespace:
        """A link to a ruling."""
        return self._ref(ruling_id, self.book.rulings[ruling_id].question, self.places.ruling(self.book, ruling_id))

    def _ref(self, name: str, title: str, target: str) -> SimpleNamespace:
        return SimpleNamespace(id=name, title=title, url=self.url(target), game=self.book.key, anchor=anchor(name))

    def ref(self, name: str) -> SimpleNamespace:
        """A link to whatever has this id. Raises KeyError."""
        if name in self.book.tables:
            return self.table_ref(name)
        if name in self.book.rules:
            return self.rule_ref(name)
        if name in self.book.rulings:
            return self.ruling_ref(name)
        raise KeyError(name)

    # ---- tables

    def table(self, table: Table) -> SimpleNamespace:
        """A table as the templates want it, with exact odds where a row has one chance."""
        seen = view(table, self.book.say)
        odds = row_odds(table) if "" in table.lookups else {}
        by_area = not seen.roll_heading
        rows = [self._row(row, odds, by_area) for row in seen.rows]
        labels = seen.areas and not by_area
        head = seen.roll_heading or {"to_hit": "Attack and gun", "chart": "When"}.get(table.shape, "")
        return SimpleNamespace(
            id=seen.id,
            title=seen.title,
            game=self.book.key,
            url=self.url(self.places.table(self.book, table.id)),
            dice_words=seen.dice if table.notation.count else "",
            per=seen.per,
            used_when=seen.used,
            columns=[head, *(["Area"] if labels else []), *seen.headings],
            rows=rows,
            modifiers=list(seen.modifiers),
            notes=list(seen.notes),
            source="; ".join(f"{DEFINED_KINDS[s.kind]}: {s.section}" for s in seen.source),
            errata=[self._correction(table, c) for c in seen.corrections],
            rules=[self.rule_ref(key) for key, rule in self.book.rules.items() if table.id in rule.tables],
            rulings=[self.ruling_ref(r.id) for r in self._rulings_of(table)],
            used_by=[self.table_ref(t) for t in self._senders(table)],
            leads_to=[self.table_ref(t) for t in dict.fromkeys(x for row in seen.rows for x in row.leads)],
            variant_of=self.book.variants.get(table.id),
            optional=seen.optional,
        )

    def _row(self, row: RowView, odds: dict[str, Fraction], by_area: bool) -> SimpleNamespace:
        chance = odds.get(row.id)
        return SimpleNamespace(
            id=row.anchor,
            row=row.id,
            roll=row.area if by_area else row.roll,
            depth=row.depth,
            label="" if by_area else row.area,
            cells=list(row.cells),
            chance=None if chance is None else in_words(chance),
            percent=None if chance is None else float(chance) * 100,
        )

    def _correction(self, table: Table, correction: Correction) -> SimpleNamespace:
        name, now = corrected(table, correction, self.book.say)
        return SimpleNamespace(row=name, printed=correction.was, corrected=now, by=correction.by)

    def _rulings_of(self, table: Table) -> Iterable[RulingModel]:
        for ruling in self.book.rulings.values():
            pairs = [pair for option in ruling.options.values() for pair in option.replaces.items()]
            if any(table.id in pair for pair in pairs):
                yield ruling

    def _senders(self, table: Table) -> list[str]:
        """Tables whose rows lead to this one."""
        found = []
        for other in self.book.tables.values():
            rows = [*other.walk(), *(r for lookup in other.lookups.values() for r in lookup.values())]
            if any(table.id in effect.leads() for row in rows for effect in row.effects):
                found.append(other.id)
        return found

    # ---- rulings and rules

    def ruling(self, ruling: RulingModel) -> SimpleNamespace:
        """A ruling with its options, the default marked."""
        return SimpleNamespace(
            id=ruling.id,
            anchor=anchor(ruling.id),
            question=ruling.question,
            sources=list(ruling.sources),
            options=[
                SimpleNamespace(key=key, words=option.words, default=key == ruling.default)
                for key, option in ruling.options.items()
            ],
            why=ruling.why,
            url=self.url(self.places.ruling(self.book, ruling.id)),
            rules=[self.rule_ref(rule) for rule in ruling.rules],
        )

    def rules(self, found: Mapping[str, Trace]) -> list[SimpleNamespace]:
        """Every rule for the index, with the places in code and tests that answer for it."""
        views = []
        for key, rule in self.book.rules.items():
            ref = self.rule_ref(key)
            ref.kind, ref.optional = rule.kind, rule.optional
            ref.tables = [self.table_ref(t) for t in rule.tables]
            trace = found.get(key, Trace())
            ref.code, ref.tests = trace.code, trace.tests
            views.append(ref)
        return views
