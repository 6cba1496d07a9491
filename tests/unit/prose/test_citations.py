"""Every citation of every game under tables of somebody's own: a page is made, and says what holds now or marks what does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.core.tables import Table
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.library.schema import SHAPES
from combatbox.library.table_compiler import TableCompiler
from combatbox.library.yaml12 import Document, model_of, read_shared
from combatbox.prose.chapters import Footnote, PaperProse, all_blocks, chapter
from combatbox.prose.citations import Degraded, cite
from combatbox.verify.prose import citations
from combatbox.web.prose_functions import gather_marks
from combatbox.web.site import Site
from combatbox.web.written_pages import replace_calls

SHOWN = re.compile(r"^```combatbox$.*?^```$", re.MULTILINE | re.DOTALL)
"""A mission that a page shows, which is not flown here."""

ANYWHERE = Path("anywhere")
"""The folder of an overlay that is in memory alone."""

LAID = count()
"""Numbers the books with such an overlay."""


@cache
def own(game: str) -> Book:
    return load(game)


def laid(game: str, tables: dict[str, Table]) -> Book:
    """A game with tables of somebody's own in the place of some of its own."""
    book = own(game).again()
    book.tables.update(tables)
    book.overlay = ANYWHERE
    book.digest = f"{book.digest}, {next(LAID)}"  # the cache finds a book by its digest
    book._below.append(own(game))
    return book


@cache
def cited(game: str) -> list[tuple[str, tuple[str, ...]]]:
    """Every citation of a game's pages, each once."""
    pages = sorted(paths.home(game).site.rglob("*.md"))
    found = [one for page in pages for one in citations(page.read_text(encoding="utf-8"), page.name)]
    return list(dict.fromkeys((one.name, one.arguments) for one in found))


def compiled(game: str, data: dict[str, Any], path: str) -> Table | None:
    """A table of a file's data; None where the loader refuses it."""
    book, problems = own(game), []
    document = Document(path, {"shape": "rows", **data}, dict.fromkeys(ways(data, ()), 1))
    model = model_of(document, SHAPES[document.data["shape"]], problems)
    if model is None:
        return None
    compiler = TableCompiler(document, model, book.vocabulary, book.constants, owned=False)
    table = compiler.compile()
    return None if compiler.problems else table


