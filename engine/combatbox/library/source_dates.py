"""The day on which each source of a page was last changed, as the history of the project tells it.

Without git, outside of a checkout, and in a copy whose history was cut off nothing is dated: a day that is not known is not said.
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
    """ISO days by the paths of files from the project's folder; an empty one is of a file that is changed and not committed."""

    days: Mapping[str, str] = field(default_factory=dict)

    def latest(self, places: Iterable[str]) -> str:
        """The day of the latest change of any of some files and folders; none where one of them has none."""
        days = [self._day(place) for place in places]
        return max(days) if days and all(days) else ""

    def _day(self, place: str) -> str:
        inside = [day for path, day in self.days.items() if path.startswith(f"{place}/")]
        return self.days.get(place, max(inside) if inside and all(inside) else "")


def read_dates(folder: Path) -> Dates:
    """The days of all sources of pages below the project's folder."""
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
    """What git answers in a folder; nothing where there is none, or it refuses."""
    command = ["git", "-c", "core.quotepath=off", "-C", str(folder), *words]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def in_words(day: str) -> str:
    """An ISO day as a sentence has it: `6 June 1944`."""
    year, month, number = map(int, day.split("-"))
    return f"{number} {MONTHS[month - 1]} {year}"
