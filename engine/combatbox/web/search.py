"""The search index, with an entry for every rule, table, row, ruling, term, mission, paper and page.

Each entry has an address, and the words by which it can be found.

The texts of entries are passed to the browser unchanged; `scripts/src/search` splits them into words, ranks the entries
and shows them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from html import unescape
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from combatbox.core.annotations import frozen
from combatbox.core.errors import DataError, Problem, suggest
from combatbox.core.phrases import anchor
from combatbox.core.table_views import capital
from combatbox.library import paths
from combatbox.library.folders import CHAPTERS
from combatbox.library.schema import QuestionsModel, SearchModel
from combatbox.library.yaml12 import Document, model_of, read_yaml
from combatbox.play.canonical_json import compact_json

if TYPE_CHECKING:
    from combatbox.core.table_views import RowView
    from combatbox.library.book import Book
    from combatbox.web.views import Places, TableOnPage

KINDS = ("Rule", "Table", "Row", "Ruling", "Term", "Mission", "Paper", "Page")
LONGEST = 700
"""The maximum number of characters of a text in the index; longer texts of pages are cut."""

# Regular expressions are enough: the pages are our own, and only a few marks are searched for.
_HEADING = re.compile(r'(?s)<h(1|[23](?= id))(?: id="([^"]*)")?([^>]*)>(.*?)</h\1>')
_RULE = re.compile(r'(?s)(?:<span class="cb-rule" id="[^"]+">.*?</span>(?: <span class="cb-optional">.*?</span>)?\s*)+')
"""The marks of a rule, or of rules that have a text together."""
_UNSEEN = re.compile(r"(?s)<(style|script|noscript|template|dialog|svg)\b.*?</\1>")
"""Elements whose text no reader sees at once: styles, scripts and what stands in for them, dialogs and drawings."""
_APART = re.compile(
    r"</?(?:p|li|ul|ol|td|th|tr|dd|dt|div|h[1-6]|summary|figcaption|caption|pre|br|option|label|button)\b"
)
"""A pattern for block elements, whose words must not be joined to the following words."""
_TERM = re.compile(r'(?s)<dt id="([^"]*)"[^>]*>(.*?)</dt>\s*<dd>(.*?)</dd>')
_PAPER = re.compile(
    r'(?s)<li id="([^"]*)" class="cb-paper">.*?<span[^>]*>(.*?)</span>(.*?)<span class="cb-paper__links">'
)


@frozen
class Entry:
    """One entry of the index.

    Attributes:
        game: the key of the game; empty for pages that belong to no game.
        kind: one of `KINDS`.
        url: the address.
        id: the id of the rule, table or ruling, if it has one; for a row, the id of its table.
        title: the title.
        text: the text to search.
        section: the headings above the entry, if its words do not repeat them.
    """

    game: str
    kind: str
    url: str
    id: str
    title: str
    text: str
    section: str = ""


# ---- pages


def text_of_html(html: str) -> str:
    """Return the text of some HTML as one line."""
    seen = _UNSEEN.sub(" ", html)
    return " ".join(unescape(re.sub(r"<[^>]+>", "", _APART.sub(r" \g<0>", seen))).split())


def page_entries(game: str, url: str, title: str, html: str) -> Iterator[Entry]:
    """Yield entries for a page and its sections.

    Sections marked `data-search-exclude`, and rules stated on the page, are left out, because they are indexed by other
    functions.
    """
    for heading, section in _parts(html, _HEADING):
        if "data-search-exclude" not in heading[3]:
            text, name = text_of_html(_before_rules(section))[:LONGEST], _title_of(heading)
            place = (url, "", name) if heading[1] == "1" else (f"{url}#{heading[2]}", "", f"{name} ({title})")
            yield Entry(game, "Page", *place, text)


def _parts(html: str, *patterns: re.Pattern[str]) -> Iterator[tuple[re.Match[str], str]]:
    """Yield each match of some patterns in a page, with the HTML up to the next match."""
    marks = sorted((mark for pattern in patterns for mark in pattern.finditer(html)), key=re.Match.start)
    for mark, end in zip(marks, [*(later.start() for later in marks[1:]), len(html)], strict=True):
        yield mark, html[mark.end() : end]


def _title_of(heading: re.Match[str]) -> str:
    """Return the words of a heading."""
    return text_of_html(re.sub(r'<a class="headerlink".*?</a>', "", heading[4], flags=re.DOTALL))


def _before_rules(html: str) -> str:
    """Return a section's text before its first rule, without tables and boxes."""
    before = _RULE.split(html, maxsplit=1)[0]
    return re.sub(r"<(table|figure|aside)\b.*?</\1>", " ", before, flags=re.DOTALL)


