"""The story and the Mission Chart come from the log alone, and read well."""

from __future__ import annotations

from contextlib import suppress

import pytest
from invariants import HarshDice, RandomPlayer

from combatbox.bomber import shells
from combatbox.bomber.enums import FlightOver
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.core.log_state import Account
from combatbox.games.queen.highlights import HIGHLIGHTS
from combatbox.library.replay import read_script, replay_script
from combatbox.play.narrate import narrate, narrate_events


@pytest.fixture(scope="module")
def miss_cue(book):
    return replay_script(book, read_script(book.scripts["miss-cue"]))


def harsh(book, number):
    rulebook = book.rulebook({f"Q-X{n}": "on" for n in (1, 2, 3, 4)})
    journal = Journal()
    player, dice = RandomPlayer(f"story/{number}"), HarshDice(f"story/{number}")
    state = fly(book.game, rulebook, dice, setup=Setup(number % 25 + 1), player=player, journal=journal)
    return state, journal


@pytest.mark.parametrize("number", range(12))
def test_any_mission_can_be_described(book, number):
    _, journal = harsh(book, number)
    lines = [line.shown for line in narrate(book, journal.events)]
    assert lines[0].startswith("Mission ")
    for line in lines:
        assert "_" not in line, line
        assert "  " not in line, line
        assert " at vertical" not in line.lower(), line
        assert " Vertical" not in line, line
        assert ": ." not in line, line
        assert line[:1].isupper() or line[:1].isdigit(), line


@pytest.mark.keyed
def test_every_roll_is_reported_with_its_dice(book, miss_cue):
    for event, lines in narrate_events(book, miss_cue.journal.events):
        if event["kind"] == "roll":
            assert [line.dice for line in lines] == [tuple(event["dice"])]
            assert lines[0].text.endswith(".")


@pytest.mark.keyed
@pytest.mark.parametrize(
    "line",
    [
        "Turn 5: zone 5, Paris, outward bound",
        "Fighters: [3] = 2: one wave (−1 middle squadron).",
        "Wave 1: [4, 4] FW 190 at 12 High, FW 190 at 12 Low, Me 109 at 1:30 Level and Me 110 at 6 Low.",
        "Starboard cheek gun: [6] hits the Me 109 at 1:30 Level.",
        "Tail guns: [4] = 5: destroyed, does not fire (+1 twin guns).",
        "Me 109 at 1:30 Level: [3] = 2: misses (−1 for its damage).",
        "FW 190 at 12 High: [2, 3] = 5: three shells struck home.",
        "Copilot: [2] light wound, and goes on with his duties.",
        "FW 190: [2, 3] = 5: comes again from 12 Level.",
        "Accuracy: [4, 5] = 9: 20% of the bombs within the circle.",
        "The radio operator goes to the bombardier's station, and the bombardier is brought to his.",
        "The landing: [3, 4] = 4: crew safe (−3 landing gear out).",
        "8th Air Force victory.",
    ],
)
def test_miss_cue_is_reported_so(book, miss_cue, line):
    assert line in [account.shown for account in narrate(book, miss_cue.journal.events)]


def account_of(book, r, flow, *args, **more):
    """The story of a part of the sequence of play."""
    r.flight.journal = Journal()
    r.flight.journal.watch(r.state)
    with suppress(FlightOver):
        r.fly(flow, *args, **more)
    r.flight.journal.flush_changes()
    return [line.shown for line in narrate(book, r.flight.journal.events)]


@pytest.mark.rule("Q-BL4a-3", "Q-BL4a-4", "Q-R30")
@pytest.mark.parametrize(
    ("light", "serious", "die", "line"),
    [
        (1, False, 2, "light wound, and goes on with his duties."),
        (2, False, 2, "light wound, as bad by now as a serious one; no more duties, cannot bail out."),
        (0, True, 2, "light wound, with his other wounds the end of him."),
        (0, False, 5, "serious wound; no more duties, cannot bail out."),
        (1, False, 5, "serious wound, with his other wounds the end of him."),
        (1, False, 6, "killed."),
    ],
)
def test_bl4_a_wound_is_described_as_what_it_comes_to(book, rig, light, serious, die, line):
    r = rig({"P-6": ["wound tail_gunner"], "BL-4": [die]}, zone=5)
    man = r.state.men["tail_gunner"]
    man.light, man.serious = light, serious
    assert account_of(book, r, shells.damage, [(-1, "tail")])[-1] == f"Tail gunner: [{die}] {line}"


