"""Prose: what the pages name exists, and no number that a table holds is typed by hand."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from combatbox.core.effects import Effect
from combatbox.core.errors import CombatBoxError, suggest
from combatbox.core.tables import Table
from combatbox.library.book import Book
from combatbox.prose.citations import Degraded, cite, place_in_overlay
from combatbox.prose.table_values import NAMES
from combatbox.verify.context import VerifyContext
from combatbox.verify.findings import Check, Finding, checked

_MACRO = re.compile(r"\{\{\s*(\w+)\s*\(([^{}]*)\)[^{}]*\}\}")
_FENCE = re.compile(r"^\s*(```|~~~)")
_IGNORED = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<!--.*?-->|<[^<>]*>|`[^`]*`|\]\([^)]*\)|\[[^\]]*\]:\s*\S+")
_ODDS = re.compile(r"\b(\d+|one|two|three|four|five) in (\d+|two|three|four|six|twelve|thirty-six)\b", re.IGNORECASE)
_ROLLS = re.compile(r"(?<![\w.:,/–-])[1-6] ?[-–] ?[1-6](?![\w.:/–-]|,\d)")


@dataclass(frozen=True, slots=True)
class Call:
    """One macro of a page: `rolls("T-TAB-WING", "engines_out 1")`; plain where all arguments are texts that stand there."""

    place: str
    name: str
    arguments: tuple[str, ...]
    is_plain: bool = True


def check(room: VerifyContext) -> Check:
    """Every page of every game; pages above the games may name anything of any game.

    With an overlay it is asked which citations that overtakes; these are warnings, for the pages are marked.
    """
    if room.overlay:
        return _overtaken(room)
    findings: list[Finding] = []
    pages = calls = 0
    for path, inside in room.pages():
        books = [room.books[inside.parts[0]]] if inside.parts[0] in room.books else list(room.books.values())
        if len(inside.parts) > 1 and inside.parts[0] not in room.books:
            continue
        text = path.read_text(encoding="utf-8")
        place = f"site/{inside.as_posix()}"
        calls_here = list(macros(text, place))
        for call in calls_here:
            findings += call_findings(call, books)
        findings += typed(text, place)
        pages += 1
        calls += len(calls_here)
    return checked("prose", findings, (pages, "page"), (calls, "reference"))


def macros(text: str, place: str) -> Iterator[Call]:
    """Every `{{ name(...) }}` whose arguments are plain texts, with its line."""
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
    """The calls of a page that cite a value: those of all whose arguments are plain texts."""
    return (call for call in macros(text, place) if call.name in NAMES and call.is_plain)


# ---- citations under an overlay


def _overtaken(room: VerifyContext) -> Check:
    """Every citation that tables of somebody's own overtake, with the page that is marked and file and line of the overlay."""
    findings: list[Finding] = []
    pages = cited = 0
    for path, inside in room.pages():
        for book in (book for book in room.books.values() if book.house == inside.parts[0]):
            calls = list(citations(path.read_text(encoding="utf-8"), f"site/{inside.as_posix()}"))
            findings += [one for call in calls for one in _cited(book, call)]
            pages += 1
            cited += len(calls)
    return checked("prose", findings, (pages, "page"), (cited, "citation"))


def _cited(book: Book, call: Call) -> Iterator[Finding]:
    named = f"{call.name}({', '.join(repr(argument) for argument in call.arguments)})"
    try:
        found = cite(book, call.name, call.arguments)
    except CombatBoxError as error:
        yield Finding(call.place, f"{named}: {error}")
        return
    if isinstance(found, Degraded):
        where = place_in_overlay(book, call.name, found.names)
        said = f"keeps {found.text!r} and is marked" if found.is_kept else f"says {found.text!r} and is marked"
        why = f" ({found.why})" if found.why else ""
        yield Finding(call.place, f"{where} overtakes {named}{why}: the page {said}", severity="warning")


# ---- references


