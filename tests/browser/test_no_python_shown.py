"""No page, schema or help text shows how Python writes a class, a type or an object, no page for players words of programmers."""

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


# ---- pages for players

PROGRAMMERS = re.compile(
    r"rules engine|\bthe engine\b(?= (?:flies|flew|plays|logs|rolls|reads))|by the engine|the engine's (?:doctrine|words)"
    r"|cell by cell|\bdoctrine\b|--[a-z]\w+|\bcombatbox \w+|pyodide|Loading Python|plain YAML",
    re.IGNORECASE,
)
"""Words of programmers; an engine of an aircraft is none."""

FOR_AUTHORS = re.compile(r"authors/|api/|about|404\.html|[a-z0-9]+/(?:words|places)\.html")
"""Pages for people who make games or programs, and the page that says how the site is made."""

SECTIONS = (
    "at-the-terminal",
    "a-campaign-of-your-own",
    "a-scenario-file-of-your-own",
    "for-a-digital-table",
    "how-it-was-found",
    "source",
)
"""Sections that are for them too, on pages for players."""


def for_players(text: str) -> str:
    """Return the text of a page without what is folded under *On the command line*, and without sections for authors.

    The sources of rulings are left out as well: they are part of the digest of the tables.
    """
    text = re.sub(r'<dl class="cb-ruling__list">.*?</dl>', "", text, flags=re.DOTALL)
    body = re.sub(r"<details[^>]*><summary>On the command line</summary>.*?</details>", "", text, flags=re.DOTALL)
    body = re.sub(r"<(script|style|head|nav)\b.*?</\1>", "", body, flags=re.DOTALL)
    heads = tuple(f'<h{level} id="{name}"' for level in (2, 3) for name in SECTIONS)
    parts = re.split(r'(?=<h[23] id=")', body)
    return html.unescape(re.sub(r"<[^>]+>", " ", "".join(part for part in parts if not part.startswith(heads))))


def test_no_page_for_players_shows_words_of_programmers(site: Path) -> None:
    pages = {path.relative_to(site).as_posix(): path for path in site.rglob("*.html")}
    players = {name: path for name, path in pages.items() if not FOR_AUTHORS.match(name)}
    assert len(players) > 500
    found = {name: PROGRAMMERS.findall(for_players(path.read_text(encoding="utf-8"))) for name, path in players.items()}
    assert {name: sorted(set(words)) for name, words in found.items() if words} == {}


def test_the_scripts_of_play_say_nothing_in_words_of_programmers(site: Path) -> None:
    for name in ("play", "play-extras", "odds", "scenario"):
        said = re.findall(r"""["'`][^"'`]*["'`]""", (site / f"assets/js/{name}.js").read_text(encoding="utf-8"))
        assert said
        assert [text for text in said if re.search(r"\b(?:[Tt]he engine|doctrine|Loading Python)\b", text)] == [], name
