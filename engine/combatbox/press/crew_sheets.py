"""Values for the sheets of bomber games: men and engines with their places on the drawing, and codes of men's fates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from combatbox.bomber.constants import BomberConstants
from combatbox.bomber.parts import parts_of
from combatbox.core.phrases import signed
from combatbox.core.table_views import capital
from combatbox.press.forms import Sum
from combatbox.press.provider import SheetContext

How = Literal["count", "total", "mean"]
"""How several fields are put together."""


def ident(name: str) -> str:
    """Return a name from the data in the form that field names use, with hyphens for underscores."""
    return name.replace("_", "-")


def constants(context: SheetContext) -> BomberConstants:
    """Return the constants of a bomber game, typed as `BomberConstants`."""
    const: BomberConstants = context.book.const
    return const


def crew(context: SheetContext) -> list[dict[str, str]]:
    """Return the data of each man for the drawing of the crew.

    Returns:
        A dict for each man with these keys: `id` is the id of his station, `at` the position of his circle on the
        drawing, `code` the code of his station, and `name` the name of his station. `title` is the heading for his
        station on boards, and `short` is the shortest heading for it.

    Raises:
        PressError: the `stations` in shop.yaml are not those of game.yaml.
    """
    men, spots, say = constants(context).crew, context.data["stations"], context.book.say
    context.check_names("stations", men, "stations must be those of the crew in game.yaml; '{}' is only in one of them")
    return [
        {
            "id": ident(man),
            "at": spots[man],
            "code": facts.code,
            "name": say(man),
            "title": capital(context.data.get("on_boards", {}).get(man, say(man))),
            "short": context.data["short"].get(man, capital(say(man))),
        }
        for man, facts in men.items()
    ]


def circled(const: BomberConstants) -> list[dict[str, str]]:
    """Return a dict for each engine: `id` is its number, and `at` the name of its circle on the drawing."""
    return [{"id": str(engine), "at": f"engine-{engine}"} for engine in const.engine_numbers]


def codes(context: SheetContext) -> str:
    """Return one text that lists the codes for a man's fate with their meanings: `KIA killed or went down`."""
    meanings: dict[str, list[str]] = {}
    for fate, code in constants(context).fates.items():
        if code:
            meanings.setdefault(code, []).append(context.book.say(fate))
    return "; ".join(f"{code} {' or '.join(fates)}" for code, fates in meanings.items())


def boxes_left(names: Iterable[str]) -> Sum:
    """Return a sum for a form field: the number of boxes that are not crossed off yet."""
    return Sum("sumLeft", {"boxes": list(names)})


def net_modifiers(context: SheetContext, table: str, zones: Iterable[object], boxes: Mapping[str, Any]) -> Sum:
    """Return a sum for the net modifier of a zone: the zone's own modifier plus the numbers of all ticked boxes.

    Args:
        context: the book, with the table.
        table: the table with the modifiers of each target's zones.
        zones: the zones that have a modifier.
        boxes: for each box, a mapping with the number that it adds (`add`). If the mapping also names another box
            (`only`), the number counts only if both boxes are ticked.
    """
    keys, routes = context.table(table).keys, {}
    for target in (key for key in keys if "@" not in key):
        rows = {zone: keys[f"{target}@{zone}"] for zone in zones if f"{target}@{zone}" in keys}
        name = re.sub("[^a-z]", "", context.book.say(target).lower())
        routes[name] = {str(zone): int(row.effects[0].parameters()[0]) for zone, row in rows.items()}
    return Sum("sumNet", {"target": "target", "routes": routes, "boxes": boxes})


def terms(boxes: Mapping[str, int] | None = None) -> Sum:
    """Return a sum that adds up the modifiers that a player writes into one field.

    `boxes` assigns a number to the name of each box. A box is ticked if its number equals the sum, and otherwise
    cleared.
    """
    return Sum("sumTerms", {"boxes": boxes or {}})


def fields_together(how: How, names: Iterable[str]) -> Sum:
    """Return a sum for a form field: the count of filled fields, or the total or mean of the numbers in fields."""
    return Sum("sumFields", {"how": how, "fields": list(names)})


def broken(context: SheetContext, name: str, value: int) -> str:
    """Return a text about a broken part of the bomber.

    `value` is the number of hits on the part; the text contains it if the game counts these hits.
    """
    part = parts_of(constants(context))[name]
    label = part.called(context.book.say)
    return f"{label} hit{f' ×{value}' if value > 1 else ''}" if part.counted else label


def numbered(numbers: Iterable[object], what: str) -> list[dict[str, str]]:
    """Return a dict for each number, to which layouts may refer: `{id: "3", words: "3", name: "zone 3"}`."""
    return [{"id": str(number), "words": str(number), "name": f"{what} {number}"} for number in numbers]


def ticks(kind: str, places: Iterable[Mapping[str, str]], chosen: str) -> Iterator[tuple[str, bool]]:
    """Yield a box for each place, ticked if its id is the one that was chosen."""
    for place in places:
        yield f"{kind}-{place['id']}", place["id"] == chosen


def bombing(per_cent: int, result: str) -> Iterator[tuple[str, str | bool]]:
    """Yield the fields of a bomb run; `per_cent` is negative if no bombs were dropped."""
    if per_cent >= 0:
        yield "per-cent", f"{per_cent}%"
    for name in ("on_target", "off_target"):
        yield ident(name), result == name


def man_fields(
    role: str, man: Mapping[str, Any], notes: Iterable[str], *, out: bool
) -> Iterator[tuple[str, str | bool]]:
    """Yield a man's name, the notes about him, and the cross on a man who is `out` or seriously wounded."""
    yield f"name-{ident(role)}", f"{man['rank']} {man['name']}" if man["name"] else ""
    yield f"notes-{ident(role)}", ", ".join(note for note in notes if note)
    yield f"crew-{ident(role)}", bool(man["serious"]) or out


def fate(context: SheetContext, man: Mapping[str, Any]) -> str:
    """Return a man's fate with its code, as players write it: `killed (KIA)`; empty if he is with the crew."""
    code = constants(context).fates.get(man["fate"], "")
    return f"{context.book.say(man['fate'])} ({code})" if code else context.book.say(man["fate"])


def added(modifiers: Sequence[tuple[str, int]], words: Iterable[str]) -> str:
    """Return modifiers as players write them, after their sum if there are several: `+1: engine out +2, rookie −1`."""
    total = signed(sum(add for _, add in modifiers))
    return f"{total}: {', '.join(words)}" if len(modifiers) > 1 else ", ".join(words)


def jumped(man: Mapping[str, Any]) -> bool:
    """Return True if a man was still alive when he jumped from the bomber."""
    return man["fate"] not in ("", "killed", "went_down", "stood_down")
