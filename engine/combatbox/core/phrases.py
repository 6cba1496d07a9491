"""Phrases: wording stored in data, with placeholders.

Examples of placeholders are `{side}` for a parameter of the term, `{light_wounds.handicap}` for a constant of the game,
and `{say.low_altitude}` for an entry of the game's word list. Each value is translated with the word list: 2 becomes
`two`. `{=number}` inserts the untranslated value, `{+number}` prints the value as a modifier, `{&men}` joins the items of
a list with `and`, `{gun_.who}` inserts the wording of `gun_tail` if `who` is `tail`, and `{due|box|boxes}` a count:
`two boxes`. `{{` and `}}` are braces. Nothing in a phrase is ever executed.

Vocabularies and the sentences of accounts (`core.narration`) are written in this language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.errors import CombatBoxError, suggest

_PART = re.compile(
    r"\{\{|\}\}|\{(?P<how>[=+&]?)(?:(?P<prefix>[a-z_]+_)\.)?"
    r"(?P<name>[a-z][a-z0-9_]*(?:\.(?:[a-zA-Z0-9_]+|\*|\[[a-z_.]+\]\w*))*)"
    r"(?:\|(?P<one>[^|{}]+)\|(?P<more>[^|{}]+))?\}|[{}]"
)
_MINUS = re.compile(r"(?<![\w-])-(?=\d)")
_BRACES = {"{{": "{", "}}": "}"}
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(value: int) -> str:
    """Format a number with a true minus sign: `3`, `−3`."""
    return str(value) if value >= 0 else f"−{-value}"


def numbered(words: Mapping[str, str], word: str) -> str:
    """Return the wording of a word that ends in a number, after the wording of the first of its kind.

    Args:
        words: wordings by word.
        word: the word: `german12` is `German 12` if `german1` is `German 1`.

    Returns:
        The wording; that of the word itself if there is one, and empty if there is none to go by.

    Example:
        >>> numbered({"german1": "German 1"}, "german12")
        'German 12'
    """
    if word in words:
        return words[word]
    stem = word.rstrip("0123456789")
    number, first = word.removeprefix(stem), words.get(f"{stem}1", "")
    return first[:-1] + number if number and first.endswith("1") else ""


def number_word(value: int) -> str:
    """Return a number from zero to twelve as a word, and any other number as digits: `three`, `13`.

    Example:
        >>> number_word(3), number_word(13)
        ('three', '13')
    """
    return _NUMBERS[value] if value < len(_NUMBERS) else str(value)


def signed(value: int) -> str:
    """Format a modifier in its printed form: `+1`, `−3`, `0`.

    Example:
        >>> signed(1), signed(0), signed(-3)
        ('+1', '0', '−3')
    """
    return f"+{value}" if value > 0 else number(value)


def span(rolls: Sequence[int]) -> str:
    """Format rolls for print, with en dashes: `7–9`, `3, 9, 11`, `−3`."""
    return ", ".join(run_words(run) for run in consecutive(sorted(rolls)))


def consecutive(numbers: Iterable[int]) -> list[list[int]]:
    """Group numbers into runs of consecutive ones, in their order."""
    runs: list[list[int]] = []
    for each in numbers:
        if runs and each == runs[-1][-1] + 1:
            runs[-1].append(each)
        else:
            runs.append([each])
    return runs


def run_words(run: Sequence[int]) -> str:
    """Format a run of consecutive rolls: `7`, `7–9`, `−3 to −1`."""
    if len(run) == 1:
        return number(run[0])
    return f"{number(run[0])}{'–' if run[0] >= 0 else ' to '}{number(run[-1])}"


def with_minus(text: str) -> str:
    """Replace the hyphen before numbers by a minus sign: `by −2` for `by -2`."""
    return _MINUS.sub("−", text)


def join_words(items: Sequence[str], last: str = "and") -> str:
    """Join items as `a, b and c`.

    Args:
        items: the texts to join.
        last: the word before the last item.
    """
    return f"{', '.join(items[:-1])} {last} {items[-1]}" if len(items) > 1 else "".join(items)


def listed(items: Sequence[int | str]) -> str:
    """Return a list of a constant as text: `2, 3 and 4`; more than three numbers in a row as `2 to 10`."""
    first, last = items[0], items[-1]
    if len(items) > 3 and isinstance(first, int) and isinstance(last, int) and list(items) == [*range(first, last + 1)]:
        return f"{first} to {last}"
    return join_words([str(item) for item in items])


def plural(number: int, what: str) -> str:
    """Return a number with its noun: `1 table`, `23 tables`, `1,296 throws`."""
    if number == 1:
        return f"1 {what}"
    return f"{number:,} {what[:-1] + 'ies' if what.endswith('y') else what + 's'}"


def anchor(row_id: str) -> str:
    """Convert a row id to a page anchor of lower-case letters, digits and hyphens."""
    text = row_id.lower().replace("/-", "/minus-")
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")


@frozen
class Placeholder:
    """A placeholder in a phrase.

    Attributes:
        name: the name of a value if `given` is true; otherwise the vocabulary term, or the value of the constant, to
            insert.
        given: True if `name` is the name of a value.
        how: `=` to insert the value untranslated, `+` to print it as a modifier, `&` to join a list with `and`, otherwise
            empty.
        prefix: the text that is put before the value to form a vocabulary term.
        one: the noun after a count of one; empty if the value is not a count.
        more: the noun after any other count.
    """

    name: str
    given: bool
    how: str
    prefix: str = ""
    one: str = ""
    more: str = ""

    def render(self, value: Any, say: Any, join: Callable[[list[str]], str] = ", ".join) -> str:
        """Return a value as text.

        Args:
            value: the value; the items of a list are joined.
            say: a function that translates terms of the data into English.
            join: a function that joins the items of a list.
        """
        if isinstance(value, list | tuple):
            items = [self.render(item, say, join) for item in value]
            return " and ".join(filter(None, (", ".join(items[:-1]), *items[-1:]))) if self.how == "&" else join(items)
        if self.how == "+" and isinstance(value, int):
            return signed(value)
        text: str = say(f"{self.prefix}{value}") if self.how in ("", "&") else str(value)
        return f"{text} {self.one if value == 1 else self.more}" if self.one else text


@frozen
class Phrase:
    """A wording, parsed into text and placeholders."""

    parts: tuple[str | Placeholder, ...]

    def said(self, say: Any, arguments: Mapping[str, Any]) -> str:
        """Return the phrase with its placeholders filled.

        An empty value leaves no extra space.

        Args:
            say: a function that translates terms of the data into English.
            arguments: the arguments by parameter.
        """
        texts = [
            part if isinstance(part, str) else part.render(arguments[part.name] if part.given else part.name, say)
            for part in self.parts
        ]
        return " ".join("".join(texts).split())


@cache
def parts_of(text: str) -> tuple[str | Placeholder, ...]:
    """Parse a wording into its placeholders and the texts between them.

    Raises:
        CombatBoxError: a brace is neither part of a placeholder nor doubled.
    """
    parts: list[str | Placeholder] = []
    end = 0
    for match in _PART.finditer(text):
        parts.append(text[end : match.start()])
        end = match.end()
        if match["name"]:
            how, prefix, one, more = (match[group] or "" for group in ("how", "prefix", "one", "more"))
            word = match["name"].removeprefix("say.")
            parts.append(Placeholder(word, word == match["name"], how, prefix, one, more))
        elif match[0] in _BRACES:
            parts.append(_BRACES[match[0]])
        else:
            raise CombatBoxError(f"{text!r:.60}: has a single {match[0]}; write {match[0] * 2} for the brace itself")
    return tuple(part for part in (*parts, text[end:]) if part != "")


def phrase(text: str, parameters: Collection[str], constants: Mapping[str, Any], words: Collection[str]) -> Phrase:
    """Parse a phrase, and resolve the placeholders that are not parameters.

    Args:
        text: the wording with placeholders.
        parameters: the parameters of the term.
        constants: the constants of the game.
        words: the keys of the game's word list.

    Raises:
        CombatBoxError: a placeholder is neither a parameter, a constant nor a key of `words`, or a brace is not doubled.
    """
    return Phrase(
        tuple([p if isinstance(p, str) else _resolved(p, parameters, constants, words) for p in parts_of(text)])
    )


def _resolved(
    place: Placeholder, parameters: Collection[str], constants: Mapping[str, Any], words: Collection[str]
) -> Placeholder:
    """Return a placeholder; instead of the name of a constant it has the constant's value."""
    name = place.name
    if not place.given and name not in words:
        raise CombatBoxError(f"{name!r} is not a word of game.yaml{suggest(name, words)}")
    if not place.given or name in parameters:
        return place
    value: Any = constants
    for part in name.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    if isinstance(value, bool) or not isinstance(value, int | str):
        known = (*parameters, *constants)
        raise CombatBoxError(
            f"{{{name}}} is neither a parameter nor a number or word of game.yaml{suggest(name, known)}"
        )
    return replace(place, name=str(value), given=False)
