"""The completed part of a simulation, stored in a file so that it can be resumed.

The first line of the file has the request, the digests of the tables and the code, and a checksum. Another line for
each kind of run (missions or tours) has the number of completed runs and the sum of their counts. The size of the
file therefore does not depend on the size of the request. The file is replaced atomically after every batch. Batches
are completed in order, and a resumed simulation may split the remaining runs into different batches.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from combatbox.core.annotations import Count, Positive
from combatbox.core.errors import CombatBoxError
from combatbox.library.player_files import PlayerFile, read_text
from combatbox.odds.worker import Batch, code_of
from combatbox.play.batch import Counts, SimulationRequest, non_default_rulings, tours_of
from combatbox.play.book import Book
from combatbox.play.canonical_json import canonical_json, from_json, text_lines
from combatbox.play.dataclass_validation import checked

KIND = "odds under way"
FORM = 2


@dataclass
class _Line:
    """A line with completed runs.

    Attributes:
        run: the kind of run.
        flown: the number of completed runs, which are the first ones.
        counts: pairs of a count and its key, which is text, or a list of texts and numbers.
    """

    run: Literal["mission", "tour"]
    flown: Count
    counts: list[tuple[Positive, str | list[str | int]]]


@dataclass
class CompletedRuns:
    """The completed runs of one kind: their number, and the sum of their counts."""

    runs: int = 0
    counts: Counts = field(default_factory=Counter)


class Checkpoint:
    """The completed part of a request, by kind of run, optionally stored in a file."""

    def __init__(self, book: Book, order: SimulationRequest, file: PlayerFile | None = None) -> None:
        """Load the checkpoint file if it exists.

        Args:
            book: the book of the game.
            order: the request.
            file: the checkpoint file; None to store nothing.

        Raises:
            CombatBoxError: the file is damaged or belongs to another request.
        """
        self.flown: dict[str, CompletedRuns] = {"mission": CompletedRuns(), "tour": CompletedRuns()}
        self._file, self.is_loaded = file, bool(file and file.path.exists())
        if file:
            self._head = head(book, order)
            tours = tours_of(book, order)
            self._wanted = {"mission": order.missions, "tour": tours.missions if tours else 0}
            if self.is_loaded:
                self._read(file.path)

    def add(self, piece: Batch, counts: Counts) -> None:
        """Add the batch that follows the completed ones, and rewrite the checkpoint file if there is one."""
        completed = self.flown[piece.order.run]
        completed.runs = piece.stop
        completed.counts.update(counts)
        if self._file:
            lines = [canonical_json(_line(run, completed)) for run, completed in self.flown.items()]
            head_line = canonical_json({**self._head, "sum": _checksum(lines)})
            self._file.write("\n".join((head_line, *lines, "")))

    def _read(self, path: Path) -> None:
        try:
            first, *lines = text_lines(read_text(path))
            stored = from_json(first)
            version = stored.pop("kind"), stored.pop("form")
        except (ValueError, LookupError, AttributeError, TypeError, RecursionError) as error:
            raise CombatBoxError(f"{path}: is not a checkpoint of odds; choose another file") from error
        if version != (KIND, FORM):
            raise CombatBoxError(f"{path}: is not a checkpoint that this version can read; choose another file")
        if stored.pop("sum", None) != _checksum(lines):
            raise CombatBoxError(f"{path}: is damaged; delete it or choose another file to start again")
        ours = {key: value for key, value in self._head.items() if key not in ("kind", "form")}
        differing = [key for key in sorted(ours) if stored.get(key) != ours[key]]
        if differing:
            difference = "; ".join(f"{key} {_brief(stored.get(key))}, here {_brief(ours[key])}" for key in differing)
            raise CombatBoxError(f"{path}: belongs to another simulation ({difference}); choose another file")
        for number, text in enumerate(lines, 2):
            line, why = _parse_line(text, self._wanted)
            if why:
                raise CombatBoxError(f"{path}:{number}: {why}; delete the file or choose another one to start again")
            counts = {key if isinstance(key, str) else tuple(key): times for times, key in line.counts}
            self.flown[line.run] = CompletedRuns(line.flown, Counter(counts))


def _parse_line(text: str, wanted: Mapping[str, int]) -> tuple[Any, str]:
    """Parse a line with completed runs.

    Args:
        text: the line.
        wanted: the number of requested runs, by kind.

    Returns:
        The line, and what is wrong with it; empty if it is consistent.
    """
    try:
        line, wrong = checked(_Line, from_json(text))
    except (ValueError, RecursionError):
        return None, "the line is not JSON"
    for where, what in wrong:
        return None, f"{'.'.join(map(str, where))}: {what}"
    if line.flown > wanted[line.run]:
        return None, f"flown: must be at most {wanted[line.run]}, the number of runs that are wanted"
    if any(times > line.flown for times, _ in line.counts):
        return None, f"counts: each must be between 1 and {line.flown}, the number of runs, with a key"
    return line, ""


def head(book: Book, order: SimulationRequest) -> dict[str, Any]:
    """Return the fingerprint of a simulation; a checkpoint can be resumed only if it has the same one.

    Returns:
        A dict with the request, the digest of the tables with their overlay, and the digest of the code.
    """
    request = {name: value for name, value in asdict(order).items() if name not in ("overlay", "run")}
    request["rulings"] = non_default_rulings(book, order.rulings)
    plain: dict[str, Any] = json.loads(canonical_json(request))
    return {"kind": KIND, "form": FORM, **plain, "tables": book.digest, "code": code_of(book.base_game)}


def _line(run: str, completed: CompletedRuns) -> dict[str, Any]:
    counts = sorted(
        ([number, key] for key, number in completed.counts.items()), key=lambda pair: canonical_json(pair[1])
    )
    return {"run": run, "flown": completed.runs, "counts": counts}


def _checksum(lines: list[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()


def _brief(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key}={item}" for key, item in sorted(value.items())) or "none"
    return canonical_json(value)
