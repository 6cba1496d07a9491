"""A step of a mission for each row: the row that the page links is the one that was rolled there."""

from functools import cache

import pytest

from combatbox.library.load import load
from combatbox.web import graph, happened
from combatbox.web.pages import Site
from combatbox.web.views import Places, Views


@cache
def site(game):
    book = load(game)
    return book, Site({game: book})


@pytest.mark.parametrize("game", ["queen", "twentyfive"])
def test_the_step_that_a_row_points_to_is_one_in_which_it_came_up(game):
    book, made = site(game)
    missions = {mission.name: mission for mission in made.missions(book)}
    seen = 0
    for table in book.tables.values():
        views = Views(book, Places(), f"{game}/tables/{table.id.lower()}.html")
        shown = views.table(table)
        told = happened.rows(shown, made.happenings(book), views)
        ids = {row.id: row.row for row in shown.rows}
        for line in told.lines if told else ():
            page, _, step = line.url.partition("#step-")
            name = page.rpartition("/")[2].removesuffix(".html")
            account = made.account(book, missions[name])
            number = next(s.event for phase in account.phases for s in phase.steps if s.n == int(step))
            event = missions[name].flown.journal.events[number - 1]
            assert event["table"].partition("/")[0] == table.id
            assert happened.line_of(event["row"], table) == happened.line_of(ids[line.anchor], None)
            assert event["gives"] != ["again"]
            seen += 1
        if told:
            assert told.missing == len(shown.rows) - len(told.lines)
    assert seen > 20


def test_a_row_that_came_up_nowhere_points_nowhere():
    book, _ = site("queen")
    views = Views(book, Places(), "queen/tables/p-1.html")
    shown = views.table(book.tables["P-1"])
    assert happened.rows(shown, {}, views) is None
    one = {"P-1/2": happened.Step("miss-cue", "Miss Cue", 7)}
    told = happened.rows(shown, one, views)
    assert [(line.name, line.title, line.n, line.url) for line in told.lines] == [
        ("2", "Miss Cue", 7, "../examples/miss-cue.html#step-7")
    ]
    assert told.missing == len(shown.rows) - 1


def test_the_drawing_links_every_table_of_the_lists_and_no_other():
    book, _ = site("queen")
    for table in book.tables.values():
        views = Views(book, Places(), f"queen/tables/{table.id.lower()}.html")
        shown = views.table(table)
        drawn = str(graph.drawing(shown))
        wanted = [*shown.used_by, *shown.leads_to]
        assert drawn.count("<a ") == len(wanted)
        for item in wanted:
            assert f'href="{item.url}"' in drawn
        assert bool(drawn) == bool(wanted)
