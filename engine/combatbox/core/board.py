"""How a game looks on the table while it is played, and what is worth finding in its missions.

A game may hand a `Board` and `Highlight`s to the rooms above; without them it is played all the same, with
options named as its words have them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Protocol

from combatbox.core.account import Account
from combatbox.core.decisions import Decision
from combatbox.core.events import Event
from combatbox.core.flight import Flight
from combatbox.core.styled_text import Styled

if TYPE_CHECKING:
    from combatbox.core.game import NarrationContext, NarrationLine

OptionWords = Callable[[Decision, str, Flight[Any], "NarrationContext"], str]
Question = Callable[[Decision, Flight[Any], "NarrationContext"], str]
Spans = Callable[[Any], Mapping[str, object]]
Told = Callable[[Iterable[Event], "NarrationContext"], Iterator[Event]]
Retell = Callable[[Event, Mapping[str, Any], "NarrationContext"], "NarrationLine | None"]
Throws = Callable[[str, Mapping[str, str]], str]


class Picture(Protocol):
    """Draws the situation in so many columns, or tells it in words alone."""

    def __call__(self, flight: Any, words: NarrationContext, width: int = 80, drawn: bool = True) -> list[Styled]:
        """The lines, in pieces that say what stands out in them."""


def no_picture(flight: Flight[Any], words: NarrationContext, width: int = 80, drawn: bool = True) -> list[Styled]:
    """Nothing to look at."""
    return []


def plain_option(decision: Decision, option: str, flight: Flight[Any], words: NarrationContext) -> str:
    """The option as the game's words have it."""
    return words.say(option)


def plain_question(decision: Decision, flight: Flight[Any], words: NarrationContext) -> str:
    """The question, with whom it is about before it."""
    who = words.say(decision.who)
    return f"{who[:1].upper()}{who[1:]}: {decision.question}" if who else decision.question


def default_spans(state: Any) -> Mapping[str, object]:
    """Play has no stretches but the whole."""
    return {}


def as_it_is(event: Event, state: Mapping[str, Any], words: NarrationContext) -> NarrationLine | None:
    """The second player is told of every event in the same words as the first."""
    return None


def nobody_named(table: str, rulings: Mapping[str, str]) -> str:
    """There is one player, who throws all dice; no prompt needs to name him."""
    return ""


@dataclass(frozen=True)
class Opponent:
    """A second player, who sits across the table and may not see all of it.

    who: what decisions that are his call him. name: in words. picture: the situation as he may see it. told: which
    of the events he is told of. retell: what he is told of one instead of what the first player is told; None for the same.
    """

    who: str
    name: str
    picture: Picture
    told: Told
    retell: Retell = as_it_is


@dataclass(frozen=True)
class Board:
    """What a player sees at a decision.

    picture: the situation as lines of text, of 80 columns at most and of so many as are given, with a drawing or in
    words alone. option, question: in plain words. spans: the stretches of play from the shortest to the longest, each
    with a value that changes when another begins. between: kinds of decision that are asked between two missions, which
    belong to none of the stretches. only_names: kinds of decision that give names alone, so that nothing in a mission
    depends on them.
    opponent: the second player, in a game that may have one. throws: who throws on a table under these rulings, in
    words; nothing where there is only one to throw. None of them changes anything.
    """

    picture: Picture = no_picture
    option: OptionWords = plain_option
    question: Question = plain_question
    spans: Spans = default_spans
    between: frozenset[str] = frozenset()
    only_names: frozenset[str] = frozenset()
    opponent: Opponent | None = None
    throws: Throws = nobody_named

    def across(self, decision: Decision | None) -> Opponent | None:
        """The opponent, where this decision is his."""
        other = self.opponent
        return other if other and decision and decision.who == other.who else None


@dataclass(frozen=True)
class Highlight:
    """Something worth an example: told from the account of a run alone.

    name: what it is asked for by. words: what happens, as the end of `a mission in which ...`. rules: where the
    rules have it. also: other names for it.
    """

    name: str
    words: str
    rules: tuple[str, ...]
    shows: Callable[[Account], bool]
    also: tuple[str, ...] = ()


def plain(text: str) -> str:
    """A name for comparing: small letters and digits alone, `Burst-inside  plane` as `burst inside plane`."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def closest_highlights(text: str, happenings: Mapping[str, Highlight]) -> list[Highlight]:
    """The happenings that a person may have meant, best first: one when there is no doubt."""
    wanted = plain(text)
    names = {plain(name): found for found in happenings.values() for name in (found.name, *found.also)}
    if wanted in names:
        return [names[wanted]]
    words = set(wanted.split())
    scored: dict[str, int] = {}
    for name, found in names.items():
        common = len(words & set(name.split()))
        if common and (common == len(words) or common == len(name.split())):
            scored[found.name] = max(scored.get(found.name, 0), common)
    if scored:
        best = max(scored.values())
        return [happenings[name] for name, score in scored.items() if score == best]
    near = get_close_matches(wanted, names, n=3, cutoff=0.85)
    return list({names[name].name: names[name] for name in near}.values())
