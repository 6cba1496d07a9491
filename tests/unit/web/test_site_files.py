"""The downloads page offers what was printed: PDFs by paper, and drawings for screens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from combatbox.cli.builder import PAPERS
from combatbox.core.errors import CombatBoxError
from combatbox.games import GAMES
from combatbox.library.cache import Cache
from combatbox.library.load import load
from combatbox.library.replay import read_script, replay_script
from combatbox.press.catalogue import Product
from combatbox.press.print_run import print_filled, print_run, write_contents
from combatbox.press.shop import PrintOptions, Shop, open_shop
from combatbox.press.site_images import write_thumbnails
from combatbox.web.examples import Mission
from combatbox.web.pages import example_page
from combatbox.web.site import Site
from combatbox.web.site_files import downloads

SIZES = {"a4": "A4", "letter": "US Letter"}


def test_drawings_come_before_the_pdfs_of_their_game(tmp_path: Path) -> None:
    folder = tmp_path / "queen"
    folder.mkdir()
    for name in ("counters-a4.pdf", "strategic-map.svg", "counters-letter.pdf", "notes.txt"):
        (folder / name).write_bytes(b"x" * 2000)
    found = downloads(tmp_path, GAMES)
    assert set(found) == {"queen"}
    assert [(item.path, item.title, item.kind) for item in found["queen"]] == [
        ("print/queen/strategic-map.svg", "Strategic map", "SVG"),
        ("print/queen/counters-a4.pdf", "Counters", "PDF"),
        ("print/queen/counters-letter.pdf", "Counters", "PDF"),
    ]


def test_papers_come_in_the_order_and_under_the_titles_of_the_press_and_filled_ones_last(tmp_path: Path) -> None:
    folder = tmp_path / "queen"
    folder.mkdir()
    products = [{"name": name, "title": title, "about": "A line.", "heading": "Extra", "papers": SIZES} for name, title in (
        ("tables", "Tables"), ("mission-chart", "Mission Chart"), ("chart", "Chart"))]  # fmt: skip
    (folder / "contents.json").write_text(json.dumps({"products": products}), encoding="utf-8")
    for name in ("miss-cue-mission-chart-a4", "chart-a4", "mission-chart-letter", "tables-a4", "other-a4"):
        (folder / f"{name}.pdf").write_bytes(b"x")
    assert [(one.title, one.name, one.about, one.filled) for one in downloads(tmp_path, GAMES)["queen"]] == [
        ("Tables", "tables", "A line.", ""),
        ("Mission Chart", "mission-chart", "A line.", ""),
        ("Chart", "chart", "A line.", ""),
        ("Other", "other", "", ""),
        ("Mission Chart", "mission-chart", "A line.", "miss-cue"),
    ]


def test_a_size_is_written_in_the_unit_that_suits_it(tmp_path: Path) -> None:
    (tmp_path / "queen").mkdir()
    for name, size in (("small-a4", 185_300), ("bundle-a4", 3_611_000)):
        (tmp_path / "queen" / f"{name}.pdf").write_bytes(b"x" * size)
    assert [one.note for one in downloads(tmp_path, GAMES)["queen"]] == ["A4, 3.6 MB", "A4, 186 kB"]


def test_a_download_states_the_size_of_its_pages_and_not_the_name_of_the_paper(tmp_path: Path) -> None:
    only = ("career-log", "career-log-large", "rules", "rules-booklet")
    papers = {"career-log": "A4", "career-log-large": "A2", "rules": "A5", "rules-booklet": "A4"}
    shop = open_shop(load("queen"), job=PrintOptions(only=only))
    assert {name: shop.paper_title(product, "a4") for name, product in named(shop).items()} == papers
    products = [
        {"name": name, "title": name, "about": "", "heading": "Extra", "papers": {"a4": size}}
        for name, size in papers.items()
    ]
    (tmp_path / "queen").mkdir()
    (tmp_path / "queen" / "contents.json").write_text(json.dumps({"products": products}), encoding="utf-8")
    for name in only:
        (tmp_path / "queen" / f"{name}-a4.pdf").write_bytes(b"x")
    found = {item.name: item.note.split(",")[0] for item in downloads(tmp_path, GAMES)["queen"]}
    assert found == papers


def named(shop: Shop) -> dict[str, Product]:
    return {product.name: product for product in shop.products}


@pytest.mark.parametrize("text", ["", "[]", '{"products": [{"name": "a"}]}'])
def test_contents_that_cannot_be_read_are_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "queen").mkdir()
    (tmp_path / "queen" / "contents.json").write_text(text, encoding="utf-8")
    with pytest.raises(CombatBoxError, match="contents.json: the file is not a list of prints"):
        downloads(tmp_path, GAMES)


def test_a_replay_offers_its_completed_chart_on_both_papers(tmp_path: Path) -> None:
    book = load("queen")
    flown = replay_script(book, read_script(book.scripts["miss-cue"]))
    (tmp_path / "queen").mkdir()
    contents = {
        "products": [
            {"name": "mission-chart", "title": "Mission Chart", "about": "", "heading": "Tonight", "papers": SIZES}
        ]
    }
    (tmp_path / "queen" / "contents.json").write_text(json.dumps(contents), encoding="utf-8")
    for paper in PAPERS:
        print_filled(book, [flown.journal], tmp_path / "queen", paper, "miss-cue")
    write_thumbnails(sorted((tmp_path / "queen").glob("*.pdf")), "a4", Cache(None, 0))
    offered = downloads(tmp_path, GAMES)
    assert all(one.note.split(", ")[1] == "1 page" for one in offered["queen"])
    pictured = [one.picture for one in offered["queen"] if one.picture]
    assert pictured == ["print/queen/miss-cue-mission-chart-a4.webp"]
    assert (tmp_path / pictured[0].removeprefix("print/")).read_bytes()[8:12] == b"WEBP"
    site = Site({"queen": book}, offered)
    page = example_page(site, book, 0, Mission("miss-cue", flown))
    for paper in PAPERS:
        assert f"../../print/queen/miss-cue-mission-chart-{paper}.pdf" in page.text


def test_the_list_of_papers_does_not_depend_on_the_paper_that_was_printed_last(tmp_path: Path) -> None:
    only = ("mission-record", "mission-record-large", "rules")
    for paper in PAPERS:
        shop = open_shop(load("twentyfive"), job=PrintOptions(only=only))
        print_run(shop, tmp_path / "twentyfive", [paper])
        write_contents(shop, tmp_path / "twentyfive")
    notes = [item.note.split(",")[0] for item in downloads(tmp_path, ["twentyfive"])["twentyfive"]]
    assert sorted(notes) == ["17 by 22 in", "5.5 by 8.5 in", "A2", "A4", "A5", "US Letter"]
