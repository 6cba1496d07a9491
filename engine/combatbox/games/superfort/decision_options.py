"""What decisions of a B-29's mission may ever offer that no place in the order of play tells, for standing orders."""

from __future__ import annotations

from collections.abc import Mapping

from combatbox.games.superfort.constants import Constants


def options(const: Constants) -> Mapping[str, tuple[str, ...]]:
    """By kind of decision every option that may ever be legal, from the constants; none where a name is asked.

    Kinds whose options are made in play, such as at whom a gun is aimed, are left out: they are checked when asked.
    """
    men = tuple(const.crew)
    return {"fight_fire": men, "move": (*men, "done"), "name_bomber": (), "name_man": ()}
