"""The figures of Queen of the Skies agree with the functions that its rules are played by."""

from collections import Counter

import pytest
from tests.games.figures import of

from combatbox.bomber import shells
from combatbox.bomber.effects import crew
from combatbox.core.phrases import signed
from combatbox.core.shapes import Area, Label
from combatbox.core.table_views import capital
from combatbox.games.queen import hazards
from combatbox.games.queen.drawings import CAUSE_LINE
from combatbox.games.queen.two_player import BOMBER, GERMAN, who_rolls
from combatbox.library.load import load

BOOK = load("queen")
FIGURES = BOOK.game.pages.drawings(BOOK.rulebook(), BOOK.say)


def filled(figure, evades, row):
    """The faces that are filled in a row of the figure of evasive action, of one of its two columns."""
    boxes = [area for area in of(figure, Area) if (area.corners[0][0] > 0) is evades]
    heights = sorted({area.corners[0][1] for area in boxes}, reverse=True)
    there = sorted((area for area in boxes if area.corners[0][1] == heights[row]), key=lambda area: area.corners[0])
    return [face for face, area in enumerate(there, 1) if area.look == "ahead"]


@pytest.mark.rule("Q15.1a")
@pytest.mark.parametrize(("row", "position"), [(0, "12_level"), (1, "3_level"), (2, "6_level")])
@pytest.mark.parametrize("evades", [False, True])
def test_the_faces_of_evasive_action_are_those_that_hit(rig, row, position, evades):
    hits = []
    for face in range(1, 7):
        r = rig({"M-3": [face]}, zone=5, out_of_formation=True).wave(("me109", position))
        r.state.wave.evading = evades
        if shells.german_fire(r.flight, []):
            hits.append(face)
    assert filled(FIGURES["evasion"], evades, row) == hits
    assert len(hits) < 6


@pytest.mark.rule("Q8.0d", "Q8.0e", "Q8.0h-2")
def test_the_causes_are_all_of_the_chart_and_those_that_order_stand_first():
    rows = BOOK.tables["R-8-0"].rows
    ordered = [row for row in rows if row.effects[0].name == "abort"]
    others = [row for row in rows if row not in ordered]
    boxes = sorted(of(FIGURES["causes"], Area), key=lambda area: -area.corners[0][1])
    assert [area.look for area in boxes] == ["ahead"] * len(ordered) + ["reach"] * len(others)
    lines = [item for item in of(FIGURES["causes"], Label) if not item.text.startswith("You ")]
    assert max(len(line.text) for line in lines) <= CAUSE_LINE
    words = [" ".join(line.text for line in lines if is_within(line, area)) for area in boxes]
    assert words == [capital(row.when.words(BOOK.say)) for row in (*ordered, *others)]


def is_within(label: Label, area: Area) -> bool:
    heights = [y for _, y in area.corners]
    return min(heights) < label.y < max(heights)


@pytest.mark.rule("Q21.0-1")
def test_each_table_of_a_wave_stands_on_the_side_of_who_rolls_on_it():
    labels = [item for item in of(FIGURES["players"], Label) if item.text.split()[0] in BOOK.tables]
    german = {item.text.split()[0] for item in labels if item.x < 0}
    for item in labels:
        name = item.text.split()[0]
        assert who_rolls(name, {"Q-X4": "on"}) == (GERMAN if name in german else BOMBER)
    assert len(german) not in (0, len(labels))


STATES = {(False, False): "at his duties", (True, False): "as if serious", (True, True): "dead", (False, True): "dead"}


@pytest.mark.rule("Q-BL4a-1", "Q-BL4a-2", "Q-BL4a-3")
def test_the_boxes_of_light_wounds_say_what_they_add_up_to(rig):
    flight = rig({}, zone=5).flight
    man = flight.state.men["tail_gunner"]
    flight.state.hand.man = "tail_gunner"
    boxes = sorted(
        (area for area in of(FIGURES["wounds"], Area) if area.corners[0][1] == 0), key=lambda a: a.corners[0]
    )
    below = [item.text for item in sorted(of(FIGURES["wounds"], Label), key=lambda item: item.x) if item.y == -22]
    assert len(boxes) == len(below) == BOOK.const.light_wounds.dead
    for number, words in enumerate(below, 1):
        crew.light_wound.function(flight)
        state = STATES[man.serious, man.dead]
        assert words == ("impaired" if number == BOOK.const.light_wounds.handicap else state)


@pytest.mark.rule("Q-BL4a-4")
@pytest.mark.parametrize("wounds", [(crew.light_wound, crew.serious_wound), (crew.serious_wound, crew.light_wound)])
def test_a_serious_wound_and_any_other_kill_as_the_figure_says(rig, wounds):
    flight = rig({}, zone=5).flight
    flight.state.hand.man = "tail_gunner"
    for wound in wounds:
        wound.function(flight)
    assert flight.state.men["tail_gunner"].dead
    assert {item.text for item in of(FIGURES["wounds"], Label)} >= {"1 and any other", "dead", "can do nothing"}


