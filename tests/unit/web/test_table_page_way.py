"""The way through the tables: what a page says comes before and after is what the engine rolls, one after another."""

from functools import cache

from combatbox.library.load import load
from combatbox.web.examples import missions

ANYWHERE = {"BL-3", "BL-4", "G-6", "G-7", "G-7-CAPTURE", "G-8", "B-7-ENGINE", "O-3"}
"""Tables that one comes to from elsewhere as well: by a decision, a rule or a modifier."""


@cache
def book():
    return load("queen")


def way(key):
    table = book().tables[key]
    return book().senders(table), book().leads(table)


def test_the_section_that_a_shell_strikes_leads_to_the_table_of_that_section():
    tables = [compartment["table"] for compartment in book().meta.constants["compartments"].values()]
    for key in ("B-5", "O-5"):
        assert set(way(key)[1]) == {*tables, book().meta.constants["wing_table"]}


def test_the_words_of_use_say_what_comes_before_and_a_stand_in_comes_before_the_same():
    assert way("B-4") == (["M-3"], ["B-5"])
    assert way("O-4")[0] == ["O-3"]
    assert way("M-2")[0] == ["M-1", "M-1-HARD", "M-5"]  # M-1-HARD and M-5 are rolled on instead of M-1
    assert way("BL-1-TANKS-ZONES") == ([], [])  # a variant: nobody is sent to it under the rulings in force


def rolled(flown):
    return [event["table"].partition("/")[0] for event in flown.journal.events if event.get("table")]


def test_in_every_example_a_table_comes_up_after_one_of_those_that_its_page_names_before_it():
    seen = set()
    for mission in missions(book()):
        earlier = set()
        for key in rolled(mission.flown):
            before = set(way(key)[0]) - {key}
            if before and key not in ANYWHERE:
                assert before & earlier, f"{mission.name}: {key} with none of {sorted(before)} before it"
                seen.add(key)
            earlier.add(key)
    assert {"B-4", "B-5", "O-4", "O-5", "O-7", "M-2", "P-1", "P-6", "BL-1"} <= seen


def test_the_roll_that_follows_is_the_one_whose_words_say_so_and_not_one_that_only_some_rows_ask_for():
    def after(key):
        return book().followers(book().tables[key])

    assert after("M-3") == ["B-4"]
    assert after("M-1-HARD") == ["M-2"]  # rolled on instead of M-1
    assert after("M-5") == []  # optional; its rows say themselves which of them lead to M-2
    assert after("B-3") == ["M-1"]  # and not the event of a 66, which is optional
    assert after("G-9") == after("P-1") == []
