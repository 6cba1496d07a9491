"""The pages generated from data: those about a single game, and all others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache, partial
from itertools import groupby
from operator import attrgetter
from typing import Any

from combatbox.library import paths, provenance
from combatbox.library.book import Book
from combatbox.library.load import base_book
from combatbox.library.rule_traceability import Trace, traces
from combatbox.web import (
    data_files,
    examples,
    news,
    odds_page,
    play_page,
    reference_pages,
    variant,
)
from combatbox.web.page_templates import render
from combatbox.web.site import Site
from combatbox.web.site_files import Download, Page, papers
from combatbox.web.site_missions import motion
from combatbox.web.table_page import table_pages
from combatbox.web.views import Views


def shared_pages(site: Site) -> list[Page]:
    """Return the indexes of every game, and the generated pages that are not about a single game.

    The indexes are included because they also depend on other games.
    """
    of_games = [page for book in site.books.values() for page in indexes(site, book)]
    shared = {
        (reference_pages.CONTRACT, "contract.md.j2"): reference_pages.contract(site.books),
        (reference_pages.LICENCES, "licences.md.j2"): reference_pages.licences(site.engine),
        (news.PAGE, "news.md.j2"): news.page(site.books, site.places),
    }
    return [*of_games, _api(site), *(Page(path, render(name, **data), 0) for (path, name), data in shared.items())]


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
        yield _page(site, book, "rules-index", "rules-index.md.j2", 90, _rules, "rules.yaml")


def _rules(views: Views) -> dict[str, Any]:
    return {"rules": views.rules(rule_traces()), "proved": paths.checkout() is not None}


def own_pages(site: Site, book: Book) -> Iterable[Page]:
    """Yield the pages that show one game alone, tables first."""
    yield from table_pages(site, book)
    page = partial(_page, site, book)
    if book.rulings:
        yield page("rulings", "rulings.md.j2", 50, lambda views: {"chapters": views.rulings()}, "rulings.yaml")
    if book.places:
        yield page("places", "places.md.j2", 85, lambda views: {"stretches": views.places_by_stretch()}, "places.yaml")
    if book.meta.like:
        yield page("index", "variant.md.j2", 10, partial(variant.page, book))
    if play_page.playable(book):
        yield page("play", "play.md.j2", 5, partial(play_page.page, book, site.engine))
        if book.game.scenarios:
            yield page(
                "build", "build.md.j2", 6, lambda _views: play_page.scenario_page(book, site.engine), "scenarios"
            )
    yield page("errata", "errata.md.j2", 52, partial(news.errata, book))
    yield page("words", "words.md.j2", 86, partial(reference_pages.vocabulary, book))
    if stored := odds_page.page(book):
        live = odds_page.live(book) if site.engine and play_page.playable(book) else None
        yield page("odds", "odds.md.j2", 55, lambda _views: {**stored, "live": live}, "results")
    yield page("downloads", "downloads.md.j2", 70, partial(_downloads, site, book))
    yield from _missions(site, book)


def _api(site: Site) -> Page:
    """Return the page about the published data."""
    schemas = list(data_files.schemas())
    games = [(book, examples.names(book)) for book in site.books.values()]
    return Page(data_files.PAGE, render("api.md.j2", api=data_files, schemas=schemas, games=games), 0)


def _page(
    site: Site, book: Book, name: str, template: str, order: int, data: Callable[[Views], dict[str, Any]], *made_of: str
) -> Page:
    """Return a page of a game.

    `data` is a function that returns the data of the template.
    """
    views = Views(book, site.places, f"{book.key}/{name}.html")
    return Page(f"{book.key}/{name}.md", render(template, game=book.meta, **data(views)), order, [*made_of])


def _index(site: Site, book: Book, views: Views) -> dict[str, Any]:
    """Return the tables of a game in the order of play and by card, and links to the tables of other games."""
    listed = {key: (views.table_ref(key), views.use(table)) for key, table in book.tables.items()}
    return {
        "groups": [(title, [listed[key] for key in keys]) for title, keys in table_groups(book)],
        "cards": [(title, [views.table_ref(key) for key in keys]) for title, keys in table_cards(book)],
        "games": [
            (other.meta.title, views.url(f"{key}/tables/index.html") if other is not book else "")
            for key, other in site.books.items()
        ],
        "rebuilt": provenance.how_to(book) if book.rebuilt else None,
    }


def _downloads(site: Site, book: Book, views: Views) -> dict[str, Any]:
    files = site.downloads.get(book.key, [])
    game, api = views.url(data_files.game_path(book)), views.url("api/index.html")
    data = [
        Download(game, "All tables, rulings and rules", "JSON", f"tables {book.digest}"),
        Download(api, "What else there is as data", "HTML", "single tables, rules, rulings, missions; schemas"),
    ]
    drawings = [replace(file, path=views.url(file.path)) for file in files if file.kind != "PDF"]
    titles = {mission.name: mission.flown.title for mission in site.missions.of(book).replayed}
    blank = [file for file in files if file.kind == "PDF" and not file.filled and file.heading != "none"]
    return {
        "parent": base_book(book) if book.variant_folder else None,
        "blank": {heading: papers(views, group) for heading, group in groupby(blank, attrgetter("heading"))},
        "filled": papers(views, [file for file in files if file.filled], titles),
        "groups": [
            *([("Drawings", "", drawings)] if drawings else []),
            ("Data", "The same tables that the pages are made from.", data),
        ],
    }


def overview_pictures(site: Site, book: Book, views: Views) -> dict[str, Any]:
    """Return the pictures at the top of a game's overview, each of which may be missing.

    They are the player's aircraft, the first page of a PDF, and a moment of a mission with the frames that move it.
    """
    missions = site.missions.of(book)
    mission = missions.busiest
    scene = missions.scene(mission) if mission else None
    pictured = [item for item in site.downloads.get(book.key, []) if item.picture]
    paper = min(pictured, key=lambda item: not item.filled, default=None)
    return {
        "plane": examples.own_plane(scene) if scene else None,
        "paper": replace(paper, picture=views.url(paper.picture)) if paper else None,
        "still": missions.still,
        "motion": motion(scene) if scene else "",
        "mission": mission,
    }


def _missions(site: Site, book: Book) -> list[Page]:
    """Return the pages of a book's missions, built once."""
    missions = site.missions.of(book)
    if missions.replayed and not missions.pages:
        scenes = [(mission, missions.scene(mission)) for mission in missions.replayed]
        index = _page(site, book, "examples/index", "examples-index.md.j2", 60, partial(examples.cards, book, scenes))
        missions.pages = [*(example_page(site, book, *each) for each in enumerate(missions.replayed)), index]
    return missions.pages


