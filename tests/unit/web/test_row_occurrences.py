"""A step of a mission for each row: the row that the page links is the one that was rolled there."""

import html
import re
from functools import cache

import pytest

from combatbox.library.load import load
from combatbox.library.schema import SightingModel, SightingsModel
from combatbox.library.stored_examples import read_sightings
from combatbox.play.narrate import printed_lines
from combatbox.web import row_occurrences
from combatbox.web.page_templates import macros
from combatbox.web.pages import own_pages
from combatbox.web.site import Site
from combatbox.web.table_page import neighbours
from combatbox.web.views import Places, Views


@cache
def site(game):
    book = load(game)
    return book, Site({game: book})


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["queen", "twentyfive"])
def test_the_step_that_a_row_points_to_is_one_in_which_it_came_up(game):
    book, made = site(game)
    missions = {mission.name: mission for mission in made.missions.of(book).replayed}
    seen = 0
    for table in book.tables.values():
        views = Views(book, Places(), f"{game}/tables/{table.id.lower()}.html")
        shown = views.table(table)
        text = row_occurrences.rows(shown, made.missions.of(book).row_steps)
        ids = {row.seen.anchor: row.seen.id for row in shown.rows}
        for line, url, _step in text.lines if text else ():
            page, _, step = url.partition("#step-")
            name = page.rpartition("/")[2].removesuffix(".html")
            account = made.missions.of(book).account(missions[name])
            number = next(s.event for phase in account.phases for s in phase.steps if s.n == int(step))
            came_up = made.missions.of(book).row_steps[book.rows()[ids[line.anchor]].line].event
            event = missions[name].flown.journal.events[came_up - 1]
            between = [s.event for phase in account.phases for s in phase.steps if came_up <= s.event < number]
            assert came_up <= number, "the step that tells the row, or the next"
            assert not between
            assert event["table"].partition("/")[0] == table.id
            assert book.rows()[event["row"]].line == book.rows()[ids[line.anchor]].line
            assert event["gives"] != ["again"]
            seen += 1
    assert seen > 20


@pytest.mark.thorough
def test_a_printed_mission_that_keeps_to_the_rules_comes_before_one_that_does_not():
    book, made = site("queen")
    text = [step.mission for step in made.missions.of(book).row_steps.values()]
    bent = [mission for mission in made.missions.of(book).replayed if mission.name == "miss-cue-as-printed"]
    alone = row_occurrences.steps(book, [(mission, made.missions.of(book).account(mission)) for mission in bent])
    by_the_rules = {line for line, step in made.missions.of(book).row_steps.items() if step.mission == "miss-cue"}
    assert text.count("miss-cue") > text.count("miss-cue-as-printed")
    assert by_the_rules & set(alone), "both show it, and the one by the rules is linked"


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["queen", "twentyfive"])
def test_every_row_is_linked_or_has_its_command_or_is_listed_as_unseen(game):
    book, made = site(game)
    stored = read_sightings(book)
    commands = {}
    for page in own_pages(made, book):
        name = page.path.rpartition("/")[2].removesuffix(".md").upper()
        if not page.path.startswith(f"{game}/tables/") or name == "INDEX":
            continue
        views = Views(book, Places(), f"{game}/tables/{name.lower()}.html")
        shown = views.table(book.tables[name])
        section = page.text.partition("## Seen in a mission")[2].partition("\n## ")[0]
        if name in stored.read:
            assert "read and not rolled" in section
        elif name in stored.unused:
            assert "Nothing in play is rolled or looked up here" in section
        else:
            assert {row.seen.anchor for row in shown.rows} == set(re.findall(r'href="#([^"]+)"', section)), name
        typed = re.findall("<code>(.*?)</code>", section)
        commands |= {(name, n): html.unescape(re.sub("<[^>]+>", "", text)) for n, text in enumerate(typed)}
    replayed = made.missions.of(book).row_steps
    saved = {line: item for item in stored.missions for line in item.lines if line not in replayed}
    assert len(commands) == len(saved) > 20
    assert all(
        f" --seed {saved[line].seed} " in text
        for text in commands.values()
        for line in [text.partition("--row ")[2].strip('"')]
    )


