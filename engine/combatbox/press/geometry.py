"""Boxes on a surface, in points from its top left corner: x to the right, y downwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a surface."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """The centre of the box, as x and y."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """Return a smaller box inside this one: by `dx` on the left and right, by `dy` (or `dx`) above and below."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.width - 2 * dx, self.height - 2 * dy)

    def top(self, height: float) -> Box:
        """Return the upper part of the box, with a given height."""
        return Box(self.x, self.y, self.width, height)

    def below(self, height: float) -> Box:
        """Return the rest of the box, below an upper part of a given height."""
        return Box(self.x, self.y + height, self.width, self.height - height)

    def meets(self, other: Box) -> bool:
        """Return True if this box overlaps another."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def columns(self, widths: Sequence[float], gap: float = 0.0) -> list[Box]:
        """Return boxes of these widths side by side, in points."""
        boxes, x = [], self.x
        for width in widths:
            boxes.append(Box(x, self.y, width, self.height))
            x += width + gap
        return boxes


def shares(total: float, parts: Sequence[float], gap: float = 0.0) -> list[float]:
    """Divide a length into lengths in proportion to `parts`, with `gap` between two of them."""
    available = total - gap * (len(parts) - 1)
    return [available * part / sum(parts) for part in parts]


def bounds(points: Iterable[tuple[float, float]]) -> Box:
    """Return the smallest box that contains points."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def around(x: float, y: float, radius: float) -> Box:
    """Return the square around a circle."""
    return Box(x - radius, y - radius, 2 * radius, 2 * radius)
