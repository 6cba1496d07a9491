"""The corpus: kept games that every later version is flown against; `counts.json` says how many a correction takes another way.

tests/corpus/GAME.jsonl     a game a line, never changed
tests/corpus/counts.json    by game and kind, what has become of them
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.library.savefile import saves_in
from combatbox.play.recheck import KINDS, recheck_save
from combatbox.verify.context import VerifyContext
from combatbox.verify.findings import Check, Finding, check_result

FOLDER = Path("tests") / "corpus"
COUNTS = "counts.json"


def check(room: VerifyContext) -> Check:
    """Fly every kept game of the corpus again, and compare what has become of them with the stored counts."""
    findings: list[Finding] = []
    games = 0
    for key, book in room.books.items():
        folder = (room.project_of(key) or Path()) / FOLDER
        if room.project_of(key) is None or not (folder / f"{key}.jsonl").is_file():
            continue
        now = counts(book, folder / f"{key}.jsonl")
        games += sum(now.values())
        findings += _differences(key, _stored(folder).get(key, {}), now)
    if not games:
        return Check("corpus", not_run="no games are kept here")
    return check_result("corpus", findings, (games, "kept game"))


def counts(book: Book, path: Path) -> dict[str, int]:
    """Count the kept games of a file by what has become of them."""
    found = Counter(recheck_save(book, save).kind for save in saves_in(path) or ())
    return {kind: found[kind] for kind in KINDS}


def update(project: Path, book: Book) -> Check:
    """Store what has become of the kept games of one game."""
    folder = project / FOLDER
    path = folder / f"{book.key}.jsonl"
    if not path.is_file():
        return Check("corpus", not_run="no games are kept here")
    now = counts(book, path)
    whole = {**_stored(folder), book.key: now}
    write_atomically(folder / COUNTS, f"{json.dumps(whole, indent=1)}\n".encode())
    return check_result("corpus", (), (sum(now.values()), "kept game"))


def _stored(folder: Path) -> dict[str, dict[str, int]]:
    path = folder / COUNTS
    stored: dict[str, dict[str, int]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return stored


def _differences(key: str, stored: dict[str, int], now: dict[str, int]) -> Iterator[Finding]:
    changed = [f"{stored.get(kind, 0)} {kind}, now {now[kind]}" for kind in KINDS if stored.get(kind, 0) != now[kind]]
    if changed:
        command = f"combatbox recheck {FOLDER / f'{key}.jsonl'} to see which, then combatbox change {key}"
        yield Finding(f"{FOLDER / COUNTS}", f"{key}: {'; '.join(changed)}", command)
