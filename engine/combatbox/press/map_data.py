"""A strategic map as data: `templates/sheets/<game>/map.yaml`, and detail maps (`map-*.yaml`), in miles.

Positions are degrees north and east. The map shows them at their true bearing and distance from the base (an azimuthal
equidistant projection), so that rings around the base are almost circles. The zone of a target always comes from the
gazetteer, never from this file, and a target outside the ring of its zone is an error.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from combatbox.bomber.constants import BomberConstants
from combatbox.press.errors import PressError
from combatbox.press.geometry import Box
from combatbox.press.sheet_files import read_sheet, sheet_file, sheet_names
from combatbox.press.yaml_source import Fields, Source

if TYPE_CHECKING:
    from combatbox.library.book import Book  # the engine in a browser has only a compiled book

_EARTH = 3958.8  # miles
_SIDES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
_UNNAMED = "none"
_FAR = -10_000  # miles: a frame may begin beyond the base

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Place:
    """A dot with a name.

    Attributes:
        side: the side on which the name is placed; `none` for a target that is named on another map.
        zone: the zone of a target; 0 for other places.
    """

    key: str
    name: str
    north: float
    east: float
    side: str
    zone: int = 0


@dataclass(frozen=True, slots=True)
class Name:
    """A label on the map that names a country or a body of water."""

    name: str
    north: float
    east: float
    style: str


@dataclass(frozen=True)
class Rings:
    """The outer edges of zones: the distance of each edge at some bearings, with smooth interpolation between them."""

    bearings: Sequence[float]
    ends: Sequence[Sequence[float]]
    first: int

    @cached_property
    def zones(self) -> range:
        """The numbers of the zones."""
        return range(self.first, self.first + len(self.ends[0]))

    def end(self, zone: int, bearing: float) -> float:
        """Return the distance from the base to the outer edge of a zone at a bearing.

        Between the bearings in the data, the distance is found by cubic interpolation (Catmull-Rom).
        """
        count, column = len(self.bearings), zone - self.first
        after = bisect_right(self.bearings, bearing % 360)
        known = []
        for step in (-2, -1, 0, 1):
            turn, index = divmod(after + step, count)
            known.append((self.bearings[index] + 360 * turn, self.ends[index][column]))
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = known
        here = bearing % 360
        width, along = x2 - x1, (here - x1) / (x2 - x1)
        rise, fall = (y2 - y0) / (x2 - x0) * width, (y3 - y1) / (x3 - x1) * width
        square, cube = along**2, along**3
        return (
            (2 * cube - 3 * square + 1) * y1
            + (cube - 2 * square + along) * rise
            + (3 * square - 2 * cube) * y2
            + (cube - square) * fall
        )

    def zone_at(self, bearing: float, miles: float) -> int:
        """Return the zone of a point; for a point beyond all zones, the number of the last zone plus one."""
        return next((zone for zone in self.zones if miles <= self.end(zone, bearing)), self.zones.stop)

    def middle(self, zone: int, bearing: float) -> float:
        """Return the distance of the middle of a zone from the base."""
        inner = self.end(zone - 1, bearing) if zone > self.first else 0.0
        return (inner + self.end(zone, bearing)) / 2


@dataclass(frozen=True)
class Atlas:
    """The contents of a map.

    Attributes:
        about: a description of the map.
        limit: the label of the line around the zones with fighter cover (`cover`), and the bearing at which the label
            is placed; None if this line is not drawn.
        places: dots that are not targets.
        gazetteer: the id of the table of the targets.
        listed: the position, in degrees, of the list that names the targets of each zone; None if there is no list.
    """

    title: str
    about: str
    base: Place
    frame: Box  # in miles about the base, x to the east and y to the south
    rings: Rings
    lettered: Sequence[float]
    limit: tuple[str, float] | None
    targets: Sequence[Place]
    places: Sequence[Place]
    names: Sequence[Name]
    land: Mapping[str, Sequence[Point]]
    lakes: Mapping[str, Sequence[Point]]
    frontiers: Mapping[str, Sequence[Point]]
    cover: Sequence[int] = field(default_factory=tuple)
    gazetteer: str = ""
    listed: Point | None = None

    def targets_by_zone(self) -> Iterator[tuple[int, list[str]]]:
        """Yield each zone that has targets, with their names in alphabetical order."""
        for zone in self.rings.zones:
            if names := sorted(target.name for target in self.targets if target.zone == zone):
                yield zone, names

    def polar(self, north: float, east: float) -> tuple[float, float]:
        """Return the bearing in degrees and the distance in miles of a place from the base."""
        here, there = math.radians(self.base.north), math.radians(north)
        turn = math.radians(east - self.base.east)
        up = math.cos(here) * math.sin(there) - math.sin(here) * math.cos(there) * math.cos(turn)
        right = math.sin(turn) * math.cos(there)
        along = math.sin(here) * math.sin(there) + math.cos(here) * math.cos(there) * math.cos(turn)
        return math.degrees(math.atan2(right, up)) % 360, _EARTH * math.atan2(math.hypot(up, right), along)

    def spot(self, north: float, east: float) -> Point:
        """Return the position of a place in miles to the east and to the south of the base."""
        return self.at(*self.polar(north, east))

    def at(self, bearing: float, miles: float) -> Point:
        """Return the position at a bearing and distance from the base, in miles to the east and south."""
        return miles * math.sin(math.radians(bearing)), -miles * math.cos(math.radians(bearing))

    def seen(self, place: Place) -> bool:
        """Return True if a place is inside the frame."""
        x, y = self.spot(place.north, place.east)
        return self.frame.x < x < self.frame.right and self.frame.y < y < self.frame.bottom

    def check(self) -> None:
        """Raise PressError if a target is outside its zone or the frame."""
        for target in self.targets:
            found = self.rings.zone_at(*self.polar(target.north, target.east))
            if found != target.zone:
                raise PressError(
                    f"{self.title}: {target.name} is in zone {target.zone}, but inside the ring of zone {found}"
                )
            if not self.seen(target):
                raise PressError(f"{self.title}: {target.name} is outside the frame")


def atlases(book: Book) -> list[str]:
    """Return the names of the game's maps, beginning with the main one (`map`)."""
    return sheet_names(book, "map*")


