"""The pages generated from data: those about a single game, and all others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

from combatbox.core.tables import Table
from combatbox.library import paths, provenance
from combatbox.library.book import Book
from combatbox.library.load import base_book
from combatbox.library.rule_traceability import Trace, traces, with_plug_ins
from combatbox.odds.exact_odds import named_chances
from combatbox.web import (
    art,
    contract,
    data_files,
    errata,
    examples,
    graph,
    licences,
    news,
    odds_page,
    play_page,
    row_occurrences,
    scenario_page,
    variant,
    vocabulary_page,
)
from combatbox.web.roller import RollerState, roller
from combatbox.web.site import Site, drawing_view
from combatbox.web.site_files import Download, Page
from combatbox.web.views import Views

TABLE_PAPERS = ("player-aids", "tables", "table-cards")
"""The file names of papers that have every table of a game."""
NAMED_PAPER = "tables"
"""The paper in which the id of each table is a link target."""


def shared_pages(site: Site) -> list[Page]:
    """Return the indexes of every game, and the generated pages that are not about a single game.

    The indexes are included because they also depend on other games.
    """
    of_games = [page for book in site.books.values() for page in indexes(site, book)]
    return [*of_games, _api(site), _contract(site), _licences(site), _news(site)]


def other_inputs(site: Site, book: Book, prose: Mapping[str, str]) -> tuple[Any, ...]:
    """Return the inputs of a game's pages, except the sources of the game itself.

    The items of the tuple are the game's downloads, its drawings, the locations of its rules, the paths of downloads by
    game (for the games that the hand-written pages name), the hand-written pages, and True if games can be played on
    the site.

    Args:
        site: the site.
        book: the book of the game.
        prose: the text of its hand-written pages, by path.
    """
    key, words = book.key, " ".join(prose.values())
    rules = {rule: place for rule, place in site.places.rules.items() if rule.startswith(f"{key}/")}
    others = {game: [item.path for item in items] for game, items in site.downloads.items() if game in words}
    return (site.downloads.get(key), site.drawings.get(key), rules, others, prose, site.engine)


def indexes(site: Site, book: Book) -> Iterable[Page]:
    """Yield the indexes of a game's tables and rules, which also depend on other games and on tests."""
    yield _page(site, book, "tables/index", "tables-index.md.j2", 40, partial(_index, site, book))
    if book.rules:
        traced = rule_traces()
        yield _page(site, book, "rules-index", "rules-index.md.j2", 90,
                         lambda v: {"rules": v.rules(traced), "proved": paths.checkout() is not None}, "rules.yaml")  # fmt: skip


def own_pages(site: Site, book: Book) -> Iterable[Page]:
    """Yield the pages that show one game alone, tables first."""
    yield from _table_pages(site, book)
    if book.rulings:
        yield _page(site, book, "rulings", "rulings.md.j2", 50,
                         lambda v: {"chapters": v.rulings()}, "rulings.yaml")  # fmt: skip
    if book.places:
        yield _page(
            site, book, "places", "places.md.j2", 85, lambda v: {"stretches": v.places_by_stretch()}, "places.yaml"
        )
    if book.meta.like:
        yield _page(site, book, "index", "variant.md.j2", 10, partial(variant.page, book))
    if play_page.playable(book):
        yield _page(site, book, "play", "play.md.j2", 5, partial(play_page.page, book, site.engine))
        if book.game.scenarios:
            data = scenario_page.page(book, site.engine)
            yield _page(site, book, "build", "build.md.j2", 6, lambda _views: data, "scenarios")
    yield _page(site, book, "errata", "errata.md.j2", 52, partial(errata.page, book))
    yield _page(site, book, "words", "words.md.j2", 86, partial(vocabulary_page.page, book))
    stored = odds_page.page(book)
    if stored:
        live = odds_page.live(book) if site.engine and play_page.playable(book) else None
        yield _page(site, book, "odds", "odds.md.j2", 55, lambda v: {**stored, "live": live}, "results")
    yield _page(site, book, "downloads", "downloads.md.j2", 70, partial(_downloads, site, book))
    yield from _missions(site, book)


