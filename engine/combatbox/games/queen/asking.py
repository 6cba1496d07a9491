"""How the flow asks: decisions made once and used again, and the signal that the flight is over."""

from __future__ import annotations

from combatbox.core.decisions import Decision

FIGHTERS = tuple(f"f{number}" for number in range(1, 17))
"""What decisions and the log call the fighters of a wave, in the order in which they came."""

PASSING = tuple(f"passing {name}" for name in FIGHTERS)
"""The options of a passing shot at each of them."""

KINDS = (
    "abort", "aim", "bad_communications", "bail_out_over", "climb", "come_down", "drive_off", "evade", "fight_fire",
    "first_gun", "fly", "fly_on", "heat", "heavy", "jettison", "jump", "jump_man", "make_room", "move", "move_to",
    "name_bomber", "name_crew", "name_man", "oxygen", "pass_bursts", "position", "rabbits_foot", "retire", "throw_out",
    "warmth",
)  # fmt: skip
"""Every kind of decision there is."""

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
