"""What each die of a fighter attack and of the flak gives; the cases are in the YAML file of this name."""

import pytest

from .conftest import TABLES, keyed


@pytest.mark.keyed
@pytest.mark.rule("T-303", "T-304", "T-305", "T-306", "T-307", "T-401", "T-502", "T-503", "T-504", "T-602", "T-604")
@pytest.mark.parametrize(
    "table",
    [
        "TARGET3",
        "TARGET2",
        "TARGET1",
        "DIRECTION",
        "AREA",
        "GUN-HIT",
        "FIGHTER-EFFECT",
        "FIGHTER-FIRE",
        "WING",
        "CREW-FRONT",
        "CREW-REAR",
        "FLAK-HIT",
        "FLAK-DAMAGE",
        "FLAK-DAMAGE-INTRO",
    ],
)
def test_every_die_gives_what_was_keyed(table):
    rows = TABLES[f"T-TAB-{table}"].lookups[""]
    assert {die: "; ".join(rows[die].codes()) for die in range(1, 7)} == keyed(table)


@pytest.mark.keyed
@pytest.mark.rule("T-205")
def test_radioman_and_top_gunner_can_be_hit_from_either_direction():
    both = set(keyed("CREW-FRONT").values()) & set(keyed("CREW-REAR").values())
    assert both == {"crew_out radioman", "crew_out top_gunner"}
