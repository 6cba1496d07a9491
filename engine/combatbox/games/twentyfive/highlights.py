"""Highlights of a mission of 25 and Out, computed from its events and its summary only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.core.board import Highlight, by_name
from combatbox.core.log_state import Account, Shows, fact

Json = Mapping[str, Any]
"""The summary of a mission, or a bomber's entry in the summary."""


def _own(account: Account) -> Json:
    own: Json = account.summary["bombers"][account.summary["position"]]
    return own


def _wingmen(account: Account) -> list[Json]:
    return [bomber for bomber in account.summary["bombers"].values() if bomber is not _own(account)]


def _engines_out(account: Account) -> int:
    own = _own(account)
    return int(own["left_wing_out"] + own["right_wing_out"] + own["flak_out"])


def lost_in(*phases: str) -> Shows:
    """Return a predicate that is true if the player's bomber is lost in one of these phases.

    Only the phases `pass` and `flak` are considered.
    """

    def shows(account: Account) -> bool:
        names = [
            event["name"] for event in account.events if event["kind"] == "phase" and event["name"] in ("pass", "flak")
        ]
        return bool(_own(account)["lost"]) and bool(names) and names[-1] in phases

    return shows


def fighters_gone(account: Account) -> bool:
    """Return True if every fighter is destroyed or driven off."""
    return bool(account.summary["attacked"]) and all(
        fighter["gone"] for fighter in account.summary["fighters"].values()
    )


HIGHLIGHTS = by_name(
    Highlight(
        "survived",
        "your bomber comes home",
        ("T-702",),
        lambda account: not _own(account)["lost"],
        ("comes home",),
    ),
    Highlight(
        "shot down",
        "your bomber is shot down",
        ("T-701",),
        lambda account: bool(_own(account)["lost"]),
        ("bomber lost",),
    ),
    Highlight("shot down by fighters", "fighters shoot your bomber down", ("T-701",), lost_in("pass")),
    Highlight("shot down by flak", "flak shoots your bomber down", ("T-604",), lost_in("flak"), ("flak",)),
    Highlight("attacked", "fighters attack", ("T-110",), lambda account: bool(account.summary["attacked"])),
    Highlight(
        "no attack",
        "no fighter attacks",
        ("T-110",),
        lambda account: not account.summary["attacked"],
        ("quiet mission",),
    ),
    Highlight("pilot hit", "your pilot is hit", ("T-509",), lambda account: "pilot" in _own(account)["crew_out"]),
    Highlight(
        "gunner hit",
        "a gunner of yours is hit",
        ("T-405",),
        lambda account: bool(set(_own(account)["crew_out"]) - {"pilot", "copilot"}),
    ),
    Highlight("engine out", "your bomber loses an engine", ("T-503",), lambda account: _engines_out(account) > 0),
    Highlight(
        "two engines out",
        "your bomber loses two engines",
        ("T-503",),
        lambda account: _engines_out(account) == 2,
    ),
    Highlight(
        "three engines out",
        "your bomber loses three engines",
        ("T-508",),
        lambda account: _engines_out(account) >= 3,
    ),
    Highlight(
        "dead wing",
        "a fighter finds no engine left on a wing",
        ("T-207",),
        fact("dead_wing"),
    ),
    Highlight(
        "wingman lost",
        "a wingman is lost",
        ("T-306",),
        lambda account: any(b["lost"] for b in _wingmen(account)),
    ),
    Highlight(
        "all wingmen lost",
        "both wingmen are lost",
        ("T-307",),
        lambda account: all(b["lost"] for b in _wingmen(account)),
        ("both wingmen lost",),
    ),
    Highlight(
        "fighter destroyed",
        "a fighter is destroyed or driven off",
        ("T-406",),
        lambda account: any(f["gone"] for f in account.summary["fighters"].values()),
    ),
    Highlight("all fighters gone", "every fighter is destroyed or driven off", ("T-804",), fighters_gone),
)
"""All highlights, by name."""
