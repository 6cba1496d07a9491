"""Replays a script that was transcribed from a printed example, and stops at the first mismatch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from combatbox.core.decisions import Decision
from combatbox.core.dice import check_faces, dice_for_total
from combatbox.core.errors import CombatBoxError, DiceError, ReplayMismatch
from combatbox.core.events import Journal
from combatbox.core.game import fly
from combatbox.core.log_state import state_after
from combatbox.library.book import Book
from combatbox.library.schema import PlayModel, ScriptModel, StepModel
from combatbox.library.yaml12 import Where, checked_model, read_yaml
from combatbox.play.replay import Replay, overruled_states, same_part


def read_script(path: Path) -> ScriptModel:
    """Read and check a script.

    Raises:
        DataError: the file has problems; all of them are listed.
    """
    return checked_model(read_yaml(path), ScriptModel, _faults)


def _faults(script: ScriptModel) -> Iterator[tuple[Where, str]]:
    """Yield the faults of a script that a schema cannot detect, each with its place in the file."""
    for index, step in enumerate(script.steps):
        if step.override and not step.departs:
            yield ("steps", index), f"step {step.step}: an override needs its reason; add departs:"
        for number, play in enumerate(step.play):
            if fault := _fault(play):
                yield ("steps", index, "play", number), f"step {step.step}: {fault}"


def _fault(play: PlayModel) -> str:
    """Return the error in an entry of a script, or an empty string."""
    if (play.roll is None) == (play.choose is None):
        return "an entry is either a roll or a choice; write roll: or choose:"
    if play.choose is not None:
        return "" if play.take is not None else "a choice needs the option taken; add take:"
    if (play.dice is None) == (play.sum is None):
        return "a roll needs its dice or, if only that is known, their sum; write dice: or sum:"
    if play.dice == []:
        return "a roll needs at least one die; write its faces"
    try:
        check_faces(play.dice or [])
        if play.sum is not None:
            dice_for_total(play.sum)
    except DiceError as error:
        return str(error)
    return ""


class ScriptedPlay:
    """The dice and the player of a replay, which both take their answers from a script.

    Each roll is also checked against the script.
    """

    def __init__(self, script: ScriptModel, journal: Journal) -> None:
        self.script, self.journal = script, journal
        self.current = 0
        self.steps: dict[int, int] = {}
        self._queue = [(i, play) for i, step in enumerate(script.steps) for play in step.play]
        self._next = 0
        self._used = 0
        self._expected: list[tuple[int, PlayModel, str | None]] = []
        """For each roll its step, its entry in the script, and the codes that it must give, if the script has them."""
        self._checked = 0

    # -- called by the flight

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Return the next dice of the script.

        Raises:
            ReplayMismatch: the next entry of the script is not this roll.
        """
        self.check()
        play = self._take("roll", f"{count} dice for {table}", who)
        if play.roll != table:
            raise ReplayMismatch(
                self._place(), f"a roll on {play.roll}", f"a roll on {table}{f' for {who}' if who else ''}"
            )
        if play.sum is not None and count != 2:
            raise ReplayMismatch(self._place(), f"the sum of two dice for {table}", f"a throw of {count} dice")
        faces = list(dice_for_total(play.sum)) if play.sum is not None else list(play.dice or [])
        throw = tuple(faces[self._used : self._used + count])
        if len(throw) < count:
            raise ReplayMismatch(self._place(), f"{len(faces)} dice for {table}", f"{self._used + count} needed")
        number = self._used // count
        gives = play.gives[number] if play.gives is not None and number < len(play.gives) else None
        self._expected.append((self.current, play, gives))
        self._used += count
        if self._used == len(faces):
            self._next, self._used = self._next + 1, 0
            if play.gives is not None and len(play.gives) != number + 1:
                raise ReplayMismatch(
                    f"{self._place()}, {table}",
                    f"{len(play.gives)} results in gives",
                    f"{number + 1} rolls; write one result for each roll, with its effects parted by `; `, "
                    'as "hits 1; engine_out"',
                )
        return throw

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return the next choice of the script.

        Raises:
            ReplayMismatch: the next entry of the script is not this choice.
        """
        self.check()
        play = self._take("choose", f"a choice of {decision.kind}", decision.who)
        if play.choose != decision.kind:
            raise ReplayMismatch(self._place(), f"a choice of {play.choose}", f"a choice of {decision.kind}")
        if play.who is not None and play.who != decision.who:
            raise ReplayMismatch(
                f"{self._place()}, {play.choose}", f"for {play.who}", f"for {decision.who or 'nobody'}"
            )
        self._next += 1
        return play.take or ""

    def _take(self, kind: str, wanted: str, who: str) -> PlayModel:
        if self._next == len(self._queue):
            raise ReplayMismatch(self._place(), "the end of the script", f"{wanted}{f' for {who}' if who else ''}")
        self._enter(self._queue[self._next][0])
        play = self._queue[self._next][1]
        if (play.roll if kind == "roll" else play.choose) is None:
            raise ReplayMismatch(self._place(), _in_words(play), wanted)
        return play

    def _enter(self, step: int) -> None:
        """Advance to a later step, and check the states that the skipped steps expect.

        A step ends when a phase of play begins after the step's last roll or choice, or else when the next step begins.
        Each step without rolls or choices takes one phase; if there are fewer phases than such steps, the first of
        these steps contain no events.
        """
        for end in self._ends(step - self.current):
            self._assign_events(end)
            self._check_state(end)
            self.current += 1
            self._override()
        self._assign_events(len(self.journal.events) + 1)

    def _ends(self, steps: int) -> list[int]:
        """Return the number of events up to the end of each of `steps` steps, beginning with the current step."""
        events, first = self.journal.events, len(self.steps)
        begun = first > 0 and self.steps[first] == self.current
        phases = [n for n in range(first if begun else first + 1, len(events)) if events[n]["kind"] == "phase"]
        idle = max(0, steps - 1 - len(phases))
        ends = [*([phases[0] if phases else len(events)] * idle), *phases]
        return [ends[n] if n < len(ends) else len(events) for n in range(steps)]

    def _assign_events(self, upto: int) -> None:
        """Assign to the current step all events up to number `upto` that belong to no step yet."""
        for number in range(len(self.steps) + 1, upto + 1):
            self.steps[number] = self.current

    def _override(self) -> None:
        """Set the fields of the state that the current step overrides, where the printed example breaks the rules."""
        step = self.script.steps[self.current]
        for path, value in step.override.items():
            try:
                self.journal.overrule(path, value)
            except LookupError:
                raise ReplayMismatch(self._place(), f"a state with {path}", "no such field") from None
            except TypeError as error:
                raise ReplayMismatch(self._place(), f"a value to override; {error}", repr(value)) from None

    # -- checks

    def check(self) -> None:
        """Compare the rolls that have been logged so far with the script.

        Raises:
            ReplayMismatch: a roll differs.
        """
        rolls = [event for event in self.journal.events if event["kind"] == "roll"]
        for (step, play, gives), event in list(zip(self._expected, rolls, strict=False))[self._checked :]:
            self._checked += 1
            place = f"{self._place(step)}, {play.roll}"
            for at, what, wanted, got in (
                (f"{place}, gives (codes parted by `; `)", "", gives, "; ".join(event["gives"]) or "no_effect"),
                (place, "net ", play.net, event["net"]),
                (place, "for ", play.who, event["who"]),
            ):
                if wanted is not None and wanted != got:
                    raise ReplayMismatch(at, f"{what}{wanted}", f"{what}{got}")

    def finish(self) -> None:
        """Check the last rolls and states, at the end of the mission.

        Raises:
            ReplayMismatch: a roll or state differs from the script, or entries of the script were not used.
        """
        self.check()
        if self._next < len(self._queue):
            step, play = self._queue[self._next]
            self._enter(step)
            left = len(self._queue) - self._next
            raise ReplayMismatch(self._place(), _in_words(play), f"the end of the flight ({left} entries left over)")
        self._enter(len(self.script.steps) - 1)
        self._check_state(len(self.journal.events))

    def _check_state(self, upto: int) -> None:
        """Compare the state after event number `upto` with the state that the current step expects."""
        step = self.script.steps[self.current]
        if not step.after:
            return
        self.journal.flush_changes()
        state = state_after(self.journal.events, upto)
        for path, value in step.after.items():
            if state.get(path) != value:
                raise ReplayMismatch(f"{self._place()}, {path}", repr(value), repr(state.get(path)))

    def _place(self, step: int | None = None) -> str:
        step_model: StepModel = self.script.steps[self.current if step is None else step]
        return f"step {step_model.step} ({step_model.title})"


def _in_words(play: PlayModel) -> str:
    return f"a roll on {play.roll}" if play.roll else f"a choice of {play.choose}"


def replay_script(book: Book, script: ScriptModel) -> Replay:
    """Replay a script, and check its rolls, choices, states and summary.

    Raises:
        ReplayMismatch: the first difference; the message names the step, the expected value and the actual one.
        CombatBoxError: the game has no run with the name in the script.
    """
    setup = book.setup(script.mission, script.names)
    rulebook = book.rulebook(script.rulings)
    journal = Journal({**book.header(script.run, rulebook.rulings, setup, "script"), "title": script.title})
    play = ScriptedPlay(script, journal)
    if script.run not in book.game.runs:
        raise CombatBoxError(
            f"{script.title}: {book.meta.title} has no run called {script.run!r}; it has {', '.join(book.game.runs)}"
        )
    with overruled_states(journal):
        state = fly(book.game, rulebook, play, run=script.run, setup=setup, player=play, journal=journal)
    play.finish()
    summary = book.game.summary(state)
    same_part("summary", script.summary, summary)
    for number in range(len(play.steps) + 1, len(journal.events) + 1):
        play.steps[number] = len(script.steps) - 1
    return Replay(script.title, journal, summary, script, play.steps)
