"""What fighter cards say of a type: what its guns and ours are rolled with, read off the tables by what `shop.yaml` names.

fighters:
  me110: {art: me110-plan, count: 3, told: {M-2: [twin_gun_not_fw190]}}    # modifiers of this type, by table
fighters_also: {M-3: [fca, fboa]}      # of every type
fighters_plain: No modifier of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from combatbox.core.table_views import capital
from combatbox.press.provider import SheetContext

Lines = Callable[[str], Sequence[str]]


def types(
    stuff: SheetContext, shells: str, hit: Lines, kinds: Mapping[str, str] | None = None
) -> Iterator[dict[str, Any]]:
    """Each type of fighter as the layouts of cards may mention it.

    shells: the table whose adjusts go by type, or by what kind of fighter it is (`kinds`). hit: what hits a type, line by line.
    """
    order = list(stuff.book.tables)
    for key, data in stuff.data["fighters"].items():
        own, also = data.get("told", {}), stuff.data["fighters_also"]
        result = adjusts(stuff, shells, {key, (kinds or {}).get(key, key)})
        told = [line for table, names in own.items() for line in modifiers(stuff, table, names)] + result
        every: list[str] = []
        for table in sorted({*own, *also}, key=order.index):
            every += modifiers(stuff, table, [*own.get(table, ()), *also.get(table, ())])
        yield {
            "id": key,
            "name": stuff.book.say(key),
            "art": data["art"],
            "count": data["count"],
            "told": told or [stuff.data["fighters_plain"]],
            "hit": hit(key),
            "all": every + result,
        }


def modifiers(stuff: SheetContext, name: str, conditions: Sequence[str]) -> list[str]:
    """Modifiers of a table in its words, as one line behind its name."""
    table = stuff.table(name)
    seen = stuff.book.view(table).modifiers
    told = [
        f"{one.words}: {one.amount}"
        for modifier, one in zip(table.modifiers, seen, strict=False)
        if modifier.when and modifier.when.code in conditions
    ]
    return [f"**{name}** {'; '.join(told)}"] if told else []


def adjusts(stuff: SheetContext, name: str, kinds: Collection[str]) -> list[str]:
    """What a table does with the result for one of these types or kinds."""
    table = stuff.table(name)
    seen = stuff.book.view(table).modifiers
    return [
        f"**{name}** {capital(one.amount)}"
        for adjust, one in zip(table.adjusts, seen, strict=True)
        if adjust.when and set(map(str, adjust.when.parameters())) & set(kinds)
    ]


def bearing(stuff: SheetContext, needs: Mapping[str, Mapping[str, Sequence[str]]]) -> list[str]:
    """What guns need, in a line for each need, the best first: a gun, and its hours of the clock where others need other rolls.

    needs: the positions by gun by need.
    """
    everywhere: dict[str, set[str]] = {}
    for guns in needs.values():
        for gun, positions in guns.items():
            everywhere.setdefault(gun, set()).update(positions)
    lines = []
    for need in sorted(needs):
        together: dict[tuple[str, ...], list[str]] = {}
        for gun, positions in needs[need].items():
            whole = set(positions) == everywhere[gun]
            hours = () if whole else tuple(dict.fromkeys(_hour(stuff, position) for position in positions))
            together.setdefault(hours, []).append(stuff.book.say(gun))
        told = [
            f"{', '.join(guns)}{' at ' if hours else ''}{', '.join(hours)}"
            for hours, guns in sorted(together.items(), key=lambda one: len(one[0]))
        ]
        lines.append(f"**{need}** {capital('; '.join(told))}")
    return lines


def _hour(stuff: SheetContext, position: str) -> str:
    """The hour of a position, or its name where it is on no clock."""
    clock = str(stuff.book.drawing.positions[position].clock)
    return clock if clock[:1].isdigit() else stuff.book.say(position)
