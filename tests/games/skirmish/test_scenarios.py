"""Scenario files: forces, table and options as house rules, campaigns of evenings, points and simulated chances."""

from pathlib import Path
from random import Random

import pytest
from yaml import safe_dump

from combatbox.core.decisions import DefaultPlayer, RandomPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.errors import CombatBoxError, DataError, LogError, UnknownName
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.core.statistics import estimate
from combatbox.games.skirmish.campaign import next_evening, standing
from combatbox.games.skirmish.parameters import measures
from combatbox.games.skirmish.state import Plane, State
from combatbox.library.book import SIMULATED
from combatbox.library.load import load
from combatbox.library.player_files import read_log, write_log
from combatbox.library.scenarios import contest_figures, read_scenario, read_scenarios
from combatbox.play.logs import Log
from combatbox.play.replay import replay_log
from combatbox.play.saves import parse_save, parse_shared, resume, share_text
from combatbox.play.session import Session
from combatbox_dev.contest import evenings_won

SMALL = {"title": "A short raid", "forces": {"bombers": 3, "escorts": 1, "germans": 3}, "hits": 4}


def played(book, scenario, seed="1", journal=None):
    return fly(
        book.game, book.rulebook({}, scenario), SeededDice(seed), setup=Setup(scenario=scenario), player=DefaultPlayer(),
        journal=journal,
    )  # fmt: skip


def logged(book, scenario, path, seed="1"):
    rulebook, setup = book.rulebook({}, scenario), Setup(scenario=scenario)
    journal = Journal(book.header("mission", rulebook.rulings, setup, f"seed {seed}"))
    state = played(book, scenario, seed, journal)
    write_log(path, Log(journal.header, journal.events, book.game.summary(state)))
    return state


# ---- a scenario is house rules


def test_a_scenario_changes_only_what_it_states(book):
    plain, ours = book.rulebook(), book.rulebook({}, SMALL)
    assert [name for name in plain.tables if plain.tables[name] != ours.tables[name]] == ["S-TAB-SCENARIO"]
    assert (ours.constants.table, ours.constants.target) == (plain.constants.table, plain.constants.target)
    assert ours.rulings == plain.rulings
    state = played(book, SMALL)
    assert [key for key, plane in state.planes.items() if plane.type == "bomber"] == ["leader", "left", "right"]
    assert [section.fighters for section in state.sections] == [["german1", "german2"], ["german3"]]


def test_sections_enter_at_the_edge_of_another_table(book):
    m = measures(book.rulebook({}, {**SMALL, "table": {"width": 48, "length": 72}, "target": {"width": 8, "depth": 6}}))
    assert m.target == (20_000, 28_000, 66_000, 72_000)
    assert m.entries[12] == (24_000, 72_000)
    assert m.entries[3] == (48_000, 36_000)


def test_waves_that_are_alike_need_no_dice(book):
    journal = Journal()
    state = played(book, {**SMALL, "forces": {**SMALL["forces"], "waves": 2}, "hits": 90}, journal=journal)
    assert (state.waves, state.escorts, state.german_fighters) == (2, [1, 1], [3, 3])
    assert not any(event["kind"] == "roll" and event["place"].startswith("waves") for event in journal.events)


def test_waves_that_are_alike_have_the_escorts_of_the_scenario_under_every_ruling(book):
    forces = {"bombers": 2, "escorts": 1, "germans": 6, "waves": 2}
    state = played(book, {**SMALL, "forces": forces, "rules": {"ten_germans": "two_to_one"}})
    assert state.escorts == [1, 1]


def test_a_lone_escort_is_offered_each_place_once(book):
    scenario = {**SMALL, "forces": {"bombers": 2, "escorts": 4, "germans": 4}}
    asked = []

    class Asked(DefaultPlayer):
        def choose(self, decision, flight):
            asked.append(decision)
            return super().choose(decision, flight)

    fly(
        book.game, book.rulebook({"escort_strength": "one"}, scenario), SeededDice("1"), setup=Setup(scenario=scenario),
        player=Asked(),
    )  # fmt: skip
    (places,) = (decision.options for decision in asked if decision.kind == "deploy" and decision.who == "escorts")
    assert len(set(places)) == len(places)


def test_bombers_start_with_damage(book):
    session = Session(book, setup=Setup(scenario={**SMALL, "damage": [0, 2, 1]}), seed="1")
    session.advance()
    planes = session.flight.state.planes
    assert [planes[key].damage for key in ("leader", "left", "right")] == [0, 2, 1]


