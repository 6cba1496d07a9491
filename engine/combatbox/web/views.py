"""View objects with plain values for the page templates, built from books.

Every `url` is relative to the current page.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise, zip_longest
from typing import NamedTuple

from markupsafe import Markup

from combatbox.core.decisions import Place
from combatbox.core.effects import Quantity
from combatbox.core.enumeration import format_chance, format_chance_briefly, hit_odds, outcome_odds, printed_odds
from combatbox.core.phrases import anchor, span
from combatbox.core.table_views import (
    REBUILT,
    CorrectionView,
    ModifierView,
    RowView,
    capital,
    correction_view,
    effect_words,
)
from combatbox.core.tables import Adjust, Correction, Floor, Modifier, Row, Table
from combatbox.library import provenance
from combatbox.library.book import Book, code
from combatbox.library.rule_traceability import Trace
from combatbox.odds.exact_odds import chances
from combatbox.play.book import Rule, Ruling

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


class Link(NamedTuple):
    """A link to a table, a row, a rule or a ruling.

    Attributes:
        title: the title; the question of a ruling.
        game: the key of the game.
        code: the printed code; empty for a table whose id exists only in this project.
        label: the text of a short link.
        dice: the dice of a table; empty without dice.
        optional: True if players may leave the table, rule or ruling out.
    """

    id: str
    title: str
    url: str
    game: str
    code: str
    label: str
    dice: str = ""
    optional: bool = False


class Odds(NamedTuple):
    """A chance as text, such as `1 in 6`, and in percent."""

    chance: str
    percent: float


class OptionOnPage(NamedTuple):
    """An option of a ruling, with the tables that it uses."""

    key: str
    words: Markup
    is_default: bool
    tables: list[Link]


class RulingOnPage(NamedTuple):
    """A ruling on a page.

    Attributes:
        is_cited: True if the sources only say where something is printed, and do not quote it.
    """

    link: Link
    sources: list[Markup]
    is_cited: bool
    options: list[OptionOnPage]
    why: Markup
    rules: list[Link]


PlaceOnPage = tuple[Place, str, Link | None, Link | None]
"""A place, its question or name, and the links to its table and its rule."""


class Views:
    """A builder of the view objects of a book, for the templates of one page."""

    def __init__(self, book: Book, places: Places, page: str) -> None:
        self.book, self.places, self.page = book, places, page

    def url(self, target: str) -> str:
        """Return the address of a path on the site, relative to this page."""
        return relative(target, self.page)

    # ---- references

    def table_ref(self, table_id: str) -> Link:
        """Return a link to a table, with its code and title."""
        table, printed = self.book.tables[table_id], code(table_id)
        dice = table.notation.words if table.notation.count else ""
        url = self.url(self.places.table(self.book, table_id))
        return Link(
            table_id, table.title, url, self.book.key, printed, printed or table.title, dice, table.info.optional
        )

    def rule_ref(self, rule_id: str) -> Link:
        """Return a link to a rule."""
        rule, url = self.book.rules[rule_id], self.url(self.places.rule(self.book, rule_id))
        is_optional = rule.optional or rule.kind == "optional"
        return Link(rule_id, rule.title, url, self.book.key, rule_id, rule_id, optional=is_optional)

    def ruling_ref(self, ruling_id: str) -> Link:
        """Return a link to a ruling, with its question as title."""
        question, url = self.book.rulings[ruling_id].question, self.url(self.places.ruling(self.book, ruling_id))
        is_optional = ruling_id in self.book.optional
        return Link(ruling_id, question, url, self.book.key, ruling_id, ruling_id, optional=is_optional)

    def row_ref(self, name: str) -> Link:
        """Return a link to the row or the table with this id."""
        if name in self.book.tables:
            return self.table_ref(name)
        table = self.book.rows()[name].table
        link = self.table_ref(table)
        return link._replace(id=name, url=f"{link.url}#{anchor(name)}", label=f"{link.label}{name.removeprefix(table)}")

    def ref(self, name: str) -> Link:
        """Return a link to a table, rule or ruling by its id.

        Raises:
            KeyError: nothing has this id.
        """
        if name in self.book.tables:
            return self.table_ref(name)
        return self.rule_ref(name) if name in self.book.rules else self.ruling_ref(name)

    def with_links(self, text: str, own: str = "") -> Markup:
        """Return a text with links to all tables and rulings that it names, except the one in `own`."""
        return Markup("").join(part if part == own else self._link(part) for part in _ID.split(text))

    def _link(self, name: str) -> str:
        if name not in self.book.tables and name not in self.book.rulings:
            return name
        ref = self.ref(name)
        return Markup('<a class="cb-ref" href="{}" data-cb-ref="{}/{}">{}</a>').format(
            ref.url, ref.game, ref.id, ref.label
        )

    # ---- tables

    def table(self, table: Table) -> TableOnPage:
        """Return a table for the templates."""
        return TableOnPage(self, table)

    def use(self, table: Table) -> Markup:
        """Return the card on which a table is printed, and when the table is used: `Card 2: for each wave`."""
        seen = self.book.view(table)
        return Markup(": ").join(part for part in (seen.card, self.with_links(seen.used, seen.id)) if part)

    # ---- rulings and rules

    def ruling(self, ruling: Ruling) -> RulingOnPage:
        """Return a ruling with its options; the default is marked."""
        return RulingOnPage(
            self.ruling_ref(ruling.id),
            [self.with_links(source) for source in ruling.sources],
            all(len(source) < CITATION for source in ruling.sources),
            [
                OptionOnPage(
                    key,
                    self.with_links(option.words),
                    key == ruling.default,
                    [self.table_ref(name) for name in _read_by(ruling, key)],
                )
                for key, option in ruling.options.items()
            ],
            self.with_links(ruling.why),
            [self.rule_ref(rule) for rule in ruling.rules],
        )

    def rulings(self) -> list[tuple[str, list[RulingOnPage]]]:
        """Return the rulings by the chapter of their first rule, as the chapter's title and its rulings, in order."""
        by_page: dict[str, list[RulingOnPage]] = {}
        for ruling in self.book.rulings.values():
            pages = (self.places.rules.get(f"{self.book.key}/{rule}", "") for rule in ruling.rules)
            by_page.setdefault(next(filter(None, pages), ""), []).append(self.ruling(ruling))
        ordered = sorted(by_page, key=lambda page: (not page, self.places.orders.get(page, 0), page))
        return [(self.places.titles.get(page, ELSEWHERE), by_page[page]) for page in ordered]

    def rules(self, traced: Mapping[str, Trace]) -> list[tuple[Rule, Link, list[Link], Collection[str]]]:
        """Return all rules for the index, each with its link, the links to its tables, and its tests."""
        return [
            (rule, self.rule_ref(key), [*map(self.table_ref, rule.tables)], traced.get(key, Trace()).tests)
            for key, rule in self.book.rules.items()
        ]

    def places_by_stretch(self) -> list[tuple[str, str, list[PlaceOnPage]]]:
        """Return the places in the order of play, by the prefix of their names, as the prefix, its title, the places."""
        by_name: dict[str, list[PlaceOnPage]] = {}
        for place in self.book.places.values():
            by_name.setdefault(place.stretch, []).append(self._place(place))
        return [(name, capital(name.replace("_", " ")), places) for name, places in by_name.items()]

    def _place(self, place: Place) -> PlaceOnPage:
        table = self.table_ref(place.table) if place.table in self.book.tables else None
        rule = self.rule_ref(place.rule) if place.rule in self.book.rules else None
        named = table or rule
        return place, place.question or place.label or (named.title if named else place.called), table, rule


