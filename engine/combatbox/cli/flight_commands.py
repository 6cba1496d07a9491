"""The commands fly and campaign."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import Any, cast

import click

from combatbox.cli.common import (
    EXISTING_FILE,
    FILE,
    FOLDER,
    MissionNumber,
    as_json,
    check_dice,
    check_mission,
    check_run,
    claim,
    faces_typed,
    fresh_seed,
    naming,
    open_log,
    open_played,
    pairs,
    print_account,
    print_json,
    print_lines,
    refuse,
    scenario_typed,
    was_given,
    with_game,
    with_overwrite,
    with_player,
    with_tables,
    with_verbose,
)
from combatbox.cli.output import read_line
from combatbox.core.annotations import frozen
from combatbox.core.decisions import AskingPlayer, Decision, DefaultPlayer, Player, undrawn, validate_name
from combatbox.core.dice import BY_HAND, THEN, EnteredDice, Throw, seed_from_header
from combatbox.core.errors import CombatBoxError, LogError, RowNotReached, check_range
from combatbox.library.player_files import PlayerFile, claim_free, read_save, read_text
from combatbox.play.batch import player_of
from combatbox.play.book import Book
from combatbox.play.logs import Log, log_text
from combatbox.play.narrate import RowNarration, find_line, indented, narrate, row_narration
from combatbox.play.saves import is_save, parse_save, save_of_log
from combatbox.play.saves import resume as resume_save
from combatbox.play.session import BookChanged, Session
from combatbox.play.setup_choices import begun
from combatbox.play.tour_report import tour_report


def _message(text: str) -> None:
    click.echo(text, err=True)


class Run:
    """One run of `fly` or `campaign`, with the file that keeps it.

    Between two missions of a tour, and before a player who throws real dice is asked for more, the run so far is
    written as a save, from which the same command resumes. At the end it is written as a log.

    Attributes:
        session: the run.
        log: the log of the tour that the run continues.
    """

    session: Session
    log: Log | None = None

    def __init__(self, book: Book, file: PlayerFile | None, *, is_named: bool) -> None:
        """Create a run.

        Args:
            book: the book of the game.
            file: the file; None to write none.
            is_named: True if the player named the file; if not, it is deleted at the end.
        """
        self.book, self.file, self.is_named, self._is_told = book, file, is_named, False
        self.hands = EnteredDice(ask=self._throw)

    def begin(self, seed: str | None, *, manual: bool, **settings: Any) -> None:
        """Begin a run with real dice or those of a seed, by default a new one; `settings` are those of `begun`."""
        dice = self.hands if manual else None
        self.session = begun(self.book, seed=fresh_seed() if seed is None else seed, dice=dice, **settings)

    def _throw(self, wanted: Throw) -> tuple[int, ...]:
        return faces_typed(wanted, self.session.throws(wanted.table), self._ask, _message)

    def _ask(self, prompt: str) -> str:
        """Write what was typed so far, and read more.

        Raises:
            CombatBoxError: the input has ended.
        """
        file = self.file
        if file and not self._is_told:
            _message(f"What you type is kept in {file.path}.")
            self._is_told = True
        self._write()
        click.echo(prompt, nl=False, err=True)
        try:
            if line := read_line():
                return line
            raise CombatBoxError("the input ended before the mission was over")
        except (KeyboardInterrupt, CombatBoxError) as error:
            if isinstance(error, CombatBoxError) or not sys.stderr.isatty():
                click.echo(err=True)  # end the prompt's line; on a terminal `Shell` does so at Ctrl-C
            if file and file.path.exists():
                _message(f"What you typed is in {file.path}; go on with --resume {quote(str(file.path))}")
            raise

    def player(self) -> Player:
        """Return the person who throws the dice as the player, or the doctrine for the dice of a seed."""
        return AskingPlayer(self._ask, _message) if self.session.seed is None else DefaultPlayer()

    def fly(self, player: Player) -> Log:
        """Fly the run to its end."""
        return self.session.fly(player, self._write)

    def _write(self) -> None:
        if self.file and (self.session.faces or self.session.answers):
            self.file.write(self.session.saved())

    def report(self, result: Log, *, row: str | None = None, json_: bool = False, verbose: bool = False) -> None:
        """Write the log and narrate the mission, or the part of it in which a row comes up."""
        if self.file and self.is_named:
            self.file.write(log_text(result))
        elif self.file:
            self.file.delete()
        part = _part(self.book, result, row) if row else None
        if json_:
            row_data = {"row": part.as_data(row)} if part and row else {}
            print_json({"header": result.header, "events": result.events, "summary": result.summary, **row_data})
            return
        if part:
            shown = [*((line, False) for line in part.above), *part.lines]
            print_lines(f"{'> ' if of_row else '  '}{indented(line)}" for line, of_row in shown)
            click.echo(f"{row} is event {part.event} of {len(result.events)}.")
        else:
            print_account(self.book, result.events, verbose=verbose)
        if self.file and self.is_named:
            _message(f"The log is in {self.file.path}.")


def _open_run(
    book: Book, log: Path | None, resume: Path | None, *, manual: bool, overwrite: bool, hint: str = ""
) -> Run:
    """Claim the file of a run.

    Args:
        book: the book of the game.
        log: the log that the player named.
        resume: the log or save that the player named to resume from; without `log` the run is written there.
        manual: True if the player throws real dice, which are kept even if no file was named.
        overwrite: True to replace an existing log.
        hint: the option with which an existing log can be continued.
    """
    is_own = bool(resume and (log is None or (log.exists() and log.samefile(resume))))
    named = resume if is_own else log
    file = claim(named, overwrite=overwrite or is_own, resume="" if resume else hint)
    if file is None and manual:
        try:
            file = claim_free(Path(f"{book.key}.save"))
            click.get_current_context().call_on_close(file.close)
        except CombatBoxError as error:
            _message(f"What you type is not kept: {error}; name a file with --log")
    return Run(book, file, is_named=named is not None)


@frozen
class StopAfter:
    """A player that stands down after a number of missions; until then, another player decides."""

    missions: int
    until: Player

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return `stand_down` if enough missions are completed, otherwise the other player's choice."""
        if decision.kind == "fly_on" and flight.state.completed >= self.missions:
            return "stand_down"
        return self.until.choose(decision, flight)


