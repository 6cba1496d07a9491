"""Dice: notations and their readings, and every kind of dice a flight can be handed."""

from collections import Counter
from contextlib import suppress
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatbox.core.dice import (
    DiceExhausted,
    ListedDice,
    PrefixDice,
    SeededDice,
    all_throws,
    check_faces,
    dice_for_total,
    notation,
    parse_faces,
)
from combatbox.core.errors import DiceError


@pytest.mark.parametrize(
    ("text", "count", "reading"),
    [
        ("1d6", 1, "sum"),
        ("2d6", 2, "sum"),
        ("9d6", 9, "sum"),
        ("d66", 2, "digits"),
        ("3d6-highest", 3, "highest"),
        ("none", 0, "none"),
    ],
)
def test_a_notation_says_how_many_dice_and_how_they_are_read(text, count, reading):
    found = notation(text)
    assert (found.count, found.reading, found.text) == (count, reading, text)


@pytest.mark.parametrize(
    "text", ["", "d6", "0d6", "10d6", "2d", "1D6", "2d6+1", "1d20", "d66-highest", "1d6\n", "None"]
)
def test_other_notations_are_refused_and_the_right_ones_named(text):
    with pytest.raises(DiceError, match="write 1d6, 2d6, 3d6, d66"):
        notation(text)


@pytest.mark.parametrize("text", ["1d6", "2d6", "3d6", "4d6", "d66", "2d6-highest", "3d6-highest", "4d6-highest"])
def test_weights_are_a_count_of_all_ways_the_dice_can_fall(text):
    found = notation(text)
    counted = Counter(found.read(faces) for faces in product(range(1, 7), repeat=found.count))
    assert found.weights() == dict(sorted(counted.items()))
    assert list(found.weights()) == sorted(counted)
    assert found.rolls() == tuple(sorted(counted))


@pytest.mark.parametrize("text", ["1d6", "2d6", "9d6", "d66", "3d6-highest", "9d6-highest"])
def test_weights_sum_to_six_to_the_number_of_dice(text):
    found = notation(text)
    assert sum(found.weights().values()) == 6**found.count


def test_a_chart_has_no_rolls_and_no_weights():
    assert notation("none").rolls() == ()
    assert notation("none").weights() == {}


def test_d66_reads_the_first_die_as_tens():
    assert notation("d66").read((2, 1)) == 21
    assert len(notation("d66").rolls()) == 36
    assert notation("d66").rolls()[:7] == (11, 12, 13, 14, 15, 16, 21)


@pytest.mark.parametrize(
    ("faces", "read"), [((6, 1, 2), 1), ((1, 6, 2), 2), ((1, 2, 3), 3), ((5, 5, 1), 0), ((4, 4, 4), 0), ((2, 2, 3), 3)]
)
def test_highest_reads_the_place_of_the_single_highest_die_and_0_for_a_tie(faces, read):
    assert notation("3d6-highest").read(faces) == read


def test_a_notation_in_words_is_as_players_write_it():
    assert [notation(t).words for t in ("1d6", "d66", "3d6-highest", "none")] == [
        "1D6",
        "D66",
        "3D6, highest",
        "no dice",
    ]


# Faces pinned for good: they must come out the same on every platform and every Python version.
@pytest.mark.parametrize(
    ("seed", "faces"),
    [
        (0, (3, 6, 3, 6, 1, 1, 2, 3, 2, 3, 3, 6)),
        (1, (3, 1, 1, 6, 2, 1, 1, 2, 6, 4, 5, 5)),
        ("25", (1, 2, 6, 3, 5, 3, 6, 4, 4, 1, 1, 6)),
        ("1943/7", (6, 1, 6, 5, 2, 5, 1, 6, 5, 1, 3, 2)),
        ("Übung", (6, 2, 3, 1, 2, 5, 6, 1, 4, 6, 6, 6)),
    ],
)
def test_seeded_dice_show_the_same_faces_everywhere(seed, faces):
    dice = SeededDice(seed)
    assert tuple(face for _ in range(4) for face in dice.throw(3, "T", "")) == faces


