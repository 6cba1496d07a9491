"""The guides of contributors: their links, files and commands exist."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec

import click
import pytest

from combatbox.cli import main
from combatbox.games import GAMES
from combatbox.library.folders import variants
from combatbox.library.paths import checkout

ROOT = checkout()
assert ROOT
FOLDERS = ("deploy", "engine", "scripts", "site", "tables", "templates", "tests", "variants")
GUIDES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *(ROOT / folder / "README.md" for folder in FOLDERS),
        *(ROOT / "engine").glob("*.md"),
    )
}
PLACES = (
    "",
    "engine/combatbox",
    "engine/combatbox/games/queen",
    "scripts/src",
    "scripts/src/play",
    "site",
    "templates",
    "tests",
    "tests/transcriptions/queen",
)
"""The folders in which a path that a guide names is looked up, besides the guide's own."""

SUFFIXES = (".ipynb", ".j2", ".js", ".md", ".py", ".toml", ".ts", ".txt", ".yml")
MOST_WORDS = {"README.md": 500, "CONTRIBUTING.md": 1100}


def anchors(text: str) -> set[str]:
    """Return the anchors of the headings of a guide, as a Git host makes them."""
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def broken_links(name: str, text: str) -> Iterator[str]:
    """Yield the links of a guide that lead to no file or no heading."""
    for target in re.findall(r"\]\((?!https?:|mailto:)([^)\s]+)\)", text):
        path, _, anchor = target.partition("#")
        file = (ROOT / name).parent / path if path else ROOT / name
        if not file.exists() or (anchor and anchor not in anchors(file.read_text(encoding="utf-8"))):
            yield target


def codes(text: str) -> Iterator[str]:
    """Yield the lines of a guide's code blocks, without comments, and everything in backticks."""
    for block in re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        yield from (line.split("  #")[0].strip() for line in block.splitlines())
    yield from re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))


def missing_files(name: str, text: str) -> Iterator[str]:
    """Yield the files that a guide names and that are in none of the `PLACES`."""
    folders = [(ROOT / name).parent, *(ROOT / place for place in PLACES)]
    for code in codes(text):
        is_path = re.fullmatch(r"[\w./-]+", code) and code.endswith(SUFFIXES) and not code.startswith("build/")
        if is_path and not any((folder / code).exists() for folder in folders):
            yield code


def wrong_commands(text: str) -> Iterator[str]:
    """Yield the commands of a guide that would be refused."""
    for code in codes(text):
        line = re.sub(r"^(?:[A-Z_]+=\S+ )*(?:\.venv/bin/)?", "", code)
        tool, _, rest = line.partition(" ")
        check = TOOLS.get(tool)
        if check and rest and not check(shlex.split(rest)):
            yield code


def is_python(words: list[str]) -> bool:
    """Return True if `python` finds its file or module."""
    if words[0] == "-c":
        return True
    if words[0] != "-m":
        return (ROOT / words[0]).is_file()
    return find_spec(words[1]) is not None


def is_command(words: list[str]) -> bool:
    """Return True if `combatbox` has the command and the command the options; `COMMAND` stands for any."""
    context = click.Context(main, info_name="combatbox")
    if words[0].isupper():
        return True
    command = main.get_command(context, words[0])
    if command is None:
        return False
    try:
        command.make_parser(click.Context(command, parent=context)).parse_args(words[1:])
    except click.UsageError:
        return False
    return True


