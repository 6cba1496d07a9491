"""The prose on paper: the booklet, the sequence of play, the summary, the bundle's links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pdfplumber
import pypdfium2 as pdfium
import pytest
from pypdf import PdfReader

from combatbox.core.errors import CombatBoxError
from combatbox.core.shapes import Figure, Label, Plate
from combatbox.library.book import code
from combatbox.library.folders import variants
from combatbox.library.load import load
from combatbox.library.replay import read_script
from combatbox.press import bundle, chapter_figures, chapters, flowables, fonts
from combatbox.press.catalogue import Product
from combatbox.press.document import Document
from combatbox.press.drawings import crowded
from combatbox.press.errors import PressError
from combatbox.press.map import MAP
from combatbox.press.map_data import atlases, read_atlas
from combatbox.press.shop import open_shop
from combatbox.press.style import MM, PAPERS
from combatbox.prose.chapters import (
    Chapter,
    Heading,
    Item,
    Listing,
    NarratedStep,
    RulingHere,
    Span,
    TableHere,
    Text,
    every_part,
    narrated_mission,
    pages,
    remove_missions,
    rulings_chapter,
)
from combatbox.prose.chapters import chapters as read_chapters
from combatbox.prose.pages import page_files, page_text

from . import built
from .conftest import imprint, read, tree
from .shop import blank, book
from .texts import in_one_line, parted, texts

GAMES = ("twentyfive", "queen", "skirmish")
ALL = (*GAMES, "superfort")
NAMES = ("quick-start", "rules", "sequence", "glossary")


@cache
def prose(game: str) -> list[Chapter]:
    return chapters_of(game, *NAMES)


def chapters_of(game: str, *names: str) -> list[Chapter]:
    """Chapters as they are printed, with the numbers of the aids on which tables stand."""
    shop = open_shop(load(game))
    return read_chapters(
        shop.book, names, shop.context.rules.rulings, shop.catalogue.faces_of(shop.book, shop.context.rules)
    )


@cache
def product(game: str, name: str, paper: str = "a4") -> bytes:
    """One product of a game as a PDF."""
    return built.blank(game, name, paper).read_bytes()


@cache
def pages_of(game: str, name: str) -> tuple[str, ...]:
    """What stands on each page of a product: to read it takes longer than what is asked of it."""
    return tuple(texts(product(game, name)))


def text_of(game: str, name: str) -> str:
    return "\n".join(pages_of(game, name))


def landing(reader: PdfReader, link: Any) -> int:
    """The page that a link leads to, from 0."""
    target = link["/Dest"][0].get_object().indirect_reference
    return next(number for number, page in enumerate(reader.pages) if page.indirect_reference == target)


def said(found: Any) -> str:
    return fonts.quoted("".join(span.text for span in found.words))


# The prose itself


def test_chapters_stand_in_the_order_of_their_front_matter() -> None:
    titles = [chapter.title for chapter in prose("queen")]
    numbers = [int(match[1]) for title in titles if (match := re.match(r"(\d+)\.", title))]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) == len(pages(load("queen"), "rules"))


@pytest.mark.parametrize("game", GAMES)
def test_no_call_and_no_markup_is_left_in_the_prose(game: str) -> None:
    for chapter in prose(game):
        for block in chapter.blocks:
            if isinstance(block, Text):
                assert not re.search(r"[{}<>*\[\]_`]|combatbox", said(block)), said(block)


def test_what_the_site_shows_of_a_mission_is_not_spelled_out_on_paper() -> None:
    page = "# Start\n\nFly.\n\n## Watch one\n\nOf this:\n\n```combatbox\ngame: queen\n```\n\n## Then\n\nLand.\n"
    assert remove_missions(page) == "# Start\n\nFly.\n\n## Then\n\nLand.\n"
    for game in ("twentyfive", "queen"):
        assert "```combatbox" in page_text(load(game), *pages(load(game), "quick-start"))
        assert "Watch one" not in [block.words for block in prose(game)[0].blocks if isinstance(block, Heading)]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_site_stands_in_the_margin(game: str) -> None:
    called = set()
    for page in pages(load(game), "rules"):
        called |= set(re.findall(r'\{\{ rule\("([^"]+)"\)', page_text(load(game), page)))
    found: set[str] = set()

    def collect(blocks: Any) -> None:
        for block in blocks:
            if isinstance(block, Text):
                found.update(block.rules)
            if isinstance(block, Listing):
                for item in block.items:
                    found.update(item.rules)
                    collect(item.below)

    for chapter in prose(game):
        collect(chapter.blocks)
    assert found == called


def test_values_follow_the_tables() -> None:
    one = book()
    sentence = next(
        said(block) for chapter in prose("twentyfive") for block in chapter.blocks
        if isinstance(block, Text) and "T-101" in block.rules
    )  # fmt: skip
    assert f"Your tour is {one.meta.constants['missions']} bombing missions" in sentence


def test_a_ruling_stands_with_the_answer_in_force() -> None:
    one = book()

    def answers(**rulings: str) -> dict[str, str]:
        found = read_chapters(one, ["rules"], one.chosen(rulings))
        return {
            block.id: block.answer for chapter in found for block in chapter.blocks if isinstance(block, RulingHere)
        }

    key, other = next((r, o) for r in answers() for o in one.rulings[r].options if o != one.rulings[r].default)
    assert answers()[key] == one.rulings[key].options[one.rulings[key].default].words
    assert answers(**{key: other})[key] == one.rulings[key].options[other].words


def test_a_chapter_that_is_not_there_is_named() -> None:
    with pytest.raises(CombatBoxError, match="sequense.*sequence"):
        read_chapters(book(), ["sequense"], book().chosen({}))


def test_a_call_that_goes_wrong_names_its_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "site" / "twentyfive"
    folder.mkdir(parents=True)
    (folder / "page.md").write_text('# Page\n\n{{ rolls("T-TAB-WING", "no_such_effect") }}\n')
    monkeypatch.setattr("combatbox.library.paths.root", lambda: tmp_path)
    with pytest.raises(CombatBoxError, match=r"site/twentyfive/page\.md: .*no_such_effect"):
        read_chapters(book(), ["page"], book().chosen({}))


# The booklet


@pytest.mark.parametrize("game", GAMES)
def test_the_booklet_says_what_the_chapters_say(game: str) -> None:
    text = "".join(text_of(game, "rules").split())
    torn = 0
    for chapter in prose(game):
        for block in chapter.blocks:
            if isinstance(block, TableHere):
                called = f"{block.id} · {block.title}" if code(block.id) else block.called
                assert "".join(fonts.quoted(f"Table {called}").split()) in text
            if isinstance(block, Text):
                torn += "".join(said(block).split()) not in text
    assert torn < len(pages_of(game, "rules"))  # only what goes over from one page to the next


@pytest.mark.parametrize("game", ["twentyfive", "queen"])
def test_a_running_head_names_what_is_on_its_page_and_does_not_repeat_the_title_below_it(game: str) -> None:
    titles = [chapter.title for chapter in prose(game)]
    running = ""
    for head, text in parted(product(game, "rules"), 45)[2 : 3 + page_of(game, titles[-1])]:
        below = [line.strip() for line in text.strip().splitlines()]
        begun = [title for title in titles if fonts.quoted(title) in below]
        opens = bool(begun) and fonts.quoted(begun[0]) == below[0]
        for title in [*([] if opens or not running else [running]), *(begun[1:] if opens else begun)]:
            assert fonts.quoted(title) in head
        assert not opens or fonts.quoted(begun[0]) not in head
        running = begun[-1] if begun else running
    assert running == titles[-1]


def page_of(game: str, title: str) -> int:
    """On which page of the text a chapter begins."""
    reader = read(product(game, "rules"))
    link = next(a.get_object() for a in reader.pages[1]["/Annots"] if title in str(a.get_object()["/Contents"]))
    return landing(reader, link) - 2


@pytest.mark.parametrize("game", GAMES)
def test_the_cover_names_those_whose_game_it_is(game: str) -> None:
    cover = " ".join(pages_of(game, "rules")[0].split())
    meta = load(game).meta
    assert f"was designed by {meta.designer}" in cover
    assert "unofficial companion" in cover
    for publisher in meta.publisher.split("; "):
        assert publisher.partition(",")[0] in cover


DRAWN = [game for game in (*GAMES, "superfort") if load(game).game.pages.drawings]


@pytest.mark.parametrize("game", ["queen", "superfort", "skirmish", "twentyfive", *variants()])
def test_labels_of_a_figure_stand_clear_of_each_other_in_a_booklet(game: str) -> None:
    book = load(game)
    assert book.game.pages.drawings is not None
    for name, drawn in book.game.pages.drawings(book.rulebook(), book.say).items():
        scale = (chapter_figures.height_of(drawn) - 2 * MM) / (drawn.far - drawn.near)
        assert not crowded(chapter_figures.figure_drawing(drawn, scale)), name


@pytest.mark.parametrize(("game", "name"), [("skirmish", "rules-booklet"), *((game, "rules") for game in DRAWN)])
def test_every_figure_of_the_chapters_is_drawn_in_the_booklet_and_described(game: str, name: str) -> None:
    book = load(game)
    texts_ = [page_text(book, page) for part in NAMES for page in pages(book, part)]
    called = re.findall(r'{{ figure\("([^"]+)"\) }}', "".join(texts_))
    assert book.game.pages.drawings
    drawn = book.game.pages.drawings(book.rulebook(), book.say)
    assert len(called) == len(drawn)
    alts = [str(node.get("/Alt")) for kind, node in tree(product(game, name)) if kind == "Figure"]
    text = [f"{drawn[figure].title}. {drawn[figure].text}" for figure in called]
    assert [alt for alt in alts if alt in text] == text  # in the order in which the chapters call them


def test_no_label_of_a_figure_lies_under_the_plate_of_another() -> None:
    items = (Label(0, 10, "starboard"), Label(0, 0, "cheek gun"))
    drawn = chapter_figures.figure_drawing(Figure("Guns", "Two lines.", -50, 50, -50, 50, items), 0.5)
    assert [type(shape) for shape in drawn.shapes] == [Plate, Plate, Label, Label]


def test_a_figure_that_the_game_does_not_draw_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "site" / "skirmish"
    folder.mkdir(parents=True)
    (folder / "page.md").write_text('# Page\n\n{{ figure("gunz") }}\n')
    one = load("skirmish")
    monkeypatch.setattr("combatbox.library.paths.root", lambda: tmp_path)
    with pytest.raises(CombatBoxError, match=r"page\.md: .*gunz.*guns"):
        read_chapters(one, ["page"], one.chosen({}))


def test_the_booklet_folds_in_order_with_page_numbers() -> None:
    plain, folded = read(product("twentyfive", "rules")), read(product("twentyfive", "rules-booklet"))
    count = len(plain.pages)
    sides = flowables.folding_order(count)
    assert len(folded.pages) == len(sides)
    width = float(folded.pages[0].mediabox.width) / 2
    with pdfplumber.open(BytesIO(product("twentyfive", "rules-booklet"))) as file:
        for index, (left, right) in enumerate(sides):
            turned = index % 2 == 1  # for the long edge, backs stand on their heads
            page = file.pages[index]
            halves = [page.crop((0, 0, width, page.height)), page.crop((width, 0, 2 * width, page.height))]
            for number, half in zip((left, right), halves[::-1] if turned else halves, strict=True):
                chars = half.chars
                if number >= count:  # room for notes, and the back of the cover
                    assert "".join(c["text"] for c in chars) in ("", "Notes", "setoN")
                elif number >= 2:
                    lowest = sorted(chars, key=lambda c: c["top"] if turned else -c["bottom"])[: len(str(number + 1))]
                    figures = sorted(lowest, key=lambda c: -c["x0"] if turned else c["x0"])
                    assert "".join(c["text"] for c in figures) == str(number + 1)


def test_contents_lead_to_the_chapters() -> None:
    reader = read(product("twentyfive", "rules"))
    links = [a.get_object() for a in reader.pages[1]["/Annots"]]
    titles = [*(chapter.title for chapter in prose("twentyfive")), "Really Ready, a mission told", "Rulings"]
    assert len(links) == len(titles)
    for link, title in zip(links, titles, strict=True):
        page = landing(reader, link)
        assert link["/Contents"] == f"{title}, page {page + 1}"
        assert title in " ".join(pages_of("twentyfive", "rules")[page].split())


def test_the_rulings_at_the_end_are_introduced_and_stand_in_order() -> None:
    loaded = load("queen")
    named = rulings_chapter(loaded, prose("queen"), loaded.chosen({}))
    assert named
    assert isinstance(named.blocks[0], Text)
    ids = [block.id for block in named.blocks if isinstance(block, RulingHere)]
    assert ids == sorted(ids)
    assert len(ids) > 50


@pytest.mark.parametrize("game", GAMES)
def test_every_reference_of_the_booklet_leads_to_what_it_names(game: str) -> None:
    """Each id of a rule, ruling or table and each link of the pages is a link; in the file its page has what it names."""
    loaded = load(game)
    reader = read(product(game, "rules"))
    named = rulings_chapter(loaded, prose(game), loaded.chosen({}))
    report = chapters.Links(
        [*prose(game), *([named] if named else [])], {*loaded.rules, *loaded.rulings}, loaded.tables
    )
    pages_ = ["".join(text.split()) for text in pages_of(game, "rules")]
    outside, inside = set(), 0
    for page in reader.pages[2:]:
        for link in (a.get_object() for a in page.get("/Annots", ())):
            if link.get("/A", {}).get("/S") == "/URI":
                continue
            if "/A" in link:
                assert (link["/A"]["/S"], link["/A"]["/F"]) == ("/GoToR", "tables-a4.pdf")
                outside.add(str(link["/A"]["/D"]).removeprefix("/"))
                continue
            inside += 1
            words = "".join(str(link["/Contents"]).split())
            if words in loaded.rules or words in loaded.rulings or words in loaded.tables:
                assert words in pages_[landing(reader, link)]
    assert inside > 20
    assert outside == set(loaded.tables) & outside
    with_tables = read(product(game, "tables"))
    assert outside <= {str(key).removeprefix("/") for key in with_tables.trailer["/Root"]["/Dests"]}
    unlinked = [span.to for span in all_spans(prose(game)) if span.to and not report.target(span.to)]
    assert set(unlinked) <= {"tables/index", "downloads"}


def all_spans(found: Any) -> Iterator[Span]:
    for chapter in found:
        yield from (thing for thing in every_part(chapter) if isinstance(thing, Span))


@pytest.mark.parametrize("game", GAMES)
def test_a_worked_example_describes_each_step_of_its_script_and_each_roll(game: str) -> None:
    shop = open_shop(load(game))
    example = next(one.example for one in shop.catalogue.products if one.name == "rules")
    script = read_script(load(game).scripts[example])
    text = "".join(text_of(game, "rules").split())
    for step in script.steps:
        assert "".join(fonts.quoted(step.title).split()) in text
    report = narrated_mission(load(game), example)
    rolls = [block for block in report.blocks if isinstance(block, NarratedStep) and block.table]
    assert len(rolls) > 15
    assert sum("".join(fonts.quoted(roll.words).split()) in text for roll in rolls) > 0.9 * len(rolls)


@pytest.mark.parametrize("game", ["queen", "superfort"])
def test_the_drawings_of_the_pages_are_in_the_booklet_and_no_names_stand_over_each_other(game: str) -> None:
    loaded = load(game)
    texts_ = [page_text(loaded, page) for page in pages(loaded, "rules")]
    called = re.findall(r'{{ drawing\("([^"]+)"\) }}', "".join(texts_))
    shop = open_shop(loaded)
    alts = " ".join(str(node.get("/Alt")) for kind, node in tree(product(game, "rules")) if kind == "Figure")
    for paper in PAPERS.values():
        drawn = chapters.pictures(loaded, shop.provider.figures(shop.context), paper)
        assert set(drawn) == set(called), paper.name
    for name in called:
        atlas = read_atlas(loaded, "map" if name == MAP else name) if name in atlases(loaded) or name == MAP else None
        assert (f"{atlas.title}. " if atlas else drawn[name].alt) in alts


def test_lists_in_lists_are_lists_to_a_screen_reader() -> None:
    kinds = [kind for kind, _ in tree(product("twentyfive", "sequence"))]
    assert kinds.count("L") > 1
    assert kinds.count("LI") == kinds.count("Lbl") == kinds.count("LBody")


# One page


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", GAMES)
def test_the_sequence_of_play_is_one_page(game: str, paper: str) -> None:
    assert len(read(product(game, "sequence", paper)).pages) == 1


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", [*ALL, *variants()])
def test_what_is_easily_forgotten_is_one_page_the_last_of_a_first_mission(game: str, paper: str) -> None:
    (page,) = texts(built.blank(game, "easily-forgotten", paper))
    *_, last = texts(built.blank(game, "first-mission", paper))
    assert in_one_line(page).startswith("Easily forgotten")
    assert in_one_line(page)[:200] == in_one_line(last)[:200]


def test_what_does_not_fit_on_one_page_is_an_error_that_says_so() -> None:
    words = flowables.Paragraph("word " * 9000)
    with Document(imprint()) as document, pytest.raises(PressError, match=r"Everything: does not fit on one page"):
        chapters.draw_pages(document, "Everything", [words], columns=2, landscape=False, single=True)


@pytest.mark.parametrize(
    ("words", "brief"),
    [
        ([Span("It was a long and quiet morning over the fields. Then it rained.")],
         "It was a long and quiet morning over the fields."),
        ([Span("Roll one die. On 6 fighters attack the element. Else nothing.")],
         "Roll one die. On 6 fighters attack the element."),
        ([Span("A natural "), Span("6", "bold"), Span(" always hits the fighter that it is for. What then?")],
         "A natural 6 always hits the fighter that it is for."),
        ([Span("Optional.", "italic"), Span(" Roll for each man who is out in the cold. Twice.")],
         "Optional. Roll for each man who is out in the cold."),
        ([Span("The bomber under attack fires before the fighter. Then it waits. Each "), Span("6"), Span(" is a hit.")],
         "The bomber under attack fires before the fighter. Each 6 is a hit."),
        ([Span("The bombers beside it cannot help it, whatever they do. See ruling "), Span("T-A16", "id"), Span(".")],
         "The bombers beside it cannot help it, whatever they do."),
        ([Span("Optional.", "italic"), Span(" "), Span("Where the formation assembles.", "bold"),
          Span(" You may still come in time. Or not.")],
         "Optional. Where the formation assembles. You may still come in time."),
    ],
)  # fmt: skip
def test_a_summary_takes_the_first_sentence_that_says_something_and_all_numbers(words: list[Span], brief: str) -> None:
    assert "".join(span.text for span in chapters.in_brief(tuple(words))) == brief


def test_a_summary_keeps_every_step_of_a_list_that_ends_the_first_sentence() -> None:
    steps = [(Span("Move a zone."),), (Span("Pressure: up or down. Check for frostbite."),), (Span("Weather."),)]
    listing = Listing(tuple(Item(step) for step in steps), numbered=True)
    rule = Text((Span("", rules=("F4.0.2",)), Span("A turn of the bomber goes like this:")))
    (words,) = chapters.statements([rule, listing])
    brief = "".join(span.text for span in chapters.in_brief(words))
    assert (
        brief == "A turn of the bomber goes like this: Move a zone; Pressure: up or down; Check for frostbite; Weather."
    )


_MARKED = re.compile(r'((?:\{\{ rule\("[^"]+"\) \}\}\s*)+)')


@pytest.mark.parametrize("game", ALL)
def test_the_summary_has_a_sentence_for_each_mark_of_a_rule(game: str) -> None:
    marks = [
        tuple(re.findall(r'"([^"]+)"', run))
        for page in pages(load(game), "rules")
        for run in _MARKED.findall(page_text(load(game), page))
    ]
    rules = chapters_of(game, "rules")
    found = [block for block in chapters.rules_summary(rules) if isinstance(block, flowables.Paragraph)]
    assert [tuple(block.margin) for block in found] == marks
    assert [block.margin for block in found if len(said(block)) < 20 or said(block).endswith(":")] == []
    text = re.sub(r"[\W\d_]+", "", text_of(game, "rules-summary").casefold())
    lost = [said(block) for block in found if re.sub(r"[\W\d_]+", "", said(block).casefold()) not in text]
    assert len(lost) < len(found) / 10, lost[:3]  # a few go on in the next column


@pytest.mark.parametrize("game", ALL)
def test_the_summary_has_every_number_of_the_rules(game: str) -> None:
    rules = chapters_of(game, "rules")
    number = re.compile(r"(?<![\w.-])[+−]?\d+")
    brief = {
        name: said(block)
        for block in chapters.rules_summary(rules)
        if isinstance(block, flowables.Paragraph)
        for name in block.margin
    }
    for part in every_part(tuple(rules)):
        if isinstance(part, (Text, Item)) and part.rules:
            text = " ".join(brief[name] for name in part.rules)
            assert set(number.findall(said(part))) <= set(number.findall(text)), part.rules


def test_the_summary_says_how_25_and_out_is_lost_and_what_hits() -> None:
    text = in_one_line(text_of("twentyfive", "rules-summary"))
    for words in ("three or more engines are out", "each 6 is a hit", "A flak die of 6 hits", "left waist gun for the left wing", "Each 5–6 is a hit"):  # fmt: skip
        assert words in text


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_that_the_booklet_names_is_printed_in_it_once(game: str) -> None:
    text = " ".join(text_of(game, "rules").split())
    rulings = load(game).rulings
    named = {key for key in rulings if re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", text)}
    assert named
    assert {key: text.count(f"Ruling {key}: ") for key in named if text.count(f"Ruling {key}: ") != 1} == {}


@pytest.mark.parametrize("game", [*ALL, "b17g", "b24d", "foggia"])
def test_no_ruling_is_set_out_in_the_middle_of_a_sentence(game: str) -> None:
    book = load(game)
    lines = [line for page in page_files(book) for line in page_text(book, page).splitlines()]
    assert [line for line in lines if re.search(r"{{ ruling\(", line) and not line.startswith(("{{", " "))] == []


# The bundle


def test_the_bundle_leads_to_each_product() -> None:
    reader = PdfReader(blank("a4")["twentyfive-bundle"])
    _start, *parts = bundle.bundled_products(open_shop(book()).products)
    links = [a.get_object() for a in reader.pages[1]["/Annots"] if "/Dest" in a.get_object()]
    assert [str(link["/Contents"]).rpartition(", page ")[0] for link in links] == [one.title for one in parts]
    for link, part in zip(links, parts, strict=True):
        page = landing(reader, link)
        assert str(link["/Contents"]).endswith(f", page {page + 1}")
        if part.kind not in ("cards", "aids", "booklet"):
            assert part.title in in_one_line(*texts(blank("a4")["twentyfive-bundle"], page))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_all_of_the_bundle_is_on_one_paper_and_each_part_begins_on_a_front(paper: str) -> None:
    reader = PdfReader(blank(paper)["twentyfive-bundle"])
    parts = bundle.bundled_products(open_shop(book()).products)
    assert {"rules", "rules-booklet"} <= {part.name for part in parts}, "to read in order, and to fold"
    sizes = {tuple(sorted((round(page.mediabox.width), round(page.mediabox.height)))) for page in reader.pages}
    assert len(sizes) == 1
    start, *parts = parts
    assert start.kind == "start", "what to do with the others comes first"
    links = [a.get_object() for a in reader.pages[1]["/Annots"] if "/Dest" in a.get_object()]
    begins = {part.name: landing(reader, link) for link, part in zip(links, parts, strict=True)}
    assert all(begins[part.name] % 2 == 0 for part in parts), "counted from 0, fronts are even"
    empty = [n for n, text in enumerate(texts(blank(paper)["twentyfive-bundle"])) if "Left blank" in text]
    assert all(n + 1 in begins.values() for n in empty)


def test_a_blank_page_comes_only_where_a_front_would_be_a_back() -> None:
    sheet, deck = Product("sheet", "s", "S"), Product("cards", "c", "C")
    assert bundle.begins([(sheet, 1), (deck, 4), (deck, 3), (sheet, 1)], after=1) == [
        (sheet, 3), (deck, 5), (deck, 9), (sheet, 13),
    ]  # fmt: skip


def white(page: pdfium.PdfPage) -> float:
    """How much of a page is white below its last line, above the foot."""
    seen = page.render(scale=0.25, grayscale=True).to_pil()
    body = seen.crop((0, 0, seen.width, round(seen.height * 0.92))).point(lambda value: 255 if value < 200 else 0)
    box = body.getbbox()
    return 1 - (box[3] if box else 0) / body.height


@pytest.mark.parametrize("game", ["twentyfive", "queen", "superfort", "skirmish"])
def test_no_page_of_the_rules_but_the_last_is_a_third_white(game: str) -> None:
    document = pdfium.PdfDocument(product(game, "rules"))
    found = [round(white(page), 2) for page in document]
    document.close()
    assert max(found[:-1]) < 1 / 3, found
