"""The adviser: what would come of each option of a decision, found by flying the rest of the mission many times.

The doctrine decides all that comes after. The dice are the adviser's own: he never looks at those that the game will throw,
and all options get the same ones, so that what parts them is the option and not luck.

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
from combatbox.play.log_validation import setup_of
from combatbox.play.logs import Log
from combatbox.play.session import Answer, NoDice, Session

SEED = "advice"
"""The dice of flight i are those of the seed `advice/i`: whoever asks again is told the same."""

FLIGHTS = 300
"""How many flights an option gets where nobody says: enough to tell five parts in a hundred."""

MOST_FLIGHTS = 100_000

Outcome = tuple[int, ...]
"""What one flight came to: a number for each measure of the game."""


@dataclass(frozen=True)
class MeasureComparison:
    """One measure of one option: its estimate, and how far it is from that of the doctrine's option on the same dice.

    clear: the two differ beyond chance (99 %); `better` then says which way, +1 or -1, and is 0 otherwise.
    """

    measure: Measure
    estimate: Estimate
    than_doctrine: float
    better: int


@dataclass(frozen=True)
class Advised:
    """An option with what would come of it."""

    option: Option
    told: tuple[MeasureComparison, ...]


@dataclass(frozen=True)
class Advice:
    """What would come of each option, each flown `flights` times; `doctrine` is the option that the doctrine takes."""

    decision: Decision
    flights: int
    doctrine: str
    options: tuple[Advised, ...]

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "kind": self.decision.kind,
            "place": self.decision.place,
            "flights": self.flights,
            "doctrine": self.doctrine,
            "options": {
                str(one.option): {
                    told.measure.key: {
                        "title": told.measure.title,
                        "share": told.measure.share,
                        **{key: value for key, value in told.estimate.to_json().items() if key != "exact"},
                        "than_doctrine": told.than_doctrine,
                        "better": told.better,
                        "text": told_in_words(told),
                    }
                    for told in one.told
                }
                for one in self.options
            },
        }


def told_in_words(told: MeasureComparison) -> str:
    """An estimate as far as it can be trusted: `81 % (76 to 85)`, `1.2 (0.9 to 1.5)`."""
    measure, value = told.measure, told.estimate
    scale, unit = (100, " %") if measure.share else (1, measure.unit)
    places = 0 if unit else 1
    low, high = f"{value.low * scale:.{places}f}", f"{value.high * scale:.{places}f}"
    return f"{value.value * scale:.{places}f}{unit} ({low} to {high})"


class Adviser:
    """Flies on from the decision at which a session waits. The session is left as it is."""

    def __init__(self, session: Session) -> None:
        """Raises CombatBoxError where nothing is asked, or nothing that a mission's end depends on."""
        decision, game = session.decision, session.book.game
        if decision is None:
            raise CombatBoxError("no decision waits, so there is nothing to advise on")
        if not game.measures:
            raise CombatBoxError(f"{session.book.title} says nothing of what its adviser should count")
        if not advisable(session):
            raise CombatBoxError("nothing in a mission depends on this choice; the adviser has no word on it")
        self._session, self.decision = session, decision
        self._side = -1 if session.opponent else 1  # what is good for the one player is bad for the other
        self.measures: tuple[Measure, ...] = game.measures
        self.outcomes: dict[str, list[Outcome]] = {str(option): [] for option in decision.options}

    @property
    def flights(self) -> int:
        """How many times each option has been flown; those under way do not count."""
        return min(map(len, self.outcomes.values()))

    def fly(self, flights: int, first: int = 0) -> None:
        """Fly each option so many times more. first: the number of the first flight, where others fly those before."""
        for number in range(first + self.flights, first + self.flights + flights):
            for option, outcomes in self.outcomes.items():
                outcomes.append(self.flown(option, SeededDice(f"{SEED}/{number}")))

    def flown(self, option: str, dice: Dice) -> Outcome:
        """What one flight comes to when this option is taken and these dice fall."""
        session = self._session
        base = session.base
        answers, faces = (base.answers, base.faces) if base else (0, 0)
        taken = [answer.taken for answer in session.answers[answers:]]
        thrown = ResumedDice(session.faces[faces:], dice)
        flight, flow = session.new_flight(thrown, _Then([*taken, option], DefaultPlayer()), None)
        _fly_out(flight, flow, len(taken) + 1, session.book.game.board.between)
        return tuple(int(measure.of(flight.state)) for measure in self.measures)

    def advice(self) -> Advice:
        """What the flights so far say. Raises CombatBoxError before the first."""
        flights, doctrine = self.flights, self.decision.default
        if not flights:
            raise CombatBoxError("nothing is flown yet")
        options = tuple(
            Advised(option, tuple(self._told(str(option), doctrine, flights))) for option in self.decision.options
        )
        return Advice(self.decision, flights, doctrine, options)

    def _told(self, option: str, doctrine: str, flights: int) -> Iterator[MeasureComparison]:
        mine, usual = self.outcomes[option][:flights], self.outcomes[doctrine][:flights]
        for at, measure in enumerate(self.measures):
            numbers = [outcome[at] for outcome in mine]
            apart = [one[at] - other[at] for one, other in zip(mine, usual, strict=True)]
            better = _beyond_chance(apart) * measure.good * self._side
            yield MeasureComparison(measure, _estimate(measure, numbers), sum(apart) / flights, better)


