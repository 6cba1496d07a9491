"""What is told is true: accounts read beside states, over all games and variants and by all players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from tests.accounts import bombers, skirmish, superfort, twentyfive
from tests.accounts.reading import (
    AccountRules,
    Moment,
    acts_of_the_dead,
    deaths_told_wrongly,
    false_sentences,
    missions,
    untold_changes,
)

from combatbox.library.load import load
from combatbox_dev.fuzz import PLAYERS

GAMES = {
    "queen": bombers.RULES,
    "b17g": bombers.RULES,
    "b24d": bombers.RULES,
    "foggia": bombers.RULES,
    "twentyfive": twentyfive.RULES,
    "superfort": superfort.RULES,
    "skirmish": skirmish.RULES,
}
MISSIONS, IN_THE_GATE = 200, 20

GATES: Sequence[Callable[[Sequence[Moment], AccountRules], Iterator[str]]] = (
    untold_changes,
    false_sentences,
    deaths_told_wrongly,
    acts_of_the_dead,
)


@pytest.mark.sample(14)
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_is_true_and_what_happens_is_told(game: str, player: str, gate: bool) -> None:
    rules, faults, lines = GAMES[game], dict[str, str](), 0
    for number, mission in enumerate(missions(load(game), rules, player, IN_THE_GATE if gate else MISSIONS)):
        lines += sum(len(moment.lines) for moment in mission)
        for check in GATES:
            for fault in check(mission, rules):
                faults.setdefault(fault.partition(": ")[0], f"{check.__name__}, mission {number}: {fault}")
    assert lines, "nothing is told at all"
    assert not faults, "\n".join(faults.values())
