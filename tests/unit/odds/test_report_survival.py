"""The exact chance to survive a mission: equal to every way the dice can fall, where those can still be counted."""

import json
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from combatbox.core.dice import SeededDice, all_throws
from combatbox.core.game import fly
from combatbox.games.twentyfive.flow import check_loss, fighter_fires
from combatbox.games.twentyfive.state import Burst
from combatbox.library import paths
from combatbox.library.load import load
from combatbox.odds.report import groups_of
from combatbox.odds.simulation import exact_survival, odds
from combatbox.play.batch import SimulationRequest
from combatbox_dev import survival as reckoning
from combatbox_dev.survival import distribution, survival, survival_file

FILE = json.loads(survival_file(paths.tables(), "twentyfive").read_text(encoding="utf-8"))
STORED = FILE["chances"]
"""The survival under each choice of rulings; `python -m combatbox_dev.survival` renews it.

For the tables of version 1.0.0 a program of its own, written from the rules without the engine, reckoned 0.8987350828802793.
"""

DEFAULT = STORED[0]["survival"]


@pytest.fixture
def bent(tmp_path):
    """The game with other tables and constants."""

    def bend(constants=(), **tables):
        folder = tmp_path / "twentyfive"
        folder.mkdir(exist_ok=True)
        text = (paths.tables() / "twentyfive" / "game.yaml").read_text()
        for old, new in constants:
            assert text.count(old) == 1
            text = text.replace(old, new)
        (folder / "game.yaml").write_text(text)
        for name, body in tables.items():
            table = f"T-TAB-{name.replace('_', '-')}"
            (folder / f"{name}.yaml").write_text(
                f"id: {table}\ntitle: T\nsource: {{kind: rulebook, section: x}}\n{body}\n"
            )
        return load("twentyfive", tmp_path)

    return bend


class _Wanted(Exception):
    pass


def by_rows(book, run):
    """Every result of a run with its chance; throws that lead to the same row are flown once and weighed together."""

    class RowDice:
        def __init__(self, prefix):
            self.prefix, self.next = prefix, 0

        def throw(self, count, table, who):
            if self.next == len(self.prefix):
                raise _Wanted(count, table)
            self.next += 1
            return self.prefix[self.next - 1]

    groups, found, waiting = {}, {}, [((), Fraction(1))]
    while waiting:
        prefix, weight = waiting.pop()
        try:
            result = run(RowDice(prefix))
        except _Wanted as wanted:
            if wanted.args not in groups:
                count, name = wanted.args
                table = book.tables.get(name) or next(t for t in book.tables.values() if t.id == name)
                rows = {}
                for faces in all_throws(count):
                    rows.setdefault(table.at(table.notation.read(faces)).id, []).append(faces)
                groups[wanted.args] = [(ways[0], Fraction(len(ways), 6**count)) for ways in rows.values()]
            waiting += [((*prefix, faces), weight * share) for faces, share in groups[wanted.args]]
        else:
            found[result] = found.get(result, 0) + weight
    return found


def attacked_and_counted(book, rulings=None):
    """Survival by enumerating the whole flow. Position and fighter die are held: a tie never ends."""
    rulebook = book.rulebook({"roll_wingmen_flak": "own_only", **(rulings or {})})

    def run(dice):
        class Held:
            def throw(self, count, table, who):
                held = {"T-TAB-POSITION": (1, 6, 1), "T-TAB-ATTACK": (6,)}.get(table)
                return held or dice.throw(count, table, who)

        return fly(book.game, rulebook, Held()).result == "completed"

    found = by_rows(rulebook, run)
    assert sum(found.values()) == 1
    return float(found[True])


@cache
def reckoned(**rulings):
    """The survival of a mission under these rulings: seconds to reckon, and wanted by several tests."""
    return survival(load("twentyfive").rulebook(rulings))


def attacked_and_reckoned(**rulings):
    whole = reckoned(**rulings)
    return (whole - Fraction(5, 6) * Fraction(17, 18)) * 6


ALWAYS = "dice: 1d6\nrows: [{roll: 1-6, effects: [attack]}]"


@pytest.mark.thorough
def test_one_pass_of_one_fighter_is_reckoned_as_every_way_the_dice_can_fall(bent):
    constants = [("fighters: 4", "fighters: 1"), ("passes: [A, B, C]", "passes: [A]"), ("fire_dice: 3", "fire_dice: 2")]
    book = bent(constants, ATTACK=ALWAYS)
    assert survival(book.rulebook()) == pytest.approx(attacked_and_counted(book), abs=1e-12)


