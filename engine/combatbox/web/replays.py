"""A replayed mission for the replay templates: its phases and steps, its player, and the legend of its drawings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from markupsafe import Markup

from combatbox.core.effects import Condition, Quantity
from combatbox.core.events import Event
from combatbox.core.narration import NarrationLine
from combatbox.core.phrases import anchor, signed, span, with_minus
from combatbox.core.scene import EventFollower, Frame, Scene
from combatbox.core.tables import Row, unique
from combatbox.core.tabletop import TableTop
from combatbox.library.book import Book
from combatbox.play import frames, scene_layout
from combatbox.play.narrate import narrate_events, narration_context
from combatbox.play.replay import Replay
from combatbox.web import tabletop
from combatbox.web.site_files import json_in_page
from combatbox.web.views import Link, Views


@dataclass(slots=True)
class Step:
    """A step of a mission: an event that the account tells.

    Attributes:
        event: the number of the event in the log.
        rule: the link to its rule, if the game has it.
        row: the link to its row, titled like the table; None if no table was rolled on or looked up.
        who: the man, gun or fighter for whom the roll is made.
        dice: the faces of the dice, with their colours; a colour is empty if the rules prescribe none.
        modifiers: the wording and the amount of each modifier.
        net: the net roll, if it is not the face of a single die.
        words: the text.
        departure: how the printed example differs; empty if it does not.
        n: the number of the step; the numbers of the log also count phases.
    """

    event: int
    rule: Link | None
    row: Link | None
    who: str
    dice: list[tuple[int, str]]
    modifiers: list[tuple[str, str]]
    net: str
    words: str
    departure: str = ""
    n: int = 0


@dataclass(slots=True)
class Phase:
    """A phase of a mission.

    Attributes:
        plate: a drawing of the moves, on a tabletop, of the turn that ends with this phase.
    """

    title: str
    text: str = ""
    steps: list[Step] = field(default_factory=list)
    plate: tabletop.Plate | None = None


class Player(NamedTuple):
    """The data of a replay player.

    Attributes:
        steps: the number of steps.
        final: the data of the last frame, which the page shows without its script.
        data: all frames, for the script.
        fields: the fields of fire of each plane, by its key.
        drawings: the names of the drawings of the planes.
        fighters: the types of the attacking fighters.
        arts: the names of the drawings of the models on the tabletop.
        board: the tabletop; None for planes in the air.
    """

    scene: Scene
    steps: int
    final: dict[str, Any]
    data: Markup
    fields: dict[str, Any]
    drawings: tuple[str, ...]
    fighters: list[str]
    arts: tuple[str, ...]
    board: dict[str, Any] | None
    legend: list[Mark]


class Account(NamedTuple):
    """A replayed mission as text, with its player if the game draws something."""

    id: str
    title: str
    intro: str
    phases: list[Phase]
    outcome: str
    player: Player | None


Narration = list[tuple[Event, list[NarrationLine]]]


@dataclass(slots=True)
class ReplayViews:
    """A builder of replay views for one page."""

    views: Views
    anchors: dict[str, set[str]] = field(default_factory=dict)
    counted: dict[str, Condition | Quantity] = field(default_factory=dict)

    def replay(self, flown: Replay, title: str = "") -> Account:
        """Return a replay with its phases, which are the steps of a script or the phases of the log."""
        narration = list(narrate_events(self.views.book, flown.journal.events))
        phases = self._by_script(flown, narration) if flown.script else self._by_log(narration)
        for number, step in enumerate((step for phase in phases for step in phase.steps), 1):
            step.n = number
        outcomes = [line.text for event, lines in narration[-6:] for line in lines if event["kind"] == "fact"]
        return Account(
            anchor(title or flown.title),
            title or flown.title,
            flown.script.intro if flown.script else "",
            phases,
            outcomes[-1] if outcomes else "",
            self._player(flown, phases),
        )

    def _player(self, flown: Replay, phases: list[Phase]) -> Player | None:
        """Return the data of the page's replay player; None if the game draws nothing."""
        scene = scene_of(self.views.book, flown)
        event_numbers = [step.event for phase in phases for step in phase.steps]
        if scene is None or not event_numbers:
            return None
        event_numbers[-1] = len(scene.frames)  # the last step shows the end of the mission
        if scene.top:
            _add_plates(scene, scene.top, phases)
        fighters = {attacker.type for frame in scene.frames for attacker in frame.attackers}
        return Player(
            scene,
            len(event_numbers),
            frames.frame_data(scene, len(scene.frames)),
            json_in_page(frames.changes(scene, event_numbers)),
            {plane.key: frames.fields(plane) for plane in scene.planes},
            drawings_of(scene),
            sorted(fighters),
            unique(model.art for model in scene.top.models) if scene.top else (),
            scene_layout.board(scene.top) if scene.top else None,
            legend(scene),
        )

    def _by_script(self, flown: Replay, narration: Narration) -> list[Phase]:
        assert flown.script
        phases = [Phase(step.title, with_minus(step.text)) for step in flown.script.steps]
        for event, lines in narration:
            if step := self._step(event, lines):
                phases[flown.steps[event["n"]]].steps.append(step)
        for step_model, phase in zip(flown.script.steps, phases, strict=True):
            if step_model.departs and phase.steps:
                phase.steps[-1].departure = with_minus(step_model.departs)
        return [phase for phase in phases if phase.steps]

    def _by_log(self, narration: Narration) -> list[Phase]:
        phases = [Phase("Before take-off")]
        for event, lines in narration:
            if event["kind"] == "phase" and lines:
                phases.append(Phase(lines[0].text))
            elif step := self._step(event, lines):
                phases[-1].steps.append(step)
        return [phase for phase in phases if phase.steps]

    def _step(self, event: Event, lines: list[NarrationLine]) -> Step | None:
        if event["kind"] == "phase" or not lines:
            return None
        first, rules = lines[0], self.views.book.rules
        rolled = event if event["kind"] == "roll" else None
        faces, modifiers = (rolled["dice"], rolled["modifiers"]) if rolled else ([], [])
        added_up = rolled is not None and len(faces) > 1 and self._sums(rolled["table"])
        colours = first.colours if len(first.colours) == len(faces) else [""] * len(faces)
        return Step(
            event["n"],
            self.views.rule_ref(event["rule"]) if event["rule"] in rules else None,
            self._row(self.views.book.rows()[event["row"]]) if "row" in event else None,
            first.who,
            list(zip(faces, colours, strict=True)),
            [(self._modifier(code), signed(add)) for code, add in modifiers],
            span([rolled["net"]]) if rolled and (added_up or modifiers) else "",
            " ".join(line.bare or line.text for line in lines),
        )

    def _sums(self, table_id: str) -> bool:
        """Return True if the dice of a table are added up, as those of nested tables are."""
        table = self.views.book.tables.get(table_id)
        return table is None or table.notation.reading == "sum"

    def _row(self, row: Row) -> Link:
        """Return the link to a row; to the table's page if the row is not printed there, such as a forced result."""
        link = self.views.table_ref(row.table)
        if row.table not in self.anchors:
            book = self.views.book
            self.anchors[row.table] = {printed.anchor for printed in book.view(book.tables[row.table]).rows}
        name = anchor(row.line)
        return link._replace(url=f"{link.url}#{name}") if name in self.anchors[row.table] else link

    def _modifier(self, code: str) -> str:
        """Return the wording of a modifier's condition or quantity, by its code."""
        book = self.views.book
        if not self.counted:
            for modifier in (modifier for table in book.tables.values() for modifier in table.modifiers):
                for part in (modifier.when, modifier.add, modifier.times):
                    if part and not isinstance(part, int):
                        self.counted.setdefault(part.code, part)
        term = self.counted.get(code)
        return term.words(book.say) if term else code.replace("_", " ")


