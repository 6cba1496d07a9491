"""The record sheets of Queen of the Skies: their words and their values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.core.wording import capital
from combatbox.press import boards
from combatbox.press.errors import PressError
from combatbox.press.games.provider import Filling, Provider, Stuff

# ---- blank sheets


def names(stuff: Stuff) -> dict[str, Any]:
    """What the layouts may mention, all of it from tables and constants."""
    return {"game": stuff.book.meta.title.upper(), "crew": _crew(stuff), **boards.names(stuff)}


def _crew(stuff: Stuff) -> list[dict[str, str]]:
    """The ten men with their circles on the drawing."""
    men, spots = stuff.book.meta.constants["crew"], stuff.data["stations"]
    if set(men) != set(spots):
        odd = sorted(set(men) ^ set(spots))[0]
        raise PressError(f"shop.yaml: stations are those of the crew in game.yaml; '{odd}' is in one of them alone")
    return [
        {
            "id": man.replace("_", "-"),
            "at": spots[man],
            "name": stuff.book.say(man),
            "title": capital(stuff.book.say(man)),
            "rank": men[man]["rank"],
        }
        for man in men
    ]


# ---- filled sheets


def fill(stuff: Stuff, forms: Mapping[str, Any]) -> dict[str, list[Filling]]:
    """The sheets that a log fills."""
    return {}


PROVIDER = Provider(names, fill, boards.rooms)