def test_a_seed_is_the_same_as_number_and_as_text_and_says_so():
    assert SeededDice(7).throw(20, "T", "") == SeededDice("7").throw(20, "T", "")
    assert SeededDice(7).seed == "7"


def test_throwing_dice_one_by_one_or_together_takes_the_same_sequence():
    one, many = SeededDice("a"), SeededDice("a")
    assert tuple(one.throw(1, "T", "")[0] for _ in range(50)) == many.throw(50, "T", "")


def test_seeded_dice_show_every_face_about_equally_often():
    counted = Counter(SeededDice("fair").throw(6000, "T", ""))
    assert set(counted) == {1, 2, 3, 4, 5, 6}
    chi = sum((n - 1000) ** 2 / 1000 for n in counted.values())
    assert chi < 20.5  # the 99.9 % point of chi-square with 5 degrees of freedom; the seed is fixed


def test_listed_dice_give_the_faces_in_order():
    dice = ListedDice([1, 2, 3])
    assert dice.throw(1, "T", "") == (1,)
    assert dice.throw(2, "T", "") == (2, 3)
    dice.finish()


def test_listed_dice_that_run_out_name_the_throw():
    dice = ListedDice([1])
    with pytest.raises(DiceError, match=r"the dice ran out: T-9 \(fighter 2B\) needs 2 more, 1 left of 1"):
        dice.throw(2, "T-9", "fighter 2B")


def test_listed_dice_left_over_are_named():
    dice = ListedDice([1, 2, 6])
    dice.throw(1, "T", "")
    with pytest.raises(DiceError, match=r"2 dice left over after throw 1: \[2, 6\]"):
        dice.finish()


@pytest.mark.parametrize("face", [0, 7, -1, True, "3", 2.0, None])
def test_what_is_no_face_of_a_die_is_refused(face):
    with pytest.raises(DiceError, match="is not a face of a die; a face is 1 to 6"):
        check_faces([1, face])
    with pytest.raises(DiceError):
        ListedDice([face])


@pytest.mark.parametrize("text", ["3,4", "3 4", "34", " 3 ; 4\n", "3,,4"])
def test_faces_may_be_typed_in_several_ways(text):
    assert parse_faces(text) == (3, 4)


@pytest.mark.parametrize("text", ["", "  ", "0", "37", "a", "1.5", "-1", "1/2", "²"])
def test_anything_but_faces_is_no_throw(text):
    with pytest.raises(DiceError):
        parse_faces(text)


@given(st.text())
def test_typed_text_gives_faces_or_a_dice_error_and_nothing_else(text):
    with suppress(DiceError):
        assert set(parse_faces(text)) <= {1, 2, 3, 4, 5, 6}


def test_prefix_dice_give_their_throws_and_then_say_how_many_dice_are_wanted():
    dice = PrefixDice([(3,), (1, 2)])
    assert dice.throw(1, "T", "") == (3,)
    assert dice.throw(2, "T", "") == (1, 2)
    with pytest.raises(DiceExhausted) as need:
        dice.throw(3, "T", "")
    assert need.value.count == 3


def test_all_throws_are_every_way_the_dice_can_fall_once():
    throws = list(all_throws(2))
    assert len(throws) == len(set(throws)) == 36
    assert throws[0] == (1, 1)
    assert throws[-1] == (6, 6)


@pytest.mark.parametrize("total", range(2, 13))
def test_a_total_of_two_dice_is_split_into_faces_nearest_to_equal(total):
    low, high = dice_for_total(total)
    assert low + high == total
    assert 0 <= high - low <= 1
    check_faces((low, high))


@pytest.mark.parametrize("total", [1, 13, 0, -2])
def test_a_total_that_two_dice_cannot_make_is_refused(total):
    with pytest.raises(DiceError, match=f"cannot total {total}; the total must be 2 to 12"):
        dice_for_total(total)


def test_a_seed_that_is_not_text_is_refused():
    with pytest.raises(DiceError, match=r"^seed '\\udcff': has bytes that are not UTF-8; write letters and digits"):
        SeededDice("\udcff")
