"""A game in progress: from decision to decision, with undo, and saved as nothing but its dice and its choices.

A session keeps no copy of any state. It flies on from one decision to the next; to undo, to go on from a save, or
after a decision that was put in the middle of a roll, it flies the run again from its start with the dice and
choices that it has.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from combatbox.core.board import Opponent
from combatbox.core.decisions import Decision, Option, check_choice
from combatbox.core.dice import Dice, SeededDice, check_faces
from combatbox.core.errors import CombatBoxError, Departure, DiceError, IllegalChoice, LogError, UnknownName
from combatbox.core.events import Header, Journal
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.core.saved import ResumedDice
from combatbox.library.book import Book
from combatbox.library.reading import Unreadable, from_json, read_file
from combatbox.library.recorded import save_fault, setup_of
from combatbox.library.replay import header
from combatbox.library.store import canonical, digest, write_atomically, write_log

SAVE_FORMAT = 1
"""Version of the saves; a reader refuses others."""

MAX_SAVE_BYTES = 1_000_000
"""A whole tour, decision by decision, is a tenth of that."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One decision answered: its kind, the option taken, how many dice had fallen before, in which step, and where.

    A step is what is undone at once: one answer, or all that were given automatically together. place: in the order of
    play; older saves have none.
    """

    kind: str
    taken: str
    faces: int
    step: int
    place: str = ""

    @property
    def called(self) -> str:
        """The decision, and where it stood: `a choice of abort, at turn.abort`."""
        return f"a choice of {self.kind}{self.place and f', at {self.place}'}"


class _Pause(BaseException):
    """A decision without an answer in the middle of a roll: the flight ends here and is flown again with one."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        super().__init__(decision.kind)


class _Recorded:
    """Dice that remember their faces."""

    def __init__(self, dice: Dice, faces: list[int]) -> None:
        self._dice, self._faces = dice, faces

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """As the dice fall."""
        faces = self._dice.throw(count, table, who)
        self._faces += faces
        return faces


