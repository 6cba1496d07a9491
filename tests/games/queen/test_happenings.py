"""What is worth finding in a mission, and the examples of the rules that are stored as seeds."""

from __future__ import annotations

import pytest

from combatbox.core.log_state import Account, effects_of
from combatbox.games import GAMES
from combatbox.library.load import load
from combatbox.library.stored_examples import read_seeds
from combatbox.odds.example_search import (
    LightJournal,
    Search,
    missing_highlights,
    parse_query,
    search_of,
    simulate_mission,
)

SECTIONS = {str(n) for n in range(5, 22)}


@pytest.mark.parametrize("key", GAMES)
def test_every_happening_names_rules_of_the_game_and_one_meaning(key):
    book = load(key)
    names = [name for happening in book.game.pages.happenings.values() for name in (happening.name, *happening.also)]
    assert len(set(names)) == len(names)
    for happening in book.game.pages.happenings.values():
        assert set(happening.rules) <= set(book.rules), happening.name
        assert happening.rules
        assert parse_query(book, happening.name).happening is happening
        assert all(parse_query(book, other).happening is happening for other in happening.also)


def test_there_is_an_example_for_every_major_section(book):
    assert {example.section.split(".")[0] for example in read_seeds(book)} == SECTIONS


@pytest.mark.stored
def test_every_example_shows_what_it_is_stored_for(book):
    for example in read_seeds(book):
        assert missing_highlights(book, example) == [], example.id


def test_the_skimmed_journal_reports_the_same_as_the_whole_log(book):
    for example in read_seeds(book)[:4]:
        search = search_of(book, example)
        whole, summary = simulate_mission(book, search, example.seed)
        skimmed, same = simulate_mission(book, search, example.seed, LightJournal())
        assert summary == same
        assert [{**e, "changes": []} for e in whole.events] == skimmed.events


ROLLED = {"kind": "roll", "column": ""}
EVENTS = {
    "passing shot hit": [
        {"kind": "fact", "name": "passing_shot", "data": {}},
        {**ROLLED, "table": "M-1-HARD", "gives": ["hit"]},
    ],
    "walking hits": [{**ROLLED, "table": "B-5", "gives": ["walking_hits nose attacking_side_wing waist tail"]}],
    "third attack": [{"kind": "phase", "name": "successive_attack", "data": {"number": 2}}],
    "three waves": [{"kind": "phase", "name": "wave", "who": "wave 3", "data": {}}],
    "vertical dive": [{**ROLLED, "table": "B-3", "gives": ["fighter fw190 vertical_dive"]}],
    "bad weather": [{**ROLLED, "table": "O-1", "column": "target", "gives": ["weather bad"]}],
    "uncontrolled bail-out": [{"kind": "phase", "name": "bail_out", "data": {"table": "G-7"}}],
    "driven off later": [
        {"kind": "phase", "name": "successive_attack", "data": {}},
        {"kind": "fact", "name": "driven_off", "data": {}},
    ],
    "fire lost": [{"kind": "consult", "table": "BL-3", "gives": ["bail_out G-6"]}],
    "jump over England": [{"kind": "choice", "decision": "jump", "taken": "jump"}],
}


def account(book, events, summary):
    """Of a mission with these events; each names a row that does what it gives."""
    rows = book.rows()
    by_code = {effect.code: row.id for row in rows.values() for effect in row.effects}
    named = [{**event, "row": by_code[event["gives"][0]]} if "gives" in event else event for event in events]
    return Account(named, summary, rows)


@pytest.mark.parametrize("name", EVENTS)
def test_a_happening_is_derived_from_the_events_that_make_it(book, name):
    happening = book.game.pages.happenings[name]
    assert happening.shows(account(book, EVENTS[name], {}))
    assert not happening.shows(account(book, EVENTS[name][:-1], {}))


def test_weather_over_the_base_is_not_that_over_the_target(book):
    base = [{**EVENTS["bad weather"][0], "column": "base"}]
    assert not book.game.pages.happenings["bad weather"].shows(account(book, base, {}))


CREW = {"pilot": {"fate": "", "kills": 0, "light": 0, "serious": False}}


@pytest.mark.parametrize(
    ("name", "summary", "shown"),
    [
        ("crew safe", {"crew": {**CREW, "tail": {"fate": "rescued"}}}, True),
        ("crew safe", {"crew": {**CREW, "tail": {"fate": "captured"}}}, False),
        ("crew unhurt", {"crew": {"pilot": {"fate": "", "light": 1}}}, False),
        ("crew lost", {"crew": {"pilot": {"fate": "went_down"}}}, True),
        ("two engines out", {"engines_out": 2}, True),
        ("two engines out", {"engines_out": 3}, False),
        ("double kill", {"crew": {"pilot": {"kills": 2}}}, True),
        ("ace", {"crew": {"pilot": {"kills": 4}}}, False),
        ("off target", {"aim": "off_target"}, True),
        ("bomber lost", {"landed": "sea"}, True),
        ("safe landing", {"landed": "england", "plane": "repairable"}, False),
        ("excellent bombing", {"per_cent": 50}, True),
    ],
)
def test_a_happening_is_derived_from_the_summary(book, name, summary, shown):
    assert book.game.pages.happenings[name].shows(account(book, [], summary)) is shown


@pytest.mark.parametrize("key", GAMES)
def test_the_row_of_an_event_says_what_its_codes_do(key):
    """Effects found by the row of an event have the names that the log gives; adjustments change numbers alone."""
    book = load(key)
    rows, report = book.rows(), 0
    for number in range(12):
        journal, summary = simulate_mission(
            book, Search(key, (), number % book.missions + 1), f"codes/{number}", LightJournal()
        )
        for event in Account(journal.events, summary, rows).reached():
            given = [code.split()[0] for code in event["gives"]]
            done = [effect.name for effect in effects_of(event, rows)]
            assert done == given or given == ["again"], event
            report += len(done)
    assert report
