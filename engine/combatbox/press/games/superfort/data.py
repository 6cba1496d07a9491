"""The declaration of `data` in the `shop.yaml` of B-29 Superfortress."""

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
    """A part whose hits are counted: its name in `game.yaml`, its wording, and the number of boxes."""

    part: str
    words: str
    boxes: Annotated[int, Min(1)]


@dataclass(frozen=True, slots=True)
class Data(BomberData):
    """The data of B-29 Superfortress.

    Attributes:
        marked_zones: the labels of those zones of the track that have a label.
        on_boards, on_counters: shorter names, for places with little space.
    """

    on_boards: dict[str, str]
    men_across: Annotated[int, Min(1)]
    guns_at: dict[Compartment, list[MountedGun]]
    guns: Annotated[dict[MountedGun, str], AllKeys()]
    marked_zones: dict[Any, str]
    gauges: list[list[Gauge]]
    counted: list[Counted]
    on_counters: dict[str, str]
