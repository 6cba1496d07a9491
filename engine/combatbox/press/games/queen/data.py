"""The type of the section `data` in the `shop.yaml` of Queen of the Skies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from combatbox.bomber.enums import FighterType
from combatbox.core.annotations import AllKeys, Min
from combatbox.press.shop_data import BomberData, GunsBeside


@dataclass(frozen=True, slots=True)
class Data(BomberData):
    """The section `data` in the `shop.yaml` of Queen of the Skies.

    Attributes:
        guns: the guns that are listed on each side of the drawing of the bomber.
        landing_boxes: the sums of landing modifiers for which the sheet has a box.
        landing_words: the wording of each landing modifier.
        kills: the abbreviations of fighter types, as players write them.
        on_boards: shorter names for use on boards, where space is limited.
        men_across: the most men in one row of a compartment on the crew placement board.
    """

    guns: GunsBeside
    landing_boxes: list[int]
    landing_words: dict[str, str]
    kills: Annotated[dict[FighterType, str], AllKeys()]
    on_boards: dict[str, str] = field(default_factory=dict)
    men_across: Annotated[int, Min(1)] = 4