def _table_pages(site: Site, book: Book) -> Iterable[Page]:
    """Yield the page of each table."""
    state = RollerState(book)
    for number, table in enumerate(book.tables.values(), 1):
        path = f"{book.key}/tables/{table.id.lower()}"
        views = Views(book, site.places, f"{path}.html")
        view = views.table(table)
        view.roller = roller(state, table, views, named_chances(book))
        view.graph = graph.drawing(view)
        view.happened = row_occurrences.rows(
            view, site.missions.row_steps(book), views, site.missions.stored_missions(book)
        )
        view.downloads, view.papers = _table_downloads(site, book, table, views)
        view.drawings = [
            drawing_view(drawing, views) for drawing in site.drawings.get(book.key, []) if drawing.of == table.id
        ]
        yield Page(f"{path}.md", site.render("table.md.j2", table=view), number, [f"{table.id.lower()}.yaml"])


def _table_downloads(
    site: Site, book: Book, table: Table, views: Views
) -> tuple[list[SimpleNamespace], list[SimpleNamespace]]:
    """Return the downloads of a table: its data, and the papers on which it is printed."""
    data = SimpleNamespace(url=views.url(data_files.table_path(book, table.id)), title=f"{table.id} as data", kind="JSON",
                           note="")  # fmt: skip
    paper = [item for item in site.downloads.get(book.key, []) if item.name in TABLE_PAPERS and not item.filled]
    linked = [
        replace(item, path=f"{item.path}#nameddest={table.id}")  # the page with the table
        if item.name == NAMED_PAPER
        else item
        for item in paper
    ]
    return [data], _papers(views, linked, {})


def _api(site: Site) -> Page:
    """Return the page about the published data."""
    views = SimpleNamespace(
        kinds=data_files.KINDS, base=data_files.BASE, version=data_files.VERSION, schemas=list(data_files.schemas())
    )
    games = [
        SimpleNamespace(key=book.key, title=book.meta.title, tables=len(book.tables), rules=len(book.rules),
                        rulings=len(book.rulings), missions=len(examples.names(book)), digest=book.digest,
                        table=next(iter(book.tables)), example=next(iter(examples.names(book)), ""))
        for book in site.books.values()
    ]  # fmt: skip
    return Page(data_files.PAGE, site.render("api.md.j2", api=views, games=games), 0)


def _contract(site: Site) -> Page:
    """Return the page about the parts of a game."""
    return Page(contract.PAGE, site.render("contract.md.j2", **contract.page(site.books)), 0)


def _licences(site: Site) -> Page:
    """Return the page with the licences of all that the site ships."""
    return Page(licences.PAGE, site.render("licences.md.j2", **licences.page(site.engine)), 0)


def _news(site: Site) -> Page:
    """Return the page of versions and corrections."""
    return Page(news.PAGE, site.render("news.md.j2", **news.page(site.books, site.places)), 0)


def _page(
    site: Site, book: Book, name: str, template: str, order: int, data: Callable[[Views], dict[str, Any]], *made_of: str
) -> Page:
    """Return a page of a game.

    `data` is a function that returns the data of the template.
    """
    views = Views(book, site.places, f"{book.key}/{name}.html")
    return Page(f"{book.key}/{name}.md", site.render(template, game=book.meta, **data(views)), order, [*made_of])


def _index(site: Site, book: Book, views: Views) -> dict[str, Any]:
    """Return the tables of a game in the order of play and by card, and links to the tables of other games."""
    games = [
        SimpleNamespace(title=other.meta.title, url=views.url(f"{key}/tables/index.html") if other is not book else "")
        for key, other in site.books.items()
    ]
    listed = {key: views.table_entry(table) for key, table in book.tables.items()}
    lists = {"groups": table_groups(book, listed), "cards": table_cards(book, listed), "games": games}
    return lists | {"rebuilt": provenance.how_to(book) if book.rebuilt else None}


