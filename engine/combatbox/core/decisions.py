"""Decisions that the rules leave to a player.

A flow yields a `Decision` and is sent one of its options. The places in the order of play, which name the decisions, the
tables and the sentences of a game, stand at the end.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Protocol, TypeVar

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError, IllegalChoice, suggest
from combatbox.core.tabletop import Reach

Chance = Callable[[], float]
"""Returns the next number of a seeded random sequence, at least 0 and less than 1."""


ORDER = "order"
"""The kind of an option that lets the doctrine play on; logs have it only as the answer.

So a game can offer one without a change of the logs in which nobody was offered it.
"""


@frozen
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


@frozen
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

    def option(self, text: str) -> Option:
        """Return the option with this text, or a new one for a typed name."""
        return self.options[self.options.index(text)] if text in self.options else Option(text)


class Player(Protocol):
    """The interface of a player: a person, a script, a doctrine or a fuzzer that answers decisions.

    Any object with this method is a player.

    Example:
        >>> class Steady:
        ...     def choose(self, decision, flight):
        ...         return "go_on" if "go_on" in decision.texts else decision.default
        >>> Steady().choose(Decision("abort", "Q8.0-1", "Abort?", (Option("go_on"), Option("abort")), "abort"), None)
        'go_on'
    """

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return the answer to a decision, usually one of `decision.options`.

        Args:
            decision: what is asked, with the legal options and the usual answer.
            flight: the flight, whose `state` shows the plane, the crew and the battle.
        """


class DefaultPlayer:
    """A player that takes the default of every decision."""

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return the decision's default."""
        return decision.default


class RandomPlayer:
    """A player that takes random legal options: the baseline for measuring a doctrine.

    Args:
        seed: the seed of the random sequence.
    """

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(str(seed)).random  # promised by Python, as with the dice

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return a random option."""
        if decision.open:
            return decision.open.draw(self._random)
        return decision.options[int(self._random() * len(decision.options))]


class StandingOrders:
    """A player that takes the option ordered for a kind of decision, wherever this option is legal.

    Args:
        other: the player who makes all other decisions.
        orders: the option to take, by kind of decision; an empty one stands for the default.
    """

    def __init__(self, other: Player, orders: Mapping[str, str]) -> None:
        self._other, self._orders = other, orders

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return the ordered option if it is legal, otherwise the other player's choice."""
        wanted = self._orders.get(decision.kind)
        if wanted == "":
            return decision.default
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
    if answer in decision.options:
        return answer
    if decision.open:
        return decision.open.read(answer)
    if decision.naming:
        try:
            return validate_name(answer, decision.taken)
        except CombatBoxError as error:
            raise IllegalChoice(str(error)) from error
    raise IllegalChoice(
        f"{answer!r} is not an option of {decision.kind!r} ({decision.rule}){suggest(answer, decision.options)}"
    )


MOST = 40
"""Maximum characters of a name."""