def scene_of(book: Book, flown: Replay) -> Scene | None:
    """Return the scene of a replayed mission; None if the game draws nothing."""
    if book.game.show is None:
        return None
    events, rulings = flown.journal.events, flown.journal.header["rulings"]
    return EventFollower(book.game.show, narration_context(book), book.rulebook(rulings)).scene(events)


def drawings_of(scene: Scene) -> tuple[str, ...]:
    """Return the names of the drawings of the planes in a scene, from above and from the side, each once."""
    arts = [plane.art for plane in scene.planes]
    return unique(name for one in arts for name in (one.plan, one.plan_marks, one.side, one.side_marks))


def _add_plates(scene: Scene, top: TableTop, phases: list[Phase]) -> None:
    """Add a drawing of the moves of each turn to the phase with which the turn ends."""
    first_frame = 0
    for phase, after in zip(phases, [*phases[1:], None], strict=True):
        last = phase.steps[-1].event if after else len(scene.frames)
        if not after or scene.frames[after.steps[0].event - 1].stop != scene.frames[last - 1].stop:
            phase.plate = tabletop.plate(top, [frame.sight for frame in scene.frames[first_frame:last]])
            first_frame = last


# ---- the legend: symbols use the style rules of the player, so that both always look alike


class Mark(NamedTuple):
    """A symbol in a drawing: the name of its template (`kind`), its state, and its meaning."""

    kind: str
    state: str
    words: str


