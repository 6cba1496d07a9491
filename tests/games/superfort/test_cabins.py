"""Pressure (4.2), cold (7.3), oxygen (7.4) and crew moves through the graph of compartments (7.6)."""

from __future__ import annotations

import pytest

from combatbox.bomber.crew_positions import ways_from
from combatbox.games.superfort import compartments

# ---- 7.6 moves


@pytest.mark.rule("F7.6A.2", "A28")
def test_f76a_the_compartments_are_a_graph_with_a_tunnel(b29):
    const = b29().flight.const
    assert compartments.neighbours(const, "nav_radio") == ["nose", "waist", "fwd_bay"]
    assert ways_from(const, "utility") == [["waist", "aft_bay", "nav_radio", "fwd_bay", "nose"], ["tail"]]
    assert compartments.nearest(const, "tail", lambda place: place in ("waist", "nav_radio")) == "waist"
    assert {name: facts.room for name, facts in const.compartments.items()} == {
        "nose": 3, "nav_radio": 7, "fwd_bay": 1, "aft_bay": 1, "waist": 5, "utility": 3, "tail": 1,
    }  # fmt: skip
