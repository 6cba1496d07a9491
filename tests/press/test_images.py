"""Pictures for a digital table: as large as what they show, and named by a saved object and a zip that hold together."""

from __future__ import annotations

import csv
import json
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from PIL import Image

from combatbox.cli import main
from combatbox.press.errors import PressError
from combatbox.press.images import write_images
from combatbox.press.shop import PrintOptions, open_shop

from .shop import book

DPI = 60


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("images")
    job = PrintOptions(only=("fighter-attack", "table-cards"))
    files = write_images(open_shop(book(), job=job), made, "a4", DPI)
    assert sorted(files) == sorted(path for path in made.rglob("*") if path.is_file())
    return made


def inches(path: Path) -> tuple[float, float]:
    with Image.open(path) as image:
        return image.width / DPI, image.height / DPI


def there(url: str) -> Path:
    assert url.startswith("file:///")
    return Path(url.removeprefix("file://"))


def test_each_picture_has_the_size_of_what_it_shows(folder: Path) -> None:
    for path in (folder / "cards").glob("*.png"):
        assert inches(path) == (pytest.approx(63 / 25.4, abs=0.05), pytest.approx(88 / 25.4, abs=0.05)), path.name
    assert inches(folder / "boards" / "fighter-attack-1.png") == (
        pytest.approx(297 / 25.4, abs=0.05),
        pytest.approx(210 / 25.4, abs=0.05),
    )


def test_pictures_show_something(folder: Path) -> None:
    for path in folder.rglob("*.png"):
        with Image.open(path) as image:
            dark, light = image.convert("L").getextrema()
        assert dark < 80, path.name
        assert light > 200, path.name


def test_tabletop_simulator_finds_every_card_on_its_sheet(folder: Path) -> None:
    saved: dict[str, Any] = json.loads((folder / "tabletop-simulator.json").read_text())
    kinds = {thing["Name"]: thing for thing in saved["ObjectStates"]}
    deck = kinds["DeckCustom"]
    ((key, sheet),) = deck["CustomDeck"].items()
    fronts, backs = (inches(there(sheet[side])) for side in ("FaceURL", "BackURL"))
    assert fronts == backs
    assert fronts[0] / sheet["NumWidth"] == pytest.approx(63 / 25.4, abs=0.05)
    assert fronts[1] / sheet["NumHeight"] == pytest.approx(88 / 25.4, abs=0.05)
    cards = deck["ContainedObjects"]
    assert [card["CardID"] for card in cards] == deck["DeckIDs"] == [100 * int(key) + n for n in range(len(cards))]
    assert len(cards) <= sheet["NumWidth"] * sheet["NumHeight"]
    assert len(cards) == len(list((folder / "cards").glob("*-front.png")))
    assert deck["Transform"]["scaleX"] == pytest.approx(88 / 25.4 / 3.5, abs=0.01)
    board = kinds["Custom_Tile"]
    assert there(board["CustomImage"]["ImageURL"]) == folder / "boards" / "fighter-attack-1.png"
    assert board["Transform"]["scaleX"] == pytest.approx(297 / 25.4 / 2, abs=0.01)


def test_the_zip_for_vassal_has_every_picture_at_a_hundred_dots_and_says_what_it_is(folder: Path) -> None:
    with ZipFile(folder / "vassal.zip") as file:
        rows = list(csv.DictReader(file.read("images.csv").decode().splitlines()))
        named = {name for row in rows for name in (row["image"], row["back"]) if name}
        assert {f"images/{name}" for name in named} | {"images.csv"} == set(file.namelist())
        for row in rows:
            with Image.open(BytesIO(file.read(f"images/{row['image']}"))) as image:
                assert image.width == pytest.approx(float(row["width_mm"]) / 25.4 * 100, abs=1)


def test_a_resolution_that_is_no_use_is_refused_and_so_are_pictures_of_no_game(tmp_path: Path) -> None:
    with pytest.raises(PressError, match=r"--dpi: must be between 50 and 600 \(got 5\)"):
        write_images(open_shop(book()), tmp_path, "a4", 5)
    result = CliRunner().invoke(main, ["print", "--images", str(tmp_path)])
    assert result.exit_code == 2
    assert "--images: name the game" in result.output