@frozen
class StatedRule:
    """A rule as a chapter states it: its text, and the titles of the chapter and section above it."""

    text: str = ""
    above: str = ""


def stated_rules(html: str) -> dict[str, StatedRule]:
    """Return each rule in a chapter, with its text, by the rule's anchor.

    The text goes on to the next rule or heading; rules whose marks are adjacent share it.
    """
    rules: dict[str, StatedRule] = {}
    title = section = ""
    for mark, text in _parts(html, _RULE, _HEADING):
        if mark.re is _RULE:
            stated = StatedRule(text_of_html(text)[:LONGEST], f"{title} {section}".strip())
            rules |= dict.fromkeys(re.findall('"cb-rule" id="([^"]+)"', mark[0]), stated)
        elif mark[1] == "1":
            title = _title_of(mark)
        else:
            section = _title_of(mark)
    return rules


def with_term_anchors(html: str) -> str:
    """Add an anchor to each of a glossary's terms."""
    return re.sub(r"<dt>(.*?)</dt>", lambda m: f'<dt id="term-{anchor(text_of_html(m[1]))}">{m[1]}</dt>', html)


def part_entries(game: str, url: str, html: str) -> Iterator[Entry]:
    """Yield an entry for each term of a glossary that has an anchor, and for each paper of a page of downloads."""
    for kind, parts in (("Term", _TERM), ("Paper", _PAPER)):
        for name, title, text in parts.findall(html):
            yield Entry(game, kind, f"{url}#{name}", "", text_of_html(title), text_of_html(text))


# ---- books


def rule_entries(book: Book, places: Places, stated: Mapping[str, StatedRule]) -> Iterator[Entry]:
    """Yield an entry for each rule.

    Args:
        book: the book of the game.
        places: the locations of the rules on the site.
        stated: the rules as chapters state them, by `game/anchor`.
    """
    for rule in book.rules.values():
        found = stated.get(f"{book.key}/{anchor(rule.id)}", StatedRule())
        yield Entry(book.key, "Rule", places.rule(book, rule.id), rule.id, rule.title, found.text, found.above)


def ruling_entries(book: Book, places: Places) -> Iterator[Entry]:
    """Yield an entry for each ruling, with its question, answer and reason."""
    for ruling in book.rulings.values():
        others = [option.words for key, option in ruling.options.items() if key != ruling.default]
        text = " ".join([ruling.options[ruling.default].words, ruling.why, *others])
        yield Entry(book.key, "Ruling", places.ruling(book, ruling.id), ruling.id, ruling.question, text)


def table_entries(table: TableOnPage, places: Places) -> Iterator[Entry]:
    """Yield an entry for a table, and one for each of its rows."""
    link, url = table.link, places.table(table.book, table.link.id)
    yield Entry(link.game, "Table", url, link.id, link.title, text_of_html(". ".join(_about(table))))
    above: list[RowView] = []
    for row in (row.seen for row in table.rows):
        above = [*above[: row.depth], row]
        names = [part.area for part in above if part.area]
        cells = zip_longest(table.headings, map(text_of_html, row.cells), fillvalue="")
        filled = [(head, cell) for head, cell in cells if cell and cell != "–"]
        # Equal cells of a chart are all listed: zones of a way.
        says = (
            [f"{head} {cell}" for head, cell in filled] if table.seen.shape == "chart" else [cell for _, cell in filled]
        )
        words = "; ".join(dict.fromkeys(says))
        title = f"{', '.join(text_of_html(part.roll) for part in above)}: {', '.join(names) or words}"
        yield Entry(link.game, "Row", f"{url}#{row.anchor}", link.id, title, words if names else "")


def _about(table: TableOnPage) -> list[str]:
    """Return the parts that describe a table: card and use, dice, columns, modifiers and notes."""
    dice = " per ".join(part for part in (table.link.dice, table.seen.per) if part)
    columns = table.headings if len(table.headings) > 1 else []
    notes = [note.removesuffix(".") for note in table.notes]
    return [
        part
        for part in (
            capital(table.views.use(table.table)),
            dice,
            *columns,
            *(m.seen.words for m in table.modifiers),
            *notes,
        )
        if part
    ]


# ---- how readers ask


NO_GAME = "site"
"""The key in `search.yaml` for the pages that belong to no game."""

QUESTIONS = "questions.yaml"
"""The name of the file with a game's questions, beside its chapters. The file for pages of no game is beside their
folders.
"""


