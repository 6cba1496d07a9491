"""Imposition: backs meet fronts, cutting lines survive, booklets fold in order, boxes are right."""

from __future__ import annotations

import re
from io import BytesIO

import pdfplumber
import pytest

from combatbox.press import cards, flowables
from combatbox.press.cards import Card
from combatbox.press.document import Document
from combatbox.press.errors import PressError
from combatbox.press.style import MM, PAPERS, Box, Edge, style

from .conftest import imprint, read, tree


def deck(count: int) -> list[Card]:
    def side(words: str):
        return lambda s: s.text(words, Box(0, 10, s.width, 20), style("card-title"))

    return [Card(f"Card {n}", side(f"F{n:02}"), side(f"B{n:02}")) for n in range(count)]


def impose(count: int, duplex: Edge, stock: str = "poker", paper: str = "a4") -> bytes:
    with Document(imprint(), paper=PAPERS[paper], duplex=duplex) as document:
        cards.impose(document, [(cards.stock(stock), deck(count))], title="Deck")
    return document.pdf()


def centres(pdf: bytes) -> list[dict[str, tuple[float, float]]]:
    """Where each word stands on each page; words set upside down are read backwards."""
    with pdfplumber.open(BytesIO(pdf)) as file:
        pages = []
        for page in file.pages:
            words: dict[str, list[tuple[float, float]]] = {}
            for word in page.extract_words():
                name = word["text"] if word["text"][0] in "FB" else word["text"][::-1]
                spot = ((word["x0"] + word["x1"]) / 2, (word["top"] + word["bottom"]) / 2)
                words.setdefault(name, []).append(spot)
            pages.append({name: spots[0] for name, spots in words.items()})
        return pages


@pytest.mark.parametrize(("stock", "paper"), [("poker", "a4"), ("tarot", "letter"), ("counter", "a4")])
def test_backs_are_mirrored_across_the_long_edge(stock: str, paper: str) -> None:
    front, back = centres(impose(4, "long", stock, paper))
    for n in range(4):
        (x, y), (bx, by) = front[f"F{n:02}"], back[f"B{n:02}"]
        assert x + bx == pytest.approx(PAPERS[paper].width, abs=0.6)  # F and B differ a little in width
        assert y == pytest.approx(by, abs=0.001)


def test_a_back_overhangs_its_cut_where_no_other_back_lies() -> None:
    grid = cards.grid(PAPERS["a4"], cards.stock("poker"))
    first, second = grid.slots[0], grid.slots[1]
    alone, beside = cards.overhang(first, [first]), cards.overhang(first, [first, second])
    assert alone.inset(1.5 * MM) == first
    assert (beside.x, beside.right) == (first.x - 1.5 * MM, second.x)
    drawn = Card("Tinted", lambda s: s.ground("tint"), lambda s: s.ground("tint"))
    with Document(imprint(), paper=PAPERS["a4"]) as document:
        cards.impose(document, [(cards.stock("poker"), [drawn])], title="Deck")
    with pdfplumber.open(BytesIO(document.pdf())) as file:
        front, back = (max(page.rects, key=lambda one: one["width"]) for page in file.pages)
    assert front["width"] == pytest.approx(first.width, abs=0.01)
    assert back["width"] == pytest.approx(alone.width, abs=0.01)


def test_backs_stand_on_their_heads_for_the_short_edge() -> None:
    front, back = centres(impose(9, "short"))
    for n in range(9):
        (x, y), (bx, by) = front[f"F{n:02}"], back[f"B{n:02}"]
        assert x == pytest.approx(bx, abs=0.6)
        assert y + by == pytest.approx(PAPERS["a4"].height, abs=2.5)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_slots_are_mirrored_exactly(flip: Edge) -> None:
    grid = cards.grid(PAPERS["letter"], cards.stock("mini"))
    for index, slot in enumerate(grid.slots):
        behind = grid.behind(index, upside_down=flip == "short")
        if flip == "long":
            assert slot.x + behind.right == pytest.approx(PAPERS["letter"].width, abs=1e-9)
            assert slot.y == behind.y
            assert any(behind.x == pytest.approx(other.x) and behind.y == other.y for other in grid.slots)
        else:
            assert slot.y + behind.bottom == pytest.approx(PAPERS["letter"].height, abs=1e-9)
            assert slot.x == behind.x