PARTS: Mapping[str, Mapping[str, str]] = {
    "crew": {
        "light": "lightly wounded",
        "frost": "frostbitten",
        "serious": "out of action",
        "dead": "dead",
        "empty": "seat empty",
    },
    "engine": {"out": "engine out", "leaks": "engine leaks oil", "burning": "engine on fire"},
    "gun": {
        "fires": "gun fires",
        "out": "gun out",
        "gone": "gun not aboard",
        "jammed": "gun jammed",
        "empty": "out of ammunition",
    },
    "tank": {"leaks": "tank leaks"},
    "fuselage": {"lost": "bomber lost"},
}
"""The meaning of each state of a part, by the prefix of the part's id."""

FIGHTERS = {
    "": "fighter",
    "hurt": "damaged fighter",
    "hits": "fighter that hits you",
    "leaves": "fighter that leaves",
    "down": "fighter shot down",
}

SHOTS = {
    (True, True): "your fire, a hit",
    (True, False): "your fire, a miss",
    (False, True): "its fire, a hit",
    (False, False): "its fire, a miss",
}
"""The meaning of a line of fire, by two booleans: True if the player fired, and True if the shot hit."""

TOP = {
    "way": "flown in this step",
    "rest": "where the move would end",
    "hit": "fire that hits",
    "miss": "fire that misses",
    "smoke": "a point of damage each",
    "coin": "above or below the bombers",
    "down": "shot down",
}
"""The meaning of each mark on a tabletop."""


def legend(scene: Scene) -> list[Mark]:
    """Return the symbols that occur in a replay, each once, in the order of the lists above."""
    used = {mark for frame in scene.frames for mark in _marks(frame)}
    return [mark for mark in _all_marks() if mark[:2] in used]


def _all_marks() -> Iterator[Mark]:
    yield Mark("hits", "", "shell hits in this part")
    states = {**PARTS, "fighter": FIGHTERS, "shot": {_shot(*key): words for key, words in SHOTS.items()}, "top": TOP}
    yield from (Mark(kind, state, words) for kind, known in states.items() for state, words in known.items())


def _shot(ours: bool, hit: bool) -> str:
    """Return the classes of a line of fire, as the state of its mark."""
    return f"{'' if ours else ' cb-shot--theirs'}{' cb-shot--hit' if hit else ''}"


def _marks(frame: Frame) -> Iterator[tuple[str, str]]:
    """Yield the kind and state of every mark of a frame, with repetitions."""
    if any(frame.hits.values()):
        yield "hits", ""
    yield from ((part.partition("-")[0], state) for (_plane, part), state in frame.parts.items())
    yield from (("fighter", stand.state) for stand in frame.attackers)
    yield from (("shot", _shot(shot.ours, shot.hit)) for shot in frame.shots)
    for way in frame.sight.ways:
        yield from (("top", state) for state in ("way", *(["rest"] if way.mark else [])))
    yield from (("top", "hit" if aim.hit else "miss") for aim in frame.sight.aims)
    for stand in frame.sight.stands.values():
        occurs = {"smoke": stand.smoke, "coin": stand.coin, "down": stand.state == "down"}
        yield from (("top", state) for state, is_marked in occurs.items() if is_marked)
