"""What the accounts of 25 and Out must hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from tests.accounts.reading import AccountRules, Moment, Sentence

PLANE = r"bombers\.(?P<plane>\w+)"

TOLD: dict[str, Any] = {
    r"position": "flies",
    r"attacked": "attack",
    rf"{PLANE}\.name": "",
    rf"{PLANE}\.(left|right)_wing_out": r"engine|wing",
    rf"{PLANE}\.flak_out": "engine",
    rf"{PLANE}\.crew_out": "pilot|gunner|navigator|bombardier|radioman",
    rf"{PLANE}\.(lost|cause)": "lost",
    r"fighters\.\d+\.(gone|cause|mark)": r"driven off|leaves|goes|shot down|destroyed|hit|engine|pilot|fuselage|wing",
    r"fighters\.\d+\.left_in": "",
    r"rank": "rank|promoted",
}
UNTOLD = {
    r"burst\..*": "whom the roll in progress is about",
    r"mission": "the heading of the mission",
    r"completed|tour|result": "the debriefing changes them under its heading, and its next line tells them",
}


def deaths(moment: Moment) -> Iterator[tuple[str, str]]:
    """Yield each bomber that is lost, with its place."""
    for match, _, new in moment.changed(rf"{PLANE}\.lost"):
        if new:
            yield match["plane"], match["plane"]


def acts(moment: Moment) -> Iterator[str]:
    """Yield who acts though it cannot: a bomber that is lost, a fighter that is gone."""
    before, place = moment.before, moment.event["place"]
    if place in ("guns.fire", "guns.effect", "flak.to_hit") and before.get(
        f"bombers.{before.get('burst.target')}.lost"
    ):
        yield "the bomber is lost"


def told_once(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """The roll before has not said already that the bomber is lost."""
    return "the bomber is lost" not in mission[number - 1].text


def never(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """A sentence that is wrong wherever it stands."""
    return False


def wing_is_dead(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """No engine of the wing that is hit runs."""
    after = mission[number].after
    out = after[f"bombers.{after['burst.target']}.{after['burst.area']}_out"]
    return bool(out == mission[number].book.const.engines_per_wing)


SENTENCES = (
    Sentence(r"wing (is|was) dead", wing_is_dead, "one of its engines runs"),
    Sentence(r"the bomber is lost", told_once, "it is lost twice"),
    Sentence(r"(?P<side>left|right) wingman", never, "the drawing calls him by his place: Left, Centre or Right"),
)

RULES = AccountRules(TOLD, UNTOLD, SENTENCES, deaths, "the bomber is lost", acts=acts)
