"""Invariants of whole games, read from their logs.

Nobody flies further than damage allows, turns too early, or fires out of reach, out of arc, or twice; everybody who must fire does.
"""

import pytest

from combatbox.core.decisions import DefaultPlayer, RandomPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.game import Setup, fly
from combatbox.core.log_state import with_states
from combatbox.games.skirmish.guns import firing_guns
from combatbox.games.skirmish.line_of_fire import bearing_guns, can_fire
from combatbox.games.skirmish.parameters import measures
from combatbox.games.skirmish.paths import fault, read_path
from combatbox.games.skirmish.state import BOMBERS, Plane
from combatbox.play.logs import Log
from combatbox.play.narrate import narrate
from combatbox.play.replay import replay_log

from .conftest import game_of

GAMES = [(seed, scenario, who) for scenario in (1, 2, 3) for seed in range(4) for who in ("doctrine", "random")]
SWITCHES = [
    {}, {"turret": "on"}, {"formation": "free", "friendly_fire": "false"}, {"german_policy": "player", "direct": "30"},
    {"bomb_dice": "single", "bomb_at": "move_end"}, {"aa_bombers": "on_entering_6in", "arc_point": "centre"},
    {"guns_counted": "attacked", "left_of_entry": "american"},
]  # fmt: skip


def player_of(who, seed):
    return DefaultPlayer() if who == "doctrine" else RandomPlayer(f"legal/{seed}")


def plane_of(state, key):
    names = ("side", "type", "x", "y", "heading", "damage", "left", "out", "bombed", "attacked")
    return Plane(key, **{name: state[f"planes.{key}.{name}"] for name in names})


def length_of(m, plane, event, state):
    extra = 0
    number = 0
    while f"sections.{number}.fighters" in state:
        if plane.key in state[f"sections.{number}.fighters"]:
            extra = state[f"sections.{number}.first_move"]
        number += 1
    return {m.allowance(plane), m.allowance(plane, extra)}


@pytest.mark.sample(4)
@pytest.mark.rule(
    "S-205", "S-610", "S-612", "S-613", "S-614", "S-615", "S-622", "S-623", "S-638", "S-639", "S-640", "S-642"
)
@pytest.mark.parametrize(("seed", "scenario", "who"), GAMES)
def test_no_rule_of_moving_and_firing_is_broken(book, seed, scenario, who):
    switches = SWITCHES[(seed + scenario) % len(SWITCHES)]
    _, journal = game_of(book, f"whole/{seed}", scenario, player_of(who, seed), **switches)
    m = measures(book.rulebook(switches))
    before = {}
    mover, start, fired = "", None, set()
    first = True
    for event, state in with_states(journal.events):
        if event.get("name") == "move":
            mover, fired = event["who"], set()
            plane = plane_of(before, mover)
            start = plane
            lengths = length_of(m, plane, event, before)
            total = sum(round(float(p) * 1000) for p in event["data"]["path"].split() if p[0].isdigit())
            assert total in lengths
            read_path(event["data"]["path"], m, plane, total)
            assert not fault(m, plane, read_path(event["data"]["path"], m, plane, total), total)
        if event.get("name") == "attack":
            plane, target = plane_of(before, event["who"]), plane_of(before, event["data"]["target"])
            assert mover == event["who"]
            assert "attack" not in fired, "twice"
            fired.add("attack")
            assert can_fire(m, plane.x, plane.y, plane.heading, target)
        if event["kind"] == "roll" and event["table"] == "S-TAB-COMBAT":
            shooter, _, aim = event["who"].partition(" at ")
            if " " in shooter:
                key, gun = shooter.split()
                target = plane_of(before, aim)
                guns = firing_guns(bearing_guns(m, plane_of(before, key), target.x, target.y))
                assert gun in guns
        first = first and not state
        before = dict(state)
    assert start is not None


@pytest.mark.rule("S-642", "S-640", "S-A25")
@pytest.mark.parametrize("seed", range(6))
def test_every_bomber_that_bears_fires_at_a_german_where_its_move_ends(book, seed):
    _, journal = game_of(book, f"end/{seed}", 2, DefaultPlayer())
    m = measures(book.rulebook())
    events = journal.events
    ends = 0
    starts = [i for i, e in enumerate(events) if e.get("name") == "move" and e["who"].startswith("german")]
    states = [dict(state) for _, state in with_states(events)]
    for index in starts:
        key = events[index]["who"]
        stop = next(
            (
                i
                for i in range(index + 1, len(events))
                if events[i].get("name") in ("move", "turn") or events[i]["kind"] == "choice"
            ),
            len(events),
        )
        block = events[index + 1 : stop]
        if any(e.get("name") in ("attack", "exits") for e in block):
            continue
        plane = plane_of(states[index], key)  # the move is over when the next event comes: it had no stop
        wanted = {
            f"{b} {gun} at {key}" for b in BOMBERS if not states[index][f"planes.{b}.out"]
            for gun in firing_guns(bearing_guns(m, plane_of(states[index], b), plane.x, plane.y))
        }  # fmt: skip
        thrown = {e["who"] for e in block if e["kind"] == "roll" and e["table"] == "S-TAB-COMBAT"}
        destroyed = any(e.get("name") == "destroyed" for e in block)
        assert thrown == wanted or (destroyed and thrown < wanted)
        ends += 1
    assert ends


@pytest.mark.parametrize("scenario", [1, 2, 3])
def test_a_log_is_flown_again_word_for_word_and_described(book, scenario):
    rules, setup = book.rulebook(), Setup(scenario)
    from combatbox.core.events import Journal

    journal = Journal(book.header("mission", rules.rulings, setup, "seed again"))
    state = fly(book.game, rules, SeededDice("again"), setup=setup, player=RandomPlayer("again"), journal=journal)
    replay_log(book, Log(journal.header, journal.events, book.game.summary(state)))
    account = [line.shown for line in narrate(book, journal.events)]
    assert account[0].startswith(f"Scenario {scenario}")
    assert not any(" state" in line or "_" in line for line in account)
    forms = book.game.forms(journal.events, journal.header, rules)
    assert (forms["hits"], forms["result"], len(forms["turns"])) == (state.hits, state.result, state.turn)
    for key, plane in state.planes.items():
        assert forms["waves"][-1][key].get("damage", 0) == plane.damage


def test_no_float_comes_into_state_or_log(book):
    def walk(thing):
        assert not isinstance(thing, float), thing
        for part in thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list) else ():
            walk(part)

    _, journal = game_of(book, "floats", 2, DefaultPlayer())
    walk(journal.events)


@pytest.mark.rule("S-402")
def test_the_doctrine_wins_far_more_often_than_legal_chance(book):
    wins = {"doctrine": 0, "random": 0}
    for who in wins:
        for seed in range(25):
            state = fly(
                book.game,
                book.rulebook(),
                SeededDice(f"won/{seed}"),
                setup=Setup(seed % 3 + 1),
                player=player_of(who, seed),
            )
            wins[who] += state.result == "american"
    assert wins["doctrine"] >= 18
    assert wins["random"] <= 5


def test_unwatched_games_end_as_watched_ones_do(book):
    """In games 78 and 170 an escort moves to a station from which it could fire, which the doctrine does not plan."""
    for seed in (*range(6), 78, 170):
        plain = fly(book.game, book.rulebook(), SeededDice(f"two/{seed}"), setup=Setup(2), player=DefaultPlayer())
        logged, _ = game_of(book, f"two/{seed}", 2, DefaultPlayer())
        assert book.game.summary(plain) == book.game.summary(logged)
