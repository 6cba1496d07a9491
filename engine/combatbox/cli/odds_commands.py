"""The command odds, and its report: the charts and sheets of the odds page, with a line for each bar or row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from combatbox.cli.common import (
    FILE,
    PATH,
    MissionNumber,
    as_json,
    check_mission,
    check_run,
    check_storable,
    claim,
    is_in_own_folder,
    open_played,
    pairs,
    print_json,
    print_lines,
    progress,
    refuse,
    scenario_typed,
    was_given,
    with_game,
    with_jobs,
    with_overwrite,
    with_player,
    with_tables,
)
from combatbox.core.errors import CombatBoxError, check_range
from combatbox.core.statistics import Bar, Chart, Sheet, Words, count, fine_share, format_interval, number
from combatbox.library import paths
from combatbox.library.player_files import PlayerFile
from combatbox.odds.report import Odds, groups_of
from combatbox.play.batch import SimulationRequest
from combatbox.play.book import Book
from combatbox.play.live_odds import named_odds

MOST_MISSIONS = 1_000_000_000


@click.command()
@with_game
@click.option("--missions", default=20_000, help="Number of missions to simulate.")
@click.option("--seed", default="1", help="Seed; mission i has the dice of SEED/i.")
@click.option(
    "--mission",
    "--scenario",
    type=MissionNumber(),
    default=0,
    help="Simulate only this mission or scenario, by number, name or file; 0 simulates all missions in turn.",
)
@with_player
@click.option(
    "--sensible",
    multiple=True,
    metavar="KIND",
    help="Kind of decision in which the random player gives the usual answer; may be given several times.",
)
@click.option(
    "--always",
    multiple=True,
    metavar="KIND=OPTION",
    help="Standing order: in decisions of this kind always take this option where it is legal.",
)
@click.option(
    "--tours", default=0, help="Number of whole tours to simulate as well; 0 simulates one tour for every 100 missions."
)
@click.option(
    "--store", is_flag=True, help="Repeat the stored simulations of the game and store the results (in a checkout)."
)
@with_jobs
@click.option(
    "--out",
    type=PATH,
    help="Write checkpoints to this file; if the command is stopped, run it again to resume from there.",
)
@click.option("--csv", type=FILE, help="Write the shares with their intervals to this file as CSV.")
@with_overwrite
@as_json
@with_tables
def odds(
    game: str,
    missions: int,
    seed: str,
    mission: int,
    decides: str,
    sensible: tuple[str, ...],
    always: tuple[str, ...],
    tours: int,
    store: bool,
    jobs: int,
    out: Path | None,
    csv: Path | None,
    overwrite: bool,
    json_: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Simulate many missions and report how often each event occurs, with 95 % intervals.

    \b
    Example:
      combatbox odds twentyfive --missions 100000 --json
      combatbox odds twentyfive --ruling attack_on=5-6
      combatbox odds queen --mission 11 --missions 5000
      combatbox odds queen --csv odds.csv
      combatbox odds queen --mission 20 --player random --sensible abort
      combatbox odds queen --always abort=go_on --always evade=evade
      combatbox odds queen --missions 10000000 --out queen.odds
      combatbox odds skirmish --scenario my-contest.yaml --missions 2000
      combatbox odds queen --store
    """
    from combatbox.odds.simulation import odds as run_odds

    book, choices = open_played(game, overlay, rulings)
    check_run(book)
    check_range("--missions", missions, 1, MOST_MISSIONS)
    check_range("--tours", tours, 0, MOST_MISSIONS)
    check_mission(mission, 0, book.missions)
    if store:
        _store_odds(game, overlay, jobs)
        return
    if decides == "doctrine":
        refuse("it is only for --player random", sensible=sensible)
    place = str(overlay.resolve()) if overlay else ""
    order = SimulationRequest(
        game,
        missions,
        seed,
        choices,
        mission,
        place,
        player=decides,
        sensible=sensible,
        always=pairs("--always", always, "KIND=OPTION, for example abort=go_on"),
        tours=tours,
        scenario=scenario_typed(book),
    )
    file = claim(csv, overwrite=overwrite)
    with progress("flying", missions) as reach:
        try:
            results = run_odds(book, order, jobs, reach, out=out)
        except KeyboardInterrupt as stop:
            stop.args = (_kept(book, order, out),)
            raise
    if file:
        file.write(named_odds(book, results).csv())
    if json_:
        print_json(results)
        return
    of = f", {order.scenario['title']}" if order.scenario else ""
    click.echo(f"{book.title}{of}: {missions} missions, seed {seed}, tables {book.digest}")
    print_lines((*report(book, results), *_comparison(order, results.get("figures", {}))))


