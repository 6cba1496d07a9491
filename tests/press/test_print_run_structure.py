"""The structure of each sheet against its reviewed golden: pages, words, fields, outline, kinds of elements.

python -m tests.press.test_print_run_structure GAME     # from the project's folder: writes them again; read the difference

Without GAME those of all games are written.

`digests.json` has the digests of the tables that were printed, which `combatbox verify` compares.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from tests.bends import bent_project

from combatbox import __version__

from . import queen, skirmish
from .shop import PAPERS, blank, book, filled
from .texts import tables_digest

GOLDENS = Path(__file__).parent / "goldens"
BLANK = ("mission-record", "fighter-attack", "tables", "table-cards")
FILLED = ("mission-record", "fighter-attack")


def dump(path: Path) -> str:
    """A PDF as plain text: all that a reader of any kind finds in it, places to the millimetre."""
    reader = PdfReader(path)
    lines = [f"title {(reader.metadata or {}).get('/Title')}"]
    lines += [f"bookmark {title}" for title in _outline(reader.outline)]
    lines += [f"{kind} {count}" for kind, count in sorted(_kinds(reader).items())]
    for number, page in enumerate(reader.pages, start=1):
        lines.append(f"\npage {number}, {_mm(page.mediabox.width)} x {_mm(page.mediabox.height)}")
        lines += [line.rstrip() for line in page.extract_text().splitlines() if line.strip()]
        lines += [_field(entry) for entry in page.get("/Annots", []) if "/T" in entry.get_object()]
    text = "\n".join(lines).replace(f"version {__version__}", "version VERSION")
    text = text.replace(f"tables {tables_digest(path)[:8]}", "tables DIGEST")
    return re.sub(r"[ \t]+", " ", text) + "\n"


def _mm(points: Any) -> int:
    return round(float(points) * 25.4 / 72)


def _field(entry: Any) -> str:
    field = entry.get_object()
    return f"field {field['/T']} at {' '.join(str(_mm(v)) for v in field['/Rect'])}: {field['/TU']}"


def _outline(entries: Any) -> list[str]:
    return [
        title for entry in entries for title in (_outline(entry) if isinstance(entry, list) else [str(entry.title)])
    ]


def _kinds(reader: PdfReader) -> Counter[str]:
    found: Counter[str] = Counter()

    def walk(node: Any) -> None:
        node = node.get_object()
        if isinstance(node, dict) and "/S" in node:
            found[str(node["/S"])[1:]] += 1
            for kid in node["/K"]:
                walk(kid)

    walk(reader.trailer["/Root"]["/StructTreeRoot"]["/K"][0])
    return found


def sheets_of_twentyfive() -> dict[str, Path]:
    """Its papers, blank on both papers and filled from a log."""
    found = {f"{name}-{paper}": blank(paper)[name] for name in BLANK for paper in PAPERS}
    return found | {f"really-ready-{name}-a4": filled("really-ready", "a4")[name] for name in FILLED}


def sheets_of_queen() -> dict[str, Path]:
    """The sheets, boards, counters and cards of the other game, blank on both papers, and sheets filled from two logs."""
    names = (*queen.SHEETS, *queen.BOARDS, *queen.CUT)
    found = {f"queen-{name}-{paper}": queen.blank(name, paper) for name in names for paper in PAPERS}
    found["queen-miss-cue-mission-chart-a4"] = queen.filled("miss-cue", "a4")["mission-chart"]
    found["queen-tour-composite-record-a4"] = queen.filled("tour 12", "a4", queen.RECORDS)["composite-record"]
    return found


def sheets_of_skirmish() -> dict[str, Path]:
    """The papers of B-17! that are its own, blank on both papers, and a battle log filled from a game."""
    found = {f"skirmish-{name}-{paper}": skirmish.blank(name, paper) for name in skirmish.SHEETS for paper in PAPERS}
    return found | {"skirmish-game-battle-log-a4": skirmish.filled("log", 2, "a4")}


GAMES = {
    "twentyfive": (book, sheets_of_twentyfive),
    "queen": (queen.book, sheets_of_queen),
    "skirmish": (skirmish.book, sheets_of_skirmish),
}
"""For each game the function that loads its book, and the one that prints its papers."""


def update_goldens(games: Iterable[str] = GAMES) -> None:
    """Write the golden files of some games again."""
    digests = json.loads((GOLDENS / "digests.json").read_text(encoding="utf-8"))
    for game in games:
        load, sheets = GAMES[game]
        digests[game] = load().digest
        for name, path in sheets().items():
            (GOLDENS / f"{name}.txt").write_text(dump(path), encoding="utf-8")
    (GOLDENS / "digests.json").write_text(f"{json.dumps(digests, indent=1)}\n", encoding="utf-8")


@pytest.mark.rule(
    "T-104", "T-105", "T-106", "T-204", "T-301", "T-901", "T-902", "T-903", "T-904", "Q2.7-1", "Q2.8-1", "S-206"
)
@pytest.mark.parametrize("game", GAMES)
def test_papers_are_as_reviewed(game: str) -> None:
    for name, path in GAMES[game][1]().items():
        assert dump(path) == (GOLDENS / f"{name}.txt").read_text(encoding="utf-8"), name


def test_the_command_that_a_change_runs_writes_the_golden_files_again(tmp_path: Path) -> None:
    written = [GOLDENS / f"{name}.txt" for name in sheets_of_twentyfive()]
    own = {name: value for name, value in os.environ.items() if name != "XDG_CACHE_HOME"}
    with bent_project(tmp_path) as project:
        goldens = project / GOLDENS.relative_to(Path(__file__).parents[2])
        for path in written:
            (goldens / path.name).write_text("", encoding="utf-8")
        words = (sys.executable, "-m", "tests.press.test_print_run_structure", "twentyfive")
        subprocess.run(words, check=True, cwd=project, env={**own, "PYTHONPATH": os.environ["PYTHONPATH"]})
        for path in written:
            assert (goldens / path.name).read_text(encoding="utf-8") == path.read_text(encoding="utf-8"), path.name


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as own:
        os.environ["XDG_CACHE_HOME"] = str(Path(own) / "cache")  # as in `conftest.py`
        update_goldens(sys.argv[1:] or GAMES)
