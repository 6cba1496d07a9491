"""Flying 25 and Out with written-down dice, through the same flow as everybody else."""

from dataclasses import dataclass
from typing import Any

import pytest

from combatbox.core.decisions import DefaultPlayer, ListedPlayer
from combatbox.core.dice import ListedDice
from combatbox.core.events import Journal
from combatbox.core.game import fly
from combatbox.library import paths
from combatbox.library.load import load
from combatbox.play.narrate import narrate
from combatbox_dev.transcriptions import read_transcription

TABLES = load("twentyfive").tables


def keyed(table: str) -> dict[int, str]:
    """What the second transcription of a table says, by roll."""
    transcription = read_transcription(paths.home("twentyfive").transcription / f"T-TAB-{table}.txt")
    return {int(roll): text for ((roll,), _), text in transcription.cells.items()}


def face_for(table: str, code: str, *others: str) -> int:
    """The lowest roll of a table that gives this result, there and on other tables that rulings put in its place."""
    giving = [
        {roll for row in TABLES[f"T-TAB-{name}"].rows for roll in row.rolls if row.codes() == [code]}
        for name in (table, *others)
    ]
    return min(set.intersection(*giving))


def highest(die: int) -> tuple[int, ...]:
    """Position dice (black, white, red) of which this one, from 1, is the highest."""
    return tuple(6 if number == die else number for number in (1, 2, 3))


QUIET = face_for("ATTACK", "no_attack", "ATTACK-SHEET")  # a fighter die that brings no fighters under any ruling
ATTACK = face_for("ATTACK", "attack", "ATTACK-SHEET")  # one that brings them under every ruling
AT = {place: highest(face_for("POSITION", f"position {place}")) for place in ("left", "centre", "right")}
SIDE = {side: face_for("DIRECTION", f"direction {side}") for side in ("rear", "front")}
AREA = {area: face_for("AREA", f"area {area}") for area in ("left_wing", "fuselage", "right_wing")}
TARGET = {
    place: face_for("TARGET3", f"target {place}") for place in ("left", "centre", "right")
}  # with three bombers flying
NO_FLAK = (face_for("FLAK-HIT", "miss"),) * 3


def run_in(
    target: str | int, side: str, area: str, guns: Any = (), effect: Any = (), fire: Any = (), result: Any = ()
) -> list[int]:
    """The dice of one fighter's pass. target: a place with three bombers flying, or the die's face."""
    die = TARGET[target] if isinstance(target, str) else target
    return [die, SIDE[side], AREA[area], *guns, *effect, *fire, *result]


def shot_down(target: str | int = "left") -> list[int]:
    """A fighter comes from the front and is shot down before it can fire."""
    return run_in(target, "front", "fuselage", (6, 1), (6,))


def miss(target: str | int = "left") -> list[int]:
    """A fighter comes from the front; everybody misses."""
    return run_in(target, "front", "fuselage", (1, 1), (), (1, 1, 1))


class CountingDice(ListedDice):
    """Listed dice that remember every throw: how many, on which table, for whom."""

    def __init__(self, faces: Any) -> None:
        super().__init__(faces)
        self.throws: list[tuple[int, str, str]] = []

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        self.throws.append((count, table, who))
        return super().throw(count, table, who)


@dataclass
class Flown:
    throws: list[tuple[int, str, str]]
    forms: dict[str, Any]
    text: list[str]


def narrated(book: Any, events: Any) -> list[str]:
    return [line.shown for line in narrate(book, events)]


@pytest.fixture(scope="session")
def book():
    return load("twentyfive")


@pytest.fixture
def flown(book):
    """Flies a run with these dice and no other: too few or too many are an error."""

    def go(*parts, run="mission", mission=1, names=None, answers=None):
        faces = [face for part in parts for face in ([part] if isinstance(part, int) else part)]
        dice = CountingDice(faces)
        journal = Journal()
        rulebook = book.rulebook()
        player = DefaultPlayer() if answers is None else ListedPlayer([("fly_on", a) for a in answers])
        fly(
            book.game,
            rulebook,
            dice,
            run=run,
            setup=book.setup(mission, names or {}),
            player=player,
            journal=journal,
        )
        dice.finish()
        forms = book.game.forms(journal.events, journal.header, rulebook)
        return Flown(dice.throws, forms, narrated(book, journal.events))

    return go
