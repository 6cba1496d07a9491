"""A variant: a folder of data that is laid over a game, file by file and entry by entry."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import pytest
from tests.flights import flight, flown

from combatbox.core.errors import MOST_LINES, DataError, Problem, suggest
from combatbox.games.queen.constants import Constants
from combatbox.library import merge, paths
from combatbox.library.export import book_text
from combatbox.library.folders import variants
from combatbox.library.load import load
from combatbox.library.merge import Merge, merge_document, report_repeated, table_layers
from combatbox.library.overlay import differences
from combatbox.library.scaffolding import new_variant
from combatbox.library.yaml12 import Document
from combatbox.odds.stored_odds import stored_for
from combatbox.play.book_codec import parse_book
from combatbox.press.catalogue import read_catalogue
from combatbox.press.map_data import read_atlas
from combatbox.prose.pages import merge_sections, page_files, page_text


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    """The folder of a variant of queen as `combatbox new variant` writes it."""
    new_variant("winter", tmp_path, "queen")
    return tmp_path / "winter"


def edit(path: Path, old: str, new: str) -> None:
    """Change a file of the variant."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def faults(variant: Path) -> list[str]:
    """The problems of a variant, each with the end of its path."""
    with pytest.raises(DataError) as caught:
        load("winter", variant.parent)
    return [f"{Path(one.path).name}:{one.line}: {one.message}" for one in caught.value.problems]


# ---- the merge


def test_a_list_is_edited_entry_by_entry():
    below = {"names": ["a", "b", "c"], "parts": [{"title": "x", "n": 1}, {"title": "y", "n": 2}]}
    above = {"names": {"add": ["d"], "remove": ["a"], "change": {"b": "B"}}, "parts": {"change": {"y": {"n": 3}}}}
    merged = Merge().merge(below, above)
    assert merged == {"names": ["B", "c", "d"], "parts": [{"title": "x", "n": 1}, {"title": "y", "n": 3}]}
    assert below["names"] == ["a", "b", "c"]
    assert Merge().merge(below, {"names": ["z"]})["names"] == ["z"]


def test_an_entry_of_a_list_is_named_by_its_part_before_its_group():
    below = [
        {"group": "Damage", "part": ["radio_out"]},
        {"group": "Damage", "part": ["wheel_out"]},
        {"group": "Damage"},
    ]
    above = {"remove": [{"part": ["wheel_out"]}], "change": {"radio_out": {"sign": "radio"}}}
    assert Merge().merge(below, above) == [
        {"group": "Damage", "part": ["radio_out"], "sign": "radio"},
        {"group": "Damage"},
    ]


def test_an_added_row_stands_where_its_key_belongs():
    def rows(*names: str) -> list[dict[str, str]]:
        return [{"key": name} for name in names]

    guns = Merge().merge(rows("12|nose", "12|top", "3|ball"), {"add": rows("12|chin", "9|tail")})
    assert guns == rows("12|nose", "12|top", "12|chin", "3|ball", "9|tail")
    assert Merge().merge(rows("Antwerp", "Emden"), {"add": rows("Dunkirk")}) == rows("Antwerp", "Dunkirk", "Emden")
    assert Merge().merge(rows("6-10", "11-20"), {"add": rows("0-5")}) == rows("6-10", "11-20", "0-5"), (
        "no order to keep"
    )
    assert Merge().merge(["a", "c"], {"add": ["b"]}) == ["a", "c", "b"]


class CountedId(str):
    """An id that counts how often it is compared with another."""

    __slots__ = ()
    __hash__ = str.__hash__
    compared = 0

    def __eq__(self, other: object) -> bool:
        CountedId.compared += 1
        return str.__eq__(self, other)


def test_repeated_ids_of_a_long_list_are_found_without_comparing_all_pairs():
    ids: list[str] = [CountedId(f"D-{number}") for number in range(1000)]
    problems: list[Problem] = []
    report_repeated(problems, Document("rules.yaml", {}), "rules", [*ids, ids[7]])
    assert [problem.message for problem in problems] == ["the id D-7 is used twice; ids are unique"]
    assert CountedId.compared < len(ids)


