"""The date of the last change of each page source, from the git history.

Without git, outside a checkout, and in a shallow clone there are no dates; an unknown date is not displayed.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

SOURCES = ("site", "tables")
_DAY = "day "


@dataclass(frozen=True, slots=True)
class Dates:
    """ISO dates by path relative to the project; empty if changes are uncommitted."""

    days: Mapping[str, str] = field(default_factory=dict)

    def latest(self, places: Iterable[str]) -> str:
        """Return the latest date of some files and folders; empty if one has none."""
        days = [self._day(place) for place in places]
        return max(days) if days and all(days) else ""

    def _day(self, place: str) -> str:
        inside = [day for path, day in self.days.items() if path.startswith(f"{place}/")]
        return self.days.get(place, max(inside) if inside and all(inside) else "")


def read_dates(folder: Path) -> Dates:
    """Return the dates of all page sources of a project."""
    if _git(folder, "rev-parse", "--is-shallow-repository").strip() != "false":
        return Dates()
    days: dict[str, str] = {}
    day = ""
    for line in _git(folder, "log", "--relative", f"--format={_DAY}%cs", "--name-only", "--", *SOURCES).splitlines():
        if line.startswith(_DAY):
            day = line.removeprefix(_DAY)
        elif line:
            days.setdefault(line, day)
    open_ones = _git(folder, "ls-files", "--modified", "--others", "--exclude-standard", "--", *SOURCES)
    staged = _git(folder, "diff", "--cached", "--relative", "--name-only", "--", *SOURCES)
    return Dates(days | dict.fromkeys([*open_ones.splitlines(), *staged.splitlines()], ""))


def _git(folder: Path, *words: str) -> str:
    """Return git's output in a folder; empty without git or on an error."""
    command = ["git", "-c", "core.quotepath=off", "-C", str(folder), *words]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def in_words(day: str) -> str:
    """Format an ISO date: `6 June 1944`."""
    year, month, number = map(int, day.split("-"))
    return f"{number} {MONTHS[month - 1]} {year}"
