"""The replay of a bomber's mission: the bomber, its attackers, its crew and the record sheet.

Everything is computed from the events. The sheet comes from `record`, the drawing from the game's `drawing.yaml`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from combatbox.bomber.constants import BomberConstants
from combatbox.bomber.drawing import drawing_of
from combatbox.bomber.enums import FIGHTERS, BomberNarration, BomberRulebook
from combatbox.bomber.gunnery import shown_fields
from combatbox.bomber.record import Chart, is_broken
from combatbox.bomber.story import State, aimed_at, broken, modifier_words
from combatbox.core.effects import WordFormatter
from combatbox.core.events import Event
from combatbox.core.log_state import LogState, changes_of, is_phase, tree
from combatbox.core.phrases import plural, signed
from combatbox.core.scene import Attacker, Entry, Field, Frame, Grid, Lines, Panel, Plane, Scene, Shot, Track
from combatbox.core.table_views import capital

KEY = "own"
MARKERS = ("fca", "fboa")
"""The kinds of damage to a fighter that are named by the letters on a marker."""

LEGS = {"out": "out", "back": "homeward"}
FIRING = ("guns.fire", "guns.hard", "guns.spray")


class Sheet(Protocol):
    """A form beside a replay that is filled in event by event."""

    @property
    def hits(self) -> Sequence[Any]:  # a row of three, as JSON
        """The shells so far: the leg, zone and section of each shell that was looked up."""

    @property
    def landings(self) -> Mapping[str, str]:
        """The ids of the landing tables, by kind of landing."""

    def take(self, event: Event, state: LogState) -> None:
        """Process one event; `state` is the flat state after the event."""

    def notes(self, state: State, words: BomberNarration) -> Iterator[tuple[str, str]]:
        """Yield the key and the current text of each entry."""

    def boxes(self, state: State) -> Iterator[tuple[str, int]]:
        """Yield the key of each entry with boxes, and the number of its boxes that are crossed off."""

    def panels(self, words: BomberNarration) -> Iterator[Panel]:
        """Yield the panels of the sheet, except the panels of the crew."""

    def grids(self, zones: tuple[Entry, ...]) -> tuple[Grid, ...]:
        """Return the parts of the sheet that have a column for each zone."""


def show(words: BomberNarration, book: BomberRulebook) -> BomberSceneBuilder:
    """Return a scene builder whose sheet is the Mission Chart of `record`."""
    return BomberSceneBuilder(words, book, lambda: ChartSheet(book))


class ChartSheet:
    """The Mission Chart: bursts, waves and fighter cover by zone, and weather."""

    def __init__(self, book: BomberRulebook) -> None:
        self.chart = Chart(book)
        self.hits, self.landings = self.chart.hits, self.chart.landings
        self.guns = book.constants.guns

    def take(self, event: Event, state: LogState) -> None:
        """Process one event; `state` is the flat state after the event."""
        self.chart.take(event, state)

    def notes(self, state: State, words: BomberNarration) -> Iterator[tuple[str, str]]:
        """Yield the key and text of the weather, the cover, the fuel leaks, and the entries of the zones."""
        say = words.say
        yield "weather", say(state["weather"]) if state.get("weather") else "–"
        yield "cover", say(state["cover"]) if state.get("cover") else "none"
        leaks = [say(tank) for tank in state.get("leaking_tanks", [])]
        limit = f"; lasts to turn {state['fuel_turn']}" if state.get("fuel_turn") else ""
        yield "fuel", f"leaks: {', '.join(leaks)}{limit}" if leaks or limit else "no leak"
        for leg in ("out", "back"):
            for zone, rolls in self.chart.waves[leg].items():
                yield f"{leg}/{zone}", " ".join(rolls).replace("-", "–") or "–"
            for zone, letter in self.chart.cover[leg].items():
                yield f"cover_{leg}/{zone}", letter
        for zone, net in self.chart.net.items():
            yield f"net/{zone}", signed(net)

    def boxes(self, state: State) -> Iterator[tuple[str, int]]:
        """Yield the key of each gun's entry and the number of bursts that the gun has fired."""
        for gun, facts in self.guns.items():
            if f"guns.{gun}.bursts" in state:
                yield f"gun/{gun}", facts.bursts - state[f"guns.{gun}.bursts"]

    def panels(self, words: BomberNarration) -> Iterator[Panel]:
        """Yield the panels for ammunition, engines and fuel, and the flight."""
        bursts = [Entry(f"gun/{gun}", words.say(f"gun_{gun}"), facts.bursts) for gun, facts in self.guns.items()]
        yield Panel("Ammunition", tuple(bursts))
        yield Panel("Engines and fuel", (*engine_entries(words.const), Entry("fuel", "fuel"), Entry("bombs", "bombs")))
        yield Panel("Flight", tuple(Entry(key, key) for key in ("turn", "altitude", "formation", "weather", "cover")))

    def grids(self, zones: tuple[Entry, ...]) -> tuple[Grid, ...]:
        """Return a single grid, which shows the waves and the fighter cover of each zone."""
        return (Grid("Waves by zone", "Zone", zones, tuple(Entry(key, label) for key, label in ROWS.items())),)


