"""The keys that shared bomber code looks up in tables."""

from __future__ import annotations

from collections.abc import Iterator

from combatbox.bomber.constants import BomberConstants
from combatbox.bomber.enums import WINGS
from combatbox.core.tables import Keys, unique

RATED = tuple(str(per_cent) for per_cent in range(101))
"""The percentages of bombs on target for which a chart must have a rating."""


def shared_keys(const: BomberConstants) -> Iterator[Keys]:
    """Yield the keys that the code shared by all bomber games looks up."""
    positions = const.positions.values()
    yield Keys("attack.shells", unique(facts.shells for facts in positions), kind="column")
    yield Keys("attack.areas", unique(facts.areas for facts in positions), kind="column")
    yield Keys("guns.markers", ("fca+fca", "fboa+fboa", "fca+fboa"))
    yield Keys("flak.to_hit", tuple(flak for flak in const.flaks if flak != "none"), kind="column")
    yield Keys("flak.burst", (*const.compartments, *WINGS))
    yield Keys("records.survival", tuple(str(count) for count in range(1, const.missions + 1)), None)
    yield Keys("records.bombing", RATED, None)
    yield Keys("debriefing.bombing", RATED, None)
