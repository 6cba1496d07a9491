"""The replay of B-17!: the tabletop with moves and fire, and the battle log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combatbox.core.events import Event, Roll
from combatbox.core.log_state import LogState, changes_of, is_fact, tree
from combatbox.core.narration import NarrationContext
from combatbox.core.phrases import plural
from combatbox.core.scene import Entry, Frame, Lines, Panel, Scene, Track
from combatbox.core.shapes import Group, Spot
from combatbox.core.table_views import capital, effect_words
from combatbox.core.tabletop import Aim, Sight, Stand, Throw, Way
from combatbox.games.skirmish.constants import SkirmishRulebook
from combatbox.games.skirmish.deploy import WAITING
from combatbox.games.skirmish.effects import inches
from combatbox.games.skirmish.geometry import COS, ONE, SIN, ahead
from combatbox.games.skirmish.models import group_of, model, table_top
from combatbox.games.skirmish.parameters import Measures, measures
from combatbox.games.skirmish.paths import Path, parse_move, units
from combatbox.games.skirmish.state import AWAY, BOMBERS, Plane, Shot
from combatbox.games.skirmish.story import Flat, shooter_words, shot_in

COINS = {"above": "H", "below": "T"}
"""The side of the coin that lies next to a section that enters above or below the bombers (S-514)."""

LEFT = ("exited", AWAY)
"""The values of `Plane.out` for an aircraft that has flown off the table."""

SET_UP = "set-up"


def show(words: NarrationContext, book: SkirmishRulebook) -> _SceneBuilder:
    """Return a scene builder that follows a game for its replay."""
    return _SceneBuilder(words, book)


def _boxed(m: Measures, key: str, words: NarrationContext) -> Entry:
    kind = "bomber" if key in BOMBERS else "fighter"
    return Entry(f"plane/{key}", words.say(key), m.toughness[kind] + 1)


def _lost(state: Flat, path: str, word: str) -> str:
    count = int(state.get(path) or 0)
    return f"{plural(count, word)} lost" if count else ""


def nearest_point(m: Measures, spot: Spot, place: tuple[int, int, int], kind: str) -> Spot:
    """Return the point of an aircraft that is nearest to a given point (G8).

    It is a point of a bomber's fuselage, or the centre of a fighter.

    Args:
        m: the measures of the game.
        spot: the given point.
        place: the position and heading of the aircraft.
        kind: the type of the aircraft.
    """
    x, y, heading = place
    if kind != "bomber":
        return x, y
    along = ((spot[0] - x) * SIN[heading] + (spot[1] - y) * COS[heading]) // ONE
    return ahead(x, y, heading, max(-m.nose, min(m.nose, along)))


class _SceneBuilder:
    """Follows the events of a game and makes a frame after each."""

    def __init__(self, words: NarrationContext, book: SkirmishRulebook) -> None:
        self.words, self.book, self.m = words, book, measures(book)
        self.state = LogState()
        self.keys: list[str] = []
        self.flown: list[str] = []
        self.log: list[str] = []
        self.stops: dict[str, list[Entry]] = {}
        self.stop, self.wave, self.mark_of = SET_UP, "Turn", ""
        self.mark = self.began = (0, 0, 0)
        self.path: Path | None = None
        self.left_over: list[Way] = []

    def take(self, event: Event) -> Frame:
        """Process an event and return the frame after it."""
        self.state.take(event)
        if any(path.startswith("planes.") and None in (old, new) for path, old, new in event["changes"]):
            self.flown = list(tree(self.state, "planes"))  # an aircraft has come or gone
            self.keys += [key for key in self.flown if key not in self.keys]
        if event["kind"] == "phase":
            self._begin_phase(event["name"], event["data"])
        if is_fact(event, "move"):
            data = event["data"]
            self.path, self.mark_of = parse_move(data["path"]), event["who"]
            self.mark = (_units(data["x"]), _units(data["y"]), data["heading"])
            self.began = self._place(self.state.before, event["who"])
        frame = Frame(stop=self.stop, sight=self._sight(event))
        self._log_event(event)
        self._notes(frame)
        frame.lines = {"log": len(self.log)}
        return frame

    def scene(self, frames: tuple[Frame, ...]) -> Scene:
        """Return the complete replay with its frames."""
        m, keys, state, say = self.m, self.keys, self.state, self.words.say
        models = tuple(model(m, key, capital(say(key))) for key in keys)
        keys_by_group = {
            group: [key for key in keys if group_of(key) == group] for group in ("ours", "friend", "enemy")
        }
        titles = (("ours", "Bombers"), ("friend", "Escorts"), ("enemy", "Germans"))
        panels = [Panel("The game", (Entry("turn", "turn"), Entry("hits", "bomb hits")))]
        for group, title in titles:
            if keys_by_group[group]:
                panels.append(Panel(title, tuple(_boxed(m, key, self.words) for key in keys_by_group[group])))
        lost = [
            n
            for n in (
                _lost(state, "lost_bombers", "bomber"),
                _lost(state, "lost_germans", "German"),
                _lost(state, "lost_escorts", "escort"),
            )
            if n
        ]
        return Scene(
            planes=(),
            tracks=tuple(self.tracks()),
            panels=tuple(panels),
            sheet="Battle log",
            grids=(),
            lists=(Lines("log", "As it happened", tuple(self.log)),),
            facts=(f"{state.get('hits', 0)} bomb hits of {state.get('needed', 0)}", *lost),
            frames=frames,
            top=table_top(m, models, say),
        )

    def tracks(self) -> Iterator[Track]:
        """Yield a track of turns for each wave."""
        for number, (label, stops) in enumerate(self.stops.items()):
            yield Track(label, (Entry(SET_UP, "Setting up"), *stops) if not number else tuple(stops))
        if not self.stops:
            yield Track("Turn", (Entry(SET_UP, "Setting up"),))

    def _begin_phase(self, name: str, data: Flat) -> None:
        if name == "wave":
            self.wave = f"Wave {data['number']}"
        elif name == "turn":
            self.stop = f"turn-{data['number']}"
            self.stops.setdefault(self.wave, []).append(Entry(self.stop, str(data["number"])))
            self.log.append(f"Turn {data['number']}")

    # ---- the table top

    def _sight(self, event: Event) -> Sight:
        sight = Sight(ways=[*self.left_over, *self._ways(event)])
        self.left_over = []
        coins = self._coins()
        for key in self.flown:
            stand = self._stand(key, coins.get(key, ""))
            if stand:
                sight.stands[key] = stand
        if event["kind"] == "phase":  # it has no step of its own, so its moves are shown in the next
            self.left_over, sight.ways = sight.ways, []
        elif event["kind"] == "roll":
            self._fire(event, sight)
        return sight

    def _stand(self, key: str, coin: str) -> Stand | None:
        """Return a model at its present position, or on its way off the table in this step.

        Return None if the model is not on the table.
        """
        state, at = self.state, f"planes.{key}"
        out = state[f"{at}.out"]
        gone = "" if self.state.before.get(f"{at}.out") == "" else "before"
        if out == WAITING or (out and gone):
            return None
        place = self._beyond(key) if out in LEFT else self._place(state, key)
        return Stand(
            *place,
            smoke=int(state[f"{at}.damage"]),
            coin=coin,
            state={"destroyed": "down", **dict.fromkeys(LEFT, "away")}.get(out, ""),
        )

    @staticmethod
    def _place(state: Flat, key: str) -> tuple[int, int, int]:
        x, y, heading = (int(state[f"planes.{key}.{what}"]) for what in ("x", "y", "heading"))
        return x, y, heading

    def _coins(self) -> dict[str, str]:
        """Return the coin of each fighter of a section, in the turn in which the section enters."""
        coins: dict[str, str] = {}
        for number in tree(self.state, "sections"):
            section = f"sections.{number}"
            if self._fresh(section):
                coin = COINS.get(str(self.state.get(f"{section}.altitude")), "")
                coins = {**dict.fromkeys(self.state.get(f"{section}.fighters", ()), coin), **coins}
        return coins

    def _fresh(self, section: str) -> bool:
        entered = self.state.get(f"{section}.arrived") and (
            self.state.get(f"{section}.entering") or self.state.before.get(f"{section}.entering")
        )
        return bool(entered)

    def _ways(self, event: Event) -> Iterator[Way]:
        """Yield the ways that aircraft flew during an event, with their turning points."""
        for key in dict.fromkeys(steps[1] for steps, old, _new in changes_of(event) if _moved(steps, old)):
            if self.state.before.get(f"planes.{key}.out") != "" or self.state.get(f"planes.{key}.out") in (
                None,
                WAITING,
            ):
                continue
            start, end = self._place(self.state.before, key), self._place(self.state, key)
            if self.state[f"planes.{key}.out"] in LEFT:
                end = self._beyond(key)
            if start != end:
                yield Way(key, self._spots(key, start, end), self._marked(key, end))

    def _beyond(self, key: str) -> tuple[int, int, int]:
        """Return the end of the whole move of a model that leaves the table."""
        return self.mark if self.mark_of == key else self._place(self.state, key)

    def _marked(self, key: str, end: tuple[int, int, int]) -> tuple[int, int, int] | None:
        """Return the marker at the end of a move, or None once the model has reached the marker (S-617)."""
        return self.mark if self.mark_of == key and self.mark[:2] != end[:2] else None

    def _spots(
        self, key: str, start: tuple[int, int, int], end: tuple[int, int, int]
    ) -> tuple[tuple[int, int, int], ...]:
        path = self.path if self.mark_of == key else None
        if start[2] == end[2] or path is None:
            return start, end
        x, y = ahead(*self.began, path.first)  # where it turned
        return start, (x, y, start[2]), (x, y, end[2]), end

    # ---- fire

    def _fire(self, event: Roll, sight: Sight) -> None:
        """Set the attacker, the target, their positions, and the dice of both sides."""
        table, dice = event["table"], event["dice"]
        if table not in self.words.tables or not self.words.tables[table].sides:
            return
        adds, hit = self.words.tables[table].adds[event["column"]], bool(event["gives"])
        if table == "S-TAB-COMBAT":
            shot = shot_in(self.state.before)
            ends = [shot.attacker, shot.target]
            labels = [self._shooter(shot), self._label(shot.target)]
            groups: list[Group] = [group_of(shot.attacker), group_of(shot.target)]
            place = self._gun(shot.attacker, shot.gun)
            aim = nearest_point(self.m, place, self._place(self.state.before, shot.target), self._kind(shot.target))
            sight.aims = [Aim(place, aim, hit, groups[0])]
        else:
            ends = [event["who"]]
            labels = [capital(self.words.say("flak")), self._label(ends[0])]
            groups = ["ground", group_of(ends[0])]
            if table == "S-TAB-AA":
                x, y, _ = self._place(self.state.before, ends[0])
                sight.aims = [Aim(self._flak(x, y), (x, y), hit, "ground")]
            else:
                labels, groups = [labels[1], "Target"], [groups[1], groups[0]]
        sight.throws = [
            Throw(face, add, label, group) for face, add, label, group in zip(dice, adds, labels, groups, strict=True)
        ]

    def _gun(self, key: str, gun: str) -> Spot:
        """Return the position from which an aircraft fires: a bomber's gun or a fighter's centre."""
        x, y, heading = self._place(self.state.before, key)
        if gun not in self.m.gun_names:
            return x, y
        _, dx, dy, *_ = self.m.guns[heading][self.m.gun_names.index(gun)]
        return x + dx, y + dy

    def _flak(self, x: int, y: int) -> Spot:
        """Return the point of the target that is nearest to an aircraft.

        For an aircraft over the target, it is the centre of the target.
        """
        left, right, near, far = self.m.target
        if left <= x <= right and near <= y <= far:
            return (left + right) // 2, (near + far) // 2
        return max(left, min(right, x)), max(near, min(far, y))

    def _kind(self, key: str) -> str:
        return str(self.state[f"planes.{key}.type"])

    def _label(self, who: str) -> str:
        return capital(self.words.say(who))

    def _shooter(self, shot: Shot) -> str:
        return capital(shooter_words(shot, self.words))

    # ---- notes and the battle log

    def _log_event(self, event: Event) -> None:
        """Add an event to the battle log."""
        if event["kind"] == "roll":
            self.log.append(self._rolled(event))
        elif is_fact(event, "destroyed", "exits"):
            what = "destroyed" if event["name"] == "destroyed" else "leaves the table"
            self.log.append(f"{capital(self.words.say(event['who']))}: {what}")

    def _rolled(self, event: Roll) -> str:
        outcome = effect_words(self.words.rows[event["row"]], self.words.say).lower()
        who = self._label(event["who"])
        if event["table"] in ("S-TAB-COMBAT", "S-TAB-AA"):
            shot = shot_in(self.state.before)
            who = f"{self._shooter(shot)} at {self.words.say(shot.target)}"
        table = self.words.tables.get(event["table"])
        if table is None or not table.sides:
            return f"{who}: {', '.join(map(str, event['dice']))}, {outcome}"
        (first, second), dice = table.adds[event["column"]], event["dice"]
        return f"{who}: {dice[0] + first} to {dice[1] + second}, {outcome}"

    def _notes(self, frame: Frame) -> None:
        state, notes = self.state, frame.notes
        notes["turn"] = str(state.get("turn") or "–")
        notes["hits"] = f"{state.get('hits', 0)} of {state.get('needed', 0)}"
        for key in self.flown:
            at = f"planes.{key}"
            damage, out = int(state[f"{at}.damage"]), str(state[f"{at}.out"])
            notes[f"plane/{key}"] = ", ".join(self._note(key, damage, out))
            frame.boxes[f"plane/{key}"] = min(damage, self.m.toughness[self._kind(key)] + 1)

    def _note(self, key: str, damage: int, out: str) -> Iterable[str]:
        if out:
            yield {WAITING: "not here yet", "exited": "left the table"}.get(out, out)
        else:
            plane = Plane(key, "", self._kind(key), damage=min(damage, self.m.toughness[self._kind(key)]))
            yield f"moves {inches(self.m.allowance(plane))}"
        if self.state[f"planes.{key}.bombed"]:
            yield "bombs gone"


def _moved(steps: tuple[str, ...], old: object) -> bool:
    return old is not None and steps[0] == "planes" and steps[2] in ("x", "y", "heading", "out")


def _units(text: str) -> int:
    """Convert inches from a log, which may be negative, to thousandths of an inch."""
    return -units(text[1:]) if text.startswith("-") else units(text)