@frozen
class Asking:
    """The words and questions with which readers search.

    Attributes:
        words: the synonyms.
        questions: the questions, by game and by the name of the entry that answers them.
    """

    words: SearchModel
    questions: Mapping[str, Mapping[str, list[str]]]

    @classmethod
    def read(cls, prose: Path, books: Mapping[str, Book], entries: Iterable[Entry]) -> Asking:
        """Read `search.yaml` and the questions of each game; a variant has those of its parent and its own.

        Raises:
            DataError: a file is not valid, or names something that is not in the index.
        """
        problems: list[Problem] = []
        names: dict[str, set[str]] = {}
        for entry in entries:
            names.setdefault(entry.game, set()).add(_name(entry))
        words = words_of(read_yaml(prose / "search.yaml"), books, problems)
        questions: dict[str, dict[str, list[str]]] = {}
        for game, file, strict in _question_files(prose, books):
            if file.is_file():
                asked = questions_of(read_yaml(file), names.get(game, set()), problems, strict=strict)
                of_game = questions.setdefault(game, {})
                of_game |= {name: [*of_game.get(name, []), *added] for name, added in asked.items()}
        if problems or words is None:
            raise DataError(problems)
        return cls(words, questions)


def _question_files(prose: Path, books: Mapping[str, Book]) -> Iterator[tuple[str, Path, bool]]:
    """Yield the files of questions, with the game that they are for, and True if each name in them must be known."""
    yield "", prose / QUESTIONS, True
    for key, book in books.items():
        yield key, paths.home(book.base_game).site / QUESTIONS, book.overlay is None
        if book.variant_folder:
            yield key, book.variant_folder / CHAPTERS / QUESTIONS, book.overlay == book.variant_folder


def _own_names(book: Book) -> list[str]:
    """Return the names of a game to which the search data give none: its key, its title, and the title before and after a colon."""
    return [book.key, book.meta.title, *book.meta.title.split(": ")]


def words_of(document: Document, books: Mapping[str, Book], problems: list[Problem]) -> SearchModel | None:
    """Return the synonyms of the search, or None if the file has problems."""
    words = model_of(document, SearchModel, problems)
    named = [(part, key) for part in ("names", "examples") for key in (getattr(words, part) if words else {})]
    for part, key in named:
        if key not in books and (part == "names" or key != NO_GAME):
            problems.append(document.problem((part, key), f"unknown game {key!r}{suggest(key, books)}"))
    return words


def questions_of(
    document: Document, known: Collection[str], problems: list[Problem], *, strict: bool
) -> dict[str, list[str]]:
    """Return the questions of a game, by the name of the entry that answers them.

    Args:
        document: the file of questions.
        known: the names of the game's entries.
        problems: a list that receives the problems, with their lines.
        strict: True to report unknown names; otherwise they are left out, because an overlay can remove rules.
    """
    model = model_of(document, QuestionsModel, problems)
    questions = model.questions if model else {}
    unknown = [name for name in questions if name not in known]
    if strict:
        problems += [
            document.problem(("questions", name), f"unknown id or page {name!r}{suggest(name, known)}")
            for name in unknown
        ]
    return {name: asked for name, asked in questions.items() if name not in unknown}


def _name(entry: Entry) -> str:
    """Return the name of an entry in the files of questions: its id, or its address relative to the game."""
    return entry.id if entry.id and entry.kind != "Row" else entry.url.removeprefix(f"{entry.game}/")


# ---- the script


def script(entries: Collection[Entry], books: Mapping[str, Book], asking: Asking) -> str:
    """Return the index as a script, because a page that is opened from a folder can load scripts but no JSON.

    Entries of alternative tables come after those of other tables. A variant's entries that are the same in its game
    are left out, because a search in the variant finds those of the game; but its papers and pages are its own.
    """
    games = ["", *books]
    docs = []
    known = {(entry.game, entry.kind, entry.id, entry.title, entry.text) for entry in entries}
    for entry in entries:
        asked = asking.questions.get(entry.game, {}).get(_name(entry), [])
        book = books.get(entry.game)
        below = book.meta.like if book else ""
        is_place = entry.kind == "Paper" or (entry.kind == "Page" and "#" not in entry.url)
        if below and not is_place and (below, entry.kind, entry.id, entry.title, entry.text) in known:
            continue
        low = int(book is not None and entry.id in book.variants)
        game, kind = games.index(entry.game), KINDS.index(entry.kind)
        docs.append([game, kind, entry.url, entry.id, entry.title, entry.text, asked, low, entry.section])
    words = asking.words
    data: dict[str, Any] = {
        "games": [["", "Combat Box", []]]
        + [
            [key, book.meta.title, words.names.get(key) or _own_names(book), book.meta.like]
            for key, book in books.items()
        ],
        "kinds": KINDS,
        "skip": words.skip,
        "slips": words.slips,
        "same": words.same,
        "terms": words.terms,
        "examples": words.examples,
        "docs": docs,
    }
    return f"window.cbFind={compact_json(data)};"
