"""What sheets look up in the data of `shop.yaml`: found, or missed with one message that has file and line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from combatbox.library.load import load
from combatbox.press.errors import PressError
from combatbox.press.provider import SheetContext
from combatbox.press.shop import open_shop


def context_without(game: str, key: str, *names: str) -> tuple[SheetContext, str]:
    """The context of a game whose data lacks an entry, and the name of the entry: the first where none is named."""
    context = open_shop(load(game)).context
    found = context.data[key]
    for name in names:
        found = found[name]
    missing = next(iter(found))
    holder = {name: entry for name, entry in found.items() if name != missing}
    for name in reversed(names):
        holder = {name: holder}
    return replace(context, data={**context.data, key: holder}), missing


@pytest.mark.parametrize(
    ("game", "key"),
    [
        ("twentyfive", "letters"),
        ("twentyfive", "swatches"),
        ("queen", "landing_words"),
        ("skirmish", "german_path"),
        ("skirmish", "ruled"),
    ],
)
def test_an_entry_that_is_missing_is_named_with_the_line_of_its_key(game, key):
    whole = open_shop(load(game)).context
    names = [next(iter(whole.data[key]))] if key == "ruled" else []
    context, missing = context_without(game, key, *names)
    assert whole.entry(key, *names, missing)
    path = ": ".join((key, *names))
    with pytest.raises(PressError, match=rf"shop\.yaml:\d+.*{path}: the entry for '{missing}' is missing"):
        context.entry(key, *names, missing)


def test_the_sheets_miss_an_entry_when_they_are_drawn():
    context, missing = context_without("twentyfive", "swatches")
    shop = open_shop(load("twentyfive"))
    with pytest.raises(PressError, match=f"swatches: the entry for '{missing}' is missing"):
        shop.provider.names(context)
