"""View objects with plain values for the page templates, built from books.

Every `url` is relative to the current page.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import zip_longest
from types import SimpleNamespace

from markupsafe import Markup

from combatbox.core.effects import Quantity
from combatbox.core.enumeration import format_chance, format_chance_briefly, hit_odds, outcome_odds, row_odds
from combatbox.core.places import Place
from combatbox.core.table_views import (
    REBUILT,
    ModifierView,
    RowView,
    TableView,
    anchor,
    capital,
    correction_view,
    effect_words,
    span,
)
from combatbox.core.tables import Adjust, Correction, Floor, Modifier, Row, Table
from combatbox.library import provenance
from combatbox.library.book import Book, code
from combatbox.library.rule_traceability import Trace
from combatbox.odds.exact_odds import named_chances
from combatbox.play.book import Ruling

DEFINED_KINDS = {
    "erratum": "Erratum",
    "card-image": "Printed card",
    "house": "House rule",
    "rulebook": "Rulebook",
    "reconstruction": "Our reconstruction",
    "ruling": "Our ruling",
}

ELSEWHERE = "In no chapter"
"""The heading of rulings about rules that no chapter states."""

CITATION = 40
"""A source of a ruling with fewer characters only says where something is printed, and does not quote it."""

WIDE = 5
"""The maximum number of columns of a narrow table; a wider table keeps its first column visible when it scrolls."""

NARROW = 6
"""The maximum number of letters in a narrow cell."""

LONG = 45
"""If the headings of a table with four or more columns have more letters than this in total, the table is wide too."""

BRIDGED = re.compile("[^-0-9A-Z]|[-1IJLTY]|(.)")
"""A pattern for one character; group 1 matches only characters whose stencil needs a bridge down the middle."""

_ID = re.compile(r"([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)")


Stated = Modifier | Adjust | Floor | Row
"""The parts of a table that depend on a state; each has a condition, or always applies."""


@dataclass(slots=True)
class Places:
    """The locations of rules, and the titles and order of chapters.

    Attributes:
        rules: the path of the chapter that states a rule, by `game/rule`.
        titles: the title of each chapter, by path.
        orders: the position of each chapter, by path.
    """

    rules: dict[str, str] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    orders: dict[str, int] = field(default_factory=dict)

    @staticmethod
    def table(book: Book, table_id: str) -> str:
        """Return the path of a table's page."""
        return f"{book.key}/tables/{table_id.lower()}.html"

    @staticmethod
    def ruling(book: Book, ruling_id: str) -> str:
        """Return the location of a ruling on the page of rulings."""
        return f"{book.key}/rulings.html#{anchor(ruling_id)}"

    def rule(self, book: Book, rule_id: str) -> str:
        """Return the location of a rule: in its chapter, or in the index if no chapter states it."""
        chapter = self.rules.get(f"{book.key}/{rule_id}")
        return f"{chapter}#{anchor(rule_id)}" if chapter else f"{book.key}/rules-index.html#{anchor(rule_id)}"


def html_path(path: str) -> str:
    """Return the path of the HTML page that is built from a Markdown file."""
    return path.removesuffix(".md") + ".html"


@cache
def relative(target: str, page: str) -> str:
    """Return the address of `target` as seen from `page`; both are paths from the site's root."""
    path, mark, fragment = target.partition("#")
    return posixpath.relpath(path, posixpath.dirname(page) or ".") + mark + fragment


