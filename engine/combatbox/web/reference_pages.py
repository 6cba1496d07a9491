"""Pages of reference: the vocabulary of each game, the parts that a game can have, and the licences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from markupsafe import Markup, escape

from combatbox.core.effects import Condition, Effect, Parameter, VocabularyTerm, Word
from combatbox.core.game import DataTypes, Game, GamePages
from combatbox.core.plugin import GROUP, GamePlugin
from combatbox.core.tables import Table
from combatbox.games import registered_games
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.dataclass_schema import described
from combatbox.library.schema import STAGES
from combatbox.play.dataclass_validation import allowed_words
from combatbox.web import pyodide
from combatbox.web.views import Link, Views

# ---- the vocabulary

FEW = 16
"""The maximum number of values of a parameter that are listed."""

KINDS = {
    "effect": ("Effects", "What rows do."),
    "condition": ("Conditions", "When a modifier or a row counts, and when a throw is made again."),
    "quantity": ("Quantities", "Numbers that modifiers add, or are counted by."),
}

Used = Mapping[tuple[str, str], tuple[str, VocabularyTerm]]
"""The first table that uses a term and the use itself, by kind and name of the term."""


class WordOnPage(NamedTuple):
    """A term of the vocabulary.

    Attributes:
        parameters: the name, type and default of each parameter; the default is empty if the parameter is needed.
        example: the code of the first use in the tables; empty if there is none.
        says: the same in words.
        link: the link to the table with the first use.
    """

    name: str
    about: str
    parameters: list[tuple[str, str, str]]
    example: str
    says: str
    link: Link | None


def vocabulary(book: Book, views: Views) -> dict[str, Any]:
    """Return the data of the vocabulary page: the title, explanation and terms of each of the three kinds."""
    used = _used(book)

    def shown(kind: str, name: str, word: Word[VocabularyTerm]) -> WordOnPage:
        types = [(key, _kind(each.hint, book.constants), _default(each)) for key, each in word.parameters.items()]
        if (kind, name) not in used:
            return WordOnPage(name, word.about, types, "", "", None)
        table, term = used[kind, name]
        return WordOnPage(name, word.about, types, term.code, term.words(book.say), views.table_ref(table))

    kinds = [(kind, known) for kind, known in book.vocabulary.kinds() if known]
    return {"groups": [(*KINDS[kind], [shown(kind, *item) for item in sorted(known.items())]) for kind, known in kinds]}


def _default(parameter: Parameter) -> str:
    if parameter.needed:
        return ""
    return "nothing" if parameter.default is None else str(parameter.default)


def _kind(hint: Any, constants: Mapping[str, Any]) -> str:
    """Return a description of the type of a parameter."""
    if hint in (int, str, bool, type(None)):
        return {int: "a whole number", str: "a text", bool: "true or false"}.get(hint, "nothing")
    if get_origin(hint) is tuple:
        return f"several: {_kind(get_args(hint)[0], constants)}"
    if get_origin(hint) in (Union, UnionType):
        return " or ".join(_kind(arm, constants) for arm in get_args(hint))
    try:
        words = [str(word) for word in allowed_words(hint, constants)]
    except TypeError:
        return _kind(get_args(hint)[0], constants) if get_origin(hint) is Annotated else "a word"
    text = ", ".join(words[: FEW if len(words) <= FEW else 3])
    return text if len(words) <= FEW else f"{text} or another of {len(words)}"


def _used(book: Book) -> Used:
    """Return the first use of each term, in the order of the tables."""
    used: dict[tuple[str, str], tuple[str, VocabularyTerm]] = {}
    for table in book.tables.values():
        for kind, term in _words_in(table):
            used.setdefault((kind, term.name), (table.id, term))
    return used


def _words_in(table: Table) -> Iterator[tuple[str, VocabularyTerm]]:
    """Yield the kind and the term of every use of the vocabulary in the rows and modifiers of a table."""
    for row in table.every_row():
        yield from (("effect", effect) for effect in row.effects)
        yield from (("condition", condition) for condition in (*row.again, *([row.when] if row.when else [])))
    yield from (("condition", condition) for condition in table.stated())
    for modifier in table.modifiers:
        for amount in (modifier.add, modifier.times):
            if isinstance(amount, VocabularyTerm) and not isinstance(amount, Effect | Condition):
                yield "quantity", amount


# ---- for authors of games: the parts that a game can have, and the parts and the stage of each game

CONTRACT = "api/games.md"


class PartOnPage(NamedTuple):
    """A part that a plug-in or a game can define."""

    name: str
    about: Markup
    is_needed: bool


def contract(books: Mapping[str, Book]) -> dict[str, Any]:
    """Return the data of the page for authors of games.

    It lists the parts that a plug-in and a game can define, and for each game the parts that it defines.
    """
    plug_ins = registered_games()
    return {
        "group": GROUP,
        "announcement": list(_parts(GamePlugin)),
        "parts": list(_parts(Game)),
        "games": [
            (
                book.meta,
                {field.name for field in fields(GamePlugin) if getattr(plug_ins[key], field.name)},
                set(_given(book.game)),
            )
            for key, book in books.items()
            if key in plug_ins
        ],
        "stages": STAGES,
    }


GROUPS: Mapping[str, type[Any]] = {"types": DataTypes, "pages": GamePages}
"""The fields of a game that are records with further fields, with the class of each record."""


def _parts(kind: type[Any], within: str = "") -> Iterable[PartOnPage]:
    """Yield the fields of a dataclass with their purpose, and the fields of the records inside it.

    Args:
        kind: the dataclass.
        within: the prefix of the names.
    """
    about = described(kind)[1]  # type: ignore[arg-type]  # mypy does not see that a class is hashable
    for field in fields(kind):
        needed = field.default is MISSING and field.default_factory is MISSING
        if kind is Game and field.name in GROUPS:
            yield from _parts(GROUPS[field.name], f"{field.name}.")
        else:
            yield PartOnPage(within + field.name, _coded(about[field.name]), needed)


def _given(part: Any, within: str = "") -> Iterable[str]:
    """Yield the names of the parts that a game defines itself, without using their defaults."""
    for field in fields(part):
        value = getattr(part, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if isinstance(part, Game) and field.name in GROUPS:
            yield from _given(value, f"{field.name}.")
        elif value != default:
            yield within + field.name


def _coded(text: str) -> Markup:
    """Return a text as HTML, with the parts between backticks as code."""
    parts = [escape(part) for part in text.split("`")]
    return Markup("").join(
        part if index % 2 == 0 else Markup(f"<code>{part}</code>") for index, part in enumerate(parts)
    )


# ---- the licences of all parts that the site ships, read from the packages

LICENCES = "about/licences.md"


class Shipped(NamedTuple):
    """A part of the site that was made by others.

    Attributes:
        title: the name of the part.
        use: its use on the site.
        licence: the name of the licence.
        source: the address of the source.
        package: the distribution whose files contain the licence; empty if it is a file in `templates`.
        file: the last part of the path of the licence file.
        engine: True if the part belongs to Python in the browser.
    """

    title: str
    use: str
    licence: str
    source: str
    package: str
    file: str
    engine: bool = False

    def text(self) -> str:
        """Return the full text of the licence; empty if the installed package lacks it."""
        if not self.package:
            return (paths.templates() / self.file).read_text(encoding="utf-8")
        try:
            files = distribution(self.package).files or []
        except PackageNotFoundError:
            return ""
        matches = [Path(str(each.locate())) for each in files if each.as_posix().endswith(self.file)]
        return matches[0].read_text(encoding="utf-8") if matches and matches[0].is_file() else ""


LICENSE = "/licenses/LICENSE"
SHIPPED = (
    Shipped("Combat Box", "this site, its scripts and the engine", "MIT", "", "combatbox", LICENSE),
    Shipped("Material for MkDocs", "the frame and the styles of every page", "MIT", "https://github.com/squidfunk/mkdocs-material", "mkdocs-material", LICENSE),
    Shipped("Material Design Icons", "the signs for day and night and others like them", "Pictogrammers Free License (Apache 2.0)", "https://github.com/Templarian/MaterialDesign", "mkdocs-material", ".icons/material/LICENSE"),
    Shipped("Apache License", "the Material Design Icons, whose licence names it", "Apache License 2.0", "https://www.apache.org/licenses/LICENSE-2.0", "packaging", "/licenses/LICENSE.APACHE"),
    Shipped("Libre Franklin", "headings, labels and tables, on pages and on paper", "SIL Open Font License 1.1", "https://github.com/impallari/Libre-Franklin", "", "fonts/OFL-LibreFranklin.txt"),
    Shipped("Source Serif 4", "running text, on pages and on paper", "SIL Open Font License 1.1", "https://github.com/adobe-fonts/source-serif", "", "fonts/OFL-SourceSerif4.txt"),
    Shipped("Archivo Narrow", "record sheets", "SIL Open Font License 1.1", "https://github.com/Omnibus-Type/ArchivoNarrow", "", "fonts/OFL-ArchivoNarrow.txt"),
    Shipped("DejaVu Sans Condensed", "names that players type on sheets", "the licence of DejaVu", "https://github.com/dejavu-fonts/dejavu-fonts", "", "fonts/LICENSE-DejaVu.txt"),
    Shipped("yaml", "scenario files in the browser", "ISC License", "https://github.com/eemeli/yaml", "", "licences/yaml.txt"),
    Shipped("Pyodide", "Python in the browser; its files stand here as they were published", "Mozilla Public License 2.0", f"https://github.com/pyodide/pyodide/tree/{pyodide.VERSION}", "pathspec", LICENSE, engine=True),
    Shipped("Python", "the interpreter within Pyodide, and what games use of its library, compiled", "PSF License 2", "https://github.com/python/cpython", "typing_extensions", LICENSE, engine=True),
    Shipped("ReportLab", "the printing of record sheets in the browser, compiled", "BSD", "https://www.reportlab.com/opensource/", "reportlab", LICENSE, engine=True),
    Shipped("PyYAML", "the reading of the layouts of these sheets, compiled", "MIT", "https://github.com/yaml/pyyaml", "pyyaml", LICENSE, engine=True),
    Shipped("Emscripten", "what Pyodide is compiled by, and its part of the C library", "MIT, or NCSA", "https://github.com/emscripten-core/emscripten", "", "licences/emscripten.txt", engine=True),
    Shipped("musl", "the C library within Pyodide", "MIT", "https://musl.libc.org", "", "licences/musl.txt", engine=True),
    Shipped("zlib", "compression, within Pyodide", "zlib", "https://zlib.net", "", "licences/zlib.txt", engine=True),
    Shipped("bzip2", "compression, within Pyodide", "BSD-style", "https://sourceware.org/bzip2", "", "licences/bzip2.txt", engine=True),
    Shipped("XZ Utils", "compression, within Pyodide", "public domain", "https://tukaani.org/xz", "", "licences/xz.txt", engine=True),
    Shipped("libffi", "calls of C functions, within Pyodide", "MIT", "https://sourceware.org/libffi", "", "licences/libffi.txt", engine=True),
)  # fmt: skip
"""The parts in the order in which the page of licences shows them.

Pyodide ships no licence text; its text and that of Python come from packages under the same licence. The texts in
`templates/licences` come from Debian's packages.
"""


def licences(engine: bool) -> dict[str, Any]:
    """Return the data of the page of licences.

    Args:
        engine: True if games can be played on the site, which then ships Python.
    """
    return {"shipped": [part for part in SHIPPED if engine or not part.engine]}