def test_names_that_resemble_unknown_ids_are_sought_for_the_listed_problems_alone(monkeypatch):
    sought: list[str] = []
    monkeypatch.setattr(merge, "suggest", lambda name, known: sought.append(name) or suggest(name, known))
    below = Document("rules.yaml", {"rules": [{"id": "D-1"}]})
    above = Document("rules.yaml", {"rules": [{"id": f"D-{number}"} for number in range(2, 200)]})
    problems: list[Problem] = []
    assert merge_document(problems, below, above) is None
    assert len(problems) == 198
    assert len(sought) == MOST_LINES


@pytest.mark.parametrize("game", variants())
def test_the_guns_that_bear_on_a_position_stand_together(game):
    positions = [row.key.split("|")[0] for row in load(game).tables["M-1"].rows]
    assert [position for position, _ in groupby(positions)] == list(dict.fromkeys(positions))


def test_an_edited_table_has_new_columns_and_says_where_its_parts_come_from():
    below = {"columns": {"a": "A"}, "rows": [{"key": "one", "hits": [6]}], "notes": ["old"]}
    above = {
        "edits": True, "origin": "history", "columns": {"b": {"title": "B", "like": "a"}},
        "rows": {"add": [{"key": "two", "hits": [5, 4]}]}, "notes": {"add": ["new"]},
    }  # fmt: skip
    merged = Merge().merge(*table_layers(below, above))
    assert merged["columns"] == {"a": "A", "b": "B"}
    assert merged["rows"] == [{"key": "one", "hits": [6, 6]}, {"origin": "history", "key": "two", "hits": [5, 4]}]
    assert merged["notes"] == ["old", {"text": "new", "origin": "history"}]
    assert merged["origin"] == "rulebook"


def test_a_section_of_a_page_replaces_that_of_the_same_heading():
    merged = merge_sections("# T\n\n## A { #a }\n\none\n\n## B\n\ntwo\n", "## A\n\nour own\n\n## C\n\nthree\n")
    assert merged == "# T\n\n## A\n\nour own\n\n## B\n\ntwo\n## C\n\nthree\n\n"


# ---- what a variant may bring


def test_a_new_variant_flies_and_is_compiled_with_its_gun(variant):
    book = load("winter", variant.parent)
    assert "chin" in book.constants["guns"]
    assert book.drawing.guns["chin"] == "gun-nose"
    compiled = parse_book(book_text(book))
    assert compiled.key == "winter"
    for seed in range(20):
        state, _journal = flight(book, str(seed))
        assert state.outcome.landed or state.due.lost


def test_a_gun_that_is_asked_last_fires_though_a_cheek_gun_fires_too(variant):
    book = load("winter", variant.parent)
    fired = set()
    for seed in range(40):
        for event in flown(book, str(seed)).events:
            if event["kind"] == "roll" and event["table"].startswith("M-1"):
                fired.add(event["who"])
    assert {"chin", "port_cheek", "starboard_cheek", "top_turret"} <= fired
    assert "nose" not in fired


def test_a_place_uses_another_table_in_some_missions(variant):
    text = (paths.home("queen").tables / "g-5.yaml").read_text("utf-8")
    own = text.replace("id: G-5", "id: G-5-LATE\nadded: true").replace("cover: poor", "cover: good")
    (variant / "g-5-late.yaml").write_text(own, "utf-8")
    (variant / "places.yaml").write_text(
        "places: {zone.cover: {instead: [{table: G-5-LATE, missions: '3-4, 9', target_types: [airfield, industry]}]}}\n"
    )
    book = load("winter", variant.parent)
    for read in (book, parse_book(book_text(book))):
        seen: dict[int, set[str]] = {}
        for mission in (2, 3, 9):
            for seed in range(12):
                state, journal = flight(read, str(seed), mission=mission)
                fits = state.orders.target_type in ("airfield", "industry")
                covers = {event["table"] for event in journal.events if event.get("place") == "zone.cover"}
                assert covers <= ({"G-5-LATE"} if fits and mission > 2 else {"G-5"})
                seen.setdefault(mission, set()).update(covers)
        assert seen[3] | seen[9] == {"G-5", "G-5-LATE"}
        assert seen[2] == {"G-5"}


