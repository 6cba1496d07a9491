"""Checks that tables, engine, site, paper and prose agree, with a finding for each place where they do not.

`checks.run_checks` checks loaded books, `checks.verify` loads them first; `findings.report` formats the result.
"""
