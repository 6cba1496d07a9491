"""The prose of a game for paper: chapters of headings, paragraphs and lists, every call in them answered.

    for chapter in chapters(book, ["rules", "sequence"], book.chosen({})):
        print(chapter.title, len(chapter.blocks))

It reads the very pages of the site, with the site's Markdown. What is HTML there is a plain block here: where
the site sets a table into the page, paper names it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath
from types import CodeType
from typing import Any, Literal
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from jinja2 import Environment, StrictUndefined, Template, TemplateError, pass_context
from jinja2.runtime import Context
from markdown import Markdown
from markdown.extensions.toc import slugify

from combatbox.core.errors import CombatBoxError, ReplayMismatch, UnknownName
from combatbox.core.table_views import listed, with_minus
from combatbox.drawing.shapes import Figure, Figures
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.replay import read_script, replay_script
from combatbox.play.narrate import narrate_events
from combatbox.prose.citations import DRAWN, Citations, Degraded, by_head, drawn
from combatbox.prose.front_matter import front_matter

How = Literal["", "bold", "italic", "id"]
# A mission shown by the site's script, with the section that has nothing else to say.
_SHOWN = re.compile(r"^```combatbox$", re.MULTILINE)
_SECTION = re.compile(r"^(?=#{1,6} )", re.MULTILINE)
_LAST = 1000
_ASIDE = frozenset({"ul", "ol", "dl", "table", "div"})  # what ends the words of a list item
_EXTENSIONS = ("tables", "attr_list", "def_list", "md_in_html")
DAGGER = "†"
"""Stands behind a value on paper that tables of somebody's own have overtaken."""
_HOW: Mapping[str, How] = {"strong": "bold", "b": "bold", "em": "italic", "i": "italic", "code": "id"}


@dataclass(frozen=True, slots=True)
class Span:
    """Words in one face; `id` is that of names of tables, rules and rulings. `to`: the id, or the page and heading as in
    `rules/9-heat#oxygen`, that they lead to."""

    text: str
    how: How = ""
    to: str = ""


Words = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, and what links to it call it within its page."""

    words: str
    level: int
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph; `rules` are the ids of the rules that it states."""

    words: Words
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """A point of a list, and what stands below it."""

    words: Words
    rules: tuple[str, ...] = ()
    below: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    items: tuple[Item, ...]
    numbered: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """A small table of the prose itself."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class TableHere:
    """The site has a table of the game here."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class RulingHere:
    """A ruling where it bites: the question, the answer in force, the reason."""

    id: str
    question: str
    answer: str
    why: str


@dataclass(frozen=True, slots=True)
class FigureHere:
    """A figure of the game's geometry, with what it shows below it."""

    drawn: Figure


@dataclass(frozen=True, slots=True)
class DrawingHere:
    """A drawing of the press: a map, or a figure of the game's sheets."""

    name: str


@dataclass(frozen=True, slots=True)
class Step:
    """What happens next in a mission that is told, in the words of its script."""

    title: str
    words: Words


@dataclass(frozen=True, slots=True)
class NarratedStep:
    """A line of a mission that is told, and the table that was looked up for it, by its id and by its name."""

    words: str
    table: str = ""
    called: str = ""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """The foot note of the block above it: tables of somebody's own overtake what it says."""

    words: Words


@dataclass(frozen=True, slots=True)
class Term:
    """A word and what it means."""

    term: str
    words: Words


Block = (
    Heading
    | Text
    | Listing
    | Grid
    | TableHere
    | RulingHere
    | FigureHere
    | DrawingHere
    | Step
    | NarratedStep
    | Otherwise
    | Term
)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A page of the prose; `name` is what links to it say, its place in the game's folder."""

    title: str
    about: str
    blocks: tuple[Block, ...]
    name: str = ""


def chapters(book: Book, names: Sequence[str], rulings: Mapping[str, str]) -> list[Chapter]:
    """The chapters called so, in that order; a folder's pages stand in the order of their front matter.

    rulings: the option in force of each. Raises CombatBoxError naming the page for a call that goes wrong.
    """
    values = PaperProse(book, rulings)
    return [chapter(path, values) for name in names for path in pages(book.house, name)]


