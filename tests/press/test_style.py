"""What `templates/print.yaml` says about the look of print, and the error for each mistake in it."""

from __future__ import annotations

import pytest

from combatbox.core.errors import DataError
from combatbox.library.yaml12 import parse_yaml
from combatbox.press import style
from combatbox.press.style import Box, TextStyle, looks


def test_a_length_may_be_a_whole_number(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "styles: {title: {font: sans, size: 19, leading: 22.5}}"
    monkeypatch.setattr(style, "_LOOK", parse_yaml(text, "templates/print.yaml"))
    title = looks("styles", dict[str, TextStyle])["title"]
    assert (title.size, title.leading) == (19, 22.5)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("styles: {title: {size: 19, leading: 23}}", "styles.title.font: is missing; add it"),
        ("styles: {title: {font: sans, size: big, leading: 23}}", "styles.title.size: must be a number (got 'big')"),
        ("styles: {title: {font: sans, size: 19, laeding: 23, leading: 23}}", "unknown key; did you mean leading"),
        ("style: {}", "styles: must be a mapping (got None)"),
    ],
)
def test_a_mistake_is_reported_with_its_line(text: str, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(style, "_LOOK", parse_yaml(text, "templates/print.yaml"))
    with pytest.raises(DataError) as caught:
        looks("styles", dict[str, TextStyle])
    assert "templates/print.yaml:1: " in str(caught.value)
    assert problem in str(caught.value)


def test_a_box_gives_its_parts() -> None:
    box = Box(10, 20, 100, 40)
    assert [box.aligned(30, align).x for align in ("left", "centre", "right")] == [10, 45, 80]
    assert box.middle(20, 10) == Box(50, 35, 20, 10)
    assert box.split(2, 10) == [Box(10, 20, 45, 40), Box(65, 20, 45, 40)]
    assert box.corners == ((10, 20), (110, 20), (110, 60), (10, 60))
