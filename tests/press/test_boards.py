"""Boards, counters and fighter cards of Queen of the Skies: they say what the tables say, and fit each other."""

from __future__ import annotations

import dataclasses
import math
import re
from collections import Counter as Tally
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pdfplumber
import pytest
from pypdf import PdfReader

from combatbox.bomber.effects.battle import section_hit
from combatbox.bomber.state import Engine, Plane
from combatbox.core.errors import DataError
from combatbox.core.shapes import Label
from combatbox.core.table_views import view
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.press import art, boards, cards, counters
from combatbox.press.drawings import crowded, extent, holes_of
from combatbox.press.errors import PressError
from combatbox.press.games.queen import sheets as queen_boards
from combatbox.press.map import map_drawing, svg_text
from combatbox.press.map_data import Atlas, read_atlas, target_zones
from combatbox.press.shop import PrintOptions, Shop, open_shop, write_map
from combatbox.press.style import MM, PAPERS, Box, Edge, Ink, style
from combatbox.press.surface import Surface
from combatbox.press.text import plain
from combatbox.press.text import width as text_width

from . import built
from .queen import BOARDS, CUT
from .shop import alternatives
from .texts import in_one_line, texts

PRODUCTS = (*BOARDS, *CUT)

every_one = pytest.mark.parametrize(("product", "paper"), [(name, paper) for name in PRODUCTS for paper in PAPERS])
every_paper = pytest.mark.parametrize("paper", PAPERS)


@cache
def book() -> Book:
    return load("queen")


@cache
def shop(job: PrintOptions | None = None) -> Shop:
    return open_shop(book(), job=job)


def made(name: str, paper: str, job: PrintOptions | None = None) -> bytes:
    return built.drawn(shop(job), name, paper)


def printed(name: str, paper: str) -> Path:
    return built.blank("queen", name, paper)


def words(pdf: Path, page: int = 0) -> str:
    return in_one_line(*texts(pdf, page))


@cache
def atlas() -> Atlas:
    return read_atlas(book())


@cache
def sheet(name: str) -> counters.Sheet:
    return counters.read(shop().book, name, shop().provider.names(shop().context))


def said(text: str) -> str:
    return " ".join(text.split())


# ---- every sheet


@pytest.mark.sample(1)
@every_one
def test_nothing_comes_nearer_to_the_edge_than_a_home_printer_reaches(product: str, paper: str) -> None:
    with pdfplumber.open(printed(product, paper)) as file:
        for page in file.pages:
            least = (6 if product in CUT else 9.9) * MM  # cutting lines reach beyond the grid by four millimetres
            near = (7.4 if product in CUT else 9.9) * MM  # the foot below what is cut stands nearer to the edge
            for word in page.extract_words():
                assert word["x0"] >= near
                assert word["x1"] <= page.width - near
                assert word["top"] >= 9.9 * MM
                assert word["bottom"] <= page.height - near + 1.5 * MM
            for line in page.lines:
                assert line["x0"] >= least - 4 * MM or product in BOARDS  # a map is clipped to its frame
                assert line["width"] <= page.width or product in BOARDS


@pytest.mark.parametrize("game", ["queen", "b17g", "b24d", "foggia"])
def test_a_fighter_card_gives_each_gun_one_roll_at_each_position(game: str) -> None:
    context = open_shop(load(game)).context
    guns = [context.say(f"gun_{gun}") for gun in queen_boards.constants(context).guns]
    for fighter in queen_boards._fighters(context):
        parts = [part for line in fighter["hit"][1:] for part in re.sub(r"[*]{2}\S+[*]{2} ", "", line).split("; ")]
        found = [
            (gun, place)
            for part in parts
            for names, _, places in [part.partition(" at ")]
            for gun in guns
            if gun.removesuffix(" gun").removesuffix(" guns") in names.lower()
            for place in places.split(", ")
        ]
        assert found
        assert [one for one, times in Tally(found).items() if times > 1] == []


@pytest.mark.parametrize("product", PRODUCTS)
def test_in_grey_every_colour_is_a_grey_that_stands_off_its_ground(product: str) -> None:
    reader = PdfReader(BytesIO(made(product, "a4", PrintOptions(Ink(colour=False)))))
    code = "".join(str(page.get_contents().get_data()) for page in reader.pages)
    colours = re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) rg", code)
    assert all(r == g == b for r, g, b in colours)
    shades = {float(grey) for grey in re.findall(r"(?<![\d.] )([\d.]+) g\b", code)} | {float(r) for r, _, _ in colours}
    assert not {shade for shade in shades if 0.55 < shade < 0.8}  # neither ink nor ground


