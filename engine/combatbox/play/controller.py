"""The controller of a game for another program or a web page, which exchange plain data with it.

It begins, plays, undoes, saves and shows a game. A front end needs only a compiled book and this class:

    controller = GameController(parse_book(text))
    seen = controller.begin(mission=7, seed="1943")
    while not seen["over"]:
        seen = controller.answer(seen["asked"]["default"])
    log = controller.log()

The terminal is such a front end too. What a game shows is in `play.view`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from combatbox.core.decisions import DRAWN, Decision
from combatbox.core.dice import Ask, EnteredDice
from combatbox.core.errors import CombatBoxError, LogError, ReplayMismatch, UnknownName, check_range
from combatbox.core.plugin import load_object
from combatbox.play.adviser import MOST_FLIGHTS, Adviser
from combatbox.play.batch import SimulationRequest
from combatbox.play.book import Book
from combatbox.play.book_codec import parse_book
from combatbox.play.day import Par, begun_day, day_of
from combatbox.play.live_odds import LiveOdds, parse_known_odds
from combatbox.play.logs import Log
from combatbox.play.record_tables import record_tables
from combatbox.play.saves import check_goes_on, parse_game, parse_save, parse_shared, resume, save_of_log, share_text
from combatbox.play.session import BookChanged, LoggedRun, Session
from combatbox.play.setup_choices import begun, scenario_table, setup_choices
from combatbox.play.tour_report import tour_report
from combatbox.play.view import GameView, decision_text, offered

DICE = ("seed", "own", "mixed")
"""The ways to throw the dice: `seed` (the program), `own` (the player), or `mixed`, which depends on the table."""


class GameController(GameView):
    """The interface through which a front end plays a book, one game at a time.

    Methods that play the game return the new situation, in the form that `seen` returns.
    """

    def __init__(self, book: Book, ask: Ask | None = None) -> None:
        """Create a controller without a game.

        Args:
            book: the book.
            ask: a function that asks the player for the faces of real dice; without one, the game pauses for each throw.
        """
        super().__init__(book)
        self._ask = ask
        self._parted: tuple[Session, BookChanged, Mapping[str, Any]] | None = None
        self._adviser: Adviser | None = None
        self._flying: LiveOdds | None = None
        self._par: Par | None = None
        self._takes_routine = self._asks_once = False
        self._held: dict[str, tuple[str, object, str]] = {}

    @offered
    def describe(self) -> dict[str, Any]:
        """Return the choices that a player has before a game; see `play.setup_choices`; `drawn`: see `DRAWN`."""
        return {**setup_choices(self.book), "drawn": DRAWN}

    # ---- beginning

    @offered
    def begin(
        self,
        *,
        seed: str,
        run: str = "mission",
        mission: int = 1,
        names: dict[str, Any] | None = None,
        rulings: dict[str, str] | None = None,
        dice: str = "seed",
        by_hand: list[str] | None = None,
        scenario: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Begin a game.

        Args:
            seed: the seed of the dice, and of anything that is drawn at random before the game.
            run: one of the game's runs, such as `mission` or `tour`.
            mission: the number of the mission.
            names: the names that the player has chosen, by their keys in `describe`.
            rulings: the options of rulings, by key or id.
            dice: `seed` to throw all dice from the seed, `own` to enter all dice, or `mixed` to enter only the dice of
                the tables in `by_hand`.
            by_hand: the ids of the tables for which the player throws real dice.
            scenario: a scenario of the players' own, in place of the first mission.

        Raises:
            CombatBoxError: the game has no such run, mission, name, ruling or table.
        """
        if dice not in DICE:
            raise UnknownName("kind of dice", dice, DICE)
        for table in by_hand or ():
            if table not in self.book.tables:
                raise UnknownName("table", table, self.book.tables)
        entered = None
        if dice != "seed":
            entered = EnteredDice(by_hand or (), seed) if dice == "mixed" else EnteredDice(ask=self._ask)
        return self.start(
            begun(
                self.book,
                seed=seed,
                run=run,
                mission=mission,
                names=names,
                rulings=rulings,
                dice=entered,
                scenario=scenario,
            )
        )

    @offered
    def begin_again(self, seed: str) -> dict[str, Any]:
        """Begin another game with the run, set-up, rulings and kind of dice of the current one.

        Args:
            seed: the seed of the dice, as in `begin`.
        """
        return self.start(self.session.again(seed))

    @offered
    def next_evening(self, seed: str) -> dict[str, Any]:
        """Begin the evening of a campaign that follows the finished game, with its rulings and kind of dice.

        Args:
            seed: the seed of the dice, as in `begin`.

        Raises:
            CombatBoxError: no evening follows.
        """
        following = self.session.following_scenario
        if following is None:
            raise CombatBoxError("no evening of a campaign follows this game")
        return self.start(self.session.again(seed, setup=replace(self.session.setup, scenario=following)))

    @offered
    def become_tour(self) -> dict[str, Any]:
        """Continue a finished single mission as the first mission of a tour, with its crew.

        Raises:
            CombatBoxError: the mission cannot be the first of a tour.
        """
        tour = self.session.as_tour()
        if tour is None:
            raise CombatBoxError("this mission cannot become the first of a tour")
        return self.start(tour)

    @offered
    def load(self, text: str) -> dict[str, Any]:
        """Resume a game from the text of its save, or open a log.

        A tour that was suspended goes on with its next mission. A log that this version does not replay to the same
        events can be read, but not played.

        Raises:
            LogError: the text is neither a save nor a log of this game.
            BookChanged: the book or the code has changed; continue with `fly_on` or `finish_under`.
        """
        game = parse_game(text, "the file")
        if not isinstance(game, Log):
            return self.resume(game)
        of = game.header["game"]
        if of != self.book.key:
            raise LogError(f"the log is of {of}, not of {self.book.key}; open it where {of} is played")
        with suppress(LogError, ReplayMismatch):
            if save := save_of_log(self.book, game):
                return self.resume(save)
        return self._read(game)

    def _read(self, log: Log) -> dict[str, Any]:
        """Open a log that can be read but not played.

        Raises:
            LogError: the events of the log contradict each other.
        """
        run = self._session = LoggedRun(self.book, log, self.book.setup_in(log.header))
        try:
            with self.guarded():
                seen = self.start(run)
                self._scene()
        except LogError:
            self._session = None
            raise
        return seen

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Report errors that come from contradicting events, if the game is a log that can be read but not played.

        Raises:
            LogError: the events contradict each other.
        """
        try:
            yield
        except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
            if not isinstance(self._session, LoggedRun):
                raise
            raise LogError(f"the events of the log cannot be shown: {type(error).__name__} {error}") from error

    def resume(
        self, save: Mapping[str, Any], book: Book | None = None, successor: Book | None = None
    ) -> dict[str, Any]:
        """Resume a game from its save.

        Args:
            save: the save, as `parse_save` returns it.
            book: the book with which the mission goes on; by default the controller's.
            successor: the book for the next mission, if it is another one.

        Raises:
            BookChanged: the book or the code has changed; continue with `fly_on` or `finish_under`.
        """
        session = resume(book or self.book, save, EnteredDice(ask=self._ask))
        session.successor = successor
        try:
            return self.start(session)
        except BookChanged as moved:
            self._parted = session, moved, save
            raise

    @offered
    def fly_on(self) -> dict[str, Any]:
        """Continue a save with the current book although the book has changed.

        Decisions after the first difference are dropped.
        """
        session, moved, _save = self._changed_save()
        self._session = session
        session.resume_from(moved)
        return self.start(session)

    @offered
    def finish_under(self, book: str) -> dict[str, Any]:
        """Finish the current mission of a save with the book that it was started with.

        The next mission uses the current book.

        Args:
            book: the text of the original compiled book.

        Raises:
            CombatBoxError: `book` is not the book with which the mission was played.
        """
        _session, moved, save = self._changed_save()
        old = parse_book(book)
        if old.digest != moved.began:
            raise CombatBoxError(
                f"the given book is {old.digest}, but the game was played with {moved.began}; give that book"
            )
        return self.resume(save, old, self.book)

    def _changed_save(self) -> tuple[Session, BookChanged, Mapping[str, Any]]:
        if self._parted is None:
            raise CombatBoxError("no save with changed tables is loaded; load one first")
        return self._parted

    def start(self, session: Session) -> dict[str, Any]:
        """Start or go on with the game of a session; if it fails, the current game stays."""
        previous, self._session = self._session, session
        try:
            session.advance()
        except CombatBoxError:
            self._session = previous
            raise
        self._tell_of(session.book)
        self._parted, self._held, self._par = None, {}, None
        return self._answered_by_itself()

    # ---- the mission of the day

    @offered
    def begin_day(self, day: str) -> dict[str, Any]:
        """Begin the mission of the day; see `play.day`.

        Args:
            day: the date: `2026-12-01`.

        Raises:
            CombatBoxError: the game has no such mission, or the text is not a date.
        """
        return self.start(begun_day(self.book, day))

    @offered
    def par(self, flights: int) -> dict[str, int]:
        """Continue to simulate the par of this mission of the day.

        Args:
            flights: the number of further flights.

        Returns:
            A dict with `par`, the flights so far as `flights`, and the number after which par stands as `of`.

        Raises:
            CombatBoxError: this is not a mission of the day, or `flights` is out of range.
        """
        if day_of(self.session) is None:
            raise CombatBoxError("this is not a mission of the day, so it has no par")
        self._par = self._par or Par(self.session)
        self._par.fly(flights)
        return self._par.to_json()

    # ---- playing

    @offered
    def answer(self, taken: str, hold: bool = False) -> dict[str, Any]:
        """Choose an option by its text, or enter a name if the decision asks for one.

        Args:
            taken: the text of the option.
            hold: True to give the same answer whenever the question repeats, until the condition of the plane or the
                usual answer changes.

        Raises:
            IllegalChoice: there is no such option.
        """
        session = self.session
        held: dict[str, tuple[str, object, str]] = {}
        if hold and session.decision and session.decision.place in self.book.game.board.repeated:
            held[session.decision.place] = taken, self._condition(), session.decision.default
        session.answer(taken)
        self._held |= held  # only now: an answer that is refused is not held
        return self._answered_by_itself()

    @offered
    def take_routine(self, on: bool, once: bool = False) -> dict[str, Any]:
        """Turn automatic answers to routine decisions (`Board.routine`) on or off; they are off at first.

        While they are on, each routine decision is answered with its default. The result of a call that plays the game
        lists these answers as `by_itself`.

        Args:
            on: True for automatic answers.
            once: True to put each routine decision to the player the first time, as a lesson does.

        Returns:
            A dict with the new setting as `on`.
        """
        self._takes_routine, self._asks_once = on, once
        return {"on": on}

    def _condition(self) -> object:
        return self.book.game.board.condition(self.session.flight.state)

    def _answered_by_itself(self) -> dict[str, Any]:
        """Answer routine decisions and those with a held answer, and return the new situation.

        These answers belong to the same step as the answer before them, so that one undo takes all of them back.
        """
        session, self._by_itself = self.session, []
        step = session.answers[-1].step if session.answers else None
        while (decision := session.decision) and (taken := self._own_answer(decision)):
            texts = decision_text(session, self.words)
            self._by_itself.append(
                {"question": texts.question, "words": texts.options[taken], "answers": len(session.answers)}
            )
            session.answer(taken, step=step)
        return self.seen()

    def _own_answer(self, decision: Decision) -> str:
        """Return the answer to a decision that is not put to the player; empty if the player has to answer it."""
        if self.session.opponent:
            return ""
        held, condition, usual = self._held.get(decision.place, ("", None, ""))
        if held and (condition, usual) != (self._condition(), decision.default):
            self._held = {}
            return ""
        if held in decision.options:
            return held
        routine = self._takes_routine and decision.place in self.book.game.board.routine
        if self._asks_once:
            routine = routine and any(answer.place == decision.place for answer in self.session.answers)
        return str(decision.default) if routine else ""

    @offered
    def throw(self, faces: list[Any]) -> dict[str, Any]:
        """Enter the faces of real dice.

        Raises:
            DiceError: the session does not wait for dice, or the number of faces is wrong.
        """
        self.session.throw(faces)
        return self._answered_by_itself()

    @offered
    def auto(self, stretch: str = "", to: str | None = None) -> dict[str, Any]:
        """Let the doctrine decide until the end of a phase, or until play reaches a place.

        Args:
            stretch: the name of the phase; empty for the shortest one.
            to: the name of a place in the order of play, which takes precedence over `stretch`.
        """
        session = self.session
        _ = session.auto_play_span(stretch) if to is None else session.auto_to(to)
        return self._answered_by_itself()

    @offered
    def advise(self, flights: int) -> dict[str, Any]:
        """Continue to simulate each option of the open decision, and return the advice.

        The advice is complete when its `next_look` is 0.

        Args:
            flights: the number of further simulations of each option. The simulations of several calls on the same
                decision are added up.

        Raises:
            CombatBoxError: the adviser cannot judge this decision, or `flights` is out of range.
        """
        check_range("flights", flights, 1, MOST_FLIGHTS)
        if self._adviser is None or self._adviser.decision is not self.session.decision:
            self._adviser = Adviser(self.session)
        self._adviser.fly(flights)
        return self._adviser.advice().to_json()

    # ---- scenarios of the players' own

    @offered
    def set_up(self, scenario: dict[str, Any], values: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the table of a scenario with the models that stand on it at the start; see `play.setup_choices`.

        It does not affect the current game.

        Args:
            scenario: the scenario as plain data.
            values: the values of a scenario's parts, for the points of each side.

        Raises:
            CombatBoxError: the scenario cannot be played.
        """
        return scenario_table(self.book, scenario, values or {})

    # ---- odds

    @offered
    def odds_begin(
        self,
        *,
        missions: int,
        seed: str,
        mission: int = 0,
        rulings: dict[str, str] | None = None,
        always: dict[str, str] | None = None,
        beside: dict[str, Any] | None = None,
        scenario: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Begin to simulate missions under the doctrine; see `play.live_odds`.

        The simulation does not affect the current game.

        Args:
            missions: the number of missions to simulate.
            seed: the seed of the simulation.
            mission: the number of the mission; 0 for all missions in turn.
            rulings: the options of rulings, by key or id.
            always: standing orders to the doctrine: an option by kind of decision.
            beside: known odds to compare with: the number of `missions`, and how often each of the `events` occurred in
                them.
            scenario: a scenario of the players' own, to simulate in place of the first mission.
        """
        order = SimulationRequest(
            self.book.key, missions, seed, dict(rulings or {}), mission, always=dict(always or {}), scenario=scenario
        )
        self._flying = LiveOdds(self.book, order, parse_known_odds(beside or {}))
        return self._flying.to_json()

    @offered
    def odds_fly(self, missions: int) -> dict[str, Any]:
        """Simulate about this number of further missions, and return the odds so far.

        Raises:
            CombatBoxError: `odds_begin` was not called.
        """
        if self._flying is None:
            raise CombatBoxError("no odds are being simulated; begin them first")
        self._flying.fly(max(1, missions))
        return self._flying.to_json()

    # ---- undoing

    @offered
    def undo(self, size: str = "choice") -> dict[str, Any]:
        """Undo the last step of a given size; do nothing if there is none.

        The size is `choice` (also for a throw of entered dice), `turn` or `mission`.

        Raises:
            UnknownName: `size` is not one of these words.
        """
        self.session.undo(size)
        return self._went_back()

    @offered
    def back_to(self, answers: int) -> dict[str, Any]:
        """Undo all answers except the first ones; `answers` is the number of answers to keep.

        Raises:
            CombatBoxError: there are fewer answers.
        """
        self.session.back_to(answers)
        return self._went_back()

    def _went_back(self) -> dict[str, Any]:
        """Forget what is answered without asking, and return the situation."""
        self._held, self._by_itself = {}, []
        return self.seen()

    @offered
    def redo(self) -> dict[str, Any]:
        """Restore the step that was undone last, unless the player has decided something since."""
        self.session.redo()
        return self._went_back()

    # ---- saving

    @offered
    def save(self) -> str:
        """Return the save of the current game, as the text of its file."""
        return self.session.saved()

    @offered
    def log(self) -> str:
        """Return the log of a finished game as the text of its file.

        Raises:
            CombatBoxError: the game is not over.
        """
        return self.session.log()

    @offered
    def record(self) -> list[dict[str, Any]]:
        """Return the filled record sheets of a finished game; see `play.record_tables`.

        Raises:
            CombatBoxError: the game is not over.
        """
        return record_tables(self.book, self._final_forms())

    @offered
    def charts(self, paper: str, sheets: str) -> list[dict[str, str]]:
        """Print the filled record sheets of a finished game; see `press.charts`.

        Args:
            paper: the paper size, such as `a4`.
            sheets: the record sheets of the game as JSON, from a file of the site.

        Raises:
            CombatBoxError: the game is not over, the package `press` cannot be loaded, or a sheet cannot be printed.
        """
        forms, session = self._final_forms(), self.session
        print_charts = load_object("combatbox.press.charts:print_charts")  # in a browser, in a pack of its own
        charts: list[dict[str, str]] = print_charts(self.book, session.rulebook, forms, session.journal, sheets, paper)
        return charts

    @offered
    def tour_book(self, sheets: str) -> dict[str, Any]:
        """Return the book of the tour so far; see `press.tour_page`.

        Args:
            sheets: the record sheets of the game as JSON, from a file of the site.

        Raises:
            CombatBoxError: the game is not a tour or has no finished mission, the package `press` cannot be loaded, or
                the tables lack something that the book needs.
        """
        session = self._tour_session()
        tour_page = load_object("combatbox.press.tour_page:tour_page")  # in a browser, in a pack of its own
        book: dict[str, Any] = tour_page(self.book, session.rulebook, session.journal, sheets)
        return book

    @offered
    def tour_wall(self, sheets: str, motif: str = "", lettering: str = "") -> dict[str, Any]:
        """Return the wall of the crew of the tour so far; see `press.tour_page.wall_page`.

        Args:
            sheets: the record sheets of the game as JSON, from a file of the site.
            motif: the motif of the nose art; empty for the one that follows from the bomber's name.
            lettering: the words beside it; empty for the bomber's name.

        Raises:
            CombatBoxError: the game is not a tour or has no crew or no finished mission, or the package `press` cannot be
                loaded.
        """
        session = self._tour_session()
        wall_page = load_object("combatbox.press.tour_page:wall_page")  # in a browser, in a pack of its own
        wall: dict[str, Any] = wall_page(self.book, session.rulebook, session.journal, sheets, motif, lettering)
        return wall

    def _final_forms(self) -> Mapping[str, Any]:
        if not self.session.over:
            raise CombatBoxError("the run is not over; its record sheets are filled at its end")
        return self.session.forms

    @offered
    def tour(self) -> dict[str, Any]:
        """Return a summary of the tour so far; see `play.tour_report`.

        Raises:
            CombatBoxError: the game is not a tour.
        """
        session = self._tour_session()
        return tour_report(self.book, session.forms, session.summary.get("missions_completed", 0))

    def _tour_session(self) -> Session:
        session = self.session
        if session.tour is None:
            raise CombatBoxError("this game is a single mission, not a tour")
        session.journal.flush_changes()
        return session

    @offered
    def share(self) -> str:
        """Return the game so far as a short text that fits into a URL; see `play.saves`.

        Raises:
            LogError: the text would be too long.
        """
        return share_text(self.session)

    @offered
    def open_share(self, text: str) -> dict[str, Any]:
        """Resume a shared game.

        Raises:
            LogError: the text is not a shared game.
            BookChanged: the book or the code has changed, as in `load`.
        """
        _game, save = parse_shared(text)
        return self.resume(save)

    @offered
    def take_over(self, text: str, stored: str = "") -> dict[str, Any]:
        """Resume a game that was handed over from another device as a shared text.

        Args:
            text: the shared text.
            stored: the text of the save of the same game on this device; empty if there is none.

        Raises:
            StaleHandover: the shared game does not continue the game on this device.
            LogError: the text is not a shared game.
            BookChanged: the book or the code has changed, as in `load`.
        """
        _game, save = parse_shared(text)
        if stored:
            check_goes_on(self.book, save, parse_save(stored, "the game on this device"))
        return self.resume(save)
