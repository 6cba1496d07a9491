"""Checkpoints of a simulation in a file: a run that was stopped is resumed, and another run is refused."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.library.load import load
from combatbox.library.player_files import PlayerFile
from combatbox.odds import checkpoint, simulation
from combatbox.odds.checkpoint import Checkpoint, CompletedRuns
from combatbox.odds.simulation import odds
from combatbox.odds.worker import Batch, fly_chunk
from combatbox.play.batch import SimulationRequest

ORDER = SimulationRequest("queen", 60, "kept", tours=2)


class Stopped(Exception):
    """Somebody has pressed Ctrl-C."""


def opened(book, path, order=ORDER):
    """Return the checkpoint in a file."""
    with PlayerFile(path, own=True) as file:
        return Checkpoint(book, order, file)


@pytest.fixture
def queen():
    return load("queen")


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(simulation, "CHUNK", 12)


@pytest.fixture
def half_way(queen, small, tmp_path):
    """A file of an order that was stopped after its first pieces."""
    path = tmp_path / "queen.odds"

    def stop(done, whole):
        if done >= 10:
            raise Stopped

    with pytest.raises(Stopped):
        odds(queen, ORDER, progress=stop, out=path)
    return path


def test_a_run_that_was_stopped_goes_on_and_comes_to_the_same_figures(queen, half_way, monkeypatch):
    flown = []
    monkeypatch.setattr(simulation, "fly_runs", lambda book, *piece: flown.append(piece[1:]) or fly_chunk(*piece))
    before = opened(queen, half_way).flown["mission"]
    assert 0 < before.runs < 60
    resumed = odds(queen, ORDER, jobs=1, out=half_way)
    assert set(flown).isdisjoint(before.spans)
    assert sum(stop - start for start, stop in flown) == 60 - before.runs + 2  # the tours too
    assert json.dumps(resumed) == json.dumps(odds(queen, ORDER))
    flown.clear()
    assert odds(queen, ORDER, jobs=2, out=half_way) == resumed
    assert not flown


def test_pieces_come_to_the_same_in_any_order_and_of_any_length(queen, tmp_path):
    whole = fly_chunk(ORDER, 0, 60)
    for cuts in ([(0, 60)], [(31, 60), (0, 7), (7, 31)], [(n, n + 1) for n in range(59, -1, -1)]):
        file = tmp_path / str(len(cuts))
        with PlayerFile(file) as claimed:
            stored = Checkpoint(queen, ORDER, claimed)
            for start, stop in cuts:
                stored.add(Batch(ORDER, start, stop, queen.digest), fly_chunk(ORDER, start, stop))
        again = opened(queen, file).flown["mission"]
        assert (again.spans, again.counts) == ([(0, 60)], whole)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "3").read_bytes() == (tmp_path / "60").read_bytes()


def test_gaps_are_what_lies_between():
    flown = CompletedRuns()
    for span in ((5, 8), (2, 3), (8, 9)):
        flown.add(span, Counter({"survived": 1}))
    assert (flown.spans, flown.runs, flown.counts["survived"]) == ([(2, 3), (5, 9)], 5, 3)
    assert flown.gaps(12) == [(0, 2), (3, 5), (9, 12)]
    assert flown.gaps(9) == [(0, 2), (3, 5)]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"seed": "other"}, 'seed "kept", here "other"'),
        ({"missions": 61}, "missions 60, here 61"),
        ({"tours": 3}, "tours 2, here 3"),
        ({"rulings": {"Q-X1": "on"}}, "rulings none, here Q-X1=on"),
        ({"always": {"abort": "go_on"}}, "always none, here abort=go_on"),
        ({"player": "random"}, 'player "doctrine", here "random"'),
    ],
)
def test_another_order_is_refused(queen, half_way, change, expected):
    with pytest.raises(CombatBoxError, match=f"belongs to another simulation .*{expected}"):
        odds(queen, replace(ORDER, **change), out=half_way)


def test_other_tables_and_other_code_are_refused(queen, half_way, monkeypatch):
    other = queen.again()
    other.digest = "0123"
    with pytest.raises(CombatBoxError, match=f'tables "{queen.digest}", here "0123"'):
        opened(other, half_way)
    monkeypatch.setattr(checkpoint, "code_of", lambda book: "4567")
    with pytest.raises(CombatBoxError, match='code "[0-9a-f]{16}", here "4567"'):
        opened(queen, half_way)


@pytest.mark.parametrize(
    ("bend", "expected"),
    [
        (lambda text: text.replace('"flown":[[0,', '"flown":[[1,', 1), "is damaged"),
        (lambda text: text[:-40], "is damaged"),
        (lambda text: text.replace('"form":1', '"form":99', 1), "that this version can read"),
        (lambda text: "", "is not a checkpoint of odds"),
        (lambda text: "# notes of mine\n", "is not a checkpoint of odds"),
        (lambda text: "[1]\n", "is not a checkpoint of odds"),
    ],
)
def test_a_file_that_is_damaged_or_none_of_ours_is_refused_and_left_alone(queen, half_way, bend, expected):
    bent = bend(half_way.read_text())
    assert bent != half_way.read_text()
    half_way.write_text(bent)
    with pytest.raises(CombatBoxError, match=expected):
        odds(queen, ORDER, out=half_way)
    assert half_way.read_text() == bent
