"""The type of the section `data` in the `shop.yaml` of B-29 Superfortress."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from combatbox.bomber.enums import Compartment, MountedGun
from combatbox.core.annotations import AllKeys, Min
from combatbox.press.shop_data import BomberData


@dataclass(frozen=True, slots=True)
class Gauge:
    """A short track on the Game Map."""

    title: str
    places: list[str]
    shaded: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Counted:
    """A part of the bomber whose hits are counted: its name in `game.yaml`, its wording, and its number of boxes."""

    part: str
    words: str
    boxes: Annotated[int, Min(1)]


@dataclass(frozen=True, slots=True)
class Data(BomberData):
    """The section `data` in the `shop.yaml` of B-29 Superfortress.

    Attributes:
        marked_zones: the labels of some zones of the track, by zone; other zones have no label.
        on_boards: shorter names for use on boards, where space is limited.
        on_counters: shorter names for use on counters.
    """

    on_boards: dict[str, str]
    men_across: Annotated[int, Min(1)]
    guns_at: dict[Compartment, list[MountedGun]]
    guns: Annotated[dict[MountedGun, str], AllKeys()]
    marked_zones: dict[Any, str]
    gauges: list[list[Gauge]]
    counted: list[Counted]
    on_counters: dict[str, str]
