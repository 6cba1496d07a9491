"""A game whose printed tables are lost marks them: pages, chapters, roller, papers, cards, terminal.

The tests mark a copy of a game that has its printed tables.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.once import Once
from tests.wing import ONE, ONE_SHOWN

from combatbox.cli import main
from combatbox.cli.table_output import show_table
from combatbox.core.table_views import REBUILT
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.press.print_run import print_game
from combatbox.verify.independent_reader import read_book
from combatbox.web.pages import indexes, own_pages
from combatbox.web.prose_functions import Prose
from combatbox.web.site import Site
from combatbox.web.site_files import Page
from combatbox_dev import paper, site
from combatbox_dev.site import PageReader

GAME = "twentyfive"
LOST, KEPT = "T-TAB-WING", "T-TAB-AREA"
LINE = '<td class="cb-rebuilt"'


def mark(folder: Path) -> None:
    """Mark all tables of the game as rebuilt, except one that the rulebook states."""
    shutil.copytree(paths.home(GAME).tables, folder / GAME)
    game = folder / GAME / "game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("constants:", "rebuilt: {lost: its cards, ancestor: queen}\nconstants:", 1), "utf-8")
    for path in sorted((folder / GAME).glob("t-*.yaml")):
        origin = "rulebook" if path.stem == KEPT.lower() else "reconstruction"
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"(?m)^title:", f"origin: {origin}\ntitle:", text, count=1), encoding="utf-8")
    wing = folder / GAME / f"{LOST.lower()}.yaml"
    wing.write_text(
        wing.read_text(encoding="utf-8").replace(f"{{roll: {ONE},", f"{{roll: {ONE}, origin: history,"), "utf-8"
    )


@pytest.fixture(scope="module")
def book(once: Once) -> Book:
    return load(GAME, base=once("rebuilt", mark))


def pages_of(book: Book) -> Iterator[Page]:
    made = Site({GAME: book})
    yield next(iter(indexes(made, book)))
    for page in own_pages(made, book):
        if not page.path.startswith(f"{GAME}/tables/"):
            return
        yield page


@pytest.fixture(scope="module")
def pages(book: Book) -> dict[str, str]:
    return {Path(page.path).stem: page.text for page in pages_of(book)}


def read(text: str, table: str) -> PageReader:
    reader = PageReader(f"{GAME}/tables/{table.lower()}.html")
    reader.feed(text)
    reader.close()
    return reader


# ---- pages


def test_the_page_of_a_rebuilt_table_is_marked_and_names_the_source_of_each_value(pages: dict[str, str]) -> None:
    text = pages[LOST.lower()]
    assert text.count(LINE) == 1
    assert f"{REBUILT}. <a" in text
    assert f'data-row="T-TAB-WING/{ONE}" data-origin="history"' in text
    assert f"<li><b>Set from public history:</b> {ONE_SHOWN}</li>" in text
    assert "<code>combatbox new overlay twentyfive my-tables</code>" in text
    assert "<code>combatbox verify twentyfive --tables my-tables</code>" in text


def test_its_roller_has_the_mark_too(pages: dict[str, str]) -> None:
    roller = pages[LOST.lower()].partition('<form class="cb-roller"')[2].partition("</form>")[0]
    assert f'<p class="cb-rebuilt">{REBUILT}</p>' in roller


def test_a_table_that_the_rulebook_states_has_no_mark(pages: dict[str, str]) -> None:
    assert "cb-rebuilt" not in pages[KEPT.lower()]
    assert REBUILT not in pages[KEPT.lower()]


def test_the_list_of_tables_gives_the_reason_and_how_an_owner_adds_his_own(pages: dict[str, str]) -> None:
    text = pages["index"]
    assert "The tables of 25 and Out are rebuilt by us: we lack its cards." in text
    assert "combatbox new overlay twentyfive my-tables" in text


def test_a_rebuilt_table_in_a_chapter_is_marked(book: Book) -> None:
    slots: list[str] = []
    prose = Prose(Site({GAME: book}), book, f"{GAME}/rules/1-x.md", slots)
    prose.table(LOST)
    prose.table(KEPT)
    assert [LINE in slot for slot in slots] == [True, False]
    assert 'href="../tables/t-tab-wing.html#source"' in slots[0]


def test_a_game_with_its_printed_tables_has_no_mark() -> None:
    own = load(GAME)
    slots: list[str] = []
    Prose(Site({GAME: own}), own, f"{GAME}/rules/1-x.md", slots).table(LOST)
    assert "rebuilt" not in slots[0]
    assert "data-origin" not in slots[0]


def test_verify_finds_a_page_without_the_mark(book: Book, pages: dict[str, str]) -> None:
    plain = read_book(book)

    def found(table: str, text: str) -> list[str]:
        return [str(one) for one in site.table_findings(plain[table], book, read(text, table).tables[0])]

    assert found(LOST, pages[LOST.lower()]) == []
    silent = re.sub(r"(?s)<tfoot>.*?</tfoot>", "", pages[LOST.lower()])
    assert found(LOST, silent) == [
        "twentyfive/tables/t-tab-wing.html T-TAB-WING: the page does not say that it is rebuilt"
    ]
    foot = re.search(r"(?s)<tfoot>.*?</tfoot>", pages[LOST.lower()])
    assert foot
    loud = pages[KEPT.lower()].replace("</tbody>", f"</tbody>{foot[0]}", 1)
    assert found(KEPT, loud)[0].endswith("the page says that it is rebuilt, the file does not")


# ---- papers


def test_every_paper_is_marked_and_verify_finds_one_without_the_mark(book: Book, tmp_path: Path) -> None:
    made = print_game(book, tmp_path / GAME, "a4")
    assert list(paper._missing_notices(book, tmp_path / GAME)) == []
    shop = load(GAME)
    for path in made:
        path.unlink()
    made = print_game(shop, tmp_path / GAME, "a4")
    silent = {one.place for one in paper._missing_notices(book, tmp_path / GAME)}
    assert silent == {f"{GAME}/{path.name}" for path in made}


def test_each_rebuilt_table_and_card_has_a_mark(book: Book, tmp_path: Path) -> None:
    print_game(book, tmp_path / GAME, "a4")
    plain = read_book(book)
    sheet = paper.read_sheet(tmp_path / GAME / "tables-a4.pdf", tmp_path, plain)
    report = {table: REBUILT in printed.text for table, printed in sheet.tables.items()}
    assert report == {table: table != KEPT for table in plain}
    cards = " ".join(paper.read_sheet(tmp_path / GAME / "table-cards-a4.pdf", tmp_path, plain).text.split())
    lost = [table for table in book.tables.values() if table.id != KEPT and table.id not in book.variants]
    shown = [table for table in lost if table.title in cards]
    assert cards.count(REBUILT) >= len(shown) > 10  # A table in two parts has the mark on each.


# ---- the terminal


def test_the_terminal_shows_the_mark(book: Book, capsys: pytest.CaptureFixture[str]) -> None:
    show_table(book, book.tables[LOST])
    shown = capsys.readouterr().out
    assert f"  {REBUILT}. Your own numbers: combatbox new overlay twentyfive my-tables\n" in shown
    assert f"    Set from public history: {ONE_SHOWN}\n" in shown
    show_table(book, book.tables[KEPT])
    assert "ebuilt" not in capsys.readouterr().out


@pytest.mark.parametrize("key", ["superfort", "twentyfive"])
@pytest.mark.parametrize("words", [("fly",), ("campaign", "--missions", "1"), ("play",)])
def test_an_account_and_a_game_at_the_terminal_begin_with_it(key: str, words: tuple[str, ...]) -> None:
    command, *more = words
    shown = CliRunner().invoke(main, [command, key, "--seed", "1", *more], input="q\n").output
    notice = load(key).rebuilt
    assert shown.count("rebuilt by us") == int(bool(notice))
    assert notice in shown
    assert bool(notice) == (key == "superfort")
