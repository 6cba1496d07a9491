"""When modifiers of the tables of a B-29's way count."""

from __future__ import annotations
