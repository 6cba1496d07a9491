"""Odds while they are flown: an order that is flown piece by piece, and how things stand after each of them.

flying = Flying(book, Order(book.key, 5_000, "1"), beside)
while flying.done < flying.of:
    flying.fly(100)
told = flying.to_json()
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from combatbox.core.errors import CombatBoxError
from combatbox.core.statistics import estimate, margin
from combatbox.play.batch import (
    SURVIVED,
    Counts,
    SimulationRequest,
    check_kinds,
    check_orders,
    event_words,
    fly_runs,
    odds_of,
    tours_of,
)
from combatbox.play.book import Book

MOST_MISSIONS = 100_000
"""How many are flown at once on a page."""


@dataclass(frozen=True)
class Beside:
    """Odds that are known already: how often in so many missions each word of the tally came."""

    missions: int
    events: Mapping[str, int]


def beside_of(data: Mapping[str, Any]) -> Beside | None:
    """Known odds from plain data; none of nothing. Raises CombatBoxError."""
    if not data:
        return None
    missions, events = data.get("missions"), data.get("events")
    if type(missions) is not int or missions < 1 or not isinstance(events, Mapping):
        raise CombatBoxError("odds to set beside these take their number of missions, and counts of events")
    for word, times in events.items():
        if type(times) is not int or not 0 <= times <= missions:
            raise CombatBoxError(f"{word!r:.60} came {times!r:.60} times in {missions} missions: that cannot be")
    return Beside(missions, dict(events))


class Flying:
    """An order under way. What is counted, and what is made of it, is what the command `combatbox odds` has."""

    def __init__(self, book: Book, order: SimulationRequest, beside: Beside | None = None) -> None:
        """Raises CombatBoxError for an order that cannot be flown."""
        if not 1 <= order.missions <= MOST_MISSIONS:
            raise CombatBoxError(f"1 to {MOST_MISSIONS} missions are flown at once, not {order.missions}")
        if not 0 <= order.mission <= book.missions:
            raise CombatBoxError(
                f"mission {order.mission}: there are missions 1 to {book.missions}, and 0 for all in turn"
            )
        check_kinds(book, order)
        check_orders(book, order)
        book.rulebook(order.rulings)  # rulings that the game does not have are told now
        self._book, self._order, self._beside = book, order, beside
        self._whole = tours_of(book, order)
        self._missions, self._tours = 0, 0
        self._counted, self._toured = Counts(), Counts()

    @property
    def of(self) -> int:
        """All that is to be flown, in missions."""
        return self._order.missions + (self._whole.missions * self._book.missions if self._whole else 0)

    @property
    def done(self) -> int:
        """What is flown of it, in missions; a whole tour counts as all of its missions."""
        return self._missions + self._tours * self._book.missions

    def fly(self, missions: int) -> None:
        """Fly about so many missions more; of whole tours at least one."""
        order, whole = self._order, self._whole
        if self._missions < order.missions:
            stop = min(order.missions, self._missions + missions)
            self._counted.update(fly_runs(self._book, order, self._missions, stop))
            self._missions = stop
        elif whole and self._tours < whole.missions:
            stop = min(whole.missions, self._tours + max(1, missions // self._book.missions))
            self._toured.update(fly_runs(self._book, whole, self._tours, stop))
            self._tours = stop

    def odds(self, exact: float | None = None) -> dict[str, Any]:
        """The odds, once all is flown: to the last digit those of the command. exact: the chance to survive, where it is known.

        Raises CombatBoxError before all is flown.
        """
        if self.done < self.of:
            raise CombatBoxError("not all of it is flown yet")
        return odds_of(self._book, self._order, self._counted, self._toured, exact)

    def to_json(self) -> dict[str, Any]:
        """How things stand, as plain data: for each event its share so far, that which it is set beside, and the difference of the
        two with its interval; `tour`, the chance to finish one, once all is flown."""
        told: dict[str, Any] = {
            "done": self.done, "of": self.of, "missions": self._missions, "bars": list(self._bars()) if self._missions else [], "tour": None,
        }  # fmt: skip
        if self.done == self.of:
            odds = self.odds()
            told["tour"] = {**odds["tour_completion"], "method": odds["tour_method"]} if "tour_method" in odds else None
        return told

    def _bars(self) -> Iterator[dict[str, Any]]:
        book, beside, missions = self._book, self._beside, self._missions
        figures = book.game.figures
        apart = set(figures.apart(book.const)) - {SURVIVED} if figures else set()
        known = beside.events if beside else {}
        words = {SURVIVED, *known, *(key for key in self._counted if isinstance(key, str))} - apart
        for word in sorted(words, key=lambda word: (word != SURVIVED, -known.get(word, 0), word)):
            flown = _share(self._counted[word], missions)
            usual = _share(known.get(word, 0), beside.missions) if beside else None
            yield {
                "key": word,
                "words": event_words(book, word),
                "flown": flown,
                "beside": usual,
                "margin": margin(flown, usual) if usual else None,
            }


def _share(times: int, missions: int) -> dict[str, float]:
    share = estimate(times, missions)
    return {"value": share.value, "low": share.low, "high": share.high}
