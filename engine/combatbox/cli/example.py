"""The command `example`: a search for missions that show certain events, and the stored examples."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from combatbox.cli.common import (
    GameName,
    as_json,
    check_mission,
    check_storable,
    claim,
    open_book,
    print_json,
    print_lines,
    progress,
    refuse,
    with_jobs,
    with_overwrite,
    with_tables,
)
from combatbox.core.errors import CombatBoxError, DataError
from combatbox.library.book import Book
from combatbox.library.player_files import PlayerFile
from combatbox.library.schema import SightingsModel
from combatbox.library.stored_examples import has_sightings, read_seeds, read_sightings, write_seeds, write_sightings
from combatbox.odds.example_search import (
    TRIES,
    Finding,
    Search,
    example_flights,
    faults,
    find,
    fly_command,
    missing_highlights,
    parse_queries,
    renew_rows,
    search_of,
    simulate_mission,
)
from combatbox.play.batch import PLAYERS
from combatbox.play.logs import Log, log_text
from combatbox.play.narrate import find_line, printed_lines, row_narration

FIND_TRIES = 5_000
"""The default maximum of missions that a search for one example tries."""

SHORT = 12
"""The number of matching missions from which --short selects the shortest."""


@click.command()
@click.argument("game", type=GameName(variants=True))
@click.option(
    "--like", metavar="NAMES", help="What the mission must show, separated by commas; `no` before a name excludes it."
)
@click.option(
    "--row",
    "rows",
    multiple=True,
    metavar="ROW",
    help="A row of a table that must come up, such as P-5/10; may be given several times.",
)
@click.option("--list", "list_", is_flag=True, help="List all names for --like.")
@click.option("--mission", "--scenario", default=1, show_default=True, help="Mission or scenario to search.")
@click.option("--seed", default="1", show_default=True, help="Seed of the search; attempt i uses the seed SEED/i.")
@click.option(
    "--tries",
    type=int,
    help=f"Maximum number of missions to try.  [default: {FIND_TRIES}; {TRIES} for all the rows of --renew]",
)
@click.option("--short", is_flag=True, help=f"Find {SHORT} such missions and choose the shortest.")
@click.option("--player", type=click.Choice(PLAYERS), default="doctrine", show_default=True, help="Who decides.")
@with_jobs
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write the log of the mission here.")
@with_overwrite
@click.option(
    "--check",
    is_flag=True,
    help="Fly the stored examples and the missions stored for rows; each must show what it is stored for.",
)
@click.option(
    "--renew",
    is_flag=True,
    help="Find new seeds for examples that lack one or no longer fit; then, if the stored missions for rows no "
    "longer fit, find missions for rows that no mission shows any more; without examples/rows.yaml, for all (in a checkout).",
)
@as_json
@with_tables
def example(
    game: str,
    like: str | None,
    rows: tuple[str, ...],
    list_: bool,
    mission: int,
    seed: str,
    tries: int | None,
    short: bool,
    player: str,
    jobs: int,
    out: Path | None,
    overwrite: bool,
    check: bool,
    renew: bool,
    json_: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Find a mission that shows certain events, by simulating one seed after another.

    Names need not be exact; --list shows all of them. The names of rows are those on the pages of their tables. The
    exit code is 1 if no mission was found.

    \b
    Example:
      combatbox example queen --like "two engines out, crew safe" --mission 12
      combatbox example queen --like "passing shot hit, no serious wound" --short --out shot.jsonl
      combatbox example twentyfive --like "all wingmen lost"
      combatbox example queen --row P-5/9 --row BL-2/5 --like "crew safe" --mission 9
      combatbox example queen --check
    """
    book, choices = open_book(game, overlay, rulings)
    if renew and overlay and not (book.seeds and book.seeds.is_relative_to(overlay)):
        raise CombatBoxError(
            "--renew: only for the tables of the project, or for a variant with examples/seeds.yaml; leave --tables out"
        )
    if list_ or check or renew:
        refuse("the list and the stored examples do not depend on rulings", ruling=rulings)
    if renew:
        check_storable(book, "--renew")
    if list_:
        _list(book, json_)
    elif check or renew:
        _stored(book, renew, tries, jobs, json_)
    elif not rows and not (like or "").strip(", "):
        raise CombatBoxError(
            'nothing to search for; write --like "two engines out, crew safe" (see all names with --list) or --row P-5/10'
        )
    else:
        if "mission" not in book.game.runs:
            raise CombatBoxError(f"{book.meta.title} cannot be flown yet, so it has no examples to find")
        check_mission(mission, 1, book.missions)
        file = claim(out, overwrite=overwrite)
        names = tuple(wish.name for wish in parse_queries(book, (like or "").split(",")))
        lines = tuple(dict.fromkeys(_rollable(book, find_line(book, row)) for row in rows))
        place = str(overlay.resolve()) if overlay else ""
        bound = FIND_TRIES if tries is None else tries
        search = Search(book.key, names, mission, seed, bound, choices, place, player, lines)
        _print_finding(book, search, _search(search, SHORT if short else 1, jobs), file, json_)


