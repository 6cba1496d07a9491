"""The picture of a mission in the terminal: fuel, way and sky as they stand, options in words."""

from __future__ import annotations

import pytest

from combatbox.games.superfort.board import BOARD, picture
from combatbox.play.narrate import narration_context


def test_the_board_shows_the_way_the_sky_and_every_box_of_fuel(book, b29):
    rig = b29(zone=9, internal=30, fwd_boxes=4, aft_boxes=3, course="off")
    rig.state.fuel.tanks_carried, rig.state.fuel.tanks_shut = ["fwd", "aft"], ["aft"]
    lines = picture(rig.flight, narration_context(book))
    shown = "\n".join(map(str, lines))
    for part in ("Tokyo", ">9>", "high altitude", "in formation", "off course", "Fuel 30 of 38", "fwd 4", "aft 3 shut"):
        assert part in shown
    out = {(piece.text, piece.style) for line in lines for piece in line.pieces if piece.style}
    assert {(">9>", "good"), ("off course", "bad")} <= out


@pytest.mark.parametrize("width", [40, 80, 120])
def test_the_board_keeps_to_its_width(book, b29, width):
    rig = b29(zone=9, target_type="industry", site="Nakajima engine works")
    for man in rig.state.men.values():
        man.light = 1
    assert max(len(line) for line in picture(rig.flight, narration_context(book), width)) <= width


def test_options_are_said_in_words(book, b29):
    rig = b29()
    place = rig.flight.places["fuel.box"]
    decision = place.decision(("aft", "internal"), "aft")
    assert BOARD.option(decision, "aft", rig.flight, narration_context(book)) == "the tanks in the aft bay"


def test_every_position_of_attack_has_its_place_on_the_picture(book):
    assert set(book.drawing.positions) == set(book.meta.constants["positions"])
