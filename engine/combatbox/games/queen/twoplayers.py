"""Section 21: with a second player for the Germans, who rolls, and what each side is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from combatbox.core.events import Event
from combatbox.core.rules import rule

GERMAN_ROLLS = frozenset(("B-1", "B-2", "B-3", "B-4", "B-5", "B-6", "M-3", "M-6", "O-2", "O-3", "O-4", "O-5"))
"""Tables on which the German player rolls; the bomber's player rolls on all others (Q-R70)."""

SEEN = (
    "flap_out",
    "aileron_out",
    "elevator_out",
    "tailplane_root_hit",
    "wing_root_hit",
    "wing_off",
    "burst_inside",
    "engine_fire",
    "engine_out",
    "propeller",
    "fuel_fire",
    "fuel_leak",
    "fuel_limit",
    "oil_leak",
    "oxygen_fire",
)
"""Damage that can be seen from outside; everything else inside the plane is secret."""

SEEN_FACTS = frozenset(("leaves_formation", "descends", "climbs", "engine_stopped", "no_engine", "engines_out"))


@rule("Q21.0-1")
def who_rolls(table: str) -> str:
    """`german` or `bomber`: whose dice a table is rolled with."""
    return "german" if table.partition("/")[0] in GERMAN_ROLLS else "bomber"


@rule("Q21.0-2", "Q21.1-1", "Q21.2-1", "Q21.2-2")
def told_to_the_german(events: Iterable[Event], counted: Mapping[str, int]) -> Iterator[Event]:
    """The events that the German player is told of: his own rolls, where shells strike, and what shows outside.

    counted: hits that show only from a certain number on (`window_hit`, `rudder_hit`), and that number.
    """
    seen = dict.fromkeys(counted, 0)
    for event in events:
        gives = event.get("gives", [])
        for code in counted:
            seen[code] += gives.count(code)
        if event["kind"] == "phase" or (event["kind"] == "choice" and event["who"] == "german"):
            yield event
        elif event["kind"] == "fact":
            if event["name"] in SEEN_FACTS:
                yield event
        elif event["kind"] in ("roll", "consult") and (
            who_rolls(event["table"]) == "german"
            or any(code.startswith(SEEN) for code in gives)
            or any(code in gives and seen[code] >= limit for code, limit in counted.items())
        ):
            yield event
