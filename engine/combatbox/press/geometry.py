"""Boxes on a surface: x to the right, y downwards, in points, from the top left corner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """The box within, smaller by `dx` at each side and `dy` (or `dx`) above and below."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.width - 2 * dx, self.height - 2 * dy)

    def top(self, height: float) -> Box:
        return Box(self.x, self.y, self.width, height)

    def below(self, height: float) -> Box:
        """What is left when `height` is taken off the top."""
        return Box(self.x, self.y + height, self.width, self.height - height)

    def meets(self, other: Box) -> bool:
        """Two boxes lie over each other."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def columns(self, widths: Sequence[float], gap: float = 0.0) -> list[Box]:
        """Side by side, of the given widths in points."""
        boxes, x = [], self.x
        for width in widths:
            boxes.append(Box(x, self.y, width, self.height))
            x += width + gap
        return boxes


def shares(total: float, parts: Sequence[float], gap: float = 0.0) -> list[float]:
    """Divide a length into lengths in proportion to `parts`, leaving `gap` between them."""
    room = total - gap * (len(parts) - 1)
    return [room * part / sum(parts) for part in parts]


def around(x: float, y: float, radius: float) -> Box:
    """The square about a circle."""
    return Box(x - radius, y - radius, 2 * radius, 2 * radius)
