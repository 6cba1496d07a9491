"""An element of three bombers rigged for a test: dice by table, answers by decision, and a mission at its beginning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.games.scripted import Answers, ScriptedFlight, TableDice

from combatbox.core.events import Journal, set_at_path
from combatbox.core.game import Setup
from combatbox.games.twentyfive import flow
from combatbox.library.load import load
from combatbox.play.narrate import narrate

QUIET = {"T-TAB-POSITION": ["position left"], "T-TAB-ATTACK": ["no_attack"], "T-TAB-FLAK-HIT": ["miss"] * 3}
"""A mission on which nothing happens."""


class Rig:
    """A flight at the beginning of a mission; it is logged.

    With a place, the dice for it have been thrown, and the bombers of the places that are `lost` are gone.
    """

    def __init__(
        self,
        dice: Mapping[str, Iterable[int | str]],
        answers: Mapping[str, Any],
        *,
        mission: int = 1,
        names: Mapping[str, Any] | None = None,
        rulings: Mapping[str, str] | None = None,
        place: str = "",
        lost: Iterable[str] = (),
        **values: Any,
    ) -> None:
        rulebook = load("twentyfive").rulebook(dict(rulings or {}))
        self.player, self.journal = Answers(answers), Journal()
        self.state = flow.new_state(rulebook, Setup(mission, flow.Names(**names or {})))
        self.flight = ScriptedFlight(
            rulebook, TableDice({"T-TAB-POSITION": [f"position {place}"]}), self.state, self.player
        )
        if place:
            flow.take_position(self.flight)
        for path, value in ({f"bombers.{bomber}.lost": True for bomber in lost} | values).items():
            set_at_path(self.state, path, value)
        self.flight.dice = self.dice = TableDice(dice)
        self.flight.journal = self.journal
        self.journal.watch(self.state)

    def phases(self, name: str) -> list[str]:
        """Whom each phase of this name is about, in order."""
        return [event["who"] for event in self.journal.events if event["kind"] == "phase" and event["name"] == name]

    def facts(self) -> list[str]:
        """The names of all facts, in order."""
        return [event["name"] for event in self.journal.events if event["kind"] == "fact"]

    def read(self, table: str) -> list[str]:
        """For whom a chart was read, in order."""
        return [event["who"] for event in self.journal.events if event.get("table") == table]

    def story(self) -> list[str]:
        """The account of the events."""
        self.journal.flush_changes()
        return [line.shown for line in narrate(load("twentyfive"), self.journal.events)]


def rigged(dice: Any, answers: Mapping[str, Any], setup: Mapping[str, Any]) -> Rig:
    """Return the rig of a case."""
    return Rig(dice, answers, **setup)


VIEWS: dict[str, Callable[..., Any]] = {view.__name__: view for view in (Rig.phases, Rig.facts, Rig.read, Rig.story)}
"""What a case may name beside the state."""


def fighter_pass(flight: Any, name: str, target: str, direction: str, area: str) -> None:
    """Fly the pass of a fighter (`1A`) with these results of its approach."""
    state, approach = flight.state, flight.const.target_tables
    results = {
        approach[len(state.flying) - 1]: f"target {target}",
        "T-TAB-DIRECTION": f"direction {direction}",
        "T-TAB-AREA": f"area {area}",
    }
    flight.dice.faces |= {table: [result] for table, result in results.items()}
    flow.fighter_pass(flight, state.fighters[int(name[0]) - 1], name[1])


ACTIONS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        fighter_pass,
        flow.fighter_attack,
        flow.flak_barrage,
        flow.fly_mission,
        flow.fly_tour,
        flow.take_position,
    )
}
"""The parts of the sequence of play that a case may name."""
