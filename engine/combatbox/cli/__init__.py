"""The command line: the command group, error messages and exit codes.

The exit codes are 0 for success, 1 if something that was checked is wrong, 2 if the input is wrong, and 130 if the user
stopped the command.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from combatbox.cli.output import discard, os_error_message, plug_in_error_message, streams
from combatbox.core.errors import CombatBoxError, suggest

NAME = "combatbox"
STOPPED = 130
TYPED = "combatbox.typed"
"""The key in the context's `meta` for the arguments as the user typed them."""

FOLDER_GONE = "the folder that you are in has been deleted; change to another one"

COMMANDS = {
    "advise": "log_commands:advise",
    "build": "build_commands:build",
    "campaign": "flight_commands:campaign",
    "change": "combatbox_dev.change:change",
    "diff": "lookup:diff",
    "doctor": "lookup:doctor",
    "example": "example:example",
    "export": "lookup:export",
    "fly": "flight_commands:fly",
    "games": "lookup:games",
    "golden": "combatbox_dev.golden:golden",
    "new": "new:new",
    "odds": "odds_commands:odds",
    "play": "interactive:play",
    "print": "build_commands:print_",
    "recheck": "log_commands:recheck",
    "replay": "log_commands:replay",
    "roll": "lookup:roll",
    "rule": "lookup:rule",
    "rules": "lookup:rules",
    "rulings": "lookup:rulings",
    "schema": "build_commands:schema",
    "search": "lookup:search",
    "table": "lookup:table",
    "tables": "lookup:tables",
    "verify": "build_commands:verify",
}
"""The module and function of each command, in this package or in the developers' tools.

A command is imported when it is called, so that it imports only what it uses.
"""

EXTRAS = {"jinja2": "print", "markdown": "print", "pypdfium2": "print", "reportlab": "print", "mkdocs": "site"}
"""The extra that installs each package without which a command may be left: `combatbox[print]`, `combatbox[site]`."""

GC_THRESHOLD = 100_000
"""The number of new objects after which the garbage collector runs.

Rules and tables are many objects that live as long as the process: with Python's default of 700, a sixth of the time of
a short command was spent on garbage collection.
"""


class Shell(click.Group):
    """A command group with one-line errors, exit codes and suggestions."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands; the developers' tools exist only in a checkout."""
        return [name for name, target in COMMANDS.items() if "." not in target or find_spec(target.partition(".")[0])]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, function = COMMANDS[cmd_name].partition(":")
        if "." not in module:
            module = f"{__name__}.{module}"
        elif cmd_name not in self.list_commands(ctx):
            ctx.fail(
                f"{cmd_name} is a command for developers; run it in a checkout of the project that `make` installed"
            )
        command: click.Command = getattr(import_module(module), function)
        command.short_help = " ".join((command.help or "").partition("\n\n")[0].split())  # click would cut it
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command; the error for a mistyped name suggests a similar one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"unknown command {args[0]!r}{suggest(args[0], COMMANDS)}")
        ctx.meta[TYPED] = tuple(args[1:])
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Parse the arguments; a closed pipe is not an error.

        The texts of --help and --version are printed here.
        """
        with _quiet_exits():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a closed pipe is not an error.

        If an option lacks its value, the command is added to the error, because click's parser does not name it.
        """
        try:
            with _quiet_exits():
                return super().invoke(ctx)
        except click.UsageError as error:
            if error.ctx is None and ctx.invoked_subcommand:
                error.ctx = click.Context(ctx.command, parent=ctx, info_name=ctx.invoked_subcommand)
            raise

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command line and exit with its code; with standalone_mode=False, return and raise as click does."""
        kwargs["prog_name"] = NAME
        gc.set_threshold(max(GC_THRESHOLD, gc.get_threshold()[0]))
        if kwargs.pop("standalone_mode", True):
            with streams():
                code = self._run(*args, **kwargs)
            sys.exit(code)
        return self._click(*args, **kwargs)

    def _click(self, *args: Any, **kwargs: Any) -> Any:
        click_main: Callable[..., Any] = super().main  # its overloads declare that it never returns
        return click_main(*args, **kwargs, standalone_mode=False)

    def _run(self, *args: Any, **kwargs: Any) -> int:
        try:
            code = self._click(*args, **kwargs)
            sys.stdout.flush()  # a closed pipe raises here and not during shutdown
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
            return 0
        except click.ClickException as error:
            context = getattr(error, "ctx", None)
            path = context.command_path if context else NAME
            return _fail(f"{_one_line(error.format_message())}  (see: {path} --help)", error.exit_code)
        except CombatBoxError as error:
            return _fail(str(error), error.exit_code)
        except BrokenPipeError:
            discard(sys.stdout)
            return 0
        except (OSError, SystemError) as error:  # an extension module raises a SystemError if the folder is gone
            discard(sys.stdout)
            if _folder_is_gone():
                return _fail(FOLDER_GONE, CombatBoxError.exit_code)
            if isinstance(error, SystemError):
                raise
            return _fail(os_error_message(error), CombatBoxError.exit_code)
        except click.Abort as error:
            if isinstance(error.__cause__, EOFError):
                return _fail("the input ended", CombatBoxError.exit_code)
            return _fail("; ".join(["stopped", *map(str, error.__cause__.args if error.__cause__ else ())]), STOPPED)
        except Exception as error:
            message = plug_in_error_message(error) or _missing(error)
            if not message:
                raise
            return _fail(message, 1)
        return code if isinstance(code, int) else 0


def _missing(error: Exception) -> str:
    """Return which extra installs a package that is missing; empty if the error has another cause."""
    name = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    return (
        f"this needs {name}; to install it: pipx install --force 'WHEEL[{EXTRAS[name]}]' (WHEEL: the path of "
        "combatbox-*.whl; without pipx: pip install)"
        if name in EXTRAS
        else ""
    )


def _folder_is_gone() -> bool:
    """Return True if the working folder has been deleted."""
    try:
        os.getcwd()  # noqa: PTH109
    except FileNotFoundError:
        return True
    return False


def _fail(message: str, code: int) -> int:
    """Print an error, line by line, and return the exit code.

    Failures to write are ignored, because standard error may be full or closed.
    """
    try:
        for line in message.splitlines():
            click.echo(f"{NAME}: {line}", err=True)
    except OSError:
        discard(sys.stderr)
    return code


def _one_line(text: str) -> str:
    return " ".join(text.split()).rstrip(".")


@contextlib.contextmanager
def _quiet_exits() -> Iterator[None]:
    """Exit quietly if the reader of a pipe closes it, and with one line on Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt as error:
        if sys.stderr.isatty():
            click.echo(err=True)  # the terminal has written ^C into the line
        raise click.Abort from error
    except BrokenPipeError as error:
        discard(sys.stdout)
        raise click.exceptions.Exit(0) from error


def _version(ctx: click.Context, option: click.Parameter, is_wanted: bool) -> None:
    if is_wanted:
        from combatbox.library.source_dates import version

        click.echo(f"{NAME}, version {version()}")
        ctx.exit()


@click.group(cls=Shell, context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def main() -> None:
    """Rules, tables and missions of heavy-bomber games for one or two players, made from one set of tables.

    \b
    Begin with:
      combatbox games                        the games
      combatbox table twentyfive wing        one table with its odds
      combatbox rule queen 6.3               what the rules of a section say
      combatbox fly twentyfive --seed 1      a mission, narrated roll by roll
      combatbox play queen                   a mission at the terminal, decision by decision
      combatbox print twentyfive             record sheets as PDF
    """
