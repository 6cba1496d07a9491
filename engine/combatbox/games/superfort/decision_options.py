"""The options of decisions in B-29 Superfortress, for standing orders."""

from __future__ import annotations

from collections.abc import Mapping

from combatbox.games.superfort.constants import Constants


def options(const: Constants) -> Mapping[str, tuple[str, ...]]:
    """Return by kind of decision every option that can ever be legal.

    A decision that asks for a name has none. Kinds whose options arise in play, such as the target of a gun, are left
    out: they are checked when asked.
    """
    men = tuple(const.crew)
    return {"fight_fire": men, "move": (*men, "done"), "name_bomber": (), "name_man": ()}
