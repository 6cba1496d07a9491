"""The presentation of a game in play, and its notable events.

A game may supply a `Board` and `Highlight`s; without a board, options are shown in the words of its vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Protocol

from combatbox.core.account import Account
from combatbox.core.decisions import Decision
from combatbox.core.events import Event
from combatbox.core.flight import Flight
from combatbox.core.narration import NarrationContext, NarrationLine
from combatbox.core.styled_text import Styled

OptionWords = Callable[[Decision, str, Flight[Any], NarrationContext], str]
Question = Callable[[Decision, Flight[Any], NarrationContext], str]
Spans = Callable[[Any], Mapping[str, object]]
Condition = Callable[[Any], object]
EventFilter = Callable[[Iterable[Event], NarrationContext], Iterator[Event]]
Retell = Callable[[Event, Mapping[str, Any], NarrationContext], NarrationLine | None]
Throws = Callable[[str, Mapping[str, str]], str]


class Picture(Protocol):
    """Draws the situation within a number of columns, or describes it in words alone."""

    def __call__(self, flight: Any, words: NarrationContext, width: int = 80, drawn: bool = True) -> list[Styled]:
        """Return the lines, with the style of each piece."""


def no_picture(flight: Flight[Any], words: NarrationContext, width: int = 80, drawn: bool = True) -> list[Styled]:
    """Return no lines."""
    return []


def plain_option(decision: Decision, option: str, flight: Flight[Any], words: NarrationContext) -> str:
    """Return the option in the game's own words."""
    return words.say(option)


def plain_question(decision: Decision, flight: Flight[Any], words: NarrationContext) -> str:
    """Return the question, preceded by the man, gun or fighter it is about."""
    who = words.say(decision.who)
    return f"{who[:1].upper()}{who[1:]}: {decision.question}" if who else decision.question


def default_spans(state: Any) -> Mapping[str, object]:
    """Return no stretches of play other than the whole mission."""
    return {}


def default_condition(state: Any) -> object:
    """Return the same for every state: nothing is known to break."""
    return None


def same_for_opponent(event: Event, state: Mapping[str, Any], words: NarrationContext) -> NarrationLine | None:
    """Return None: the second player sees the same words as the first."""
    return None


def default_throws(table: str, rulings: Mapping[str, str]) -> str:
    """Return no name, because one player throws all dice."""
    return ""


@dataclass(frozen=True)
class Opponent:
    """A second player, who must not see everything that the first one sees.

    Attributes:
        who: the value of `Decision.who` in the opponent's decisions.
        name: what to call the opponent in text.
        picture: the situation as the opponent may see it.
        visible: returns the events that the opponent may see.
        retell: the opponent's line for an event; None to show the first player's.
    """

    who: str
    name: str
    picture: Picture
    visible: EventFilter
    retell: Retell = same_for_opponent


@dataclass(frozen=True)
class Board:
    """The presentation of decisions to a player; it never changes the flight.

    Attributes:
        picture: the situation as lines of text of at most `width` columns, drawn or in words alone.
        option: an option in plain words.
        question: a question in plain words.
        spans: the stretches of play from the shortest to the longest, each with a value that changes when the next one begins.
        between: kinds of decision that are asked between two missions and belong to no stretch.
        only_names: kinds of decision that only give names, on which nothing in a mission depends.
        opponent: the second player, if the game can have one.
        throws: who throws on a table under these rulings; empty if only one player throws.
        routine: places whose default is hardly ever wrong; a front end may take it without asking.
        repeated: places that are asked again and again, where an answer may hold until the condition changes.
        condition: what is hurt or broken, as a value that changes with it.
    """

    picture: Picture = no_picture
    option: OptionWords = plain_option
    question: Question = plain_question
    spans: Spans = default_spans
    between: frozenset[str] = frozenset()
    only_names: frozenset[str] = frozenset()
    opponent: Opponent | None = None
    throws: Throws = default_throws
    routine: frozenset[str] = frozenset()
    repeated: frozenset[str] = frozenset()
    condition: Condition = default_condition

    def across(self, decision: Decision | None) -> Opponent | None:
        """Return the opponent if this decision is the opponent's, else None."""
        other = self.opponent
        return other if other and decision and decision.who == other.who else None


@dataclass(frozen=True)
class Highlight:
    """A notable event to search for, recognised from the account of a run.

    Attributes:
        name: the name to search by.
        words: what happens, to complete `a mission in which ...`.
        rules: ids of the rules that describe it.
        shows: tests an account for it.
        also: other names for it.
    """

    name: str
    words: str
    rules: tuple[str, ...]
    shows: Callable[[Account], bool]
    also: tuple[str, ...] = ()


def normalize_name(text: str) -> str:
    """Normalize a name: `Burst-inside  plane` becomes `burst inside plane`."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def closest_highlights(text: str, happenings: Mapping[str, Highlight]) -> list[Highlight]:
    """Return the highlights that a search text may mean, best first.

    There is exactly one if the text is unambiguous.
    """
    wanted = normalize_name(text)
    names = {
        normalize_name(name): highlight
        for highlight in happenings.values()
        for name in (highlight.name, *highlight.also)
    }
    if wanted in names:
        return [names[wanted]]
    words = set(wanted.split())
    scored: dict[str, int] = {}
    for name, highlight in names.items():
        common = len(words & set(name.split()))
        if common and (common == len(words) or common == len(name.split())):
            scored[highlight.name] = max(scored.get(highlight.name, 0), common)
    if scored:
        best = max(scored.values())
        return [happenings[name] for name, score in scored.items() if score == best]
    near = get_close_matches(wanted, names, n=3, cutoff=0.85)
    return list({names[name].name: names[name] for name in near}.values())
