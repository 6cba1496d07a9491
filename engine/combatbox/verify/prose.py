"""The check of prose: everything that a page refers to exists, and numbers from tables are cited, not typed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError, suggest
from combatbox.library.book import Book
from combatbox.prose.citations import MISSES, Degraded, cite, has_own_amount, place_in_overlay
from combatbox.prose.pages import page_files, page_text
from combatbox.prose.table_values import NAMES
from combatbox.verify.findings import Check, Finding, VerifyContext, check_result

_MACRO = re.compile(r"\{\{\s*(\w+)\s*\(([^{}]*)\)[^{}]*\}\}")
_FENCE = re.compile(r"^\s*(```|~~~)")
_IGNORED = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<!--.*?-->|<[^<>]*>|`[^`]*`|\]\([^)]*\)|\[[^\]]*\]:\s*\S+")
_ODDS = re.compile(r"\b(\d+|one|two|three|four|five) in (\d+|two|three|four|six|twelve|thirty-six)\b", re.IGNORECASE)
_ROLLS = re.compile(r"(?<![\w.:,/–-])[1-6] ?[-–] ?[1-6](?![\w.:/–-]|,\d)")


@frozen
class Call:
    """A macro call on a page: `rolls("T-TAB-WING", "engines_out 1")`.

    Attributes:
        is_plain: True if all arguments are literal texts.
    """

    place: str
    name: str
    arguments: tuple[str, ...]
    is_plain: bool = True


def check(context: VerifyContext) -> Check:
    """Check every page of every game; common pages may refer to any game.

    With an overlay, the citations that it invalidates are reported as warnings, because the built pages point them out.
    """
    if context.overlay:
        return _check_overlay(context)
    findings: list[Finding] = []
    pages = calls = 0
    for path, inside in context.pages():
        own = context.books.get(inside.parts[0])
        if own is None and len(inside.parts) > 1:
            continue
        books = [own] if own else list(context.books.values())
        text = path.read_text(encoding="utf-8")
        place = f"site/{inside.as_posix()}"
        calls_here = list(macro_calls(text, place))
        for call in calls_here:
            findings += call_findings(call, books)
        findings += typed(text, place)
        pages += 1
        calls += len(calls_here)
    for book in context.books.values():
        for rule_id, sentence in book.often_missed.items():
            for call in macro_calls(sentence, f"{book.key}/rules.yaml: {rule_id}"):
                findings += call_findings(call, [book])
    return check_result("prose", findings, (pages, "page"), (calls, "reference"))


def macro_calls(text: str, place: str) -> Iterator[Call]:
    """Yield every macro call `{{ name(...) }}` with its line."""
    for match in _MACRO.finditer(text):
        where = f"{place}:{text.count(chr(10), 0, match.start()) + 1}"
        try:
            node = ast.parse(f"f({match[2]})", mode="eval").body
        except SyntaxError:
            continue
        if isinstance(node, ast.Call):
            texts = [n.value for n in node.args if isinstance(n, ast.Constant) and isinstance(n.value, str)]
            yield Call(where, match[1], tuple(texts), len(texts) == len(node.args) and not node.keywords)


def citations(text: str, place: str) -> Iterator[Call]:
    """Yield the macro calls that cite a value and have only literal arguments."""
    return (call for call in macro_calls(text, place) if call.name in NAMES and call.is_plain)


# ---- citations under an overlay


def _check_overlay(context: VerifyContext) -> Check:
    """Report every citation that an overlay makes invalid, with its page and the responsible line of the overlay."""
    findings: list[Finding] = []
    pages = cited = 0
    for book in context.books.values():
        for place, text in _own_pages(context, book):
            calls = list(citations(text, place))
            findings += [finding for call in calls for finding in _citation_findings(book, call)]
            pages += 1
            cited += len(calls)
    return check_result("prose", findings, (pages, "page"), (cited, "citation"))


def _own_pages(context: VerifyContext, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each page of a game; a variant's pages override the pages of its game."""
    if book.meta.like:
        yield from ((f"site/{book.base_game}/{name}", page_text(book, name)) for name in page_files(book))
        return
    for path, inside in context.pages():
        if inside.parts[0] == book.key:
            yield f"site/{inside.as_posix()}", path.read_text(encoding="utf-8")


def _citation_findings(book: Book, call: Call) -> Iterator[Finding]:
    named = _shown(call)
    try:
        citation = cite(book, call.name, call.arguments)
    except CombatBoxError as error:
        yield Finding(call.place, f"{named}: {error}")
        return
    if isinstance(citation, Degraded):
        names = list(citation.names)
        if call.name == "mod":
            names = [name for name in names if has_own_amount(book, name, call.arguments[1])] or names
        where = place_in_overlay(book, call.name, names)
        effect = f"{'still' if citation.is_unchanged else 'now'} says {citation.text!r}, with a mark"
        why = f" ({citation.why})" if citation.why else ""
        yield Finding(call.place, f"{where} changes {named}{why}: the page {effect}", severity="warning")


# ---- references


def call_findings(call: Call, books: Sequence[Book]) -> Iterator[Finding]:
    """Yield a finding if a macro call refers to something that exists in none of the books."""
    if call.name in _REFERENCES and not call.arguments:
        yield Finding(call.place, f"{call.name}() has no argument; name what it refers to")
        return
    faults = [_fault(book, call) for book in books]
    if all(faults):
        yield Finding(call.place, f"{_shown(call)}: {faults[0]}")


def _fault(book: Book, call: Call) -> str:
    """Return what is wrong with a macro call; empty if a page of this book can show what it refers to."""
    if call.name in _REFERENCES:
        what, name = _REFERENCES[call.name], call.arguments[0]
        known = [key for kind in what.replace(" or ", ", ").split(", ") for key in getattr(book, f"{kind}s")]
        return "" if name in known else f"unknown {what} {name!r}{suggest(name, known)}"
    try:
        if call.name in NAMES and call.is_plain:
            cite(book, call.name, call.arguments)
    except MISSES as error:
        return str(error) if isinstance(error, CombatBoxError) else f"{type(error).__name__} {error}"
    return ""


_REFERENCES = {"ref": "rule, ruling or table", "rule": "rule", "ruling": "ruling", "table": "table"}
"""The macros that name something of a book, each with what it names; other macros cite values."""


def _shown(call: Call) -> str:
    return f"{call.name}({', '.join(map(repr, call.arguments))})"


# ---- numbers typed by hand


def typed(text: str, place: str) -> Iterator[Finding]:
    """Yield findings about odds and dice rolls that are typed as numbers in prose instead of cited from a table."""
    for number, line in _prose_lines(text):
        bare = _IGNORED.sub(" ", line)
        for pattern, what, macro in ((_ODDS, "odds", "odds"), (_ROLLS, "rolls", "rolls")):
            for match in pattern.finditer(bare):
                advice = f'write {{{{ {macro}("TABLE", "outcome") }}}}'
                yield Finding(f"{place}:{number}", f'{what} typed by hand: "{match[0]}"; {advice}')


def _prose_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number and text of each line outside front matter and fenced blocks."""
    fenced = front = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() == "---" and (number == 1 or front):
            front = number == 1
        elif _FENCE.match(line):
            fenced = not fenced
        elif not (fenced or front):
            yield number, line