def cited(book: Book, chapters: Sequence[Chapter], rulings: Mapping[str, str]) -> Chapter | None:
    """The rulings that chapters name and do not print, with the answers in force, as a chapter of their own; None if there
    are none. On the site each is a link, on paper it must stand somewhere."""
    things = [part for chapter in chapters for part in every_part(chapter)]
    printed = {part.id for part in things if isinstance(part, RulingHere)}
    text = " ".join(part for part in things if isinstance(part, str))
    told = [key for key in book.rulings if key not in printed and key in text]
    wanted = [key for key in told if re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", text)]
    blocks = []
    for key in wanted:
        ruling = book.rulings[key]
        answer = ruling.options[rulings.get(key, ruling.default)].words
        blocks.append(RulingHere(key, ruling.question, answer, ruling.why))
    about = "The rulings that the rules name by their numbers"
    return Chapter("Rulings", about, tuple(blocks), "rulings") if blocks else None


def mission_told(book: Book, name: str) -> Chapter:
    """A worked example as a chapter: the script's steps in its words, below each what was rolled on which table. Where tables of
    somebody's own take it another way, it says so instead."""
    if name not in book.scripts:
        raise UnknownName(f"worked example of {book.meta.title}", name, book.scripts)
    script = read_script(book.scripts[name])
    title = f"{script.title}, a mission told"
    try:
        flown = replay_script(book, script)
    except ReplayMismatch as error:
        otherwise = Text((Span(f"With these tables the mission goes another way. {error}"),))
        return Chapter(title, script.source, (otherwise,), f"examples/{name}")
    below: list[list[Block]] = [[] for _ in script.steps]
    rows = book.rows()
    for event, lines in narrate_events(book, flown.journal.events):
        if event["kind"] != "phase":
            table = rows[event["row"]].table if "row" in event else ""
            looked_up = (table, book.tables[table].title) if table else ()
            below[flown.steps[event["n"]]] += [
                NarratedStep(line.shown, *(() if number else looked_up)) for number, line in enumerate(lines)
            ]
    blocks: list[Block] = [Text((Span(script.intro),))]
    for step, told in zip(script.steps, below, strict=True):
        words = [Span(with_minus(step.text))]
        if step.departs:
            words.append(Span(f" {with_minus(step.departs)}", "italic"))
        blocks += [Step(step.title, tuple(words)), *told]
    return Chapter(title, script.source, tuple(blocks), f"examples/{name}")


def all_blocks(blocks: Iterable[Block]) -> Iterator[Block | Item]:
    """Blocks with the points of lists, and what stands below these."""
    for block in blocks:
        yield block
        for item in block.items if isinstance(block, Listing) else ():
            yield item
            yield from all_blocks(item.below)


def every_part(whole: Any) -> Iterator[Any]:
    """A chapter or block with all that it is made of, down to its words."""
    yield whole
    parts = whole if isinstance(whole, tuple) else ()
    if is_dataclass(whole):
        parts = tuple(getattr(whole, part.name) for part in fields(whole))
    for part in parts:
        yield from every_part(part)


def pages(game: str, name: str) -> list[Path]:
    """The page of a game called so, or the pages of a folder."""
    folder = paths.home(game).site
    files = [folder / f"{name}.md"]
    if (folder / name).is_dir():
        files = sorted((folder / name).glob("*.md"), key=lambda path: (_order(path), path.name))
    for path in files:
        if not path.is_file():
            known = [path.stem for path in sorted(folder.glob("*.md"))]
            raise UnknownName(f"page of {game}", name, known)
    return files


def _order(path: Path) -> int:
    return int(front_matter(path.read_text(encoding="utf-8"), paths.shown(path))[0].get("order", _LAST))


def chapter(path: Path, values: PaperProse) -> Chapter:
    """One page as a chapter."""
    about, body = front_matter(path.read_text(encoding="utf-8"), paths.shown(path))
    place = f"site/{values.book.key}/{path.name}"
    name = path.relative_to(paths.home(values.book.house).site).with_suffix("").as_posix()
    try:
        text = answered(values.book, body, values.functions())
    except (TemplateError, CombatBoxError, KeyError) as error:
        raise CombatBoxError(f"{place}: {error}") from error
    html = _markdown().reset().convert(without_shows(text))
    try:
        root = ElementTree.fromstring(f"<page>{html}</page>")
    except ElementTree.ParseError as error:
        raise CombatBoxError(f"{place}: its HTML cannot be set on paper: {error}") from error
    _lead(root, name, values.book.tables)
    blocks = tuple(block for block in _blocks(root, values) if not (isinstance(block, Heading) and block.level == 1))
    title = next((_plain(node) for node in root.iter("h1")), str(about.get("title", path.stem)))
    return Chapter(title, str(about.get("description", "")), blocks, name)


def _lead(root: ElementTree.Element, name: str, tables: Collection[str]) -> None:
    """Note at the links of a page what they lead to on paper: a page of the game by its name, a table by its id."""
    ids = {f"tables/{table.lower()}": table for table in tables}
    for link in root.iter("a"):
        page, _, heading = link.get("href", "").partition("#")
        if page.endswith(".md") or (heading and not page):
            to = normpath(join(dirname(name), page.removesuffix(".md"))) if page else name
            link.set("data-to", ids.get(to, f"{to}#{heading}" if heading else to))


def without_shows(text: str) -> str:
    """A page without its sections that show a mission: paper shows none, and what introduces it would lead nowhere."""
    return "".join(section for section in _SECTION.split(text) if not _SHOWN.search(section))


@cache
def _markdown() -> Markdown:
    return Markdown(extensions=list(_EXTENSIONS), output_format="xhtml")


def answered(book: Book | None, text: str, calls: Mapping[str, Callable[..., Any]]) -> str:
    """Prose with its calls answered; a page above the games belongs to no book. Raises TemplateError, and what they do."""
    env = _environment()
    page = Template.from_code(env, _compiled(text), env.make_globals(None))
    return page.render(**calls, book=book)


@cache
def _environment() -> Environment:
    # prose is Markdown, not HTML: values come escaped from the functions themselves
    env = Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True, trim_blocks=True)
    env.filters["word"] = _word
    return env


