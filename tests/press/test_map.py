"""The maps: land under every target, and a name at every dot."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from combatbox.core.shapes import Area, Dot
from combatbox.library.load import load
from combatbox.press.map import map_drawing
from combatbox.press.map_data import Atlas, Place, atlases, read_atlas

MAPS = [(game, name) for game in ("queen", "superfort") for name in atlases(load(game))]
each_map = pytest.mark.parametrize(("game", "name"), MAPS)


def holds(outline: Sequence[tuple[float, float]], place: Place) -> bool:
    """Whether a place lies within an outline of degrees north and east."""
    inside = False
    for (north, east), (north_2, east_2) in zip(outline, [*outline[1:], outline[0]], strict=True):
        crosses = (north > place.north) != (north_2 > place.north)
        if crosses and place.east < (east_2 - east) * (place.north - north) / (north_2 - north) + east:
            inside = not inside
    return inside


def at_sea(atlas: Atlas) -> list[str]:
    places = (*atlas.targets, atlas.base)
    return [place.name for place in places if not any(holds(land, place) for land in atlas.land.values())]


@each_map
def test_there_is_land_under_every_target(game: str, name: str) -> None:
    assert set(at_sea(read_atlas(load(game), name))) <= {"Base"}, "the base of the B-29 stands for five fields"


@each_map
def test_every_dot_has_a_name(game: str, name: str) -> None:
    atlas = read_atlas(load(game), name)
    seen = map_drawing(atlas, 600, 600)
    named = {place.name for place in (*atlas.targets, *atlas.places) if place.side != "none"}
    dots = [shape for shape in seen.shapes if isinstance(shape, Dot) and shape.look == "dot"]
    assert len(dots) == len(named)
    assert named <= {label.text for label in seen.labels()}


@pytest.mark.parametrize(("game", "limits"), [("queen", 1), ("b17g", 0), ("foggia", 0)])
def test_only_a_limit_that_has_a_name_is_drawn(game: str, limits: int) -> None:
    seen = map_drawing(read_atlas(load(game), atlases(load(game))[0]), 600, 600)
    assert sum(isinstance(shape, Area) and shape.look == "limit" for shape in seen.shapes) == limits


@each_map
def test_coasts_are_curves_to_the_eye(game: str, name: str) -> None:
    """Where the coast is drawn, no two points are further apart than a tenth of the map; most are far closer."""
    atlas = read_atlas(load(game), name)
    points = sum(len(land) for land in atlas.land.values())
    assert points > 600
    assert all(len(land) > 2 for land in atlas.land.values())
