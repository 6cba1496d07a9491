"""The search for a mission that shows something: the same whoever looks, and forgiving about names."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from combatbox.core.board import Highlight, closest_highlights, normalize_name
from combatbox.core.errors import CombatBoxError
from combatbox.library.load import load
from combatbox.odds.example_search import PIECE, Search, find, parse_queries, parse_query, try_piece
from combatbox.odds.process_pool import run_batches
from combatbox.play.batch import player_of


@pytest.fixture(scope="module")
def book():
    return load("twentyfive")


def shows(name, *also):
    return Highlight(name, "", (), lambda events, summary: True, also)


KNOWN = {
    h.name: h
    for h in (
        shows("two engines out"),
        shows("engine fire"),
        shows("bail-out", "bails out"),
        shows("burst inside plane", "bip"),
    )
}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Two Engines OUT", ["two engines out"]),
        ("two-engines out", ["two engines out"]),
        ("bails out", ["bail-out"]),
        ("bip", ["burst inside plane"]),
        ("burst inside", ["burst inside plane"]),
        ("engins fire", ["engine fire"]),
        ("fire", ["engine fire"]),
        ("out", ["two engines out", "bail-out"]),
        ("weather", []),
    ],
)
def test_names_are_taken_forgivingly(text, names):
    assert sorted(h.name for h in closest_highlights(text, KNOWN)) == sorted(names)


def test_plain_names():
    assert normalize_name("Rabbit's  foot-spent!") == "rabbit s foot spent"


def test_no_before_a_name_turns_it_round(book):
    wish = parse_query(book, "no engine out")
    assert (wish.happening.name, wish.there, wish.name) == ("engine out", False, "no engine out")
    assert parse_query(book, "no attack").there  # a happening of its own
    assert [w.name for w in parse_queries(book, ["shot down", " ", "without pilot hit"])] == [
        "shot down",
        "no pilot hit",
    ]


def test_what_nobody_knows_is_reported_with_all_that_is_known(book):
    with pytest.raises(CombatBoxError, match=r"unknown happening of twentyfive 'weather'[\s\S]*known: survived, "):
        parse_query(book, "weather")
    with pytest.raises(CombatBoxError, match="did you mean pilot hit"):
        parse_query(book, "pilot bit off")
    with pytest.raises(CombatBoxError, match="may be"):
        parse_query(book, "lost")


def test_the_first_seed_that_shows_it_is_found_whoever_looks(book):
    search = Search("twentyfive", ("all wingmen lost",), seed="t", tries=2_000)
    alone = find(search)
    (first,) = alone.found
    assert alone.tried == first.tried == int(first.seed.split("/")[1]) + 1
    assert try_piece(search, range(first.tried - 1)) == []
    with ThreadPoolExecutor(3) as pool:
        assert find(search, jobs=3, executor=pool) == alone
    assert find(search, wanted=3).found[0] == first
    assert len(find(search, wanted=3).found) == 3


def test_a_search_in_processes_finds_the_same(book):
    search = Search("twentyfive", ("shot down by flak", "all fighters gone"), seed="rare", tries=5 * PIECE)
    assert find(search, jobs=2) == find(search)


def test_nothing_found_reports_how_many_were_tried(book):
    report = []
    search = Search("twentyfive", ("no attack", "dead wing"), tries=250)
    finding = find(search, progress=lambda done, of: report.append((done, of)))
    assert (finding.found, finding.tried) == ((), 250)
    assert report == [(100, 250), (200, 250), (250, 250)]
    with pytest.raises(CombatBoxError, match="at least 1"):
        find(Search("twentyfive", ("attacked",), tries=0))


def test_players_by_name():
    with pytest.raises(CombatBoxError, match="did you mean random"):
        player_of("rndom", "1")


def test_pieces_come_in_their_own_order_whichever_is_done_first():
    second = Event()

    def first_after_second(number: int) -> int:
        if number == 0:
            assert second.wait(300)
        if number == 1:
            second.set()
        return number * number

    with ThreadPoolExecutor(3) as pool:
        assert list(run_batches(range(5), first_after_second, executor=pool)) == [(n, n * n) for n in range(5)]
