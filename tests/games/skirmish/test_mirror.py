"""A mirrored table gives the mirrored game: Germans that enter at the mirrored hour fly and stop in the mirror."""

from typing import Any

import pytest

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import all_throws
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly


def thrown(book: Any, table: str, code: str) -> tuple[int, ...]:
    """The first dice whose row has a code that begins with these words."""
    notation, rows = book.tables[table].notation, book.tables[table].lookups[""]
    throws = ((throw, rows[notation.read(throw)].codes()) for throw in all_throws(notation.count))
    return next(throw for throw, codes in throws if any(f"{one} ".startswith(f"{code} ") for one in codes))


class Harmless:
    """Every section comes at once, at these hours; nobody hits anything."""

    def __init__(self, book, hours):
        self.entries = [thrown(book, "S-TAB-ENTRY", f"enters {hour}") for hour in hours]
        self.others = {
            "S-TAB-ARRIVAL": thrown(book, "S-TAB-ARRIVAL", "arrives"),
            "S-TAB-ALTITUDE": thrown(book, "S-TAB-ALTITUDE", "altitude level"),
        }

    def throw(self, count, table, who):
        if table == "S-TAB-ENTRY":
            return self.entries.pop(0)
        return self.others.get(table, (1, 6))


def played(book, hours, mirrored):
    """By turn every marker and every stop of a fighter, as seen in the mirror where that is asked."""
    journal = Journal()
    rules = book.rulebook({"left_of_entry": "american"})  # the first fighter is the nearer one, on either flank
    fly(book.game, rules, Harmless(book, hours), setup=Setup(2), player=DefaultPlayer(), journal=journal)
    turns, shot = [], 0
    for event in journal.events:
        if event.get("name") == "turn":
            turns.append(set())
        if event.get("name") == "attack" and event["who"].startswith("german"):
            shot += 1
        if event.get("name") == "move" and event["who"].startswith("german"):
            x, y, heading = (event["data"][name] for name in ("x", "y", "heading"))
            x = round(float(x) * 1000)
            turns[-1].add((60000 - x if mirrored else x, y, -heading % 360 if mirrored else heading))
    return turns, shot


@pytest.mark.parametrize("hours", [(3, 9), (2, 4), (10, 3), (8, 2), (4, 9)])
def test_a_mirrored_table_has_the_mirrored_game(book, hours):
    plain, shots = played(book, hours, mirrored=False)
    other, shots_there = played(book, [12 - hour for hour in hours], mirrored=True)
    assert plain == other
    assert shots == shots_there > 0
