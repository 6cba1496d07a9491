"""Section 21: who throws, what the German player hears, and what he sees at his decisions."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from combatbox.bomber import record
from combatbox.bomber.effects.battle import roll_on
from combatbox.core.decisions import DefaultPlayer, RandomPlayer, StandingOrders
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal, set_at_path
from combatbox.core.game import Setup, fly
from combatbox.core.log_state import state_after, with_states
from combatbox.core.phrases import plural
from combatbox.core.scene import EventFollower
from combatbox.core.table_views import capital
from combatbox.games.queen import two_player
from combatbox.play.narrate import lines_in_view, narrate_events, narration_context
from combatbox.play.scene_layout import scene_sentences

TWO = {"Q-X4": "on"}
INSIDE = re.compile(
    r"wound|killed|\bdead\b|frostb|\bheat\b|burst(?!s?\s+inside)|intercom|autopilot|Norden|navigator|bombardier|brake|"
    r"tailwheel|landing gear|cable|raft|oxygen hit|all oxygen|fuel for|must be stopped|two turns in each zone|extinguisher|"
    r"bomb (?:doors|controls|release)|goes to the",
    re.IGNORECASE,
)
"""What may stand in nothing that the German player reads while the bomber is in the air."""


@pytest.mark.rule("Q21.0-1", "Q-R70")
@pytest.mark.parametrize(
    ("table", "player"),
    [("B-3", "German player"), ("B-6", "German player"), ("O-2", "German player"), ("M-3", "German player"),
     ("M-1", "bomber's player"), ("P-1/10", "bomber's player"), ("M-4", "bomber's player"), ("O-1", "bomber's player")],
)  # fmt: skip
def test_who_throws_on_what(book, table, player):
    assert book.game.board.throws(table, book.chosen(TWO)) == player
    assert book.game.board.throws(table, book.chosen({})) == ""


def rolled(book, table, word):
    """A roll on a table with a row that does this and nothing else but lead on."""
    rows = [row for row in book.rows().values() if row.table == table]
    row = next(row for row in rows if [e.name for e in row.effects if not e.is_a(roll_on)] == [word])
    return {"kind": "roll", "table": table, "row": row.id, "gives": [effect.code for effect in row.effects]}


@pytest.mark.rule("Q21.0-2", "Q21.1-1", "Q21.2-1", "Q21.2-2")
def test_what_the_german_player_is_told(book):
    def roll(table, word, **broken):
        """A roll that does this and breaks these parts so far."""
        changes = [[f"plane.{part}", 0, value] for part, value in broken.items()]
        return {**rolled(book, table, word), "changes": changes}

    account = [
        roll("M-3", "hit"), roll("B-5", "section"), roll("P-2", "window_hit", window_hits=2),
        roll("BL-1", "aileron_out", port_aileron_out=True), roll("BL-1-DAMAGE", "engine_out"),
        roll("BL-1", "wing_root_hit", port_root_hits=1), roll("P-6", "rudder_hit", rudder_hits=3),
        roll("P-1", "oxygen_fire"), {"kind": "fact", "name": "leaves_formation"}, roll("M-2", "fca"),
        {"kind": "fact", "name": "driven_off"},
    ]  # fmt: skip
    secret = [
        roll("P-2", "wound"), roll("BL-4", "killed"), roll("M-1", "hit"),
        roll("P-3", "bomb_release_out", bomb_release_out=True), roll("BL-2", "intercom_out", intercom_out=True),
        roll("P-2", "window_hit", window_hits=1), roll("P-1", "oxygen_hit"), {"kind": "fact", "name": "moves"},
        roll("P-6", "rudder_hit", rudder_hits=2), {"kind": "choice", "who": "tail_gunner", "decision": "aim"},
    ]  # fmt: skip
    seen = list(two_player.visible_to_german([*account, *secret], narration_context(book)))
    assert seen == account


@pytest.mark.rule("Q21.1-1", "Q21.2-2")
def test_a_window_that_is_whole_again_in_a_new_mission_is_no_damage(book):
    repaired = {**rolled(book, "P-2", "window_hit"), "changes": [["plane.window_hits", 2, 0]]}
    assert list(two_player.visible_to_german([repaired], narration_context(book))) == []


SHOWN = {
    "port_flap_out": True, "starboard_aileron_out": True, "port_elevator_out": True, "starboard_root_hits": 1,
    "port_tailplane_hits": 1, "starboard_tailplane_off": True, "port_wing_off": True, "burst_inside": True,
    "window_hits": 2, "rudder_hits": 3,
}  # fmt: skip
INNER = dict.fromkeys(
    ("norden_sight_out", "navigator_equipment_out", "bomb_controls_out", "bomb_release_out", "bomb_doors_out", "rafts_out",
     "intercom_out", "radio_out", "autopilot_out", "tailwheel_out", "landing_gear_out", "turret_mechanism_out",
     "feathering_system_out", "engine_extinguishers_out", "oxygen_system_out", "electrical_out", "flap_controls_out",
     "aileron_controls_out", "elevator_controls_out", "rudder_controls_out", "port_brake_out", "starboard_brake_out"),
    True,
)  # fmt: skip
SECRET = {
    **INNER,
    "window_hits": 1,
    "rudder_hits": 2,
    "cable_hits": 2,
    "extinguishers": 0,
    "bombs_aboard": False,
    "thrown_out": True,
}


@pytest.fixture
def seen(book, rig):
    """The picture that the German player has of a bomber, as text; `change` does something to it first."""

    def picture(change=None, width=80, drawn=True):
        r = rig({}, zone=4, rulings=TWO)
        r.wave(("me109", "12_high"))
        if change:
            change(r.state)
        return "\n".join(
            map(str, book.game.board.opponent.view.picture(r.flight, narration_context(book), width, drawn))
        )

    return picture


@pytest.mark.rule("Q21.0-2", "Q21.1-1")
@pytest.mark.parametrize("part", SHOWN)
def test_what_shows_outside_is_in_the_german_picture(seen, part):
    assert seen(lambda state: set_at_path(state, f"plane.{part}", SHOWN[part])) != seen()


@pytest.mark.rule("Q21.0-2", "Q21.2-1", "Q21.2-2")
@pytest.mark.parametrize("part", SECRET)
def test_damage_inside_changes_nothing_in_the_german_picture(seen, part):
    assert seen(lambda state: set_at_path(state, f"plane.{part}", SECRET[part])) == seen()


def _crew(state):
    for number, man in enumerate(state.men.values()):
        man.light, man.serious, man.dead, man.frostbitten = 1, number % 2 == 0, number % 3 == 0, number % 2 == 1
        man.kills, man.missions, man.name = 6, 14, f"Man {number}"


def _guns(state):
    for number, gun in enumerate(state.guns.values()):
        gun.bursts, gun.out, gun.jammed = number % 2, number % 3 == 0, "cold" if number % 3 == 1 else ""


def _moves(state):
    state.men["engineer"].station, state.men["tail_gunner"].station = "tail_gunner", "engineer"
    state.stations.update(engineer="tail_gunner", tail_gunner="engineer")


def _supplies(state):
    state.supply.oxygen_hits, state.supply.heat_out = {"navigator": 1}, {"tail_gunner": 2}
    state.supply.fuel_turn, state.supply.fuel_zone, state.supply.range_zone = 9, 3, 4
    state.pilot_at_controls = "engineer"


@pytest.mark.rule("Q21.0-2", "Q21.2-1", "Q21.2-2")
@pytest.mark.parametrize("secret", [_crew, _guns, _moves, _supplies])
def test_crew_guns_and_supplies_are_hidden_from_the_german_player(seen, secret):
    assert seen(secret) == seen()
    assert seen(lambda state: setattr(state.orders, "mission", 24)) == seen()


@pytest.mark.rule("Q21.0-2", "Q21.1-1", "Q21.2-1", "Q21.2-2")
@pytest.mark.parametrize(("width", "drawn"), [(80, False), (79, True), (50, True), (36, True), (36, False)])
def test_a_narrow_window_and_words_alone_show_the_german_player_no_more(seen, width, drawn):
    text = seen(width=width, drawn=drawn)
    assert max(map(len, text.splitlines())) <= width
    assert "Attackers: f1 Me 109 12 High" in text
    assert ("(_______________|" in text) == (drawn and width >= 40)
    assert not INSIDE.search(text)
    assert "Guns" not in text
    for secret in (_crew, _guns, _moves, _supplies):
        assert seen(secret, width, drawn) == text
    for part, value in SECRET.items():
        assert (
            seen(lambda state, part=part, value=value: set_at_path(state, f"plane.{part}", value), width, drawn) == text
        )


@pytest.mark.rule("Q21.0-2", "Q21.1-1")
def test_fighters_engines_leaks_height_and_formation_show(seen):
    def trouble(state):
        state.engines[0].out, state.engines[2].stop_by, state.supply.leaking_tanks = True, 4, ["port_inboard"]
        state.track.altitude, state.track.out_of_formation = "low", True

    text = seen(trouble)
    assert "f1 Me 109 12 High" in text
    assert "10,000 feet; OUT OF FORMATION" in text
    assert "Damage that shows: engine 1 OUT; engine 3 leaks oil; port inboard tank leaks" in text
    assert "Paris" not in text  # the target is known to him once the bomber is there


@pytest.mark.rule("Q21.0-2")
def test_the_target_is_named_once_the_bomber_is_there(seen):
    assert "Paris" in seen(lambda state: setattr(state.track, "zone", state.orders.target_zone))


@pytest.mark.stored
@pytest.mark.rule("Q21.0-2", "Q21.2-1", "Q21.2-2")
def test_nothing_reported_in_thirty_missions_is_secret(book):
    words, rulebook = narration_context(book), book.rulebook({**TWO, "Q-X1": "on", "Q-X3": "on"})
    account = secret = 0
    for number in range(30):
        journal = Journal()

        class Looks(StandingOrders):
            def choose(self, decision, flight):
                if decision.who == "german":
                    text = "\n".join(map(str, book.game.board.opponent.view.picture(flight, words)))
                    assert not INSIDE.search(text), text
                return super().choose(decision, flight)

        player = Looks(RandomPlayer(number), {"abort": "", "move": ""})
        fly(book.game, rulebook, SeededDice(f"two/{number}"), setup=Setup(12), player=player, journal=journal)
        air = [event for event in journal.events if event["n"] < _down(journal)]
        for _event, line in lines_in_view(book, book.game.board.opponent.view, air):
            assert not INSIDE.search(line.shown), line.shown
            account += 1
        secret += sum(bool(INSIDE.search(line.shown)) for _, lines in narrate_events(book, air) for line in lines)
    assert account > 1000
    assert secret > 100


@pytest.mark.rule("Q21.0-2")
def test_after_the_landing_the_german_player_reads_the_result_his_losses_and_his_hits(book):
    rulebook, view = book.rulebook(TWO), book.game.board.opponent.view
    for number in range(5):
        journal = Journal()
        player = StandingOrders(RandomPlayer(number), {"abort": "", "move": ""})
        state = fly(book.game, rulebook, SeededDice(f"after/{number}"), setup=Setup(12), player=player, journal=journal)
        lines = [line.shown for _event, line in lines_in_view(book, view, journal.events)]
        kills = sum(man.kills for man in state.men.values())
        shells = len(record.forms(journal.events, journal.header, rulebook)["mission_chart"]["hits"])
        assert f"{capital(book.say(state.outcome.result))}." in lines
        assert lines[-1] == f"{plural(shells, 'shell')} struck her; {plural(kills, 'fighter')} shot down."
        before = journal.events[: next(e["n"] for e in journal.events if e["place"] == "debriefing.result") - 1]
        assert not any("shot down" in line.shown for _event, line in lines_in_view(book, view, before))


def _down(journal):
    """Where the flight ends: what comes after is no secret of the air."""
    ends = ("landing", "crash_landing", "ditching", "bail_out", "debriefing")
    return next(event["n"] for event in journal.events if event["kind"] == "phase" and event["name"] in ends)


@pytest.mark.stored
@pytest.mark.sample(1)
@pytest.mark.rule("Q21.0-2", "Q21.1-1", "Q21.2-1", "Q21.2-2")
@pytest.mark.parametrize("part", range(2))
def test_nothing_drawn_for_the_german_player_is_secret(book, part):
    """Neither the picture, its notes, lists and track nor its description for screen readers shows a secret, in ten missions."""
    words, rulebook = narration_context(book), book.rulebook(TWO)
    view, drawn = book.game.board.opponent.view, Counter()
    for number in range(10 * part, 10 * part + 10):
        journal = Journal()
        player = StandingOrders(RandomPlayer(number), {"abort": "", "move": ""})
        fly(book.game, rulebook, SeededDice(f"drawn/{number}"), setup=Setup(12), player=player, journal=journal)
        air = journal.events[: _down(journal) - 1]
        outside = EventFollower(view.show, words, rulebook)
        whole = EventFollower(book.game.show, words, rulebook)
        for upto in range(1, len(air) + 1, 7):
            scene, inside = outside.scene(air[:upto]), whole.scene(air[:upto])
            frame, target = scene.frames[-1], inside.frames[-1]
            said = " ".join(sentence["text"] for sentence in scene_sentences(scene))
            listed = [line for lines in scene.lists for line in lines.lines]
            assert not INSIDE.search(" ".join([said, *listed, *scene.facts])), said
            assert not [shot for shot in frame.shots if shot.ours]
            assert not frame.seats
            stops = [stop.label for track in scene.tracks for stop in track.stops]
            assert len(stops) <= sum(len(track.stops) for track in inside.tracks)
            drawn.update(parts=len(frame.parts), hits=sum(frame.hits.values()), fighters=len(frame.attackers))
            assert frame.attackers == target.attackers
            assert sum(frame.hits.values()) <= sum(target.hits.values())
    assert min(drawn["parts"], drawn["hits"], drawn["fighters"]) > 20


@pytest.mark.rule("Q21.0-2")
def test_the_track_of_the_german_player_ends_where_the_bomber_is_and_names_no_target_before(book):
    words, rulebook, journal = narration_context(book), book.rulebook(TWO), Journal()
    fly(book.game, rulebook, SeededDice("track"), setup=Setup(20), player=DefaultPlayer(), journal=journal)
    state = state_after(journal.events)
    city, far = words.say(state["city"]), int(state["target_zone"])
    follower = EventFollower(book.game.board.opponent.view.show, words, rulebook)
    at_target = next(n for n, (_, now) in enumerate(with_states(journal.events)) if now.get("zone") == far)
    before = [stop.label for stop in follower.scene(journal.events[:at_target]).tracks[0].stops]
    there = [stop.label for stop in follower.scene(journal.events[: at_target + 1]).tracks[0].stops]
    assert not any(city in label for label in before)
    assert len(before) < len(there)
    assert there[-1] == f"{far} {city}"