def _downloads(site: Site, book: Book, views: Views) -> dict[str, Any]:
    files = site.downloads.get(book.key, [])
    data = [
        SimpleNamespace(url=views.url(data_files.game_path(book)), title="All tables, rulings and rules",
                        kind="JSON", note=f"tables {book.digest}"),
        SimpleNamespace(url=views.url("api/index.html"), title="What else there is as data", kind="HTML",
                        note="single tables, rules, rulings, missions; schemas"),
    ]  # fmt: skip
    drawings = [_download(views, file) for file in files if file.kind != "PDF"]
    titles = {mission.name: mission.flown.title for mission in site.missions.of(book)}
    parent = base_book(book) if book.variant_folder else None
    return {
        "parent": SimpleNamespace(title=parent.meta.title, url=f"../{parent.key}/downloads.md") if parent else None,
        "blank": _papers(views, [d for d in files if d.kind == "PDF" and not d.filled], {}),
        "filled": _papers(views, [d for d in files if d.filled], titles),
        "groups": [
            *([SimpleNamespace(title="Drawings", intro="", items=drawings)] if drawings else []),
            SimpleNamespace(title="Data", intro="The same tables that the pages are made from.", items=data),
        ],
    }


def _papers(views: Views, files: Iterable[Download], titles: Mapping[str, str]) -> list[SimpleNamespace]:
    """Return each printed paper once, with a link for every paper size.

    `titles` holds the titles of the missions from which papers are filled in.
    """
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


def _download(views: Views, item: Download) -> SimpleNamespace:
    return SimpleNamespace(url=views.url(item.path), title=item.title, kind=item.kind, note=item.note)


def overview_pictures(site: Site, book: Book, views: Views) -> SimpleNamespace:
    """Return the pictures at the top of a game's overview, each of which may be missing.

    They show the player's aircraft, the first page of a PDF, and a moment of a mission.
    """
    mission = site.missions.busiest_mission(book)
    scene = site.missions.scene(book, mission) if mission else None
    plane = examples.own_plane(scene) if scene else None
    papers = [item for item in site.downloads.get(book.key, []) if item.picture]
    paper = min(papers, key=lambda item: not item.filled, default=None)
    return SimpleNamespace(
        side=art.embed_drawing(plane.art.side) if plane else "",
        sheet=art.sheet(plane.art.side) if plane else "",
        style=art.styles(plane.art.side) if plane else "",
        paper=SimpleNamespace(title=paper.title, picture=views.url(paper.picture)) if paper else None,
        papers=views.url(f"{book.key}/downloads.html"),
        still=site.missions.still(book),
        mission=SimpleNamespace(title=mission.flown.title, url=views.url(f"{book.key}/examples/{mission.name}.html"))
        if mission
        else None,
    )


def _missions(site: Site, book: Book) -> list[Page]:
    """Return the pages of a book's missions, built once."""
    if book.key not in site.missions.pages:
        missions = site.missions.of(book)
        site.missions.pages[book.key] = [
            example_page(site, book, number, mission) for number, mission in enumerate(missions)
        ]
        if missions:
            site.missions.pages[book.key].append(_page(site,
                book, "examples/index", "examples-index.md.j2", 60,
                lambda v: examples.cards(book, v, [(m, site.missions.scene(book, m)) for m in missions])))  # fmt: skip
    return site.missions.pages[book.key]


def example_page(site: Site, book: Book, number: int, mission: examples.Mission) -> Page:
    """Return the page of an example mission: its account, its replay player, its log, and the PDFs filled from it."""
    name, seed = mission.name, mission.seed
    views = Views(book, site.places, f"{book.key}/examples/{name}.html")
    account = site.missions.account(book, mission)
    if seed:
        account.intro = f"{seed.text} Section {seed.section}, {book.game.numbered} {seed.mission}, seed {seed.seed}."
    papers = [d for d in site.downloads.get(book.key, []) if d.filled == name]
    account.papers = _papers(views, papers, {name: ""})
    account.downloads = [SimpleNamespace(
        url=views.url(data_files.log_path(book, name)), title="The log", kind="JSONL",
        note="every event, die and choice, a line each; combatbox replay flies it again")]  # fmt: skip
    return Page(f"{book.key}/examples/{name}.md", site.render("replay.md.j2", replay=account), number)


@cache
def rule_traces() -> dict[str, Trace]:
    """Return the places where rules are stated and tested, for all games.

    The result is cached, because tests do not change during a build.
    """
    project = paths.checkout()
    return with_plug_ins(traces(paths.root() / "site", project / "tests" if project else None), paths.plug_ins())


def table_groups(book: Book, listed: Mapping[str, SimpleNamespace]) -> list[SimpleNamespace]:
    """Return the tables by the headings of `order` in game.yaml, or by card if there are none; variants are last.

    `listed` holds the view of each table.
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
