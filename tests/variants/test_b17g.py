"""The variant b17g: data alone, with the origin of each table, and house rules over it."""

from __future__ import annotations

from textwrap import dedent
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

import combatbox
from combatbox.bomber.campaign import tour_length
from combatbox.bomber.setup import Names, new_state
from combatbox.cli import main
from combatbox.cli.build_commands import tables_below
from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.errors import DataError
from combatbox.core.events import Journal
from combatbox.core.flight import Flight
from combatbox.core.game import Setup
from combatbox.games.queen import flow
from combatbox.library import paths
from combatbox.library.load import base_book, load
from combatbox.library.overlay import differences
from combatbox.library.scaffolding import new_variant
from combatbox.odds.stored_odds import stored_for
from combatbox.play.book import constants_of
from combatbox.play.narrate import narrate
from combatbox.press.catalogue import credits_of
from combatbox.prose.pages import page_text
from combatbox.verify.checks import run_checks


def test_it_is_found_without_a_folder_or_in_the_folder_of_the_variants():
    book = load("b17g")
    assert book.tables_option is None
    assert book.seeds == paths.variants() / "b17g" / "examples" / "seeds.yaml"
    words = ["fly", "b17g", "--seed", "berlin/4", "--mission", "20"]
    below = CliRunner().invoke(main, [*words, "--tables", str(paths.variants())])
    assert below.stdout == CliRunner().invoke(main, words).stdout != ""


def test_a_log_of_it_is_replayed_rechecked_advised_on_printed_and_continued(tmp_path):
    log, tour = tmp_path / "one.jsonl", tmp_path / "tour.jsonl"
    flown = ("b17g", "--seed", "5")
    for words in (
        ("fly", *flown, "--log", log),
        ("campaign", *flown, "--missions", "1", "--log", tour),
        ("campaign", "b17g", "--resume", tour, "--missions", "1"),
        ("replay", log),
        ("recheck", log, tour),
        ("advise", log, "--step", "2", "--flights", "2", "--jobs", "1"),
        ("print", "--log", tour, "--only", "tour-book", "--paper", "a4", "--out", tmp_path),
    ):
        result = CliRunner().invoke(main, [str(word) for word in words])
        assert result.exit_code == 0, result.output
    assert list(tmp_path.rglob("*tour-book-a4.pdf"))
    assert combatbox.read_log(log).header["game"] == "b17g"


def test_commands_list_it_beside_the_games():
    run = CliRunner().invoke(main, ["games"])
    assert "b17g: B-17G: Winter to Berlin, a reconstruction by us" in run.stdout
    assert "B-17: Queen of the Skies was designed by Glen Frank" in credits_of(load("b17g"))
    assert "designed by Combat Box" not in credits_of(load("b17g"))
    assert "own files  14 tables" in CliRunner().invoke(main, ["diff", "queen", "b17g"]).stdout
    wrong = CliRunner().invoke(main, ["fly", "b17h"])
    assert "did you mean b17g?" in wrong.stderr


@pytest.mark.parametrize(
    ("ruling", "tours"),
    [
        ("in_force", {1: 25, 25: 25, 26: 30, 32: 30, 33: 35, 35: 35}),
        ("thirty", {1: 30, 35: 30}),
        ("thirty_five", {1: 35, 26: 35}),
    ],
)
@pytest.mark.rule("Q7.3-3")
def test_the_length_of_a_tour_follows_the_calendar_and_the_ruling(ruling, tours):
    book = load("b17g")
    const = constants_of(book.game, book.constants)
    for mission, length in tours.items():
        state = SimpleNamespace(orders=SimpleNamespace(mission=mission))
        assert tour_length(SimpleNamespace(const=const, ruled={"tour_length": ruling}, state=state)) == length


@pytest.mark.rule("Q7.3-3")
def test_its_pages_send_a_man_home_when_the_engine_does():
    text = page_text(load("b17g"), "rules/15-after.md")
    assert 'A man with {{ const("missions") }}' not in text
    for index, tour in enumerate(load("b17g").constants["tours"]["in_force"]):
        assert set(tour) == {"until", "missions"}
        assert f'const("tours.in_force.{index}.missions")' in text


