"""The files in the repository: nothing that nobody meant to commit."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from combatbox.cli import COMMANDS
from combatbox.library.paths import checkout

ROOT = checkout()
assert ROOT
TOP = frozenset(
    {
        ".ci",
        ".devcontainer",
        ".dockerignore",
        ".editorconfig",
        ".gitattributes",
        ".github",
        ".gitignore",
        ".pre-commit-config.yaml",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE",
        "Makefile",
        "README.md",
        "constraints.txt",
        "deploy",
        "engine",
        "hatch_build.py",
        "mkdocs.yml",
        "pyproject.toml",
        "scripts",
        "site",
        "tables",
        "templates",
        "tests",
        "variants",
    }
)
"""What stands at the top level."""

GENERATED = (
    "constraints.txt",
    "scripts/package-lock.json",
    "site/about/bill-of-materials.cdx.json",
    "site/authors/commands.md",
    "site/authors/python.md",
    "site/authors/reference.md",
    "site/authors/stable.md",
    "tables/queen/results/odds.json",
    "tables/schema/queen-table.json",
    "tests/golden/tables/queen.txt",
    "tests/press/goldens/digests.json",
    "tests/variants/foggia-ploesti.txt",
    "variants/foggia/results/odds.json",
)
"""A file of each group of generated files."""


def git(*words: str, folder: Path = ROOT) -> list[str]:
    """Return the lines that a git command prints."""
    return subprocess.run(["git", *words], capture_output=True, text=True, check=True, cwd=folder).stdout.splitlines()


def unwanted(folder: Path, top: frozenset[str]) -> list[str]:
    """Return the tracked links, and the tracked files and folders at the top level that are not in the list."""
    entries = [line.split("\t") for line in git("ls-files", "--stage", folder=folder)]
    links = [f"{path}: is a link" for mode, path in entries if mode.startswith("120000")]
    names = {path.partition("/")[0] for _, path in entries}
    return links + [f"{name}: is not in the list of the top level" for name in sorted(names - top)]


needs_history = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a source distribution has no history")


@needs_history
def test_no_link_and_no_stray_file_is_tracked():
    assert unwanted(ROOT, TOP) == []


def test_a_link_and_a_stray_file_are_found(tmp_path):
    git("init", "--quiet", folder=tmp_path)
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "link").symlink_to("/tmp")
    (tmp_path / "notes").write_text("x", encoding="utf-8")
    git("add", "--all", folder=tmp_path)
    expected = ["engine/link: is a link", "notes: is not in the list of the top level"]
    assert unwanted(tmp_path, frozenset({"engine"})) == expected


@needs_history
def test_generated_files_are_marked_and_every_pattern_has_files():
    marked = git("check-attr", "linguist-generated", *GENERATED)
    assert [line for line in marked if not line.endswith(": set")] == []
    patterns = [line.split()[0] for line in (ROOT / ".gitattributes").read_text().splitlines() if "linguist" in line]
    assert [pattern for pattern in patterns if not git("ls-files", f":(glob){pattern}")] == []


PACKAGES = {
    ROOT / "tests" / "unit" / name: name for name in ("core", "drawing", "library", "odds", "play", "prose", "web")
}
PACKAGES |= {ROOT / "tests" / name: name for name in ("cli", "press")}


@pytest.mark.parametrize("folder", PACKAGES, ids=PACKAGES.get)
def test_each_test_file_begins_with_the_name_of_the_module_or_command_that_it_tests(folder: Path) -> None:
    """`test_tables_read_back.py` tests `tables`; what concerns a whole package or several stands above these folders.

    A game's module is named after its game, `queen_sheets`, and a helper of tests beside it has a test of its own.
    """
    package = ROOT / "engine" / "combatbox" / PACKAGES[folder]
    names = {path.stem for path in (*package.glob("*.py"), *folder.glob("*.py")) if not path.stem.startswith("test_")}
    names |= {f"{path.parent.name}_{path.stem}" for path in package.glob("games/*/*.py")}
    names |= {"main", *COMMANDS} if package.name == "cli" else set()
    stems = [path.stem.removeprefix("test_") for path in folder.glob("test_*.py")]
    assert [stem for stem in stems if not any(f"{stem}_".startswith(f"{name}_") for name in names)] == []
