"""The print run of 25 and Out: every product, blank, on both papers."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pdfua import validate
from pypdf import PdfReader

from combatbox import __version__
from combatbox.core.errors import CombatBoxError
from combatbox.library import paths
from combatbox.library.load import load
from combatbox.press import reference
from combatbox.press.catalogue import read_catalogue
from combatbox.press.print_run import print_game, print_run
from combatbox.press.shop import PrintOptions, open_shop

from .shop import PAPERS, PRODUCTS, SIZES, blank, book, boxes, everything, words
from .soundness import fonts, syntax_faults
from .texts import in_one_line, tables_digest, texts

every_product = pytest.mark.parametrize(
    ("product", "paper"), [(product, paper) for product in PRODUCTS for paper in PAPERS]
)

MAKER = """
import hashlib, sys, tempfile
from pathlib import Path
from combatbox.library.load import load
from combatbox.press.print_run import print_game
made = print_game(load("twentyfive"), Path(tempfile.mkdtemp()), "a4")
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


@pytest.mark.sample(4)
@every_product
def test_files_are_sound_and_pass_the_accessibility_check(product: str, paper: str) -> None:
    path = blank(paper)[product]
    assert validate(path).findings == ()
    assert syntax_faults(path) == []


@pytest.mark.sample(8)
@every_product
def test_every_glyph_is_there_and_every_font_embedded(product: str, paper: str) -> None:
    path = blank(paper)[product]
    assert not set("■□�") & set(everything(path))
    assert fonts(path)
    assert [name for name, embedded in fonts(path).items() if not embedded] == []


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


@pytest.mark.rule("T-106", "T-901", "T-902")
@pytest.mark.parametrize("paper", PAPERS)
def test_fields_of_the_mission_record(paper: str) -> None:
    fields = PdfReader(blank(paper)["mission-record"]).get_fields() or {}
    names = list(fields)
    assert names[:7] == [
        "bomber", "player", "date", "position-1-left", "position-1-centre", "position-1-right", "attack-1",
    ]  # fmt: skip
    for mission in range(1, 26):
        for column in ("position", "barrage", "damage"):
            assert {f"{column}-{mission}-{place}" for place in ("left", "centre", "right")} <= set(names)
        assert {f"attack-{mission}", f"outcome-{mission}"} <= set(names)
    assert len(names) == 3 + 25 * (3 + 1 + 3 + 3 + 1) + 2
    assert fields["position-7-centre"]["/TU"] == "Mission 7, position die, centre"
    assert [name for name in names if name.startswith("rank")] == ["rank-12", "rank-25"]


@pytest.mark.rule("T-204", "T-301", "T-903", "T-904")
@pytest.mark.parametrize("paper", PAPERS)
def test_fields_of_the_fighter_attack_record(paper: str) -> None:
    fields = PdfReader(blank(paper)["fighter-attack"]).get_fields() or {}
    const = book().meta.constants
    for place in const["places"]:
        for station in const["stations"]:
            assert fields[f"{place}-{station.replace('_', '-')}"]["/FT"] == "/Btn"
        for engine in range(1, const["engines"] + 1):
            assert fields[f"{place}-engine-{engine}"]["/FT"] == "/Btn"
        assert {f"bomber-{place}", f"lost-{place}", f"barrage-{place}", f"flak-{place}"} <= set(fields)
    for number in range(1, const["fighters"] + 1):
        assert {f"fighter-{number}-{mark}" for mark in ("top", "centre", "bottom")} <= set(fields)
        for letter in const["passes"]:
            line = f"{number}{letter}"
            assert {f"id-{line}-{part}" for part in "tda"} <= set(fields)
            for column in ("fire", "effect", "shots", "hits"):
                assert {f"{column}-{line}-{die}" for die in range(1, const["fire_dice"] + 1)} <= set(fields)
    assert fields["left-top-gunner"]["/TU"] == "left bomber, top gunner out"
    assert fields["fighter-2-top"]["/TU"] == "Fighter 2, engine destroyed, the pilot bails out"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("product", ["mission-record", "fighter-attack"])
def test_boxes_are_large_enough_for_a_pencil_and_do_not_overlap(product: str, paper: str) -> None:
    found = boxes(blank(paper)[product])
    for name, (left, top, right, bottom) in found.items():
        least = 8.0 if name.startswith("lost-") else 14.0
        assert right - left >= min(least, 8.5 if "rank" in name else least), name
        assert bottom - top >= (8.0 if least == 8.0 or "rank" in name else 13.0), name
    places = list(found.values())
    for number, one in enumerate(places):
        for other in places[number + 1 :]:
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            # circles drawn side by side touch; their squares may overlap by a hair
            assert across < 0.8 or down < 0.8, (one, other)


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
    text = words(blank("a4")["mission-record"])
    assert "Position 3D6" in text
    assert "Fighter attack 1D6 [6]" in text
    assert "Flak barrage 3D6 [6]" in text
    assert "Flak damage 1D6 a bomber hit" in text
    assert "1–2 one engine, 3–4 two engines, 5–6 lost" in text
    rulings, job = {"T-A02": "5-6", "T-A03": "intro"}, PrintOptions(only=("mission-record",))
    other = print_run(open_shop(book(), rulings, job=job), tmp_path, ["a4"])
    text = words(other[0])
    assert "Fighter attack 1D6 [5, 6]" in text
    assert "1–4 one engine, 5 two engines, 6 lost" in text
    assert "rulings T-A02=5-6, T-A03=intro" in text


