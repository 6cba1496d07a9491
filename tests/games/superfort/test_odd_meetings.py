"""Rules that meet seldom, read in the booklet a second time: forming up, evading, leaving, coming down."""

from __future__ import annotations

import pytest
from b29rig import ON_COURSE

from combatbox.bomber.enums import FlightOver
from combatbox.games.superfort import flow, landing

rule = pytest.mark.rule
HOMEWARD = {"leg": "back", "out_of_formation": True, "plane__bombs_aboard": False, "altitude": "low"}


# ---- fire on the way home (7.5, 8.4)


@rule("F7.5.5", "F8.4.3", "F8.2.1")
def test_a_fire_out_of_hand_short_of_iwo_jima_has_the_crew_leave_over_the_island(b29):
    dice = {
        "T8-4": ["jumps_clear"] * 11,
        **ON_COURSE,
    }
    rig = b29(dice, **HOMEWARD, zone=7, navigation__course="on", sortie__early=False)
    rig.state.cabins.burning["utility"] = rig.state.track.zones_entered + 1
    flow.enter(rig.flight, 6)
    with pytest.raises(FlightOver):
        rig.fly(flow.crew_step)
    rig.fly(landing.come_down)
    assert rig.state.outcome.down_terrain == "I"
    assert {man.fate for man in rig.state.men.values()} == {"bailed_out"}
