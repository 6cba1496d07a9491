"""A referee who watches a game of B-17! by his own sums: ruler and protractor, floats, and nothing of the engine's geometry.

He calls a foul only where it is clear of doubt: what lies within a hair of a limit is the engine's to say, whose whole
numbers round. He reads the live state at each event, before the event changes anything.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

HAIR, DEGREE = 0.006, 0.15
"""Within so many inches, and degrees, of a limit he lets both go."""

GUNS = {
    "nose": (1.6, 0, 0, 45), "right_waist": (-0.4, 0.15, 90, 45), "tail": (-1.6, 0, 180, 45),
    "left_waist": (-0.4, -0.15, 270, 45), "top_turret": (0.8, 0, 0, 180),
}  # fmt: skip
REACH, FLAK, NOSE = 4.0, 6.0, 1.6
TARGET = (24.5, 35.5, 100.0, 108.0)
MOST_TURNS = 300
MOVES = {"fighter": (14, 6, 180), "bomber": (10, 3, 90)}
ARCS = {"quarter": 45, "narrow": 15, "half": 90}
SMALL = 285 / 600
TABLES = {"table_tennis": (60.0, 108.0), "across": (108.0, 60.0), "dining": (48.0, 72.0)}
ORDER = {"sides": ("german", "escort", "bomber"), "bombers_first": ("german", "bomber", "escort")}


# ---- ruler and protractor


def spot(plane: Any) -> tuple[float, float]:
    return plane.x / 1000, plane.y / 1000


def ahead(x: float, y: float, heading: float, far: float) -> tuple[float, float]:
    turn = math.radians(heading)
    return x + far * math.sin(turn), y + far * math.cos(turn)


def off(x: float, y: float, heading: float, other: tuple[float, float]) -> tuple[float, float]:
    """How far another place is, and how many degrees it lies from a heading."""
    dx, dy = other[0] - x, other[1] - y
    degrees = math.degrees(math.atan2(dx, dy)) - heading
    return math.hypot(dx, dy), abs((degrees + 180) % 360 - 180)


def askew(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)


def nearest(bomber: Any, place: tuple[float, float], nose: float = NOSE) -> tuple[float, float]:
    """The point of a bomber's fuselage that is nearest to a place."""
    x, y = spot(bomber)
    turn = math.radians(bomber.heading)
    along = (place[0] - x) * math.sin(turn) + (place[1] - y) * math.cos(turn)
    return ahead(x, y, bomber.heading, max(-nose, min(nose, along)))


def gun_bears(bomber: Any, gun: str, plane: Any, slack: float, scale: float = 1) -> bool:
    """Whether a gun bears on a fighter; slack: above nothing with the hair given, below nothing with it taken away."""
    forward, right, facing, half = GUNS[gun]
    x, y = ahead(*spot(bomber), bomber.heading, forward * scale)
    x, y = ahead(x, y, bomber.heading + 90, right * scale)
    far, degrees = off(x, y, bomber.heading + facing, spot(plane))
    wide = DEGREE + math.degrees(HAIR / max(far, HAIR))
    return far <= REACH + slack * HAIR and (half == 180 or degrees <= half + slack * wide)


def to_target(place: tuple[float, float], target: tuple[float, float, float, float] = TARGET) -> float:
    left, right, near, end = target
    return math.hypot(max(left - place[0], 0, place[0] - right), max(near - place[1], 0, place[1] - end))


def walk(path: str) -> tuple[float, int, float]:
    """First leg, turn to the right, second leg of a move as it is written."""
    first, *rest = path.split()
    if not rest:
        return float(first), 0, 0.0
    return float(first), int(rest[0][1:]) * (-1 if rest[0][0] == "L" else 1), float(rest[1])


