"""Ways to ask what is worth finding in a mission of a bomber, from its events and its summary alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from combatbox.core.account import Account
from combatbox.core.effects import Effect

Shows = Callable[[Account], bool]

FREE = ("", "recovers", "returned", "rescued", "bailed_out")
"""Fates of men who are alive, free and fit to fly again."""
DEAD = ("killed", "went_down", "died_of_wounds", "lost_at_sea")


# ---- ways to ask


def phase(name: str, **data: Any) -> Shows:
    """A stretch of play of that name begins."""
    return lambda told: any(e["kind"] == "phase" and e["name"] == name and _says(e["data"], data) for e in told.events)


def fact(name: str, **data: Any) -> Shows:
    """The log says so."""
    return lambda told: any(e["kind"] == "fact" and e["name"] == name and _says(e["data"], data) for e in told.events)


def _says(data: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(data.get(name) == value for name, value in wanted.items())


def gives(*names: str) -> Shows:
    """A row that was reached does one of these."""
    return lambda told: any(effect.name in names for _event, effect in told.done())


def does(effect: Effect) -> Shows:
    """A row that was reached does exactly this."""
    return lambda told: any(done == effect for _event, done in told.done())


def rolled(*tables: str) -> Shows:
    """A throw was made on one of these tables."""
    return lambda told: any(e["kind"] == "roll" and e["table"] in tables for e in told.events)


def row(table: str, *rows: str) -> Shows:
    """One of these rows of a table was reached."""
    ids = {f"{table}/{key}" for key in rows}
    return lambda told: any(e["row"] in ids for e in told.reached())


def took(decision: str, option: str) -> Shows:
    """The player chose so."""
    return lambda told: any(
        e["kind"] == "choice" and e["decision"] == decision and e["taken"] == option for e in told.events
    )


def modified(table: str, code: str) -> Shows:
    """A modifier of that name counted in a roll on a table."""
    return lambda told: any(
        e["kind"] == "roll" and e["table"] == table and any(name == code for name, _ in e["modifiers"])
        for e in told.events
    )


def fate(*fates: str) -> Shows:
    """A man ended so."""
    return lambda told: any(man.get("fate") in fates for man in _crew(told))


def ends(key: str, *values: Any) -> Shows:
    """The summary says one of these."""
    return lambda told: told.summary.get(key) in values


def engines_out(number: int) -> Shows:
    """So many engines, no more and no fewer, are out at the end."""
    return lambda told: told.summary.get("engines_out") == number


def also(*all_of: Shows) -> Shows:
    """Everything of that."""
    return lambda told: all(shows(told) for shows in all_of)


def never(shows: Shows) -> Shows:
    """It does not happen."""
    return lambda told: not shows(told)


def _crew(told: Account) -> Iterable[Mapping[str, Any]]:
    crew: Mapping[str, Mapping[str, Any]] = told.summary.get("crew", {})
    return crew.values()


# ---- of men and bombs


def crew_safe(told: Account) -> bool:
    """Every man alive, free and fit to fly again."""
    return all(man.get("fate") in FREE for man in _crew(told))


def crew_unhurt(told: Account) -> bool:
    """Nobody has so much as a scratch."""
    return crew_safe(told) and not any(man.get("light") or man.get("serious") for man in _crew(told))


def all_dead(told: Account) -> bool:
    """Nobody lives."""
    return all(man.get("fate") in DEAD for man in _crew(told))


def kills(number: int) -> Shows:
    """Fighters that gunners are credited with, together."""
    return lambda told: sum(man.get("kills", 0) for man in _crew(told)) >= number


def one_gunner(number: int) -> Shows:
    """Fighters that one gunner is credited with."""
    return lambda told: any(man.get("kills", 0) >= number for man in _crew(told))


def bombing(least: int) -> Shows:
    """So many per cent of the bombs on target."""
    return lambda told: told.summary.get("per_cent", -1) >= least
