"""What a correction changes among the stored results: before it is stored, and afterwards by consequence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.odds.stored_odds import place_of
from combatbox.verify.checks import run_checks
from combatbox.verify.findings import Finding

KINDS: Mapping[str, str] = {
    "missions of the gallery": r"/examples/",
    "odds": r"/results/",
    "texts of tables": r"^tests/golden/",
    "playthroughs": r"^tests/playthroughs/",
    "papers": r"^tests/press/goldens/",
    "recorded games": r"^tests/corpus/",
}
"""The kinds of stored results, each with a pattern of the paths of its files."""

RESULTS = ("tests/golden/tables", "tests/playthroughs", "tests/press/goldens", "tests/corpus")
"""Folders of stored results of all games, below the folder of the project."""

CHECKS = ("examples", "results", "goldens", "corpus")
"""The checks of `combatbox verify` that compare stored results with the tables."""

NAMED = 4
"""The number of files that a line of the report names."""


def expected(books: Sequence[Book], project: Path, jobs: int) -> list[Finding]:
    """Return the stored results that a renewal would change, each with the reason; nothing is written."""
    checks = run_checks(books, project=project, tables=paths.tables(), only=CHECKS, jobs=jobs)
    return [finding for check in checks for finding in check.findings]


def pages_of(book: Book, table: str) -> list[str]:
    """Return the pages that state or cite a table: its own, and the hand-written ones whose functions name it."""
    site = paths.home(book.key).site
    cited = re.compile(rf"\{{\{{[^}}]*[\"']{re.escape(table)}[\"']")
    written = [path for path in sorted(site.rglob("*.md")) if cited.search(path.read_text("utf-8"))]
    return [f"{book.key}/tables/{table.lower()}", *(path.relative_to(site.parent).as_posix() for path in written)]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The stored results at one time.

    Attributes:
        texts: the text of each file, by its path below the project.
        survival: by game, the stored percentage of missions that are survived by doctrine.
    """

    texts: Mapping[str, str]
    survival: Mapping[str, float]

    @classmethod
    def take(cls, books: Sequence[Book], project: Path) -> Snapshot:
        """Read the stored results of a game and its variants."""
        homes = [book.variant_folder or paths.home(book.key).tables for book in books]
        folders = [*(project / name for name in RESULTS), *(home / name for home in homes for name in _OF_A_GAME)]
        files = sorted({path for folder in folders for path in folder.rglob("*") if path.suffix in _TEXTS})
        texts = {_below(project, path): path.read_text(encoding="utf-8") for path in files}
        return cls(texts, {book.key: share for book in books if (share := _survival(book)) is not None})


_OF_A_GAME = ("examples", "results")
_TEXTS = (".txt", ".json", ".yaml")


def _below(project: Path, path: Path) -> str:
    return path.relative_to(project).as_posix() if path.is_relative_to(project) else path.as_posix()


def _survival(book: Book) -> float | None:
    """Return the stored percentage of missions that are survived by doctrine; None if it is not stored."""
    path = place_of(book)
    orders = json.loads(path.read_text(encoding="utf-8"))["orders"] if path.is_file() else []
    found = next((order["found"] for order in orders if order.get("found")), None)
    return 100 * float(found["mission_survival"]["value"]) if found else None


def report(before: Snapshot, after: Snapshot) -> Iterator[str]:
    """Yield a line for each kind of stored result that differs, and the shift of the odds."""
    changed = {
        path: lines
        for path in sorted({*before.texts, *after.texts})
        if (lines := lines_that_differ(before.texts.get(path, ""), after.texts.get(path, "")))
    }
    if not changed:
        yield "nothing that is stored differs"
    for kind, pattern in KINDS.items():
        of_kind = {path: lines for path, lines in changed.items() if re.search(pattern, path)}
        if of_kind:
            named = sorted(of_kind, key=lambda path: -of_kind[path])[:NAMED]
            more = f" and {len(of_kind) - NAMED} more" if len(of_kind) > NAMED else ""
            shown = f"{', '.join(named)}{more}"
            yield f"{kind} {len(of_kind)} ({sum(of_kind.values())} lines): {shown}"
    for key, now in after.survival.items():
        shift = now - before.survival.get(key, now)
        if shift:
            yield f"odds of {key}: {shift:+.1f} points of missions survived, now {now:.1f} of 100"


def lines_that_differ(old: str, new: str) -> int:
    """Return how many lines were removed or added."""
    lines = [*unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")]
    return sum(line[0] in "+-" for line in lines[2:])  # the first two name the files
