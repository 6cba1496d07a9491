"""The options of a print run: ink, grey, duplex edge, card stock, bleed."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
from click.testing import CliRunner
from pdfua import validate
from pypdf import PdfReader

from combatbox.cli import main
from combatbox.cli.build_commands import STOCKS
from combatbox.library.load import load
from combatbox.press import cards, flowables
from combatbox.press.cards import Card
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.print_run import print_game
from combatbox.press.shop import PrintOptions
from combatbox.press.style import MM, PAPERS, Box, Edge, Ink, style

from .conftest import imprint, read
from .shop import blank, book

CUT = ("mission-chart", "counters", "table-cards")
_COLOURED = re.compile(rb"(?<![\w.])(?:rg|RG|k|K|sc|SC|scn|SCN|cs|CS)(?=\s|$)")


def streams(path: Path) -> list[bytes]:
    """Every stream of a file that may hold drawing operators: pages, stamped forms, fields' appearances."""
    reader = PdfReader(path)
    found = [page.get_contents().get_data() for page in reader.pages]
    for number in range(1, reader.trailer["/Size"]):
        thing = reader.get_object(number)
        if isinstance(thing, dict) and thing.get("/Subtype") == "/Form":
            found.append(thing.get_data())
        if isinstance(thing, dict) and "/DA" in thing:
            found.append(str(thing["/DA"]).encode())
    return found


def operators(stream: bytes) -> list[bytes]:
    """A stream without its strings, in which any letters may stand."""
    return _COLOURED.findall(re.sub(rb"\((?:\\.|[^\\()])*\)", b"()", stream))


