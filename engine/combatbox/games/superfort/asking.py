"""What decisions of the way of a B-29 may ever offer, for standing orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def options(const: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    """By kind of decision every option that may ever be legal, from the constants; none where a name is asked.

    Kinds whose options are made in play, such as at whom a gun is aimed, are left out: they are checked when asked.
    """
    men = tuple(const["crew"])
    return {
        "abort": ("go_on", "abort", "iwo_jima"),
        "altitude": ("stay", "climb", "descend", "dive"),
        "box": ("aft", "fwd", "internal"),
        "ditch_or_jump": ("ditch", "jump"),
        "drop_bombs": ("keep", "drop"),
        "drop_tanks": ("keep", "fwd", "aft", "both"),
        "evade": ("evade", "steady"),
        "fight_fire": men,
        "fly_on": ("fly_on", "stand_down"),
        "give_up_pressure": ("keep", "give_up"),
        "heavy": ("jettison", "keep"),
        "initial_point": ("again", "give_up"),
        "iwo": ("land", "fly_on"),
        "jump": ("stay", "jump"),
        "jump_man": ("stay", "jump"),
        "land_or_jump": ("land", "jump"),
        "move": (*men, "done"),
        "name_bomber": (),
        "name_crew": ("roster", "own"),
        "name_man": (),
        "over": tuple(const["terrains"].values()),
        "rejoin": ("rejoin", "stay_out"),
        "restore": ("restore", "stay"),
        "stay": ("stay", "descend"),
    }
