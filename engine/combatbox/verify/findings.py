"""The input of all checks, and their results: findings, each with its place and a remedy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from combatbox.core.annotations import frozen
from combatbox.core.errors import DataError
from combatbox.core.phrases import plural
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.verify.independent_reader import PlainTable, read_book

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A fault that a check found: its place, a message, its severity, and the command that corrects it, if any."""

    place: str
    message: str
    command: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        text = f"{self.place}: {self.message}" if self.place else self.message
        return f"{text}; run: {self.command}" if self.command else text


@frozen
class Check:
    """The result of a check, or the reason why it was not run.

    Attributes:
        counted: the numbers of items that were checked, as text: `23 tables, 214 cells`.
        not_run: the reason why the check could not be run, and the remedy; empty if it was run.
    """

    name: str
    findings: tuple[Finding, ...] = ()
    counted: str = ""
    not_run: str = ""

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that make the check fail, which are all findings except warnings."""
        return tuple(f for f in self.findings if f.severity == "error")

    @property
    def failed(self) -> bool:
        """True if there are errors."""
        return bool(self.errors)

    @property
    def ok(self) -> bool:
        """True if the check has not failed."""
        return not self.failed

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data, for `combatbox verify --json`."""
        return {
            "name": self.name,
            "ok": self.ok,
            "counted": self.counted,
            "not_run": self.not_run,
            "findings": [asdict(finding) for finding in self.findings],
        }

    def lines(self) -> list[str]:
        """Return the lines to print: one about the check, then one for each finding that the first does not show."""
        mark = "FAIL" if self.failed else "--  " if self.not_run else "ok  "
        head = f"{mark} {self.name:<9}"
        if self.not_run:
            return [f"{head} not run: {self.not_run}", *(f"     {f}" for f in self.findings)]
        if not self.findings:
            return [f"{head} {self.counted}"]
        if len(self.findings) == 1 and self.failed:
            return [f"{head} {self.findings[0]}"]
        summary = plural(len(self.errors), "finding") if self.failed else self.counted
        return [f"{head} {summary}", *(f"     {'' if f in self.errors else 'warning: '}{f}" for f in self.findings)]


def check_result(name: str, findings: Iterable[Finding], *counts: tuple[int, str]) -> Check:
    """Return the result of a check that was run.

    If there was nothing to check, the result has a finding about this.

    Args:
        name: the name of the check.
        findings: the findings, from which duplicates are removed.
        counts: pairs of a number and what was counted, such as `(23, "table")`.
    """
    unique = tuple(dict.fromkeys(findings))
    if counts and not counts[0][0] and not unique:
        unique = (Finding("", f"no {counts[0][1]} was found, so nothing was checked"),)
    return Check(name, unique, ", ".join(plural(n, what) for n, what in counts))


def findings_in(error: DataError) -> list[Finding]:
    """Return a finding for each problem of data files."""
    return [Finding(f"{problem.path}:{problem.line}", problem.message) for problem in error.problems]


def combine(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Combine findings into one if they have the same message, such as a stale digest, but different files.

    Findings about rows or terms are not combined.
    """
    places_by_finding: dict[Finding, list[str]] = {}
    for one in findings:
        places_by_finding.setdefault(replace(one, place="") if Path(one.place).suffix else one, []).append(one.place)
    for finding, places in places_by_finding.items():
        more = f" and {len(places) - 1} more files" if len(places) > 1 else ""
        yield replace(finding, place=f"{places[0]}{more}")


@dataclass(frozen=True)
class VerifyContext:
    """The input of all checks.

    Attributes:
        books: the games to check, by key.
        site: the built site.
        prints: the folder of built PDFs.
        project: a checkout, with sources and tests.
        tables: the folder of tables.
        overlay: the folder that overrides the tables of these books.
    """

    books: Mapping[str, Book]
    site: Path | None = None
    prints: Path | None = None
    project: Path | None = None
    tables: Path | None = None
    overlay: Path | None = None

    @cached_property
    def plain(self) -> dict[str, dict[str, PlainTable]]:
        """The tables of each game by id, as parsed by the independent reader."""
        return {key: read_book(book) for key, book in self.books.items()}

    @property
    def table_folder(self) -> Path:
        """The folder that contains a folder of tables for each game."""
        return self.tables or (self.project / "tables" if self.project else paths.tables())

    def base(self, key: str) -> Path | None:
        """Return the folder that contains the folder of a game's tables; None for a game from a plug-in."""
        return self.tables or (None if key in paths.plug_ins() else self.table_folder)

    def tables_of(self, key: str) -> Path:
        """Return the folder of a game's tables."""
        base = self.base(key)
        return base / key if base else paths.home(key).tables

    def pages(self) -> Iterator[tuple[Path, Path]]:
        """Yield every hand-written page, including those of plug-ins, with its path relative to the site's root."""
        plug_in_folders = [folder / "site" for key, folder in paths.plug_ins().items() if key in self.books]
        for folder in (self.prose_folder, *plug_in_folders):
            pages = (path for path in sorted(folder.rglob("*.md")) if path.name != "README.md")  # a guide, not a page
            yield from ((path, path.relative_to(folder)) for path in pages)

    @property
    def prose_folder(self) -> Path:
        """The folder of the site's hand-written pages."""
        return (self.project or paths.root()) / "site"
