"""Subjects of commits: what is refused and why."""

from __future__ import annotations

import pytest
from tests.check_commits import fault, main


@pytest.mark.parametrize(
    ("subject", "wrong"),
    [
        ("press: keep a table's head on every page", ""),
        ("tests: process bad input", ""),
        ("build, docs: seed the gallery", ""),
        ("press: kept a head", ""),  # an irregular form is not seen
        ("press: fixed a head", "in the imperative (got 'fixed')"),
        ("press: fixing a head", "in the imperative (got 'fixing')"),
        ("press: fixes a head", "in the imperative (got 'fixes')"),
        ("Fix a head", "must be `area: verb object`"),
        ("press: fix", "must be `area: verb object`"),
        (f"press: keep {'x' * 61}", "has 73 characters; at most 72 are allowed"),
    ],
)
def test_a_subject_has_an_area_and_an_imperative_in_72_characters(subject, wrong):
    assert wrong in fault(subject)
    assert bool(wrong) == bool(fault(subject))


def test_a_revision_that_is_not_there_is_said(capsys):
    assert main(["no-such-revision"]) == 2
    assert "no revision 'no-such-revision' here; name one" in capsys.readouterr().out
