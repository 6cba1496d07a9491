"""Flying: one mission, a tour, a replay, odds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from combatbox.cli.common import GameName, as_json, open_book, print_json, progress, with_tables
from combatbox.cli.read import fresh_seed
from combatbox.core.decisions import AskingPlayer, Decision, Player
from combatbox.core.dice import Dice, ManualDice, SeededDice
from combatbox.core.errors import CombatBoxError, LogError
from combatbox.core.events import Journal, answers_of, faces_of
from combatbox.core.game import Setup
from combatbox.core.game import fly as fly_game
from combatbox.core.saved import ResumedDice, ResumedPlayer
from combatbox.library.book import Book
from combatbox.library.narrate import narrate
from combatbox.library.replay import Replay, header, read_script, replay_log, replay_script
from combatbox.library.store import read_log, write_log
from combatbox.odds.runs import Order
from combatbox.odds.runs import odds as run_odds


def _ask(prompt: str) -> str:
    """Ask at the terminal; the end of the input is a clear error."""
    click.echo(prompt, nl=False, err=True)
    line = sys.stdin.readline()
    if not line:
        raise CombatBoxError("the input ended before the flight did")
    return line


def _tell(text: str) -> None:
    click.echo(text, err=True)


class StopAfter:
    """Flies on until a number of missions is completed, then stands down."""

    def __init__(self, missions: int | None) -> None:
        self.missions = missions

    def choose(self, decision: Decision, flight: Any) -> str:
        """`fly_on` until enough are completed."""
        if decision.kind == "fly_on" and self.missions is not None and flight.state.completed >= self.missions:
            return "stand_down"
        return decision.default


def _names(book: Book, name: str | None) -> dict[str, Any]:
    if name is None:
        return {}
    if not name.strip() or len(name) > 40 or not name.isprintable():
        raise CombatBoxError(f"--name {name!r}: a bomber's name is 1 to 40 printable characters")
    return {book.game.board.own_name: name.strip()}


def _finish(book: Book, journal: Journal, summary: dict[str, Any], log: Path | None, json_: bool) -> None:
    """Write the log and tell the mission."""
    if log:
        write_log(log, journal, summary)
    if json_:
        print_json({"header": journal.header, "events": journal.events, "summary": summary})
        return
    for line in narrate(book, journal.events):
        click.echo(f"{'  ' * line.depth}{line.shown}")
    if log:
        _tell(f"The log is in {log}.")


@click.command()
@click.argument("game", type=GameName())
@click.option("--seed", help="Seed of the dice; without one a fresh seed is taken and told.")
@click.option("--mission", default=1, show_default=True, help="Which mission of the tour it is.")
@click.option("--name", help="Name of your bomber.")
@click.option("--log", type=click.Path(path_type=Path, dir_okay=False), help="Write the event log here.")
@click.option("--manual", is_flag=True, help="Throw real dice and type them in.")
@as_json
@with_tables
def fly(
    game: str,
    seed: str | None,
    mission: int,
    name: str | None,
    log: Path | None,
    manual: bool,
    json_: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Fly one mission and tell it roll by roll.

    \b
    Example:
      combatbox fly twentyfive --seed 1943 --mission 7 --log seven.jsonl
      combatbox fly twentyfive --manual --name "Really Ready"
    """
    book, choices = open_book(game, overlay, rulings)
    last = book.meta.constants["missions"]
    if not 1 <= mission <= last:
        raise CombatBoxError(f"--mission {mission}: missions are 1 to {last}")
    dice, told = _dice(seed, manual)
    player: Player = AskingPlayer(_ask, _tell) if manual else StopAfter(None)
    journal, summary = _fly(book, choices, "mission", Setup(mission, _names(book, name)), dice, told, player)
    if seed is None and not manual and not json_:
        _tell(f"Seed {told.removeprefix('seed ')}")
    _finish(book, journal, summary, log, json_)


def _dice(seed: str | None, manual: bool) -> tuple[Dice, str]:
    if manual:
        if seed is not None:
            raise CombatBoxError("--manual and --seed: choose one, real dice or a seed")
        return ManualDice(_ask, _tell), "manual"
    chosen = seed if seed is not None else fresh_seed()
    return SeededDice(chosen), f"seed {chosen}"


def _fly(
    book: Book, choices: dict[str, str], run: str, setup: Setup, dice: Dice, told: str, player: Player
) -> tuple[Journal, dict[str, Any]]:
    if run not in book.game.runs:
        raise CombatBoxError(f"{book.meta.title} cannot be flown yet; its tables can be read and rolled on")
    rulebook = book.rulebook(choices)
    journal = Journal(header(book, run, rulebook.rulings, setup, told))
    state = fly_game(book.game, rulebook, dice, run=run, setup=setup, player=player, journal=journal)
    return journal, book.game.summary(state)


