"""What a player asks of a print run beyond game and paper: ink, duplex edge, card stock, bleed."""

from __future__ import annotations

from dataclasses import dataclass, field

from combatbox.press.errors import PressError
from combatbox.press.style import MM, Edge, Ink

MOST_BLEED = 10.0  # millimetres; print shops ask for 3 to 5


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """The wishes of one print run.

    duplex: the edge of the paper over which sheets are turned. stock: what table cards are made on, instead
    of what the game's catalogue says. bleed: in millimetres; more than nothing makes files for a print shop of what is cut
    out of a sheet, with no sheets around it. writing: fields of the record sheets by their names, and the words to print
    there. only: names of the products to make; all of them if there are none.
    """

    ink: Ink = field(default_factory=Ink)
    duplex: Edge = "long"
    stock: str = ""
    bleed: float = 0.0
    writing: tuple[tuple[str, str], ...] = ()
    only: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.bleed <= MOST_BLEED:
            raise PressError(f"a bleed of {self.bleed:g} mm: print shops want 0 to {MOST_BLEED:g} mm")

    @property
    def bleed_points(self) -> float:
        return self.bleed * MM
