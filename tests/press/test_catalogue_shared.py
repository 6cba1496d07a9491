"""The sheets that all games share: a pad for dice, and blank cards, tables and counters for house rules."""

from __future__ import annotations

import pytest
from pypdf import PdfReader

from combatbox.library.load import load
from combatbox.press.catalogue import read_catalogue

from . import built

GAMES = ("queen", "skirmish", "superfort", "twentyfive")


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", GAMES)
def test_blank_cards_and_the_pad_can_be_typed_into(game: str, paper: str) -> None:
    names = {product.name for product in read_catalogue(load(game)).products}
    assert {"dice-log", "house-rules"} <= names
    cards = PdfReader(built.blank(game, "house-rules", paper)).get_fields() or {}
    assert {f"house-card-{number}-{part}" for number in range(1, 10) for part in ("title", "text", "foot")} <= set(
        cards
    )
    assert {f"house-result-{roll}" for roll in range(2, 19)} <= set(cards)
    assert len([name for name in cards if name.startswith("house-counter-")]) == 84
    pad = PdfReader(built.blank(game, "dice-log", paper)).get_fields() or {}
    assert {f"throws-{part}-{number}" for number in range(1, 81) for part in ("table", "dice", "result")} <= set(pad)
