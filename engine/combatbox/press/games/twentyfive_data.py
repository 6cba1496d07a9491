"""What `data` in the `shop.yaml` of 25 and Out holds."""

from __future__ import annotations

from typing import Annotated, Literal

from combatbox.core.declared import Every, Least, Listed
from combatbox.press.records import dataclass

Number = int | float
Area = Literal["left_wing", "fuselage", "right_wing"]
Approach = Literal[
    "front left_wing", "front fuselage", "front right_wing", "rear left_wing", "rear fuselage", "rear right_wing"
]


@dataclass(frozen=True, slots=True)
class Data:
    """swatches: the colour that shows each die. letters, circles, spots: how and where things are marked on drawings."""

    swatches: dict[str, str]
    areas: Annotated[dict[Area, str], Every()]
    letters: dict[str, str]
    stations: Annotated[dict[Annotated[str, Listed("stations")], str], Every()]
    circles: dict[str, str]
    spots: Annotated[dict[Approach, Annotated[list[Annotated[list[Number], Least(2)]], Least(1)]], Every()]
