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
from typing import TYPE_CHECKING, Annotated, Any, Literal

from combatbox.bomber.constants import BomberConstants
from combatbox.core.annotations import Min, Read, frozen
from combatbox.core.errors import DataError
from combatbox.library.yaml12 import Document
from combatbox.play.dataclass_validation import Fault, build_declared
from combatbox.press.errors import PressError
from combatbox.press.sheet_files import read_sheet, sheet_file, sheet_names, where_to_write
from combatbox.press.style import Box
from combatbox.press.yaml_source import read_model

if TYPE_CHECKING:
    from combatbox.library.book import Book  # the engine in a browser has only a compiled book

_EARTH = 3958.8  # miles

Point = tuple[float, float]


@frozen
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


@frozen
class Name:
    """A label on the map that names a country or a body of water."""

    name: str
    north: float
    east: float
    style: str


@dataclass(frozen=True)
class Rings:
    """The outer edges of zones: the distance of each edge at some bearings, with smooth interpolation between them."""

    bearings: tuple[float, ...]
    ends: tuple[tuple[float, ...], ...]
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
    lettered: tuple[float, ...]
    limit: tuple[str, float] | None
    targets: tuple[Place, ...]
    places: tuple[Place, ...]
    names: tuple[Name, ...]
    land: dict[str, list[Point]]
    lakes: dict[str, list[Point]]
    frontiers: dict[str, list[Point]]
    cover: tuple[int, ...] = ()
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

    def fault_of(self, target: Place) -> str:
        """Return why a target is outside its zone or the frame; empty if it is not."""
        zone = self.rings.zone_at(*self.polar(target.north, target.east))
        if zone != target.zone:
            return f"{target.name} is in zone {target.zone}, but inside the ring of zone {zone}"
        return "" if self.seen(target) else f"{target.name} is outside the frame"


def _points(words: str, place: str) -> list[Point]:
    try:
        numbers = [float(word) for word in words.split()]
    except ValueError:
        numbers = [math.nan]
    if not all(map(math.isfinite, numbers)):
        raise ValueError("expected numbers, degrees north and east in turn")
    if len(numbers) % 2:
        raise ValueError("the last place has no degrees east")
    return list(zip(numbers[::2], numbers[1::2], strict=True))


Number = Annotated[float, Read(float, lambda number, place: float(number))]
Coordinate = Annotated[Number, Min(-180)]
Degrees = tuple[Coordinate, Coordinate]
"""Degrees north and east."""
Distance = Annotated[Number, Min(0)]
"""A distance in miles, or a bearing in degrees."""
Outlines = dict[str, Annotated[list[Point], Read(str, _points)]]
Miles = Annotated[Number, Min(-10_000)]  # a frame may begin beyond the base


@frozen
class MapSpot:
    """A dot on a map, and the side on which its name is placed.

    Attributes:
        at: degrees north and east.
        label: the side of the dot on which the name stands, such as `ne`; `none` prints no name.
    """

    at: Degrees
    label: Literal["n", "ne", "e", "se", "s", "sw", "w", "nw", "none"]


@frozen
class MapBase(MapSpot):
    """The base, and its name.

    Attributes:
        name: the name of the base, as the map prints it.
    """

    name: str


@frozen
class MapFrame:
    """How far the map reaches from the base.

    Attributes:
        west: miles to the west; a negative number begins the map east of the base.
        east: miles to the east.
        north: miles to the north.
        south: miles to the south; a negative number ends the map north of the base.
    """

    west: Miles
    east: Miles
    north: Miles
    south: Miles


@frozen
class MapRing:
    """The distances at which the zones end at a bearing.

    Attributes:
        bearing: degrees clockwise from the north.
        ends: miles from the base at which each zone ends, the innermost first.
    """

    bearing: Distance
    ends: Annotated[tuple[Distance, ...], Min(1)]


@frozen
class MapLimit:
    """The label of the line around the zones with fighter cover, and the bearing at which it is placed.

    Attributes:
        name: the text of the label.
        bearing: degrees clockwise from the north.
    """

    name: str
    bearing: Distance


@frozen
class MapLabel:
    """A label that names a country or a body of water.

    Attributes:
        name: the text of the label.
        at: degrees north and east of its middle.
        style: its type: that of land, of the sea, or of a shore.
    """

    name: str
    at: Degrees
    style: Literal["land", "sea", "shore"]


@frozen
class MapFile:
    """The contents of a map's file.

    Attributes:
        title: the title of the map.
        about: what the map shows, such as `Italy and the Alps`, for those who cannot see it.
        gazetteer: the id of the table that gives the zone of each target.
        base: the base.
        frame: how far the map reaches from the base.
        rings: where the zones end, at four bearings or more, clockwise from the north; between them the ends are
            interpolated.
        lettered: the bearings at which the zones are lettered.
        targets: each target of the gazetteer, inside the ring of its zone.
        names: the labels of countries and waters.
        land: the outlines of land by name: degrees north and east in turn.
        lakes: the outlines of lakes by name: degrees north and east in turn.
        frontiers: the lines of frontiers by name: degrees north and east in turn.
        first_zone: the number of the zone around the base; by default that of the game.
        limit: the label of the line around the zones with fighter cover; without it the line is not drawn.
        places: other dots that are no targets.
        cover: the name of the constant that lists the zones with fighter cover.
        listed: the position of the list that names the targets of each zone.
    """

    title: str
    about: str
    gazetteer: str
    base: MapBase
    frame: MapFrame
    rings: tuple[MapRing, ...]
    lettered: tuple[Distance, ...]
    targets: dict[str, MapSpot]
    names: tuple[MapLabel, ...]
    land: Outlines
    lakes: Outlines
    frontiers: Outlines
    first_zone: Annotated[int, Min(0)] | None = None
    limit: MapLimit | None = None
    places: dict[str, MapSpot] = field(default_factory=dict)
    cover: str = ""
    listed: Degrees | None = None


