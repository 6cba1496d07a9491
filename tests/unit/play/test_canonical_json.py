"""JSON that is nested too deeply is refused before a parser goes down into it: in a browser that would end Python itself."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatbox.core.errors import CombatBoxError
from combatbox.library.load import load
from combatbox.play import canonical_json
from combatbox.play.book_codec import parse_book
from combatbox.play.canonical_json import DEEPEST, check_depth
from combatbox.play.saves import parse_save, parse_shared
from combatbox.play.session import Session

DEEP = "[" * 100_000


@pytest.mark.parametrize(("opens", "closes", "levels"), [("[", "]", 1), ('{"a":', "}", 1), ('[{"[]": ', "}]", 2)])
def test_as_many_levels_as_may_be_are_read_and_twice_as_many_are_not(opens: str, closes: str, levels: int) -> None:
    most = DEEPEST // levels
    check_depth(f"{opens * most}{closes * most}")
    with pytest.raises(ValueError, match="levels"):
        check_depth(f"{opens * (2 * most + 1)}{closes * (2 * most + 1)}")


@pytest.mark.parametrize("text", [DEEP, '{"a":' * 100_000, '"' + DEEP + '",' + DEEP, '["\\"",' + DEEP])
def test_what_is_cut_short_is_deep_as_well(text: str) -> None:
    with pytest.raises(ValueError, match="levels"):
        check_depth(text)


def test_brackets_in_texts_and_beside_one_another_are_no_levels() -> None:
    check_depth(json.dumps([DEEP, '\\"' + DEEP, "\\", [[]] * 1000, [{"a": []}] * 1000]))


@pytest.mark.thorough
@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=300))
def test_all_that_json_writes_of_flat_data_is_read(data: object) -> None:
    assert canonical_json.from_json(json.dumps(data)) == data


def read_save(text: str) -> object:
    return parse_save(text, "the save")


def read_shared(text: str) -> object:
    return parse_shared("queen." + urlsafe_b64encode(zlib.compress(text.encode())).decode())


@pytest.mark.parametrize("read", [read_save, read_shared, parse_book])
def test_a_save_a_shared_game_and_a_book_are_refused_before_they_are_parsed(
    read: Callable[[str], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def parse(*_: object, **_more: object) -> object:
        raise AssertionError("a parser went down into it")

    monkeypatch.setattr(json, "loads", parse)
    with pytest.raises(CombatBoxError):
        read(DEEP)


def test_a_save_that_an_editor_has_saved_opens() -> None:
    session = Session(load("twentyfive"), seed="1")
    session.advance()
    text = session.saved()
    for edited in (f"\ufeff{text}", text.replace("\n", "\r\n"), text.removesuffix("\n"), f"{text}\n"):
        assert parse_save(edited, "my.save") == parse_save(text, "my.save")
