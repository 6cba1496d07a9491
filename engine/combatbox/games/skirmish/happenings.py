"""What is worth finding in a game of B-17!, told from its events and its summary alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from combatbox.core.account import Account
from combatbox.core.board import Happening

Shows = Callable[[Account], bool]


def rolled(table: str, column: str = "", gives: str = "") -> Shows:
    """A roll on a table, in a column and with a result where they are named."""

    def shows(account: Account) -> bool:
        return any(
            e["kind"] == "roll"
            and e["table"] == table
            and column in ("", e["column"])
            and (not gives or gives in e["gives"])
            for e in account.events
        )

    return shows


def friendly(account: Account) -> bool:
    """A bomber's gun fires at an escort."""
    return any(
        e["kind"] == "roll" and e["column"] in ("gun", "tail_astern") and " at escort" in e["who"]
        for e in account.events
    )


_ALL = (
    Happening("americans win", "the target is destroyed", ("S-401",), lambda a: a.summary["result"] == "american"),
    Happening("germans win", "too few bombs hit", ("S-707",), lambda a: a.summary["result"] == "german"),
    Happening("bomber lost", "a bomber is destroyed", ("S-627",), lambda a: a.summary["bombers_lost"] > 0),
    Happening("all bombers lost", "every bomber is destroyed", ("S-402",), lambda a: a.summary["bombers_lost"] >= 4),
    Happening("german lost", "a German fighter is destroyed", ("S-628",), lambda a: a.summary["germans_lost"] > 0),
    Happening("escort lost", "an escort is destroyed", ("S-628",), lambda a: a.summary["escorts_lost"] > 0),
    Happening("head-on", "a fighter attacks a bomber from dead ahead", ("S-624",), rolled("S-TAB-COMBAT", "fighter_ahead")),
    Happening("dead astern", "a tail gunner fires at one dead astern", ("S-625",), rolled("S-TAB-COMBAT", "tail_astern")),
    Happening("dogfight", "fighters fight each other", ("S-623",), rolled("S-TAB-COMBAT", "fighters")),
    Happening("friendly fire", "a bomber fires at an escort", ("S-644",), friendly),
    Happening("flak hit", "the target's guns hit", ("S-704",), rolled("S-TAB-AA", gives="engine_hits 1")),
    Happening("two bombs at once", "one pair of dice brings two bomb hits", ("S-706",), rolled("S-TAB-BOMB", gives="bomb_hits 2")),
)  # fmt: skip

HAPPENINGS: Mapping[str, Happening] = {happening.name: happening for happening in _ALL}
"""Every happening by its name."""