def parse_atlas(data: Mapping[str, Any]) -> Atlas:
    """Return a map from plain data, which `dataclasses.asdict` has made of it."""
    atlas: Atlas = build_declared(Atlas, data)
    return atlas


def atlases(book: Book) -> list[str]:
    """Return the names of the game's maps, beginning with the main one (`map`)."""
    return sheet_names(book, "map*")


def read_atlas(book: Book, name: str = "map") -> Atlas:
    """Read a map of a game.

    Raises:
        PressError: the file is missing.
        DataError: the file has problems, or contradicts the gazetteer; all of them are listed.
    """
    if not sheet_file(book, name).is_file():
        raise PressError(f"{book.meta.title} has no map: {book.key}/{name}.yaml does not exist")
    return _atlas(book, read_sheet(book, name, f"{book.key}/{name}.yaml"), is_main=name == "map")


def _constants(book: Book) -> BomberConstants:
    const: BomberConstants = book.const
    return const


def _atlas(book: Book, document: Document, *, is_main: bool) -> Atlas:
    file = read_model(document, MapFile, lambda file: _faults(book, file, is_main=is_main))
    home_zone = _constants(book).home_zone
    atlas = Atlas(
        file.title,
        file.about,
        Place("base", file.base.name, *file.base.at, file.base.label),
        Box(
            -file.frame.west, -file.frame.north, file.frame.west + file.frame.east, file.frame.north + file.frame.south
        ),
        Rings(
            tuple(ring.bearing for ring in file.rings),
            tuple(ring.ends for ring in file.rings),
            home_zone if file.first_zone is None else file.first_zone,
        ),
        file.lettered,
        (file.limit.name, file.limit.bearing) if file.limit else None,
        tuple(_targets(book, file)),
        tuple(Place(name, name, *spot.at, spot.label) for name, spot in file.places.items()),
        tuple(Name(label.name, *label.at, label.style) for label in file.names),
        file.land,
        file.lakes,
        file.frontiers,
        _cover(book, file.cover),
        file.gazetteer,
        file.listed,
    )
    if outside := [(target.key, fault) for target in atlas.targets if (fault := atlas.fault_of(target))]:
        raise DataError([document.problem(("targets", key), fault) for key, fault in outside])
    return atlas


def target_zones(book: Book, gazetteer: str) -> dict[str, int]:
    """Return the zone of each target, which is the last zone in its gazetteer row."""
    table = book.tables[gazetteer]
    return {
        row.key: max(int(column) for column in table.columns if f"{row.key}@{column}" in table.keys)
        for row in table.rows
    }


def _targets(book: Book, file: MapFile) -> Iterator[Place]:
    """Yield the targets of a map that the game has."""
    zones = target_zones(book, file.gazetteer)
    for key, spot in file.targets.items():
        if key in zones:
            yield Place(key, book.say(key), *spot.at, spot.label, zones[key])


def _cover(book: Book, name: str) -> tuple[int, ...]:
    """Return the zones with fighter cover, from the constant that the map names; empty if it names none."""
    return tuple(getattr(_constants(book), name)) if name else ()


def _faults(book: Book, file: MapFile, *, is_main: bool) -> Iterator[Fault]:
    """Yield the faults of a map in its rings, its cover and its targets."""
    yield from _ring_faults(file.rings)
    if file.cover and not isinstance(getattr(_constants(book), file.cover, None), list):
        yield ("cover",), "cover is the name of a list of zones in game.yaml"
    try:
        zones = target_zones(book, file.gazetteer)
    except (KeyError, ValueError):
        yield ("gazetteer",), f"'{file.gazetteer}' is not a table of targets by zone"
    else:
        yield from _target_faults(book, file, zones, is_main=is_main)


def _ring_faults(rings: Sequence[MapRing]) -> Iterator[Fault]:
    """Yield a fault unless the bearings are in order, and at each of them the ends of all zones."""
    for number, ring in enumerate(rings):
        if sorted(ring.ends) != list(ring.ends) or len(ring.ends) != len(rings[0].ends):
            yield ("rings", number), "each bearing has an end for each zone, one beyond the other"
    bearings = [ring.bearing for ring in rings]
    if sorted(set(bearings)) != bearings or len(bearings) < 4:
        yield ("rings",), "four bearings at least, clockwise from the north"


def _target_faults(book: Book, file: MapFile, zones: Mapping[str, int], *, is_main: bool) -> Iterator[Fault]:
    """Yield each target that either the map or the gazetteer lacks; a detail map may lack some.

    House rules have no map of their own, so targets that they add are left out, and so are those that they remove.
    """
    if book.overlay != book.variant_folder:
        return
    rest = where_to_write(book, "map") if is_main else ""
    for key in file.targets:
        if key not in zones:
            yield ("targets", key), f"{key} is not in the gazetteer; write `gone` for it{rest}"
    for key in zones if is_main else ():
        if key not in file.targets:
            yield ("targets",), f"{key} is not on the map; add `{key}: {{at: [NORTH, EAST], label: e}}`{rest}"
