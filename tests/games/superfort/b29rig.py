"""A B-29 rigged for a test: dice by table, answers by decision, and a state put where the rule begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from combatbox.bomber.state import Fighter, Man, Wave
from combatbox.core.decisions import Decision
from combatbox.core.events import put
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.games.superfort.setup import Names, new_state


class TableDice:
    """Faces by table; a throw for a table that has none left fails the test. `thrown` tells what was thrown."""

    def __init__(self, faces: Mapping[str, Iterable[int]]) -> None:
        self.faces = {table: list(many) for table, many in faces.items()}
        self.thrown: list[tuple[str, str]] = []

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """The next faces of that table."""
        left = self.faces.get(table, [])
        assert len(left) >= count, f"unexpected throw on {table} for {who or 'nobody'} after {self.thrown}"
        self.thrown.append((table, who))
        taken, self.faces[table] = tuple(left[:count]), left[count:]
        return taken

    def tables(self) -> list[str]:
        """The tables thrown on, in order."""
        return [table for table, _ in self.thrown]

    def rest(self) -> dict[str, list[int]]:
        """Faces that nobody asked for."""
        return {table: left for table, left in self.faces.items() if left}


class Answers:
    """Answers by kind, or by kind and man or gun (`aim tail`); the default for the rest. `asked` tells what was asked."""

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self.answers = {kind: list(a) if isinstance(a, list) else a for kind, a in answers.items()}
        self.asked: list[Decision] = []

    def choose(self, decision: Decision, flight: Any) -> str:
        """The answer given for it."""
        assert len(decision.options) > 1, decision
        self.asked.append(decision)
        answer = self.answers.get(f"{decision.kind} {decision.who}", self.answers.get(decision.kind))
        if isinstance(answer, list):
            answer = answer.pop(0) if answer else None
        return decision.default if answer is None else str(answer)

    def options(self, kind: str, who: str = "") -> tuple[str, ...]:
        """The options of the last decision of this kind."""
        return tuple(str(o) for o in [d for d in self.asked if d.kind == kind and who in ("", d.who)][-1].options)

    def kinds(self) -> list[str]:
        """The kinds of decisions asked, in order."""
        return [decision.kind for decision in self.asked]


class Rig:
    """A flight over Japan by day, in formation at high altitude and under pressure, unless it is set up otherwise."""

    def __init__(self, book: Any, dice: Mapping[str, Iterable[int]], answers: Mapping[str, Any], **setup: Any) -> None:
        rulebook = book.rulebook(setup.pop("rulings", {}))
        self.dice, self.player = TableDice(dice), Answers(answers)
        self.state: Any = new_state(rulebook, Setup(setup.pop("mission", 12), Names(**setup.pop("names", {}))))
        self.flight: Flight[Any] = Flight(rulebook, self.dice, self.state, self.player)
        state = self.state
        state.orders.city, state.orders.target_zone = setup.pop("city", "Tokyo"), setup.pop("target_zone", 12)
        state.orders.formation = state.orders.squadron = "middle"
        state.sortie.briefed = "moderate"
        state.track.altitude, state.track.weather = "high", "good"
        state.track.zone, state.track.turn, state.track.zones_entered = setup.pop("zone", 11), 11, 11
        state.track.out_of_formation = False
        state.pressure.pressurized = True
        for path, value in setup.items():
            put(state, path.replace("__", "."), value)
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
