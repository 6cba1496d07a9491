"""The print run of 25 and Out: every product, blank, on both papers."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from combatbox import __version__
from combatbox.library.load import load
from combatbox.press import reference
from combatbox.press.catalogue import read_catalogue
from combatbox.press.print_run import print_game, print_run
from combatbox.press.shop import PrintOptions, open_shop

from . import built
from .shop import PAPERS, PRODUCTS, SIZES, blank, book, boxes, everything, overlapping, words
from .texts import in_one_line, tables_digest, texts

every_product = pytest.mark.parametrize(
    ("product", "paper"), [(product, paper) for product in PRODUCTS for paper in PAPERS]
)

MAKER = """
import hashlib, sys, tempfile
from pathlib import Path
from combatbox.library.load import load
from combatbox.press.print_run import print_game
made = print_game(load(sys.argv[1]), Path(tempfile.mkdtemp()), "a4")
print(hashlib.sha256(b"".join(path.read_bytes() for path in made)).hexdigest())
"""


def test_what_is_printed() -> None:
    for paper in PAPERS:
        assert tuple(blank(paper)) == PRODUCTS
        assert [path.name for path in blank(paper).values()] == [f"{name}-{paper}.pdf" for name in PRODUCTS]


@pytest.mark.parametrize("paper", PAPERS)
def test_every_table_is_the_target_of_a_link_by_its_id(paper: str) -> None:
    for product in ("tables", "twentyfive-bundle"):
        assert set(PdfReader(blank(paper)[product]).named_destinations) == {f"/{name}" for name in book().tables}


@every_product
def test_pages_have_the_size_of_the_paper(product: str, paper: str) -> None:
    upright = [pytest.approx(side, abs=0.01) for side in SIZES[paper]]
    half = [pytest.approx(SIZES[paper][1] / 2, abs=0.01), upright[0]]
    sizes = (upright, upright[::-1], half) if product == "rules" else (upright, upright[::-1])
    times = 2 if product.endswith("-large") and product != "player-aids-large" else 1
    for page in PdfReader(blank(paper)[product]).pages:
        for box in (page.mediabox, page.trimbox):
            size = [float(box.width) / times, float(box.height) / times]
            assert size in sizes
        if product == "mission-record":
            assert float(page.mediabox.width) < float(page.mediabox.height)


@pytest.mark.sample(8)
@every_product
def test_titles_language_bookmarks_and_provenance(product: str, paper: str) -> None:
    reader = PdfReader(blank(paper)[product])
    assert reader.metadata
    assert str(reader.metadata.title).startswith("25 and Out: ")
    assert reader.metadata.author == "Combat Box"
    assert reader.trailer["/Root"]["/Lang"] == "en-GB"
    assert reader.outline
    text = everything(blank(paper)[product])
    assert f"tables {tables_digest(blank(paper)[product])[:8]}" in text
    for part in ("unofficial companion", f"version {__version__}"):
        assert part in " ".join(text.split())


def test_the_address_of_the_accessible_edition_is_printed_where_one_is_configured(tmp_path: Path) -> None:
    only = PrintOptions(only=("mission-record", "table-cards", "rules"))
    for web in ("", "https://example.org/box/"):
        for path in print_run(open_shop(book(), web=web, job=only), tmp_path, ["a4"]):
            text = " ".join(everything(path).split())
            assert ("ccessible web edition" in text) == bool(web), path.name
            assert ("example.org" in text) == bool(web), path.name


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("product", ["mission-record", "fighter-attack"])
def test_boxes_are_large_enough_for_a_pencil_and_do_not_overlap(product: str, paper: str) -> None:
    found = boxes(blank(paper)[product])
    for name, (left, top, right, bottom) in found.items():
        least = 8.0 if name.startswith("lost-") else 14.0
        assert right - left >= min(least, 8.5 if "rank" in name else least), name
        assert bottom - top >= (8.0 if least == 8.0 or "rank" in name else 13.0), name
    assert overlapping(found) == []


@pytest.mark.rule("T-402", "T-403", "T-404")
@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheet_of_an_attack_needs_no_aid(paper: str) -> None:
    text, rules = in_one_line(*texts(blank(paper)["fighter-attack"])), book().rulebook()
    for row in rules.tables["T-TAB-BOMBER-LOSS"].rows:
        assert row.when
        assert row.when.words(book().say).replace("'", "’") in text
    for row in rules.tables["T-TAB-GUNS"].rows:
        guns = [book().say(gun) for gun in row.effects[0].parameters()[0]]
        start = text.index(f"from the {book().say(row.key.split()[0])} ", text.index("Guns from"))
        assert all(gun in text[start:] for gun in guns)
    for row in rules.tables["T-TAB-TARGET2"].rows:
        assert book().say(str(row.effects[0].parameters()[0])) in text


@pytest.mark.rule("T-902")
def test_heads_follow_the_tables_in_force(tmp_path: Path) -> None:
    rulings, job = {"T-A02": "5-6", "T-A03": "intro"}, PrintOptions(only=("mission-record",))
    other = print_run(open_shop(book(), rulings, job=job), tmp_path, ["a4"])
    text = words(other[0])
    assert "Fighter attack 1D6 [5, 6]" in text
    assert "1–4 one engine, 5 two engines, 6 lost" in text
    assert "rulings T-A02=5-6, T-A03=intro" in text


def test_player_aids_have_the_first_half_of_play_in_front_and_the_second_behind() -> None:
    found: list[reference.Face] = [(name, [None]) for name in "abcdefg"]  # type: ignore[list-item]
    assert "".join(name for name, _ in reference.printing_order(found)) == "aebfcgd"
    flown_over = [(found[0][0], found[0][1] * 2), *found[1:]]
    assert [name for name, _ in reference.printing_order(flown_over)] == list("abcdefg"), (
        "a face of two pages would break the pairs"
    )


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["twentyfive", "queen"])
def test_same_bytes_in_two_processes(game: str) -> None:
    here = hashlib.sha256(b"".join(path.read_bytes() for path in built.papers(game, "a4").values())).hexdigest()
    env = {**os.environ, "PYTHONHASHSEED": "1"}
    run = subprocess.run([sys.executable, "-c", MAKER, game], capture_output=True, text=True, check=True, env=env)
    assert run.stdout.strip() == here


def test_the_address_of_the_site_is_a_link_when_there_is_one(tmp_path: Path) -> None:
    job = PrintOptions(only=("mission-record",))
    made = print_run(open_shop(book(), web="https://example.org/box/", job=job), tmp_path, ["a4"])
    (page,) = PdfReader(made[0]).pages
    links = [a.get_object() for a in page["/Annots"] if a.get_object()["/Subtype"] == "/Link"]
    assert [link["/A"]["/URI"] for link in links] == ["https://example.org/box/"]
    plain = PdfReader(blank("a4")["mission-record"]).pages[0]
    assert not [a for a in plain["/Annots"] if a.get_object()["/Subtype"] == "/Link"]


def test_a_game_without_a_catalogue_has_its_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("combatbox.library.paths.sheets", lambda: tmp_path)
    made = print_game(book(), tmp_path / "out", "a4")
    assert [path.name for path in made] == ["tables-a4.pdf", "table-cards-a4.pdf", "twentyfive-bundle-a4.pdf"]


@pytest.mark.parametrize("variant", ["b17g", "b24d", "foggia"])
def test_the_cover_of_a_variant_names_the_game_that_it_varies(variant: str) -> None:
    assert read_catalogue(load(variant)).subtitle == "A variant of B-17: Queen of the Skies"
