"""What a tour refuses before it begins; the cases are in the YAML file of this name."""

import re

import pytest

from combatbox.core.errors import CombatBoxError, IllegalChoice
from combatbox.library import paths
from combatbox.library.load import load

from .conftest import AT, NO_FLAK, QUIET, face_for

QUIET_MISSION = [*AT["left"], QUIET, *NO_FLAK]


@pytest.mark.rule("T-101")
def test_before_the_next_mission_a_player_flies_on_or_stands_down_and_nothing_else(flown):
    with pytest.raises(IllegalChoice, match=r"'desert' is not an option of 'fly_on' \(T-101\)"):
        flown(QUIET_MISSION * 2, run="tour", answers=["desert"])


@pytest.mark.rule("T-102")
@pytest.mark.parametrize(
    "names", [{"own": ""}, {"own": "  "}, {"own": 3}, {"wingmen": "Lucky Lady"}, {"wingmen": ["A"]}, {"wingmen": ["A", ""]},
              {"wingmen": ["A", "B", "C"]}, {"pilot": "Me"}],
)  # fmt: skip
def test_names_that_fit_no_bomber_are_refused(flown, names):
    with pytest.raises(CombatBoxError):
        flown(QUIET_MISSION, names=names)


@pytest.mark.rule("T-101", "T-106")
@pytest.mark.parametrize("mission", [0, 26, -1])
def test_a_mission_that_no_tour_has_is_refused(flown, mission):
    with pytest.raises(CombatBoxError, match="a tour has missions 1 to 25"):
        flown(QUIET_MISSION, mission=mission)


def test_a_row_of_house_rules_without_a_position_is_refused_with_file_and_line(tmp_path):
    table = (paths.home("twentyfive").tables / "t-tab-position.yaml").read_text(encoding="utf-8")
    (tmp_path / "twentyfive").mkdir()
    without = re.sub(r"effects:\s*(\[\{position: left\}\]|- position: left)", "effects: []", table)
    (tmp_path / "twentyfive" / "position.yaml").write_text(without, encoding="utf-8")
    row = f"T-TAB-POSITION/{face_for('POSITION', 'position left')}"
    with pytest.raises(CombatBoxError, match=rf"position\.yaml:\d+: {row}: decides nothing; give it `position`"):
        load("twentyfive", tmp_path)
