"""What a row of a table does, and when a modifier counts: the base classes of the two closed vocabularies.

A game declares one small frozen dataclass an effect: its fields are the parameters, `words` its wording,
`apply` what it does to the flight. Fields use `int`, `str`, `Literal[...]`, `Annotated[str, Listed(...)]` or tuples
and unions of those, so that the library can check a YAML file against them and publish them as JSON Schema.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any, ClassVar

from combatbox.core.errors import CombatBoxError
from combatbox.core.handing import Handed
from combatbox.core.records import dataclass

Say = Callable[[str], str]
"""Turns a word of the data (`left_wing`) into English (`left wing`), as the game's `words` list has it."""


def lacks(word: object, method: str) -> CombatBoxError:
    """The error that a class of a game's vocabulary leaves out a method that it must have."""
    kind = type(word)
    return CombatBoxError(f"{kind.__module__}.{kind.__qualname__} has no method `{method}`; write one")


@dataclass(frozen=True, slots=True)
class Coded:
    """Something with a name and parameters that data can call for: an effect or a condition."""

    name: ClassVar[str] = ""

    def parameters(self) -> tuple[Any, ...]:
        """The parameters in declared order."""
        return tuple(getattr(self, f.name) for f in fields(self))

    @property
    def code(self) -> str:
        """Name and parameters as one line: `gun_out nose`. Stands in logs and witnesses."""
        flat: list[str] = [self.name]
        for value in self.parameters():
            if isinstance(value, tuple):
                flat += [str(v) for v in value]
            elif value is not None:
                flat.append(str(value))
        return " ".join(flat)

    def words(self, say: Say) -> str:
        """The wording, in lower case, without a full stop. `say` puts words of the data into English."""
        raise lacks(self, "words")

    def brief(self, say: Say) -> str:
        """A shorter wording: of an effect where the reader sees what comes next, of a modifier for a line of a story."""
        return self.words(say)

    def in_prose(self, say: Say) -> str:
        """The wording within a sentence of prose, where several things are told with an `and`."""
        return self.words(say)

    def made_of(self) -> tuple[Coded, ...]:
        """What it comes down to in code: itself, or what data made it of (`core.called`)."""
        return (self,)


@dataclass(frozen=True, slots=True)
class Effect(Coded):
    """One thing a row does. `idle` marks what does nothing to the state, so that it need not be called."""

    idle: ClassVar[bool] = False

    def apply(self, flight: Any) -> None:
        """Do it to `flight` (a Flight of the effect's own game)."""
        raise lacks(self, "apply")

    def adjusted(self, times: Fraction, add: int, least: int | None = None) -> Effect:
        """The same effect with its number times a fraction, rounded down, plus a number, and at least so much; itself without one."""
        return self

    def names_area(self) -> bool:
        """Its wording names what it strikes, so an account need not name the area of its row as well."""
        return False

    def size(self) -> int:
        """Its number, by which the outcomes of a table stand in order; 0 where it has none."""
        first = next(iter(self.parameters()), 0)
        return first if isinstance(first, int) else 0

    def leads(self) -> tuple[str, ...]:
        """Tables that this effect rolls on, or the places where it rolls, for links and odds; the loader checks that they exist."""
        return ()

    def ends(self) -> bool:
        """Whether no table is used after it where one is used after others of its table: a miss, no flak."""
        return self.idle

    def sends_to(self, constants: Mapping[str, Any]) -> tuple[str, ...]:
        """Tables that are rolled on next for what this effect says, which the game's constants name."""
        return ()

    def hands(self, constants: Mapping[str, Any]) -> tuple[Handed, ...]:
        """What it decides for the rolls that it leads to, one after the other, or for whatever is rolled next."""
        return tuple(Handed(table) for table in (*self.leads(), *self.sends_to(constants)))

    def bars(self) -> Mapping[str, str]:
        """Facts with which nothing that its row says is handed on: a diver at which no gun may fire."""
        return {}


@dataclass(frozen=True, slots=True)
class Condition(Coded):
    """A named predicate on a flight: switches a modifier, or a row of a chart.

    noted: by what rows are rolled again that ask it, their table tells once for all of them, in a note, and no row says it.
    always: it holds whatever the flight is like, so that nobody need be asked.
    """

    noted: ClassVar[bool] = False
    always: ClassVar[bool] = False

    def holds(self, flight: Any) -> bool:
        """Whether it is true of `flight` at this moment."""
        raise lacks(self, "holds")

    def test(self) -> Callable[[Any], bool]:
        """What answers as `holds` does, by the shortest way: for tables, which keep it and ask at every roll."""
        return self.holds

    def of_roll(self) -> Mapping[str, int]:
        """What it asks of the roll just made, for those who have dice and no flight; nothing if it asks the state.

        `net_at_most`: the net roll is this or less, and no natural roll stood against it.
        """
        return {}

    def of_facts(self) -> tuple[str, ...]:
        """The facts that decide it alone (`core.handing`), for those who have no flight; nothing if there is more to it."""
        return ()

    def of_ruling(self) -> tuple[str, str] | None:
        """The ruling and its option that it asks for, where it asks nothing else."""
        return None

    def only_under(self) -> tuple[str, str] | None:
        """The ruling and the option without which it can never hold, so that it need not be asked then."""
        return self.of_ruling()


@dataclass(frozen=True, slots=True)
class Quantity(Coded):
    """A named number read from a flight, for modifiers whose amount another table gives."""

    def amount(self, flight: Any) -> int:
        """Its value for `flight` at this moment."""
        raise lacks(self, "amount")
