"""The presentation of a game in play, and its notable events.

A game may supply a `Board` and `Highlight`s. Without a board, options are shown with the wording of the game's
vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Protocol

from combatbox.core.annotations import frozen
from combatbox.core.decisions import Decision
from combatbox.core.events import Event
from combatbox.core.flight import Flight
from combatbox.core.log_state import Account
from combatbox.core.narration import NarrationContext, NarrationLine
from combatbox.core.scene import SceneFactory
from combatbox.core.styled_text import Styled

OptionWords = Callable[[Decision, str, Flight[Any], NarrationContext], str]
Question = Callable[[Decision, Flight[Any], NarrationContext], str]
Spans = Callable[[Any], Mapping[str, object]]
Condition = Callable[[Any], object]
EventFilter = Callable[[Iterable[Event], NarrationContext], Iterator[Event]]
Retell = Callable[[Event, Mapping[str, Any], NarrationContext], NarrationLine | None]
Throws = Callable[[str, Mapping[str, str]], str]


class Picture(Protocol):
    """A function that draws the situation within a number of columns, or describes it in text only."""

    def __call__(self, flight: Any, words: NarrationContext, width: int = 80, drawn: bool = True) -> list[Styled]:
        """Return the lines of the picture, in styled pieces.

        Args:
            flight: the flight to show.
            words: the data of the game for narration.
            width: the maximum number of columns.
            drawn: True to draw the situation, False to describe it in text only.
        """


def plain_question(decision: Decision, flight: Flight[Any], words: NarrationContext) -> str:
    """Return the question of a decision, preceded by the name of the man, gun or fighter that it is about."""
    who = words.say(decision.who)
    return f"{who[:1].upper()}{who[1:]}: {decision.question}" if who else decision.question


@frozen
class RestrictedView:
    """The view of a second player who must not see everything that the first player sees.

    Attributes:
        picture: a function that draws the situation as the second player may see it.
        visible: a function that returns the events that the second player may see.
        show: a function that creates a builder of the scene that the second player may see.
        retell: a function that returns the second player's line for an event, or None if both players see the same
            line.
        report: a function that returns the lines with which the second player's account of a finished mission ends.
    """

    picture: Picture
    visible: EventFilter
    show: SceneFactory
    retell: Retell = lambda *_: None
    report: Callable[[Sequence[Event], NarrationContext], Iterable[NarrationLine]] = lambda *_: ()


@frozen
class Opponent:
    """A second player.

    Attributes:
        who: the value of `Decision.who` in the opponent's decisions.
        name: the opponent's name in text.
        view: the view of the opponent; None if nothing is hidden from the opponent.
    """

    who: str
    name: str
    view: RestrictedView | None = None


@frozen
class Seat:
    """A choice, made before a game, of the sides that people play.

    Attributes:
        key: the name of the choice.
        words: a description of the sides, for players.
        rulings: the options of rulings that correspond to this choice, by key of the ruling.
        is_for_two: True if two people play and take turns.
    """

    key: str
    words: str
    rulings: Mapping[str, str]
    is_for_two: bool = False

    def is_chosen(self, rulings: Mapping[str, str]) -> bool:
        """Return True if these rulings correspond to this choice of sides."""
        return all(rulings[key] == option for key, option in self.rulings.items())


@frozen
class Board:
    """The presentation of decisions to a player; it never changes the flight.

    Attributes:
        picture: a function that returns the situation as lines of at most `width` columns, drawn or in text only.
        option: a function that returns the text of an option.
        question: a function that returns the text of a question.
        spans: a function that returns a value for each current phase of play, from the shortest to the longest. A value
            changes when the next phase of its kind begins.
        between: the kinds of decision that are asked between two missions and belong to no phase.
        only_names: the kinds of decision that only choose names, which do not affect a mission.
        opponent: the second player; None if the game cannot have one.
        player: the first player's name in a game for two.
        seats: the choices of the sides that people play, beginning with the usual one; empty if there is no choice.
        throws: a function that returns the name of the player who rolls on a table under the given rulings; empty if
            one player rolls all dice.
        routine: places in the order of play where the default is almost always right; a front end may take it without
            asking.
        repeated: places in the order of play where the same question recurs; a front end may repeat an answer until the
            result of `condition` or the default changes.
        condition: a function that returns a value that changes whenever somebody is hurt or something breaks.
    """

    picture: Picture = lambda *_: []
    option: OptionWords = lambda _decision, option, _flight, words: words.say(option)
    question: Question = plain_question
    spans: Spans = lambda _state: {}
    between: frozenset[str] = frozenset()
    only_names: frozenset[str] = frozenset()
    opponent: Opponent | None = None
    player: str = ""
    seats: tuple[Seat, ...] = ()
    throws: Throws = lambda *_: ""
    routine: frozenset[str] = frozenset()
    repeated: frozenset[str] = frozenset()
    condition: Condition = lambda _state: None

    def across(self, decision: Decision | None) -> Opponent | None:
        """Return the opponent if the opponent makes this decision, otherwise None."""
        other = self.opponent
        return other if other and decision and decision.who == other.who else None

    def is_for_two(self, rulings: Mapping[str, str]) -> bool:
        """Return True if two people play a game with these rulings."""
        return any(seat.is_for_two and seat.is_chosen(rulings) for seat in self.seats)


@frozen
class Highlight:
    """A notable event for which missions can be searched, recognised from the account of a run.

    Attributes:
        name: the name by which people search for the event.
        words: a description of the event, as the end of the phrase `a mission in which ...`.
        rules: ids of the rules that describe the event.
        shows: a function that returns True if the event occurs in an account.
        also: alternative names.
    """

    name: str
    words: str
    rules: tuple[str, ...]
    shows: Callable[[Account], bool]
    also: tuple[str, ...] = ()


def by_name(*highlights: Highlight) -> Mapping[str, Highlight]:
    """Return the highlights of a game by their names."""
    return {highlight.name: highlight for highlight in highlights}


def normalize_name(text: str) -> str:
    """Normalize a name for searching.

    For example, `Burst-inside  plane` becomes `burst inside plane`.
    """
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def closest_highlights(text: str, happenings: Mapping[str, Highlight]) -> list[Highlight]:
    """Return the highlights that a search text may mean, best match first.

    If the text is unambiguous, the result has exactly one item.

    Args:
        text: the search text.
        happenings: the highlights of the game, by name.
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
    near = get_close_matches(wanted, names, cutoff=0.85)
    return list({names[name].name: names[name] for name in near}.values())
