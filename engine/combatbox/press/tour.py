"""A tour on its record sheet: a line for each mission, and the names of bombers and men where they are new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from combatbox.press.blocks import Value
from combatbox.press.provider import Stuff


def tour_lines(stuff: Stuff, rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Value]]:
    """A line for each mission flown; names are written where somebody is new, and struck out when he is gone."""
    stands: dict[str, int] = {}  # the line in which the present bomber's and each man's name stands
    for row in rows:
        if not row["flown"]:
            continue
        number = row["mission"]
        yield from _flown(stuff, row)
        if row["new_bomber"]:
            stands["bomber"] = number
            yield f"bomber-{number}", str(row["bomber"])
        if row["bomber_fate"]:
            yield f"bomber-{number}-fate", stuff.book.say(row["bomber_fate"])
            yield f"bomber-{stands.get('bomber', number)}-out", True
        for role, man in row["crew"].items():
            if man["new"]:
                stands[role] = number
                yield f"man-{number}-{role.replace('_', '-')}", str(man["name"])
            yield f"note-{number}-{role.replace('_', '-')}", ", ".join(_entered(stuff, man))
            if man["fate"] and man["fate"] != stuff.book.meta.constants["fates"]["returned"]:
                yield f"gone-{stands.get(role, number)}-{role.replace('_', '-')}", True


def _flown(stuff: Stuff, row: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Target, bombs and result of one mission."""
    number, say = row["mission"], stuff.book.say
    yield f"target-{number}", f"{say(row['target'])}, {say(row['type'])}" if row["target"] else ""
    yield f"per-cent-{number}", "–" if row["per_cent"] is None else f"{row['per_cent']}%"
    yield f"result-{number}", stuff.data["results"][row["result"]]


def _entered(stuff: Stuff, man: Mapping[str, Any]) -> Iterator[str]:
    """What a mission was to a man: the fighters he shot down, whether he is an ace, what became of him."""
    for kind, count in Counter(man["kills"]).items():
        short = stuff.data.get("kills", {}).get(kind) or stuff.book.say(kind)
        yield f"{count}×{short}" if kind else f"{count} destroyed"
    if man["kills"] and man["ace"]:
        yield "ace"
    if man["fate"]:
        yield str(man["fate"])


def _id(name: str) -> str:
    return name.replace("_", "-")
