"""A bomber rigged for a test: dice by table, answers by decision, and a state put where the rule begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.games.scripted import Answers, ScriptedFlight, TableDice

from combatbox.bomber.setup import Names, new_state
from combatbox.bomber.state import Fighter, Wave
from combatbox.core.events import set_at_path
from combatbox.core.game import Setup
from combatbox.library.load import load

ACE = load("queen").const.ace_kills
"""The number of kills that makes an ace."""


class Rig:
    """A flight with its dice and answers at hand."""

    def __init__(
        self, book: Any, dice: Mapping[str, Iterable[int | str]], answers: Mapping[str, Any], **setup: Any
    ) -> None:
        rulebook = book.rulebook(setup.pop("rulings", {}))
        self.dice = TableDice(dice)
        self.player = Answers(answers)
        names = Names(**setup.pop("names", {}))
        self.state = new_state(rulebook, Setup(setup.pop("mission", 11), names))
        self.flight = ScriptedFlight(rulebook, self.dice, self.state, self.player)
        self.state.orders.formation, self.state.orders.squadron, self.state.track.weather = "middle", "high", ""
        self.at(setup.pop("city", "Paris"), setup.pop("zone", 5), setup.pop("leg", "out"))
        for path, value in setup.items():
            set_at_path(self.state, path, value)

    def at(self, city: str, zone: int, leg: str = "out") -> Rig:
        """Put the bomber over a zone of the route to a city."""
        state, keys = self.state, self.flight.tables["G-11"].keys
        state.orders.city, state.track.zone, state.track.leg, state.track.turn = city, zone, leg, zone
        state.orders.target_zone = max(n for n in range(2, 9) if f"{city}@{n}" in keys)
        state.track.zones_entered = zone - 1 if leg == "out" else 2 * state.orders.target_zone - zone - 1
        if f"{city}@{zone}" in keys:
            self.flight.look_up("zone.below", f"{city}@{zone}")
        return self

    def wave(self, *fighters: tuple[str, str]) -> Rig:
        """Put a wave of these fighters (type, position) around the bomber, in the middle of its fight."""
        self.state.battle.waves = [Wave([Fighter(n, kind, place) for n, (kind, place) in enumerate(fighters, 1)])]
        self.state.battle.wave_now, self.state.battle.under_attack = 0, True
        return self

    def fly(self, flow: Callable[..., Any], *args: Any, **more: Any) -> Any:
        """Fly a part of the sequence of play."""
        return self.flight.run(flow(self.flight, *args, **more))

    def fighter(self, number: int) -> Fighter:
        """A fighter of the wave, from 1."""
        return self.state.battle.waves[max(self.state.battle.wave_now, 0)].fighters[number - 1]


def two(total: int) -> list[int]:
    """Two faces with this sum."""
    return [total // 2, total - total // 2]


def places(state: Any, wave: int = 0) -> list[tuple[str, str]]:
    """Types and positions of the fighters of a wave."""
    return [(f.type, f.position) for f in state.battle.waves[wave].fighters]
