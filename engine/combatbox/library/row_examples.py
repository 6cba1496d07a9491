"""The missions kept because they show rows that no example shows: `tables/GAME/examples/rows.yaml`, read and written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from combatbox.core.errors import CombatBoxError, DataError, Problem, suggest
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.library.folders import ROWS
from combatbox.library.schema import SightingModel, SightingsModel
from combatbox.library.validate import model_of
from combatbox.library.yaml12 import Where, read_yaml
from combatbox.play.printed_rows import printed_lines


def renewal(book: Book) -> str:
    """The command that makes the file anew."""
    return f"combatbox example {book.key} --renew"


def place(book: Book) -> str:
    """The file, as findings name it."""
    return f"tables/{book.key}/examples/{ROWS}"


def has_sightings(book: Book) -> bool:
    """Whether the game has examples kept as seeds, so that what they leave unseen is kept too: by our own tables, for the
    missions are not those of house tables."""
    return "mission" in book.game.runs and book.seeds is not None and book.sightings is not None


def read_sightings(book: Book, fitting: bool = False) -> SightingsModel | None:
    """The file of a book; None when it is not there. Raises DataError naming each line and what mends it.

    fitting: rows and tables that the book does not have are left out and no fault, for pages of tables that are being
    edited; `combatbox verify` tells what is to be done.
    """
    if book.sightings is None or not book.sightings.is_file():
        return None
    try:
        model, problems = _read(book, book.sightings, fitting)
    except DataError as error:
        model, problems = None, list(error.problems)
    if problems or model is None:
        remedy = f"; to make the file anew run: {renewal(book)}"
        raise DataError([Problem(p.path, p.line, p.message + remedy) for p in problems])
    return model


def _read(book: Book, path: Path, fitting: bool) -> tuple[SightingsModel | None, list[Problem]]:
    document = read_yaml(path)
    problems: list[Problem] = []
    model = model_of(document, SightingsModel, problems)
    if model and fitting:
        return _within(book, model), problems
    if model:
        problems += (document.problem(where, message) for where, message in _faults(book, model))
    return model, problems


def _within(book: Book, model: SightingsModel) -> SightingsModel:
    """What the file says of rows and tables that the book has."""
    known = printed_lines(book)
    missions = [
        kept.model_copy(update={"lines": [line for line in kept.lines if line in known]}) for kept in model.missions
    ]
    return model.model_copy(update={
        "missions": [kept for kept in missions if kept.lines and not _unflyable(book, kept)],
        "missing": [line for line in model.missing if line in known],
        "read": [table for table in model.read if table in book.tables],
        "unused": [table for table in model.unused if table in book.tables],
    })  # fmt: skip


def _faults(book: Book, model: SightingsModel) -> Iterator[tuple[Where, str]]:
    """What a schema cannot say: lines and tables that nobody knows, or that stand twice; flights that cannot be flown."""
    known = printed_lines(book)
    seen: set[str] = set()
    listed: list[tuple[Where, str]] = []
    flights: list[dict[str, object]] = []
    for index, kept in enumerate(model.missions):
        where: Where = ("missions", index)
        fault = _unflyable(book, kept)
        if fault:
            yield where, fault
        flight = kept.model_dump(exclude={"lines"})
        if flight in flights:
            yield where, f"the mission of seed {kept.seed!r} stands twice; put its lines together"
        flights.append(flight)
        listed += [((*where, "lines", number), line) for number, line in enumerate(kept.lines)]
    listed += [(("missing", number), line) for number, line in enumerate(model.missing)]
    for at, line in listed:
        if line not in known:
            yield at, f"unknown row of {book.key} {line!r}{suggest(line, known)}"
        elif line in seen:
            yield at, f"the row {line} stands twice; once is right"
        seen.add(line)
    for name in ("read", "unused"):
        for number, table in enumerate(getattr(model, name)):
            if table not in book.tables:
                yield (name, number), f"unknown table {table!r}{suggest(table, book.tables)}"
            elif table in seen:
                yield (name, number), f"the table {table} stands twice; once is right"
            seen.add(table)


def _unflyable(book: Book, kept: SightingModel) -> str:
    """Why a mission cannot be flown, or nothing."""
    last = book.missions
    if kept.run not in book.game.runs:
        return f"{book.key} has no run called {kept.run!r}{suggest(kept.run, book.game.runs)}"
    if kept.mission > last:
        return f"mission {kept.mission}: 1 to {last}"
    try:
        book.chosen(kept.rulings)
    except CombatBoxError as error:
        return str(error)
    return ""


def write_sightings(book: Book, model: SightingsModel) -> None:
    """Put the file into its place, in one step."""
    assert book.sightings is not None
    write_atomically(book.sightings, sightings_text(book, model).encode())


def sightings_text(book: Book, model: SightingsModel) -> str:
    """The file: only what differs from the plainest mission is said of each."""
    lines = [
        "# yaml-language-server: $schema=../../schema/rows.json",
        "# Missions that show the lines of tables which no example shows. Made by the command below, flown again by",
        f"# `combatbox verify`; nothing here is written by hand: {renewal(book)}",
        f"flown: {model.flown}",
        "missions:" if model.missions else "missions: []",
    ]
    for kept in model.missions:
        settings = {"run": kept.run, "mission": kept.mission, "player": kept.player, "rulings": kept.rulings}
        usual = {name: SightingModel.model_fields[name].get_default() for name in settings}
        facts = [f"seed: {_quoted(kept.seed)}", *(f"{k}: {_flow(v)}" for k, v in settings.items() if v != usual[k])]
        lines += [f"  - {facts[0]}", *(f"    {fact}" for fact in facts[1:]), *_list("lines", kept.lines, "    ")]
    for name in ("missing", "read", "unused"):
        lines += _list(name, getattr(model, name), "")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _flow(value: object) -> str:
    """A value of the file in one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_quoted(option)}' for key, option in value.items())}}}"
    return str(value)


def _list(name: str, items: list[str], indent: str) -> list[str]:
    """A list of names, one a line, so that a change of one shows as one."""
    return [f"{indent}{name}:", *(f"{indent}  - {_quoted(item)}" for item in items)] if items else []
