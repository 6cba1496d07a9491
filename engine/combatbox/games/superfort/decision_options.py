"""The options of decisions in B-29 Superfortress, against which standing orders are checked."""

from __future__ import annotations

from collections.abc import Mapping

from combatbox.games.superfort.constants import Constants


def options(const: Constants) -> Mapping[str, tuple[str, ...]]:
    """Return all options that can ever be legal, by kind of decision.

    A decision that asks for a name has an empty tuple. Kinds whose options depend on the situation, such as the target
    of a gun, are left out; their answers are checked during play.
    """
    men = tuple(const.crew)
    return {"fight_fire": men, "move": (*men, "done"), "name_bomber": (), "name_man": ()}
