"""The check of stored odds: a part of each stored simulation is repeated and must give the same counts.

In a game's comparison with a model, values that differ widely from the model's must have a reason.
"""

from __future__ import annotations

from combatbox.odds import comparison
from combatbox.odds.stored_odds import faults, is_stale, read_stored, stored_for
from combatbox.verify.context import VerifyContext
from combatbox.verify.findings import Check, Finding, Severity, check_result


def check(context: VerifyContext) -> Check:
    """Check the stored odds of every game that has any; odds of other tables are warnings."""
    findings: list[Finding] = []
    orders = missions = 0
    for key, book in context.books.items():
        path = f"tables/{key}/results/odds.json"
        for item in stored_for(book) if book.meta.like else read_stored(key, context.base(key)):
            if not item.found and book.meta.like:
                continue
            orders += 1
            missions += item.order.missions
            severity: Severity = "warning" if item.found and is_stale(book, item) else "error"
            findings += [
                Finding(path, f"{item.id}: {fault}", f"combatbox odds {key} --store", severity)
                for fault in faults(book, item)
            ]
        findings += _comparison_findings(key, context)
    if not orders:
        return Check("results", not_run="no odds are stored")
    return check_result("results", findings, (orders, "order"), (missions, "stored mission"))


def _comparison_findings(key: str, context: VerifyContext) -> list[Finding]:
    """Return findings about a game's comparison with a model; see `comparison.faults`."""
    model, stored = comparison.read_beside(key, context.base(key)), read_stored(key, context.base(key))
    problems = comparison.faults(model, stored[0]) if model and stored else []
    return [Finding(f"tables/{key}/results/{comparison.NAME}", fault) for fault in problems]
