"""A game in progress: from decision to decision, with undo.

A session consists of its dice and its answers, and runs from one decision to the next. To undo, to resume from a save,
and after a decision in the middle of a roll, it replays the recorded dice and answers: from the start of the run or, in
a tour, from the last checkpoint (`play.checkpoint`). Therefore it never replays more than one mission, and a tour can
be continued after corrections of its rules. If the tables or the code have changed since the open mission was saved,
`BookChanged` names the place, and the player chooses how to continue.

The session is the player of its flight. A decision or a throw of real dice may come in the middle of a roll, deep
inside plain functions that cannot yield. `_Pause` and `Wanted` therefore leave the flight as BaseException, which no
`except Exception` on the way catches, and the flight is replayed once the answer is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, cast

from combatbox.core.annotations import frozen
from combatbox.core.board import Opponent, RestrictedView
from combatbox.core.decisions import Decision, Flow, Option, Player, check_choice
from combatbox.core.dice import (
    BY_HAND,
    DAY,
    Dice,
    EnteredDice,
    ResumedDice,
    TableDice,
    Throw,
    Wanted,
    day_dice,
    describe_dice,
    seed_from_header,
    seeded_after,
)
from combatbox.core.errors import (
    CombatBoxError,
    DiceError,
    IllegalChoice,
    LogError,
    ReplayMismatch,
    UnknownName,
    check_range,
)
from combatbox.core.events import Event, Header, Journal, answers_of, faces_of
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.play.book import Book
from combatbox.play.canonical_json import canonical_json, compact_json, digest
from combatbox.play.checkpoint import (
    SIGNS,
    Checkpoint,
    fingerprints,
    first_difference,
    pack_events,
    resume_record,
    schema_fingerprint,
)
from combatbox.play.dataclass_validation import build_declared
from combatbox.play.logs import Log, log_text

TOUR = "tour"
"""The name of the run in which missions follow each other. In a game with this run, missions have only numbers."""

SAVE_FORMAT = 2
"""The version of the saves that are written. Version 1 (a run from its start, without fingerprints) can be read too."""


@frozen
class Answer:
    """The answer to one decision.

    Attributes:
        kind: the kind of decision.
        taken: the chosen option.
        faces: the number of dice thrown before the answer.
        step: the number of the step that a single undo reverts: one answer, or all answers that `auto` gave at once.
        place: the place in the order of play; empty in older saves.
        spans: the phases in which the answer was given; they are known only after the answer has been replayed.
    """

    kind: str
    taken: str
    faces: int
    step: int
    place: str = ""
    spans: Mapping[str, object] = field(default_factory=dict, compare=False)

    @property
    def called(self) -> str:
        """A description of the decision and its place: `a choice of abort, at turn.abort`."""
        return f"a choice of {self.kind}{self.place and f', at {self.place}'}"


class BookChanged(ReplayMismatch):
    """Raised if the tables or the code have changed, so that the replay of the open mission differs.

    Attributes:
        mission: the number of the mission.
        place: the place in the order of play.
        row: the row that comes up at this place with the current book; empty if none does.
        event: the number of the event in the log, from 1.
        began: the digest of the book with which the mission was played.
        now: the digest of the current book.
        stopped: True if the recorded dice or choices do not fit the current book at this place, so that the mission
            cannot be replayed to its end.
    """

    def __init__(
        self, mission: int, place: str, row: str, event: int, *, began: str, now: str, stopped: bool, got: str
    ) -> None:
        self.mission, self.place, self.row, self.event = mission, place, row, event
        self.began, self.now, self.stopped = began, now, stopped
        what = "tables" if began != now else "program"
        verb = "have" if began != now else "has"
        where = ", ".join(filter(None, [f"mission {mission}", place and f"at {place}", row, f"event {event}"]))
        super().__init__(f"{where} (the {what} {verb} changed since it was saved)", "the saved events", got)


class _Pause(BaseException):
    """Raised for a decision without an answer in the middle of a roll; the flight is replayed later.

    It is not a subclass of Exception, so that a game rule that handles errors cannot catch it.
    """

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        super().__init__(decision.kind)


@dataclass
class _RecordedDice:
    """Dice whose faces are recorded by a session."""

    _dice: Dice
    _session: Session

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Throw the dice, and record their faces."""
        faces = self._dice.throw(count, table, who)
        self._session.record_throw(faces, table)
        return faces