class Session:
    """One run of a game, played decision by decision.

    After `advance` (which the other methods call) either `decision` waits for an `answer`, or the run is `over`.
    With a seed the dice are thrown; otherwise `dice` are asked. Both are thrown once: undo and resume use the faces
    that have fallen before the choice that is taken back.
    """

    def __init__(
        self,
        book: Book,
        *,
        run: str = "mission",
        setup: Setup[Any] | None = None,
        rulings: Mapping[str, str] | None = None,
        seed: str | None = None,
        dice: Dice | None = None,
    ) -> None:
        if run not in book.game.runs:
            raise UnknownName(f"run of {book.key}", run, book.game.runs)
        if (seed is None) == (dice is None):
            raise CombatBoxError("a session has either a seed or dice of its own")
        self.book, self.run = book, run
        self.setup: Setup[Any] = setup or Setup()
        self.rulebook = book.rulebook(rulings)
        self.seed = seed
        self.faces: list[int] = []
        self.answers: list[Answer] = []
        self.undone = 0
        self.decision: Decision | None = None
        self.over = False
        self.flight: Flight[Any]
        self.journal: Journal
        self._dice = dice
        self._flow: Generator[Decision, Option, None] | None = None
        self._given: deque[Answer] = deque()
        self._changed = ""

    # ---- flying on

    @property
    def header(self) -> Header:
        """The header of the log; `undone` counts the steps that were taken back."""
        told = f"seed {self.seed}" if self.seed is not None else "manual"
        found = header(self.book, self.run, self.rulebook.rulings, self.setup, told)
        return {**found, "undone": self.undone} if self.undone else found

    def advance(self) -> Decision | None:
        """Fly to the next decision and give it back; None when the run is over.

        Raises Departure where the answers of a save no longer fit, and what dice and tables raise.
        """
        if self.over or self.decision is not None:
            return self.decision
        self._fly_again()
        return self.decision

    def _fly_again(self) -> None:
        """From the start, with all dice and answers there are."""
        self.decision, self.over = None, False
        kept, self.faces = self.faces, []
        dice = ResumedDice(kept, self._then(len(kept)))
        self._given = deque(self.answers)
        state = self.book.game.new_state(self.rulebook, self.setup)
        self.journal = Journal(self.header)
        recorded = _Recorded(dice, self.faces)
        hooks = self.book.game.hooks
        self.flight = Flight(self.rulebook, recorded, state, self, self.journal, hooks=hooks)
        self._flow = self.book.game.runs[self.run](self.flight)
        try:
            self._go_on(None)
        except DiceError as error:
            raise Departure(f"the saved dice{self._changed}", "dice that fit", str(error)) from error
        except BaseException:
            self._flow = None
            if len(self.faces) < len(kept):
                self.faces = kept
            raise
        if self._given or len(self.faces) < len(kept):
            left = f"{len(self._given)} answers and {len(kept) - len(self.faces)} dice"
            raise Departure(f"the save{self._changed}", "all of it to be used", f"{left} left over")

    def _then(self, thrown: int) -> Dice:
        """The dice after those that have fallen."""
        if self.seed is None:
            assert self._dice is not None
            return self._dice
        dice = SeededDice(self.seed)
        if thrown:
            dice.throw(thrown, "resumed", "")
        return dice

    def _go_on(self, answer: Option | None) -> None:
        """Fly until a decision has no answer yet."""
        assert self._flow is not None
        try:
            while True:
                decision = self._flow.send(answer)  # type: ignore[arg-type]  # the first send of a generator is None
                if not self._given:
                    self.journal.settle()
                    self.decision = decision
                    return
                answer = self.flight.decide(decision)
        except StopIteration:
            self.journal.settle()
            self.over, self._flow = True, None
        except _Pause as pause:
            self.journal.settle()
            self.decision, self._flow = pause.decision, None

    def choose(self, decision: Decision, flight: Any) -> str:
        """What the flight is answered: the next answer there is. A session is the player of its own flight."""
        if not self._given:
            raise _Pause(decision)
        answer = self._given.popleft()
        place = f"answer {len(self.answers) - len(self._given)}{self._changed}"
        if answer.kind != decision.kind:
            raise Departure(
                place, answer.called, f"a choice of {decision.kind}{decision.place and f', at {decision.place}'}"
            )
        try:
            return check_choice(decision, answer.taken)
        except IllegalChoice as error:
            wanted = f"the option {answer.taken!r}"
            raise Departure(place, wanted, f"the options {', '.join(decision.options)}") from error

    def answer(self, taken: str, *, step: int | None = None) -> Decision | None:
        """Answer the decision and fly on to the next, which is given back. Raises IllegalChoice."""
        if self.decision is None:
            raise IllegalChoice("no decision waits for an answer")
        taken = check_choice(self.decision, taken)
        self.answers.append(
            Answer(
                self.decision.kind,
                taken,
                len(self.faces),
                self._step() if step is None else step,
                self.decision.place,
            )
        )
        decision, self.decision = self.decision, None
        if self._flow is None:
            self._fly_again()
            return self.decision
        self._given = deque(self.answers[-1:])
        try:
            self._go_on(self.flight.decide(decision))
        except BaseException:
            self._flow = None  # the next advance flies again, with whatever dice have fallen
            raise
        return self.decision

    def _step(self) -> int:
        return self.answers[-1].step + 1 if self.answers else 1

    def auto(self, going_on: Callable[[Session], bool]) -> int:
        """Take the default of decisions as long as `going_on` says so; gives back how many. One step to undo."""
        step, count = self._step(), 0
        while self.decision is not None and going_on(self):
            self.answer(self.decision.default, step=step)
            count += 1
        return count

    def spans(self) -> Mapping[str, object]:
        """The stretches of play that `auto_span` knows here, from the shortest on."""
        return self.book.game.board.spans(self.flight.state)

    @property
    def opponent(self) -> Opponent | None:
        """The second player, where the decision that waits is his."""
        return self.book.game.board.across(self.decision)

    def auto_span(self, name: str = "") -> int:
        """The doctrine decides the rest of a stretch of play; without a name, of the shortest.

        It decides for the player who is asked now, and stops where the other is. What is asked between two missions it
        decides only for the whole run: every stretch ends before it. Raises UnknownName, or CombatBoxError where such a
        decision waits.
        """
        spans, who = self.spans(), self.opponent
        if name == self.run or (not name and not spans):
            return self.auto(lambda session: session.opponent is who)
        if name and name not in spans:
            raise UnknownName("stretch of play", name, [*spans, self.run])
        if self._between:
            raise CombatBoxError(
                f"this is asked between missions; answer it, or let auto {self.run} decide all the rest"
            )
        name = name or next(iter(spans))
        return self.auto(
            lambda session: (
                session.opponent is who and not session._between and session.spans().get(name) == spans[name]
            )
        )

    def auto_to(self, name: str) -> int:
        """The doctrine decides until play comes to a named place in the order of play; gives back how many.

        It stops before that where another player is asked or what is asked between two missions. Raises UnknownName for a
        place that the game does not have.
        """
        if name not in self.rulebook.places:
            raise UnknownName("place in the order of play", name, self.rulebook.places)
        events, answers, who = len(self.journal.events), len(self.answers), self.opponent

        def on_the_way(session: Session) -> bool:
            if session.opponent is not who or session._between:
                return False
            asked_there = session.decision is not None and session.decision.place == name
            there = any(event["place"] == name for event in session.journal.events[events:]) or asked_there
            return len(session.answers) == answers or not there

        return self.auto(on_the_way)

    @property
    def _between(self) -> bool:
        """The decision that waits is asked between two missions."""
        return self.decision is not None and self.decision.kind in self.book.game.board.between

    def undo(self) -> bool:
        """Take the last step back, and fly again up to its decision. False when there is none."""
        if not self.answers:
            return False
        step = self.answers[-1].step
        first = next(index for index, answer in enumerate(self.answers) if answer.step == step)
        self.faces = self.faces[: self.answers[first].faces]
        del self.answers[first:]
        self.undone += 1
        self._flow = None
        self._fly_again()
        return True

    @property
    def summary(self) -> dict[str, Any]:
        """How things stand, as the game sums it up."""
        return self.book.game.summary(self.flight.state)

    # ---- files

    def to_json(self) -> dict[str, Any]:
        """The save: how the run began, the dice that fell, the choices that were made, and where the next one stands."""
        return {
            "kind": "save",
            "format": SAVE_FORMAT,
            "header": self.header,
            "faces": list(self.faces),
            "answers": [[a.kind, a.taken, a.faces, a.step, a.place] for a in self.answers],
            "at": self.decision.place if self.decision else "",
        }

    def save(self, path: Path) -> None:
        """Write the save in one step: whatever happens, there is the old one or the new."""
        body = self.to_json()
        write_atomically(path, (canonical({**body, "h": digest(body)}) + "\n").encode())

    def write_log(self, path: Path) -> None:
        """Write the log of a run that is over. Raises CombatBoxError when it is not."""
        if not self.over:
            raise CombatBoxError("the run is not over; its log is written at its end")
        write_log(path, self.journal, self.summary)


