"""The papers of B-17!: what is measured with is as long on paper as the tables have it, and the battle log says what was flown."""

from __future__ import annotations

import math
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
from pdfua import validate
from pypdf import PdfReader
from tests import flights
from tests.flights import forms
from tests.games.skirmish.keyed import throws

from combatbox.games.skirmish.deploy import bomber_fault, escort_fault
from combatbox.games.skirmish.parameters import Measures, forces, measures
from combatbox.games.skirmish.state import BOMBERS
from combatbox.library import paths
from combatbox.library.load import load
from combatbox.library.paths import tables as tables_of
from combatbox.press import counters, models
from combatbox.press.errors import PressError
from combatbox.press.print_run import print_filled, print_run
from combatbox.press.rulers import read_feet
from combatbox.press.shop import PrintOptions, open_shop
from combatbox.press.style import MM, Ink
from combatbox_dev.transcriptions import read_transcription

from . import built
from .shop import PAPERS, alternatives, boxes, crossed, everything, overlapping, words, written
from .skirmish import INCH, MEASURED, SHEETS, Ruler, blank, book, filled, flown, shop, true
from .texts import in_one_line, texts

every_measured = pytest.mark.parametrize(("name", "paper"), [(name, paper) for name in MEASURED for paper in PAPERS])
every_paper = pytest.mark.parametrize("paper", PAPERS)

HAIR = 0.002  # inches: twentieths of a millimetre
ALARM = (0.604, 0.165, 0.122)


def near(length: float) -> object:
    return pytest.approx(length, abs=HAIR)


def pages(name: str, paper: str) -> range:
    return range(len(PdfReader(blank(name, paper)).pages))


# ---- every sheet


def is_frame(rectangle: dict[str, float]) -> bool:
    """Return True if a rectangle is the edge of a part of the target."""
    left, right, low, high = true().target
    size = ((right - left) / 2000 * INCH, (high - low) / 1000 * INCH)
    return (rectangle["width"], rectangle["height"]) == (pytest.approx(size[0], abs=1), pytest.approx(size[1], abs=1))


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "paper"), [(name, paper) for name in SHEETS if name != "markers" for paper in PAPERS])
def test_nothing_comes_nearer_to_the_edge_than_a_home_printer_reaches(name: str, paper: str) -> None:
    """The cutting lines of markers reach beyond their grid, as those of all counters do (`test_cards`)."""
    with pdfplumber.open(blank(name, paper)) as file:
        for page in file.pages:
            letters = (char for char in page.chars if char["text"] != " ")  # a blank at the end of a line is no ink
            is_target = name.startswith("target")
            things = [*letters, *(one for one in page.rects if not is_target or is_frame(one))]
            if not is_target:  # its drawing is clipped, which the reader does not see
                things += [*page.lines, *page.curves]
            for one in things:
                assert 9.9 * MM <= one["x0"] <= one["x1"] <= float(page.width) - 9.9 * MM, one.get("text", one)
                assert 9.7 * MM <= one["top"] <= one["bottom"] <= float(page.height) - 9.0 * MM, one.get("text", one)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", SHEETS)
def test_sparing_and_grey_ink_leave_out_no_word_and_no_length(name: str) -> None:
    saver = blank(name, "a4", PrintOptions(Ink("saver", colour=False)))
    # A paper of the build names the tables that it read, one drawn alone those of the game.
    saved, whole = (re.sub(r"tables \w{8}", "", everything(path)) for path in (saver, blank(name, "a4")))
    assert saved == whole
    full, sparing = Ruler(blank(name, "a4")), Ruler(saver)
    assert sparing.lines == full.lines
    assert len(sparing.boxes) <= len(full.boxes)
    for page in PdfReader(saver).pages:
        stream = page.get_contents().get_data().decode("latin-1")
        assert not re.findall(r"[\d.]+ [\d.]+ [\d.]+ (?:rg|RG)\b", stream)


# ---- true to scale


@pytest.mark.sample(2)
@every_measured
def test_each_sheet_to_measure_with_has_a_line_that_shows_whether_the_printer_scaled_it(name: str, paper: str) -> None:
    """The line is as long as guns reach, and has a tick at each inch; its words say so in inches and in millimetres."""
    reach = true().reach / 1000
    for page in pages(name, paper):
        ruler = Ruler(blank(name, paper), page)
        left, length, y = max((one for one in ruler.across() if abs(one[1] - reach) < HAIR), key=lambda one: one[2])
        assert length == near(reach)
        ticks = [
            x - left
            for x, top, high in ruler.upright()
            # longer lines belong to the drawing of the target, which is clipped
            if top < y < top + high < top + 0.2 and left - HAIR <= x <= left + length + HAIR
        ]
        assert sorted(ticks) == [near(inch) for inch in range(round(reach) + 1)]
        text = words(blank(name, paper), page)
        assert f"{reach:g} inches, {reach * 25.4:.1f} mm: hold a ruler to this line." in text
        assert "actual size (100%)" in text


