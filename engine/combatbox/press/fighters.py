"""The texts of fighter cards: the rolls with which guns hit a type of fighter, from the tables that `shop.yaml` names.

fighters:
  me110: {art: me110-plan, count: 3, told: {M-2: [twin_gun_not_fw190]}}    # modifiers of this type, by table
fighters_also: {M-3: [fca, fboa]}      # modifiers of every type
fighters_plain: No modifier of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from combatbox.core.table_views import capital
from combatbox.press.provider import SheetContext

Lines = Callable[[str], Sequence[str]]


def types(
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
            "name": context.book.say(key),
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
    for table in context.rules.tables.values():
        for effect in (effect for row in table.rows for effect in row.effects):
            if effect.name in _MARKS:
                meanings.setdefault(effect.name, effect.words(context.book.say))
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

    If a gun needs this roll only against some of the positions at which it can fire, the clock positions follow its
    name.

    `needs` contains, for each required roll, the guns that need it; each gun has the fighter positions to which this
    applies.
    """
    everywhere: dict[str, set[str]] = {}
    for guns in needs.values():
        for gun, positions in guns.items():
            everywhere.setdefault(gun, set()).update(positions)
    lines = []
    for need in sorted(needs):
        guns_by_hours: dict[tuple[str, ...], list[str]] = {}
        for gun, positions in needs[need].items():
            is_everywhere = set(positions) == everywhere[gun]
            hours = () if is_everywhere else tuple(dict.fromkeys(_hour(context, position) for position in positions))
            guns_by_hours.setdefault(hours, []).append(context.book.say(gun))
        parts = [
            f"{', '.join(guns)}{' at ' if hours else ''}{', '.join(hours)}"
            for hours, guns in sorted(guns_by_hours.items(), key=lambda item: len(item[0]))
        ]
        words = "; ".join(parts)
        lines.append(f"**{need}** {f'At {words}' if words[:1].isdigit() else capital(words)}")
    return lines


def _hour(context: SheetContext, position: str) -> str:
    """Return the clock position, or the name of a position that has none."""
    clock = str(context.book.drawing.positions[position].clock)
    return clock if clock[:1].isdigit() else context.book.say(position)