def has_targets(words: list[str]) -> bool:
    """Return True if the Makefile has each target."""
    targets = re.findall(r"^([\w./ -]+):(?!=)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    return {word for word in words if "=" not in word} <= {name for names in targets for name in names.split()}


def has_tests(words: list[str]) -> bool:
    """Return True if the files exist and a test has the name that `-k` selects."""
    files = [ROOT / word for word in words if word.startswith("tests")]
    if not all(file.exists() for file in files):
        return False
    if "-k" not in words:
        return True
    part = words[words.index("-k") + 1]
    texts = [path for file in files for path in (file.rglob("test_*.py") if file.is_dir() else [file])]
    return any(
        part in path.stem or re.search(rf"(?:def test_|- it: )[\w ]*{part}", path.read_text(encoding="utf-8"))
        for path in texts
    )


TOOLS = {"combatbox": is_command, "make": has_targets, "pytest": has_tests, "python": is_python}


@pytest.mark.parametrize("name", GUIDES)
def test_links_files_and_commands_of_a_guide_exist(name: str) -> None:
    assert list(broken_links(name, GUIDES[name])) == []
    assert list(missing_files(name, GUIDES[name])) == []
    assert list(wrong_commands(GUIDES[name])) == []


def test_missing_links_files_and_commands_are_found() -> None:
    assert list(broken_links("README.md", "[a](none.md) [b](#read-on) [c](README.md#none)")) == [
        "none.md",
        "README.md#none",
    ]
    assert list(missing_files("README.md", "`cli/none.py` and `cli/log_commands.py`")) == ["cli/none.py"]
    wrong = [
        "combatbox land queen",
        "combatbox print queen --images",
        "combatbox print queen --inks full",
        "make none",
        "pytest tests/none.py",
        "pytest tests/unit/test_guides.py -k no_such_test",
        "python -m tests.none",
        "python tests/none.py",
    ]
    right = [
        "combatbox print <game> --only NAME --images DIR",
        "make lint types",
        "make check-commits BASE=main",
        "pytest -n 2 tests/unit/test_guides.py -k commands",
        "python -m tests.press.test_print_run_structure",
        ".venv/bin/python tests/set_up.py",
    ]
    block = "\n".join(["```sh", *wrong, *right, "```"])
    assert list(wrong_commands(block)) == wrong


def test_every_folder_has_steps_with_a_check_and_the_entry_pages_stay_short() -> None:
    for folder in FOLDERS:
        text = GUIDES[f"{folder}/README.md"]
        assert re.search(r"^\d+\. Check: ", text, re.MULTILINE), folder
    for name, most in MOST_WORDS.items():
        assert sum(bool(re.search(r"\w", word)) for word in GUIDES[name].split()) <= most, name


NUMBERS = {
    word: number
    for number, word in enumerate(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 2
    )
}
COUNT = re.compile(
    rf"\b(?P<number>{'|'.join(NUMBERS)}|[2-9]|\d\d+)(?: (?!of\b)[a-z-]+){{0,2}}? (?P<thing>games?|wargames?|variants?|tables?|tests)\b",
    re.IGNORECASE,
)
OURS = [key for key in GAMES if (ROOT / "tables" / key).is_dir()]
OTHER_COUNTS = {
    "two tests": "what an example command selects",
    "three games": "the games of `make test-fuzz`, compared below",
    "two tables": "an example of a sentence",
    "three tables": "the tables that a page calls beside it",
    "two games": "games with one way of doing a thing, which a page compares",
    "two big games": "the same",
    "five games": "the evenings of the campaign",
}
"""Counts that are not of all games, variants, tables or tests, each with what it counts."""


def wrong_counts(text: str) -> Iterator[str]:
    """Yield the counts of games, variants, tables and tests that are not what there is."""
    whole = {"game": len(OURS), "wargame": len(OURS), "variant": len(variants())}
    prose = re.sub(r"^```.*?^```|\{[{%].*?[%}]\}|`[^`\n]*`|https?:\S+", "", text, flags=re.MULTILINE | re.DOTALL)
    for count in COUNT.finditer(re.sub(r"\s+", " ", prose)):
        words = count[0].lower()
        number = NUMBERS.get(count["number"].lower()) or int(count["number"])
        if words not in OTHER_COUNTS and whole.get(count["thing"].lower().removesuffix("s")) != number:
            yield count[0]


PAGES = [path for folder in ("site", "variants") for path in (ROOT / folder).rglob("*.md")]


def test_counts_of_games_variants_tables_and_tests_are_true() -> None:
    texts = {**GUIDES, **{str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in PAGES}}
    assert {name: found for name, text in texts.items() if (found := list(wrong_counts(text)))} == {}
    fuzzed = re.search(r"^FUZZED \?= (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert fuzzed
    assert len(fuzzed[1].split()) == NUMBERS["three"]


def test_a_wrong_count_is_found() -> None:
    assert list(wrong_counts("It has nine games, two new variants and 8,500 tests.")) == [
        "nine games",
        "two new variants",
        "500 tests",
    ]