def test_a_row_is_described_by_its_step_else_by_its_command_else_as_missing():
    book, _ = site("queen")
    views = Views(book, Places(), "queen/tables/p-1.html")
    shown = views.table(book.tables["P-1"])
    assert row_occurrences.rows(shown, {}) is None
    steps = {"P-1/2": row_occurrences.Step("miss-cue", "Miss Cue", 7, 12)}
    flight = SightingModel(mission=3, rulings={"Q-X2": "on"}, seed="rows/1", lines=["P-1/2", "P-1/3/1-2"])
    text = row_occurrences.rows(shown, steps, SightingsModel(flown=1_000, missions=[flight], missing=["P-1/4"]))
    assert [(line.name, step.title, step.n, url) for line, url, step in text.lines] == [
        ("2", "Miss Cue", 7, "../examples/miss-cue.html#step-7")
    ]
    ((line, command),) = text.flown
    assert (line.name, line.anchor) == ("3 › 1–2", "p-1-3-1-2")
    assert command[0] == "combatbox fly queen"
    assert command[-1] == "--row P-1/3/1-2"
    assert 'href="../rulings.html#q-x2"' in command[3]
    assert len(text.missing) == len(shown.rows) - 2
    assert (text.tried, text.read, text.unused) == (1_000, False, False)


def test_rows_that_came_up_nowhere_are_all_named_with_how_many_missions_were_flown():
    book, _ = site("queen")
    views = Views(book, Places(), "queen/tables/p-1.html")
    shown = views.table(book.tables["P-1"])

    def text_below(missing):
        lines = [book.rows()[row.seen.id].line for row in shown.rows]
        steps = {line: row_occurrences.Step("miss-cue", "Miss Cue", 7, 12) for line in lines[: len(lines) - missing]}
        seen = row_occurrences.rows(shown, steps, SightingsModel(flown=12_345, missions=[]))
        return str(macros("_macros.html.j2").happened(seen)).partition("</ul>")[2].strip()

    def names(n):
        return [f'<a href="#{row.seen.anchor}">' for row in shown.rows[-n:]]

    assert text_below(0) == ""
    assert "</a> came up in none of the 12,345 missions that were flown to find it." in text_below(1)
    assert "</a> came up in none of the 12,345 missions that were flown to find them." in text_below(3)
    assert all(name in text_below(3) for name in names(3))
    assert text_below(3).count("<a ") == 3
    assert re.sub("<[^>]+>", "", text_below(3)).startswith("12 › 3–4, 12 › 5 and 12 › 6 came up")


@pytest.mark.parametrize("game", ["queen", "twentyfive"])
def test_the_data_says_of_every_row_where_it_is_seen_as_the_pages_do(game):
    book, made = site(game)
    stored = read_sightings(book)
    text = row_occurrences.rows_json(book, made.missions.of(book).row_steps, stored)
    assert [item["row"] for item in text] == list(printed_lines(book))
    missions = {mission.name: mission for mission in made.missions.of(book).replayed}
    for item in text:
        if item["seen"] == "replay":
            event = missions[item["example"]].flown.journal.events[item["event"] - 1]
            assert book.rows()[event["row"]].line == item["row"]
        elif item["seen"] == "mission":
            assert item["fly"].replace('"', "").endswith(f"--row {item['row']}")
    assert {item["table"] for item in text if item["seen"] == "read"} == set(stored.read)
    assert [item["row"] for item in text if item["seen"] == "missing"] == stored.missing


def test_the_drawing_links_every_table_of_the_lists_and_no_other():
    book, _ = site("queen")
    for table in book.tables.values():
        views = Views(book, Places(), f"queen/tables/{table.id.lower()}.html")
        shown = views.table(table)
        drawn = str(neighbours(shown))
        wanted = [*shown.used_by, *shown.leads_to]
        assert drawn.count("<a ") == len(wanted)
        for item in wanted:
            assert f'href="{item.url}"' in drawn
        assert bool(drawn) == bool(wanted)