@every_paper
@pytest.mark.rule("S-207", "S-502")
def test_the_halves_of_the_target_make_up_its_rectangle(paper: str) -> None:
    left, right, low, high = true().target
    sizes = []
    for page in pages("target", paper):
        ruler = Ruler(blank("target", paper), page)
        (half,) = [box for box in ruler.boxes if box[3] == near((high - low) / 1000) and box[2] > 2]
        sizes.append(half[2])
    assert len(sizes) == 2
    assert sum(sizes) == near((right - left) / 1000)


@every_paper
def test_the_halves_of_the_target_go_on_where_the_other_ends(paper: str) -> None:
    """The road across the whole target lies as far to the left of the second half as the first half is wide."""
    places = []
    for page in pages("target", paper):
        ruler = Ruler(blank("target", paper), page)
        (frame,) = [box for box in ruler.boxes if box[3] == near(8.0) and box[2] > 2]
        road = [x - frame[0] for x, length, _ in ruler.across() if length == near(11.0)]
        assert len(road) == 2
        places.append((road[0], frame[2]))
    assert places[0][0] == near(0.0)
    assert places[1][0] == near(-places[0][1])


@every_paper
@pytest.mark.rule("S-602", "S-610", "S-612", "S-515")
def test_sticks_are_as_long_as_aircraft_move_and_marked_where_it_says(paper: str) -> None:
    ruler = Ruler(blank("sticks", paper))
    m, sets = true(), shop().catalogue.data["sticks"]["sets"]
    fighter, bomber = m.moves["fighter"], m.moves["bomber"]
    entry = {effect["inches"] for row in book().tables["S-TAB-ALTITUDE"].rows for effect in row.effects}
    strips = sorted((box for box in ruler.boxes if box[2] > 2), key=lambda box: (round(box[1], 2), box[0]))
    assert len(strips) == 5 * sets
    for number in range(sets):
        first, second, third, reach, flak = strips[5 * number : 5 * number + 5]
        assert first[2] + second[2] == near(fighter.inches + max(entry))
        assert third[2] == near(bomber.inches)
        assert (reach[2], flak[2]) == (near(m.reach / 1000), near(m.aa / 1000))
        marks = {*_marks(ruler, first), *(round(first[2] + at, 2) for at in _marks(ruler, second))}
        wanted = {fighter.straight, fighter.inches, fighter.inches + min(entry), fighter.inches - fighter.loss}
        assert marks == wanted
        assert set(_marks(ruler, third)) == {bomber.straight} | {
            bomber.inches - bomber.loss * damage for damage in range(1, m.toughness["bomber"] + 1)
        }


def _marks(ruler: Ruler, strip: tuple[float, float, float, float]) -> list[float]:
    """Where long ticks stand on a strip, in inches from its left end."""
    left, top, wide, high = strip
    inside = [one for one in ruler.upright() if left < one[0] < left + wide and abs(one[1] - top) < HAIR]
    return [round(x - left, 2) for x, _, length in inside if length > 0.5 * high]


@every_paper
@pytest.mark.rule("S-602")
def test_ticks_of_a_stick_stand_at_every_half_inch(paper: str) -> None:
    ruler = Ruler(blank("sticks", paper))
    (strip, *_) = [box for box in ruler.boxes if box[2] == near(true().reach / 1000)]
    left, top, wide, _ = strip
    ticks = sorted(x - left for x, y, _ in ruler.upright() if left < x < left + wide and abs(y - top) < HAIR)
    assert ticks == [near(half / 2) for half in range(1, round(2 * wide))]


@every_paper
@pytest.mark.rule("S-622", "S-638", "S-624")
def test_the_template_has_the_reach_and_the_arc_of_a_gun(paper: str) -> None:
    m, ruler = true(), Ruler(blank("sticks", paper), 1)
    reach = m.reach / 1000
    sector = max((one for one in ruler.curves if len(one) == 4), key=lambda one: one[0][1] - one[1][1])
    apex, ends = sector[0], sector[1:3]
    for x, y in ends:
        assert math.dist(apex, (x, y)) == near(reach)
        assert abs(math.degrees(math.atan2(x - apex[0], apex[1] - y))) == pytest.approx(m.arc, abs=0.05)
    slanted = [one for one in ruler.lines if abs(one[0] - one[2]) > 0.5 and abs(one[1] - one[3]) > 0.5]
    for x1, y1, x2, y2 in slanted:
        assert math.hypot(x2 - x1, y2 - y1) == near(reach)
        assert math.degrees(math.atan2(x2 - x1, y2 - y1)) == pytest.approx(m.direct, abs=0.05)
    assert len(slanted) == 2


