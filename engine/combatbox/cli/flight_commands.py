"""Flying: one mission, a tour, a replay, odds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from combatbox.cli.common import (
    GameName,
    as_json,
    check_mission,
    check_output,
    check_range,
    check_writable,
    fresh_seed,
    open_book,
    open_log,
    open_played,
    print_json,
    progress,
    refuse,
    with_overwrite,
    with_tables,
)
from combatbox.cli.output import read_line
from combatbox.core.decisions import AskingPlayer, Decision, DefaultPlayer, Player
from combatbox.core.dice import BY_HAND, Dice, ManualDice, SeededDice, describe_dice, seed_from_header
from combatbox.core.errors import CombatBoxError, LogError, RowNotReached
from combatbox.core.events import Journal, faces_of
from combatbox.core.game import Setup
from combatbox.core.game import fly as fly_game
from combatbox.core.player_names import proper_name
from combatbox.library import paths
from combatbox.library.log_files import write_log
from combatbox.play.batch import PLAYERS, SimulationRequest, player_of
from combatbox.play.book import Book
from combatbox.play.checkpoint import go_on, restore_state, resume_record
from combatbox.play.log_validation import setup_of
from combatbox.play.logs import Log
from combatbox.play.narrate import RowNarration, narrate, passage
from combatbox.play.printed_rows import line_named
from combatbox.play.replay import Replay, header, replay_log

MOST_MISSIONS = 1_000_000_000
THEN = ", then "
"""Parts the dice of a tour that was flown with several kinds, in the header of its log."""


def _ask(prompt: str) -> str:
    """Ask at the terminal; the end of the input is a clear error."""
    click.echo(prompt, nl=False, err=True)
    try:
        line = read_line()
    except KeyboardInterrupt:
        if not sys.stderr.isatty():
            click.echo(err=True)  # after the prompt; on a terminal the line is ended for every command
        raise
    if not line:
        click.echo(err=True)
        raise CombatBoxError("the input ended before the flight did")
    return line


def _tell(text: str) -> None:
    click.echo(text, err=True)


class StopAfter:
    """Lets another player decide until a number of missions is completed, then stands down."""

    def __init__(self, missions: int, until: Player) -> None:
        self.missions, self.until = missions, until

    def choose(self, decision: Decision, flight: Any) -> str:
        """`stand_down` when enough are completed."""
        if decision.kind == "fly_on" and flight.state.completed >= self.missions:
            return "stand_down"
        return self.until.choose(decision, flight)


class NewMen:
    """Names those who come in the course of a tour, in the order of two lists; another player decides the rest."""

    def __init__(self, men: Sequence[str], bombers: Sequence[str], until: Player) -> None:
        self.names, self.until = {"name_man": list(men), "name_bomber": list(bombers)}, until

    def choose(self, decision: Decision, flight: Any) -> str:
        """The next name of its list, while there is one."""
        names = self.names.get(decision.kind)
        return names.pop(0) if names else self.until.choose(decision, flight)


with_crew = click.option(
    "--crew", metavar="ROLE=NAME", multiple=True, help="Name a man of your crew; may be given for each."
)


def names_of(book: Book, name: str | None, crew: Sequence[str] = ()) -> dict[str, Any]:
    """The names that the player gives: the bomber's, under the first of the roles that the game names, and the men's."""
    names: dict[str, Any] = {}
    if name is not None:
        roles = book.constants.get("names")
        if not roles:
            raise CombatBoxError(f"--name: nothing in {book.title} is given a name")
        try:
            names[next(iter(roles))] = proper_name(name)
        except CombatBoxError as error:
            raise CombatBoxError(f"--name {error}") from error
    if crew:
        names["crew"] = crew_of(book, crew)
    return names


def crew_of(book: Book, told: Sequence[str]) -> dict[str, str]:
    """Names of men by role, from `ROLE=NAME`. Raises CombatBoxError naming the option."""
    roles = book.constants.get("crew", ())
    if not roles:
        raise CombatBoxError(f"--crew: the men of {book.title} have no names")
    crew: dict[str, str] = {}
    for text in told:
        role, parted, name = text.partition("=")
        role = role.strip().lower().replace(" ", "_")
        if not parted or role not in roles:
            raise CombatBoxError(f"--crew {text!r}: write ROLE=NAME, with a role of {', '.join(roles)}")
        if role in crew:
            raise CombatBoxError(f"--crew {text!r}: the {book.say(role)} has a name already")
        try:
            crew[role] = proper_name(name, tuple(crew.values()))
        except CombatBoxError as error:
            raise CombatBoxError(f"--crew {role}={error}") from error
    return crew


def roster_of(book: Book, seed: str | None) -> dict[str, Any]:
    """For a game that gives out names, the word that chooses them: the seed, or a fresh one for real dice (None)."""
    if "rosters" not in book.constants:
        return {}
    return {"roster": fresh_seed() if seed is None else seed}


with_row = click.option("--row", metavar="ROW", help="Tell only the part in which this row of a table first comes up.")


def _finish(book: Book, flown: Log, log: Path | None, json_: bool, row: str | None = None) -> None:
    """Write the log and tell the mission, or the part of it in which a row comes up."""
    if log:
        write_log(log, flown)
    part = _part(book, flown, row) if row else None
    if json_:
        at = {"row": {"row": row, "event": part.event, "where": part.where, "told": part.words}} if part else {}
        print_json({"header": flown.header, "events": flown.events, "summary": flown.summary, **at})
        return
    if part:
        for line in part.above:
            click.echo(f"  {'  ' * line.depth}{line.shown}")
        for line, of_row in part.lines:
            click.echo(f"{'> ' if of_row else '  '}{'  ' * line.depth}{line.shown}")
        click.echo(f"{row} is event {part.event} of {len(flown.events)}.")
    else:
        for line in narrate(book, flown.events):
            click.echo(f"{'  ' * line.depth}{line.shown}")
    if log:
        _tell(f"The log is in {log}.")


def _part(book: Book, flown: Log, row: str) -> RowNarration:
    """The stretch of play in which a row comes up. Raises NotShown."""
    part = passage(book, flown.events, row)
    if part is None:
        from combatbox.odds.example_search import quoted

        raise RowNotReached(f"{row} does not come up in it; combatbox example {book.key} --row {quoted(row)} finds one")
    return part


@click.command()
@click.argument("game", type=GameName(variants=True))
@click.option("--seed", help="Seed of the dice; without one a fresh seed is taken and told.")
@click.option(
    "--mission", "--scenario", default=1, show_default=True, help="Which mission of the tour, or which scenario, it is."
)
@click.option("--name", help="Name of your bomber.")
@click.option("--log", type=click.Path(path_type=Path, dir_okay=False), help="Write the event log here.")
@with_overwrite
@click.option("--manual", is_flag=True, help="Throw real dice and type them in.")
@click.option(
    "--player", "decides", type=click.Choice(PLAYERS), help="Who decides: the doctrine (the default) or legal chance."
)
@with_crew
@with_row
@as_json
@with_tables
def fly(
    game: str,
    seed: str | None,
    mission: int,
    name: str | None,
    crew: tuple[str, ...],
    log: Path | None,
    overwrite: bool,
    manual: bool,
    decides: str | None,
    row: str | None,
    json_: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Fly one mission and tell it roll by roll.

    \b
    Example:
      combatbox fly twentyfive --seed 1943 --mission 7 --log seven.jsonl
      combatbox fly twentyfive --seed 1943 --row T-TAB-WING/5-6
      combatbox fly twentyfive --manual --name "Really Ready"
      combatbox fly skirmish --scenario 2 --option turret
    """
    book, choices = open_played(game, overlay, rulings)
    _check_flies(book, "mission")
    check_mission(mission, 1, book.missions)
    check_output(log, overwrite=overwrite)
    line = line_named(book, row) if row is not None else None
    dice, told = _dice(seed, manual, thrower_of(book, choices))
    word = seed_from_header(told) or BY_HAND
    player: Player = AskingPlayer(_ask, _tell) if manual and not decides else player_of(decides or "doctrine", word)
    flown = _fly(book, choices, "mission", setup_of(book, mission, names_of(book, name, crew)), dice, told, player)
    if seed is None and not manual and not json_:
        _tell(f"Seed {word}")
    _finish(book, flown, log, json_, line)


