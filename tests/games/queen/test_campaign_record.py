"""The Composite Mission Record (2.8, 17.0), filled in from the log alone, and the story that the log tells."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest
from sortie import Sortie, tour

from combatbox.cli.flight_commands import StopAfter
from combatbox.core.decisions import DefaultPlayer
from combatbox.library.replay import read_script, replay_script
from combatbox.play.narrate import narrate


@pytest.fixture(scope="module")
def flown(book):
    return tour(book, "record")


@pytest.mark.rule("Q2.8-1", "Q5.2h-1")
def test_the_record_has_a_line_for_each_of_25_missions_and_ten_columns_of_men(book):
    sortie = Sortie(book)
    sortie.over(per_cent=20).after().onward()
    record = sortie.forms()
    assert [row["mission"] for row in record["rows"]] == list(range(1, 26))
    assert [row["flown"] for row in record["rows"]] == [True] + [False] * 24
    row = record["rows"][0]
    assert (row["bomber"], row["new_bomber"]) == (sortie.state.bomber, True)
    assert (row["target"], row["type"], row["aim"], row["per_cent"]) == ("Paris", "industry", "on_target", 20)
    assert row["result"] == "eighth_air_force"
    assert list(row["crew"]) == list(book.meta.constants["crew"])
    assert all(cell["new"] and cell["name"] for cell in row["crew"].values())
    assert json.loads(json.dumps(record)) == record


@pytest.mark.rule("Q17.0-2")
@pytest.mark.parametrize("per_cent", [0, 97, None])
def test_a_line_has_the_bombing_per_cent_or_nothing_without_a_drop(book, per_cent):
    assert Sortie(book).over("draw", per_cent=per_cent).after().forms()["rows"][0]["per_cent"] == per_cent


@pytest.mark.rule("Q17.0-3", "Q17.0-4", "Q2.8-1")
def test_lost_men_and_bombers_are_struck_out_and_new_names_pencilled_in(book):
    sortie = Sortie(book)
    old = sortie.state.men["navigator"].name
    sortie.over("german_air_defence", plane="wrecked", navigator="killed", pilot="returned").after().onward()
    sortie.over().after()
    first, second = sortie.forms()["rows"][:2]
    assert (first["bomber_fate"], second["bomber_fate"]) == ("wrecked", "")
    assert second["new_bomber"]
    assert first["crew"]["navigator"] | {"missions": 1} == {
        "name": old, "rank": "Lieut.", "new": True, "missions": 1, "kills": [], "ace": False, "fate": "KIA"
    }  # fmt: skip
    assert second["crew"]["navigator"]["new"]
    assert second["crew"]["navigator"]["name"] != old
    assert (first["crew"]["pilot"]["fate"], second["crew"]["pilot"]["new"]) == ("RET", False)
    assert second["crew"]["pilot"]["missions"] == 2


@pytest.mark.rule("Q8.0-2", "Q2.8-1")
def test_an_abort_that_does_not_count_takes_no_line(book):
    sortie = Sortie(book, 4)
    sortie.over("draw", counts=False, per_cent=None).after().onward()
    sortie.over().after()
    record = sortie.forms()
    assert record["rows"][3]["result"] == "eighth_air_force"
    assert [(row["mission"], row["result"]) for row in record["uncounted"]] == [(4, "draw")]


@pytest.mark.rule("Q17.0-5", "Q9.3-1")
def test_each_man_s_kills_stand_in_his_column_with_their_types(book, flown):
    state, log = flown
    rows = book.game.forms(log.events, log.header, book.rulebook())["composite"]["rows"]
    kills = [kind for row in rows for cell in row["crew"].values() for kind in cell["kills"]]
    assert set(kills) <= {"me109", "me110", "fw190"}
    assert len(kills) == sum(career.kills for career in state.campaign.careers) > 20
    running: dict[str, int] = {}
    for row in rows:
        for cell in row["crew"].values():
            running[cell["name"]] = running.get(cell["name"], 0) + len(cell["kills"])
            assert cell["ace"] is (running[cell["name"]] >= 5)
    assert {name for name, number in running.items() if number >= 5} == set(state.campaign.aces)


@pytest.mark.rule("Q2.8-1", "Q5.2h-1", "Q17.0-3")
def test_the_record_of_a_whole_tour_agrees_with_how_it_ended(book, flown):
    state, log = flown
    forms = book.game.forms(log.events, log.header, book.rulebook())
    rows = forms["composite"]["rows"]
    assert all(row["flown"] for row in rows)
    assert len(forms["mission_charts"]) == 25
    assert forms["mission_charts"][-1] == forms["mission_chart"]
    for row, chart in zip(rows, forms["mission_charts"], strict=True):
        assert (row["mission"], row["bomber"], row["target"]) == (
            chart["mission"],
            chart["bomber"],
            chart["target"]["city"],
        )
    for side in ("eighth_air_force", "german_air_defence", "draw"):
        assert sum(row["result"] == side for row in rows) == getattr(state.campaign, side)
    bombers = list(dict.fromkeys(row["bomber"] for row in rows))
    assert bombers == [service.name for service in state.campaign.services]
    drops = [row["per_cent"] for row in rows if row["per_cent"] is not None]
    assert sum(drops) == sum(service.per_cents for service in state.campaign.services)
    fates = [cell["fate"] for row in rows for cell in row["crew"].values() if cell["fate"] not in ("", "RET")]
    codes = book.meta.constants["fates"]
    fit = book.meta.constants["fit_again"]
    assert sorted(fates) == sorted(codes[c.fate] for c in state.campaign.careers if c.fate not in fit)
    for before, after in pairwise(rows):
        for role, cell in before["crew"].items():
            gone = cell["fate"] not in ("", "RET")
            assert after["crew"][role]["new"] is gone is (after["crew"][role]["name"] != cell["name"])


@pytest.mark.keyed
@pytest.mark.rule("Q2.8-1")
def test_a_mission_of_its_own_stands_on_its_line(book):
    flight = replay_script(book, read_script(book.scripts["miss-cue"]))
    rows = book.game.forms(flight.journal.events, flight.journal.header, book.rulebook())["composite"]["rows"]
    assert [row["mission"] for row in rows if row["flown"]] == [11]
    row = rows[10]
    assert (row["bomber"], row["target"], row["type"], row["per_cent"]) == ("Miss Cue", "Paris", "industry", 20)
    assert {role: cell["kills"] for role, cell in row["crew"].items() if cell["kills"]} == {"tail_gunner": ["me110"]}


@pytest.mark.rule("Q5.2h-1", "Q7.2-1")
def test_the_story_of_a_tour_says_who_came_and_went(book, flown):
    state, log = flown
    account = [line.shown for line in narrate(book, log.events)]
    text = "\n".join(account)
    assert account[0] == f"{log.summary['bombers'][0]['name']} and her crew: 25 missions to fly"
    for career in state.campaign.careers:
        assert career.name in text
    assert text.count("joins the crew as") == len(state.campaign.careers) - 10
    assert sum(line.startswith("Mission ") for line in account) >= 25
    for line, below in pairwise(account):
        assert not line.startswith("Before mission") or not below.startswith("Mission "), (
            line
        )  # no heading with nothing under it
    for line in account:
        assert not re.search(r"_|\bNone\b|\{|  \S|\.\.|\b1 (fighters|missions|draws|victories)", line), line


def test_a_tour_laid_aside_says_so_and_how_it_stands(book):
    state, log = tour(book, "aside", StopAfter(2, DefaultPlayer()))
    assert "The campaign is laid aside after 2 missions." in [line.shown for line in narrate(book, log.events)]
    summary = log.summary
    assert (summary["tour"], summary["missions_completed"]) == ("going on", 2)
    assert sum(summary["victories"].values()) == 2
    assert list(book.game.tally(state)) == ["campaign going on"]


@pytest.mark.rule("Q7.3-3", "Q2.8-1", "Q17.0-4")
@pytest.mark.parametrize("fate", ["", "returned"])
def test_the_record_shows_who_was_sent_home_and_on_which_mission(book, fate):
    sortie = Sortie(book, 11, {"missions": {"tail_gunner": 25}})
    sortie.over(tail_gunner=fate).after().onward()
    sortie.over().after()
    first, second = sortie.forms()["rows"][10:12]
    assert (first["crew"]["tail_gunner"]["fate"], second["crew"]["tail_gunner"]["fate"]) == ("USA", "")
    assert first["crew"]["engineer"]["fate"] == ""
    assert second["crew"]["tail_gunner"]["new"]


@pytest.mark.rule("Q7.3-3", "Q2.8-1")
def test_a_man_sent_home_after_the_last_mission_is_shown_too(book):
    sortie = Sortie(book, 25, {"missions": {"pilot": 25}})
    sortie.over().after()
    assert sortie.forms()["rows"][24]["crew"]["pilot"]["fate"] == "USA"