# ---- the map


@pytest.mark.rule("Q2.2-1")
def test_each_target_is_on_the_map_once_and_in_the_zone_of_the_gazetteer() -> None:
    zones = target_zones(book(), "G-11")
    assert len(zones) == 22
    assert {target.key: target.zone for target in atlas().targets} == zones
    seen = map_drawing(atlas(), 560, 520)
    names = Tally(mark.text for mark in seen.shapes if getattr(mark, "style", "") == "map-place")
    for target in atlas().targets:
        bearing, miles = atlas().polar(target.north, target.east)
        inner, outer = atlas().rings.end(target.zone - 1, bearing), atlas().rings.end(target.zone, bearing)
        assert inner + 3 < miles < outer - 3, target.name
        assert names[book().say(target.key)] == 1


def test_target_zones_are_the_last_zones_of_their_lines() -> None:
    zones = target_zones(book(), "G-11")
    for row in view(book().tables["G-11"], book().say).rows:
        filled = [number for number, cell in enumerate(row.cells, start=2) if re.search(r"[A-Z]", cell)]
        assert zones[row.id.removeprefix("G-11/")] == filled[-1]


@pytest.mark.rule("Q2.2-1")
def test_rings_are_about_fifty_miles_apart_and_never_cross() -> None:
    rings, about = atlas().rings, book().meta.constants["zone_miles"]
    assert list(rings.zones) == list(range(1, 9))
    for bearing in range(360):
        gaps = [rings.end(zone + 1, bearing) - rings.end(zone, bearing) for zone in rings.zones[:-1]]
        assert all(0.45 * about < gap < 1.6 * about for gap in gaps), bearing
        assert sum(gaps) / len(gaps) == pytest.approx(about, abs=3)


def test_rings_close_without_a_step() -> None:
    for zone in atlas().rings.zones:
        assert atlas().rings.end(zone, 359.999) == pytest.approx(atlas().rings.end(zone, 0.0), abs=0.01)


@pytest.mark.parametrize(
    ("north", "east", "bearing", "miles"),
    [(53.2, -0.05, 0, 69.1), (51.2, -0.05, 180, 69.1), (52.2, 1.0, 89.6, 44.5), (48.8567, 2.3508, 155, 254)],
)
def test_the_projection_keeps_bearing_and_distance(north: float, east: float, bearing: float, miles: float) -> None:
    found = atlas().polar(north, east)
    assert found == (pytest.approx(bearing, abs=0.5), pytest.approx(miles, abs=0.6))
    x, y = atlas().spot(north, east)
    assert (x**2 + y**2) ** 0.5 == pytest.approx(found[1])


@every_paper
def test_the_map_is_one_figure_that_names_its_targets(paper: str) -> None:
    (figure,) = [alt for alt in alternatives(printed("strategic-board", paper)) if alt.startswith("Strategic")]
    for target in atlas().targets:
        assert re.search(rf"zone {target.zone} [^;.]*{re.escape(target.name)}", figure)
    text = words(printed("strategic-board", paper))
    for target in atlas().targets:
        assert len(re.findall(rf"(?<![\w.]){re.escape(target.name)}(?!\w)", text)) == 2, "at its place, and in the list"
    assert atlas().limit[0] in text


@every_paper
def test_the_map_lists_every_target_by_its_zone_and_names_every_zone(paper: str) -> None:
    seen = map_drawing(atlas(), *(side - 40 for side in PAPERS[paper].size(landscape=True)))
    listed = [mark.text for mark in seen.shapes if getattr(mark, "style", "") == "map-list"][1:]
    zones = [mark.text for mark in seen.shapes if getattr(mark, "style", "") == "map-list-zone"]
    for zone, line in zip(zones, listed, strict=True):
        assert set(line.split(", ")) == {target.name for target in atlas().targets if target.zone == int(zone)}
    lettered = {mark.text for mark in seen.shapes if getattr(mark, "style", "") == "map-zone"}
    assert lettered == {f"Zone {zone}" for zone in atlas().rings.zones}


@every_paper
@pytest.mark.parametrize("part", ["map-west", "map-east"])
def test_no_target_of_a_part_of_japan_stands_over_another_where_it_is_printed(part: str, paper: str) -> None:
    width, height = (side - 20 * MM for side in PAPERS[paper].size())
    seen = map_drawing(read_atlas(load("superfort"), part), width, height - 20 * MM)
    assert not crowded(seen)
    leaders = [mark for mark in seen.shapes if getattr(mark, "look", "") == "leader"]
    assert len(leaders) < 8, "most names stand at their places"


