"""A copy of the project to bend, with a zoo of tables that has every shape there is."""

from __future__ import annotations

import html
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from combatbox.core.enumeration import format_chance, row_odds
from combatbox.core.statistics import share
from combatbox.core.table_views import view
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.press import reference
from combatbox.press.catalogue import Section
from combatbox.press.document import Document
from combatbox.press.printed_tables import printed_view
from combatbox.press.style import PAPERS
from combatbox.press.tagging import Imprint
from combatbox.verify.checks import run_checks
from combatbox.verify.findings import Check

ROOT = paths.root()
GAME = "twentyfive"

ZOO = {
    "Z-COLUMNS": """
title: Columns
shape: columns
dice: 2d6
clamp: [-1, 12]
columns: {front: Front, rear: Rear}
cell: engines_out
modifiers:
  - {when: flak_destroys, add: -2, source: the zoo}
  - {when: {engines_out_at_least: 3}, add: 1}
source: {kind: card-image, section: zoo}
rows:
  - {roll: -1, cells: [1, 2]}
  - {roll: 0-1, cells: [2, null]}
  - {roll: "2, 4", cells: [3, 1]}
  - {roll: 3, area: The third, cells: [1, 1]}
  - {roll: 5-11, cells: [2, 3]}
  - {roll: 12, cells: [4, 5]}
notes:
  - The columns are where the fighter comes from.
corrected:
  - {row: "3", column: rear, was: engines_out 2, by: erratum 7}
""",
    "Z-NESTED": """
title: Nested
dice: 2d6
source: {kind: card-image, section: zoo}
rows:
  - {roll: 2-9, effects: []}
  - roll: 10-11
    area: Armament
    then:
      dice: 1d6
      rows:
        - {roll: 1-3, effects: [{crew_out: pilot}]}
        - roll: 4-6
          then:
            dice: 1d6
            rows:
              - {roll: 1-2, effects: [{crew_out: copilot}, {crew_out: navigator}]}
              - {roll: 3-6, effects: [hit]}
  - {roll: 12, effects: [bomber_lost]}
""",
    "Z-HIT": """
title: To hit
shape: to_hit
dice: 1d6
columns: {fw190: FW 190, me110: Me 110}
hit: [hit]
miss: [miss]
source: {kind: card-image, section: zoo}
rows:
  - {key: 12_high|nose, hits: [6, 4-6]}
  - {key: 12_low|tail, hits: ["3, 5", null]}
""",
    "Z-D66": """
title: Two digits
dice: d66
printed: 2D
source: {kind: card-image, section: zoo}
rows:
  - {roll: 11-26, effects: [miss]}
  - {roll: 31-65, effects: [hit]}
  - {roll: 66, effects: [bomber_lost]}
""",
    "Z-CHART": """
title: Chart
shape: chart
columns: {near: Near, far: Far}
source: {kind: card-image, section: zoo}
rows:
  - {key: Paris, cells: [[hit], [miss, bomber_lost]]}
  - {key: La_Rochelle, cells: [[miss], null]}
""",
}
TRANSCRIPTIONS = {
    "Z-COLUMNS": (
        "dice\t2d6|clamp\t-1\t12|columns\tfront\trear|-1\tengines_out 1\tengines_out 2|0\tengines_out 2\t-|1\tengines_out 2\t-"
        "|2,4\tengines_out 3\tengines_out 1|3\tengines_out 1\tengines_out 1|5-11\tengines_out 2\tengines_out 3"
        "|12\tengines_out 4\tengines_out 5|mod\tflak_destroys\t-2|mod\tengines_out_at_least_3\t+1"
        "|was\t3@rear\tengines_out 2\terratum 7"
    ),
    "Z-NESTED": (
        "dice\t2d6|2-9\tno_effect|10-11/1-3\tcrew_out pilot|10-11/4-6/1-2\tcrew_out copilot; crew_out navigator"
        "|10-11/4-6/3-6\thit|12\tbomber_lost"
    ),
    "Z-HIT": "dice\tnone!columns\tfw190\tme110!12_high|nose\t6\t4-6!12_low|tail\t3,5\t-",
    "Z-D66": "dice\td66|11-26\tmiss|31-65\thit|66\tbomber_lost",
    "Z-CHART": "dice\tnone|columns\tnear\tfar|Paris\thit\tmiss; bomber_lost|La_Rochelle\tmiss\t-",
}


