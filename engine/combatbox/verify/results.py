"""Stored odds: flown with these tables, a part of each order flown again counts the same; and what they are set beside."""

from __future__ import annotations

from combatbox.odds import beside
from combatbox.odds.stored import faults, read_stored
from combatbox.verify.findings import Check, Finding, checked
from combatbox.verify.room import Room


def check(room: Room) -> Check:
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


def _beside(key: str, room: Room) -> list[Finding]:
    """Where our odds are far from the model's there is a reason, and nowhere else."""
    model, kept = beside.read_beside(key, room.base(key)), read_stored(key, room.base(key))
    told = beside.faults(model, kept[0]) if model and kept else []
    return [Finding(f"tables/{key}/results/{beside.NAME}", fault) for fault in told]