@pytest.mark.parametrize("width", [330, 560])
def test_the_name_of_the_limit_stands_clear_of_every_other_at_every_size(width: float) -> None:
    marks = [mark for mark in map_drawing(atlas(), width, 1000).shapes if isinstance(mark, Label)]
    (limit,) = [mark for mark in marks if mark.style == "map-limit"]
    others = [extent(mark) for mark in marks if not mark.turn]
    look, turn = style("map-limit"), math.radians(limit.turn)
    half = text_width(plain(limit.text, look), look) / 2
    for step in range(-20, 21):
        x, y = (limit.x + half * step / 20 * math.cos(turn), limit.y + half * step / 20 * math.sin(turn))
        assert not any(box.x < x < box.right and box.y < y < box.bottom for box in others), step


@pytest.mark.parametrize("game", ["queen", "superfort"])
def test_no_name_of_a_map_stands_over_another_and_every_zone_has_its_own(game: str) -> None:
    seen = read_atlas(load(game))
    for width, height in ((560, 1000), (353, 490)):
        drawn = map_drawing(seen, width, height)
        assert not crowded(drawn)
        zones = {mark.text for mark in drawn.shapes if getattr(mark, "style", "") == "map-zone"}
        assert zones == {f"Zone {zone}" for zone in seen.rings.zones}


def test_names_of_targets_keep_apart() -> None:
    with pdfplumber.open(printed("strategic-board", "a4")) as file:
        page = file.pages[0].filter(lambda o: o.get("fontname", "").endswith("ArchivoNarrow-Bold") or "text" not in o)
        found = [word for word in page.extract_words(keep_blank_chars=True) if word["upright"]]
    targets = [word for word in found if word["text"] in {target.name for target in atlas().targets}]
    assert len(targets) > 15
    for number, one in enumerate(targets):
        for other in targets[number + 1 :]:
            across = min(one["x1"], other["x1"]) - max(one["x0"], other["x0"])
            down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            assert across < 0 or down < 1.5, (one["text"], other["text"])


def test_the_map_for_screens_is_the_same_map(tmp_path: Path) -> None:
    (path,) = write_map(book(), tmp_path)
    text = path.read_text(encoding="utf-8")
    assert text == svg_text(atlas())
    root = ElementTree.fromstring(text)
    tag = "{http://www.w3.org/2000/svg}"
    assert [node.text for node in root.iter(f"{tag}text")] == [
        label.text for label in map_drawing(atlas(), 560, 1000).labels()
    ]
    assert root.get("role") == "img"
    assert root.get("data-of") in book().tables
    named = {node.get("id") for node in root.iter() if node.get("id")}
    assert set((root.get("aria-labelledby") or "").split()) <= named
    styled = set(re.findall(r"\.([a-z-]+)\{", text))
    assert {node.get("class") for node in root.iter() if node.get("class")} <= styled | {"strategic-map"}
    assert write_map(load("twentyfive"), tmp_path) == []


@every_paper
def test_no_frontier_runs_through_the_name_of_the_limit_of_cover(paper: str) -> None:
    seen = map_drawing(atlas(), *(side - 40 for side in PAPERS[paper].size(landscape=True)))
    (name,) = [mark for mark in seen.shapes if getattr(mark, "style", "") == "map-limit"]
    look, turn = style("map-limit"), math.radians(name.turn)
    half = text_width(plain(name.text, look), look) / 2 + 1
    frontiers = [mark.spots for mark in seen.shapes if getattr(mark, "look", "") == "frontier"]
    assert frontiers
    for (x, y), (to_x, to_y) in (pair for points in frontiers for pair in pairwise(points)):
        for part in range(101):
            across, down = x + (to_x - x) * part / 100 - name.x, y + (to_y - y) * part / 100 - name.y
            along = across * math.cos(turn) + down * math.sin(turn)
            above = across * math.sin(turn) - down * math.cos(turn)
            assert abs(along) > half or not -look.size * 0.3 < above < look.size


@every_paper
def test_the_map_begins_where_the_foot_of_its_page_does(paper: str) -> None:
    with pdfplumber.open(printed("strategic-board", paper)) as file:
        page = file.pages[0]
        frame = max((rect for rect in page.rects if rect["stroke"]), key=lambda rect: rect["width"])
        foot = min(char["x0"] for char in page.chars if char["top"] > frame["bottom"])
    assert frame["x0"] == pytest.approx(foot, abs=1)


