"""The commands advise, recheck and replay, which read logs and saves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from combatbox.cli.common import (
    EXISTING_FILE,
    as_json,
    header_of,
    naming,
    open_book,
    open_games,
    open_log,
    open_played,
    print_account,
    print_json,
    print_lines,
    progress,
    refuse,
    with_jobs,
    with_tables,
    with_verbose,
)
from combatbox.core.errors import CombatBoxError, check_range
from combatbox.core.narration import NarrationContext
from combatbox.library.book import Book
from combatbox.play import book as played
from combatbox.play.adviser import FLIGHTS, MOST_FLIGHTS, Advice, estimate_text, session_at
from combatbox.play.logs import Log
from combatbox.play.narrate import narration_context
from combatbox.play.recheck import KINDS, RecheckResult, recheck_log, recheck_save
from combatbox.play.replay import Replay, replay_log
from combatbox.play.saves import resume
from combatbox.play.session import Session
from combatbox.play.view import decision_text


@click.command()
@click.argument("file", type=EXISTING_FILE)
@click.option("--tell", is_flag=True, help="Narrate the mission as well.")
@with_verbose
@as_json
@with_tables
def replay(file: Path, tell: bool, verbose: bool, json_: bool, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """Replay a script (.yaml) or a log (.jsonl); the first difference ends it with exit code 1.

    \b
    Example:
      combatbox replay tables/twentyfive/examples/really-ready.yaml
      combatbox replay seven.jsonl --tell
    """
    book, result = _replay_file(file, overlay, rulings)
    rolls = sum(event["kind"] == "roll" for event in result.journal.events)
    if json_:
        print_json({"header": result.journal.header, "events": result.journal.events, "summary": result.summary})
        return
    if tell:
        print_account(book, result.journal.events, verbose=verbose)
    departures = [step for step in result.script.steps if step.departs] if result.script else []
    print_lines(f"step {step.step} departs from the source's own rules: {step.departs}" for step in departures)
    what = f"{len(result.script.steps)} steps" if result.script else f"{len(result.journal.events)} events"
    click.echo(f"{result.title or file.name}: {what}, {rolls} rolls, all as written")


def _replay_file(file: Path, overlay: Path | None, rulings: tuple[str, ...]) -> tuple[played.Book, Replay]:
    if file.suffix in (".yaml", ".yml"):
        from combatbox.library.replay import read_script, replay_script

        script = read_script(file)
        loaded, choices = open_book(script.game, overlay, rulings)
        if choices:
            script = replace(script, rulings={**loaded.chosen(script.rulings), **choices})
        with naming(file):
            return loaded, replay_script(loaded, script)
    log = open_log(file, overlay)
    book, choices = open_played(log.header["game"], overlay, rulings)
    if choices:
        log.header["rulings"] = {**log.header["rulings"], **choices}
    with naming(file):
        return book, replay_log(book, log)


MARKS = {1: "+", 0: "", -1: "-"}

LEGEND = (
    "> the usual answer; + better than it, - worse (99 % confidence for all of them together); "
    "95 % intervals in brackets"
)


@click.command()
@click.argument("file", metavar="LOG", type=EXISTING_FILE)
@click.option(
    "--step",
    type=int,
    help="Number of the decision in the log or save, from 1; without one, the open decision of the save.",
)
@click.option("--flights", default=FLIGHTS, help="Largest number of simulations for each option.")
@with_jobs
@as_json
@with_tables
def advise(
    file: Path,
    step: int | None,
    flights: int,
    jobs: int,
    json_: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Compare the options of a decision: the rest of the mission is simulated many times for each.

    Differences are tested after 300, 1,000 and 3,000 simulations; the command ends when one is sure. Where all options
    are equal, one decision in a hundred shows a + or -. After the option the usual answers are given. The adviser uses
    separate dice, never those that the game will throw, and the same dice for all options.

    \b
    Example:
      combatbox advise seven.save
      combatbox advise seven.jsonl --step 12
      combatbox advise seven.jsonl --step 12 --flights 2000 --json
    """
    from combatbox.odds.parallel_advice import advise as run_adviser

    refuse("the file has the rulings that it was played under", ruling=rulings)
    check_range("--flights", flights, 1, MOST_FLIGHTS)
    with naming(file):
        session = _session(file, step, overlay)
    with progress("flying", flights) as reach:
        advice = run_adviser(session, flights, jobs, str(overlay.resolve()) if overlay else "", reach)
    if json_:
        print_json({"game": session.book.key, "step": len(session.answers) + 1, **advice.to_json()})
        return
    words = narration_context(session.book)
    click.echo(decision_text(session, words).question)
    print_lines(lines_of(session, words, advice))


