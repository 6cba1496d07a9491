"""Checks that tables, engine, odds and prose agree; each disagreement is a finding.

`checks.run_checks` runs them on books.
"""
