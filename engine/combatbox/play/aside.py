"""A tour laid aside between two of its missions: the last line of its log holds the state, and it goes on from that.

What was flown is a fact. Nothing of it is flown again, so a tour goes on whatever has been mended in the tables since.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from combatbox.core.decisions import Flow, Player
from combatbox.core.dice import Dice
from combatbox.core.errors import LogError
from combatbox.core.events import Choice, Event, Header, Journal
from combatbox.core.flight import Flight
from combatbox.core.game import Tour
from combatbox.play.book import Book
from combatbox.play.closed import check_state, form_of, in_order, state_data, state_in
from combatbox.play.declared import made
from combatbox.play.formats import CLOSED
from combatbox.play.logs import Log
from combatbox.play.recorded import fault
from combatbox.play.replay import replay_log


def laid_aside(tour: Tour | None, events: Sequence[Event], state: Any) -> dict[str, str] | None:
    """The state of a tour for the last line of its log, where these events end with laying it aside; else None."""
    last = _last_choice(tour, events)
    if tour is None or last is None or any(event["changes"] for event in events[last["n"] - 1 :]):
        return None
    return {"form": form_of(tour.state), "state": in_order(state_data(state))}


def _last_choice(tour: Tour | None, events: Sequence[Event]) -> Choice | None:
    """The last decision of a tour, where it is that no further mission is flown for now."""
    last = next((event for event in reversed(events) if event["kind"] == "choice"), None)
    return last if tour and last and last["place"] == tour.place and last["taken"] != tour.goes_on else None


def standing(book: Book, log: Log) -> Any:
    """The state in which a log leaves a tour, as the game has it.

    A log of before has none in its last line and is flown again for it. Raises LogError for what is no state of this
    version of the game, Departure where a log of before is flown otherwise now.
    """
    tour = book.game.tours[log.header["run"]]
    if log.closed is None:
        return replay_log(book, log).state
    wrong = fault(CLOSED, log.closed, "closed")
    if wrong:
        raise LogError(f"how the tour stood cannot be read: {wrong}")
    data = state_in(log.closed["state"])
    check_state(tour, data, log.closed["form"])
    return made(tour.state, data)


def go_on(book: Book, log: Log, state: Any, dice: Dice, told: str, player: Player) -> tuple[Journal, Any]:
    """Fly on with a tour that a log has laid aside, and give back its journal from the first event on, and its last state.

    The player is asked anew whether the next mission is flown; where it is not, the journal is that of the log. told: of the
    dice, for the header. Raises LogError for a log that does not end with laying a tour aside.
    """
    tour = book.game.tours[log.header["run"]]
    asked = _last_choice(tour, log.events)
    if asked is None:
        raise LogError("the log does not end between two missions")
    past = asked["n"] - 1
    journal = Journal(_header(book, log.header, told, past + 2))
    journal.goes_on(log.events[:past], state)
    flight: Flight[Any] = Flight(
        book.rulebook(log.header["rulings"]), dice, state, player, journal, hooks=book.game.hooks
    )
    try:
        if not flight.run(_onward(flight, tour, asked)):
            journal = Journal(log.header)
            journal.events = log.events
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
        # the state has come from a file: its parts are of their kinds, and may contradict each other all the same
        raise LogError(
            f"how the tour stood is nothing that can be flown on from: {type(error).__name__} {error}"
        ) from error
    return journal, state


def _onward(flight: Flight[Any], tour: Tour, asked: Choice) -> Flow[bool]:
    """The question between two missions, put again, and all that follows; whether anything did."""
    answer = yield flight.ask(tour.place, tuple(asked["options"]), tour.goes_on, asked["who"])
    if answer != tour.goes_on:
        return False
    yield from tour.onward(flight)
    return True


def _header(book: Book, head: Header, told: str, first: int) -> Header:
    """The head of a log that goes on: where another book has come in between it says from which event on."""
    head_aside: Header = {**head, "dice": told}
    books: list[Any] = [*head.get("books", ())]
    if (books[-1][1] if books else head["digest"]) != book.digest:
        head_aside["books"] = [*books, (first, book.digest)]
    return head_aside
