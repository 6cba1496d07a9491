"""The parts of a plane that can be damaged, as declared in game.yaml.

`Plane.parts` has an entry for each part by name. A part is either out or not, or its hits are counted up to a constant
(`limit`). A part that exists on both sides has two entries (`port_flap_out`, `starboard_flap_out`). In logs the path of
each part is `plane.<part>`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from combatbox.bomber.constants import BomberConstants, PartFacts
from combatbox.bomber.state import SIDES
from combatbox.core.annotations import frozen
from combatbox.core.effects import WordFormatter

BOOKS = 16
"""The number of rulebooks whose parts are cached; every mission and every frame of a replay uses the parts."""


@frozen
class Part:
    """One part of a plane under its full name.

    Attributes:
        name: the name in `Plane.parts`, including the side if the part exists on both sides.
        kind: the name in game.yaml.
        side: `port`, `starboard` or empty.
        facts: the entry in game.yaml.
        limit: the number of hits that put the part out; 1 if hits are not counted.
    """

    name: str
    kind: str
    side: str
    facts: PartFacts
    limit: int

    @property
    def counted(self) -> bool:
        """True if hits on the part are counted."""
        return bool(self.facts.limit)

    def called(self, say: WordFormatter) -> str:
        """Return the name of the part for players: `intercom out`, `port wing root`."""
        words = self.facts.words
        return f"{self.side} {words}".strip() if words else say(self.name)

    def shows(self, value: int) -> bool:
        """Return True if an attacker can see that the part is damaged.

        Args:
            value: the entry in `Plane.parts`: True or the number of hits.
        """
        seen = self.facts.seen
        return bool(value) and (seen == "always" or (seen == "at_limit" and value >= self.limit))


@lru_cache(maxsize=BOOKS)
def parts_of(const: BomberConstants) -> Mapping[str, Part]:
    """Return the parts of a plane by name, in the order of the record."""
    parts = (
        Part(f"{side}_{kind}" if side else kind, kind, side, facts, limit(const, kind))
        for kind, facts in const.parts.items()
        for side in (SIDES if facts.sides else ("",))
    )
    return {part.name: part for part in parts}


def undamaged_parts(const: BomberConstants) -> dict[str, int]:
    """Return `Plane.parts` for an undamaged plane."""
    return {name: 0 if part.counted else False for name, part in parts_of(const).items()}


def limit(const: BomberConstants, kind: str) -> int:
    """Return the number of hits that put a part of this kind out.

    It is 1 if hits are not counted.
    """
    name = const.parts[kind].limit
    return const.number(name) if name else 1


def is_out(const: BomberConstants, parts: Mapping[str, int], name: str) -> bool:
    """Return True if a part is out: after one hit, or when it reaches its limit.

    A part that the plane does not have is never out.

    Args:
        const: the game's constants.
        parts: the plane's parts.
        name: the full name of the part.
    """
    return bool(parts.get(name)) and parts[name] >= parts_of(const)[name].limit


def silenced(const: BomberConstants, parts: Mapping[str, int], gun: str) -> bool:
    """Return True if a part that is out prevents a gun from firing.

    Args:
        const: the game's constants.
        parts: the plane's parts.
        gun: the name of the gun.
    """
    return is_out(const, parts, const.guns[gun].silenced_by)


def locked(const: BomberConstants, parts: Mapping[str, int]) -> set[str]:
    """Return the stations that nobody can enter or leave because a part is out.

    Args:
        const: the game's constants.
        parts: the plane's parts.
    """
    return {station for station, job in const.crew.items() if parts.get(job.locked_by)}