ROWS = {
    "net": "modifier",
    "out": "waves out",
    "cover_out": "cover out",
    "back": "waves home",
    "cover_back": "cover home",
}


def _bomber(name: str, words: BomberNarration, fields: Mapping[str, Field]) -> Plane:
    """Return the bomber with the parts of its drawing and their fields of fire."""
    drawing = drawing_of(words)
    engines = {str(number): f"engine-{number}" for number in words.const.engine_numbers}
    guns, men = words.const.guns, words.const.crew
    return Plane(
        KEY,
        name,
        drawing.art,
        parts=dict(_parts(words)),
        named={**engines, **drawing.seats, **drawing.guns},
        fields=fields,
        details={part: f"gun/{gun}" for gun, part in drawing.guns.items() if guns[gun].bursts},
        men={facts.code: (words.say(role), f"crew/{role}") for role, facts in men.items()},
    )


def _parts(words: BomberNarration) -> Iterator[tuple[str, str]]:
    drawing = drawing_of(words)
    for station, part in drawing.seats.items():
        yield part, words.say(station)
    for gun, part in drawing.guns.items():
        yield part, words.say(f"gun_{gun}")
    for name, part in drawing.rooms.items():
        yield part, words.say(name)
    for name, part in drawing.tanks.items():
        yield part, f"{words.say(name)} tank"
    for number in words.const.engine_numbers:
        yield f"engine-{number}", f"engine {number}"


def engine_entries(const: BomberConstants) -> Iterator[Entry]:
    """Yield an entry for each engine."""
    for number in const.engine_numbers:
        yield Entry(f"engine/{number}", f"engine {number}")


def zone_tracks(zones: list[Entry], end: State, words: BomberNarration) -> tuple[Track, ...]:
    """Return the tracks out to the furthest zone and back."""

    def stop(leg: str, zone: Entry) -> Entry:
        number = int(zone.key)
        place = drawing_of(words).home if number == words.const.home_zone else ""
        if number == end.get("target_zone"):
            place = words.say(str(end["city"]))
        return Entry(f"{leg}-{zone.key}", f"{zone.label} {place}".strip())

    return (
        Track("Out", tuple(stop("out", zone) for zone in zones)),
        Track("Home", tuple(stop("back", zone) for zone in reversed(zones))),
    )


def _man_name(role: str, end: State, words: BomberNarration) -> str:
    name = end.get(f"men.{role}.name")
    return f"{words.say(role)}, {name}" if name else words.say(role)


def _facts(builder: BomberSceneBuilder, words: BomberNarration) -> Iterator[str]:
    """Yield short descriptions of the outcome of the mission."""
    state, down = builder.state, builder.destroyed
    men = [man for man in tree(state, "men").values() if "dead" in man]
    dead = sum(bool(man["dead"]) for man in men)
    wounded = sum(not man["dead"] and bool(man["light"] or man["serious"]) for man in men)
    yield plural(state.get("turn", 0), "turn")
    yield f"{plural(down, 'fighter')} shot down" if down else "no kills"
    yield plural(len(builder.hit_lines), "shell hit")
    if wounded:
        yield f"{wounded} wounded"
    if dead:
        yield f"{dead} killed"
    if state.get("per_cent", -1) >= 0:
        yield f"bombing {state['per_cent']}%"