ONE_GUN = "shape: chart\nrows:\n" + "".join(
    f"  - {{key: {side} {area}, effects: [{{bear: [{gun}]}}]}}\n"
    for side, gun in (("front", "top_turret"), ("rear", "tail"))
    for area in ("left_wing", "fuselage", "right_wing")
)
REAR = "dice: 1d6\nrows: [{roll: 1-6, effects: [{direction: rear}]}]"
FEW = (
    "dice: 1d6\nrows: [{roll: 1-2, effects: [{crew_out: tail_gunner}]}, {roll: 3, effects: [{crew_out: pilot}]}, "
    "{roll: 4-6, effects: [{crew_out: copilot}]}]"
)
STILL_FIRES = "dice: 1d6\nrows: [{roll: 1-6, effects: [{fighter_hit: {cause: fuselage, fires: fires, mark: bottom}}]}]"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("constants", "rulings"),
    [
        ([("fighters: 4", "fighters: 1"), ("passes: [A, B, C]", "passes: [A, B]"), ("fire_dice: 3", "fire_dice: 1")], {}),
        ([("fighters: 4", "fighters: 2"), ("passes: [A, B, C]", "passes: [A]"), ("fire_dice: 3", "fire_dice: 1")],
         {"flak_damage": "intro"}),
    ],
    ids=["two passes", "two fighters"],
)  # fmt: skip
@pytest.mark.stored
def test_damage_of_one_pass_weighs_in_the_next(bent, constants, rulings):
    book = bent(constants, ATTACK=ALWAYS, GUNS=ONE_GUN, FIGHTER_EFFECT=STILL_FIRES, DIRECTION=REAR, CREW_REAR=FEW)
    reckoned = survival(book.rulebook(rulings))
    assert reckoned == pytest.approx(attacked_and_counted(book, rulings), abs=1e-12)
    assert reckoned < 0.98


@pytest.mark.sample(3)
@pytest.mark.parametrize("option", ["per_hit", "one"])
@pytest.mark.parametrize(
    ("place", "local", "direction", "area"),
    [("left", (0, 0), "front", "left_wing"), ("centre", (1, 0), "rear", "left_wing"), ("left", (0, 1), "front", "right_wing"),
     ("left", (1, 1), "front", "fuselage"), ("centre", (0, 0), "front", "fuselage"), ("centre", (2, 0), "rear", "fuselage")],
)  # fmt: skip
def test_a_burst_is_reckoned_as_the_engine_plays_it(twentyfive, option, place, local, direction, area):
    book = twentyfive.rulebook({"wing_rolls": option})
    bench = reckoning._Bench(book)
    chain = reckoning._Chain(bench, reckoning._Guns(bench), place)
    start = (*local, 1 << bench.stations.index("copilot"))

    def run(dice):
        flight = bench.flight(dice, place, start, Burst("A", 1, direction=direction, area=area))
        fighter_fires(flight)
        after = flight.state.target
        crew = sum(1 << bench.stations.index(name) for name in after.crew_out)
        check_loss(flight, "pass.loss")
        return (after.left_wing_out, after.right_wing_out, crew), after.lost

    played = by_rows(book, run)
    reckoned = chain.burst(start, direction, area)
    assert set(reckoned) == {end for end, _ in played}
    for (end, lost), chance in played.items():
        assert reckoned[end] == pytest.approx(float(chance), abs=1e-14)
        assert chain.lost[end] == lost


@pytest.mark.stored
def test_states_that_play_alike_are_found_by_trying_and_no_others_are_merged(twentyfive):
    bench = reckoning._Bench(twentyfive.rulebook())
    guns = reckoning._Guns(bench)
    own, wingman = (reckoning._Chain(bench, guns, place) for place in ("left", "centre"))

    def idle(chain):
        return {name for bit, name in enumerate(bench.stations) if chain.idle >> bit & 1}

    assert idle(own) == {"navigator", "radioman", "copilot"}
    assert idle(wingman) == {"navigator", "radioman"}
    assert [wings for wings, _ in own.symmetries] == [True]  # left for right; the own pilot is not his copilot
    assert [wings for wings, _ in wingman.symmetries] == [True, False]


@pytest.mark.thorough
def test_merging_states_changes_nothing(bent, monkeypatch):
    book = bent([("fighters: 4", "fighters: 2"), ("passes: [A, B, C]", "passes: [A]")])
    merged = survival(book.rulebook())
    monkeypatch.setattr(reckoning._Chain, "_same", lambda self, local: local)
    assert survival(book.rulebook()) == pytest.approx(merged, abs=1e-13)


@pytest.mark.sample(1)
@pytest.mark.parametrize("stored", STORED, ids=lambda stored: " ".join(stored["rulings"].values()) or "defaults")
@pytest.mark.stored
def test_survival_of_a_mission_under_each_ruling(stored):
    assert reckoned(**stored["rulings"]) == pytest.approx(stored["survival"], abs=1e-12)


@pytest.mark.stored
def test_every_choice_of_rulings_has_its_stored_value(twentyfive):
    """What is stored is looked up by the choices that matter; the others change nothing."""
    options = {key: list(ruling.options) for key, ruling in twentyfive.rulings.items() if len(ruling.options) > 1}
    choices = [dict(zip(options, names, strict=True)) for names in product(*options.values())]
    found = [exact_survival(twentyfive, choice) for choice in choices]
    assert None not in found
    assert len(set(found)) == len(STORED) == len(choices) / 2 ** len(FILE["idle"])


