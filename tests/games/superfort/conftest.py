"""Lets the tests of this folder share helpers that stand beside them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from combatbox.library.load import load

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
