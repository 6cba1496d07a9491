"""The page of a table, with the drawing of its neighbours and everything for rolling on it.

The script that rolls (`scripts/src/roller`) reads the format of the export, and does not depend on any particular
table. Its data also contain everything that one roll passes to the next (`core.roll_context`): the facts, the
properties of this table that depend on facts, and the facts that each of its rows decides for later rolls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import Any, NamedTuple

from markupsafe import Markup

from combatbox.core.roll_context import WHO, CarriedFacts, DerivedFact, Fact, FactLookup, RollContextSpec
from combatbox.core.table_views import capital
from combatbox.core.tables import Row, Table
from combatbox.library.book import Book
from combatbox.library.export import table_json
from combatbox.odds.exact_odds import chances
from combatbox.web import row_occurrences
from combatbox.web.data_files import can_be_corrected, table_path
from combatbox.web.page_templates import macros, render
from combatbox.web.site import Site
from combatbox.web.site_files import Download, Page, Paper, json_in_page, papers
from combatbox.web.views import Link, TableOnPage, Views

TABLE_PAPERS = ("player-aids", "tables", "table-cards")
"""The file names of papers that have every table of a game."""

NAMED_PAPER = "tables"
"""The paper in which the id of each table is a link target."""


def table_pages(site: Site, book: Book) -> Iterator[Page]:
    """Yield the page of each table."""
    state, missions = RollerState(book), site.missions.of(book)
    for number, table in enumerate(book.tables.values(), 1):
        path = f"{book.key}/tables/{table.id.lower()}"
        shown = Views(book, site.places, f"{path}.html").table(table)
        text = render(
            "table.md.j2",
            table=shown,
            roller=roller(state, shown),
            correctable=site.engine and can_be_corrected(book),
            graph=neighbours(shown),
            happened=row_occurrences.rows(shown, missions.row_steps, missions.stored),
            downloads=[Download(shown.views.url(table_path(book, table.id)), f"{table.id} as data", "JSON")],
            papers=_papers(site, shown),
            drawings=[drawing for drawing in site.drawings.get(book.key, []) if drawing.of == table.id],
        )
        yield Page(f"{path}.md", text, number, [f"{table.id.lower()}.yaml"])


def _papers(site: Site, shown: TableOnPage) -> list[Paper]:
    """Return the papers on which a table is printed; the link to `NAMED_PAPER` leads to the page with the table."""
    files = [item for item in site.downloads.get(shown.book.key, []) if item.name in TABLE_PAPERS and not item.filled]
    linked = [
        replace(item, path=f"{item.path}#nameddest={shown.link.id}") if item.name == NAMED_PAPER else item
        for item in files
    ]
    return papers(shown.views, linked)


# ---- the tables before and after a table

NODE, GAP, WAY = 30, 10, 46
"""The height of a box, the gap between two boxes, and the gap between two columns."""

LETTER, SMALL, PAD = 8.2, 7.1, 22
"""The width of a letter in a code and in a title, and the width of the space around the text in a box."""


class Box(NamedTuple):
    """A table in the drawing, with its place."""

    item: Link
    x: float
    y: float
    width: float


def neighbours(table: TableOnPage) -> Markup:
    """Return a drawing of the tables before and after a table as SVG; empty if there are none.

    Every box except the middle one is a link.
    """
    if not table.used_by and not table.leads_to:
        return Markup("")
    columns = [column for column in (table.used_by, [table.link._replace(url="")], table.leads_to) if column]
    high = max(map(len, columns)) * (NODE + GAP) - GAP
    boxes: list[list[Box]] = []
    left = 1.0
    for column in columns:
        top = (high - len(column) * (NODE + GAP) + GAP) / 2 + 1
        width = max(map(_width, column))
        boxes.append([Box(item, left, top + index * (NODE + GAP), width) for index, item in enumerate(column)])
        left += width + WAY
    ways = [(start, end) for one, other in pairwise(boxes) for start in one for end in other]
    graph = macros("_graph.html.j2").graph
    return Markup(graph(table, list(chain(*boxes)), ways, left - WAY + 1, high + 2, NODE))  # our own template


def _width(item: Link) -> float:
    return max(52.0, len(item.label) * (LETTER if item.code else SMALL) + PAD)


# ---- rolling on a table


class TableRoller(NamedTuple):
    """The controls and data for a roll on a table.

    Attributes:
        rows: the exported rows among which the reader has to choose, in a to-hit table.
        counts: the numbers of dice among which the reader chooses; empty if the number is fixed.
        picks: each fact that the reader chooses, and True if the roll needs it.
        asks: the code and wording of each further condition.
        data: the data for the script.
    """

    rows: list[dict[str, Any]]
    counts: Sequence[int]
    picks: list[tuple[Fact, bool]]
    asks: list[tuple[str, str]]
    data: Markup


def roller(way: RollerState, shown: TableOnPage) -> TableRoller | None:
    """Return the controls and data for a roll on a table; None for a chart.

    Args:
        way: the facts that rolls on the tables of the book pass to each other.
        shown: the table to roll on.
    """
    table, book = shown.table, way.book
    if not table.lookups:
        return None
    data, after = table_json(book, table, chances(book)), book.followers(table)
    stated = {item["when"] for kind in ("modifiers", "adjusts", "floors", "forced", "first") for item in data[kind]}
    others = {code: asked for code, asked in data["conditions"].items() if code not in stated and "always" not in asked}
    usual, most = table.notation.count, data["most_dice"]
    return TableRoller(
        data["rows"] if table.shape == "to_hit" else [],
        range(usual, most + 1) if most > usual else (),
        way.picks(table),
        _asks(data, others),
        json_in_page(
            {
                "game": book.key,
                "table": data,
                "links": _links(shown.views, way, table),
                "after": after,
                "ends": _ends(table) if after else [],
                **way.to_json(table),
            }
        ),
    )


class RollerState:
    """The facts that rolls on the tables of a book pass to each other, for rolling on pages.

    It has the properties of each table that depend on facts, and the facts that each row decides for later rolls
    (`core.roll_context`).
    """

    def __init__(self, book: Book) -> None:
        self.book = book
        made = book.game.pages.hands
        self.handing = made(book.rulebook(), book.say) if made else RollContextSpec({}, {})
        self._onward: dict[str, list[str]] = {}

    def reads(self, key: str) -> tuple[FactLookup, ...]:
        """Return the properties of a table that depend on facts, such as its column."""
        return self.handing.readings.get(key, ())

    def onward(self, table: Table) -> list[str]:
        """Return every table that can be rolled on next: those to which rows lead, then those that name the table.

        Each is worked out once, because every page follows all chains of tables.
        """
        if table.id not in self._onward:
            led = [name for row in table_rows(table) for name in self.book.leads_of(row) if name in self.book.tables]
            self._onward[table.id] = list(dict.fromkeys(led + self.book.followers(table)))
        return self._onward[table.id]

    def hands(self, row: Row) -> list[CarriedFacts]:
        """Return the facts that a row's effects decide for later rolls.

        A fact is left out if another effect of the row suppresses it.
        """
        barred = {bar for effect in row.effects for bar in effect.suppresses().items()}
        handed = [
            one
            for effect in row.effects
            for one in effect.carries(self.book.const)
            if not barred & {(fact, value) for fact, value in one.facts.items() if isinstance(value, str)}
        ]
        return [replace(one, table=self.book.say(one.table)) if one.table else one for one in handed]

    def keeps(self, key: str) -> list[str]:
        """Return the facts that are used by a roll on a table, or on any table that can follow it."""
        asked: set[str] = set()
        seen, todo = set(), [key]
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                asked.update(fact for reading in self.reads(name) for fact in reading.facts)
                asked.update(by.fact for row in table_rows(self.book.tables[name]) for by in self._by(row))
                todo += self.onward(self.book.tables[name])
        return [fact for fact in self.handing.facts if fact in asked]

    def _by(self, row: Row) -> Iterator[DerivedFact]:
        for handed in self.hands(row):
            yield from (value for value in handed.facts.values() if isinstance(value, DerivedFact))

    def picks(self, table: Table) -> list[tuple[Fact, bool]]:
        """Return the facts that a reader has to choose before a roll, besides column and row.

        Facts that decide a condition of this table are required. Facts that the next table uses are optional, unless
        this table decides them. If a row makes several rolls on the next table, the page of that table asks for its
        facts, because they can differ between the rolls.
        """
        own = self.reads(table.id)
        needed = [fact for reading in own if reading.of in table_conditions(table) for fact in reading.facts]
        placed = {fact for reading in own if reading.of not in (WHO, *needed) for fact in reading.facts}
        decided = {fact for row in table_rows(table) for handed in self.hands(row) for fact in handed.facts}
        later = [
            fact
            for name in self.onward(table)
            if name not in self._several(table)
            for reading in self.reads(name)
            if reading.of != WHO
            for fact in reading.facts
            if fact not in placed | decided and self.handing.facts[fact].early
        ]
        return [(self.handing.facts[fact], fact in needed) for fact in dict.fromkeys([*needed, *later])]

    def _several(self, table: Table) -> set[str]:
        """Return the tables on which one row makes several rolls, such as a gun's at each fighter of a wave."""
        sent = [Counter(handed.table for handed in self.hands(row)) for row in table_rows(table)]
        return {name for counts in sent for name, count in counts.items() if name and count > 1}

    def to_json(self, table: Table) -> dict[str, Any]:
        """Return the JSON data with which the page of a table passes facts from one roll to the next.

        Returns:
            A dict with three keys: `facts` has the wording and the options of each fact that the page uses, by name;
            `reads` lists the properties of the table that depend on facts; and `hands` lists, for each row, the facts
            that the row decides for later rolls.
        """
        rows = {row.id: self.hands(row) for row in table_rows(table)}
        hands = {key: [_handed_json(handed) for handed in handed_on] for key, handed_on in rows.items() if handed_on}
        known = {*self.keeps(table.id), *(fact.name for fact, _ in self.picks(table))}
        return {
            "facts": {
                name: {"words": fact.words, "options": dict(fact.options)}
                for name, fact in self.handing.facts.items()
                if name in known
            },
            "reads": [{"of": r.of, "facts": list(r.facts), "values": dict(r.values)} for r in self.reads(table.id)],
            "hands": hands,
        }


