"""Predicates for the highlights of a mission, based on events and summary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from combatbox.core.effects import Effect
from combatbox.core.log_state import Account, Shows, ends

FREE = ("", "recovers", "returned", "rescued", "bailed_out")
"""Fates of men who are alive, not captured and fit to fly again."""
DEAD = ("killed", "went_down", "died_of_wounds", "lost_at_sea")


# ---- predicates


def has_effect_named(*names: str) -> Shows:
    """Return a predicate that is true if a row with one of these effects was reached."""
    return lambda account: any(effect.name in names for _event, effect in account.done())


def has_effect(effect: Effect) -> Shows:
    """Return a predicate that is true if a row with exactly this effect was reached."""
    return lambda account: any(applied == effect for _event, applied in account.done())


def row(table: str, *rows: str) -> Shows:
    """Return a predicate that is true if one of these rows of a table was reached."""
    ids = {f"{table}/{key}" for key in rows}
    return lambda account: any(e["row"] in ids for e in account.reached())


def took(decision: str, option: str) -> Shows:
    """Return a predicate that is true if the player took this option of a decision."""
    return lambda account: any(account.logged("choice", decision=decision, taken=option))


def modified(table: str, code: str) -> Shows:
    """Return a predicate that is true if a modifier applied to a roll on a table.

    Args:
        table: the table.
        code: the code of the modifier.
    """
    return lambda account: any(name == code for e in account.logged("roll", table=table) for name, _ in e["modifiers"])


def fate(*fates: str) -> Shows:
    """Return a predicate that is true if a man met one of these fates."""
    return lambda account: any(man.get("fate") in fates for man in _crew(account))


def ended_with_engines_out(number: int) -> Shows:
    """Return a predicate that is true if this number of engines is out at the end."""
    return ends("engines_out", number)


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
