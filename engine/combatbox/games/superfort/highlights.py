"""Highlights of a B-29's mission, computed from its events and its summary only."""

from __future__ import annotations

from combatbox.bomber.highlights import (
    bombing,
    crew_safe,
    crew_unhurt,
    ended_with_engines_out,
    fate,
    has_effect_named,
    kills,
    row,
)
from combatbox.core.board import Highlight, by_name
from combatbox.core.log_state import Account, Shows, also, ends, fact, phase, rolled


def ended_with_fuel(most: int) -> Shows:
    """Return a predicate that is true if at most this many boxes of fuel are left at the end."""
    return lambda account: int(account.summary.get("fuel", {}).get("left", most + 1)) <= most


def strayed(account: Account) -> bool:
    """Return True if the B-29 was Off Course at least once."""
    return bool(account.summary.get("off_course"))


def happened_at(place: str) -> Shows:
    """Return a predicate that is true if an event happens at a place in the order of play."""
    return lambda account: any(event.get("place") == place for event in account.events)


def fighters(number: int) -> Shows:
    """Return a predicate that is true if at least this many fighters attack at once."""
    return lambda account: any(
        event["data"].get("fighters", 0) >= number for event in account.logged("phase", name="combat")
    )


HIGHLIGHTS = by_name(
    Highlight("night", "it is a Night mission", ("F2.2B.1",), ends("time", "night"), ("night mission",)),
    Highlight("high", "it is flown at high altitude", ("F2.2C.1",), ends("altitude", "high")),
    Highlight(
        "low by day",
        "a Day mission is flown low",
        ("F2.2C.1",),
        also(ends("altitude", "low"), ends("time", "day")),
    ),
    Highlight("fire raid", "the target is an urban area", ("F2.2D.1",), rolled("T9-1"), ("urban area",)),
    Highlight("tail gunner alone", "only the tail gunner flies", ("F2.3D.2",), row("T2-7", "1", "2"), ("few gunners",)),
    Highlight("take-off given up", "the take-off is given up", ("F3.2.1",), ends("flown", False)),
    Highlight("off course", "the B-29 is Off Course", ("F4.5B.1",), strayed, ("lost",)),
    Highlight(
        "initial point missed", "the Initial Point is missed", ("F4.5C.2a",), happened_at("course.initial_point")
    ),
    Highlight("bad weather", "bad weather does something", ("F7.1.1",), rolled("T4-3")),
    Highlight("random event", "a random event happens", ("F4.6.1",), rolled("T4-9"), ("event",)),
    Highlight("rejoins", "a straggler catches up", ("F4.8D.1",), fact("rejoins")),
    Highlight("escort met", "the escort is met", ("F4.8E.1",), row("T4-11", "4")),
    Highlight("last drops", "the last drops of fuel are flown on", ("F4.3C.1",), rolled("T4-1"), ("out of fuel",)),
    Highlight("hardly any fuel", "three boxes or fewer are left at the end", ("F4.3A.1",), ended_with_fuel(3)),
    Highlight("tanks dropped", "auxiliary tanks are dropped", ("F2.3G.N1",), fact("tanks_fall")),
    Highlight("combat", "fighters attack", ("F5.2B.1",), phase("combat"), ("fighters",)),
    Highlight("two fighters", "two fighters attack at once", ("F5.2C.1",), fighters(2)),
    Highlight("second attack", "a fighter comes again", ("X5.6A",), phase("successive_attack")),
    Highlight("fighter destroyed", "your gunners destroy a fighter", ("X5.3D",), kills(1), ("kill",)),
    Highlight("three fighters destroyed", "your gunners destroy three fighters", ("X5.3E",), kills(3)),
    Highlight("evasive action", "evasive action is taken", ("F5.7B.1",), fact("evades"), ("evades",)),
    Highlight("searchlights", "searchlights have the B-29", ("F5.8A.2",), has_effect_named("searchlit")),
    Highlight(
        "night fighter", "a night fighter is spotted or fires unseen", ("F5.8D.1",), happened_at("night.spotted")
    ),
    Highlight("shell hit", "a shell strikes home", ("X5.4B",), rolled("T5-11", "T6-5"), ("hit",)),
    Highlight("flak hit", "flak hits the B-29", ("F6.2C.1",), rolled("T6-4"), ("flak",)),
    Highlight("burst inside", "flak bursts inside the plane", ("F6.2F.1",), rolled("R6-2-BURST"), ("bip",)),
    Highlight("decompression", "a cabin loses its pressure at once", ("F4.2C.1",), rolled("T7-11")),
    Highlight("frostbite", "a man is frostbitten", ("F7.3.5",), has_effect_named("frostbite")),
    Highlight("fire", "a fire is fought", ("F7.5.2",), rolled("T7-12")),
    Highlight(
        "thermals", "the heat of a burning city throws the B-29 about", ("F6.3B.1",), rolled("T6-9"), ("turbulence",)
    ),
    Highlight(
        "engine out", "an engine is out at the end", ("F7.2.1a",), ended_with_engines_out(1), ("one engine out",)
    ),
    Highlight("two engines out", "two engines are out at the end", ("F7.2.2a",), ended_with_engines_out(2)),
    Highlight(
        "wounded", "a man is wounded", ("F7.6A.1",), has_effect_named("light_wound", "serious_wound"), ("wound",)
    ),
    Highlight("killed", "a man is killed", ("F7.6A.1",), fate("killed")),
    Highlight("aborted", "the mission is aborted", ("F4.7A.1",), ends("aborted", True), ("abort",)),
    Highlight("on target", "the bombs are on target", ("F6.3A.1",), ends("aim", "on_target")),
    Highlight("off target", "the bombs are off target", ("F6.3A.1",), ends("aim", "off_target")),
    Highlight("good bombing", "forty per cent or more on target", ("F6.3A.1",), bombing(40)),
    Highlight("iwo jima", "the B-29 lands on Iwo Jima", ("F8.4.1",), ends("landed", "iwo")),
    Highlight("ditching", "the B-29 ditches", ("F8.6.1",), rolled("T8-3"), ("ditches",)),
    Highlight("rescued", "men are rescued from the sea", ("F8.6.3",), fate("rescued")),
    Highlight("bail-out", "the crew bails out", ("F8.2.1",), phase("bail_out"), ("jumps",)),
    Highlight("captured", "men are taken prisoner", ("F8.5.4",), fate("captured", "died_in_camp", "captured_at_sea")),
    Highlight("safe landing", "the B-29 lands at base", ("F8.3.1",), ends("landed", "base"), ("lands",)),
    Highlight("b-29 lost", "the B-29 does not come home", ("F9.3B.1",), ends("result", "japanese"), ("defeat",)),
    Highlight("victory", "the mission is yours", ("F9.3A.1",), ends("result", "american")),
    Highlight("draw", "the mission is a draw", ("F9.3C.1",), ends("result", "draw")),
    Highlight("crew safe", "all men live to fly again", ("F9.1.1",), crew_safe),
    Highlight("crew unhurt", "nobody is hurt", ("F9.1.1",), crew_unhurt),
)
"""All highlights, by name."""
