"""Random legal play under any rulings, watched by a referee who measures for himself; and fouls that he is seen to call."""

from dataclasses import replace
from itertools import product

import pytest

from combatbox.games.skirmish import flow, moves
from combatbox.games.skirmish.paths import Path
from combatbox_dev.fuzz import PLAYERS, play

from .fuzzing import fuzz
from .referee import gun_bears, to_target

RUNS = 12
"""`make test-fuzz` plays hundreds, before the same referee."""


@pytest.mark.sample(1)
@pytest.mark.rule(
    "S-205", "S-610", "S-612", "S-613", "S-614", "S-615", "S-618", "S-622", "S-623", "S-638", "S-639", "S-640", "S-642",
    "S-644", "S-702", "S-703", "S-704", "S-705", "S-708",
)  # fmt: skip
@pytest.mark.parametrize("player", PLAYERS)
def test_any_legal_play_keeps_to_the_rules_as_a_referee_measures_them(book, player):
    piece = play(fuzz(book), 0, RUNS, player=player)
    assert piece.faults == {}
    winners = {how.partition(": ")[2] for how in piece.ends}
    assert {"german"} <= winners <= {"american", "german"}
    assert "american" in winners or player not in ("any", "doctrine"), "the others play badly and seldom win"


# ---- seen to fail


def _nothing(*args, **kwargs):
    return None


def _early(m, plane, length, chance):
    return Path(1000, 30, length - 1000) if length > 1000 else Path(length)


BENT = [
    ("nobody fires back", [(moves, "volleys", _nothing)], "did not fire"),
    ("damage shortens nothing", [(moves, "shorten", _nothing)], "ends at"),
    ("flak is silent", [(moves, "flak", _nothing)], "0 flak"),
    ("turns come early", [(flow, "any_path", _early), (flow, "read_path", None)], "turns too early"),
    ("anybody fires at anything", [(moves, "dead_ahead", lambda *args: True)], "not dead ahead"),
    ("bombs fall anywhere", [(moves, "over_target", lambda *args, **kwargs: 1000)], "not over the target"),
    ("all engines bomb", [(moves, "engines", lambda m, plane: 5)], "engines"),
]  # fmt: skip


@pytest.mark.sample(1)
@pytest.mark.parametrize(("what", "patches", "foul"), BENT, ids=[what for what, _, _ in BENT])
def test_a_bent_engine_is_called_out(book, monkeypatch, what, patches, foul):
    from combatbox.games.skirmish.paths import parse_move

    for module, name, bent in patches:
        monkeypatch.setattr(module, name, bent or (lambda text, m, plane, length: parse_move(text, length)))
    games = replace(fuzz(book), rulings=lambda book, number: {})
    account: list[str] = []
    for number, player in product(range(60), ("any", "doctrine")):  # no further than the first that is called
        account += play(games, number, number + 1, player=player).faults.values()
        if any(foul in fault for fault in account):
            return
    raise AssertionError(account)


@pytest.mark.parametrize(("field", "value", "foul"), [("reach", 5, "out of reach"), ("arc", 80, "out of arc")])
def test_longer_reach_and_wider_arcs_are_called_out(book, monkeypatch, field, value, foul):
    from combatbox.games.skirmish import parameters

    m = parameters._read(book.rulebook())
    wide = replace(m, arc=value) if field == "arc" else replace(m, reach=5000, reach2=5000**2, seen2=6600**2)
    for module in ("flow", "deploy", "board"):
        monkeypatch.setattr(f"combatbox.games.skirmish.{module}.measures", lambda rules: wide)
    faults = play(replace(fuzz(book), rulings=lambda book, number: {}), 0, 8).faults
    assert any(foul in account or "does not bear" in account for account in faults.values()), faults


def test_the_referee_measures_as_the_rules_do():
    from .conftest import bomber, german

    assert gun_bears(bomber(30, 40), "nose", german(30, 45.59), -1)
    assert not gun_bears(bomber(30, 40), "nose", german(30, 45.62), 1)
    assert gun_bears(bomber(30, 40, 90), "right_waist", german(29.6, 36), -1)
    assert to_target((30, 94)) == pytest.approx(6)