@pytest.mark.rule("T-903")
def test_heads_of_the_fighter_attack_record() -> None:
    text = words(blank("a4")["fighter-attack"])
    for part in (
        "ID (T/D/A) 3D6 T D A",
        "Fire [6] 1D6 a gun",
        "Fire [5, 6] 3D6",
        "Flak barrage 3D6 [6]",
        "Flak hit 1D6",
    ):
        assert part in text, part
    assert [f"{n}{letter}" for letter in "ABC" for n in range(1, 5)] == re.findall(r"\b[1-4][ABC]\b", text)


@pytest.mark.rule("T-901", "T-104", "T-105")
def test_promotions_stand_after_their_missions() -> None:
    text = words(blank("a4")["mission-record"])
    after_12 = text.index("Mission 12 completed. Promoted: Captain")
    after_25 = text.index("Mission 25 completed. Promoted: Major; the tour is won")
    assert after_12 < after_25
    assert re.search(r"11 12 Mission 12 completed. Promoted: Captain 13 14", text)


def test_the_bundle_says_where_everything_is() -> None:
    reader = PdfReader(blank("a4")["twentyfive-bundle"])
    _start, first, *others = texts(blank("a4")["twentyfive-bundle"])
    order = ("Rules", "Rules, to fold", "Rules summary", "Sequence of play", "Mission Record Sheet", "Fighter Attack Record Sheet",
             "Player aids", "Table cards", "Tables")  # fmt: skip
    begins = [re.search(rf"^{title}\s+(\d+)\b", first, re.MULTILINE) for title in order]
    pages = [int(found[1]) for found in begins if found]
    assert len(pages) == len(order)
    assert pages == sorted(pages), "in the order of use"
    for title, page in zip(order, pages, strict=True):
        assert title in others[page - 3] or title in (
            "Rules",
            "Rules, to fold",
            "Table cards",
            "Player aids",
        )
    assert [entry.title for entry in reader.outline if not isinstance(entry, list)][:5] == [
        "Start here",
        "Contents",
        *order[:3],
    ]


def test_player_aids_have_the_first_half_of_play_in_front_and_the_second_behind() -> None:
    found: list[reference.Face] = [(name, [None]) for name in "abcdefg"]  # type: ignore[list-item]
    assert "".join(name for name, _ in reference.printing_order(found)) == "aebfcgd"
    flown_over = [(found[0][0], found[0][1] * 2), *found[1:]]
    assert [name for name, _ in reference.printing_order(flown_over)] == list("abcdefg"), (
        "a face of two pages would break the pairs"
    )


@pytest.mark.thorough
def test_same_bytes_in_two_processes() -> None:
    def digest(seed: str) -> str:
        env = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run([sys.executable, "-c", MAKER], capture_output=True, text=True, check=True, env=env)
        return run.stdout.strip()

    here = hashlib.sha256(b"".join(path.read_bytes() for path in blank("a4").values())).hexdigest()
    assert digest("1") == here


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


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            ("    leaving:", "    leavign:"),
            r"shop.yaml:\d+: products\.\d+\.leavign: unknown key; did you mean leaving",
        ),
        (
            ("navigator: crew-navigator", "nagivator: crew-navigator"),
            r"shop.yaml:\d+: data.stations.nagivator: .*did you mean navigator",
        ),
    ],
)
def test_errors_in_a_catalogue_name_the_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, change: tuple[str, str], message: str
) -> None:

    shutil.copytree(paths.sheets(), tmp_path / "sheets")
    shop = tmp_path / "sheets" / "twentyfive" / "shop.yaml"
    before = shop.read_text()
    assert change[0] in before
    shop.write_text(before.replace(*change))
    monkeypatch.setattr("combatbox.library.paths.sheets", lambda: tmp_path / "sheets")
    with pytest.raises(CombatBoxError, match=message):
        print_game(book(), tmp_path / "out", "a4")


def test_a_catalogue_orders_every_table() -> None:
    catalogue, rules = read_catalogue(book()), open_shop(book()).context.rules
    every = catalogue.sections(book(), rules, every=True)
    assert sum(len(section.tables) for section in every) == len(book().tables)
    assert rules.rulings["T-A02"] == "6"


@pytest.mark.parametrize("variant", ["b17g", "b24d", "foggia"])
def test_the_cover_of_a_variant_names_the_game_that_it_varies(variant: str) -> None:
    assert read_catalogue(load(variant)).subtitle == "A variant of B-17: Queen of the Skies"
