"""The command `combatbox table`: exact odds of every row, by column, also across tables."""

from __future__ import annotations

import pytest

from .conftest import Call


def lines(call: Call, *words: str) -> list[str]:
    """Return the lines that `combatbox table` prints; it must succeed."""
    done = call("table", *words)
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


def line(found: list[str], *parts: str) -> str:
    """Return the only line with all these parts."""
    wanted = [text for text in found if all(part in text for part in parts)]
    assert len(wanted) == 1, wanted
    return wanted[0]


def test_nested_rows_have_their_own_exact_chance(call: Call) -> None:
    found = lines(call, "queen", "P-1")
    assert "1 in 18   5.6%" in line(found, "3 ", "Armament")
    assert "1 in 54   1.9%" in line(found, "Nose gun out")
    assert "1 in 216" in line(found, "One hit on the bombardier's oxygen; one hit on")


def test_results_without_a_die_have_no_probability(call: Call) -> None:
    for table in ("P-3", "BL-1-DAMAGE"):
        shown = "\n".join(lines(call, "queen", table))
        assert "no die" in shown
        assert "never" not in shown
        assert "0.0%" not in shown


@pytest.mark.parametrize("name", ["front_high", "12_high", "12 High", "1:30 high", "12 / 1:30 / 10:30 High"])
def test_a_column_is_named_by_its_key_its_heading_or_an_attack(call: Call, name: str) -> None:
    found = lines(call, "queen", "b-5", "--column", name)
    assert "5 in 72   6.9%" in line(found, "1–3", "Port wing")
    assert "1 in 6   16.7%" in line(found, "Pilot compartment", "7 ")
    assert not [text for text in found if "6 Level" in text]
    assert "about 1 in 94 (1.1%)" in line(found, "Odds: One shell from 12 High kills the pilot")


def test_without_a_column_the_rolls_have_their_chance(call: Call) -> None:
    assert "1 in 36" in line(lines(call, "queen", "B-4"), "12 ", "7 ")


def test_the_column_of_a_to_hit_table_shows_the_chance_to_hit(call: Call) -> None:
    assert "2 in 3   66.7%" in line(lines(call, "queen", "M-1", "--column", "Me 110"), "6 High, tail")
    assert "1 in 2   50.0%" in line(lines(call, "queen", "M-1", "--column", "fw190"), "6 High, tail")
    assert not [text for text in lines(call, "queen", "M-1") if "1 in 2" in text]


def test_a_roll_is_followed_to_all_that_it_leads_to(call: Call) -> None:
    found = lines(call, "queen", "BL-1", "--follow")
    assert "1 in 162" in line(found, "engine_fire this")
    assert "23 in 729" in line(found, "plane_down")
    assert "4 in 9" in line(found, "no_effect") or "no_effect" in "".join(found)


def test_odds_obey_a_ruling(call: Call) -> None:
    plain, ruled = (
        line(lines(call, "queen", "O-4", "--follow", *more), " plane_down")
        for more in ((), ("--ruling", "Q-R63=no_fire"))
    )
    assert plain != ruled


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("B-5", "--column", "13 High"), "unknown column of B-5 '13 High'"),
        (("P-1", "--column", "nose"), "--column 'nose': P-1 has no columns"),
        (("B-5", "--follow"), "--follow: B-5: name a --column: front_high, front_level"),
        (("R-7-1", "--follow"), "--follow: R-7-1: a chart is not rolled on"),
    ],
)
def test_invalid_requests_are_reported(call: Call, words: tuple[str, ...], says: str) -> None:
    done = call("table", "queen", *words)
    assert done.exit_code == 2
    assert says in done.stderr