class Views:
    """A builder of the view objects of a book, for the templates of one page."""

    def __init__(self, book: Book, places: Places, page: str) -> None:
        self.book, self.places, self.page = book, places, page

    def url(self, target: str) -> str:
        """Return the address of a path on the site, relative to this page."""
        return relative(target, self.page)

    # ---- references

    def table_ref(self, table_id: str) -> SimpleNamespace:
        """Return a link to a table, with its code and title."""
        table = self.book.tables[table_id]
        link = self._ref(table_id, table.title, self.places.table(self.book, table_id))
        link.code, link.label = code(table_id), code(table_id) or table.title
        return link

    def rule_ref(self, rule_id: str) -> SimpleNamespace:
        """Return a link to a rule."""
        return self._ref(rule_id, self.book.rules[rule_id].title, self.places.rule(self.book, rule_id))

    def ruling_ref(self, ruling_id: str) -> SimpleNamespace:
        """Return a link to a ruling, with its question as title."""
        return self._ref(ruling_id, self.book.rulings[ruling_id].question, self.places.ruling(self.book, ruling_id))

    def _ref(self, name: str, title: str, target: str) -> SimpleNamespace:
        return SimpleNamespace(
            id=name, code=name, label=name, title=title, url=self.url(target), game=self.book.key, anchor=anchor(name)
        )

    def row_ref(self, name: str) -> SimpleNamespace:
        """Return a link to the row or the table with this id."""
        if name in self.book.tables:
            return self.table_ref(name)
        row = self.book.rows()[name]
        link = self.table_ref(row.table)
        link.id, link.url = name, f"{link.url}#{anchor(name)}"
        link.label = f"{link.label}{name.removeprefix(row.table)}"
        return link

    def ref(self, name: str) -> SimpleNamespace:
        """Return a link to a table, rule or ruling by its id.

        Raises:
            KeyError: nothing has this id.
        """
        if name in self.book.tables:
            return self.table_ref(name)
        if name in self.book.rules:
            return self.rule_ref(name)
        if name in self.book.rulings:
            return self.ruling_ref(name)
        raise KeyError(name)

    # ---- tables

    def table_entry(self, table: Table) -> SimpleNamespace:
        """Return the view of a table without its rows, for lists of tables."""
        seen = self.book.view(table)
        return SimpleNamespace(
            id=seen.id,
            code=code(seen.id),
            label=code(seen.id) or seen.title,
            title=seen.title,
            game=self.book.key,
            url=self.url(self.places.table(self.book, table.id)),
            dice_words=seen.dice if table.notation.count else "",
            used_when=self.with_links(seen.used, table.id),
            card=seen.card,
            optional=seen.optional,
        )

    def table(self, table: Table, *, chances: bool = True) -> SimpleNamespace:
        """Return the view of a table for the templates, with exact odds.

        If `chances` is True, the view includes the odds that `odds.yaml` names, which take long to compute.
        """
        seen = self.book.view(table)
        odds = (
            [row_odds(table, column) for column in table.lookups]
            if table.shape in ("rows", "columns", "opposed")
            else []
        )
        by_area = not seen.roll_heading
        rows = [self._row(table, row, odds, by_area) for row in seen.rows]
        if by_area and table.shape == "to_hit":
            _grouped(rows, [row.words for row in table.rows])
        labels = seen.areas and not by_area
        head = seen.roll_heading or seen.name_heading
        return SimpleNamespace(
            **vars(self.table_entry(table)),
            stencil=stencil(code(seen.id)),
            shape=seen.shape,
            per=seen.per,
            columns=[head, *(["Area"] if labels else []), *seen.headings],
            rows=rows,
            each=_shared_chance(rows),
            narrow=all(len(str(cell)) <= NARROW for row in rows for cell in row.cells),
            wide=len(seen.headings) > WIDE or (len(seen.headings) > 3 and sum(map(len, seen.headings)) > LONG),
            hit_odds=[self._odds(span(rolls), chance) for rolls, chance in _hits(table).items()],
            outcomes=self._outcomes(table),
            headings=list(table.columns.values() if table.shape == "opposed" else seen.headings),
            chances=self._chances(table) if chances else [],
            modifiers=[
                self._modifier(m, stated, table)
                for m, stated in zip_longest(
                    seen.modifiers, _stated(table)
                )  # encounters of an opposed table have no condition
            ],
            notes=[self.with_links(note, table.id) for note in seen.notes],
            source="; ".join(f"{DEFINED_KINDS[s.kind]}: {s.section}" for s in seen.source),
            rebuilt=REBUILT if seen.rebuilt else "",
            origins=provenance.describe_origins(self.book, table),
            origins_url=f"{self.url(self.places.table(self.book, table.id))}#source",
            **vars(provenance.how_to(self.book)),
            errata=self.corrections(table),
            rules=[self.rule_ref(key) for key in self.book.rules_on(table.id)],
            rulings=[self.ruling_ref(r.id) for r in self._rulings_of(seen)],
            used_by=[self.table_ref(t) for t in self.book.senders(table)],
            leads_to=[self.table_ref(t) for t in self.book.leads(table) if t != table.id],
            variant_of=self.book.variants.get(table.id),
        )

    def _row(
        self, table: Table, row: RowView, odds: Sequence[Mapping[str, Fraction]], by_area: bool
    ) -> SimpleNamespace:
        cells = (row.id, *(f"{row.id}@{column}" for column in table.columns))
        chances = {shares[cell] for shares in odds for cell in cells if cell in shares}
        chance = self._odds("", chances.pop() if len(chances) == 1 else None)
        return SimpleNamespace(
            id=row.anchor,
            row=row.id,
            roll=row.area if by_area else row.roll,
            group=False,
            depth=row.depth,
            label="" if by_area else row.area,
            cells=[self.with_links(cell, table.id) for cell in row.cells],
            origin=" ".join(row.origin),
            chance=chance.chance,
            percent=chance.percent,
        )

    def _odds(self, words: str, chance: Fraction | None) -> SimpleNamespace:
        percent = None if chance is None else float(chance) * 100
        return SimpleNamespace(words=words, chance=None if chance is None else format_chance(chance), percent=percent)

    def _outcomes(self, table: Table) -> list[SimpleNamespace]:
        """Return the outcomes of each column with their odds; empty if no rows share an outcome."""
        if table.shape not in ("columns", "opposed"):
            return []
        columns = [outcome_odds(table, column) for column in table.columns]
        rows = {code: row for column in columns for code, (row, _) in column.items()}
        if table.shape == "columns" and all(len(column) == len({row.id for row in table.lookups[name].values()})
               for name, column in zip(table.columns, columns, strict=True)):  # fmt: skip
            return []
        outcomes = []
        for outcome, row in sorted(rows.items(), key=_outcome_order):
            chances = [column[outcome][1] if outcome in column else None for column in columns]
            words = effect_words(row, self.book.say)
            outcomes.append(SimpleNamespace(words=words, cells=[self._odds("", chance) for chance in chances]))
        return outcomes

    def _chances(self, table: Table) -> list[SimpleNamespace]:
        """Return the odds in `odds.yaml` that begin with a roll on a table, computed through all following tables."""
        own = [chance for chance in self.book.chances.values() if chance.table == table.id]
        values = named_chances(self.book) if own else {}
        return [SimpleNamespace(words=chance.words, chance=format_chance_briefly(values[chance.id]),
                                percent=float(values[chance.id]) * 100) for chance in own]  # fmt: skip

    def _modifier(self, modifier: ModifierView, stated: Stated | None, table: Table) -> SimpleNamespace:
        """Return the view of a modifier, or of another part that depends on a state, with the reader's controls."""
        when = stated.when if stated else None
        ruling = when.ruling_condition() if when else None
        numbers = (
            [q for q in (stated.add, stated.times) if isinstance(q, Quantity)] if isinstance(stated, Modifier) else []
        )
        return SimpleNamespace(
            when=when.code if when and not when.roll_condition() else "",
            ticked=ruling is not None and self.book.rulings[ruling[0]].default == ruling[1],
            numbers=[SimpleNamespace(code=q.code, times=q is getattr(stated, "times", None)) for q in numbers],
            words=self.with_links(modifier.words, table.id),
            amount=self.with_links(modifier.amount, table.id),
            source=modifier.source,
            adds=modifier.adds,
        )

    def with_links(self, text: str, own: str = "") -> Markup:
        """Return a text with links to all tables and rulings that it names, except the one in `own`."""
        return Markup("").join(part if part == own else self._link(part) for part in _ID.split(text))

    def _link(self, name: str) -> str:
        if name not in self.book.tables and name not in self.book.rulings:
            return name
        ref = self.ref(name)
        kind = "cb-ref cb-nobr" if ref.code else "cb-ref"
        return Markup('<a class="{}" href="{}" data-cb-ref="{}/{}">{}</a>').format(
            kind, ref.url, ref.game, ref.id, ref.label
        )

    def corrections(self, table: Table) -> list[SimpleNamespace]:
        """Return the corrected values of a table, each with .row, .printed, .corrected and .by."""
        return [self._correction(table, correction) for correction in self.book.view(table).corrections]

    def _correction(self, table: Table, correction: Correction) -> SimpleNamespace:
        name, now, _ = correction_view(table, correction, self.book.say)
        return SimpleNamespace(row=name, printed=correction.was, corrected=now, by=correction.by)

    def _rulings_of(self, table: TableView) -> Iterable[Ruling]:
        """Yield the rulings that choose between this table and another, that cite it, or that it cites."""
        cited = _ids(*(source.section for source in table.source), *(modifier.source for modifier in table.modifiers))
        choose = self.book.choosers(table.id)
        for ruling in self.book.rulings.values():
            if ruling.id in choose or ruling.id in cited or table.id in _ids(*ruling.sources):
                yield ruling

    # ---- rulings and rules

    def ruling(self, ruling: Ruling) -> SimpleNamespace:
        """Return the view of a ruling with its options; the default is marked."""
        return SimpleNamespace(
            id=ruling.id,
            game=self.book.key,
            anchor=anchor(ruling.id),
            question=ruling.question,
            sources=[self.with_links(source) for source in ruling.sources],
            cited=all(len(source) < CITATION for source in ruling.sources),
            options=[
                SimpleNamespace(
                    key=key,
                    words=self.with_links(option.words),
                    default=key == ruling.default,
                    tables=[self.table_ref(name) for name in _read_by(ruling, key)],
                )
                for key, option in ruling.options.items()
            ],
            why=self.with_links(ruling.why),
            url=self.url(self.places.ruling(self.book, ruling.id)),
            rules=[self.rule_ref(rule) for rule in ruling.rules],
            optional=ruling.id in self.book.optional,
        )

    def rulings(self) -> list[SimpleNamespace]:
        """Return the rulings in groups by the chapter of their first rule, in the order of the chapters.

        Each group has .title and .rulings.
        """
        by_page: dict[str, list[SimpleNamespace]] = {}
        for ruling in self.book.rulings.values():
            pages = (self.places.rules.get(f"{self.book.key}/{rule}", "") for rule in ruling.rules)
            by_page.setdefault(next(filter(None, pages), ""), []).append(self.ruling(ruling))
        ordered = sorted(by_page, key=lambda page: (not page, self.places.orders.get(page, 0), page))
        return [
            SimpleNamespace(title=self.places.titles.get(page, ELSEWHERE), rulings=by_page[page]) for page in ordered
        ]

    def rules(self, traced: Mapping[str, Trace]) -> list[SimpleNamespace]:
        """Return the views of all rules for the index, with their code and tests."""
        views = []
        for key, rule in self.book.rules.items():
            ref = self.rule_ref(key)
            ref.kind, ref.optional = rule.kind, rule.optional
            ref.tables = [self.table_ref(t) for t in rule.tables]
            ref.code, ref.tests = rule.code, traced.get(key, Trace()).tests
            views.append(ref)
        return views

    def places_by_stretch(self) -> list[SimpleNamespace]:
        """Return the places in the order of play, grouped by the prefix of their names."""
        by_name: dict[str, SimpleNamespace] = {}
        for place in self.book.places.values():
            stretch = place.stretch
            title = capital(stretch.replace("_", " "))
            by_name.setdefault(stretch, SimpleNamespace(name=stretch, title=title, places=[])).places.append(
                self._place(place)
            )
        return list(by_name.values())

    def _place(self, place: Place) -> SimpleNamespace:
        """Return the view of a place with its question, or with the name of its table or rule if it has no question."""
        table = self.table_ref(place.table) if place.table in self.book.tables else None
        rule = self.rule_ref(place.rule) if place.rule in self.book.rules else None
        what = place.question or place.label or (table.title if table else rule.title if rule else place.called)
        return SimpleNamespace(name=place.name, anchor=anchor(place.name), what=what, table=table, rule=rule,
                               options=list(place.options.values()))  # fmt: skip


