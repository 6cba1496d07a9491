"""The page about the command line, generated from the commands.

`python -m combatbox_dev.command_page` writes it; a test fails if it is outdated.
"""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click

from combatbox.cli import COMMANDS, main

HEAD = """---
title: The command line
order: 4
description: Every command of combatbox with its options and examples.
---

# The command line

Every command ends with exit code 0 when it is done, 1 when something that was checked is wrong, and 2 when an argument or
a file is wrong. An error is one line. `combatbox COMMAND --help` shows the text below. On a terminal, long output goes through the pager
that `PAGER` names; `PAGER=cat` does without.

## Complete words in your shell

The shell completes commands, options, games, tables, rules, rulings and missions, once this line is in its start-up file:

- bash, in `~/.bashrc`: `eval "$(_COMBATBOX_COMPLETE=bash_source combatbox)"`
- zsh, in `~/.zshrc`: `eval "$(_COMBATBOX_COMPLETE=zsh_source combatbox)"`
- fish, in `~/.config/fish/completions/combatbox.fish`: `_COMBATBOX_COMPLETE=fish_source combatbox | source`

Check: in a new terminal, `combatbox table queen BL` and the Tab key list the tables that begin with BL.

## Settings that you always use

`COMBATBOX_TABLES` names a folder as `--tables` does, and `COMBATBOX_PAPER` a size as `--paper` does: with `export COMBATBOX_PAPER=letter` in the
start-up file every print is on Letter. An option on the command line counts for more.
"""


def page() -> str:
    """Return the reference page of the command line as Markdown."""
    context = click.Context(main, info_name="combatbox", **main.context_settings)
    return "\n".join([HEAD, *(line for name in sorted(COMMANDS) for line in _command(main, context, name))])


def _command(group: click.Group, context: click.Context, name: str, heading: str = "##") -> Iterator[str]:
    """Yield the lines about a command of a group, and about the commands below it."""
    command = group.get_command(context, name)
    assert command is not None
    inner = click.Context(command, info_name=name, parent=context)
    text, _, examples = cleandoc(command.help or "").replace("\b\n", "").partition("Example:\n")
    yield f"{heading} {inner.command_path.partition(' ')[2]}\n"
    yield f"```text\n{' '.join([inner.command_path, *command.collect_usage_pieces(inner)])}\n```\n"
    yield f"{_text(text)}\n"
    if examples.strip():
        yield "```console\n" + "\n".join(f"$ {line.strip()}" for line in examples.strip().splitlines()) + "\n```\n"
    records = [record for each in command.get_params(inner) if (record := each.get_help_record(inner))]
    options = [record for record in records if record[0].startswith("-") and "--help" not in record[0]]
    if options:
        yield "| Option | What it does |\n| --- | --- |"
        for option, words in options:
            yield f"| `{option.replace('|', '/')}` | {words.replace('|', '/')} |"
        yield ""
    if isinstance(command, click.Group):
        for below in command.list_commands(inner):
            yield from _command(command, inner, below, f"{heading}#")


def _text(help_: str) -> str:
    """Return a command's help as Markdown; indented lines become code blocks."""
    return "\n".join(f"    {line}" if line.startswith("  ") else line for line in help_.strip().splitlines()).replace(
        "<", "&lt;"
    )


def write(path: Path) -> None:
    """Write the reference page of the command line."""
    path.write_text(page(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    from combatbox.library.paths import root

    write(root() / "site" / "authors" / "commands.md")