@every_paper
def test_each_compartment_of_the_crew_board_names_the_table_of_its_damage(paper: str) -> None:
    assert words(printed("crew-board", paper)).count("Damage") == len(book().meta.constants["compartments"])


@every_paper
def test_the_track_has_a_place_for_the_bomber_in_each_zone_out_and_back(paper: str) -> None:
    with pdfplumber.open(printed("strategic-board", paper)) as file:
        page = file.pages[0]
        side = cards.stock("counter").width
        found = [c for c in page.curves if side <= c["width"] <= side + 4 * MM and side <= c["height"] <= side + 4 * MM]
        places_ = {(round(c["x0"]), round(c["top"])) for c in found}
    assert len(places_) == 2 * len(atlas().rings.zones)
    assert words(printed("strategic-board", paper)).count("cover ") >= len(book().meta.constants["cover_zones"])


@every_paper
def test_lines_give_way_to_the_name_of_each_target(paper: str) -> None:
    seen = map_drawing(read_atlas(book()), *(side - 40 for side in PAPERS[paper].size(landscape=True)))
    holes = holes_of(seen)
    assert len(holes) == len(read_atlas(book()).targets) + 1  # and the base
    for number, one in enumerate(holes):  # two holes over each other would be none
        for other in holes[number + 1 :]:
            across = min(one.right, other.right) - max(one.x, other.x)
            assert across < 0 or min(one.bottom, other.bottom) < max(one.y, other.y)
    drawn = PdfReader(printed("strategic-board", paper)).pages[0].get_contents()
    assert drawn is not None
    clips = re.findall(rb"((?:[\d.-]+ [\d.-]+ [\d.-]+ [\d.-]+ re )+)W\* n", b" ".join(drawn.get_data().split()))
    assert {clip.count(b" re ") for clip in clips} == {1, len(holes) + 1}  # one of the frame itself


# ---- the battle board


@pytest.mark.rule("Q4.1-1", "Q4.1-2")
@every_paper
def test_every_position_has_its_place_with_what_the_tables_say(paper: str) -> None:
    text = words(printed("battle-board", paper))
    guns: dict[str, list[str]] = {}
    for row, seen in zip(book().tables["M-1"].rows, view(book().tables["M-1"], book().say).rows, strict=True):
        position, gun = row.key.split("|")
        name = book().say(gun)
        guns.setdefault(position, []).append(f"{name[:1].upper()}{name[1:]} {seen.cells[1]} {seen.cells[2]}")
    attack = view(book().tables["M-3"], book().say).rows
    assert set(guns) == set(book().meta.constants["positions"])
    for row, seen in zip(book().tables["M-3"].rows, attack, strict=True):
        place = " ".join([book().say(row.key), "hits", seen.cells[0], "Gun 190/109 110", *guns[row.key]])
        assert text.count(place) == 1, place


@every_paper
def test_two_fighter_cards_fit_on_each_place_beside_each_other_or_with_both_names_in_sight(paper: str) -> None:
    card, name = cards.stock("fighter"), 5 * MM
    with pdfplumber.open(printed("battle-board", paper)) as file:
        edges = [line for line in file.pages[0].lines if abs(line["width"] - card.width) < 0.1 and line["height"] < 0.1]
    heights: dict[float, list[float]] = {}
    for edge in edges:
        heights.setdefault(round(edge["x0"], 1), []).append(edge["top"])
    places = 0
    for column in heights.values():
        tops = sorted(column, reverse=True)
        while tops:
            first = tops.pop()
            if tops[-1] - first < card.height - 0.1:  # the first of two, with its name above the second
                assert tops[-1] - first >= name
                first = tops.pop()
                places += 1
            assert tops.pop() - first == pytest.approx(card.height, abs=0.1)
            places += 1
    assert places == 2 * len(book().meta.constants["positions"])
    assert len(heights) == 9 + 2 + 2, "columns above, columns beside: those below stand under those above"


@every_paper
def test_the_battle_board_has_a_place_for_every_attack_that_a_fighter_makes(paper: str) -> None:
    attacks = range(1, book().meta.constants["attacks"] + 1)
    assert f"Attack {' '.join(map(str, attacks))} A marker" in words(printed("battle-board", paper))


def test_columns_of_the_defence_that_differ_are_not_put_together() -> None:
    fire = queen_boards.read_fire(shop().context)
    assert fire.heads == ("Gun", "190/109", "110")
    assert fire.positions["6_high"].guns == (
        ("Top turret", ("4–6", "3–6")),
        ("Tail", ("4–6", "3–6")),
        ("Radio room", ("6", "6")),
    )