class NameLists:
    """A player that takes the names of new men and bombers from two lists; another player decides everything else."""

    def __init__(self, men: Sequence[str], bombers: Sequence[str], until: Player) -> None:
        self.names, self.until = {"name_man": list(men), "name_bomber": list(bombers)}, until

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return the next name of the list for this decision; if there is none, return the other player's choice."""
        names = self.names.get(decision.kind)
        return names.pop(0) if names else self.until.choose(decision, flight)


with_seed = click.option("--seed", help="Seed of the dice; by default a new one, which is printed.")
with_name = click.option("--name", help="Name of your bomber.")
with_log = click.option("--log", type=FILE, help="Write the event log here.")
with_resume = click.option("--resume", type=EXISTING_FILE, help="Continue the game in this file.")
with_manual = click.option("--manual", is_flag=True, help="Throw real dice and type them in.")
with_crew = click.option(
    "--crew", metavar="ROLE=NAME", multiple=True, help="Name of a man of your crew; may be given once for each man."
)


def names_of(book: Book, name: str | None, crew: Sequence[str]) -> dict[str, Any]:
    """Return the names that the player chose, by the keys under which a set-up stores them.

    Args:
        book: the book of the game.
        name: the name of the bomber, stored under the first key of `names` in game.yaml.
        crew: `ROLE=NAME` for each man.

    Raises:
        CombatBoxError: a name is not valid, or the game has no names.
    """
    names: dict[str, Any] = {}
    if name is not None:
        roles = book.constants.get("names")
        if not roles:
            raise CombatBoxError(f"--name: {book.title} has no names to give; leave it out")
        names[next(iter(roles))] = _typed_name("--name ", name)
    if crew:
        names["crew"] = crew_of(book, crew)
    return names


