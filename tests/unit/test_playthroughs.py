"""A stored playthrough is flown again step by step; after a correction, only what follows from it is thrown anew."""

from __future__ import annotations

import pytest

from combatbox.core.dice import ListedDice
from combatbox.core.errors import ReplayMismatch
from combatbox_dev.playthroughs import ListedPlay, Step

STEPS = [Step(1, "A", (1,)), Step(2, "B", (2,)), Step(3, "A", (3,)), Step(4, "C", (4,))]


def test_a_flight_that_departs_leaves_out_what_it_lacks_and_goes_on_with_the_rest() -> None:
    play = ListedPlay(STEPS, ListedDice([6]))
    assert [play.throw(1, table, "") for table in "AADC"] == [(1,), (3,), (6,), (4,)]


def test_a_flight_that_may_not_depart_stops_at_the_first_step_that_does_not_fit() -> None:
    play = ListedPlay(STEPS)
    assert play.throw(1, "A", "") == (1,)
    with pytest.raises(ReplayMismatch, match="line 2"):
        play.throw(1, "A", "")
