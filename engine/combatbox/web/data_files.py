"""`/api/`: tables, rules, rulings and examples as static JSON, with schemas and a page that lists the files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.games import GAMES, registered_games
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.export import book_text, game_json, table_json
from combatbox.library.export_schema import api_schemas, book_schema, log_schema
from combatbox.library.folders import ART, variants
from combatbox.library.schemas import schema_text
from combatbox.library.yaml12 import text_of
from combatbox.odds.exact_odds import chances
from combatbox.play.book import Rule, Ruling
from combatbox.play.canonical_json import compact_json
from combatbox.web import row_occurrences
from combatbox.web.examples import Mission, names
from combatbox.web.site import Site

VERSION = 1
"""The version of the published files. It increases if a change would break programs that read them; the old files then
stay at their address.
"""

BASE = f"api/v{VERSION}"
PAGE = "api/index.md"


@frozen
class Kind:
    """One kind of published data file.

    Attributes:
        path: the path of the files of this kind, below the folder of the version.
        schema: the name of the schema.
        words: a description of the content.
    """

    path: str
    schema: str
    words: str


KINDS = (
    Kind("index.json", "index.json", "Every file there is, with the version of the tables."),
    Kind("{game}/game.json", "game.json", "A whole game in one file: tables, rulings and rules."),
    Kind("{game}/tables/{table}.json", "table.json", "One table: rows, what they do in words and as codes, modifiers, "
         "exact named chances, sources and errata."),
    Kind("{game}/rules.json", "rules.json", "Every rule by its id, with its tables and the place where it is stated."),
    Kind("{game}/rulings.json", "rulings.json", "Where the sources contradict each other or are silent: the options, "
         "ours, and why."),
    Kind("{game}/examples.json", "examples.json", "The missions that are replayed here: how each ended, and where its "
         "page and its log are."),
    Kind("{game}/rows.json", "rows.json", "For each row of the tables a mission in which it comes up: replayed here, or with "
         "the command that flies it."),
    Kind("{game}/books/{digest}.json", "book.json", "All that the engine plays a game from, and nothing else; by its digest, "
         "so that a game in progress can end under the book it began with."),
    Kind("{game}/examples/{example}.jsonl", "log.json", "The log of a mission, a line of JSON for each event."),
)  # fmt: skip


def log_path(book: Book, name: str) -> str:
    """Return the path of an example's log on the site."""
    return f"{BASE}/{book.key}/examples/{name}.jsonl"


def table_path(book: Book, table_id: str) -> str:
    """Return the path of a table's data on the site."""
    return f"{BASE}/{book.key}/tables/{table_id}.json"


def game_path(book: Book) -> str:
    """Return the path of a game's data on the site."""
    return f"{BASE}/{book.key}/game.json"


def book_path(book: Book) -> str:
    """Return the path of a game's compiled book on the site."""
    return f"{BASE}/{book.key}/books/{book.digest}.json"


def shared_data(site: Site) -> Iterable[tuple[str, str]]:
    """Yield the files that concern all games, each as its path from the site's root and its text."""
    yield f"{BASE}/index.json", compact_json(_index(site.books.values()))
    for name, schema in schemas().items():
        yield f"{BASE}/schemas/{name}", schema_text(schema)


def own_data(site: Site, book: Book) -> Iterable[tuple[str, str]]:
    """Yield the files of one game, each as its path from the site's root and its text."""
    missions, values, places = site.missions.of(book), chances(book), site.places
    data: dict[str, list[dict[str, Any]]] = {
        "rules": _with_pages(book, book.rules.values(), places.rule),
        "rulings": _with_pages(book, book.rulings.values(), places.ruling),
        "examples": _examples(book, missions.replayed),
        "rows": row_occurrences.rows_json(book, missions.row_steps, missions.stored),
    }
    yield game_path(book), compact_json(game_json(book, values))
    for table in book.tables.values():
        yield table_path(book, table.id), compact_json(table_json(book, table, values))
    yield book_path(book), book_text(book)
    for name, items in data.items():
        yield f"{BASE}/{book.key}/{name}.json", compact_json({"game": book.key, "digest": book.digest, name: items})
    for mission in missions.replayed:
        yield log_path(book, mission.name), mission.log


DIGESTS = "assets/js/digests.js"
"""The script with the digest of each game, which a page loads for reports and citations."""


def digests_script(books: Mapping[str, Book]) -> str:
    """Return the script with the digest of each game, by key; no page names one, so that a table changes few pages."""
    return f"window.cbDigests={compact_json({key: book.digest for key, book in books.items()})};"


def _with_pages(book: Book, items: Iterable[Rule | Ruling], place: Callable[[Book, str], str]) -> list[dict[str, Any]]:
    """Return rules or rulings as data, each with its place on the site."""
    return [{**asdict(item), "page": place(book, item.id)} for item in items]


def schemas() -> dict[str, dict[str, Any]]:
    """Return the schema of each kind of file, by the name of the schema."""
    keys = (*GAMES, *variants())
    return {**api_schemas(), "log.json": log_schema(keys), "book.json": book_schema(keys)}


def _index(books: Iterable[Book]) -> dict[str, Any]:
    return {
        "version": VERSION,
        "games": [
            {
                "game": book.key,
                "title": book.meta.title,
                "digest": book.digest,
                "files": {
                    "game": f"{book.key}/game.json",
                    **{name: f"{book.key}/{name}.json" for name in ("rules", "rulings", "examples", "rows")},
                    "book": f"{book.key}/books/{book.digest}.json",
                },
                "tables": {table: f"{book.key}/tables/{table}.json" for table in book.tables},
                "logs": {name: f"{book.key}/examples/{name}.jsonl" for name in names(book)},
            }
            for book in books
        ],
        "schemas": {kind.path: f"schemas/{kind.schema}" for kind in KINDS},
    }


def _examples(book: Book, missions: Iterable[Mission]) -> list[dict[str, Any]]:
    missions_json = []
    for mission in missions:
        script, seed = mission.flown.script, mission.seed
        missions_json.append(
            {
                "id": mission.name,
                "title": mission.flown.title,
                "text": seed.text if seed else script.intro if script else "",
                "source": "seed" if seed else "printed",
                "seed": seed.seed if seed else "",
                "rulings": mission.flown.journal.header["rulings"],
                "events": len(mission.flown.journal.events),
                "summary": mission.flown.summary,
                "page": f"{book.key}/examples/{mission.name}.html",
                "log": f"examples/{mission.name}.jsonl",
            }
        )
    return missions_json


def can_be_corrected(book: Book) -> bool:
    """Return True if readers can correct the tables of a book: not those of a plug-in, nor a builder's house rules."""
    return book.overlay == book.variant_folder and book.base_game not in paths.plug_ins()


def tables_of(book: Book) -> str:
    """Return the tables of a book, and the drawings of a variant, as JSON for `odds.correction.open_corrector`."""
    folders = [folder for folder in (paths.home(book.base_game).tables, book.variant_folder) if folder]
    found = (path for folder in folders for pattern in ("*.yaml", f"{ART}/*") for path in sorted(folder.glob(pattern)))
    files = {paths.display_path(path): text_of(path) for path in found}
    known = {name: one for name, one in registered_games().items() if not one.folder}
    plug_ins = {name: {"key": name, "game": one.game, "place": one.place} for name, one in known.items()}
    return json.dumps({"game": book.key, "plug_ins": plug_ins, "files": files}, ensure_ascii=False)
