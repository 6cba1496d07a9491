"""Lets the tests of this folder share helpers that stand beside them."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import pytest

from combatbox.core.events import Journal
from combatbox.library.load import load
from combatbox.play.narrate import narrate, narrate_shortly

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def book():
    return load("superfort")


@pytest.fixture
def b29(book):
    """A rigged B-29: `b29({"T5-9": [3, 4]}, {"aim": "hold"}, zone=12, ...)`."""
    from b29rig import Rig

    def made(dice=(), answers=(), **setup):
        return Rig(book, dict(dice), dict(answers), **setup)

    return made


@pytest.fixture
def account_of(acted):
    """A part of the sequence of play flown on a rigged B-29, and the lines that tell it."""
    return partial(acted, narrate)


@pytest.fixture
def short_account_of(acted):
    """The same with the lines of the short account."""
    return partial(acted, narrate_shortly)


@pytest.fixture
def acted(book, b29):
    def lines(narrate, act, dice=(), answers=(), **setup):
        rig = b29(dice, answers, **setup)
        rig.flight.journal = journal = Journal()
        journal.watch(rig.state)
        act(rig)
        journal.flush_changes()
        return [line.shown.strip() for line in narrate(book, journal.events)]

    return lines
