"""A replayed mission as phases and steps for the replay templates."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup

from combatbox.core.effects import Condition, Quantity
from combatbox.core.events import Event
from combatbox.core.narration import NarrationLine
from combatbox.core.phrases import signed
from combatbox.core.scene import EventFollower, Scene
from combatbox.core.table_views import anchor, span, with_minus
from combatbox.core.tables import Row
from combatbox.library.book import Book
from combatbox.play import frames
from combatbox.play.narrate import narrate_events, narration_context
from combatbox.play.replay import Replay
from combatbox.web import art, tabletop
from combatbox.web.legend import legend
from combatbox.web.views import Views


@dataclass(slots=True)
class ReplayViews:
    """A builder of replay views for one page."""

    views: Views
    anchors: dict[str, set[str]] = field(default_factory=dict)
    counted: dict[str, Condition | Quantity] = field(default_factory=dict)

    def replay(self, flown: Replay, title: str = "") -> SimpleNamespace:
        """Return a replay with its phases, which are the steps of a script or the phases of the log."""
        narration = list(narrate_events(self.views.book, flown.journal.events))
        phases = self._by_script(flown, narration) if flown.script else self._by_log(narration)
        for number, step in enumerate((step for phase in phases for step in phase.steps), 1):
            step.n = number
        script = flown.script
        return SimpleNamespace(
            id=anchor(title or flown.title),
            title=title or flown.title,
            description="",
            intro=script.intro if script else "",
            phases=phases,
            outcome=self._outcome(narration),
            departures=[s for phase in phases for s in phase.steps if s.departure],
            downloads=[],
            papers=[],
            url="",
            player=self._player(flown, phases),
        )

    def _player(self, flown: Replay, phases: list[SimpleNamespace]) -> SimpleNamespace | None:
        """Return the data of the page's replay player; None if the game draws nothing."""
        scene = scene_of(self.views.book, flown)
        event_numbers = [step.event for phase in phases for step in phase.steps]
        if scene is None or not event_numbers:
            return None
        event_numbers[-1] = len(scene.frames)  # the last step shows the end of the mission
        final = frames.frame_data(scene, len(scene.frames))
        arts = [plane.art for plane in scene.planes]
        drawings = list(dict.fromkeys(n for one in arts for n in (one.plan, one.plan_marks, one.side, one.side_marks)))
        return SimpleNamespace(
            scene=scene,
            steps=len(event_numbers),
            jumps=[SimpleNamespace(n=phase.steps[0].n, title=phase.title) for phase in phases],
            notes=final["n"],
            boxes=final["b"],
            data=Markup(frames.encode(scene, event_numbers)),
            fields={plane.key: frames.fields(plane) for plane in scene.planes},
            inside={name: art.embed_drawing(name) for name in drawings},
            fighters={name: art.outline(f"{name}-plan") for name in _types(scene)},
            styles=art.styles(*drawings),
            top=self._top(scene, phases),
            legend=legend(scene),
        )

    @staticmethod
    def _top(scene: Scene, phases: list[SimpleNamespace]) -> SimpleNamespace | None:
        """Return the tabletop of a scene, and add a drawing of the moves to the account at every stop (a turn)."""
        if scene.top is None:
            return None
        first_frame = 0
        for phase, after in zip(phases, [*phases[1:], None], strict=True):
            last = phase.steps[-1].event if after else len(scene.frames)
            if not after or scene.frames[after.steps[0].event - 1].stop != scene.frames[last - 1].stop:
                phase.plate = tabletop.plate(scene.top, [frame.sight for frame in scene.frames[first_frame:last]])
                first_frame = last
        return SimpleNamespace(
            board=tabletop.board(scene.top), shapes=tabletop.shapes(model.art for model in scene.top.models)
        )

    def _by_script(self, flown: Replay, narration: list[tuple[Event, list[NarrationLine]]]) -> list[SimpleNamespace]:
        assert flown.script
        phases = [
            SimpleNamespace(title=step.title, text=with_minus(step.text), steps=[], plate=None)
            for step in flown.script.steps
        ]
        for event, lines in narration:
            step = self._step(event, lines)
            if step:
                phases[flown.steps[event["n"]]].steps.append(step)
        for step_model, phase in zip(flown.script.steps, phases, strict=True):
            if step_model.departs and phase.steps:
                phase.steps[-1].departure = with_minus(step_model.departs)
        return [phase for phase in phases if phase.steps]

    def _by_log(self, narration: list[tuple[Event, list[NarrationLine]]]) -> list[SimpleNamespace]:
        phases: list[SimpleNamespace] = []
        for event, lines in narration:
            if event["kind"] == "phase":
                if lines:
                    phases.append(SimpleNamespace(title=lines[0].text, text="", steps=[], plate=None))
                continue
            step = self._step(event, lines)
            if step:
                if not phases:
                    phases.append(SimpleNamespace(title="Before take-off", text="", steps=[], plate=None))
                phases[-1].steps.append(step)
        return [phase for phase in phases if phase.steps]

    def _step(self, event: Event, lines: list[NarrationLine]) -> SimpleNamespace | None:
        if event["kind"] == "phase" or not lines:
            return None
        views = self.views
        row = self.views.book.rows()[event["row"]] if "row" in event else None
        table = row.table if row else ""
        rolled = event if event["kind"] == "roll" else None
        modifiers = rolled["modifiers"] if rolled else []
        added_up = rolled is not None and len(rolled["dice"]) > 1 and self._sums(rolled["table"])
        return SimpleNamespace(
            n=0,  # numbered later: the log's own numbers count phases too
            event=event["n"],
            rule=views.rule_ref(event["rule"]) if event["rule"] in views.book.rules else None,
            table=views.table_ref(table) if table else None,
            row_url=self._row_url(row) if row else "",
            who=lines[0].who,
            dice=_dice(lines[0], rolled["dice"]) if rolled else [],
            modifiers=[SimpleNamespace(words=self._modifier(code), amount=signed(add)) for code, add in modifiers],
            net=span([rolled["net"]]) if rolled and (added_up or modifiers) else None,
            words=" ".join(line.bare or line.text for line in lines),
            effects=[],
            departure=None,
        )

    def _sums(self, table_id: str) -> bool:
        """Return True if the dice of a table are added up, as those of nested tables are."""
        table = self.views.book.tables.get(table_id)
        return table is None or table.notation.reading == "sum"

    def _row_url(self, row: Row) -> str:
        """Return the link to a row; to the table's page if the row is not printed there, such as a forced result."""
        table = row.table
        if table not in self.anchors:
            book = self.views.book
            self.anchors[table] = {printed.anchor for printed in book.view(book.tables[table]).rows}
        name, page = anchor(row.line), self.views.places.table(self.views.book, table)
        return self.views.url(f"{page}#{name}" if name in self.anchors[table] else page)

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

    def _outcome(self, narration: list[tuple[Event, list[NarrationLine]]]) -> str:
        outcomes = [line.text for event, lines in narration[-6:] for line in lines if event["kind"] == "fact"]
        return outcomes[-1] if outcomes else ""


def scene_of(book: Book, flown: Replay) -> Scene | None:
    """Return the scene of a replayed mission; None if the game draws nothing."""
    if book.game.show is None:
        return None
    events, rulings = flown.journal.events, flown.journal.header["rulings"]
    return EventFollower(book.game.show, narration_context(book), book.rulebook(rulings)).scene(events)


def _types(scene: Scene) -> list[str]:
    """Return the types of attacking fighters, without repetitions."""
    return sorted({attacker.type for frame in scene.frames for attacker in frame.attackers})


def _dice(line: NarrationLine, faces: list[int]) -> list[Any]:
    """Return the dice of a step as faces, with colours if the rules prescribe them."""
    if len(line.colours) != len(faces):
        return list(faces)
    return [SimpleNamespace(face=face, colour=colour) for face, colour in zip(faces, line.colours, strict=True)]
