"""The adviser, which estimates the outcome of each option by simulating the rest of the mission.

The doctrine decides everything after the option. The adviser has separate dice, so it cannot reveal the rolls that the
game will make. All options get the same dice, so that differences come from the option and not from luck.

    adviser = Adviser(session)
    while adviser.next_look:
        adviser.fly(adviser.next_look - adviser.flights)
    advice = adviser.advice()

Differences are tested at fixed numbers of flights only, the looks. All tests of a decision together have one chance in
a hundred to find a difference where there is none: the looks share this level, and Holm's method shares it out over the
options and measures of a look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import erfc, sqrt
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.decisions import Decision, Option
from combatbox.core.dice import Dice, ResumedDice, SeededDice
from combatbox.core.errors import CombatBoxError, check_range
from combatbox.core.events import answers_of, faces_of
from combatbox.core.statistics import Estimate, Mean, Measure, estimate, mean
from combatbox.play.book import Book
from combatbox.play.logs import Log
from combatbox.play.saves import as_answers, resume
from combatbox.play.session import Session

SEED = "advice"
"""The prefix of the seeds: flight number i has the seed `advice/i`, so the same question always gets the same answer.
"""

LOOKS = (300, 1000, 3000)
"""The numbers of flights at which differences are tested: 300 suffice for one of 10 %, 3,000 for one of 3 %."""

FLIGHTS = LOOKS[-1]
"""The largest number of flights for each option unless the player asks for another."""

LEVEL = 0.01
"""The chance to find a difference anywhere in a decision whose options are equal."""

MOST_FLIGHTS = 100_000
"""The maximum number of flights for each option in one call."""

Outcome = tuple[int, ...]
"""The result of one flight: a number for each measure of the game."""


@frozen
class MeasureComparison:
    """The estimate of one measure for one option, compared with the doctrine's option.

    Attributes:
        measure: the measure.
        estimate: the estimate for this option.
        than_doctrine: the mean difference from the doctrine's option with the same dice.
        better: +1 if the option is better and -1 if it is worse for the player who decides, with 99 % confidence for
            the whole decision; 0 otherwise.
    """

    measure: Measure
    estimate: Estimate
    than_doctrine: float
    better: int


@frozen
class OptionAdvice:
    """An option and its comparison with the doctrine's option, for each measure."""

    option: Option
    comparisons: tuple[MeasureComparison, ...]


@frozen
class Advice:
    """The advice on a decision.

    Attributes:
        decision: the decision.
        flights: the number of simulations of each option.
        doctrine: the option that the doctrine takes.
        options: the advice on each option.
        differing: the number of flights that, with the same dice, ended differently with different options.
        next_look: the number of flights at which differences are tested next; 0 if the advice is complete.
    """

    decision: Decision
    flights: int
    doctrine: str
    options: tuple[OptionAdvice, ...]
    differing: int
    next_look: int

    @property
    def verdict(self) -> str:
        """A sentence that says why no option is preferable; empty if one of them is better or worse than the others."""
        if len(self.options) < 2 or any(
            comparison.better for option in self.options for comparison in option.comparisons
        ):
            return ""
        if not self.differing:
            return "All options are equal: with the same dice every flight ended alike, whichever was taken."
        flights = f"{self.differing} of {self.flights} flights"
        return f"No option is clearly better: {flights} ended differently, and no more often for the better than chance would have it."

    def to_json(self) -> dict[str, Any]:
        """Return the advice as plain data."""
        return {
            "kind": self.decision.kind,
            "place": self.decision.place,
            "flights": self.flights,
            "next_look": self.next_look,
            "doctrine": self.doctrine,
            "verdict": self.verdict,
            "options": {
                str(advised.option): {
                    comparison.measure.key: {
                        "title": comparison.measure.title,
                        "share": comparison.measure.share,
                        **{key: value for key, value in comparison.estimate.to_json().items() if key != "exact"},
                        "than_doctrine": comparison.than_doctrine,
                        "better": comparison.better,
                        "text": estimate_text(comparison),
                    }
                    for comparison in advised.comparisons
                }
                for advised in self.options
            },
        }


def estimate_text(comparison: MeasureComparison) -> str:
    """Return an estimate with its interval: `81 % (76 to 85)`, `1.2 (0.9 to 1.5)`."""
    measure, value = comparison.measure, comparison.estimate
    scale, unit = (100, " %") if measure.share else (1, measure.unit)
    places = 0 if unit else 1
    low, high = f"{value.low * scale:.{places}f}", f"{value.high * scale:.{places}f}"
    return f"{value.value * scale:.{places}f}{unit} ({low} to {high})"


