"""The check of rules: each rule has a paragraph, code and tests; pages and tests refer only to existing rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from combatbox.core.effects import Word
from combatbox.core.errors import suggest
from combatbox.games import GAMES
from combatbox.library.book import Book
from combatbox.library.rule_traceability import Trace, traces
from combatbox.library.vocabulary import CODE_NAME
from combatbox.library.yaml12 import Where, read_shared, read_yaml
from combatbox.play.book import Rule, Ruling
from combatbox.verify.findings import Check, Finding, VerifyContext, check_result
from combatbox_dev.projects import code_of, engine_of, is_homeless
from combatbox_dev.syntax_trees import Implementation, find_implementation, implementations_below


def check(context: VerifyContext) -> Check:
    """Check that each rule is explained by a page, implemented by code and covered by a test."""
    tests = context.project / "tests" if context.project else None
    traced = traces(context.prose_folder, tests, context.books)
    findings: list[Finding] = []
    rules = 0
    for book in context.books.values():
        for rule_id in book.rules:
            findings += _trace_findings(book, rule_id, traced.get(rule_id, Trace()), not is_homeless(context))
            rules += 1
        findings += _misnamed(context, book)
    findings += _unknown_marks(traced, context)
    result = check_result(
        "rules", findings, (rules, "rule"), (sum(len(trace.tests) for trace in traced.values()), "test mark")
    )
    if is_homeless(context):
        return Check("rules", result.findings, result.counted, "an installed copy has no tests; run it in a checkout")
    return result


def _trace_findings(book: Book, rule_id: str, trace: Trace, tests: bool) -> Iterator[Finding]:
    inside = [place for place in trace.prose if place.startswith(f"{book.key}/")]
    if not inside:
        yield Finding(
            rule_id, f'no page explains it; begin its paragraph in site/{book.key}/ with {{{{ rule("{rule_id}") }}}}'
        )
    elif len(inside) > 1:
        yield Finding(rule_id, f"it has {len(inside)} anchors: {', '.join(f'site/{place}' for place in inside)}")
    if not book.rules[rule_id].code:
        yield Finding(rule_id, "no code implements it; name the function or class under `code:` in rules.yaml")
    if tests and not trace.tests:
        yield Finding(rule_id, f'no test covers it; mark one with @pytest.mark.rule("{rule_id}")')


@dataclass(frozen=True, slots=True)
class Named:
    """A name listed under `code:` of a rule or ruling, with its place and the code to which it refers.

    Attributes:
        id: the id of the rule or ruling.
        name: the name.
        file: `rules` or `rulings`.
        where: the path to the name in the file.
        found: the function, class or method with this name, if any.
        word: the term of `vocabulary.yaml` with this name, if any.
    """

    id: str
    name: str
    file: str
    where: Where
    found: Implementation | None
    word: Word[Any] | None = None


def carriers(context: VerifyContext, book: Book) -> Iterator[Named]:
    """Yield every name that a book's rules and rulings list under `code:`."""
    homes, words = (code_of(context, book.key), engine_of(context)), book.vocabulary.made()
    files: dict[str, list[Rule | Ruling]] = {
        "rules": [*book.rules.values()],
        "rulings": [*book.rulings.values()],
    }
    for file, items in files.items():
        for index, item in enumerate(items):
            for number, name in enumerate(item.code):
                word = words.get(name)
                home = None if word else find_implementation(name, homes)
                yield Named(item.id, name, file, (file, index, "code", number), home, word)


def _misnamed(context: VerifyContext, book: Book) -> Iterator[Finding]:
    """Yield a finding for each name under `code:` that is not the name of any function, class, method or term."""
    wrong = [named for named in carriers(context, book) if not named.found and not named.word]
    known = (
        {name for home in (code_of(context, book.key), engine_of(context)) for name in implementations_below(home)}
        if wrong
        else set()
    )
    words = set(book.vocabulary.made())
    for named in wrong:
        document = read_shared(context.tables_of(book.key) / f"{named.file}.yaml")
        of_data = named.name.startswith(f"{CODE_NAME}.")
        what, known_names = ("word of vocabulary.yaml", words) if of_data else ("function, class or method", known)
        advice = suggest(named.name, known_names) or "; name what implements it"
        message = f"{named.id}: no {what} is called {named.name}{advice}"
        yield Finding(f"{document.path}:{document.line(named.where)}", message)


def _unknown_marks(traced: Mapping[str, Trace], context: VerifyContext) -> Iterator[Finding]:
    """Yield findings about pages and tests that are marked with an unknown rule; a test may also name a ruling."""
    rules, rulings = known_ids(context)
    for name, trace in traced.items():
        if name in rules:
            continue
        marks = [("site", trace.prose)]
        if name not in rulings:
            marks.append(("tests", trace.tests))
        for folder, places in marks:
            yield from (
                Finding(f"{folder}/{place}", f"names the rule {name!r}, which no rules.yaml has") for place in places
            )


def known_ids(context: VerifyContext) -> tuple[set[str], set[str]]:
    """Return the ids of all rules and of all rulings, including those of games that are not checked."""
    rules = {rule for book in context.books.values() for rule in book.rules}
    rulings = {ruling for book in context.books.values() for ruling in book.rulings}
    for key in GAMES:
        for name, known in (("rules", rules), ("rulings", rulings)):
            path = context.tables_of(key) / f"{name}.yaml"
            if key not in context.books and path.is_file():
                known |= {str(item["id"]) for item in read_yaml(path).data[name]}
    return rules, rulings