def test_a_player_overrides_the_options_of_a_scenario(book):
    scenario = {**SMALL, "rules": {"turret": "on"}}
    assert book.rulebook({}, scenario).ruled["turret"] == "on"
    assert book.rulebook({"turret": "off"}, scenario).ruled["turret"] == "off"


# ---- a run keeps its scenario


def test_a_log_of_a_scenario_replays_without_its_file(book, tmp_path):
    path = tmp_path / "raid.jsonl"
    state = logged(book, SMALL, path)
    log = read_log(path)
    assert log.header["setup"]["scenario"] == SMALL
    assert log.header["digest"] == book.digest
    assert replay_log(book, log).state.hits == state.hits


def test_the_header_of_a_printed_scenario_is_as_before(book):
    assert Setup(2).as_data() == {"mission": 2, "names": {}}


def test_a_save_and_a_link_keep_the_scenario(book):
    session = Session(book, setup=Setup(scenario=SMALL), seed="7")
    session.advance()
    session.answer(str(session.decision.default))
    for save in (parse_save(session.saved(), "save"), parse_shared(share_text(session))[1]):
        again = resume(book, save)
        again.advance()
        assert again.rulebook.constants.title == "A short raid"
        assert again.decision.place == session.decision.place


# ---- what is wrong with a file


def faults_of(book, tmp_path: Path, text: str) -> str:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(DataError) as caught:
        read_scenario(book, str(path))
    return str(caught.value)


BEGIN = "title: Mine\nforces: {bombers: 4, escorts: 2, germans: 6}\nhits: 5\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("hit: 5\n", 4, "hit: unknown key; did you mean hits"),
        ("damage: [0, 1]\n", 4, "damage: must have one number for each bomber of a wave, 4 (got 2)"),
        ("rules:\n  turret: yes\n", 5, "has no option 'yes'"),
        ("rules:\n  turet: 'on'\n", 5, "did you mean turret"),
        ("rules: {turret: 'on', S-X1: 'off'}\n", 4, "rules.S-X1: it is the ruling turret once more; keep one"),
        ("rules: {handicap: even}\n", 4, "rules.handicap: it has no effect, because a scenario states its own hits"),
        ("table: {width: 30, length: 72}\n", 4, "table.width: must be at least 36 (got 30)"),
        ("target: {width: 60, depth: 60}\ntable: {width: 48, length: 72}\n", 4, "make the table larger"),
        ("deployment: {near: 6, far: 12, flank: 6}\n", 4, "make the area where the Americans start larger"),
        ("deployment: {near: 0, far: 1, flank: 0}\n", 4, "make the area where the Americans start larger"),
    ],
)
def test_a_fault_names_the_line_and_the_remedy(book, tmp_path, text, line, message):
    shown = faults_of(book, tmp_path, BEGIN + text)
    assert f"mine.yaml:{line}: " in shown
    assert message in shown


def test_a_ruling_that_the_hits_of_a_scenario_replace_is_refused_on_the_command_line(book):
    with pytest.raises(CombatBoxError, match="scenario: rules.S-X3: .*; leave it out and change hits"):
        book.rulebook({"handicap": "hard"}, SMALL)
    assert list(book.scenario_faults({**SMALL, "rules": {"handicap": "printed"}})) == []


@pytest.mark.parametrize("title", ['" "', '"one\\ntwo"', '"one\\n"'])
def test_a_title_is_one_line(book, tmp_path, title):
    assert "mine.yaml:1: title: must be one line of text" in faults_of(book, tmp_path, BEGIN.replace("Mine", title))


def test_a_scenario_is_checked_under_the_options_that_are_played(book):
    narrow = {**SMALL, "deployment": {"near": 11, "far": 18, "flank": 6}, "rules": {"model_size": "small"}}
    assert book.rulebook({}, narrow).ruled["model_size"] == "small"
    with pytest.raises(
        CombatBoxError, match="scenario: deployment: .*; make the area where the Americans start larger"
    ):
        book.rulebook({"model_size": "1_285"}, narrow)
    own = {**narrow, "rules": {"model_size": "1_285"}}
    assert list(book.scenario_faults(own))
    assert book.rulebook({"model_size": "small"}, own).ruled["model_size"] == "small"


@pytest.mark.parametrize("option", ["across", "dining"])
def test_the_table_of_a_scenario_stands_whatever_the_ruling(book, option):
    m = measures(book.rulebook({"table_size": option}, {**SMALL, "table": {"width": 50, "length": 80}}))
    assert (m.width, m.length, m.entries[12]) == (50_000, 80_000, (25_000, 80_000))


