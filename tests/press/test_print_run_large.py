"""Papers in large print, the poster of the guns, and tuck boxes: complete and of the right size."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from pypdf import PdfReader

from combatbox.core.errors import DataError
from combatbox.library.load import load
from combatbox.press import deck, tuck_box
from combatbox.press.catalogue import Product
from combatbox.press.errors import PressError
from combatbox.press.print_run import print_filled
from combatbox.press.shop import PrintOptions, Shop, open_shop
from combatbox.press.style import MM, PAPERS

from . import built, queen
from .shop import SIZES, everything
from .test_print_run_every_paper import missing, played, shop
from .test_surface_type import sizes

GAMES = ("queen", "skirmish", "superfort", "twentyfive")
LARGE = [(game, one) for game in GAMES for one in open_shop(load(game)).products if one.kind == "large"]
SHEETS = [(game, one) for game, one in LARGE if one.made_from != "player-aids"]
BODY = 14.0


def shares(path: Path, times: int = 1) -> Counter[float]:
    """Count the letters of each type size above the foot of the pages, which are enlarged `times` times."""
    found: Counter[float] = Counter()
    with pdfium.PdfDocument(path) as file:
        for page in file:
            above = page.get_height() - 60 * times
            found.update(round(size / times, 1) for size, top in sizes(page) if top < above)
    return found


@pytest.mark.sample(2)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_large_aids_are_set_in_fourteen_points(game: str, paper: str) -> None:
    found = shares(built.blank(game, "player-aids-large", paper))
    assert sum(count for size, count in found.items() if size >= BODY - 0.05) >= 0.98 * found.total()


@pytest.mark.sample(2)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_large_aids_have_every_cell_of_the_player_aids(game: str, paper: str) -> None:
    assert missing(game, built.blank(game, "player-aids-large", paper), played(shop(game), "aids") - {""}) == []


@pytest.mark.sample(3)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("game", "product"), SHEETS, ids=lambda one: getattr(one, "name", one))
def test_a_large_sheet_is_the_sheet_at_twice_its_size(game: str, product: Product, paper: str) -> None:
    path, usual = built.blank(game, product.name, paper), built.blank(game, product.made_from, paper)
    large, small = PdfReader(path), PdfReader(usual)
    assert len(large.pages) == len(small.pages)
    for page in large.pages:
        size = sorted(float(side) / 2 for side in (page.mediabox.width, page.mediabox.height))
        assert size == [pytest.approx(side, abs=0.01) for side in SIZES[paper]]
    assert rects(large) == {name: [pytest.approx(2 * v, abs=0.01) for v in box] for name, box in rects(small).items()}
    assert shares(path, 2) == shares(usual)


def rects(reader: PdfReader) -> dict[str, list[float]]:
    """Return the rectangle of each field on its page, by the name of the field."""
    fields = (entry.get_object() for page in reader.pages for entry in page.get("/Annots", []))
    return {str(field["/T"]): [float(v) for v in field["/Rect"]] for field in fields if "/T" in field}


def test_large_print_is_not_in_a_bundle_and_is_filled_only_on_request(tmp_path: Path) -> None:
    reader = PdfReader(built.papers("queen", "a4")["queen-bundle"])
    assert {sorted((round(float(p.mediabox.width)), round(float(p.mediabox.height))))[0] for p in reader.pages} == {595}
    usual = print_filled(queen.book(), [queen.miss_cue()], tmp_path, "a4", "usual")
    assert not [path for path in usual if "large" in path.stem]
    job = PrintOptions(only=("mission-chart-large",))
    (large,) = print_filled(queen.book(), [queen.miss_cue()], tmp_path, "a4", "asked", job=job)
    chart = next(path for path in usual if "mission-chart" in path.stem)
    values = {name: field.get("/V") for name, field in (PdfReader(large).get_fields() or {}).items()}
    assert values == {name: field.get("/V") for name, field in (PdfReader(chart).get_fields() or {}).items()}


def test_large_print_of_anything_but_a_sheet_or_aids_is_refused(sheets: Path) -> None:
    path = sheets / "twentyfive" / "shop.yaml"
    words = path.read_text(encoding="utf-8").rstrip("\n").split("\nproducts:\n")
    entry = "  - large: big\n    title: Big\n    made_from: table-cards\n"
    path.write_text(f"{words[0]}\nproducts:\n{entry}{words[1]}\n", encoding="utf-8")
    line = words[0].count("\n") + 3
    with pytest.raises(
        DataError,
        match=rf"shop\.yaml:{line}: big: `made_from` must name a product of kind sheet or aids \(got 'table-cards'\)",
    ):
        open_shop(load("twentyfive"))


# ---- the poster


@pytest.mark.parametrize("game", GAMES)
def test_the_poster_names_every_gun(game: str) -> None:
    book = load(game)
    drawn = book.game.pages.drawings(book.rulebook(), book.say)["guns"]
    text = " ".join(everything(built.blank(game, "gun-poster", "a4")).lower().split())
    guns = {
        "queen": lambda: [book.say(f"gun_{gun}") for gun in book.const.guns],
        "superfort": lambda: list(book.tables["T5-6"].columns.values()),
        "twentyfive": lambda: [
            book.say(gun) for row in book.tables["T-TAB-GUNS"].rows for gun in row.effects[0]["guns"]
        ],
        "skirmish": lambda: [book.say(row.key).removesuffix(" gun") for row in book.tables["S-TAB-GUN"].rows],
    }[game]()
    assert guns
    assert [gun for gun in guns if gun.lower() not in text] == []
    for way in ("vertical dive", "vertical climb"):
        assert (f"{way}: " in text) == (f"{way}: " in drawn.text.lower()), "the picture does not show it"


# ---- boxes


def cards_of(opened: Shop, paper: str) -> list[deck.CardFaces]:
    product = next(one for one in opened.products if one.kind == "cards")
    return opened._laid_cards(product, PAPERS[paper])


@pytest.mark.sample(2)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES)
def test_each_size_of_card_has_a_box_for_all_its_cards(game: str, paper: str) -> None:
    opened = open_shop(load(game))
    boxes = tuck_box.contents(cards_of(opened, paper))
    assert sum(box.cards for box in boxes) == len(cards_of(opened, paper))
    text = " ".join(everything(built.blank(game, "tuck-box", paper)).split())
    for box in boxes:
        assert f"{box.cards} cards of {box.width / MM:.0f} by {box.height / MM:.0f} mm" in text
        assert box.tables
        assert box.tables.replace("'", "’") in text


def test_a_box_is_as_deep_as_its_cards_are_thick() -> None:
    cards = tuck_box.Contents(63 * MM, 88 * MM, 60, "poker")
    thin, thick = tuck_box.net_of(cards, 0.3), tuck_box.net_of(cards, 0.5)
    assert thin.depth == pytest.approx((60 * 0.3 + 1) * MM)
    assert thick.depth == pytest.approx((60 * 0.5 + 1) * MM)
    assert thin.width > cards.width
    assert thin.height > cards.height
    few = tuck_box.net_of(tuck_box.Contents(63 * MM, 88 * MM, 2, "poker"), 0.3)
    assert few.depth == pytest.approx(4 * MM), "a thinner box cannot be folded"


def test_a_box_that_fits_no_paper_is_refused() -> None:
    opened = open_shop(load("twentyfive"))
    huge = tuck_box.Contents(200 * MM, 280 * MM, 10, "huge")
    with (
        pytest.raises(PressError, match=r"does not fit on a4 paper; choose smaller cards \(--cards\)"),
        opened.document("Tuck boxes", "a4", fillable=False) as document,
    ):
        tuck_box.draw(document, "Tuck boxes", "25 and Out", "", [huge], 0.3)
