"""What a replay of B-17! shows is the game that was flown: places, ways, fire, dice, smoke and coins, step by step."""

import itertools
import json
from functools import cache

import pytest
from tests.replayed_frames import decode

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.core.log_state import with_states
from combatbox.core.scene import EventFollower
from combatbox.games.skirmish.geometry import INCH, distance
from combatbox.games.skirmish.parameters import measures
from combatbox.games.skirmish.scene import show
from combatbox.library.load import load
from combatbox.play import frames
from combatbox.play.narrate import narration_context

BOOK = load("skirmish")
M = measures(BOOK.rulebook())


@cache
def game(mission, seed):
    """The events of a game, the flat state after each, and the scene."""
    journal = Journal()
    fly(BOOK.game, BOOK.rulebook(), SeededDice(seed), setup=Setup(mission), player=DefaultPlayer(), journal=journal)
    states = [dict(state) for _, state in with_states(journal.events)]
    return journal.events, states, EventFollower(show, narration_context(BOOK), BOOK.rulebook()).scene(journal.events)


GAMES = [(mission, str(seed)) for mission in (1, 2, 3) for seed in range(3)]
every = pytest.mark.parametrize(("mission", "seed"), GAMES)


def planes(state):
    return [path.split(".")[1] for path in state if path.startswith("planes.") and path.endswith(".key")]