def _list(book: Book, json_: bool) -> None:
    """Print every highlight that can be searched for, with its rules."""
    known = book.game.pages.happenings.values()
    if json_:
        print_json(
            {
                "game": book.key,
                "happenings": [
                    {"name": h.name, "also": list(h.also), "words": h.words, "rules": list(h.rules)} for h in known
                ],
            }
        )
        return
    width = max((len(h.name) for h in known), default=0)
    for h in known:
        click.echo(f"{h.name:<{width}}  {h.words} ({', '.join(h.rules)})")


def _rollable(book: Book, line: str) -> str:
    """Return a printed line if it can come up in a log.

    Raises:
        CombatBoxError: the line belongs to a table that never occurs in a log, so a search would be in vain.
    """
    model = _readable(book)  # the stored missions need not fit other tables
    table = printed_lines(book)[line]
    if model and table in (*model.read, *model.unused):
        reason = "the engine reads it without an event" if table in model.read else "nothing in play uses it"
        raise CombatBoxError(f"{line}: no log names a row of {table}: {reason}; choose a row of another table")
    return line


def _search(search: Search, wanted: int, jobs: int) -> Finding:
    with progress("looking", search.tries) as reach:
        return find(search, wanted, jobs, reach)


def _print_finding(book: Book, search: Search, finding: Finding, out: PlayerFile | None, json_: bool) -> None:
    """Print the result of a search: the mission, its rarity, the places of the rows, and a command to show it."""
    query = {"game": book.key, "like": list(search.names), "rows": list(search.rows)}
    if not finding.found:
        if json_:
            print_json({**query, "found": None, "tried": finding.tried})
        else:
            click.echo(f"No such mission in {finding.tried} missions; try more with --tries, or another --mission")
        raise click.exceptions.Exit(1)
    best = min(finding.found, key=lambda found: (found.events, found.tried))
    journal, summary = simulate_mission(book, search, best.seed)
    passages = [(row, part) for row in search.rows if (part := row_narration(book, journal.events, row))]
    if out:
        out.write(log_text(Log(journal.header, journal.events, summary)))
    if json_:
        print_json(
            {
                **query,
                "found": best.seed,
                "mission": search.mission,
                "tried": finding.tried,
                "showing": len(finding.found),
                "events": len(journal.events),
                "rulings": dict(search.rulings),
                "player": search.player,
                "fly": fly_command(search, best),
                "at": [
                    {"row": row, "event": part.event, "where": part.where, "told": part.words} for row, part in passages
                ],
            }
        )
        return
    click.echo(f"Seed {best.seed}, mission {search.mission}: {', '.join((*search.names, *search.rows))}")
    click.echo(f"  {rarity(finding)}; {len(journal.events)} events")
    print_lines(f"  {row}: event {part.event}, {part.where}: {part.words}" for row, part in passages)
    row = search.rows[0] if len(search.rows) == 1 else ""
    click.echo(f"  {fly_command(search, best, row)}")
    if out:
        click.echo(f"  The log is in {out.path}.")