@pass_context  # so that it is never worked out where a page is compiled, which is once for all states of the tables
def _word(context: Context, value: object) -> str:
    book: Book = context["book"]
    number, begins, mark = str(value).partition("<")  # of a value that an overlay has overtaken
    return book.say(number) + begins + mark


@lru_cache(maxsize=512)
def _compiled(text: str) -> CodeType:
    """A page for the template engine, for the site asks again after every change, and the press for every paper."""
    return _environment().compile(text)


# What prose may call


class PaperProse(Citations):
    """The functions that a page may call, as paper answers them: with marks for `_blocks` to find."""

    def __init__(self, book: Book, rulings: Mapping[str, str]) -> None:
        super().__init__(book)
        self.rulings = rulings

    @cached_property
    def figured(self) -> tuple[Figures, bool]:
        """The game's figures under these rulings, drawn once for all pages, and whether they are as the game has them."""

        def draw(book: Book) -> Figures:
            chosen = self.rulings if book is self.book else book.chosen({})
            return book.game.drawings(book.rulebook(chosen), book.say) if book.game.drawings else {}

        return drawn(self.book, draw)

    @property
    def figures(self) -> Figures:
        """The game's figures."""
        return self.figured[0]

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Name to function."""
        here = ("rule", "table", "ref", "see", "ruling", "optional", "flown", "printed", "drawing", "figure", "widget")
        return {**super().functions(), **{name: getattr(self, name) for name in here}}

    def mark(self, degraded: Degraded) -> str:
        """A dagger, which `_otherwise` finds; the foot note follows the block."""
        more = escape(degraded.why, {'"': "&quot;"})
        marks = (
            f'<span data-head="{degraded.head}" data-name="{escape(name)}" data-why="{more}">{DAGGER if not at else ""}</span>'
            for at, name in enumerate(degraded.names)
        )
        return "".join(marks)

    def rule(self, rule_id: str) -> str:
        """The id of a rule, for the margin beside the paragraph that states it."""
        if rule_id not in self.book.rules:
            raise UnknownName("rule", rule_id, self.book.rules)
        known = self.book.rules[rule_id]
        optional = "<em>Optional.</em> " if known.optional or known.kind == "optional" else ""
        return f'<span data-rule="{escape(rule_id)}"></span>{optional}'

    def table(self, table_id: str) -> str:
        """The place of a table."""
        return f'\n<div data-table="{escape(self.book.table(table_id).id)}"></div>\n'

    def ruling(self, ruling_id: str) -> str:
        """The place of a ruling."""
        return f'\n<div data-ruling="{escape(self.book.ruling(ruling_id).id)}"></div>\n'

    def ref(self, name: str, text: str = "") -> str:
        """The name of a table, rule or ruling, or the words that lead to it on the site."""
        known = [*self.book.tables, *self.book.rules, *self.book.rulings]
        if name not in known:
            raise UnknownName("table, rule or ruling", name, known)
        words = escape(text) if " " in text else f"<code>{escape(text or name)}</code>"
        return f'<a data-to="{escape(name)}">{words}</a>'

    def see(self, *names: str) -> str:
        """Where a glossary sends its reader for more."""
        return f"See {listed([self.ref(name) for name in names])}."

    def optional(self, key: str) -> str:
        """The mark of an optional rule."""
        return f"<em>Optional</em> (ruling <code>{escape(self.book.ruling(key).id)}</code>)"

    def drawing(self, name: str) -> str:
        """The place of a drawing of the press."""
        return f'\n<div data-drawing="{escape(name)}"></div>\n'

    def figure(self, name: str) -> str:
        """The place of a figure of the game's geometry."""
        if name not in self.figures:
            raise UnknownName("figure", name, self.figures)
        return f'\n<div data-figure="{escape(name)}"></div>\n'

    def widget(self, name: str, start: int = 0) -> str:
        """Nothing: paper does not answer."""
        return ""

    def flown(self, game: str, script: str) -> bool:
        """No page of a replay can be opened on paper."""
        return False

    def printed(self, game: str, name: str = "") -> bool:
        """No download either."""
        return False