@dataclass
class Copy:
    """A copy of what the checks look at. `bend` changes one file; `run` runs the named checks."""

    root: Path

    def table(self, table_id: str) -> Path:
        """The file of a table."""
        return self.root / "tables" / GAME / f"{table_id.lower()}.yaml"

    def transcription(self, table_id: str) -> Path:
        """The transcription of a table."""
        return self.root / "tests" / "transcriptions" / GAME / f"{table_id}.txt"

    def bend(self, path: Path | str, old: str, new: str) -> None:
        """Change one text in one file; it must stand there."""
        place = self.root / path
        text = place.read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {place.name}"
        place.write_text(text.replace(old, new, 1), encoding="utf-8")

    def book(self) -> Book:
        """The book of the copy."""
        return load(GAME, base=self.root / "tables")

    def any_book(self, game: str) -> Book:
        """The copy's book of a game by name."""
        return load(game, base=self.root / "tables")

    def run(self, name: str, book: Book | None = None) -> Check:
        """Run one check on the copy."""
        site, prints = self.root / "build" / "site", self.root / "build" / "print"
        (check,) = run_checks(
            [book or self.book()],
            site=site if site.is_dir() else None,
            prints=prints if prints.is_dir() else None,
            project=self.root,
            only=[name],
        )
        assert not check.not_run, "\n".join(check.lines())
        return check

    def findings(self, name: str, book: Book | None = None) -> list[str]:
        """What one check finds, as text."""
        return [str(finding) for finding in self.run(name, book).findings]

    def write_marks(self) -> None:
        """Prose with an anchor for every rule, and tests with a mark for each."""
        rules = list(self.book().rules)
        chapter = self.root / "site" / GAME / "rules" / "1-all.md"
        chapter.parent.mkdir(parents=True)
        chapter.write_text("".join(f'{{{{ rule("{rule}") }}}} Told.\n\n' for rule in rules), encoding="utf-8")
        marks = "".join(f'@pytest.mark.rule("{rule}")\ndef test_{n}(): ...\n' for n, rule in enumerate(rules))
        (self.root / "tests" / "test_rules.py").write_text(f"import pytest\n{marks}", encoding="utf-8")

    def build_site(self) -> None:
        """Pages with the marks that the site check reads, made without our templates."""
        book = self.book()
        folder = self.root / "build" / "site" / GAME / "tables"
        folder.mkdir(parents=True)
        for table in book.tables.values():
            (folder / f"{table.id.lower()}.html").write_text(page(book, table.id), encoding="utf-8")

    def page(self, table_id: str) -> Path:
        """The built page of a table."""
        return self.root / "build" / "site" / GAME / "tables" / f"{table_id.lower()}.html"

    def print_tables(self, change: Callable[[str], str] = lambda text: text) -> None:
        """A PDF of all tables, each text of it put through `change`."""
        book = self.book()
        draw_pdf(self.root / "build" / "print" / GAME / "tables-a4.pdf", book, change)


