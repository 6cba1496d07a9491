"""A game in progress: from decision to decision, with undo. What it is made of are its dice and its answers.

A session flies on from one decision to the next. To undo, to go on from a save, or after a decision in the middle of a roll, it
flies again with the dice and answers that it has: from the start of the run or, in a tour, from the last closed mission
(`play.checkpoint`). So it never flies more than one mission again, and a tour outlives corrections of its rules. Where the
tables or the code have changed since the open mission was saved, `BookChanged` names the place, and the player chooses how to go on.

The session is the player of its own flight. A decision or a throw by hand may come in the middle of a roll, deep inside plain
functions that cannot yield; so `_Pause` and `Wanted` leave the flight as BaseException, which no `except Exception` on the
way catches, and the flight is flown again once the answer is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from combatbox.core.board import Opponent
from combatbox.core.decisions import Decision, Flow, Option, Player, check_choice
from combatbox.core.dice import BY_HAND, Dice, SeededDice, describe_dice
from combatbox.core.errors import CombatBoxError, DiceError, IllegalChoice, LogError, ReplayMismatch, UnknownName
from combatbox.core.events import Event, Header, Journal, answers_of, faces_of
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.core.resumed_dice import ResumedDice
from combatbox.play.book import Book
from combatbox.play.canonical_json import canonical_json, digest
from combatbox.play.checkpoint import (
    Checkpoint,
    EventFingerprints,
    in_order,
    packed,
    parting,
    resume_record,
    schema_fingerprint,
    state_data,
)
from combatbox.play.dataclass_validation import made
from combatbox.play.entered_dice import EnteredDice, Throw, Wanted
from combatbox.play.logs import log_lines
from combatbox.play.replay import header

SAVE_FORMAT = 2
"""Version of the saves that are written; those of version 1, which hold a run from its start and no trail, are read too."""


@dataclass(frozen=True)
class Answer:
    """One decision answered: its kind, the option taken, how many dice had fallen before, in which step, and where.

    A step is what is undone at once: one answer, or all that were given automatically together. place: in the order of
    play; older saves have none. spans: the stretches of play in which it was given, known once it has been flown.
    """

    kind: str
    taken: str
    faces: int
    step: int
    place: str = ""
    spans: Mapping[str, object] = field(default_factory=dict, compare=False)

    @property
    def called(self) -> str:
        """The decision, and where it stood: `a choice of abort, at turn.abort`."""
        return f"a choice of {self.kind}{self.place and f', at {self.place}'}"


class BookChanged(ReplayMismatch):
    """The tables or the code are not what a kept game was flown by: where the open mission goes another way now.

    mission: its number. place: in the order of play; row: that comes up there now, or nothing. event: of the log, from 1.
    began: the digest of the book it was flown by. now: that of the one in hand. stopped: dice or choices do not fit there, so
    that it cannot be flown to its end.
    """

    def __init__(
        self, mission: int, place: str, row: str, event: int, *, began: str, now: str, stopped: bool, got: str
    ) -> None:
        self.mission, self.place, self.row, self.event = mission, place, row, event
        self.began, self.now, self.stopped = began, now, stopped
        what = "tables" if began != now else "program"
        verb = "have" if began != now else "has"
        where = ", ".join(filter(None, [f"mission {mission}", place and f"at {place}", row, f"event {event}"]))
        super().__init__(f"{where} (the {what} {verb} changed since it was saved)", "what was flown then", got)


class _Pause(BaseException):
    """A decision without an answer in the middle of a roll: the flight ends here and is flown again with one."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        super().__init__(decision.kind)


class _RecordedDice:
    """Dice whose faces a session records; for throws by hand also how many dice had fallen before the last."""

    def __init__(self, dice: Dice, session: Session) -> None:
        self._dice, self._session = dice, session

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Throw, and record the faces."""
        faces = self._dice.throw(count, table, who)
        self._session.record_throw(faces, table)
        return faces


class NoDice:
    """Stands for dice by hand, where nobody can throw them."""

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Raises DiceError."""
        raise DiceError("this game is played with dice by hand; go on with it where they can be thrown")


