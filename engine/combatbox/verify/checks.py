"""The list of all checks, and the functions that run them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError, DataError
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.folders import EXAMPLES, RESULTS
from combatbox.library.load import load
from combatbox.library.schema import STAGES, Stage
from combatbox.verify import constraints, engine, prose
from combatbox.verify.data_files import check_schemas, check_use
from combatbox.verify.findings import Check, Finding, VerifyContext, findings_in
from combatbox.verify.missions import check_examples, check_flights, finding_in_plug_in
from combatbox.verify.odds import check_odds, check_stored_odds

Run = Callable[[VerifyContext], Check]


@frozen
class CheckSpec:
    """A check, and the stage of completion from which a game must pass the check.

    Attributes:
        run: the function that runs the check.
        stage: the stage of completion.
        own_tables: True if the check compares data that fits only the game's original tables, such as examples or
            stored odds, so that it does not apply to an overlay.
        variant_folder: the name of a folder; the check applies to a variant that has such a folder, even if
            `own_tables` is True.
        built: True if the check needs the site or PDFs, which the user may have built with the overlay.
    """

    run: Run
    stage: Stage
    own_tables: bool = False
    variant_folder: str = ""
    built: bool = False


CHECKS: Mapping[str, CheckSpec] = {
    "schema": CheckSpec(check_schemas, "draft"),
    "engine": CheckSpec(engine.check, "draft"),
    "flights": CheckSpec(check_flights, "draft"),
    "stated": CheckSpec(constraints.check, "draft"),
    "use": CheckSpec(check_use, "playable"),
    "examples": CheckSpec(check_examples, "playable", own_tables=True, variant_folder=EXAMPLES),
    "odds": CheckSpec(check_odds, "draft"),
    "results": CheckSpec(check_stored_odds, "proven", own_tables=True, variant_folder=RESULTS),
    "prose": CheckSpec(prose.check, "draft"),
}
"""All checks by name, in the order in which they run."""


SLOWEST = ("paper", "results", "site", "goldens", "corpus", "odds", "engine", "examples")
"""The checks that each run in a separate process if there are several processes, slowest first.

The other checks all run one after another in one process, because they read the same data.
"""

TOOLS = "combatbox_dev"
"""The package of the developers' tools, which exists in a checkout but not in a wheel."""


def all_checks() -> Mapping[str, CheckSpec]:
    """Return all checks, including those of the developers' tools in a checkout."""
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
    only: Sequence[str] = (),
    overlay: Path | None = None,
    jobs: int = 1,
) -> list[Check]:
    """Run all checks, or those named in `only`, and return the results in the order of the checks.

    Args:
        books: the games, by key or in a list.
        site: the built site; None to skip the checks that need it. The same applies to `prints` and `project`.
        prints: the folder of built PDFs.
        project: a checkout, with sources and tests.
        tables: the folder of tables; None for the default.
        only: names of checks; empty for all.
        overlay: the folder that overrides the games' tables (`--tables`); in this case, only checks that apply to any
            tables are run.
        jobs: the number of processes; it does not affect the results.
    """
    by_key = books if isinstance(books, Mapping) else {book.key: book for book in books}
    context = VerifyContext(by_key, site, prints, project, tables, overlay)
    names = [name for name in all_checks() if not only or name in only]
    together = tuple(name for name in names if name not in SLOWEST)
    groups = [*((name,) for name in SLOWEST if name in names), together]
    by_name = dict(_run_in_parallel([group for group in groups if group], context, jobs))
    return [by_name[name] for name in names]


def _run_in_parallel(groups: Sequence[Sequence[str]], context: VerifyContext, jobs: int) -> Iterator[tuple[str, Check]]:
    """Run groups of checks, in worker processes if that is faster; yield each name and result."""
    if jobs < 2 or len(groups) < 2:
        for group in groups:
            yield from _run_group(group, context)
        return
    from combatbox.odds.process_pool import processes

    task = _Task(replace(context, books={}), {key: book.digest for key, book in context.books.items()})
    try:
        with processes(min(jobs, len(groups))) as pool:
            for future in [pool.submit(_run_in_worker, task, group) for group in groups]:
                yield from future.result()
    except BrokenExecutor as error:
        raise CombatBoxError(f"a worker process ended before its checks were complete: {error}") from error


