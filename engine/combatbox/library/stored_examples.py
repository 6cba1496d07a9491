"""Reads and writes the files of stored examples: `seeds.yaml` and `rows.yaml`.

`seeds.yaml` has the examples that are stored as seeds, `rows.yaml` missions for the table rows that occur in no example.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from combatbox.core.annotations import without_defaults
from combatbox.core.errors import CombatBoxError, DataError, suggest
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.library.folders import ROWS
from combatbox.library.schema import SeedModel, SeedsModel, SightingModel, SightingsModel
from combatbox.library.yaml12 import Where, checked_model, read_yaml
from combatbox.play.narrate import printed_lines


def renewal(book: Book) -> str:
    """Return the command that renews `rows.yaml`, and the seeds of `seeds.yaml`."""
    return f"combatbox example renew {book.key}"


def place(book: Book) -> str:
    """Return the path of `rows.yaml`, as messages show it."""
    return f"tables/{book.key}/examples/{ROWS}"


def has_sightings(book: Book) -> bool:
    """Return True if the book can have missions stored in `rows.yaml`.

    The game must have examples stored as seeds, and the book must have no overlay: the missions are simulated with the
    game's own tables, and an overlay would change them.
    """
    return "mission" in book.game.runs and book.seeds is not None and book.sightings is not None


def read_sightings(book: Book, fitting: bool = False) -> SightingsModel | None:
    """Read a book's `rows.yaml`; return None if the file does not exist.

    Args:
        book: the book.
        fitting: True to ignore rows and tables that the book does not have. This is used for pages of tables that are
            being edited; `combatbox verify` reports such rows and tables.

    Raises:
        DataError: the file has problems; the message names the lines and the remedy.
    """
    if book.sightings is None or not book.sightings.is_file():
        return None
    try:
        model = checked_model(
            read_yaml(book.sightings), SightingsModel, lambda model: () if fitting else _faults(book, model)
        )
    except DataError as error:
        remedy = f"; to renew the file run: {renewal(book)}"
        raise DataError([replace(p, message=p.message + remedy) for p in error.problems]) from error
    return _within(book, model) if fitting else model


def _within(book: Book, model: SightingsModel) -> SightingsModel:
    """Return the data of `rows.yaml` without rows, tables and missions that the book does not have."""
    known = printed_lines(book)
    missions = [replace(mission, lines=[line for line in mission.lines if line in known]) for mission in model.missions]
    return replace(
        model,
        missions=[mission for mission in missions if mission.lines and not _unflyable(book, mission)],
        missing=[line for line in model.missing if line in known],
        read=[table for table in model.read if table in book.tables],
        unused=[table for table in model.unused if table in book.tables],
    )


def _faults(book: Book, model: SightingsModel) -> Iterator[tuple[Where, str]]:
    """Yield the problems of `rows.yaml` that a schema cannot detect, each with its place in the file.

    These problems are unknown or repeated names, and missions that cannot be simulated.
    """
    known = printed_lines(book)
    seen: set[str] = set()
    listed: list[tuple[Where, str]] = []
    flights: list[SightingModel] = []
    for index, mission in enumerate(model.missions):
        where: Where = ("missions", index)
        fault = _unflyable(book, mission)
        if fault:
            yield where, fault
        flight = replace(mission, lines=[])
        if flight in flights:
            yield where, f"the mission of seed {mission.seed!r} is listed twice; merge its lines"
        flights.append(flight)
        listed += [((*where, "lines", number), line) for number, line in enumerate(mission.lines)]
    listed += [(("missing", number), line) for number, line in enumerate(model.missing)]
    for at, line in listed:
        if line not in known:
            yield at, f"unknown row of {book.key} {line!r}{suggest(line, known)}"
        elif line in seen:
            yield at, f"the row {line} is listed twice; remove one"
        seen.add(line)
    for name in ("read", "unused"):
        for number, table in enumerate(getattr(model, name)):
            if table not in book.tables:
                yield (name, number), f"unknown table {table!r}{suggest(table, book.tables)}"
            elif table in seen:
                yield (name, number), f"the table {table} is listed twice; remove one"
            seen.add(table)


def _unflyable(book: Book, mission: SightingModel) -> str:
    """Return the reason why a mission cannot be simulated, or an empty string."""
    last = book.missions
    if mission.run not in book.game.runs:
        return f"{book.key} has no run called {mission.run!r}{suggest(mission.run, book.game.runs)}"
    if mission.mission > last:
        return f"mission {mission.mission}: must be between 1 and {last}"
    try:
        book.chosen(mission.rulings)
    except CombatBoxError as error:
        return str(error)
    return ""


def write_sightings(book: Book, model: SightingsModel) -> None:
    """Write `rows.yaml` atomically."""
    assert book.sightings is not None
    write_atomically(book.sightings, sightings_text(book, model).encode())


def sightings_text(book: Book, model: SightingsModel) -> str:
    """Return the content of `rows.yaml`; settings of missions that equal their defaults are left out."""
    lines = [
        "# yaml-language-server: $schema=../../schema/rows.json",
        "# Missions that show the lines of tables which no example shows. Made by the command below, flown again by",
        f"# `combatbox verify`; nothing here is written by hand: {renewal(book)}",
        f"flown: {model.flown}",
        "missions:" if model.missions else "missions: []",
    ]
    for mission in model.missions:
        stated = without_defaults(mission)
        settings = ("run", "mission", "player", "rulings")
        facts = [
            f"seed: {_quoted(mission.seed)}",
            *(f"{name}: {_flow(stated[name])}" for name in settings if name in stated),
        ]
        lines += [f"  - {facts[0]}", *(f"    {fact}" for fact in facts[1:]), *_list("lines", mission.lines, "    ")]
    for name in ("missing", "read", "unused"):
        lines += _list(name, getattr(model, name), "")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _flow(value: object) -> str:
    """Format a value in `rows.yaml` on one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_quoted(option)}' for key, option in value.items())}}}"
    return str(value)