def after(start: tuple[float, float, float], path: str, flown: float) -> tuple[float, float, float]:
    """Place and heading when so much of a move is flown."""
    first, turn, second = walk(path)
    x, y = ahead(*start, min(flown, first))
    if not turn or flown < first or (flown == first and second):
        return x, y, start[2]
    return *ahead(x, y, start[2] + turn, flown - first), start[2] + turn


def target_on(width: float, length: float) -> tuple[float, float, float, float]:
    """The target's left, right, near and far edge: 11 by 8 inches, centred on the far edge."""
    return width / 2 - 5.5, width / 2 + 5.5, length - 8, length


# ---- the referee


class Referee:
    """Watches one game. fouls: AssertionError at the event that shows one."""

    def __init__(self, book: Any, doctrine: bool) -> None:
        self.rulings = book.rulings
        self.width, self.length = TABLES[book.rulings["S-A36"]]
        self.target = target_on(self.width, self.length)
        self.scale = 1 if book.rulings["S-A35"] == "1_285" else SMALL
        self.nose = NOSE * self.scale
        self.order = {kind: rank for rank, kind in enumerate(ORDER[book.rulings["S-A05"]])}
        self.cut = 0 if book.rulings["S-A11"] == "later" else 2
        """Inches that a damage point takes off the move in which it is taken."""
        self.seen: set[tuple[int, str]] = set()
        """Who has moved, by wave."""
        self.mover: Any = None
        self.moved: set[str] = set()
        self.rank = 0
        self.over = False

    def __call__(self, state: Any, event: Any) -> None:
        whole_numbers(event)
        assert not self.over or event["kind"] != "roll", "dice after the end"
        kind, name, who = event["kind"], event.get("name", ""), event.get("who", "")
        if self.mover is not None:
            self._follow(state)
        if name in ("turn", "wave", "won", "lost"):
            if name == "won":  # in the middle of a move
                self._won(state)
            self._done(state)
            self._turn(state, name)
        elif name == "move":
            self._done(state)
            self._move(state, event)
        elif name == "attack":
            self._attack(state, event)
        elif name == "bomb_run":
            self._bomb_run(state, who)
        elif name == "returns":
            assert self.rulings["S-A34"] == "fighters_return"
            assert state.planes[who].type == "fighter"
        elif name == "exits":
            self._exits(state)
        elif kind == "roll" and event["table"] == "S-TAB-COMBAT":
            self._fire(state, event)
        elif kind == "roll" and event["table"] == "S-TAB-AA":
            self._flak(state)
        elif kind == "roll" and event["table"] == "S-TAB-BOMB":
            self._bomb(state)

    def _on_table(self, x: float, y: float, slack: float = HAIR) -> bool:
        return -slack <= x <= self.width + slack and -slack <= y <= self.length + slack

    # ---- turns and moves

    def _turn(self, state: Any, name: str) -> None:
        if name in ("won", "lost"):
            assert (state.hits >= state.needed) == (name == "won")
        if name == "lost":
            self._nobody_can_bomb(state)
        if name == "turn" and self.moved:
            left = [p.key for p in state.planes.values() if not p.out and p.key not in self.moved]
            assert not left or not state.bombers, f"{left} did not move"
        self.over = name in ("won", "lost")
        if name in ("turn", "wave"):
            self.moved, self.rank = set(), 0

    def _nobody_can_bomb(self, state: Any) -> None:
        """The last wave is over: by the ruling, by the loss of all bombers, or because it has lasted too long."""
        able = [b for b in state.bombers if not b.bombed and b.damage < 4]
        left = able if self.rulings["S-A31"] == "no_bombs_left" else state.bombers
        assert not left or state.turn >= MOST_TURNS, f"{left} may still bomb"

    def _won(self, state: Any) -> None:
        assert state.hits >= state.needed
        if self.rulings["S-A23"] == "to_the_end":
            self._nobody_can_bomb(state)
            return
        assert self.mover is not None
        assert self.mover.bombed
        self.mover = None

    def _move(self, state: Any, event: Any) -> None:
        plane = state.planes[event["who"]]
        path = event["data"]["path"]
        first, turn, second = walk(path)
        whole, straight, most = MOVES[plane.type]
        wanted = whole - (0 if self.rulings["S-A11"] == "this_move" else 2 * plane.damage)
        rank = self.order["bomber" if plane.type == "bomber" else "german" if plane.side == "german" else "escort"]
        section = next((s for s in state.sections if plane.key in s.fighters), None)
        entering = section is not None and (state.wave, plane.key) not in self.seen
        self.seen.add((state.wave, plane.key))
        wanted += section.first_move if entering else 0
        wanted += state.escorts_first if plane.key.startswith("escort") else 0
        assert round(first + second, 3) == max(0, wanted), f"{path} of {wanted}"
        assert abs(turn) <= most, "turns too far"
        assert not turn or first >= straight, "turns too early"
        if turn and self.rulings["S-A33"] != "to_the_end":
            late = first > straight if self.rulings["S-A33"] == "at_minimum" else second < 1
            assert not late, "turns too late"
        assert not plane.out
        assert rank >= self.rank, "out of turn"
        assert plane.key not in self.moved, "moves twice"
        self.rank = rank
        self.moved.add(plane.key)
        self.mover, self.path, self.total = plane, path, first + second
        self.start = (*spot(plane), plane.heading)
        self.damage, self.attacks, self.exited, self.bombs = plane.damage, 0, False, 0
        self.stop: tuple[float, float] | None = None
        self.thrown: Counter[str] = Counter()
        self.flaks = self.flown = self.runs = self.hurt = 0
        self.wanted: set[str] = set()
        self.fired: set[str] = set()
        self.dodged = False
        self.germans = list(state.germans)

    def _follow(self, state: Any) -> None:
        """A fighter that has flown on from its stop has ended that one."""
        plane = self.mover
        if plane.type == "fighter" and self.stop is not None and spot(plane) != self.stop and not self.exited:
            self.hurt = plane.damage - self.damage
            self._stop_over()
            self._stopped(state)

    def _stopped(self, state: Any, attacked: Any = None) -> None:
        """A fighter stops here, if to fire then at whom: who has to fire at it."""
        plane = self.mover
        self.stop, self.fired, self.flaks = spot(plane), set(), 0
        assert self._on_table(*self.stop)
        friend = plane.side == "american"
        spared = friend and not (state.alarmed and self.rulings["S-A18"] == "true")
        bombers = [] if spared else state.bombers
        if attacked is not None and self.rulings["S-A25"] == "no":
            bombers = [bomber for bomber in bombers if bomber is attacked]
            assert not spared or not bombers
        self.wanted = {f"{b.key} {gun}" for b in bombers for gun in self._must_fire(b, plane)}

    def _must_fire(self, bomber: Any, plane: Any) -> set[str]:
        """The guns that have to fire beyond doubt: one alone that bears, or nothing that could forbid it."""
        names = [g for g in GUNS if g != "top_turret" or self.rulings["S-X1"] == "on"]
        clear = {g for g in names if gun_bears(bomber, g, plane, -1, self.scale)}
        perhaps = {g for g in names if gun_bears(bomber, g, plane, 1, self.scale)}
        if self.rulings["S-A16"] == "all":
            return clear
        if "top_turret" in perhaps and "tail" in perhaps:
            return set()
        return clear if len(perhaps - {"top_turret"}) <= 1 else set()

    def _stop_over(self) -> None:
        plane = self.mover
        if plane.out == "destroyed":
            return
        missing = self.wanted - self.fired
        assert not missing, f"{missing} did not fire at {plane.key}"
        far = to_target(self.stop, self.target)
        if far < FLAK - HAIR:
            assert self.flaks == 1, f"{self.flaks} flak at {plane.key}"
        elif far > FLAK + HAIR:
            assert not self.flaks, "flak out of reach"

    def _done(self, state: Any) -> None:
        """The move of the last one is over: where he is, and whether all who had to have fired."""
        plane, self.mover = self.mover, None
        if plane is None or plane.out:
            return
        self.mover = plane
        if plane.type == "fighter":
            if self.stop is None:
                self._stopped(state)
            self._stop_over()
        else:
            assert not self.bombs or self.bombs == self.engines, "engines without their dice"
            self._bomber_done(state)
        self.mover = None
        lost = self.cut * (plane.damage - self.damage)
        end = after(self.start, self.path, self.total)
        if plane.type == "fighter" and self.attacks:
            hurt = self.hurt if spot(plane) != self.attacked_at else plane.damage - self.damage
            end = after(self.start, self.path, max(self.flown, self.total - self.cut * hurt))
        elif plane.type == "bomber" and lost:
            return  # flak on the way: `_bomb_run` and the tests look at that
        assert math.dist(end[:2], spot(plane)) < HAIR, f"{plane.key} ends at {spot(plane)}, not {end}"
        assert plane.heading == end[2] % 360

    def _bomber_done(self, state: Any) -> None:
        plane = self.mover
        for german in self.germans:
            wanted = {f"{gun} at {german.key}" for gun in self._must_fire(plane, german)}
            if not german.out:
                assert wanted <= self.fired, f"{plane.key}: {wanted - self.fired} did not fire"

    def _exits(self, state: Any) -> None:
        plane = self.mover
        if plane.type == "fighter" and self.stop is not None:
            self._stop_over()
        lost = self.cut * (plane.damage - self.damage)
        first = walk(self.path)[0]
        end = max(self.flown, self.total - lost)
        places = [after(self.start, self.path, n)[:2] for n in (min(first, end), end)]
        assert not all(self._on_table(*place, -HAIR) for place in places), f"{plane.key} left {self.path} and did not"
        self.exited, self.mover = True, None

    # ---- fire

    def _attack(self, state: Any, event: Any) -> None:
        plane, target = state.planes[event["who"]], state.planes[event["data"]["target"]]
        assert plane is self.mover, "attacks out of its move"
        self.attacks += 1
        assert self.attacks == 1, "attacks twice"
        assert target.side != plane.side
        assert not plane.out
        assert not target.out
        x, y = spot(plane)
        place = spot(target) if target.type == "fighter" else nearest(target, (x, y), self.nose)
        far, degrees = off(x, y, plane.heading, place)
        assert far <= REACH + HAIR, "out of reach"
        if self.rulings["S-A27"] == "centre":
            _, degrees = off(x, y, plane.heading, spot(target))
        assert degrees <= ARCS[self.rulings["S-A32"]] + DEGREE + math.degrees(HAIR / max(far, HAIR)) or far < HAIR, (
            "out of arc"
        )
        self._ahead(plane, target, event["data"]["ahead"])
        self.flown, self.attacked_at = self._flown(plane), spot(plane)
        self._stopped(state, target)

    def _ahead(self, plane: Any, target: Any, said: bool) -> None:
        direct = int(self.rulings["S-A12"])
        ends = target.type == "bomber" and self.rulings["S-A30"] == "ends"
        place = ahead(*spot(target), target.heading, self.nose if ends else 0)
        far, bearing = off(*place, target.heading, spot(plane))
        if far < 10 * HAIR:
            return
        faces = askew(plane.heading, target.heading + 180)
        hair = 0.5 + math.degrees(HAIR / far)
        if bearing > direct + hair or faces > direct:
            assert not said, "not dead ahead"
        elif bearing < direct - hair:
            assert said, "dead ahead"

    def _flown(self, plane: Any) -> float:
        """How much of its move has been flown, by where it is."""
        first, turn, second = walk(self.path)
        if not turn or plane.heading == self.start[2] % 360:
            flown = min(
                first, math.dist(spot(plane), self.start[:2])
            )  # it has not turned yet, whatever a place is rounded by
        else:
            flown = first + math.dist(spot(plane), after(self.start, self.path, first)[:2])
        assert flown <= first + second + HAIR
        assert math.dist(after(self.start, self.path, flown)[:2], spot(plane)) < HAIR, "off its path"
        if flown > first + HAIR:
            assert self._on_table(*after(self.start, self.path, first)[:2]), "fires after it has left the table"
        return flown

    def _fire(self, state: Any, event: Any) -> None:
        shooter, _, aim = event["who"].partition(" at ")
        target = state.planes[aim]
        if " " not in shooter:
            self._fighter_fires(state, shooter, target, event["column"])
            return
        key, gun = shooter.split()
        bomber = state.planes[key]
        assert not bomber.out
        assert not target.out
        assert target.type == "fighter"
        assert gun_bears(bomber, gun, target, 1, self.scale), f"{gun} does not bear"
        if self.mover is bomber:
            assert target.side == "german"
            account = f"{gun} at {aim}"
        else:
            assert target is self.mover, "a gun fires at one that has not stopped"
            if target.side == "american":
                assert state.alarmed, "friendly fire before the first attack"
                assert self.rulings["S-A18"] == "true", "friendly fire"
            if self.stop is None:
                self._stopped(state)
            account = shooter
        assert account not in self.fired, f"{event['who']} twice"
        self.fired.add(account)
        if self.rulings["S-A16"] == "all":
            return
        mates = {t.split()[-1] if self.mover is not bomber else t.split()[0] for t in self.fired
                 if (t.endswith(f" at {aim}") if self.mover is bomber else t.startswith(f"{key} "))}  # fmt: skip
        assert not (mates & {"nose", "tail"} and mates & {"left_waist", "right_waist"}), mates
        assert not {"tail", "top_turret"} <= mates

    def _fighter_fires(self, state: Any, shooter: str, target: Any, column: str) -> None:
        plane = state.planes[shooter]
        self.thrown[shooter] += 1
        assert self.thrown[shooter] == 1
        if plane is self.mover:
            assert self.attacks == 1
            assert column == "fighters" if target.type == "fighter" else column in ("fighter", "fighter_ahead")
        else:  # met head-on
            assert target is self.mover
            assert column == "fighters"
            assert askew(plane.heading, target.heading + 180) <= int(self.rulings["S-A12"])

    def _flak(self, state: Any) -> None:
        if self.mover.type == "fighter" and self.stop is None:
            self._stopped(state)
        self.flaks += 1
        assert self.flaks == 1, "flak twice"

    def _bomb(self, state: Any) -> None:
        """A pair of dice for each engine left after the flak, and none once the hits are in."""
        if not self.bombs:
            self.engines = 1 if self.rulings["S-A02"] == "single" else 4 - self.mover.damage
        self.bombs += 1
        assert self.runs == 1
        assert not self.mover.out
        assert self.bombs <= self.engines, "more dice than engines"
        if self.rulings["S-A23"] == "at_once":
            assert state.hits < state.needed, "bombs after the game is won"

    def _bomb_run(self, state: Any, who: str) -> None:
        plane = state.planes[who]
        assert plane is self.mover
        self.runs += 1
        assert self.runs == 1
        x, y = spot(plane)
        left, right, near, end = self.target
        for far in (self.nose, -self.nose):
            px, py = ahead(x, y, plane.heading, far)
            assert left - HAIR <= px <= right + HAIR, "not over the target"
            assert near - HAIR <= py <= end + HAIR, "not over the target"
        self._flown(plane)
        assert plane.damage < 4, "no engine runs"


def whole_numbers(thing: Any) -> None:
    """No float, wherever it stands."""
    assert not isinstance(thing, float), thing
    if isinstance(thing, dict):
        for part in thing.values():
            whole_numbers(part)
    elif isinstance(thing, (list, tuple)):
        for part in thing:
            whole_numbers(part)
