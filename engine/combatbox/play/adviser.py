"""The adviser, which estimates the outcome of each option by simulating the rest of the mission.

The doctrine decides everything after the option. The adviser has separate dice, so it cannot reveal the rolls that the
game will make. All options get the same dice, so that differences come from the option and not from luck.

    adviser = Adviser(session)
    adviser.fly(300)
    advice = adviser.advice()
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from combatbox.core.decisions import Decision, DefaultPlayer, Flow, Option, Player
from combatbox.core.dice import Dice, SeededDice
from combatbox.core.errors import CombatBoxError
from combatbox.core.events import answers_of, faces_of
from combatbox.core.flight import Flight
from combatbox.core.resumed_dice import ResumedDice
from combatbox.core.statistics import Z99, Estimate, Mean, Measure, estimate, mean
from combatbox.play.book import Book
from combatbox.play.logs import Log
from combatbox.play.saves import as_answers, resume
from combatbox.play.session import NoDice, Session

SEED = "advice"
"""The prefix of the seeds: flight number i has the seed `advice/i`, so the same question always gets the same answer.
"""

FLIGHTS = 300
"""The default number of flights for each option: enough to detect a difference of 5 %."""

MOST_FLIGHTS = 100_000
"""The maximum number of flights for each option in one call."""

Outcome = tuple[int, ...]
"""The result of one flight: a number for each measure of the game."""


@dataclass(frozen=True)
class MeasureComparison:
    """The estimate of one measure for one option, compared with the doctrine's option.

    Attributes:
        measure: the measure.
        estimate: the estimate for this option.
        than_doctrine: the mean difference from the doctrine's option with the same dice.
        better: +1 if the option is better and -1 if it is worse for the player who decides, with 99 % confidence; 0
            otherwise.
    """

    measure: Measure
    estimate: Estimate
    than_doctrine: float
    better: int


@dataclass(frozen=True)
class OptionAdvice:
    """An option and its comparison with the doctrine's option, for each measure."""

    option: Option
    comparisons: tuple[MeasureComparison, ...]


@dataclass(frozen=True)
class Advice:
    """The advice on a decision.

    Attributes:
        decision: the decision.
        flights: the number of simulations of each option.
        doctrine: the option that the doctrine takes.
        options: the advice on each option.
        differing: the number of flights that, with the same dice, ended differently with different options.
    """

    decision: Decision
    flights: int
    doctrine: str
    options: tuple[OptionAdvice, ...]
    differing: int

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

    def __init__(self, session: Session) -> None:
        """Prepare the advice on the open decision.

        Raises:
            CombatBoxError: no decision is open, or it cannot affect any of the game's measures.
        """
        decision, game = session.decision, session.book.game
        if decision is None:
            raise CombatBoxError("no decision is open, so there is nothing to compare; go on to the next decision")
        if not game.measures:
            raise CombatBoxError(f"{session.book.title} has no measures that an adviser could compare")
        if not advisable(session):
            raise CombatBoxError("the result of the mission does not depend on this choice; there is no advice on it")
        self._session, self.decision = session, decision
        self._side = -1 if session.opponent else 1  # what is good for the one player is bad for the other
        self.measures: tuple[Measure, ...] = game.measures
        self.outcomes: dict[str, list[Outcome]] = {str(option): [] for option in decision.options}

    @property
    def flights(self) -> int:
        """The number of flights that have been simulated with each option."""
        return min(map(len, self.outcomes.values()))

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
        base = session.base
        answers, faces = (base.answers, base.faces) if base else (0, 0)
        taken = [answer.taken for answer in session.answers[answers:]]
        thrown = ResumedDice(session.faces[faces:], dice)
        flight, flow = session.new_flight(thrown, _AnswersThenDoctrine([*taken, option], DefaultPlayer()), None)
        _fly_out(flight, flow, len(taken) + 1, session.book.game.board.between)
        return tuple(int(measure.of(flight.state)) for measure in self.measures)

    def advice(self) -> Advice:
        """Return the advice that follows from the simulations so far.

        Raises:
            CombatBoxError: nothing has been simulated.
        """
        flights, doctrine = self.flights, self.decision.default
        if not flights:
            raise CombatBoxError("nothing has been simulated yet; call `fly` first")
        options = tuple(
            OptionAdvice(option, tuple(self._comparisons(str(option), doctrine, flights)))
            for option in self.decision.options
        )
        alike = zip(*(outcomes[:flights] for outcomes in self.outcomes.values()), strict=True)
        differing = sum(len(set(outcomes)) > 1 for outcomes in alike)
        return Advice(self.decision, flights, doctrine, options, differing)

    def _comparisons(self, option: str, doctrine: str, flights: int) -> Iterator[MeasureComparison]:
        outcomes, doctrine_outcomes = self.outcomes[option][:flights], self.outcomes[doctrine][:flights]
        for index, measure in enumerate(self.measures):
            numbers = [outcome[index] for outcome in outcomes]
            differences = [
                first[index] - second[index] for first, second in zip(outcomes, doctrine_outcomes, strict=True)
            ]
            better = _beyond_chance(differences) * measure.good * self._side
            yield MeasureComparison(measure, _estimate(measure, numbers), sum(differences) / flights, better)


