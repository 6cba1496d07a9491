"""The drawing styles (looks) of shapes: line weights in points, colours of the palette, dashes."""

from __future__ import annotations

from combatbox.core.annotations import frozen


@frozen
class Look:
    """The drawing style of one kind of shape.

    Attributes:
        weight: the weight of the line in points; None for no line.
        colour: the colour of the line, from the palette.
        fill: the colour of the area; None for no fill.
        dash: the lengths of dashes and gaps in points.
        opaque: True if the area is white in ink-saving print, to hide what is below it.
    """

    weight: float | None
    colour: str = "ink"
    fill: str | None = None
    dash: tuple[float, ...] = ()
    opaque: bool = True


LOOKS = {
    "sea": Look(None, fill="paper"),
    "land": Look(0.5, "soft", "shade"),
    "lake": Look(0.25, "soft", "paper"),
    "frontier": Look(0.5, "faint", dash=(3, 2)),
    "leader": Look(0.25, "ink"),
    "ring": Look(0.75, "sky"),
    "limit": Look(1.75, "alarm", dash=(6, 3)),
    "pill": Look(None, fill="sky"),
    "land-plate": Look(None, fill="shade"),
    "sea-plate": Look(None, fill="paper"),
    "dot": Look(0.5, "paper", "ink"),
    "base": Look(1.25, "paper", "alarm"),
    "route-out": Look(1.4, "accent"),
    "route-back": Look(1.4, "accent", dash=(4, 2.5)),
    "route-fight": Look(0.5, "paper", "alarm"),
    "route-lost": Look(1.8, "alarm"),
    "edge": Look(0.75),
    "fig-ink": Look(1.0),
    "fig-thin": Look(0.5),
    "fig-paper": Look(0.8, fill="paper"),
    "fig-land": Look(0.8, fill="shade"),
    "fig-sky": Look(0.8, fill="sky"),
    "fig-alarm": Look(0.8, fill="alarm"),
}
"""The drawing styles of maps and of the figures on sheets."""

PRINTED = {
    "reach": Look(0.25, "soft", "shade", opaque=False),
    "ahead": Look(0.25, "soft", "faint", opaque=False),
    "astern": Look(0.25, "soft", "faint", opaque=False),
    "ground": Look(0.25, "soft", "tint", opaque=False),
    "table": Look(0.25, "soft", "paper", opaque=False),
    "way": Look(1.25, "accent"),
    "limit": Look(0.5, "soft", dash=(3, 2)),
    "shot": Look(0.75, "alarm", dash=(4, 2)),
    "measure": Look(0.5, "soft"),
    "edge": Look(0.75),
    "smoke": Look(0.25, fill="faint"),
    "words": Look(None, fill="paper"),
}
"""The drawing styles of a game's figures on paper, distinguishable without colour.

On a web page, the page's style sheet defines these styles.
"""
