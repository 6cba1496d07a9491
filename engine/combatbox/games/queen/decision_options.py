"""The options of decisions in Queen of the Skies, in addition to those of every bomber."""

from __future__ import annotations

from combatbox.bomber.decision_options import HOLD, PASSING, TARGETS, over
from combatbox.bomber.enums import VERTICAL
from combatbox.core.decisions import Option
from combatbox.games.queen.constants import Constants


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
