"""What the accounts of B-17! must hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from tests.accounts.reading import AccountRules, Moment, Sentence

WORSE = {"S-TAB-COMBAT": (6, 1), "S-TAB-AA": (6, 2), "S-TAB-ARRIVAL": (2,)}
"""Dice that bring fighters and destroy aircraft."""

PLANE = r"planes\.(?P<plane>\w+)"
DAMAGE = {1: "one engine", 2: "two engines"}


# ---- gate 1


def damage(moment: Moment, match: re.Match[str], old: Any, new: Any) -> str:
    """Damage is counted in engines; a new wave begins with whole aircraft."""
    aircraft = str(moment.book.say(match["plane"])).lower()
    return rf"{aircraft}.*{DAMAGE[new - old]}" if new > old else "^wave"


def out(moment: Moment, match: re.Match[str], old: Any, new: Any) -> str:
    """An aircraft that leaves the table is named, or is of a wave that is over."""
    aircraft = str(moment.book.say(match["plane"])).lower()
    return {
        "": "", "waiting": "^wave", "destroyed": f"{aircraft} is destroyed", "exited": f"{aircraft} leaves the table",
        "away": f"{aircraft}",
    }[new]  # fmt: skip


TOLD: dict[str, Any] = {
    rf"{PLANE}\.damage": damage,
    rf"{PLANE}\.out": out,
    rf"{PLANE}\.bombed": lambda m, match, old, new: "" if new else "^wave",
    r"hits": "bomb hit",
    r"lost_(bombers|germans|escorts)": "is destroyed",
    r"result": "the (americans|germans) win",
    r"hour": "o'clock",
    r"altitude": "the bombers",
    r"die": "the wave has a",
}
UNTOLD = {
    rf"{PLANE}\.(x|y|heading|left|attacked|flaked)": "where a move ends is told before it is flown; the picture shows where an aircraft is",
    r"sections\.\d+\.\w+|arriving|first_move|escorts_first|alarmed|turn|shot\.\w+": "the place in the order of play",
    r"wave": "the heading of the next wave tells it",
    r"german_fighters|escorts": "told together, when all waves have rolled",
}


# ---- gate 2


def is_state(path: str, group: str) -> Any:
    """The state has the number that the sentence names."""
    return lambda mission, number, match: mission[number].after[path] == int(match[group])


def none_can_bomb(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """No bomber on the table has bombs and an engine left."""
    moment, before = mission[number], mission[number].before
    most = moment.book.tables["S-TAB-TOUGHNESS"].find("bomber").effects[0]["hits"]
    return not any(
        before.get(f"planes.{key}.out") == ""
        and not before[f"planes.{key}.bombed"]
        and before[f"planes.{key}.damage"] < most
        for key in ("leader", "left", "right", "last")
    )


def not_out(mission: Sequence[Moment], number: int, match: re.Match[str]) -> bool:
    """Who is told to be destroyed or to leave was on the table."""
    moment = mission[number]
    return moment.before[f"planes.{moment.event.get('who', '')}.out"] in ("", "away")


SENTENCES = (
    Sentence(r"(?P<hits>\d+) hits? of \d+", is_state("hits", "hits"), "the target has another number of hits"),
    Sentence(r"nobody has won in (?P<turns>\d+) turn", is_state("turn", "turns"), "another number of turns is over"),
    Sentence(r"no bomber on the table can bomb any more", none_can_bomb, "one can"),
    Sentence(r"(?<!target )is destroyed|leaves the table", not_out, "it had left the table"),
    Sentence(r"\b(\d+\.\d+, \d|heading \d|s-tab)", lambda mission, number, match: False, "no player measures so"),
    Sentence(r"(?<![.\d−])(?<!and )1 (hits|inches|turns)", lambda mission, number, match: False, "one of a thing"),
)


# ---- gate 4


def deaths(moment: Moment) -> Iterator[tuple[str, str]]:
    """Yield each aircraft that is destroyed, with its name."""
    for match, _, new in moment.changed(rf"{PLANE}\.out"):
        if new == "destroyed":
            yield match["plane"], str(moment.book.say(match["plane"])).lower()


def acts(moment: Moment) -> Iterator[str]:
    """Yield who acts though it has left the table."""
    event, before = moment.event, moment.before
    who, where = event.get("who", ""), event["place"]
    if where.startswith(("fighter", "bomber", "plane.marked")) and before.get(f"planes.{who}.out") in (
        "destroyed",
        "exited",
    ):
        yield f"{who} has left the table"
    if where.startswith("fire."):
        for part in ("attacker", "target"):
            if before[f"planes.{before[f'shot.{part}']}.out"] == "destroyed" and where != "fire.gun":
                yield f"the {part} is destroyed"


RULES = AccountRules(
    TOLD,
    UNTOLD,
    SENTENCES,
    deaths,
    "is destroyed",
    acts=acts,
    worse=WORSE,
    leans={"bomb": 0.6, "move": 0.3, "stop_and_fire": 0.4},
)