def advisable(session: Session) -> bool:
    """Return True if the result of the mission may depend on the open decision."""
    decision, game = session.decision, session.book.game
    if decision is None or not game.measures:
        return False
    only_names = decision.naming or decision.kind in game.board.only_names
    return not only_names and decision.kind not in game.board.between


def _fly_out(flight: Flight[Any], flow: Flow[Any], known: int, between: Collection[str]) -> None:
    """Fly to the end of the mission, which is the end of the run or a decision between two missions.

    `known` is the number of known answers, including the option.
    """
    asked, answer = 0, None
    try:
        while True:
            decision = flow.send(answer)  # type: ignore[arg-type]  # the first send of a generator is None
            if asked >= known and decision.kind in between:
                flow.close()
                return
            answer = flight.decide(decision)
            asked += 1
    except StopIteration:
        return


class _AnswersThenDoctrine:
    """A player who gives the recorded answers and the option; then the doctrine plays on."""

    def __init__(self, answers: list[str], doctrine: Player) -> None:
        self._answers, self._doctrine, self._at = answers, doctrine, 0

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return the next recorded answer, or the doctrine's after the last of them."""
        if self._at < len(self._answers):
            self._at += 1
            if self._at == len(self._answers):
                flight.player = self._doctrine
                flight.unwatched = True  # every further answer is the default, so no one needs the events
            return self._answers[self._at - 1]
        return self._doctrine.choose(decision, flight)


def _estimate(measure: Measure, numbers: Sequence[int]) -> Estimate:
    if measure.share:
        return estimate(sum(numbers), len(numbers))
    counts: dict[int, int] = {}
    for number in numbers:
        counts[number] = counts.get(number, 0) + 1
    return mean(Mean(counts))


def _beyond_chance(differences: Sequence[int]) -> int:
    """Return the sign of the mean difference if it is beyond chance (99 %, normal distribution), otherwise 0."""
    flights, total = len(differences), sum(differences)
    if not total:
        return 0
    squares = sum(value * value for value in differences)
    spread = sqrt(max(squares - total * total / flights, 1.0) / (flights * flights))
    return 0 if abs(total / flights) <= Z99 * spread else (1 if total > 0 else -1)


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
    if not 1 <= step <= len(choices):
        raise CombatBoxError(f"--step: must be between 1 and {len(choices)}, the decisions of the log (got {step})")
    before = log.events[: choices[step - 1]]
    save = {"header": log.header, "faces": faces_of(before), "answers": as_answers(answers_of(before))}
    session = resume(book, save, NoDice(), only=True)
    session.advance()
    return session
