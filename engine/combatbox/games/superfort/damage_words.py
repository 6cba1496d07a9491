"""Effects, conditions and quantities of combat and damage (sections 5 and 7)."""

from __future__ import annotations
