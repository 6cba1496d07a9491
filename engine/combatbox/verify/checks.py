"""All checks, the order they run in, and running them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from combatbox.core.errors import CombatBoxError, DataError
from combatbox.games import GAMES
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.verify import (
    coverage,
    engine,
    examples,
    fair,
    goldens,
    paper,
    prose,
    results,
    schema,
    site,
    use,
    witness,
)
from combatbox.verify.findings import Check, Finding, checked
from combatbox.verify.room import Room

Run = Callable[[Room], Check]

CHECKS: Mapping[str, Run] = {
    "schema": schema.check,
    "coverage": coverage.check,
    "witness": witness.check,
    "engine": engine.check,
    "use": use.check_use,
    "rules": use.check_rules,
    "examples": examples.check,
    "odds": fair.check,
    "results": results.check,
    "prose": prose.check,
    "goldens": goldens.check,
    "site": site.check,
    "paper": paper.check,
}
"""Every check by name, in the order they run in."""


def run_checks(
    books: Mapping[str, Book] | Sequence[Book],
    *,
    site: Path | None = None,
    prints: Path | None = None,
    project: Path | None = None,
    tables: Path | None = None,
    prose: Path | None = None,
    only: Sequence[str] = (),
    strict: bool = False,
) -> list[Check]:
    """Run every check, or `only` those named, and give back what each found.

    site, prints, project: what there is to look at; a check that lacks its own says so and is not counted as
    passed. strict: everything was asked for, so that such a check has failed.
    """
    shelf = books if isinstance(books, Mapping) else {book.key: book for book in books}
    room = Room(shelf, site, prints, project, tables, prose)
    return [
        replace(_run(name, check, room), needed=strict) for name, check in CHECKS.items() if not only or name in only
    ]


def _run(name: str, check: Run, room: Room) -> Check:
    """A check that stumbles over its data has found something, too."""
    try:
        return check(room)
    except DataError as error:
        return Check(name, tuple(Finding(f"{p.path}:{p.line}", p.message) for p in error.problems))
    except CombatBoxError as error:
        return Check(name, (Finding("", str(error)),))


def verify(
    keys: Sequence[str] = (),
    *,
    overlay: Path | None = None,
    base: Path | None = None,
    site: Path | None = None,
    prints: Path | None = None,
    project: Path | None = None,
    strict: bool = False,
) -> list[Check]:
    """Load the games (all of them by default) and run every check; data that does not load is its first finding."""
    books: dict[str, Book] = {}
    problems: list[Finding] = []
    for key in keys or GAMES:
        try:
            books[key] = load(key, overlay, base)
        except DataError as error:
            problems += [Finding(f"{p.path}:{p.line}", p.message) for p in error.problems]
    if problems:
        return [checked("schema", problems)]
    return run_checks(books, site=site, prints=prints, project=project, tables=base, strict=strict)