def ways(part: Any, way: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The ways to all nodes of a file's data."""
    yield way
    for key, value in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        yield from ways(value, (*way, key))


def mutations(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The data of a table's file with one thing changed, emptied or deleted."""
    rows = data.get("rows", [])
    for index, row in enumerate(rows):
        yield {**data, "rows": rows[:index] + rows[index + 1 :]}
        yield {**data, "rows": [*rows[:index], emptied(row), *rows[index + 1 :]]}
        if "key" in row:
            yield {**data, "rows": [*rows[:index], {**row, "key": "renamed"}, *rows[index + 1 :]]}
        if index:
            swapped = [{**one, "effects": rows[index - 1].get("effects", [])} if one is row else one for one in rows]
            yield {**data, "rows": swapped}
    yield {**data, "rows": [emptied(row) for row in rows]}
    for part in ("modifiers", "floors", "forced", "first", "adjusts"):
        items = data.get(part, [])
        for index, item in enumerate(items):
            rest = items[:index], items[index + 1 :]
            yield {**data, part: [*rest[0], *rest[1]]}
            for name in ("add", "natural"):
                if isinstance(item.get(name), int):
                    for by in (-1, 1):
                        yield {**data, part: [*rest[0], {**item, name: item[name] + by}, *rest[1]]}
        if items:
            yield {key: value for key, value in data.items() if key != part}
    yield from one_number_changed(data, data)


def emptied(row: dict[str, Any]) -> dict[str, Any]:
    """A row that gives nothing and hits on nothing."""
    bare = {key: value for key, value in row.items() if key not in ("effects", "then", "lead")}
    for part in ("cells", "hits"):
        if isinstance(bare.get(part), list):
            bare[part] = [None if part == "cells" else [] for _ in bare[part]]
    return bare


def one_number_changed(whole: dict[str, Any], part: Any) -> Iterator[dict[str, Any]]:
    """The data with a number of a condition or effect changed; the way to it is walked in a copy."""
    for way in ways_to_numbers(part, ()):
        copy = deepcopy(whole)
        inner = copy
        for step in way[:-1]:
            inner = inner[step]
        inner[way[-1]] += 1
        yield copy


def ways_to_numbers(part: Any, way: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    items = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in items:
        if isinstance(value, int) and not isinstance(value, bool) and ("when" in way or "effects" in way):
            yield (*way, key)
        yield from ways_to_numbers(value, (*way, key))


def mutants(game: str, table_id: str) -> Iterator[Table]:
    table = own(game).tables[table_id]
    document = read_shared(paths.resolve_display_path(table.info.path))
    for data in mutations({"id": table_id, **document.data}):
        mutant = compiled(game, data, document.path)
        if mutant:
            yield mutant


@pytest.mark.parametrize("game", GAMES)
def test_each_citation_of_a_game_stands_under_every_mutation_of_its_table(game: str) -> None:
    """Nothing raises, and what says otherwise than the game has a value to say."""
    tables = dict(own(game).tables.items())
    seen = degraded = 0
    for table_id in tables:
        about = [(name, arguments) for name, arguments in cited(game) if table_id in arguments]
        for mutant in mutants(game, table_id) if about else ():
            book = laid(game, {table_id: mutant})
            for name, arguments in about:
                found = cite(book, name, arguments)
                seen += 1
                degraded += isinstance(found, Degraded)
                text = found.text if isinstance(found, Degraded) else found
                assert text.strip(), (name, arguments, mutant)
    assert seen > {"twentyfive": 100, "queen": 1000, "skirmish": 50}.get(game, -1)
    assert degraded or game == "superfort"


@pytest.mark.parametrize("game", GAMES)
def test_each_citation_of_a_constant_or_word_stands_when_it_is_changed_or_gone(game: str) -> None:
    for name, arguments in cited(game):
        if name not in ("const", "word", "say"):
            continue
        for change in ({}, 7, [], "text", {"first": 1, "last": 2}, None):
            book = laid(game, {})
            if name == "say":
                book.meta.words.pop(arguments[0])
            else:
                put(book.meta.constants, arguments[0].split("."), change)
            found = cite(book, name, arguments)
            assert (found.text if isinstance(found, Degraded) else found).strip(), (name, arguments, change)


def put(held: dict[str, Any], way: list[str], value: Any) -> None:
    for step in way[:-1]:
        held = held[step]
    if value is None:
        del held[way[-1]]
    else:
        held[way[-1]] = value


def bare(game: str) -> Book:
    """A game of which every table that is cited gives nothing, adds nothing and has no floor, as far as it still loads."""
    tables = {}
    for table_id, table in own(game).tables.items():
        document = read_shared(paths.resolve_display_path(table.info.path))
        data = {key: value for key, value in document.data.items() if key not in ("modifiers", "floors")}
        mutant = compiled(game, {**data, "rows": [emptied(row) for row in data.get("rows", [])]}, document.path)
        tables |= {table_id: mutant} if mutant else {}
    return laid(game, tables)


@pytest.mark.parametrize("game", GAMES)
def test_every_page_of_a_game_is_made_on_site_and_paper_with_nothing_left_of_its_tables(game: str) -> None:
    book = bare(game)
    site = Site({game: book})
    site.missions.of(book).replayed = []  # no mission flies on tables that give nothing
    prose = PaperProse(book, book.chosen({}))
    marked = 0
    for page in sorted(paths.home(game).site.rglob("*.md")):
        text = SHOWN.sub("", page.read_text(encoding="utf-8"))
        slots: list[str] = []
        name = page.relative_to(paths.home(game).site).as_posix()
        made = replace_calls(site, f"{game}/{name}", text, slots)
        if page.name == "index.md":  # the overview opens with pictures that only the site has
            continue
        notes = [block for block in all_blocks(chapter(name, prose).blocks) if isinstance(block, Footnote)]
        assert bool(notes) == ("cb-yours" in made + "".join(slots)), page
        marked += len(notes)
    assert marked > 10 or game in ("superfort", "skirmish")


# ---- what is said


def with_table(game: str, table_id: str, **parts: Any) -> Book:
    document = read_shared(paths.resolve_display_path(own(game).tables[table_id].info.path))
    table = compiled(game, {**document.data, **parts}, document.path)
    assert table
    return laid(game, {table_id: table})


def modifiers(table_id: str, **amounts: int | None) -> list[Any]:
    """The modifiers of a table of queen with other amounts; None takes one away."""
    items = read_shared(paths.resolve_display_path(own("queen").tables[table_id].info.path)).data["modifiers"]
    changed = [{**one, "add": amounts.get(str(one["when"]), one["add"])} for one in items]
    return [one for one in changed if one["add"] is not None]


def test_an_effect_that_no_roll_gives_any_more_is_no_roll_and_comes_never() -> None:
    book = with_table("twentyfive", "T-TAB-WING", rows=[{"roll": "1-6", "effects": [{"engines_out": 1}]}])
    assert cite(book, "rolls", ("T-TAB-WING", "engines_out 1")) == "1–6"
    assert cite(book, "rolls", ("T-TAB-WING", "engines_out 2")) == Degraded("no roll", False, ("T-TAB-WING",))
    assert cite(book, "odds", ("T-TAB-WING", "engines_out 2")) == Degraded("never", False, ("T-TAB-WING",))


def test_a_modifier_is_said_table_by_table_where_amounts_part() -> None:
    gone = with_table("queen", "G-10", modifiers=modifiers("G-10", rudder_out=None))
    less = with_table("queen", "G-10", modifiers=modifiers("G-10", rudder_out=-2))
    both = ("G-9", "rudder_out", "G-10")
    assert cite(less, "mod", both) == Degraded("−1 on G-9, −2 on G-10", False, ("G-9", "G-10"))
    assert cite(gone, "mod", both) == Degraded("−1 on G-9, none on G-10", False, ("G-9", "G-10"))
    assert cite(gone, "mod", ("G-10", "rudder_out")) == Degraded("no modifier", False, ("G-10",))


def test_a_floor_that_is_gone_keeps_the_sentence_and_says_that_no_roll_is_safe() -> None:
    book = with_table("queen", "M-3", floors=[])
    stored = Degraded("6", True, ("M-3",), "no roll is safe from modifiers")
    assert cite(book, "floor", ("M-3",)) == stored


def test_the_game_s_own_tables_fail_strictly_and_so_does_prose_that_is_wrong_by_itself() -> None:
    book = own("queen").again()
    book.tables["M-3"] = with_table("queen", "M-3", floors=[]).tables["M-3"]
    with pytest.raises(CombatBoxError, match="M-3: has no natural roll"):
        cite(book, "floor", ("M-3",))
    with pytest.raises(CombatBoxError, match="modifier of M-3 'moonlight'"):
        cite(laid("queen", {}), "mod", ("M-3", "moonlight"))


def test_a_paragraph_is_marked_once_for_all_its_citations() -> None:
    site = Site({"queen": with_table("queen", "G-10", modifiers=modifiers("G-10", rudder_out=-2, elevators_out=-3))})
    slots: list[str] = []
    text = 'Out: {{ mod("G-9", "rudder_out", "G-10") }} and {{ mod("G-9", "elevators_out", "G-10") }}, no more.'
    made = gather_marks(f"<p>{replace_calls(site, 'queen/page.md', text, slots)}</p><p>Next.</p>")
    said, mark = made.split(' <span class="cb-yours">')
    assert said == "<p>Out: −1 on G-9, −2 on G-10 and −1 on G-9, −3 on G-10, no more."
    assert mark.startswith("With your tables: see <a")
    assert mark.count("<a") == 2
    assert mark.endswith("</a>.</span></p><p>Next.</p>")
