"""How the flow asks: decisions made once and used again, and the signal that the flight is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.core.decisions import Decision

FIGHTERS = tuple(f"f{number}" for number in range(1, 17))
"""What decisions and the log call the fighters of a wave, in the order in which they came."""

PASSING = tuple(f"passing {name}" for name in FIGHTERS)
"""The options of a passing shot at each of them."""

HOLD = "hold"
SPRAY = "spray "
"""Before the position that is sprayed."""

KINDS = (
    "abort", "aim", "bad_communications", "bail_out_over", "climb", "come_down", "drive_off", "evade", "fight_fire",
    "first_gun", "fly", "fly_on", "heat", "heavy", "jettison", "jump", "jump_man", "make_room", "move", "move_to",
    "name_bomber", "name_crew", "name_man", "oxygen", "pass_bursts", "position", "rabbits_foot", "retire", "throw_out",
    "warmth",
)  # fmt: skip
"""Every kind of decision there is."""


def options(const: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """By kind of decision every option that may ever be legal, from the constants of the game; none where a name is asked."""
    places = tuple(const["positions"])
    level = tuple(place for place in places if "vertical" not in const["positions"][place]["areas"])
    guns = const["guns"]
    men = tuple(const["crew"])
    terrains = tuple(const["terrains"].values())
    return {
        "abort": ("go_on", "abort"),
        "aim": (*FIGHTERS, *PASSING, *(f"{SPRAY}{place}" for place in places), HOLD),
        "bad_communications": FIGHTERS,
        "bail_out_over": terrains,
        "climb": ("climb", "stay"),
        "come_down": tuple(f"{way} {below}" for way in ("land", "ditch", "bail_out") for below in terrains),
        "drive_off": FIGHTERS,
        "evade": ("evade", "steady"),
        "fight_fire": men,
        "first_gun": tuple(guns),
        "fly": men,
        "fly_on": ("fly_on", "stand_down"),
        "heat": ("descend", "stay"),
        "heavy": ("jettison", "keep"),
        "jettison": ("keep", "jettison"),
        "jump": ("stay", "jump"),
        "jump_man": ("stay", "jump"),
        "make_room": men,
        "move": (*men, "done"),
        "move_to": (*men, "stay"),
        "name_bomber": (),
        "name_crew": ("roster", "own"),
        "name_man": (),
        "oxygen": (*men, "stay"),
        "pass_bursts": (
            "done",
            *(f"{number} from {giver} to {taker}" for giver in guns for taker in guns if giver != taker
              for number in range(1, guns[giver]["bursts"] + 1)),
        ),
        "position": (*level, "roll"),
        "rabbits_foot": ("keep", "again"),
        "retire": ("retire", "fly_on"),
        "throw_out": ("throw_out", "keep"),
        "warmth": (*men, "stay"),
    }  # fmt: skip


_made: dict[tuple[str, str, str, tuple[str, ...], str], Decision] = {}


def ask(kind: str, rule: str, question: str, options: tuple[str, ...], default: str, who: str = "") -> Decision:
    """The decision, made once for each way in which it can stand (it never changes once made).

    who: the man, gun or fighter it is about; `german` where the second player is asked.
    """
    key = (kind, who, question, options, default)
    found = _made.get(key)
    if found is None:
        found = _made[key] = Decision(kind, rule, question, options, default, who)
    return found


class Down(Exception):
    """The flight is over here and now: nothing more of this turn is played."""
