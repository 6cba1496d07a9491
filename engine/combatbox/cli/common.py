"""Shared options, loading and output of the commands."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import cpu_count
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from combatbox.cli import TYPED
from combatbox.cli.output import fits_encoding
from combatbox.core.dice import Throw, parse_faces
from combatbox.core.errors import CombatBoxError, DiceError, LogError, ReplayMismatch, UnknownName, check_range
from combatbox.core.events import Event
from combatbox.games import GAMES, left_out_games, unknown_game
from combatbox.library import paths
from combatbox.library.cached_books import cached_book
from combatbox.library.player_files import FileExists, PlayerFile, read_log, saves_in
from combatbox.play import book as played
from combatbox.play.batch import PLAYERS
from combatbox.play.logs import Log, check_log
from combatbox.play.narrate import indented, narrate, narrate_shortly

if TYPE_CHECKING:
    from combatbox.library.book import Book

F = TypeVar("F", bound=Callable[..., Any])


class GameName(click.ParamType[str]):
    """The type of a command-line argument that names a game or a variant by its key.

    A variant belongs to the project, or is in the folder of `--tables`.
    """

    name = "GAME"

    def __init__(self, *, variants: bool = False) -> None:
        """Create the type.

        Args:
            variants: True to accept variants too, which have no code of their own.
        """
        self.variants = variants

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the key, or fail with a usage error and a suggestion."""
        overlay = ctx.params.get("overlay") if ctx else None
        folder = overlay if isinstance(overlay, Path) else None
        if value in GAMES:
            return str(value)
        like = _like(str(value), folder)
        takes_variant = ctx and "variant" in {parameter.name for parameter in ctx.command.params}
        if like and not self.variants and not (takes_variant and _like(str(value), None)):
            then = ", and the variant after it" if takes_variant else ""
            self.fail(f"{value!r} is a variant of {like}; name {like} here{then}", param, ctx)
        if not like:
            self.fail(str(unknown_game(str(value), _keys(folder) if self.variants else GAMES)), param, ctx)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the games and variants that begin with the incomplete word."""
        return _completions(_keys(ctx.params.get("overlay")) if self.variants else GAMES, incomplete)


def _completions(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """Return the names that begin with a word, in upper or lower case."""
    return [CompletionItem(name) for name in names if name.lower().startswith(incomplete.lower())]


class PartName(click.ParamType[str | int]):
    """The type of a word that names a part of the game before it; a shell completes it.

    Args:
        parts: a function that returns the names of the parts of a book.
    """

    name = "NAME"

    def __init__(self, parts: Callable[[played.Book], Iterable[str]]) -> None:
        self.parts = parts

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the names of parts that begin with the incomplete word."""
        overlay = ctx.params.get("overlay")
        games = _keys(overlay)  # click reads no argument where an option lacks its value, so the words typed are used
        game = next((word for word in ctx.meta.get(TYPED, ()) if word in games), None)
        return _completions(self.parts(open_book(game, overlay, ())[0]), incomplete) if game else []


def _missions(book: played.Book) -> Iterator[str]:
    """Yield what --mission takes: the numbers of missions, and the names of scenarios."""
    yield from map(str, range(1, book.missions + 1))
    if book.game.scenarios:
        from combatbox.library.scenarios import read_scenarios

        yield from read_scenarios(book)


def _ruling_choices(book: played.Book) -> Iterator[str]:
    """Yield what --ruling takes."""
    return (f"{ruling.key}={option}" for ruling in book.rulings.values() for option in ruling.options)


def _switches(book: played.Book) -> list[str]:
    """Return what --option takes: the keys of rulings that are on or off."""
    return [ruling.key for ruling in book.rulings.values() if "on" in ruling.options]


def _like(key: str, overlay: Path | None) -> str:
    """Return the game on which a variant is based; empty if it is not a variant."""
    from combatbox.library.folders import variant_like

    return variant_like(key, overlay)


def _keys(overlay: Path | None) -> list[str]:
    """Return the keys of the games, and of the variants in the project and in an overlay."""
    from combatbox.library.folders import variants

    return [*GAMES, *variants(overlay)]


PATH = click.Path(path_type=Path)
FILE = click.Path(path_type=Path, dir_okay=False)
EXISTING_FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
FOLDER = click.Path(path_type=Path, file_okay=False)

with_game = click.argument("game", type=GameName(variants=True))
"""Adds the argument GAME, a game or a variant."""

_SCENARIO = "combatbox.scenario"


