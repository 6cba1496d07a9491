"""`tests/fuzz.py` ends whatever its game asks."""

import subprocess
import sys
from pathlib import Path

FUZZ = Path(__file__).parents[1] / "fuzz.py"


def test_a_game_that_asks_nothing_is_played_for_as_many_runs_as_decisions_are_wanted():
    order = [sys.executable, str(FUZZ), "twentyfive", "--decisions", "20"]
    done = subprocess.run(order, capture_output=True, text=True, timeout=300, check=True)
    assert "0 decisions in 100 runs" in done.stdout  # two pieces of 50 are begun at once