@every_paper
@pytest.mark.rule("S-611", "S-613")
def test_the_circle_of_degrees_is_shaded_where_a_bomber_may_not_turn(paper: str) -> None:
    m, path = true(), blank("sticks", paper)
    ruler = Ruler(path, 1)
    radius = shop().catalogue.data["turning"] / 1000
    (circle,) = [
        one for one in ruler.curves if abs(_wide(one) - 2 * radius) < HAIR and abs(_high(one) - 2 * radius) < HAIR
    ]
    middle = (min(x for x, _ in circle) + radius, min(y for _, y in circle) + radius)
    (shade,) = [one for one in ruler.curves if math.dist(one[0], middle) < HAIR and len(one) > 3 and _wide(one) > 1]
    turned = {
        round(abs(math.degrees(math.atan2(x - middle[0], middle[1] - y))))
        for x, y in shade[1:]
        if math.dist((x, y), middle) > 1
    }
    assert min(turned) == m.moves["bomber"].turn
    assert f"up to {m.moves['bomber'].turn} degrees" in words(path, 1)
    ticks = [one for one in ruler.lines if abs(math.dist(one[:2], middle) - radius) < HAIR or abs(math.dist(one[2:], middle) - radius) < HAIR
             or abs(math.dist((one[0], one[3]), middle) - radius) < HAIR or abs(math.dist((one[2], one[1]), middle) - radius) < HAIR]  # fmt: skip
    assert len(ticks) == 360 // 5


def _wide(curve: list[tuple[float, float]]) -> float:
    return max(x for x, _ in curve) - min(x for x, _ in curve)


def _high(curve: list[tuple[float, float]]) -> float:
    return max(y for _, y in curve) - min(y for _, y in curve)


@every_paper
@pytest.mark.rule("S-512")
def test_the_strip_of_a_section_reaches_from_one_fighter_to_the_other(paper: str) -> None:
    (strip,) = Ruler(blank("sticks", paper), 1).boxes
    assert strip[2] == near(2 * true().abreast / 1000)


@every_paper
def test_sticks_and_target_for_large_models_have_the_scale_of_the_models(paper: str) -> None:
    m, times = true(), shop().catalogue.data["sizes"]["large"]["times"]
    entry = {effect["inches"] for row in book().tables["S-TAB-ALTITUDE"].rows for effect in row.effects}
    lengths = [m.moves["fighter"].inches + max(entry), m.moves["bomber"].inches]
    lengths += [m.reach / 1000, m.aa / 1000, 2 * m.abreast / 1000]
    wide = [box[2] for box in Ruler(blank("sticks-large", paper)).boxes if box[2] > 2]
    assert sum(wide) == pytest.approx(times * sum(lengths), abs=10 * HAIR)
    assert max(wide) <= shop().catalogue.data["sticks"]["longest"] / 1000 + HAIR
    left, right, low, high = m.target
    area = 0.0
    for page in pages("target-large", paper):
        ruler = Ruler(blank("target-large", paper), page)
        (tile,) = [box for box in ruler.boxes if box[2] > 5 and box[3] == near((high - low) / 1000)]
        area += tile[2] * tile[3]
    assert area == pytest.approx(times**2 * (right - left) * (high - low) / 1e6, rel=0.001)
    assert f"{m.width * times / 12000:g} by {m.length * times / 12000:g} feet" in words(blank("sticks-large", paper), 0)


# ---- the table for large models


@pytest.mark.parametrize(
    ("units", "words"),
    [(0, "0 in"), (400, "½ in"), (874, "¾ in"), (12_000, "1 ft"), (13_100, "1 ft 1 in"), (71_900, "6 ft"), (142_640, "11 ft 10¾ in")],
)  # fmt: skip
def test_lengths_on_a_floor_are_feet_and_quarter_inches(units: int, words: str) -> None:
    assert read_feet(units) == words


_LENGTH = re.compile(r"(?:(\d+) ft)? ?(?:(\d*)([¼½¾]?) in)?")


def inches_of(length: str) -> float:
    """A length in feet and inches as inches of the game."""
    feet, whole, part = _LENGTH.fullmatch(length).groups()  # type: ignore[union-attr]
    times = shop().catalogue.data["sizes"]["large"]["times"]
    return (12 * int(feet or 0) + int(whole or 0) + {"¼": 0.25, "½": 0.5, "¾": 0.75}.get(part or "", 0)) / times


def large_tables() -> list[tuple[Measures, dict[str, Any]]]:
    """The tables for large models with the measures of the ruling that they are printed for."""
    sizes = ("table_tennis", *shop().catalogue.data["large_tables"])
    printed = shop().provider.names(shop().context)["large_tables"]
    assert len(printed) == len(sizes)
    return [(measures(book().rulebook({"table_size": size})), one) for size, one in zip(sizes, printed, strict=True)]


