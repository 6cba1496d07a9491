"""The glossary's tips say what a term means, and lead nowhere; names are not broken."""

import re

import pytest

from combatbox.library import paths
from combatbox.library.load import load_all
from combatbox.web.chapter_layout import tooltips, with_whole_names

BOOKS = load_all()

PAGE = """---
title: Glossary
tooltips: [box, tail guns]
---

# Glossary

box
:   A share of fuel,
    or of {{ word("missions") }} *things*. {{ see("T-101", "T-TAB-WING") }}

sight
:   What a gunner aims with.

tail guns
:   The guns in the {{ ref("T-101", "tail") }}.
"""


def test_a_tip_is_the_meaning_in_plain_words_with_its_calls_answered_and_without_where_more_is_said():
    twentyfive = BOOKS["twentyfive"]
    assert tooltips(PAGE, twentyfive).strip().splitlines() == [
        f"*[box]: A share of fuel, or of {twentyfive.say('25')} things.",
        "*[tail guns]: The guns in the tail.",
    ]


@pytest.mark.parametrize("game", paths.packaged_with())
def test_every_tip_of_ours_is_a_sentence_that_leads_nowhere(game):
    text = (paths.home(game).site / "glossary.md").read_text(encoding="utf-8")
    tips = [line for line in tooltips(text, BOOKS[game]).splitlines() if line]
    assert tips
    for tip in tips:
        assert tip.startswith("*[")
        assert tip.endswith(".")
        assert not set(tip) & set("{}<>"), tip
        assert "See " not in tip


@pytest.mark.parametrize(
    ("html", "whole"),
    [
        ("<p>A B-17 and B-17! by T2-9.</p>", ["B-17", "B-17!", "T2-9"]),
        ("<p>Q-B7g-1, Q-P1.4, Q-BL5b.</p>", ["Q-B7g-1", "Q-P1.4", "Q-BL5b"]),
        ('<a href="B-3" title="B-17">Q-R41</a> and <b>M-4</b>', ["Q-R41", "M-4"]),
        ("<svg><title>B-17</title><text>P-1</text><text>P-1 <tspan>P-2</tspan></text></svg>", []),
        ('<script>{"name": "B-17"}</script><style>.B-17{}</style><select><option>B-17</option></select>', []),
        ("<p>mid-air, 10-12, T-TAB-WING</p>", []),
    ],
)
def test_a_short_name_in_text_is_whole_and_attributes_drawings_and_data_stay(html, whole):
    assert re.findall(r'<span class="cb-whole">(.*?)</span>', with_whole_names(html)) == whole
    assert with_whole_names(html).replace('<span class="cb-whole">', "").replace("</span>", "") == html
