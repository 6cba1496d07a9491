"""Dice that are scripted by a wanted result, and looked up in the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from combatbox.bomber import shells
from combatbox.core.tables import Row, Table


@pytest.fixture
def struck(rig, book):
    """Return a function that strikes the pilot compartment with a wanted result of table P-2.

    Its argument `change` gives rolls of the table the rows of other rolls.
    """

    def strike(wanted: str, change: dict[int, int] | None = None):
        r = rig({"P-2": [wanted], "BL-4": ["light_wound"]}, zone=5)
        r.flight.tables = {**r.flight.tables, "P-2": exchanged(book.rulebook().tables["P-2"], change or {})}
        shells.strike(r.flight, "pilot_compartment")
        return r

    return strike


def exchanged(table: Table, change: dict[int, int]) -> Table:
    """Return a table in which each roll of `change` has the row of another roll."""
    rows: dict[int, Row] = dict(table.lookups[""])
    rows.update({roll: rows[other] for roll, other in change.items()})
    return replace(table, lookups={"": rows})


def test_a_result_is_reached_after_its_row_has_moved(struck):
    assert struck("wound pilot").state.men["pilot"].light == 1
    assert struck("wound pilot", {4: 5, 5: 4}).state.men["pilot"].light == 1


def test_a_result_of_a_second_die_needs_no_mention_of_the_first(struck):
    r = struck("gun_out top_turret")
    assert r.state.guns["top_turret"].out
    assert [name.partition("/")[0] for name in r.dice.tables()] == ["P-2", "P-2"]


def test_a_result_that_no_row_gives_is_reported_with_its_table(struck):
    with pytest.raises(AssertionError, match="P-2: no row gives window_hit any more; script another result"):
        struck("window_hit", {11: 12})


def test_the_dice_for_a_result_allow_for_the_modifiers_of_the_roll(rig):
    for setup in ({}, {"squadron": "middle"}):
        r = rig({"B-1": ["waves 1"]}, **setup)
        r.flight.roll_on("B-1")
        assert r.state.battle.waves_due == 1