class Session:
    """One run of a game, played decision by decision.

    After `advance` (which the other methods call) either `decision` waits for an `answer`, or `wanted` for a `throw` of dice
    by hand (`play.entered_dice`), or the run is `over`. With a seed the dice are thrown; otherwise `dice` are asked. Both are thrown once: undo and resume use the faces
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
        self.tour = book.game.tours.get(run)
        self.rulebook = book.rulebook(rulings)
        self.seed = seed
        self._dice = dice
        self.faces: list[int] = []
        self.answers: list[Answer] = []
        self.undone = 0
        self.decision: Decision | None = None
        self.wanted: Throw | None = None
        self.over = False
        self.closed: list[Checkpoint] = []
        """The ends of missions that can be flown on from, in their order; the first may be where a save went on from."""
        self.books: list[tuple[int, str]] = []
        """The digest of each further book, with the event from which it was in use."""
        self.successor: Book | None = None
        """The book that the next mission is flown by, where this one is finished under an older one."""
        self.flight: Flight[Any]
        self.began = self.flown_by = book.digest
        """The digest of the book at the start of the run, and of the one that the mission in hand was flown by last."""
        self.expected_trail = ""
        """The trail that the open mission had when it was saved, until it has been flown again."""
        self.is_loaded = False
        """The state that is flown from comes from a file, and has not been flown yet."""
        self.journal = Journal(self.header)
        self._flow: Flow[Any] | None = None
        self._next = 0
        """The number of the answer that the flight takes next."""
        self._before_hand_throw: int | None = None
        self._trail = EventFingerprints()

    # ---- flying on

    @property
    def header(self) -> Header:
        """The header of the log; `undone` counts the steps that were taken back."""
        by_hand = self._dice.told if isinstance(self._dice, EnteredDice) else BY_HAND
        told = describe_dice(self.seed) if self.seed is not None else by_hand
        head = header(self.book, self.run, self.rulebook.rulings, self.setup, told)
        head["digest"] = self.began
        if self.books:
            head["books"] = list(self.books)
        return {**head, "undone": self.undone} if self.undone else head

    def advance(self) -> Decision | None:
        """Fly to the next decision and give it back; None when the run is over.

        Raises Moved where a save is flown otherwise now, and what dice and tables raise.
        """
        if self.over or self.decision is not None or self.wanted is not None:
            return self.decision
        self._fly_again()
        return self.decision

    @property
    def base(self) -> Checkpoint | None:
        """The closed mission that is flown on from; None at the start of the run."""
        return self.closed[-1] if self.closed else None

    @property
    def mission(self) -> int:
        """The number of the mission in hand: that of the set-up, or of a tour how many it has been."""
        return self.base.missions + 1 if self.base else self.setup.mission

    def _fly_again(self) -> None:
        """From the start or the last mission that is closed, with all dice and answers there are."""
        self.decision, self.wanted, self.over = None, None, False
        while self.closed and (self.closed[-1].answers > len(self.answers) or self.closed[-1].faces > len(self.faces)):
            self.closed.pop()
        base = self.base
        first, fallen = (base.answers, base.faces) if base else (0, 0)
        kept, self.faces = self.faces, self.faces[:fallen]
        self._before_hand_throw = None
        then = self._then(self._thrown() + len(kept))
        dice = _RecordedDice(ResumedDice(kept[fallen:], then), self)
        self._next = first
        journal = Journal(self.header)
        self.flight, flow = self.new_flight(dice, self, journal)
        self.journal, self._flow = journal, flow
        try:
            self._go_on(None)
        except (DiceError, ReplayMismatch) as error:
            if self.expected_trail or isinstance(error, DiceError):
                raise self._departed(str(error)) from error
            raise
        except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
            if base is None or not self.is_loaded:
                raise
            told = f"{type(error).__name__} {error}"
            raise LogError(f"the state between two missions is inconsistent: {told}") from error
        except BaseException:
            self._flow = None
            if len(self.faces) < len(kept):
                self.faces = kept
            raise
        left = len(self.answers) - self._next
        if left or len(self.faces) < len(kept):
            raise self._departed(f"{left} answers and {len(kept) - len(self.faces)} dice left over")
        if self.expected_trail and parting(self.expected_trail, self._open()) is not None:
            raise self._departed("another outcome", stopped=False)
        self.expected_trail, self.is_loaded = "", False

    def new_flight(self, dice: Dice, player: Player, journal: Journal | None) -> tuple[Flight[Any], Flow[Any]]:
        """Return a flight ready to go, and its flow: from the start of the run, or from the last checkpoint."""
        game, base, tour = self.book.game, self.base, self.tour
        if base is None:
            state = game.new_state(self.rulebook, self.setup)
            flight: Flight[Any] = Flight(self.rulebook, dice, state, player, journal, hooks=game.hooks)
            return flight, game.runs[self.run](flight)
        assert tour
        state = made(tour.state, base.state)
        if journal:
            journal.resume(base.past(self.journal.events), state)
        flight = Flight(self.rulebook, dice, state, player, journal, hooks=game.hooks)
        flight.place = tour.place
        return flight, tour.onward(flight)

    def _thrown(self) -> int:
        """How many dice of the run fell before the session began."""
        return self.closed[0].thrown - self.closed[0].faces if self.closed else 0

    def _open(self) -> list[Event]:
        """The events of the mission in hand."""
        return self.journal.events[self.base.events if self.base else 0 :]

    def _departed(self, why: str, *, stopped: bool = True) -> BookChanged:
        """Where the save left the flight, as an error. why: what came instead, where the trail does not know."""
        self._flow = None
        events = self._open()
        at = parting(self.expected_trail, events)
        at = len(events) if at is None else at
        there = events[at] if at < len(events) else None
        row = there["row"] if there and "row" in there else ""
        place = there["place"] if there else self.flight.place
        number = len(self.journal.events) - len(events) + at + 1
        got = (
            why if there is None else f"{there['kind']} {'; '.join(there['gives']) if 'gives' in there else ''}".strip()
        )
        return BookChanged(
            self.mission, place, row, number, began=self.flown_by, now=self.book.digest, stopped=stopped,
            got=f"{got} ({why})" if got != why else got,
        )  # fmt: skip

    def resume_from(self, moved: BookChanged) -> Decision | None:
        """Go on under the book in hand from where it parts from the one that was flown: what was decided later is dropped."""
        past = self.base.events if self.base else 0
        before = self.journal.events[past : moved.event - 1]
        first, fallen = (self.base.answers, self.base.faces) if self.base else (0, 0)
        kept = list(self.faces)
        self.answers = self.answers[: first + len(answers_of(before))]
        self.faces = kept[: fallen + len(faces_of(before))]
        self.expected_trail = ""
        self.flown_by = self.book.digest
        if moved.began != moved.now:
            self.books.append((moved.event, self.book.digest))
        self._fly_again()
        return self.decision

    def _then(self, thrown: int) -> Dice:
        """The dice after those that have fallen."""
        if self.seed is None:
            assert self._dice is not None
            return self._dice.after(thrown) if isinstance(self._dice, EnteredDice) else self._dice
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
                if self._next == len(self.answers):
                    self.journal.flush_changes()
                    self.decision = decision
                    return
                answer = self._decide(decision)
                if self._over_to_another_book():
                    self._fly_again()
                    return
        except StopIteration:
            self.journal.flush_changes()
            self.over, self._flow = True, None
        except _Pause as pause:
            self.journal.flush_changes()
            self.decision, self._flow = pause.decision, None
        except Wanted as pause:
            self.journal.flush_changes()
            self.wanted, self._flow = pause.throw, None

    def _decide(self, decision: Decision) -> Option:
        """Put a decision to the flight's player, and close the mission where that is what is decided."""
        option = self.flight.decide(decision)
        if self.tour and decision.place == self.tour.place and option == self.tour.goes_on:
            self._close()
        return option

    def _close(self) -> None:
        """The mission in hand is a fact from now on; the next is flown by the `successor`, if there is one."""
        events, base = self.journal.events, self.base
        self.closed.append(
            Checkpoint(
                state_data(self.flight.state),
                cast("Event", {**events[-1], "changes": [*events[-1]["changes"]]}),
                len(events),
                len(self.faces),
                self._next,
                self._thrown() + len(self.faces),
                (base.missions if base else 0) + 1,
                (*(base.records if base else ()), packed(events[(base.events - 1 if base else 0) : -1])),
            )
        )
        if self.successor:
            self.book, self.successor = self.successor, None
            self.rulebook = self.book.rulebook(self.rulebook.rulings)
            self.flown_by = self.book.digest
            self.books.append((len(events) + 1, self.book.digest))
            self._flow = None

    def _over_to_another_book(self) -> bool:
        """The mission was closed, and the next is flown by the successor: there is no flow of its any more."""
        return self._flow is None

    def choose(self, decision: Decision, flight: Any) -> str:
        """What the flight is answered: the next answer there is. A session is the player of its own flight."""
        if self._next == len(self.answers):
            raise _Pause(decision)
        answer = replace(self.answers[self._next], spans=self.book.game.board.spans(flight.state))
        if not answer.place:  # a shared game does not say it, nor how many dice had fallen; neither do old saves
            answer = replace(answer, faces=len(self.faces), place=decision.place)
        self.answers[self._next] = answer
        self._next += 1
        place = f"answer {self._next}"
        if answer.kind != decision.kind:
            raise ReplayMismatch(
                place, answer.called, f"a choice of {decision.kind}{decision.place and f', at {decision.place}'}"
            )
        try:
            return check_choice(decision, answer.taken)
        except IllegalChoice as error:
            wanted = f"the option {answer.taken!r}"
            raise ReplayMismatch(place, wanted, f"the options {', '.join(decision.options)}") from error

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
        try:
            option = self._decide(decision)
            if self._over_to_another_book():
                self._fly_again()
            else:
                self._go_on(option)
        except BaseException:
            self._flow = None  # the next advance flies again, with whatever dice have fallen
            raise
        return self.decision

    def throw(self, faces: Sequence[int]) -> Decision | None:
        """The faces of the dice that are wanted; flies on to the next decision or throw. Raises DiceError."""
        if self.wanted is None:
            raise DiceError("no dice are to be thrown by hand now")
        assert isinstance(self._dice, EnteredDice)
        self._dice.give(self.wanted, faces)
        self._fly_again()
        return self.decision

    def record_throw(self, faces: Sequence[int], table: str) -> None:
        """Keep the faces of a throw of the flight."""
        if isinstance(self._dice, EnteredDice) and self._dice.by_hand(table):
            self._before_hand_throw = len(self.faces)
        self.faces += faces

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
    def single(self) -> str:
        """The run, where it is one mission whose end no stretch of play is; nothing for a tour, whose end is far."""
        return "" if self.run in self.book.game.tours or self.run in self.spans() else self.run

    def throws(self, table: str) -> str:
        """Who throws on a table, in words, where there are two who could."""
        return self.book.game.board.throws(table, self.rulebook.rulings)

    @property
    def opponent(self) -> Opponent | None:
        """The second player, where the decision that waits is his."""
        return self.book.game.board.across(self.decision)

    def auto_play_span(self, name: str = "") -> int:
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

    # ---- taking back

    @property
    def past(self) -> int:
        """How many events were flown before the session began, and cannot be taken back in it."""
        return self.closed[0].events if self.closed and not self.closed[0].answers else 0

    def restore(self, answers: Sequence[Answer], faces: Sequence[int], undone: int) -> None:
        """Put back what was taken back, and fly there."""
        self.answers, self.faces, self.undone = list(answers), list(faces), undone
        self._flow = None
        self._fly_again()

    def undo(self) -> bool:
        """Take the last step back, and fly again up to its decision. False when there is none."""
        return self.take_back(*self.before_choice())

    def back_to(self, answers: int) -> bool:
        """Back to where so many answers had been given. Raises CombatBoxError for more than there are, or where they lie in
        a mission that is closed and kept without its dice."""
        if not 0 <= answers <= len(self.answers):
            raise CombatBoxError(f"there are decisions 1 to {len(self.answers) + 1} to go back to")
        return self.take_back(*self.before(answers))

    def take_back(self, answers: int, faces: int) -> bool:
        """Take back all but so many answers and dice, and fly again up to there. False where there is nothing to take back."""
        if answers >= len(self.answers) and faces >= len(self.faces):
            return False
        steps = {answer.step for answer in self.answers[answers:]}
        self.answers, self.faces = self.answers[:answers], self.faces[:faces]
        self.undone += len(steps) or 1
        self._flow = None
        self._fly_again()
        return True

    def before_choice(self) -> tuple[int, int]:
        """How many answers and dice stand before the last step: a throw by hand, or what was answered together."""
        thrown = self._before_hand_throw
        if thrown is not None and (not self.answers or thrown >= self.answers[-1].faces):
            return len(self.answers), thrown
        if not self.answers:
            return 0, len(self.faces)
        step = self.answers[-1].step
        return self.before(next(number for number, answer in enumerate(self.answers) if answer.step == step))

    def before_turn(self) -> tuple[int, int]:
        """How many stand before the shortest stretch of play that has an answer in it."""
        given = self.answers[-1].spans if self.answers else {}
        if not given:
            return self.before_choice()
        now = self.spans()
        name = next(iter(now), "") or next(iter(given))
        value = (
            now[name] if name in now and self.decision is not None and given.get(name) == now[name] else given.get(name)
        )
        first = len(self.answers)
        while first and self.answers[first - 1].spans.get(name) == value:
            first -= 1
        return self.before(first) if first < len(self.answers) else self.before_choice()

    def before_mission(self) -> tuple[int, int]:
        """How many stand at the start of the mission in hand, or of the one before where nothing is decided in this one."""
        starts = [0, *(done.answers for done in self.closed)]
        return self.before(max((start for start in starts if start < len(self.answers)), default=0))

    def before(self, answers: int) -> tuple[int, int]:
        """So many answers, and the dice that had fallen when the next was given."""
        faces = self.answers[answers].faces if answers < len(self.answers) else len(self.faces)
        return answers, faces

    @property
    def summary(self) -> dict[str, Any]:
        """How things stand, as the game sums it up."""
        return self.book.game.summary(self.flight.state)

    # ---- files

    def to_json(self) -> dict[str, Any]:
        """The save: how the run began, what stands since the last closed mission, the dice that fell and the choices that
        were made since, their trail, and where the next decision stands."""
        base = self.base
        first, fallen = (base.answers, base.faces) if base else (0, 0)
        save = {
            "kind": "save",
            "format": SAVE_FORMAT,
            "header": self.header,
            "book": self.flown_by,
            "faces": self.faces[fallen:],
            "answers": [[a.kind, a.taken, a.faces - fallen, a.step, a.place] for a in self.answers[first:]],
            "trail": self._trail.of(self._open()),
            "at": self.decision.place if self.decision else "",
        }
        if self.over:
            save["words"] = digest(self.journal.events)
        if base is None:
            return save
        assert self.tour
        closed = {
            "form": schema_fingerprint(self.tour.state), "state": in_order(base.state), "event": base.event, "thrown": base.thrown,
            "missions": base.missions, "records": base.records,
        }  # fmt: skip
        return {**save, "closed": closed}

    def saved(self) -> str:
        """The save as the text of its file: one line with a check over it."""
        body = self.to_json()
        return canonical_json({**body, "h": digest(body)}) + "\n"

    def log(self) -> str:
        """The log of a run that is over, as the text of its file. Raises CombatBoxError when it is not."""
        if not self.over:
            raise CombatBoxError("the run is not over; its log is written at its end")
        closed = resume_record(self.tour, self.journal.events, self.flight.state)
        return "\n".join(log_lines(self.header, self.journal.events, self.summary, closed)) + "\n"
