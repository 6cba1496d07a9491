"""What tests of the cache share: a game whose tables they may change."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from combatbox.library import load as loading
from combatbox.library import paths

GAME = "twentyfive"


@pytest.fixture
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the tables of 25 and Out as its home, a cache of its own, and a process that has loaded nothing yet."""
    home = paths.home(GAME)
    copied = Path(shutil.copytree(home.tables, tmp_path / "tables" / GAME))
    monkeypatch.setattr(paths, "home", lambda _: replace(home, tables=copied))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    forget(monkeypatch)
    return copied


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a new process has at hand."""
    monkeypatch.setattr(loading, "_compiled", {})
