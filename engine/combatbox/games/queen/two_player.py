"""Two-player rules (section 21): who rolls, and what the German player can see.

He also has a replay of his own: the bomber from outside, the fighters, and visible damage. Each frame omits what is
secret: crew, guns, supplies, and hits that he cannot see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from combatbox.bomber.board import (
    WIDTH,
    attacked,
    attackers_lines,
    below,
    hull,
    notes_lines,
    outer_damage,
    part_words,
    surroundings,
)
from combatbox.bomber.constants import PlanePart
from combatbox.bomber.enums import BomberNarration, BomberRulebook
from combatbox.bomber.scene import BomberSceneBuilder, ChartSheet, engine_entries, zone_tracks
from combatbox.bomber.story import State, broken, worded
from combatbox.core.board import Opponent, RestrictedView, Seat
from combatbox.core.effects import VocabularyTerm
from combatbox.core.events import Event
from combatbox.core.log_state import changes_of, effects_of
from combatbox.core.narration import NarrationLine
from combatbox.core.phrases import plural
from combatbox.core.scene import Entry, Frame, Lines, Panel, Scene
from combatbox.core.styled_text import Styled, joined, wrapped
from combatbox.core.table_views import capital
from combatbox.games.queen.constants import QueenFlight, QueenNarration, QueenRulebook

GERMAN = "German player"
BOMBER = "bomber's player"

GERMAN_ROLLS = frozenset(("B-1", "B-2", "B-3", "B-4", "B-5", "B-6", "M-3", "M-6", "O-2", "O-3", "O-4", "O-5"))
"""The tables on which the German player rolls.

The bomber's player rolls on all other tables (Q-R70).
"""

HIS_FIGHTERS = frozenset(("M-2", "M-2-SUM"))
"""Tables on which the bomber's player decides the fate of a fighter."""

SEEN = frozenset(
    (
        "burst_inside",
        "engine_fire",
        "engine_out",
        "propeller_feathered",
        "propeller_unfeathered",
        "fuel_fire",
        "fuel_leak",
        "oil_leak",
        "oxygen_fire",
    )
)
"""Effects visible from outside, in addition to damage of visible parts.

All other damage is secret.
"""

ENGINE_FIRE = "damage.engine_fire"
"""The place in the order of play at which an engine fire is fought; the German player sees it go out."""

SEEN_FACTS = frozenset(("leaves_formation", "descends", "climbs", "engine_stopped", "no_engine", "engines_out"))
FIGHTER_FACTS = frozenset(("position_chosen", "driven_off", "left", "wave_over"))


def who_rolls(table: str, rulings: Mapping[str, str]) -> str:
    """Return the player who rolls on a table, for the prompt.

    The result is empty if there is no second player (Q-X4).
    """
    if rulings["Q-X4"] != "on":
        return ""
    return GERMAN if table in GERMAN_ROLLS else BOMBER


def visible_to_german(events: Iterable[Event], words: QueenNarration) -> Iterator[Event]:
    """Yield the events that the German player can see.

    These are the phases, his rolls and choices, events of his fighters, and damage visible from outside. Of the debriefing
    he sees everything.
    """
    parts = {f"plane.{name}": part for name, part in words.const.all_parts.items()}
    for event in events:
        if event["kind"] == "phase" or event.get("place", "").startswith("debriefing"):
            yield event
        elif event["kind"] == "choice":
            if event["who"] == "german":
                yield event
        elif event["kind"] == "fact":
            if event["name"] in SEEN_FACTS or event["name"] in FIGHTER_FACTS:
                yield event
        else:
            effects = [effect.name for effect in effects_of(event, words.rows)]
            table = words.rows[event["row"]].table
            is_his = table in GERMAN_ROLLS | HIS_FIGHTERS
            if (
                is_his
                or any(name in SEEN for name in effects)
                or (table == words.places[ENGINE_FIRE].table and "fire_out" in effects)
                or (event["kind"] == "roll" and _shows(event, parts))
            ):
                yield event


def _shows(event: Event, parts: Mapping[str, PlanePart]) -> bool:
    """Return True if an event damages a part in a way that can be seen from outside."""
    return any(new and path in parts and parts[path].shows(new) for path, _old, new in event["changes"])


def after_action(events: Sequence[Event], words: QueenNarration) -> Iterator[NarrationLine]:
    """Yield the line with which the German player's account of a finished mission ends: hits and losses."""
    tables = (words.const.wing_table, *(facts.table for facts in words.const.compartments.values()))
    flown, over = Counter[str](), False
    for event in events:
        if event["place"] == "mission.start":
            flown.clear()
        over = event["place"] == "debriefing.result" or (over and event["place"] != "mission.start")
        flown["shell"] += event["kind"] == "roll" and event["table"] in tables
        flown["fighter"] += sum(steps[-1] == "kills" and old is not None for steps, old, _ in changes_of(event))
    if over:
        shells, fighters = (plural(flown[what], what) for what in ("shell", "fighter"))
        yield NarrationLine(1, f"{shells} struck her; {fighters} shot down.")