@pytest.mark.rule("S-201", "S-511")
def test_cards_for_the_edges_lie_where_the_table_has_its_hours_and_the_strip() -> None:
    for m, table in large_tables():
        cards = {}
        for card in table["cards"]:
            cards.setdefault(card.title, []).append(card)
        for hour, (x, y) in m.entries.items():
            (card,) = cards[str(hour)]
            assert (
                card.at
                == {True: "left" if x == 0 else "right", False: "bottom" if y == 0 else "top"}[x in (0, m.width)]
            )
            at, whole = (y, m.length) if x in (0, m.width) else (x, m.width)
            length, corner = re.fullmatch(r".*, (.*) from (?:the )?(.*) corners?", card.words).groups()  # type: ignore[union-attr]
            assert inches_of(length) == pytest.approx(min(at, whole - at) / 1000, abs=0.07)
            assert corner == ("both" if 2 * at == whole else {True: "near" if card.at in ("left", "right") else "left",
                              False: "far" if card.at in ("left", "right") else "right"}[2 * at < whole])  # fmt: skip
        for title, side, edge in (("The strip begins", "bottom", m.deploy[0]), ("The strip ends", "top", m.deploy[1])):
            assert {card.sides for card in cards[title]} == {("left", side), ("right", side)}
            assert {inches_of(card.words.split(", ")[1].split(" from")[0]) for card in cards[title]} == {edge / 1000}
        assert len([title for title in cards if title.endswith("corner")]) == 4


@every_paper
@pytest.mark.rule("S-201", "S-502", "S-503")
def test_the_table_for_large_models_has_the_lengths_of_the_game(paper: str) -> None:
    for number, (m, table) in enumerate(large_tables()):
        said = words(blank("table-large", paper), number)
        found = {
            name: inches_of(table[name])
            for name in ("width", "length", "diagonal", "near", "far", "flank", "beside", "flak")
        }
        near, far, flank = m.deploy
        lengths = [m.width, m.length, math.hypot(m.width, m.length), near, far, flank, m.target[0], m.aa]
        assert list(found.values()) == [pytest.approx(length / 1000, abs=0.07) for length in lengths]
        assert all(table[name] in said for name in found)
        plan = next(box for box in Ruler(blank("table-large", paper), number).boxes if box[2] > 2)
        assert plan[2] / plan[3] == pytest.approx(m.width / m.length, abs=0.01)


@pytest.mark.rule("S-503", "S-507")
def test_usual_places_are_legal_as_they_are_rounded_on_paper() -> None:
    """In quarters of an inch, on the sheet of scenarios and on the table for large models."""
    quarters = {"¼": 250, "½": 500, "¾": 750}

    def units(text: str) -> int:
        return int(text.rstrip("¼½¾") or 0) * 1000 + quarters.get(text[-1], 0)

    rows = shop().provider.names(shop().context)["places"].rows
    for name, text in rows:
        spots = tuple(
            tuple(units(length) for length in re.findall(r"[\d¼½¾]+", spot))[-2:] for spot in text.split("; ")
        )
        fault = bomber_fault if name.startswith("Diamond") else escort_fault
        assert fault(true(), spots) == "", name  # type: ignore[arg-type]
    for m, table in large_tables():
        places = [tuple(round(inches_of(length) * 1000) for length in row[1:]) for row in table["places"].rows]
        assert bomber_fault(m, tuple(places[:4])) == ""  # type: ignore[arg-type]
        assert escort_fault(m, tuple(places[4:])) == ""  # type: ignore[arg-type]


# ---- models


@every_paper
@pytest.mark.rule("S-202", "S-637")
def test_a_paper_bomber_is_as_wide_as_the_game_has_it_and_its_guns_are_where_they_are(paper: str) -> None:
    ruler = Ruler(blank("paper-models", paper))
    m, (sheet, *_) = true(), _sheets("models")
    left, top, wide, high = _first(ruler, sheet, paper)
    shown = [
        point
        for curve in ruler.curves
        for point in curve
        if left - 0.01 <= point[0] <= left + wide + 0.01 and top <= point[1] <= top + high
    ]
    span = max(x for x, _ in shown) - min(x for x, _ in shown)
    assert span == near(2 * m.span / 1000)
    middle = left + wide / 2
    dots = sorted(
        (box[0] + box[2] / 2 - middle, box[1] + box[3] / 2)
        for colour, box in ruler.filled
        if _alike(colour) and left < box[0] < left + wide and top - 0.1 < box[1] < top + high
    )
    guns = [(row, next(e for e in row.effects if e.name == "covers")) for row in book().tables["S-TAB-GUN"].rows]
    assert len(dots) == len(guns)
    nose = min(y for _, y in dots)
    forward = max(gun["forward"] for _, gun in guns)
    found = sorted((round(x, 2), round(nose - y, 2)) for x, y in dots)
    assert found == [
        (pytest.approx(gun["right"] / 1000, abs=0.011), pytest.approx((gun["forward"] - forward) / 1000, abs=0.011))
        for _, gun in sorted(guns, key=lambda pair: (pair[1]["right"], pair[1]["forward"] - forward))
    ]


def _alike(colour: object) -> bool:
    return [round(float(part), 3) for part in colour or ()] == list(ALARM)  # type: ignore[attr-defined]


def _sheets(name: str) -> list[list[models.Placed]]:
    return [page["pieces"] for page in shop().provider.names(shop().context)[name]]