@frozen
class _Task:
    """The work of a worker process, which loads the books itself because they cannot be pickled.

    Attributes:
        context: the input of the checks, without its books.
        digests: the digests of the books, by key.
    """

    context: VerifyContext
    digests: Mapping[str, str]


_WORKER_CONTEXT: list[VerifyContext] = []
"""The input of the checks in a worker process; empty until the process has loaded its books."""


def _run_in_worker(task: _Task, group: Sequence[str]) -> list[tuple[str, Check]]:
    """Run a group of checks in a worker process.

    Raises:
        CombatBoxError: the tables have been edited since the command started.
    """
    if not _WORKER_CONTEXT:
        books = {key: load(key, task.context.overlay, task.context.base(key)) for key in task.digests}
        changed = [key for key, book in books.items() if book.digest != task.digests[key]]
        if changed:
            raise CombatBoxError(f"{', '.join(changed)}: the tables have changed meanwhile; run the command again")
        _WORKER_CONTEXT.append(replace(task.context, books=books))
    return _run_group(group, _WORKER_CONTEXT[0])


def _run_group(group: Sequence[str], context: VerifyContext) -> list[tuple[str, Check]]:
    checks = all_checks()
    return [(name, _run(name, checks[name], context)) for name in group]


def _bringing(books: Mapping[str, Book], folder: str) -> dict[str, Book]:
    """Return the variants without house rules over them whose folder has a subfolder with this name."""
    variants = {key: book.variant_folder for key, book in books.items() if book.overlay == book.variant_folder}
    return {key: books[key] for key, home in variants.items() if folder and home and (home / folder).is_dir()}


def _run(name: str, spec: CheckSpec, context: VerifyContext) -> Check:
    """Run one check on the games, and then on the project's variants, which are checked like an overlay."""
    variants = {} if context.overlay else {key: book for key, book in context.books.items() if book.variant_folder}
    games = {key: book for key, book in context.books.items() if key not in variants}
    check = _run_on(name, spec, replace(context, books=games)) if games or not variants else None
    if not variants:
        return check or Check(name)
    of_variants = _run_on(name, spec, replace(context, books=variants, overlay=paths.variants()))
    if check is None or (check.not_run and not of_variants.not_run):
        return of_variants
    if of_variants.not_run:
        return check
    counted = f"{check.counted}; of variants {of_variants.counted}"
    return replace(check, findings=(*check.findings, *of_variants.findings), counted=counted)


def _run_on(name: str, spec: CheckSpec, context: VerifyContext) -> Check:
    """Run one check on the games that have reached the stage of the check; errors in their data become findings."""
    if context.overlay and spec.own_tables:
        context = replace(context, books=_bringing(context.books, spec.variant_folder))
    if context.overlay and spec.own_tables and not context.books:
        return Check(name, not_run="it applies only to the game's own tables")
    if context.overlay and spec.built and not (context.site if name == "site" else context.prints):
        return Check(
            name, not_run=f"name what you have built with these tables: --{name if name == 'site' else 'prints'}"
        )
    stages = list(STAGES)
    stage_index = stages.index(spec.stage)
    reached = {key: book for key, book in context.books.items() if stages.index(book.meta.stage) >= stage_index}
    if context.books and not reached:
        return Check(
            name, not_run=f"it applies to games that are {spec.stage}; {' and '.join(context.books)} is not yet"
        )
    try:
        return spec.run(replace(context, books=reached))
    except DataError as error:
        return Check(name, tuple(findings_in(error)))
    except CombatBoxError as error:
        return Check(name, (Finding("", str(error)),))
    except Exception as error:  # the code of a plug-in may raise anything
        if finding := finding_in_plug_in(error):
            return Check(name, (finding,))
        raise