@pytest.mark.parametrize("number", range(40))
def test_a_scenario_with_random_numbers_is_refused_or_played_to_its_end(book, tmp_path, number):
    dice = Random(number)
    bombers, table = dice.randint(1, 5), (dice.choice([30, 36, 48, 60, 120]), dice.choice([48, 60, 72, 108]))
    rulings = dice.sample(sorted(book.rulings.values(), key=lambda ruling: ruling.id), 6)
    text = safe_dump({
        "title": "Random", "hits": dice.randint(1, 9),
        "forces": {
            "bombers": bombers, "escorts": dice.randint(0, 9), "germans": dice.randint(0, 12), "waves": dice.randint(1, 2)
        },
        "damage": [dice.randint(0, 3) for _ in range(bombers)],
        "table": dict(zip(("width", "length"), table, strict=True)),
        "target": {"width": dice.randint(5, 20), "depth": dice.randint(5, 20)},
        "rules": {ruling.key: dice.choice(list(ruling.options)) for ruling in rulings},
    })  # fmt: skip
    path = tmp_path / "random.yaml"
    path.write_text(text)
    try:
        scenario = read_scenario(book, str(path))
    except DataError as error:
        assert "random.yaml:" in str(error)  # noqa: PT017  # most of the files are played
        return
    rulebook, setup = book.rulebook({}, scenario), Setup(scenario=scenario)
    state = fly(book.game, rulebook, SeededDice(str(number)), setup=setup, player=RandomPlayer(str(number)))
    assert state.result in ("american", "german")


def test_an_unknown_scenario_is_told_with_the_nearest(book):
    with pytest.raises(UnknownName, match="did you mean low-fuel"):
        read_scenario(book, "low-fule")


def test_a_scenario_in_a_header_is_checked(book):
    with pytest.raises(CombatBoxError, match="scenario: forces.bombers: must be at most 4"):
        book.rulebook({}, {**SMALL, "forces": {"bombers": 9, "escorts": 0, "germans": 2}})


# ---- a campaign of evenings


def evening(**more):
    campaign = {
        "evenings": [{"title": "The bridge", "hits": 5, "forces": {"germans": 4}}, {"title": "The yards", "hits": 6}],
        "reserves": {"bombers": [3], "escorts": 1, "germans": 1},
        "replacements": {"bombers": 1, "escorts": 1, "germans": 2},
        "repairs": 2,
        "pilots_back": 50,
    }
    return {
        "title": "The airfield",
        "forces": {"bombers": 4, "escorts": 2, "germans": 6},
        "hits": 6,
        "campaign": campaign,
    } | more


def state_after(result="german", **damage):
    planes = {key: Plane(key, "american", "bomber", damage=points) for key, points in damage.items()}
    for plane in planes.values():
        plane.out = "destroyed" if plane.damage > 4 else ""
    planes["escort1"] = Plane("escort1", "american", "fighter", out="destroyed")
    planes["escort2"] = Plane("escort2", "american", "fighter", out="exited")
    for number in range(1, 7):
        out = "destroyed" if number <= 3 else ""
        planes[f"german{number}"] = Plane(f"german{number}", "german", "fighter", out=out)
    return State(result=result, planes=planes, lost_escorts=1, lost_germans=3)


def test_losses_are_carried_over():
    following = next_evening(evening(), state_after(leader=0, left=4, right=5, last=1))
    assert following["title"] == "The bridge"
    assert following["hits"] == 5
    # three come home and are repaired, one was in reserve, one is new: 0, 2, 0, and 1, and 0
    assert following["damage"] == [0, 0, 0, 1]
    assert following["campaign"]["reserves"] == {"bombers": [2], "escorts": 1, "germans": 4}
    # of six Germans three are left, one was in reserve, two are new, and two of three pilots are back
    assert following["forces"] == {"bombers": 4, "escorts": 2, "germans": 4}
    assert following["campaign"]["won"] == ["german"]


SWARM = {
    "title": "A short raid", "forces": {"bombers": 2, "escorts": 2, "germans": 3}, "hits": 4, "table": {"width": 48, "length": 60},
    "campaign": {
        "evenings": [{"title": "The bridge", "hits": 5, "forces": {"bombers": 1, "escorts": 3}}, {"title": "The yards", "hits": 6}],
        "reserves": {"bombers": [3], "escorts": 1, "germans": 2},
        "replacements": {"bombers": 1, "escorts": 1, "germans": 2},
        "repairs": 2, "pilots_back": 50,
    },
}  # fmt: skip


def aircraft(scenario):
    """The aircraft of a campaign by kind: those that are to fly and those in reserve."""
    forces, reserves = scenario["forces"], scenario["campaign"]["reserves"]
    return {
        "bombers": forces["bombers"] + len(reserves["bombers"]),
        **{kind: forces[kind] + reserves[kind] for kind in ("escorts", "germans")},
    }