@pytest.fixture(scope="module")
def grey(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return print_game(book(), tmp_path_factory.mktemp("grey"), "a4", job=PrintOptions(Ink("saver", colour=False)))


def check_grey(path: Path) -> None:
    """Check that a file has no coloured operator and is accessible."""
    assert [found for stream in streams(path) for found in operators(stream)] == [], path.name
    assert validate(path).findings == ()


def test_without_colour_a_sheet_has_no_coloured_operator(grey: list[Path]) -> None:
    check_grey(grey[0])


@pytest.mark.thorough
def test_without_colour_no_paper_has_a_coloured_operator(grey: list[Path]) -> None:
    for path in grey[1:]:
        check_grey(path)


def test_that_check_sees_colour() -> None:
    assert any(operators(stream) for stream in streams(blank("a4")["mission-record"]))


def test_grey_words_stay_dark_enough_to_read(grey: list[Path]) -> None:
    with pdfplumber.open(grey[0]) as file:
        shades = {char["non_stroking_color"][0] for char in file.pages[0].chars}
    assert max(shades) < 0.5  # 0 is black


def test_ink_saver_leaves_areas_white(grey: list[Path]) -> None:
    def shaded(path: Path) -> int:
        with pdfplumber.open(path) as file:
            page = file.pages[0]
            return sum(1 for area in page.rects + page.curves if area["fill"])

    assert shaded(grey[0]) < shaded(blank("a4")["mission-record"])


# Backs


def deck(count: int) -> list[Card]:
    """Cards with one dot on each side: off the middle, so that turning a card shows."""

    def side(page: Any) -> None:
        page.box(Box(10, 20, 4, 4), weight=None, fill="ink")

    return [Card(f"Card {n}", side, side) for n in range(count)]


def dots(pdf: bytes) -> list[list[tuple[float, float]]]:
    with pdfplumber.open(BytesIO(pdf)) as file:
        return [
            [((rect["x0"] + rect["x1"]) / 2, (rect["top"] + rect["bottom"]) / 2) for rect in page.curves + page.rects]
            for page in file.pages
        ]


@pytest.mark.sample(10)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("stock", STOCKS)
def test_a_sheet_turned_over_its_edge_shows_each_back_behind_its_front(stock: str, duplex: Edge, paper: str) -> None:
    card = cards.stock(stock, paper)
    with Document(imprint(), paper=PAPERS[paper], duplex=duplex) as document:
        cards.impose(document, [(card, deck(2))], title="Deck")
    front, back = dots(document.pdf())
    width, height = cards.best(PAPERS[paper], card).page
    over_the_side = (duplex == "long") == (height > width)  # the edge at the side of the page, not at its top
    for (x, y), (bx, by) in zip(front, back, strict=True):
        # Held against the light, a back whose top is its front's top has its dot mirrored left to right.
        seen = (width - bx, by) if over_the_side else (bx, height - by)
        left, top = x - 12, y - 22
        inside = (seen[0] - left, seen[1] - top)
        assert inside == pytest.approx((card.width - 12, 22), abs=0.01)


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_the_backs_of_a_booklet_follow_the_edge(duplex: Edge) -> None:
    def leaf(page: Any) -> None:
        page.box(Box(10, 20, 4, 4), weight=None, fill="ink")

    with Document(imprint(), duplex=duplex) as document:
        flowables.impose(document, [leaf] * 4)
    back = dots(document.pdf())[1]
    width, height = PAPERS["a4"].size(landscape=True)
    upright = [(12, 22), (width / 2 + 12, 22)]
    turned = [(width - x, height - y) for x, y in upright]
    expected = upright if duplex == "short" else turned
    assert [(pytest.approx(x, abs=0.01), pytest.approx(y, abs=0.01)) for x, y in expected] == back


# Stock


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", [name for name in cards.SHEETS if cards.stock(name).columns])
def test_cut_stock_lies_where_it_was_cut(name: str, paper: str) -> None:
    stock = cards.stock(name, paper)
    grid = cards.best(PAPERS[paper], stock)
    assert (grid.columns, len(grid.slots)) == (stock.columns, stock.columns * stock.rows)
    width, height = grid.page
    area = grid.bounds
    assert area.x > 0
    assert area.y > 0
    assert area.x + area.right == pytest.approx(width)
    assert area.y + area.bottom == pytest.approx(height)


def test_cards_of_another_stock_are_one_set_alone(tmp_path: Path) -> None:
    made = print_game(
        book(), tmp_path, "letter", job=PrintOptions(stock="poker-8up", only=("mission-record", "table-cards"))
    )
    decks = [path for path in made if "cards" in path.name]
    assert len(decks) == 1
    page = PdfReader(decks[0]).pages[0]
    assert float(page.mediabox.width) > float(page.mediabox.height)


def test_help_teaches_every_stock_with_its_measures() -> None:
    help_text = CliRunner().invoke(main, ["print", "--help"]).output
    for name in STOCKS:
        assert re.search(rf"\b{name}\b", help_text)
    for stock in (sheets for sheets in cards.SHEETS.values() if sheets["a4"].columns):
        assert f"{stock['a4'].width / MM:g} x {stock['a4'].height / MM:g} mm" in help_text
        assert f"{stock['letter'].width / 72:g} x {stock['letter'].height / 72:g} in" in help_text


# Bleed


@pytest.fixture(scope="module")
def shop_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    made = print_game(load("queen"), tmp_path_factory.mktemp("bleed"), "a4", job=PrintOptions(bleed=3, only=CUT))
    return {path.stem.removesuffix("-a4"): path for path in made}


@pytest.mark.thorough
def test_bleed_gives_what_is_cut_out_a_side_a_page_with_boxes_and_marks(shop_files: dict[str, Path]) -> None:
    assert tuple(shop_files) == CUT, "and no bundle"
    for name in CUT[1:]:
        for page in PdfReader(shop_files[name]).pages:
            media, bleed, trim = page.mediabox, page.bleedbox, page.trimbox
            for side in ("left", "bottom"):
                gap = float(getattr(trim, side)) - float(getattr(bleed, side))
                assert gap == pytest.approx(3 * MM, abs=0.01)
                assert float(getattr(bleed, side)) > float(getattr(media, side)) + 5 * MM
        assert validate(shop_files[name]).findings == ()
    deck_file = PdfReader(shop_files["table-cards"])
    sizes = {(round(float(p.trimbox.width), 1), round(float(p.trimbox.height), 1)) for p in deck_file.pages}
    assert (round(63 * MM, 1), round(88 * MM, 1)) in sizes


def test_bleed_leaves_sheets_as_they_are(shop_files: dict[str, Path]) -> None:
    sheet = PdfReader(shop_files["mission-chart"])
    assert sheet.pages[0].mediabox == sheet.pages[0].trimbox
    assert sheet.get_fields()
    assert "/OutputIntents" not in sheet.trailer["/Root"]


def check_inks(path: Path) -> None:
    """Check that a file states the four inks of a print shop and uses no other colours."""
    (intent,) = PdfReader(path).trailer["/Root"]["/OutputIntents"]
    assert intent["/OutputConditionIdentifier"] == "FOGRA39"
    used = {operator for stream in streams(path) for operator in operators(stream)}
    assert used <= {b"k", b"K"}, (path.name, used)


def test_counters_for_a_print_shop_use_its_four_inks(shop_files: dict[str, Path]) -> None:
    check_inks(shop_files["counters"])


@pytest.mark.thorough
def test_cards_for_a_print_shop_use_its_four_inks_and_have_black_words_in_black_alone(
    shop_files: dict[str, Path],
) -> None:
    check_inks(shop_files["table-cards"])
    heads = tuple(round(part, 3) for part in Ink(separated=True).of("accent").cmyk())
    with pdfplumber.open(shop_files["table-cards"]) as file:
        inks = {
            tuple(round(part, 3) for part in char["non_stroking_color"]) for page in file.pages for char in page.chars
        }
    assert (0, 0, 0, 1) in inks
    assert {ink for ink in inks if any(ink[:3])} == {heads}, "no word but a head in coloured inks"


def test_one_paper_alone_is_made_and_the_list_of_all_left_as_it_is(tmp_path: Path) -> None:
    made = print_game(book(), tmp_path, "a4", job=PrintOptions(only=("sequence",)))
    assert [path.name for path in made] == [path.name for path in tmp_path.iterdir()] == ["sequence-a4.pdf"]
    with pytest.raises(PressError, match="25 and Out has no paper 'sequenze'.*did you mean sequence"):
        print_game(book(), tmp_path, "a4", job=PrintOptions(only=("sequenze",)))


def test_ink_saver_fills_no_band(tmp_path: Path) -> None:
    for ink, bands in ((Ink(), True), (Ink("saver"), False)):
        (path,) = print_game(load("queen"), tmp_path, "a4", job=PrintOptions(ink, only=("composite-record",)))
        with pdfplumber.open(path) as file:
            wide = [area for area in file.pages[0].rects if area["fill"] and area["width"] > 100]
        assert bool(wide) is bands


def test_crop_marks_stay_clear_of_the_bleed() -> None:
    with Document(imprint(), bleed=3 * MM) as document, document.page(size=(180, 250), foot=False) as page:
        page.text("Hello", Box(20, 20, 100, 20), style("text"))
    (sheet,) = read(document.pdf()).pages
    with pdfplumber.open(BytesIO(document.pdf())) as file:
        lines = file.pages[0].lines
        height = float(file.pages[0].height)
    left, right = float(sheet.bleedbox.left), float(sheet.bleedbox.right)
    low, high = height - float(sheet.bleedbox.top), height - float(sheet.bleedbox.bottom)
    assert len(lines) == 8
    for line in lines:
        assert line["x1"] < left or line["x0"] > right or line["bottom"] < low or line["top"] > high


@pytest.mark.parametrize("bleed", [-1, 11, 30])
def test_a_strange_bleed_is_refused(bleed: float) -> None:
    with pytest.raises(PressError, match="between 0 and 10 mm"):
        PrintOptions(bleed=bleed)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--bleed", "12"), "--bleed: must be between 0 and 10 mm (got 12)"),
        (("--bleed", "nan"), "--bleed: must be between 0 and 10 mm (got nan)"),
        (("--bleed", "wide"), "'wide' is not a valid float"),
        (("--cards", "playing"), "'playing' is not one of"),
        (("--duplex", "left"), "'left' is not one of"),
        (("--ink", "none"), "'none' is not one of"),
        (("--colour", "grey"), "'grey' is not one of"),
    ],
)
def test_an_option_it_cannot_follow_is_one_clear_line(options: tuple[str, str], message: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["print", "twentyfive", "--out", str(tmp_path), *options])
    assert result.exit_code == 2
    assert message in result.output
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("option", "size"), [((), 15.0), (("--counters", "16"), 15.875), (("--counters", "19"), 19.05)]
)
def test_counters_have_the_size_that_is_asked_for(option: tuple[str, ...], size: float, tmp_path: Path) -> None:
    words = ["print", "queen", "--paper", "a4", "--only", "counters", *option, "--out", str(tmp_path)]
    assert CliRunner().invoke(main, words).exit_code == 0
    with pdfplumber.open(tmp_path / "queen" / "counters-a4.pdf") as file:
        edges = sorted({round(line["x0"], 1) for line in file.pages[0].lines if line["height"] > 200})
    assert edges[1] - edges[0] == pytest.approx(size * MM, abs=0.11)


