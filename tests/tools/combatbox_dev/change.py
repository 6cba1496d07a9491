"""The command `combatbox change`.

It renews all that depends on a game's tables or code, and lists the work that is left for a person.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path

import click

from combatbox.cli.common import GameName
from combatbox.core.errors import CombatBoxError
from combatbox.core.phrases import join_words, plural
from combatbox.library import paths
from combatbox.library.book import SIMULATED, Book
from combatbox.library.folders import variant_like, variants
from combatbox.library.load import load
from combatbox.library.rule_traceability import files, test_marks
from combatbox.library.scenarios import contest_figures
from combatbox.odds.process_pool import run_program
from combatbox.odds.stored_odds import faults, is_stale, place_of, stored_for
from combatbox_dev.consequences import Snapshot, expected, pages_of, report
from combatbox_dev.goldens import PAPERS, paper_digests
from combatbox_dev.survival import survival_file

EXACT: tuple[str, ...] = ("combatbox_dev.survival",)
"""The command that stores the exact survival, which the stored odds hold."""


@click.command()
@click.argument("game", type=GameName())
@click.argument("table", required=False)
@click.option("--quick", is_flag=True, help="Leave the stored simulations; `combatbox verify` then warns of them.")
@click.option("--dry-run", is_flag=True, help="Write nothing; list what would differ, and why.")
def change(game: str, table: str | None, *, quick: bool, dry_run: bool) -> None:
    """Renew what is stored of a game after a change of its tables or rules, and list what is left for a person.

    It renews the missions of the gallery and the stored odds of the game and of its variants, the goldens, the dumps
    of papers and the counts of the corpus (some minutes; simulations run beside the rest). It reports what differs by
    consequence. With TABLE the list names the files of that table, and it runs the tests that play
    the table without a browser: the list names those that fail.

    \b
    Example:
      combatbox change queen B-1
    """
    project = paths.plug_ins().get(game, paths.checkout())
    if project is None:
        raise CombatBoxError("change: what it renews is in a checkout of the project, not in an installed package")
    book = load(game)
    book.rulebook()  # Tables that contradict each other are refused here, once.
    if table is not None:
        table = book.table(table).id
    books = [book, *(load(key) for key in variants() if variant_like(key) == book.key)]
    if dry_run:
        _show_expected(books, project, table)
        return
    before = Snapshot.take(books, project)
    failed = _renew(books, project, quick=quick)
    red = run_tests(project, tests_of(book, table, project / "tests")) if table else {}
    _show_differences(books, before, project, table, red)
    click.echo("Left for a person:")
    for line in (*(_simulations_left(books) if quick else ()), *_left(book, project, table)):
        click.echo(f"  - {line}")
    for test, reason in red.items():
        click.echo(f"  - {test}: fails ({reason}); correct what it expects of the table, or the code")
    if failed:
        raise CombatBoxError(
            f"these failed: {'; '.join(failed)}; fix what they report above, and run `combatbox change` again"
        )


def _show_expected(books: Sequence[Book], project: Path, table: str | None) -> None:
    """Print what a renewal would change, and why."""
    findings = expected(books, project, cpu_count() or 1)
    for finding in findings:
        click.echo(f"{finding.place}: {finding.message}")
    if table:
        pages, tests = pages_of(books[0], table), tests_of(books[0], table, project / "tests")
        click.echo(f"pages {len(pages)} state or cite {table}: {', '.join(pages)}")
        click.echo(f"tests {len(tests)} files name it or its rules: {', '.join(tests)}")
    click.echo(f"{plural(len(findings), 'stored result')} would differ; nothing was written")


def _renew(books: Sequence[Book], project: Path, *, quick: bool) -> list[str]:
    """Renew what is stored, and return the commands that failed.

    Simulations run beside the other commands. They are left out if `quick` is True.
    """
    from combatbox_dev import corpus

    commands = list(_commands(books, project))
    failed = [words for words in commands if words == EXACT and not _run(words, project)]  # the odds hold it
    simulations = [words for words in commands if _is_simulation(words)]
    others = [words for words in commands if words not in simulations and words != EXACT]
    with ThreadPoolExecutor(1) as beside:
        running = [] if quick else [(words, beside.submit(_run, words, project)) for words in simulations]
        try:
            failed += [words for words in others if not _run(words, project)]
            for line in corpus.update(project, books[0]).lines():
                click.echo(line)
            failed += [words for words, done in running if not done.result()]
        finally:
            beside.shutdown(cancel_futures=True)
    return [_shown(words) for words in failed]


def _commands(books: Sequence[Book], project: Path) -> Iterator[tuple[str, ...]]:
    """Yield the commands that renew stored results; a command is a module and its arguments.

    Odds are simulated again if these tables are not theirs, or if a sample ends otherwise.
    """
    book = books[0]
    if survival_file(project / "tables", book.key).is_file():
        yield EXACT
    for each in books:
        if each.seeds:
            yield "combatbox", "example", "renew", each.key
        if place_of(each).is_file() and any(faults(each, item) for item in stored_for(each)):
            yield "combatbox", "odds", each.key, "--store"
    if book.meta.stage == "proven":
        yield "combatbox", "golden", book.key, "--update"
    if book.key in paper_digests(project):
        yield PAPERS, book.key


def _is_simulation(words: tuple[str, ...]) -> bool:
    return words[1:2] == ("odds",)


def _simulations_left(books: Sequence[Book]) -> Iterator[str]:
    """Yield the commands that renew simulations of other tables."""
    for book in books:
        stale = [item.id for item in stored_for(book) if item.found and is_stale(book, item)]
        if stale and place_of(book).is_file():
            yield f"combatbox odds {book.key} --store: {join_words(stale)} are of earlier tables"


def _show_differences(
    books: Sequence[Book], before: Snapshot, project: Path, table: str | None, red: Mapping[str, str]
) -> None:
    """Print what differs by consequence."""
    click.echo("What differs:")
    for line in report(before, Snapshot.take(books, project)):
        click.echo(f"  - {line}")
    if table:
        click.echo(f"  - pages {len(pages := pages_of(books[0], table))}: {', '.join(pages)}")
        click.echo(f"  - tests {len(red)}")


def _run(words: tuple[str, ...], project: Path) -> bool:
    """Run a command in another process, and return True if it succeeded.

    Ctrl-C does not reach a module of our own, which would show a traceback; it is killed when this process stops.
    """
    click.echo(f"$ {_shown(words)}")
    alone = words[0] != "combatbox"
    done = run_program([sys.executable, "-m", *words], capture=False, cwd=project, start_new_session=alone)
    return done.returncode == 0


def run_tests(project: Path, names: list[str], mark: str = "not browser") -> dict[str, str]:
    """Run test files, without the tests in a browser, and return the tests that fail, each with its reason.

    In a checkout it leaves out what `make test` leaves out.
    """
    gate = ["--gate"] if project == paths.checkout() else []
    words = ("pytest", *gate, "-q", "--no-header", "--tb=no", "-rfE", "-n", "2", "-m", mark)
    files_of = [f"tests/{name}" for name in names if not name.startswith("browser/")]
    if not files_of:
        return {}
    click.echo(f"$ pytest {' '.join(gate)} -n 2 -m '{mark}' {' '.join(files_of)}")
    wide = {**os.environ, "COLUMNS": "1000"}  # pytest cuts reasons to the width of the terminal
    done = run_program([sys.executable, "-m", *words, *files_of], cwd=project, env=wide)
    if done.returncode not in (0, 1):  # pytest has 1 for tests that fail
        last = (done.stdout + done.stderr).strip().rpartition("\n")[2]
        raise CombatBoxError(f"change: the tests of the table cannot be run: {last}")
    failed = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - (.*))?$", done.stdout, re.MULTILINE)
    return {test: reason or "without a message" for test, reason in failed}


def _shown(words: tuple[str, ...]) -> str:
    """Return a command as a person types it."""
    return " ".join(words if words[0] == "combatbox" else ("python", "-m", *words))


def _left(book: Book, project: Path, table: str | None) -> Iterator[str]:
    """Yield what no command can do: the second transcription, the reasons, tests, and reading the differences."""
    home, name = paths.home(book.key), table or "TABLE"
    tables = paths.display_path(home.tables)
    if home.transcription:
        yield f"{paths.display_path(home.transcription / f'{name}.txt')}: key the changed cells from the source, not from the YAML"
    if book.scripts:
        yield f"{tables}/examples: `gives` of the worked examples that `combatbox verify` reports"
    yield f"{tables}/changes.yaml: an entry that says what was wrong and by whose authority"
    yield f"{tables}/rules.yaml: the rules that the table carries; a test marked with their ids"
    yield f'prose that says the old value: grep for {{{{ table("{name}") }}}} below {paths.display_path(home.site)}'
    if (home.sheets / "shop.yaml").is_file():
        yield f"{paths.display_path(home.tables / 'game.yaml')}: a new table's place in `order`"
        yield f"{paths.display_path(home.sheets / 'shop.yaml')}: a new table's place in the `faces` of the aids"
    contest = contest_figures(book)
    if contest and contest["digest"] != book.digests[SIMULATED]:
        yield "python -m combatbox_dev.contest: simulates the points and chances of the scenarios again, in half an hour"
    yield "CHANGELOG.md: one line, with the counts of tests/corpus/counts.json that differ"
    yield "git diff: read what differs in goldens, examples and odds"
    if table and (tests := tests_of(book, table, project / "tests")):
        yield f"tests of it, with those in a browser: .venv/bin/pytest -n 2 {' '.join(f'tests/{name}' for name in tests)}"
    yield f"combatbox build && combatbox verify {book.key}"


def tests_of(book: Book, table: str, tests: Path) -> list[str]:
    """Return the test files that name a table, or that are marked with one of its rules."""
    rules = {rule.id for rule in book.rules.values() if table in rule.tables}
    marked = {place.rpartition(":")[0] for rule, place in test_marks(tests) if rule in rules}
    named = re.compile(rf"(?<![\w-]){re.escape(table)}(?![\w-])")
    paths_of = {
        path.relative_to(tests).as_posix(): path for path in [*files(tests, "test_*.py"), *files(tests, "test_*.yaml")]
    }
    return [name for name, path in paths_of.items() if name in marked or named.search(path.read_text("utf-8"))]