OPTIONS = [
    (ruling.key, option) for ruling in load("skirmish").rulings.values() for option in ruling.options
    if ruling.key != "handicap"  # a scenario states its own hits
]  # fmt: skip


@pytest.mark.rule("S-X2")
@pytest.mark.parametrize(("ruling", "option"), OPTIONS)
def test_the_aircraft_of_a_campaign_are_conserved_under_every_option(book, ruling, option):
    scenario = {**SWARM, "rules": {ruling: option}}
    while following := next_evening(scenario, state := played(book, scenario)):
        new, lost = scenario["campaign"]["replacements"], {"bombers": 0, "escorts": 0, "germans": 0}
        for plane in state.planes.values():
            kind = "bombers" if plane.type == "bomber" else "germans" if plane.side == "german" else "escorts"
            lost[kind] += plane.out == "destroyed"
        lost["germans"] //= 2  # half of the pilots are back, rounded up
        had = aircraft(scenario)
        assert aircraft(following) == {kind: had[kind] - lost[kind] + new[kind] for kind in had}
        scenario = following


@pytest.mark.parametrize(("percent", "back"), [(0, 0), (30, 1), (34, 2), (50, 2), (100, 3)])
def test_a_campaign_states_how_many_pilots_are_back(book, percent, back):
    first = evening()
    first["campaign"]["pilots_back"] = percent
    assert list(book.scenario_faults(first)) == []
    following = next_evening(first, state_after(leader=0))
    # of six Germans three are left, one was in reserve, and two are new
    assert following["forces"]["germans"] + following["campaign"]["reserves"]["germans"] == 6 + back


def test_a_side_with_few_aircraft_flies_what_it_has():
    following = next_evening(evening(), state_after(leader=5, left=5, right=5, last=5))
    assert following["forces"]["bombers"] == len(following["damage"]) == 2


def test_an_evening_after_losses_has_what_its_campaign_states():
    first = evening()
    second = next_evening(first, state_after(leader=5, left=5, right=5, last=5))
    assert second["forces"] == {"bombers": 2, "escorts": 2, "germans": 4}
    third = next_evening(second, state_after(leader=0, left=0))
    assert third["forces"] == {"bombers": 3, "escorts": 2, "germans": 4}


def test_an_empty_value_leaves_a_part_of_an_evening_out():
    first = evening(table={"width": 48, "length": 72})
    first["campaign"]["evenings"][0] = {"title": "The bridge", "hits": 5, "forces": {"germans": None}, "table": None}
    following = next_evening(first, state_after(leader=0))
    assert (following["forces"]["germans"], following["table"]) == (6, first["table"])


def test_reserves_grow_without_a_bound(book):
    first = evening()
    first["campaign"]["reserves"]["escorts"] = 100
    first["campaign"]["replacements"]["escorts"] = 8
    following = next_evening(first, state_after(leader=0))
    assert following["campaign"]["reserves"]["escorts"] == 107
    assert list(book.scenario_faults(following)) == []


@pytest.mark.parametrize(
    ("change", "where", "message"),
    [
        ({"target": {"width": 60, "depth": 60}, "table": {"width": 48, "length": 72}}, "target", "table larger"),
        ({"forces": {"escorts": 8}, "table": {"width": 36, "length": 72}}, "forces.escorts", "fewer escorts"),
    ],
)
def test_a_later_evening_that_cannot_be_set_up_is_a_fault_of_the_campaign(book, change, where, message):
    first = evening()
    first["campaign"]["evenings"][1] |= change
    ((at, words),) = book.scenario_faults(first)
    assert ".".join(map(str, at)) == f"campaign.evenings.1.{where}"
    assert message in words


def test_a_campaign_has_one_wave_on_each_evening(book):
    first = evening()
    first["forces"]["waves"] = 2
    assert list(book.scenario_faults(first)) == [(("forces", "waves"), "must be 1 in a campaign (got 2)")]


def test_a_campaign_ends_with_its_last_evening():
    first = evening()
    second = next_evening(first, state_after("american", leader=0))
    third = next_evening(second, state_after("american", leader=0))
    assert third["campaign"]["won"] == ["american", "american"]
    assert next_evening(third, state_after(leader=0)) is None
    assert next_evening(SMALL, state_after(leader=0)) is None


