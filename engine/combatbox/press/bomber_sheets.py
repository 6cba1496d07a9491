"""Values for the sheets of bomber games: men and engines, fates, sums, fighter cards, and the data in `shop.yaml`.

The texts of fighter cards come from the tables that `shop.yaml` names:

fighters:
  me110: {art: me110-plan, count: 3, told: {M-2: [twin_gun_not_fw190]}}    # modifiers of this type, by table
fighters_also: {M-3: [fca, fboa]}      # modifiers of every type
fighters_plain: No modifier of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Annotated, Any, Literal

from combatbox.bomber.constants import BomberConstants
from combatbox.bomber.enums import Compartment, FighterType, MountedGun
from combatbox.core.annotations import AllKeys, Min, OfTable, OneOf, frozen
from combatbox.core.phrases import signed
from combatbox.core.table_views import capital
from combatbox.press.forms import Sum
from combatbox.press.provider import SheetContext, first_parameter

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
    men, spots, say = constants(context).crew, context.data["stations"], context.say
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


def pieces(const: BomberConstants) -> dict[str, Any]:
    """Return the values to which the layouts of counters of every bomber game may refer, by name."""
    return {
        "men": len(const.crew),
        "engines": [{"number": engine} for engine in const.engine_numbers],
        "extinguishers": const.hand_extinguishers,
        "charges": len(const.engine_numbers) * const.engine_charges,
    }


def circled(const: BomberConstants) -> list[dict[str, str]]:
    """Return a dict for each engine: `id` is its number, and `at` the name of its circle on the drawing."""
    return [{"id": str(engine), "at": f"engine-{engine}"} for engine in const.engine_numbers]


def codes(context: SheetContext) -> str:
    """Return one text that lists the codes for a man's fate with their meanings: `KIA killed or went down`."""
    meanings: dict[str, list[str]] = {}
    for fate, code in constants(context).fates.items():
        if code:
            meanings.setdefault(code, []).append(context.say(fate))
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
        name = re.sub("[^a-z]", "", context.say(target).lower())
        routes[name] = {str(zone): int(first_parameter(row)) for zone, row in rows.items()}
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


def times(words: str, count: int) -> str:
    """Return words with the number of times that they apply, if it is more than one: `port wing ×2`."""
    return f"{words} ×{count}" if count > 1 else words


def broken_part(context: SheetContext, name: str, value: int) -> str:
    """Return a text about a broken part of the bomber.

    `value` is the number of hits on the part; the text contains it if the game counts these hits.
    """
    part = constants(context).all_parts[name]
    label = part.called(context.say)
    return times(f"{label} hit", value) if part.counted else label


def numbered_items(numbers: Iterable[object], what: str) -> list[dict[str, str]]:
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
    return f"{context.say(man['fate'])} ({code})" if code else context.say(man["fate"])


def added(modifiers: Sequence[tuple[str, int]], words: Iterable[str]) -> str:
    """Return modifiers as players write them, after their sum if there are several: `+1: engine out +2, rookie −1`."""
    total = signed(sum(add for _, add in modifiers))
    return f"{total}: {', '.join(words)}" if len(modifiers) > 1 else ", ".join(words)


def jumped(man: Mapping[str, Any]) -> bool:
    """Return True if a man was still alive when he jumped from the bomber."""
    return man["fate"] not in ("", "killed", "went_down", "stood_down")


# ---- the data in `shop.yaml`


Man = Annotated[str, OneOf("crew")]
Section = Annotated[str, OneOf("compartments", also=("port_wing", "starboard_wing"))]
ModifierNames = dict[Annotated[str, OfTable()], list[str]]
"""Lists of conditions of modifiers, by table."""
Number = int | float


@frozen
class Spot:
    """A dot on a drawing, and the position of its label, in the drawing's units."""

    dot: Annotated[list[Number], Min(2)]
    label: Annotated[list[Number], Min(2)]


@frozen
class FighterCard:
    """The card of a fighter type: its drawing, the number of copies, and the modifiers that it lists."""

    art: str
    count: Annotated[int, Min(1)]
    told: ModifierNames = field(default_factory=dict)


@frozen
class BomberData:
    """The data that the sheets of every bomber game need."""

    stations: Annotated[dict[Man, str], AllKeys()]
    short: dict[Man, str]
    results: Annotated[dict[Annotated[str, OneOf("sides")], str], AllKeys()]
    rooms: Annotated[dict[Compartment, str], AllKeys()]
    sections: Annotated[dict[Section, Spot], AllKeys()]
    attack_track: str
    fighters: Annotated[dict[FighterType, FighterCard], AllKeys()]
    fighters_also: ModifierNames
    fighters_plain: str


@frozen
class GunsBeside:
    """The guns that are listed above, to the left of, to the right of and below the drawing of the bomber."""

    above: list[MountedGun]
    left: list[MountedGun]
    right: list[MountedGun]
    below: list[MountedGun]


