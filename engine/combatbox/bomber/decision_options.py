"""The options of decisions in any bomber game, and how a flight ends early."""

from __future__ import annotations

from combatbox.core.decisions import Option

FIGHTERS = tuple(f"f{number}" for number in range(1, 17))
"""The names of the fighters of a wave in decisions and the log, in order of arrival."""

TARGETS = tuple(Option(name, "fighter", index, number=index + 1) for index, name in enumerate(FIGHTERS))
"""The options that name a fighter; their argument is the fighter's index."""

PASSING = tuple(Option(f"passing {name}", "passing", index, number=index + 1) for index, name in enumerate(FIGHTERS))
"""The options for a passing shot at each fighter."""

AIMS = {str(option): option for option in (*TARGETS, *PASSING)}
"""The options that name one fighter, by their text on a gun counter."""

HOLD = Option("hold")


def over(below: str, letter: str) -> Option:
    """Return the option to bail out over a terrain.

    Args:
        below: the name of the terrain, which is the text of the option.
        letter: the letter of the terrain.
    """
    return Option(below, "over", letter)


class FlightOver(Exception):
    """Raised when the flight ends immediately; the rest of the turn is not played."""
