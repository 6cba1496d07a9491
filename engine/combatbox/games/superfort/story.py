"""A log of a B-29's missions told in plain English: what only a B-29 has, before what any bomber's story tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from combatbox.bomber import campaign_story
from combatbox.core.events import Event
from combatbox.core.game import Line, Words


def tell(event: Event, state: Mapping[str, Any], words: Words) -> Iterator[Line]:
    """An event as lines of plain English."""
    yield from campaign_story.tell(event, state, words)