@click.command()
@click.argument("game", type=GameName())
@click.option("--seed", help="Seed of the dice; without one a fresh seed is taken and told.")
@click.option("--name", help="Name of your bomber.")
@click.option("--missions", type=int, help="Stand down when so many missions are completed; go on with --resume.")
@click.option("--log", type=click.Path(path_type=Path, dir_okay=False), help="Write the event log here.")
@click.option(
    "--resume", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="Go on with the tour in this log."
)
@click.option("--manual", is_flag=True, help="Throw real dice and type them in.")
@as_json
@with_tables
def campaign(
    game: str,
    seed: str | None,
    name: str | None,
    missions: int | None,
    log: Path | None,
    resume: Path | None,
    manual: bool,
    json_: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Fly a whole tour, in one sitting or several.

    \b
    Example:
      combatbox campaign twentyfive --seed 12 --missions 5 --log tour.jsonl
      combatbox campaign twentyfive --resume tour.jsonl --log tour.jsonl
    """
    book, choices = open_book(game, overlay, rulings)
    player: Player = AskingPlayer(_ask, _tell) if manual else StopAfter(missions)
    if resume:
        if name is not None or rulings:
            raise CombatBoxError("--resume: the log holds name and rulings; leave --name and --ruling out")
        journal, summary = _resume(book, resume, seed, manual, player)
    else:
        dice, told = _dice(seed, manual)
        journal, summary = _fly(book, choices, "tour", Setup(1, _names(book, name)), dice, told, player)
    _finish(book, journal, summary, log or resume, json_)


def _resume(book: Book, path: Path, seed: str | None, manual: bool, player: Player) -> tuple[Journal, dict[str, Any]]:
    """Fly the tour of a log again and go on from where it stood down."""
    log = read_log(path)
    if log.header.get("game") != book.key or log.header.get("run") != "tour":
        raise LogError(f"{path}:1: is no tour of {book.meta.title}")
    if log.summary.get("tour") in ("won", "lost"):
        raise CombatBoxError(f"{path}: that tour is over ({log.summary['tour']}); begin a new one")
    replay_log(book, log)
    faces = faces_of(log.events)
    told = str(log.header["dice"])
    then, _ = _dice(seed if seed is not None else told.removeprefix("seed "), manual and seed is None)
    if not manual and seed is None and told.startswith("seed "):
        for face in faces:  # the same seed goes on where it was left
            then.throw(1, "resumed", str(face))
    elif not manual and seed is None:
        raise CombatBoxError(f"{path}: was flown with dice by hand; go on with --manual or give a --seed")
    setup = Setup(log.header["setup"]["mission"], log.header["setup"]["names"])
    answers = answers_of(log.events)[:-1]
    return _fly(
        book, log.header["rulings"], "tour", setup, ResumedDice(faces, then), told, ResumedPlayer(answers, player)
    )


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
        script = read_script(file)
        book, choices = open_book(script.game, overlay, rulings)
        if choices:
            script = script.model_copy(update={"rulings": {**book.chosen(script.rulings), **choices}})
        return book, replay_script(book, script)
    log = read_log(file)
    book, choices = open_book(log.header.get("game", ""), overlay, rulings)
    if choices:
        log.header["rulings"] = {**log.header["rulings"], **choices}
    return book, replay_log(book, log)


@click.command()
@click.argument("game", type=GameName())
@click.option("--missions", default=20_000, show_default=True, help="How many missions to fly.")
@click.option("--seed", default="1", show_default=True, help="Seed; mission i has the dice of SEED/i.")
@click.option("--jobs", default=0, help="Processes; 0 takes all cores.")
@as_json
@with_tables
def odds(
    game: str, missions: int, seed: str, jobs: int, json_: bool, overlay: Path | None, rulings: tuple[str, ...]
) -> None:
    """Fly many missions and tell how often what happens, with 95 % intervals.

    \b
    Example:
      combatbox odds twentyfive --missions 100000 --json
      combatbox odds twentyfive --ruling attack_on=5-6
    """
    from os import cpu_count

    book, choices = open_book(game, overlay, rulings)
    if not book.game.runs:
        raise CombatBoxError(f"{book.meta.title} cannot be flown yet, so its missions have no odds")
    if jobs < 0 or jobs > 256:
        raise CombatBoxError(f"--jobs {jobs}: 0 (all cores) to 256")
    order = Order(game, missions, seed, choices, overlay=str(overlay.resolve()) if overlay else "")
    with progress("flying", missions) as reach:
        found = run_odds(book, order, jobs or cpu_count() or 1, _reacher(reach))
    if json_:
        print_json(found)
        return
    click.echo(f"{book.meta.title}: {missions} missions, seed {seed}, tables {book.digest}")
    for name, share in (("mission survival", found["mission_survival"]), ("tour completion", found["tour_completion"])):
        click.echo(_share(name, share))
    for name, share in found["events"].items():
        click.echo(_share(f"  {name}", share))


def _reacher(reach: Callable[[int], None]) -> Callable[[int, int], None]:
    return lambda done, _all: reach(done)


def _share(name: str, share: dict[str, float | None]) -> str:
    exact = f"  exactly {share['exact']:.4%}" if share["exact"] is not None else ""
    return f"{name:<28} {share['value']:8.2%}  ({share['low']:.2%} to {share['high']:.2%}){exact}"
