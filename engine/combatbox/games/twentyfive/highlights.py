"""What is worth finding in a mission of 25 and Out, told from its events and its summary alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from combatbox.core.account import Account
from combatbox.core.board import Highlight

Shows = Callable[[Account], bool]


def _own(summary: Mapping[str, Any]) -> Mapping[str, Any]:
    own: Mapping[str, Any] = summary["bombers"][summary["position"]]
    return own


def _wingmen(summary: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [bomber for place, bomber in summary["bombers"].items() if place != summary["position"]]


def _engines(bomber: Mapping[str, Any]) -> int:
    return int(bomber["left_wing_out"] + bomber["right_wing_out"] + bomber["flak_out"])


def lost_in(*phases: str) -> Shows:
    """The player's bomber is lost in the last of the phases to begin."""

    def shows(told: Account) -> bool:
        names = [
            event["name"] for event in told.events if event["kind"] == "phase" and event["name"] in ("pass", "flak")
        ]
        return bool(_own(told.summary)["lost"]) and bool(names) and names[-1] in phases

    return shows


def fighters_gone(told: Account) -> bool:
    """Every fighter is destroyed or driven off."""
    return bool(told.summary["attacked"]) and all(fighter["gone"] for fighter in told.summary["fighters"].values())


_ALL = (
    Highlight("survived", "your bomber comes home", ("T-702",), lambda told: not _own(told.summary)["lost"], ("comes home",)),
    Highlight("shot down", "your bomber is shot down", ("T-701",), lambda told: bool(_own(told.summary)["lost"]), ("bomber lost",)),
    Highlight("shot down by fighters", "fighters shoot your bomber down", ("T-701",), lost_in("pass")),
    Highlight("shot down by flak", "flak shoots your bomber down", ("T-604",), lost_in("flak"), ("flak",)),
    Highlight("attacked", "fighters attack", ("T-110",), lambda told: bool(told.summary["attacked"])),
    Highlight("no attack", "no fighter attacks", ("T-110",), lambda told: not told.summary["attacked"], ("quiet mission",)),
    Highlight("pilot hit", "your pilot is hit", ("T-509",), lambda told: "pilot" in _own(told.summary)["crew_out"]),
    Highlight("gunner hit", "a gunner of yours is hit", ("T-405",),
              lambda told: bool(set(_own(told.summary)["crew_out"]) - {"pilot", "copilot"})),
    Highlight("engine out", "your bomber loses an engine", ("T-503",), lambda told: _engines(_own(told.summary)) > 0),
    Highlight("two engines out", "your bomber loses two engines", ("T-503",), lambda told: _engines(_own(told.summary)) == 2),
    Highlight("three engines out", "your bomber loses three engines", ("T-508",), lambda told: _engines(_own(told.summary)) >= 3),
    Highlight("dead wing", "a fighter finds no engine left on a wing", ("T-207",),
              lambda told: any(x["kind"] == "fact" and x["name"] == "dead_wing" for x in told.events)),
    Highlight("wingman lost", "a wingman is lost", ("T-306",), lambda told: any(b["lost"] for b in _wingmen(told.summary))),
    Highlight("all wingmen lost", "both wingmen are lost", ("T-307",), lambda told: all(b["lost"] for b in _wingmen(told.summary)),
              ("both wingmen lost",)),
    Highlight("fighter destroyed", "a fighter is destroyed or driven off", ("T-406",),
              lambda told: any(f["gone"] for f in told.summary["fighters"].values())),
    Highlight("all fighters gone", "every fighter is destroyed or driven off", ("T-804",), fighters_gone),
)  # fmt: skip

HAPPENINGS: Mapping[str, Highlight] = {happening.name: happening for happening in _ALL}
"""Every happening by its name."""
