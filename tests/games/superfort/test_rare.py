"""Rules that come up seldom, each played by its own dice: odd meetings of damage, distance, height, fire and fuel."""

from __future__ import annotations

import pytest
from b29rig import ON_COURSE

from combatbox.games.superfort import (
    flow,
)

rule = pytest.mark.rule
QUIET = {"R4-6": ["no_effect"]}
TARGET = {"zone": 12, "out_of_formation": True, "fuel__internal": 30, "band": "high"}


# ---- the target, and the way to it (4.5, 4.7, 6)


@rule("F4.7A.2", "F4.7A.3", "F4.5C.2b", "A13")
def test_an_initial_point_found_at_last_leads_to_no_flak_when_that_turn_has_stuck_the_doors(b29, monkeypatch):
    def fight(flight):
        yield from ()
        flight.state.plane.parts["door_controls_out"] = True

    monkeypatch.setattr(flow, "fight", fight)
    rig = b29({**ON_COURSE, **QUIET}, {"initial_point": "again"}, **TARGET, navigation__course="off")
    rig.fly(flow.at_target)
    assert rig.state.navigation.course == "on"
    assert rig.state.track.aborting
    assert "T6-2" not in rig.dice.tables()