@pytest.mark.stored
def test_rulings_about_dice_without_effect_and_other_bombers_are_no_matter_for_survival(twentyfive):
    """Rulings without effect on your survival: dice thrown at a dead wing, and flak at wingmen over the target."""
    idle = {twentyfive.rulings[key].key: twentyfive.rulings[key] for key in FILE["idle"]}
    assert set(idle) == {"dead_wing_rolls", "roll_wingmen_flak"}
    other = {key: next(name for name in r.options if name != r.default) for key, r in idle.items()}
    assert reckoned(**other) == pytest.approx(DEFAULT, abs=1e-12)


def test_house_tables_are_simulated_and_say_so(bent):
    book = bent(GUN_HIT="dice: 1d6\nrows: [{roll: 1-6, effects: [miss]}]")
    found = odds(book, SimulationRequest("twentyfive", 20, "s", overlay=str(book.tables_option)))
    assert found["mission_survival"]["exact"] is None
    (ends,) = (part.about for group in groups_of(book, found) for part in group.parts if part.key == "ends")
    assert "is simulated as well: it is worked out for the game's own tables alone." in ends


@pytest.mark.thorough
def test_flown_missions_agree_with_the_reckoning(twentyfive):
    rulebook = twentyfive.rulebook()
    flown, home = 8_000, 0
    for number in range(flown):
        dice = SeededDice(f"exact/{number}")

        class Attacked:
            def throw(self, count, table, who, dice=dice):
                return (6,) if table == "T-TAB-ATTACK" else dice.throw(count, table, who)

        home += fly(twentyfive.game, rulebook, Attacked()).result == "completed"
    expected = float(attacked_and_reckoned())
    chi = (home - flown * expected) ** 2 / (flown * expected * (1 - expected))
    assert chi < 10.8  # the 99.9 % point of chi-square with 1 degree of freedom; the seed is fixed
    other = float(attacked_and_reckoned(wing_rolls="one"))
    assert (home - flown * other) ** 2 / (flown * other * (1 - other)) > 30  # and the check can fail


@pytest.mark.stored
def test_odds_carry_the_exact_value_and_its_power(twentyfive):
    found = odds(twentyfive, SimulationRequest("twentyfive", 200, "s"))
    assert found["mission_survival"]["exact"] == pytest.approx(DEFAULT, abs=1e-12)
    assert found["tour_completion"]["exact"] == pytest.approx(DEFAULT**25, abs=1e-12)


@pytest.mark.stored
def test_a_mission_that_is_never_attacked_is_the_flak_alone(bent):
    book = bent(ATTACK="dice: 1d6\nrows: [{roll: 1-6, effects: [no_attack]}]")
    assert survival(book.rulebook()) == pytest.approx(17 / 18, abs=1e-15)


@pytest.mark.stored
def test_guns_that_never_hit_and_fighters_that_never_do_are_reckoned_too(bent):
    harmless = bent(GUN_HIT="dice: 1d6\nrows: [{roll: 1-6, effects: [miss]}]",
                    FIGHTER_FIRE="dice: 1d6\nrows: [{roll: 1-6, effects: [miss]}]")  # fmt: skip
    assert survival(harmless.rulebook()) == pytest.approx(17 / 18, abs=1e-12)


@pytest.mark.parametrize(
    "tables",
    [
        {"TARGET3": "dice: 1d6\nrows: [{roll: 1-3, effects: [{target: left}]}, {roll: 4-5, effects: [{target: centre}]},"
                    " {roll: 6, effects: [{target: right}]}]"},
        {"WING": "dice: 1d6\nrows: [{roll: 1-6, effects: [bomber_lost]}]"},
        {"WING": "dice: 1d6\nrows: [{roll: 1-6, then: {dice: 1d6, rows: [{roll: 1-6, effects: [{engines_out: 1}]}]}}]"},
        {"FIGHTER_FIRE": "dice: 1d6\nclamp: [1, 6]\nmodifiers: [{when: flak_destroys, add: 1}]\n"
                         "rows: [{roll: 1-4, effects: [miss]}, {roll: 5-6, effects: [hit]}]"},
        {"FIGHTER_FIRE": "dice: 1d6\nrows: [{roll: 1-5, effects: [miss]}, {roll: 6, effects: [{engines_out: 1}]}]"},
    ],
    ids=["uneven targets", "a row that destroys", "a nested roll", "a modifier", "a fire die that does more than hit"],
)  # fmt: skip
def test_tables_bent_beyond_the_reckoning_have_no_exact_value(bent, tables):
    assert survival(bent(**tables).rulebook()) is None


def test_a_game_without_a_reckoning_has_no_exact_value(drill):
    assert drill.load().game.pages.survival is None


def test_the_enumeration_by_rows_agrees_with_that_by_faces(twentyfive):
    book = twentyfive.rulebook()

    def run(dice):
        faces = [dice.throw(1, "T-TAB-WING", "")[0] for _ in range(3)]
        return tuple(book.tables["T-TAB-WING"].at(face).id for face in faces)

    assert by_rows(book, run) == distribution(run)
