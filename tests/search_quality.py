"""Measure how well the search answers a file of questions, on a built site without a browser.

    python -m tests.search_quality FILE [SET ...] [--misses] [--site build/site]

FILE is laid out like `browser/fresh_questions.yaml`: sets of questions, each with `from` (the game of the page), `ask`, and `lands`,
the ids or pages of which one must be found. A set whose misses must not be inspected is measured by its name.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from posixpath import normpath
from typing import Any

import yaml

from combatbox.core.phrases import anchor
from combatbox.web import bundles

ROOT = Path(__file__).parent.parent
SCRIPT = Path(__file__).parent / "search_answers.mjs"


def answers(game: str, lands: Iterable[str], url: str) -> bool:
    """Whether an address is a right answer: a page or a section of one, or a table, row, rule or ruling by its id."""
    path, _, name = url.partition("#")
    for wanted in lands:
        page = normpath(f"./{game}/{wanted}")
        if page in (path, url) or path == f"{game}/tables/{wanted.lower()}.html":
            return True
        if path.startswith(f"{game}/") and name == anchor(wanted):
            return True
    return False


def found(questions: Iterable[Mapping[str, Any]], site: Path) -> list[list[str]]:
    """Return the addresses of the first three results of each question."""
    line = [bundles.node(), str(SCRIPT), str(site / "assets/search/index.js")]
    asked = json.dumps([{"ask": one["ask"], "from": one.get("from", "")} for one in questions])
    done = subprocess.run(line, input=asked, capture_output=True, text=True, check=True)
    urls: list[list[str]] = json.loads(done.stdout)
    return urls


def place(question: Mapping[str, Any], urls: list[str]) -> int:
    """Return the index of the first right answer: 0, 1 or 2; 3 if there is none."""
    right = (answers(question["from"], question["lands"], url) for url in urls)
    return next((at for at, is_right in enumerate(right) if is_right), 3)


def main() -> None:
    """Print for each set how many questions are answered by the first result and by the first three."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--misses", action="store_true", help="print the questions whose first result is not wanted")
    parser.add_argument("--site", type=Path, default=ROOT / "build" / "site")
    options = parser.parse_args()
    sets = yaml.safe_load(options.file.read_text(encoding="utf-8"))
    for name in options.sets or sets:
        questions = sets[name]
        results = found(questions, options.site)
        places = [place(question, urls) for question, urls in zip(questions, results, strict=True)]
        print(f"{name}: {places.count(0)} first, {sum(at < 3 for at in places)} of {len(places)} among three")
        for question, at, urls in zip(questions, places, results, strict=True):
            if options.misses and at:
                print(f"  {question['from']}: {question['ask']} {question['lands']}: {urls}")


if __name__ == "__main__":
    main()