class Tips(PaperProse):
    """The functions that a glossary calls, as a tip answers them: it leads nowhere."""

    def see(self, *names: str) -> str:
        """Nothing."""
        return ""


def terms(text: str, book: Book) -> dict[str, str]:
    """What each term of a glossary means, without where more is said."""
    values = Tips(book, book.chosen({}))
    html = _markdown().reset().convert(answered(book, text, values.functions()))
    blocks = _blocks(ElementTree.fromstring(f"<page>{html}</page>"), values)
    return {
        block.term: "".join(span.text for span in block.words).replace(DAGGER, "").strip()
        for block in blocks
        if isinstance(block, Term)
    }


# From the page's HTML to blocks


def _blocks(parent: ElementTree.Element, values: PaperProse) -> Iterator[Block]:
    for node in parent:
        tag = node.tag if isinstance(node.tag, str) else ""
        if re.fullmatch("h[1-6]", tag):
            yield Heading(_plain(node), int(tag[1]), slugify(_plain(node), "-"))
        elif tag == "p":
            words = _words(node)
            if words:
                yield Text(words, _rules(node))
                yield from _otherwise(node)
        elif tag in ("ul", "ol"):
            yield Listing(tuple(_item(item, values) for item in node.findall("li")), tag == "ol")
        elif tag == "dl":
            yield from _terms(node)
        elif tag == "table":
            heads = tuple(_plain(cell) for cell in node.iter("th"))
            yield Grid(heads, tuple(tuple(map(_plain, row)) for row in node.iterfind("tbody/tr")))
            yield from _otherwise(node)
        elif _CALLED.intersection(node.attrib):
            yield from _called(node, values)
        else:
            yield from _blocks(node, values)


_CALLED = frozenset(("data-table", "data-figure", "data-drawing", "data-ruling"))
"""The marks of what a page calls."""


