"""All checks, the order they run in, and running them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from combatbox.core.errors import CombatBoxError, DataError
from combatbox.games import GAMES
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.library.schema import STAGES, Stage
from combatbox.verify import (
    constraints,
    coverage,
    engine,
    examples,
    flights,
    odds_check,
    paper,
    prose,
    rules,
    schema,
    site,
    stored_odds_check,
    unused,
)
from combatbox.verify.context import VerifyContext
from combatbox.verify.findings import Check, Finding, checked

Run = Callable[[VerifyContext], Check]


@dataclass(frozen=True, slots=True)
class CheckSpec:
    """A check, and the stage from which a game must pass it.

    kept: it compares the tables with what was keyed, flown, written or drawn for the game's own, so that it says nothing
    of an owner's. built: what he may have built with his.
    """

    run: Run
    stage: Stage
    kept: bool = False
    built: bool = False


CHECKS: Mapping[str, CheckSpec] = {
    "schema": CheckSpec(schema.check, "draft"),
    "coverage": CheckSpec(coverage.check, "draft"),
    "engine": CheckSpec(engine.check, "draft"),
    "flights": CheckSpec(flights.check, "draft"),
    "stated": CheckSpec(constraints.check, "draft"),
    "use": CheckSpec(unused.check, "playable"),
    "rules": CheckSpec(rules.check, "proven", kept=True),
    "examples": CheckSpec(examples.check, "playable", kept=True),
    "odds": CheckSpec(odds_check.check, "draft"),
    "results": CheckSpec(stored_odds_check.check, "proven", kept=True),
    "prose": CheckSpec(prose.check, "draft"),
    "site": CheckSpec(site.check, "draft", built=True),
    "paper": CheckSpec(paper.check, "draft", built=True),
}
"""Every check by name, in the order they run in: the price of each stage."""


DEAREST = ("paper", "results", "site", "goldens", "corpus", "odds", "engine", "examples")
"""Checks that have a process each where there are several, those that take longest first. The others share what they have
read, and so run in one process after another."""

TOOLS = "combatbox_dev"
"""The developers' tools, which are beside the tests of a checkout and in no wheel."""


def all_checks() -> Mapping[str, CheckSpec]:
    """Return every check that there is here: those of the package, and in a checkout those of the developers' tools."""
    if find_spec(TOOLS) is None:
        return CHECKS
    return {**CHECKS, **import_module(f"{TOOLS}.checks").CHECKS}


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
    overlay: Path | None = None,
    jobs: int = 1,
) -> list[Check]:
    """Run every check, or `only` those named, and give back what each found.

    site, prints, project: what there is to look at; a check that lacks its own says so and is not counted as
    passed. strict: everything was asked for, so that such a check has failed. overlay: the books hold tables of somebody's
    own, of this folder (`--tables`), of which is asked what can be asked of any tables. jobs: how many processes there are
    for it; what they find is the same.
    """
    shelf = books if isinstance(books, Mapping) else {book.key: book for book in books}
    room = VerifyContext(shelf, site, prints, project, tables, prose, overlay)
    names = [name for name in all_checks() if not only or name in only]
    together = tuple(name for name in names if name not in DEAREST)
    groups = [*((name,) for name in DEAREST if name in names), together]
    by_name = dict(_side_by_side([group for group in groups if group], room, jobs))
    return [replace(by_name[name], needed=strict) for name in names]


def _side_by_side(groups: Sequence[Sequence[str]], room: VerifyContext, jobs: int) -> Iterator[tuple[str, Check]]:
    """Run groups of checks, in worker processes where there are several. Yields each check by name with its findings."""
    if jobs < 2 or len(groups) < 2:
        for group in groups:
            yield from _run_group(group, room)
        return
    from combatbox.odds.process_pool import processes

    task = _Task(replace(room, books={}), {key: book.digest for key, book in room.books.items()})
    try:
        with processes(min(jobs, len(groups)), stops=True) as pool:
            for running in [pool.submit(_run_in_worker, task, group) for group in groups]:
                yield from running.result()
    except BrokenExecutor as error:
        raise CombatBoxError(f"a worker process has ended before its checks did: {error}") from error


@dataclass(frozen=True, slots=True)
class _Task:
    """What a worker process is to check. Books hold code and cannot be sent, so it loads them again.

    room: without its books. digests: of the books, by key.
    """

    room: VerifyContext
    digests: Mapping[str, str]


_ROOMS: list[VerifyContext] = []
"""The room of a worker process, once it is loaded."""


def _run_in_worker(task: _Task, group: Sequence[str]) -> list[tuple[str, Check]]:
    """Run a group of checks in a worker process. Raises CombatBoxError where the tables were edited meanwhile."""
    if not _ROOMS:
        books = {key: load(key, task.room.overlay, task.room.base(key)) for key in task.digests}
        changed = [key for key, book in books.items() if book.digest != task.digests[key]]
        if changed:
            raise CombatBoxError(f"{', '.join(changed)}: the tables have changed meanwhile; run the command again")
        _ROOMS.append(replace(task.room, books=books))
    return _run_group(group, _ROOMS[0])


def _run_group(group: Sequence[str], room: VerifyContext) -> list[tuple[str, Check]]:
    checks = all_checks()
    return [(name, _run(name, checks[name], room)) for name in group]


def _run(name: str, asked: CheckSpec, room: VerifyContext) -> Check:
    """A check of the games that have reached its stage; one that stumbles over its data has found something, too."""
    if room.overlay and asked.kept:
        return Check(name, not_run="is about the game's own tables")
    if room.overlay and asked.built and not (room.site if name == "site" else room.prints):
        return Check(
            name, not_run=f"name with --{name if name == 'site' else 'prints'} what you have built with these tables"
        )
    stages = list(STAGES)
    far = stages.index(asked.stage)
    reached = {key: book for key, book in room.books.items() if stages.index(book.meta.stage) >= far}
    if room.books and not reached:
        return Check(name, not_run=f"asked of a game that is {asked.stage}, and {' and '.join(room.books)} is not yet")
    try:
        return asked.run(replace(room, books=reached))
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