@pytest.mark.rule("Q9.1-4")
def test_its_pages_name_the_men_who_may_fire_the_guns_in_the_nose():
    book = load("b17g")
    assert {
        gun: facts["stations"] for gun, facts in book.constants["guns"].items() if facts["compartment"] == "nose"
    } == {
        "chin": ["bombardier"],
        "port_cheek": ["navigator"],
        "starboard_cheek": ["navigator"],
    }
    text = page_text(book, "rules/5-guns.md")
    assert "Either man in the nose may take any of its three guns" not in text
    assert "nose gun and one cheek gun" not in text
    assert "A hit by twin guns (the chin," in text


# ---- house rules over a variant

HOUSE = {
    "game.yaml": "constants: {missions: 20}\nwords: {gun_chin: chin turret}\n",
    "g-5-january.yaml": """
        id: G-5-JANUARY
        title: House cover
        dice: 1d6
        origin: owner
        source: {kind: house, section: ours}
        rows:
          - {roll: 1-2, effects: [{cover: fair}]}
          - {roll: 3-6, effects: [{cover: good}]}
        """,
    "m-1.yaml": """
        id: M-1
        edits: true
        rows: {change: {"12_level|chin": {hits: [6, 6, 6, 6]}}}
        """,
}


@pytest.fixture
def house_rules(tmp_path):
    for name, text in HOUSE.items():
        path = tmp_path / "house" / "b17g" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip(), "utf-8")
    return tmp_path / "house"


def test_house_rules_lie_over_a_variant(house_rules):
    ours, theirs = load("b17g"), load("b17g", house_rules)
    assert (theirs.missions, theirs.words["gun_chin"]) == (20, "chin turret")
    assert theirs.variant_folder == ours.variant_folder
    assert theirs.overlay == house_rules / "b17g"
    assert base_book(theirs).digest == ours.digest
    assert theirs.tables["M-1"].columns == ours.tables["M-1"].columns
    assert theirs.lesson is None
    assert stored_for(theirs)[0].digest != theirs.digest
    assert load("queen", house_rules).digest == load("queen").digest
    checks = run_checks([theirs], only=["schema", "use", "prose"], overlay=house_rules)
    assert not [str(finding) for check in checks for finding in check.errors]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("fly", "b17g", "--seed", "7", "--mission", "9"), "of 20"),
        (("diff", "b17g"), "constant missions: 35 → 20"),
        (("diff", "queen", "b17g"), "constant missions: 25 → 20"),
        (("print", "b17g", "--only", "mission-chart", "--paper", "a4", "--out", "{out}"), "mission-chart-a4.pdf"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)
def test_every_command_takes_house_rules_over_it(house_rules, tmp_path, words, shown):
    words = [word.format(out=tmp_path) for word in words]
    result = CliRunner().invoke(main, [*words, "--tables", str(house_rules)])
    assert result.exit_code == 0, result.output
    assert shown in result.output


def test_a_mistake_in_house_rules_is_reported_at_their_line(house_rules):
    (house_rules / "b17g" / "game.yaml").write_text("constants: {guns: {chin: gone}}\n", "utf-8")
    with pytest.raises(DataError, match=r"house/b17g/game.yaml:1: .*'chin' is left out"):
        load("b17g", house_rules)


def test_house_rules_add_and_remove_a_part_of_the_campaign_with_its_own_length_of_a_tour(tmp_path):
    path = tmp_path / "b17g" / "game.yaml"
    path.parent.mkdir()
    edits = "{remove: [{until: 35, missions: 35}], add: [{until: 35, missions: 40}]}"
    path.write_text(f"constants: {{tours: {{in_force: {edits}}}}}\n", "utf-8")
    ours, theirs = load("b17g"), load("b17g", tmp_path)
    tours = theirs.constants["tours"]["in_force"]
    assert [tour["missions"] for tour in tours] == [25, 30, 40]
    (change,) = differences(ours, theirs)
    assert str(change) == "constant tours.in_force: until 35, missions 35 → until 35, missions 40"


