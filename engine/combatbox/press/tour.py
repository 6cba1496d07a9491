"""The sheets of a tour: a line for each mission, with the names of new bombers and men, and a line for each man."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from combatbox.core.table_views import capital
from combatbox.play.tour_report import Career, careers
from combatbox.press.blocks import Value
from combatbox.press.bomber_sheets import How, circled, codes, constants, crew, fields_together, ident
from combatbox.press.forms import Sum
from combatbox.press.provider import FieldValues, SheetContext, up_to


def tour_lines(context: SheetContext, rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Value]]:
    """Yield the name and value of each field in the lines for missions.

    The name of a man or bomber is written when he or it is new, and struck out when he or it is gone.
    """
    stands: dict[str, int] = {}  # the line with the name of the current bomber and of each man
    for row in rows:
        if not row["flown"]:
            continue
        number = row["mission"]
        yield from _mission_fields(context, row)
        if row["new_bomber"]:
            stands["bomber"] = number
            yield f"bomber-{number}", str(row["bomber"])
        if row["bomber_fate"]:
            yield f"bomber-{number}-fate", context.say(row["bomber_fate"])
            yield f"bomber-{stands.get('bomber', number)}-out", True
        for role, man in row["crew"].items():
            if man["new"]:
                stands[role] = number
                yield f"man-{number}-{ident(role)}", str(man["name"])
            yield f"note-{number}-{ident(role)}", ", ".join(_entered(context, man))
            if man["fate"] and man["fate"] != constants(context).fates["returned"]:
                yield f"gone-{stands.get(role, number)}-{ident(role)}", True


def mission_totals(count: int) -> dict[str, Sum]:
    """Return the sums of a sheet with a line for each mission: the credited missions, and the mean of the bombs."""
    lines = up_to(count)
    return {
        "total-credited": fields_together("count", (f"credited-{line}" for line in lines)),
        "total-mean": fields_together("mean", (f"per-cent-{line}" for line in lines)),
    }


def mean_of_bombs(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return the mean of the bombs of all missions of a log, rounded down; empty if none were dropped."""
    dropped = [int(row["per_cent"]) for row in rows if row["flown"] and row["per_cent"] is not None]
    return f"{sum(dropped) // len(dropped)}%" if dropped else ""


def _mission_fields(context: SheetContext, row: Mapping[str, Any]) -> Iterator[tuple[str, Value]]:
    """Yield the fields for target, bombs and result of one mission."""
    number, say = row["mission"], context.say
    yield f"target-{number}", f"{say(row['target'])}, {say(row['type'])}" if row["target"] else ""
    yield f"per-cent-{number}", "–" if row["per_cent"] is None else f"{row['per_cent']}%"
    yield f"result-{number}", context.data["results"][row["result"]]


def _entered(context: SheetContext, man: Mapping[str, Any]) -> Iterator[str]:
    """Yield a man's results from a mission: kills, ace status, and his fate."""
    yield from _destroyed(context, Counter(man["kills"]))
    if man["kills"] and man["ace"]:
        yield "ace"
    if man["fate"]:
        yield str(man["fate"])


CAREERS = range(1, 41)
"""The numbers of the lines of a career log; most tours have no more men than that."""

_ALL_MEN = "ALL MEN"
"""Whom the sums of a career log count, if it has one sheet."""


def bomber_names(context: SheetContext) -> dict[str, Any]:
    """Return the values to which the layouts of sheets of every bomber game may refer, by name."""
    const = constants(context)
    return {
        "game": context.book.title.upper(),
        "crew": crew(context),
        "engines": circled(const),
        "missions": up_to(const.missions),
        "careers": CAREERS,
        "counted_men": _ALL_MEN,
        "codes": codes(context),
    }


_TOTALS: dict[str, How] = {
    "destroyed": "total",
    "light": "total",
    "serious": "total",
    "frostbitten": "total",
    "fate": "count",
}
"""How the fields of all men are put together at the foot of a career log, by the beginning of their names."""


def career_totals(lines: Iterable[int] = CAREERS) -> dict[str, Sum]:
    """Return the sums at the foot of a career log, over the men in these lines."""
    men = list(lines)
    return {f"total-{what}": fields_together(how, (f"{what}-{man}" for man in men)) for what, how in _TOTALS.items()}


def career_logs(
    context: SheetContext, rows: Iterable[Mapping[str, Any]], charts: Iterable[Mapping[str, Any]]
) -> list[FieldValues]:
    """Return the career log of a tour, with further sheets if there are more men than lines."""
    men = _careers(context, rows, charts)
    # All sheets of a file share the sums: a field that is on another sheet is passed over.
    sums = career_totals(range(1, -(-len(men) // len(CAREERS)) * len(CAREERS) + 1))
    sheets: list[FieldValues] = []
    for first in range(0, len(men), len(CAREERS)):
        lines = range(first + 1, first + 1 + len(CAREERS))
        values = dict(_career_lines(context, zip(lines, men[first:], strict=False)))
        values |= _career_total_values(men[first : first + len(CAREERS)])
        whom = _ALL_MEN if len(men) <= len(CAREERS) else "THIS PAGE"
        names = {"careers": lines, "sums": sums, "counted_men": whom}
        sheets.append(FieldValues(names, values, f"sheet-{len(sheets) + 1}"))
    return sheets


def _career_total_values(careers: Sequence[Career]) -> dict[str, Value]:
    """Return the values of the sums at the foot of a sheet."""
    totals = {
        "destroyed": sum(sum(man.kills.values()) for man in careers),
        **{kind: sum(man.wounds[kind] for man in careers) for kind in ("light", "serious", "frostbitten")},
        "fate": sum(bool(man.fate) for man in careers),
    }
    return {f"total-{what}": str(number or "") for what, number in totals.items()}


def _careers(
    context: SheetContext, rows: Iterable[Mapping[str, Any]], charts: Iterable[Mapping[str, Any]]
) -> list[Career]:
    """Return the careers of all men; a man who came back has no fate on a career log."""
    found = careers((row for row in rows if row["flown"]), charts)
    back = constants(context).fates["returned"]
    return [replace(man, left=0, fate="") if man.fate == back else man for man in found]


def _career_lines(context: SheetContext, careers: Iterable[tuple[int, Career]]) -> Iterator[tuple[str, Value]]:
    for line, man in careers:
        yield f"career-{line}", man.name
        yield f"station-{line}", context.data["short"].get(man.role, capital(context.say(man.role)))
        yield f"joined-{line}", str(man.joined)
        yield f"flown-{line}", str(man.missions)
        yield f"destroyed-{line}", ", ".join(_destroyed(context, man.kills))
        yield f"ace-{line}", man.ace
        for kind, count in man.wounds.items():
            yield f"{kind}-{line}", str(count or "")
        yield f"left-{line}", str(man.left or "")
        yield f"fate-{line}", man.fate


def _destroyed(context: SheetContext, kills: Mapping[str, int]) -> Iterator[str]:
    """Yield the number of destroyed fighters by type, as players write it."""
    for kind, count in kills.items():
        short = context.data.get("kills", {}).get(kind) or context.say(kind)
        yield f"{count}×{short}" if kind else f"{count} destroyed"
