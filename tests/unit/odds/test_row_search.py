"""Missions for the rows: the same at every search, within the bound, few, and each showing the row that it is stored for."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from tests.wing import TWO

from combatbox.core.errors import DataError
from combatbox.library.load import load
from combatbox.library.schema import SightingModel
from combatbox.library.stored_examples import read_sightings, write_sightings
from combatbox.odds.example_search import Search, command, simulate_mission
from combatbox.odds.row_search import (
    CoverageSearch,
    RunCoverage,
    covering_runs,
    example_flights,
    faults,
    renew_rows,
    run_attempt,
    seen_in,
    unnamed_charts,
    ways,
)
from combatbox.play.narrate import lines_in_log, printed_lines

PLAIN = SightingModel(seed="", lines=[])
RULED = replace(PLAIN, rulings={"Q-X2": "on"})
CHANCE = replace(PLAIN, player="random")
TOUR = replace(PLAIN, run="tour")


@pytest.fixture(scope="module")
def book():
    return load("twentyfive")


@pytest.fixture(scope="module")
def examples(book):
    return example_flights(book)


def pool(*flights):
    """Flights of a search, each a way, what it showed and how long it was."""
    return [
        (replace(way, seed=f"rows/{number}"), RunCoverage(frozenset(lines), frozenset(), events=events))
        for number, (way, lines, events) in enumerate(flights)
    ]


def seeds(covered):
    return {flight.seed.partition("/")[2]: "".join(sorted(lines)) for flight, lines in covered}


# ---- the cover


def test_the_mission_that_shows_most_is_picked_and_no_line_is_stored_twice():
    assert seeds(covering_runs(pool((PLAIN, "ab", 1), (PLAIN, "abc", 1), (PLAIN, "cd", 1)), "abcd")) == {
        "1": "abc",
        "2": "d",
    }


def test_of_missions_that_show_as_much_the_plainest_is_picked_then_the_shortest():
    assert seeds(covering_runs(pool((RULED, "a", 1), (CHANCE, "a", 1), (PLAIN, "a", 9), (PLAIN, "a", 5)), "a")) == {
        "3": "a"
    }
    assert seeds(covering_runs(pool((RULED, "a", 1), (CHANCE, "a", 9)), "a")) == {"1": "a"}


def test_tours_are_for_what_no_mission_shows():
    assert seeds(covering_runs(pool((TOUR, "abcd", 1), (PLAIN, "a", 1), (PLAIN, "b", 1)), "abcd")) == {
        "1": "a",
        "2": "b",
        "0": "cd",
    }


def test_lines_that_are_not_wanted_or_never_came_up_are_passed_over():
    assert [*covering_runs(pool((PLAIN, "xyz", 1)), "abc"), *covering_runs([], "abc")] == []


# ---- the search


def test_every_option_of_every_ruling_is_flown_with_each_player_and_the_plainest_first(book):
    found = ways(book)
    assert found[0] == PLAIN
    options = {(r.id, option) for r in book.rulings.values() for option in r.options if option != r.default}
    assert {pair for way in found for pair in way.rulings.items()} == options
    assert {way.player for way in found if way.rulings} == {"doctrine", "random"}
    assert found[-1] == TOUR


@pytest.mark.stored
def test_the_search_finds_the_same_whoever_looks_and_keeps_within_its_bound(book, examples):
    alone = renew_rows(book, examples, 150)
    with ThreadPoolExecutor(3) as threads:
        assert renew_rows(book, examples, 150, executor=threads) == alone
    assert renew_rows(book, examples, 150) == alone
    assert 0 < alone.flown <= 150


@pytest.mark.stored
def test_more_is_found_when_more_is_flown_and_progress_is_reported(book, examples):
    report = []
    few, many = renew_rows(book, examples, 30), renew_rows(book, examples, 1_500, progress=report.append)
    assert len(many.missing) < len(few.missing)
    assert report == sorted(report)
    assert report[-1] <= 1_500
    assert many.flown < 1_500, "the search ends when all is found"
    assert many.missing == []


@pytest.mark.stored
def test_every_line_is_accounted_for_once(book, examples):
    model = renew_rows(book, examples, 60)
    lines = printed_lines(book)
    in_examples = frozenset().union(*(flown.lines for flown in examples))
    listed = [line for item in model.missions for line in item.lines] + model.missing
    assert len(listed) == len(set(listed))
    quiet_lines = {line for line, table in lines.items() if table in (*model.read, *model.unused)}
    assert set(listed) | in_examples | quiet_lines == set(lines)
    assert not set(listed) & in_examples
    for item in model.missions:
        assert set(item.lines) <= run_attempt(book, item).lines


def test_the_search_goes_where_a_table_is_near(book):
    found = CoverageSearch(book, ["T-TAB-RANK/25"], 10_000)
    assert [found.nearest("T-TAB-RANK", turn) for turn in range(3)] == [0, 1, 2], "nobody has come near it yet"
    seen, nothing = RunCoverage(frozenset(), frozenset({"T-TAB-RANK"})), RunCoverage(frozenset(), frozenset())
    found.take(0, PLAIN, nothing)
    found.take(3, PLAIN, seen)
    assert found.nearest("T-TAB-RANK", 0) == 3
    found.take(0, PLAIN, seen)
    assert found.nearest("T-TAB-RANK", 0) == 0, "half as good is good enough for the plainest"
    found.take(0, PLAIN, nothing)
    assert found.nearest("T-TAB-RANK", 0) == 3


def test_a_tour_counts_for_all_its_missions_and_no_round_goes_beyond_the_bound(book):
    lines = printed_lines(book)
    found = CoverageSearch(book, lines, 40)
    found.run()
    assert found.left == 0
    assert [flight.run for flight, _ in found.flights].count("tour") == 1
    assert len(found.flights) - 1 + book.meta.constants["missions"] == 40
    assert CoverageSearch(book, [], 40).round() == []


@pytest.mark.stored
def test_charts_that_nothing_leads_to_and_no_log_names_are_told_apart(book):
    model = read_sightings(book)
    named = {table for table in book.tables if table not in (*model.read, *model.unused)}
    assert unnamed_charts(book, named) == [*model.read, *model.unused]
    assert "T-TAB-WING" not in unnamed_charts(book, ()), "what dice are thrown on comes up some day"
    assert "T-TAB-GUNS-EITHER" not in unnamed_charts(book, ()), "what a ruling puts into play comes up some day"


def test_tables_that_are_only_read_are_known_by_their_being_asked_for():
    queen = load("queen")
    model = read_sightings(queen)
    flights = [run_attempt(queen, item) for item in model.missions]
    for table in model.read:
        assert any(table in flown.asked for flown in flights)
        assert not any(table in flown.named for flown in flights)


def test_a_flight_shows_the_same_when_its_log_is_stored(book):
    stored = SightingModel(mission=3, player="random", rulings={"T-A02": "5-6"}, seed="rows/1", lines=["T-TAB-RANK/25"])
    noted = run_attempt(book, stored)
    journal, _ = simulate_mission(book, Search(book.key, (), 3, rulings=stored.rulings, player="random"), stored.seed)
    assert noted.lines == {line for line, _ in lines_in_log(book.rows(), journal.events)}
    assert seen_in(book, journal.events).lines == noted.lines
    assert noted.events == len(journal.events)


def test_the_command_states_all_that_a_flight_needs(book):
    stored = SightingModel(mission=3, player="random", rulings={"T-A02": "5-6"}, seed="rows/1", lines=["-"])
    assert command(book.key, stored, stored.seed, "T-TAB-GUNS/front left_wing") == (
        "combatbox fly twentyfive --seed rows/1 --mission 3 --ruling T-A02=5-6 --player random "
        '--row "T-TAB-GUNS/front left_wing"'
    )
    tour = SightingModel(run="tour", seed="rows/2", lines=["-"])
    assert (
        command(book.key, tour, tour.seed, "T-TAB-RANK/25")
        == "combatbox campaign twentyfive --seed rows/2 --row T-TAB-RANK/25"
    )


# ---- faults of stored missions


@pytest.fixture
def stored(tmp_path):
    """A book whose file may be bent, and the file's model."""
    book = load("twentyfive")
    model = read_sightings(book)
    book.sightings = tmp_path / "examples" / "rows.yaml"
    write_sightings(book, model)
    return book, model