def test_what_chooses_a_table_must_exist(variant):
    (variant / "places.yaml").write_text(
        "places: {zone.cover: {instead: [{table: G-55, targets: [Pariss], periods: [May]}]}}\n", "utf-8"
    )
    assert sorted(faults(variant)) == [
        "places.yaml:1: zone.cover: unknown period 'May'",
        "places.yaml:1: zone.cover: unknown table 'G-55'; did you mean G-5?",
        "places.yaml:1: zone.cover: unknown target 'Pariss'; did you mean Paris?",
    ]


def test_a_type_of_fighter_has_its_own_number_of_attacks():
    const: Constants = load("queen").const
    assert const.attacks_by("me110") == const.attacks
    assert const.period(3) == ""


def test_a_type_attacks_as_often_as_the_variant_says(variant):
    edit(variant / "game.yaml", "words:", "  attacks_of: {me110: 1, fw190: 1, me109: 1}\nwords:")
    book = load("winter", variant.parent)
    for seed in range(30):
        assert not [event for event in flown(book, str(seed)).events if event.get("place") == "attack.new_position"]


def test_terrains_and_cities_are_data(variant):
    edit(variant / "game.yaml", "words:", "  terrains: {S: switzerland}\n  cities: {add: [Basel]}\nwords:")
    assert faults(variant) == [
        f"g-11.yaml:13: G-11: the row 'Basel' is missing; the game looks it up, so add it in {variant}/g-11.yaml"
    ]
    (variant / "g-11.yaml").write_text(
        'id: G-11\nedits: true\nrows: {add: [{key: Basel, cells: [{modifier: "0", over: W-F}, {modifier: "0", over: S}, '
        "null, null, null, null, null]}]}\n"
    )
    assert load("winter", variant.parent).const.terrain("S") == "switzerland"


def test_a_new_type_of_fighter_needs_an_outline(variant):
    edit(variant / "game.yaml", "words:", "  fighters: {add: [storch]}\nwords:")
    assert "game.yaml:11: storch: has no outline for the pages; draw art/storch-plan.svg beside this file" in faults(
        variant
    )


# ---- messages name the file that decided


def test_an_edit_in_vain_is_reported_with_its_line(variant):
    edit(variant / "game.yaml", "words:", "  cities: {remove: [Pariss],\n    add: [Paris]}\nwords:")
    assert faults(variant) == [
        "game.yaml:11: constants.cities.remove.0: removes nothing: the list has no 'Pariss'; did you mean Paris?",
        "game.yaml:12: constants.cities.add.0: the list has 'Paris' already; delete the line",
    ]


def test_an_edit_of_a_table_that_the_game_lacks_is_reported(variant):
    (variant / "m-9.yaml").write_text("id: M-9\nedits: true\n", "utf-8")
    assert faults(variant) == ["m-9.yaml:1: edits no table: M-9; did you mean M-6 or M-5 or M-4?"]


def test_a_gun_that_nobody_draws_is_reported_in_the_drawing_of_the_variant(variant):
    (variant / "drawing.yaml").unlink()
    assert any(line.startswith(("game.yaml", "drawing.yaml")) and "nose" in line for line in faults(variant))


def test_a_fault_of_an_edited_table_names_the_file_that_has_the_row(variant):
    edit(variant / "m-1.yaml", "rows:", "columns: {storch: Storch}\nrows:")
    assert all(line.startswith("m-1.yaml:") for line in faults(variant))
    with pytest.raises(DataError) as caught:
        load("winter", variant.parent)
    files = {str(Path(one.path).parent.name) for one in caught.value.problems}
    assert files == {"queen", "winter"}  # rows of the game have a cell too few, and so have those of the variant