class RowOnPage(NamedTuple):
    """A row of a table on a page.

    Attributes:
        seen: the row with links; of a row that is named by an area, `roll` is the name and `area` is empty.
        odds: the exact odds of the row; None if they depend on the column.
        begins_group: True for the first row of a further group, in a table whose keys are a group and a member.
    """

    seen: RowView
    odds: Odds | None
    begins_group: bool


class ModifierOnPage(NamedTuple):
    """A modifier, or another part of a table that depends on a state, with the reader's controls.

    Attributes:
        seen: the modifier with links.
        when: the code of its condition, if a reader can tell whether it holds.
        is_ticked: True if the condition holds under the default rulings.
        numbers: the code of each quantity that a reader states, and True if the modifier counts once for each of it.
    """

    seen: ModifierView
    when: str
    is_ticked: bool
    numbers: list[tuple[str, bool]]


class TableOnPage:
    """A table for the templates, with links, exact odds, and all that refers to it; each is computed when it is read.

    Attributes:
        seen: the table as text.
        link: the link to its page.
    """

    def __init__(self, views: Views, table: Table) -> None:
        self.views, self.book, self.table = views, views.book, table
        self.seen, self.link = self.book.view(table), views.table_ref(table.id)

    @property
    def stencil(self) -> Markup:
        """The code of the table in stencil letters."""
        return stencil(self.link.code)

    @property
    def columns(self) -> list[str]:
        """The headings of all columns but the chance."""
        seen = self.seen
        labels = ["Area"] if seen.areas and seen.roll_heading else []
        return [seen.roll_heading or seen.name_heading, *labels, *seen.headings]

    @property
    def headings(self) -> list[str]:
        """The headings of the columns of odds."""
        return list(self.table.columns.values() if self.table.shape == "opposed" else self.seen.headings)

    @property
    def wide(self) -> bool:
        """True if the table needs the whole width of a page."""
        headings = self.seen.headings
        return len(headings) > WIDE or (len(headings) > 3 and sum(map(len, headings)) > LONG)

    @property
    def narrow(self) -> bool:
        """True if all cells are short."""
        return all(len(cell) <= NARROW for row in self.rows for cell in row.seen.cells)

    @cached_property
    def rows(self) -> list[RowOnPage]:
        """The rows, with their odds."""
        table = self.table
        odds = {} if table.shape == "to_hit" else printed_odds(table, table.lookups)
        starts = _group_starts(table)
        return [
            RowOnPage(self._linked(row), _odds(odds[row.id]) if row.id in odds else None, row.id in starts)
            for row in self.seen.rows
        ]

    def _linked(self, row: RowView) -> RowView:
        cells = tuple(self.views.with_links(cell, self.table.id) for cell in row.cells)
        return (
            replace(row, cells=cells) if self.seen.roll_heading else replace(row, cells=cells, roll=row.area, area="")
        )

    @property
    def each(self) -> Odds | None:
        """The odds that all rows share; None if they differ, or if there is only one row."""
        odds = [row.odds for row in self.rows if row.odds]
        return odds[0] if len(odds) > 1 and len({*odds}) == 1 else None

    @property
    def hit_odds(self) -> list[tuple[str, Odds]]:
        """The odds of each set of rolls that hit, in a to-hit table."""
        hits = hit_odds(self.table) if self.table.shape == "to_hit" else {}
        return [(span(rolls), _odds(chance)) for rolls, chance in hits.items()]

    @cached_property
    def outcomes(self) -> list[tuple[str, list[Odds | None]]]:
        """The outcomes with their odds by column; empty if no rows share an outcome."""
        table = self.table
        if table.shape not in ("columns", "opposed"):
            return []
        columns = {column: outcome_odds(table, column) for column in table.columns}
        is_alike = all(
            len(odds) == len({row.id for row in table.lookups[name].values()}) for name, odds in columns.items()
        )
        if table.shape == "columns" and is_alike:
            return []
        rows = {outcome: row for odds in columns.values() for outcome, (row, _) in odds.items()}
        return [
            (
                effect_words(row, self.book.say),
                [_odds(odds[outcome][1]) if outcome in odds else None for odds in columns.values()],
            )
            for outcome, row in sorted(rows.items(), key=_outcome_order)
        ]

    @cached_property
    def chances(self) -> list[tuple[str, Odds]]:
        """The odds in `odds.yaml` that begin with a roll on the table, through all following tables; they take long."""
        own = [chance for chance in self.book.chances.values() if chance.table == self.table.id]
        values = chances(self.book) if own else {}
        return [
            (chance.words, Odds(format_chance_briefly(values[chance.id]), float(values[chance.id]) * 100))
            for chance in own
        ]

    @cached_property
    def modifiers(self) -> list[ModifierOnPage]:
        """The modifiers, and the other parts that depend on a state; encounters of an opposed table have no condition."""
        return [self._modifier(seen, stated) for seen, stated in zip_longest(self.seen.modifiers, _stated(self.table))]

    def _modifier(self, seen: ModifierView, stated: Stated | None) -> ModifierOnPage:
        when = stated.when if stated else None
        ruling = when.ruling_condition() if when else None
        parts = [(stated.add, False), (stated.times, True)] if isinstance(stated, Modifier) else []
        words, amount = (self.views.with_links(text, self.table.id) for text in (seen.words, seen.amount))
        return ModifierOnPage(
            replace(seen, words=words, amount=amount),
            when.code if when and not when.roll_condition() else "",
            ruling is not None and self.book.rulings[ruling[0]].default == ruling[1],
            [(part.code, times) for part, times in parts if isinstance(part, Quantity)],
        )

    @property
    def notes(self) -> list[Markup]:
        """The notes below the table."""
        return [self.views.with_links(note, self.table.id) for note in self.seen.notes]

    @property
    def source(self) -> str:
        """Where the table is printed."""
        return "; ".join(f"{DEFINED_KINDS[source.kind]}: {source.section}" for source in self.seen.source)

    @property
    def rebuilt(self) -> str:
        """The note beside a rebuilt table; empty for any other."""
        return REBUILT if self.seen.rebuilt else ""

    @property
    def origins(self) -> list[tuple[str, str]]:
        """Where the values of a rebuilt table come from."""
        return provenance.describe_origins(self.book, self.table)

    @property
    def how_to(self) -> provenance.HowTo:
        """The commands for an owner of the printed game."""
        return provenance.how_to(self.book)

    @property
    def errata(self) -> list[tuple[Correction, CorrectionView]]:
        """The corrected values."""
        return [(each, correction_view(self.table, each, self.book.say)) for each in self.seen.corrections]

    @property
    def rules(self) -> list[Link]:
        """The rules that use the table."""
        return [self.views.rule_ref(key) for key in self.book.rules_on(self.table.id)]

    @cached_property
    def rulings(self) -> list[Link]:
        """The rulings that choose between this table and another, that cite it, or that it cites."""
        name, seen = self.table.id, self.seen
        cited = _ids(*(source.section for source in seen.source), *(modifier.source for modifier in seen.modifiers))
        named = {*self.book.choosers(name), *cited}
        return [
            self.views.ruling_ref(ruling.id)
            for ruling in self.book.rulings.values()
            if ruling.id in named or name in _ids(*ruling.sources)
        ]

    @cached_property
    def used_by(self) -> list[Link]:
        """The tables from which play comes to this table."""
        return [self.views.table_ref(name) for name in self.book.senders(self.table)]

    @cached_property
    def leads_to(self) -> list[Link]:
        """The tables to which the rows lead."""
        return [self.views.table_ref(name) for name in self.book.leads(self.table) if name != self.table.id]