def test_a_length_of_a_tour_for_an_option_that_the_ruling_lacks_is_reported(tmp_path):
    path = tmp_path / "b17g" / "game.yaml"
    path.parent.mkdir()
    path.write_text("constants:\n  tours:\n    in_forse: [{until: 35, missions: 30}]\n", "utf-8")
    unknown = (
        r"game.yaml:3: constants.tours: unknown option of the ruling tour_length 'in_forse'; did you mean in_force"
    )
    with pytest.raises(DataError, match=unknown):
        load("b17g", tmp_path)


def test_an_option_that_house_rules_add_to_the_length_of_a_tour_needs_its_length(tmp_path):
    folder = tmp_path / "b17g"
    folder.mkdir()
    option = "    options:\n      twenty: {words: After twenty.}\n"
    (folder / "rulings.yaml").write_text(f"rulings:\n  - id: G-R1\n{option}", "utf-8")
    lacks = r"rulings.yaml:4: tour_length: no tour has a length for the option 'twenty'; add it to game.yaml, such as "
    with pytest.raises(DataError, match=lacks):
        load("b17g", tmp_path)
    tours = "constants: {tours: {twenty: [{until: 35, missions: 20}]}}\n"
    (folder / "game.yaml").write_text(tours, "utf-8")
    assert load("b17g", tmp_path).rulings["G-R1"].options["twenty"].words == "After twenty."


# ---- files for owners


def test_an_owner_gets_whole_tables_of_a_variant_that_change_nothing(tmp_path):
    run = CliRunner().invoke(main, ["new", "overlay", "b17g", str(tmp_path)])
    assert run.exit_code == 0, run.output
    assert "79 of 79 tables written" in run.stdout
    assert "edits:" not in (tmp_path / "b17g" / "m-1.yaml").read_text("utf-8")
    theirs = load("b17g", tmp_path)
    assert differences(load("b17g"), theirs) == []
    assert tables_below(theirs) == "tables of b17g"
    assert tables_below(load("b17g")) == "printed tables of queen"
    (check,) = run_checks([theirs], only=["results"], overlay=tmp_path)
    assert check.not_run == "it applies only to the game's own tables"


@pytest.mark.thorough
def test_the_owner_of_a_printed_variant_gets_blank_tables_and_a_list_of_what_is_left(tmp_path):
    new_variant("mag", tmp_path, "queen")
    run = CliRunner().invoke(main, ["new", "overlay", "mag", str(tmp_path), "--blank", "--missing"])
    assert run.exit_code == 0, run.output
    for path in (tmp_path / "mag").glob("*.yaml"):
        if path.name not in ("b-1.yaml", "game.yaml", "drawing.yaml", "m-1.yaml", "p-1.yaml"):
            path.unlink()
    with pytest.raises(DataError) as left:
        load("mag", tmp_path)
    assert [str(p.path).rpartition("/")[2] for p in left.value.problems] == ["b-1.yaml"] * 5
    assert "b-1.yaml:20: B-1: is blank; write what your table says" in str(left.value)
    path = tmp_path / "mag" / "b-1.yaml"
    text = path.read_text("utf-8").replace("effects: blank", "effects: [{waves: 1}]")
    path.write_text(text.replace("modifiers: blank\n", "").replace("notes: blank\n", ""), "utf-8")
    assert load("mag", tmp_path).tables["B-1"].info.path.endswith("mag/b-1.yaml")


@pytest.mark.parametrize(("zone", "beyond"), [(3, False), (6, True)])
def test_cover_that_may_still_be_taken_back_is_not_told_to_be_out_of_reach(zone, beyond):
    book = load("b17g")
    rulebook, journal = book.rulebook(), Journal()
    state = new_state(rulebook, Setup(1, Names(rabbits_feet=1)))
    state.track.zone = zone
    flow.roll_cover(Flight(rulebook, SeededDice("1"), state, DefaultPlayer(), journal))
    (line,) = (line.shown for line in narrate(book, [{**journal.events[0], "changes": []}]))
    assert ("reach" in line) is beyond