# ---- sheets, pages, odds


def test_the_sheets_of_a_variant_are_merged_with_those_of_the_game(variant):
    book = load("winter", variant.parent)
    catalogue = read_catalogue(book)
    assert catalogue.data["guns"]["above"] == ["chin"]
    assert catalogue.data["guns"]["below"] == ["tail"]
    (variant / "sheets" / "map.yaml").write_text("about: the winter of 1944\n", "utf-8")
    assert read_atlas(book).about == "the winter of 1944"
    edit(variant / "sheets" / "shop.yaml", "guns: {above: [chin]}", "guns: {above: [chinn]}")
    with pytest.raises(DataError, match=r"winter/sheets/shop\.yaml:2: data\.guns\.above\.0: 'chinn' is not"):
        read_catalogue(book)


def test_the_pages_of_a_variant_are_laid_over_those_of_the_game(variant):
    book = load("winter", variant.parent)
    text = page_text(book, "rules/5-guns.md")
    assert "| Chin |" in text
    assert "| Nose |" not in text
    assert "## Aces" in text
    (variant / "site" / "winter.md").write_text("# The winter\n", "utf-8")
    assert page_text(book, "winter.md") == "# The winter\n"
    assert page_files(book).keys() > page_files(load("queen")).keys()


def test_the_differences_of_a_variant_stand_one_by_one(variant):
    found = [str(one) for one in differences(load("queen"), load("winter", variant.parent))]
    assert "word gun_chin: nothing → chin guns" in found
    assert "drawing guns.chin: nothing → gun-nose" in found
    assert "file sheets/shop.yaml: nothing → its own" in found
    assert max(map(len, found)) < 500


def test_a_variant_asks_the_odds_of_its_game_until_it_has_its_own(variant):
    book = load("winter", variant.parent)
    stored = stored_for(book)
    assert [item.id for item in stored] == [item.id for item in stored_for(load("queen"))]
    assert {item.order.game for item in stored} == {"winter"}
    assert not any(item.found for item in stored)


# ---- what is wrong, in one line


def places(variant: Path, text: str) -> list[str]:
    """The problems of the variant with these places."""
    (variant / "places.yaml").write_text(f"places:\n  {text}\n", "utf-8")
    return faults(variant)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("zone.nope: {instead: [{table: G-5, missions: '1'}]}", "zone.nope: is not in the order of play of the game"),
        (
            "zone.cover: {instead: [{table: G-5, missions: '9-3'}]}",
            "missions 9-3: must be in ascending order, between 1 and 25",
        ),
        (
            "zone.cover: {instead: [{table: G-5, missions: '2, 30'}]}",
            "missions 30: must be in ascending order, between 1 and 25",
        ),
        (
            "zone.cover: {instead: [{table: B-1, missions: '1'}]}",
            "B-1 cannot stand in here: not each of its rows gives `cover`",
        ),
    ],
)
def test_a_table_for_some_missions_must_be_of_use(variant: Path, text: str, said: str):
    (fault,) = places(variant, text)
    assert fault.startswith("places.yaml:2: ")
    assert said in fault


def test_a_list_that_is_edited_with_another_word_is_one_fault(variant: Path):
    edit(variant / "game.yaml", "constants:\n", "constants:\n  cities: {append: [Berlin]}\n")
    assert faults(variant) == ["game.yaml:8: constants.cities.append: does not edit a list; known: add, change, remove"]


def test_edits_of_a_list_for_a_map_are_one_fault(variant: Path):
    edit(variant / "game.yaml", "constants:\n", "constants:\n  terrains: {add: [Alps]}\n")
    assert faults(variant) == [
        "game.yaml:8: constants.terrains: is a map, not a list; write its entries as `KEY: value`"
    ]