def test_names_on_counters_have_eight_points_where_they_fit(tmp_path: Path) -> None:
    (made,) = print_game(load("queen"), tmp_path, "a4", job=PrintOptions(only=("counters",)))
    with pdfplumber.open(made) as file:
        sizes = [char["size"] for char in file.pages[1].chars]
    assert sum(size >= 7.99 for size in sizes) > 0.8 * len(sizes)
    assert min(sizes) >= 6


def test_markers_of_skirmish_fill_their_sheet(tmp_path: Path) -> None:
    (made,) = print_game(load("skirmish"), tmp_path, "a4", job=PrintOptions(only=("markers",)))
    with pdfplumber.open(made) as file:
        assert len(file.pages) == 2
        assert max(char["bottom"] for char in file.pages[1].chars) > 0.75 * file.pages[1].height


@pytest.mark.parametrize("words", ["1", "1,x", "1,2,3", "11,0", "nan,0"])
def test_a_shift_that_is_no_two_lengths_is_refused_with_an_example(words: str) -> None:
    result = CliRunner().invoke(main, ["print", "queen", "--shift-back", words])
    assert result.exit_code
    assert "--shift-back: expected X,Y in millimetres, at most 10 each, for example 1.5,-1, or test" in str(
        result.output or result.exception
    )


def test_the_test_of_backs_needs_no_game(tmp_path: Path) -> None:
    words = ["print", "--shift-back", "test", "--paper", "letter", "--out", str(tmp_path)]
    assert CliRunner().invoke(main, words).exit_code == 0
    assert validate(tmp_path / "back-test-letter.pdf").findings == ()


def test_a_print_shop_and_cards_to_fold_exclude_each_other() -> None:
    with pytest.raises(PressError, match="--fold-over: cannot be used with --bleed"):
        PrintOptions(bleed=3.0, fold_over=True)
