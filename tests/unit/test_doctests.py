"""The examples in docstrings of `combatbox.api`, `core` and `play` give what they say."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

from combatbox import core, play

PACKAGES = (core, play)
MODULES = [
    "combatbox.api",
    *(f"{package.__name__}.{found.name}" for package in PACKAGES for found in pkgutil.iter_modules(package.__path__)),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_give_what_they_say(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_every_function_of_the_api_that_needs_no_file_has_an_example() -> None:
    modules = map(import_module, ("combatbox.api", "combatbox.play.live_odds"))
    examples = [test for module in modules for test in doctest.DocTestFinder().find(module) if test.examples]
    found = {test.name.rpartition(".")[2] for test in examples}
    assert found >= {"exact_odds", "fly", "load", "narrate", "roll", "rows", "simulate"}
