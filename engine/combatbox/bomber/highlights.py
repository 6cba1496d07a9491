"""Predicates for the highlights of a mission, based on events and summary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from combatbox.core.effects import Effect
from combatbox.core.log_state import Account

Shows = Callable[[Account], bool]

FREE = ("", "recovers", "returned", "rescued", "bailed_out")
"""Fates of men who are alive, not captured and fit to fly again."""
DEAD = ("killed", "went_down", "died_of_wounds", "lost_at_sea")


# ---- predicates


def phase(name: str, **data: object) -> Shows:
    """Return a predicate that is true if the run has a phase with this name and these data."""
    return _logged("phase", name, data)


def fact(name: str, **data: object) -> Shows:
    """Return a predicate that is true if the log has this fact with these data."""
    return _logged("fact", name, data)


def _logged(kind: str, name: str, data: Mapping[str, object]) -> Shows:
    """Return a predicate that is true if the log has an event of this kind with this name and at least these data."""
    return lambda account: any(
        e["kind"] == kind and e["name"] == name and data.items() <= e["data"].items()  # type: ignore[typeddict-item]
        for e in account.events
    )


def has_effect_named(*names: str) -> Shows:
    """Return a predicate that is true if a row with one of these effects was reached."""
    return lambda account: any(effect.name in names for _event, effect in account.done())


def has_effect(effect: Effect) -> Shows:
    """Return a predicate that is true if a row with exactly this effect was reached."""
    return lambda account: any(applied == effect for _event, applied in account.done())


def rolled(*tables: str) -> Shows:
    """Return a predicate that is true if dice were rolled on one of these tables."""
    return lambda account: any(e["kind"] == "roll" and e["table"] in tables for e in account.events)


def row(table: str, *rows: str) -> Shows:
    """Return a predicate that is true if one of these rows of a table was reached."""
    ids = {f"{table}/{key}" for key in rows}
    return lambda account: any(e["row"] in ids for e in account.reached())


def took(decision: str, option: str) -> Shows:
    """Return a predicate that is true if the player took this option of a decision."""
    return lambda account: any(
        e["kind"] == "choice" and e["decision"] == decision and e["taken"] == option for e in account.events
    )


def modified(table: str, code: str) -> Shows:
    """Return a predicate that is true if a modifier applied to a roll on a table.

    Args:
        table: the table.
        code: the code of the modifier.
    """
    return lambda account: any(
        e["kind"] == "roll" and e["table"] == table and any(name == code for name, _ in e["modifiers"])
        for e in account.events
    )


def fate(*fates: str) -> Shows:
    """Return a predicate that is true if a man met one of these fates."""
    return lambda account: any(man.get("fate") in fates for man in _crew(account))


def ends(key: str, *values: object) -> Shows:
    """Return a predicate that is true if a key of the summary has one of these values.

    Args:
        key: the key in the summary.
        *values: the values.
    """
    return lambda account: account.summary.get(key) in values


def engines_out(number: int) -> Shows:
    """Return a predicate that is true if this number of engines is out at the end."""
    return lambda account: account.summary.get("engines_out") == number


def also(*all_of: Shows) -> Shows:
    """Return a predicate that is true if all of these predicates are true."""
    return lambda account: all(shows(account) for shows in all_of)


def never(shows: Shows) -> Shows:
    """Return the negation of a predicate."""
    return lambda account: not shows(account)


def _crew(account: Account) -> Iterable[Mapping[str, Any]]:  # JSON
    crew: Mapping[str, Mapping[str, Any]] = account.summary.get("crew", {})  # JSON
    return crew.values()


# ---- crew and bombs


def crew_safe(account: Account) -> bool:
    """Return True if every man is alive, not captured and fit to fly again."""
    return all(man.get("fate") in FREE for man in _crew(account))


def crew_unhurt(account: Account) -> bool:
    """Return True if every man is safe and nobody was wounded."""
    return crew_safe(account) and not any(man.get("light") or man.get("serious") for man in _crew(account))


def all_dead(account: Account) -> bool:
    """Return True if the whole crew is dead."""
    return all(man.get("fate") in DEAD for man in _crew(account))


def kills(number: int) -> Shows:
    """Return a predicate that is true if the gunners have this many kills or more."""
    return lambda account: sum(man.get("kills", 0) for man in _crew(account)) >= number


def one_gunner(number: int) -> Shows:
    """Return a predicate that is true if one gunner has at least this many kills."""
    return lambda account: any(man.get("kills", 0) >= number for man in _crew(account))


def bombing(least: int) -> Shows:
    """Return a predicate that is true if at least this percentage of the bombs hit the target."""
    return lambda account: account.summary.get("per_cent", -1) >= least