@pytest.mark.rule("Q19.2c", "Q19.2d-1")
@pytest.mark.parametrize(("bombs", "survived"), [(True, False), (False, True)])
def test_q192_a_burst_in_the_bomb_bay_is_reported_with_or_without_its_bombs(book, rig, bombs, survived):
    r = rig({"O-3": ["hit"], "O-4": ["burst_inside"], "O-5": ["section bomb_bay"]}, zone=5)
    r.state.plane.bombs_aboard = bombs
    line = account_of(book, r, shells.flak, "medium", 1, "target")[-1]
    assert ("the bombs explode" in line, "out of formation" in line) == (bombs, not bombs)
    shows = HIGHLIGHTS["burst survived"].shows
    assert shows(Account(r.flight.journal.events, {"lost": r.state.due.lost}, book.rows())) == survived


@pytest.mark.keyed
@pytest.mark.rule("Q2.7-1", "Q-MC1", "Q-MC2", "Q-MC3", "Q-MC4", "Q-MC5", "Q-MC6", "Q-MC7", "Q-MC8", "Q-MC9", "Q9.4-1")
def test_the_mission_chart_of_miss_cue(book, miss_cue):
    chart = book.game.forms(miss_cue.journal.events, miss_cue.journal.header, book.rulebook())["mission_chart"]
    assert chart["waves"] == {
        "out": {"2": ["-"], "3": ["32"], "4": ["56"], "5": ["44"]},
        "back": {"5": ["54"], "4": ["52"], "3": ["61"], "2": ["-"]},
    }
    assert chart["net_modifiers"] == {"2": -3, "3": -1, "4": -1, "5": -1}
    assert chart["cover"] == {"out": {"2": "F", "3": "G", "4": "P"}, "back": {"4": "G", "3": "G", "2": "P"}}
    assert {gun: facts["used"] for gun, facts in chart["ammunition"].items()} == {
        "nose": 3, "port_cheek": 1, "starboard_cheek": 1, "top_turret": 5, "radio_room": 0, "ball_turret": 2,
        "port_waist": 1, "starboard_waist": 0, "tail": 4,
    }  # fmt: skip
    assert chart["weather"] == {"target": "good", "base": "good"}
    assert chart["bomb_run"] == {"result": "on_target", "per_cent": 20}
    assert chart["landing"]["land"] == [["landing_gear_out", -3]]
    assert (chart["out_of_formation"], chart["low"]) == (False, False)
    assert chart["crew"]["tail_gunner"]["kills"] == 1
    assert chart["landing"]["water"] == [["rafts_out", -6]]
    assert chart["damage"] == {"plane.rudder_hits": 2, "plane.landing_gear_out": True, "plane.rafts_out": True}
    assert chart["hits"] == [
        ["out", "5", "pilot_compartment"], ["out", "5", "tail"], ["out", "5", "port_wing"], ["back", "5", "nose"],
        ["back", "5", "bomb_bay"], ["back", "5", "radio_room"], ["back", "5", "tail"],
    ]  # fmt: skip


def test_the_tally_says_how_a_mission_ended(book):
    for number in range(20):
        state, _ = harsh(book, number)
        account = list(book.game.tally(state))
        assert account[0] == state.outcome.result
        assert ("survived" in account) is not any(item.startswith("plane lost") for item in account)
        assert (state.outcome.result == "german_air_defence") is not ("survived" in account)
        lost = [item.removesuffix(" lost") for item in account if item.endswith(" lost") and item != "crewman lost"]
        assert lost == [man.role for man in state.men.values() if man.fate in ("killed", "went_down", "died_of_wounds",
                        "lost_at_sea", "captured", "invalided")]  # fmt: skip
