"""What the files of an overlay may add, remove and leave out, and the messages where they may not."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from combatbox.bomber.campaign import tour_length
from combatbox.bomber.state import Orders, State
from combatbox.core.errors import DataError
from combatbox.library.load import load
from combatbox.library.overlay import differences
from combatbox.verify.checks import run_checks
from combatbox.verify.odds import chance_findings

ADDED = """\
rulings:
  - id: T-H1
    added: true
    key: house_wings
    question: Which table says what a hit on a wing does?
    options:
      printed: {words: That of the game.}
      house: {words: Our own., replaces: {T-TAB-WING: T-TAB-HOUSE}}
    default: house
    why: Our group likes it rougher.
"""
HOUSE = """\
id: T-TAB-HOUSE
title: Wing of our own
added: true
dice: 1d6
source: {kind: house, section: ours}
rows:
  - {roll: 1-6, effects: [{engines_out: 1}]}
"""


def put(folder: Path, **files: str) -> Path:
    """An overlay: `queen__game` is `queen/game.yaml`."""
    for name, text in files.items():
        game, _, stem = name.partition("__")
        path = folder / game / f"{stem.replace('_', '-')}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def refused(game: str, folder: Path) -> list[str]:
    with pytest.raises(DataError) as caught:
        load(game, folder)
    return [
        f"{Path(one.path).relative_to(folder).as_posix()}:{one.line}: {one.message}" for one in caught.value.problems
    ]


def test_a_ruling_that_an_overlay_adds_puts_a_table_in_the_place_of_another(tmp_path: Path) -> None:
    book = load("twentyfive", put(tmp_path, twentyfive__rulings=ADDED, twentyfive__t_tab_house=HOUSE))
    assert book.rulings["T-H1"].default == "house"
    assert book.rulebook().tables["T-TAB-WING"].id == "T-TAB-HOUSE"
    assert book.rulebook({"house_wings": "printed"}).tables["T-TAB-WING"].id == "T-TAB-WING"
    message = [str(one) for one in differences(load("twentyfive"), book)]
    (line,) = [one for one in message if one.startswith("ruling T-H1 (house_wings): nothing → ")]
    assert "question Which table says what a hit on a wing does?" in line
    use = run_checks([book], overlay=tmp_path, only=("use",))[0]
    assert use.ok, use.lines()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            ADDED.replace("    added: true\n", ""),
            "twentyfive/rulings.yaml:2: replaces nothing: no ruling T-H1",
        ),
        (ADDED.replace("T-H1", "T-A01"), "twentyfive/rulings.yaml:2: T-A01: already exists; remove `added`"),
        (ADDED.replace("house_wings", "x").replace("    why: Our group likes it rougher.\n", ""), "rulings.yaml:2: "),
    ],
)
def test_an_added_ruling_that_is_none_is_reported_with_file_and_line(tmp_path: Path, text: str, expected: str) -> None:
    problems = refused("twentyfive", put(tmp_path, twentyfive__rulings=text, twentyfive__t_tab_house=HOUSE))
    assert any(expected in one for one in problems), problems


def test_maps_merge_lists_replace_and_gone_takes_an_entry_out(tmp_path: Path) -> None:
    text = "constants:\n  guns: {radio_room: gone, nose: {bursts: 9}}\n  prison_terrain: [G]\nwords: {rafts: gone}\n"
    own, book = load("queen"), load("queen", put(tmp_path, queen__game=text))
    assert set(own.constants["guns"]) - set(book.constants["guns"]) == {"radio_room"}
    assert book.constants["guns"]["nose"] == {**own.constants["guns"]["nose"], "bursts": 9}
    assert book.constants["prison_terrain"] == ["G"]
    assert book.words["rafts"] == "gone"


def test_gone_for_what_is_not_there_is_reported_with_file_and_line(tmp_path: Path) -> None:
    problems = refused("queen", put(tmp_path, queen__game="constants:\n  guns:\n    attic: gone\n"))
    assert problems == [
        "queen/game.yaml:3: constants.guns.attic: removes nothing, because the game has no such entry; delete the line"
    ]


def test_a_map_for_the_words_of_an_option_is_reported_with_file_and_line(tmp_path: Path) -> None:
    text = "rulings:\n  - id: Q-R01\n    options:\n      card:\n        words: {a: b}\n"
    problems = refused("queen", put(tmp_path, queen__rulings=text))
    assert [one for one in problems if one.startswith("queen/rulings.yaml:5: ")] == problems


def test_a_list_that_is_too_short_is_reported_at_its_own_line_once(tmp_path: Path) -> None:
    text = "constants:\n  veteran: {first: 11, last: 25}\n  fighters: [fw190, me109]\n"
    (problem,) = refused("queen", put(tmp_path, queen__game=text))
    assert problem.startswith("queen/game.yaml:3: constants.fighters: 'me110' is left out, but tables/queen/b-3.yaml:")
    assert problem.endswith(" more need it; add it (a list replaces the game's)")


def test_a_problem_that_only_quotes_what_is_left_out_is_not_put_down_to_that(tmp_path: Path) -> None:
    game, rulings = "constants:\n  fighters: [fw190, me109]\n", "rulings:\n  - id: Q-R01\n    default: me110\n"
    problems = refused("queen", put(tmp_path, queen__game=game, queen__rulings=rulings))
    assert [one for one in problems if "default 'me110' is not an option" in one]
    assert [one for one in problems if "'me110' is left out, but" in one]


@pytest.mark.parametrize("text", ["effects: gone\n", "effects: {rafts_out: gone}\n"])
def test_a_word_that_an_overlay_leaves_out_is_reported_at_its_own_line_once(tmp_path: Path, text: str) -> None:
    problems = [one for one in refused("queen", put(tmp_path, queen__vocabulary=text)) if "'rafts_out'" in one]
    (problem,) = problems
    assert problem.startswith("queen/vocabulary.yaml:1: effects: 'rafts_out' is left out, but tables/queen/")
    assert problem.endswith("keep it, or change what needs it in files of your own")


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        (
            "queen",
            "constants:\n  target_tables:\n    G-1: 10\n",
            "queen/game.yaml:3: constants.target_tables: G-1 ends with mission 10, as G-2 does",
        ),
        (
            "b17g",
            "constants:\n  periods:\n    Spring: 13\n",
            "b17g/game.yaml:3: constants.periods: Spring ends with mission 13, as January 1944 does",
        ),
    ],
)
def test_two_parts_of_a_campaign_that_end_with_one_mission_are_reported(
    tmp_path: Path, game: str, text: str, expected: str
) -> None:
    (problem,) = refused(game, put(tmp_path, **{f"{game}__game": text}))
    assert problem.startswith(expected)
    assert problem.endswith("so one of them is never used; give each its own last mission")


def test_a_period_that_house_rules_add_begins_where_the_one_before_it_ends(tmp_path: Path) -> None:
    text = "constants: {periods: {Argument: 15}, tours: {in_force: {add: [{until: 10, missions: 20}]}}}\n"
    const = load("b17g", put(tmp_path, b17g__game=text)).rulebook().constants
    assert [const.period(mission) for mission in (13, 14, 15, 16)] == [
        "January 1944",
        "Argument",
        "Argument",
        "Big Week",
    ]
    flight = SimpleNamespace(const=const, ruled={"tour_length": "in_force"}, state=State(orders=Orders(9)))
    assert tour_length(flight) == 20


@pytest.mark.parametrize(
    ("toughness", "expected"),
    [(-1, "survives: hits: must be at least 0 (got -1)"), (21, "survives: hits: must be at most 20 (got 21)")],
)
def test_a_number_of_a_chart_beyond_its_limits_is_reported_with_file_and_line(
    tmp_path: Path, toughness: int, expected: str
) -> None:
    row = f"fighter: {{effects: [{{survives: {toughness}}}]}}"
    text = f"id: S-TAB-TOUGHNESS\nedits: true\nrows:\n  change:\n    {row}\n"
    problems = refused("skirmish", put(tmp_path, skirmish__s_tab_toughness=text))
    assert problems == [f"skirmish/s-tab-toughness.yaml:5: S-TAB-TOUGHNESS: effect {expected}"]


@pytest.mark.parametrize(
    ("table", "rows", "expected"),
    [
        (
            "s-tab-move-damage",
            "{bomber 2: {effects: [{flies: 5}]}}",
            "4: S-TAB-MOVE-DAMAGE: bomber flies (10, 8, 5, 4, 2), but S-TAB-MOVE gives (10, 8, 6, 4, 2)",
        ),
        (
            "s-tab-move",
            "{bomber: {effects: [{moves: {inches: 11, straight: 3, turn: 90, loss: 2}}]}}",
            "4: S-TAB-MOVE-DAMAGE: bomber flies (10, 8",
        ),
        (
            "s-tab-values",
            "{bomber: {effects: [{values: {offence: 1, defence: 5}}]}}",
            "3: S-TAB-COMBAT@fighter: the column adds",
        ),
        ("s-tab-toughness", "{bomber: {effects: []}}", "4: S-TAB-TOUGHNESS/bomber: the row does not state `survives`"),
    ],
)
def test_tables_that_contradict_each_other_are_refused_at_the_line_of_the_overlay(
    tmp_path: Path, table: str, rows: str, expected: str
) -> None:
    text = f"id: {table.upper()}\nedits: true\nrows:\n  change: {rows}\n"
    problems = refused("skirmish", put(tmp_path, **{f"skirmish__{table.replace('-', '_')}": text}))
    assert [problem.startswith(f"skirmish/{table}.yaml:{expected}") for problem in problems] == [True]


def test_an_option_and_a_file_of_the_game_s_own_that_is_wrong_stay_at_their_own_lines(tmp_path: Path) -> None:
    text = "constants:\n  fighters: [fw190, me109, me110, fighter]\n  missions: many\n"
    assert any(one.startswith("queen/game.yaml:3: ") for one in refused("queen", put(tmp_path, queen__game=text)))


def test_a_named_chance_that_a_row_makes_impossible_is_a_warning_at_the_overlay_s_line(tmp_path: Path) -> None:
    rows = """
