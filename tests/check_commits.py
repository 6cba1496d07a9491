"""Check the subjects of commits: `python tests/check_commits.py [REVISION]`.

A subject is `area: verb object` in the imperative, at most 72 characters. Merge commits are skipped. Without git or a history
(in a download or a shallow clone) nothing is checked.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 72
SUBJECT = re.compile(r"[a-z0-9][\w ./,-]*: (?P<verb>[a-z][a-z-]*)( .+)")
NOT_IMPERATIVE = re.compile(
    r"(?!bring|sing|ring|need|feed|speed|embed|seed|shed|press|pass|process|address|cross|guess|miss|compress|express|focus|string|exceed|succeed|alias)\w+(ed|ing|[^s]s)$"
)
"""Endings that a verb in the imperative seldom has, and the verbs that have them."""


def fault(subject: str) -> str:
    """Describe what is wrong with a subject; empty for a good one."""
    if len(subject) > LONGEST:
        return f"has {len(subject)} characters; at most {LONGEST} are allowed"
    parts = SUBJECT.fullmatch(subject)
    if not parts:
        return "must be `area: verb object`"
    if NOT_IMPERATIVE.match(parts["verb"]):
        return f"must begin with a verb in the imperative (got {parts['verb']!r})"
    return ""


def _git(*arguments: str) -> str | None:
    """Return what git prints, or None where it fails or is not installed."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def _first_revision() -> str | None:
    """Return the commit that added this file, or None where the history does not have it."""
    added = (_git("log", "--diff-filter=A", "--format=%H", "--", "tests/check_commits.py") or "").split()
    return added[-1] if added and _git("rev-parse", "--is-shallow-repository") == "false\n" else None


def main(arguments: list[str]) -> int:
    """Print a line for each commit with a fault; return 1 if there is one."""
    base = arguments[0] if arguments else _first_revision()
    if base is None:
        return 0
    lines = _git("log", "--no-merges", "--format=%h %s", f"{base}..HEAD")
    if lines is None:
        print(f"check-commits: no revision {base!r} here; name one that `git log` lists")
        return 2
    faults = [(line, wrong) for line in lines.splitlines() if (wrong := fault(line.partition(" ")[2]))]
    for line, wrong in faults:
        commit, _, subject = line.partition(" ")
        print(f"{commit}: {subject!r} {wrong}; see CONTRIBUTING.md, Commits")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
