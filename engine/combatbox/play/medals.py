"""The medals of a game: what each is awarded for, as data (`medals.yaml`), and who in a crew has earned it.

A rule compares facts about a man's missions with numbers. The names of the facts are fixed (`Fact`), and a rule contains
no expressions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, get_args

from combatbox.core.annotations import Min, Positive, frozen

Fact = Literal[
    "missions", "home", "flew", "kills", "wounds", "killed", "captured", "returned", "engines_out", "shells", "per_cent"
]
"""A fact about a man on one mission.

- `missions`: the number of missions for which it counts, usually 1.
- `home`: 1 if he came home alive in the bomber; `flew`: 1 if he was then at the controls.
- `engines_out`: the engines of the bomber that were out; `shells`: the shells that struck it.
- `per_cent`: the share of the bombs that fell on the target.
- `kills`: the fighters that he shot down.
- `wounds`: 1 if he was wounded or died in action; `killed`, `captured`: 1 if it happened to him.
- `returned`: 1 if he came down in enemy country, not in the sea, and evaded capture.

The facts of a tour are the sums over its missions.
"""

Deed = Mapping[Fact, int]
"""The facts of one mission of one man."""

Colour = Literal["purple", "blue", "red", "gold", "white", "brown", "green"]

_BLANK = re.compile(r"\{(\w*)\}")

RULES = ("each", "when", "in_one_mission")
"""The kinds of rules; a medal has exactly one."""


@frozen
class Medal:
    """A medal or badge, and the rule by which it is awarded.

    Attributes:
        title: the name of the medal.
        words: what it is awarded for; the name of a fact in braces stands for its number.
        source: where the criteria of the real award are found.
        each: the medal is awarded again for each further number of this fact in the tour.
        when: the medal is awarded once, if the facts of the tour reach these numbers.
        in_one_mission: the medal is awarded for each mission whose facts reach these numbers.
        stations: the stations to which the award is limited; empty for every man.
        ribbon: the colours of its ribbon, in stripes of equal width; empty for a badge without one.
        again: the device for a second award; empty for a medal that is awarded once.
    """

    title: str
    words: str
    source: str
    each: dict[Fact, Positive] = {}
    when: dict[Fact, Positive] = {}
    in_one_mission: dict[Fact, Positive] = {}
    stations: list[str] = []
    ribbon: list[Colour] = []
    again: str = ""


@frozen
class MedalFile:
    """The content of `medals.yaml`, the highest award first.

    Attributes:
        medals: the rules by which medals are awarded, the highest medal first.
    """

    medals: Annotated[list[Medal], Min(1)]


@frozen
class Award:
    """A medal that a man has earned, and how many times.

    Attributes:
        reason: what he earned it for.
    """

    medal: Medal
    count: int
    reason: str

    def with_more(self, other: Award) -> Award:
        """Return this award together with one of the same title that another rule gives."""
        return Award(
            other.medal if other.medal.again else self.medal, self.count + other.count, f"{self.reason} {other.reason}"
        )

    @property
    def title(self) -> str:
        """The medal with the devices of further awards: `Air Medal with 2 oak-leaf clusters`."""
        more = self.count - 1
        if more < 1:
            return self.medal.title
        device = self.medal.again or "cluster"
        return f"{self.medal.title} with {f'{more} {device}s' if more > 1 else device}"


def medal_faults(file: MedalFile, stations: Sequence[str]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the faults of medals that their types cannot express, each with its place in the file.

    Args:
        file: the medals.
        stations: the stations of the game.
    """
    for index, medal in enumerate(file.medals):
        where = ("medals", index)
        rules = [name for name in RULES if getattr(medal, name)]
        if len(rules) != 1:
            yield where, f"{medal.title}: has {len(rules)} rules; give it exactly one of {', '.join(RULES)}"
        if len(medal.each) > 1:
            yield (*where, "each"), f"{medal.title}: counts {len(medal.each)} facts; `each` takes one"
        for name in _BLANK.findall(medal.words):
            if name not in get_args(Fact):
                yield (*where, "words"), f"{{{name}}} is not a fact; the facts are {', '.join(get_args(Fact))}"
        for station in medal.stations:
            if station not in stations:
                yield (*where, "stations"), f"unknown station {station!r}; the stations are {', '.join(stations)}"


def awards(medals: Sequence[Medal], station: str, deeds: Sequence[Deed]) -> list[Award]:
    """Return the medals that a man has earned, in the order of the file; rules of one title give one medal.

    Args:
        medals: the medals of the game.
        station: his station in the crew.
        deeds: the facts of his missions.
    """
    tour: dict[Fact, int] = {fact: sum(deed.get(fact, 0) for deed in deeds) for fact in get_args(Fact)}
    earned: dict[str, Award] = {}
    for medal in medals:
        if medal.stations and station not in medal.stations:
            continue
        count, facts = _earned(medal, tour, deeds)
        if count:
            award = Award(medal, count if medal.again else 1, _filled(medal.words, facts))
            before = earned.get(medal.title)
            earned[medal.title] = before.with_more(award) if before else award
    return list(earned.values())


def _filled(words: str, facts: Deed) -> str:
    """Return words with numbers instead of the names of facts."""
    numbers = {str(fact): number for fact, number in facts.items()}
    return _BLANK.sub(lambda blank: str(numbers.get(blank[1], 0)), words)


def _earned(medal: Medal, tour: Deed, deeds: Sequence[Deed]) -> tuple[int, Deed]:
    """Return how often a medal is earned, and the facts that earn it."""
    if medal.in_one_mission:
        matches = [deed for deed in deeds if _reaches(deed, medal.in_one_mission)]
        return len(matches), matches[0] if matches else {}
    if medal.each:
        ((fact, number),) = medal.each.items()
        return tour[fact] // number, tour
    return int(_reaches(tour, medal.when)), tour


def _reaches(facts: Deed, needed: Deed) -> bool:
    return all(facts.get(fact, 0) >= number for fact, number in needed.items())
