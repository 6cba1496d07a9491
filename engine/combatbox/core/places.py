"""The named places in the order of play, and the hooks at them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.decisions import Decision, Option

Step = Callable[[Any], Any]
"""The code of a place: a function of the flight that returns a flow or a plain result."""


@frozen
class Sentence:
    """A sentence that narrates an event at a place in the order of play.

    Attributes:
        line: the sentence, with placeholders.
        given: the conditions for using the sentence: for the name of a placeholder, the value that it must have, or a
            list of permitted values.
    """

    line: str
    given: Mapping[str, Any] = {}


@frozen
class OtherTable:
    """A table that is used at a place instead of the usual one.

    Attributes:
        table: the id of the table.
        when: permitted values for facts of the mission; the table is used if each of these facts has a permitted value.
    """

    table: str
    when: Mapping[str, tuple[str | int, ...]]

    def applies(self, facts: Mapping[str, str | int]) -> bool:
        """Return True if this table is used in a mission with these facts, as far as they are known."""
        return all(facts.get(name) in values for name, values in self.when.items())


@frozen
class Place:
    """One place in the order of play: `cover.driven_off`.

    Attributes:
        called: the kind of the events and decisions at this place; by default the last part of the name.
        rule: the id of the rule behind the place.
        table: the table that is rolled on or consulted at this place, unless one of `instead` applies.
        question: the question of a decision.
        help: an explanation of the question.
        no: the option that declines.
        told: the name of the roll at this place, in an account.
        about: the man or object that the roll is for, as a term of the game (`gun`), if this must be stated.
        options: the meaning of each option, as text.
        under: the options of rulings, by key, under which a decision is asked here; under others it is not asked.
        options_under: by kind of option (`spray`), the options of rulings under which options of this kind are offered.
        says: the sentences that narrate events here; the first that fits is used (`core.narration`).
        chosen: the sentences that narrate decisions here, by option.
        depth: the indentation of these sentences.
        colours: for each die of a roll that has a sentence, the name of a value (`const.colours.left`) that is its colour.
        instead: tables that replace `table` in some missions; the first that applies is used.
    """

    name: str
    called: str
    rule: str = ""
    table: str = ""
    question: str = ""
    help: str = ""
    no: str = ""
    told: str = ""
    about: str = ""
    options: Mapping[str, str] = {}
    under: Mapping[str, str] = {}
    options_under: Mapping[str, Mapping[str, str]] = {}
    says: tuple[Sentence, ...] = ()
    chosen: Mapping[str, str] = {}
    depth: int = 1
    colours: Sequence[str] = ()
    instead: tuple[OtherTable, ...] = ()

    @property
    def label(self) -> str:
        """The name of the roll at this place; empty if it depends on the roll."""
        return "" if "{" in self.told else self.told

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that may be used at the place, beginning with the usual one."""
        return tuple(filter(None, (self.table, *(other.table for other in self.instead))))

    def table_for(self, facts: Mapping[str, str | int]) -> str:
        """Return the id of the table that is used at the place in a mission with these facts."""
        return next((other.table for other in self.instead if other.applies(facts)), self.table)

    @property
    def stretch(self) -> str:
        """The phase of play to which the place belongs: `cover` of `cover.driven_off`."""
        return self.name.partition(".")[0]

    def bars(self, option: str, ruled: Mapping[str, object]) -> Mapping[str, str]:
        """Return the rulings that prevent an option from being offered.

        Args:
            option: the option, or its kind.
            ruled: the options in force, by key of the ruling.

        Returns:
            The rulings' options that would have to be in force instead, by key of the ruling; empty if the option can
            be offered here.
        """
        kind = option.kind if isinstance(option, Option) else option
        wanted = {**self.under, **self.options_under.get(kind, {})}
        return {ruling: need for ruling, need in wanted.items() if ruled.get(ruling) != need}

    def decision(self, options: tuple[str, ...], default: str, who: str = "", question: str = "") -> Decision:
        """Return the decision that is asked here.

        Args:
            options: the legal options.
            default: the option that a player without a preference takes.
            who: the man, gun or fighter that the decision is about.
            question: the question to ask, instead of the `question` of this place.
        """
        offered = tuple([option if isinstance(option, Option) else Option(option) for option in options])
        asked = question or self.question
        return Decision(self.called, self.rule, asked, offered, default, who, place=self.name)

    def naming(self, name: str, taken: tuple[str, ...], who: str = "") -> Decision:
        """Return the decision that asks for a name here.

        Args:
            name: the default name.
            taken: names that are already in use.
            who: the man, gun or aircraft to name.
        """
        return Decision(self.called, self.rule, self.question, (Option(name),), name, who, True, taken, self.name)


@frozen
class Hook:
    """The functions of a game that run before, after or instead of the step of a place."""

    before: Step | None = None
    instead: Step | None = None
    after: Step | None = None


Hooks = Mapping[str, Hook]
"""Hooks by the name of the place; the loader refuses names that are not in the order of play."""