def cells(out):
    """What the figure of engines says with a number of engines out, by the name of the line."""
    labels = of(FIGURES["engines"], Label)
    names = {item.y: item.text for item in labels if item.side == "start"}
    across = sorted({item.x for item in labels if item.side == "middle"})
    return {names[item.y]: item.text for item in labels if item.x == across[out]}


@pytest.mark.rule("Q10.1-1", "Q10.2-1", "Q10.2-2", "Q10.3-1")
@pytest.mark.parametrize("out", [1, 2, 3])
def test_the_figure_of_engines_says_what_becomes_of_a_bomber_that_loses_them(rig, out):
    r = rig({}, {"heavy": "keep", "throw_out": "keep", "abort": "go_on"}, zone=3)
    for engine in r.state.engines[:out]:
        engine.out = True
    r.state.due.engines_seen = out - 1
    r.fly(hazards.after_fighting)
    r.fly(hazards.choose_range)
    says = cells(out)
    assert (
        says["Formation"] == says["Bombs"] == "choose" if "heavy" in r.player.kinds() else "choose" not in says.values()
    )
    assert says["Height"] == r.state.track.altitude
    assert says["Turns a zone"].endswith(str(1 + hazards.is_slow(r.flight)))
    zones = r.state.supply.range_zone - r.state.track.zones_entered
    assert says["Zones to go"] == (
        "all" if r.state.engines_running() > 1 else f"{zones} or {BOOK.const.one_engine_zones.thrown_out}"
    )


@pytest.mark.rule("Q10.2-2", "Q10.3-3", "Q10.4-2")
@pytest.mark.parametrize("out", range(5))
def test_the_figure_of_engines_has_the_modifiers_of_the_fire_and_the_landing(rig, out):
    r = rig({}, zone=1)
    for engine in r.state.engines[:out]:
        engine.out = True
    r.state.orders.terrain = ""
    for line, table in (("Fighters' aim", "M-3"), ("Landing", "G-9")):
        names = ("two_engines_out", "one_engine", "no_engines")
        amounts = [
            one.amount(r.flight)
            for one in BOOK.tables[table].modifiers
            if one.called in names and one.when.holds(r.flight)
        ]
        nobody_fights = table == "M-3" and out == 4
        assert cells(out)[line] == ("–" if nobody_fights else signed(sum(amounts)))


@pytest.mark.rule("Q11.0-1", "Q11.0-2", "Q11.0-3")
def test_the_bars_of_the_cold_are_the_men_whom_it_bites(rig):
    spared, shown = 1.0, [item.text for item in of(FIGURES["cold"], Label) if item.y not in (-18, 244)]
    for zone, chance in enumerate(shown, 1):
        bitten = 0
        for die in range(1, 7):
            r = rig({"BL-5": [die]}, {"heat": "stay"}, zone=2)
            r.state.supply.heat_out = {"ball_gunner": 0}
            r.state.track.zones_entered, r.state.track.turn_in_zone = zone, 1
            r.fly(hazards.cold)
            bitten += r.state.men["ball_gunner"].frostbitten
        spared *= 1 - bitten / 6
        assert chance == f"{100 * (1 - spared):.0f}"
    assert shown[0] == "0"


@pytest.mark.rule("Q9.5-1", "Q-M5.2")
def test_the_last_bar_of_spray_is_what_a_spraying_gun_does():
    looks = {"gun_jammed": "reach", "fighter_breaks_off": "ground", "roll_on": "ahead", "no_effect": "table"}
    bars = sorted(
        {area.corners[0][1] for area in of(FIGURES["spray"], Area) if area.corners[1][1] - area.corners[2][1] == -40}
    )
    parts = {
        area.look: area.corners[1][0] - area.corners[0][0]
        for area in of(FIGURES["spray"], Area)
        if area.corners[0][1] == bars[0]
    }
    faces = Counter(looks[BOOK.tables["M-5"].at(die).effects[0].name] for die in range(1, 7))
    assert parts == {look: 100 * times for look, times in faces.items()}
    assert f"Sprayed: {BOOK.const.burst_per_spray} bursts" in [item.text for item in of(FIGURES["spray"], Label)]


@pytest.mark.parametrize("variant", ["b17g", "foggia"])
def test_figures_of_a_variant_suit_its_tables(variant):
    book = load(variant)
    figures = book.game.pages.drawings(book.rulebook(), book.say)
    lines = [label.text for label in of(figures["players"], Label)]
    assert max(map(len, lines)) <= 26  # letters that fit into the box of a player
    assert "Beyond" not in figures["zones"].text  # the escort reaches the farthest zone
