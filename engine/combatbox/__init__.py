"""Combat Box: a rules engine, a rulebook site and printed record sheets, all made from one set of YAML tables.

    import combatbox

    book = combatbox.load("queen")
    combatbox.simulate(book, missions=10_000).survival

Each exported name is loaded when it is first used.
"""

from importlib import import_module

__version__ = "1.1.0.dev0"

__all__ = [
    "GAMES", "Book", "CombatBoxError", "Estimate", "Log", "Odds", "RollResult", "__version__", "exact_odds", "fly", "load",
    "narrate", "print_sheets", "read_log", "roll", "simulate", "simulate_each_mission", "write_log",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Return an object that `combatbox.api` defines; the module is imported when the first object is used."""
    if name not in __all__:
        raise AttributeError(f"module 'combatbox' has no attribute {name!r}")
    value: object = getattr(import_module("combatbox.api"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
