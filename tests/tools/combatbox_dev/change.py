"""The command `combatbox change`.

It renews all that depends on a game's tables or code, and lists the work that is left for a person.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from combatbox.cli.common import GameName
from combatbox.core.errors import CombatBoxError
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.folders import variant_like, variants
from combatbox.library.load import load
from combatbox.library.rule_traceability import files, test_marks
from combatbox.odds.process_pool import run_program
from combatbox_dev.goldens import PAPERS, paper_digests
from combatbox_dev.survival import survival_file


@click.command()
@click.argument("game", type=GameName())
@click.argument("table", required=False)
def change(game: str, table: str | None) -> None:
    """Renew what is stored of a game after a change of its tables or rules, and list what is left for a person.

    It renews the missions of the gallery and the stored odds of the game and of its variants, the goldens, the dumps
    of papers and the counts of the corpus (some minutes). With TABLE the list names the files of that table, and it runs the tests that play
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
    from combatbox_dev import corpus

    failed = [_shown(words) for words in _commands(book, project) if not _run(words, project)]
    for line in corpus.update(project, book).lines():
        click.echo(line)
    red = _red_tests(project, tests_of(book, table, project / "tests")) if table else {}
    click.echo("Left for a person:")
    for line in _left(book, project, table):
        click.echo(f"  - {line}")
    for test, reason in red.items():
        click.echo(f"  - {test}: fails ({reason}); correct what it expects of the table, or the code")
    if failed:
        raise CombatBoxError(
            f"these failed: {'; '.join(failed)}; fix what they report above, and run `combatbox change` again"
        )


def _commands(book: Book, project: Path) -> Iterator[tuple[str, ...]]:
    """Yield the commands that renew stored results, each after those on which it depends.

    A command is a module and its arguments.
    """
    from combatbox.odds.stored_odds import place_of

    variants_of_game = [load(key) for key in variants() if variant_like(key) == book.key]
    for each in (book, *variants_of_game):
        if each.seeds:
            yield "combatbox", "example", "renew", each.key
        if survival_file(project / "tables", each.key).is_file():
            yield ("combatbox_dev.survival",)  # before the odds, which hold it
        if place_of(each).is_file():
            yield "combatbox", "odds", each.key, "--store"
    if book.meta.stage == "proven":
        yield "combatbox", "golden", book.key, "--update"
    if book.key in paper_digests(project):
        yield (PAPERS,)


def _run(words: tuple[str, ...], project: Path) -> bool:
    """Run a command in another process, and return True if it succeeded.

    Ctrl-C does not reach a module of our own, which would show a traceback; it is killed when this process stops.
    """
    click.echo(f"$ {_shown(words)}")
    alone = words[0] != "combatbox"
    done = run_program([sys.executable, "-m", *words], capture=False, cwd=project, start_new_session=alone)
    return done.returncode == 0


def _red_tests(project: Path, names: list[str]) -> dict[str, str]:
    """Run test files, without the tests in a browser, and return the tests that fail, each with its reason."""
    words = ("pytest", "-q", "--no-header", "--tb=no", "-rfE", "-n", "2", "-m", "not browser")
    files_of = [f"tests/{name}" for name in names if not name.startswith("browser/")]
    if not files_of:
        return {}
    click.echo(f"$ pytest -n 2 -m 'not browser' {' '.join(files_of)}")
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
