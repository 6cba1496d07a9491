"""The command line: words to functions, findings to exit codes.

0: done. 1: something that was checked is wrong. 2: the input is wrong. 130: stopped by the user.
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

from combatbox import __version__
from combatbox.cli.output import fault_of, fault_of_plug_in, let_go, streams
from combatbox.core.errors import CombatBoxError, suggest

NAME = "combatbox"
STOPPED = 130
TYPED = "combatbox.typed"
"""Where the words of a command line are kept, in the `meta` of its context."""

FOLDER_GONE = "the folder that you are in has been deleted; change to another one"

COMMANDS = {
    "advise": "advise:advise",
    "build": "build_commands:build",
    "campaign": "flight_commands:campaign",
    "change": "combatbox_dev.change:change",
    "diff": "lookup:diff",
    "example": "example:example",
    "export": "lookup:export",
    "fly": "flight_commands:fly",
    "games": "lookup:games",
    "golden": "combatbox_dev.golden:golden",
    "new": "new:new",
    "odds": "flight_commands:odds",
    "play": "interactive:play",
    "print": "build_commands:print_",
    "recheck": "recheck:recheck",
    "replay": "flight_commands:replay",
    "roll": "lookup:roll",
    "schema": "build_commands:schema",
    "table": "lookup:table",
    "tables": "lookup:tables",
    "verify": "build_commands:verify",
}
"""Every command by its name: the module that holds it, here or in the developers' tools, and the function there. It is
imported when it is called: a command imports only what it uses."""

LOOK_AFTER = 100_000
"""After how many new objects the collector looks for rings. Rules and tables are many objects that all stay: at Python's
usual 700 a sixth of a short command went into looking through them."""


class Shell(click.Group):
    """A group whose errors are one clear line and an exit code, and that knows near misses."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands. Those of the developers' tools are in a checkout alone."""
        return [name for name, there in COMMANDS.items() if "." not in there or find_spec(there.partition(".")[0])]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, loaded now; None for a name nobody knows."""
        if cmd_name not in COMMANDS:
            return None
        module, _, function = COMMANDS[cmd_name].partition(":")
        if "." not in module:
            module = f"{__name__}.{module}"
        elif cmd_name not in self.list_commands(ctx):
            ctx.fail(
                f"{cmd_name} is a command for developers, in a checkout of the project that was installed by `make`"
            )
        command: click.Command = getattr(import_module(module), function)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click, with a suggestion for a mistyped command."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"there is no command {args[0]!r}{suggest(args[0], COMMANDS)}")
        ctx.meta[TYPED] = tuple(args[1:])
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """As click, which tells help and version here; a reader that has gone is no fault."""
        with _readers_may_go():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """As click, but a reader that has gone is no fault."""
        with _readers_may_go():
            return super().invoke(ctx)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command line and leave with its exit code. Without standalone_mode as click has it."""
        kwargs["prog_name"] = NAME
        gc.set_threshold(max(LOOK_AFTER, gc.get_threshold()[0]))
        if kwargs.pop("standalone_mode", True):
            with streams():
                code = self._run(*args, **kwargs)
            sys.exit(code)
        return self._click(*args, **kwargs)

    def _click(self, *args: Any, **kwargs: Any) -> Any:
        as_click_has_it: Callable[..., Any] = super().main  # its overloads say that it never returns
        return as_click_has_it(*args, **kwargs, standalone_mode=False)

    def _run(self, *args: Any, **kwargs: Any) -> int:
        try:
            code = self._click(*args, **kwargs)
            sys.stdout.flush()  # so that a reader that has gone is noticed here and not at the very end
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            return error.exit_code
        except click.ClickException as error:
            context = getattr(error, "ctx", None)
            path = context.command_path if context else NAME
            return _fail(f"{_one_line(error.format_message())}  (see: {path} --help)", error.exit_code)
        except CombatBoxError as error:
            return _fail(str(error), error.exit_code)
        except BrokenPipeError:
            let_go(sys.stdout)
            return 0
        except OSError as error:
            let_go(sys.stdout)
            gone = _folder_is_gone()
            return _fail(FOLDER_GONE if gone else fault_of(error), CombatBoxError.exit_code)
        except click.Abort as error:
            if isinstance(error.__cause__, EOFError):
                return _fail("the input ended", CombatBoxError.exit_code)
            return _fail("stopped", STOPPED)
        except Exception as error:
            told = fault_of_plug_in(error)
            if not told:
                raise
            return _fail(told, 1)
        return code if isinstance(code, int) else 0


def _folder_is_gone() -> bool:
    """Whether the working folder has been deleted, so that no relative path means anything."""
    try:
        os.getcwd()  # noqa: PTH109
    except FileNotFoundError:
        return True
    return False


def _fail(message: str, code: int) -> int:
    """Say what is wrong, a line for each finding. Standard error may be full, or its reader gone."""
    try:
        for line in message.splitlines():
            click.echo(f"{NAME}: {line}", err=True)
    except OSError:
        let_go(sys.stderr)
    return code


def _one_line(text: str) -> str:
    return " ".join(text.split()).rstrip(".")


@contextlib.contextmanager
def _readers_may_go() -> Iterator[None]:
    """The reader of a pipe has seen enough: leave without a word, as other tools do. Ctrl-C is told in one line."""
    try:
        yield
    except KeyboardInterrupt as error:
        if sys.stderr.isatty():
            click.echo(err=True)  # the terminal has written ^C into the line
        raise click.Abort from error
    except BrokenPipeError as error:
        let_go(sys.stdout)
        raise click.exceptions.Exit(0) from error


@click.group(cls=Shell, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name=NAME)
def main() -> None:
    """Rules, tables and missions of solitaire heavy-bomber games, made from one set of YAML tables.

    \b
    Begin with:
      combatbox games                        what is here
      combatbox table twentyfive wing        one table with its odds
      combatbox fly twentyfive --seed 1      a mission, told roll by roll
      combatbox play queen                   a mission at the terminal, decision by decision
      combatbox print twentyfive             record sheets as PDF
    """
