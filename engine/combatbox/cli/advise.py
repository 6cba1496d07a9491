"""The command `advise`, which compares the options of a decision by simulation."""

from __future__ import annotations

from collections.abc import Iterator
from os import cpu_count
from pathlib import Path

import click

from combatbox.cli.common import (
    as_json,
    check_range,
    header_of,
    naming,
    open_book,
    open_games,
    print_json,
    progress,
    refuse,
    with_tables,
)
from combatbox.core.errors import CombatBoxError
from combatbox.core.narration import NarrationContext
from combatbox.odds.parallel_advice import advise as run_adviser
from combatbox.play.adviser import FLIGHTS, MOST_FLIGHTS, Advice, estimate_text, session_at
from combatbox.play.logs import Log
from combatbox.play.narrate import narration_context
from combatbox.play.saves import resume
from combatbox.play.session import Session
from combatbox.play.view import decision_text

MARKS = {1: "+", 0: "", -1: "-"}

LEGEND = (
    "> the choice of the doctrine; + better than it, - worse (99 % confidence for all of them together); "
    "95 % intervals in brackets"
)


@click.command()
@click.argument("file", metavar="LOG", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--step",
    type=int,
    help="Number of the decision in the log or save, from 1; without one, the open decision of the save.",
)
@click.option("--flights", default=FLIGHTS, show_default=True, help="Largest number of simulations for each option.")
@click.option("--jobs", default=0, help="Number of worker processes; 0 uses one per core.")
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
    are equal, one decision in a hundred shows a + or -. The doctrine decides everything after the option. The adviser uses separate dice, never those that the game will
    throw, and the same dice for all options.

    \b
    Example:
      combatbox advise seven.save
      combatbox advise seven.jsonl --step 12
      combatbox advise seven.jsonl --step 12 --flights 2000 --json
    """
    refuse("the file has the rulings that it was played under", ruling=rulings)
    check_range("--flights", flights, 1, MOST_FLIGHTS)
    check_range("--jobs", jobs, 0, 256)
    with naming(file):
        session = _session(file, step, overlay)
    with progress("flying", flights) as reach:
        advice = run_adviser(
            session, flights, jobs or cpu_count() or 1, str(overlay.resolve()) if overlay else "", reach
        )
    if json_:
        print_json({"game": session.book.key, "step": len(session.answers) + 1, **advice.to_json()})
        return
    words = narration_context(session.book)
    click.echo(decision_text(session, words).question)
    for line in lines_of(session, words, advice):
        click.echo(line)


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