class Adviser:
    """An adviser on the open decision of a session. It does not change the session."""

    def __init__(self, session: Session, most: int = FLIGHTS) -> None:
        """Prepare the advice on the open decision.

        Args:
            session: the session.
            most: the largest number of flights for each option, at which differences are tested for the last time.

        Raises:
            CombatBoxError: no decision is open, or it cannot affect any of the game's measures.
        """
        decision, game = session.decision, session.book.game
        if decision is None:
            raise CombatBoxError("no decision is open, so there is nothing to compare; go on to the next decision")
        if not game.measures:
            raise CombatBoxError(f"{session.book.title} has no measures that an adviser could compare")
        if not session.advisable:
            raise CombatBoxError("the result of the mission does not depend on this choice; there is no advice on it")
        self._session, self.decision = session, decision
        self._side = -1 if session.opponent else 1  # what is good for the one player is bad for the other
        self.measures: tuple[Measure, ...] = game.measures
        self.outcomes: dict[str, list[Outcome]] = {str(option): [] for option in decision.options}
        self._looks = [*(look for look in LOOKS if look < most), most]
        self._level = LEVEL / len(self._looks)
        self._signs: dict[tuple[str, int], int] = {}

    @property
    def flights(self) -> int:
        """The number of flights that have been simulated with each option."""
        return min(map(len, self.outcomes.values()))

    @property
    def next_look(self) -> int:
        """The number of flights at which differences are tested next; 0 if nothing is left to find out.

        It is 0 after the last look, and after one at which a difference is sure or all flights ended alike.
        """
        while self._looks and self._looks[0] <= self.flights:
            self._look(self._looks.pop(0))
        return self._looks[0] if self._looks else 0

    def fly(self, flights: int, first: int = 0) -> None:
        """Simulate further flights, each of them once with every option.

        Args:
            flights: the number of flights to simulate with each option.
            first: the number of the first flight; it is not 0 if other workers simulate the flights before it.
        """
        for number in range(first + self.flights, first + self.flights + flights):
            for option, outcomes in self.outcomes.items():
                outcomes.append(self.flown(option, SeededDice(f"{SEED}/{number}")))

    def flown(self, option: str, dice: Dice) -> Outcome:
        """Simulate one flight with an option and with given dice, and return its outcome."""
        session = self._session
        answers, faces = session.replayed_from
        taken = [answer.taken for answer in session.answers[answers:]]
        thrown = ResumedDice(session.faces[faces:], dice)
        player = _AnswersThenDoctrine([*taken, option], session.book.game.board.between)
        flight, flow = session.new_flight(thrown, player, None)
        with suppress(_MissionOver):
            flight.run(flow)
        return tuple(int(measure.of(flight.state)) for measure in self.measures)

    def advice(self) -> Advice:
        """Return the advice that follows from the simulations so far.

        Raises:
            CombatBoxError: nothing has been simulated.
        """
        flights, doctrine = self.flights, self.decision.default
        if not flights:
            raise CombatBoxError("nothing has been simulated yet; call `fly` first")
        next_look = self.next_look
        options = tuple(
            OptionAdvice(option, tuple(self._comparisons(str(option), flights))) for option in self.decision.options
        )
        return Advice(self.decision, flights, doctrine, options, self._differing(flights), next_look)

    def _differing(self, flights: int) -> int:
        """Return how many of the first flights ended differently with different options."""
        alike = zip(*(outcomes[:flights] for outcomes in self.outcomes.values()), strict=True)
        return sum(len(set(outcomes)) > 1 for outcomes in alike)

    def _look(self, flights: int) -> None:
        """Test all differences from the doctrine's option in the first flights, the least probable first (Holm)."""
        tests = [
            (*_chance(self._differences(option, index, flights)), option, index)
            for option in self.outcomes
            if option != self.decision.default
            for index in range(len(self.measures))
        ]
        for left, (chance, sign, option, index) in zip(range(len(tests), 0, -1), sorted(tests), strict=True):
            if chance > self._level / left:
                break
            self._signs[option, index] = sign
        if self._signs or not self._differing(flights):
            self._looks.clear()

    def _differences(self, option: str, index: int, flights: int) -> list[int]:
        """Return the differences of a measure from the doctrine's option in the first flights."""
        pairs = zip(self.outcomes[option][:flights], self.outcomes[self.decision.default][:flights], strict=True)
        return [outcome[index] - usual[index] for outcome, usual in pairs]

    def _comparisons(self, option: str, flights: int) -> Iterator[MeasureComparison]:
        for index, measure in enumerate(self.measures):
            numbers = [outcome[index] for outcome in self.outcomes[option][:flights]]
            difference = sum(self._differences(option, index, flights)) / flights
            better = self._signs.get((option, index), 0) * measure.good * self._side
            yield MeasureComparison(measure, _estimate(measure, numbers), difference, better)


class _MissionOver(Exception):
    """Raised at a decision between two missions, where the flight of an adviser ends."""


@dataclass
class _AnswersThenDoctrine:
    """A player who gives the recorded answers and the option; then the doctrine plays to the end of the mission."""

    _answers: list[str]
    _between: Collection[str]
    _at: int = 0

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return the next recorded answer, or the doctrine's after the last of them."""
        if self._at < len(self._answers):
            self._at += 1
            flight.unwatched = self._at == len(self._answers)  # every further answer is the default
            return self._answers[self._at - 1]
        if decision.kind in self._between:
            raise _MissionOver
        return decision.default


def _estimate(measure: Measure, numbers: Sequence[int]) -> Estimate:
    if measure.share:
        return estimate(sum(numbers), len(numbers))
    return mean(Mean(Counter(numbers)))


def _chance(differences: Sequence[int]) -> tuple[float, int]:
    """Return the chance of a mean so far from 0 where there is no difference, and the sign of the mean.

    The chance is that of the normal distribution.
    """
    flights, total = len(differences), sum(differences)
    squares = sum(value * value for value in differences)
    spread = sqrt(max(squares - total * total / flights, 1.0))
    return erfc(abs(total) / spread / sqrt(2)), 1 if total > 0 else -1


def session_at(book: Book, log: Log, step: int) -> Session:
    """Return a session that replays a log up to one of its decisions, which is then open.

    The session has no dice and cannot be continued.

    Args:
        book: the book of the game.
        log: the log of the run.
        step: the number of the decision, from 1.

    Raises:
        CombatBoxError: the log has no such decision.
        ReplayMismatch: the tables have changed since the log was written.
    """
    choices = [index for index, event in enumerate(log.events) if event["kind"] == "choice"]
    check_range("--step", step, 1, len(choices), more=", the decisions of the log")
    before = log.events[: choices[step - 1]]
    save = {"header": log.header, "faces": faces_of(before), "answers": as_answers(answers_of(before))}
    session = resume(book, save, only=True)
    session.advance()
    return session
