"""The command line: words to functions, findings to exit codes (0 done, 1 a check failed, 2 bad input)."""

from __future__ import annotations

import sys

import click

from combatbox import __version__
from combatbox.cli.make import build, golden, print_, schema, verify
from combatbox.cli.play import campaign, fly, odds, replay
from combatbox.cli.read import games, roll, table, tables
from combatbox.cli.table_play import play
from combatbox.core.errors import CombatBoxError, suggest


class Shell(click.Group):
    """A group that turns our errors into one clear line and an exit code, and knows near misses."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click, with a suggestion for a mistyped command."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            ctx.fail(f"there is no command {args[0]!r}{suggest(args[0], self.commands)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; errors meant for people become their lines on standard error."""
        try:
            return super().invoke(ctx)
        except CombatBoxError as error:
            for line in str(error).splitlines():
                click.echo(f"combatbox: {line}", err=True)
            ctx.exit(error.exit_code)
        except BrokenPipeError:
            # the reader of a pipe has seen enough; leave without a word, as other tools do
            sys.stderr.close()
            ctx.exit(0)


@click.group(cls=Shell, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="combatbox")
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


for command in (games, tables, table, roll, fly, play, campaign, replay, odds, print_, verify, schema, golden, build):
    main.add_command(command)
