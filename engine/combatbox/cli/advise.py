"""Asking the adviser: what would come of each option of a decision."""

from __future__ import annotations

from collections.abc import Iterator
from os import cpu_count
from pathlib import Path
from typing import Any

import click

from combatbox.cli.common import as_json, check_range, open_book, open_log, print_json, progress, refuse, with_tables
from combatbox.core.errors import CombatBoxError
from combatbox.core.game import NarrationContext
from combatbox.library.savefile import saves_in
from combatbox.odds.parallel_advice import advise as advised
from combatbox.play.adviser import FLIGHTS, MOST_FLIGHTS, Advice, standing, told_in_words
from combatbox.play.controller import asked
from combatbox.play.narrate import words_of
from combatbox.play.saves import resume
from combatbox.play.session import NoDice, Session

MARKS = {1: "+", 0: "", -1: "-"}

LEGEND = "> the doctrine's choice; + better, - worse than it beyond chance (99 %); in brackets 95 % intervals"


@click.command()
@click.argument("file", metavar="LOG", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--step", type=int, help="Which decision of the log or save, from 1; without one, where the save waits.")
@click.option("--flights", default=FLIGHTS, show_default=True, help="How often each option is flown.")
@click.option("--jobs", default=0, help="Processes; 0 takes all cores.")
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
    """Say what would come of each option of a decision: the rest of the mission is flown a few hundred times for each.

    The doctrine decides what comes after. The dice are the adviser's own, never those that the game will throw, and the
    same for all options.

    \b
    Example:
      combatbox advise seven.save
      combatbox advise seven.jsonl --step 12
      combatbox advise seven.jsonl --step 12 --flights 2000 --json
    """
    refuse("a kept game holds the rulings it was flown under", ruling=rulings)
    check_range("--flights", flights, 1, MOST_FLIGHTS)
    check_range("--jobs", jobs, 0, 256)
    session = _session(file, step, overlay)
    with progress("flying", flights) as reach:
        advice = advised(session, flights, jobs or cpu_count() or 1, str(overlay.resolve()) if overlay else "", reach)
    if json_:
        print_json({"game": session.book.key, "step": len(session.answers) + 1, **advice.to_json()})
        return
    words = words_of(session.book)
    click.echo(asked(session, words).question)
    for line in lines_of(session, words, advice):
        click.echo(line)


def lines_of(session: Session, words: NarrationContext, advice: Advice) -> Iterator[str]:
    """Advice as lines: each option with its measures below it, and what the marks mean."""
    told = asked(session, words).options
    width = max(len(one.measure.title) for one in advice.options[0].told)
    for number, option in enumerate(advice.options, 1):
        mark = ">" if option.option == advice.doctrine else " "
        yield f"{mark}{number:>3}  {told[str(option.option)]}"
        for one in option.told:
            yield f"      {one.measure.title:<{width}}  {told_in_words(one)} {MARKS[one.better]}".rstrip()
    yield f"Each flown {advice.flights} times. {LEGEND}."


def _session(file: Path, step: int | None, overlay: Path | None) -> Session:
    """A session that waits at the decision that is meant. Raises CombatBoxError for a file or step that has none."""
    saves = saves_in(file)
    if saves is None:
        log = open_log(file)
        book, _ = open_book(log.header["game"], overlay, ())
        if step is None:
            decisions = sum(event["kind"] == "choice" for event in log.events)
            raise CombatBoxError(f"{file}: is over; say which of its {decisions} decisions with --step")
        return standing(book, log, step)
    if len(saves) != 1:
        raise CombatBoxError(f"{file}: holds {len(saves)} saves; the adviser is asked about one")
    return _saved(saves[0], step, overlay)


def _saved(save: dict[str, Any], step: int | None, overlay: Path | None) -> Session:
    book, _ = open_book(save["header"]["game"], overlay, ())
    session = resume(book, save, NoDice())
    session.advance()
    if step is not None:
        session.back_to(step - 1)
    return session