def crew_of(book: Book, texts: Sequence[str]) -> dict[str, str]:
    """Return the names of men by role, parsed from `ROLE=NAME`.

    Raises:
        CombatBoxError: a role or name is not valid, or the game's men have no names.
    """
    roles = book.constants.get("crew", ())
    if not roles:
        raise CombatBoxError(f"--crew: the men of {book.title} have no names; leave it out")
    form = f"ROLE=NAME, with a role of {', '.join(roles)}"
    crew: dict[str, str] = {}
    for role, name in pairs("--crew", texts, form, lambda role: role.lower().replace(" ", "_")).items():
        if role not in roles:
            raise CombatBoxError(f"--crew {role}={name}: write {form}")
        crew[role] = _typed_name(f"--crew {role}=", name, tuple(crew.values()))
    return crew


def _typed_name(option: str, text: str, taken: Collection[str] = ()) -> str:
    """Return a valid name, and warn of characters that the printed sheets cannot show; messages begin with `option`."""
    try:
        name = validate_name(text, taken)
    except CombatBoxError as error:
        raise CombatBoxError(f"{option}{error}") from error
    for warning in undrawn(name):
        _message(f"combatbox: {warning}")
    return name


with_row = click.option(
    "--row", metavar="ROW", help="Narrate only the part in which this row of a table first comes up."
)


def _part(book: Book, result: Log, row: str) -> RowNarration:
    """Return the part of a mission in which a row comes up.

    Raises:
        RowNotReached: the row does not come up.
    """
    part = row_narration(book, result.events, row)
    if part is None:
        from combatbox.odds.example_search import quoted_word

        raise RowNotReached(
            f"{row} does not come up in this mission; find one with: combatbox example find {book.key} --row {quoted_word(row)}"
        )
    return part