class MissionNumber(PartName):
    """The type of an option that takes the number of a mission, or the name or file of a scenario.

    A scenario is stored until the game is known (`scenario_typed`); it counts as mission 1.
    """

    name = "NUMBER|NAME|FILE"

    def __init__(self) -> None:
        super().__init__(_missions)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; 1 for a scenario."""
        try:
            return int(value)
        except ValueError:
            if ctx:
                ctx.meta[_SCENARIO] = value
            return 1


def scenario_typed(book: played.Book) -> dict[str, Any] | None:
    """Return the scenario that the user named instead of the number of a mission, without its prose.

    Returns:
        The scenario as plain data; None if the user named none.

    Raises:
        UnknownName: the game has no scenario of this name.
        DataError: the scenario's file has problems.
        CombatBoxError: the game has no scenario files.
    """
    context = click.get_current_context(silent=True)
    typed = context.meta.get(_SCENARIO) if context else None
    if typed is None:
        return None
    if book.game.scenarios is None:
        option = option_typed("--mission", "--scenario")
        raise CombatBoxError(f"{option}: {typed!r:.60} is not a valid integer; {book.title} has no scenario files")
    from combatbox.library.scenarios import read_scenario

    return book.as_played(read_scenario(book, typed))


def with_tables(command: F) -> F:
    """Add the options --ruling, --option and --tables to a command."""
    overlay = click.option(
        "--tables",
        "overlay",
        type=PATH,
        metavar="DIR",
        envvar="COMBATBOX_TABLES",
        show_envvar=True,
        is_eager=True,  # the game may be a variant in that folder
        help="Folder laid out like tables/ whose files change or add tables, rulings and constants, or make a variant.",
    )
    ruling = click.option(
        "--ruling",
        "rulings",
        type=PartName(_ruling_choices),
        multiple=True,
        metavar="ID=OPTION",
        help="Play a ruling another way, by id or key; may be given several times.",
    )
    option = click.option(
        "--option",
        "optional",
        type=PartName(_switches),
        multiple=True,
        metavar="NAME",
        expose_value=False,
        callback=_store_options,
        help="Play with an option of the game that is on or off: short for --ruling NAME=on.",
    )
    return overlay(ruling(option(command)))


_OPTIONS = "combatbox.options"


def _store_options(context: click.Context, _parameter: click.Parameter, names: tuple[str, ...]) -> None:
    """Store the values of --option until the game is known, because they are names of rulings."""
    context.meta[_OPTIONS] = names


def _options(book: played.Book) -> tuple[str, ...]:
    """Return the stored values of --option as choices of rulings, `ID=on`.

    Raises:
        CombatBoxError: there is no such ruling with an option `on`.
    """
    context = click.get_current_context(silent=True)
    names = context.meta.get(_OPTIONS, ()) if context else ()
    known = _switches(book)
    if names and not known:
        raise CombatBoxError(f"--option: {book.key} has no option to switch on; use --ruling ID=OPTION")
    for name in names:
        if not any(name in (book.ruling(key).id, key) for key in known):
            is_ruling = any(name in (ruling.id, ruling.key) for ruling in book.rulings.values())
            remedy = f"; for this ruling use --ruling {name}=OPTION" if is_ruling else ""
            raise CombatBoxError(f"--option: {UnknownName(f'option of {book.key}', name, known)}{remedy}")
    return tuple(f"{name}=on" for name in names)


with_player = click.option(
    "--player",
    "decides",
    type=click.Choice(PLAYERS),
    default="doctrine",
    help="Who decides: `doctrine` gives the usual answers, `random` any legal one.",
)
as_json = click.option("--json", "json_", is_flag=True, help="One JSON document on standard output, nothing else.")
with_verbose = click.option(
    "--verbose", is_flag=True, help="Narrate every roll, including those that the account sums up in one line."
)
with_overwrite = click.option(
    "--overwrite", is_flag=True, help="Replace the file that is written if it exists already."
)


def _cores(_context: click.Context, _parameter: click.Parameter, jobs: int) -> int:
    """Return the number of processes that --jobs asks for."""
    check_range("--jobs", jobs, 0, 256)
    return jobs or cpu_count() or 1


with_jobs = click.option("--jobs", default=0, callback=_cores, help="Number of worker processes; 0 uses one per core.")
"""Adds the option --jobs to a command that can use several cores."""


def open_book(game: str, overlay: Path | None, rulings: tuple[str, ...]) -> tuple[Book, dict[str, str]]:
    """Load a game's complete book, and check the chosen rulings against it."""
    from combatbox.library.load import load

    book = load(game, overlay)
    return book, _choices(book, rulings)


def open_played(game: str, overlay: Path | None, rulings: tuple[str, ...]) -> tuple[played.Book, dict[str, str]]:
    """Load a game's book for play, which is faster, and check the chosen rulings against it."""
    book = open_book(game, overlay, ())[0] if overlay or game not in GAMES else cached_book(game)
    return book, _choices(book, rulings)


