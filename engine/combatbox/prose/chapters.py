"""The prose of a game for print, as chapters of blocks.

    for chapter in chapters(book, ["rules", "sequence"], book.chosen({})):
        print(chapter.title, len(chapter.blocks))

The chapters are read from the Markdown pages of the site. HTML elements become plain blocks. Where the site inserts a
table into a page, the printed text only names the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache, cached_property, lru_cache, partial
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

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError, ReplayMismatch, UnknownName
from combatbox.core.phrases import with_minus
from combatbox.core.shapes import Figure, Figures
from combatbox.library import paths
from combatbox.library.book import Book, code
from combatbox.library.replay import read_script, replay_script
from combatbox.play.narrate import narrate_events
from combatbox.prose.citations import DRAWN, Citations, Degraded, by_head, draw_figures, draw_or_fall_back
from combatbox.prose.pages import RULE_CALL, front_matter, page_files, page_text

How = Literal["", "bold", "italic", "id"]
# A code block that the site's script replaces by a mission.
_MISSION_BLOCK = re.compile(r"^```combatbox$", re.MULTILINE)
_SECTION = re.compile(r"^(?=#{1,6} )", re.MULTILINE)
_DEFAULT_ORDER = 1000
_BLOCK_TAGS = frozenset({"ul", "ol", "dl", "table", "div"})  # elements that end the words of a list item
_RULINGS = (
    "The rules name these rulings by their numbers. Each is a question that the printed rules leave open, the answer "
    "that this booklet follows, in bold, and the reason."
)
_EXTENSIONS = ("tables", "attr_list", "def_list", "md_in_html")
DAGGER = "†"
"""The mark printed after a value that an overlay invalidates."""
_FACES: Mapping[str, How] = {"strong": "bold", "b": "bold", "em": "italic", "i": "italic", "code": "id"}


@frozen
class Span:
    """A part of a text in one typeface.

    Attributes:
        text: the text.
        how: the typeface; `id` is for the ids of tables, rules and rulings.
        to: the target, if the text is a link: an id, or a page with a heading (`rules/9-heat#oxygen`).
        rules: the ids of the rules whose statement begins with this text.
    """

    text: str
    how: How = ""
    to: str = ""
    rules: tuple[str, ...] = ()


Words = tuple[Span, ...]


def rules_of(words: Words) -> tuple[str, ...]:
    """Return the ids of the rules that a text states."""
    return tuple(rule for span in words for rule in span.rules)


@frozen
class Heading:
    """A heading: its words, its level, and its anchor within the page."""

    words: str
    level: int
    anchor: str = ""


@frozen
class Text:
    """A paragraph of text."""

    words: Words

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that the paragraph states."""
        return rules_of(self.words)


@frozen
class Item:
    """A list item, with the blocks nested in it.

    Attributes:
        words: the text of the item.
        below: the nested blocks.
    """

    words: Words
    below: tuple[Block, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that the item states, without those of nested blocks."""
        return rules_of(self.words)


@frozen
class Listing:
    """A list of items, numbered or not."""

    items: tuple[Item, ...]
    numbered: bool


@frozen
class Grid:
    """A small table that is part of the prose."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class TableHere:
    """The place where the site inserts a table of the game.

    Attributes:
        id: the id of the table.
        title: the title of the table.
        called: the name of the table in print, and the place where it is printed.
    """

    id: str
    title: str
    called: str


@frozen
class RulingHere:
    """The place where a ruling is printed: its question, the answer in force and the reason."""

    id: str
    question: str
    answer: str
    why: str


@frozen
class FigureHere:
    """The place where a figure of the game's geometry is printed, with its description below."""

    drawn: Figure


@frozen
class DrawingHere:
    """The place where a drawing made by `press` is printed: a map, or a figure from the game's sheets."""

    name: str


@frozen
class Step:
    """A step of a narrated mission: its title, and the text that the script has for it."""

    title: str
    words: Words


@frozen
class NarratedStep:
    """A line of a narrated mission.

    Attributes:
        words: the text of the line.
        table: the id of the table used for the line; empty if there is none.
        called: the title of this table.
    """

    words: str
    table: str = ""
    called: str = ""


@frozen
class Footnote:
    """A footnote about those values in the preceding block that an overlay invalidates."""

    words: Words


@frozen
class Term:
    """An entry of a glossary: a term and its meaning."""

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
    | Footnote
    | Term
)


