"""Checks that tables, engine, site, PDFs and prose agree; each disagreement is a finding.

`checks.run_checks` checks books that are already loaded, `checks.verify` loads them first. `findings.report` formats
the results.
"""
