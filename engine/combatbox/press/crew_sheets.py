"""What the sheets of bombers with a crew have in common: men and engines by their places on the drawing, the codes of fates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.bomber.parts import parts_of
from combatbox.core.table_views import capital
from combatbox.press.provider import SheetContext


def ident(name: str) -> str:
    """A name of the data as fields of sheets have it."""
    return name.replace("_", "-")


def crew(stuff: SheetContext) -> list[dict[str, str]]:
    """The men with their circles on the drawing."""
    men, spots, say = stuff.book.meta.constants["crew"], stuff.data["stations"], stuff.book.say
    if set(men) != set(spots):
        odd = sorted(set(men) ^ set(spots))[0]
        raise stuff.fault("stations", f"stations are those of the crew in game.yaml; '{odd}' is in one of them alone")
    return [
        {
            "id": ident(man),
            "at": spots[man],
            "code": facts["code"],
            "name": say(man),
            "title": capital(stuff.data.get("on_boards", {}).get(man, say(man))),
            "short": stuff.data["short"].get(man, capital(say(man))),
        }
        for man, facts in men.items()
    ]


def engines(const: Mapping[str, Any]) -> list[int]:
    """The numbers of the engines, from port to starboard."""
    return [engine for wing in const["engines"].values() for engine in wing]


def circled(const: Mapping[str, Any]) -> list[dict[str, str]]:
    """The engines with their circles on the drawing."""
    return [{"id": str(engine), "at": f"engine-{engine}"} for engine in engines(const)]


def codes(stuff: SheetContext) -> str:
    """The codes of fates with what they stand for: `KIA killed, went down`."""
    meant: dict[str, list[str]] = {}
    for fate, code in stuff.book.meta.constants["fates"].items():
        if code:
            meant.setdefault(code, []).append(stuff.book.say(fate))
    return "; ".join(f"{code} {' or '.join(fates)}" for code, fates in meant.items())


def broken(stuff: SheetContext, name: str, value: int) -> str:
    """A part of the plane that broke, with its hits where these are counted."""
    part = parts_of(stuff.book.const)[name]
    called = part.called(stuff.book.say)
    return f"{called} hit{f' ×{value}' if value > 1 else ''}" if part.counted else called


def named(man: Mapping[str, Any]) -> str:
    """A man's rank and name, where he has one."""
    return f"{man['rank']} {man['name']}" if man["name"] else ""


def jumped(man: Mapping[str, Any]) -> bool:
    """Return whether a man got out of a bomber that was abandoned."""
    return man["fate"] not in ("", "killed", "went_down", "stood_down")
