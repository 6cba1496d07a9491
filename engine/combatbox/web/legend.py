"""The legend of a replay's drawings: every symbol that occurs in the replay, with its meaning.

Symbols in the legend use the same style rules as the replay player, so that both always look alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from combatbox.core.scene import Frame, Scene


@dataclass(frozen=True, slots=True)
class Mark:
    """A symbol in a drawing: the name of its template (`kind`), its state, and its meaning."""

    kind: str
    state: str
    words: str


PARTS: Mapping[str, Mapping[str, str]] = {
    "crew": {
        "light": "lightly wounded", "frost": "frostbitten", "serious": "out of action", "dead": "dead",
        "empty": "seat empty",
    },
    "engine": {"out": "engine out", "leaks": "engine leaks oil", "burning": "engine on fire"},
    "gun": {"fires": "gun fires", "out": "gun out", "gone": "gun not aboard", "jammed": "gun jammed", "empty": "out of ammunition"},
    "tank": {"leaks": "tank leaks"},
    "fuselage": {"lost": "bomber lost"},
}  # fmt: skip
"""The meaning of each state of a part, by the prefix of the part's id."""

FIGHTERS = {"": "fighter", "hurt": "damaged fighter", "hits": "fighter that hits you", "leaves": "fighter that leaves",
            "down": "fighter shot down"}  # fmt: skip

SHOTS = {(True, True): "your fire, a hit", (True, False): "your fire, a miss", (False, True): "its fire, a hit",
         (False, False): "its fire, a miss"}  # fmt: skip
"""The meaning of a line of fire, by two booleans: True if the player fired, and True if the shot hit."""

TOP = {"way": "flown in this step", "rest": "where the move would end", "hit": "fire that hits", "miss": "fire that misses",
       "smoke": "a point of damage each", "coin": "above or below the bombers", "down": "shot down"}  # fmt: skip
"""The meaning of each mark on a tabletop."""


def legend(scene: Scene) -> list[Mark]:
    """Return the symbols that occur in a replay, each once, in the order of the lists in this module."""
    used = {mark for frame in scene.frames for mark in _marks(frame)}
    return [mark for mark in _all() if mark in used]


def _all() -> Iterator[Mark]:
    yield Mark("hits", "", "shell hits in this part")
    for kind, states in PARTS.items():
        yield from (Mark(kind, state, words) for state, words in states.items())
    yield from (Mark("fighter", state, words) for state, words in FIGHTERS.items())
    yield from (_shot(ours, hit) for ours, hit in SHOTS)
    yield from (Mark("top", state, words) for state, words in TOP.items())


def _shot(ours: bool, hit: bool) -> Mark:
    state = f"{'' if ours else ' cb-shot--theirs'}{' cb-shot--hit' if hit else ''}"
    return Mark("shot", state, SHOTS[ours, hit])


def _marks(frame: Frame) -> Iterator[Mark]:
    """Yield every mark of a frame, with repetitions."""
    if any(frame.hits.values()):
        yield Mark("hits", "", "shell hits in this part")
    for (_plane, part), state in frame.parts.items():
        kind = part.partition("-")[0]
        if state in PARTS.get(kind, {}):
            yield Mark(kind, state, PARTS[kind][state])
    yield from (Mark("fighter", stand.state, FIGHTERS[stand.state]) for stand in frame.attackers)
    yield from (_shot(shot.ours, shot.hit) for shot in frame.shots)
    sight = frame.sight
    occurrences = {
        "way": sight.ways, "rest": [way for way in sight.ways if way.mark], "hit": [aim for aim in sight.aims if aim.hit],
        "miss": [aim for aim in sight.aims if not aim.hit], "smoke": [stand for stand in sight.stands.values() if stand.smoke],
        "coin": [stand for stand in sight.stands.values() if stand.coin],
        "down": [stand for stand in sight.stands.values() if stand.state == "down"],
    }  # fmt: skip
    yield from (Mark("top", state, words) for state, words in TOP.items() if occurrences[state])