def _choices(book: played.Book, rulings: tuple[str, ...]) -> dict[str, str]:
    """Return the chosen options, by id of the ruling.

    Raises:
        CombatBoxError: a ruling or option does not exist, or a ruling is chosen twice.
    """
    form = f"ID=OPTION, for example {_example(book)}"
    choices = pairs("--ruling", (*rulings, *_options(book)), form, lambda name: book.ruling(name).id)
    book.chosen(choices)
    return choices


def pairs(option: str, texts: Iterable[str], form: str, key_of: Callable[[str], str] = str) -> dict[str, str]:
    """Parse the values of an option that may be given several times, each a key and a value.

    Args:
        option: the name of the option, for messages.
        texts: the values, such as `abort=go_on`.
        form: their form, with an example, for messages.
        key_of: a function that returns the key that a user means.

    Raises:
        CombatBoxError: a value has another form, or a key is given twice.
    """
    values: dict[str, str] = {}
    for text in texts:
        typed, mark, value = (part.strip() for part in text.partition("="))
        if not mark or not typed:
            raise CombatBoxError(f"{option} {text!r}: write {form}")
        if (key := key_of(typed)) in values:
            raise CombatBoxError(f"{option} {text!r}: {key} is given twice; choose one")
        values[key] = value
    return values


def refuse(what: str, **given: object) -> None:
    """Raise CombatBoxError if the user gave any of these options.

    Args:
        what: the reason why the options must be left out, for the message.
        given: the values of the options, by name.
    """
    options = [f"--{name}" for name, value in given.items() if value]
    if options:
        pronoun = "it" if len(options) == 1 else "them"
        raise CombatBoxError(f"{' and '.join(options)}: leave {pronoun} out: {what}")


def _example(book: played.Book) -> str:
    others = (f"{r.id}={option}" for r in book.rulings.values() for option in r.options if option != r.default)
    return next(others, "ID=OPTION")


def open_log(path: Path, overlay: Path | None) -> Log:
    """Read and validate a log.

    Args:
        path: the file of the log.
        overlay: the folder of `--tables`, which may contain the variant to which the log belongs.

    Raises:
        LogError: the file is not a valid log; the message names the line.
    """
    log = read_log(path)
    game = log.header.get("game")
    is_variant = isinstance(game, str) and game not in GAMES
    games: Sequence[str] = _keys(overlay) if is_variant else tuple(GAMES)
    if is_variant and game not in games:
        known, hint = " or ".join(games), f"if {game} is a variant, name its folder with --tables"
        hint = dict(left_out_games()).get(game, hint)
        raise LogError(f"{path}:1: the header.game: must be {known} (got {game!r:.60}); {hint}")
    check_log(str(path), log, games)
    return log


def open_games(path: Path, overlay: Path | None) -> Sequence[Log | dict[str, Any]]:
    """Read and validate the games of a file: its log, or each of its saves, of the browser or of `combatbox play`.

    Raises:
        LogError: the file is neither a valid log nor a file of saves.
    """
    saves = saves_in(path)
    return [open_log(path, overlay)] if saves is None else saves


def header_of(game: Log | dict[str, Any]) -> Mapping[str, Any]:
    """Return the header of a log or save."""
    header: Mapping[str, Any] = game.header if isinstance(game, Log) else game["header"]
    return header


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name a person's file in the errors that its content causes in the `with` block, unless they name it.

    Raises:
        LogError: the content cannot be used.
    """
    try:
        yield
    except ReplayMismatch:
        raise
    except CombatBoxError as error:
        if str(path) in str(error):
            raise
        raise LogError(f"{path}: {error}") from error


def claim(path: Path | None, *, overwrite: bool, resume: str = "") -> PlayerFile | None:
    """Claim a file that the command will write, until the command ends.

    Args:
        path: the file; None if the command writes none.
        overwrite: True if the user gave --overwrite.
        resume: the option with which the command can continue the existing file, if it has one.

    Raises:
        CombatBoxError: the file cannot be written, is in use, or would be lost without --overwrite.
    """
    if path is None:
        return None
    try:
        file = PlayerFile(path, own=overwrite)
    except FileExists as error:
        other = f"continue it with {resume}" if resume else "name another file"
        raise FileExists(f"{error}; {other}, or replace it with --overwrite") from error
    click.get_current_context().call_on_close(file.close)
    return file


def is_in_own_folder(book: Book) -> bool:
    """Return True for a variant in a folder of the user's own, without house rules over it."""
    return book.tables_option is not None and book.overlay == book.variant_folder