def thrower_of(book: Book, choices: Mapping[str, str]) -> Callable[[str], str]:
    """Who throws on a table, for the prompts of real dice, under these rulings."""
    chosen = book.chosen(choices)
    return lambda table: book.game.board.throws(table, chosen)


def _dice(seed: str | None, manual: bool, throws: Callable[[str], str] = lambda table: "") -> tuple[Dice, str]:
    if manual:
        if seed is not None:
            raise CombatBoxError("--manual and --seed: choose one, real dice or a seed")
        return ManualDice(_ask, _tell, throws), BY_HAND
    chosen = seed if seed is not None else fresh_seed()
    return SeededDice(chosen), describe_dice(chosen)


def _check_told(book: Book, path: Path, log: Log) -> None:
    """The events of a log that is not flown again can be told: somebody may have written them. Raises LogError."""
    try:
        for _ in narrate(book, log.events):
            pass
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise LogError(f"{path}: its events cannot be told: {type(error).__name__} {error}") from error


def _check_flies(book: Book, run: str) -> None:
    if not book.game.runs:
        raise CombatBoxError(f"{book.title} cannot be flown yet; its tables can be read and rolled on")
    if run not in book.game.runs:
        raise CombatBoxError(f"{book.title} has no {run}; what it has is its {' and its '.join(book.game.runs)}")


