"""The replay of 25 and Out: the three bombers, the attacking fighter and the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from combatbox.core.events import Event, Phase
from combatbox.core.log_state import LogState, changes_of
from combatbox.core.phrases import join_words, plural
from combatbox.core.scene import Art, Attacker, Entry, Field, Frame, Lines, Panel, Plane, Scene, Shot, Track
from combatbox.core.table_views import capital
from combatbox.games.twentyfive import effects
from combatbox.games.twentyfive.constants import Constants, Station, TwentyfiveNarration, TwentyfiveRulebook
from combatbox.games.twentyfive.state import PLACES, Place
from combatbox.games.twentyfive.story import plane_name

SEATS = {
    "bombardier": "crew-bombardier",
    "navigator": "crew-navigator",
    "pilot": "crew-pilot",
    "copilot": "crew-copilot",
    "top_gunner": "crew-engineer",
    "radioman": "crew-radio",
    "belly_gunner": "crew-ball",
    "left_gunner": "crew-left-waist",
    "right_gunner": "crew-right-waist",
    "tail_gunner": "crew-tail",
}
GUNS = {
    "nose": "gun-nose",
    "top_turret": "gun-top",
    "tail": "gun-tail",
    "belly": "gun-ball",
    "left_waist": "gun-left-waist",
    "right_waist": "gun-right-waist",
    "any_waist": "gun-left-waist",
}
AREAS = {"left_wing": "wing-left", "right_wing": "wing-right", "fuselage": "fuselage"}
"""The part of the drawing for each area of attack; `SEATS` and `GUNS` name the parts for men and guns."""

ENGINES_OUT = {"left_wing_out": "left_wing", "right_wing_out": "right_wing", "flak_out": "flak"}
"""The vocabulary keys of the wings and of flak, by the field of a bomber that counts the engines out there."""

CLOCKS = {
    ("front", "fuselage"): "12",
    ("front", "left_wing"): "10:30",
    ("front", "right_wing"): "1:30",
    ("rear", "fuselage"): "6",
    ("rear", "left_wing"): "7:30",
    ("rear", "right_wing"): "4:30",
}
"""The clock position at which a fighter is drawn; the game only has front and rear."""

LEVEL = "level"
"""The height at which a fighter is drawn; the game has no heights."""

TYPE = "me109"

ART = Art("b17-plan", "b17-plan-marks", "b17-side", "b17-side-marks", "-64 -60 468 374", "-64 -48 480 212")


def show(words: TwentyfiveNarration, book: TwentyfiveRulebook) -> _SceneBuilder:
    """Return a scene builder that follows a mission for its replay."""
    return _SceneBuilder(words, shown_fields(words, book))


def shown_fields(words: TwentyfiveNarration, book: TwentyfiveRulebook) -> dict[str, Field]:
    """Return the field of fire for each gunner's seat and gun, by part of the drawing."""
    gunners, say = words.const.gunners, words.say
    own = {stations[0]: gun for gun, stations in gunners.items() if len(stations) == 1}
    bears: dict[Station, list[tuple[str, str]]] = {}
    for key, row in book.table_at("guns.bearing").keys.items():
        direction, area = key.split()
        for gun in (gun for effect in row.effects if effect.is_a(effects.guns_bear) for gun in effect["guns"]):
            for station in gunners[gun]:
                bears.setdefault(station, []).append((direction, area))
    shown: dict[str, Field] = {}
    for station, attacks in bears.items():
        areas = {side: [f"the {say(area)}" for other, area in attacks if other == side] for side, _area in attacks}
        directions = "; ".join(f"attacks from the {side} at {join_words(parts)}" for side, parts in areas.items())
        origins = tuple((CLOCKS[attack], LEVEL) for attack in attacks)
        field = Field(origins, f"{capital(say(own[station]))}, field of fire: {directions}.")
        shown[SEATS[station]] = shown[GUNS[own[station]]] = field
    return shown


def _lost(end: LogState, names: Mapping[Place, str]) -> Iterator[str]:
    flying = [place for place in PLACES if not end.get(f"bombers.{place}.lost")]
    engines = sum(sum(_engines_out(end, place).values()) for place in flying)
    if engines:
        yield f"{plural(engines, 'engine')} out"
    yield from (f"{names[place]} lost" for place in PLACES if place not in flying)