def page(book: Book, table_id: str) -> str:
    """A page as the site builds it, as far as the marks go."""
    table = book.tables[table_id]
    seen = view(table, book.say)
    column = f"@{next(iter(table.columns))}" if table.shape == "columns" else ""
    odds = row_odds(table, next(iter(table.lookups))) if table.shape in ("rows", "columns") else {}
    rows, shown = [], {odds.get(f"{row.id}{column}", odds.get(row.id)) for row in seen.rows}
    each = next(iter(shown)) if len(shown) == 1 and len(seen.rows) > 1 else None
    for row in seen.rows:
        cells = [f'<th scope="row">{html.escape(row.roll)}</th>']
        if seen.areas:
            cells.append(f'<td class="cb-area">{html.escape(row.area)}</td>')
        cells += [f'<td class="cb-cell"><span>{html.escape(cell)}</span></td>' for cell in row.cells]
        chance = odds.get(f"{row.id}{column}", odds.get(row.id))
        words = f"<b>{format_chance(chance)}</b> {share(chance)}" if chance is not None and each is None else ""
        cells.append(f'<td class="cb-odds">{words}</td>')
        rows.append(f'<tr id="{row.anchor}" data-row="{html.escape(row.id)}">{"".join(cells)}</tr>')
    once = f'<td class="cb-odds cb-each">{format_chance(each)}, {share(each)}</td>' if each is not None else ""
    report = "".join(f"<li>{html.escape(f'{m.amount} {m.words}')}" for m in seen.modifiers)
    report += "".join(f"<li>{html.escape(note)}</li>" for note in seen.notes)
    return (
        f"<!doctype html><title>{table.id}</title><img src=x><script>var x = '<table>';</script>"
        f'<h1>{table.id}</h1><table class="cb-table wide" data-table="{table.id}"><thead><tr><th>Roll</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody><tfoot><tr>{once}</tr></tfoot></table><ul>{report}</ul>"
    )


def draw_pdf(path: Path, book: Book, change: Callable[[str], str]) -> None:
    """The PDF of the tables, as the press makes it, of words that were put through `change`."""
    imprint = Imprint("", "Tables", "A zoo", "0.0.1", lambda: "0123456789abcdef", "")
    views = [changed(printed_view(book, table), change) for table in book.tables.values()]
    with Document(imprint, paper=PAPERS["a4"]) as document:
        pages = reference.lay_out(document.paper, [Section("All", views)], reference.TABLES)
        reference.draw(document, "Tables", pages, reference.TABLES)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(document.pdf())


def changed(value: Any, change: Callable[[str], str]) -> Any:
    """A view with every text in it changed, but for ids and dice."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple):
        return tuple(changed(part, change) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in fields(value) if field.name not in ("id", "shape", "dice", "kind")]
        return replace(value, **{name: changed(getattr(value, name), change) for name in names})
    return value


@pytest.fixture(scope="session")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What every copy is a copy of: the project's tables, transcriptions and goldens, and its engine without what Python compiled."""
    whole = tmp_path_factory.mktemp("pattern")
    for name in ("tables", "tests/transcriptions", "tests/golden", "tests/playthroughs", "engine/combatbox"):
        shutil.copytree(ROOT / name, whole / name, ignore=shutil.ignore_patterns("__pycache__"))
    (whole / "site").mkdir()
    shutil.copy(ROOT / "site" / "search.yaml", whole / "site")
    return whole


@pytest.fixture
def copy(pattern: Path, tmp_path: Path) -> Copy:
    """The project's tables, transcriptions and goldens, copied: a thousand files, by the command that takes a quarter of Python's time."""
    if os.name == "posix":
        subprocess.run(["cp", "-R", f"{pattern}/.", tmp_path], check=True)
    else:
        shutil.copytree(pattern, tmp_path, dirs_exist_ok=True)
    return Copy(tmp_path)


@pytest.fixture
def zoo(copy: Copy) -> Copy:
    """The copy with tables of every shape, and their transcriptions."""
    for table_id, text in ZOO.items():
        first = "# yaml-language-server: $schema=../schema/twentyfive-table.json\n"
        copy.table(table_id).write_text(f"{first}id: {table_id}{text}", encoding="utf-8")
        parting = "!" if table_id == "Z-HIT" else "|"
        lines = TRANSCRIPTIONS[table_id].split(parting)
        copy.transcription(table_id).write_text("\n".join(["# source: the zoo", *lines]) + "\n", encoding="utf-8")
    return copy


@pytest.fixture(scope="session")
def project() -> Path:
    """The project itself, to be looked at and not touched."""
    return ROOT
