"""A summary of a tour: its crew, its bombers, and the missions flown and still to fly.

For a game with a Composite Mission Record the summary has all of these; for a game that records only missions, it has
only the missions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from combatbox.core.table_views import capital
from combatbox.play.book import Book

WOUNDS = {"light": "light", "serious": "serious", "frostbitten": "frostbite"}
"""The wording of the wounds that a mission chart counts."""

Row = Mapping[str, Any]


def tour_report(book: Book, forms: Mapping[str, Any], completed: int = 0) -> dict[str, Any]:
    """Return a tour as plain data: tables of text, and the numbers of missions flown and left.

    Args:
        book: the book of the game.
        forms: the record sheets of the tour (`Game.forms`).
        completed: the number of missions that count as completed, if it can exceed the number flown.

    Returns:
        A mapping with `flown`, `left`, and `tables`; each table is a mapping with `title`, `columns` and `rows`.
    """
    record = forms.get("composite")
    charts = forms.get("mission_charts") or forms.get("mission_logs") or ()
    if record:
        rows = [row for row in record["rows"] if row["flown"]]
        tables = [_crew(book, rows, charts), _bombers(book, rows), _missions(book, [*rows, *record["uncounted"]])]
        flown = len(rows)
    else:
        done = [mission for mission in forms["missions"] if mission["result"]]
        tables, flown = [_plain_missions(book, done)], len(done)
    return {"flown": flown, "left": max(0, book.missions - max(flown, completed)), "tables": tables}


@dataclass
class Career:
    """The service of a man in a crew: `left` is the mission with his last `fate`, a code; 0 while he has none."""

    name: str
    role: str
    joined: int
    missions: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    wounds: Counter[str] = field(default_factory=Counter)
    ace: bool = False
    left: int = 0
    fate: str = ""


def careers(rows: Iterable[Row], charts: Iterable[Row]) -> list[Career]:
    """Return the careers of all men, in the order in which they joined.

    Args:
        rows: the lines of the composite record for missions that were flown.
        charts: the mission charts.
    """
    found, present = list[Career](), dict[str, Career]()
    hurt = {chart["mission"]: chart["crew"] for chart in charts}
    for row in rows:
        for role, man in row["crew"].items():
            if man["new"]:
                present[role] = Career(str(man["name"]), role, row["mission"])
                found.append(present[role])
            career = present[role]
            career.missions, career.ace = man["missions"], career.ace or bool(man["ace"])
            career.kills.update(man["kills"])
            wounds = hurt.get(row["mission"], {}).get(role, {})
            career.wounds.update({kind: int(wounds.get(kind) or 0) for kind in WOUNDS})
            career.left, career.fate = (row["mission"], man["fate"]) if man["fate"] else (0, "")
    return found


def _crew(book: Book, rows: Iterable[Row], charts: Iterable[Row]) -> dict[str, Any]:
    """Return a table of all men in the order in which they joined, with their results and fates."""
    fates = {code: capital(book.say(fate)) for fate, code in reversed(book.constants["fates"].items())}
    lines = [
        [
            capital(book.say(man.role)),
            man.name or "–",
            str(man.missions),
            _counted(book, man.kills),
            ", ".join(f"{count} {WOUNDS[kind]}" for kind, count in man.wounds.items() if count),
            f"{fates[man.fate]}, mission {man.left}" if man.fate else "",
        ]
        for man in careers(rows, charts)
    ]
    return {
        "title": "Crew",
        "columns": ["Station", "Name", "Missions", "Shot down", "Wounds", "What became of him"],
        "rows": lines,
    }


def _counted(book: Book, kills: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {book.say(kind)}" for kind, count in kills.items())


def _bombers(book: Book, rows: Iterable[Row]) -> dict[str, Any]:
    """Return a table of the bombers in the order of their use."""
    used: list[list[Any]] = []
    for row in rows:
        if row["new_bomber"]:
            used.append([str(row["bomber"]), [], ""])
        used[-1][1].append(row["mission"])
        used[-1][2] = capital(book.say(row["bomber_fate"])) if row["bomber_fate"] else ""
    lines = [[name or "–", _span(missions), fate or "flies"] for name, missions, fate in used]
    return {"title": "Bombers", "columns": ["Name", "Missions", "What became of it"], "rows": lines}


def _span(numbers: list[int]) -> str:
    first, last = min(numbers), max(numbers)
    return str(first) if first == last else f"{first} to {last}"


def _missions(book: Book, rows: Iterable[Row]) -> dict[str, Any]:
    lines = []
    for row in rows:
        target = ", ".join(
            capital(book.say(row[key])) if key == "target" else book.say(row[key])
            for key in ("target", "type")
            if row[key]
        )
        result = capital(book.say(row["result"])) + ("" if row["counts"] else ", does not count")
        bombs = "–" if row["per_cent"] is None else f"{row['per_cent']} %"
        lines.append([str(row["mission"]), target, bombs, result, ", ".join(_losses(book, row))])
    return {"title": "Missions", "columns": ["Mission", "Target", "Bombs", "Result", "Losses"], "rows": lines}


def _losses(book: Book, row: Row) -> Iterator[str]:
    lost = sum(bool(man["fate"]) for man in row["crew"].values())
    if row["bomber_fate"]:
        yield f"the bomber ({book.say(row['bomber_fate'])})"
    if lost:
        yield "1 man" if lost == 1 else f"{lost} men"


def _plain_missions(book: Book, missions: Iterable[Row]) -> dict[str, Any]:
    """Return a table of the missions in a game that records no crew."""
    lines = [
        [str(mission["number"]), *(capital(book.say(mission[key])) for key in ("place", "rank", "result"))]
        for mission in missions
    ]
    return {"title": "Missions", "columns": ["Mission", "Place", "Rank", "Result"], "rows": lines}