def call_findings(call: Call, books: Sequence[Book]) -> Iterator[Finding]:
    """What is wrong with one reference; it must be right for one of the books."""
    judge = _JUDGES.get(call.name)
    if judge is None:
        return
    if not call.arguments:
        yield Finding(call.place, f"{call.name}() names nothing")
        return
    faults = [judge(book, call.arguments) for book in books]
    if all(faults):
        yield Finding(call.place, f"{call.name}({', '.join(repr(a) for a in call.arguments)}): {faults[0]}")


def _known(what: str, name: str, known: Sequence[str]) -> str:
    return "" if name in known else f"there is no {what} {name!r}{suggest(name, known)}"


def _ref(book: Book, arguments: Sequence[str]) -> str:
    return _known("rule, ruling or table", arguments[0], [*book.rules, *book.rulings, *book.tables])


def _rule(book: Book, arguments: Sequence[str]) -> str:
    return _known("rule", arguments[0], list(book.rules))


def _ruling(book: Book, arguments: Sequence[str]) -> str:
    return _known("ruling", arguments[0], list(book.rulings))


def _table(book: Book, arguments: Sequence[str]) -> str:
    return _known("table", arguments[0], list(book.tables))


def _outcome(book: Book, arguments: Sequence[str]) -> str:
    """A table and one of its outcomes."""
    fault = _table(book, arguments)
    if fault or len(arguments) < 2:
        return fault
    codes = sorted(table_codes(book.tables[arguments[0]]))
    return _known(f"outcome of {arguments[0]}", arguments[1], codes)


def _modifier(book: Book, arguments: Sequence[str]) -> str:
    """A table and the condition of one of its modifiers."""
    fault = _table(book, arguments)
    if fault or len(arguments) < 2:
        return fault or "no modifier is named"
    codes = [modifier.when.code for modifier in book.tables[arguments[0]].modifiers if modifier.when]
    return _known(f"modifier of {arguments[0]}", arguments[1], codes)


def _const(book: Book, arguments: Sequence[str]) -> str:
    """A constant, all the way down the dots."""
    held: object = book.meta.constants
    for part in arguments[0].split("."):
        known = [str(key) for key in held] if isinstance(held, dict) else []
        if part not in known:
            return _known("constant", arguments[0] if held is book.meta.constants else part, known)
        held = held[part] if isinstance(held, dict) else None
    return ""


def _say(book: Book, arguments: Sequence[str]) -> str:
    return _known("word", arguments[0], list(book.meta.words))


_JUDGES: dict[str, Callable[[Book, Sequence[str]], str]] = {
    "ref": _ref, "rule": _rule, "ruling": _ruling, "table": _table, "rolls": _outcome, "odds": _outcome,
    "hits": _table, "words": _table, "when": _table, "floor": _table, "limit": _table, "mod": _modifier,
    "const": _const, "word": _const, "say": _say,
}  # fmt: skip


def table_codes(table: Table) -> set[str]:
    """Every outcome of a table that prose can name: each code, a row's codes together, and its row ids."""
    codes: set[str] = set()
    rows = [*table.walk(), *table.keys.values(), *(row for look in table.lookups.values() for row in look.values())]
    for row in rows:
        codes |= _codes(row.effects)
        codes.add(row.id)
    return codes


def _codes(effects: Sequence[Effect]) -> set[str]:
    alone = {effect.code for effect in effects}
    return alone | ({"; ".join(e.code for e in effects)} if effects else set())


# ---- numbers typed by hand


def typed(text: str, place: str) -> Iterator[Finding]:
    """Odds and dice rolls that stand in prose as plain numbers instead of coming from a table."""
    for number, line in _prose_lines(text):
        bare = _IGNORED.sub(" ", line)
        for pattern, what, macro in ((_ODDS, "odds", "odds"), (_ROLLS, "rolls", "rolls")):
            for match in pattern.finditer(bare):
                advice = f'write {{{{ {macro}("TABLE", "outcome") }}}}'
                yield Finding(f"{place}:{number}", f'{what} typed by hand: "{match[0]}"; {advice}')


def _prose_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines outside front matter and fenced blocks, numbered."""
    fenced = front = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() == "---" and (number == 1 or front):
            front = number == 1
        elif _FENCE.match(line):
            fenced = not fenced
        elif not (fenced or front):
            yield number, line