id: P-1
title: Nose
dice: 2d6
source: {kind: house, section: ours}
rows:
  - {roll: 2-12, effects: [no_effect]}
"""
    book = load("queen", put(tmp_path, queen__p_1=rows))
    book.chances = {"nose-bombardier": book.chances["nose-bombardier"]}
    book._below.append(load("queen"))
    book._below[0].chances = dict(book.chances)
    (finding,) = chance_findings(book)
    assert finding.severity == "warning"
    assert finding.place.endswith("queen/p-1.yaml:6")
    assert finding.message == "nose-bombardier: 'out_of_action bombardier' never comes of P-1"


def test_verify_reports_every_citation_that_tables_overtake_with_page_and_line(tmp_path: Path) -> None:
    rows = HOUSE.replace("T-TAB-HOUSE", "T-TAB-WING").replace("added: true\n", "")
    book = load("twentyfive", put(tmp_path, twentyfive__t_tab_wing=rows))
    prose = run_checks([book], overlay=tmp_path, only=("prose",))[0]
    (finding,) = prose.findings
    assert prose.ok
    assert finding.severity == "warning"
    assert finding.place.startswith("site/twentyfive/rules/5-fire.md:")
    assert "twentyfive/t-tab-wing.yaml:5 changes rolls('T-TAB-WING', 'engines_out 2')" in finding.message


def test_a_file_s_own_key_that_is_taken_out_is_reported_by_its_name_once(tmp_path: Path) -> None:
    problems = refused("queen", put(tmp_path, queen__game="constants: gone\n"))
    assert any(problem.endswith("game.yaml:1: constants: is missing; add it") for problem in problems), problems


def test_a_text_where_an_option_is_wanted_is_reported_without_the_name_of_a_class(tmp_path: Path) -> None:
    text = ADDED.replace("{words: That of the game.}", "That of the game.")
    problems = refused("twentyfive", put(tmp_path, twentyfive__rulings=text, twentyfive__house=HOUSE))
    assert any(problem.endswith("must be a mapping (got 'That of the game.')") for problem in problems), problems


def test_a_correction_of_a_row_that_house_rules_take_out_goes_with_it(tmp_path: Path) -> None:
    text = "id: BL-1-FIRE\nedits: true\nrows:\n  remove: [1-4]\n  add: [{roll: 1-2, effects: [fire_out]}, {roll: 3-4, effects: [fire_continues]}]\n"
    book = load("queen", put(tmp_path, queen__bl_1_fire=text))
    assert [correction.row for correction in load("queen").tables["BL-1-FIRE"].info.corrections] == ["1-4"]
    assert book.tables["BL-1-FIRE"].info.corrections == ()


def test_a_word_that_is_gone_makes_no_fault_of_a_correction_in_the_game_s_file(tmp_path: Path) -> None:
    problems = refused("superfort", put(tmp_path, superfort__game="constants:\n  guns: {tail: gone}\n"))
    (problem,) = problems
    assert problem.startswith("superfort/game.yaml:2: constants.guns: 'tail' is left out, but")


def test_an_option_that_is_gone_though_it_is_the_default_is_reported_at_its_line(tmp_path: Path) -> None:
    text = 'rulings:\n  - id: Q-X1\n    options: {"off": gone}\n'
    problems = refused("queen", put(tmp_path, queen__rulings=text))
    assert problems == ["queen/rulings.yaml:3: Q-X1: default 'off' is not an option; known: on"]


def test_a_row_that_is_removed_and_added_is_changed(tmp_path: Path) -> None:
    text = "id: BL-1-FIRE\nedits: true\nrows:\n  remove: [1-4]\n  add: [{roll: 1-4, effects: [no_effect]}]\n"
    (problem,) = refused("queen", put(tmp_path, queen__bl_1_fire=text))
    assert problem.endswith(":5: rows.add.0: the list has '1-4' already; use `change` instead of `remove` and `add`")


def test_a_list_with_one_item_too_few_is_reported_in_the_singular(tmp_path: Path) -> None:
    text = "constants: {deploy: {bombers: []}}\n"
    (problem,) = refused("skirmish", put(tmp_path, skirmish__game=text))
    assert problem.endswith("constants.deploy.bombers: must have at least 1 item (got 0)")


def test_a_citation_of_two_tables_names_the_file_that_changes_it(tmp_path: Path) -> None:
    text = "id: {}\nedits: true\nmodifiers:\n  {}\n"
    changes = {
        "queen__g_9": text.format("G-9", "change: {windows_out: {add: -2}}"),
        "queen__g_10": text.format("G-10", "remove: [rudder_out]"),
    }
    book = load("queen", put(tmp_path, **changes))
    findings = run_checks([book], overlay=tmp_path, only=["prose"])[0].findings
    (rudder,) = (one.message for one in findings if "'rudder_out'" in one.message)
    (windows,) = (one.message for one in findings if "'windows_out'" in one.message)
    assert "queen/g-10.yaml:" in rudder
    assert "queen/g-9.yaml:" in windows


EVERYTHING = {
    "game": (
        "title: Our Queen\nwords: {fw190: Butcher}\n",
        ["game title: {game} → Our Queen", "word fw190: FW 190 → Butcher"],
    ),
    "vocabulary": (
        "effects: {fca: {words: a near thing}}\n",
        ["vocabulary effects.fca.words: {fca} → a near thing"],
    ),
    "rules": ("rules: [{id: Q5.1b-1, title: Another title}]\n", ["rule Q5.1b-1.title: {rule} → Another title"]),
    "places": ("places: {waves.number: {told: Bandits}}\n", ["place waves.number.told: Fighters → Bandits"]),
    "rulings": ("rulings: [{id: Q-R02, why: So there.}]\n", ["ruling Q-R02 ({key}).why: {why}"]),
}


@pytest.mark.parametrize("name", EVERYTHING)
def test_everything_that_an_overlay_changes_is_listed_with_both_versions(tmp_path: Path, name: str) -> None:
    text, expected = EVERYTHING[name]
    own = load("queen")
    words = {
        "game": own.title,
        "fca": own.vocabulary_data["effects"]["fca"]["words"],
        "rule": own.rules["Q5.1b-1"].title,
        "key": own.rulings["Q-R02"].key,
        "why": "",
    }
    found = [str(one) for one in differences(own, load("queen", put(tmp_path, **{f"queen__{name}": text})))]
    assert len(found) == len(expected)
    assert all(line.startswith(start.format(**words)) for line, start in zip(found, expected, strict=True)), found


def test_a_table_with_other_dice_has_its_rows_listed_once(tmp_path: Path) -> None:
    text = "id: B-2\ntitle: B-2\ndice: 2d6\nsource: {kind: house, section: ours}\nrows: [{roll: 2-12, effects: [{waves: 1}]}]\n"
    found = [str(one) for one in differences(load("queen"), load("queen", put(tmp_path, queen__b_2=text)))]
    assert [one for one in found if "B-2/" in one] == [one for one in found if "B-2/2–12: nothing → " in one]
    assert sum("B-2/" in one for one in found) == 1


def test_a_word_that_is_almost_one_of_the_game_is_a_warning_with_a_proposal(tmp_path: Path) -> None:
    text = "words: {fw19O: Butcher, netherland: Holland, aardvark: Aardvark}\nconstants: {terrains: {X: netherland}}\n"
    book = load("queen", put(tmp_path, queen__game=text))
    (use,) = run_checks([book], overlay=tmp_path, only=("use",))
    (line,) = [str(finding) for finding in use.findings if "nothing says" in str(finding)]
    assert use.ok
    assert line.endswith("queen/game.yaml: words: nothing says 'fw19O'; did you mean fw190?")


def test_more_waves_than_a_turn_can_have_are_refused_at_the_row(tmp_path: Path) -> None:
    text = "id: B-1\nedits: true\nrows:\n  change:\n    6: {effects: [{waves: 33}]}\n"
    (problem,) = refused("queen", put(tmp_path, queen__b_1=text))
    assert problem.startswith("queen/b-1.yaml:5: B-1: effect waves: number: ")
    assert "9" in problem


def test_a_table_that_edits_without_saying_so_is_told_to_say_it(tmp_path: Path) -> None:
    text = "id: B-1\nrows: {change: {6: {effects: [{waves: 3}]}}}\n"
    assert refused("queen", put(tmp_path, queen__b_1=text)) == [
        "queen/b-1.yaml:1: B-1: has no list of rows, as a whole table has; add `edits: true` to change entries"
    ]