DRAWN = (
    "20-7e,a1-ac,ae-2e9,2ec-2ee,2f3,2f7,300-34f,351-353,357-358,35a,35c-362,370-377,37a-37f,384-38a,38c,38e-3a1,"
    "3a3-529,52e-52f,531-556,559-55f,561-587,589-58a,5b0-5bd,5bf,5c1-5c2,5c7,606-607,609-60a,60c,615,64b-655,657,65a,"
    "660-66c,670,6f0-6f9,7eb-7f3,7f8-7f9,e3f,e81-e82,e84,e87-e88,e8a,e8d,e94-e97,e99-e9f,ea1-ea3,ea5,ea7,eaa-eab,"
    "ead-eb9,ebb-ebd,ec0-ec4,ec6,ec8-ecd,ed0-ed9,edc-edd,10a0-10c5,10d0-10fc,1401-1407,1409-141b,141d-1435,1437-144a,"
    "144c-1452,1454-14bd,14c0-14ea,14ec-1507,1510-153e,1540-1550,1552-156a,1574-1585,158a-1596,15a0-15af,15de,15e1,"
    "1646-1647,166e-1676,1681-169c,1d00-1d14,1d16-1d23,1d26-1d2e,1d30-1d5b,1d5d-1d6a,1d77-1d78,1d7b,1d7d,1d85,"
    "1d9b-1dbf,1dc4-1dc9,1e00-1efb,1f00-1f15,1f18-1f1d,1f20-1f45,1f48-1f4d,1f50-1f57,1f59,1f5b,1f5d,1f5f-1f7d,"
    "1f80-1fb4,1fb6-1fc4,1fc6-1fd3,1fd6-1fdb,1fdd-1fef,1ff2-1ff4,1ff6-1ffe,2010-2027,2030-205e,2070-2071,2074-208e,"
    "2090-209c,20a0-20b5,20b8-20ba,20bc-20bd,20bf,20d0-20d1,20d6-20d7,20db-20dc,20e1,2100-2109,210b-2149,214b,214e,"
    "2150-2185,2189,2190-2311,2318-2319,231c-2321,2324-2328,232b-232c,2373-2375,237a,237d,2387,2394,239b-23ae,"
    "23ce-23cf,23e3,23e5,23e8,2422-2423,2460-2469,2500-269c,269e-26b8,26c0-26c3,26e2,2701-2704,2706-2709,270c-2727,"
    "2729-274b,274d,274f-2752,2756,2758-275e,2761-2794,2798-27af,27b1-27be,27c5-27c6,27e0,27e6-27eb,27f0-28ff,"
    "2906-2907,290a-290b,2940-2941,2983-2984,29ce-29d5,29eb,29fa-29fb,2a00-2a02,2a0c-2a1c,2a2f,2a6a-2a6b,2a7d-2aa0,"
    "2aae-2aba,2af9-2afa,2b00-2b1a,2b1f-2b24,2b53-2b54,2c60-2c77,2c79-2c7f,2d00-2d25,2d30-2d65,2d6f,2e18,2e1f,"
    "2e22-2e25,2e2e,2e3a-2e3b,4dc0-4dff,a4d0-a4ff,a644-a647,a64c-a64d,a650-a651,a654-a657,a662-a66e,a68a-a68d,"
    "a694-a695,a698-a699,a708-a716,a71b-a71f,a722-a72b,a730-a741,a746-a74b,a74e-a753,a756-a757,a764-a767,a780-a783,"
    "a789-a78e,a790-a791,a7a0-a7aa,a7f8-a7ff,fb00-fb06,fb13-fb17,fb1e,fb29,fe00-fe0f,fe20-fe23,fffc-fffd,10300-1031e,"
    "10320-10323,1d300-1d356,1d538-1d539,1d53b-1d53e,1d540-1d544,1d546,1d54a-1d550,1d552-1d56b,1d5a0-1d5d3,"
    "1d7d8-1d7eb,1f030-1f093,1f0a0-1f0ae,1f0b1-1f0be,1f0c1-1f0cf,1f0d1-1f0df,1f12f,1f16a-1f16b,1f311-1f318,"
    "1f42d-1f42e,1f431,1f435,1f600-1f623,1f625-1f62b,1f62d-1f640,1f643"
)
"""The characters that the printed sheets can show in a name, as ranges of hexadecimal numbers.

A test compares them with the fonts of the sheets, which are read neither where a game is played nor in a browser.
"""


def validate_name(text: str, taken: Collection[str] = ()) -> str:
    """Return a valid name, with single spaces between its words and none at either end.

    Args:
        text: the name as entered.
        taken: names that are already in use.

    Raises:
        CombatBoxError: the name is empty or too long, has no letter or digit, has an unprintable character (a control
            character, a direction mark or a lone surrogate), or is already in use.

    Example:
        >>> validate_name("  Memphis   Belle ")
        'Memphis Belle'
    """
    name = " ".join(text.split())
    if not text.strip().isprintable() or not any(char.isalnum() for char in name) or len(name) > MOST:
        shown = text if len(text) <= MOST else f"{text[:MOST]}..."
        raise CombatBoxError(f"{shown!r}: a name is 1 to {MOST} printable characters, a letter or digit among them")
    if name in taken:
        raise CombatBoxError(f"{name!r} is already in use; choose another name")
    return name


def undrawn(name: str) -> Iterator[str]:
    """Yield a warning about the characters of a name that the printed sheets cannot show, if there are any."""
    ranges = re.sub("[0-9a-f]+", lambda number: f"\\U{int(number[0], 16):08x}", DRAWN).replace(",", "")
    absent = dict.fromkeys(re.findall(f"[^{ranges}]", unicodedata.normalize("NFC", name)))
    shown = ", ".join(f"{char} ({unicodedata.name(char, 'without a name')})" for char in absent)
    if absent:
        yield f"{name}: the printed sheets have no {shown}; they show □ instead"


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