def read_atlas(book: Book, name: str = "map") -> Atlas:
    """Read a map of a game.

    Raises:
        PressError: the file is missing, or contradicts the gazetteer.
    """
    if not sheet_file(book, name).is_file():
        raise PressError(f"{book.meta.title} has no map: {book.key}/{name}.yaml does not exist")
    return read_sheet(book, name, f"{book.key}/{name}.yaml").read(_read, book, name)


def _constants(book: Book) -> BomberConstants:
    const: BomberConstants = book.const
    return const


def _read(fields: Fields, book: Book, name: str) -> Atlas:
    gazetteer = fields.require("gazetteer").text()
    zones = target_zones(book, gazetteer)
    first = fields.get("first_zone")
    atlas = Atlas(
        fields.require("title").text(),
        fields.require("about").text(),
        fields.require("base").read(lambda base: _place(base, "base", base.require("name").text())),
        fields.require("frame").read(_frame),
        _rings(fields.require("rings"), first.whole() if first else _constants(book).home_zone),
        [item.number() for item in fields.require("lettered").items()],
        fields.read("limit", _limit),
        list(_targets(book, fields.require("targets"), zones, whole=name == "map")),
        list(_places(fields.get("places"))),
        fields.require("names").read_each(_name),
        _outlines(fields.require("land")),
        _outlines(fields.require("lakes")),
        _outlines(fields.require("frontiers")),
        _cover(book, fields.get("cover")),
        gazetteer,
        _degrees(listed) if (listed := fields.get("listed")) else None,
    )
    atlas.check()
    return atlas


def target_zones(book: Book, gazetteer: str) -> dict[str, int]:
    """Return the zone of each target, which is the last zone in its gazetteer row."""
    table = book.tables[gazetteer]
    return {
        row.key: max(int(column) for column in table.columns if f"{row.key}@{column}" in table.keys)
        for row in table.rows
    }


def _targets(book: Book, source: Source, zones: Mapping[str, int], *, whole: bool) -> Iterator[Place]:
    """Yield the targets of a map; a detail map may have only some of them.

    House rules have no map of their own, so targets that they add are left out, and so are those that they remove.
    """
    pairs = source.mapping()
    odd = sorted(set(pairs) ^ set(zones) if whole else set(pairs) - set(zones))
    if odd and book.overlay == book.variant_folder:
        remedy = f"is not on the map; add `{odd[0]}: {{at: [NORTH, EAST], label: e}}`"
        source.fail(f"{odd[0]} {remedy if odd[0] in zones else 'is not in the gazetteer; write `gone` for it'}")
    for key, item in pairs.items():
        if key in zones:
            yield item.read(_place, key, book.say(key), zones[key])


def _places(source: Source | None) -> Iterator[Place]:
    for name, item in source.mapping().items() if source else ():
        yield item.read(_place, name, name)


def _cover(book: Book, source: Source | None) -> tuple[int, ...]:
    """Return the zones with fighter cover, from the constant that the map names; empty if it names none."""
    if source is None:
        return ()
    zones = getattr(_constants(book), source.text(), None)
    if not isinstance(zones, list):
        source.fail("cover is the name of a list of zones in game.yaml")
    return tuple(zones)


def _limit(fields: Fields) -> tuple[str, float]:
    return fields.require("name").text(), fields.require("bearing").number()


def _place(fields: Fields, key: str, name: str, zone: int = 0) -> Place:
    north, east = _degrees(fields.require("at"))
    return Place(key, name, north, east, fields.require("label").choice((*_SIDES, _UNNAMED)), zone)


def _name(fields: Fields) -> Name:
    return Name(
        fields.require("name").text(),
        *_degrees(fields.require("at")),
        fields.require("style").choice(("land", "sea", "shore")),
    )


def _degrees(source: Source) -> Point:
    numbers = [item.number(-180) for item in source.items()]
    if len(numbers) != 2:
        source.fail("expected two numbers, degrees north and east")
    return numbers[0], numbers[1]


def _frame(fields: Fields) -> Box:
    west, east, north, south = (fields.require(side).number(_FAR) for side in ("west", "east", "north", "south"))
    return Box(-west, -north, west + east, north + south)


def _ring(fields: Fields) -> tuple[float, list[float]]:
    return fields.require("bearing").number(), [end.number() for end in fields.require("ends").items()]


def _rings(source: Source, first: int) -> Rings:
    rows = source.read_each(_ring)
    bearings, ends = [bearing for bearing, _ in rows], [row for _, row in rows]
    for item, row in zip(source.items(), ends, strict=True):
        if sorted(row) != row or len(row) != len(ends[0]):
            item.fail("each bearing has an end for each zone, one beyond the other")
    if sorted(bearings) != bearings or len(bearings) < 4:
        source.fail("four bearings at least, clockwise from the north")
    return Rings(bearings, ends, first)


def _outlines(source: Source) -> dict[str, list[Point]]:
    return {key: _points(item) for key, item in source.mapping().items()}


def _points(source: Source) -> list[Point]:
    try:
        numbers = [float(word) for word in source.text().split()]
    except ValueError:
        source.fail("expected numbers, degrees north and east in turn")
    if len(numbers) % 2:
        source.fail("the last place has no degrees east")
    return list(zip(numbers[::2], numbers[1::2], strict=True))