def _called(node: ElementTree.Element, values: PaperProse) -> Iterator[Block]:
    """A table, figure, drawing or ruling that a page calls."""
    book = values.book
    if "data-table" in node.attrib:
        table = book.table(node.attrib["data-table"])
        yield TableHere(table.id, table.title)
    elif "data-figure" in node.attrib:
        yield FigureHere(values.figures[node.attrib["data-figure"]])
        if values.figured[1]:
            yield Otherwise((Span(f"{DAGGER} {DRAWN}"),))
    elif "data-drawing" in node.attrib:
        yield DrawingHere(node.attrib["data-drawing"])
    else:
        ruling = book.ruling(node.attrib["data-ruling"])
        chosen = ruling.options[values.rulings[ruling.id]]
        why = ruling.why if values.rulings[ruling.id] == ruling.default else ""
        yield RulingHere(ruling.id, ruling.question, chosen.words, why)


def _item(node: ElementTree.Element, values: PaperProse) -> Item:
    below = tuple(block for block in _blocks(node, values) if not isinstance(block, Text))
    notes = () if any(child.tag == "p" for child in node) else tuple(_otherwise(node))
    return Item(_words(node), _rules(node), (*notes, *below))


def _otherwise(node: ElementTree.Element) -> Iterator[Otherwise]:
    """The foot note of a paragraph, item or table, if tables of somebody's own overtake what it says."""
    marks = [
        (mark.get("data-head", ""), (mark.get("data-name", ""), mark.get("data-why", ""))) for mark in _marks(node)
    ]
    words: list[Span] = []
    for head, names in by_head(marks).items():
        words.append(Span(f"{'. ' if words else f'{DAGGER} '}{head}: see "))
        for at, (name, why) in enumerate(names):
            words.append(Span("" if not at else " and " if at == len(names) - 1 else ", "))
            words += [Span(name, "id", name), Span(f" ({why})" if why else "")]
    if words:
        yield Otherwise((*(span for span in words if span.text), Span(".")))


def _marks(node: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """The marks in the words of a block, but not in lists below."""
    for child in node:
        if child.tag not in ("ul", "ol", "dl"):
            if "data-head" in child.attrib:
                yield child
            yield from _marks(child)


def _terms(node: ElementTree.Element) -> Iterator[Term | Otherwise]:
    term = ""
    for child in node:
        if child.tag == "dt":
            term = _plain(child)
        else:
            yield Term(term, _words(child))
            yield from _otherwise(child)


def _rules(node: ElementTree.Element) -> tuple[str, ...]:
    """The rules stated here, but not in lists below."""
    rules: list[str] = []
    for child in node:
        if child.tag == "p":
            rules += _rules(child)
        elif "data-rule" in child.attrib:
            rules.append(child.attrib["data-rule"])
    return tuple(rules)


def _words(node: ElementTree.Element) -> Words:
    """The words of a paragraph or item, blanks made one, faces kept; lists below it are not its words."""
    spans: list[Span] = []
    for span in _spans(node, "", ""):
        text = re.sub(r"\s+", " ", span.text)
        if (spans and spans[-1].text.endswith(" ")) or not spans:
            text = text.lstrip()
        if not text:
            continue
        if spans and (spans[-1].how, spans[-1].to) == (span.how, span.to):
            spans[-1] = replace(span, text=spans[-1].text + text)
        else:
            spans.append(replace(span, text=text))
    if spans:
        spans[-1] = replace(spans[-1], text=spans[-1].text.rstrip())
    return tuple(span for span in spans if span.text)


def _spans(node: ElementTree.Element, how: How, to: str) -> Iterator[Span]:
    yield Span(node.text or "", how, to)
    for child in node:
        if child.tag not in _ASIDE:
            face = _HOW.get(child.tag, how) if isinstance(child.tag, str) else how
            yield from _spans(child, face, child.get("data-to", to))
        yield Span(child.tail or "", how, to)


def _plain(node: ElementTree.Element) -> str:
    return " ".join("".join(node.itertext()).split())
