"""What a mission of Queen of the Skies amounts to: summary, tally for the odds, and the Mission Chart filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from combatbox.core.events import Event
from combatbox.core.rules import rule
from combatbox.core.tables import Rulebook
from combatbox.games.queen.state import State


def summary(state: State) -> dict[str, Any]:
    """How a mission ended, as plain data."""
    return {
        "result": state.result,
        "bomber": state.bomber,
        "target": state.city,
        "target_type": state.target_type,
        "turns": state.turn,
        "aim": state.aim_result,
        "per_cent": state.per_cent,
        "aborted": state.aborting,
        "counts": state.counts,
        "in_formation": state.in_formation,
        "landed": state.landed,
        "down_in_zone": state.zone,
        "plane": state.plane.fate,
        "lost": state.lost,
        "engines_out": state.engines_out(),
        "rabbits_feet": state.rabbits_feet,
        "crew": {
            man.role: {
                "light": man.light,
                "serious": man.serious,
                "frostbitten": man.frostbitten,
                "fate": man.fate,
                "kills": man.kills,
            }
            for man in state.men.values()
        },
    }


GONE = ("killed", "went_down", "died_of_wounds", "lost_at_sea", "captured", "invalided")
"""Fates after which a man flies no more."""


@rule("Q17.0-2", "Q17.0-5")
def tally(state: State) -> Iterator[str]:
    """What a mission counts as in the odds: the result, how the plane ended, the bombs, and every man lost."""
    yield state.result
    home = state.landed == "england"
    if home and state.plane.fate in ("", "safe", "repairable") and not state.plane.burst_inside:
        yield "survived"
    else:
        yield f"plane lost: {_cause(state)}"
    if state.bombs_dropped:
        yield "bombs dropped"
        if state.aim_result == "on_target":
            yield "on target"
    if state.aborting:
        yield "aborted"
    if state.out_of_formation:
        yield "out of formation"
    gone = [man for man in state.men.values() if man.fate in GONE]
    yield "crewman lost" if gone else "whole crew fit again"
    for man in gone:
        yield f"{man.role} lost"


def _cause(state: State) -> str:
    """How a plane was lost, in a word or two."""
    if state.lost:
        return state.lost.replace("_", " ")
    if state.landed == "england":
        return "beyond repair"
    if state.landed == "abandoned":
        return "bailed out"
    return {"sea": "ditched", "continent": "crash-landed"}.get(state.landed, state.landed)


# ---- the Mission Chart


@rule("Q2.7-1", "Q-MC1", "Q-MC2", "Q-MC3", "Q-MC4", "Q-MC5", "Q-MC6", "Q-MC7", "Q-MC8", "Q-MC9")
def forms(events: list[Event], header: Mapping[str, Any], book: Rulebook) -> dict[str, Any]:
    """The Mission Chart as a player fills it in, from the events alone."""
    chart = Chart(book)
    for event in events:
        chart.take(event)
    return {"mission_chart": chart.done(header)}


class Chart:
    """Fills in the fields of the Mission Chart as events come."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.state: dict[str, Any] = {}
        self.waves: dict[str, dict[str, list[str]]] = {"out": {}, "back": {}}
        self.net: dict[str, int] = {}
        self.cover: dict[str, dict[str, str]] = {"out": {}, "back": {}}
        self.hits: list[str] = []
        self.damage: list[str] = []
        self.landing: dict[str, list[list[Any]]] = {"land": [], "water": []}
        self.kills: list[dict[str, str]] = []
        self.low = self.alone = False

    def take(self, event: Event) -> None:
        """One event: what it changed, and what it adds to the chart."""
        for path, _old, new in event["changes"]:
            if new is None:
                self.state.pop(path, None)
            else:
                self.state[path] = new
        self.low = self.low or self.state.get("altitude") == "low"
        self.alone = self.alone or bool(self.state.get("out_of_formation"))
        if event["kind"] == "roll":
            self._roll(event)
        elif event["kind"] == "consult" and event["table"] == "G-5":
            self._cover()

    def _roll(self, event: Event) -> None:
        table, zone, leg = event["table"], str(self.state["zone"]), self.state["leg"]
        if table in ("B-1", "B-2"):
            self.net.setdefault(zone, sum(add for _, add in event["modifiers"]))
            self.waves[leg].setdefault(zone, [])
            if event["gives"] == ["waves 0"]:
                self.waves[leg][zone].append("-")
        elif table == "B-3" and event["gives"] != ["again"]:
            self.waves[leg].setdefault(zone, []).append("".join(map(str, event["dice"])))
        elif table == "G-5":
            self._cover()
        elif table in ("G-9", "G-10"):
            self.landing["land" if table == "G-9" else "water"] = [list(m) for m in event["modifiers"]]
        elif table.partition("/")[0] in DAMAGE:
            self.damage += [code for code in event["gives"] if code != "no_effect"]
        elif table in ("B-5", "O-5"):
            self.hits += [g.removeprefix("section ") for g in event["gives"] if g.startswith(("section", "walking"))]

    def _cover(self) -> None:
        self.cover[self.state["leg"]][str(self.state["zone"])] = str(self.state.get("cover", ""))[:1].upper()

    def done(self, header: Mapping[str, Any]) -> dict[str, Any]:
        """The filled chart."""
        state, guns = self.state, self.book.constants["guns"]
        return {
            "bomber": state.get("bomber", ""),
            "mission": state.get("mission", 1),
            "bomber_mission": state.get("bomber_missions", 1),
            "target": {"city": state.get("city", ""), "type": state.get("target_type", "")},
            "formation": state.get("formation", ""),
            "squadron": state.get("squadron", ""),
            "out_of_formation": self.alone,
            "low": self.low,
            "waves": self.waves,
            "net_modifiers": self.net,
            "cover": self.cover,
            "weather": {"target": state.get("target_weather", ""), "base": state.get("base_weather", "")},
            "bomb_run": {"result": state.get("aim_result", ""), "per_cent": state.get("per_cent", -1)},
            "ammunition": {
                gun: {"boxes": facts["bursts"], "used": facts["bursts"] - state.get(f"guns.{gun}.bursts", 0)}
                for gun, facts in guns.items()
            },
            "crew": {role: self._man(role) for role in self.book.constants["crew"]},
            "damage": self.damage,
            "hits": self.hits,
            "landing": self.landing,
            "result": state.get("result", ""),
        }

    def _man(self, role: str) -> dict[str, Any]:
        """A man's line: name and notes."""
        said = {key: self.state.get(f"men.{role}.{key}") for key in ("name", "light", "serious", "frostbitten", "fate")}
        return {**said, "kills": self.state.get(f"men.{role}.kills", 0)}


DAMAGE = ("P-1", "P-2", "P-3", "P-4", "P-5", "P-6", "BL-1", "BL-1-DAMAGE", "BL-2", "R-19-2")
"""Tables whose results go among the damage notes."""
