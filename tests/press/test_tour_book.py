"""The book of a tour: what the log says of each mission, in the order of play, to read and to fold."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from pdfua import validate
from pypdf import PdfReader
from tests.flights import book_of as book
from tests.flights import flown, forms

from combatbox.cli import main
from combatbox.core.errors import CombatBoxError
from combatbox.core.events import Journal
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.export import book_text
from combatbox.library.load import load
from combatbox.odds.stored_odds import stored_for
from combatbox.play.book_codec import parse_book
from combatbox.play.session import Session
from combatbox.press.bomber_tour import Flown, _day, _facts
from combatbox.press.drawings import extent
from combatbox.press.map import route_scene
from combatbox.press.map_data import read_atlas
from combatbox.press.print_run import print_filled
from combatbox.press.shop import PrintOptions, open_shop, sheet_set
from combatbox.press.tour_data import Route, Tour
from combatbox.press.tour_page import tour_page

from .texts import in_one_line, texts

TOURS = {"queen": ("12", 6), "superfort": ("4", 5), "twentyfive": ("7", 0)}
BOTH = ("tour-book", "tour-book-folded")
each_game = pytest.mark.parametrize("game", TOURS)


@cache
def tour_log(game: str) -> Journal:
    seed, until = TOURS[game]
    return flown(book(game), seed, run="tour", until=until)


def read_tour(book: Book, journal: Journal) -> Tour:
    contents = open_shop(book).read_tour(journal)
    assert contents
    return contents


@cache
def tour(game: str) -> Tour:
    return read_tour(book(game), tour_log(game))


@cache
def page(game: str) -> dict[str, Any]:
    """Return the book as the engine in a browser makes it: from a compiled book, and as JSON."""
    return made_page(book(game), tour_log(game), sheet_set(open_shop(book(game))))


def as_json(contents: Tour) -> dict[str, Any]:
    missions = tuple(replace(entry, hits={}) for entry in contents.missions)
    plain: dict[str, Any] = json.loads(json.dumps(asdict(replace(contents, missions=missions))))
    return plain


def made_page(book: Book, journal: Journal, sheets: str) -> dict[str, Any]:
    compiled = parse_book(book_text(book, examples=False))
    rules = compiled.rulebook(journal.header["rulings"])
    contents: dict[str, Any] = json.loads(json.dumps(tour_page(compiled, rules, journal, sheets)))
    return contents


@cache
def printed(game: str, paper: str) -> dict[str, Path]:
    job = PrintOptions(only=BOTH)
    made = print_filled(book(game), [tour_log(game)], Path(mkdtemp(prefix="combatbox-")), paper, "kept", job=job)
    return {path.stem.removesuffix(f"-{paper}").removeprefix("kept-"): path for path in made}


@each_game
def test_every_mission_is_in_the_book_with_a_sentence_of_its_day(game: str) -> None:
    words = in_one_line(" ".join(texts(printed(game, "a4")["tour-book"])))
    assert tour(game).missions
    for entry in tour(game).missions:
        assert f"{entry.number} {entry.title}" in words
        assert entry.day.endswith("."), entry
        assert in_one_line(entry.day) in words
        for label, fact in entry.facts:
            assert f"{label} {fact}." in words, (entry.number, label)


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["queen", "superfort"])
def test_missions_crews_and_fighters_are_those_of_the_record(game: str) -> None:
    record = forms(tour_log(game))["composite"]
    rows = [row for row in (*record["rows"], *record["uncounted"]) if row["flown"]]
    assert sorted(entry.number for entry in tour(game).missions) == sorted(row["mission"] for row in rows)
    men = {man["name"] for row in rows for man in row["crew"].values()}
    _heads, lines = tour(game).honours
    assert {next(name for name in men if line[0].endswith(name)) for line in lines} == men
    kills = sum(len(man["kills"]) for row in rows for man in row["crew"].values())
    assert sum(int(line[3]) for line in lines if line[3] != "–") == kills
    words = in_one_line(" ".join(texts(printed(game, "letter")["tour-book"])))
    assert all(name in words for name in men)


@each_game
def test_the_page_has_every_field_of_the_paper(game: str) -> None:
    words = in_one_line(" ".join(texts(printed(game, "a4")["tour-book"])))
    contents, on_page = as_json(tour(game)), dict(page(game))
    missions, drawn_missions = contents.pop("missions"), on_page.pop("missions")
    assert {name: on_page.pop(name) for name in contents} == contents
    assert on_page.keys() == {"length", "note_on_odds", "plane", "awards"}
    assert on_page["length"] in words
    assert in_one_line(on_page["note_on_odds"]) in words
    for mission, entry, drawn in zip(tour(game).missions, missions, drawn_missions, strict=True):
        entry.pop("hits"), entry.pop("crossed")
        assert {name: drawn[name] for name in entry} == entry
        assert [count for _x, _y, count in drawn["hits"]] == [*mission.hits.values()]
        assert len(drawn["crossed"]) == len(mission.crossed)
        assert [in_one_line(text) in words for text in (drawn["bomber"], *drawn["records"])].count(False) == 0


@each_game
def test_the_page_draws_what_the_paper_draws(game: str) -> None:
    plane = page(game)["plane"]
    for mission, drawn in zip(tour(game).missions, page(game)["missions"], strict=True):
        assert all(
            0 < x < plane["width"] and 0 < y < plane["height"] for x, y, _ in (*drawn["hits"], *drawn["crossed"])
        )
        assert bool(drawn["map"]) == (mission.route is not None)
        if mission.route:
            svg = ElementTree.fromstring(drawn["map"])
            looks = [shape.get("class") for shape in svg.iter()]
            assert looks.count("map-route-fight-mark") == len(mission.route.fought)
            assert ("map-route-lost-mark" in looks) == (mission.route.lost is not None)


def test_the_page_is_compared_with_odds_of_the_same_tables_alone() -> None:
    sheets = sheet_set(open_shop(book("twentyfive"))).replace(book("twentyfive").digest, "another")
    closing = made_page(book("twentyfive"), tour_log("twentyfive"), sheets)["closing"]
    assert {line["stored"] for line in closing} == {""}


def test_a_tour_without_a_finished_mission_has_no_book(tmp_path: Path) -> None:
    journal = tour_log("queen")
    first = next(n for n, event in enumerate(journal.events) if event.get("place") == "records.record")
    begun = Journal(journal.header)
    begun.events = journal.events[:first]
    with pytest.raises(CombatBoxError, match="the tour has no finished mission yet"):
        print_filled(book("queen"), [begun], tmp_path, "a4", "begun", job=PrintOptions(only=("tour-book",)))
    with pytest.raises(CombatBoxError, match="the tour has no finished mission yet"):
        made_page(book("queen"), begun, sheet_set(open_shop(book("queen"))))


@pytest.mark.parametrize("game", ["queen", "superfort"])
def test_what_was_hit_is_what_the_chart_says(game: str) -> None:
    charts = forms(tour_log(game)).get("mission_charts")
    for number, entry in enumerate(tour(game).missions):
        spots = open_shop(book(game)).context.data["sections"]
        assert set(entry.hits) <= {tuple(spot["dot"]) for spot in spots.values()}
        if charts:
            assert sum(entry.hits.values()) == len(charts[number]["hits"])


def test_engines_that_flak_alone_put_out_are_counted_and_crossed_out() -> None:
    quiet = {entry.number: entry for entry in tour("twentyfive").missions if ("Fighters", "none") in entry.facts}
    missions = {row["number"]: row for row in forms(tour_log("twentyfive"))["missions"]}
    hit = {number: missions[number]["damage"].get(missions[number]["place"]) for number in quiet}
    assert set(hit.values()) >= {1, 3, 4, None}
    for number, die in hit.items():
        engines = {None: 0, 1: 1, 2: 1, 3: 2, 4: 2}[die]
        assert quiet[number].crossed == ("engine-1", "engine-4")[:engines], "the outer ones first, as in the replay"
        assert (("Engines out", str(engines)) in quiet[number].facts) == (engines > 0)
        words = ("No fighter comes near.", "She comes home with an engine out.", "She comes home with two engines out.")
        assert quiet[number].day == words[engines]


def test_the_sentence_of_the_day_names_whom_shells_have_hurt() -> None:
    tours = [flown(book("queen"), seed, run="tour", until=6) for seed in "24"]
    missions = [entry for journal in tours for entry in read_tour(book("queen"), journal).missions]
    hurt = [entry for entry in missions if "Wounded" in dict(entry.facts)]
    assert any(re.search("strikes?, and .* (is|are) hurt", entry.day) for entry in hurt)
    assert not [entry.day for entry in hurt if "nobody is the worse" in entry.day]
    assert any("nobody is the worse" in entry.day for entry in missions)


@pytest.mark.sample(2)
@each_game
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_it_is_accessible_and_folds(game: str, paper: str) -> None:
    files = printed(game, paper)
    assert tuple(files) == BOTH
    for path in files.values():
        assert validate(path).findings == ()
    pages, sides = (len(PdfReader(files[name]).pages) for name in BOTH)
    assert sides == -(-pages // 4) * 2
    for page in PdfReader(files["tour-book-folded"]).pages:
        assert float(page.mediabox.width) > float(page.mediabox.height)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("W" * 40, r"W{10,}…"),
        ("Daisy 🌼 日本", "Daisy □ □□"),
        ("Летающая крепость", "Летающая крепость"),
        ("Ιπτάμενο φρούριο", "Ιπτάμενο φρούριο"),
        ("Ծիծեռնակ", "Ծիծեռնակ"),
        ("Щ" * 40, "Щ{6,}…"),
    ],
)
def test_names_are_written_in_any_script_and_shortened_or_marked_only_where_they_must_be(
    tmp_path: Path, name: str, shown: str
) -> None:
    journal = flown(book("queen"), "3", run="tour", until=2, names={"bomber": name, "crew": {"pilot": name}})
    job = PrintOptions(only=("tour-book",))
    (path,) = print_filled(book("queen"), [journal], tmp_path, "a4", "odd", job=job)
    assert re.search(rf"Capt\. {shown}", in_one_line(" ".join(texts(path))))
    assert validate(path).findings == ()


@each_game
def test_figures_stand_beside_the_stored_odds(game: str) -> None:
    (page,) = [text for text in texts(printed(game, "a4")["tour-book"]) if "The tour in figures" in text]
    compared = [line for line in tour(game).closing if line.stored]
    assert len(compared) >= 3
    for line in compared:
        assert f"{line.label} {line.tour} {line.stored}" in in_one_line(page)
        assert re.fullmatch(r"\d+(\.\d+)?%", line.stored)


def test_a_variant_is_compared_with_its_own_odds() -> None:
    variant = load("b17g", paths.root() / "variants")
    compared = {
        line.label: line.stored for line in read_tour(variant, flown(variant, "12", run="tour", until=1)).closing
    }
    (stored,) = stored_for(variant)
    assert compared["The bomber survives"] == f"{stored.found['events']['survived']['value']:.0%}"


@pytest.mark.parametrize("game", ["queen", "superfort"])
def test_a_route_goes_out_and_back_unless_the_bomber_is_lost(game: str) -> None:
    atlas = read_atlas(book(game))
    target = max(atlas.targets, key=lambda place: place.zone)
    home, out, back = (
        route_scene(atlas, Route(target.key, (("out", 3),), lost), 150, 120)
        for lost in (None, ("out", 3), ("back", target.zone - 1))
    )
    assert home
    assert out
    assert back
    looks = [{shape.look for shape in seen.shapes if hasattr(shape, "look")} for seen in (home, out, back)]
    assert {"route-out", "route-back", "route-fight"} <= looks[0]
    assert "route-back" not in looks[1]
    assert "route-lost" in looks[1] & looks[2]
    assert route_scene(atlas, Route("Atlantis"), 150, 120) is None
    for seen in (home, out, back):
        boxes = [extent(label) for label in seen.labels()]
        assert len(boxes) == 2, "the base and the target"
        assert all(box.x > 0 and box.right < 150 and box.y > 0 and box.bottom < 120 for box in boxes)


def test_a_saved_game_gives_the_same_book_as_its_log(tmp_path: Path) -> None:
    session = Session(book("twentyfive"), run="tour", seed="7")
    while decision := session.advance():
        session.answer(decision.default)
    (tmp_path / "tour.save").write_text(session.saved(), encoding="utf-8")
    journal = tour_log("twentyfive")
    assert session.journal.events == journal.events
    line = ["print", "twentyfive", "--log", str(tmp_path / "tour.save"), "--paper", "a4", "--only", "tour-book"]
    result = CliRunner().invoke(main, [*line, "--out", str(tmp_path)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert texts(tmp_path / "twentyfive" / "tour-tour-book-a4.pdf") == texts(printed("twentyfive", "a4")["tour-book"])


def test_without_a_log_there_is_no_book() -> None:
    assert not {product.name for product in open_shop(book("queen")).products} & set(BOTH)
    with pytest.raises(CombatBoxError, match="add --log FILE"):
        _ = open_shop(book("queen"), job=PrintOptions(only=("tour-book",))).products


def test_a_paper_that_the_log_does_not_fill_is_refused_with_the_reason(tmp_path: Path) -> None:
    journal = flown(book("queen"), "2")
    for name, why in (
        ("tour-book", "is made from a tour; the log is of one mission"),
        ("rules", "the log fills nothing"),
    ):
        with pytest.raises(CombatBoxError, match=f"{name}: .*{why}"):
            print_filled(book("queen"), [journal], tmp_path, "a4", "one", job=PrintOptions(only=(name,)))
    assert not list(tmp_path.iterdir())


def test_the_sentence_of_the_day_does_not_contradict_the_facts_below_it() -> None:
    for mission in tour("queen").missions:
        facts = dict(mission.facts)
        if "Wounded" in facts:
            assert "nobody is the worse" not in mission.day
        if facts["Fighters"] != "none":
            assert "No fighter comes" not in mission.day


def test_only_fighters_that_men_have_to_their_credit_are_shot_down() -> None:
    man = {"name": "Clyde Gentry", "rank": "", "light": 0, "serious": False, "fate": ""}
    flown = Flown({"bomber": "Lonesome Albatross", "bombs_dropped": True}, {"cfc": man})
    flown.destroyed.update({"jack": 1, "zeke": 1})  # one of them in a collision
    flown.gunners["cfc"] = 1
    context = open_shop(book("superfort")).context
    assert _day(context, flown) == "Her gunners shoot down a fighter."
    assert ("Destroyed", "1 Jack and 1 Zeke: Clyde Gentry 1") in list(_facts(context, flown))
    flown.gunners["cfc"] = 2
    assert ("Shot down", "1 Jack and 1 Zeke: Clyde Gentry 2") in list(_facts(context, flown))


def test_the_tour_in_figures_stands_whole_on_one_page(tmp_path: Path) -> None:
    (made,) = [path for path in _books(tmp_path) if path.name.endswith("tour-book-a4.pdf")]
    labels = [line.label for line in tour("queen").closing]
    pages = [in_one_line(text) for text in texts(made)]
    assert any(all(label in page for label in labels) for page in pages), "no page has all lines"


def _books(folder: Path) -> list[Path]:
    return print_filled(book("queen"), [tour_log("queen")], folder, "a4", "tour", job=PrintOptions(only=BOTH[:1]))


def test_the_players_own_notes_on_a_mission_and_on_a_man_are_in_the_book(tmp_path: Path) -> None:
    man = tour("queen").honours[1][0][0]
    notes = {"mission-2-note": "Bill lost his *hat* here.", man: "He sang all the way home."}
    job = PrintOptions(only=("tour-book",), writing=tuple(notes.items()))
    (path,) = print_filled(book("queen"), [tour_log("queen")], tmp_path, "a4", "own", job=job)
    pages = [in_one_line(page) for page in texts(path)]
    second = tour("queen").missions[1]
    assert re.search(
        rf"{re.escape(second.title)} {re.escape(second.bomber)} .*Bill lost his \*hat\* here\.", " ".join(pages)
    )
    (notes_page,) = [page for page in pages if "He sang all the way home." in page]
    assert notes_page.index("Notes") < notes_page.index(f"{man} He sang")
    assert validate(path).findings == ()


def test_any_note_is_printed_as_it_is_or_marked(tmp_path: Path) -> None:
    notes = {
        "mission-1-note": "<b>bold</b> {name} **x** \\n &amp;",
        "mission-2-note": "Wort " * 2_000,
        "mission-3-note": "x" * 10_000,
        "mission-4-note": "😀 ✈️ שלום end",
    }
    job = PrintOptions(only=("tour-book",), writing=tuple(notes.items()))
    (path,) = print_filled(book("queen"), [tour_log("queen")], tmp_path, "a4", "own", job=job)
    words = in_one_line(" ".join(texts(path)))
    assert notes["mission-1-note"] in words
    assert words.count("Wort") == 2_000
    assert re.search("x{9,}…", words)
    assert "□□□□ end" in words
    assert validate(path).findings == ()


def test_a_note_on_a_mission_that_was_not_flown_is_refused(tmp_path: Path) -> None:
    job = PrintOptions(only=("tour-book",), writing=(("mission-7-note", "x"),))
    with pytest.raises(CombatBoxError, match="unknown field of these sheets 'mission-7-note'; did you mean mission-"):
        print_filled(book("queen"), [tour_log("queen")], tmp_path, "a4", "own", job=job)
    assert not list(tmp_path.rglob("*.pdf"))
