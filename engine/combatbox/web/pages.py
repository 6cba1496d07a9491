"""Every page that is made: prose rendered with the tables' values, and pages made wholly from data.

Knows neither MkDocs nor the theme: it takes Markdown and gives Markdown with slots, and fills the slots in
the HTML that a site generator makes of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError
from markupsafe import Markup

import combatbox
from combatbox.core.dice import SeededDice
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.core.wording import RowView, anchor, span, view
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.export import game_json, table_json
from combatbox.library.replay import Replay, header, read_script, replay_script
from combatbox.library.traces import Trace, traces
from combatbox.library.yaml12 import parse_yaml
from combatbox.odds.exact import code_odds, in_words
from combatbox.web.replays import ReplayViews
from combatbox.web.views import Places, Views

_RULE_CALL = re.compile(r"""\{\{\s*rule\(\s*["']([^"']+)["']\s*\)""")
_FENCE = re.compile(r"^```\s*combatbox\s*\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Page:
    """A page made from data: its path from the site's root (`.md`), its Markdown, its place in the order."""

    path: str
    text: str
    order: int


@dataclass(frozen=True, slots=True)
class Download:
    """A file to take away: its path from the site's root, and what it is."""

    path: str
    title: str
    kind: str
    note: str = ""


@dataclass(slots=True)
class Site:
    """All books with the templates, and where everything stands."""

    books: Mapping[str, Book]
    downloads: Mapping[str, list[Download]] = field(default_factory=dict)
    places: Places = field(default_factory=Places)
    env: Environment = field(init=False)

    def __post_init__(self) -> None:
        self.env = Environment(
            loader=FileSystemLoader(paths.templates() / "pages"),
            autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined,
        )  # fmt: skip

    # ---- finding rules in the prose

    def learn(self, prose: Iterable[tuple[str, str]]) -> None:
        """Note which chapter states each rule. prose: (path, Markdown) of every hand-written page."""
        for path, text in prose:
            book = self.book_of(path)
            if book:
                for rule_id in _RULE_CALL.findall(text):
                    self.places.rules[f"{book.key}/{rule_id}"] = _html(path)

    def book_of(self, path: str) -> Book | None:
        """The book whose folder a page is in."""
        return self.books.get(path.split("/", maxsplit=1)[0])

    # ---- pages from data

    def pages(self) -> list[Page]:
        """Every page made wholly from data."""
        return [page for book in self.books.values() for page in self._pages(book)]

    def _pages(self, book: Book) -> Iterable[Page]:
        for number, table in enumerate(book.tables.values(), 1):
            page = f"{book.key}/tables/{table.id.lower()}"
            seen = Views(book, self.places, f"{page}.html").table(table)
            seen.downloads = [SimpleNamespace(
                url=f"../../api/{book.key}/{table.id}.json", title=f"{table.id} as data", kind="JSON", note="")]  # fmt: skip
            yield Page(f"{page}.md", self._render("table.md.j2", table=seen), number)
        yield self._page(book, "tables/index", "tables-index.md.j2", 40, lambda v: {"groups": table_groups(book, v)})
        if book.rulings:
            yield self._page(book, "rulings", "rulings.md.j2", 50,
                             lambda v: {"rulings": [v.ruling(r) for r in book.rulings.values()]})  # fmt: skip
        if book.rules:
            found = where_rules_stand(book.key)
            yield self._page(book, "rules-index", "rules-index.md.j2", 90,
                             lambda v: {"rules": v.rules(found)})  # fmt: skip
        yield self._page(book, "downloads", "downloads.md.j2", 70, partial(self._downloads, book))
        for name, path in book.scripts.items():
            yield self._example(book, name, path)

    def _page(self, book: Book, name: str, template: str, order: int, data: Callable[[Views], dict[str, Any]]) -> Page:
        views = Views(book, self.places, f"{book.key}/{name}.html")
        return Page(f"{book.key}/{name}.md", self._render(template, game=book.meta, **data(views)), order)

    def _downloads(self, book: Book, views: Views) -> dict[str, Any]:
        papers = [self._download(views, d) for d in self.downloads.get(book.key, [])]
        data = [
            SimpleNamespace(url=views.url(f"api/{book.key}/game.json"), title="All tables, rulings and rules",
                            kind="JSON", note=f"tables {book.digest}"),
        ]  # fmt: skip
        groups = [SimpleNamespace(title="Data", intro="The same tables that the pages are made from.", items=data)]
        if papers:
            groups.insert(0, SimpleNamespace(
                title="Paper", intro="Print at actual size, without scaling to the page.", items=papers))  # fmt: skip
        return {"groups": groups}

    def _download(self, views: Views, item: Download) -> SimpleNamespace:
        return SimpleNamespace(url=views.url(item.path), title=item.title, kind=item.kind, note=item.note)

    def _example(self, book: Book, name: str, path: Path) -> Page:
        page = f"{book.key}/examples/{name}.html"
        views = Views(book, self.places, page)
        flown = replay_script(book, read_script(path))
        seen = ReplayViews(views).replay(flown)
        seen.downloads = [
            self._download(views, d) for d in self.downloads.get(book.key, []) if name in Path(d.path).stem
        ]
        return Page(f"{book.key}/examples/{name}.md", self._render("replay.md.j2", replay=seen), 0)

    def _render(self, template: str, **data: Any) -> str:
        return self.env.get_template(template).render(**data)

    # ---- data for others

    def data_files(self) -> Iterable[tuple[str, str]]:
        """The static JSON of `/api/`: path and text."""
        for book in self.books.values():
            yield f"api/{book.key}/game.json", _json(game_json(book))
            for table in book.tables.values():
                yield f"api/{book.key}/{table.id}.json", _json(table_json(book, table))

    # ---- prose

    def prose(self, path: str, text: str, slots: list[str]) -> str:
        """Hand-written Markdown with its calls answered. HTML blocks go into `slots`, filled in by `fill`.

        Raises CombatBoxError naming the page for an unknown id, constant or effect.
        """
        book = self.book_of(path)
        context = Prose(self, book, path, slots).functions() if book else {}
        text = _FENCE.sub(lambda found: self._fence(path, found[1], slots), text)
        if "{{" not in text:
            return text
        # prose is Markdown, not HTML: values come escaped from the functions themselves
        env = Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True)
        try:
            return env.from_string(text).render(**context)
        except (TemplateError, CombatBoxError, KeyError) as error:
            raise CombatBoxError(f"site/{path}: {error}") from error

    def _fence(self, path: str, body: str, slots: list[str]) -> str:
        document = parse_yaml(body, f"site/{path}")
        wanted = document.data if isinstance(document.data, dict) else {}
        unknown = set(wanted) - {"game", "seed", "mission", "script", "title"}
        if unknown or "game" not in wanted or wanted["game"] not in self.books:
            raise CombatBoxError(
                f"site/{path}: a combatbox block has game (one of {', '.join(self.books)}) and script, or seed and mission"
            )
        book = self.books[wanted["game"]]
        views = Views(book, self.places, _html(path))
        seen = ReplayViews(views).replay(self._flown(book, wanted, path), str(wanted.get("title", "")))
        return _slot(slots, self._render("replay-embed.html.j2", replay=seen))

    def _flown(self, book: Book, wanted: Mapping[str, Any], path: str) -> Replay:
        if "script" in wanted:
            name = str(wanted["script"])
            if name not in book.scripts:
                raise CombatBoxError(f"site/{path}: {UnknownName('script', name, book.scripts)}")
            return replay_script(book, read_script(book.scripts[name]))
        seed, setup = str(wanted.get("seed", "1")), Setup(int(wanted.get("mission", 1)))
        rulebook = book.rulebook()
        journal = Journal(header(book, "mission", rulebook.rulings, setup, f"seed {seed}"))
        state = fly(book.game, rulebook, SeededDice(seed), setup=setup, journal=journal)
        return Replay(f"Mission {setup.mission}, seed {seed}", journal, book.game.summary(state))

    def previews(self, book: Book, rule_html: Mapping[str, str]) -> str:
        """The script that holds what pops up over links to a game's tables, rules and rulings."""
        views = Views(book, self.places, f"{book.key}/index.html")
        found = {}
        template = self.env.get_template("preview.html.j2")
        for table in book.tables.values():
            found[table.id] = template.render(kind="table", item=views.table(table), html="")
        for ruling in book.rulings.values():
            found[ruling.id] = template.render(kind="ruling", item=views.ruling(ruling), html="")
        for rule_id in book.rules:
            html = Markup(rule_html.get(rule_id, book.rules[rule_id].title))  # our own built page
            found[rule_id] = template.render(kind="rule", item=views.rule_ref(rule_id), html=html)
        return f"(window.cbPreviews=window.cbPreviews||{{}})[{json.dumps(book.key)}]={_json(found)};"


class Prose:
    """The functions a hand-written page may call, for one page of one game."""

    def __init__(self, site: Site, book: Book, path: str, slots: list[str]) -> None:
        self.site, self.book, self.slots = site, book, slots
        self.views = Views(book, site.places, _html(path))
        self.macros = site.env.get_template("_macros.html.j2").module

    def functions(self) -> dict[str, Callable[..., str]]:
        """Name to function."""
        names = ("rule", "table", "ref", "rolls", "odds", "words", "when", "const", "word", "ruling", "optional")
        return {name: getattr(self, name) for name in names}

    def rule(self, rule_id: str) -> str:
        """The anchor of a rule, at the start of the paragraph that states it."""
        if rule_id not in self.book.rules:
            raise UnknownName("rule", rule_id, self.book.rules)
        rule = SimpleNamespace(id=rule_id, anchor=anchor(rule_id), kind=self.book.rules[rule_id].kind)
        return self._macro("rule_anchor", rule)

    def table(self, table_id: str) -> str:
        """A table, set into the page."""
        return _slot(self.slots, self._macro("at_the_table", self.views.table(self.book.table(table_id))))

    def ref(self, name: str, text: str = "") -> str:
        """A link to a table, rule or ruling."""
        try:
            return self._macro("ref", self.views.ref(name), text or name)
        except KeyError:
            known = [*self.book.tables, *self.book.rules, *self.book.rulings]
            raise UnknownName("table, rule or ruling", name, known) from None

    def rolls(self, table_id: str, code: str, column: str = "") -> str:
        """The rolls of a table that give an effect, or the keys of a chart: `5–6`."""
        table = self.book.table(table_id)
        if table.shape == "chart":
            keys = [row.key.replace("-", "–") for row in table.rows if any(e.code == code for e in row.effects)]
            if not keys:
                raise UnknownName(f"effect of {table.id}", code, [e.code for row in table.rows for e in row.effects])
            return ", ".join(keys)
        rows = {row.id: row for row in table.lookups[column].values()}
        found = [roll for row in rows.values() if any(e.code == code for e in row.effects) for roll in row.rolls]
        if not found:
            raise UnknownName(f"effect of {table.id}", code, [e.code for row in rows.values() for e in row.effects])
        return span(sorted(found))

    def odds(self, table_id: str, code: str, column: str = "") -> str:
        """The exact chance of an effect, in words: `1 in 6`."""
        self.rolls(table_id, code, column)
        return in_words(code_odds(self.book.table(table_id), code, column))

    def words(self, table_id: str, key: str) -> str:
        """What a row does, in words, to stand within a sentence: `nose gun and top turret gun`.

        key: the key of a chart's row, or a roll.
        """
        cell = self._row(table_id, key).cells[0]
        head, comma, last = cell.rpartition(", ")
        text = f"{head} and {last}" if comma and ";" not in cell else cell
        return _small(text)

    def when(self, table_id: str, key: str) -> str:
        """When the row of a chart counts, to stand within a sentence: `three or more engines out`."""
        return _small(self._row(table_id, key).area)

    def _row(self, table_id: str, key: str) -> RowView:
        table = self.book.table(table_id)
        rows = dict(
            zip((row.key or span(row.rolls) for row in table.rows), view(table, self.book.say).rows, strict=False)
        )
        if key not in rows:
            raise UnknownName(f"row of {table.id}", key, rows)
        return rows[key]

    def const(self, path: str) -> str:
        """A constant of `game.yaml` as a figure; dots go deeper."""
        value: Any = self.book.meta.constants
        for part in path.split("."):
            if not isinstance(value, dict) or part not in value:
                raise UnknownName("constant", path, value if isinstance(value, dict) else ())
            value = value[part]
        return str(len(value)) if isinstance(value, list) else str(value)

    def word(self, path: str) -> str:
        """A constant as a word: `four`."""
        return self.book.say(self.const(path))

    def ruling(self, ruling_id: str) -> str:
        """A ruling's box, set where it bites."""
        return _slot(self.slots, self._macro("ruling_box", self.views.ruling(self.book.ruling(ruling_id))))

    def optional(self, key: str) -> str:
        """The mark of an optional rule, with the switch that plays it."""
        ruling = self.book.ruling(key)
        return (
            f'<span class="cb-optional">Optional</span> <a class="cb-ref" '
            f'href="{self.views.url(self.site.places.ruling(self.book, ruling.id))}"><code>--ruling {ruling.key}=on</code></a>'
        )

    def _macro(self, name: str, *args: Any) -> str:
        return str(getattr(self.macros, name)(*args)).strip()


@cache
def where_rules_stand(game: str) -> dict[str, Trace]:
    """The places in prose, code and tests of each rule; read once, since code does not change while we run."""
    project = paths.checkout()
    code = Path(combatbox.__file__).parent
    return traces(paths.root() / "site" / game, code, project / "tests" if project else None)


def table_groups(book: Book, views: Views) -> list[SimpleNamespace]:
    """The tables under the headings of `order` in game.yaml; without it by card, variants under rulings last."""
    if book.meta.order:
        return [
            SimpleNamespace(title=title, tables=[views.table(book.tables[key]) for key in keys])
            for title, keys in book.meta.order.items()
        ]
    groups: dict[str, list[SimpleNamespace]] = {}
    for table in book.tables.values():
        name = "Under another ruling" if table.id in book.variants else table.info.card or "In order of their ids"
        groups.setdefault(name, []).append(views.table(table))
    ordered = sorted(groups.items(), key=lambda item: item[0] == "Under another ruling")
    return [SimpleNamespace(title=title, tables=tables) for title, tables in ordered]


def fill(html: str, slots: list[str]) -> str:
    """Put the slots' HTML where their marks stand."""
    return re.sub(r'<div data-cb-slot="(\d+)"></div>', lambda found: slots[int(found[1])], html)


def rule_paragraphs(html: str) -> dict[str, str]:
    """The paragraph or list item of each rule anchor in a built page, by anchor."""
    found: dict[str, str] = {}
    for block in re.findall(r"<p>(?:(?!</p>).)*?</p>|<li>(?:(?!</li>).)*?</li>", html, re.DOTALL):
        for name in re.findall(r'<span class="cb-rule" id="([^"]+)">', block):
            text = re.sub(r'<span class="cb-rule" id="[^"]*">.*?</span>', "", block)
            found[name] = re.sub(r"^<li>|</li>$", "", text)
    return found


def _slot(slots: list[str], html: str) -> str:
    slots.append(html)
    return f'\n<div data-cb-slot="{len(slots) - 1}"></div>\n'


def _small(text: str) -> str:
    """The text with a small first letter, unless it begins with an abbreviation such as Me 109 or B-17."""
    return text if text[:1].isupper() and not text[1:2].islower() else f"{text[:1].lower()}{text[1:]}"


def _html(path: str) -> str:
    return path.removesuffix(".md") + ".html"


def _json(thing: Any) -> str:
    return json.dumps(thing, ensure_ascii=False, separators=(",", ":"))