def test_sheets_overflow_and_cutting_lines_cross_the_whole_sheet() -> None:
    pdf = impose(11, "long")
    assert len(read(pdf).pages) == 4
    with pdfplumber.open(BytesIO(pdf)) as file:
        heights = {round(line["height"]) for line in file.pages[0].lines if line["width"] < 1}
        assert heights == {round(3 * 88 * MM + 8 * MM)}
        assert file.pages[1].lines == []


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("stock", [*cards.STOCKS, *cards.SHEETS])
def test_cutting_lines_end_above_the_foot_of_the_sheet(stock: str, paper: str) -> None:
    with Document(imprint(), paper=PAPERS[paper]) as document:
        size = cards.stock(stock, paper)
        slots = len(cards.best(PAPERS[paper], size).slots)
        cards.impose(document, [(size, [Card("A", lambda s: None)] * slots)], title="Deck")
    with pdfplumber.open(BytesIO(document.pdf())) as file:
        (page,) = file.pages
        low = max(line["bottom"] for line in page.lines)
        assert all(char["top"] >= low for char in page.chars), "no line runs through the imprint"


def test_only_sheets_of_several_are_numbered() -> None:
    assert [item.title for item in read(impose(2, "long")).outline] == ["Deck"]
    assert [item.title for item in read(impose(11, "long")).outline] == ["Deck, sheet 1 of 2", "Deck, sheet 2 of 2"]


def test_a_sheet_without_backs_has_an_empty_one_among_sheets_with_backs() -> None:
    front_only = [Card(card.title, card.front) for card in deck(1)]
    poker, jumbo = cards.stock("poker"), cards.stock("jumbo")
    with Document(imprint()) as document:
        cards.impose(document, [(jumbo, front_only), (poker, deck(9))], title="Deck")
    assert [bool(page) for page in centres(document.pdf())] == [True, True, True, False]
    with Document(imprint()) as document:
        cards.impose(document, [(poker, [*front_only * 9, *deck(1)])], title="Deck")
    assert len(read(document.pdf()).pages) == 4


def test_cards_are_titled_sections() -> None:
    titles = [str(node["/T"]) for kind, node in tree(impose(2, "long")) if kind == "Sect"]
    assert titles == ["Card 0", "Card 1", "Card 0, back", "Card 1, back"]


def test_a_card_larger_than_the_paper_is_refused() -> None:
    with pytest.raises(PressError, match="does not fit on a4"):
        cards.grid(PAPERS["a4"], cards.Stock(600, 900, name="poster"))


@pytest.mark.parametrize("paper", PAPERS)
def test_half_pages_that_are_too_wide_when_folded_are_refused_with_a_size_that_fits(paper: str) -> None:
    document = Document(imprint(), paper=PAPERS[paper], fold_over=True)
    with pytest.raises(
        PressError, match="half-page card does not fit .* such as --cards (?P<size>[a-z]+), or"
    ) as error:
        cards.impose(document, [(cards.stock("half-page"), deck(1))], title="Deck")
    remedy = re.search("--cards ([a-z]+)", str(error.value))
    assert remedy
    with document:
        cards.impose(document, [(cards.stock(remedy[1]), deck(1))], title="Deck")
    assert len(centres(document.pdf())) == 1


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("folded", [True, False])
@pytest.mark.parametrize("stock", ["counter", "counter-16", "counter-19", "fighter"])
def test_every_sheet_of_counters_says_what_it_is_and_what_to_do(stock: str, folded: bool, paper: str) -> None:
    count = 2 * len(cards.best(PAPERS[paper], cards.stock(stock)).slots) - 5
    with Document(imprint(), paper=PAPERS[paper], fold_over=folded) as document:
        cards.impose(
            document, [(cards.stock(stock), deck(count))], title="Deck", about="Cut out each pair, and fold it."
        )
    with pdfplumber.open(BytesIO(document.pdf())) as file:
        fronts = file.pages if folded else file.pages[::2]
        assert len(fronts) > 1
        for number, page in enumerate(fronts, start=1):
            words = page.extract_text()
            assert f"Deck, sheet {number} of {len(fronts)}" in words
            assert "Cut out each pair, and fold it." in words
            top = min(word["top"] for word in page.extract_words())
            assert top > 5 * MM, "every home printer reaches the words"