# ---- fighter cards


Lines = Callable[[str], Sequence[str]]


def fighter_types(
    context: SheetContext, shells: str, hit: Lines, kinds: Mapping[str, str] | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the data of each type of fighter, to which layouts of cards may refer.

    Args:
        context: the game and its data.
        shells: the id of the table with adjustments by type, or by kind of fighter.
        hit: a function that returns the lines about the rolls that hit a type.
        kinds: the kind of fighter of each type, if the tables distinguish kinds instead of types.
    """
    order, marks = list(context.book.tables), damage_marks(context)
    for key, data in context.data["fighters"].items():
        own, also = data.get("told", {}), context.data["fighters_also"]
        result = adjusts(context, shells, {key, (kinds or {}).get(key, key)})
        lines = [line for table, names in own.items() for line in modifiers(context, table, names)] + result
        all_lines: list[str] = []
        for table in sorted({*own, *also}, key=order.index):
            all_lines += modifiers(context, table, [*own.get(table, ()), *also.get(table, ())])
        yield {
            "id": key,
            "name": context.say(key),
            "art": data["art"],
            "count": data["count"],
            "told": lines or [context.data["fighters_plain"]],
            "hit": hit(key),
            "all": all_lines + result + marks,
        }


_MARKS = ("fca", "fboa")


def damage_marks(context: SheetContext) -> list[str]:
    """Return a line that explains each mark of a damaged fighter with the wording of the mark's effect.

    The list has one item; it is empty if no table gives such marks.
    """
    meanings: dict[str, str] = {}
    with context.book.apart():  # whether any row has an effect is part of `Book.shared_digest`
        for effect in (
            effect for table in context.rules.tables.values() for row in table.rows for effect in row.effects
        ):
            if effect.name in _MARKS:
                meanings.setdefault(effect.name, effect.words(context.say))
    pairs = [meanings[name].partition(": ") for name in _MARKS if name in meanings]
    return ["; ".join(f"**{mark}** {meaning}" for mark, _, meaning in pairs)] if pairs else []


def modifiers(context: SheetContext, name: str, conditions: Sequence[str]) -> list[str]:
    """Return the modifiers of a table for some conditions, as one line.

    Args:
        context: the context of the sheet.
        name: the name of the table, with which the line begins.
        conditions: the codes of the conditions.

    Returns:
        A list with the line; empty if no modifier has one of the conditions.
    """
    table = context.table(name)
    views = context.book.view(table).modifiers
    parts = [
        f"{view.words}: {view.amount}"
        for modifier, view in zip(table.modifiers, views, strict=False)
        if modifier.when and modifier.when.code in conditions
    ]
    return [f"**{name}** {'; '.join(parts)}"] if parts else []


def adjusts(context: SheetContext, name: str, kinds: Collection[str]) -> list[str]:
    """Return a line for each adjustment of a table's results that applies to any of these types or kinds."""
    table = context.table(name)
    views = context.book.view(table).modifiers
    return [
        f"**{name}** {capital(view.amount)}"
        for adjust, view in zip(table.adjusts, views, strict=True)
        if adjust.when and set(map(str, adjust.when.parameters())) & set(kinds)
    ]


def guns_by_roll(context: SheetContext, needs: Mapping[str, Mapping[str, Sequence[str]]]) -> list[str]:
    """Return a line for each required roll, from the easiest to the hardest, with the guns that need it.

    If a gun needs this roll only against some of the positions at which it can fire, these follow its name: as a clock
    position, or with the height if the gun needs another roll there at another height.

    `needs` contains, for each required roll, the guns that need it; each gun has the fighter positions to which this
    applies.
    """
    lines = []
    for need in sorted(needs):
        guns_by_hours: dict[tuple[str, ...], list[str]] = {}
        for gun, positions in needs[need].items():
            others = [guns.get(gun, ()) for other, guns in needs.items() if other != need]
            elsewhere = {_hour(context, position) for places in others for position in places}
            hours = [hour if (hour := _hour(context, one)) not in elsewhere else context.say(one) for one in positions]
            guns_by_hours.setdefault(tuple(dict.fromkeys(hours)) if elsewhere else (), []).append(context.say(gun))
        words = "; ".join(
            f"{', '.join(guns)}{' at ' if hours else ''}{', '.join(hours)}"
            for hours, guns in sorted(guns_by_hours.items(), key=lambda item: len(item[0]))
        )
        lines.append(f"**{need}** {capital(words)}")
    return lines


def _hour(context: SheetContext, position: str) -> str:
    """Return the clock position, or the name of a position that has none."""
    clock = str(context.book.drawing.positions[position].clock)
    return clock if clock[:1].isdigit() else context.say(position)