def _list(name: str, items: list[str], indent: str) -> list[str]:
    """Return the lines for a list in `rows.yaml`, with one item on each line so that diffs are small."""
    return [f"{indent}{name}:", *(f"{indent}  - {_quoted(item)}" for item in items)] if items else []


def read_seeds(book: Book) -> list[SeedModel]:
    """Read the examples that are stored as seeds; empty if the file does not exist.

    Raises:
        DataError: the file has problems.
    """
    if book.seeds is None:
        return []
    return checked_model(read_yaml(book.seeds), SeedsModel, partial(_seed_faults, book)).examples


def _seed_faults(book: Book, model: SeedsModel) -> Iterator[tuple[Where, str]]:
    """Yield the repeated ids and the unknown rulings of examples, each with its place in the file."""
    taken = set(book.scripts)
    for index, seed in enumerate(model.examples):
        if seed.id in taken:
            yield ("examples", index), f"{seed.id}: another example has this id; ids are unique"
        taken.add(seed.id)
        try:
            book.chosen(seed.rulings)
        except CombatBoxError as error:
            yield ("examples", index), f"{seed.id}: {error}"


def write_seeds(book: Book, seeds: Mapping[str, str]) -> None:
    """Write new seeds of some examples into `seeds.yaml`.

    Args:
        book: the book of the game.
        seeds: the new seeds, by the id of the example.
    """
    assert book.seeds is not None
    text = book.seeds.read_text(encoding="utf-8")
    for key, seed in seeds.items():
        example = re.search(rf"^  - id: {re.escape(key)}$(?:\n(?!  - ).*)*", text, re.MULTILINE)
        assert example, key
        lines = [line for line in example[0].rstrip().split("\n") if not line.startswith("    seed: ")]
        entry = "\n".join([*lines, f"    seed: {json.dumps(seed)}"])
        text = f"{text[: example.start()]}{entry}\n{text[example.end() :].strip() and text[example.end() + 1 :]}"
    write_atomically(book.seeds, text.encode())
