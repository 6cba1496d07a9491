"""What every command shares: options, loading, output for people and for programs."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from combatbox.cli import TYPED
from combatbox.cli.output import fits_encoding
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.games import GAMES
from combatbox.library.cached_books import cached_book
from combatbox.library.log_files import read_log
from combatbox.play import book as played
from combatbox.play.log_validation import check_log
from combatbox.play.logs import Log

if TYPE_CHECKING:
    from combatbox.library.book import Book

F = TypeVar("F", bound=Callable[..., Any])


class GameName(click.ParamType[str]):
    """A game's key, or that of a variant in the folder of `--tables`; a near miss is suggested."""

    name = "GAME"

    def __init__(self, *, variants: bool = False) -> None:
        """variants: those of an overlay, which are data alone, can be named too."""
        self.variants = variants

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The key, or a usage error."""
        overlay = ctx.params.get("overlay") if ctx else None
        if value in GAMES:
            return str(value)
        like = _like(str(value), overlay) if isinstance(overlay, Path) else ""
        if like and not self.variants:
            where = (
                ", and the variant after it" if ctx and "variant" in {one.name for one in ctx.command.params} else ""
            )
            self.fail(f"{value!r} is a variant of {like}; name {like} here{where}", param, ctx)
        if not like:
            self.fail(str(UnknownName("game", value, GAMES)), param, ctx)
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """Games that begin so."""
        return [click.shell_completion.CompletionItem(key) for key in GAMES if key.startswith(incomplete)]


def _like(key: str, overlay: Path) -> str:
    """The game that a variant in an overlay is like. Raises DataError where what it says of itself cannot be read."""
    from combatbox.library.folders import variant_like

    return variant_like(key, overlay)


def with_tables(command: F) -> F:
    """Adds --ruling, --option and --tables, which every command understands."""
    overlay = click.option(
        "--tables",
        "overlay",
        type=click.Path(path_type=Path),
        metavar="DIR",
        is_eager=True,  # a variant of a game lies there
        help="Folder laid out like tables/ whose files change or add tables, rulings and constants, or make a variant.",
    )
    ruling = click.option(
        "--ruling",
        "rulings",
        multiple=True,
        metavar="ID=OPTION",
        help="Play a ruling another way, by id or key; may be given several times.",
    )
    option = click.option(
        "--option",
        "optional",
        multiple=True,
        metavar="NAME",
        expose_value=False,
        callback=_keep_options,
        help="Play with an option of the game that is on or off: short for --ruling NAME=on.",
    )
    return overlay(ruling(option(command)))


_OPTIONS = "combatbox.options"


def _keep_options(context: click.Context, _parameter: click.Parameter, names: tuple[str, ...]) -> None:
    """Options are rulings; they are read with those once the game is known."""
    context.meta[_OPTIONS] = names


def _options(book: played.Book) -> tuple[str, ...]:
    """The options that were asked for, as rulings. Raises CombatBoxError for what can not be on."""
    context = click.get_current_context(silent=True)
    names = context.meta.get(_OPTIONS, ()) if context else ()
    for name in names:
        if "on" not in book.ruling(name).options:
            known = [ruling.key for ruling in book.rulings.values() if "on" in ruling.options]
            raise CombatBoxError(f"--option {name}: is a ruling of several options; options are {', '.join(known)}")
    return tuple(f"{name}=on" for name in names)


def as_json(command: F) -> F:
    """Adds --json."""
    return click.option("--json", "json_", is_flag=True, help="One JSON document on standard output, nothing else.")(
        command
    )


def open_book(game: str, overlay: Path | None, rulings: tuple[str, ...]) -> tuple[Book, dict[str, str]]:
    """The game's book with all that its files say, and the chosen rulings checked against it."""
    from combatbox.library.load import load

    book = load(game, overlay)
    return book, _choices(book, rulings)


def open_played(game: str, overlay: Path | None, rulings: tuple[str, ...]) -> tuple[played.Book, dict[str, str]]:
    """The game's book as it is played, which is at hand sooner, and the chosen rulings checked against it."""
    book = open_book(game, overlay, ())[0] if overlay else cached_book(game)
    return book, _choices(book, rulings)


