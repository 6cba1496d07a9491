"""The parts of a plane and the words that break them: declared in data, held in one mapping, named `plane.<part>` in logs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from combatbox.bomber.constants import PartFacts, undamaged_parts
from combatbox.bomber.effects.battle import FIGHTER_DAMAGE
from combatbox.bomber.effects.mission import wreck
from combatbox.bomber.setup import new_state
from combatbox.core.events import set_at_path, snapshot
from combatbox.core.game import Setup
from combatbox.library.load import load

OTHER = {
    "lamps_out": {}, "tyre_flat": {"sides": True, "seen": "always"},
    "hull_hits": {"limit": "engine_charges", "words": "hull", "seen": "at_limit"},
}  # fmt: skip


def test_another_plane_has_the_parts_that_its_data_declares(book):
    declared = {kind: PartFacts(**facts) for kind, facts in OTHER.items()}
    const = replace(book.rulebook().constants, parts=declared, engine_charges=4)
    assert undamaged_parts(const) == {
        "lamps_out": False, "port_tyre_flat": False, "starboard_tyre_flat": False, "hull_hits": 0,
    }  # fmt: skip
    assert const.limit_of("hull_hits") == 4
    named = [part.called(lambda word: word.replace("_", " ")) for part in const.all_parts.values()]
    assert named == ["lamps out", "port tyre flat", "starboard tyre flat", "hull"]
    shown = [(part.shows(1), part.shows(4)) for part in const.all_parts.values()]
    assert shown == [(False, False), (True, True), (True, True), (False, True)]
    assert not any(part.shows(0) for part in const.all_parts.values())


def test_a_part_whose_limit_an_overlay_takes_out_is_out_at_the_first_hit(book):
    const = replace(book.rulebook().constants, parts={"hull_hits": PartFacts(seen="at_limit")})
    assert const.limit_of("hull_hits") == 1
    assert [const.all_parts["hull_hits"].shows(hits) for hits in (0, 1)] == [False, True]


def test_a_part_stands_in_logs_as_a_field_of_the_plane(book):
    state = new_state(book.rulebook(), Setup())
    flat = snapshot(state)
    assert list(flat)[list(flat).index("plane.norden_sight_out") :][:2] == [
        "plane.norden_sight_out", "plane.navigator_equipment_out",
    ]  # fmt: skip
    assert (flat["plane.port_root_hits"], flat["plane.burst_inside"], flat["plane.bombs_aboard"]) == (0, False, True)
    assert not any("parts" in path for path in flat)
    set_at_path(state, "plane.port_root_hits", 3)
    set_at_path(state, "plane.extinguishers", 1)
    set_at_path(state, "loose_formation", True)
    assert (state.plane.parts["port_root_hits"], state.plane.extinguishers) == (3, 1)
    assert state.chance.lasting["loose_formation"]
    with pytest.raises(AttributeError):
        set_at_path(state, "plane.tail_hook_out", True)


def test_each_mission_has_parts_of_its_own(book):
    one, other = (new_state(book.rulebook(), Setup()) for _ in range(2))
    one.plane.parts["intercom_out"] = True
    assert not other.plane.broken("intercom_out")
    assert not one.plane.broken("tail_hook_out")


@pytest.mark.parametrize(
    "name", [name for name, word in load("queen").vocabulary.made().items() if not word.parameters]
)
def test_every_word_of_data_has_words_that_say_something_and_one_name(book, name):
    made = book.vocabulary.made()[name].make({})
    assert made.code == made.name == name.rpartition(".")[2]
    assert made.words(book.say).strip()
    assert made.short_words(book.say).strip()
    assert "{" not in made.words(book.say)


def test_what_is_worse_is_so_by_a_declared_order(rig):
    state = rig({}, zone=4).state
    for fate, stands in (("safe", "safe"), ("wrecked", "wrecked"), ("irreparable", "wrecked")):
        wreck(state, fate)
        assert state.plane.fate == stands
    assert max("fca", "destroyed", key=FIGHTER_DAMAGE.index) == "destroyed"
    with pytest.raises(ValueError, match="not in tuple"):
        wreck(state, "sunk")


@pytest.mark.rule("Q-P5c")
def test_a_stuck_turret_locks_the_station_and_silences_the_gun_that_the_data_names(rig):
    from combatbox.bomber.crew_positions import vacant
    from combatbox.games.queen.gun_allocation import ready

    r = rig({}, zone=4)
    r.state.stations["ball_gunner"] = r.state.stations["navigator"] = ""
    assert (sorted(vacant(r.flight)), ready(r.flight, "ball_turret")) == (["ball_gunner", "navigator"], True)
    r.state.plane.parts["turret_mechanism_out"] = True
    assert (vacant(r.flight), ready(r.flight, "ball_turret")) == (["navigator"], False)
    assert ready(r.flight, "tail")