@click.command()
@with_game
@with_seed
@click.option(
    "--mission",
    "--scenario",
    type=MissionNumber(),
    default=1,
    help="Which mission of the tour, or which scenario, it is: its number, its name, or a file of your own.",
)
@with_name
@with_log
@with_overwrite
@with_manual
@with_resume
@with_player
@with_crew
@with_row
@with_verbose
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
    resume: Path | None,
    decides: str,
    row: str | None,
    verbose: bool,
    json_: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Fly one mission and narrate it roll by roll.

    \b
    Example:
      combatbox fly twentyfive --seed 1943 --mission 7 --log seven.jsonl
      combatbox fly twentyfive --seed 2 --row T-TAB-WING/5-6
      combatbox fly twentyfive --manual --name "Really Ready"
      combatbox fly skirmish --scenario 2 --option turret
      combatbox fly skirmish --scenario low-fuel
    """
    book, choices = open_played(game, overlay, rulings)
    check_run(book, "mission")
    check_mission(mission, 1, book.missions)
    check_dice(seed, manual=manual)
    line = find_line(book, row) if row is not None else None
    run = _open_run(book, log, resume, manual=manual, overwrite=overwrite)
    if resume:
        refuse("the file contains it", name=name is not None, crew=crew, ruling=rulings, mission=was_given("mission"))
        _resume(run, resume, "mission", overlay, seed, manual=manual)
    else:
        names, scenario = names_of(book, name, crew), scenario_typed(book)
        run.begin(seed, manual=manual, mission=mission, names=names, rulings=choices, scenario=scenario)
    player_seed = run.session.seed or BY_HAND
    result = run.fly(player_of(decides, player_seed) if was_given("decides") else run.player())
    if seed is None and run.session.seed is not None and not json_:
        _message(f"Seed {player_seed}")
    run.report(result, row=line, json_=json_, verbose=verbose)


def _resume(run: Run, path: Path, name: str, overlay: Path | None, seed: str | None, *, manual: bool) -> None:
    """Continue a save, or the tour of a log.

    Raises:
        CombatBoxError: the file has another kind of run, or one that is over.
    """
    with naming(path):
        book, text = run.book, read_text(path)
        log = run.log = None if is_save(text) else open_log(path, overlay)
        place = f"{path}:{len(log.events) + 2 if log else 1}"
        save: Mapping[str, Any] | None = {"header": log.header} if log else parse_save(text, str(path))
        assert save
        head, chosen = save["header"], manual or seed is not None
        if head["game"] != book.key or head["run"] != name:
            what, kind = f"{head['game']}, run {head['run']}", "log" if log else "save"
            raise LogError(f"{path}:1: the {kind} is not a {name} of {book.title} ({what}); use combatbox replay")
        try:
            if log:
                _check_narration(book, path, log)
                save = save_of_log(book, log) if log.summary.get("tour") == "going on" else None
            else:
                refuse("the file contains the dice", seed=seed is not None)
            if save is None:
                over = log.summary.get("tour", "landed") if log else ""
                raise CombatBoxError(f"{path}: the {name} is over ({over}); begin a new one")
            if log and not chosen and seed_from_header(head["dice"]) is None:
                what = f"the tour used other dice ({head['dice']})"
                raise CombatBoxError(f"{path}: {what}; continue with --manual or give a --seed")
            run.session = session = resume_save(book, save, run.hands, only=bool(log and chosen))
            if log and chosen:
                _throw_on(session, head["dice"], seed)
            session.advance()
        except BookChanged as change:
            raise CombatBoxError(f"{path}: {change}; choose how to go on with: combatbox play --resume") from change
        except LogError as error:
            raise LogError(f"{place}: {error}; use a log that nobody has edited") from error
        if len(session.books) > len(head.get("books", ())):
            _message(
                f"{path}: the tables have changed since it was written; the tour continues from its state at that time"
            )


def _throw_on(session: Session, source: str, seed: str | None) -> None:
    """Let other dice throw in the further missions of a tour: those of a new seed, or real ones if there is none."""
    if seed is not None:
        session.seed, session.closed = seed, [replace(session.closed[0], thrown=0)]
    if seed is not None or source.rpartition(THEN)[2] != BY_HAND:
        session.earlier_dice = f"{source}{THEN}"


def _check_narration(book: Book, path: Path, log: Log) -> None:
    """Raise LogError if the events of a log cannot be narrated, because the log may have been written by hand."""
    try:
        for _ in narrate(book, log.events):
            pass
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise LogError(f"{path}: the events of the log cannot be narrated: {type(error).__name__} {error}") from error


@click.command()
@with_game
@with_seed
@with_name
@click.option("--missions", type=int, help="Stop after this many missions; continue with --resume.")
@click.option(
    "--scenario",
    type=MissionNumber(),
    metavar="NAME|FILE",
    expose_value=False,
    help="First evening of a campaign of scenarios; each evening has a log of its own, such as LOG-2.jsonl.",
)
@with_log
@with_overwrite
@with_resume
@with_manual
@click.option(
    "--csv", "folder", type=FOLDER, metavar="DIR", help="Write missions, careers and kills as CSV files here."
)
@with_crew
@click.option(
    "--new-man",
    "men",
    metavar="NAME",
    multiple=True,
    help="Name of the next man who joins the crew; may be given several times.",
)
@click.option(
    "--new-bomber",
    "bombers",
    metavar="NAME",
    multiple=True,
    help="Name of the next bomber; may be given several times.",
)
@with_row
@with_verbose
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
    folder: Path | None,
    row: str | None,
    verbose: bool,
    json_: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Fly a whole tour, in one sitting or several.

    \b
    Example:
      combatbox campaign twentyfive --seed 1943 --missions 5 --log tour.jsonl
      combatbox campaign twentyfive --resume tour.jsonl --log tour.jsonl
      combatbox campaign queen --seed 12 --csv tour
      combatbox campaign queen --seed 12 --name "Rain Check" --crew pilot="Ann Smith" --new-man "Lou Jones"
      combatbox campaign skirmish --scenario five-evenings --missions 2 --log evening.jsonl
      combatbox campaign skirmish --resume evening-2.jsonl --log evening.jsonl
    """
    book, choices = open_played(game, overlay, rulings)
    check_dice(seed, manual=manual)
    if book.game.scenarios and "tour" not in book.game.runs:
        refuse(f"the evenings of {book.title} do not take it", name=name, crew=crew, row=row, json=json_, csv=folder)
        _fly_evenings(book, choices, resume, missions, seed, manual, log, overwrite=overwrite, verbose=verbose)
        return
    check_run(book, "tour")
    refuse(f"a tour of {book.title} has no scenarios", scenario=was_given("scenario"))
    if men or bombers:
        crew_of(book, ())  # only a game whose men have names
    if missions is not None:
        check_range("--missions", missions, 1, book.missions)
    line = find_line(book, row) if row is not None else None
    run = _open_run(book, log, resume, manual=manual, overwrite=overwrite, hint=f"--resume {quote(str(log))}")
    if resume:
        refuse("the file contains it", name=name is not None, crew=crew, ruling=rulings)
        _resume(run, resume, "tour", overlay, seed, manual=manual)
    else:
        run.begin(seed, manual=manual, run="tour", names=names_of(book, name, crew), rulings=choices)
    player: Player = NameLists(men, bombers, run.player())
    player = player if missions is None else StopAfter(missions, player)
    is_done = run.log and missions is not None and run.log.summary.get("missions_completed", 0) >= missions
    run.report(run.log if run.log and is_done else run.fly(player), row=line, json_=json_, verbose=verbose)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        for file_name, text in tour_report(book, run.session.forms)["files"].items():
            _write_csv(folder / file_name, text, overwrite=overwrite)


