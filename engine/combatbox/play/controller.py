"""A game at a desk: begun, answered, taken back, saved and looked at, with plain data in and out.

Whoever draws it (a page of the site, another program) needs a compiled book and this, and nothing else of the house:

    desk = Desk(book_of(text))
    seen = desk.begin(mission=7, seed="1943")
    while not seen["over"]:
        seen = desk.answer(seen["asked"]["default"])
    log = desk.log()

What is asked is put into words here for the terminal too, so that every device asks the same.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from combatbox.core.decisions import Decision, Option
from combatbox.core.dice import SIDES
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.events import Event
from combatbox.core.game import NarrationContext, NarrationLine
from combatbox.core.scene import EventFollower, Scene
from combatbox.core.table_views import anchor
from combatbox.play.adviser import MOST_FLIGHTS, Adviser, advisable
from combatbox.play.batch import SimulationRequest
from combatbox.play.book import Book
from combatbox.play.book_codec import book_of, line_of
from combatbox.play.entered_dice import EnteredDice
from combatbox.play.frames import changes
from combatbox.play.live_odds import Flying, beside_of
from combatbox.play.log_validation import setup_of
from combatbox.play.narrate import Teller, indented, told_to, words_of
from combatbox.play.record_tables import charted
from combatbox.play.saves import resume, save_of, shared, unshared
from combatbox.play.scene_layout import growing, shape, staged, touched
from combatbox.play.scene_text import spoken
from combatbox.play.session import Answer, BookChanged, Session
from combatbox.play.setup_choices import TOUR, choices, names_given

DICE = ("seed", "own", "mixed")
"""Who throws."""


@dataclass(frozen=True)
class Asked:
    """The decision that waits, in words: the question, and every option by its text."""

    question: str
    options: Mapping[str, str]


def asked(session: Session, words: NarrationContext) -> Asked:
    """What a session waits for, in words. Raises CombatBoxError when nothing waits."""
    decision, board = session.decision, session.book.game.board
    if decision is None:
        raise CombatBoxError("no decision waits for an answer")
    flight = session.flight
    told = {str(option): board.option(decision, option, flight, words) for option in decision.options}
    return Asked(board.question(decision, flight, words), told)


class GameController:
    """One game after the other, of one book. Every method that plays gives back what is to be seen then (`seen`)."""

    def __init__(self, book: Book) -> None:
        self.book, self.words = book, words_of(book)
        self._session: Session | None = None
        self._parted: tuple[Session, BookChanged, Mapping[str, Any]] | None = None
        self._redo: list[tuple[list[Answer], list[int], int]] = []
        self._teller = Teller(book, self.words)
        self._following: EventFollower | None = None
        self._adviser: Adviser | None = None
        self._flying: Flying | None = None
        self._shape: tuple[tuple[Any, ...], int] = ((), 0)

    @property
    def session(self) -> Session:
        """The game that is played. Raises CombatBoxError before one is begun."""
        if self._session is None:
            raise CombatBoxError("no game is begun; begin one, or load a save")
        return self._session

    def describe(self) -> dict[str, Any]:
        """What there is to choose from before a game; see `play.setup_choices`."""
        return choices(self.book)

    # ---- sitting down

    def begin(
        self,
        *,
        seed: str,
        run: str = "mission",
        mission: int = 1,
        names: Mapping[str, Any] | None = None,
        rulings: Mapping[str, str] | None = None,
        dice: str = "seed",
        by_hand: Sequence[str] = (),
    ) -> dict[str, Any]:
        """Begin a game: a run of it, names as `describe` has them, options of rulings by key or id.

        dice: `seed` throws all of them, `own` none; `mixed` those of tables that are not `by_hand`.
        Raises CombatBoxError for what the game does not have.
        """
        given = names_given(self.book, names or {})
        if run == TOUR and "rosters" in self.book.constants:
            given.setdefault("roster", seed)
        if dice not in DICE:
            raise UnknownName("kind of dice", dice, DICE)
        for table in by_hand:
            if table not in self.book.tables:
                raise UnknownName("table", table, self.book.tables)
        hand = None if dice == "seed" else EnteredDice(by_hand, seed) if dice == "mixed" else EnteredDice()
        setup = setup_of(self.book, mission, given)
        session = Session(self.book, run=run, setup=setup, rulings=rulings, seed=None if hand else seed, dice=hand)
        return self._sit_down(session)

    def load(self, text: str) -> dict[str, Any]:
        """Go on with a save, from its text.

        Raises LogError for one that is none, and Moved where the book or the code have moved on since: then `fly_on` and
        `finish_under` are the ways to go on with it.
        """
        return self._resumed(save_of(text, "the save"))

    def _resumed(self, save: Mapping[str, Any]) -> dict[str, Any]:
        session = resume(self.book, save, EnteredDice())
        try:
            session.advance()
        except BookChanged as moved:
            self._parted = (session, moved, save)
            raise
        return self._sit_down(session)

    def fly_on(self) -> dict[str, Any]:
        """Go on with a save that has parted, under the book in hand: what was decided from there on is decided again."""
        session, moved, _save = self._left()
        session.resume_from(moved)
        return self._sit_down(session)

    def finish_under(self, book: str) -> dict[str, Any]:
        """Finish the mission of such a save under the book that it was flown by, from its text; the next is flown by this one.

        Raises CombatBoxError for another book.
        """
        _session, moved, save = self._left()
        old = book_of(book)
        if old.digest != moved.began:
            raise CombatBoxError(f"that is the book {old.digest}; the game was flown by {moved.began}")
        session = resume(old, save, EnteredDice())
        session.successor = self.book
        return self._sit_down(session)

    def _left(self) -> tuple[Session, BookChanged, Mapping[str, Any]]:
        if self._parted is None:
            raise CombatBoxError("no save has been left because tables or program have changed")
        return self._parted

    def _sit_down(self, session: Session) -> dict[str, Any]:
        session.advance()
        self._session, self._teller, self._parted, self._redo = session, Teller(self.book, self.words), None, []
        return self.seen()

    # ---- playing

    def answer(self, taken: str) -> dict[str, Any]:
        """Take an option, by its text; a name, where one is asked for. Raises IllegalChoice."""
        self.session.answer(taken)
        self._redo = []
        return self.seen()

    def throw(self, faces: Sequence[int]) -> dict[str, Any]:
        """The faces of dice that are thrown by hand. Raises DiceError for those that cannot be, and where none are wanted."""
        self.session.throw(faces)
        self._redo = []
        return self.seen()

    def auto(self, stretch: str = "", to: str = "") -> dict[str, Any]:
        """The doctrine decides the rest of a stretch of play (the shortest without a name), or until play comes `to` a place."""
        session = self.session
        _ = session.auto_to(to) if to else session.auto_play_span(stretch)
        self._redo = []
        return self.seen()

    def advise(self, flights: int) -> dict[str, Any]:
        """The advice on the decision that waits, after so many flights more of each option: asked again and again, it grows.

        Raises CombatBoxError where the adviser has no word, or for a number of flights that is none.
        """
        if not 1 <= flights <= MOST_FLIGHTS:
            raise CombatBoxError(f"the adviser flies 1 to {MOST_FLIGHTS} times, not {flights}")
        if self._adviser is None or self._adviser.decision is not self.session.decision:
            self._adviser = Adviser(self.session)
        self._adviser.fly(flights)
        return self._adviser.advice().to_json()

    # ---- odds

    def odds_begin(
        self,
        *,
        missions: int,
        seed: str,
        mission: int = 0,
        rulings: Mapping[str, str] | None = None,
        always: Mapping[str, str] | None = None,
        beside: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Begin to fly so many missions by the doctrine, each from its start, to see what comes of them; see `play.live_odds`.

        mission: its number, 0 for all of them in turn. always: orders to the doctrine, an option by kind of decision. beside: odds
        that are known, as their `missions` and how often each of the `events` came. The game at the desk is left as it is.
        """
        order = SimulationRequest(
            self.book.key, missions, seed, dict(rulings or {}), mission, always=dict(always or {})
        )
        self._flying = Flying(self.book, order, beside_of(beside or {}))
        return self._flying.to_json()

    def odds_fly(self, missions: int) -> dict[str, Any]:
        """Fly about so many of them, and tell how things stand. Raises CombatBoxError before any are begun."""
        if self._flying is None:
            raise CombatBoxError("no odds are being flown")
        self._flying.fly(max(1, missions))
        return self._flying.to_json()

    # ---- taking back

    def undo(self, size: str = "choice") -> dict[str, Any]:
        """Take back the last `choice` (or throw by hand), this `turn`, or this `mission`; nothing changes where there is none."""
        session = self.session
        ways = {"choice": session.before_choice, "turn": session.before_turn, "mission": session.before_mission}
        if size not in ways:
            raise UnknownName("size", size, ways)
        return self._back(*ways[size]())

    def back_to(self, answers: int) -> dict[str, Any]:
        """Take back all but so many answers. Raises CombatBoxError where there are not so many."""
        session = self.session
        if not 0 <= answers <= len(session.answers):
            raise CombatBoxError(f"{answers} answers; 0 to {len(session.answers)} are there to be kept")
        return self._back(*session.before(answers))

    def _back(self, answers: int, faces: int) -> dict[str, Any]:
        session = self.session
        before = (list(session.answers), list(session.faces), session.undone)
        if session.take_back(answers, faces):
            self._redo.append(before)
        return self.seen()

    def redo(self) -> dict[str, Any]:
        """Put back what was taken back last; nothing changes where there is nothing, or something was decided since."""
        if self._redo:
            self.session.restore(*self._redo.pop())
        return self.seen()

    # ---- keeping

    def save(self) -> str:
        """The save as the text of its file."""
        return self.session.saved()

    def log(self) -> str:
        """The log of a game that is over as the text of its file. Raises CombatBoxError when it is not."""
        return self.session.log()

    def record(self) -> list[dict[str, Any]]:
        """The record sheets of a game that is over, filled from its log, as tables; see `play.record_tables`.

        Raises CombatBoxError when it is not.
        """
        session = self.session
        if not session.over:
            raise CombatBoxError("the run is not over; its sheets are filled at its end")
        session.journal.flush_changes()
        forms = self.book.game.forms(session.journal.events, session.journal.header, session.rulebook)
        return charted(self.book, forms)

    def share(self) -> str:
        """The game as it stands as a short text for an address; see `play.saves`. Raises LogError for one that is too long."""
        return shared(self.session)

    def open_share(self, text: str) -> dict[str, Any]:
        """Sit down at a shared game where it stands. Raises LogError for a text that is none, Moved as `load` does."""
        _game, save = unshared(text)
        return self._resumed(save)

    # ---- what is to be seen

    def seen(self) -> dict[str, Any]:
        """How things stand for whoever is asked now: what is asked, and what was told since the last look.

        `lines` are what has come since, and `account` the same as data, to stand after the first `account_from`; after something
        was taken back all lines are there again, and `whole` says so. `dice` are those that are to be thrown by hand. `across`
        names the second player where he is asked.
        """
        session = self.session
        events, other = session.journal.events, session.opponent
        known = len(self._teller.lines)
        fresh = self._teller.fresh(events)
        start = len(self._teller.lines) - len(fresh)
        whole = start != known or other is not None
        if other:  # who is told less is told all of it each time
            account, start = self._account(list(told_to(self.book, other, events))), 0
        else:
            account = self._account(self._teller.told, start)
        lines = self._teller.lines if whole and not other else [line["line"] for line in account]
        return {
            "over": session.over,
            "asked": self._asked(),
            "dice": self._dice(),
            "lines": lines,
            "whole": whole,
            "account": account,
            "account_from": start,
            "across": other.name if other else "",
            "events": len(events),
            "answers": len(session.answers),
            "undone": session.undone,
            "can": {"undo": self._undoable(), "redo": bool(self._redo)},
            "stretches": list(session.spans()),
            "run": session.single,
            "summary": session.summary if session.over else None,
        }

    def picture(self) -> list[list[tuple[str, str]]]:
        """The drawing in text for whoever is asked now: lines, each of stretches of text with what they mean (`bad`, `faint`, ...)."""
        board = self.session.opponent or self.book.game.board
        lines = board.picture(self.session.flight, self.words)
        return [[(piece.text, piece.style) for piece in line.pieces] for line in lines]

    def _asked(self) -> dict[str, Any] | None:
        """The decision that waits as plain data; None where none does."""
        decision = self.session.decision
        if decision is None:
            return None
        told, place = asked(self.session, self.words), self.book.places.get(decision.place)
        rule = self.book.rules.get(decision.rule)
        return {
            "kind": decision.kind,
            "place": decision.place,
            "rule": decision.rule,
            "of_rule": rule.title if rule else "",
            "question": told.question,
            "help": place.help if place else "",
            "no": place.no if place else "",
            "who": decision.who,
            "options": [
                {"text": str(option), "words": told.options[str(option)], **_touched(option)}
                for option in decision.options
            ],
            "default": str(decision.default),
            "not_open": list(self._not_open(decision)),
            "naming": decision.naming,
            "open": decision.open.form if decision.open else "",
            "advised": advisable(self.session),
        }

    def _not_open(self, decision: Decision) -> Iterator[dict[str, str]]:
        """Options that the place has and that are never offered under these rulings, each with why."""
        place = self.book.places.get(decision.place)
        if place is None:
            return
        kinds = {option.kind for option in decision.options}
        known = {**{kind: self.book.say(kind) for kind in place.options_under}, **place.options}
        for name, words in known.items():
            for key, need in place.bars(name, self.session.rulebook.ruled).items() if name not in kinds else ():
                ruling = self.book.ruling(key)
                means = ruling.options[need].words
                yield {
                    "text": name,
                    "words": words,
                    "why": f"only under ruling {ruling.id}{': ' if means else ''}{means}",
                }

    def _dice(self) -> dict[str, Any] | None:
        """The dice that are to be thrown by hand: how many, for which table and for whom, and where in the order of play."""
        session = self.session
        wanted = session.wanted
        if wanted is None:
            return None
        table, place = session.rulebook.tables.get(wanted.table), self.book.places.get(session.flight.place)
        who = self.words.say(wanted.who) if wanted.who else ""
        return {
            "count": wanted.count,
            "sides": SIDES,
            "table": wanted.table,
            "title": table.title if table else self.book.say(wanted.table),
            "who": who,
            "why": ", ".join(filter(None, [who, place.told if place else "", session.throws(wanted.table)])),
            "place": session.flight.place,
            "rule": place.rule if place else "",
        }

    def _undoable(self) -> list[str]:
        """The sizes in which there is something to take back."""
        session = self.session
        ways = {"choice": session.before_choice, "turn": session.before_turn, "mission": session.before_mission}
        now = (len(session.answers), len(session.faces))
        return [size for size, before in ways.items() if before() < now]

    def _account(self, told: Sequence[tuple[Event, NarrationLine]], start: int = 0) -> list[dict[str, Any]]:
        """What was told from a line on, line by line as data. answers: how many were given before it, to take back to there; None
        where that is no longer possible. A roll that is told without its dice leads to no row either, which would give them away.
        """
        session = self.session
        past = session.past
        choices_at = [event["n"] for event in session.journal.events[past:] if event["kind"] == "choice"]
        last = told[start - 1][0]["n"] if start else 0
        account = []
        for event, line in told[start:]:
            number = event["n"]
            links = _links(event) if number != last and (line.dice or event["kind"] != "roll") else []
            account.append({
                "event": number, "kind": event["kind"], "place": event["place"], "depth": line.depth, "who": line.who, "text": line.text,
                "dice": list(line.dice), "colours": list(line.colours), "net": line.net, "line": indented(line),
                "links": links,
                "answers": bisect_left(choices_at, number) if number > past else None,
            })  # fmt: skip
            last = number
        return account

    def speak(self) -> list[dict[str, str]]:
        """Everything that is drawn now in sentences, by what each is of; see `play.scene_text`. None of it where nothing is drawn.

        Raises CombatBoxError where the second player is asked, who may not see the drawing.
        """
        scene = self._scene()
        return spoken(scene) if scene else []

    def _scene(self) -> Scene | None:
        """All that there is to see so far; None where the game draws nothing, or nothing has been."""
        session, show = self.session, self.book.game.show
        if session.opponent:
            raise CombatBoxError(f"the {session.opponent.name} is asked, and may not see the drawing")
        events = session.journal.events
        if not show or not events:
            return None
        if self._following is None or self._following.book is not session.rulebook:
            self._following = EventFollower(show, self.words, session.rulebook)
        return self._following.scene(events)

    def drawn(self, since: int = 0, up: int = 0) -> dict[str, Any] | None:
        """What a page draws: the `stage`, and as `frames` how it changed at each event after `since`, the first of them whole;
        and what the decision that waits is about in it, as `touched`.

        up: the `shape` that was given with the stage that the page has put up. As long as that is the one, `stage` is what of it
        fills in, and nothing else. None where the game draws nothing or nothing has happened. Raises CombatBoxError where the second player is asked,
        who may not see it.
        """
        scene = self._scene()
        if scene is None:
            return None
        session = self.session
        events = session.journal.events
        first = max(1, min(since + 1, len(events)))
        return {
            "stage": growing(scene) if self._shaped(scene) == up else staged(scene),
            "shape": self._shape[1],
            "first": first,
            "frames": changes(scene, range(first, len(events) + 1)),
            "touched": touched(scene, session.decision) if session.decision else None,
        }

    def _shaped(self, scene: Scene) -> int:
        """The number of what a scene is drawn in: another as soon as that is another."""
        now, (last, number) = shape(scene), self._shape
        if now != last:
            self._shape = now, number + 1
        return self._shape[1]


def _touched(option: str) -> dict[str, Any]:
    """What kind of option it is, and what it names, for whoever lights that up."""
    return (
        {"kind": option.kind, "args": list(option.args)} if isinstance(option, Option) else {"kind": option, "args": []}
    )


def _links(event: Event) -> list[dict[str, str]]:
    """Where a line leads: to the row or table, and to the rule. `href` is the anchor on the page."""
    links = []
    if "table" in event:
        row = event["row"]
        links.append(
            {"kind": "row" if row else "table", "id": event["table"], "href": anchor(line_of(row)) if row else ""}
        )
    if event["rule"]:
        links.append({"kind": "rule", "id": event["rule"], "href": anchor(event["rule"])})
    return links
