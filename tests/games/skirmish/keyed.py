"""What the second transcriptions of B-17! say, and the throws of two dice counted by it."""

from __future__ import annotations

from functools import cache
from itertools import product

from combatbox.library import paths
from combatbox_dev.transcriptions import Transcription, read_transcription


@cache
def keyed(table: str) -> Transcription:
    """The second transcription of a table."""
    return read_transcription(paths.home("skirmish").transcription / f"{table}.txt")


def throws(first: int, second: int) -> tuple[int, int, int]:
    """How many of 36 throws give the first side no more, more, and double or more, when both sides add these."""
    totals = [(die + first, other + second) for die, other in product(range(1, 7), repeat=2)]
    double = sum(total >= 2 * other for total, other in totals)
    more = sum(total > other for total, other in totals) - double
    return len(totals) - more - double, more, double
