"""A small made-up game, `drill`, for what the first game does not use, and folders of YAML to load it from."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest

from combatbox.core.dice import ListedDice
from combatbox.core.effects import Condition, Effect, Quantity
from combatbox.core.errors import DataError
from combatbox.core.events import Journal
from combatbox.core.flight import Flight
from combatbox.core.game import Game, Line, by_name
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


@dataclass(frozen=True, slots=True)
class Mark(Effect):
    """Write a word down."""

    name: ClassVar[str] = "mark"
    word: str

    def words(self, say):
        return f"mark {say(self.word)}"

    def apply(self, flight):
        flight.state.marks.append(self.word)


@dataclass(frozen=True, slots=True)
class Heat(Effect):
    """More heat."""

    name: ClassVar[str] = "heat"
    degrees: int

    def words(self, say):
        return f"{self.degrees} degrees hotter"

    def apply(self, flight):
        flight.state.heat += self.degrees


@dataclass(frozen=True, slots=True)
class Ring(Effect):
    """The alarm rings."""

    name: ClassVar[str] = "ring"

    def words(self, say):
        return "the alarm rings"

    def apply(self, flight):
        flight.state.alarm = True


@dataclass(frozen=True, slots=True)
class Gift(Effect):
    """A present, or none."""

    name: ClassVar[str] = "gift"
    what: str

    def words(self, say):
        return f"a gift of {say(self.what)}"

    def apply(self, flight):
        flight.state.gift = None if self.what == "none" else self.what


@dataclass(frozen=True, slots=True)
class Paint(Effect):
    """Two parameters, one of them from a list."""

    name: ClassVar[str] = "paint"
    colour: Literal["red", "blue"]
    coats: int = 1

    def words(self, say):
        return f"{self.coats} coats of {say(self.colour)}"

    def apply(self, flight):
        flight.state.notes[self.colour] = flight.state.notes.get(self.colour, 0) + self.coats


@dataclass(frozen=True, slots=True)
class Lamps(Effect):
    """Many of one kind."""

    name: ClassVar[str] = "lamps"
    colours: tuple[Literal["red", "blue"], ...]

    def words(self, say):
        return ", ".join(say(colour) for colour in self.colours) + " lamps"

    def apply(self, flight):
        flight.state.gauges = [Gauge(colour) for colour in self.colours]


@dataclass(frozen=True, slots=True)
class RollOn(Effect):
    """Roll on another table."""

    name: ClassVar[str] = "roll_on"
    table: str

    def words(self, say):
        return f"roll on {self.table}"

    def apply(self, flight):
        flight.roll_on(self.table, rule="D-2")

    def leads(self):
        return (self.table,)


@dataclass(frozen=True, slots=True)
class Alarmed(Condition):
    """The alarm has rung."""

    name: ClassVar[str] = "alarmed"

    def words(self, say):
        return "the alarm has rung"

    def holds(self, flight):
        return flight.state.alarm


@dataclass(frozen=True, slots=True)
class HotterThan(Condition):
    """More heat than that."""

    name: ClassVar[str] = "hotter_than"
    degrees: int

    def words(self, say):
        return f"hotter than {self.degrees} degrees"

    def holds(self, flight):
        return flight.state.heat > self.degrees


@dataclass(frozen=True, slots=True)
class HeatTimes(Quantity):
    """The heat, so many times."""

    name: ClassVar[str] = "heat_times"
    factor: int

    def words(self, say):
        return f"{self.factor} times the heat"

    def amount(self, flight):
        return flight.state.heat * self.factor


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
    effects=by_name(Mark, Heat, Ring, Gift, Paint, Lamps, RollOn),
    conditions=by_name(Alarmed, HotterThan),
    quantities=by_name(HeatTimes),
    new_state=lambda book, setup: State(),
    runs={"mission": fly_drill},
    summary=lambda state: {"heat": state.heat, "marks": list(state.marks)},
    tally=lambda state: ["survived"] if not state.alarm else [],
    tell=lambda event, state, words: [Line(0, event["kind"])],
    forms=lambda events, header, book: {},
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
