"""The way into the engine in `engine/README.md`: its words, its modules and its picture are those of the code."""

from __future__ import annotations

import re

from combatbox.library.paths import root
from combatbox_dev import way_in

README = root() / "engine" / "README.md"


def test_the_picture_of_one_roll_is_drawn_from_the_code() -> None:
    """`python -m combatbox_dev.way_in` renews the picture."""
    assert way_in.path().read_text(encoding="utf-8") == way_in.picture()


def test_the_twelve_words_name_things_of_the_code() -> None:
    section = README.read_text(encoding="utf-8").split("## Twelve words")[1].split("\n## ")[0]
    rows = re.findall(r"^\| \*\*(\w+)\*\* \|.*\| `([\w/]+\.(?:py|yaml))`: `(\w+)` \|$", section, re.MULTILINE)
    assert len(rows) == 12
    for word, file, name in rows:
        folder = root() / ("tables" if file.endswith(".yaml") else "engine/combatbox")
        assert re.search(rf"\b{name}\b", (folder / file).read_text(encoding="utf-8")), word
