"""Fields of fire as the drawing shows them: from the chart of guns, here by hand (T-402 to T-404)."""

import pytest

from combatbox.games.twentyfive.scene import shown_fields
from combatbox.library.load import load
from combatbox.play.narrate import narration_context

FRONT, REAR = ("10:30", "12", "1:30"), ("7:30", "6", "4:30")
SIDE = {"crew-bombardier": FRONT, "crew-engineer": FRONT, "crew-tail": REAR, "crew-ball": REAR, "crew-left-waist": ("7:30",), "crew-right-waist": ("4:30",)}  # fmt: skip
EITHER = {**SIDE, "crew-left-waist": ("7:30", "4:30"), "crew-right-waist": ("7:30", "4:30")}


@pytest.mark.rule("T-402", "T-403", "T-404")
@pytest.mark.parametrize(("option", "bears"), [("side", SIDE), ("either", EITHER)])
def test_each_gunner_bears_where_the_chart_names_his_gun(option, bears):
    book = load("twentyfive")
    shown = shown_fields(narration_context(book), book.rulebook({"waist": option}))
    guns = {man.replace("crew", "gun").replace("bombardier", "nose").replace("engineer", "top") for man in bears}
    assert set(shown) == {*bears, *guns}
    for man, clocks in bears.items():
        assert shown[man].bears == tuple((clock, "level") for clock in clocks), man


def test_a_field_of_fire_is_said_in_a_sentence():
    book = load("twentyfive")
    shown = shown_fields(narration_context(book), book.rulebook())
    assert shown["gun-nose"] == shown["crew-bombardier"]
    assert shown["gun-left-waist"].words == ("Left waist gun, field of fire: attacks from the rear at the left wing.")
