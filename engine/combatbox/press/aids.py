"""What player aids show of a table: what counts under the rulings in force, and nothing of where its text comes from."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from combatbox.core.table_views import VARIES, RowView, TableView, capital, join_words
from combatbox.core.tables import Table
from combatbox.library.book import Book
from combatbox.prose.sentences import sentences_of

_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z(“])")
_CITES = re.compile(r"\berrat(?:a|um)\b")
_WITHOUT = re.compile(r"\(without that option: (?P<otherwise>.+)\)$")
_LETTERS = re.compile(r"^(?:\([a-z]\)(?:, )?)+ ")


def barred(book: Book, rulings: Mapping[str, str]) -> frozenset[str]:
    """The tables of options that are off: those that no rule uses but those of such an option."""
    off = [ruling for ruling in book.rulings.values() if "on" in ruling.options and rulings[ruling.id] == "off"]
    optional = {rule for ruling in off for rule in ruling.rules}
    used: dict[bool, set[str]] = {True: set(), False: set()}
    for rule in book.rules.values():
        used[rule.id in optional].update(rule.tables)
    return frozenset(used[True] - used[False])


def rules_view(book: Book, rule_ids: Collection[str], rulings: Mapping[str, str]) -> TableView:
    """Rules as a table: their titles, and what the pages of the rules say. It has no id."""
    said = sentences_of(book, rule_ids, rulings)
    rows = tuple(
        RowView(rule, "", (), "", 0, book.rules[rule].title, (" ".join(said[rule]),), (), ()) for rule in rule_ids
    )
    return TableView(
        "", "Rules in a few words", "chart", "", "", "", "", "Rule", ("What it says",), True, rows, (), (), (), (), "", False
    )  # fmt: skip


def row_notes(book: Book, table: Table) -> Iterator[str]:
    """What the rows of a chart do by themselves, beside their columns: who does the same, and last all others."""
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
    """Trims the views of a game's tables for player aids.

    off: the ids of tables that are not played with; nothing on an aid leads to them.
    """

    def __init__(self, book: Book, off: Collection[str]) -> None:
        self._off = _any_of(off)
        self._cited = re.compile(rf" ?\((?:see )?(?:rulings? )?{_any_of(book.rulings).pattern}\)")
        self._option = re.compile(
            rf",? (?:unless|under) the (?:other )?option (?:“[^”]+” )?of {_any_of(book.rulings).pattern}[^.,;]*"
        )

    def trim(self, view: TableView) -> TableView:
        """A table without errata, without rulings and without what only counts with a table that is not played with."""
        rows = tuple(replace(row, cells=tuple(map(self._cell, row.cells))) for row in view.rows)
        modifiers = tuple(
            replace(one, amount="") if one.amount == VARIES else one
            for one in view.modifiers
            if not self._off.search(one.words)
        )
        notes = tuple(note for words in view.notes if (note := " ".join(self._sentences(words))))
        used = re.sub(rf"(?:,| or|,? and) {self._off.pattern}", "", view.used)
        return replace(view, used=used, rows=rows, modifiers=modifiers, notes=notes)

    def _cell(self, words: str) -> str:
        """A result; one of an option that is off as it is without the option."""
        otherwise = _WITHOUT.search(words)
        if not otherwise:
            return words
        return capital(otherwise["otherwise"]) if self._off.search(words) else words[: otherwise.start()].rstrip()

    def _sentences(self, note: str) -> Iterator[str]:
        for sentence in _SENTENCE.split(note):
            if not (_CITES.search(sentence) or self._off.search(sentence)):
                yield self._option.sub("", self._cited.sub("", sentence))


def _any_of(ids: Collection[str]) -> re.Pattern[str]:
    """A pattern for any of these ids; for none where there are none."""
    longest = sorted(ids, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest)) or '(?!)'})(?![\w-])")
