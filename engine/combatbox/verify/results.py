"""Stored odds: flown with these tables, and a part of each order flown again counts the same."""

from __future__ import annotations

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
    if not orders:
        return Check("results", not_run="no odds are stored here")
    return checked("results", findings, (orders, "order"), (missions, "stored mission"))