def stencil(text: str) -> Markup:
    """Return a text in stencil letters, as HTML."""
    cut = (Markup("<span>{}</span>").format(letter[0]) if letter[1] else letter[0] for letter in BRIDGED.finditer(text))
    return Markup("").join(cut)


def _stated(table: Table) -> tuple[Stated, ...]:
    """Return the parts of a table that depend on a state, in the order in which the page shows them."""
    return *table.modifiers, *table.adjusts, *table.floors, *table.forced, *table.first


def _ids(*texts: str) -> set[str]:
    """Return the ids of tables and rulings that occur in texts."""
    return {name for text in texts for name in _ID.findall(text)}


def _read_by(ruling: Ruling, option: str) -> list[str]:
    """Return the tables that an option of a ruling uses.

    These are its substitutes, and the tables that only other options replace.
    """
    own = ruling.options[option].replaces
    left = (old for other in ruling.options.values() for old in other.replaces if old not in own)
    return list(dict.fromkeys([*own.values(), *left]))


def _odds(chance: Fraction) -> Odds:
    return Odds(format_chance(chance), float(chance) * 100)


def _group_starts(table: Table) -> set[str]:
    """Return the ids of the rows that begin a further group, in a table whose keys consist of a group and a member."""
    is_grouped = table.shape == "to_hit" and all(len(row.words) > 1 for row in table.rows)
    rows = table.rows if is_grouped else ()
    return {row.id for before, row in pairwise(rows) if row.words[0] != before.words[0]}


def _outcome_order(item: tuple[str, Row]) -> tuple[bool, int]:
    """Return a sort key for an outcome: numbers by size, no effect last."""
    code, row = item
    return code == "no_effect", row.effects[0].size() if row.effects else 0