def test_the_clock_stands_around_the_bomber_as_its_crew_sees_it() -> None:
    with pdfplumber.open(printed("battle-board", "a4")) as file:
        page = file.pages[0]
        found = page.extract_words(keep_blank_chars=True, x_tolerance=1.5)
    spots = {word["text"]: ((word["x0"] + word["x1"]) / 2, word["top"]) for word in found}
    middle = 297 * MM / 2
    assert spots["9 Level"][0] < middle * 0.6
    assert spots["3 Level"][0] > middle * 1.4
    assert spots["12 Level"][0] == pytest.approx(spots["6 Level"][0], abs=3)
    assert spots["12 High"][1] == spots["10:30 High"][1] == spots["1:30 High"][1] < spots["9 High"][1]
    assert spots["10:30 High"][0] < spots["12 High"][0] < spots["1:30 High"][0]
    assert spots["9 High"][1] < spots["9 Level"][1] < spots["9 Low"][1] < spots["6 High"][1]


@every_paper
def test_every_section_that_a_shell_can_hit_is_named_with_its_table(paper: str) -> None:
    text = words(printed("battle-board", paper))
    cells = [cell for column in book().tables["B-5"].lookups.values() for cell in column.values()]
    hit = {effect["section"] for cell in cells for effect in cell.effects if effect.is_a(section_hit)}
    wings = {"port_wing", "starboard_wing"}  # one of them is on the attacking side
    assert set(boards.sections(shop().context)) == hit - {"attacking_side_wing"} | wings
    for section, table in boards.sections(shop().context).items():
        name = book().say(section)
        assert text.count(f"{name[:1].upper()}{name[1:]} {table}") == 1
        assert book().tables[table].title.lower().startswith(("wings", name))


def test_engines_are_numbered_from_port_to_starboard() -> None:
    with pdfplumber.open(printed("battle-board", "a4")) as file:
        plane = file.pages[0].crop((95 * MM, 60 * MM, 202 * MM, 145 * MM))
        found = [word for word in plane.extract_words() if word["text"].isdigit()]
    assert [word["text"] for word in sorted(found, key=lambda word: word["x0"])] == ["1", "2", "3", "4"]


@pytest.mark.parametrize("change", [{"nose": None}, {"keel": {"dot": [1, 1], "label": [2, 2]}}])
def test_a_section_without_its_place_is_refused(change: dict[str, Any]) -> None:
    context = shop().context
    spots = {key: spot for key, spot in {**context.data["sections"], **change}.items() if spot}
    bent = dataclasses.replace(context, data={**context.data, "sections": spots})
    with (
        pytest.raises(PressError, match=rf"sections .* '{next(iter(change))}' is not in both"),
        shop().document("Battle Board", "a4", fillable=True) as document,
        document.page(landscape=True) as page,
    ):
        boards.draw_battle(page, page.body, bent, queen_boards.read_fire(bent), "Battle Board")


# ---- the crew placement board


@pytest.mark.rule("Q2.3-1", "Q4.2-1", "Q5.1a-2")
@every_paper
def test_each_compartment_has_its_men_guns_and_table(paper: str) -> None:
    const, say = book().meta.constants, book().say
    text = words(printed("crew-board", paper))
    for name, compartment in const["compartments"].items():
        title = say(name)[:1].upper() + say(name)[1:]
        start = text.index(f"{title} {compartment['table']}")
        panel = text[start : start + 240]
        labels = [say(man) for man in compartment["stations"]]
        labels += [say(f"gun_{gun}") for gun, data in const["guns"].items() if data["compartment"] == name]
        if name == const["extinguishers_at"]:
            labels += [f"extinguisher {n}" for n in range(1, const["hand_extinguishers"] + 1)]
        expected = " ".join([f"{title} {compartment['table']}", *(label[:1].upper() + label[1:] for label in labels)])
        assert panel.startswith(expected)
    for engine in range(1, 5):
        assert text.count(f"Engine {engine} Charge 1 Charge 2") == 1
    assert len(re.findall(r"(?:Outboard|Inboard) tank", text)) == len(const["tanks"])


