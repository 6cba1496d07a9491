"""The figures of the bombers' chapters agree with tables, constants and the order of play, and every one of them is shown."""

import re
from collections import Counter
from itertools import combinations, pairwise, product

import pytest
from tests.games.figures import called_for, in_order, of, spots, stretches

from combatbox.bomber.drawing import drawing_of
from combatbox.bomber.drawings import FATES, LETTERS, LEVELS, at_bearing, hour_of
from combatbox.bomber.gunnery import shown_fields
from combatbox.bomber.setup import new_state as new_queen
from combatbox.core.dice import ListedDice
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.core.phrases import span
from combatbox.core.shapes import Area, Label, Line, Placed
from combatbox.core.table_views import capital
from combatbox.games.queen import drawings as queen
from combatbox.games.superfort import drawings as superfort
from combatbox.games.superfort.setup import new_state as new_superfort
from combatbox.library.load import load
from combatbox.library.paths import home
from combatbox.play.narrate import narration_context

GAMES = {"queen": queen, "superfort": superfort}
BOOKS = {game: load(game) for game in GAMES}
DRAWN = {game: book.game.pages.drawings(book.rulebook(), book.say) for game, book in BOOKS.items()}
NEW_STATES = {"queen": new_queen, "superfort": new_superfort}
both = pytest.mark.parametrize("game", GAMES)


@both
def test_every_figure_stands_in_a_chapter_and_no_chapter_asks_for_another(game):
    assert called_for(game) == sorted(DRAWN[game])


@both
def test_all_of_a_figure_lies_within_it_and_no_label_is_empty(game):
    for name, figure in DRAWN[game].items():
        for x, y in spots(figure):
            assert figure.left <= x <= figure.right, (name, x)
            assert figure.near <= y <= figure.far, (name, y)
        assert all(item.text.strip() for item in of(figure, Label)), name


@both
def test_the_clock_has_a_fighter_at_every_position_that_turns_its_nose_to_the_bomber(game):
    bomber, *fighters = of(DRAWN[game]["clock"], Placed)
    positions = [at for at in map(hour_of, BOOKS[game].const.positions) if at]
    assert {(one.x, one.y) for one in fighters} == {at_bearing(bearing, LEVELS[level]) for bearing, level in positions}
    assert len(fighters) == len(positions)
    for one in fighters:
        assert at_bearing(one.heading, 1000)[0] * one.x <= 0
        assert at_bearing(one.heading, 1000)[1] * one.y <= 0
    assert (bomber.x, bomber.y) == (0, 0)


def test_the_clock_reads_hours_as_a_clock_does():
    assert hour_of("12_high") == (0, "high")
    assert hour_of("1:30_low") == (45, "low")
    assert hour_of("9_level") == (270, "level")
    assert hour_of("vertical_dive") is None


@pytest.mark.rule("Q9.0-1")
def test_the_rings_of_each_gun_are_the_rows_of_its_table():
    figure, table = DRAWN["queen"]["guns"], BOOKS["queen"].tables["M-1"]
    bearing = Counter(
        key.partition("|")[2] for key in (row.key for row in table.rows) if hour_of(key.partition("|")[0])
    )
    places = of(figure, Placed)
    drawn = Counter()
    for area in of(figure, Area):
        x, y = (sum(spot[side] for spot in area.corners) / len(area.corners) for side in (0, 1))
        drawn[min(range(len(places)), key=lambda n: (places[n].x - x) ** 2 + (places[n].y - y) ** 2)] += 1
    assert [drawn[number] for number in range(len(places))] == [bearing[gun] for gun in BOOKS["queen"].const.guns]


def test_the_names_of_guns_stand_apart_on_a_phone_and_are_complete():
    on_a_phone = 18  # the width of a letter there, in the units of the figure, which is as wide as the page
    for game in ("queen", "b17g", "b24d"):
        book = load(game)
        words = narration_context(book)
        labels = of(queen.guns(book.rulebook(), words.say), Label)
        for one, other in combinations(labels, 2):
            if one.y == other.y:
                assert abs(one.x - other.x) > (len(one.text) + len(other.text)) / 2 * on_a_phone
        assert " ".join(label.text for label in labels) == " ".join(words.say(f"gun_{gun}") for gun in book.const.guns)


@pytest.mark.rule("F5.3A.2")
def test_the_rings_of_each_turret_are_the_cells_of_its_chart():
    figure, table = DRAWN["superfort"]["guns"], BOOKS["superfort"].tables["T5-6"]
    parts = [key.partition("@")[::2] for key, row in table.keys.items() if "@" in key and row.effects]
    bearing = Counter(gun for position, gun in parts if hour_of(position))
    assert len(of(figure, Area)) == sum(bearing.values())
    assert " ".join(item.text for item in of(figure, Label)) == " ".join(table.columns.values())