@pytest.mark.parametrize("paper", PAPERS)
def test_a_sheet_that_two_sizes_share_has_its_title_when_folded(paper: str) -> None:
    sets = [(cards.stock("large type"), deck(3)), (cards.stock("fighter"), deck(20))]
    about = "To cut out: 3 of 84 by 116 mm and 20 of 26 by 22 mm. Cut out each pair, fold it, and glue it together."
    with Document(imprint(), paper=PAPERS[paper], fold_over=True) as document:
        cards.impose(document, sets, title="Fighters", about=about)
    with pdfplumber.open(BytesIO(document.pdf())) as file:
        assert all("Fighters" in page.extract_text() for page in file.pages)


@pytest.mark.parametrize(
    ("pages", "sides"),
    [
        (1, [(3, 0), (1, 2)]),  # pages 1 to 3 are blank
        (4, [(3, 0), (1, 2)]),
        (6, [(7, 0), (1, 6), (5, 2), (3, 4)]),
        (8, [(7, 0), (1, 6), (5, 2), (3, 4)]),
    ],
)
def test_booklet_order(pages: int, sides: list[tuple[int, int]]) -> None:
    assert flowables.folding_order(pages) == sides


def test_a_booklet_reads_in_order_though_it_is_printed_out_of_order() -> None:
    def leaf(n: int):
        return lambda s: s.text(f"page {n}", s.body.inset(60), style("text"))

    with Document(imprint()) as document:
        flowables.impose(document, [leaf(n) for n in range(8)])
    assert "page 7" in read(document.pdf()).pages[0].extract_text()
    paragraphs = [node for kind, node in tree(document.pdf()) if kind == "P"]
    sheets = [sheet.indirect_reference.idnum for sheet in read(document.pdf()).pages]
    order = [sheets.index(node["/K"][0].raw_get("/Pg").idnum) for node in paragraphs]
    assert order == [0, 1, 2, 3, 3, 2, 1, 0]