def resume(book: Book, save: Mapping[str, Any], dice: Dice | None = None) -> Session:
    """A session that goes on where its save left off. dice: needed when it was played with dice by hand.

    Its first `advance` raises Departure when the tables have changed so that dice or choices no longer fit.
    """
    told = str(save["header"]["dice"])
    seed = told.removeprefix("seed ") if told.startswith("seed ") else None
    head = save["header"]
    if head["game"] != book.key:
        raise LogError(f"the save is of {head['game']}, not of {book.key}")
    session = Session(
        book,
        run=head["run"],
        setup=setup_of(book, head["setup"]["mission"], head["setup"]["names"]),
        rulings=head["rulings"],
        seed=seed,
        dice=None if seed is not None else dice,
    )
    session.faces = list(check_faces(save["faces"]))
    session.answers = [Answer(*answer) for answer in save["answers"]]
    session.undone = head.get("undone", 0)
    if head["digest"] != book.digest:
        session._changed = " (the tables have changed since it was saved)"
    return session


def read_save(path: Path) -> dict[str, Any]:
    """Read a save. Raises LogError where it is none of ours, was cut short or edited."""
    try:
        text = read_file(path, MAX_SAVE_BYTES).decode("utf-8")
    except Unreadable as error:
        raise LogError(str(error)) from error
    except UnicodeDecodeError as error:
        raise LogError(f"{path}:1: cannot be read: is not UTF-8 text; this is no save of ours") from error
    try:
        body = from_json(text)
    except (ValueError, RecursionError) as error:
        raise LogError(f"{path}:1: is no save of ours, or was cut short") from error
    if not isinstance(body, dict) or body.get("kind") != "save":
        raise LogError(f"{path}:1: is no save of a game in progress")
    if body.get("format") != SAVE_FORMAT:
        raise LogError(f"{path}:1: is a save of format {body.get('format')!r}; this version reads {SAVE_FORMAT}")
    check = body.pop("h", None)
    if check != _digest(body):
        raise LogError(f"{path}:1: was edited: its check does not fit")
    wrong = save_fault(body)
    if wrong:
        raise LogError(f"{path}:1: is no save of ours: {wrong}")
    return body


def _digest(body: Mapping[str, Any]) -> str:
    """The check of a save; nothing for text that no file can hold (half a character)."""
    try:
        return digest(body)
    except UnicodeEncodeError:
        return ""