def _fly(
    book: Book, choices: dict[str, str], run: str, setup: Setup[Any], dice: Dice, told: str, player: Player
) -> Log:
    rulebook = book.rulebook(choices)
    journal = Journal(header(book, run, rulebook.rulings, setup, told))
    state = fly_game(book.game, rulebook, dice, run=run, setup=setup, player=player, journal=journal)
    return _flown(book, journal, state)


def _flown(book: Book, journal: Journal, state: Any) -> Log:
    """What was flown, as its log has it."""
    closed = resume_record(book.game.tours.get(journal.header["run"]), journal.events, state)
    return Log(journal.header, journal.events, book.game.summary(state), closed)


@click.command()
@click.argument("game", type=GameName(variants=True))
@click.option("--seed", help="Seed of the dice; without one a fresh seed is taken and told.")
@click.option("--name", help="Name of your bomber.")
@click.option("--missions", type=int, help="Stand down when so many missions are completed; go on with --resume.")
@click.option("--log", type=click.Path(path_type=Path, dir_okay=False), help="Write the event log here.")
@with_overwrite
@click.option(
    "--resume", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="Go on with the tour in this log."
)
@click.option("--manual", is_flag=True, help="Throw real dice and type them in.")
@with_crew
@click.option("--new-man", "men", metavar="NAME", multiple=True, help="Name the next man who joins; several in turn.")
@click.option("--new-bomber", "bombers", metavar="NAME", multiple=True, help="Name the next bomber; several in turn.")
@with_row
@as_json
@with_tables
def campaign(
    game: str,
    seed: str | None,
    name: str | None,
    crew: tuple[str, ...],
    men: tuple[str, ...],
    bombers: tuple[str, ...],
    missions: int | None,
    log: Path | None,
    overwrite: bool,
    resume: Path | None,
    manual: bool,
    row: str | None,
    json_: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Fly a whole tour, in one sitting or several.

    \b
    Example:
      combatbox campaign twentyfive --seed 12 --missions 5 --log tour.jsonl
      combatbox campaign twentyfive --resume tour.jsonl --log tour.jsonl
      combatbox campaign queen --seed 12 --name "Rain Check" --crew pilot="Ann Smith" --new-man "Lou Jones"
    """
    book, choices = open_played(game, overlay, rulings)
    _check_flies(book, "tour")
    player: Player = AskingPlayer(_ask, _tell) if manual else DefaultPlayer()
    if men or bombers:
        crew_of(book, ())  # only a game whose men have names
        player = NewMen(men, bombers, player)
    if missions is not None:
        check_range("--missions", missions, 1, book.missions)
        player = StopAfter(missions, player)
    if resume and (log is None or (log.exists() and log.samefile(resume))):
        check_writable(resume)
    else:
        check_output(log, overwrite=overwrite, resume="" if resume else f"--resume {log}")
    line = line_named(book, row) if row is not None else None
    if resume:
        if name is not None or crew or rulings:
            raise CombatBoxError("--resume: the log holds names and rulings; leave --name, --crew and --ruling out")
        flown = _resume(book, resume, seed, manual, player)
    else:
        dice, told = _dice(seed, manual, thrower_of(book, choices))
        setup = setup_of(book, 1, {**names_of(book, name, crew), **roster_of(book, seed_from_header(told))})
        flown = _fly(book, choices, "tour", setup, dice, told, player)
    _finish(book, flown, log or resume, json_, line)


def _resume(book: Book, path: Path, seed: str | None, manual: bool, player: Player) -> Log:
    """Go on with the tour of a log from where it was laid aside: nothing of it is flown again."""
    log = open_log(path)
    if log.header["game"] != book.key or log.header["run"] != "tour":
        what = f"{log.header['game']}, run {log.header['run']}"
        raise LogError(f"{path}:1: is not a tour of {book.title} ({what}); watch it with combatbox replay")
    if log.summary.get("tour") != "going on":
        raise CombatBoxError(f"{path}: that tour is over ({log.summary.get('tour')}); begin a new one")
    faces, told = faces_of(log.events), str(log.header["dice"])
    if manual or seed is not None:
        dice, now = _dice(seed, manual, thrower_of(book, log.header["rulings"]))
        told = told if told == now else f"{told}{THEN}{now}"
    elif (own := seed_from_header(told)) is not None and THEN not in told:
        dice = SeededDice(own)
        dice.throw(len(faces), "resumed", "")  # the same seed goes on where it was left
    else:
        raise CombatBoxError(f"{path}: was flown with other dice ({told}); go on with --manual or give a --seed")
    _check_told(book, path, log)
    try:
        journal, state = go_on(book, log, restore_state(book, log), dice, told, player)
    except LogError as error:
        raise LogError(f"{path}:{len(log.events) + 2}: {error}; go on with a log that nobody has edited") from error
    if len(journal.header.get("books", ())) > len(log.header.get("books", ())):
        _tell(f"{path}: the tables have changed since it was written; the tour goes on from how it stood then")
    return _flown(book, journal, state)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--tell", is_flag=True, help="Tell the mission too.")
@as_json
@with_tables
def replay(file: Path, tell: bool, json_: bool, overlay: Path | None, rulings: tuple[str, ...]) -> None:
    """Fly a script (.yaml) or a log (.jsonl) again; the first departure ends it with exit code 1.

    \b
    Example:
      combatbox replay tables/twentyfive/examples/really-ready.yaml
      combatbox replay seven.jsonl --tell
    """
    book, flown = _replayed(file, overlay, rulings)
    rolls = sum(event["kind"] == "roll" for event in flown.journal.events)
    if json_:
        print_json({"header": flown.journal.header, "events": flown.journal.events, "summary": flown.summary})
        return
    if tell:
        for line in narrate(book, flown.journal.events):
            click.echo(f"{'  ' * line.depth}{line.shown}")
    departures = [step for step in flown.script.steps if step.departs] if flown.script else []
    for step in departures:
        click.echo(f"step {step.step} departs from the source's own rules: {step.departs}")
    what = f"{len(flown.script.steps)} steps" if flown.script else f"{len(flown.journal.events)} events"
    click.echo(f"{flown.title or file.name}: {what}, {rolls} rolls, all as written")


def _replayed(file: Path, overlay: Path | None, rulings: tuple[str, ...]) -> tuple[Book, Replay]:
    if file.suffix in (".yaml", ".yml"):
        from combatbox.library.replay import read_script, replay_script

        script = read_script(file)
        loaded, choices = open_book(script.game, overlay, rulings)
        if choices:
            script = script.model_copy(update={"rulings": {**loaded.chosen(script.rulings), **choices}})
        return loaded, replay_script(loaded, script)
    log = open_log(file)
    book, choices = open_played(log.header["game"], overlay, rulings)
    if log.header["run"] not in book.game.runs:
        raise LogError(f"{file}:1: {book.title} has no run called {log.header['run']!r}")
    if choices:
        log.header["rulings"] = {**log.header["rulings"], **choices}
    return book, replay_log(book, log)


@click.command()
@click.argument("game", type=GameName(variants=True))
@click.option("--missions", default=20_000, show_default=True, help="How many missions to fly.")
@click.option("--seed", default="1", show_default=True, help="Seed; mission i has the dice of SEED/i.")
@click.option("--mission", "--scenario", default=0, help="Only this mission or scenario; 0 takes all of them in turn.")
@click.option(
    "--player", "decides", type=click.Choice(PLAYERS), default="doctrine", show_default=True, help="Who decides."
)
@click.option(
    "--sensible",
    multiple=True,
    metavar="KIND",
    help="Kind of decision in which the random player keeps to the doctrine.",
)
@click.option(
    "--always",
    multiple=True,
    metavar="KIND=OPTION",
    help="Standing order: in decisions of this kind always take this option where it is legal.",
)
@click.option("--tours", default=0, help="Whole tours to fly beside the missions; 0 flies one for a hundred missions.")
@click.option(
    "--store", is_flag=True, help="Fly the stored orders of the game anew and keep what is found (in a checkout)."
)
@click.option("--jobs", default=0, help="Processes; 0 takes all cores.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Keep what is flown in this file; the same command goes on from there when it was stopped.",
)
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
    json_: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Fly many missions and tell how often what happens, with 95 % intervals.

    \b
    Example:
      combatbox odds twentyfive --missions 100000 --json
      combatbox odds twentyfive --ruling attack_on=5-6
      combatbox odds queen --mission 11 --missions 5000
      combatbox odds queen --mission 20 --player random --sensible abort
      combatbox odds queen --always abort=go_on --always evade=evade
      combatbox odds queen --missions 10000000 --out queen.odds
      combatbox odds queen --store
    """
    from os import cpu_count

    from combatbox.cli.odds_output import report
    from combatbox.odds.simulation import odds as run_odds

    book, choices = open_played(game, overlay, rulings)
    if not book.game.runs:
        raise CombatBoxError(f"{book.title} cannot be flown yet, so its missions have no odds")
    check_range("--missions", missions, 1, MOST_MISSIONS)
    check_range("--jobs", jobs, 0, 256)
    check_range("--tours", tours, 0, MOST_MISSIONS)
    check_mission(mission, 0, book.missions)
    if store:
        orders = ("missions", "seed", "mission", "decides", "sensible", "always", "tours", "out", "overlay", "rulings")
        if any(map(_given, orders)):
            raise CombatBoxError("--store: the stored orders say what is flown; give it alone")
        if paths.checkout() is None:
            raise CombatBoxError("--store: works in a checkout of the project alone")
        from combatbox.odds import stored_odds

        with progress("flying", sum(item.order.missions for item in stored_odds.read_stored(game))) as reach:
            click.echo(f"Stored in {paths.shown(stored_odds.store(book, jobs or cpu_count() or 1, _reacher(reach)))}")
        return
    if decides == "doctrine":
        refuse("the doctrine decides everything; it is for --player random", sensible=sensible)
    place = str(overlay.resolve()) if overlay else ""
    order = SimulationRequest(
        game, missions, seed, choices, mission, place, player=decides, sensible=sensible, always=_standing(always),
        tours=tours,
    )  # fmt: skip
    check_writable(out)
    with progress("flying", missions) as reach:
        try:
            worked_out = run_odds(book, order, jobs or cpu_count() or 1, _reacher(reach), out=out)
        except KeyboardInterrupt:
            if out and out.exists():
                click.echo(f"\n{paths.shown(out)} keeps what was flown; the same command goes on from there", err=True)
            raise
    if json_:
        print_json(worked_out)
        return
    click.echo(f"{book.title}: {missions} missions, seed {seed}, tables {book.digest}")
    for line in (*report(book, worked_out), *_beside(order, worked_out.get("figures", {}))):
        click.echo(line)


def _beside(order: SimulationRequest, figures: Mapping[str, Any]) -> Iterator[str]:
    """What a model and history say of the figures, for missions by the doctrine and the rules as they are."""
    from combatbox.odds.comparison import beside, read_beside, told

    plain = not (order.mission or order.overlay or order.rulings or order.always) and order.player == "doctrine"
    model = read_beside(order.game) if plain else None
    return told(beside(model, figures)) if model else iter(())


def _standing(texts: tuple[str, ...]) -> dict[str, str]:
    """Standing orders as they are typed: the option by the kind of decision."""
    options: dict[str, str] = {}
    for text in texts:
        kind, mark, option = (part.strip() for part in text.partition("="))
        if not mark or not option:
            raise CombatBoxError(f"--always {text!r}: write KIND=OPTION, for example abort=go_on")
        if kind in options:
            raise CombatBoxError(f"--always {text!r}: {kind} is there twice; choose one option")
        options[kind] = option
    return options


def _given(name: str) -> bool:
    """An option of the command in hand was typed."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def _reacher(reach: Callable[[int], None]) -> Callable[[int, int], None]:
    return lambda done, _all: reach(done)