def rarity(finding: Finding) -> str:
    """Return how rare a match was among the simulated missions: `1 in 40 tried`."""
    matches = len(finding.found)
    return (
        f"1 in {finding.tried} tried"
        if matches == 1
        else f"{matches} in {finding.tried} tried: about 1 in {round(finding.tried / matches)}"
    )


# ---- stored examples


def _stored(book: Book, renew: bool, tries: int | None, jobs: int, json_: bool) -> None:
    """Check the stored examples, and the stored missions for rows; with `renew`, replace those that do not fit."""
    if not read_seeds(book):
        raise CombatBoxError(
            f"{book.meta.title} has no stored examples; write examples/seeds.yaml beside its tables, as the page"
            " *Make your own game* shows"
        )
    examples = _examples(book, renew, FIND_TRIES if tries is None else tries, jobs)
    rows = _rows(book, renew, TRIES if tries is None else tries, jobs)
    bad = any(line["lacks"] for line in [*examples, *([rows] if rows else [])])
    if json_:
        print_json({"game": book.key, "examples": examples, "rows": rows, "ok": not bad})
    else:
        for line in examples:
            click.echo(
                f"{_state(line)[0]} {line['example']:<24} mission {line['mission']:>2}  {line['seed']:<28} {_state(line)[1]}"
            )
        if rows:
            click.echo(
                f"{_state(rows)[0]} {'rows':<24} {rows['shown']} in {rows['missions']} missions; {rows['missing']} came up in "
                f"none of {rows['flown']:,} flown  {_state(rows)[1]}"
            )
    if bad:
        raise click.exceptions.Exit(1)


def _state(line: dict[str, Any]) -> tuple[str, str]:
    """Return the status mark of a stored example, and a comment."""
    if line["lacks"]:
        return "FAIL", f"lacks {', '.join(line['lacks'])}"
    return "ok  ", "renewed" if line["renewed"] else "as described"


def _examples(book: Book, renew: bool, tries: int, jobs: int) -> list[dict[str, Any]]:
    """Return the stored examples with the highlights that each lacks; with `renew`, search for new seeds."""
    seeds: dict[str, str] = {}
    results: list[dict[str, Any]] = []
    for item in read_seeds(book):
        lacks = missing_highlights(book, item) if item.seed else ["a seed"]
        if lacks and renew:
            finding = _search(search_of(book, item, tries), SHORT, jobs)
            if finding.found:
                best = min(finding.found, key=lambda one: (one.events, one.tried))
                seeds[item.id], lacks = best.seed, []
        results.append(
            {
                "example": item.id,
                "seed": seeds.get(item.id, item.seed),
                "mission": item.mission,
                "lacks": lacks,
                "renewed": item.id in seeds,
            }
        )
    if seeds:
        write_seeds(book, seeds)
    return results


def _readable(book: Book) -> SightingsModel | None:
    """Return the stored missions for rows that the book has; None if the file cannot be read."""
    with suppress(DataError):
        return read_sightings(book, fitting=True)
    return None


def _rows(book: Book, renew: bool, tries: int, jobs: int) -> dict[str, Any] | None:
    """Return the state of the stored missions for rows that occur in no example; None if there are no such missions."""
    if not has_sightings(book):
        return None
    examples = example_flights(book)
    try:
        lacks = faults(book, examples)
    except DataError:
        if not renew:
            raise
        lacks = ["a readable file"]
    renewing = renew and bool(lacks)
    if renewing:
        with progress("looking for rows", tries) as reach:
            write_sightings(book, renew_rows(book, examples, tries, jobs, reach, stored=_readable(book)))
        lacks = faults(book, examples)
    model = read_sightings(book)
    return {
        "missions": len(model.missions) if model else 0,
        "shown": sum(len(item.lines) for item in model.missions) if model else 0,
        "missing": len(model.missing) if model else 0,
        "flown": model.flown if model else 0,
        "lacks": lacks,
        "renewed": renewing,
    }
