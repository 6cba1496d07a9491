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

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from combatbox.core.decisions import Option
from combatbox.core.errors import CombatBoxError, DiceError
from combatbox.core.game import Words
from combatbox.play.book import Book
from combatbox.play.frames import changes, spread
from combatbox.play.narrate import Teller, narrate_to, words_of
from combatbox.play.recorded import setup_of
from combatbox.play.session import Session, resume, save_of
from combatbox.play.stage import staged, touched


@dataclass(frozen=True, slots=True)
class Asked:
    """The decision that waits, in words: the question, and every option by its text."""

    question: str
    options: Mapping[str, str]


def asked(session: Session, words: Words) -> Asked:
    """What a session waits for, in words. Raises CombatBoxError when nothing waits."""
    decision, board = session.decision, session.book.game.board
    if decision is None:
        raise CombatBoxError("no decision waits for an answer")
    flight = session.flight
    told = {str(option): board.option(decision, option, flight, words) for option in decision.options}
    return Asked(board.question(decision, flight, words), told)


class Desk:
    """One game after the other, of one book. Every method that plays gives back what is to be seen then (`seen`)."""

    def __init__(self, book: Book) -> None:
        self.book, self.words = book, words_of(book)
        self._session: Session | None = None
        self._teller = Teller(book, self.words)

    @property
    def session(self) -> Session:
        """The game that is played. Raises CombatBoxError before one is begun."""
        if self._session is None:
            raise CombatBoxError("no game is begun; begin one, or load a save")
        return self._session

    def describe(self) -> dict[str, Any]:
        """What there is to choose from before a game: its runs, missions, and rulings with their options."""
        book = self.book
        rulings = {
            ruling.key: {
                "id": ruling.id,
                "question": ruling.question,
                "options": {name: choice.words for name, choice in ruling.options.items()},
                "default": ruling.default,
            }
            for ruling in book.rulings.values()
            if len(ruling.options) > 1
        }
        return {
            "game": book.key,
            "title": book.title,
            "digest": book.digest,
            "version": book.version,
            "runs": list(book.game.runs),
            "missions": book.missions,
            "rulings": rulings,
        }

    def begin(
        self,
        *,
        seed: str,
        run: str = "mission",
        mission: int = 1,
        names: Mapping[str, Any] | None = None,
        rulings: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """Begin a game: its dice by a seed, a run of the game, names as its set-up has them, options of rulings by key or id.

        Raises CombatBoxError for what the game does not have.
        """
        setup = setup_of(self.book, mission, dict(names or {}))
        return self._sit_down(Session(self.book, run=run, setup=setup, rulings=rulings, seed=seed))

    def load(self, text: str) -> dict[str, Any]:
        """Go on with a save, from its text. Raises LogError for one that is none, Departure where the book has moved on."""
        return self._sit_down(resume(self.book, save_of(text, "the save"), _NoDice()))

    def _sit_down(self, session: Session) -> dict[str, Any]:
        session.advance()
        self._session, self._teller = session, Teller(self.book, self.words)
        return self.seen()

    def answer(self, taken: str) -> dict[str, Any]:
        """Take an option, by its text; a name, where one is asked for. Raises IllegalChoice."""
        self.session.answer(taken)
        return self.seen()

    def undo(self) -> dict[str, Any]:
        """Take the last step back; nothing changes where there is none."""
        self.session.undo()
        return self.seen()

    def auto(self, stretch: str = "", to: str = "") -> dict[str, Any]:
        """The doctrine decides the rest of a stretch of play (the shortest without a name), or until play comes `to` a place."""
        session = self.session
        _ = session.auto_to(to) if to else session.auto_span(stretch)
        return self.seen()

    def save(self) -> str:
        """The save as the text of its file."""
        return self.session.saved()

    def log(self) -> str:
        """The log of a game that is over as the text of its file. Raises CombatBoxError when it is not."""
        return self.session.log()

    # ---- what is to be seen

    def seen(self) -> dict[str, Any]:
        """How things stand for whoever is asked now: what is asked, what was told since the last look, the drawing in text.

        `picture` is a list of lines, each of stretches of text with what they mean (`bad`, `faint`, ...). `lines` are what has come
        since; after something was taken back all lines are there again, and `whole` says so. `across` names the second player where he
        is asked.
        """
        session = self.session
        events, other = session.journal.events, session.opponent
        known = len(self._teller.lines)
        fresh = self._teller.fresh(events)
        whole = len(self._teller.lines) - len(fresh) != known
        if other:
            fresh = [f"{'  ' * line.depth}{line.shown}" for line in narrate_to(self.book, other, events)]
        picture = (other or self.book.game.board).picture(session.flight, self.words)
        return {
            "over": session.over,
            "asked": self._asked(),
            "lines": self._teller.lines if whole and not other else fresh,
            "whole": whole or other is not None,
            "across": other.name if other else "",
            "picture": [[[piece.text, piece.style] for piece in line.pieces] for line in picture],
            "events": len(events),
            "answers": len(session.answers),
            "undone": session.undone,
            "stretches": list(session.spans()),
            "summary": session.summary if session.over else None,
        }

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
            "naming": decision.naming,
            "open": decision.open.form if decision.open else "",
        }

    def scene(self, event: int = 0) -> dict[str, Any] | None:
        """The drawing after an event (the last one without a number) as data for a page; None where the game has none.

        Raises CombatBoxError for an event that has not been, and where the second player is asked, who may not see it.
        """
        session, show = self.session, self.book.game.show
        if session.opponent:
            raise CombatBoxError(f"the {session.opponent.name} is asked, and may not see the drawing")
        events = session.journal.events
        if show is None or not events:
            return None
        if not 0 <= event <= len(events):
            raise CombatBoxError(f"event {event}: there are events 1 to {len(events)} so far")
        return spread(show(events, self.words, session.rulebook).frames[event - 1])

    def drawn(self, since: int = 0) -> dict[str, Any] | None:
        """What a page draws: the `stage`, and as `frames` how it changed at each event after `since`, the first of them whole;
        and what the decision that waits is about in it, as `touched`.

        None where the game draws nothing or nothing has happened. Raises CombatBoxError where the second player is asked,
        who may not see it.
        """
        session, show = self.session, self.book.game.show
        if session.opponent:
            raise CombatBoxError(f"the {session.opponent.name} is asked, and may not see the drawing")
        events = session.journal.events
        if show is None or not events:
            return None
        scene = show(events, self.words, session.rulebook)
        first = max(1, min(since + 1, len(events)))
        return {
            "stage": staged(scene),
            "first": first,
            "frames": changes(scene, range(first, len(events) + 1)),
            "touched": touched(scene, session.decision) if session.decision else None,
        }


def _touched(option: str) -> dict[str, Any]:
    """What kind of option it is, and what it names, for whoever lights that up."""
    return (
        {"kind": option.kind, "args": list(option.args)} if isinstance(option, Option) else {"kind": option, "args": []}
    )


class _NoDice:
    """Stands for dice by hand, where nobody can throw them."""

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Raises DiceError."""
        raise DiceError("this game is played with dice by hand; go on with it where they can be thrown")