@every_paper
def test_a_counter_fits_on_each_place_of_the_crew_board(paper: str) -> None:
    side = cards.stock("counter").width
    const = book().meta.constants
    with pdfplumber.open(printed("crew-board", paper)) as file:
        near = [c for c in file.pages[0].curves if side <= c["width"] < side + 1.2 * MM and side <= c["height"]]
        spots = sorted({(round(c["x0"], 1), round(c["top"], 1)) for c in near if c["height"] < side + 1.2 * MM})
    engines = sum(len(side) for side in const["engines"].values())
    places_ = len(const["crew"]) + len(const["guns"]) + const["hand_extinguishers"]
    assert len(spots) == places_ + engines * (1 + const["engine_charges"]) + len(const["tanks"])
    for number, (x, y) in enumerate(spots):
        for other_x, other_y in spots[number + 1 :]:
            assert abs(x - other_x) >= side or abs(y - other_y) >= side


# ---- counters and cards


def pieces(name: str) -> list[counters.Counter]:
    """All that a sheet has of every size, in its order."""
    return [piece for one in sheet(name).sets() for piece in one.counters]


def side(one: counters.Side) -> str:
    return " ".join([one.text, *one.notes]).replace("**", "")


@pytest.mark.parametrize("name", CUT)
@every_paper
def test_fronts_and_backs_say_what_the_file_says_in_its_order(name: str, paper: str) -> None:
    front, back = (page.extract_text().partition("Combat Box ·")[0] for page in PdfReader(printed(name, paper)).pages)
    heading, _, front = front.partition("turned over the long edge.")
    for one in sheet(name).sets():
        card = cards.stock(one.stock)
        assert f"{len(one.counters)} of {card.width / MM:g} by {card.height / MM:g} mm" in said(heading)
    assert said(front) == said(" ".join(side(piece.front) for piece in pieces(name)))
    assert said(back) == said(" ".join(side(piece.back) for piece in pieces(name)))


@pytest.mark.rule("Q2.5-1")
def test_sixteen_fighter_cards_are_enough_for_every_wave() -> None:
    fighters = Tally(piece.front.text for piece in sheet("fighter-cards").counters)
    assert sum(fighters.values()) == 16
    needed: dict[str, int] = {}
    for row in book().tables["B-3"].rows:
        types = Tally(effect.parameters()[0] for effect in row.effects if effect.name == "fighter")
        for kind, number in types.items():
            needed[str(kind)] = max(needed.get(str(kind), 0), number)
    extra = {str(effect.parameters()[0]) for row in book().tables["B-3-EXTRA"].rows for effect in row.effects}
    assert extra == {"me109"}
    needed["me109"] += 1
    assert set(needed) == {"fw190", "me109", "me110"}
    for kind, number in needed.items():
        assert fighters[book().say(kind)] >= number


def test_fighter_cards_list_the_modifiers_of_their_type() -> None:
    text = {piece.front.text: piece.back.notes for piece in sheet("fighter-cards").counters}
    damage = {seen.words: seen.amount for seen in view(book().tables["M-2"], book().say).modifiers}
    single, twin = (next(words for words in damage if words.startswith(word)) for word in ("Single", "Twin"))
    assert text["FW 190"][0] == f"**M-2** {single}: {damage[single]}"
    assert text["Me 109"][0] == text["Me 110"][0] == f"**M-2** {twin}: {damage[twin]}"
    shells = {seen.words: seen.amount for seen in view(book().tables["B-4"], book().say).modifiers}
    assert text["FW 190"][-1].removeprefix("**B-4** ").lower() == shells["FW 190"]
    assert text["Me 110"][-1].removeprefix("**B-4** ").lower() == shells["Me 110"]
    assert "B-4" not in " ".join(text["Me 109"])


@pytest.mark.rule("Q4.1-1")
def test_the_card_of_a_type_says_what_every_gun_needs_to_hit_it() -> None:
    (large,) = sheet("fighter-cards").sets()[1:]
    notes = {piece.front.text: piece.front.notes[1:] for piece in large.counters}
    table, say = book().tables["M-1"], book().say
    for column, heading in enumerate(table.columns.values()):
        lines = dict(line.removeprefix("**").split("** ") for line in notes[heading])
        text = {need: line.lower().split("; ") for need, line in lines.items()}
        for row, seen in zip(table.rows, view(table, say).rows, strict=True):
            position, gun = row.words
            clock = str(book().drawing.positions[position].clock)
            hour = clock if clock[0].isdigit() else say(position).lower()
            groups = [guns.partition(" at ") for guns in text[seen.cells[column]]]
            assert [
                guns for guns, at, hours in groups
                if say(gun).lower() in guns.split(", ") and (not at or hour in hours.split(", "))
            ], (heading, row.key)  # fmt: skip


