"""Where the tables of Queen of the Skies are printed."""

from __future__ import annotations

import pytest

from combatbox.library.load import load

CARDS = {
    "M": "Map board",
    "O": "Orange card",
    "P": "Pink card",
    "B": "Buff card",
    "BL": "Blue card",
    "G": "Green card",
    "R": "Rules",
}


@pytest.mark.rule("Q3.1-1")
def test_the_letter_of_a_table_names_the_card_it_is_printed_on():
    tables = [table for table in load("queen").tables.values() if table.id != "B-3-EXTRA"]
    assert {table.id: table.info.card for table in tables} == {
        table.id: CARDS[table.id.partition("-")[0]] for table in tables
    }


def test_the_fighters_that_join_a_wave_stand_on_the_mission_chart():
    assert load("queen").table("B-3-EXTRA").info.card == "Mission chart"
