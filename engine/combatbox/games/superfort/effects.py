"""What rows of the tables of a B-29's way do: briefing, weather, fuel, course, formation, target, coming down."""

from __future__ import annotations
