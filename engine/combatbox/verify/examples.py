"""Worked examples: every script replays, step by step, to the end."""

from __future__ import annotations

from collections.abc import Iterator

from combatbox.core.errors import CombatBoxError, DataError
from combatbox.library.book import Book
from combatbox.library.replay import read_script, replay_script
from combatbox.verify.findings import Check, Finding, checked
from combatbox.verify.room import Room


def check(room: Room) -> Check:
    """Fly every script of every game."""
    scripts = [(book, name) for book in room.books.values() for name in book.scripts]
    rolls = 0
    findings: list[Finding] = []
    for book, name in scripts:
        found = list(_replay(book, name))
        findings += [item for item in found if isinstance(item, Finding)]
        rolls += sum(item for item in found if isinstance(item, int))
    return checked("examples", findings, (len(scripts), "script"), (rolls, "roll"))


def _replay(book: Book, name: str) -> Iterator[Finding | int]:
    try:
        replay = replay_script(book, read_script(book.scripts[name]))
    except DataError as error:
        yield from (Finding(f"{p.path}:{p.line}", p.message) for p in error.problems)
    except CombatBoxError as error:
        place = f"tables/{book.key}/examples/{name}.yaml"
        yield Finding(place, str(error), f"combatbox replay {place}")
    else:
        yield sum(1 for event in replay.journal.events if event["kind"] == "roll")
