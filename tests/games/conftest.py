"""Lets pytest collect the cases of a game's rules from YAML files."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.games.cases import CaseFile


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> CaseFile | None:
    """Collect `test_*.yaml` as files of cases."""
    return CaseFile.from_parent(parent, path=file_path) if file_path.match("test_*.yaml") else None