def stencil(text: str) -> Markup:
    """Return a text in stencil letters, as HTML."""
    cut = (Markup("<span>{}</span>").format(letter[0]) if letter[1] else letter[0] for letter in BRIDGED.finditer(text))
    return Markup("").join(cut)


def _stated(table: Table) -> tuple[Stated, ...]:
    """Return the parts of a table that depend on a state, in the order in which the page shows them."""
    return *table.modifiers, *table.adjusts, *table.floors, *table.forced, *table.first


@lru_cache(maxsize=4096)
def _ids(*texts: str) -> frozenset[str]:
    """Return the ids of tables and rulings that occur in texts."""
    return frozenset(name for text in texts for name in _ID.findall(text))


def _read_by(ruling: Ruling, option: str) -> list[str]:
    """Return the tables that an option of a ruling uses.

    These are its substitutes, and the tables that only other options replace.
    """
    own = ruling.options[option].replaces
    left = (old for other in ruling.options.values() for old in other.replaces if old not in own)
    return list(dict.fromkeys([*own.values(), *left]))


def _shared_chance(rows: Sequence[SimpleNamespace]) -> SimpleNamespace | None:
    """Return the odds that all rows share; None if they differ, or if there is only one row."""
    chances = [row for row in rows if row.percent is not None]
    return chances[0] if len(chances) > 1 and len({row.percent for row in chances}) == 1 else None


def _grouped(rows: Sequence[SimpleNamespace], keys: Sequence[tuple[str, ...]]) -> None:
    """Mark the first row of each group, in a table whose keys consist of a group and a member."""
    if all(len(key) > 1 for key in keys):
        for row, key, before in zip(rows[1:], keys[1:], keys, strict=False):
            row.group = key[0] != before[0]


def _hits(table: Table) -> Mapping[tuple[int, ...], Fraction]:
    return hit_odds(table) if table.shape == "to_hit" else {}


def _outcome_order(item: tuple[str, Row]) -> tuple[bool, int]:
    """Return a sort key for an outcome: numbers by size, no effect last."""
    code, row = item
    return code == "no_effect", row.effects[0].size() if row.effects else 0
