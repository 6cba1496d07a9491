"""The parts of a plane that can break: declared in `parts` of game.yaml, held by name in the plane's `parts`.

A part is out or not, or its hits are counted against a constant (`limit`). One that each side has stands in the plane once
for each, `port_flap_out`; logs name all of them `plane.<part>`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from combatbox.bomber.constants import BomberConstants, PartFacts
from combatbox.bomber.state import SIDES
from combatbox.core.effects import WordFormatter

BOOKS = 16
"""Books whose parts are cached: every mission asks for them, and every frame of a replay."""


@dataclass(frozen=True)
class Part:
    """One part by the name that it has in the plane. facts: its own in game.yaml."""

    name: str
    kind: str
    side: str
    facts: PartFacts

    @property
    def counted(self) -> bool:
        """Whether its hits are counted."""
        return bool(self.facts.limit)

    def called(self, say: WordFormatter) -> str:
        """What it is called: `intercom out`, `port wing root`."""
        words = self.facts.words
        return f"{self.side} {words}".strip() if words else say(self.name)

    def shows(self, value: int, const: BomberConstants) -> bool:
        """Whether it can be seen from outside that it is so far broken."""
        seen = self.facts.seen
        return bool(value) and (seen == "always" or (seen == "at_limit" and value >= limit(const, self.kind)))


@lru_cache(maxsize=BOOKS)
def parts_of(const: BomberConstants) -> Mapping[str, Part]:
    """The parts of a plane by name, in the order of the record."""
    return {part.name: part for kind, facts in const.parts.items() for part in _of_kind(kind, facts)}


def _of_kind(kind: str, facts: PartFacts) -> Iterator[Part]:
    for side in SIDES if facts.sides else ("",):
        yield Part(f"{side}_{kind}" if side else kind, kind, side, facts)


def whole(const: BomberConstants) -> dict[str, int]:
    """The parts of a plane in which nothing is broken."""
    return _whole(const).copy()


@lru_cache(maxsize=BOOKS)
def _whole(const: BomberConstants) -> dict[str, int]:
    return {name: 0 if part.counted else False for name, part in parts_of(const).items()}


def limit(const: BomberConstants, kind: str) -> int:
    """The number of hits at which a part of that kind is out; one where its hits are not counted."""
    name = const.parts[kind].limit
    return const.number(name) if name else 1


def is_out(const: BomberConstants, parts: Mapping[str, int], name: str) -> bool:
    """Whether a part is out: hit where one hit does it, else with its number of hits. A plane without it has no such trouble."""
    value = parts.get(name)
    if not value:
        return False
    part = parts_of(const)[name]
    return not part.counted or value >= limit(const, part.kind)


def silenced(const: BomberConstants, parts: Mapping[str, int], gun: str) -> bool:
    """Whether a part that is out keeps a gun from firing. parts: of the plane."""
    by = const.guns[gun].silenced_by
    return bool(by) and is_out(const, parts, by)


def locked(const: BomberConstants, parts: Mapping[str, int]) -> set[str]:
    """The stations that nobody gets into or out of while a part is out. parts: of the plane."""
    return {station for station, job in const.crew.items() if parts.get(job.locked_by)}
