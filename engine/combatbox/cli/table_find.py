"""Finding examples: a mission that shows what is asked for, and the stored examples of the rules."""

from __future__ import annotations

from os import cpu_count
from pathlib import Path
from typing import Any

import click

from combatbox.cli.common import (
    GameName,
    as_json,
    check_range,
    check_writable,
    open_book,
    print_json,
    progress,
    with_tables,
)
from combatbox.core.errors import CombatBoxError
from combatbox.library.book import Book
from combatbox.library.seeds import read_seeds, write_seeds
from combatbox.library.store import write_log
from combatbox.odds.finding import Finding, Search, find, flown, fly_command, lacking, search_of, wishes
from combatbox.odds.runs import PLAYERS

SHORT = 12
"""Of how many missions found the shortest is taken with --short."""


@click.command()
@click.argument("game", type=GameName())
@click.option(
    "--like", metavar="NAMES", help="What it must show, separated by commas; `no` before a name turns it round."
)
@click.option("--list", "list_", is_flag=True, help="Tell everything that can be looked for.")
@click.option("--mission", default=1, show_default=True, help="Which mission of the tour to look at.")
@click.option("--seed", default="1", show_default=True, help="Seed of the search; try number i has the dice of SEED/i.")
@click.option("--tries", default=5_000, show_default=True, help="How many missions to try at most.")
@click.option("--short", is_flag=True, help=f"Find {SHORT} such missions and take the shortest.")
@click.option("--player", type=click.Choice(PLAYERS), default="doctrine", show_default=True, help="Who decides.")
@click.option("--jobs", default=0, help="Processes; 0 takes all cores.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write the log of the mission here.")
@click.option("--check", is_flag=True, help="Fly the stored examples: each must show what it is kept for.")
@click.option(
    "--renew", is_flag=True, help="Find seeds for the stored examples that have none or do not fit (in a checkout)."
)
@as_json
@with_tables
def example(
    game: str,
    like: str | None,
    list_: bool,
    mission: int,
    seed: str,
    tries: int,
    short: bool,
    player: str,
    jobs: int,
    out: Path | None,
    check: bool,
    renew: bool,
    json_: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Find a mission that shows something: seeds are tried until one does.

    Names are taken forgivingly; --list tells them all. Ends with exit code 1 when nothing was found.

    \b
    Example:
      combatbox example queen --like "two engines out, crew safe" --mission 12
      combatbox example queen --like "passing shot hit, no serious wound" --short --out shot.jsonl
      combatbox example twentyfive --like "all wingmen lost"
      combatbox example queen --check
    """
    book, choices = open_book(game, overlay, rulings)
    if list_:
        _list(book, json_)
    elif check or renew:
        _stored(book, renew, tries, jobs or cpu_count() or 1, json_)
    elif not like or not like.strip(", "):
        raise CombatBoxError('what shall it show? Write --like "two engines out, crew safe"; see them all with --list')
    else:
        if "mission" not in book.game.runs:
            raise CombatBoxError(f"{book.meta.title} cannot be flown yet, so it has no examples to find")
        check_range("--mission", mission, 1, book.meta.constants["missions"])
        check_range("--jobs", jobs, 0, 256)
        check_writable(out)
        names = tuple(wish.name for wish in wishes(book, like.split(",")))
        place = str(overlay.resolve()) if overlay else ""
        search = Search(book.key, names, mission, seed, tries, choices, place, player)
        _tell(book, search, _search(search, SHORT if short else 1, jobs or cpu_count() or 1), out, json_)


def _list(book: Book, json_: bool) -> None:
    """Everything that can be looked for, with its rules."""
    known = book.game.happenings.values()
    if json_:
        print_json({"game": book.key, "happenings": [
            {"name": h.name, "also": list(h.also), "words": h.words, "rules": list(h.rules)} for h in known]})  # fmt: skip
        return
    width = max((len(h.name) for h in known), default=0)
    for h in known:
        click.echo(f"{h.name:<{width}}  {h.words} ({', '.join(h.rules)})")


def _search(search: Search, wanted: int, jobs: int) -> Finding:
    with progress("looking", search.tries) as reach:
        return find(search, wanted, jobs, lambda done, _all: reach(done))


def _tell(book: Book, search: Search, finding: Finding, out: Path | None, json_: bool) -> None:
    """What was found, how rare it is, and how to see it."""
    if not finding.found:
        if json_:
            print_json({"game": book.key, "like": list(search.names), "found": None, "tried": finding.tried})
        else:
            click.echo(f"Nothing like that in {finding.tried} missions; try more with --tries, or another --mission")
        raise click.exceptions.Exit(1)
    best = min(finding.found, key=lambda found: (found.events, found.tried))
    journal, summary = flown(book, search, best.seed)
    if out:
        write_log(out, journal, summary)
    if json_:
        print_json({
            "game": book.key, "like": list(search.names), "found": best.seed, "mission": search.mission,
            "tried": finding.tried, "showing": len(finding.found), "events": len(journal.events),
            "rulings": dict(search.rulings), "player": search.player, "fly": fly_command(search, best),
        })  # fmt: skip
        return
    click.echo(f"Seed {best.seed}, mission {search.mission}: {', '.join(search.names)}")
    click.echo(f"  {rarity(finding)}; {len(journal.events)} events")
    click.echo(f"  {fly_command(search, best)}")
    if out:
        click.echo(f"  The log is in {out}.")


def rarity(finding: Finding) -> str:
    """`1 in 40 tried`."""
    shown = len(finding.found)
    return (
        f"1 in {finding.tried} tried"
        if shown == 1
        else f"{shown} in {finding.tried} tried: about 1 in {round(finding.tried / shown)}"
    )


# ---- the stored examples


def _stored(book: Book, renew: bool, tries: int, jobs: int, json_: bool) -> None:
    """Fly the examples of the book; find new seeds for those that do not fit, when asked to."""
    examples = read_seeds(book)
    if not examples:
        raise CombatBoxError(f"{book.meta.title} has no examples kept as seeds")
    found: dict[str, str] = {}
    told: list[dict[str, Any]] = []
    for item in examples:
        lacks = lacking(book, item) if item.seed else ["a seed"]
        if lacks and renew:
            finding = _search(search_of(book, item, tries), SHORT, jobs)
            if finding.found:
                best = min(finding.found, key=lambda one: (one.events, one.tried))
                found[item.id], lacks = best.seed, []
        told.append({"example": item.id, "seed": found.get(item.id, item.seed), "mission": item.mission, "lacks": lacks,
                     "renewed": item.id in found})  # fmt: skip
    if found:
        write_seeds(book, found)
    bad = [line for line in told if line["lacks"]]
    if json_:
        print_json({"game": book.key, "examples": told, "ok": not bad})
    else:
        for line in told:
            state = (
                f"lacks {', '.join(line['lacks'])}" if line["lacks"] else "new seed" if line["renewed"] else "as told"
            )
            click.echo(
                f"{'FAIL' if line['lacks'] else 'ok  '} {line['example']:<24} mission {line['mission']:>2}  {line['seed']:<28} {state}"
            )
    if bad:
        raise click.exceptions.Exit(1)