def _first(ruler: Ruler, sheet: list[models.Placed], paper: str) -> tuple[float, float, float, float]:
    """Where the first bomber lies: below the rule under the heading, from the left of the sheet's pieces."""
    width_used = max(one.x + one.piece.size[0] for one in sheet) / INCH
    left = (ruler.width - width_used) / 2
    rule = max(ruler.across(), key=lambda one: one[1])
    wide, high = (side / INCH for side in sheet[0].piece.size)
    return left, rule[2], wide, high + 0.2


@every_paper
def test_large_models_are_twice_as_large(paper: str) -> None:
    ruler = Ruler(blank("paper-models-large", paper))
    shown = [point for curve in ruler.curves for point in curve if point[0] < 7.2]
    assert max(y for _, y in shown) - min(y for _, y in shown) == near(4 * true().span / 1000)


def test_no_stand_topples() -> None:
    """The base of a stand is at least half as wide as the stand is high."""
    for size in shop().catalogue.data["sizes"].values():
        for stand in ("bomber_stand", "fighter_stand"):
            face, height = size[stand]
            assert face * 2 >= height, (stand, face, height)


@pytest.mark.rule("S-203", "S-204")
@pytest.mark.parametrize("name", ["models", "large_models"])
def test_there_are_models_and_stands_for_all_that_a_wave_can_bring(name: str) -> None:
    pieces = [placed.piece for sheet in _sheets(name) for placed in sheet]
    kinds = [piece.title for piece in pieces if isinstance(piece, models.Model)]
    assert {kind: kinds.count(kind) for kind in kinds} == {"B-17": 4, "P-51": 2, "Me 109": 4, "FW 190": 4}
    stands = {piece.title for piece in pieces if isinstance(piece, models.Stand)}
    assert stands == {
        book().say(key) for key in (*BOMBERS, "escort1", "escort2", "german1", "german2", "german3", "german4")
    }


@pytest.mark.parametrize("name", ["models", "large_models"])
def test_no_two_pieces_of_a_sheet_lie_over_each_other(name: str) -> None:
    wide, high = shop().catalogue.data["room"]
    for sheet in _sheets(name):
        for number, one in enumerate(sheet):
            right, bottom = one.x + one.piece.size[0], one.y + one.piece.size[1]
            assert right <= wide * MM + 0.01
            assert bottom <= high * MM + 0.01
            for other in sheet[number + 1 :]:
                apart = max(
                    other.x - right,
                    one.x - other.x - other.piece.size[0],
                    other.y - bottom,
                    one.y - other.y - other.piece.size[1],
                )
                assert apart >= 2 * MM, (one.piece.title, other.piece.title)


@pytest.mark.parametrize("name", ["models", "large_models"])
def test_pieces_of_one_size_beside_each_other_stand_in_a_line(name: str) -> None:
    beside = [
        (one, other)
        for sheet in _sheets(name)
        for one, other in combinations(sheet, 2)
        if one.piece.size == other.piece.size and abs(one.y - other.y) < one.piece.size[1]
    ]
    assert beside
    assert all(one.y == other.y for one, other in beside)


def test_a_model_larger_than_its_sheet_is_refused_by_name() -> None:
    with pytest.raises(PressError, match="model 'B-17': 158 by 121 mm do not fit on a sheet of 100 by 100"):
        models.pack([models.Model("B-17", "b17-plan", "fuselage", 1.4195)], 100 * MM, 100 * MM)


def test_fighters_are_drawn_to_the_scale_of_the_bomber() -> None:
    """A fighter's wings are to a bomber's as those of the aircraft are, and within a tenth of what the game has for Germans."""
    found = {p.piece.title: models.airframe(p.piece.art, p.piece.hull).span * p.piece.scale / INCH
             for sheet in _sheets("models") for p in sheet if isinstance(p.piece, models.Model)}  # fmt: skip
    metres = {"B-17": 31.6, "P-51": 11.28, "Me 109": 9.92, "FW 190": 10.5}
    for name, span in found.items():
        assert span / found["B-17"] == pytest.approx(metres[name] / metres["B-17"], rel=0.002), name
    for name in ("Me 109", "FW 190"):
        assert found[name] == pytest.approx(2 * true().fighter_span / 1000, abs=0.1)


# ---- what stands in the tables is what is drawn