def _engines_out(state: LogState, place: str) -> dict[str, int]:
    """Return the number of engines of a bomber that are out, by the field that counts them."""
    return {field: int(state.get(f"bombers.{place}.{field}") or 0) for field in ENGINES_OUT}


def engines_shown_out(counts: Mapping[str, Any], const: Constants) -> list[int]:
    """Return the numbers of the engines that are out; the rules count them only by wing.

    The outer engine of a wing is the first one out; flak puts out the remaining engines, the outer ones first.

    Args:
        counts: the numbers of engines out, by the names of the fields in `ENGINES_OUT`.
        const: the constants of the game.
    """
    left = range(1, const.engines_per_wing + 1)
    right = range(const.engines, const.engines_per_wing, -1)
    out = [*left[: counts["left_wing_out"]], *right[: counts["right_wing_out"]]]
    rest = [engine for pair in zip(left, right, strict=True) for engine in pair if engine not in out]
    return sorted(out + rest[: counts["flak_out"]])


class _SceneBuilder:
    """Follows the events of a mission and makes a frame after each."""

    def __init__(self, words: TwentyfiveNarration, fields: dict[str, Field]) -> None:
        self.words, self.fields = words, fields
        self.state = LogState()
        self.marks: list[str] = []
        self.stop = "before"

    def take(self, event: Event) -> Frame:
        """Process an event and return the frame after it."""
        self.state.take(event)
        if event["kind"] == "phase":
            self._move(event)
        self._mark(event)
        frame = Frame(stop=self.stop)
        frame.attackers = list(self._attackers())
        self._shots(event, frame)
        for place in PLACES:
            self._bomber(place, frame)
        frame.own = str(self.state.get("position") or "")
        frame.captions = {place: self._caption(place) for place in PLACES}
        self._notes(frame)
        frame.lines = {"marks": len(self.marks)}
        return frame

    def scene(self, frames: tuple[Frame, ...]) -> Scene:
        """Return the complete replay with its frames."""
        state, say = self.state, self.words.say
        fighters = range(self.words.const.fighters)
        parts = {part: say(man) for man, part in SEATS.items()} | {part: say(gun) for gun, part in GUNS.items()}
        names = {place: plane_name(place, state, self.words) for place in PLACES}
        passes = [Entry(f"pass-{name}", f"Pass {name}") for name in self.words.const.passes]
        stops = [Entry("before", "Take-off"), *passes, Entry("flak", "Flak"), Entry("home", "Debriefing")]
        gone = sum(bool(state.get(f"fighters.{n}.gone")) for n in fighters)
        return Scene(
            planes=tuple(
                Plane(place, names[place], ART, place == state.get("position"), parts, fields=self.fields)
                for place in PLACES
            ),
            tracks=(Track("Mission", tuple(stops)),),
            panels=(
                Panel("Bombers", tuple(Entry(f"bomber/{place}", names[place]) for place in PLACES)),
                Panel("Fighters", tuple(Entry(f"fighter/{n + 1}", f"fighter {n + 1}") for n in fighters)),
                Panel("Mission", (Entry("mission", "mission"), Entry("rank", "rank"), Entry("completed", "completed"))),
            ),
            sheet="Mission Record",
            grids=(),
            lists=(Lines("marks", "Marks made", tuple(self.marks)),),
            facts=(
                f"{gone} of {len(fighters)} fighters gone" if state.get("attacked") else "no fighters",
                *_lost(state, names),
            ),
            frames=frames,
        )

    def _move(self, event: Phase) -> None:
        """Move to the stop on the track that belongs to a phase."""
        if event["name"] == "pass":
            self.stop = f"pass-{event['data']['name_of_pass']}"
        elif event["name"] in ("flak", "debriefing", "mission"):
            self.stop = {"debriefing": "home", "mission": "before"}.get(event["name"], event["name"])

    def _mark(self, event: Event) -> None:
        """Add the engines, men and planes that an event marks on the record sheet."""
        for steps, old, new in changes_of(event):
            match steps:
                case ("bombers", place, field) if old is not None and new and new != old:
                    self._marked(place, field, new)
                case ("fighters", index, "gone") if new:
                    self.marks.append(f"Fighter {int(index) + 1}: {self._why(int(index))}")

    def _marked(self, place: str, field: str, value: Any) -> None:  # the value of any field
        """Add a mark for one bomber."""
        name = plane_name(place, self.state, self.words)
        if field in ENGINES_OUT:
            self.marks.append(f"{name}: {self.words.say(ENGINES_OUT[field])}, engines out {value}")
        elif field == "crew_out":
            self.marks.append(f"{name}: {self.words.say(value[-1])} out")
        elif field == "lost":
            self.marks.append(f"{name}: lost")

    def _why(self, index: int) -> str:
        at = f"fighters.{index}"
        cause = str(self.state.get(f"{at}.cause") or "")
        return f"gone in pass {self.state.get(f'{at}.left_in')}, {self.words.say(f'fighter_{cause}')}"

    # ---- fire

    def _attackers(self) -> Iterator[Attacker]:
        """Yield the fighter that makes its pass, if there is one."""
        state, target = self.state, str(self.state.get("burst.target") or "")
        number, direction = int(state.get("burst.fighter") or 0), str(state.get("burst.direction") or "")
        if not number or not target or not direction:
            return
        gone = bool(state.get(f"fighters.{number - 1}.gone"))
        area = str(state.get("burst.area") or "fuselage")
        mark = "down" if gone and not state.get("burst.fires") else "leaves" if gone else ""
        name = f"{number}{state.get('burst.pass_name')}"
        words = f"fighter {name} from the {direction} at the {self.words.say(area)} of {plane_name(target, self.state, self.words)}"
        yield Attacker(name, TYPE, target, CLOCKS[direction, area], LEVEL, name, words, mark)

    def _shots(self, event: Event, frame: Frame) -> None:
        if event["kind"] != "roll":
            return
        place, target = event["place"], str(self.state.get("burst.target") or "")
        hit = "hit" in event["gives"]
        attacker = frame.attackers[0].key if frame.attackers else ""
        area = AREAS[str(self.state.get("burst.area") or "fuselage")]
        if place == "guns.fire" and attacker:
            frame.shots = [Shot(attacker, target, GUNS[event["who"]], hit)]
            frame.parts[target, GUNS[event["who"]]] = "fires"
        elif place == "pass.fire" and attacker:
            frame.shots = [Shot(attacker, target, area, hit, ours=False)]
        if (place == "pass.fire" and hit) or place in ("pass.wing", "pass.crew"):
            frame.struck = [(target, area)]

    # ---- bombers and notes

    def _bomber(self, place: str, frame: Frame) -> None:
        """Mark a bomber's engines and men that are out, and its loss, in a frame."""
        state, at = self.state, f"bombers.{place}"
        engines = _engines_out(state, place)
        for number in engines_shown_out(engines, self.words.const):
            frame.parts[place, f"engine-{number}"] = "out"
        for man in state.get(f"{at}.crew_out") or []:
            frame.parts[place, SEATS[man]] = "serious"
        if state.get(f"{at}.lost"):
            frame.parts[place, "fuselage"] = "lost"
        count = sum(engines.values())
        out = [f"{plural(count, 'engine')} out"] * bool(count)
        men = [f"{self.words.say(man)} out" for man in state.get(f"{at}.crew_out") or []]
        lost = [f"LOST: {self.words.say(str(state.get(f'{at}.cause') or ''))}"] * bool(state.get(f"{at}.lost"))
        frame.notes[f"bomber/{place}"] = ", ".join([*lost, *out, *men]) or "undamaged"

    def _caption(self, place: str) -> str:
        """Return the caption of a bomber: its place, its name, and whether it is the player's."""
        if not self.state.get("position"):
            return f"{capital(self.words.say(place))}: not rolled yet"
        return plane_name(place, self.state, self.words)

    def _notes(self, frame: Frame) -> None:
        state, notes = self.state, frame.notes
        for index in range(self.words.const.fighters):
            gone = state.get(f"fighters.{index}.gone")
            waiting = "in the air" if state.get("attacked") else "–"
            notes[f"fighter/{index + 1}"] = self._why(index) if gone else waiting
        notes["mission"] = f"{state.get('mission', 1)} of {self.words.const.missions}"
        notes["rank"] = capital(self.words.say(str(state["rank"]))) if state.get("rank") else "–"
        notes["completed"] = str(state.get("completed", 0))