@pytest.mark.stored
def test_what_is_stored_is_without_fault(stored, examples):
    assert not faults(stored[0], examples)


@pytest.mark.stored
def test_a_file_that_is_not_there_or_broken_is_a_fault(stored, examples):
    book, _ = stored
    book.sightings.write_text("flown: none\n", encoding="utf-8")
    with pytest.raises(DataError):
        faults(book, examples)
    book.sightings.unlink()
    assert faults(book, examples) == ["is missing"]


@pytest.mark.stored
def test_each_thing_that_the_flights_belie_is_reported(stored, examples):
    book, model = stored
    first = model.missions[0]
    last = model.missions[-1]

    def problems(**changes):
        write_sightings(book, replace(model, **changes))
        return "\n".join(faults(book, examples))

    other = replace(first, seed="unseen/1")
    assert f"seed 'unseen/1', mission {first.mission}, does not show" in problems(missions=[other, *model.missions[1:]])
    lost = problems(missions=model.missions[:-1])
    assert all(f"{line} is neither in an example nor in a mission of this file" in lost for line in last.lines)
    assert f"T-TAB-WING/{TWO} is listed as missing but comes up" in problems(missing=[f"T-TAB-WING/{TWO}"])
    assert "table T-TAB-RANK is listed as never named, but a log names it" in problems(
        unused=[*model.unused, "T-TAB-RANK"]
    )
    assert f"table {model.unused[0]} is listed as read, but is not" in problems(read=model.unused, unused=[])
