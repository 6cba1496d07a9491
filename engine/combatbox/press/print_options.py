"""The options of a print run, besides game and paper: ink, duplex edge, card stock and bleed."""

from __future__ import annotations

from dataclasses import dataclass, field

from combatbox.press.errors import PressError
from combatbox.press.style import MM, Edge, Ink

MOST_BLEED = 10.0  # millimetres; print shops ask for 3 to 5


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """The options of one print run.

    Attributes:
        duplex: the edge of the paper over which sheets are turned.
        stock: the stock of table cards; empty for the stock in the catalogue.
        bleed: the bleed in millimetres. If it is above 0, the files are made for a print shop, with a page for each
            side of a card.
        writing: pairs of texts: the name of a field on the record sheets, and the text to print in this field.
        only: the names of the products to make; empty for all of them.
        flat: True to print the values of a log on the page; False to put them into form fields, which can be edited.
    """

    ink: Ink = field(default_factory=Ink)
    duplex: Edge = "long"
    stock: str = ""
    bleed: float = 0.0
    writing: tuple[tuple[str, str], ...] = ()
    only: tuple[str, ...] = ()
    flat: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.bleed <= MOST_BLEED:
            raise PressError(f"--bleed: must be between 0 and {MOST_BLEED:g} mm (got {self.bleed:g})")

    @property
    def bleed_points(self) -> float:
        """The bleed in points."""
        return self.bleed * MM
