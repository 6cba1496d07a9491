"""The named places in the order of play, and how a game puts something before, after or instead of what stands there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from combatbox.core.decisions import Decision, Option

Step = Callable[[Any], Any]
"""Something that is played at a place: a function of the flight, a flow or plain."""


@dataclass(frozen=True)
class Sentence:
    """One sentence of a place. given: what the event or the state must hold for it, by the names of gaps; a list: one of these."""

    line: str
    given: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Place:
    """One place in the order of play: `cover.driven_off`.

    called: what events and decisions there are called, the last part of the name unless it says otherwise. rule: the rule
    that has it so. table: the one that is rolled on or consulted there, if it is always the same. question, help: what
    a decision there asks, and what more there is to say about it. no: the option that declines. options: what its
    options mean, in words. told: what a story calls the roll that is made there. about: whom or what the roll is for, where
    that needs saying, in the game's own words (`gun`). under: the options of rulings, by key, without which nothing is
    asked here; options_under: those without which options of one kind are not offered, by that kind (`spray`). says: the sentences
    of the account for what happens here, the first that fits (`core/narration_templates.py`); chosen: those for what is decided, by option; depth:
    how deep they are told.
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
    options: Mapping[str, str] = field(default_factory=dict)
    under: Mapping[str, str] = field(default_factory=dict)
    options_under: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    says: tuple[Sentence, ...] = ()
    chosen: Mapping[str, str] = field(default_factory=dict)
    depth: int = 1

    @property
    def stretch(self) -> str:
        """The stretch of play that it is in: `cover` of `cover.driven_off`."""
        return self.name.partition(".")[0]

    def bars(self, option: str, ruled: Mapping[str, object]) -> Mapping[str, str]:
        """The options of rulings for want of which this one is never offered here; none where it may be. ruled: by key."""
        kind = option.kind if isinstance(option, Option) else option
        wanted = {**self.under, **self.options_under.get(kind, {})}
        return {ruling: need for ruling, need in wanted.items() if ruled.get(ruling) != need}

    def decision(self, options: tuple[str, ...], default: str, who: str = "", question: str = "") -> Decision:
        """Return the decision that is asked here.

        options: the legal ones. who: the man, gun or fighter it is about. question: where the place's own does not do.
        """
        offered = tuple([option if isinstance(option, Option) else Option(option) for option in options])
        asked = question or self.question
        return Decision(self.called, self.rule, asked, offered, default, who, place=self.name)

    def naming(self, name: str, taken: tuple[str, ...], who: str = "") -> Decision:
        """The decision that asks for a name here. name: what does if the player has none of his own. taken: those of others."""
        return Decision(self.called, self.rule, self.question, (Option(name),), name, who, True, taken, self.name)


@dataclass(frozen=True)
class Hook:
    """What a game or variant puts at a place: before what is played there, after it, or instead of it."""

    before: Step | None = None
    instead: Step | None = None
    after: Step | None = None


Hooks = Mapping[str, Hook]
"""By the name of the place; one that the order of play does not have is an error when the game is loaded."""