class BomberSceneBuilder:
    """The builder of the scene of a bomber mission or tour, with a frame after each event.

    The lists and the track of zones grow during a whole tour; everything else is about one mission.

    Args:
        words: names and wording of the game.
        book: the rulebook.
        new_sheet: a function that returns an empty sheet for a mission.
    """

    def __init__(self, words: BomberNarration, book: BomberRulebook, new_sheet: Callable[[], Sheet]) -> None:
        self.words = words
        self.fields = shown_fields(book, words)
        self.drawing = drawing_of(words)
        self.state = LogState()
        self.new_sheet = new_sheet
        self.hit_lines: list[str] = []
        self.damage: list[str] = []
        self.lists = [self.hit_lines, self.damage]
        self.far = words.const.home_zone
        self._begin()

    def _begin(self) -> None:
        """Begin the scene of a mission."""
        self.sheet = self.new_sheet()
        self.shells = 0  # how many hits of the sheet the scene already shows
        self.hits: dict[tuple[str, str], int] = {}
        self.landing: list[str] = []
        self.destroyed = 0
        self.coming = ""

    def take(self, event: Event) -> Frame:
        """Process one event and return the frame after it."""
        self.state.take(event)
        if is_phase(event, "preparing"):
            self._begin()
            for lines in self.lists:
                lines.append(f"Mission {event['data']['number']}:")
        zones = (int(new) for path, _, new in event["changes"] if path in ("zone", "target_zone") and new)
        self.far = max((self.far, *zones))
        if any(path.startswith("waves") for path, _, _ in event["changes"]):
            self.coming = self._coming()
        self.sheet.take(event, self.state)
        frame = Frame(stop=f"{self.state.get('leg')}-{self.state.get('zone')}")
        self._strike(frame)
        self._write(event)
        frame.attackers = list(self._attackers())
        self._shots(event, frame)
        self._plane(frame)
        self._crew(frame)
        self._notes(frame)
        frame.hits = dict(self.hits)
        frame.lines = {"hits": len(self.hit_lines), "damage": len(self.damage), "landing": len(self.landing)}
        return frame

    def scene(self, frames: tuple[Frame, ...]) -> Scene:
        """Return the scene after the events processed so far, with these frames."""
        state, words, const = self.state, self.words, self.words.const
        zones = [Entry(str(zone), str(zone or "")) for zone in range(const.home_zone, self.far + 1)]
        return Scene(
            planes=(_bomber(str(state.get("bomber", "")), words, self.fields),),
            tracks=zone_tracks(zones, state, words),
            panels=(
                Panel("Crew", tuple(Entry(f"crew/{role}", _man_name(role, state, words)) for role in const.crew)),
                *self.sheet.panels(words),
            ),
            sheet=self.drawing.sheet,
            grids=self.sheet.grids(tuple(zones)),
            lists=(
                Lines("hits", "Shell hits", tuple(self.hit_lines)),
                Lines("damage", "Damage notes", tuple(self.damage)),
                Lines("landing", "Landing modifiers", tuple(self.landing)),
            ),
            facts=tuple(_facts(self, words)),
            frames=frames,
        )

    # ---- fire

    def _strike(self, frame: Frame) -> None:
        """Add the shells that strike the bomber in this event, if any, to the frame."""
        for leg, zone, section in self.sheet.hits[self.shells :]:
            self.shells += 1
            place = (KEY, self.drawing.rooms[section])
            self.hits[place] = self.hits.get(place, 0) + 1
            self.hit_lines.append(f"{capital(self.words.say(section))}, zone {zone} {LEGS[leg]}")
            frame.struck.append(place)

    def _shots(self, event: Event, frame: Frame) -> None:
        if event["kind"] != "roll":
            return
        place, who, hit = event["place"], event["who"], "hit" in event["gives"]
        seen = {attacker.key for attacker in frame.attackers}
        if place in FIRING and event["rule"] and who in self.drawing.guns:
            target = aimed_at(self.state.before, who)
            sprayed = self.state.before.get(f"aimed.{who}", "")
            targets = (
                [target] if target in seen else [a.key for a in frame.attackers if self._position(a.key) == sprayed]
            )
            frame.shots = [Shot(key, KEY, self.drawing.guns[who], hit or place == "guns.spray") for key in targets]
            frame.parts[KEY, self.drawing.guns[who]] = "fires"
        elif place == "attack.fire" and who in seen:
            frame.shots = [Shot(who, KEY, "", hit, ours=False)]
        elif frame.struck and (attacker := self._shooting(event)) in seen:
            frame.shots = [Shot(attacker, *frame.struck[0], True, ours=False)]

    def _shooting(self, event: Event) -> str:
        """Return the attacker whose shells strike the bomber; empty for flak."""
        if not self.state.before.get("under_attack"):
            return ""
        return f"f{int(self.state.before.get('fighter', -1)) + 1}"

    def _position(self, key: str) -> str:
        return str(self.state.get(f"{self._path_of(key)}.position", ""))

    def _path_of(self, key: str) -> str:
        wave = self.state.get("wave_now", -1)
        return f"waves.{wave if wave >= 0 else self.state.before.get('wave_now', -1)}.fighters.{FIGHTERS.index(key)}"

    def _attackers(self) -> Iterator[Attacker]:
        """Yield the fighters of the current wave, including those that leave with this event."""
        state, say = self.state, self.words.say
        for index, key in enumerate(FIGHTERS, start=1):
            path = self._path_of(key)
            if f"{path}.type" not in state:
                return
            if self.state.before.get(f"{path}.gone"):
                continue
            hurt, position, kind = (str(state[f"{path}.{field}"] or "") for field in ("damage", "position", "type"))
            down = hurt == "destroyed"
            self.destroyed += down
            leaves = bool(state[f"{path}.gone"]) and not down
            marks = {"down": down, "leaves": leaves, "hits": state[f"{path}.hit"], "hurt": hurt}
            if position not in self.words.const.positions:  # not rolled yet
                continue
            comes = self.drawing.positions[position]
            facts = (
                say(kind),
                say(position),
                hurt.upper() if hurt in MARKERS else say(hurt),
                state.get(f"{path}.status"),
            )
            why = str(state[f"{path}.why"] or "").replace("_", " ") if leaves else ""
            label = f"{index}: {' '.join(fact for fact in facts if fact)}{f', {why}' if why else ''}"
            mark = next((mark for mark, holds in marks.items() if holds), "")
            yield Attacker(key, kind, KEY, comes.clock, comes.level, f"{index}", label, mark)

    def _coming(self) -> str:
        """Return the fighters without a position yet: `coming in: 2 × Me 109`."""
        state, say = self.state, self.words.say
        paths = [path.removesuffix(".gone") for path in state if path.startswith("waves.") and path.endswith(".gone")]
        types = Counter(str(state.get(f"{path}.type") or "fighter") for path in paths if not state[f"{path}.gone"])
        names = [f"{count} × {say(kind)}" if count > 1 else say(kind) for kind, count in types.items()]
        return f"coming in: {', '.join(names)}" if names else ""

    # ---- the bomber

    def _plane(self, frame: Frame) -> None:
        state = self.state
        for gun, part in self.drawing.guns.items():
            at, facts = f"guns.{gun}", self.words.const.guns[gun]
            if f"{at}.bursts" not in state:
                continue
            troubles = {
                "gone": state[f"{at}.thrown_out"],
                "out": state[f"{at}.out"] or state.get(f"plane.{facts.silenced_by}"),
                "jammed": state[f"{at}.jammed"],
                "empty": facts.bursts and not state[f"{at}.bursts"],
            }
            wrong = next((trouble for trouble, holds in troubles.items() if holds), "")
            if wrong:
                frame.parts.setdefault((KEY, part), wrong)
            if facts.bursts:
                frame.notes[f"gun/{gun}"] = f"{state[f'{at}.bursts']} left" + (f", {wrong}" if wrong else "")
        for index, number in enumerate(self.words.const.engine_numbers):
            at = f"engines.{index}"
            if f"{at}.number" in state:
                mark, wrong = _engine(state, at)
                frame.notes[f"engine/{number}"] = wrong or "runs"
                if mark:
                    frame.parts[KEY, f"engine-{number}"] = mark
        for tank in state.get("leaking_tanks", []):
            frame.parts[KEY, self.drawing.tanks[tank]] = "leaks"

    def _crew(self, frame: Frame) -> None:
        state, say = self.state, self.words.say
        for station, part in self.drawing.seats.items():
            role = state.get(f"stations.{station}")
            frame.seats[KEY, part] = self.words.const.crew[role].code if role else ""
            mark = _mark(state, role) if role else "dead" if state.get(f"men.{station}.dead") else "empty"
            if mark and f"men.{station}.role" in state:
                frame.parts[KEY, part] = mark
        for role in self.words.const.crew:
            frame.notes[f"crew/{role}"] = ", ".join(_man(state, role, say)) or "fit"

    # ---- the rest

    def _notes(self, frame: Frame) -> None:
        state, say, notes = self.state, self.words.say, frame.notes
        notes["turn"] = str(state.get("turn") or "before take-off")
        notes["altitude"] = say(f"{state.get('altitude', 'high')}_altitude")
        alone = state.get("out_of_formation") or state.get("zones_entered", 0) < state.get("diving_until", 0)
        place = say(f"{state['formation']}_bomber") if state.get("formation") else "not yet known"
        notes["formation"] = "OUT OF FORMATION" if alone else place
        if state.get("squadron") and not alone:
            notes["formation"] += f", {say(state['squadron'])} squadron"
        aboard, dropped = state.get("plane.bombs_aboard"), state.get("bombs_dropped")
        notes["bombs"] = "aboard" if aboard else "dropped" if dropped else "gone"
        notes.update(self.sheet.notes(state, self.words))
        frame.coming = "" if frame.attackers else self.coming
        frame.boxes.update(self.sheet.boxes(state))

    def _write(self, event: Event) -> None:
        """Add this event's damage, and the modifiers of a landing, to the lists."""
        for steps, old, new in changes_of(event):
            if new and is_broken(steps):
                self.damage += [capital(text) for text in broken(steps, old, new, self.words)]
        if event["kind"] == "roll" and event["table"] in self.sheet.landings.values():
            self.landing = [
                f"{signed(add)} {modifier_words(code, self.words)}" for code, add in event["modifiers"] if add
            ]


