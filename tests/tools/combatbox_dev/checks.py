"""The checks that `combatbox verify` adds in a checkout."""

from __future__ import annotations

from collections.abc import Mapping

from combatbox.verify.checks import CheckSpec
from combatbox_dev import corpus, goldens, paper, rules, site, transcriptions, unused, use

CHECKS: Mapping[str, CheckSpec] = {
    "use": CheckSpec(use.check, "playable"),
    "rules": CheckSpec(rules.check, "proven", own_tables=True),
    "site": CheckSpec(site.check, "draft", built=True),
    "paper": CheckSpec(paper.check, "draft", built=True),
    "transcriptions": CheckSpec(transcriptions.check, "proven", own_tables=True),
    "unused": CheckSpec(unused.check, "playable", own_tables=True),
    "goldens": CheckSpec(goldens.check, "proven", own_tables=True),
    "corpus": CheckSpec(corpus.check, "proven", own_tables=True),
}
"""Each check by name, with the stage from which a game must pass it; `use` takes the place of that of the package."""
