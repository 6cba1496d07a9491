"""No page, schema or help text shows how Python writes a class, a type or an object."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from combatbox.cli import main
from combatbox.library import paths

PYTHON = re.compile(r"typing\.|<class\b|\bobject at 0x|: '?(?:int|str|bool)'?[,)]")
"""A type, a class, an object without words of its own, and a signature: what `repr` and `dataclass` write by themselves."""


def shown(text: str) -> list[str]:
    """Return every place of a text that shows Python, with its context."""
    plain = html.unescape(re.sub(r"<script\b.*?</script>", "", text, flags=re.DOTALL))
    return [plain[max(0, found.start() - 60) : found.end() + 20] for found in PYTHON.finditer(plain)]


@pytest.mark.parametrize("text", [
    "Adds(field: typing.Annotated[str]", "state=&lt;class &#39;int&#39;&gt;", "<code>&lt;Row object at 0x7f1c&gt;</code>",
    "Keeps(value: 'str')", "Adds(add: int)",
])  # fmt: skip
def test_default_representations_of_python_are_found(text: str) -> None:
    assert shown(text)


def test_no_page_and_no_published_file_shows_python(site: Path) -> None:
    files = [path for kind in ("*.html", "api/**/*.json") for path in site.rglob(kind)]
    files.remove(site / "authors" / "stable.html")  # It lists the signatures of the plug-in API.
    assert len(files) > 100
    found = {path.relative_to(site).as_posix(): shown(path.read_text(encoding="utf-8")) for path in files}
    assert {path: places[:2] for path, places in found.items() if places} == {}


def test_no_schema_shows_python() -> None:
    files = sorted((paths.tables() / "schema").glob("*.json"))
    assert files
    found = {path.name: shown(path.read_text(encoding="utf-8")) for path in files}
    assert {path: places[:2] for path, places in found.items() if places} == {}


def test_no_help_text_shows_python() -> None:
    texts = dict(helps(main, click.Context(main, info_name="combatbox")))
    assert len(texts) > 10
    assert {name: shown(text) for name, text in texts.items() if shown(text)} == {}


def helps(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    """Yield the help of a command and of those below it, by how each is called."""
    yield context.command_path, command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below
            yield from helps(below, click.Context(below, parent=context, info_name=name))