def _choices(book: played.Book, rulings: tuple[str, ...]) -> dict[str, str]:
    """The rulings that were chosen, by id. Raises CombatBoxError for what the book does not have."""
    choices: dict[str, str] = {}
    for text in (*rulings, *_options(book)):
        name, mark, option = text.partition("=")
        if not mark:
            raise CombatBoxError(f"--ruling {text!r}: write ID=OPTION, for example {_example(book)}")
        ruling = book.ruling(name.strip()).id
        if ruling in choices:
            raise CombatBoxError(f"--ruling {text!r}: {ruling} is there twice; choose one option")
        choices[ruling] = option.strip()
    book.chosen(choices)
    return choices


def refuse(what: str, **given: object) -> None:
    """Raise CombatBoxError when one of these options was given, by the words of its name: nothing could be done with it.

    what: what the command does instead, the end of `leave it out: ...`.
    """
    options = [f"--{name}" for name, value in given.items() if value]
    if options:
        it = "it" if len(options) == 1 else "them"
        raise CombatBoxError(f"{' and '.join(options)}: leave {it} out: {what}")


def _example(book: played.Book) -> str:
    for ruling in book.rulings.values():
        others = [key for key in ruling.options if key != ruling.default]
        if others:
            return f"{ruling.id}={others[0]}"
    return "ID=OPTION"


def open_log(path: Path) -> Log:
    """A log that can be flown again. Raises LogError naming the line that is cut, edited or lacks something."""
    log = read_log(path)
    check_log(str(path), log, GAMES)
    return log


def with_overwrite(command: F) -> F:
    """Adds --overwrite, for commands that write a file of the user's."""
    return click.option("--overwrite", is_flag=True, help="Replace the file that is written if it exists already.")(
        command
    )


def check_writable(path: Path | None) -> None:
    """Raise CombatBoxError when a file cannot be written there: better before an hour of play than after it."""
    if path is None:
        return
    try:
        if path.is_dir():
            raise CombatBoxError(f"{path}: is a folder; name a file")
        if path.exists() and not path.is_file():
            raise CombatBoxError(f"{path}: cannot be written: a device or a pipe, not a file")
        target = Path(os.path.realpath(path))
        folder = target.parent
        if not folder.exists():
            raise CombatBoxError(f"{path}: cannot be written: there is no folder {folder}; create it first")
        with tempfile.NamedTemporaryFile(
            dir=folder, prefix=f".{target.name}.", suffix=".half"
        ):  # as it will be written
            pass
    except OSError as error:
        raise CombatBoxError(f"{path}: cannot be written: {error.strerror}") from error


def check_output(path: Path | None, *, overwrite: bool, resume: str = "") -> None:
    """Raise CombatBoxError when a file cannot be written, or would be lost without --overwrite.

    Args:
        path: the file that the command will write; None where it writes none.
        overwrite: the user gave --overwrite.
        resume: the option that goes on with the file instead, where the command has one.
    """
    check_writable(path)
    if path is not None and path.exists() and not overwrite:
        other = f"go on with it by {resume}" if resume else "name another file"
        raise CombatBoxError(f"{path}: exists already; {other}, or replace it with --overwrite")


def option_typed(*names: str) -> str:
    """Which of an option's names the user typed last; the first of them where he typed none."""
    context = click.get_current_context(silent=True)
    words = [str(word).partition("=")[0] for word in (context.meta.get(TYPED, ()) if context else ())]
    return next((word for word in reversed(words) if word in names), names[0])


def check_mission(mission: int, low: int, high: int) -> None:
    """Raise CombatBoxError when the number of a mission, or scenario, is out of its range."""
    check_range(option_typed("--mission", "--scenario"), mission, low, high)


def check_range(option: str, value: int, low: int, high: int) -> None:
    """Raise CombatBoxError when an option's number is out of its range."""
    if not low <= value <= high:
        raise CombatBoxError(f"{option} {value}: {low} to {high}")


def print_json(data: Any) -> None:
    """One JSON document, with escapes where the output has not all characters."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    click.echo(text if fits_encoding(text) else json.dumps(data, indent=2))


@contextmanager
def progress(label: str, length: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error that is told how far things are; none in a pipe."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    with click.progressbar(length=length, label=label, file=sys.stderr) as bar:
        seen = 0

        def reach(done: int) -> None:
            nonlocal seen
            bar.update(done - seen)
            seen = done

        yield reach


def fresh_seed() -> str:
    """A seed nobody chose: eight digits, short enough to type again."""
    from secrets import randbelow

    return str(randbelow(10**8))


@contextmanager
def noting(made: list[Path], failed: list[str], *, several: bool) -> Iterator[None]:
    """Note the papers that cannot be made, and go on. Of several games, or several papers, also what stops one of them."""
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
