"""Decisions that the rules leave to a player.

A flow yields a `Decision` and is sent one of its options.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Protocol, TypeVar

from combatbox.core.errors import CombatBoxError, IllegalChoice, suggest
from combatbox.core.player_names import undrawn, validate_name
from combatbox.core.tabletop import Reach

Chance = Callable[[], float]
"""Returns the next number of a seeded random sequence, at least 0 and less than 1."""


ORDER = "order"
"""The kind of an option that lets the doctrine play on; logs have it only as the answer.

So a game can offer one without a change of the logs in which nobody was offered it.
"""


@dataclass(frozen=True)
class FreeFormChoice:
    """A choice with too many legal answers to list, such as an aircraft's move.

    Attributes:
        form: a short description, with an example, of the way to type an answer.
        read: a function that checks a typed answer and returns its canonical form. It raises IllegalChoice with a
            description of the mistake.
        draw: a function that returns a random legal answer.
        reach: the points that the model can reach, if the choice is a move on a table top.
        spots: a function that converts an answer to the positions of the models to be placed on a table top.
    """

    form: str
    read: Callable[[str], str]
    draw: Callable[[Chance], str]
    reach: Reach | None = None
    spots: Callable[[str], Sequence[tuple[int, int]]] | None = None


class Option(str):
    """One answer to a decision; its text is the one in logs, such as `hold` or `spray 6_high`.

    Attributes:
        kind: the kind of action.
        args: the arguments of the action, in the order in which the flow reads them.
        number: the number that the player sees for an object that the option names, such as a fighter; 0 if the object
            has none.
    """

    __slots__ = ("args", "kind", "number")
    kind: str
    args: tuple[str | int, ...]
    number: int

    def __new__(cls, text: str, kind: str = "", *args: str | int, number: int = 0) -> Option:
        """Create an option from its text, which is also its kind unless `kind` is set."""
        option = super().__new__(cls, text)
        option.kind, option.args, option.number = kind or text, args, number
        return option

    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return the arguments of `__new__`, to copy and pickle the option."""
        return (str(self), self.kind, *self.args), {"number": self.number}


@dataclass(frozen=True)
class Decision:
    """One decision: its kind, its rule, its subject and its legal options.

    Attributes:
        kind: the kind of decision.
        rule: the id of the rule that requires it.
        question: the question to the player.
        options: the legal options, or only the most useful ones if `naming` or `open` permits others.
        default: the option that a player without a preference takes.
        who: the man, gun or fighter that the decision is about.
        naming: True if the decision asks for a name; any valid name is then legal besides the options.
        taken: names that are already in use.
        place: the place in the order of play where the decision is asked.
        open: the form of the legal answers that are not listed as options.
    """

    kind: str
    rule: str
    question: str
    options: tuple[Option, ...]
    default: str
    who: str = ""
    naming: bool = False
    taken: tuple[str, ...] = ()
    place: str = ""
    open: FreeFormChoice | None = None

    @property
    def texts(self) -> list[str]:
        """The options as they appear in logs, which leave out orders."""
        return [str(option) for option in self.options if option.kind != ORDER]

    @property
    def numbers(self) -> list[int]:
        """The numbers by which a player selects the options.

        If no two options have the same `number`, these numbers are used, and options without one get the next higher
        numbers. Otherwise each option has its position in the list, from 1.
        """
        own = [option.number for option in self.options if option.number]
        if len(set(own)) < len(own):
            return list(range(1, len(self.options) + 1))
        free = count(max(own, default=0) + 1)
        return [option.number or next(free) for option in self.options]

    def listed(self, text: str) -> Option | None:
        """Return the option with this text, or None if it is not listed."""
        return self.options[self.options.index(text)] if text in self.options else None

    def option(self, text: str) -> Option:
        """Return the option with this text, or a new one for a typed name."""
        option = self.listed(text)
        return Option(text) if option is None else option


class Player(Protocol):
    """The interface of a player: a person, a script, a doctrine or a fuzzer that answers decisions."""

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return the answer to a decision, usually one of `decision.options`."""


class DefaultPlayer:
    """A player that takes the default of every decision."""

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return the decision's default."""
        return decision.default