# ---- wording


def visible_text(event: Event, state: State, words: QueenNarration) -> NarrationLine | None:
    """Describe only those effects of a hit that are visible from outside.

    The text names the engine or tank that is hit, but not how long it still lasts or what is damaged inside. It omits
    the dice, because they would reveal the rest. The result is None if the usual text for the hit reveals no secret.

    Args:
        event: the event.
        state: the flat state after the event.
        words: the names and vocabulary of the game.
    """
    if event["kind"] != "roll":
        return None
    components = [component for effect in effects_of(event, words.rows) for component in effect.components()]
    shown = [text for component in components if (text := _outside_of(component, state, words))]
    if not shown:
        return None
    line = worded(event, "; ".join(shown), state, words)
    return replace(line, text=line.bare, dice=(), net=None)


def _outside_of(piece: VocabularyTerm, state: State, words: QueenNarration) -> str:
    """Return the part of an effect that is visible from outside.

    The result is empty if the effect is not visible, or if the text of the row can be shown as it is.
    """
    engine, seen = f"engine {state.get('engine')}", ""
    match piece.name:
        case "fuel_leak":
            seen = f"{words.say(state['side'])} {piece['tank']} tank leaks"
        case "oil_leak":
            seen = f"{engine} leaks oil"
        case "oxygen_fire":
            seen = "oxygen burns"
        case "engine_fire":
            seen = f"{engine} is on fire"
        case "engine_out":
            seen = f"{engine} is out"
        case "propeller":
            seen = f"{engine}'s propeller is {'' if piece['how'] == 'feathered' else 'not '}feathered"
        case "fire_out":
            seen = "the fire is out"
    return seen


# ---- the view from outside


def german_view(flight: QueenFlight, words: QueenNarration, width: int = WIDTH, drawn: bool = True) -> list[Styled]:
    """Return the view from outside: the bomber, the fighters and visible damage.

    The fighters are listed as text if the drawing does not fit into the columns or is left out. The guns are not shown.

    Args:
        flight: the flight.
        words: the names and vocabulary of the game.
        width: the number of columns to use, at most `WIDTH`.
        drawn: False to leave out the drawing of the bomber.
    """
    state, width = flight.state, min(width, WIDTH)
    drawing = attacked(hull(state, words), state, words, width) if drawn else []
    return [
        *_outside(flight, words, width),
        *(drawing or attackers_lines(state, words, width)),
        *notes_lines("Damage that shows", outer_damage(flight, words, inside=False), width),
    ]


def _outside(flight: QueenFlight, words: QueenNarration, width: int) -> list[Styled]:
    """Return lines on the bomber's zone, formation and weather, and on the target once the bomber has reached it."""
    state, say = flight.state, words.say
    there = f", {say(state.orders.city)}" if state.at_target else ""
    bound = "outward bound" if state.track.leg == "out" else "homeward bound"
    where = f"{state.bomber}   turn {state.track.turn}   zone {state.track.zone}{there}, {bound}"
    sky, place, air = surroundings(state, say)
    return [
        *wrapped(f"{where}{below(flight, words)}", width),
        *wrapped(joined("; ", [*sky, *place, *air]), width - 1),
    ]


def show_outside(words: QueenNarration, book: QueenRulebook) -> OutsideSceneBuilder:
    """Return a scene builder that shows a mission as the German player sees it."""

    def is_seen(event: Event) -> bool:
        known = event["kind"] not in ("roll", "consult") or event["row"] in words.rows
        return known and any(visible_to_german([event], words))

    return OutsideSceneBuilder(words, book, is_seen)


OPPONENT = Opponent(
    "german", GERMAN, RestrictedView(german_view, visible_to_german, show_outside, visible_text, after_action)
)
"""The German player, as shown by `combatbox play queen`."""

SEATS = (
    Seat("bomber", "The bomber", {"two_player": "off"}),
    Seat("both", "The bomber, and a second player the Germans", {"two_player": "on"}, is_for_two=True),
)


# ---- the replay from outside

NOTES = ("turn", "altitude", "formation", "weather", "cover")
"""The entries about the bomber's flight that the German player can see."""

ENGINE_FIELDS = ("out", "burning", "stop_by")
"""The fields of an engine that stand for visible damage."""


class OutsideSceneBuilder(BomberSceneBuilder):
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
        parts = self.words.const.all_parts
        for steps, old, new in changes_of(event):
            match steps:
                case ("plane", name) if name in parts and parts[name].shows(new):
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
