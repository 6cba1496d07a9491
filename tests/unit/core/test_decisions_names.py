"""Names: what the printed sheets cannot show is said when a name is typed, by a list that equals their fonts."""

from __future__ import annotations

import re
import unicodedata

import pytest

from combatbox.core.decisions import DRAWN, AskingPlayer, Decision, undrawn
from combatbox.library.load import load
from combatbox.play.controller import GameController
from combatbox.press import fonts

NAMES = ("משה", "سارة", "飛行士 7", "Daisy \U0001f33c", "Zoë אבג Ж")


def test_the_characters_that_can_be_shown_are_those_of_the_fonts_of_the_sheets() -> None:
    known = {
        chr(code)
        for part in DRAWN.split(",")
        for code in range(int(part.partition("-")[0], 16), int(part.rpartition("-")[2], 16) + 1)
    }
    assert known == set[str]().union(*map(fonts._drawable, (*fonts.FACES, *fonts.WIDE)))


@pytest.mark.parametrize("name", NAMES)
def test_a_warning_names_each_character_that_becomes_a_box_on_paper(name: str) -> None:
    (warning,) = undrawn(name)
    boxed = {char for char, drawn in zip(name, fonts.with_boxes(name), strict=True) if drawn == fonts.MISSING}
    assert boxed
    assert set(re.findall(r"(\S) \([A-Z]", warning)) == boxed
    assert all(unicodedata.name(char) in warning for char in boxed)


@pytest.mark.parametrize("name", ["Memphis Belle", "Żółw", "Nguyễn", "Zoe\u0308", "Жуков", "Ծիծեռնակ"])
def test_a_name_that_can_be_shown_needs_no_warning(name: str) -> None:
    assert list(undrawn(name)) == []


def test_a_person_who_types_a_name_is_warned_and_the_page_knows_the_same_characters() -> None:
    said: list[str] = []
    decision = Decision("name_man", "R", ("Ann",), "Ann", "Name?", naming=True)
    assert AskingPlayer(lambda prompt: "משה", said.append).choose(decision, None) == "משה"
    assert said == list(undrawn("משה"))
    assert GameController(load("twentyfive")).describe()["drawn"] == DRAWN