@pytest.mark.parametrize("line", ["fighters: {remove: [me110]}", "target_types: {remove: [u_boats]}"])
def test_a_needed_entry_that_is_removed_is_reported_with_the_line_that_removes_it(variant: Path, line: str):
    edit(variant / "game.yaml", "constants:\n", f"constants:\n  {line}\n")
    problems = [one for one in faults(variant) if "is left out, but" in one]
    assert problems
    assert problems[0].startswith("game.yaml:8: constants.")
    assert problems[0].endswith("; keep it, or change what needs it in files of your own")


def test_the_summary_of_the_game_says_how_many_missions_the_variant_has(variant: Path):
    edit(variant / "game.yaml", "summary: A B-17 with a turret below its nose, flown from England.\n", "")
    assert "ten men and twenty-five missions from England" in load("winter", variant.parent).meta.summary
    edit(variant / "game.yaml", "constants:\n", "constants:\n  missions: 30\n  target_tables: {G-3: 30}\n")
    (variant / "r-7-3-survival.yaml").write_text(
        "id: R-7-3-SURVIVAL\nedits: true\nkeys: 1-30\nrows: {change: {'25': {key: 25-30}}}\n", "utf-8"
    )
    assert "ten men and 30 missions from England" in load("winter", variant.parent).meta.summary


def test_a_variant_without_a_key_is_refused_with_the_file_to_add_it_to(variant: Path):
    edit(variant / "game.yaml", "key: winter\n", "")
    assert faults(variant) == ["game.yaml:3: key: is missing; add `key: winter`"]


@pytest.mark.parametrize("value", ["maybe", "false", "1"])
def test_edits_of_a_table_is_true_or_left_out(variant: Path, value: str):
    (variant / "b-1.yaml").write_text(f"id: B-1\nedits: {value}\n", "utf-8")
    (fault,) = faults(variant)
    assert fault.startswith("b-1.yaml:2: edits: must be true (got ")


def test_a_page_that_is_not_utf_8_is_refused_with_its_name(variant: Path):
    (variant / "site" / "rules" / "5-guns.md").write_bytes("## Köln\n".encode("latin-1"))
    with pytest.raises(DataError, match=r"5-guns\.md:1: is not UTF-8 text \(byte 4\); save it as UTF-8"):
        page_text(load("winter", variant.parent), "rules/5-guns.md")


def test_the_differences_of_a_place_name_its_tables(variant: Path):
    (variant / "places.yaml").write_text("places:\n  zone.cover: {instead: [{table: G-5, missions: '1'}]}\n", "utf-8")
    found = {str(each) for each in differences(load("queen"), load("winter", variant.parent))}
    assert "place zone.cover.instead: nothing → table G-5, when mission 1" in found


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_a_variant_whose_game_yaml_is_no_file_is_reported_with_its_path(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    (tmp_path / "storm").mkdir()
    make(tmp_path / "storm" / "game.yaml")
    with pytest.raises(DataError, match=r"storm/game\.yaml:1: cannot be read: it is a (folder|pipe)"):
        load("storm", tmp_path)


@pytest.mark.parametrize("key", ["down_in G, N", "{'down_in': ['G', 'N']}"])
def test_a_condition_is_named_by_its_words_and_as_in_1_0(key: str) -> None:
    below = {"forced": [{"when": {"down_in": ["G", "N"]}, "source": "note c"}, {"when": "unfit"}]}
    above = {"forced": {"change": {key: {"source": "mine"}}, "remove": ["unfit"]}}
    assert Merge().merge(below, above)["forced"] == [{"when": {"down_in": ["G", "N"]}, "source": "mine"}]
    merge = Merge()
    merge.merge(below, above)
    assert merge.wrong == []
    merge.merge(below, {"forced": {"change": {"down_in G": {"source": "mine"}}}})
    ((_, message),) = merge.wrong
    assert "did you mean down_in G, N" in message