def _write_csv(path: Path, text: str, *, overwrite: bool) -> None:
    file = claim(path, overwrite=overwrite)
    assert file
    file.write(text)
    _message(f"Written: {path}")


def _first_evening(book: Book, resume: Path | None, save: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Return the scenario of the first evening to fly: that of a save, the one after a log, or the one that was named.

    Raises:
        CombatBoxError: the user named no scenario of a campaign, or one besides a file.
    """
    from combatbox.library.scenarios import following_scenario, read_scenarios

    typed = scenario_typed(book)
    if resume and typed:
        raise CombatBoxError("--resume: the file contains the scenario; leave --scenario out")
    if save:
        scenario = save["header"]["setup"].get("scenario")
        if any(book.scenario_faults(scenario, save["header"]["rulings"])) or "campaign" not in scenario:
            game = save["header"]["game"]
            raise LogError(f"{resume}:1: the save is of no evening of a campaign; use combatbox play {game} --resume")
        return cast("Mapping[str, Any]", scenario)
    scenario = following_scenario(book, resume) if resume else typed
    if scenario is None or not scenario.get("campaign"):
        first = " or ".join(name for name, known in read_scenarios(book).items() if known.get("campaign"))
        raise CombatBoxError(
            f"--scenario: a campaign of {book.title} needs a scenario that begins one; name it, such as {first}"
        )
    return scenario


def _fly_evenings(
    book: Book,
    choices: Mapping[str, str],
    resume: Path | None,
    most: int | None,
    seed: str | None,
    manual: bool,
    log: Path | None,
    *,
    overwrite: bool,
    verbose: bool,
) -> None:
    """Fly the evenings of a campaign one after the other, and write the log of each.

    Args:
        book: the book of the game.
        choices: the options of rulings that the user chose.
        resume: the log after whose evening, or the save in whose evening, the campaign is continued.
        most: the number of evenings to fly; None for all.
        seed: the seed of the dice, of which each evening has its own part.
        manual: True to throw real dice.
        log: the log, to whose name the number of the evening is added; None to write none.
        overwrite: True to replace existing logs.
        verbose: True to narrate every roll.
    """
    spec = book.game.scenarios
    assert spec
    save = read_save(resume) if resume and is_save(read_text(resume)) else None
    with naming(resume) if resume else nullcontext():
        first = _first_evening(book, resume, save)
    evening: Mapping[str, Any] | None = first
    if most is not None:
        check_range("--missions", most, 1, 1 + len(first["campaign"]["evenings"]))
    chosen = seed if seed is not None or manual or save else fresh_seed()
    while evening is not None and most != 0:
        number = len(evening["campaign"].get("won", ())) + 1
        path = log.with_name(f"{log.stem}-{number}{log.suffix}") if log else None
        run = _open_run(book, path, resume if save else None, manual=manual, overwrite=overwrite)
        if save and resume:
            _resume(run, resume, "mission", None, seed, manual=manual)
            choices, save = run.session.rulebook.rulings, None
        else:
            run.begin(chosen and f"{chosen}/{number}", manual=manual, rulings=choices, scenario=evening)
        run.report(run.fly(run.player()), verbose=verbose)
        state = run.session.flight.state
        _message(spec.standing(evening, state))
        evening, most = spec.following(evening, state), most and most - 1
