"""The Flight Log: its words and its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.core.table_views import capital
from combatbox.press.provider import FieldValues, Provider, SheetContext

DICE = {"L-SKY": "sky", "L-LOW": "danger", "L-HIGH": "danger", "L-ENGINE": "engine"}


def names(context: SheetContext) -> dict[str, Any]:
    """What the layout may mention."""
    const, say = context.book.constants, context.book.say
    return {
        "game": context.book.title.upper(),
        "stretches": [{"id": name, "words": capital(say(name))} for name in const["stretches"]],
        "drums": const["drums"],
        "enough": const["enough"],
    }


def fill(context: SheetContext, forms: Mapping[str, Any]) -> dict[str, list[FieldValues]]:
    """The log of one flight."""
    values = {"down": capital(context.book.say(forms["down"])), "drums": str(forms["drums"])}
    for stretch, line in forms["lines"].items():
        values |= {f"{DICE[table]}-{stretch}": str(net) for table, net in line.items() if table in DICE}
        values |= {f"height-{stretch}": line["height"]} if "height" in line else {}
        values |= {"swell": str(line["L-SWELL"])} if "L-SWELL" in line else {}
    return {"flight-log": [FieldValues(values=values)]}


PROVIDER = Provider(names, fill)