@both
def test_the_sections_have_each_its_table_and_each_man_his_place(game):
    book = BOOKS[game]
    labels = [item.text for item in of(DRAWN[game]["sections"], Label)]
    for compartment in book.const.compartments.values():
        assert any(label.split()[-1] == compartment.table for label in labels)
        assert all(labels.count(book.say(man)) == 1 for man in compartment.stations)


def runs(rolled, order):
    """The rolls of missions in runs down the figure: one ends where play goes back to what stands before the fighters' fire."""
    parts, turn = [[]], order.index("attack.fire")
    for before, place in pairwise([order[0], *rolled]):
        if order.index(place) < min(order.index(before), turn):
            parts.append([])
        parts[-1].append(place)
    return [list(dict.fromkeys(part)) for part in parts]


@both
def test_a_wave_is_rolled_in_the_order_of_its_figure_and_goes_back_where_it_says(game):
    order = GAMES[game].WAVE
    longest, back = [], Counter()
    start, end = GAMES[game].AGAIN
    for rolled in stretches(BOOKS[game], (f"figure/{seed}" for seed in range(12)), order, mission=20):
        parts = runs(rolled, order)
        longest = max([longest, *parts], key=len)
        back.update(later[0] for part, later in pairwise(parts) if part[-1] == start)
    assert longest == [place for place in order if place in longest]
    assert len(longest) >= len(order) - 1
    assert back.most_common(1)[0][0] == end


@both
def test_over_the_target_is_rolled_in_the_order_of_its_figure_and_goes_back_where_it_says(game):
    order, (_, end) = GAMES[game].TARGET, getattr(GAMES[game], "ROUND", None) or GAMES[game].FLAK_AGAIN
    came, back = set(), Counter()
    for rolled in stretches(BOOKS[game], (f"figure/{seed}" for seed in range(30)), order, mission=20):
        came.update(rolled)
        if "bombs.accuracy" in rolled:
            last = len(rolled) - rolled[::-1].index("bombs.accuracy")
            assert in_order(rolled[:last], order)
            back.update([place for place in rolled[last:] if place != "target.thermals"][:1])
    assert came >= set(order) - {"target.thermals"}
    assert set(back) == {end}


@both
def test_the_formation_says_what_gives_a_place_and_what_a_squadron_changes(game):
    book, figure = BOOKS[game], DRAWN[game]["formation"]
    place, squadron, fighters = ("G-4", "G-4-SQUADRON", "B-1") if game == "queen" else ("T2-4", "T2-5", "T5-1")
    assert len(of(figure, Placed)) == 9
    labels = [item.text for item in of(figure, Label)]
    for key, names in ((place, ("lead", "middle", "tail")), (squadron, ("high", "middle", "low"))):
        for row in book.tables[key].rows:
            rolls, name = span(row.rolls), str(row.effects[0].parameters()[0])
            assert name in names
            assert (rolls in labels and name in labels) or f"{name}, {rolls}" in labels
    amounts = [
        m.add for m in book.tables[fighters].modifiers if m.called.split("_")[0] in ("squadron", "middle", "low")
    ]
    assert sorted(amounts) == [-1, 1]
    assert [text for text in labels if text in ("as rolled", "−1", "+1")] == ["as rolled", "−1", "+1"]


@pytest.mark.parametrize(("game", "name", "key"), [
    ("queen", "shells", "B-4"), ("queen", "accuracy", "O-7"), ("superfort", "accuracy", "T6-7"),
])  # fmt: skip
def test_the_parts_of_a_bar_are_as_wide_as_the_throws_that_give_their_numbers(game, name, key):
    table, figure = BOOKS[game].tables[key], DRAWN[game][name]
    by_bar = {}
    for area in of(figure, Area):
        (x, y), (right, _) = area.corners[:2]
        by_bar.setdefault(y, []).append((x, right - x))
    assert len(by_bar) == len(table.columns)
    throws = [a + b for a in range(1, 7) for b in range(1, 7)]
    for column, y in zip(table.columns, sorted(by_bar, reverse=True), strict=True):
        given = Counter(table.at(roll, column).effects[0].parameters()[0] for roll in throws)
        numbers = sorted(given, key=lambda value: (isinstance(value, str), value))
        widths = [wide for _, wide in sorted(by_bar[y])]
        assert sum(widths) == 600
        assert all(abs(wide - 600 * given[n] / 36) <= 1 for wide, n in zip(widths, numbers, strict=True))


