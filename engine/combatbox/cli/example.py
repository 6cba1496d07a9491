"""The commands `example find`, `list`, `check` and `renew`: missions that show certain events, searched for or stored."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from combatbox.cli.common import (
    FILE,
    as_json,
    check_mission,
    check_run,
    check_storable,
    claim,
    open_book,
    print_json,
    print_lines,
    progress,
    refuse,
    with_game,
    with_jobs,
    with_overwrite,
    with_player,
    with_tables,
)
from combatbox.core.errors import CombatBoxError, DataError
from combatbox.library.book import Book
from combatbox.library.player_files import PlayerFile
from combatbox.library.schema import SightingsModel
from combatbox.library.stored_examples import has_sightings, read_seeds, read_sightings, write_seeds, write_sightings
from combatbox.odds.example_search import (
    Finding,
    Search,
    command,
    find,
    missing_highlights,
    parse_queries,
    search_of,
    simulate_mission,
)
from combatbox.odds.row_search import TRIES, example_flights, faults, renew_rows
from combatbox.play.logs import Log, log_text
from combatbox.play.narrate import find_line, printed_lines, row_narration

FIND_TRIES = 5_000
"""The default maximum of missions that a search for one example tries."""

FLAGS = ("--list", "--renew", "--check")
"""The options of 1.0.0 in whose place are subcommands; the first one given decides."""

SHORT = 12
"""The number of matching missions from which --short selects the shortest."""


class Examples(click.Group):
    """The group `example`; it also understands the one command that it was in 1.0.0, `example GAME [OPTIONS]`."""

    def former(self, name: str) -> click.Command:
        """Return the command of 1.0.0, which has the options of all subcommands, and flags in place of their names.

        Args:
            name: the subcommand that the command runs; it ignores the options that only others have, as in 1.0.0.
        """
        command = self.commands[name]
        options = {each.name: each for known in (*self.commands.values(), command) for each in known.params}
        flags = [click.Option([flag], is_flag=True, hidden=True) for flag in FLAGS]

        def run(**values: Any) -> None:
            own = {each.name for each in command.params}
            click.get_current_context().invoke(command, **{key: value for key, value in values.items() if key in own})

        return click.Command(name, params=[*options.values(), *flags], help=command.help, callback=run)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a subcommand; other words than its name are those of the command of 1.0.0."""
        if args[0] in self.commands:
            return super().resolve_command(ctx, args)
        name = next((flag[2:] for flag in FLAGS if flag in args), "find")
        return name, self.former(name), args


@click.group(cls=Examples, context_settings={"ignore_unknown_options": True})
def example() -> None:
    """Find a mission that shows certain events; check and renew the missions that are stored as examples.

    \b
    Example:
      combatbox example find queen --like "two engines out, crew safe" --mission 12
      combatbox example list queen
      combatbox example check queen
    """


