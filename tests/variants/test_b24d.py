"""The variant b24d: data alone, with its own compartments, crew, guns, drawing and fuel."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner
from tests.games.queen.rig import Rig

from combatbox.bomber import shells
from combatbox.cli import main
from combatbox.core.shapes import Label, Placed
from combatbox.games.queen import hazards, landing
from combatbox.library.export import table_json
from combatbox.library.load import load
from combatbox.library.stored_examples import read_seeds
from combatbox.odds.exact_odds import chances
from combatbox.press.catalogue import read_catalogue
from combatbox.prose.pages import page_files, page_text
from combatbox.verify.odds import chance_findings
from combatbox.web import art


@pytest.fixture(scope="module")
def book():
    return load("b24d")


def landing_modifiers(rig: Rig, table: str = "G-9") -> dict[str, int]:
    """Return the modifiers in force on a table of landings."""
    return dict(rig.flight.modifiers(rig.flight.tables[table]))


def test_the_chances_that_it_removes_from_the_game_s_are_no_warning(book):
    assert "shell-climb-ball-gunner" in load("queen").chances.keys() - book.chances.keys()
    assert not list(chance_findings(book))


@pytest.mark.parametrize(("example", "city"), [("kiel", "Kiel"), ("submarine-pens", "St. Nazaire")])
def test_a_mission_that_names_its_target_goes_there(book, example, city):
    (item,) = [item for item in read_seeds(book) if item.id == example]
    account = CliRunner().invoke(main, ["fly", "b24d", "--seed", item.seed, "--mission", str(item.mission)]).stdout
    assert f"] {city}, U-boats" in account


# ---- the bomber


def test_the_bomb_bays_lie_between_the_flight_deck_and_the_waist(book):
    rooms = list(book.const.compartments)
    assert rooms == ["nose", "flight_deck", "front_bay", "rear_bay", "rear_fuselage", "tail_end"]
    assert book.const.compartments["flight_deck"].stations == ["pilot", "copilot", "engineer", "radio_operator"]


def test_its_drawings_have_every_man_gun_room_and_tank(book):
    drawing = book.drawing
    plan, side = (art.spots(name).keys() for name in (drawing.art.plan, drawing.art.side))
    marks = art.spots(drawing.art.plan_marks).keys()
    assert drawing.art.plan == read_catalogue(book).cover == "b24-plan"
    assert set(drawing.seats.values()) <= plan & side
    assert {"front-bay", "rear-bay"} <= set(drawing.rooms.values())
    assert set(drawing.guns.values()) <= marks


def test_figures_show_its_own_drawing_and_name_its_men(book):
    figures = book.game.pages.drawings(book.rulebook(), book.say)
    for name in ("clock", "sections", "guns", "formation"):
        models = {item.model.art for item in figures[name].items if isinstance(item, Placed)}
        assert "b24-plan" in models
        assert "b17-plan" not in models
    labels = [item.text for item in figures["sections"].items if isinstance(item, Label)]
    assert {"P-4", "Rear bomb bay"} <= set(labels)
    assert max(len(item.text) for item in figures["players"].items if isinstance(item, Label)) <= 26


def test_no_page_names_what_a_liberator_lacks(book):
    for name in page_files(book):
        if name.startswith(("rules/", "sequence")):
            text = page_text(book, name).lower()
            assert not [word for word in ("ball turret", "ball gunner", "tailwheel") if word in text], name


def test_no_note_of_a_table_names_what_a_liberator_lacks(book):
    lacking = ("ball turret", "ball gunner", "radio room", "tailwheel")
    for table in book.tables.values():
        notes = json.dumps(table_json(book, table)["notes"]).lower()
        assert not [word for word in lacking if word in notes], table.id


@pytest.mark.rule("Q-B3e", "Q-B3d")
def test_one_gun_answers_each_vertical_attack(book):
    bears = {
        position: gun for row in book.tables["M-1"].rows for position, gun in [row.words] if "vertical" in position
    }
    assert bears == {"vertical_dive": "top_turret", "vertical_climb": "tunnel"}


@pytest.mark.rule("Q-BL1a")
def test_its_wing_breaks_sooner_than_that_of_the_game(book):
    queen = load("queen")
    assert book.const.wing_root_hits < queen.const.wing_root_hits
    ours, theirs = chances(book), chances(queen)
    assert ours["wing-fuel-fire"] > theirs["wing-fuel-fire"]
    assert ours["rear-bay-fuel"] > Fraction(0)


@pytest.mark.rule("Q19.2d-3", "Q-BL1f")
@pytest.mark.parametrize("bay", ["front_bay", "rear_bay"])
def test_a_burst_in_an_empty_bomb_bay_breaks_the_fuel_lines_there_too(book, bay):
    dice = {"O-4": ["burst_inside"], "O-5": [f"section {bay}"], "P-4-FUEL": ["fuel_limit 8 turns"]}
    rig = Rig(book, dice, {}, city="Kiel", zone=3, leg="back")
    rig.state.plane.bombs_aboard = False
    rig.flight.roll_on("O-4")
    assert rig.dice.rest() == {}
    assert rig.state.supply.fuel_turn == rig.state.track.turn + 8
    assert rig.state.plane.parts["burst_inside"]


@pytest.mark.rule("Q-BL1g", "Q-E19", "Q-R59")
def test_a_second_leaking_cell_is_looked_up_and_a_pump_never_lengthens_the_limit(book):
    dice = {"BL-1": ["fuel_leak inboard 4 turns", "fuel_leak outboard 8 turns"], "P-3": ["roll_on P-4-FUEL"]}
    rig = Rig(book, {**dice, "P-4-FUEL": ["fuel_limit 8 turns"]}, {}, city="Kiel", zone=3)
    now = rig.state.track.turn
    shells.strike(rig.flight, "port_wing")
    assert rig.state.supply.fuel_turn == now + 4
    shells.strike(rig.flight, "port_wing")
    assert rig.state.supply.fuel_turn == now + 2
    shells.strike(rig.flight, "front_bay")
    assert (rig.state.supply.fuel_turn, rig.dice.rest()) == (now + 2, {})


@pytest.mark.rule("Q-BL1f")
@pytest.mark.parametrize(("face", "table"), [(1, ""), (4, ""), (5, "G-6"), (6, "G-7")])
def test_fumes_burn_on_a_five_and_explode_on_a_six(book, face, table):
    dice = {"P-4": ["roll_on P-4-FUEL"], "P-4-FUEL": [6], "P-4-FUEL/6": [face]}
    rig = Rig(book, dice, {}, city="Kiel", zone=3)
    shells.strike(rig.flight, "rear_bay")
    assert rig.state.due.bail_out == table


@pytest.mark.rule("Q-P3.5")
@pytest.mark.parametrize(("bay", "table"), [("front_bay", "P-3"), ("rear_bay", "P-4")])
def test_a_hit_on_the_doors_of_either_bay_keeps_the_bombs_aboard(book, bay, table):
    rig = Rig(book, {table: ["bomb_doors_out"]}, {}, city="Kiel", zone=3)
    assert hazards.can_jettison(rig.flight)
    shells.strike(rig.flight, bay)
    assert not hazards.can_jettison(rig.flight)


@pytest.mark.rule("Q-G9")
@pytest.mark.parametrize(
    ("result", "modifiers"),
    [
        ("brake_out port", {"port_brake_out": -1}),
        ("brake_out starboard", {"starboard_brake_out": -1}),
        ("flap_controls_out", {"flaps_out": -1}),
        ("landing_gear_out", {"landing_gear_out": -4}),
    ],
)
def test_hydraulics_hit_in_the_bay_count_in_the_landing(book, result, modifiers):
    rig = Rig(book, {"P-3": [result]}, {}, city="Kiel", zone=1)
    shells.strike(rig.flight, "front_bay")
    assert landing_modifiers(rig) == modifiers


@pytest.mark.rule("Q-P6.3")
def test_a_damaged_nosewheel_counts_on_land_and_not_in_the_sea(book):
    rig = Rig(book, {"P-1": ["nosewheel_out"]}, {}, city="Kiel", zone=1)
    shells.strike(rig.flight, "nose")
    assert landing_modifiers(rig) == {"nosewheel_out": -1}
    assert landing_modifiers(rig, "G-10") == {}


@pytest.mark.rule("Q-P5c")
def test_a_tail_gunner_in_a_stuck_turret_cannot_jump(book):
    rig = Rig(book, {"G-6": [4] * 9}, {}, city="Kiel", zone=8)
    rig.state.men["tail_gunner"].trapped = True
    rig.fly(landing.bail_out, "G-6", "G")
    fates = {role: man.fate for role, man in rig.state.men.items()}
    assert fates.pop("tail_gunner") == "went_down"
    assert set(fates.values()) == {"captured"}


@pytest.mark.rule("Q-G10")
@pytest.mark.parametrize(("faces", "crew"), [([2, 3], "crew_lost"), ([3, 3], "crew_rescued")])
def test_a_crew_is_lost_in_the_sea_on_a_net_five(book, faces, crew):
    rig = Rig(book, {"G-10": faces}, {}, city="Kiel", zone=2)
    assert [effect.name for effect in rig.flight.roll_on("G-10").effects] == [crew]


@pytest.mark.rule("Q-G10")
def test_ditching_it_is_deadlier_than_ditching_a_b17(book):
    ours, theirs = (one.tables["G-10"].at(5).effects[0].name for one in (book, load("queen")))
    assert (ours, theirs) == ("crew_lost", "crew_rescued")


def test_the_list_of_games_states_that_it_is_ours():
    assert "b24d: B-24D: Liberators from Norfolk, a reconstruction by us" in CliRunner().invoke(main, ["games"]).stdout
