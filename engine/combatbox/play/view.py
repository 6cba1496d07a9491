"""What a player sees of a game: the question, the account and the drawing, as plain data or as text.

All front ends show a decision in the same words.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from combatbox.core.annotations import frozen
from combatbox.core.dice import SIDES
from combatbox.core.errors import CombatBoxError
from combatbox.core.events import Event
from combatbox.core.narration import NarrationContext, NarrationLine
from combatbox.core.phrases import anchor
from combatbox.core.scene import EventFollower, Scene, SceneFactory
from combatbox.core.tables import line_of
from combatbox.play.book import Book
from combatbox.play.day import result
from combatbox.play.frames import changes
from combatbox.play.narrate import Teller, indented, lines_in_view, narration_context
from combatbox.play.scene_layout import decision_targets, growing_parts, layout_key, scene_sentences, stage_data
from combatbox.play.session import LoggedRun, Session
from combatbox.play.setup_choices import evening_of

F = TypeVar("F", bound=Callable[..., Any])


def offered(method: F) -> F:
    """Let a page call a method; its signature declares the arguments, and the method checks their values."""
    vars(method)["is_offered"] = True
    return method


@frozen
class DecisionText:
    """The wording of the open decision: its question, and the text of every option."""

    question: str
    options: Mapping[str, str]


def decision_text(session: Session, words: NarrationContext) -> DecisionText:
    """Return the wording of the open decision of a session.

    Raises:
        CombatBoxError: no decision is open.
    """
    decision, board = session.decision, session.book.game.board
    if decision is None:
        raise CombatBoxError("no decision is open")
    flight = session.flight
    options = {str(option): board.option(decision, option, flight, words) for option in decision.options}
    return DecisionText(board.question(decision, flight, words), options)


class GameView:
    """What the player of a game sees of it; `GameController` is the rest of the interface."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._session: Session | None = None
        self._tell_of(book)
        self._following: dict[SceneFactory, EventFollower] = {}
        self._shape: tuple[tuple[Any, ...], int] = ((), 0)
        self._by_itself: list[dict[str, Any]] = []

    @property
    def session(self) -> Session:
        """The session of the current game.

        Raises:
            CombatBoxError: no game has been begun or loaded.
        """
        if self._session is None:
            raise CombatBoxError("no game is in progress; begin one, or load a save")
        return self._session

    def _tell_of(self, book: Book) -> None:
        """Narrate with the book with which a game was begun, which may be an older one."""
        self.words = narration_context(book)
        self.teller = Teller(book, self.words)

    def story(self) -> list[str]:
        """Return all lines of the account that the current player may read."""
        session = self.session
        if session.view is None:
            return self.teller.lines
        return [indented(line) for _event, line in lines_in_view(session.book, session.view, session.journal.events)]

    @offered
    def seen(self) -> dict[str, Any]:
        """Return the situation for the current player: the question, and the new lines.

        Returns:
            A mapping with, among others:
            `asked`: the open decision.
            `dice`: the dice that the player has to throw.
            `lines`: the lines since the last call; after an undo, all lines, and `whole` is true.
            `account`: the same lines as data. They follow the first `account_from` lines.
            `across`: the name of the second player, if that player is asked and must not see everything.
            `turn`: the name of the player who is asked, in a game for two.
            `by_itself`: the decisions that the last call answered without asking.
            `result`: after a mission of the day, its result (`play.day.result`).
            `evening`: after an evening of a campaign, what each side has won (`words`), and the title of the next
                evening (`next`), which is empty after the last one.
        """
        session = self.session
        events, view = session.journal.events, session.view
        known = len(self.teller.lines)
        fresh = self.teller.fresh(events)
        start = len(self.teller.lines) - len(fresh)
        whole = start != known or view is not None
        if view:  # an opponent who sees less gets the full account each time
            account, start = self._account(list(lines_in_view(session.book, view, events))), 0
        else:
            account = self._account(self.teller.entries, start)
        lines = self.teller.lines if whole and not view else [line["line"] for line in account]
        return {
            "over": session.over,
            "asked": self._asked(),
            "dice": self._dice(),
            "lines": lines,
            "whole": whole,
            "account": account,
            "account_from": start,
            "by_itself": self._by_itself,
            "across": session.opponent.name if session.opponent and view else "",
            "turn": session.turn,
            "events": len(events),
            "answers": len(session.answers),
            "undone": session.undone,
            "can": {
                "undo": session.undoable,
                "redo": session.redoable,
                "tour": session.as_tour() is not None,
                "report": session.tour is not None,
            },
            "stretches": [] if session.is_between_missions else list(session.spans()),
            "run": session.single,
            "summary": session.summary if session.over else None,
            "evening": self._evening(),
            "result": result(session) if session.over else None,
        }

    def _evening(self) -> dict[str, str] | None:
        """Return the place of this evening in its campaign, and its standing if it is over; None for other games."""
        spec, session = self.book.game.scenarios, self.session
        scenario = session.setup.scenario
        if not (spec and scenario and scenario.get("campaign")):
            return None
        following = session.following_scenario
        return {
            "number": evening_of(scenario),
            "words": spec.standing(scenario, session.flight.state) if session.over else "",
            "next": following["title"] if following else "",
        }

    @offered
    def picture(self) -> list[list[tuple[str, str]]]:
        """Return the text drawing for the current player.

        Returns:
            Lines of (text, style) pairs; a style names a meaning (`bad`, `faint`, ...). There are none for a LoggedRun.
        """
        if isinstance(self.session, LoggedRun):
            return []
        board = self.session.view or self.book.game.board
        lines = board.picture(self.session.flight, self.words)
        return [[(piece.text, piece.style) for piece in line.pieces] for line in lines]

    def _asked(self) -> dict[str, Any] | None:
        """Return the open decision as plain data; None if no decision is open."""
        decision = self.session.decision
        if decision is None:
            return None
        texts, place = decision_text(self.session, self.words), self.book.places.get(decision.place)
        rule = self.book.rules.get(decision.rule)
        return {
            "kind": decision.kind,
            "place": decision.place,
            "rule": decision.rule,
            "of_rule": rule.title if rule else "",
            "question": texts.question,
            "help": place.help if place else "",
            "no": place.no if place else "",
            "who": decision.who,
            "options": [
                {
                    "text": str(option),
                    "words": texts.options[str(option)],
                    "number": number,
                    "kind": option.kind,
                    "args": list(option.args),
                }
                for option, number in zip(decision.options, decision.numbers, strict=True)
            ],
            "default": str(decision.default),
            "naming": decision.naming,
            "open": decision.open.form if decision.open else "",
            "advised": self.session.advisable,
            "repeated": decision.place in self.book.game.board.repeated,
        }

    def _dice(self) -> dict[str, Any] | None:
        """Return the dice that the player has to throw; None if there are none.

        The data has the number of dice, the table, the player, and the place in the order of play.
        """
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
            "why": ", ".join(filter(None, [who, place.label if place else "", session.throws(wanted.table)])),
            "place": session.flight.place,
            "rule": place.rule if place else "",
        }

    def _account(self, lines: Sequence[tuple[Event, NarrationLine]], start: int = 0) -> list[dict[str, Any]]:
        """Return lines as data, beginning with line number `start`.

        In the data of a line, `answers` is the number of answers before it, for `back_to`; it is None if the game can
        no longer go back to this line. A roll that is shown without its dice has no link to its row, because the link
        would reveal them.
        """
        session = self.session
        past = session.past
        choices_at = [event["n"] for event in session.journal.events[past:] if event["kind"] == "choice"]
        last = lines[start - 1][0]["n"] if start else 0
        account = []
        for event, line in lines[start:]:
            number = event["n"]
            links = _links(event) if number != last and (line.dice or event["kind"] != "roll") else []
            account.append(
                {
                    "event": number,
                    "kind": event["kind"],
                    "place": event["place"],
                    "depth": line.depth,
                    "who": line.who,
                    "text": line.text,
                    "dice": list(line.dice),
                    "colours": list(line.colours),
                    "net": line.net,
                    "line": indented(line),
                    "links": links,
                    "answers": bisect_left(choices_at, number) if number > past else None,
                }
            )
            last = number
        return account

    @offered
    def speak(self) -> list[dict[str, str]]:
        """Return a description in sentences of everything that is drawn for the current player; see `scene_layout`."""
        scene = self._scene()
        return scene_sentences(scene) if scene else []

    def _scene(self) -> Scene | None:
        """Return the scene so far for the current player, or None if the game draws nothing or nothing has happened."""
        session = self.session
        show, events = session.view.show if session.view else self.book.game.show, session.journal.events
        if not show or not events:
            return None
        if show not in self._following or self._following[show].book is not session.rulebook:
            self._following[show] = EventFollower(show, self.words, session.rulebook)
        return self._following[show].scene(events)

    @offered
    def drawn(self, since: int = 0, up: int = 0) -> dict[str, Any] | None:
        """Return what a page draws: the stage, the changed frames, and the decision's targets.

        Args:
            since: the number of the last event that the page has drawn. `frames` begin after it, and the first of them
                is complete.
            up: the value of `shape` in the last result that the page has drawn. If it is still current, `stage` has
                only the parts that change.

        Returns:
            The data, or None if the game draws nothing or nothing has happened.
        """
        scene = self._scene()
        if scene is None:
            return None
        session = self.session
        events = session.journal.events
        first = max(1, min(since + 1, len(events)))
        return {
            "stage": growing_parts(scene) if self._shaped(scene) == up else stage_data(scene),
            "shape": self._shape[1],
            "first": first,
            "frames": changes(scene, range(first, len(events) + 1)),
            "touched": decision_targets(scene, session.decision) if session.decision else None,
        }

    def _shaped(self, scene: Scene) -> int:
        """Return the number of the scene's current layout, which increases whenever the layout changes."""
        now, (last, number) = layout_key(scene), self._shape
        if now != last:
            self._shape = now, number + 1
        return self._shape[1]


def _links(event: Event) -> list[dict[str, str]]:
    """Return the links of an event to its row or table, and to its rule."""
    links = []
    if "table" in event:
        row = event["row"]
        links.append(
            {"kind": "row" if row else "table", "id": event["table"], "href": anchor(line_of(row)) if row else ""}
        )
    if event["rule"]:
        links.append({"kind": "rule", "id": event["rule"], "href": anchor(event["rule"])})
    return links
