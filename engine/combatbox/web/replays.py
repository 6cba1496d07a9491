"""A flown mission as phases and steps for the replay templates."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup

from combatbox.core.effects import Condition, Quantity
from combatbox.core.events import Event
from combatbox.core.game import NarrationLine
from combatbox.core.phrases import signed
from combatbox.core.scene import EventFollower, Scene
from combatbox.core.table_views import anchor, span, with_minus
from combatbox.core.tables import Row
from combatbox.library.book import Book
from combatbox.play import frames
from combatbox.play.narrate import narrate_events, words_of
from combatbox.play.replay import Replay
from combatbox.web import art, tabletop
from combatbox.web.legend import legend
from combatbox.web.views import Views


@dataclass(slots=True)
class ReplayViews:
    """Makes replay views for one page."""

    views: Views
    anchors: dict[str, set[str]] = field(default_factory=dict)
    counted: dict[str, Condition | Quantity] = field(default_factory=dict)

    def replay(self, flown: Replay, title: str = "") -> SimpleNamespace:
        """A replay with its phases: the steps of a script, or the phases that the log tells of."""
        told = list(narrate_events(self.views.book, flown.journal.events))
        phases = self._by_script(flown, told) if flown.script else self._by_log(told)
        for number, step in enumerate((step for phase in phases for step in phase.steps), 1):
            step.n = number
        script = flown.script
        return SimpleNamespace(
            id=anchor(title or flown.title),
            title=title or flown.title,
            description="",
            intro=script.intro if script else "",
            phases=phases,
            outcome=self._outcome(told),
            departures=[s for phase in phases for s in phase.steps if s.departure],
            downloads=[],
            papers=[],
            url="",
            player=self._player(flown, phases),
        )

    def _player(self, flown: Replay, phases: list[SimpleNamespace]) -> SimpleNamespace | None:
        """What the player on the page shows, for a game that has something to show."""
        scene = scene_of(self.views.book, flown)
        shown = [step.event for phase in phases for step in phase.steps]
        if scene is None or not shown:
            return None
        shown[-1] = len(scene.frames)  # the last step shows how it all ended
        final = frames.spread(scene, len(scene.frames))
        arts = [plane.art for plane in scene.planes]
        drawings = list(dict.fromkeys(n for one in arts for n in (one.plan, one.plan_marks, one.side, one.side_marks)))
        return SimpleNamespace(
            scene=scene,
            steps=len(shown),
            jumps=[SimpleNamespace(n=phase.steps[0].n, title=phase.title) for phase in phases],
            notes=final["n"],
            boxes=final["b"],
            data=Markup(frames.encode(scene, shown)),
            fields={plane.key: frames.fields(plane) for plane in scene.planes},
            inside={name: art.inside(name) for name in drawings},
            fighters={name: art.outline(f"{name}-plan") for name in _types(scene)},
            styles=art.styles(*drawings),
            top=self._top(scene, phases),
            legend=legend(scene),
        )

    @staticmethod
    def _top(scene: Scene, phases: list[SimpleNamespace]) -> SimpleNamespace | None:
        """The table top of a scene, with a plate in the account for every stop on the way: a turn, it may be."""
        if scene.top is None:
            return None
        begun = 0
        for phase, after in zip(phases, [*phases[1:], None], strict=True):
            last = phase.steps[-1].event if after else len(scene.frames)
            if not after or scene.frames[after.steps[0].event - 1].stop != scene.frames[last - 1].stop:
                phase.plate = tabletop.plate(scene.top, [frame.sight for frame in scene.frames[begun:last]])
                begun = last
        return SimpleNamespace(
            board=tabletop.board(scene.top), shapes=tabletop.shapes(model.art for model in scene.top.models)
        )

    def _by_script(self, flown: Replay, told: list[tuple[Event, list[NarrationLine]]]) -> list[SimpleNamespace]:
        assert flown.script
        phases = [
            SimpleNamespace(title=step.title, text=with_minus(step.text), steps=[], plate=None)
            for step in flown.script.steps
        ]
        for event, lines in told:
            step = self._step(event, lines)
            if step:
                phases[flown.steps[event["n"]]].steps.append(step)
        for step_model, phase in zip(flown.script.steps, phases, strict=True):
            if step_model.departs and phase.steps:
                phase.steps[-1].departure = with_minus(step_model.departs)
        return [phase for phase in phases if phase.steps]

    def _by_log(self, told: list[tuple[Event, list[NarrationLine]]]) -> list[SimpleNamespace]:
        phases: list[SimpleNamespace] = []
        for event, lines in told:
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
            n=0,  # numbered once all steps are known: the log's own numbers count phases too
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
        """Whether the dice of a table are added up; nested tables have ids with a slash, and are."""
        table = self.views.book.tables.get(table_id)
        return table is None or table.notation.reading == "sum"

    def _row_url(self, row: Row) -> str:
        """The row on its table's page; what is no row there, such as a forced result, is on the page."""
        table = row.table
        if table not in self.anchors:
            book = self.views.book
            self.anchors[table] = {shown.anchor for shown in book.view(book.tables[table]).rows}
        name, page = anchor(row.line), self.views.places.table(self.views.book, table)
        return self.views.url(f"{page}#{name}" if name in self.anchors[table] else page)

    def _modifier(self, code: str) -> str:
        """A modifier's condition or quantity in words, found by its code among the tables."""
        book = self.views.book
        if not self.counted:
            for modifier in (modifier for table in book.tables.values() for modifier in table.modifiers):
                for part in (modifier.when, modifier.add, modifier.times):
                    if part and not isinstance(part, int):
                        self.counted.setdefault(part.code, part)
        known = self.counted.get(code)
        return known.words(book.say) if known else code.replace("_", " ")

    def _outcome(self, told: list[tuple[Event, list[NarrationLine]]]) -> str:
        last = [line.text for event, lines in told[-6:] for line in lines if event["kind"] == "fact"]
        return last[-1] if last else ""


def scene_of(book: Book, flown: Replay) -> Scene | None:
    """What there is to see of a flown mission; None where the game shows nothing."""
    if book.game.show is None:
        return None
    events, rulings = flown.journal.events, flown.journal.header["rulings"]
    return EventFollower(book.game.show, words_of(book), book.rulebook(rulings)).scene(events)


def _types(scene: Scene) -> list[str]:
    """The types of fighter that come, each once."""
    return sorted({attacker.type for frame in scene.frames for attacker in frame.attackers})


def _dice(line: NarrationLine, faces: list[int]) -> list[Any]:
    """The dice of a step: faces, or faces with the colours that the rules ask for."""
    if len(line.colours) != len(faces):
        return list(faces)
    return [SimpleNamespace(face=face, colour=colour) for face, colour in zip(faces, line.colours, strict=True)]
