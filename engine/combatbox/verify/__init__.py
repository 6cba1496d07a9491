"""Findings: tables, witnesses, engine, site, paper and prose agree, or the place where they do not is named.

`verify` loads and checks everything; `run_checks` checks books that are loaded; `report` words the result.
"""

from combatbox.verify.findings import Check, Finding, report
from combatbox.verify.goldens import golden
from combatbox.verify.run import CHECKS, run_checks, verify

__all__ = ["CHECKS", "Check", "Finding", "golden", "report", "run_checks", "verify"]
