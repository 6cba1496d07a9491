"""The date of the last change of each page's source files, and the commit of the program, from the git history.

Dates are missing without git, outside a checkout and in a shallow clone. The site then shows no date.
"""

from __future__ import annotations

import subprocess
from calendar import month_name
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from combatbox import __version__
from combatbox.core.annotations import frozen
from combatbox.library import paths

SOURCES = ("site", "tables")
_DAY = "day "


@frozen
class Dates:
    """The dates of the last changes to the source files of pages.

    Attributes:
        days: the ISO date of each file, by path relative to the project; empty if the file has uncommitted changes.
    """

    days: Mapping[str, str] = {}

    def latest(self, places: Iterable[str]) -> str:
        """Return the latest date of some files and folders; empty if the date of one of them is unknown."""
        days = [self._day(place) for place in places]
        return max(days) if days and all(days) else ""

    def _day(self, place: str) -> str:
        inside = [day for path, day in self.days.items() if path.startswith(f"{place}/")]
        return self.days.get(place, max(inside) if inside and all(inside) else "")


def read_dates(folder: Path) -> Dates:
    """Return the dates of the source files of all pages of a project."""
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


def commit() -> str:
    """Return the first digits of the commit of this program; empty if it is unknown."""
    packed, project = paths.root() / "commit", paths.checkout()
    if packed.is_file():
        return packed.read_text(encoding="ascii").strip()
    return _git(project, "rev-parse", "--short=9", "HEAD").strip() if project else ""


def version() -> str:
    """Return the version of this program and, if it is known, its commit: `1.0.0 (commit 0123456ab)`."""
    found = commit()
    return f"{__version__} (commit {found})" if found else __version__


def _git(folder: Path, *words: str) -> str:
    """Return the output of a git command in a folder; empty if the command fails or git is not installed."""
    command = ["git", "-c", "core.quotepath=off", "-C", str(folder), *words]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def day_in_words(day: str) -> str:
    """Format an ISO date: `6 June 1944`."""
    changed = date.fromisoformat(day)
    return f"{changed.day} {month_name[changed.month]} {changed.year}"
