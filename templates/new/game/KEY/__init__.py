"""TITLE: how the game announces itself. Nothing else of it is loaded until it is asked for."""

from __future__ import annotations

from pathlib import Path

from combatbox.core.announced import Announcement

ANNOUNCEMENT = Announcement("KEY", "KEY.game:GAME", folder=Path(__file__).parent / "data")