def _engine(state: State, at: str) -> tuple[str, str]:
    """Return the mark and description of a damaged engine; empty if undamaged."""
    if state[f"{at}.burning"]:
        return "burning", "burning"
    if state[f"{at}.out"]:
        return "out", "out, feathered" if state[f"{at}.feathered"] else "out"
    return ("leaks", "leaks oil") if state[f"{at}.stop_by"] else ("", "")


def _mark(state: State, role: str) -> str:
    """Return the mark of a man's circle in the drawing."""
    marks = {"dead": "dead", "serious": "serious", "frostbitten": "frost", "light": "light"}
    return next((mark for field, mark in marks.items() if state[f"men.{role}.{field}"]), "")


FIELDS = ("dead", "serious", "light", "frostbitten", "fate", "station", "kills")
"""The fields of a man that the notes on him report."""


def _man(state: State, role: str, say: WordFormatter) -> Iterator[str]:
    """Yield the notes on a man's wounds, fate, station and kills."""
    if f"men.{role}.role" not in state:
        return
    dead, serious, light, frostbitten, fate, station, kills = (state[f"men.{role}.{field}"] for field in FIELDS)
    if serious and not dead:
        yield "serious wound"
    elif light and not dead:
        yield "light wound" if light == 1 else f"{say(str(light))} light wounds"
    if frostbitten:
        yield "frostbite"
    if fate:
        yield say(fate)
    elif dead:
        yield "dead"
    elif station not in ("", role):
        yield f"at the {say(station)}'s station"
    if kills:
        yield plural(kills, "kill")
