"""All pages of the site: prose rendered with the tables' values, and pages generated from data.

The module knows neither MkDocs nor the theme: it converts Markdown to Markdown with slots, and fills the slots in
the HTML that a site generator makes of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError
from markupsafe import Markup

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice, describe_dice
from combatbox.core.errors import CombatBoxError, DataError, Problem, UnknownName
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.core.scene import Scene
from combatbox.core.tables import Table
from combatbox.drawing.shapes import Figures
from combatbox.library import paths, provenance
from combatbox.library.book import Book
from combatbox.library.row_examples import read_sightings
from combatbox.library.rule_traceability import Trace, traces, with_plug_ins
from combatbox.library.schema import BlockModel, SightingsModel
from combatbox.library.tutorial import read_lesson
from combatbox.library.validate import model_of
from combatbox.library.yaml12 import parse_yaml
from combatbox.odds.chance_cache import named_chances
from combatbox.play.replay import Replay, header
from combatbox.prose.chapters import render
from combatbox.prose.citations import draw_or_fall_back
from combatbox.prose.front_matter import front_matter
from combatbox.web import (
    api,
    art,
    contract,
    errata,
    examples,
    graph,
    licences,
    news,
    odds,
    play,
    row_occurrences,
    stills,
    variant,
    vocabulary_page,
)
from combatbox.web.prose import Prose, html_path, slot
from combatbox.web.replays import ReplayViews
from combatbox.web.roller import RollerState, roller
from combatbox.web.views import Places, Views

_RULE_CALL = re.compile(r"""\{\{\s*rule\(\s*["']([^"']+)["']\s*\)""")
TABLE_PAPERS = ("player-aids", "tables", "table-cards")
"""The file names of papers that have every table of a game."""
NAMED_PAPER = "tables"
"""The paper in which the id of each table is a link target."""

_FENCE = re.compile(r"^```\s*combatbox\s*\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Page:
    """A page generated from data: its path from the site's root (`.md`), its Markdown, its position.

    made_of: its sources among the tables of its game, files and folders; empty for all of them.
    """

    path: str
    text: str
    order: int
    made_of: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Download:
    """A file to download: its path from the site's root, and its kind.

    A paper also has the name of the product, a line about it, the example that it is filled from, and the path of an image of its first
    page.
    """

    path: str
    title: str
    kind: str
    note: str = ""
    name: str = ""
    about: str = ""
    filled: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class MissionInputs:
    """The inputs of a game's missions: digests of its tables and of the templates."""

    tables: str
    templates: str


@dataclass(slots=True)
class Site:
    """The site: all books, the templates, and caches of what pages share.

    written: the paths of hand-written pages. values_of: by hand-written page, the files of a game whose values it cites.
    inputs: of each game's missions, while the site is served. engine: games can be played on its pages.
    """

    books: Mapping[str, Book]
    downloads: Mapping[str, list[Download]] = field(default_factory=dict)
    drawings: Mapping[str, list[art.Drawing]] = field(default_factory=dict)
    places: Places = field(default_factory=Places)
    flights: dict[str, list[examples.Mission]] = field(default_factory=dict)
    accounts: dict[str, SimpleNamespace] = field(default_factory=dict)
    rolled: dict[str, row_occurrences.Steps] = field(default_factory=dict)
    stored: dict[str, SightingsModel | None] = field(default_factory=dict)
    figured: dict[str, tuple[Figures, bool]] = field(default_factory=dict)
    mission_pages: dict[str, list[Page]] = field(default_factory=dict)
    written: set[str] = field(default_factory=set)
    values_of: dict[str, set[str]] = field(default_factory=dict)
    inputs: dict[str, MissionInputs] = field(default_factory=dict)
    stills: dict[str, str] = field(default_factory=dict)
    engine: bool = False
    env: Environment = field(init=False)

    def __post_init__(self) -> None:
        self.env = _templates(paths.templates() / "pages")

    def forget(self, key: str) -> None:
        """Clear the caches of a game."""
        for cached in (self.flights, self.rolled, self.stored, self.figured, self.mission_pages, self.stills):
            cached.pop(key, None)
        self.accounts = {name: account for name, account in self.accounts.items() if not name.startswith(f"{key}/")}

    # ---- rules in the prose

    def index_rules(self, prose: Iterable[tuple[str, str]]) -> None:
        """Record which chapter states each rule. prose: (path, Markdown) of every hand-written page."""
        for path, text in prose:
            self.written.add(path)
            book = self.book_of(path)
            if book:
                for rule_id in _RULE_CALL.findall(text):
                    self.places.rules[f"{book.key}/{rule_id}"] = html_path(path)
                front, _ = front_matter(text, f"site/{path}")
                self.places.titles[html_path(path)] = str(front.get("title", path))
                self.places.orders[html_path(path)] = int(front.get("order", 0))

    def book_of(self, path: str) -> Book | None:
        """Return the book whose folder a page is in."""
        return self.books.get(path.split("/", maxsplit=1)[0])

    # ---- pages from data

    def pages(self) -> list[Page]:
        """Return every page generated from data."""
        own = (page for book in self.books.values() for page in self.own_pages(book))
        return [*own, *self.shared_pages()]

    def shared_pages(self) -> list[Page]:
        """Return the pages about several games or none."""
        indexes = [page for book in self.books.values() for page in self.indexes(book)]
        return [*indexes, self._api(), self._contract(), self._licences(), self._news()]

    def other_inputs(self, book: Book, prose: Mapping[str, str]) -> tuple[Any, ...]:
        """Return what the pages of a game depend on besides its sources.

        These are the locations of its rules, its papers and drawings, the papers of other games, its prose, and if it can be played.

        Args:
            book: of the game.
            prose: its hand-written pages.
        """
        key, words = book.key, " ".join(prose.values())
        rules = {rule: place for rule, place in self.places.rules.items() if rule.startswith(f"{key}/")}
        others = {game: [item.path for item in items] for game, items in self.downloads.items() if game in words}
        return (self.downloads.get(key), self.drawings.get(key), rules, others, prose, self.engine)

    def indexes(self, book: Book) -> Iterable[Page]:
        """Yield the indexes of a game's tables and rules, which also depend on other games and on tests."""
        yield self._page(book, "tables/index", "tables-index.md.j2", 40, partial(self._index, book))
        if book.rules:
            traced = rule_traces()
            yield self._page(book, "rules-index", "rules-index.md.j2", 90,
                             lambda v: {"rules": v.rules(traced), "proved": paths.checkout() is not None}, "rules.yaml")  # fmt: skip

    def own_pages(self, book: Book) -> Iterable[Page]:
        """Yield the pages that show one game alone, tables first."""
        yield from self._table_pages(book)
        if book.rulings:
            yield self._page(book, "rulings", "rulings.md.j2", 50,
                             lambda v: {"chapters": v.rulings()}, "rulings.yaml")  # fmt: skip
        if book.places:
            yield self._page(
                book, "places", "places.md.j2", 85, lambda v: {"stretches": v.places_by_stretch()}, "places.yaml"
            )
        if book.meta.like:
            yield self._page(book, "index", "variant.md.j2", 10, partial(variant.page, book))
        if play.playable(book):
            yield self._page(book, "play", "play.md.j2", 5, partial(play.page, book, self.engine))
        yield self._page(book, "errata", "errata.md.j2", 52, partial(errata.page, book))
        yield self._page(book, "words", "words.md.j2", 86, partial(vocabulary_page.page, book))
        stored = odds.page(book)
        if stored:
            live = odds.live(book) if self.engine and play.playable(book) else None
            yield self._page(book, "odds", "odds.md.j2", 55, lambda v: {**stored, "live": live}, "results")
        yield self._page(book, "downloads", "downloads.md.j2", 70, partial(self._downloads, book))
        yield from self._missions(book)

    def _table_pages(self, book: Book) -> Iterable[Page]:
        """Yield the page of each table."""
        state = RollerState(book)
        for number, table in enumerate(book.tables.values(), 1):
            path = f"{book.key}/tables/{table.id.lower()}"
            views = Views(book, self.places, f"{path}.html")
            view = views.table(table)
            view.roller = roller(state, table, views, named_chances(book))
            view.graph = graph.drawing(view)
            view.happened = row_occurrences.rows(view, self.row_steps(book), views, self.stored_missions(book))
            view.downloads, view.papers = self._table_downloads(book, table, views)
            view.drawings = [
                self.drawn(drawing, views) for drawing in self.drawings.get(book.key, []) if drawing.of == table.id
            ]
            yield Page(f"{path}.md", self._render("table.md.j2", table=view), number, [f"{table.id.lower()}.yaml"])

    def _table_downloads(
        self, book: Book, table: Table, views: Views
    ) -> tuple[list[SimpleNamespace], list[SimpleNamespace]]:
        """Return the downloads of a table: its data, and the papers on which it is printed."""
        data = SimpleNamespace(url=views.url(api.table_path(book, table.id)), title=f"{table.id} as data", kind="JSON",
                               note="")  # fmt: skip
        paper = [item for item in self.downloads.get(book.key, []) if item.name in TABLE_PAPERS and not item.filled]
        linked = [
            replace(item, path=f"{item.path}#nameddest={table.id}")  # the page with the table
            if item.name == NAMED_PAPER
            else item
            for item in paper
        ]
        return [data], self._papers(views, linked, {})

    @staticmethod
    def drawn(drawing: art.Drawing, views: Views) -> SimpleNamespace:
        """Return a drawing for a page, with links to its file and to the papers."""
        papers = views.url(f"{views.book.key}/downloads.html")
        return SimpleNamespace(title=drawing.title, svg=drawing.svg, url=views.url(drawing.url), papers=papers)

    def _api(self) -> Page:
        """Return the page about the published data."""
        views = SimpleNamespace(kinds=api.KINDS, base=api.BASE, version=api.VERSION, schemas=list(api.schemas()))
        games = [
            SimpleNamespace(key=book.key, title=book.meta.title, tables=len(book.tables), rules=len(book.rules),
                            rulings=len(book.rulings), missions=len(examples.names(book)), digest=book.digest,
                            table=next(iter(book.tables)), example=next(iter(examples.names(book)), ""))
            for book in self.books.values()
        ]  # fmt: skip
        return Page(api.PAGE, self._render("api.md.j2", api=views, games=games), 0)

    def _contract(self) -> Page:
        """Return the page about the parts of a game."""
        return Page(contract.PAGE, self._render("contract.md.j2", **contract.page(self.books)), 0)

    def _licences(self) -> Page:
        """Return the page with the licences of all that the site ships."""
        return Page(licences.PAGE, self._render("licences.md.j2", **licences.page(self.engine)), 0)

    def _news(self) -> Page:
        """Return the page of versions and corrections."""
        return Page(news.PAGE, self._render("news.md.j2", **news.page(self.books, self.places)), 0)

    def _page(
        self, book: Book, name: str, template: str, order: int, data: Callable[[Views], dict[str, Any]], *made_of: str
    ) -> Page:
        """Return a page of a game. data: returns the data of the template."""
        views = Views(book, self.places, f"{book.key}/{name}.html")
        return Page(f"{book.key}/{name}.md", self._render(template, game=book.meta, **data(views)), order, [*made_of])

    def _index(self, book: Book, views: Views) -> dict[str, Any]:
        """Return the tables of a game in the order of play and by card, and links to those of other games."""
        games = [
            SimpleNamespace(
                title=other.meta.title, url=views.url(f"{key}/tables/index.html") if other is not book else ""
            )
            for key, other in self.books.items()
        ]
        listed = {key: views.table_entry(table) for key, table in book.tables.items()}
        lists = {"groups": table_groups(book, listed), "cards": table_cards(book, listed), "games": games}
        return lists | {"rebuilt": provenance.how_to(book) if provenance.any_rebuilt(book) else None}

    def _downloads(self, book: Book, views: Views) -> dict[str, Any]:
        files = self.downloads.get(book.key, [])
        data = [
            SimpleNamespace(url=views.url(api.game_path(book)), title="All tables, rulings and rules",
                            kind="JSON", note=f"tables {book.digest}"),
            SimpleNamespace(url=views.url("api/index.html"), title="What else there is as data", kind="HTML",
                            note="single tables, rules, rulings, missions; schemas"),
        ]  # fmt: skip
        drawings = [self._download(views, file) for file in files if file.kind != "PDF"]
        titles = {mission.name: mission.flown.title for mission in self.missions(book)}
        return {
            "blank": self._papers(views, [d for d in files if d.kind == "PDF" and not d.filled], {}),
            "filled": self._papers(views, [d for d in files if d.filled], titles),
            "groups": [
                *([SimpleNamespace(title="Drawings", intro="", items=drawings)] if drawings else []),
                SimpleNamespace(title="Data", intro="The same tables that the pages are made from.", items=data),
            ],
        }

    @staticmethod
    def _papers(views: Views, files: Iterable[Download], titles: Mapping[str, str]) -> list[SimpleNamespace]:
        """Return papers, each once, with a link for every paper size. titles: of the missions that fill them."""
        papers: dict[tuple[str, str], SimpleNamespace] = {}
        for file in files:
            mission = titles.get(file.filled, file.filled)
            title = f"{file.title}, {mission}" if mission else file.title
            about = "" if mission else file.about
            paper = papers.setdefault(
                (file.name, file.filled), SimpleNamespace(title=title, about=about, links=[], picture="")
            )
            paper.picture = paper.picture or (views.url(file.picture) if file.picture else "")
            paper.links.append(SimpleNamespace(url=views.url(file.path), words=file.note))
        return list(papers.values())

    def _download(self, views: Views, item: Download) -> SimpleNamespace:
        return SimpleNamespace(url=views.url(item.path), title=item.title, kind=item.kind, note=item.note)

    def missions(self, book: Book) -> list[examples.Mission]:
        """Return every example mission of a book, replayed once for all pages."""
        if book.key not in self.flights:
            self.flights[book.key] = examples.missions(book)
        return self.flights[book.key]

    def account(self, book: Book, mission: examples.Mission) -> SimpleNamespace:
        """Return the data of a mission's page, built once; the pages of tables link to its steps."""
        key = f"{book.key}/{mission.name}"
        if key not in self.accounts:
            views = Views(mission.under or book, self.places, f"{book.key}/examples/{mission.name}.html")
            self.accounts[key] = ReplayViews(views).replay(mission.flown)
            self.accounts[key].overtaken = mission.why
        return self.accounts[key]

    def scene(self, book: Book, mission: examples.Mission) -> Scene | None:
        """Return the scene of a mission for the replay player; None if the game has no scenes."""
        player = self.account(book, mission).player
        return player.scene if player else None

    def busiest_mission(self, book: Book) -> examples.Mission | None:
        """Return the mission with the busiest moment; None for a game without missions."""
        missions = self.missions(book)
        return max(missions, key=lambda mission: stills.busy(self.scene(book, mission)), default=None)

    def still(self, book: Book) -> str:
        """Return the HTML of a still of a game's busiest mission; empty for a game without scenes."""
        if book.key not in self.stills:
            mission = self.busiest_mission(book)
            still = stills.still(self.scene(book, mission)) if mission else None
            macros: Any = self.env.get_template("_still.html.j2").module
            title = f"A moment of “{mission.flown.title}” seen from above" if mission else ""
            self.stills[book.key] = str(macros.still(still, f"still-{book.key}", title)).strip() if still else ""
        return self.stills[book.key]

    def overview_pictures(self, book: Book, views: Views) -> SimpleNamespace:
        """Return the pictures at the top of a game's overview: its aircraft, a paper, a moment of a mission; each may be missing."""
        mission = self.busiest_mission(book)
        scene = self.scene(book, mission) if mission else None
        plane = examples.own_plane(scene) if scene else None
        papers = [item for item in self.downloads.get(book.key, []) if item.picture]
        paper = min(papers, key=lambda item: not item.filled, default=None)
        return SimpleNamespace(
            side=art.embed_drawing(plane.art.side) if plane else "",
            sheet=art.sheet(plane.art.side) if plane else "",
            style=art.styles(plane.art.side) if plane else "",
            paper=SimpleNamespace(title=paper.title, picture=views.url(paper.picture)) if paper else None,
            papers=views.url(f"{book.key}/downloads.html"),
            still=self.still(book),
            mission=SimpleNamespace(
                title=mission.flown.title, url=views.url(f"{book.key}/examples/{mission.name}.html")
            )
            if mission
            else None,
        )

    def borrow_missions(self, earlier: Site, *, fitting: bool) -> set[str]:
        """Show the missions of an earlier build, so that changes are visible before replaying.

        fitting: only those with unchanged inputs.

        Returns:
            The games whose missions are outdated and must be replayed.
        """
        available = self.books.keys() & earlier.mission_pages.keys()
        borrowed = {key for key in available if not fitting or self.inputs.get(key) == earlier.inputs.get(key)}
        outdated = {key for key in borrowed if self.inputs[key].tables != earlier.inputs[key].tables}
        for key in borrowed:
            self.flights[key], self.rolled[key], self.mission_pages[key] = (
                earlier.flights[key], earlier.row_steps(earlier.books[key]), earlier.mission_pages[key])  # fmt: skip
        self.inputs.update({key: earlier.inputs[key] for key in borrowed})
        self.accounts = {name: account for name, account in earlier.accounts.items() if name.split("/")[0] in borrowed}
        return outdated

    def _missions(self, book: Book) -> list[Page]:
        """Return the pages of a book's missions, built once."""
        if book.key not in self.mission_pages:
            missions = self.missions(book)
            self.mission_pages[book.key] = [
                self._example(book, number, mission) for number, mission in enumerate(missions)
            ]
            if missions:
                self.mission_pages[book.key].append(self._page(
                    book, "examples/index", "examples-index.md.j2", 60,
                    lambda v: examples.cards(book, v, [(m, self.scene(book, m)) for m in missions])))  # fmt: skip
        return self.mission_pages[book.key]

    def figures(self, book: Book) -> tuple[Figures, bool]:
        """Return the figures of a game's chapters, and True if an overlay could not be drawn and they are the game's own."""
        if book.key not in self.figured:
            self.figured[book.key] = draw_or_fall_back(
                book, lambda drawn: drawn.game.drawings(drawn.rulebook(), drawn.say) if drawn.game.drawings else {}
            )
        return self.figured[book.key]

    def row_steps(self, book: Book) -> row_occurrences.Steps:
        """Return the first step of a mission in which each row of a book's tables occurs."""
        if book.key not in self.rolled:
            self.rolled[book.key] = row_occurrences.steps(
                book, [(m, self.account(book, m)) for m in self.missions(book) if not m.under]
            )
        return self.rolled[book.key]

    def stored_missions(self, book: Book) -> SightingsModel | None:
        """Return the stored missions for rows without a replay."""
        if book.key not in self.stored:
            self.stored[book.key] = read_sightings(book, fitting=True)
        return self.stored[book.key]

    def _example(self, book: Book, number: int, mission: examples.Mission) -> Page:
        """Return the page of an example: its account, its replay player, its log, and the papers filled from it."""
        name, seed = mission.name, mission.seed
        views = Views(book, self.places, f"{book.key}/examples/{name}.html")
        account = self.account(book, mission)
        if seed:
            account.intro = (
                f"{seed.text} Section {seed.section}, {book.game.numbered} {seed.mission}, seed {seed.seed}."
            )
        papers = [d for d in self.downloads.get(book.key, []) if d.filled == name]
        account.papers = self._papers(views, papers, {name: ""})
        account.downloads = [SimpleNamespace(
            url=views.url(api.log_path(book, name)), title="The log", kind="JSONL",
            note="every event, die and choice, a line each; combatbox replay flies it again")]  # fmt: skip
        return Page(f"{book.key}/examples/{name}.md", self._render("replay.md.j2", replay=account), number)

    def _render(self, template: str, **data: Any) -> str:
        return self.env.get_template(template).render(**data)

    # ---- data files

    def data_files(self) -> Iterable[tuple[str, str]]:
        """Yield the static files of `/api/`: path and text."""
        yield from self.shared_data()
        for book in self.books.values():
            yield from self.own_data(book)

    def shared_data(self) -> Iterable[tuple[str, str]]:
        """Return the files that list all games, or describe the others."""
        return api.shared_files([(book, examples.names(book)) for book in self.books.values()])

    def own_data(self, book: Book) -> Iterable[tuple[str, str]]:
        """Return the files of one game."""
        rows = row_occurrences.rows_json(book, self.row_steps(book), self.stored_missions(book))
        return api.files(book, self.places, self.missions(book), named_chances(book), rows)

    # ---- prose

    def prose(self, path: str, text: str, slots: list[str], above: int = 0) -> str:
        """Replace the calls in hand-written Markdown by their results. HTML blocks go into `slots`, which `fill` inserts.

        Args:
            path: of the page.
            text: its Markdown.
            slots: receives HTML blocks.
            above: how many lines of the file precede the text (its front matter).

        Raises:
            CombatBoxError: an id, constant or effect is unknown; the message names the page.
        """
        book = self.book_of(path)
        context: dict[str, Callable[..., Any]] = {
            "flown": self.has_example, "printed": self.has_paper, "games": self.games, "compare": partial(self.compare, path, slots),
        }  # fmt: skip
        if book:
            functions = Prose(self, book, path, slots)
            context |= functions.functions()
            self.values_of[path] = functions.made_of
        taken: set[str] = set()
        text = _FENCE.sub(
            lambda fence: self._fence(path, above + text.count("\n", 0, fence.start(1)), fence[1], slots, taken), text
        )
        if "{{" not in text and "{%" not in text:
            return text
        try:
            return render(book, text, context)
        except (TemplateError, CombatBoxError, KeyError) as error:
            raise CombatBoxError(f"site/{path}: {error}") from error

    def games(self) -> list[SimpleNamespace]:
        """Return the games in their order, for pages about all games.

        Each has `title`, `designer`, `publisher`, `summary`, `short` (a sentence), `minutes`, `note` (a caveat), `still` (a picture),
        and links from the site's root, empty if there is no such page: `overview`, `play`, `lesson`, `start`, `read`, `roll`, `print`,
        `places`, `watch`.
        """
        return [self._listed(book) for book in self.books.values()]

    def compare(self, path: str, slots: list[str], **names: str) -> str:
        """Insert a comparison: tables and rules of several games side by side, with links.

        Args:
            path: of the page.
            slots: receives the HTML.
            names: by game, ids of tables and rules, separated by spaces; games that the site does not have are left out.
        """
        columns = []
        for key, ids in names.items():
            if key not in self.books:
                continue
            book = self.books[key]
            views = Views(book, self.places, html_path(path))
            items = [views.ref(name) for name in ids.split()]
            for item in items:
                table = book.tables.get(item.id)
                item.dice = table.notation.words if table and table.notation.count else ""
            columns.append(SimpleNamespace(title=book.meta.title, url=views.url(f"{key}/index.html"), items=items))
        macros: Any = self.env.get_template("_macros.html.j2").module
        return slot(slots, str(macros.compared(columns)).strip())

    def _listed(self, book: Book) -> SimpleNamespace:
        meta, key = book.meta, book.key
        first = next(iter(book.rules), "")
        watch = next(iter(book.scripts), "index" if book.seeds else "")
        low, high = meta.minutes[0], meta.minutes[-1]
        playable = self.engine and play.playable(book)
        return SimpleNamespace(
            title=meta.title, designer=meta.designer, publisher=meta.publisher, summary=meta.summary,
            short=f"{meta.summary.split('. ')[0].rstrip('.')}.",
            minutes=f"{low} to {high} minutes" if low < high else f"{low} minutes",
            note=_note(book), still=Markup(self.stills.get(key, "")), overview=f"{key}/index.html",  # our own SVG
            play=f"{key}/play.html" if playable else "",
            lesson=f"{key}/play.html" if playable and read_lesson(book) else "",
            start=f"{key}/quick-start.html" if f"{key}/quick-start.md" in self.written else "",
            read=self.places.rules.get(f"{key}/{first}", ""), roll=f"{key}/tables/index.html",
            print=f"{key}/downloads.html", places=f"{key}/places.html" if book.places else "", watch=f"{key}/examples/{watch}.html" if watch else "",
        )  # fmt: skip

    def has_example(self, game: str, script: str) -> bool:
        """Return True if a game has this worked example, so that a page may link to it."""
        return game in self.books and script in self.books[game].scripts

    def has_paper(self, game: str, name: str = "") -> bool:
        """Return True if a game has a paper with `name` in its file name."""
        return any(name in Path(item.path).stem for item in self.downloads.get(game, []))

    def _fence(self, path: str, above: int, body: str, slots: list[str], taken: set[str]) -> str:
        """Return the mission that a block of YAML describes.

        Args:
            path: of the page.
            above: how many lines of the page precede the block, for messages.
            body: the YAML.
            slots: receives the HTML.
            taken: the ids of the missions above it on the page.

        Raises:
            DataError: the block is wrong.
        """
        document = parse_yaml("\n" * above + body, f"site/{path}")
        problems: list[Problem] = []
        block = model_of(document, BlockModel, problems) if isinstance(document.data, dict) else None
        if block is None:
            raise DataError(
                problems or [document.problem((), "a combatbox block must have a game, and a script or a seed")]
            )
        try:
            if block.game not in self.books:
                raise UnknownName("game", block.game, self.books)
            book = self.books[block.game]
            example = self._named_example(book, block)
            views = Views((example.under if example else None) or book, self.places, html_path(path))
            replay = ReplayViews(views).replay(example.flown if example else self._simulated(book, block), block.title)
        except CombatBoxError as error:
            raise DataError([document.problem((), f"combatbox block: {error}")]) from error
        if example:
            replay.url = views.url(f"{book.key}/examples/{example.name}.html")
            replay.intro = example.seed.text if example.seed else replay.intro
            if example.under:
                replay.intro = f"{replay.intro} Shown as the game's own tables have it."
        replay.id = _free_id(taken, replay.id)
        return slot(slots, self._render("replay-embed.html.j2", replay=replay))

    def _named_example(self, book: Book, block: BlockModel) -> examples.Mission | None:
        """Return the example that a block names; None for a block with a seed."""
        kinds = {"script": block.script, "example": block.example}
        named = {kind: name for kind, name in kinds.items() if name is not None}
        if not named:
            return None
        (kind, name), *more = named.items()
        if more or block.seed is not None or block.mission is not None:
            raise CombatBoxError(f"{kind} {name} has its own dice and mission; leave out {_rest(named, block)}")
        known = {mission.name: mission for mission in self.missions(book) if kind == "example" or mission.flown.script}
        if name not in known:
            raise UnknownName(kind, name, known)
        return known[name]

    def _simulated(self, book: Book, block: BlockModel) -> Replay:
        """Simulate a mission with the dice of a seed."""
        seed = str(block.seed if block.seed is not None else 1)
        setup: Setup[Any] = Setup(block.mission if block.mission is not None else 1)
        last = book.missions
        if not 1 <= setup.mission <= last:
            raise CombatBoxError(f"mission: must be between 1 and {last} (got {setup.mission})")
        rulebook = book.rulebook()
        journal = Journal(header(book, "mission", rulebook.rulings, setup, describe_dice(seed)))
        state = fly(book.game, rulebook, SeededDice(seed), setup=setup, player=DefaultPlayer(), journal=journal)
        return Replay(f"Mission {setup.mission}, seed {seed}", journal, book.game.summary(state))

    def previews(self, book: Book, rule_html: Mapping[str, str]) -> str:
        """Return the script with the previews of a game's tables, rules and rulings."""
        views = Views(book, self.places, f"{book.key}/index.html")
        html_by_id = {}
        template = self.env.get_template("preview.html.j2")
        for table in book.tables.values():
            html_by_id[table.id] = template.render(kind="table", item=views.table(table, chances=False), html="")
        for ruling in book.rulings.values():
            html_by_id[ruling.id] = template.render(kind="ruling", item=views.ruling(ruling), html="")
        for rule_id in book.rules:
            html = Markup(rule_html.get(rule_id, book.rules[rule_id].title))  # our own built page
            html_by_id[rule_id] = template.render(kind="rule", item=views.rule_ref(rule_id), html=html)
        return f"(window.cbPreviews=window.cbPreviews||{{}})[{json.dumps(book.key)}]={_json(html_by_id)};"


def _note(book: Book) -> str:
    """Return a caveat about a game: not playable yet, or rebuilt tables; empty if there is none."""
    if book.meta.stage == "draft" or not book.game.runs:
        return "To read, not yet to fly"
    return "Charts rebuilt by us" if provenance.any_rebuilt(book) else ""


def _rest(named: Mapping[str, str], block: BlockModel) -> str:
    """Return the keys of a block besides the first mission that it names."""
    numbers = {"seed": block.seed, "mission": block.mission}
    return " and ".join([*list(named)[1:], *(key for key, value in numbers.items() if value is not None)])


def _free_id(taken: set[str], name: str) -> str:
    """Return an id that is not taken yet, and add it to those taken."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}-again-{number}"
    taken.add(free)
    return free


@cache
def rule_traces() -> dict[str, Trace]:
    """Return where rules are stated and tested, for all games; cached, since tests do not change during a build."""
    project = paths.checkout()
    return with_plug_ins(traces(paths.root() / "site", project / "tests" if project else None), paths.plug_ins())


def table_groups(book: Book, listed: Mapping[str, SimpleNamespace]) -> list[SimpleNamespace]:
    """Return the tables under the headings of `order` in game.yaml; without it by card, variants last.

    listed: the view of each table.
    """
    if book.meta.order:
        ordered = {key for keys in book.meta.order.values() for key in keys}
        order = {**book.meta.order, "Further tables": [key for key in book.tables if key not in ordered]}
        return [
            SimpleNamespace(title=title, tables=[listed[key] for key in keys]) for title, keys in order.items() if keys
        ]
    return table_cards(book, listed) or [SimpleNamespace(title="In order of their ids", tables=list(listed.values()))]


def table_cards(book: Book, listed: Mapping[str, SimpleNamespace]) -> list[SimpleNamespace]:
    """Return the tables by the card on which they are printed, variants last; empty for a game without cards."""
    by_card: dict[str, list[SimpleNamespace]] = {}
    for table in book.tables.values():
        name = "Under another ruling" if table.id in book.variants else table.info.card or "On no card"
        by_card.setdefault(name, []).append(listed[table.id])
    if not any(table.info.card for table in book.tables.values()):
        return []
    ordered = sorted(by_card.items(), key=lambda item: item[0] in ("On no card", "Under another ruling"))
    return [SimpleNamespace(title=title, tables=tables) for title, tables in ordered]


@cache
def _templates(folder: Path) -> Environment:
    """Return the environment of all page templates; templates are compiled once, and again when edited."""
    return Environment(
        loader=FileSystemLoader(folder), autoescape=True, trim_blocks=True, lstrip_blocks=True,
        undefined=StrictUndefined,
    )  # fmt: skip


def extract_html_slots(text: str, slots: list[str]) -> str:
    """Move the HTML between the headings of a generated page into `slots`, so that Markdown need not parse it.

    Text that does not begin and end with HTML stays.
    """

    def move(match: re.Match[str]) -> str:
        html = match[0].strip()
        return slot(slots, html) if html.startswith("<") and html.endswith(">") else match[0]

    return re.sub(r"(?:^(?!#{1,6} ).*\n?)+", move, text, flags=re.MULTILINE)


def fill(html: str, slots: list[str]) -> str:
    """Replace the marks of slots by their HTML."""
    return re.sub(r'<div data-cb-slot="(\d+)"></div>', lambda match: slots[int(match[1])], html)


_MARK = re.compile(r'<span class="cb-rule" id="([^"]+)">.*?</span>', re.DOTALL)
_FLAG = re.compile(r'\s*<span class="cb-optional">.*?</span>\s*', re.DOTALL)


def rule_paragraphs(html: str) -> dict[str, str]:
    """Return by rule anchor the rest of its paragraph or list item, up to the next rule.

    Rules with adjacent marks share the text after the last of them.
    """
    parts: dict[str, str] = {}
    for block in re.findall(r"<p>(?:(?!</p>).)*?</p>|<li>(?:(?!</li>).)*?</li>", html, re.DOTALL):
        _, *marked = _MARK.split(re.sub(r"</?(?:p|li)>", "", block))
        shared = ""
        for name, text in reversed(list(zip(marked[::2], marked[1::2], strict=True))):
            part = text if _FLAG.sub("", text).strip() else f"{text.strip()} {shared.strip()}"
            shared = _FLAG.sub("", part)
            parts[name] = f"<p>{part.strip()}</p>" if block.startswith("<p>") else part.strip()
    return parts


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
