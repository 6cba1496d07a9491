"""A small made-up game, `drill`, for what the first game does not use, and folders of YAML to load it from."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest

from combatbox.core.dice import ListedDice
from combatbox.core.effects import condition, effect, quantity
from combatbox.core.errors import DataError
from combatbox.core.events import Journal
from combatbox.core.flight import Flight
from combatbox.core.game import Game, vocabulary_index
from combatbox.core.narration import NarrationLine
from combatbox.library.load import load, load_game


@dataclass
class Gauge:
    name: str
    value: int = 0


@dataclass
class State:
    heat: int = 0
    alarm: bool = False
    marks: list[str] = field(default_factory=list)
    gauges: list[Gauge] = field(default_factory=list)
    notes: dict[str, int] = field(default_factory=dict)
    gift: str | None = None


@effect("mark", words="mark {word}")
def mark(flight, word: str):
    """Write a word down."""
    flight.state.marks.append(word)


@effect("heat", words="{=degrees} degrees hotter")
def heat(flight, degrees: int):
    """More heat."""
    flight.state.heat += degrees


@effect("ring", words="the alarm rings")
def ring(flight):
    """The alarm rings."""
    flight.state.alarm = True


@effect("gift", words="a gift of {what}")
def gift(flight, what: str):
    """A present, or none."""
    flight.state.gift = None if what == "none" else what


@effect("paint", words="{=coats} coats of {colour}")
def paint(flight, colour: Literal["red", "blue"], coats: int = 1):
    """Two parameters, one of them from a list."""
    flight.state.notes[colour] = flight.state.notes.get(colour, 0) + coats


@effect("lamps", words=lambda say, colours: ", ".join(say(colour) for colour in colours) + " lamps")
def lamps(flight, colours: tuple[Literal["red", "blue"], ...]):
    """Many of one kind."""
    flight.state.gauges = [Gauge(colour) for colour in colours]


@effect("roll_on", words="roll on {=table}", leads_to=lambda table: table)
def roll_on(flight, table: str):
    """Roll on another table."""
    flight.roll_on(table, rule="D-2")


@condition("alarmed", words="the alarm has rung")
def alarmed(flight):
    """The alarm has rung."""
    return flight.state.alarm


@condition("hotter_than", words="hotter than {=degrees} degrees")
def hotter_than(flight, degrees: int):
    """More heat than that."""
    return flight.state.heat > degrees


@quantity("heat_times", words="{=factor} times the heat")
def heat_times(flight, factor: int):
    """The heat, so many times."""
    return flight.state.heat * factor


def fly_drill(flight):
    """Roll on every table of the constant `order`, asking before each but the first whether to go on."""
    flight.phase("drill.start")
    for number, table in enumerate(flight.const["order"]):
        if number:
            answer = yield flight.ask("drill.go_on", ("go_on", "rest"), "go_on", "crew")
            if answer == "rest":
                flight.fact("drill.rested")
                return
        flight.roll("drill.roll", "crew", table=table)
    yield from ()


DRILL = Game(
    key="drill",
    effects=vocabulary_index(mark, heat, ring, gift, paint, lamps, roll_on),
    conditions=vocabulary_index(alarmed, hotter_than),
    quantities=vocabulary_index(heat_times),
    new_state=lambda book, setup: State(),
    runs={"mission": fly_drill},
    summary=lambda state: {"heat": state.heat, "marks": list(state.marks)},
    tally=lambda state: ["survived"] if not state.alarm else [],
    tell=lambda event, state, words: [NarrationLine(0, event["kind"])],
)

GAME_YAML = """\
key: drill
title: Drill
designer: nobody
players: 1
minutes: [1, 2]
summary: a game for tests
constants: {order: [D-ONE], missions: 3}
words: {blue: sky blue}
"""

PLACES_YAML = """\
places:
  drill.start: {called: drill, rule: D-1}
  drill.go_on: {rule: D-1, question: Go on?}
  drill.rested: {rule: D-1}
  drill.roll: {rule: D-1}
  drill.chart: {rule: D-1}
"""

RULINGS_YAML = """\
rulings:
  - id: D-A1
    key: gentle
    question: Is the drill gentle?
    options:
      "no": {words: It is not.}
      "yes": {words: It is., replaces: {D-ONE: D-SOFT}}
    default: "no"
    why: drills are not
    rules: [D-1]
"""

RULES_YAML = """\
rules:
  - {id: D-1, kind: flow, title: Roll in order, tables: [D-ONE]}
"""

ONE_YAML = """\
id: D-ONE
title: One
dice: 1d6
source: {kind: rulebook, section: one}
rows:
  - {roll: 1-3, effects: [{mark: low}]}
  - {roll: 4-6, effects: [{mark: high}]}
"""

SOFT_YAML = """\
id: D-SOFT
title: Soft
dice: 1d6
variant_of: D-ONE
source: {kind: rulebook, section: one}
rows:
  - {roll: 1-6, effects: [{mark: soft}]}
"""


class Folder:
    """Tables of the drill game in a folder of their own, to be bent and loaded."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.overlay = base.parent / "overlay"
        for name, text in (
            ("game", GAME_YAML),
            ("rulings", RULINGS_YAML),
            ("rules", RULES_YAML),
            ("places", PLACES_YAML),
            ("d-one", ONE_YAML),
            ("d-soft", SOFT_YAML),
        ):
            self.write(name, text)

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.base / "drill" / f"{name}.yaml"
        return _write(path, text)

    def over(self, name: str, text: str) -> Path:
        return _write(self.overlay / "drill" / f"{name}.yaml", text)

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.base / "drill" / f"{name}.yaml"
        text = path.read_text()
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        path.write_text(text.replace(old, new))

    def table(self, text: str, name: str = "d-table") -> Path:
        """Write a table; title and source are filled in."""
        return self.write(name, f"title: T\nsource: {{kind: rulebook, section: x}}\n{text}")

    def load(self, overlay: bool = False):
        return load_game(DRILL, self.base / DRILL.key, self.overlay if overlay else None)

    def problems(self, overlay: bool = False) -> list[str]:
        """What is wrong, each as `file:line: message`, with the file's name and the nearest suggestion alone."""
        with pytest.raises(DataError) as caught:
            self.load(overlay)
        nearest = (re.sub(r"(did you mean \S+) or .*\?", r"\1?", p.message) for p in caught.value.problems)
        return [f"{Path(p.path).name}:{p.line}: {m}" for p, m in zip(caught.value.problems, nearest, strict=True)]

    new_state = State

    def flight(self, faces: Any = (), rulings: Any = None, player: Any = None, log: bool = True) -> Flight:
        return Flight(
            self.load().rulebook(rulings), ListedDice(list(faces)), State(), player, Journal() if log else None
        )


def _write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.fixture
def drill(tmp_path) -> Folder:
    return Folder(tmp_path / "tables")


@pytest.fixture
def drill_game() -> Game:
    return DRILL


@pytest.fixture(scope="session")
def twentyfive():
    return load("twentyfive")