@example.command("find")
@with_game
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
@click.option("--mission", "--scenario", default=1, help="Mission or scenario to search.")
@click.option("--seed", default="1", help="Seed of the search; attempt i uses the seed SEED/i.")
@click.option("--tries", default=FIND_TRIES, help="Maximum number of missions to try.")
@click.option("--short", is_flag=True, help=f"Find {SHORT} such missions and choose the shortest.")
@with_player
@with_jobs
@click.option("--out", type=FILE, help="Write the log of the mission here.")
@with_overwrite
@as_json
@with_tables
def find_example(
    game: str,
    like: str | None,
    rows: tuple[str, ...],
    mission: int,
    seed: str,
    tries: int,
    short: bool,
    decides: str,
    jobs: int,
    out: Path | None,
    overwrite: bool,
    json_: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Find a mission that shows certain events, by simulating one seed after another.

    Names need not be exact; `combatbox example list` shows all of them. The names of rows are those on the pages of
    their tables. The exit code is 1 if no mission was found.

    \b
    Example:
      combatbox example find queen --like "two engines out, crew safe" --mission 12
      combatbox example find queen --like "passing shot hit, no serious wound" --short --out shot.jsonl
      combatbox example find twentyfive --like "all wingmen lost"
      combatbox example find queen --row P-5/9 --row BL-2/5 --like "crew safe" --mission 9
    """
    book, choices = open_book(game, overlay, rulings)
    if not rows and not (like or "").strip(", "):
        raise CombatBoxError(
            f'nothing to search for; write --like "two engines out, crew safe" (see all names with combatbox example '
            f"list {game}) or --row P-5/10"
        )
    check_run(book, "mission")
    check_mission(mission, 1, book.missions)
    file = claim(out, overwrite=overwrite)
    names = tuple(wish.name for wish in parse_queries(book, (like or "").split(",")))
    lines = tuple(dict.fromkeys(_rollable(book, find_line(book, row)) for row in rows))
    place = str(overlay.resolve()) if overlay else ""
    search = Search(book.key, names, mission, seed, tries, choices, place, decides, lines)
    _print_finding(book, search, _search(search, SHORT if short else 1, jobs), file, json_)


@example.command("list")
@with_game
@as_json
@with_tables
def list_names(game: str, json_: bool, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """List the names for --like of `combatbox example find`, each with its rules.

    \b
    Example:
      combatbox example list queen
    """
    book = _open_stored(game, overlay, rulings)
    known = book.game.pages.happenings.values()
    if json_:
        happenings = [{"name": h.name, "also": list(h.also), "words": h.words, "rules": list(h.rules)} for h in known]
        print_json({"game": book.key, "happenings": happenings})
        return
    width = max((len(h.name) for h in known), default=0)
    print_lines(f"{h.name:<{width}}  {h.words} ({', '.join(h.rules)})" for h in known)


@example.command("check")
@with_game
@as_json
@with_tables
def check_stored(game: str, json_: bool, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """Fly the stored examples and the missions stored for rows; each must show what it is stored for.

    The exit code is 1 if one does not.

    \b
    Example:
      combatbox example check queen
    """
    _stored(_open_stored(game, overlay, rulings), json_)


@example.command("renew")
@with_game
@click.option(
    "--tries",
    type=int,
    help=f"Maximum number of missions to try.  [default: {FIND_TRIES} for an example, {TRIES} for all the rows]",
)
@with_jobs
@as_json
@with_tables
def renew_stored(
    game: str, tries: int | None, jobs: int, json_: bool, overlay: Path | None, rulings: tuple[str, ...]
) -> None:
    """Find new seeds for the stored examples that lack one or no longer fit (in a checkout).

    Then, if the stored missions for rows no longer fit, find missions for rows that no mission shows any more; without
    examples/rows.yaml, for all rows that no example shows.

    \b
    Example:
      combatbox example renew queen
      combatbox example renew winter --tables my-variants
    """
    book = _open_stored(game, overlay, rulings)
    if overlay and not (book.seeds and book.seeds.is_relative_to(overlay)):
        raise CombatBoxError(
            "example renew: only for the tables of the project, or for a variant with examples/seeds.yaml; leave "
            "--tables out"
        )
    check_storable(book, "example renew")
    _stored(book, json_, renew=True, tries=tries, jobs=jobs)


def _open_stored(game: str, overlay: Path | None, rulings: tuple[str, ...]) -> Book:
    """Load the book of a game whose names or stored examples the command uses; they do not depend on rulings."""
    refuse("the list and the stored examples do not depend on rulings", ruling=rulings)
    return open_book(game, overlay, ())[0]


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
    best = finding.best
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
                "fly": command(search.game, search, best.seed),
                "at": [part.as_data(row) for row, part in passages],
            }
        )
        return
    click.echo(f"Seed {best.seed}, mission {search.mission}: {', '.join((*search.names, *search.rows))}")
    click.echo(f"  {rarity(finding)}; {len(journal.events)} events")
    print_lines(f"  {row}: event {part.event}, {part.where}: {part.words}" for row, part in passages)
    row = search.rows[0] if len(search.rows) == 1 else ""
    click.echo(f"  {command(search.game, search, best.seed, row)}")
    if out:
        click.echo(f"  The log is in {out.path}.")


def rarity(finding: Finding) -> str:
    """Return how rare a match was among the simulated missions: `1 in 40 tried`."""
    matches = len(finding.found)
    about = f": about 1 in {round(finding.tried / matches)}" if matches > 1 else ""
    return f"{matches} in {finding.tried} tried{about}"


# ---- stored examples


def _stored(book: Book, json_: bool, *, renew: bool = False, tries: int | None = None, jobs: int = 1) -> None:
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
            _print_state(line, line["example"], f"mission {line['mission']:>2}  {line['seed']:<28}")
        if rows:
            many = f"{rows['shown']} in {rows['missions']} missions; {rows['missing']} came up in none of "
            _print_state(rows, "rows", f"{many}{rows['flown']:,} flown ")
    if bad:
        raise click.exceptions.Exit(1)


def _print_state(line: dict[str, Any], name: str, facts: str) -> None:
    """Print the status of a stored example: its mark, its name, facts about it, and a comment."""
    lacks = ", ".join(line["lacks"])
    comment = f"lacks {lacks}" if lacks else "renewed" if line["renewed"] else "as described"
    click.echo(f"{'FAIL' if lacks else 'ok  '} {name:<24} {facts} {comment}")


def _examples(book: Book, renew: bool, tries: int, jobs: int) -> list[dict[str, Any]]:
    """Return the stored examples with the highlights that each lacks; with `renew`, search for new seeds."""
    seeds: dict[str, str] = {}
    results: list[dict[str, Any]] = []
    for item in read_seeds(book):
        lacks = missing_highlights(book, item) if item.seed else ["a seed"]
        if lacks and renew:
            finding = _search(search_of(book, item, tries), SHORT, jobs)
            if finding.found:
                seeds[item.id], lacks = finding.best.seed, []
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
    counts = dict.fromkeys(("missions", "shown", "missing", "flown"), 0)
    if model:
        shown = sum(len(item.lines) for item in model.missions)
        counts |= {"missions": len(model.missions), "shown": shown, "missing": len(model.missing), "flown": model.flown}
    return {**counts, "lacks": lacks, "renewed": renewing}
