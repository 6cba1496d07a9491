"""Rules that were played otherwise than the booklet has them, and rulings where it says less than a game must know."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatbox.core.game import Setup
from combatbox.games.superfort.setup import Names, new_state
from combatbox.games.superfort.state import Campaign

rule = pytest.mark.rule


# ---- the beginner's game (1)


@rule("X1.0C", "F2.2A.2")
@pytest.mark.parametrize("rulings", [{"A1": "beginner"}, {"A1a": "off"}])
def test_without_the_later_targets_every_mission_is_one_of_the_early_ones(book, b29, rulings):
    rulebook = book.rulebook(rulings)
    state = new_state(rulebook, Setup(30))
    assert state.sortie.early
    assert not state.guns["tail_cannon"].thrown_out
    rig = b29(mission=30, rulings=rulings, target_zone=12)
    early = b29(mission=5, target_zone=12)
    for table in ("T2-6", "T4-7", "T4-11", "T5-1", "T5-5"):
        assert rig.flight.modified(rig.flight.book.tables[table]) == early.flight.modified(
            early.flight.book.tables[table]
        ), table


@rule("X1.0C", "F2.2.N5", "A2")
def test_the_mission_to_truk_is_an_early_one_with_its_cannon_and_only_once_in_a_tour(book):
    rulebook = book.rulebook({"A2": "on"})
    assert not new_state(rulebook, Setup(30)).guns["tail_cannon"].thrown_out
    after = new_state(rulebook, Setup(30, Names(campaign=Campaign("word", shaken_down=True))))
    assert (after.sortie.early, after.guns["tail_cannon"].thrown_out) == (False, True)


@rule("X1.0C", "F2.3D.2")
def test_in_the_full_game_the_later_missions_have_no_tail_cannon(book):
    state = new_state(book.rulebook({}), Setup(30))
    assert not state.sortie.early
    assert state.guns["tail_cannon"].thrown_out


# ---- where the booklet leaves it open: each ruling played both ways


@rule("A71")
def test_a71_the_ruling_names_the_reserve_of_the_constants(book):
    assert (
        f"{('no', 'one', 'two', 'three')[book.constants['reserve']]} boxes"
        in book.rulings["A71"].options["reserve"].words
    )


# ---- whose game it is


def test_both_publishers_are_named_with_their_years_and_in_one_place(book):
    """The first edition, and the one whose booklet we follow (it says 2012)."""
    assert book.meta.publisher == "Khyber Pass Games, 2008; Legion Wargames, 2012"
    site = Path(__file__).parents[3] / "site"
    assert [page for page in site.rglob("*.md") if "Khyber" in page.read_text("utf-8")] == []
    assert "{{ book.meta.publisher }}" in (site / "superfort" / "index.md").read_text("utf-8")
