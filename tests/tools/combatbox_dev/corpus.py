"""The corpus: recorded games that every later version replays; `counts.json` says how many a correction changes.

tests/corpus/GAME.jsonl               saves of games from before the first release, one a line
tests/corpus/VERSION/GAME.jsonl       saves of a release, each game in the middle and at its end
tests/corpus/VERSION/GAME-logs.xz     the logs of the same games, one after another
.../counts.json                       by game and kind, what became of the files beside it

The games themselves are never changed.
"""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.library.player_files import saves_in
from combatbox.play.logs import parse_log
from combatbox.play.recheck import KINDS, recheck_log, recheck_save
from combatbox.verify.findings import Check, Finding, VerifyContext, check_result
from combatbox_dev.projects import project_of

FOLDER = Path("tests") / "corpus"
COUNTS = "counts.json"
HEADER = '{"dice":'
"""How the first line of a log begins; keys are sorted."""


def check(context: VerifyContext) -> Check:
    """Replay every game of the corpus, and compare what became of them with the stored counts."""
    findings: list[Finding] = []
    games = 0
    for key, book in context.books.items():
        project = project_of(context, key)
        for folder in folders(project) if project else ():
            if not (folder / f"{key}.jsonl").is_file():
                continue
            now = counts(book, folder)
            games += sum(now.values())
            findings += _differences(folder, key, _stored(folder).get(key, {}), now)
    if not games:
        return Check("corpus", not_run="no games are kept here")
    return check_result("corpus", findings, (games, "kept game"))


def folders(project: Path) -> list[Path]:
    """Return the folders of the corpus of a project, the oldest first; empty if it has none."""
    folder = project / FOLDER
    return [folder, *sorted(each for each in folder.iterdir() if each.is_dir())] if folder.is_dir() else []


def counts(book: Book, folder: Path) -> dict[str, int]:
    """Count the saves and logs of a game in a folder of the corpus by what became of them."""
    results = Counter(recheck_save(book, save).kind for save in saves_in(folder / f"{book.key}.jsonl") or ())
    results.update(recheck_log(book, parse_log(text, name)).kind for name, text in logs_in(folder, book.key))
    return {kind: results[kind] for kind in KINDS}


def logs_in(folder: Path, key: str) -> Iterator[tuple[str, str]]:
    """Yield the logs of a game in a folder of the corpus, each with a name for messages."""
    path = folder / f"{key}-logs.xz"
    text = lzma.decompress(path.read_bytes()).decode("utf-8") if path.is_file() else ""
    for number, log in enumerate(text.split(f"\n{HEADER}")):
        if log:
            yield f"{path.name}, log {number + 1}", f"{HEADER if number else ''}{log.rstrip()}\n"


def update(project: Path, book: Book) -> Check:
    """Store what became of the recorded games of one game."""
    games = 0
    for folder in folders(project):
        if (folder / f"{book.key}.jsonl").is_file():
            now = counts(book, folder)
            games += sum(now.values())
            text = json.dumps({**_stored(folder), book.key: now}, indent=1)
            write_atomically(folder / COUNTS, f"{text}\n".encode())
    return (
        check_result("corpus", (), (games, "kept game")) if games else Check("corpus", not_run="no games are kept here")
    )


def _stored(folder: Path) -> dict[str, dict[str, int]]:
    path = folder / COUNTS
    stored: dict[str, dict[str, int]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return stored


def _differences(folder: Path, key: str, stored: dict[str, int], now: dict[str, int]) -> Iterator[Finding]:
    changed = [f"{stored.get(kind, 0)} {kind}, now {now[kind]}" for kind in KINDS if stored.get(kind, 0) != now[kind]]
    if changed:
        place = FOLDER if folder.name == FOLDER.name else FOLDER / folder.name
        command = f"combatbox recheck {place / f'{key}.jsonl'} to see which, then combatbox change {key}"
        yield Finding(f"{place / COUNTS}", f"{key}: {'; '.join(changed)}", command)
