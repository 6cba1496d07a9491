"""A B-29 rigged for a test: dice by table, answers by decision, and a state put where the rule begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.games.scripted import Answers, ScriptedFlight, TableDice

from combatbox.bomber.state import Fighter, Man, Wave
from combatbox.core.decisions import Decision
from combatbox.core.events import set_at_path
from combatbox.core.game import Setup
from combatbox.games.superfort.setup import Names, new_state

ON_COURSE = {
    "T4-2": ["weather good"],
    "T4-4": ["marker 0"],
    "T4-5": ["marker 0"],
    "T4-6": ["marker 0"],
    "T4-7": ["marker 0"],
    "T4-8": ["course on"],
}
"""The results of a turn with good weather in which the bomber stays on course."""


class RealChoices(Answers):
    """Answers to decisions that leave a choice; one that offers a single option fails the test."""

    def choose(self, decision: Decision, flight: Any) -> str:
        """The answer given for it."""
        assert len(decision.options) > 1, decision
        return super().choose(decision, flight)


class Rig:
    """A flight over Japan by day, in formation at high altitude and under pressure, unless it is set up otherwise."""

    def __init__(
        self, book: Any, dice: Mapping[str, Iterable[int | str]], answers: Mapping[str, Any], **setup: Any
    ) -> None:
        rulebook = book.rulebook(setup.pop("rulings", {}))
        self.dice, self.player = TableDice(dice), RealChoices(answers)
        self.state: Any = new_state(rulebook, Setup(setup.pop("mission", 12), Names(**setup.pop("names", {}))))
        self.flight = ScriptedFlight(rulebook, self.dice, self.state, self.player)
        state = self.state
        state.orders.city, state.orders.target_zone = setup.pop("city", "Tokyo"), setup.pop("target_zone", 12)
        state.orders.formation = state.orders.squadron = "middle"
        state.sortie.briefed = "moderate"
        state.track.altitude, state.track.weather = "high", "good"
        state.track.zone, state.track.turn, state.track.zones_entered = setup.pop("zone", 11), 11, 11
        state.track.out_of_formation = False
        state.pressure.pressurized = True
        for path, value in setup.items():
            set_at_path(state, path.replace("__", "."), value)
        if state.track.altitude == "low":
            state.pressure.pressurized = False

    def wave(self, *fighters: tuple[str, str], **more: Any) -> Rig:
        """Put these fighters (type, position) around the bomber, in the middle of its fight."""
        made = [Fighter(n, kind, place, status="average", **more) for n, (kind, place) in enumerate(fighters, 1)]
        self.state.battle.waves, self.state.battle.wave_now = [Wave(made)], 0
        self.state.battle.under_attack = True
        return self

    def fly(self, flow: Callable[..., Any], *args: Any, **more: Any) -> Any:
        """Fly a part of the sequence of play."""
        return self.flight.run(flow(self.flight, *args, **more))

    def fighter(self, number: int) -> Fighter:
        """A fighter of the wave, from 1."""
        found: Fighter = self.state.battle.waves[0].fighters[number - 1]
        return found

    def man(self, role: str) -> Man:
        """A man of the crew."""
        found: Man = self.state.men[role]
        return found

    def kill(self, role: str) -> None:
        """That man is dead, and lies where he was."""
        man = self.man(role)
        man.dead, man.fate = True, "killed"
        self.state.stations[man.station], man.station = "", ""


def two(total: int) -> list[int]:
    """Two faces with this sum."""
    return [total // 2, total - total // 2]


def shots(found: Any) -> set[tuple[str, str, int]]:
    """Guns allocated: the gun, by whom, at the fighter of which index."""
    return {(shot.gun, shot.man, shot.fighter) for shot in found}
