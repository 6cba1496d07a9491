"""The keys that the code of Queen of the Skies looks up in its tables, and the options of its decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from combatbox.bomber.effects.mission import zone_is
from combatbox.bomber.enums import HOLD, PASSING, TARGETS, VERTICAL, letters_of, over
from combatbox.bomber.vocabulary import shared_keys
from combatbox.core.decisions import Option
from combatbox.core.tables import Keys, Table, unique
from combatbox.games.queen.constants import Constants

LONGEST_ROUTE = 99
"""Upper limit for the number of zones of a route."""


def keys(const: Constants, tables: Mapping[str, Table]) -> Iterator[Keys]:
    """Yield the keys that the code looks up, each with its table or its place in the order of play."""
    yield from shared_keys(const)
    yield Keys("guns.fire", also=tuple(f"{position}|{gun}" for position in const.positions for gun in const.guns))
    yield Keys("guns.fire", tuple(const.fighters), kind="column")
    yield Keys("guns.hard", ("six", "five_six"))
    yield Keys("guns.needs", ("passing_shot",), None)
    yield Keys("attack.fire", tuple(const.positions))
    yield Keys("wave.extra_fighter", also=("lead", "middle", "tail", "out_of_formation"))
    yield Keys("cover.bracket", tuple(const.covers), kind="column")
    yield Keys("O-1", ("target", "base"), kind="column")
    yield Keys("bombs.accuracy", ("on_target", "off_target"), kind="column")
    yield Keys("BL-1-ENGINE", tuple(const.engines), kind="column", bare=True)
    yield Keys("damage.further_tank", unique(const.further_tanks), None)
    yield from _route(const, tables["G-11"])


def _route(const: Constants, gazetteer: Table) -> Iterator[Keys]:
    """Yield the keys of the routes to the cities, then the keys of the rescue zones.

    A city's keys cover all zones on the way to it. A rescue zone is one in which men can come down in the sea.
    """
    first = const.home_zone + 1
    yield Keys("zone.below", tuple(const.cities))
    yield Keys("zone.below", also=tuple(str(zone) for zone in range(first, LONGEST_ROUTE)), kind="column")
    way: list[str] = []
    wet: set[int] = set()
    for city in [city for city in const.cities if city in gazetteer.keys]:
        zones = [zone for zone in range(first, LONGEST_ROUTE) if f"{city}@{zone}" in gazetteer.keys]
        way += (f"{city}@{zone}" for zone in range(first, max(zones, default=first) + 1))
        for zone in zones:
            over = [effect["over"] for effect in gazetteer.keys[f"{city}@{zone}"].effects if effect.is_a(zone_is)]
            wet |= {zone for code in over if const.water in letters_of(const, code)}
    yield Keys("zone.below", tuple(way), None, kind="cell")
    yield Keys("down.rescue", tuple(map(str, sorted(wet))), None)


# ---- options


def spray_over(position: str) -> Option:
    """Return the option to spray a position."""
    return Option(f"spray {position}", "spray", position)


def pass_on(number: int, giver: str, taker: str) -> Option:
    """Return the option to pass bursts from one gun to another.

    Args:
        number: the number of bursts.
        giver: the gun that passes the bursts.
        taker: the gun that receives the bursts.
    """
    return Option(f"{number} from {giver} to {taker}", "pass", number, giver, taker)


def come_down_in(way: str, below: str, letter: str) -> Option:
    """Return the option to come down over a terrain.

    Args:
        way: `land`, `ditch` or `bail_out`.
        below: the name of the terrain.
        letter: the letter of the terrain.
    """
    return Option(f"{way} {below}", way, letter)


def options(const: Constants) -> dict[str, tuple[str, ...]]:
    """Return all options that can ever be legal, by kind of decision.

    A decision that asks for a name has an empty tuple. If the data lists the options of a kind of decision together
    with its place in the order of play, this kind is left out.
    """
    places = tuple(const.positions)
    level = tuple(place for place in places if place not in VERTICAL)
    guns = const.guns
    men = tuple(const.crew)
    below = const.terrains.items()
    return {
        "aim": (*TARGETS, *PASSING, *(spray_over(place) for place in places), HOLD),
        "bad_communications": TARGETS,
        "bail_out_over": tuple(over(name, letter) for letter, name in below),
        "come_down": tuple(
            come_down_in(way, name, letter) for way in ("land", "ditch", "bail_out") for letter, name in below
        ),
        "drive_off": TARGETS,
        "fight_fire": men,
        "first_gun": tuple(guns),
        "fly": men,
        "make_room": men,
        "move": (*men, "done"),
        "move_to": (*men, "stay"),
        "name_bomber": (),
        "name_man": (),
        "oxygen": (*men, "stay"),
        "pass_bursts": (
            "done",
            *(
                pass_on(number, giver, taker)
                for giver in guns
                for taker in guns
                if giver != taker
                for number in range(1, guns[giver].bursts + 1)
            ),
        ),
        "position": (*level, "roll"),
        "warmth": (*men, "stay"),
    }