def test_lengths_on_paper_follow_the_tables(tmp_path: Path) -> None:
    """With another reach, another target and another move the sticks, the line and the halves are others."""
    folder = tmp_path / "skirmish"
    folder.mkdir()
    game = (tables_of() / "skirmish" / "game.yaml").read_text(encoding="utf-8")
    changed = game.replace("  reach: 4000", "  reach: 3000").replace(
        "left: 24500, right: 35500", "left: 25000, right: 35000"
    )
    assert "  reach: 3000" in changed
    assert "left: 25000" in changed
    (folder / "game.yaml").write_text(changed, encoding="utf-8")
    move = (tables_of() / "skirmish" / "s-tab-move.yaml").read_text(encoding="utf-8")
    (folder / "s-tab-move.yaml").write_text(
        move.replace("inches: 10, straight: 3", "inches: 9, straight: 3"), encoding="utf-8"
    )
    damage = (tables_of() / "skirmish" / "s-tab-move-damage.yaml").read_text(encoding="utf-8")
    for points, length in enumerate((10, 8, 6, 4, 2)):
        row = f"key: bomber {points},"
        line = next(line for line in damage.splitlines() if row in line)
        damage = damage.replace(line, line.replace(f"flies: {length}}}", f"flies: {length - 1}}}"))
    (folder / "s-tab-move-damage.yaml").write_text(damage, encoding="utf-8")
    other = open_shop(load("skirmish", tmp_path))
    path = tmp_path / "sticks.pdf"
    path.write_bytes(built.drawn(other, "sticks", "a4"))
    lengths = [round(box[2], 2) for box in Ruler(path).boxes if box[2] > 2]
    assert {3.0, 9.0} <= set(lengths)
    assert 4.0 not in lengths
    path.write_bytes(built.drawn(other, "target", "a4"))
    assert next(box[2] for box in Ruler(path).boxes if box[3] == near(8.0)) == near(5.0)


@pytest.mark.rule("S-206", "S-514", "S-617")
def test_there_are_markers_for_all_that_a_wave_can_need() -> None:
    m, names = true(), shop().provider.names(shop().context)
    found = [counter.group for counter in counters.read(load("skirmish"), "markers", names).counters]
    fighters = 6
    smoke = len(BOMBERS) * m.toughness["bomber"] + fighters * m.toughness["fighter"]
    hits = max(
        forces(book().rulebook({"S-X1": option}), number).hits for number in (1, 2, 3) for option in ("on", "off")
    )
    assert {group: found.count(group) for group in found} == {
        "Smoke": smoke, "Altitude": 2, "End of a move": fighters, "Bombs": 4, "Gunners": 1, "Bomb hit": hits,
    }  # fmt: skip


@every_paper
@pytest.mark.rule("S-103", "S-104", "S-105", "S-803")
def test_the_scenarios_have_the_forces_of_the_table(paper: str) -> None:
    text = words(blank("scenarios", paper))
    for number in (1, 2, 3):
        side = forces(book().rulebook(), number)
        turret = forces(book().rulebook({"S-X1": "on"}), number)
        waves = " in three waves" if side.waves > 1 else ""
        assert f"{side.bombers} bombers{waves}, {side.escorts or 'no'} escorts" in text
        assert f"Germans {side.germans} German fighters To win {side.hits} bomb hits" in text
        assert f"{turret.hits} hits" in text
    (figure,) = [words for words in alternatives(blank("scenarios", paper)) if words.startswith("The table")]
    assert "60 by 108 inches" in figure


@pytest.mark.rule("S-629", "S-620", "S-621", "S-704", "S-706")
def test_the_quick_reference_counts_every_throw() -> None:
    text = words(blank("quick-reference", "a4"))
    adds = read_transcription(paths.home("skirmish").transcription / "S-TAB-COMBAT.txt").adds
    titles = {
        "fighter": "Fighter at a bomber", "fighter_ahead": "Fighter at a bomber, dead ahead", "gun": "Gun at a fighter",
        "fighters": "Fighter at a fighter", "tail_astern": "Tail gun at a fighter, dead astern",
    }  # fmt: skip
    for column, title in titles.items():
        first, second = adds[column]
        no, more, double = throws(first, second)
        assert f"{title} {first} : {second} {no} {more} {double}" in text
    assert "Bombs 0 : 0 21 6 9" in text
    assert "Fighter 6 any 14, 12 2 3 2" in text
    assert "Bomber 3 90° 10, 8, 6, 4, 2 5 1 3" in text


def test_the_quick_reference_follows_the_rulings_in_force(tmp_path: Path) -> None:
    usual = words(blank("quick-reference", "a4"))
    assert "friends too" in usual
    assert "each engine that still runs" in usual
    goes = usual.partition("Where a German goes")[2]
    assert re.findall(r"\b([1-6])\. [A-Z][a-z ]+\?", goes) == ["1", "2", "3", "4", "5", "6"]
    assert "fly this move alike" in usual
    assert "at that stop alone" in usual
    path = tmp_path / "other.pdf"
    opened = open_shop(
        book(), {"S-A18": "false", "S-A02": "single", "S-A12": "30", "S-A10": "player", "S-A07": "at_once"}
    )
    path.write_bytes(built.drawn(opened, "quick-reference", "a4"))
    other = words(path)
    assert "gunners still spare their own" in other
    assert "one throw if an engine still runs" in other
    assert "Where a German goes Wherever its player likes." in other
    assert "dead astern are 30 degrees" in other
    assert "may part at once" in other


@pytest.mark.parametrize(("option", "words"), [("ends", "at the nose of a bomber under attack, or at its tail"),
                                               ("centre", "at the middle of the one attacked")])  # fmt: skip
def test_the_template_of_dead_ahead_is_laid_where_the_ruling_has_it(option: str, words: str, tmp_path: Path) -> None:
    opened = open_shop(book(), {"seen_from": option}, job=PrintOptions(only=("sticks",)))
    (path,) = print_run(opened, tmp_path, ["a4"])
    assert words in in_one_line(texts(path)[1])