@frozen
class Chapter:
    """A page of the prose.

    Attributes:
        title: the title.
        about: a description in one sentence.
        blocks: the blocks of the chapter, without its title.
        name: the path in the game's folder, for links.
    """

    title: str
    about: str
    blocks: tuple[Block, ...]
    name: str = ""


def chapters(
    book: Book, names: Sequence[str], rulings: Mapping[str, str], aids: Mapping[str, int] | None = None
) -> list[Chapter]:
    """Return the chapters for the named pages and folders, in the order of `names`.

    Args:
        book: the book.
        names: the names of pages, or of folders, which stand for all their pages in order.
        rulings: the options in force.
        aids: the player aid on which each table is printed; None if the reader has no player aids.

    Raises:
        CombatBoxError: a call in a page fails; the message names the page.
    """
    values = PaperProse(book, rulings, aids)
    return [chapter(path, values) for name in names for path in pages(book, name)]


def rulings_chapter(book: Book, chapters: Sequence[Chapter], rulings: Mapping[str, str]) -> Chapter | None:
    """Return a chapter with the rulings that the chapters mention but do not print, by id; None if there are none.

    On the site, each mention of a ruling is a link; in print, the text of the ruling must be included somewhere.

    Args:
        book: the book.
        chapters: the chapters that will be printed.
        rulings: the option in force for each ruling.
    """
    parts = [part for chapter in chapters for part in every_part(chapter)]
    printed = {part.id for part in parts if isinstance(part, RulingHere)}
    text = " ".join(part for part in parts if isinstance(part, str))
    mentioned = [key for key in book.rulings if key not in printed and key in text]
    wanted = [key for key in mentioned if re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", text)]
    blocks: list[Block] = [Text((Span(_RULINGS),))]
    for key in sorted(wanted, key=_by_number):
        ruling = book.rulings[key]
        answer = ruling.options[rulings.get(key, ruling.default)].words
        blocks.append(RulingHere(key, ruling.question, answer, ruling.why))
    about = "The rulings that the rules name by their numbers"
    return Chapter("Rulings", about, tuple(blocks), "rulings") if wanted else None


def _by_number(key: str) -> str:
    """Return a sort key for the id of a ruling, by which A9 comes before A10."""
    return re.sub(r"\d+", lambda number: number[0].zfill(3), key)


def narrated_mission(book: Book, name: str) -> Chapter:
    """Return a worked example as a chapter: the steps of its script with the rolls.

    If an overlay changes the mission, the chapter contains an explanation instead.

    Raises:
        UnknownName: there is no such example.
    """
    if name not in book.scripts:
        raise UnknownName(f"worked example of {book.meta.title}", name, book.scripts)
    script = read_script(book.scripts[name])
    title = f"{script.title}, a mission told"
    try:
        replay = replay_script(book, script)
    except ReplayMismatch as error:
        otherwise = Text((Span(f"With these tables the mission goes another way. {error}"),))
        return Chapter(title, script.source, (otherwise,), f"examples/{name}")
    below: list[list[Block]] = [[] for _ in script.steps]
    for event, lines in narrate_events(book, replay.journal.events):
        if event["kind"] != "phase":
            table = event["row"].partition("/")[0] if "row" in event else ""
            looked_up = (table, book.tables[table].title) if table else ()
            below[replay.steps[event["n"]]] += [
                NarratedStep(line.shown, *(() if number else looked_up)) for number, line in enumerate(lines)
            ]
    blocks: list[Block] = [Text((Span(script.intro),))]
    for step, narrated in zip(script.steps, below, strict=True):
        words = [Span(with_minus(step.text))]
        if step.departs:
            words.append(Span(f" {with_minus(step.departs)}", "italic"))
        blocks += [Step(step.title, tuple(words)), *narrated]
    return Chapter(title, script.source, tuple(blocks), f"examples/{name}")


def all_blocks(blocks: Iterable[Block]) -> Iterator[Block | Item]:
    """Yield blocks, the items of lists, and the blocks nested in these items."""
    for block in blocks:
        yield block
        for item in block.items if isinstance(block, Listing) else ():
            yield item
            yield from all_blocks(item.below)


def every_part(root: Any) -> Iterator[Any]:
    """Yield a chapter or block and all its parts, down to single values."""
    yield root
    parts = root if isinstance(root, tuple) else ()
    if is_dataclass(root):
        parts = tuple(getattr(root, part.name) for part in fields(root))
    for part in parts:
        yield from every_part(part)


def pages(book: Book, name: str) -> list[str]:
    """Return the page with this name, or the pages of a folder in order, as keys of `page_files`.

    Raises:
        UnknownName: there is no such page.
    """
    files = page_files(book)
    below = [page for page in files if page.rpartition("/")[0] == name]
    if not below and f"{name}.md" not in files:
        raise UnknownName(f"page of {book.key}", name, [Path(page).stem for page in files if "/" not in page])
    return sorted(below, key=lambda page: (_order(book, page), page)) or [f"{name}.md"]


def _order(book: Book, page: str) -> int:
    """Return the position of a page in its folder."""
    return int(front_matter(page_text(book, page), page)[0].get("order", _DEFAULT_ORDER))


def chapter(page: str, values: PaperProse) -> Chapter:
    """Read one page, given by its key of `page_files`, as a chapter.

    Raises:
        CombatBoxError: a call in the page fails, or its HTML is not well-formed; the message names the page.
    """
    shown = paths.display_path(page_files(values.book)[page])
    about, body = front_matter(page_text(values.book, page), shown)
    place = f"site/{values.book.key}/{page.rpartition('/')[2]}"
    name = page.removesuffix(".md")
    try:
        text = render(values.book, body, values.functions())
    except (TemplateError, CombatBoxError, KeyError) as error:
        raise CombatBoxError(f"{place}: {error}") from error
    html = _markdown().reset().convert(remove_missions(text))
    try:
        root = ElementTree.fromstring(f"<page>{html}</page>")
    except ElementTree.ParseError as error:
        raise CombatBoxError(f"{place}: is not well-formed HTML, which paper needs: {error}") from error
    _resolve_links(root, name, values.book.tables)
    blocks = tuple(block for block in _blocks(root, values) if not (isinstance(block, Heading) and block.level == 1))
    title = next((_plain(node) for node in root.iter("h1")), str(about.get("title", name.rpartition("/")[2])))
    return Chapter(title, str(about.get("description", "")), blocks, name)


def sentences(book: Book, texts: Iterable[str], rulings: Mapping[str, str], aids: Mapping[str, int]) -> list[Words]:
    """Convert Markdown texts, each of which is one paragraph, to formatted words.

    Args:
        book: the book.
        texts: the texts, which may call the same functions as pages.
        rulings: the options in force.
        aids: the player aid on which each table is printed.

    Raises:
        CombatBoxError: a call fails.
    """
    values = PaperProse(book, rulings, aids)
    try:
        html = "\n\n".join(render(book, text, values.functions()) for text in texts)
    except (TemplateError, KeyError) as error:
        raise CombatBoxError(f"{book.key}: {error}") from error
    root = ElementTree.fromstring(f"<page>{_markdown().reset().convert(html)}</page>")
    return [_words(node) for node in root.findall("p")]


def _resolve_links(root: ElementTree.Element, name: str, tables: Collection[str]) -> None:
    """Add to each link of a page the target that print uses: the name of a page or the id of a table."""
    ids = {f"tables/{table.lower()}": table for table in tables}
    for link in root.iter("a"):
        page, _, heading = link.get("href", "").partition("#")
        if page.endswith(".md") or (heading and not page):
            to = normpath(join(dirname(name), page.removesuffix(".md"))) if page else name
            link.set("data-to", ids.get(to, f"{to}#{heading}" if heading else to))


def remove_missions(text: str) -> str:
    """Remove the sections of a page that embed a mission, because print cannot show embedded missions."""
    return "".join(section for section in _SECTION.split(text) if not _MISSION_BLOCK.search(section))


@cache
def _markdown() -> Markdown:
    return Markdown(extensions=list(_EXTENSIONS), output_format="xhtml")


def render(book: Book | None, text: str, calls: Mapping[str, Callable[..., Any]]) -> str:
    """Render a page by evaluating the function calls in its text.

    Args:
        book: the book; None for a page that belongs to no game.
        text: the text of the page.
        calls: the functions that the page may call, by name.

    Raises:
        TemplateError: the template is invalid, or it calls an unknown function.
    """
    env = _environment()
    page = Template.from_code(env, _compiled(text), env.make_globals(None))
    return page.render(**calls, book=book)


@cache
def _environment() -> Environment:
    # prose is Markdown, not HTML: values come escaped from the functions themselves
    env = Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True, trim_blocks=True)
    env.filters["word"] = _word
    return env


