"""The replay of a B-29's mission, with fuel, course, weather and pressure."""

from __future__ import annotations

from collections.abc import Iterator

from combatbox.bomber.enums import BomberNarration
from combatbox.bomber.record import section_struck
from combatbox.bomber.scene import BomberSceneBuilder, engine_entries
from combatbox.bomber.story import State
from combatbox.core.events import Event
from combatbox.core.log_state import LogState, parse_effects, tree
from combatbox.core.phrases import signed
from combatbox.core.scene import Entry, Grid, Panel
from combatbox.games.superfort.state import TANKS, SuperfortRulebook

ROWS = {"out": "weather out", "course_out": "course out", "back": "weather home", "course_back": "course home"}
"""The rows of the grid below the drawing, by the key under which `LogSheet.zones` holds their entries."""

FLIGHT = ("turn", "altitude", "cabins", "formation", "weather", "course", "navigation", "resistance", "escort")
"""The entries of the panel *Flight*, in order."""


def show(words: BomberNarration, book: SuperfortRulebook) -> BomberSceneBuilder:
    """Return a scene builder that follows a mission for its replay."""
    return BomberSceneBuilder(words, book, lambda: LogSheet(book))


class LogSheet:
    """The Mission Log, filled in event by event: fuel, weather and course of each zone, and shell hits.

    Attributes:
        landings: the tables of the landing, by kind of landing; here the kind is the id of the table.
        hits: the leg, zone and section of each shell.
        zones: the entry for weather or course by `row/zone`: `out/5`, `course_back/5`.
    """

    def __init__(self, book: SuperfortRulebook) -> None:
        self.const = book.constants
        self.landings = {table: table for table in book.constants.landing_tables}
        self.hits: list[tuple[str, str, str]] = []
        self.zones: dict[str, str] = {}

    def take(self, event: Event, state: LogState) -> None:
        """Process an event; `state` is the flat state after it."""
        if event["kind"] != "roll":
            return
        leg, zone = state.get("leg", "out"), str(state.get("zone", ""))
        gives = parse_effects(event)
        if event["place"] == "zone.weather" and "weather" in gives:
            self.zones[f"{leg}/{zone}"] = gives["weather"][0]
        elif event["place"] == "course.determined" and "course" in gives:
            self.zones[f"course_{leg}/{zone}"] = gives["course"][0]
        if section := section_struck(event, state, self.const):
            self.hits.append((leg, zone, section))

    def notes(self, state: State, words: BomberNarration) -> Iterator[tuple[str, str]]:
        """Yield the key and text of each entry, such as weather, course, cabins, resistance and fuel left."""
        say = words.say
        yield "weather", say(state["weather"]) if state.get("weather") else "–"
        yield "course", {"on": "On Course", "off": "OFF COURSE"}.get(str(state.get("course", "")), "–")
        yield "navigation", signed(int(state.get("marker") or 0))
        yield "cabins", _cabins(state, words)
        yield "resistance", say(state["resistance"]) if state.get("resistance") else "–"
        yield "escort", say(state["escort"]) if state.get("escort") else "none"
        if state.get("time") == "night":
            yield "formation", "alone, by night"
        elif self._before_assembly(state):
            yield "formation", "not assembled yet"
        for tank, field in TANKS.items():
            yield f"fuel/{tank}", f"{state.get(field, 0)} left"
        for place, value in self.zones.items():
            yield place, say(value) if value not in ("on", "off") else value

    def boxes(self, state: State) -> Iterator[tuple[str, int]]:
        """Yield the key of each tank, with the number of boxes of fuel to cross off."""
        for tank, field in TANKS.items():
            if state.get("boxes_at_start"):
                yield f"fuel/{tank}", self._holds(tank) - int(state[field])

    def _before_assembly(self, state: State) -> bool:
        """Return True if the formation has not assembled yet (F4.8A.1)."""
        zones = self.const.assembly
        meets = zones.first if state.get("early", True) else zones.last
        return state.get("leg", "out") == "out" and not state.get("assembled") and int(state.get("zone", 0)) < meets

    def _holds(self, tank: str) -> int:
        return self.const.internal_boxes if tank == "internal" else self.const.bay_boxes

    def panels(self, words: BomberNarration) -> Iterator[Panel]:
        """Yield the panels for fuel, for engines and bombs, and for the state of the flight."""
        names = {"internal": "internal", "fwd": "forward bay", "aft": "aft bay"}
        yield Panel("Fuel", tuple(Entry(f"fuel/{tank}", names[tank], self._holds(tank)) for tank in TANKS))
        yield Panel("Engines and bombs", (*engine_entries(words.const), Entry("bombs", "bombs")))
        yield Panel("Flight", tuple(Entry(key, key) for key in FLIGHT))

    def grids(self, zones: tuple[Entry, ...]) -> tuple[Grid, ...]:
        """Return a single grid, which shows the weather and course of each zone except the base square."""
        rows = tuple(Entry(key, label) for key, label in ROWS.items())
        return (Grid("Weather and course by zone", "Zone", zones[1:], rows),)


def _cabins(state: State, words: BomberNarration) -> str:
    """Return the state of the cabins, `under pressure` or `no pressure`, and the cabins that leak."""
    if state.get("pressure_lost"):
        return "no pressure for good"
    leaks = [words.say(cabin) for cabin, turn in tree(state, "compromised").items() if turn]
    text = "under pressure" if state.get("pressurized") else "no pressure"
    return f"{text}; open: {', '.join(leaks)}" if leaks else text
