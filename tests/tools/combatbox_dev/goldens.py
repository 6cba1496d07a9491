"""Goldens: tables as text and missions as transcripts; the same code checks and writes them.

tests/golden/tables/GAME.txt          every table in words
tables/GAME/results/survival.json     the exact survival of a mission under each choice of rulings
tests/press/goldens/                  the structure of papers, compared by tests; `digests.json` says of which tables
tests/playthroughs/GAME/*.txt         missions, flown again from their dice and choices
tests/playthroughs/GAME/exceptions    rows that no playthrough reaches, one a line, with the reason
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path

from combatbox.core.errors import CombatBoxError
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.verify.findings import Check, Finding, VerifyContext, check_result, combine
from combatbox_dev.dump import dump
from combatbox_dev.playthroughs import Transcript, goals, recorded, reflown, renewed, search
from combatbox_dev.projects import is_homeless, project_of
from combatbox_dev.survival import survival_file

UPDATE = "combatbox golden --update"
SURVIVAL = "python -m combatbox_dev.survival"
PAPERS = "tests.press.test_print_run_structure"
"""The module that renews the dumps of papers."""


def check(context: VerifyContext) -> Check:
    """Run the check for `combatbox verify`."""
    if is_homeless(context):
        return Check("goldens", not_run="the goldens are not part of an installed copy; run it in a checkout")
    return _goldens(
        [(root, book) for key, book in context.books.items() if (root := project_of(context, key))], update=False
    )


def goldens(root: Path, books: Mapping[str, Book], *, update: bool = False) -> Check:
    """Compare the goldens below `root` with what is generated now or, with `update`, write those that differ.

    An update replays the playthroughs, and records new ones for rows that none of them reaches. Its findings are what
    it could not renew.
    """
    return _goldens([(root, book) for book in books.values()], update=update)


def _goldens(projects: Iterable[tuple[Path, Book]], *, update: bool) -> Check:
    """Compare or write the goldens of books, each with the folder of its project."""
    findings: list[Finding] = []
    texts = flights = 0
    for root, book in projects:
        keeper = Keeper(root, check=not update)
        findings += keeper.tables(book)
        if not update:
            findings += [*keeper.survival(book), *keeper.papers(book)]
        findings += keeper.playthroughs(book)
        texts += 1
        flights += keeper.flights
    return check_result("goldens", combine(findings), (texts, "table text"), (flights, "playthrough"))


class Keeper:
    """Compares goldens with what is generated now, or writes them."""

    def __init__(self, root: Path, *, check: bool) -> None:
        self.root, self.check = root, check
        self.flights = 0

    def keep(self, path: Path, text: str) -> Iterator[Finding]:
        """Compare a file line by line, or write it if it differs."""
        old = path.read_text(encoding="utf-8") if path.is_file() else None
        if old == text:
            return
        if not self.check:
            write_atomically(path, text.encode())
        elif old is None:
            yield Finding(self._shown(path), "is missing", UPDATE)
        else:
            number, was, now = first_difference(old, text)
            yield Finding(f"{self._shown(path)}:{number}", f'is stale: it has "{was}", now it would be "{now}"', UPDATE)

    def _shown(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def tables(self, book: Book) -> Iterator[Finding]:
        """Compare or write the text of all tables."""
        yield from self.keep(self.root / "tests" / "golden" / "tables" / f"{book.key}.txt", dump(book))

    def survival(self, book: Book) -> Iterator[Finding]:
        """Check that the stored exact survival is of these tables; tests compute the values."""
        path = survival_file(self.root / "tables", book.key)
        if path.is_file() and json.loads(path.read_text(encoding="utf-8"))["digest"] != book.digest:
            yield Finding(self._shown(path), "is stale: the tables have changed since", SURVIVAL)

    def papers(self, book: Book) -> Iterator[Finding]:
        """Check that the dumps of papers are of these tables; tests compare the dumps themselves."""
        if paper_digests(self.root).get(book.key, book.digest) != book.digest:
            place = "tests/press/goldens/digests.json"
            yield Finding(
                place, f"the dumps of papers are of other tables of {book.key}", f"python -m {PAPERS} {book.key}"
            )

    def playthroughs(self, book: Book) -> Iterator[Finding]:
        """Compare or write the transcripts of a game, and report the rows that none reaches.

        A game without runs has no transcripts.
        """
        if not book.game.runs:
            return
        folder = self.root / "tests" / "playthroughs" / book.key
        listed = read_exceptions(folder / "exceptions")
        reached: set[str] = set()
        for path in sorted(folder.glob("*.txt")):
            try:
                transcript = reflown(book, path) if self.check else renewed(book, path)
            except CombatBoxError as error:
                yield Finding(self._shown(path), f"cannot be flown again: {error}", UPDATE if self.check else "")
                continue
            yield from self.keep(path, transcript.text)
            reached |= transcript.reached
            self.flights += 1
        if not self.check:
            yield from self._record(book, folder, reached, listed)
        elif not self.flights:
            yield Finding(self._shown(folder), f"holds no playthrough of {book.meta.title}", UPDATE)
            return
        yield from self._unreached(book, reached, listed, folder)

    def _record(self, book: Book, folder: Path, reached: set[str], listed: Mapping[str, str]) -> Iterator[Finding]:
        wanted = missing(book, reached, listed)
        if not wanted:
            return
        numbers = [int(path.stem.split("-")[0]) for path in folder.glob("[0-9]*.txt")]
        for number, one in enumerate(search(book, wanted), max(numbers, default=0) + 1):
            transcript: Transcript = recorded(book, one)
            name = f"{number:02d}-{one.order.run}-{one.order.mission}.txt"
            yield from self.keep(folder / name, transcript.text)
            reached |= transcript.reached
            self.flights += 1

    def _unreached(self, book: Book, reached: set[str], listed: Mapping[str, str], folder: Path) -> Iterator[Finding]:
        path = folder / "exceptions"
        for goal in missing(book, reached, listed):
            yield Finding(
                goal, "no playthrough reaches it", f"{UPDATE}, or list it with a reason in {self._shown(path)}"
            )
        rows_of = goals(book).items()
        needless = {
            name
            for name in listed
            if all(goal in reached for goal, rows in rows_of if excepted(goal, rows, {name: ""}))
        }
        if self.check:
            for name in sorted(needless):
                words = f"lists {name}, but a playthrough reaches it (or it is not a row)"
                yield Finding(self._shown(path), words, UPDATE)
        elif needless:
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            yield from self.keep(
                path, "".join(line for line in lines if line.partition("\t")[0].strip() not in needless)
            )


def paper_digests(root: Path) -> dict[str, str]:
    """Return, by game, the digest of the tables of which papers are stored as text."""
    path = root / "tests" / "press" / "goldens" / "digests.json"
    digests: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return digests


def missing(book: Book, reached: set[str], listed: Mapping[str, str]) -> list[str]:
    """Return the rows and effects that were not reached and are not listed."""
    return [g for g, rows in goals(book).items() if g not in reached and not excepted(g, rows, listed)]


def first_difference(old: str, new: str) -> tuple[int, str, str]:
    """Return the number of the first line that differs, and both versions of the line."""
    for number, (was, now) in enumerate(zip_longest(old.splitlines(), new.splitlines(), fillvalue="(the end)"), 1):
        if was != now:
            return number, was, now
    return 1, "", "(line ends)"


def read_exceptions(path: Path) -> dict[str, str]:
    """Return the rows that no playthrough needs to reach, each with the reason.

    Raises:
        CombatBoxError: a row has no reason.
    """
    reasons: dict[str, str] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() if path.is_file() else [], 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, _, reason = line.partition("\t")
        if not reason.strip():
            raise CombatBoxError(f"{path.parent.name}/exceptions:{number}: {line!r}: give a row, a tab and the reason")
        reasons[name.strip()] = reason.strip()
    return reasons


def excepted(goal: str, rows: Iterable[str], listed: Mapping[str, str]) -> bool:
    """Return True if a goal, or each of its rows, is listed by its id or by its table (`T-TAB-SHEET-MISSION/*`)."""
    tables = [name[:-1] for name in listed if name.endswith("/*")]
    return goal in listed or all(row in listed or any(row.startswith(table) for table in tables) for row in rows)
