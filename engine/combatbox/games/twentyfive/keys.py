"""The keys that the code of 25 and Out looks up in its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from combatbox.core.tables import Keys, Table
from combatbox.games.twentyfive import effects
from combatbox.games.twentyfive.constants import Constants
from combatbox.games.twentyfive.effects import Area, Direction


def keys(const: Constants, tables: Mapping[str, Table]) -> Iterator[Keys]:
    """Yield the keys that the code looks up, each with its place in the order of play."""
    places = (f"{direction} {area}" for direction in get_args(Direction) for area in get_args(Area))
    yield Keys("guns.bearing", tuple(places))
    ranks = tables["T-TAB-RANK"].keys
    wins = (int(key) for key, row in ranks.items() if any(effect.is_a(effects.tour_won) for effect in row.effects))
    last = min(wins, default=const.missions)  # a tour ends when it is won
    yield Keys("tour.rank", tuple(str(missions) for missions in range(last + 1)), None)
