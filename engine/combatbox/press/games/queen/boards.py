"""The boards of Queen of the Skies: the map with its track, the Battle Board, the crew board; what lies on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from combatbox.core.tables import Table
from combatbox.core.wording import ModifierView, capital, view
from combatbox.press.atlas import read_atlas
from combatbox.press.blocks import Room
from combatbox.press.boards import Fire, Position, draw_battle, draw_crew, draw_track
from combatbox.press.errors import PressError
from combatbox.press.map import draw_map
from combatbox.press.provider import Stuff

_ORDINALS = ("First", "second", "third")


def rooms(stuff: Stuff) -> dict[str, Room]:
    """What the layouts of boards may draw, for a game whose guns and fighters are on M-1 and M-3."""
    atlas = cache(lambda: read_atlas(stuff.book))
    marked = dict.fromkeys(stuff.book.meta.constants.get("cover_zones", ()), "cover")
    return {
        "map": lambda surface, box, scope: draw_map(surface, box, atlas()),
        "track": lambda surface, box, scope: draw_track(surface, box, list(atlas().rings.zones), marked),
        "battle": lambda surface, box, scope: draw_battle(surface, box, stuff, read_fire(stuff)),
        "crew": lambda surface, box, scope: draw_crew(surface, box, stuff),
    }


def pieces(stuff: Stuff) -> dict[str, Any]:
    """What the layouts of boards and counters may mention."""
    const, say = stuff.book.meta.constants, stuff.book.say
    engines = [engine for wing in const["engines"].values() for engine in wing]
    return {
        "miles": const["zone_miles"],
        "guns": [{"id": gun, "title": capital(say(f"gun_{gun}"))} for gun in const["guns"]],
        "engines": [{"number": engine} for engine in engines],
        "tanks": [{"id": tank, "title": capital(say(tank))} for tank in const["tanks"]],
        "sides": [{"id": side, "title": capital(say(side))} for side in const["engines"]],
        "fighters": list(_fighters(stuff)),
        "high": say("high_altitude"),
        "low": say("low_altitude"),
        "landing": _amounts(stuff, "G-9"),
        "ditching": _amounts(stuff, "G-10"),
        "men": len(const["crew"]),
        "extinguishers": const["hand_extinguishers"],
        "charges": len(engines) * const["engine_charges"],
    }


def _amounts(stuff: Stuff, name: str) -> dict[str, str]:
    """What each condition adds to a roll, as printed."""
    table = stuff.table(name)
    seen = view(table, stuff.book.say).modifiers
    return {one.when.name: told.amount for one, told in zip(table.modifiers, seen, strict=False) if one.when}


def _fighters(stuff: Stuff) -> Iterator[dict[str, Any]]:
    """Each type of fighter: its drawing, how many cards, and what the tables say of it alone."""
    given, types = stuff.data["fighters"], list(stuff.table("M-1").columns)
    if set(given) != set(types):
        odd = sorted(set(given) ^ set(types))[0]
        raise PressError(f"shop.yaml: fighters are the columns of M-1; '{odd}' is in one of them alone")
    for key, data in given.items():
        told = [f"**{name}** {'; '.join(_told(stuff, name, conditions))}" for name, conditions in data["told"].items()]
        told += [f"**B-4** {capital(seen.amount)}" for seen in _shells(stuff, key)]
        yield {"id": key, "name": stuff.book.say(key), "art": data["art"], "count": data["count"], "told": told}


def _told(stuff: Stuff, name: str, conditions: Sequence[str]) -> Iterator[str]:
    """Modifiers of a table in its words."""
    table = stuff.table(name)
    for one, seen in zip(table.modifiers, view(table, stuff.book.say).modifiers, strict=False):
        if one.when and one.when.name in conditions:
            yield f"{seen.words}: {seen.amount}"


def _shells(stuff: Stuff, fighter: str) -> Iterator[ModifierView]:
    table = stuff.table("B-4")
    for one, seen in zip(table.adjusts, view(table, stuff.book.say).modifiers, strict=True):
        if fighter in (one.when.parameters() if one.when else ()):
            yield seen


def read_fire(stuff: Stuff) -> Fire:
    """M-1 and M-3 by positions of attack; columns of M-1 that say the same everywhere are one."""
    defence, attack = stuff.table("M-1"), stuff.table("M-3")
    seen = view(defence, stuff.book.say)
    groups: dict[tuple[str, ...], list[str]] = {}
    for number, heading in enumerate(seen.headings):
        groups.setdefault(tuple(row.cells[number] for row in seen.rows), []).append(heading)
    guns: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for number, row in enumerate(defence.rows):
        position, gun = row.words
        needs = tuple(cells[number] for cells in groups)
        guns.setdefault(position, []).append((capital(stuff.book.say(gun)), needs))
    hits = _hits(stuff, attack)
    positions = {
        key: Position(key, stuff.book.say(key), hits[key], tuple(guns.get(key, ())))
        for key in stuff.book.meta.constants["positions"]
    }
    names = tuple(", ".join(names) for names in groups.values())
    heads = "; ".join(f"**{number}** {words}" for number, words in zip(_ORDINALS, names, strict=False))
    told = (
        "**Beside the name**: what a fighter there needs to hit (M-3).",
        f"**Beside a gun**: what it needs to hit (M-1). {heads}.",
        "**Beside a part**: the table of hits on it; damage is laid there.",
    )
    return Fire(positions, told)


def _hits(stuff: Stuff, attack: Table) -> dict[str, str]:
    rows = view(attack, stuff.book.say).rows
    return {row.key: seen.cells[0] for row, seen in zip(attack.rows, rows, strict=True)}
