"""Accounts read beside states: each event of a mission with its lines, and the state before and after it.

A module for each family of games says what its accounts must hold, as an `AccountRules` named `RULES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from combatbox.core.events import Event
from combatbox.core.log_state import with_states
from combatbox.core.narration import NarrationLine
from combatbox.library.book import Book
from combatbox.play.narrate import narrate_events
from combatbox_dev.fuzz import Fuzz


@dataclass(frozen=True)
class Moment:
    """One event of a mission.

    Attributes:
        lines: what the account says of it.
        before: the flat state before it.
        after: the flat state after it.
    """

    book: Book
    event: Event
    lines: Sequence[NarrationLine]
    before: Mapping[str, Any]
    after: Mapping[str, Any]

    @property
    def text(self) -> str:
        """The lines in small letters."""
        return " / ".join(line.shown for line in self.lines).lower()

    def changed(self, pattern: str) -> Iterator[tuple[re.Match[str], Any, Any]]:
        """Yield the changes whose paths fit a pattern, as (match, old value, new value)."""
        for path, old, new in self.event["changes"]:
            if match := re.fullmatch(pattern, path):
                yield match, old, new


Wanted = Callable[[Moment, re.Match[str], Any, Any], str]
"""Returns the pattern that the text of a moment must hold for a change: (moment, match of the path, old, new)."""

Needs = Callable[[Sequence[Moment], int, re.Match[str]], bool]
"""Returns True if a sentence is true: (the mission, the number of its moment, the match of the sentence)."""


@dataclass(frozen=True)
class Sentence:
    """A sentence that is true only under a condition.

    Attributes:
        words: a pattern of the sentence, in small letters.
        needs: what must hold where it stands.
        why: what is false otherwise.
    """

    words: str
    needs: Needs
    why: str


@dataclass(frozen=True)
class AccountRules:
    """What the accounts of some games must hold.

    Attributes:
        told: for a pattern of paths, the pattern that the text of their event must hold; the first that fits counts.
        untold: patterns of paths that no account tells, each with the reason.
        sentences: sentences that need a condition.
        deaths: yields (who, pattern of his name) for each man, plane or fighter that is lost at a moment.
        death: the pattern of words that say so.
        everyone: the pattern of words that name everyone who is left.
        acts: yields what is wrong with those who act at a moment: the dead, the absent, the wounded, the broken.
        interrupts: the pattern of places that interrupt a roll, whose changes of the state come after them.
        worse, leans: dice and options of the random player, as for `combatbox_dev.fuzz.Fuzz`.
    """

    told: Mapping[str, str | Wanted]
    untold: Mapping[str, str]
    sentences: Sequence[Sentence] = ()
    deaths: Callable[[Moment], Iterable[tuple[str, str]]] = lambda moment: ()
    death: str = ""
    everyone: str = "$^"
    acts: Callable[[Moment], Iterable[str]] = lambda moment: ()
    worse: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    leans: Mapping[str, float] = field(default_factory=dict)
    interrupts: str = ""


def missions(book: Book, rules: AccountRules, player: str, number: int) -> Iterator[list[Moment]]:
    """Fly missions as one of `combatbox_dev.fuzz.PLAYERS` does, under any rulings, and read each."""
    fuzz = Fuzz(book, word="account", worse=rules.worse, leans=rules.leans)
    for index in range(number):
        yield read(book, fuzz.flown(index, player=player).journal.events)


def read(book: Book, events: list[Event]) -> list[Moment]:
    """Return the moments of a mission."""
    return [
        Moment(book, event, lines, dict(state.before), dict(state))
        for (event, state), (_, lines) in zip(with_states(events), narrate_events(book, events), strict=True)
    ]


# ---- the gates: each yields what is wrong with a mission


def untold_changes(mission: Sequence[Moment], rules: AccountRules) -> Iterator[str]:
    """Gate 1: changes of the state of which their own event says nothing."""
    text = ""
    for moment in mission:
        text = _text(moment, text, rules)
        for path, old, new in moment.event["changes"]:
            if old is None or new is None or any(re.fullmatch(pattern, path) for pattern in rules.untold):
                continue  # what comes into being or goes, as a wave does, is the event itself
            pattern = next((pattern for pattern in rules.told if re.fullmatch(pattern, path)), None)
            if pattern is None:
                yield f"{path}: has no entry, and changes at {moment.event['place']}"
                continue
            wanted = rules.told[pattern]
            if not isinstance(wanted, str):
                wanted = wanted(moment, _match(pattern, path), old, new)
            if not re.search(wanted, text):
                yield f"{path}: {old!r} to {new!r} at {moment.event['place']}; no {wanted!r} in {text!r}"


def _text(moment: Moment, before: str, rules: AccountRules) -> str:
    """Return what is told of a moment: what belongs to a roll, or has no line, belongs to the line before."""
    event = moment.event
    is_within = event["kind"] == "consult" or (event["kind"] == "roll" and event["table"] not in moment.book.tables)
    if moment.text and (is_within or re.fullmatch(rules.interrupts, event["place"])):
        return f"{before} / {moment.text}"
    return moment.text or before


def _match(pattern: str, path: str) -> re.Match[str]:
    match = re.fullmatch(pattern, path)
    assert match
    return match


def false_sentences(mission: Sequence[Moment], rules: AccountRules) -> Iterator[str]:
    """Gate 2: sentences without the condition that they need."""
    for number, moment in enumerate(mission):
        for line in moment.lines:
            for sentence in rules.sentences:
                match = re.search(sentence.words, line.shown.lower())
                if match and not sentence.needs(mission, number, match):
                    yield f"{sentence.why} ({moment.event['place']}): {line.shown!r}"


def deaths_told_wrongly(mission: Sequence[Moment], rules: AccountRules) -> Iterator[str]:
    """Gate 4: deaths that their event does not tell, or tells without the name, or that are told twice."""
    dead: dict[str, str] = {}
    text = ""
    for moment in mission:
        text = _text(moment, text, rules)
        new = dict(rules.deaths(moment))
        for who, name in new.items():
            if not re.search(f"{name}|{rules.everyone}", text) or not re.search(rules.death, text):
                yield f"{who}: his death is not told by name at {moment.event['place']}: {text!r}"
        for line in moment.lines:
            for who, name in dead.items():
                if who in new:
                    continue  # another aircraft of that name, in a later wave
                if re.search(rf"\b({name})\b[^;,]* ({rules.death})", line.shown.lower()):
                    yield f"{who}: his death is told again at {moment.event['place']}: {line.shown!r}"
        dead |= new


def acts_of_the_dead(mission: Sequence[Moment], rules: AccountRules) -> Iterator[str]:
    """Gate 4: what those do who are dead, absent, wounded or broken."""
    for moment in mission:
        for fault in rules.acts(moment):
            yield f"{fault} at {moment.event['place']}: {moment.text!r}"