@pytest.mark.rule("F4.2.D1", "F7.5.1", "F7.6A.2")
def test_the_cabins_are_those_that_share_their_pressure_and_have_their_room_and_extinguishers():
    figure, compartments = DRAWN["superfort"]["cabins"], BOOKS["superfort"].const.compartments
    boxes = [area for area in of(figure, Area) if area.corners[1][0] - area.corners[0][0] > 100]
    bottles = [area for area in of(figure, Area) if area not in boxes]
    looks = dict(
        zip(compartments, (area.look for area in sorted(boxes, key=lambda area: -area.corners[0][1])), strict=True)
    )
    assert {name for name, look in looks.items() if look == "table"} == {
        n for n, r in compartments.items() if not r.pressurized
    }
    assert looks["nose"] == looks["nav_radio"]
    assert len({looks["nose"], looks["waist"], looks["tail"]}) == 3
    assert len(bottles) == sum(compartment.extinguishers for compartment in compartments.values())
    labels = [item.text for item in of(figure, Label) if item.text.startswith("room")]
    assert labels == [f"room for {compartment.room}" for compartment in compartments.values()]


@pytest.mark.rule("F4.5B.1")
def test_the_bars_of_the_course_are_the_chances_of_the_dice():
    book, figure = BOOKS["superfort"], DRAWN["superfort"]["course"]
    throws = [a + b for a in range(1, 7) for b in range(1, 7)]
    on = {roll for row in book.tables["T4-8"].rows if row.effects[0].parameters() == ("on",) for roll in row.rolls}
    labels = [item.text for item in of(figure, Label)]
    for marker in superfort.markers_of(book.rulebook()):
        share = sum(max(min(roll + marker, max(on)), min(on) - 1) in on for roll in throws) / 36
        assert f"{100 * share:.0f}" in labels
        assert superfort.on_course(book.rulebook(), marker) == share


@pytest.mark.rule("F5.8.1")
def test_a_night_turn_is_rolled_in_the_order_of_its_figure_but_for_who_fires_first():
    """Of what nobody has seen, the fire comes before that of the guns, as its text says."""
    order, came = superfort.NIGHT, set()
    known = order[: order.index("night.spotted") + 1]
    seeds = (f"x{seed}" for seed in range(40))
    for turn in stretches(BOOKS["superfort"], seeds, order, mission=20, begins=order[0]):
        if any(place.startswith("night") for place in turn):
            assert in_order(turn, known)
        if "night.fighters" in turn:
            came.update(turn)
    assert came == set(order)


