"""Findings: tables, engine, site, paper and prose agree, or the place where they do not is named.

`checks.run_checks` checks books that are loaded, `checks.verify` loads them first; `findings.report` words the result.
"""
