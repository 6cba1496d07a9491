"""What of an order is flown already, kept in a file, so that a run that was stopped goes on where it was.

The file has a head (whose order, which tables and code, a checksum) and a line for each kind of run: which of them are flown,
and what was counted in them all together, so that it does not grow with the order. It is written anew, in one step, after
every piece. What is counted can be added up in any order; who resumes may cut the rest otherwise.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from combatbox.core.errors import CombatBoxError
from combatbox.library import paths
from combatbox.library.atomic_files import write_atomically
from combatbox.library.safe_read import read_file
from combatbox.odds.worker import Batch
from combatbox.play.batch import Counts, SimulationRequest, non_default_rulings
from combatbox.play.book import Book
from combatbox.play.canonical_json import canonical_json, from_json

KIND = "odds under way"
FORM = 1
MOST = 100_000_000
"""Bytes that such a file may have; that of our longest list of figures has a thousandth."""

Span = tuple[int, int]
"""Runs from the first number to before the second."""


@dataclass(slots=True)
class CompletedRuns:
    """Runs of one kind that are flown: the spans of their numbers, in order and apart, and what was counted in them."""

    spans: list[Span] = field(default_factory=list)
    counts: Counts = field(default_factory=Counter)

    def add(self, span: Span, counts: Counts) -> None:
        """Add what was counted in a span that is not among them yet."""
        self.counts.update(counts)
        joined: list[Span] = []
        for start, stop in sorted([*self.spans, span]):
            if joined and joined[-1][1] == start:
                joined[-1] = joined[-1][0], stop
            else:
                joined.append((start, stop))
        self.spans = joined

    def gaps(self, runs: int) -> list[Span]:
        """What is left of so many runs."""
        starts = [0, *(stop for _, stop in self.spans)]
        stops = [*(start for start, _ in self.spans), runs]
        return [(start, stop) for start, stop in zip(starts, stops, strict=True) if start < stop]

    @property
    def runs(self) -> int:
        """How many are flown."""
        return sum(stop - start for start, stop in self.spans)


class Checkpoint:
    """What is flown of an order, by the kind of run; with a file it is kept there."""

    def __init__(self, book: Book, order: SimulationRequest, path: Path | None = None) -> None:
        """path: is read where it is there. Raises CombatBoxError for a file of another order, or one that is damaged."""
        self.flown: dict[str, CompletedRuns] = {"mission": CompletedRuns(), "tour": CompletedRuns()}
        self._path = path
        if path:
            self._head = head(book, order)
            if path.exists():
                self._read(path)

    def add(self, piece: Batch, counts: Counts) -> None:
        """Add a piece that was just flown."""
        self.flown[piece.order.run].add((piece.start, piece.stop), counts)
        if self._path:
            lines = [canonical_json(_line(run, flown)) for run, flown in self.flown.items()]
            first = canonical_json({**self._head, "sum": _sum(lines)})
            write_atomically(self._path, "\n".join((first, *lines, "")).encode())

    def _read(self, path: Path) -> None:
        try:
            first, *lines = read_file(path, MOST).decode().splitlines()
            there = from_json(first)
            known = there.pop("kind"), there.pop("form")
        except (ValueError, LookupError, AttributeError, TypeError, RecursionError) as error:
            raise CombatBoxError(f"{path}: holds no odds under way; name another file") from error
        if known != (KIND, FORM):
            raise CombatBoxError(f"{path}: holds no odds under way that this version reads; name another file")
        if there.pop("sum", None) != _sum(lines):
            raise CombatBoxError(f"{path}: is damaged; remove it, or name another file, and all is flown anew")
        ours = {key: value for key, value in self._head.items() if key not in ("kind", "form")}
        differing = [key for key in sorted(ours) if there.get(key) != ours[key]]
        if differing:
            told = "; ".join(f"{key} {_told(there.get(key))}, here {_told(ours[key])}" for key in differing)
            raise CombatBoxError(f"{path}: was begun for another order ({told}); name another file")
        for line in map(from_json, lines):
            counts = {key if isinstance(key, str) else tuple(key): number for number, key in line["counts"]}
            self.flown[line["run"]] = CompletedRuns([(start, stop) for start, stop in line["flown"]], Counter(counts))


def head(book: Book, order: SimulationRequest) -> dict[str, Any]:
    """All that decides what is counted: the order, the digest of the tables (overlay and all) and that of the code that plays."""
    asked = {name: value for name, value in asdict(order).items() if name not in ("overlay", "run")}
    asked["rulings"] = non_default_rulings(book, order.rulings)
    plain: dict[str, Any] = json.loads(canonical_json(asked))
    return {"kind": KIND, "form": FORM, **plain, "tables": book.digest, "code": code_of(book)}


def code_of(book: Book) -> str:
    """The digest of the code by which a game is played."""
    package = Path(paths.__file__).parent.parent
    rooms = [*(package / room for room in ("core", "bomber", "play")), paths.code(book.house)]
    whole = sha256()
    for number, room in enumerate(rooms):
        for path in sorted(room.rglob("*.py")):
            held = sha256(path.read_bytes()).hexdigest()
            whole.update(f"{number} {path.relative_to(room).as_posix()} {held}\n".encode())
    return whole.hexdigest()[:16]


def _line(run: str, flown: CompletedRuns) -> dict[str, Any]:
    counts = sorted(([number, key] for key, number in flown.counts.items()), key=lambda pair: canonical_json(pair[1]))
    return {"run": run, "flown": flown.spans, "counts": counts}


def _sum(lines: list[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()


def _told(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key}={one}" for key, one in sorted(value.items())) or "none"
    return canonical_json(value)
