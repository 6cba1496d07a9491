"""The replay of a mission as the German player sees it (section 21).

It shows the bomber from outside, the fighters, and visible damage. Each frame omits what is secret: crew, guns,
supplies, and hits that the German player cannot see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from combatbox.bomber.board import part_words
from combatbox.bomber.enums import BomberNarration, BomberRulebook
from combatbox.bomber.parts import parts_of
from combatbox.bomber.scene import BomberWatcher, ChartSheet, engine_entries, zone_tracks
from combatbox.bomber.story import broken
from combatbox.core.events import Event
from combatbox.core.log_state import changes_of
from combatbox.core.scene import Entry, Frame, Lines, Panel, Scene
from combatbox.core.table_views import capital, plural

NOTES = ("turn", "altitude", "formation", "weather", "cover")
"""The entries about the bomber's flight that the German player can see."""

ENGINE_FIELDS = ("out", "burning", "stop_by")
"""The fields of an engine that stand for visible damage."""


class OutsideWatcher(BomberWatcher):
    """A builder of replay frames that show only what is visible from outside the bomber."""

    def __init__(self, words: BomberNarration, book: BomberRulebook, is_seen: Callable[[Event], bool]) -> None:
        super().__init__(words, book, lambda: ChartSheet(book))
        self.is_seen = is_seen
        self.seen_hit_lines: list[str] = []
        self.seen_damage: list[str] = []
        self.lists += [self.seen_hit_lines, self.seen_damage]
        self.reached = self.far

    def _begin(self) -> None:
        super()._begin()
        self.seen_hits: dict[tuple[str, str], int] = {}
        self.is_target_known = False

    def take(self, event: Event) -> Frame:
        """Process an event and return the frame after it."""
        whole = super().take(event)
        zone = int(self.state.get("zone") or 0)
        self.reached = max(self.reached, zone)
        self.is_target_known |= bool(zone) and zone == self.state.get("target_zone")
        struck = whole.struck if self.is_seen(event) else []
        for place in struck:
            self.seen_hits[place] = self.seen_hits.get(place, 0) + 1
        self.seen_hit_lines += self.hit_lines[len(self.hit_lines) - len(struck) :]
        self.seen_damage += self._damage(event)
        shown = {
            *self.drawing.tanks.values(),
            *(entry.key.replace("/", "-") for entry in engine_entries(self.words.const)),
        }
        return Frame(
            stop=whole.stop,
            parts={(plane, part): state for (plane, part), state in whole.parts.items() if part in shown},
            hits=dict(self.seen_hits),
            attackers=whole.attackers,
            shots=[shot for shot in whole.shots if not shot.ours and (struck or not shot.part)],
            struck=struck,
            notes=dict(self._outside_notes(whole)),
            lines={"hits": len(self.seen_hit_lines), "damage": len(self.seen_damage)},
            coming=whole.coming,
        )

    def _outside_notes(self, whole: Frame) -> Iterator[tuple[str, str]]:
        yield from ((key, whole.notes[key]) for key in NOTES)
        for entry in engine_entries(self.words.const):
            yield entry.key, whole.notes.get(entry.key, "runs").partition(",")[0]
        leaks = ", ".join(self.words.say(tank) for tank in self.state.get("leaking_tanks", []))
        yield "fuel", f"leaks: {leaks}" if leaks else "no leak"

    def _damage(self, event: Event) -> Iterator[str]:
        """Yield a text for each item of visible damage that an event has caused."""
        parts, const = parts_of(self.words.const), self.words.const
        for steps, old, new in changes_of(event):
            match steps:
                case ("plane", name) if name in parts and parts[name].shows(new, const):
                    yield capital(part_words(parts[name], new, self.words))
                case ("engines", _, field) if new and field in ENGINE_FIELDS:
                    yield from map(capital, broken(steps, old, new, self.words))
                case ("leaking_tanks",) if new:
                    yield from map(capital, broken(steps, old, new, self.words))

    def scene(self, frames: tuple[Frame, ...]) -> Scene:
        """Return the complete replay for the German player, with its frames."""
        words, home = self.words, self.words.const.home_zone
        (plane,) = super().scene(frames).planes
        zones = [Entry(str(zone), str(zone or "")) for zone in range(home, self.reached + 1)]
        end = self.state if self.is_target_known else {**self.state, "target_zone": None}
        return Scene(
            planes=(replace(plane, own=False, named={}, details={}, men={}),),
            tracks=zone_tracks(zones, end, words),
            panels=(
                Panel("Engines and fuel", (*engine_entries(words.const), Entry("fuel", "fuel"))),
                Panel("Flight", tuple(Entry(key, key) for key in NOTES)),
            ),
            sheet="What shows from outside",
            grids=(),
            lists=(
                Lines("hits", "Shell hits", tuple(self.seen_hit_lines)),
                Lines("damage", "Damage that shows", tuple(self.seen_damage)),
            ),
            facts=(
                plural(self.state.get("turn", 0), "turn"),
                f"{plural(self.destroyed, 'fighter')} shot down" if self.destroyed else "no fighter shot down",
            ),
            frames=frames,
        )