def test_the_side_with_more_evenings_wins_the_campaign():
    last = evening()
    last["campaign"] |= {"evenings": [], "won": ["german", "american"]}
    score = "Evening 3 of 3 is over. Evenings won: Americans"
    assert standing(last, state_after("american")) == f"{score} 2, Germans 1. The Americans have won the campaign."
    assert standing(last, state_after("german")) == f"{score} 1, Germans 2. The Germans have won the campaign."
    last["campaign"]["won"] = ["german"]
    assert standing(last, state_after("american")).endswith("Americans 1, Germans 1. The campaign is a draw.")


def test_the_log_of_an_evening_stands_for_the_next(book, tmp_path):
    first, path = book.as_played(read_scenario(book, "five-evenings")), tmp_path / "one.jsonl"
    state = logged(book, first, path)
    following = read_scenario(book, str(path))
    assert following == next_evening(first, state)
    assert list(book.scenario_faults(following)) == []
    logged(book, SMALL, path)
    with pytest.raises(LogError, match="no evening follows"):
        read_scenario(book, str(path))


def test_the_next_evening_keeps_the_rulings_of_the_log(book, tmp_path):
    first, path = evening(rules={"turret": "on", "german_policy": "player"}), tmp_path / "one.jsonl"
    rulebook, setup = book.rulebook({"turret": "off"}, first), Setup(scenario=first)
    journal = Journal(book.header("mission", rulebook.rulings, setup, "seed 1"))
    state = fly(book.game, rulebook, SeededDice("1"), setup=setup, player=DefaultPlayer(), journal=journal)
    write_log(path, Log(journal.header, journal.events, book.game.summary(state)))
    following = book.rulebook({}, read_scenario(book, str(path)))
    assert following.rulings == rulebook.rulings != book.rulebook({}, first).rulings


# ---- points and chances

NAMES = ("cripples", "low-fuel", "no-friends", "turrets", "two-waves")


def test_there_are_five_scenarios_and_a_campaign(book):
    assert set(read_scenarios(book)) == {*NAMES, "five-evenings"}
    for scenario in read_scenarios(book).values():
        assert all(scenario[prose] for prose in ("summary", "americans", "germans"))


@pytest.mark.parametrize("name", [*NAMES, "five-evenings"])
def test_both_sides_have_a_chance(book, name):
    chances = contest_figures(book)["chances"][name]
    share = estimate(chances["won"], chances["games"])
    assert chances["games"] >= 1000
    assert 0.45 <= share.value <= 0.55


@pytest.mark.parametrize("name", NAMES)
def test_points_predict_the_chance(book, name):
    figures = contest_figures(book)
    expected = book.scenario_points(read_scenario(book, name), figures["values"])["chance"]
    won = figures["chances"][name]
    assert abs(expected - won["won"] / won["games"]) < 0.08


@pytest.mark.stored
@pytest.mark.parametrize("name", [*NAMES, "five-evenings"])
def test_the_chances_are_those_of_these_files(book, name):
    """The first games end as they did when the chances were simulated; if not, `python -m combatbox_dev.contest`."""
    figures = contest_figures(book)
    assert figures["digest"] == book.digests[SIMULATED]
    begins = figures["chances"][name]["begins"]
    games = evenings_won(book.as_played(read_scenario(book, name)), 0, len(begins), figures["seed"])
    assert [" ".join(won) for won in games] == begins


# ---- no long way without anything to do

QUIET_SHARE, QUIET_RUN = 0.25, 5
LOUD = ("fire.", "flak.", "bomber.bombs")


def turns_of(journal):
    """Yield for each turn of a game whether a shot or a bomb fell, and whether the Americans were asked for a move."""
    turns = []
    for event in journal.events:
        if event["place"] == "turn.start":
            turns.append([False, False])
        elif turns:
            turns[-1][0] |= event["kind"] == "roll" and event["place"].startswith(LOUD)
            turns[-1][1] |= event["kind"] == "choice"
    return turns


def longest_wait(turns):
    """Return the most turns on end in which the Americans were asked, and nothing happened."""
    longest = run = 0
    for loud, asked in turns:
        run = 0 if loud else run + asked
        longest = max(longest, run)
    return longest


@pytest.mark.parametrize("games", [15, pytest.param(150, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", [*NAMES, "five-evenings"])
def test_turns_in_which_nothing_happens_are_few_and_never_many_on_end(book, name, games):
    flown = []
    for number in range(games // 5 if name == "five-evenings" else games):
        evening = book.as_played(read_scenario(book, name))
        while evening:
            state = played(book, evening, f"quiet/{number}", journal := Journal())
            flown.append(turns_of(journal))
            evening = next_evening(evening, state)
    quiet = [not loud for turns in flown for loud, _ in turns]
    assert sum(quiet) <= QUIET_SHARE * len(quiet)
    assert max(map(longest_wait, flown)) <= QUIET_RUN
