"""The odds that are stored with the tables, and a check that repeats part of the simulation."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError
from combatbox.library import paths
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import SIMULATED, Book
from combatbox.library.folders import RESULTS
from combatbox.odds.simulation import odds
from combatbox.odds.worker import fly_chunk
from combatbox.play.batch import Counts, SimulationRequest
from combatbox.play.dataclass_validation import checked

SAMPLE = 100
"""Maximum number of missions that are simulated again to check the stored odds of a request."""
SHARE, FEWEST = 20, 10
"""For short requests, one mission in 20 is simulated again, but at least 10, because a game of `skirmish` is long."""
DIGITS = 6
ORDER = ("missions", "seed", "mission", "player", "sensible", "always", "rulings", "tours")
"""The fields of a request that are stored."""
_FIRST = (
    '{"game": "KEY", "orders": [{"id": "doctrine", "title": "By doctrine", "text": "All rulings at their defaults.",'
    ' "missions": 3000, "seed": "odds"}]}'
)
"""A file with one request, for the message to an author whose game has none."""


@frozen
class Stored:
    """One stored request with its result.

    Attributes:
        id: the id of the request.
        title: the title for readers.
        text: the explanation for readers.
        order: the request.
        digest: the digest of the tables used for the simulation.
        found: the odds; empty if the request has not been simulated.
        sample: the counts of the first missions, for the check that repeats them.
    """

    id: str
    title: str
    text: str
    order: SimulationRequest
    digest: str
    found: Mapping[str, Any]
    sample: Any


def place(key: str, base: Path | None = None) -> Path:
    """Return the path of the file with a game's stored odds."""
    return (base / key if base else paths.home(key).tables) / RESULTS / "odds.json"


def read_stored(key: str, base: Path | None = None) -> list[Stored]:
    """Return the stored odds of a game; empty if the file does not exist.

    Raises:
        CombatBoxError: the file cannot be read.
    """
    path = place(key, base)
    if not path.is_file():
        return []
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return [_stored(key, item) for item in data["orders"]]
    except (ValueError, KeyError, TypeError) as error:
        raise CombatBoxError(
            f"{paths.display_path(path)}: is not a file of stored odds; renew it with `combatbox odds {key} --store`"
        ) from error


def place_of(book: Book) -> Path:
    """Return the path of the file with a book's stored odds; for a variant, it is in the variant's folder."""
    return place(book.key, book.variant_folder.parent if book.variant_folder else None)


def stored_for(book: Book) -> list[Stored]:
    """Return the stored odds of a book.

    If a variant has no file of stored odds, return the requests of its base game without their results.

    Raises:
        CombatBoxError: the file cannot be read.
    """
    book.note(RESULTS)
    if not book.variant_folder:
        return read_stored(book.key)
    overlay = str(book.tables_option or "")
    own = read_stored(book.key, book.variant_folder.parent)
    orders = own or [replace(item, digest="", found={}, sample=None) for item in read_stored(book.base_game)]
    return [replace(item, order=replace(item.order, game=book.key, overlay=overlay)) for item in orders]


def fitting_odds(book: Book) -> Stored | None:
    """Return the first stored odds that were simulated with the tables of a book; None if there are none.

    Raises:
        CombatBoxError: the file cannot be read.
    """
    return next((item for item in stored_for(book) if not is_stale(book, item)), None)


def _stored(key: str, item: Mapping[str, Any]) -> Stored:
    """Return a stored request of a file.

    Raises:
        ValueError: its values are not those of a request.
    """
    order, wrong = checked(SimulationRequest, {"game": key, **{name: item[name] for name in ORDER if name in item}})
    if wrong:
        raise ValueError(wrong[0])
    what = (item["id"], item["title"], item["text"])
    return Stored(*what, order, item.get("digest", ""), item.get("found", {}), item.get("sample"))


def store(book: Book, jobs: int = 1, progress: Callable[[int, int], None] | None = None) -> Path:
    """Repeat the simulation of every request in the game's file and store the result.

    Args:
        book: the book.
        jobs: the number of processes.
        progress: a function that is called with the number of completed missions and the total number.

    Returns:
        The path of the file.

    Raises:
        CombatBoxError: the game has no such file, or the file has no requests.
    """
    stored, path = stored_for(book), place_of(book)
    if not stored:
        raise CombatBoxError(
            f"{paths.display_path(path)}: has no requests to simulate; write {_FIRST.replace('KEY', book.key)}"
        )
    total = sum(item.order.missions for item in stored)
    done = 0
    orders: list[dict[str, Any]] = []
    for item in stored:
        part = None if progress is None else _part(progress, done, total)
        figures = round_floats(odds(book, item.order, jobs, part))
        done += item.order.missions
        orders.append(
            {**request_data(item), "digest": book.digests[SIMULATED], "found": figures, "sample": sample(item.order)}
        )
    write_atomically(path, file_text(book.key, orders).encode())
    return path


def file_text(key: str, orders: Sequence[Mapping[str, Any]]) -> str:
    """Return the text of a file of stored odds, with a line for each key so that people can edit the file."""
    parts = [",\n".join(f"  {_json(name)}: {_json(value)}" for name, value in order.items()) for order in orders]
    listed = ",\n".join(f" {{\n{part}\n }}" for part in parts)
    return f'{{"game": {_json(key)}, "orders": [\n{listed}\n]}}\n'


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


def _part(progress: Callable[[int, int], None], done: int, total: int) -> Callable[[int, int], None]:
    return lambda now, _all: progress(done + now, total)


def request_data(item: Stored) -> dict[str, Any]:
    """Return a request as plain data, in the form in which it is stored with its odds."""
    order = {name: getattr(item.order, name) for name in ORDER}
    return {"id": item.id, "title": item.title, "text": item.text, **order}


def sample(order: SimulationRequest) -> list[list[Any]]:
    """Return the counts of the first missions of a request, as sorted pairs of a key and a number."""
    counts: Counts = fly_chunk(order, 0, sampled(order))
    listed = [[list(key) if isinstance(key, tuple) else key, number] for key, number in counts.items()]
    return sorted(listed, key=lambda pair: json.dumps(pair[0]))


def sampled(order: SimulationRequest) -> int:
    """Return how many missions are simulated again to check the stored odds of a request."""
    return min(SAMPLE, order.missions, max(order.missions // SHARE, FEWEST))


def round_floats(data: Any) -> Any:
    """Round every float, so that differences between machines have no effect."""
    if isinstance(data, Mapping):
        return {str(key): round_floats(value) for key, value in data.items()}
    if isinstance(data, list):
        return [round_floats(item) for item in data]
    return round(data, DIGITS) if isinstance(data, float) else data


def is_stale(book: Book, item: Stored) -> bool:
    """Return True if odds were not simulated with the tables of a book."""
    return item.digest != book.digests[SIMULATED]


def faults(book: Book, item: Stored) -> list[str]:
    """Return the problems of stored odds that are not current.

    Stored odds must belong to the present tables, and a repeated sample must have the same counts. The sample of
    stale odds is not repeated.

    Returns:
        Descriptions of the problems; empty if the stored odds are current.
    """
    problems = []
    if is_stale(book, item):
        problems.append(f"was simulated with tables {item.digest or 'unknown'}, which have changed since")
        if item.found:
            return problems
    if not item.found or item.sample != sample(item.order):
        problems.append(f"its first {sampled(item.order)} missions have other counts when they are simulated again")
    return problems
