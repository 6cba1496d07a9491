"""The key to a replay's drawings has every mark that comes up in it, and none that does not."""

import re

import pytest

from combatbox.core.scene import Attacker, Frame, Shot
from combatbox.core.tabletop import Aim, Sight, Stand, Way
from combatbox.library import paths
from combatbox.library.load import load
from combatbox.library.replay import read_script, replay_script
from combatbox.web import replays
from combatbox.web.replays import FIGHTERS, PARTS, SHOTS, TOP, scene_of

SCRIPTS = [(key, name) for key in paths.packaged_with() for name in load(key).scripts]


@pytest.fixture(scope="module")
def scenes():
    books = {key: load(key) for key in paths.packaged_with()}
    return {
        (key, name): scene_of(books[key], replay_script(books[key], read_script(books[key].scripts[name])))
        for key, name in SCRIPTS
    }


def test_every_state_of_a_part_that_comes_up_has_a_meaning(scenes):
    for name, scene in scenes.items():
        states = {(part.partition("-")[0], state) for frame in scene.frames for (_, part), state in frame.parts.items()}
        unknown = {(kind, state) for kind, state in states if state not in PARTS.get(kind, {})}
        assert unknown == set(), name
        text = {(mark.kind, mark.state) for mark in replays.legend(scene)}
        assert states <= text


def test_what_does_not_come_up_is_left_out_and_nothing_is_reported_twice(scenes):
    for scene in scenes.values():
        marks = replays.legend(scene)
        assert marks
        assert len(set(marks)) == len(marks)
        shot = {(one.ours, one.hit) for frame in scene.frames for one in frame.shots}
        assert {mark.words for mark in marks if mark.kind == "shot"} == {SHOTS[one] for one in shot}
        states = {one.state for frame in scene.frames for one in frame.attackers}
        assert {mark.words for mark in marks if mark.kind == "fighter"} == {FIGHTERS[state] for state in states}
        assert any(mark.kind == "top" for mark in marks) == (scene.top is not None)


def test_a_frame_of_everything_has_every_mark():
    parts = {
        ("own", f"{kind}-{state}" if kind != "fuselage" else kind): state for kind in PARTS for state in PARTS[kind]
    }
    fighters = [
        Attacker(f"f{number}", "", "own", "12", "level", "", "", state) for number, state in enumerate(FIGHTERS)
    ]
    shots = [Shot("f0", "own", hit=hit, ours=ours) for ours, hit in SHOTS]
    aims = [Aim((0, 0), (1, 1), hit, "ours") for hit in (True, False)]
    stands = {"a": Stand(0, 0, 0, smoke=1, coin="above", state="down")}
    sight = Sight(stands, [Way("a", ((0, 0, 0),), (1, 1, 0))], aims)
    frame = Frame(parts=parts, hits={("own", "nose"): 1}, attackers=fighters, shots=shots, sight=sight)
    assert set(replays._marks(frame)) == {mark[:2] for mark in replays._all_marks()}
    assert len([*replays._all_marks()]) == 1 + sum(map(len, PARTS.values())) + len(FIGHTERS) + len(SHOTS) + len(TOP)


def test_every_mark_of_a_part_is_drawn_in_a_way_of_its_own():
    style = (paths.root() / "site/assets/css/replay.css").read_text(encoding="utf-8")
    for kind, states in PARTS.items():
        for state in states:
            rule = rf"\[data-part\^?={kind}[^{{]*\[data-state(={state})?\]"
            assert re.search(rule, style), (kind, state)
