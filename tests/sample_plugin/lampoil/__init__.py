"""Lamp Oil: one flying boat, four stretches of sea, six drums of oil for a lighthouse."""

from __future__ import annotations

from pathlib import Path

from combatbox.core.plugin import GamePlugin

PLUGIN = GamePlugin(
    "lampoil", "lampoil.game:GAME", sheets="lampoil.sheets:PROVIDER", folder=Path(__file__).parent / "data"
)