@pass_context  # prevents constant folding, because a page is compiled once for all states of the tables
def _word(context: Context, value: object) -> str:
    book: Book = context["book"]
    number, begins, mark = str(value).partition("<")  # the markup of an invalidated value
    return book.say(number) + begins + mark


@lru_cache(maxsize=512)
def _compiled(text: str) -> CodeType:
    """Compile the template of a page; the result is cached, because it does not depend on the tables."""
    return _environment().compile(text)


# What prose may call


class PaperProse(Citations):
    """The functions that a page may call, with results that are meant for print.

    Args:
        book: the book.
        rulings: the options in force.
        aids: the player aid on which each table is printed; None if the reader has no player aids.
    """

    def __init__(self, book: Book, rulings: Mapping[str, str], aids: Mapping[str, int] | None = None) -> None:
        super().__init__(book)
        self.rulings, self.aids = rulings, aids

    def table_name(self, table_id: str) -> str:
        """Return the name by which players know a table.

        If the reader has no player aids, or if a player aid has the table and the printed game has a code for it, the
        name is the table's id. Otherwise, the name is the code or the title, followed by the place where the table is
        printed.
        """
        face = self.aids.get(table_id) if self.aids else None
        if self.aids is None or (code(table_id) and face):
            return table_id
        name = code(table_id) or f"“{self.book.title_of(table_id)[1]}”"
        return f"{name} on aid {face}" if face else f"{name} among the tables"

    @cached_property
    def figured(self) -> tuple[Figures, bool]:
        """The figures of the game by name, and True if the overlay's tables did not suffice to draw them."""

        def draw(book: Book) -> Figures:
            chosen = self.rulings if book is self.book else book.chosen({})
            return draw_figures(book, chosen)

        return draw_or_fall_back(self.book, draw)

    @property
    def figures(self) -> Figures:
        """The game's figures, by name."""
        return self.figured[0]

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return the functions that a page may call, by name."""
        here = ("rule", "table", "ref", "see", "ruling", "optional", "flown", "printed", "drawing", "figure", "widget")
        own = {name: getattr(self, name) for name in here}
        return {**super().functions(), **own, "often_missed": partial(often_missed, self)}

    def mark(self, degraded: Degraded) -> str:
        """Return a dagger, with markup from which `_footnote` makes the footnote."""
        more = escape(degraded.why, {'"': "&quot;"})
        marks = (
            f'<span data-head="{degraded.head}" data-name="{escape(name)}" data-why="{more}">{DAGGER if not at else ""}</span>'
            for at, name in enumerate(degraded.names)
        )
        return "".join(marks)

    def rule(self, rule_id: str) -> str:
        """Return the markup that prints the id of a rule in the margin.

        Raises:
            UnknownName: there is no such rule.
        """
        if rule_id not in self.book.rules:
            raise UnknownName("rule", rule_id, self.book.rules)
        return f'<span data-rule="{escape(rule_id)}"></span>{_optional(self.book, rule_id)}'

    def table(self, table_id: str) -> str:
        """Return the markup for the place where the site inserts a table."""
        return f'\n<div data-table="{escape(self.book.title_of(table_id)[0])}"></div>\n'

    def ruling(self, ruling_id: str) -> str:
        """Return the markup for the place where a ruling is printed."""
        return f'\n<div data-ruling="{escape(self.book.ruling(ruling_id).id)}"></div>\n'

    def ref(self, name: str, text: str = "") -> str:
        """Return a link to a table, rule or ruling.

        Args:
            name: the id.
            text: the text of the link; empty for the id or the name of the table.

        Raises:
            UnknownName: there is no table, rule or ruling with this id.
        """
        known = [*self.book.tables, *self.book.rules, *self.book.rulings]
        if name not in known:
            raise UnknownName("table, rule or ruling", name, known)
        if not text and name in self.book.tables:
            text = self.table_name(name)
        words = escape(text) if " " in text else f"<code>{escape(text or name)}</code>"
        return f'<a data-to="{escape(name)}">{words}</a>'

    def optional(self, key: str) -> str:
        """Return the text that marks an optional rule."""
        return f"<em>Optional</em> (ruling <code>{escape(self.book.ruling(key).id)}</code>)"

    def drawing(self, name: str) -> str:
        """Return the markup for the place where a drawing made by `press` is printed."""
        return f'\n<div data-drawing="{escape(name)}"></div>\n'

    def figure(self, name: str) -> str:
        """Return the markup for the place where a figure is printed.

        Raises:
            UnknownName: there is no such figure.
        """
        if name not in self.figures:
            raise UnknownName("figure", name, self.figures)
        return f'\n<div data-figure="{escape(name)}"></div>\n'

    def widget(self, name: str, start: int = 0) -> str:
        """Return nothing, because paper is not interactive."""
        return ""

    def flown(self, game: str, script: str) -> bool:
        """Return False, because print cannot open a replay."""
        return False

    def printed(self, game: str, name: str = "") -> bool:
        """Return False, because print cannot offer a download."""
        return False


class Tips(PaperProse):
    """The functions that a glossary may call when its entries become tooltips, which have no links."""

    def see(self, *names: str) -> str:
        """Return nothing, because a tooltip has no links."""
        return ""


def terms(text: str, book: Book) -> dict[str, str]:
    """Return the meaning of each term in a glossary, without references to other entries."""
    values = Tips(book, book.chosen({}))
    html = _markdown().reset().convert(render(book, text, values.functions()))
    blocks = _blocks(ElementTree.fromstring(f"<page>{html}</page>"), values)
    return {
        block.term: "".join(span.text for span in block.words).replace(DAGGER, "").strip()
        for block in blocks
        if isinstance(block, Term)
    }


def _optional(book: Book, rule_id: str) -> str:
    """Return what stands before a rule that is optional; empty for any other."""
    rule = book.rules[rule_id]
    return "<em>Optional.</em> " if rule.optional or rule.kind == "optional" else ""


def often_missed(values: Citations) -> str:
    """Return what players easily forget as Markdown: a list for each chapter, with links to each rule and a table.

    Raises:
        CombatBoxError: a call in a sentence fails, or no chapter states its rule; the message names the rule.
    """
    book, functions = values.book, values.functions()
    left, lists = dict(book.often_missed), []
    for page in pages(book, "rules"):
        about, body = front_matter(page_text(book, page), page)
        lines = []
        for rule_id in RULE_CALL.findall(body):
            if sentence := left.pop(rule_id, ""):
                try:
                    words = render(book, sentence, functions)
                except (TemplateError, CombatBoxError, KeyError) as error:
                    raise CombatBoxError(f"rules.yaml: {rule_id}: often_missed: {error}") from error
                links = [rule_id, *book.rules[rule_id].tables[:1]]
                lines.append(f"- {_optional(book, rule_id)}{words} {', '.join(map(values.ref, links))}\n")
        if lines:
            lists.append(
                f"## {about['title'].partition('. ')[2] or about['title']} {{ data-search-exclude=yes }}\n\n{''.join(lines)}"
            )
    if left:
        raise CombatBoxError(
            f"rules.yaml: {next(iter(left))}: is marked `often_missed`, but no chapter states the rule"
        )
    return "\n".join(lists)


# From the page's HTML to blocks


def _blocks(parent: ElementTree.Element, values: PaperProse) -> Iterator[Block]:
    for node in parent:
        tag = node.tag if isinstance(node.tag, str) else ""
        if re.fullmatch("h[1-6]", tag):
            yield Heading(_plain(node), int(tag[1]), slugify(_plain(node), "-"))
        elif tag == "p":
            words = _words(node)
            if words:
                yield Text(words)
                yield from _footnote(node)
        elif tag in ("ul", "ol"):
            yield Listing(tuple(_item(item, values) for item in node.findall("li")), tag == "ol")
        elif tag == "dl":
            yield from _terms(node)
        elif tag == "table":
            heads = tuple(_plain(cell) for cell in node.iter("th"))
            yield Grid(heads, tuple(tuple(map(_plain, row)) for row in node.iterfind("tbody/tr")))
            yield from _footnote(node)
        elif _EMBED_MARKS.intersection(node.attrib):
            yield from _embedded(node, values)
        else:
            yield from _blocks(node, values)


_EMBED_MARKS = frozenset(("data-table", "data-figure", "data-drawing", "data-ruling"))
"""Attributes of elements that are placeholders for tables, figures, drawings and rulings."""


def _embedded(node: ElementTree.Element, values: PaperProse) -> Iterator[Block]:
    """Yield the table, figure, drawing or ruling that belongs in the place of a placeholder element."""
    book = values.book
    if "data-table" in node.attrib:
        table_id, title = book.title_of(node.attrib["data-table"])
        yield TableHere(table_id, title, values.table_name(table_id))
    elif "data-figure" in node.attrib:
        yield FigureHere(values.figures[node.attrib["data-figure"]])
        if values.figured[1]:
            yield Footnote((Span(f"{DAGGER} {DRAWN}"),))
    elif "data-drawing" in node.attrib:
        yield DrawingHere(node.attrib["data-drawing"])
    else:
        ruling = book.ruling(node.attrib["data-ruling"])
        chosen = ruling.options[values.rulings[ruling.id]]
        why = ruling.why if values.rulings[ruling.id] == ruling.default else ""
        yield RulingHere(ruling.id, ruling.question, chosen.words, why)


def _item(node: ElementTree.Element, values: PaperProse) -> Item:
    below = tuple(block for block in _blocks(node, values) if not isinstance(block, Text))
    notes = () if any(child.tag == "p" for child in node) else tuple(_footnote(node))
    return Item(_words(node), (*notes, *below))


def _footnote(node: ElementTree.Element) -> Iterator[Footnote]:
    """Yield the footnote of a block, if an overlay invalidates values in the block."""
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
        yield Footnote((*(span for span in words if span.text), Span(".")))


def _marks(node: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """Yield the footnote marks in the text of a block, without those of nested lists."""
    for child in node:
        if child.tag not in ("ul", "ol", "dl"):
            if "data-head" in child.attrib:
                yield child
            yield from _marks(child)


def _terms(node: ElementTree.Element) -> Iterator[Term | Footnote]:
    term = ""
    for child in node:
        if child.tag == "dt":
            term = _plain(child)
        else:
            yield Term(term, _words(child))
            yield from _footnote(child)


def _words(node: ElementTree.Element) -> Words:
    """Return an element's text with emphasis, without lists, and with single spaces."""
    spans: list[Span] = []
    rules: tuple[str, ...] = ()  # that the next words state
    for span in _spans(node, "", ""):
        rules += span.rules
        text = re.sub(r"\s+", " ", span.text)
        if (spans and spans[-1].text.endswith(" ")) or not spans:
            text = text.lstrip()
        if not text:
            continue
        if spans and not rules and (spans[-1].how, spans[-1].to) == (span.how, span.to):
            spans[-1] = replace(spans[-1], text=spans[-1].text + text)
        else:
            spans.append(replace(span, text=text, rules=rules))
            rules = ()
    if spans:
        spans[-1] = replace(spans[-1], text=spans[-1].text.rstrip())
    return tuple(span for span in spans if span.text)


def _spans(node: ElementTree.Element, how: How, to: str) -> Iterator[Span]:
    begins = (node.attrib["data-rule"],) if "data-rule" in node.attrib else ()
    yield Span(node.text or "", how, to, begins)
    for child in node:
        if child.tag not in _BLOCK_TAGS:
            face = _FACES.get(child.tag, how) if isinstance(child.tag, str) else how
            yield from _spans(child, face, child.get("data-to", to))
        yield Span(child.tail or "", how, to)


def _plain(node: ElementTree.Element) -> str:
    return " ".join("".join(node.itertext()).split())