@both
def test_the_lines_of_a_landing_are_as_long_as_the_dice_and_stop_at_the_ends_of_the_table(game):
    figure, table = DRAWN[game]["landing"], BOOKS[game].tables["G-9" if game == "queen" else "T8-1"]
    rows, lines = of(figure, Area), of(figure, Line)
    first, last = min(x for x, _ in rows[0].corners), max(x for x, _ in rows[-1].corners)
    wide = (last - first) / (table.high - table.low + 1)
    net = lambda x: table.low + int((x - first) // wide)  # noqa: E731
    adds = [0, *sorted({one.add for one in table.modifiers if isinstance(one.add, int)}, reverse=True)]
    assert [(net(line.spots[0][0]), net(line.spots[1][0])) for line in lines] == [
        (max(2 + add, table.low), min(12 + add, table.high)) for add in adds
    ]


@both
def test_the_figures_of_a_game_follow_its_constants(game):
    book = BOOKS[game]
    labels = [item.text for item in of(DRAWN[game]["zones"], Label)]
    numbers = [int(text) for text in labels if text.isdigit()]
    assert numbers == list(range(book.const.home_zone, numbers[-1] + 1))
    for zones in ("fighter_zones",) if game == "superfort" else ():
        assert book.meta.constants[zones]["last"] == numbers[-1]


def test_a_gun_is_shown_to_bear_where_its_table_has_a_row():
    """M-1 by itself, cell by cell, is the second transcription of the drawn fields."""
    book = load("queen")
    rulebook, words = book.rulebook(), narration_context(book)
    drawing = drawing_of(words)
    shown = shown_fields(rulebook, words)
    rows = {row.key.partition("@")[0] for row in rulebook.tables["M-1"].rows}
    for gun, part in drawing.guns.items():
        bears = {key.partition("|")[0] for key in rows if key.endswith(f"|{gun}")}
        places = {(drawing.positions[position].clock, drawing.positions[position].level) for position in bears}
        assert set(shown[part].bears) == places, gun
    for station, part in drawing.seats.items():
        mine = [drawing.guns[gun] for gun, facts in rulebook.constants.guns.items() if station in facts.stations]
        assert set(shown[part].bears if part in shown else ()) == {at for gun in mine for at in shown[gun].bears}, (
            station
        )


def flight_of(game, dice, mission=20):
    """A flight of a game at the start of a mission, with these dice."""
    rulebook = BOOKS[game].rulebook()
    return Flight(rulebook, ListedDice(dice), NEW_STATES[game](rulebook, Setup(mission)))


@both
@pytest.mark.rule("Q7.1-1", "Q7.1-2", "Q7.1-3", "F9.3A.1", "F9.3B.1", "F9.3C.1")
@pytest.mark.parametrize("lost", [False, True])
@pytest.mark.parametrize("aim", ["on_target", "off_target", ""])
def test_the_figure_of_who_has_won_says_what_the_debriefing_decides(game, lost, aim):
    book, figure = BOOKS[game], DRAWN[game]["victory"]
    flight = flight_of(game, [])
    outcome = flight.state.outcome
    outcome.bombs_dropped, outcome.aim_result = bool(aim), aim
    flight.state.due.lost = lost
    flight.consult("debriefing.result")
    boxes = sorted(of(figure, Area), key=lambda area: (-area.corners[0][1], area.corners[0][0]))
    struck = boxes[2 * (aim != "on_target") + lost]
    (left, low), (right, _), (_, high), _ = struck.corners
    lines = [item.text for item in of(figure, Label) if left < item.x < right and low < item.y < high]
    assert " ".join(lines) == capital(book.say(f"victory_{outcome.result}"))
    assert max(map(len, lines)) <= LETTERS
    assert not re.search("yours|victory", figure.text), "who has won stands in the table alone"


@both
@pytest.mark.rule("Q-BL4b-2", "Q-BL5b", "Q11.0-6", "F9.1.1")
@pytest.mark.parametrize(("number", "serious", "frostbitten"), [(0, True, False), (1, False, True), (2, True, True)])
def test_the_bars_of_the_fates_are_the_men_who_roll_them(game, number, serious, frostbitten):
    ends = Counter()
    for dice in product(range(1, 7), repeat=2):
        flight = flight_of(game, dice)
        man = flight.state.men["tail_gunner"]
        man.serious, man.frostbitten, flight.state.hand.man = serious, frostbitten, man.role
        if serious:
            flight.roll("debriefing.survival", man.role)
        if frostbitten and not man.dead:
            flight.roll("debriefing.recovery", man.role)
        ends["dies" if man.dead else man.fate] += 1
    bars = sorted({area.corners[0][1] for area in of(DRAWN[game]["fates"], Area)}, reverse=True)
    parts = [area for area in of(DRAWN[game]["fates"], Area) if area.corners[0][1] == bars[number]]
    wide = {area.look: area.corners[1][0] - area.corners[0][0] for area in parts}
    assert set(wide) == {FATES[fate] for fate in ends}
    assert all(abs(wide[FATES[fate]] - 600 * times / 36) <= 1 for fate, times in ends.items())


CHANGED = {
    "superfort": {
        "victory": ("r9-3.yaml", "mission_result: draw", "mission_result: japanese"),
        "company": ("t5-1.yaml", "when: escort_p51, add: -3", "when: escort_p51, add: -4"),
        "aim": ("t5-9.yaml", "when: evading, add: -1", "when: evading, add: -2"),
        "fates": ("t7-13-fate.yaml", "effects: [invalided]", "effects: [recovers]"),
        "turning": ("game.yaml", "loaded: 2, light: 1", "loaded: 3, light: 1"),
    },
    "queen": {
        "victory": ("r-7-1.yaml", "mission_result: draw", "mission_result: german_air_defence"),
        "fates": ("bl-4-survival.yaml", "effects: [invalided]", "effects: [recovers]"),
        "engines": ("m-3.yaml", "when: two_engines_out, add: 1", "when: two_engines_out, add: 2"),
        "cold": ("bl-5.yaml", "area: No frostbite this time, effects: [no_effect]", "effects: [frostbite]"),
        "spray": ("m-5.yaml", "roll: 3, area: The fighter attacks, effects: [no_effect]", "roll: 3, effects: [fighter_breaks_off]"),
    },
}  # fmt: skip
"""A change of a game's data for each of some figures: the file, what stands in it, and what takes its place."""


@both
def test_a_figure_follows_its_table(tmp_path, game):
    (tmp_path / game).mkdir()
    for file, was, becomes in CHANGED[game].values():
        text = (home(game).tables / file).read_text(encoding="utf-8")
        assert was in text, file
        (tmp_path / game / file).write_text(text.replace(was, becomes), encoding="utf-8")
    book = load(game, tmp_path)
    changed = book.game.pages.drawings(book.rulebook(), book.say)
    assert [name for name, figure in changed.items() if figure != DRAWN[game][name]] == [
        name for name in changed if name in CHANGED[game]
    ]