def check_storable(book: Book, option: str) -> None:
    """Check that the results of a game may be stored: not beside the tables of an installed package.

    Args:
        book: the game, or a variant in a folder of the user's own.
        option: the option that stores them, for the message.
    """
    if not is_in_own_folder(book) and book.key not in paths.plug_ins() and paths.checkout() is None:
        raise CombatBoxError(
            f"{option}: stores beside the tables of {book.key}, which are in the installed package; use a checkout of "
            "the project"
        )


def option_typed(*names: str) -> str:
    """Return the name of an option as the user last typed it.

    Args:
        *names: the names of the option; the first is returned if the user did not type the option.
    """
    context = click.get_current_context(silent=True)
    words = [str(word).partition("=")[0] for word in (context.meta.get(TYPED, ()) if context else ())]
    return next((word for word in reversed(words) if word in names), names[0])


def was_given(name: str) -> bool:
    """Return True if the user gave this option of the current command."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def check_run(book: played.Book, run: str = "") -> None:
    """Raise CombatBoxError if a game cannot be flown yet, or if it lacks a kind of run, such as `tour`."""
    if not book.game.runs:
        raise CombatBoxError(f"{book.title} cannot be flown yet; its tables can be read and rolled on")
    if run and run not in book.game.runs:
        raise CombatBoxError(f"{book.title} has no {run}; it has {' and '.join(book.game.runs)}")


def check_dice(seed: str | None, *, manual: bool) -> None:
    """Raise CombatBoxError if the user wants real dice and gives a seed."""
    if manual and seed is not None:
        raise CombatBoxError("--manual and --seed: choose one, real dice or a seed")


def check_mission(mission: int, low: int, high: int) -> None:
    """Raise CombatBoxError if the number of a mission or scenario is out of range."""
    check_range(option_typed("--mission", "--scenario"), mission, low, high)


def print_account(book: played.Book, events: list[Event], *, verbose: bool) -> None:
    """Print the account of a mission."""
    if book.rebuilt:
        click.echo(book.rebuilt)
    print_paged(map(indented, narrate(book, events) if verbose else narrate_shortly(book, events)))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines of text."""
    for line in lines:
        click.echo(line)


def print_paged(lines: Iterable[str]) -> None:
    """Print lines of text, by a pager if a terminal cannot show them all at once."""
    shown = list(lines)
    if sys.stdout.isatty() and len(shown) >= get_terminal_size().lines:
        click.echo_via_pager("\n".join((*shown, "")))
    else:
        print_lines(shown)


def print_json(data: Any) -> None:
    """Print one JSON document, with characters escaped if the output encoding lacks them."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    click.echo(text if fits_encoding(text) else json.dumps(data, indent=2))


@contextmanager
def progress(label: str, length: int) -> Iterator[Callable[..., None]]:
    """Show a progress bar on standard error if it is a terminal.

    Args:
        label: the text before the bar.
        length: the number of steps.

    Yields:
        A function to call with the number of finished steps, and anything else.
    """
    if not sys.stderr.isatty():
        yield lambda done, *_more: None
        return
    with click.progressbar(length=length, label=label, file=sys.stderr) as bar:
        reported = 0

        def reach(done: int, *_more: int) -> None:
            nonlocal reported
            bar.update(done - reported)
            reported = done

        yield reach


def faces_typed(wanted: Throw, thrower: str, ask: Callable[[str], str], tell: Callable[[str], None]) -> tuple[int, ...]:
    """Ask a person for the faces of real dice until they are right, and explain each mistake.

    Args:
        wanted: the dice to throw.
        thrower: the name of the player who throws; empty in a game for one player.
        ask: a function that shows a prompt and returns the text typed.
        tell: a function that shows a message.
    """
    whose = ", ".join(filter(None, [thrower, wanted.table, wanted.who]))
    while True:
        try:
            faces = parse_faces(ask(f"{whose}: throw {wanted.count} {'die' if wanted.count == 1 else 'dice'}: "))
            if len(faces) == wanted.count:
                return faces
            tell(f"got {len(faces)} dice; {wanted.count} needed")
        except DiceError as error:
            tell(str(error))


def fresh_seed() -> str:
    """Return a random seed of eight digits, short enough to type again."""
    from secrets import randbelow

    return str(randbelow(10**8))


@contextmanager
def recording_failures(made: list[Path], failed: list[str], *, several: bool) -> Iterator[None]:
    """Record the printed papers that cannot be made, instead of raising an error.

    Args:
        made: a list that receives the papers that were made nevertheless.
        failed: a list that receives the messages.
        several: True if other games or papers follow, so that any CombatBoxError is recorded instead of raised.
    """
    from combatbox.press.errors import PapersFailed

    try:
        yield
    except PapersFailed as error:
        made += error.made
        failed.append(str(error))
    except CombatBoxError as error:
        if not several:
            raise
        failed.append(str(error))