def _kept(book: Book, order: SimulationRequest, out: Path | None) -> str:
    """Describe what a simulation that was stopped has left in its file."""
    from combatbox.odds.checkpoint import Checkpoint

    if out is None or not out.exists():
        return "nothing is kept" if out else "nothing is kept, as there is no --out FILE"
    with PlayerFile(out, own=True) as file:
        missions = Checkpoint(book, order, file).flown["mission"].runs
    return f"{missions} missions are in {paths.display_path(out)}, and the same command goes on from there"


def _store_odds(game: str, overlay: Path | None, jobs: int) -> None:
    """Repeat the stored simulations of a game, or of a variant in an overlay, and store the results.

    Raises:
        CombatBoxError: an option of a simulation is given, or the game is in an installed package.
    """
    from combatbox.library.load import load
    from combatbox.odds import stored_odds

    book = load(game, overlay)
    orders = ("missions", "seed", "mission", "decides", "sensible", "always", "tours", "out", "rulings")
    if any(map(was_given, orders)) or (overlay and not is_in_own_folder(book)):
        raise CombatBoxError("--store: the stored orders decide what is simulated; leave the other options out")
    check_storable(book, "--store")
    with progress("flying", sum(item.order.missions for item in stored_odds.stored_for(book))) as reach:
        click.echo(f"Stored in {paths.display_path(stored_odds.store(book, jobs, reach))}")


def _comparison(order: SimulationRequest, figures: Mapping[str, Any]) -> Iterator[str]:
    """Yield the comparison of figures with a model and history; only for the doctrine with default rules."""
    from combatbox.odds.report import beside, comparison_lines, read_beside

    plain = (
        not (order.mission or order.scenario or order.overlay or order.rulings or order.always)
        and order.player == "doctrine"
    )
    model = read_beside(order.game) if plain else None
    return comparison_lines(beside(model, figures)) if model else iter(())


def report(book: Book, odds: Odds) -> Iterator[str]:
    """Yield the odds as lines of text.

    The first lines are the probabilities of surviving a mission and of completing a tour.
    """
    for key in ("mission_survival", "tour_completion"):
        if key in odds:
            yield _share(key.replace("_", " "), odds[key])
    for group in groups_of(book, odds):
        for part in group.parts:
            yield ""
            yield from _chart(part) if isinstance(part, Chart) else _sheet(part)
    figures = book.game.figures
    flown = figures.flown(book.const, odds.get("figures", {})) if figures else ""
    if flown:
        yield ""
        yield f"{flown}."


def _share(name: str, share: Mapping[str, float | None]) -> str:
    exact = f"  exactly {share['exact']:.4%}" if share["exact"] is not None else ""
    return f"{name:<28} {share['value']:8.2%}  ({share['low']:.2%} to {share['high']:.2%}){exact}"


KINDS: dict[str, Words] = {"share": fine_share, "number": number, "count": count}
"""The functions that format the values of a column, by its kind."""

LABEL = 28
"""The minimum width of the label of a line, in characters."""


def _chart(chart: Chart) -> Iterator[str]:
    yield f"{chart.title}. {chart.about}"
    words = fine_share if chart.shares else number
    for bar in chart.bars:
        yield _row(bar.label, [_cell(bar, words)])


def _cell(bar: Bar, words: Words) -> str:
    between = f"  ({format_interval(bar, words)})" if bar.high > bar.low else ""
    return f"{words(bar.value):>8}{between}"


def _sheet(sheet: Sheet) -> Iterator[str]:
    """Yield a row for each label, with the values under their headings."""
    yield f"{sheet.title}."
    columns = [
        [column.heading, *("-" if bar is None else KINDS[column.kind](bar.value) for bar in column.bars)]
        for column in sheet.columns
    ]
    widths = [max(map(len, cells)) for cells in columns]
    for index, label in enumerate((sheet.heading, *sheet.labels)):
        yield _row(label, [cells[index].rjust(width) for cells, width in zip(columns, widths, strict=True)])


def _row(label: str, cells: Sequence[str]) -> str:
    return f"  {label:<{LABEL}}  {'  '.join(cells)}".rstrip()
