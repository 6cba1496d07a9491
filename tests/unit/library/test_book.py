"""A book that notes what is read names each table whose cells were read, and no other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.wing import ONE

from combatbox.library.book import NotedBook
from combatbox.library.load import load
from combatbox.library.replay import read_script, replay_script

TABLE, OTHER = "T-TAB-WING", "T-TAB-RANK"


@pytest.fixture
def noted() -> NotedBook:
    return NotedBook.of(load("twentyfive"))


READ = {
    "a table": lambda book: book.tables[TABLE],
    "a table if it is there": lambda book: book.tables.get(TABLE),
    "a table by the end of its id": lambda book: book.table("wing"),
    "a row": lambda book: book.rows()[f"{TABLE}/{ONE}"],
    "a table under the rulings": lambda book: book.rulebook().tables[TABLE],
    "a row of a kept mapping": lambda book: [book.rows(), book.rows()][1][f"{TABLE}/{ONE}"],
}


@pytest.mark.parametrize("read", READ.values(), ids=READ)
def test_what_is_read_of_a_table_is_noted(noted, read):
    with noted.apart() as apart:
        read(noted)
    assert apart == {TABLE}
    assert noted.read == set()


NOT_READ = {
    "ids": lambda book: list(book.tables),
    "whether a table exists": lambda book: TABLE in book.tables and "T-TAB-NONE" in book.tables,
    "the title of a table": lambda book: book.title_of("wing"),
    "the names of all tables": lambda book: (book.names.text(TABLE), book.names_under(book.rulebook())),
    "rulings, rules and constants": lambda book: (book.rulings, book.rules, book.const, book.options()),
    "whether tables are rebuilt": lambda book: book.rebuilt,
    "what conditions mean": lambda book: book.modifiers(),
}


@pytest.mark.parametrize("read", NOT_READ.values(), ids=NOT_READ)
def test_what_belongs_to_no_single_table_is_not_noted(noted, read):
    read(noted)
    assert noted.read == set()


def test_what_is_computed_from_all_tables_is_noted_each_time(noted):
    for _ in range(2):
        with noted.apart() as read:
            noted.senders(noted.tables[TABLE])
        assert read == set(noted.tables)


@pytest.mark.stored
def test_a_replayed_mission_notes_the_tables_of_its_events(noted):
    script = read_script(noted.scripts["really-ready"])
    events = replay_script(noted, script).journal.events
    assert {event["table"] for event in events if "table" in event} <= noted.read < set(noted.tables)


def test_a_digest_is_of_what_is_named_alone():
    book = load("twentyfive")
    bent = book.again()
    bent.digests = {**book.digests, TABLE: "another"}
    assert book.digest_of([OTHER, TABLE]) == book.digest_of([TABLE, OTHER]) != bent.digest_of([TABLE, OTHER])
    assert book.digest_of([OTHER]) == bent.digest_of([OTHER])


def test_the_shared_digest_changes_with_a_title_and_not_with_a_note():
    digests = []
    for changed in ({}, {"title": "Another"}, {"info": replace(load("twentyfive").tables[TABLE].info, used="never")}):
        book = load("twentyfive")
        book.tables[TABLE] = replace(book.tables[TABLE], **changed)
        digests.append(book.shared_digest)
    assert digests[0] == digests[2] != digests[1]