def lines_of(session: Session, words: NarrationContext, advice: Advice) -> Iterator[str]:
    """Yield the advice as lines: each option with its measures, then the legend."""
    options = decision_text(session, words).options
    width = max(len(comparison.measure.title) for comparison in advice.options[0].comparisons)
    for number, option in zip(advice.decision.numbers, advice.options, strict=True):
        mark = ">" if option.option == advice.doctrine else " "
        yield f"{mark}{number:>3}  {options[str(option.option)]}"
        for comparison in option.comparisons:
            yield f"      {comparison.measure.title:<{width}}  {estimate_text(comparison)} {MARKS[comparison.better]}".rstrip()
    if advice.verdict:
        yield advice.verdict
    yield f"Each option was simulated {advice.flights} times. {LEGEND}."


def _session(file: Path, step: int | None, overlay: Path | None) -> Session:
    """Return a session that waits at the chosen decision of a log or save.

    Raises:
        CombatBoxError: the file has no such decision.
    """
    game, *others = open_games(file, overlay)
    if others:
        raise CombatBoxError(f"{file}: the file has {1 + len(others)} saves; give a file with one save")
    book, _ = open_book(header_of(game)["game"], overlay, ())
    if not isinstance(game, Log):
        session = resume(book, game)
        session.advance()
        if step is not None:
            check_range("--step", step, 1, len(session.answers) + 1)
            session.back_to(step - 1)
        return session
    if step is None:
        decisions = sum(event["kind"] == "choice" for event in game.events)
        raise CombatBoxError(f"{file}: the run is over; choose one of its {decisions} decisions with --step")
    return session_at(book, game, step)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="LOG...", type=EXISTING_FILE)
@as_json
@with_tables
def recheck(files: tuple[Path, ...], json_: bool, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """Replay logs and saves with the current tables and code, and report which games are still the same.

    The command reports a game as `same`, as `other words` if only names of rules or rows differ, as `other outcome` if
    its dice and choices still fit but the result differs, or as `departs` if they no longer fit. Every game that is not
    the same is listed with the first event that differs, and the exit code is 1. A file may have many saves, one in
    each line.

    \b
    Example:
      combatbox recheck tour.jsonl seven.save
      combatbox recheck logs/*.jsonl --tables my-tables --json
    """
    refuse("the files have the rulings that they were played under", ruling=rulings)
    books: dict[str, Book] = {}
    results = [(name, result) for file in files for name, result in _results(file, overlay, books)]
    counts = Counter(result.kind for _, result in results)
    if json_:
        print_json({"counts": {kind: counts[kind] for kind in KINDS}, "games": [_as_data(*each) for each in results]})
    else:
        print_lines(f"{name}: {result}" for name, result in results if result.kind != "same")
        click.echo(f"{len(results)} rechecked: {', '.join(f'{counts[kind]} {kind}' for kind in KINDS)}")
    if counts["same"] < len(results):
        raise click.exceptions.Exit(1)


def _as_data(name: str, result: RecheckResult) -> dict[str, Any]:
    return {
        "game": name,
        "verdict": result.kind,
        "event": result.event,
        "place": result.place,
        "row": result.row,
        "why": result.why,
    }


def _results(file: Path, overlay: Path | None, books: dict[str, Book]) -> Iterator[tuple[str, RecheckResult]]:
    """Yield the name and result of each game in a file.

    `books` holds the books loaded so far, by key; newly loaded ones are added.
    """

    def book_of(key: str) -> Book:
        if key not in books:
            books[key], _ = open_book(key, overlay, ())
        return books[key]

    for number, game in enumerate(open_games(file, overlay), 1):
        if isinstance(game, Log):
            with naming(file):
                yield str(file), recheck_log(book_of(game.header["game"]), game)
            return
        try:
            yield f"{file}:{number}", recheck_save(book_of(game["header"]["game"]), game)
        except CombatBoxError as error:
            yield f"{file}:{number}", RecheckResult("departs", why=str(error))
