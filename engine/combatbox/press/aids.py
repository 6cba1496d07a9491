"""Tables for player aids, which leave out sources and everything that the rulings in force exclude."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from combatbox.core.table_views import VARIES, TableView, capital, join_words
from combatbox.core.tables import Table
from combatbox.library.book import Book
from combatbox.prose.sentences import sentences_of

_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z(“])")
_CITES = re.compile(r"\berrat(?:a|um)\b")
_WITHOUT = re.compile(r"\(without that option: (?P<otherwise>.+)\)$")


def unused_tables(book: Book, rulings: Mapping[str, str]) -> frozenset[str]:
    """Return the ids of the tables that are used only by optional rules that are switched off."""
    off = [ruling for ruling in book.rulings.values() if "on" in ruling.options and rulings[ruling.id] == "off"]
    optional = {rule for ruling in off for rule in ruling.rules}
    used: dict[bool, set[str]] = {True: set(), False: set()}
    for rule in book.rules.values():
        used[rule.id in optional].update(rule.tables)
    return frozenset(used[True] - used[False])


def rules_view(book: Book, rule_ids: Collection[str], rulings: Mapping[str, str]) -> TableView:
    """Return a table that has only notes: each rule with its title and its text from the rules pages."""
    sentences = sentences_of(book, rule_ids, rulings)
    notes = tuple(f"**{book.rules[rule].title}** {' '.join(sentences[rule])}" for rule in rule_ids)
    return TableView(
        "", "Rules in a few words", "chart", "", "", "", "", "", (), True, (), (), notes, (), (), "", False
    )


def row_notes(book: Book, table: Table) -> Iterator[str]:
    """Yield notes about the effects of a chart's rows, which the columns of the chart do not show.

    Rows with the same effects share a note; the note about the most common effects is last and begins with `All
    others`.
    """
    if table.shape != "chart" or not table.columns:
        return
    alike: dict[str, list[str]] = {}
    for row in table.rows:
        words = "; ".join(effect.short_words(book.say) for effect in row.effects)
        alike.setdefault(words, []).append(book.say(row.key))
    most = max(alike, key=lambda words: len(alike[words]))
    for words, names in alike.items():
        if words and words != most:
            yield f"{capital(words)}: {join_words(names)}."
    if most:
        yield f"All others: {most}."


class Aid:
    """A filter of table views for player aids.

    Attributes:
        unused: the ids of the tables that are not in play; aids do not mention them.
    """

    def __init__(self, book: Book, unused: Collection[str]) -> None:
        self._unused = _any_of(unused)
        self._cited = re.compile(rf" ?\((?:see )?(?:rulings? )?{_any_of(book.rulings).pattern}\)")
        self._option = re.compile(
            rf",? (?:unless|under) the (?:other )?option (?:“[^”]+” )?of {_any_of(book.rulings).pattern}[^.,;]*"
        )

    def trim(self, view: TableView) -> TableView:
        """Return a table without errata, rulings, and references to unused tables."""
        rows = tuple(replace(row, cells=tuple(map(self._cell, row.cells))) for row in view.rows)
        modifiers = tuple(
            replace(modifier, amount="") if modifier.amount == VARIES else modifier
            for modifier in view.modifiers
            if not self._unused.search(modifier.words)
        )
        notes = tuple(note for words in view.notes if (note := " ".join(self._sentences(words))))
        used = re.sub(rf"(?:,| or|,? and) {self._unused.pattern}", "", view.used)
        return replace(view, used=used, rows=rows, modifiers=modifiers, notes=notes)

    def _cell(self, words: str) -> str:
        """Return a result with only the alternative that applies under the options in force."""
        otherwise = _WITHOUT.search(words)
        if not otherwise:
            return words
        return capital(otherwise["otherwise"]) if self._unused.search(words) else words[: otherwise.start()].rstrip()

    def _sentences(self, note: str) -> Iterator[str]:
        """Yield those sentences of a note that a player aid shows, without citations."""
        for sentence in _SENTENCE.split(note):
            if not (_CITES.search(sentence) or self._unused.search(sentence)):
                yield self._option.sub("", self._cited.sub("", sentence))


def _any_of(ids: Collection[str]) -> re.Pattern[str]:
    """Return a pattern that matches any of these ids; without ids, a pattern that never matches."""
    longest = sorted(ids, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest)) or '(?!)'})(?![\w-])")