class Session:
    """One run of a game, played decision by decision.

    After `advance` (which the other methods call) one of three things is set: `decision` is open and requires an
    `answer`, `wanted` requires a `throw` of real dice (`core.dice.EnteredDice`), or the run is `over`. With a seed the
    session throws the dice; otherwise it asks `dice`. No die is thrown twice: after an undo or a resume, the recorded
    faces from before the undone choice are used again.
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
            raise CombatBoxError("a session needs exactly one of `seed` and `dice`")
        self.book, self.run = book, run
        self.setup: Setup[Any] = setup or Setup()
        self.tour = book.game.tours.get(run)
        self.rulebook = book.rulebook(rulings, self.setup.scenario)
        self.seed = seed
        self._dice = dice
        self.faces: list[int] = []
        self.answers: list[Answer] = []
        self.undone = 0
        self.decision: Decision | None = None
        self.wanted: Throw | None = None
        self.over = False
        self.closed: list[Checkpoint] = []
        """The checkpoints from which the session can resume, in order; the first may come from a save."""
        self.books: list[tuple[int, str]] = []
        """The digest of each later book, with the number of the first event that was played with this book."""
        self.successor: Book | None = None
        """The book for the next mission, if the current mission is finished with an older book."""
        self.flight: Flight[Any]
        self.began = self.flown_by = book.digest
        """`began`: the digest of the book at the start. `flown_by`: that of the book that last played this mission."""
        self.expected_trail = ""
        """The fingerprints of the open mission from its save; empty after it has been replayed."""
        self.earlier_dice = ""
        """The description of the dice that threw before a tour was continued with others; it ends in `THEN`."""
        self.is_loaded = False
        """True if the state to resume from comes from a file and has not been played from yet."""
        self.journal = Journal(self.header)
        self._flow: Flow[Any] | None = None
        self._next = 0
        """The index in `answers` of the next answer that the flight takes."""
        self._before_hand_throw: int | None = None
        self._redo: list[tuple[list[Answer], list[int], int]] = []
        """The answers, faces and `undone` before each undo since the last answer or throw."""

    # ---- advancing

    @property
    def header(self) -> Header:
        """The header of the log; `undone` is the number of steps that were undone."""
        by_hand = self._dice.description if isinstance(self._dice, EnteredDice) else BY_HAND
        dice = describe_dice(self.seed) if self.seed is not None else by_hand
        head = self.book.header(self.run, self.rulebook.rulings, self.setup, f"{self.earlier_dice}{dice}")
        head["digest"] = self.began
        if self.books:
            head["books"] = list(self.books)
        return {**head, "undone": self.undone} if self.undone else head

    def advance(self) -> Decision | None:
        """Run to the next decision.

        Returns:
            The open decision, or None if the run is over or the player has to enter dice.

        Raises:
            BookChanged: with the current book, the replay of a save differs from what was recorded.
            LogError: the saved state is inconsistent.
        """
        if self.over or self.decision is not None or self.wanted is not None:
            return self.decision
        self._replay()
        return self.decision

    @property
    def base(self) -> Checkpoint | None:
        """The last checkpoint; None if there is none yet."""
        return self.closed[-1] if self.closed else None

    @property
    def replayed_from(self) -> tuple[int, int]:
        """The numbers of answers and dice before the last checkpoint, which are not replayed."""
        return (self.base.answers, self.base.faces) if self.base else (0, 0)

    @property
    def mission(self) -> int:
        """The number of the current mission: in a tour its position, otherwise the number in the set-up."""
        return self.base.missions + 1 if self.base else self.setup.mission

    @property
    def throws_by_table(self) -> bool:
        """True if each table has dice of its own, as in a mission of the day (`play.day`)."""
        return self.tour is None and (self.seed or "").startswith(DAY)

    def _replay(self) -> None:
        """Replay all dice and answers from the start or the last checkpoint."""
        self.decision, self.wanted, self.over = None, None, False
        while self.closed and (self.closed[-1].answers > len(self.answers) or self.closed[-1].faces > len(self.faces)):
            self.closed.pop()
        base, (first, fallen) = self.base, self.replayed_from
        faces, self.faces = self.faces, self.faces[:fallen]
        self._before_hand_throw = None
        then = self._further_dice(self._thrown() + len(faces))
        # the dice of a day are thrown again: the faces alone do not tell how many each table has had
        dice = _RecordedDice(then if isinstance(then, TableDice) else ResumedDice(faces[fallen:], then), self)
        self._next = first
        journal = Journal(self.header)
        self.flight, flow = self.new_flight(dice, self, journal)
        self.journal, self._flow = journal, flow
        try:
            self._go_on(None)
        except (DiceError, ReplayMismatch) as error:
            if self.expected_trail or isinstance(error, DiceError):
                raise self._book_changed(str(error)) from error
            raise
        except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
            if base is None or not self.is_loaded:
                raise
            reason = f"{type(error).__name__} {error}"
            raise LogError(f"the state between two missions is inconsistent: {reason}") from error
        except BaseException:
            self._flow = None
            if len(self.faces) < len(faces):
                self.faces = faces
            raise
        left = len(self.answers) - self._next
        if left or len(self.faces) < len(faces):
            raise self._book_changed(f"{left} answers and {len(faces) - len(self.faces)} dice that were not used")
        if self.expected_trail and first_difference(self.expected_trail, self._open_events()) is not None:
            raise self._book_changed("a different outcome", stopped=False)
        self.expected_trail, self.is_loaded = "", False

    def new_flight(self, dice: Dice, player: Player, journal: Journal | None) -> tuple[Flight[Any], Flow[Any]]:
        """Return a flight and its flow, from the start of the run or the last checkpoint.

        Args:
            dice: the dice of the flight.
            player: the player who answers its decisions.
            journal: the journal for its events; None to record none.
        """
        game, base, tour = self.book.game, self.base, self.tour
        if base is None:
            state = game.new_state(self.rulebook, self.setup)
            flight: Flight[Any] = Flight(self.rulebook, dice, state, player, journal, hooks=game.hooks)
            return flight, game.runs[self.run](flight)
        assert tour
        state = build_declared(tour.state, base.state)
        if journal:
            journal.resume(base.past(self.journal.events), state)
        flight = Flight(self.rulebook, dice, state, player, journal, hooks=game.hooks)
        flight.place = tour.place
        return flight, tour.onward(flight)

    def _thrown(self) -> int:
        """Return the number of dice of the run that were thrown before the session began."""
        return self.closed[0].thrown - self.closed[0].faces if self.closed else 0

    def _open_events(self) -> list[Event]:
        """Return the events of the current mission."""
        return self.journal.events[self.base.events if self.base else 0 :]

    def _book_changed(self, why: str, *, stopped: bool = True) -> BookChanged:
        """Return the error for a save whose replay differs, with the place of the first difference.

        `why` is a description of what happened instead, used if the fingerprints do not show it.
        """
        self._flow = None
        events = self._open_events()
        at = first_difference(self.expected_trail, events)
        at = len(events) if at is None else at
        event = events[at] if at < len(events) else None
        row = event["row"] if event and "row" in event else ""
        place = event["place"] if event else self.flight.place
        number = len(self.journal.events) - len(events) + at + 1
        got = (
            why if event is None else f"{event['kind']} {'; '.join(event['gives']) if 'gives' in event else ''}".strip()
        )
        return BookChanged(
            self.mission,
            place,
            row,
            number,
            began=self.flown_by,
            now=self.book.digest,
            stopped=stopped,
            got=f"{got} ({why})" if got != why else got,
        )

    def resume_from(self, change: BookChanged) -> Decision | None:
        """Continue with the current book from the first difference, and drop all later decisions.

        Args:
            change: the first difference, as `advance` raised it.

        Returns:
            The open decision, or None.
        """
        before = self.journal.events[self.base.events if self.base else 0 : change.event - 1]
        first, fallen = self.replayed_from
        self.answers = self.answers[: first + len(answers_of(before))]
        self.faces = self.faces[: fallen + len(faces_of(before))]
        self.expected_trail = ""
        self.flown_by = self.book.digest
        if change.began != change.now:
            self.books.append((change.event, self.book.digest))
        self._replay()
        return self.decision

    def _further_dice(self, thrown: int) -> Dice:
        """Return the dice for throws after the recorded ones."""
        if self.seed is None:
            assert self._dice is not None
            return self._dice.after(thrown) if isinstance(self._dice, EnteredDice) else self._dice
        if self.throws_by_table:
            return day_dice(self.seed)
        return seeded_after(self.seed, thrown)

    def _go_on(self, answer: Option | None) -> None:
        """Run until a decision has no recorded answer."""
        assert self._flow is not None
        try:
            while True:
                decision = self._flow.send(answer)  # type: ignore[arg-type]  # the first send of a generator is None
                if self._next == len(self.answers):
                    self.journal.flush_changes()
                    self.decision = decision
                    return
                answer = self._decide(decision)
                if self._has_switched_book():
                    self._replay()
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
        """Put a decision to the flight's player, and close the mission if the answer is to continue the tour."""
        option = self.flight.decide(decision)
        if self.tour and decision.place == self.tour.place and option == self.tour.goes_on:
            self._close()
        return option

    def _close(self) -> None:
        """Add a checkpoint for the current mission, and switch to the successor book, if there is one."""
        events, base = self.journal.events, self.base
        self.closed.append(
            Checkpoint(
                asdict(self.flight.state),
                cast("Event", {**events[-1], "changes": [*events[-1]["changes"]]}),
                len(events),
                len(self.faces),
                self._next,
                self._thrown() + len(self.faces),
                (base.missions if base else 0) + 1,
                (*(base.records if base else ()), pack_events(events[(base.events - 1 if base else 0) : -1])),
            )
        )
        if self.successor:
            self.book, self.successor = self.successor, None
            self.rulebook = self.book.rulebook(self.rulebook.rulings, self.setup.scenario)
            self.flown_by = self.book.digest
            self.books.append((len(events) + 1, self.book.digest))
            self._flow = None

    def _has_switched_book(self) -> bool:
        """Return True if the session switched to the successor book when it closed the mission."""
        return self._flow is None

    def choose(self, decision: Decision, flight: Any) -> str:
        """Answer a decision of the flight from the recorded answers.

        Raises:
            ReplayMismatch: the recorded answer belongs to another decision, or is not one of its options.
            _Pause: there is no answer yet.
        """
        if self._next == len(self.answers):
            raise _Pause(decision)
        answer = replace(self.answers[self._next], spans=self.book.game.board.spans(flight.state))
        if not answer.place:  # a shared game and an old save lack the place and the number of dice
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
        """Answer the open decision and run to the next one.

        Args:
            taken: the chosen option.
            step: the step to which the answer belongs; None for a new step.

        Returns:
            The next decision, or None if the run is over or the player has to enter dice.

        Raises:
            IllegalChoice: no decision is open, or it has no such option.
        """
        if self.decision is None:
            raise IllegalChoice("no decision is open")
        taken = check_choice(self.decision, taken)
        self._redo.clear()
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
            self._replay()
            return self.decision
        try:
            option = self._decide(decision)
            if self._has_switched_book():
                self._replay()
            else:
                self._go_on(option)
        except BaseException:
            self._flow = None  # the next advance flies again, with whatever dice have fallen
            raise
        return self.decision

    def fly(self, player: Player, between: Callable[[], object] = bool) -> Log:
        """Run to the end.

        Args:
            player: the player who decides.
            between: a function that is called before each decision between two missions.

        Returns:
            The log.
        """
        while decision := self.advance():
            if self.is_between_missions:
                between()
            self.answer(player.choose(decision, self.flight))
        return self.finished()

    def throw(self, faces: Sequence[int]) -> Decision | None:
        """Enter the faces of the wanted dice and run to the next decision or throw.

        Raises:
            DiceError: the session does not wait for dice, or the number of faces is wrong.
        """
        if self.wanted is None:
            raise DiceError("the game is not waiting for entered dice")
        assert isinstance(self._dice, EnteredDice)
        self._dice.give(self.wanted, faces)
        self._redo.clear()
        self._replay()
        return self.decision

    def record_throw(self, faces: Sequence[int], table: str) -> None:
        """Record the faces of a throw in the flight."""
        if isinstance(self._dice, EnteredDice) and self._dice.pauses(table):
            self._before_hand_throw = len(self.faces)
        self.faces += faces

    def _step(self) -> int:
        return self.answers[-1].step + 1 if self.answers else 1

    def auto(self, going_on: Callable[[Session], bool], *, over_missions: bool = False) -> int:
        """Take the default of each decision of a player while `going_on` returns True; one undo reverts all of them.

        Args:
            going_on: a function that is called with the session before each answer.
            over_missions: True to answer decisions between two missions too.

        Returns:
            The number of decisions that were answered.
        """
        step, count, who = self._step(), 0, self.opponent
        while (
            self.decision is not None
            and self.opponent is who
            and (over_missions or not self.is_between_missions)
            and going_on(self)
        ):
            self.answer(self.decision.default, step=step)
            count += 1
        return count

    def spans(self) -> Mapping[str, object]:
        """Return the phases that `auto_play_span` can now finish, from the shortest to the longest."""
        return self.book.game.board.spans(self.flight.state)

    @property
    def single(self) -> str:
        """The name of the run if the run is a single mission; empty for a tour.

        It is also empty if `spans` already contains a phase with this name.
        """
        return "" if self.run in self.book.game.tours or self.run in self.spans() else self.run

    def throws(self, table: str) -> str:
        """Return the name of the player who throws on a table; empty in a game for one player."""
        return self.book.game.board.throws(table, self.rulebook.rulings)

    @property
    def forms(self) -> Mapping[str, Any]:
        """The record sheets that the run so far has filled, as data."""
        self.journal.flush_changes()
        forms: Mapping[str, Any] = self.book.game.forms(self.journal.events, self.journal.header, self.rulebook)
        return forms

    # ---- what may follow

    def again(self, seed: str | None = None, *, run: str = "", setup: Setup[Any] | None = None) -> Session:
        """Return a new session with the rulings and kind of dice of this one.

        Args:
            seed: the seed of the dice; by default that of this session.
            run: the run; by default that of this session.
            setup: the set-up; by default that of this session.
        """
        before = str(self.header["dice"])
        own, entered = seed_from_header(before), EnteredDice.of(before)
        source = entered.seed if own is None else own
        if source is not None and seed is not None:
            source = seed
        return Session(
            self.successor or self.book,
            run=run or self.run,
            setup=setup or self.setup,
            rulings=self.rulebook.rulings,
            seed=source if own is not None else None,
            dice=EnteredDice(entered.tables, source) if own is None else None,
        )

    @property
    def following_scenario(self) -> Mapping[str, Any] | None:
        """The scenario of the evening that follows the finished game; None if no evening follows."""
        spec, scenario = self.book.game.scenarios, self.setup.scenario
        return spec.following(scenario, self.flight.state) if spec and scenario and self.over else None

    def as_tour(self) -> Session | None:
        """Return the finished mission as a tour that waits for a decision; None if its replay as a tour differs."""
        if not self.over or self.run == TOUR or TOUR not in self.book.game.tours or self.setup.mission != 1:
            return None
        tour = self.again(run=TOUR)
        if tour.seed is None:
            tour.faces = list(self.faces)
        given = iter(self.answers)
        try:
            tour.advance()
            while decision := tour.decision:
                if decision.naming or decision.kind in self.book.game.board.only_names:
                    tour.answer(str(decision.default))
                elif answer := next(given, None):
                    tour.answer(answer.taken)
                else:
                    break
        except CombatBoxError:
            return None
        fell = faces_of(tour.journal.events)
        return tour if tour.decision and fell[: len(self.faces)] == self.faces else None

    # ---- players

    @property
    def opponent(self) -> Opponent | None:
        """The second player, if that player makes the open decision; otherwise None."""
        return self.book.game.board.across(self.decision)

    @property
    def view(self) -> RestrictedView | None:
        """The restricted view of the second player, or None.

        It is None if the second player does not make the open decision, or if nothing is hidden.
        """
        return self.opponent.view if self.opponent else None

    @property
    def turn(self) -> str:
        """The name of the player who makes the open decision; empty in a game for one player."""
        board = self.book.game.board
        if self.decision is None or not board.is_for_two(self.rulebook.ruled):
            return ""
        return self.opponent.name if self.opponent else board.player

    def auto_play_span(self, name: str = "") -> int:
        """Let the doctrine decide until the end of a phase.

        The doctrine decides for the player who is asked now, and stops when the other player is asked. Every phase ends
        before a decision between two missions; only the whole run includes these decisions.

        Args:
            name: the name of a phase (`spans`) or of the run; empty for the shortest phase.

        Returns:
            The number of decisions that were answered.

        Raises:
            UnknownName: there is no such phase at this point.
            CombatBoxError: the open decision is between two missions.
        """
        spans = self.spans()
        if name == self.run or (not name and not spans):
            return self.auto(lambda session: True, over_missions=True)
        if name and name not in spans:
            raise UnknownName("phase", name, [*spans, self.run])
        if self.is_between_missions:
            raise CombatBoxError(
                f"this decision is between two missions; answer it, or use `auto {self.run}` to decide all the rest"
            )
        name = name or next(iter(spans))
        return self.auto(lambda session: session.spans().get(name) == spans[name])

    def auto_to(self, name: str) -> int:
        """Let the doctrine decide until play reaches a named place.

        The doctrine stops earlier if another player is asked, or between two missions.

        Args:
            name: the name of a place in the order of play.

        Returns:
            The number of decisions that were answered.

        Raises:
            UnknownName: the game has no such place.
        """
        if name not in self.rulebook.places:
            raise UnknownName("place in the order of play", name, self.rulebook.places)
        events, answers = len(self.journal.events), len(self.answers)

        def on_the_way(session: Session) -> bool:
            asked_there = session.decision is not None and session.decision.place == name
            there = any(event["place"] == name for event in session.journal.events[events:]) or asked_there
            return len(session.answers) == answers or not there

        return self.auto(on_the_way)

    @property
    def is_between_missions(self) -> bool:
        """True if the open decision is between two missions."""
        return self.decision is not None and self.decision.kind in self.book.game.board.between

    @property
    def advisable(self) -> bool:
        """True if the result of the mission may depend on the open decision."""
        decision, board = self.decision, self.book.game.board
        if decision is None or decision.naming or not self.book.game.measures:
            return False
        return decision.kind not in board.only_names | board.between

    # ---- taking back

    @property
    def past(self) -> int:
        """The number of events before the session began, which it cannot undo."""
        return self.closed[0].events if self.closed and not self.closed[0].answers else 0

    @property
    def _starts(self) -> Mapping[str, Callable[[], tuple[int, int]]]:
        """For each size of step, a function that returns the numbers of answers and dice before the last one."""
        return {"choice": self._before_choice, "turn": self._before_turn, "mission": self._before_mission}

    @property
    def undoable(self) -> list[str]:
        """The sizes of `undo` that would undo anything."""
        now = (len(self.answers), len(self.faces))
        return [size for size, before in self._starts.items() if before() < now]

    def undo(self, size: str = "choice") -> bool:
        """Undo the last step; return False if there is no step.

        Args:
            size: `choice` (also for a throw of entered dice), `turn` or `mission`.

        Raises:
            UnknownName: `size` is not one of these words.
        """
        if size not in self._starts:
            raise UnknownName("size", size, self._starts)
        return self._take_back(*self._starts[size]())

    @property
    def redoable(self) -> bool:
        """True if the last step was undone, and nothing was decided since."""
        return bool(self._redo)

    def redo(self) -> None:
        """Restore the step that was undone last, unless the player has decided something since."""
        if self._redo:
            self.answers, self.faces, self.undone = self._redo.pop()
            self._flow = None
            self._replay()

    def back_to(self, answers: int) -> bool:
        """Undo all answers except the first ones; `answers` is the number of answers to keep.

        Returns:
            False if there is nothing to undo.

        Raises:
            CombatBoxError: there are fewer answers.
        """
        check_range("answers", answers, 0, len(self.answers))
        return self._take_back(*self._before(answers))

    def _take_back(self, answers: int, faces: int) -> bool:
        """Undo all answers and dice except the first ones, and replay these; return False if these are all."""
        if answers >= len(self.answers) and faces >= len(self.faces):
            return False
        steps = {answer.step for answer in self.answers[answers:]}
        self._redo.append((self.answers, self.faces, self.undone))
        self.answers, self.faces = self.answers[:answers], self.faces[:faces]
        self.undone += len(steps) or 1
        self._flow = None
        self._replay()
        return True

    def _before_choice(self) -> tuple[int, int]:
        """Return the numbers of answers and dice before the last step, which may be a throw of entered dice."""
        thrown = self._before_hand_throw
        if thrown is not None and (not self.answers or thrown >= self.answers[-1].faces):
            return len(self.answers), thrown
        step = self.answers[-1].step if self.answers else 0
        return self._before(next((number for number, answer in enumerate(self.answers) if answer.step == step), 0))

    def _before_turn(self) -> tuple[int, int]:
        """Return the numbers of answers and dice at the start of the shortest phase in which an answer was given."""
        last = self.answers[-1].spans if self.answers else {}
        if not last:
            return self._before_choice()
        now = self.spans()
        name = next(iter(now), "") or next(iter(last))
        value = (
            now[name] if name in now and self.decision is not None and last.get(name) == now[name] else last.get(name)
        )
        first = len(self.answers)
        while first and self.answers[first - 1].spans.get(name) == value:
            first -= 1
        return self._before(first) if first < len(self.answers) else self._before_choice()

    def _before_mission(self) -> tuple[int, int]:
        """Return the numbers of answers and dice at the beginning of the last mission in which an answer was given."""
        starts = [0, *(done.answers for done in self.closed)]
        return self._before(max((start for start in starts if start < len(self.answers)), default=0))

    def _before(self, answers: int) -> tuple[int, int]:
        """Return a number of answers, and the number of dice that had been thrown when the next one was given."""
        faces = self.answers[answers].faces if answers < len(self.answers) else len(self.faces)
        return answers, faces

    @property
    def summary(self) -> dict[str, Any]:
        """The summary of the state, with the keys that the game defines."""
        return self.book.game.summary(self.flight.state)

    # ---- files

    def to_json(self) -> dict[str, Any]:
        """Return the save, without its checksum, as plain data (`play.logs.SaveData`)."""
        base, (first, fallen) = self.base, self.replayed_from
        save = {
            "kind": "save",
            "format": SAVE_FORMAT,
            "header": self.header,
            "book": self.flown_by,
            "faces": self.faces[fallen:],
            "answers": [[a.kind, a.taken, a.faces - fallen, a.step, a.place] for a in self.answers[first:]],
            "trail": self._trail_so_far(),
            "at": self.decision.place if self.decision else "",
        }
        if self.over:
            save["words"] = digest(self.journal.events)
        if base is None:
            return save
        assert self.tour
        closed = {
            "form": schema_fingerprint(self.tour.state),
            "state": compact_json(base.state),
            "event": base.event,
            "thrown": base.thrown,
            "missions": base.missions,
            "records": base.records,
        }
        return {**save, "closed": closed}

    def _trail_so_far(self) -> str:
        """Return the fingerprints of the open mission; in the middle of a roll, the last event may still change."""
        trail = self.expected_trail or fingerprints(self._open_events())
        return trail if self.over or self.decision or self.wanted or self.expected_trail else trail[:-SIGNS]

    def saved(self) -> str:
        """Return the save as the text of its file: one line that ends in a checksum."""
        body = self.to_json()
        return canonical_json({**body, "h": digest(body)}) + "\n"

    def log(self) -> str:
        """Return the log of a finished run as the text of its file.

        Raises:
            CombatBoxError: the run is not over.
        """
        if not self.over:
            raise CombatBoxError("the run is not over; a log can be written only at its end")
        return log_text(self.finished())

    def finished(self) -> Log:
        """Return the log of a finished run."""
        closed = resume_record(self.tour, self.journal.events, self.flight.state)
        return Log(self.header, self.journal.events, self.summary, closed)


class LoggedRun(Session):
    """A log that can be read but not played, because this version does not replay it to the same events."""

    def __init__(self, book: Book, log: Log, setup: Setup[Any]) -> None:
        self._log = log
        super().__init__(book, run=log.header["run"], setup=setup, rulings=log.header["rulings"], dice=EnteredDice())
        self.setup = replace(setup, scenario=None)  # no evening follows
        self.undone, self.over, self.journal.events = log.header.get("undone", 0), True, log.events

    @property
    def header(self) -> Header:
        """The header of the log."""
        return self._log.header

    def spans(self) -> Mapping[str, object]:
        """Return no phases, because there is nothing to play."""
        return {}

    @property
    def past(self) -> int:
        """The number of all events, none of which can be undone."""
        return len(self._log.events)

    @property
    def summary(self) -> dict[str, Any]:
        """The summary in the log."""
        return self._log.summary

    def saved(self) -> str:
        """Return the log, from which the same run is opened again."""
        return self.log()

    def finished(self) -> Log:
        """Return the log."""
        return self._log