def test_bleed_makes_a_larger_sheet_around_the_trim() -> None:
    with Document(imprint(), bleed=3 * MM) as document, document.page(size=(180, 250), foot=False) as page:
        page.box(Box(-9, -9, 198, 268), weight=None, fill="shade")
    (sheet,) = read(document.pdf()).pages
    trim, bleed = sheet.trimbox, sheet.bleedbox
    assert (trim.width, trim.height) == (180, 250)
    assert float(bleed.left) == pytest.approx(float(trim.left) - 3 * MM, abs=0.01)
    assert float(sheet.mediabox.width) == pytest.approx(180 + 22 * MM, abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
def test_cards_of_two_sizes_share_a_sheet_that_holds_both(paper: str) -> None:
    small, large = cards.stock("fighter"), cards.stock("type")
    grids = cards.stacked(PAPERS[paper], [(small, range(24)), (large, range(9))])
    assert grids
    slots = [slot for grid in grids for slot in grid.slots]
    assert len(slots) == 33
    assert not any(one.meets(other) for number, one in enumerate(slots) for other in slots[number + 1 :])
    assert max(slot.bottom for slot in slots) <= PAPERS[paper].height - 10 * MM
    for grid in grids:
        assert grid.bounds.x + grid.bounds.right == pytest.approx(PAPERS[paper].width)  # centred, so that backs meet
    assert cards.stacked(PAPERS[paper], [(small, range(24)), (large, range(19))]) is None


@pytest.mark.parametrize("paper", PAPERS)
def test_the_last_card_of_one_size_shares_a_sheet_with_those_of_another(paper: str) -> None:
    sets = [(cards.stock("fighter"), deck(16)), (cards.stock("large type"), deck(5))]
    with Document(imprint(), paper=PAPERS[paper]) as document:
        cards.impose(document, sets, title="Fighters")
    assert len(read(document.pdf()).pages) == 4


def test_each_page_for_a_print_shop_says_below_its_marks_what_it_was_made_from() -> None:
    with Document(imprint(), bleed=3 * MM) as document:
        deck = [cards.Card("A", lambda s: None, lambda s: None)]
        cards.impose(document, [(cards.stock("counter"), deck)], title="Counters")
    with pdfplumber.open(BytesIO(document.pdf())) as file:
        assert len(file.pages) == 2
        for number, page in enumerate(file.pages, start=1):
            assert page.extract_text() == f"Combat Box 0.0.1 · tables 01234567 · {number}"
            top, left, right = (f(c[k] for c in page.chars) for f, k in ((min, "top"), (min, "x0"), (max, "x1")))
            low = max(line["bottom"] for line in page.lines)
            assert left >= 0
            assert right <= page.width
            assert max(char["matrix"][5] for char in page.chars) > 1, "the baseline, and no letter of these goes below"
            assert top + 1.2 > low, "the marks end above the letters"
            assert top > page.bbox[3] - (3 + 8) * MM, "in what is cut away"


def test_backs_are_shifted_to_the_right_and_down_and_fronts_stay() -> None:
    def printed(shift: tuple[float, float]) -> list[dict[str, tuple[float, float]]]:
        with Document(imprint(), shift=shift) as document:
            cards.impose(document, [(cards.stock("poker"), deck(4))], title="Deck")
        return centres(document.pdf())

    (front, back), (same, moved) = printed((0.0, 0.0)), printed((10.0, -4.0))
    assert front == same
    x, y = back["B00"]
    assert moved["B00"] == pytest.approx((x + 10, y - 4), abs=0.05)


def test_cards_to_fold_have_their_backs_beside_them_and_no_page_of_backs() -> None:
    with Document(imprint(), fold_over=True) as document:
        cards.impose(document, [(cards.stock("poker"), deck(4))], title="Deck")
    (page,) = centres(document.pdf())
    for number in range(4):
        (front, line), (back, other) = page[f"F{number:02}"], page[f"B{number:02}"]
        assert back - front == pytest.approx(63 * MM, abs=0.1)
        assert line == pytest.approx(other, abs=0.05)


def test_cards_that_are_sold_cut_cannot_be_folded() -> None:
    document = Document(imprint(), fold_over=True)
    with pytest.raises(PressError, match="poker-9up: cards that are sold cut"):
        cards.impose(document, [(cards.stock("poker-9up"), deck(4))], title="Deck")


@pytest.mark.parametrize("paper", PAPERS)
def test_the_test_of_backs_has_its_cross_where_the_scales_read_nought(paper: str) -> None:
    with Document(imprint(), paper=PAPERS[paper]) as document:
        cards.draw_test(document)
    with pdfplumber.open(BytesIO(document.pdf())) as file:
        front, back = file.pages
        across, down = [line for line in front.lines if line["width"] + line["height"] > 100]
        ticks = sorted((line["x0"], line["top"]) for line in back.lines if line["width"] < 0.1)
        numbers = [word["text"] for word in back.extract_words()]
    assert len(ticks) == 21
    assert ticks[10][0] == pytest.approx(down["x0"], abs=0.02)
    assert across["top"] == pytest.approx(PAPERS[paper].height / 2, abs=0.02)
    assert sorted(numbers, key=int) == sorted(["-10", "-5", "0", "5", "10"] * 2, key=int)
