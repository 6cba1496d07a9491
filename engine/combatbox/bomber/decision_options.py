"""What decisions of a bomber's flight offer in any game, and the signal that the flight is over."""

from __future__ import annotations

from combatbox.core.decisions import Option

FIGHTERS = tuple(f"f{number}" for number in range(1, 17))
"""What decisions and the log call the fighters of a wave, in the order in which they came."""

TARGETS = tuple(Option(name, "fighter", index) for index, name in enumerate(FIGHTERS))
"""The options that name one of them, with its index."""

PASSING = tuple(Option(f"passing {name}", "passing", index) for index, name in enumerate(FIGHTERS))
"""The options of a passing shot at each of them."""

AIMS = {str(option): option for option in (*TARGETS, *PASSING)}
"""What a gun counter says, by its text: the options that name one fighter."""

HOLD = Option("hold")


def over(below: str, letter: str) -> Option:
    """To bail out over what lies below, by its name and its letter."""
    return Option(below, "over", letter)


class FlightOver(Exception):
    """The flight is over here and now: nothing more of this turn is played."""