def table_rows(table: Table) -> Iterable[Row]:
    """Return every row and cell of a table, including nested rolls and results that need no roll.

    The result has no repetitions.
    """
    by_id = {row.id: row for row in table.walk()}
    for lookup in table.lookups.values():
        by_id.update((row.id, row) for row in lookup.values())
    return by_id.values()


def table_conditions(table: Table) -> list[str]:
    """Return the codes of the conditions on which a roll on a table depends, in order.

    Conditions that always hold are left out.
    """
    return [*dict.fromkeys(condition.code for condition in table.asks() if not condition.always)]


def _handed_json(handed: CarriedFacts) -> dict[str, Any]:
    facts = {
        name: value if isinstance(value, str) else {"by": value.fact, "values": dict(value.values)}
        for name, value in handed.facts.items()
    }
    return {"table": handed.table, "facts": facts, "numbers": dict(handed.numbers)}


def _asks(data: dict[str, Any], others: dict[str, dict[str, Any]]) -> list[tuple[str, str]]:
    """Return the code and wording of each further condition on which rows depend.

    If several conditions have the same wording, the areas of their rows are added to distinguish them.
    """
    words = [asked["words"] for asked in others.values()]
    asks = []
    for code, asked in others.items():
        areas = dict.fromkeys(row["area"] for row in data["rows"] if code in row["again"] and row["area"])
        alike = words.count(asked["words"]) > 1 and areas
        asks.append((code, f"{capital(' and '.join(areas))}: {asked['words']}" if alike else capital(asked["words"])))
    return asks


def _ends(table: Table) -> list[str]:
    """Return the codes of effects after which no other table is rolled on."""
    rows = (row for lookup in table.lookups.values() for row in lookup.values())
    return sorted({effect.code for row in rows for effect in row.effects if effect.stops_sequence()})


def _links(views: Views, way: RollerState, current: Table) -> dict[str, dict[str, Any]]:
    """Return links to the tables after a table, each with the facts that the table needs, and True if the table is rolled on."""
    links = {}
    for name in way.onward(current):
        ref, table = views.table_ref(name), way.book.tables[name]
        links[name] = {
            "href": ref.url,
            "name": f"{ref.code} {ref.title}".strip(),
            "rolled": bool(table.lookups),
            "keeps": way.keeps(name),
            "asks": table_conditions(table),
        }
    return links