def example_page(site: Site, book: Book, number: int, mission: examples.Mission) -> Page:
    """Return the page of an example mission: its account, its replay player, its log, and the PDFs filled from it."""
    name, seed = mission.name, mission.seed
    views = Views(book, site.places, f"{book.key}/examples/{name}.html")
    account = site.missions.of(book).account(mission)
    about = "every event, die and choice, a line each"
    text = render(
        "replay.md.j2",
        replay=account,
        intro=f"{seed.text} Section {seed.section}, {book.game.numbered} {seed.mission}, seed {seed.seed}."
        if seed
        else account.intro,
        overtaken=mission.why,
        papers=papers(views, [file for file in site.downloads.get(book.key, []) if file.filled == name], {name: ""}),
        downloads=[Download(views.url(data_files.log_path(book, name)), "The log", "JSONL", about)],
    )
    return Page(f"{book.key}/examples/{name}.md", text, number)


@cache
def rule_traces() -> dict[str, Trace]:
    """Return the places where rules are stated and tested, for all games.

    The result is cached, because tests do not change during a build.
    """
    project = paths.checkout()
    return traces(paths.root() / "site", project / "tests" if project else None, paths.plug_ins())


def table_groups(book: Book) -> list[tuple[str, list[str]]]:
    """Return the tables by the headings of `order` in game.yaml, or by card if there are none; variants are last."""
    if book.meta.order:
        ordered = {key for keys in book.meta.order.values() for key in keys}
        order = {**book.meta.order, "Further tables": [key for key in book.tables if key not in ordered]}
        return [(title, keys) for title, keys in order.items() if keys]
    return table_cards(book) or [("In order of their ids", list(book.tables))]


def table_cards(book: Book) -> list[tuple[str, list[str]]]:
    """Return the tables by the card on which they are printed, variants last; empty for a game without cards."""
    if not any(table.info.card for table in book.tables.values()):
        return []
    by_card: dict[str, list[str]] = {}
    for table in book.tables.values():
        name = "Under another ruling" if table.id in book.variants else table.info.card or "On no card"
        by_card.setdefault(name, []).append(table.id)
    return sorted(by_card.items(), key=lambda item: item[0] in ("On no card", "Under another ruling"))