class RandomPlayer:
    """A player that takes random legal options: the baseline for measuring a doctrine.

    Args:
        seed: the seed of the random sequence.
        sensible: kinds of decision for which the default is taken instead.
    """

    def __init__(self, seed: int | str, sensible: Collection[str] = ()) -> None:
        self._random = random.Random(str(seed)).random  # promised by Python, as with the dice
        self._sensible = frozenset(sensible)

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return a random option, or the default for the kinds in `sensible`."""
        if decision.kind in self._sensible:
            return decision.default
        if decision.open:
            return decision.open.draw(self._random)
        return decision.options[int(self._random() * len(decision.options))]


class StandingOrders:
    """A player that takes the option ordered for a kind of decision, wherever this option is legal.

    Args:
        other: the player who makes all other decisions.
        orders: the option to take, by kind of decision.
    """

    def __init__(self, other: Player, orders: Mapping[str, str]) -> None:
        self._other, self._orders = other, orders

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return the ordered option if it is legal, otherwise the other player's choice."""
        wanted = self._orders.get(decision.kind)
        if wanted is not None and wanted in decision.options:
            return wanted
        return self._other.choose(decision, flight)


class ListedPlayer:
    """A player that gives the answers of a list in order, as in a replayed log.

    Args:
        answers: pairs of the kind of decision and the option taken.
    """

    def __init__(self, answers: Sequence[tuple[str, str]]) -> None:
        self._answers = list(answers)
        self._next = 0

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return the next answer of the list.

        Raises:
            IllegalChoice: the list has no more answers, or the next one is for another kind of decision.
        """
        if self._next == len(self._answers):
            raise IllegalChoice(f"no answer is left for the decision {decision.kind!r} ({decision.rule})")
        kind, answer = self._answers[self._next]
        self._next += 1
        if kind != decision.kind:
            raise IllegalChoice(f"the next answer is for {kind!r}, but the decision is {decision.kind!r}")
        return answer


class AskingPlayer:
    """A player that asks a person for every decision.

    Args:
        ask: a function that shows a prompt and returns the text typed; an empty text selects the default.
        tell: a function that shows a message.
    """

    def __init__(self, ask: Callable[[str], str], tell: Callable[[str], None]) -> None:
        self._ask, self._tell = ask, tell

    def choose(self, decision: Decision, flight: Any) -> str:
        """Ask until the person types a legal answer."""
        if decision.naming:
            return self._typed(decision)
        if decision.open:
            self._tell(f"{', '.join(decision.options)}; or {decision.open.form}")
            return self._typed(decision)
        options = "/".join(o.upper() if o == decision.default else o for o in decision.options)
        while True:
            answer = self._ask(f"{decision.question} [{options}] ").strip().lower() or decision.default
            if answer in decision.options:
                return answer
            self._tell(f"{answer!r} is not among the options{suggest(answer, decision.options)}")

    def _typed(self, decision: Decision) -> str:
        """Ask until the person types a valid name or a legal answer."""
        while True:
            answer = self._ask(f"{decision.question} [{decision.default}] ").strip() or decision.default
            try:
                answer = check_choice(decision, answer)
            except IllegalChoice as error:
                self._tell(str(error))
            else:
                for warning in undrawn(answer):
                    self._tell(warning)
                return answer


R = TypeVar("R")
Flow = Generator[Decision, Option, R]


def check_choice(decision: Decision, answer: str) -> str:
    """Return the answer in its canonical form if it is legal.

    An answer is legal if it is an option, if it is a valid name for a decision that asks for a name, or if the
    decision's `open` accepts it.

    Raises:
        IllegalChoice: the answer is not legal.
    """
    if decision.open and answer not in decision.options:
        return decision.open.read(answer)
    if decision.naming and answer not in decision.options:
        try:
            return validate_name(answer, decision.taken)
        except CombatBoxError as error:
            raise IllegalChoice(str(error)) from error
    if answer not in decision.options:
        raise IllegalChoice(
            f"{answer!r} is not an option of {decision.kind!r} ({decision.rule}){suggest(answer, decision.options)}"
        )
    return answer
