"""The wall of a crew: portraits that stay the same, parts inside their frames, and all men on one page."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.core.shapes import Label, Outline
from combatbox.library import paths
from combatbox.library.export import book_text
from combatbox.library.medals import read_medals
from combatbox.play.book_codec import parse_book
from combatbox.play.medals import awards
from combatbox.press.bomber_tour import Flown, _honours, _man_on_wall, _service
from combatbox.press.crew_wall import (
    NARROW,
    WIDE,
    _file,
    _man,
    award_rows,
    chosen_parts,
    face_of,
    motif_for,
    motifs,
    motifs_of_words,
    nose_art,
    page_drawings,
    portrait,
    wall_drawing,
)
from combatbox.press.drawings import width_of, write_svg
from combatbox.press.shop import open_shop, sheet_set
from combatbox.press.tour_data import ManOnWall, Wall
from combatbox.press.tour_page import wall_page

from .test_tour_book import book, tour, tour_log

SIZES = {"portrait": (100, 120), "nose-art": (100, 100)}
PARTS = [(name, part) for name in SIZES for part in _file(name).ids]


@pytest.mark.parametrize(("name", "part"), PARTS, ids=[part for _, part in PARTS])
def test_every_part_is_drawn_within_its_frame(name: str, part: str) -> None:
    width, height = SIZES[name]
    for shape in _file(name).ids[part]:
        for x, y in shape.points():
            assert 0 <= x <= width
            assert 0 <= y <= height


def test_the_same_man_has_the_same_face_and_others_have_another() -> None:
    face = face_of("Elmer Hackett", "bombardier")
    assert list(portrait(face, "Lieut.", 0, 0, 66)) == list(portrait(face, "Lieut.", 0, 0, 66))
    assert face == face_of("Elmer Hackett", "bombardier")
    faces = {tuple(chosen_parts(face_of(f"Man {number}", "pilot"), "Sgt.")) for number in range(200)}
    assert len(faces) > 190


@pytest.mark.parametrize(("rank", "other"), [("Lieut.", "-enlisted"), ("Mst. Sgt.", "-officer"), ("", "-enlisted")])
def test_a_man_wears_what_belongs_to_his_rank(rank: str, other: str) -> None:
    worn = {part for number in range(200) for part in chosen_parts(number * 7919, rank)}
    assert not [part for part in worn if part.endswith(other)]
    ours = {part for part in _file("portrait").ids if not part.endswith(other)}
    assert worn == ours  # every other part is worn by somebody


def test_a_name_finds_its_motif() -> None:
    assert (motif_for("Corn Belt Queen"), motif_for("Moonlight Mary")) == ("crown", "moon")
    assert motif_for("Slow Freight") == motif_for("Slow Freight")
    assert motif_for("Slow Freight") in motifs()
    assert all(list(nose_art(motif, 0, 0, 74)) for motif in motifs())


@pytest.mark.parametrize(
    ("line", "message"), [("cow: [milk]", "cow: unknown motif"), ("crown: queen", "must be a list")]
)
def test_a_wrong_line_about_nose_art_is_refused(
    line: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(paths.portraits() / "nose-art.svg", tmp_path)
    (tmp_path / "nose-art.yaml").write_text(line + "\n", encoding="utf-8")
    monkeypatch.setattr("combatbox.library.paths.portraits", lambda: tmp_path)
    with pytest.raises(CombatBoxError, match=message):
        motifs_of_words()


@pytest.mark.parametrize("columns", [WIDE, NARROW])
@pytest.mark.parametrize("game", ["queen", "superfort"])
def test_the_wall_shows_every_man_and_keeps_within_its_frame(game: str, columns: int) -> None:
    wall = tour(game).wall
    assert wall
    drawn = wall_drawing(wall, columns)
    words = [label.text for label in drawn.labels()]
    assert [man.name for man in wall.men if man.name not in words] == []
    for shape in drawn.shapes:
        if isinstance(shape, Label):
            shift = {"start": 0.0, "middle": 0.5}[shape.side] * width_of(shape)
            assert shape.x - shift >= -0.01
            assert shape.x - shift + width_of(shape) <= drawn.width + 0.01
            assert shape.y <= drawn.height
        elif isinstance(shape, Outline):
            for x, y in (point for _, points in shape.segments for point in points):
                assert -0.01 <= x <= drawn.width + 0.01
                assert -0.01 <= y <= drawn.height + 0.01
    for man in wall.men:
        assert ", ".join([man.title, man.record]) in drawn.description
    assert "<path" in write_svg(drawn, "wall")


def test_a_dead_man_has_a_black_corner_and_ribbons_what_he_earned() -> None:
    man = ManOnWall("Carl Fitzhugh", "Sgt.", "tail gunner", 5, "3 missions", "killed", True, True)
    alive = replace(man, is_dead=False, fate="")
    heart = replace(alive, ribbons=[("Purple Heart", ["white", "purple", "white"])], awards=[("Purple Heart", "Why.")])

    def fills(one: ManOnWall) -> list[str]:
        wall = Wall("Slow Freight", "star", "Slow Freight", 3, 1, [one])
        return [shape.fill for shape in wall_drawing(wall).shapes if isinstance(shape, Outline)]

    assert len(fills(man)) == len(fills(alive)) + 1
    assert fills(heart).count("ribbon-purple") == 2  # on his chest and in the key
    assert award_rows(Wall("", "star", "", 0, 0, [heart])) == [
        ("Sgt. Carl Fitzhugh, tail gunner", "Purple Heart", "Why.")
    ]


def missions_of(*entries: tuple[int, str], out: tuple[int, ...] = ()) -> list[Flown]:
    """Missions of one pilot, each with the number of his missions and his fate at its end; the bomber comes home."""
    man = {"name": "Daniel Seward", "rank": "Lieut.", "kills": 0, "light": 0, "serious": False}
    return [
        Flown(
            state={"plane.fate": "safe", "pilot_at_controls": "pilot"},
            men={"pilot": {**man, "missions": number, "fate": fate}},
            out=out,
        )
        for number, fate in entries
    ]


def test_a_man_who_stands_down_after_a_mission_that_did_not_count_gets_no_missions_twice() -> None:
    (man,) = _service(missions_of((19, ""), (20, ""), (19, "stood_down"), (20, "")))
    assert sum(deed["missions"] for deed in man.deeds) == 20
    (man,) = _service(missions_of((19, ""), (20, "killed"), (1, "")))  # another man of the same name
    assert sum(deed["missions"] for deed in man.deeds) == 21


def test_a_man_who_stays_on_the_ground_on_the_last_mission_is_with_the_crew() -> None:
    context, flights = open_shop(book("superfort")).context, missions_of((1, ""), (1, "stood_down"))
    assert [row[-1] for row in _honours(context, _service(flights))] == ["with the crew"]
    assert _man_on_wall(context, _service(flights)[0], flights[-1]).fate == ""


@pytest.mark.parametrize(
    ("fate", "titles"),
    [("", ["Distinguished Flying Cross"]), ("killed", ["Purple Heart"]), ("bailed_out", []), ("stood_down", [])],
)
def test_only_a_man_aboard_and_alive_brings_the_bomber_home(fate: str, titles: list[str]) -> None:
    (man,) = _service(missions_of((1, fate), out=(2, 3)))
    medals = read_medals(book("queen"))
    assert [award.title for award in awards(medals, "pilot", man.deeds)] == titles


def test_a_book_has_a_page_for_the_crew_and_more_for_those_who_left() -> None:
    wall = tour("queen").wall
    assert wall
    gone = [replace(wall.men[0], name=f"Man {number}", is_present=False) for number in range(60)]
    crew, *former = page_drawings(replace(wall, men=[*wall.men, *gone], kills=30, marks=35))
    assert crew.height < 1.45 * crew.width  # the shape of a page, so that the words do not shrink
    assert not [label.text for label in crew.labels() if label.text.startswith("Man ")]
    assert sum(label.text.startswith("Man ") for page in former for label in page.labels()) == 60


def test_the_page_of_play_gets_the_wall_in_the_readers_paint() -> None:
    compiled = parse_book(book_text(book("queen"), examples=False))
    journal, sheets = tour_log("queen"), sheet_set(open_shop(book("queen")))
    rules = compiled.rulebook(journal.header["rulings"])
    page = wall_page(compiled, rules, journal, sheets)
    assert (page["motif"], page["lettering"]) == ("boot", "Thirty-Day Furlough")
    assert page["motifs"] == motifs()
    assert page["awards"][0][0] == "Lieut. Elmer Hackett, bombardier"
    assert len(page["awards"]) == 11  # one row a man
    assert ["Purple Heart" in row[1] for row in page["awards"]].count(True) == 11
    painted = wall_page(compiled, rules, journal, sheets, "swan", "  Lucky   <Seven> ")
    assert painted["lettering"] == "Lucky <Seven>"
    assert "Lucky &lt;Seven&gt;" in painted["wide"]
    assert painted["narrow"] != page["narrow"]
    with pytest.raises(CombatBoxError, match="unknown motif 'cow'"):
        wall_page(compiled, rules, journal, sheets, "cow")


def test_a_game_without_crews_has_no_wall() -> None:
    compiled = parse_book(book_text(book("twentyfive"), examples=False))
    journal, sheets = tour_log("twentyfive"), sheet_set(open_shop(book("twentyfive")))
    with pytest.raises(CombatBoxError, match="this game has no crews"):
        wall_page(compiled, compiled.rulebook(journal.header["rulings"]), journal, sheets)


def test_a_long_station_stands_whole_without_the_rank() -> None:
    wall = tour("queen").wall
    assert wall
    man = replace(wall.men[0], rank="Tech. Sgt.", station="starboard waist gunner")
    words = [shape.text for shape in _man(man, 0, 0) if isinstance(shape, Label)]
    assert "Starboard waist gunner" in words
    assert "Lieut., pilot" in [
        shape.text for shape in _man(replace(man, rank="Lieut.", station="pilot"), 0, 0) if isinstance(shape, Label)
    ]
