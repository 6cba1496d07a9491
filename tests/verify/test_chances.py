"""Named chances are checked: where they start is there, and what they ask for can come of it but need not."""

from __future__ import annotations

import pytest

from combatbox.core.errors import DataError
from combatbox.verify.odds import chance_findings

ODDS = "tables/queen/odds.yaml"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("table: P-1, outcome", "table: P-9, outcome", "unknown table 'P-9'; did you mean P-"),
        ("column: front_level", "column: front_levels", "B-5 has no column 'front_levels'; did you mean front_level"),
        ("table: BL-4, outcome: killed", "table: B-5, outcome: killed", "B-5 has no column ''"),
        ("id: nose-sight", "id: nose-bombardier", "the id nose-bombardier is used twice"),
        ("id: nose-sight", "id: Nose sight", "chances.11.id"),
        ("words: A wound kills at once", "worded: A wound kills at once", "unknown key; did you mean words"),
    ],
)
def test_a_chance_that_names_what_is_not_there_is_reported_with_its_line(copy, old, new, says):
    copy.bend(ODDS, old, new)
    with pytest.raises(DataError) as caught:
        copy.any_book("queen")
    assert says in str(caught.value)
    assert "odds.yaml:" in str(caught.value)


def test_a_chance_that_is_none_is_reported(copy):
    copy.bend(ODDS, "table: P-1, outcome: norden_sight_out", "table: P-1, outcome: norden_sights_out")
    copy.bend(ODDS, "table: BL-4, outcome: killed", "table: BL-4, outcome: out_of_action pilot or more")
    found = [str(finding) for finding in chance_findings(copy.any_book("queen"))]
    assert found == [
        "tables/queen/odds.yaml: nose-sight: 'norden_sights_out' never comes of P-1",
        "tables/queen/odds.yaml: wound-kills: 'out_of_action pilot or more' never comes of BL-4",
    ]


def test_named_chances_are_no_rule_so_logs_do_not_depend_on_them(copy):
    before = copy.any_book("queen").digest
    copy.bend(ODDS, "A wound kills at once", "Every sixth wound kills")
    assert copy.any_book("queen").digest == before
