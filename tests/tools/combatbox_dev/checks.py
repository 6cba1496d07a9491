"""The checks that `combatbox verify` adds in a checkout."""

from __future__ import annotations

from collections.abc import Mapping

from combatbox.verify.checks import Asked
from combatbox_dev import corpus, goldens, unused, witness

CHECKS: Mapping[str, Asked] = {
    "witness": Asked(witness.check, "proven", kept=True),
    "unused": Asked(unused.check, "playable", kept=True),
    "goldens": Asked(goldens.check, "proven", kept=True),
    "corpus": Asked(corpus.check, "proven", kept=True),
}
"""Each check by name, with the stage from which a game must pass it."""
