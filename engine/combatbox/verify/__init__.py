"""Checks that tables, engine, site, PDFs and prose agree; each disagreement is a finding.

`checks.run_checks` runs them on books.
"""
