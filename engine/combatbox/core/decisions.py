"""Choices the rules give a player. The flow yields a Decision and is sent one of its options."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from combatbox.core.errors import CombatBoxError, IllegalChoice, suggest
from combatbox.core.player_names import proper_name
from combatbox.core.tabletop import Reach

Chance = Callable[[], float]
"""The next number of a seeded sequence, from 0 up to 1."""


@dataclass(frozen=True)
class FreeFormChoice:
    """A choice that has more legal answers than can be listed, such as where an aircraft flies.

    form: how an answer is typed, in a few words with an example. read: what was typed, checked, in the one form in which
    it is kept; it raises IllegalChoice saying what is wrong. draw: any legal answer, by chance. reach: of a move on a table
    top, what can be flown.
    """

    form: str
    read: Callable[[str], str]
    draw: Callable[[Chance], str]
    reach: Reach | None = None


class Option(str):
    """One way to decide, as its canonical text, which logs and saves hold: `hold`, `spray 6_high`.

    kind: what is done. args: with what, in order, as the flow reads them.
    """

    __slots__ = ("args", "kind")
    kind: str
    args: tuple[str | int, ...]

    def __new__(cls, text: str, kind: str = "", *args: str | int) -> Option:
        """The option of this text; its kind is the text itself unless it says otherwise."""
        option = super().__new__(cls, text)
        option.kind, option.args = kind or text, args
        return option

    def __getnewargs__(self) -> tuple[Any, ...]:
        """What another of its kind is made of, for copies."""
        return (str(self), self.kind, *self.args)


@dataclass(frozen=True)
class Decision:
    """One choice: what kind, which rule grants it, who is asked, and the legal options alone.

    naming: a name is asked for, and one of the player's own is as good as the options; `taken` are those of others.
    open: there are other legal answers than the options, which are the most useful ones.
    place: where in the order of play it is asked.
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
        """The options as logs have them."""
        return [str(option) for option in self.options]

    def listed(self, text: str) -> Option | None:
        """The option of this text; None where it is not among them."""
        return self.options[self.options.index(text)] if text in self.options else None

    def option(self, text: str) -> Option:
        """The option of this text; a name that was typed is one of its own."""
        found = self.listed(text)
        return Option(text) if found is None else found


class Player(Protocol):
    """Whoever answers decisions: a person, a script, a doctrine, a fuzzer."""

    def choose(self, decision: Decision, flight: Any) -> str:
        """One of `decision.options`."""


class DefaultPlayer:
    """Takes the default of every decision."""

    def choose(self, decision: Decision, flight: Any) -> str:
        """The decision's default."""
        return decision.default


class RandomPlayer:
    """Takes any legal option, by a seed; of the kinds in `sensible` the default. It is the measure of a doctrine."""

    def __init__(self, seed: int | str, sensible: Collection[str] = ()) -> None:
        self._random = random.Random(str(seed)).random  # promised by Python, as with the dice
        self._sensible = frozenset(sensible)

    def choose(self, decision: Decision, flight: Any) -> str:
        """Any of the options, each as likely as the others."""
        if decision.kind in self._sensible:
            return decision.default
        if decision.open:
            return decision.open.draw(self._random)
        return decision.options[int(self._random() * len(decision.options))]


class StandingOrders:
    """Follows orders by kind of decision wherever what they say is legal, and asks another player for the rest."""

    def __init__(self, other: Player, orders: Mapping[str, str]) -> None:
        self._other, self._orders = other, orders

    def choose(self, decision: Decision, flight: Any) -> str:
        """What the orders say of this kind of decision, if it is among the options."""
        wanted = self._orders.get(decision.kind)
        if wanted is not None and wanted in decision.options:
            return wanted
        return self._other.choose(decision, flight)


class ListedPlayer:
    """Gives the answers of a list in order (a replayed log). Raises IllegalChoice when they run out."""

    def __init__(self, answers: Sequence[tuple[str, str]]) -> None:
        self._answers = list(answers)
        self._next = 0

    def choose(self, decision: Decision, flight: Any) -> str:
        """The next answer; its kind must be the one asked for."""
        if self._next == len(self._answers):
            raise IllegalChoice(f"no answer left for the decision {decision.kind!r} ({decision.rule})")
        kind, answer = self._answers[self._next]
        self._next += 1
        if kind != decision.kind:
            raise IllegalChoice(f"an answer to {kind!r} is given where {decision.kind!r} is asked")
        return answer


class AskingPlayer:
    """Asks a person; `ask` shows a prompt and gives back what was typed (empty takes the default)."""

    def __init__(self, ask: Callable[[str], str], tell: Callable[[str], None]) -> None:
        self._ask, self._tell = ask, tell

    def choose(self, decision: Decision, flight: Any) -> str:
        """Ask until a legal option is typed."""
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
        """Ask until a name is typed that can be one, or an answer that is legal without being listed."""
        while True:
            answer = self._ask(f"{decision.question} [{decision.default}] ").strip() or decision.default
            try:
                return check_choice(decision, answer)
            except IllegalChoice as error:
                self._tell(str(error))


R = TypeVar("R")
Flow = Generator[Decision, Option, R]


def check_choice(decision: Decision, answer: str) -> str:
    """The answer, if it is legal: an option, a name where one is asked for, or what an open choice reads as legal.

    Raises IllegalChoice.
    """
    if decision.open and answer not in decision.options:
        return decision.open.read(answer)
    if decision.naming and answer not in decision.options:
        try:
            return proper_name(answer, decision.taken)
        except CombatBoxError as error:
            raise IllegalChoice(str(error)) from error
    if answer not in decision.options:
        raise IllegalChoice(
            f"{answer!r} is no option of {decision.kind!r} ({decision.rule}){suggest(answer, decision.options)}"
        )
    return answer
