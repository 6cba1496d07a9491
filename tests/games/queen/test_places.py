"""Where men may be: carrying the wounded, making room, shelter from the cold, oxygen, and who sits at the controls."""

from __future__ import annotations

import pytest

from combatbox.bomber.effects.crew import kill
from combatbox.games.queen import crew_moves, hazards


def dead(r, *roles):
    for role in roles:
        kill(r.state, r.state.men[role], "killed")


def stations(r, *roles):
    return [r.state.men[role].station for role in roles]


# ---- carrying (14.0, 14.1)


@pytest.mark.rule("Q14.1-5", "Q14.0-3", "Q14.1-3")
@pytest.mark.parametrize("who", ["navigator", "pilot", "copilot"])
def test_q1415_a_wounded_man_is_carried_to_any_free_station_and_nobody_is_silent(rig, who):
    r = rig({}, {"move": [who, "done"], "move_to": "tail_gunner"}, zone=4, attacked=True)
    dead(r, "tail_gunner")
    r.state.men[who].serious = True
    r.state.pilot_at_controls = "copilot" if who == "pilot" else "pilot"
    r.fly(crew_moves.moves, safe=False)
    assert r.player.options("move_to") == ("tail_gunner", "stay")
    assert stations(r, who) == ["tail_gunner"]
    assert r.state.stations[who] == ""
    assert not any(man.silent or man.silent_next for man in r.state.men.values())


# ---- oxygen and heat for those who lack them (12.1, 14.0)


@pytest.mark.rule("Q12.1-3", "Q14.1-5", "Q14.0-3")
@pytest.mark.parametrize("who", ["navigator", "pilot", "copilot"])
def test_q1213_a_wounded_man_without_oxygen_is_carried_and_the_formation_kept(rig, who):
    r = rig({}, zone=4)
    dead(r, "tail_gunner")
    r.state.men[who].serious = True
    r.state.supply.oxygen_hits = {who: 2}
    r.state.pilot_at_controls = "copilot" if who == "pilot" else "pilot"
    r.fly(hazards.share_oxygen)
    hazards.descend_for_oxygen(r.flight)
    assert (stations(r, who), r.state.in_formation) == (["tail_gunner"], True)


@pytest.mark.rule("Q11.0-1", "Q11.0-3")
@pytest.mark.parametrize(("zone", "ago", "goes"), [(3, 0, False), (3, 1, True), (2, 2, False), (4, 0, True)])
def test_q1101_nobody_leaves_his_gun_for_warmth_once_the_cold_can_bite_no_more(rig, zone, ago, goes):
    """Homeward, heat lost so many zones ago; the next zone is free, and zone 2 the last in which it is cold."""
    r = rig({}, zone=zone, leg="back")
    dead(r, "navigator")
    r.state.supply.heat_out = {"tail_gunner": r.state.track.zones_entered - ago}
    r.fly(hazards.share_heat)
    assert (stations(r, "tail_gunner") == ["navigator"]) is goes


@pytest.mark.rule("Q12.1-3", "Q12.1-4")
def test_doctrine_leaves_no_gun_for_oxygen_that_does_not_keep_the_formation(rig):
    """The pilot cannot be helped, so the engineer's move would not keep the bomber up."""
    r = rig({}, zone=4)
    dead(r, "bombardier")
    r.state.supply.oxygen_hits = {"pilot": 2, "engineer": 2}
    r.fly(hazards.share_oxygen)
    assert (r.player.options("oxygen"), stations(r, "engineer")) == (("bombardier", "stay"), ["engineer"])
