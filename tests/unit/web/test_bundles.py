"""Style sheets: one for every page, and those of what a page has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from combatbox.library import paths
from combatbox.web.bundles import EVERYWHERE, MARKS, STYLES, join_styles, with_styles

OWN = paths.root() / "site" / "assets" / "css"
LINK = '<link rel="stylesheet" href="../assets/css/combatbox.css">'


@pytest.mark.parametrize(
    ("classes", "sheets"),
    [
        ("cb-table cb-roller", []),
        ("cb-play cb-play__door", ["play", "tabletop"]),
        ("cb-player cb-player--top cb-play__part", ["replay"]),
        ("cb-player cb-top", ["replay", "tabletop"]),
        ("cb-glance", ["replay"]),
        ("cb-live", ["odds"]),
        ("cb-build__form", ["odds", "scenario", "tabletop"]),
    ],
)
def test_a_page_links_the_sheets_of_what_it_has_in_the_order_of_their_names(classes: str, sheets: list[str]) -> None:
    page = with_styles(f'{LINK}<p class="{classes}">')
    assert re.findall(r"css/(\w+)\.css", page) == ["combatbox", *sheets]
    assert page.count('rel="stylesheet" href="../assets/css/') == 1 + len(sheets)


def test_every_sheet_of_ours_is_loaded_somewhere() -> None:
    assert {path.stem for path in OWN.glob("*.css")} == {*EVERYWHERE, *MARKS}
    assert list(MARKS) == sorted(MARKS), "later sheets correct earlier ones"


def test_the_sheet_of_every_page_begins_with_the_themes(tmp_path: Path) -> None:
    for name, text in {
        "stylesheets/main.css": ".theme{}",
        "css/tables.css": ".old{}",
        "css/play.css": ".play{}",
    }.items():
        path = tmp_path / "assets" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    join_styles(tmp_path, OWN)
    whole = (tmp_path / STYLES).read_text(encoding="utf-8")
    assert whole == "\n".join([".theme{}", *((OWN / f"{name}.css").read_text(encoding="utf-8") for name in EVERYWHERE)])
    assert {path.name for path in (tmp_path / "assets" / "css").iterdir()} == {"combatbox.css", "play.css"}