def test_the_sequence_says_who_moves_first_and_who_fires_at_whom() -> None:
    text = in_one_line(" ".join(texts(built.blank("skirmish", "sequence", "a4"))))
    assert "where they like" not in text
    assert text.index("The escorts move") < text.index("The bombers move")
    for rule in ("S-601", "S-616", "S-644", "S-708", "S-704"):
        assert rule in text


def test_every_option_that_the_quick_reference_speaks_of_has_its_words() -> None:
    said = shop().catalogue.data["ruled"]
    rulings = {ruling.key: set(ruling.options) for ruling in book().rulings.values()}
    assert {key: set(options) for key, options in said.items()} == {key: rulings[key] for key in said}


# ---- the battle log


@every_paper
@pytest.mark.rule("S-206")
def test_a_blank_log_has_a_box_for_each_damage_point_and_says_how_far_one_flies_with_it(paper: str) -> None:
    fields = PdfReader(blank("battle-log", paper)).get_fields() or {}
    for key in (*BOMBERS, "german1", "german4", "escort2"):
        most = true().toughness["bomber" if key in BOMBERS else "fighter"] + 1
        assert {name for name in fields if name.startswith(f"damage-{key}-")} == {
            f"damage-{key}-{n}" for n in range(1, most + 1)
        }
    assert fields["damage-leader-2"]["/TU"] == "Leader, damage point 2, flies 6 inches from now on"
    assert fields["damage-leader-5"]["/TU"] == "Leader, destroyed"
    log = shop().catalogue.data["log"]
    lines = log["front"] * log["front_columns"] + log["back"] * log["back_columns"]
    assert {name for name in fields if name.startswith("fires-")} == {f"fires-{n}" for n in range(1, lines + 1)}
    assert len(PdfReader(blank("battle-log", paper)).pages) == 2


@pytest.mark.sample(1)
@every_paper
def test_fields_of_the_log_have_room_and_do_not_overlap(paper: str) -> None:
    for page in (0, 1):
        places = boxes(blank("battle-log", paper), page)
        assert len(places) > 300
        for name, (left, top, right, bottom) in places.items():
            assert min(right - left, bottom - top) >= 8, name
        assert overlapping(places) == []


GAMES = [("log", 1, "doctrine"), ("log", 2, "doctrine"), ("busy", 2, "random"), ("log", 3, "doctrine")]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("seed", "scenario", "player"), GAMES)
@pytest.mark.rule("S-206", "S-629", "S-631", "S-706")
def test_a_filled_log_has_a_line_for_every_throw_as_the_log_has_it(seed: str, scenario: int, player: str) -> None:
    path, form = filled(seed, scenario, "a4", player), forms(flown(seed, scenario, player))
    empty = blank("battle-log", "a4")
    done = dict(zip(range(1, len(form["waves"]) + 1), _first_pages(path), strict=True))
    for number, page in done.items():
        seen = written(path, empty, page)
        shots = [shot for turn in form["turns"] if turn["wave"] == number for shot in turn["shots"]]
        lines = [n for n in range(1, 49) if f"dice-{n}-a" in seen]
        assert len(shots) == len(lines) or lines[-1] == 48
        for shot, n in zip(shots, lines, strict=False):
            assert [seen[f"dice-{n}-a"], seen[f"dice-{n}-d"]] == [str(die) for die in shot["dice"]]
            assert seen[f"result-{n}"] == ("lost" if shot["down"] else str(shot["gives"] or "–"))
        assert seen["scenario"] == str(scenario)
        assert seen["needed"] == str(form["needed"])
    assert seen["hits"] == str(form["hits"])
    assert seen["result"] == f"{form['result'].capitalize()}s"


def _first_pages(path: Path) -> list[int]:
    """The pages on which a log of a wave begins."""
    return [n for n, text in enumerate(texts(path)) if "Damage points" in text]


@pytest.mark.rule("S-206", "S-627", "S-628")
def test_a_filled_log_crosses_off_damage_and_says_who_is_lost() -> None:
    path, form = filled("log", 2, "a4"), forms(flown("log", 2))
    marks, seen = crossed(path, blank("battle-log", "a4")), written(path, blank("battle-log", "a4"))
    (wave,) = form["waves"]
    for key, plane in wave.items():
        most = true().toughness["bomber" if key in BOMBERS else "fighter"] + 1
        damage = min(plane.get("damage", 0), most)
        assert {n for n in range(1, most + 1) if f"damage-{key}-{n}" in marks} == set(range(1, damage + 1)), key
        if plane["out"] in ("destroyed", "exited"):
            assert seen[f"gone-{key}"] == f"{'lost' if plane['out'] == 'destroyed' else 'left'}, turn {plane['turn']}"
        if key in BOMBERS:
            assert (f"bombed-{key}" in marks) == bool(plane.get("bombed"))
    assert any(plane.get("damage") for plane in wave.values())
    assert {n for n in range(1, 11) if f"hit-{n}" in marks} == set(range(1, form["hits"] + 1))