@pytest.mark.rule("Q4.2-1", "Q4.2-2")
def test_there_is_a_counter_for_every_man_gun_extinguisher_and_charge() -> None:
    const, say = book().meta.constants, book().say
    groups: dict[str, list[str]] = {}
    for piece in sheet("counters").counters:
        groups.setdefault(piece.group, []).append(piece.front.text.lower())
    assert groups["Crew"] == [say(man).lower() for man in const["crew"]]
    assert groups["Gun fires"] == groups["Gun out"] == [say(f"gun_{gun}").lower() for gun in const["guns"]]
    assert len(groups["Extinguisher"]) == const["hand_extinguishers"]
    engines = sum(len(side) for side in const["engines"].values())
    assert len(groups["Engine charge"]) == engines * const["engine_charges"]
    for group in ("Engine fire", "Engine out", "Oil leak"):
        assert len(groups[group]) == engines
    assert groups["Fuel leak"] == [say(tank).lower() for tank in const["tanks"]]
    wounds = Tally(groups["Wound"])
    assert wounds == {"light wound": len(const["crew"]), "serious wound": len(const["crew"])}


def test_every_kind_of_damage_has_its_counter() -> None:
    fatal = {"port_wing_off", "starboard_wing_off", "fate"}  # no counter is needed: the bomber is lost
    stored = {field.name for field in dataclasses.fields(Plane)} - {"parts"}
    fields = (stored | set(book().const.all_parts)) - fatal | {"unfeathered"}  # that of an engine
    assert "unfeathered" in {field.name for field in dataclasses.fields(Engine)}
    assert {part for piece in sheet("counters").counters for part in piece.parts} == fields


def test_landing_modifiers_on_counters_are_those_of_the_landing_table() -> None:
    amounts = {
        one.when.name: seen.amount
        for one, seen in zip(
            book().tables["G-9"].modifiers, view(book().tables["G-9"], book().say).modifiers, strict=False
        )
        if one.when
    }
    backs = {part: said(piece.back.text) for piece in sheet("counters").counters for part in piece.parts}
    for part, name in (("landing_gear_out", ""), ("tailwheel_out", ""), ("cable_hits", "control_cables_out")):
        assert backs[part].endswith(f"land {amounts[name or part]}")
    assert backs["burst_inside"].endswith(f"land {amounts['burst_inside']}")


def slots_of(name: str, paper: str) -> list[tuple[cards.Grid, int]]:
    """Where the cards of a sheet lie, size by size, and how many there are."""
    sets = [(cards.stock(one.stock), one.counters) for one in sheet(name).sets()]
    if len(sets) == 1:
        return [(cards.best(PAPERS[paper], sets[0][0]), len(sets[0][1]))]
    grids = cards.on_one_sheet(PAPERS[paper], sets)
    assert grids, "one sheet holds them all"
    return [(grid, len(of_size)) for grid, (_, of_size) in zip(grids, sets, strict=True)]


@pytest.mark.sample(2)
@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("name", CUT)
@every_paper
def test_backs_lie_behind_their_fronts(name: str, paper: str, duplex: Edge) -> None:
    laid = slots_of(name, paper)
    slots = [slot for grid, count in laid for slot in grid.slots[:count]]
    width, height = laid[0][0].page
    upright = Box(0, 0, width, height)
    over = (duplex == "short") != (width > height)  # a sheet on its side has its long edge at the top
    places = {
        slot: Box(slot.x, height - slot.bottom, slot.width, slot.height) if over else
        Box(width - slot.right, slot.y, slot.width, slot.height) for slot in slots
    }  # fmt: skip
    with pdfplumber.open(BytesIO(made(name, paper, PrintOptions(duplex=duplex)))) as file:
        assert (float(file.pages[0].width), float(file.pages[0].height)) == pytest.approx(
            (upright.width, upright.height)
        )
        front = _by_slot(file.pages[0], slots)  # its heading stands below them
        back = _by_slot(file.pages[1], list(places.values()))
    for slot, piece in zip(slots, pieces(name), strict=True):
        assert front[slot] == _letters(side(piece.front))
        assert back[places[slot]] == _letters(side(piece.back))
    assert len(front) == len(back) == len(pieces(name))


def _by_slot(page: Any, slots: Sequence[Box]) -> dict[Box, str]:
    """The letters in each slot in the order in which they were drawn, however they stand."""
    found: dict[Box, str] = {}
    for char in page.chars:
        x, y = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
        slot = next((slot for slot in slots if slot.x < x < slot.right and slot.y < y < slot.bottom), None)
        if slot is None:
            assert y > slots[-1].bottom, "only the heading and the foot of the page stand outside"
            continue
        found[slot] = found.get(slot, "") + char["text"].strip()
    return found