def advisable(session: Session) -> bool:
    """Something is asked that the end of a mission depends on, and the game says what there is to count."""
    decision, game = session.decision, session.book.game
    if decision is None or not game.measures:
        return False
    only_names = decision.naming or decision.kind in game.board.only_names
    return not only_names and decision.kind not in game.board.between


def _fly_out(flight: Flight[Any], flow: Flow[Any], given: int, between: Collection[str]) -> None:
    """Fly to the end of the mission: of the run, or where it is asked what comes between two. given: answers that came before."""
    asked, answer = 0, None
    try:
        while True:
            decision = flow.send(answer)  # type: ignore[arg-type]  # the first send of a generator is None
            if asked >= given and decision.kind in between:
                flow.close()
                return
            answer = flight.decide(decision)
            asked += 1
    except StopIteration:
        return


class _Then:
    """What was decided so far and the option that is tried, then the doctrine."""

    def __init__(self, answers: list[str], then: Player) -> None:
        self._answers, self._then, self._at = answers, then, 0

    def choose(self, decision: Decision, flight: Any) -> str:
        """The next answer there is."""
        if self._at < len(self._answers):
            self._at += 1
            if self._at == len(self._answers):
                flight.player = self._then
                flight.unwatched = True  # from here on every answer is the default, and nobody looks
            return self._answers[self._at - 1]
        return self._then.choose(decision, flight)


def _estimate(measure: Measure, numbers: Sequence[int]) -> Estimate:
    if measure.share:
        return estimate(sum(numbers), len(numbers))
    counts: dict[int, int] = {}
    for number in numbers:
        counts[number] = counts.get(number, 0) + 1
    return mean(Mean(counts))


def _beyond_chance(apart: Sequence[int]) -> int:
    """The sign of the mean of differences that lie beyond chance (99 %, by the normal distribution); 0 for those that do not."""
    flights, total = len(apart), sum(apart)
    if not total:
        return 0
    squares = sum(value * value for value in apart)
    spread = sqrt(max(squares - total * total / flights, 1.0) / (flights * flights))
    return 0 if abs(total / flights) <= Z99 * spread else (1 if total > 0 else -1)


def standing(book: Book, log: Log, step: int) -> Session:
    """A session that waits at decision number `step` (from 1) of a log, and may not be flown on: it has no dice.

    Raises CombatBoxError for a decision the log does not have, Departure where the tables have moved on since.
    """
    choices = [at for at, event in enumerate(log.events) if event["kind"] == "choice"]
    if not 1 <= step <= len(choices):
        raise CombatBoxError(f"--step {step}: the log has decisions 1 to {len(choices)}")
    head = log.header
    setup = setup_of(book, head["setup"]["mission"], head["setup"]["names"])
    session = Session(book, run=head["run"], setup=setup, rulings=head["rulings"], dice=NoDice())
    before = log.events[: choices[step - 1]]
    session.faces = faces_of(before)
    session.answers = [Answer(kind, taken, 0, number) for number, (kind, taken) in enumerate(answers_of(before), 1)]
    session.advance()
    return session
