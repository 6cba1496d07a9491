"""Lets the tests of this folder share helpers that stand beside them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from combatbox.library.load import load

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def book():
    return load("queen")


@pytest.fixture
def rig(book):
    """A rigged bomber: `rig({"B-1": [5]}, {"abort": "go_on"}, zone=3, ...)`."""
    from rig import Rig

    def made(dice=(), answers=(), **setup):
        return Rig(book, dict(dice), dict(answers), **setup)

    return made
