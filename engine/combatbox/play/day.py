"""The mission of the day: everybody who flies it on one date meets the same enemy.

Each table has dice of its own (`core.dice.TableDice`), so that the target, the weather, the cover and every wave are the
same whatever was decided before. The points of a mission are its measures, weighted by `day` in game.yaml. Par is the mean
of what the doctrine makes of the same mission with other dice for the player's guns.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import DAY, day_dice
from combatbox.core.errors import CombatBoxError, check_range
from combatbox.core.game import fly
from combatbox.core.phrases import plural, with_minus
from combatbox.play.book import Book
from combatbox.play.session import Session
from combatbox.play.setup_choices import begun

FLIGHTS = 1000
"""The number of flights whose mean points are par."""


def begun_day(book: Book, day: str) -> Session:
    """Return the session of a mission of the day.

    Args:
        book: the book of the game.
        day: the date: `2026-12-01`.

    Raises:
        CombatBoxError: the game has no such mission, or the text is not a date.
    """
    if book.day is None:
        raise CombatBoxError(f"{book.title} has no mission of the day")
    try:
        when = date.fromisoformat(day)
    except ValueError:
        raise CombatBoxError(f"{day!r:.40} is not a date; write it as 2026-12-01") from None
    return begun(book, seed=f"{DAY}{when}", mission=when.toordinal() % book.missions + 1)


def day_of(session: Session) -> date | None:
    """Return the date of a session that is the mission of a day as everybody flies it; None for any other session."""
    try:
        day = date.fromisoformat((session.seed or "").removeprefix(DAY))
        same = begun_day(session.book, str(day))
    except (ValueError, CombatBoxError):
        return None
    flown = [(one.seed, one.run, one.setup.mission, one.rulebook.rulings) for one in (session, same)]
    return day if flown[0] == flown[1] else None


def points(book: Book, state: Any) -> int:  # Any: the state of any game
    """Return the points of a finished mission."""
    assert book.day
    measures = book.game.measures + book.game.scored
    return round(sum(book.day.points.get(measure.key, 0) * measure.of(state) for measure in measures))


def scoring(book: Book) -> str:
    """Return what gives points in a mission of the day, and what par is, in sentences for the player."""
    assert book.day
    parts = [
        f"{measure.title} {book.day.points[measure.key]:g}{'' if measure.share else f' for each{measure.unit}'}"
        for measure in book.game.measures + book.game.scored
        if measure.key in book.day.points
    ]
    flown = (
        "flights by the usual decisions, each with other dice for your guns: the same decisions may give more or less"
    )
    if book.game.board.between.issuperset(book.kinds):
        flown = (
            "such missions with other dice for the guns. Nothing is decided: everybody sees the same mission and gets the"
            " same points"
        )
    return with_minus(f"Points: {', '.join(parts)}. Par is the average of {FLIGHTS:,} {flown}.")


def result(session: Session) -> dict[str, Any] | None:
    """Return the result of a finished mission of the day; None for any other session.

    Returns:
        Plain data: its date as `day`, its `points`, both in `lines` of text, and `about` them (`scoring`).
    """
    day = day_of(session)
    if day is None:
        return None
    book, state = session.book, session.flight.state
    counted = points(book, state)
    told = [
        f"{measure.title}: {('no', 'yes')[measure.of(state)] if measure.share else f'{measure.of(state)}{measure.unit}'}"
        for measure in book.game.measures + book.game.scored
    ]
    back = f", {plural(session.undone, 'step')} taken back" if session.undone else ""
    lines = [
        f"Mission of the day, {day.day} {day:%B} {day.year}",
        f"{book.title}, {book.game.numbered} {session.setup.mission}",
        ", ".join(told),
        with_minus(f"{plural(counted, 'point')}{back}"),
    ]
    return {"day": day.isoformat(), "points": counted, "lines": lines, "about": scoring(book)}


class Par:
    """The par of a mission of the day, from as many flights as have been simulated so far."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.points: list[int] = []

    def fly(self, flights: int) -> None:
        """Simulate further flights, up to `FLIGHTS` of them in all.

        Raises:
            CombatBoxError: `flights` is out of range.
        """
        check_range("flights", flights, 1, FLIGHTS)
        session, book = self._session, self._session.book
        assert book.day
        assert session.seed
        for flight in range(len(self.points), min(FLIGHTS, len(self.points) + flights)):
            dice = day_dice(session.seed, book.day.guns, f", flight {flight}")
            state = fly(book.game, session.rulebook, dice, run=session.run, setup=session.setup, player=DefaultPlayer())
            self.points.append(points(book, state))

    def to_json(self) -> dict[str, int]:
        """Return par, and the number of flights behind it, as plain data."""
        return {
            "par": round(sum(self.points) / max(1, len(self.points))),
            "flights": len(self.points),
            "of": FLIGHTS,
        }
