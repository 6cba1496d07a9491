"""Records of the press: what is frozen is so to the type checker, and is hashed and compared as such."""

from __future__ import annotations

import dataclasses

import pytest

from combatbox.press.geometry import Box
from combatbox.press.records import dataclass
from combatbox.press.style import style
from combatbox.press.text import Run


def test_records_that_say_the_same_are_one_key() -> None:
    assert len({Run("a", "sans"), Run("a", "sans"), Run("a", "serif")}) == 2
    assert dataclasses.replace(Box(1, 2, 3, 4), x=0) == Box(0, 2, 3, 4)


def test_a_record_keeps_the_hash_that_it_brings() -> None:
    assert hash(style("table")) == style("table")._hash


def test_a_record_that_is_not_frozen_is_no_key() -> None:
    @dataclass(slots=True)
    class Loose:
        number: int

    with pytest.raises(TypeError, match="unhashable"):
        hash(Loose(1))
