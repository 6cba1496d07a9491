"""Texts of YAML lead to http, https or within the site, and run nothing."""

from __future__ import annotations

import pytest

from combatbox.core.errors import DataError
from combatbox.library.yaml12 import link_fault, parse_yaml


@pytest.mark.parametrize(
    "text",
    [
        "plain words: with colons, and (brackets) [too]", "[a page](rules/fighters.md#waves)", "[out](https://example.org/x)",
        "[out](http://example.org)", "<https://example.org>", "[a]: https://example.org", "[up](../twentyfive/index.md)",
        "roll 1:30 High", "a = b & c", "no_effect", "{zone_miles} miles", "[here](#there)", "data: three rows", "7-9",
        "the script: one page", "on = off", "an href is a link",
    ],
)  # fmt: skip
def test_links_to_the_web_and_within_the_site_stand(text):
    assert link_fault(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "[x](javascript:alert(1))", "[x]( JavaScript:alert(1))", "[x](<javascript:alert(1)>)", "[x](java&#115;cript:alert(1))",
        "[x](javascript&colon;alert(1))", "[x](java\nscript:alert(1))", "[x](java\tscript:alert(1))",
        "[x](\u200bjavascript:alert(1))", "<javascript:alert(1)>", "[x]: javascript:alert(1)", "\n  [x]: data:text/html,x",
        "see javascript:alert(1)", "[x](data:text/html;base64,x)", "[x](vbscript:x)", "[x](file:///etc/passwd)",
        "[x](ftp://example.org)", "[x](mailto:a@example.org)", "[x](//example.org)", "[x](/etc/passwd)", "[x](\\\\host)",
        "![x](javascript:alert(1))", "<a href=javascript:alert(1)>", "x { href='ftp://a' }", "words { onclick=alert(1) }",
        "<b onmouseover=alert(1)>",
    ],
)  # fmt: skip
def test_links_that_lead_elsewhere_or_run_something_are_refused(text):
    assert link_fault(text), text
    assert len(link_fault(text)) < 120


def test_a_text_is_refused_with_its_line_wherever_it_stands():
    with pytest.raises(DataError) as caught:
        parse_yaml("a: 1\nb:\n  - x\n  - 'why [so](javascript:alert(1))'\n\"[k](ftp://x)\": 1\n", "f.yaml")
    assert [str(problem) for problem in caught.value.problems] == [
        "f.yaml:4: a link to javascript: is not allowed; write http://, https:// or a path within the site",
        "f.yaml:5: a link to ftp: is not allowed; write http://, https:// or a path within the site",
    ]


@pytest.mark.parametrize("old", ["question: Is the drill gentle?", "why: drills are not", "words: It is not."])
def test_a_ruling_with_code_in_its_text_is_refused(drill, old):
    key = old.split(":")[0]
    drill.edit("rulings", old, f'{key}: "[click](javascript:alert(1))"')
    (problem,) = drill.problems()
    assert "a link to javascript: is not allowed" in problem


def test_a_title_of_a_table_is_a_text_too(drill):
    drill.edit("d-one", "title: One", "title: '[One](javascript:alert(1))'")
    assert drill.problems()[0].startswith("d-one.yaml:2: a link to javascript: is not allowed")