def _letters(words: str) -> str:
    return "".join(words.replace("**", "").split())


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", CUT)
def test_cutting_lines_cross_all_that_is_cut_and_no_more(name: str) -> None:
    with pdfplumber.open(printed(name, "a4")) as file:
        front, back = file.pages
        lines = [line for line in front.lines if max(line["width"], line["height"]) > 20 * MM]
    down = [line for line in lines if line["width"] < 0.1]
    across = [line for line in lines if line["height"] < 0.1]
    every = slots_of(name, "a4")
    over = 4 * MM if len(every) == 1 else 3 * MM  # less between two sizes
    heights, widths = Tally[int](), Tally[int]()
    for grid, count in every:
        first, last = grid.slots[0], grid.slots[count - 1]
        rows, right = -(-count // grid.columns), max(slot.right for slot in grid.slots[:count])
        heights[round(last.bottom - first.y + 2 * over)] += grid.columns + 1
        widths[round(right - first.x + 2 * over)] += rows + 1
    assert Tally(round(line["height"]) for line in down) == heights
    assert Tally(round(line["width"]) for line in across) == widths
    assert not [line for line in back.lines if max(line["width"], line["height"]) > 20 * MM]


def test_each_city_of_a_variant_without_a_place_on_the_map_is_reported_with_the_file_to_write(tmp_path: Path) -> None:
    folder = tmp_path / "winter"
    folder.mkdir()
    game = "like: queen\nkey: winter\ntitle: Winter\nsummary: One.\nconstants: {cities: {add: [Munster, Ulm]}}\nwords: {Munster: Münster}\n"
    cells = "[{modifier: '-2', over: W}, {modifier: '0', over: G}, null, null, null, null, null]"
    rows = f"rows: {{add: [{{key: Munster, cells: {cells}}}, {{key: Ulm, cells: {cells}}}]}}\n"
    (folder / "game.yaml").write_text(game, "utf-8")
    (folder / "g-11.yaml").write_text(f"id: G-11\nedits: true\norigin: history\n{rows}", "utf-8")
    with pytest.raises(
        DataError, match=r"Munster is not on the map; add .*, in .*winter/sheets/map\.yaml\n.*Ulm is not on the map"
    ):
        read_atlas(load("winter", tmp_path))


# ---- lines that lead from a name to a part of the bomber


def inside(spot: tuple[float, float], corners: Sequence[tuple[float, float]]) -> bool:
    x, y = spot
    within = False
    for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            within = not within
    return within


def along(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    steps = [step / 200 for step in range(201)]
    return [(ax + (bx - ax) * t, ay + (by - ay) * t) for (ax, ay), (bx, by) in pairwise(points) for t in steps]


@pytest.mark.parametrize("name", ["battle-board", "gun-poster"])
@pytest.mark.parametrize("game", ["queen", "b24d", "superfort"])
def test_no_line_to_a_part_in_the_fuselage_crosses_a_wing_or_an_engine(
    monkeypatch: pytest.MonkeyPatch, game: str, name: str
) -> None:
    lines: list[Sequence[tuple[float, float]]] = []
    drawn: dict[str, art.PlacedArt] = {}
    draw = art.draw
    monkeypatch.setattr(Surface, "polyline", lambda self, points, **look: lines.append(points))
    monkeypatch.setattr(
        boards.art,
        "draw",
        lambda surface, name, *rest, **more: drawn.setdefault(name, draw(surface, name, *rest, **more)),
    )
    shop = open_shop(load(game))
    name = "fighter-placement" if (game, name) == ("superfort", "battle-board") else name
    (product,) = (one for one in shop.catalogue.products if one.name == name)
    with shop.document(product.title, "a4", fillable=False) as document:
        shop.draw(product, document)

    placed = drawn[shop.book.drawing.art.plan]
    outline = {
        part: [placed.spot(*spot) for spot in shapes[0].points()]
        for part, shapes in placed.drawing.ids.items()
        if part.startswith(("wing-", "tailplane-", "engine-", "fuselage"))
    }
    fuselage = outline.pop("fuselage")
    led = [line for line in lines if not any(inside(line[0], edge) for edge in outline.values())]
    assert len(led) >= 6
    for line in led:
        crossed = {
            part
            for spot in along(line)
            if not inside(spot, fuselage)
            for part, edge in outline.items()
            if inside(spot, edge)
        }
        assert not crossed, (crossed, line)