def test_the_dice_of_a_section_stand_in_its_line() -> None:
    journal = flown("log", 2)
    seen = written(filled("log", 2, "a4"), blank("battle-log", "a4"))
    for number in ("1", "2"):
        mine = [event for event in journal.events if event["kind"] == "roll" and event["who"] == f"section {number}"]
        dice = {
            table: [event["dice"] for event in mine if event["table"] == table] for table in {e["table"] for e in mine}
        }
        assert seen[f"arrival-{number}"].split() == [str(die) for (die,) in dice["S-TAB-ARRIVAL"]]
        assert seen[f"enters-{number}"] == str(len(dice["S-TAB-ARRIVAL"]))  # one die a turn from the first on
        (first, second), (height,) = dice["S-TAB-ENTRY"][0], dice["S-TAB-ALTITUDE"][0]
        assert seen[f"hour-{number}"] == f"{first} + {second} = {first + second}"
        assert seen[f"altitude-{number}"].endswith(f"({height})")


def test_a_game_of_three_waves_has_a_sheet_for_each() -> None:
    form = forms(flown("log", 3))
    path = filled("log", 3, "letter")
    firsts = _first_pages(path)
    assert len(firsts) == len(form["waves"]) > 1
    for number, page in enumerate(firsts, start=1):
        assert written(path, blank("battle-log", "letter"), page)["wave"] == f"{number} of 3"
    outline = [str(entry.title) for entry in PdfReader(path).outline]
    assert outline[:2] == ["Battle log, wave 1", "Battle log, wave 2"]


def test_a_long_game_goes_on_on_further_pages_with_every_throw(tmp_path: Path) -> None:
    """A game whose turns are repeated many times needs more lines than the first page has, and more than the second."""
    form = forms(flown("log", 2))
    form["turns"] = [turn for turn in form["turns"] if turn["shots"]] * 6
    (filling,) = shop().provider.fill(shop().context, form)["battle-log"]
    (product,) = (one for one in shop().catalogue.products if one.name == "battle-log")
    with shop().document("Long", "a4", fillable=True) as document:
        shop().draw(product, document, [filling])
    path = tmp_path / "long.pdf"
    path.write_bytes(document.pdf())
    rolls = [shot for turn in form["turns"] for shot in turn["shots"]]
    log = shop().catalogue.data["log"]
    front, back = log["front"] * log["front_columns"], log["back"] * log["back_columns"]
    assert len(rolls) > front + back
    assert len(PdfReader(path).pages) == 1 + -(-(len(rolls) - front) // back)
    dice = [filling.values[f"dice-{n}-{side}"] for n in range(1, len(rolls) + 1) for side in "ad"]
    assert dice == [str(die) for roll in rolls for die in roll["dice"]]
    assert f"dice-{len(rolls) + 1}-a" not in filling.values
    assert validate(path).findings == ()


@pytest.mark.rule("S-A09")
def test_escorts_that_throw_for_their_altitude_have_a_line_of_the_log() -> None:
    options = {"altitude": "escorts_too"}
    path, form = filled("log", 2, "a4", **options), forms(flown("log", 2, **options))
    line = form["sections"][0]["escorts"]
    said = in_one_line(*texts(path, 0))
    assert f"Escorts {line['altitude']} ({line['altitude_die']})" in said
    assert "Escorts" not in texts(blank("battle-log", "a4"), 0)[0]


def test_what_a_filled_log_does_not_say_stays_to_be_filled_in() -> None:
    path = filled("log", 2, "a4")
    fields = set(PdfReader(path).get_fields() or {})
    assert {"player", "date", "notes", "type-german1"} <= fields
    assert not fields & {"scenario", "wave", "needed", "fires-1", "damage-leader-1"}


def test_every_name_in_the_log_has_its_short_form() -> None:
    short = shop().catalogue.data["short"]
    keys = {*BOMBERS, *(row.key for row in book().tables["S-TAB-GUN"].rows), "flak", "bombs", "target"}
    keys |= {f"german{n}" for n in range(1, 5)} | {f"escort{n}" for n in range(1, 3)}
    assert set(short) == keys


def test_a_scenario_with_more_fighters_has_a_page_for_them(tmp_path: Path) -> None:
    scenario = {"title": "Many", "forces": {"bombers": 4, "escorts": 3, "germans": 10}, "hits": 3}
    journal = flights.flown(book(), "2", scenario=scenario)
    path = next(path for path in print_filled(book(), [journal], tmp_path, "a4", "many") if "battle-log" in path.name)
    fields = PdfReader(path).get_fields() or {}
    assert {name for name in fields if name.startswith("gone-german")} == {f"gone-german{n}" for n in range(1, 11)}
    assert {"arrival-5", "gone-escort3"} <= fields.keys()
    assert (fields["scenario"].value, fields["notes"].value) == ("own", "Many")
    assert "further fighters" in texts(path, 1)[0]
