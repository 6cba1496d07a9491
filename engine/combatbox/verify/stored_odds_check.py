"""Stored odds: flown with these tables, a part of each order flown again counts the same; and what they are set beside."""

from __future__ import annotations

from combatbox.odds import comparison
from combatbox.odds.stored_odds import faults, read_stored
from combatbox.verify.context import VerifyContext
from combatbox.verify.findings import Check, Finding, checked


def check(room: VerifyContext) -> Check:
    """The stored odds of every game that has any."""
    findings: list[Finding] = []
    orders = missions = 0
    for key, book in room.books.items():
        for item in read_stored(key, room.base(key)):
            orders += 1
            missions += item.order.missions
            findings += [
                Finding(f"tables/{key}/results/odds.json", f"{item.id}: {fault}", f"combatbox odds {key} --store")
                for fault in faults(book, item)
            ]
        findings += _beside(key, room)
    if not orders:
        return Check("results", not_run="no odds are stored here")
    return checked("results", findings, (orders, "order"), (missions, "stored mission"))


def _beside(key: str, room: VerifyContext) -> list[Finding]:
    """Where our odds are far from the model's there is a reason, and nowhere else."""
    model, kept = comparison.read_beside(key, room.base(key)), read_stored(key, room.base(key))
    told = comparison.faults(model, kept[0]) if model and kept else []
    return [Finding(f"tables/{key}/results/{comparison.NAME}", fault) for fault in told]