def legs(spots):
    return [distance(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(spots)]


@every
@pytest.mark.rule("S-206")
def test_every_aircraft_on_the_table_stands_where_the_engine_has_it_with_its_smoke(mission, seed):
    _, states, scene = game(mission, seed)
    for state, frame in zip(states, scene.frames, strict=True):
        on = {key for key in planes(state) if not state[f"planes.{key}.out"]}
        shown = {key for key, stand in frame.sight.stands.items() if not stand.state}
        assert shown == on
        for key in on:
            stand = frame.sight.stands[key]
            at = [state[f"planes.{key}.{what}"] for what in ("x", "y", "heading", "damage")]
            assert [stand.x, stand.y, stand.heading, stand.smoke] == at


@every
def test_an_aircraft_that_goes_is_seen_going_once(mission, seed):
    events, _, scene = game(mission, seed)
    going = [stand.state for frame in scene.frames for stand in frame.sight.stands.values() if stand.state]
    facts = [event["name"] for event in events if event["kind"] == "fact"]
    assert going.count("down") == facts.count("destroyed")
    assert going.count("away") == facts.count("exits")


@every
def test_ways_follow_each_other_from_where_a_model_stood_to_where_it_stands(mission, seed):
    _, _, scene = game(mission, seed)
    before = {}
    for frame in scene.frames:
        for way in frame.sight.ways:
            start, end = way.spots[0], way.spots[-1]
            if way.model in before:
                assert start[:2] == before[way.model]
            stand = frame.sight.stands.get(way.model)
            if stand:
                assert (stand.x, stand.y, stand.heading) == end
        before |= {key: (stand.x, stand.y) for key, stand in frame.sight.stands.items()}
        before = {key: spot for key, spot in before.items() if key in frame.sight.stands}


@every
@pytest.mark.rule("S-610")
@pytest.mark.rule("S-615")
def test_what_is_flown_of_a_move_is_its_whole_length_but_for_what_damage_takes(mission, seed):
    events, states, scene = game(mission, seed)
    whole = 0
    began = [n for n, e in enumerate(events) if e["kind"] == "fact" and e["name"] == "move"]
    for first, after in zip(began, [*began[1:], len(events)], strict=True):
        who = events[first]["who"]
        words = events[first]["data"]["path"].split()
        length = round(sum(float(part) for part in words if part[0].isdigit()) * INCH)
        ways = [way for frame in scene.frames[first:after] for way in frame.sight.ways if way.model == who]
        flown = sum(sum(legs(way.spots)) for way in ways)
        hurt = int(states[after - 1].get(f"planes.{who}.damage", 0)) - int(states[first].get(f"planes.{who}.damage", 0))
        if (
            states[after - 1].get(f"planes.{who}.out") or hurt or states[after - 1]["result"]
        ):  # nobody flies on after a win
            assert flown <= length + 3
            continue
        whole += 1
        assert length - 3 <= flown <= length + 3, who
    assert whole > 20


@every
@pytest.mark.rule("S-622")
def test_nobody_is_seen_to_fire_further_than_the_rules_let_him(mission, seed):
    events, _, scene = game(mission, seed)
    for event, frame in zip(events, scene.frames, strict=True):
        for aim in frame.sight.aims:
            far = distance(aim.end[0] - aim.start[0], aim.end[1] - aim.start[1])
            assert far <= (M.reach if event["table"] == "S-TAB-COMBAT" else M.aa) + 3


@every
@pytest.mark.rule("S-629")
def test_the_dice_of_both_sides_are_those_of_the_log(mission, seed):
    events, _, scene = game(mission, seed)
    opposed = 0
    for event, frame in zip(events, scene.frames, strict=True):
        table = BOOK.tables.get(event["table"]) if event["kind"] == "roll" else None
        if table is None or not table.sides:
            assert frame.sight.throws == []
            continue
        opposed += 1
        assert [throw.face for throw in frame.sight.throws] == event["dice"]
        assert tuple(throw.add for throw in frame.sight.throws) == table.adds[event["column"]]
        assert bool(event["gives"]) == any(aim.hit for aim in frame.sight.aims) or event["table"] == "S-TAB-BOMB"
    assert opposed > 8


@pytest.mark.rule("S-514")
def test_a_coin_lies_beside_a_section_that_enters_off_level_until_it_has_moved():
    seen = {}
    for mission, seed in GAMES:
        events, states, scene = game(mission, seed)
        for event, state, frame in zip(events, states, scene.frames, strict=True):
            if event["kind"] == "fact" and event["name"] == "enters":
                number = int(event["who"].split()[1]) - 1
                first = state[f"sections.{number}.fighters"][0]
                stand = frame.sight.stands.get(first)
                if stand:
                    seen.setdefault(event["data"]["altitude"], set()).add(stand.coin)
        assert not any(stand.coin for stand in scene.frames[-1].sight.stands.values())
    assert seen == {"above": {"H"}, "level": {""}, "below": {"T"}}


def test_the_battle_log_has_every_roll_and_turn():
    events, _, scene = game(3, "1")
    (log,) = scene.lists
    rolls = sum(event["kind"] == "roll" for event in events)
    turns = sum(event["kind"] == "phase" and event["name"] == "turn" for event in events)
    assert sum(line.startswith("Turn ") for line in log.lines) == turns
    assert len(log.lines) >= rolls + turns
    assert scene.frames[-1].lines["log"] == len(log.lines)


def test_the_panels_end_as_the_summary_says():
    _events, states, scene = game(2, "0")
    last, end = scene.frames[-1], states[-1]
    assert last.notes["hits"] == f"{end['hits']} of {end['needed']}"
    for key in planes(end):
        assert last.boxes[f"plane/{key}"] == min(
            end[f"planes.{key}.damage"], M.toughness[end[f"planes.{key}.type"]] + 1
        )
        assert ("destroyed" in last.notes[f"plane/{key}"]) == (end[f"planes.{key}.out"] == "destroyed")


@every
def test_the_differences_put_together_are_the_frames(mission, seed):
    _, _, scene = game(mission, seed)
    shown = list(range(1, len(scene.frames) + 1, 3))
    steps = json.loads(json.dumps(frames.changes(scene, shown)))
    for n, event in enumerate(shown, 1):
        whole = {key: value for key, value in decode(steps, n).items() if value}
        assert whole == {key: value for key, value in frames.frame_data(scene, event).items() if value}


def test_scenes_of_waves_keep_their_models_apart():
    _, _, scene = game(3, "1")
    assert [track.label for track in scene.tracks] == ["Wave 1", "Wave 2", "Wave 3"][: len(scene.tracks)]
    stops = [stop.key for track in scene.tracks for stop in track.stops]
    assert len(stops) == len(set(stops))
    assert {frame.stop for frame in scene.frames} <= set(stops)
