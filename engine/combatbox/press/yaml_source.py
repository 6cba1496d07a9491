"""YAML values, each with its file and line for error messages.

Scalars are read as text and converted on request.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterable
from typing import Any, Concatenate, NoReturn, ParamSpec, TypeVar

from combatbox.library.yaml12 import Document, Where, parse_yaml, scalar
from combatbox.press.errors import PressError

T = TypeVar("T")
P = ParamSpec("P")


def parse(text: str, file: str) -> Source:
    """Parse a YAML document as strictly as tables are parsed, and return its root.

    Raises:
        DataError: the text is not valid.
    """
    document = parse_yaml(text, file, typed=False)
    return Source(document, (), document.data)


def source_of(document: Document) -> Source:
    """Return the root of a document, which may be merged from several files.

    Each value carries the name and the line of the file that it came from.
    """
    return Source(document, (), _as_text(document.data))


def _as_text(data: Any) -> Any:
    """Return data in which each scalar is replaced by the text that a YAML file has for it."""
    if isinstance(data, dict):
        return {key: _as_text(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_as_text(item) for item in data]
    if data is None:
        return ""
    return str(data).lower() if isinstance(data, bool) else str(data)


class Source:
    """A value parsed from YAML, with the file and line it came from."""

    def __init__(self, document: Document, where: Where, data: Any) -> None:
        self._document = document
        self._where = where
        self._data = data

    @property
    def place(self) -> str:
        """The file and line of the value."""
        document = self._document.decided(self._where)
        return f"{document.path}:{document.line(self._where)}"

    def fail(self, message: str) -> NoReturn:
        """Raise PressError with the place of the value."""
        raise PressError(f"{self.place}: {message}")

    def text(self) -> str:
        """Return the value as text."""
        if not isinstance(self._data, str):
            self.fail("expected text")
        return self._data

    def number(self, least: float = 0.0) -> float:
        """Return the value as a number of at least `least`."""
        words = self.text()
        value = scalar(words)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            self.fail(f"expected a number, found '{words}'")
        if value < least:
            self.fail(f"must be at least {least:g} (got {words})")
        return float(value)

    def whole(self, least: int = 0) -> int:
        """Return the value as a whole number of at least `least`."""
        value = self.number(least)
        if value != int(value):
            self.fail(f"expected a whole number, found '{self.text()}'")
        return int(value)

    def flag(self) -> bool:
        """Return the value as a boolean."""
        return self.choice(("true", "false")) == "true"

    def choice(self, options: Iterable[str]) -> str:
        """Return the value if it is one of these options."""
        words, known = self.text(), list(options)
        if words not in known:
            self.fail(f"'{words}' is not one of {', '.join(known)}{_hint(words, known)}")
        return words

    def is_text(self) -> bool:
        """Return True if the value is a scalar."""
        return isinstance(self._data, str)

    def items(self) -> list[Source]:
        """Return the items of a list."""
        if not isinstance(self._data, list):
            self.fail("expected a list")
        return [Source(self._document, (*self._where, index), item) for index, item in enumerate(self._data)]

    def texts(self) -> tuple[str, ...]:
        """Return the texts of a list."""
        return tuple(item.text() for item in self.items())

    def fields(self) -> Fields:
        """Return the value as a mapping in which only certain keys are allowed."""
        return Fields(self, self.mapping())

    def read(self, reader: Callable[Concatenate[Fields, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function with the fields of the value, a mapping; raise PressError if it leaves a key unread.

        Args:
            reader: the function; it receives the fields of the mapping.
            args: the further arguments of the function.
            kwargs: the keyword arguments of the function.
        """
        fields = self.fields()
        result = reader(fields, *args, **kwargs)
        fields.check_all_used()
        return result

    def read_each(self, reader: Callable[[Fields], T]) -> list[T]:
        """Return what a function reads from each mapping of a list; see `read`."""
        return [item.read(reader) for item in self.items()]

    def mapping(self) -> dict[str, Source]:
        """Return the value as a mapping with any keys, in order."""
        if not isinstance(self._data, dict):
            self.fail("expected a mapping, `key: value`")
        return {key: Source(self._document, (*self._where, key), value) for key, value in self._data.items()}

    def plain(self) -> Any:
        """Return the value as plain text, lists and dictionaries."""
        return self._data


class Fields:
    """The fields of a mapping; a key that is never read is reported as an error (`check_all_used`)."""

    def __init__(self, source: Source, pairs: dict[str, Source]) -> None:
        self.source = source
        self._pairs = pairs
        self._asked: set[str] = set()

    def get(self, key: str) -> Source | None:
        """Return the value of a key, or None if it is missing."""
        self._asked.add(key)
        return self._pairs.get(key)

    def require(self, key: str) -> Source:
        """Return the value of a key; raise PressError if it is missing."""
        value = self.get(key)
        if value is None:
            self.source.fail(f"'{key}' is missing")
        return value

    def read(self, key: str, reader: Callable[[Fields], T]) -> T | None:
        """Return what a function reads from the mapping of a key, or None if the key is missing; see `Source.read`."""
        value = self.get(key)
        return value.read(reader) if value else None

    def read_each(self, key: str, reader: Callable[[Fields], T]) -> list[T]:
        """Return what a function reads from each mapping of a key's list; empty if the key is missing."""
        value = self.get(key)
        return value.read_each(reader) if value else []

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the texts of a key's list; empty if the key is missing."""
        value = self.get(key)
        return value.texts() if value else ()

    def kind(self, kinds: Collection[str]) -> str:
        """Return the first key, which names the kind; raise PressError if it is not one of `kinds`."""
        first = next(iter(self._pairs), "")
        if first not in kinds:
            self.source.fail(f"'{first}' is not one of {', '.join(sorted(kinds))}{_hint(first, kinds)}")
        return first

    def check_all_used(self) -> None:
        """Raise PressError if a key was never read."""
        for key, value in self._pairs.items():
            if key not in self._asked:
                known = sorted(self._asked)
                value.fail(f"unknown key '{key}'; known: {', '.join(known)}{_hint(key, known)}")

    def text(self, key: str, default: str = "") -> str:
        """Return the value of a key as text, or the default if the key is absent."""
        value = self.get(key)
        return value.text() if value else default

    def number(self, key: str, default: float, least: float = 0.0) -> float:
        """Return the value of a key as a number, or the default if the key is absent.

        Args:
            key: the key.
            default: the number to return if the key is absent.
            least: the smallest number that is permitted.
        """
        value = self.get(key)
        return value.number(least) if value else default

    def integer(self, key: str, default: int, least: int = 0) -> int:
        """Return the value of a key as a whole number of at least `least`, or the default if the key is absent."""
        value = self.get(key)
        return value.whole(least) if value else default

    def flag(self, key: str, default: bool) -> bool:
        """Return the value of a key as a boolean, or the default if the key is absent."""
        value = self.get(key)
        return value.flag() if value else default

    def choice(self, key: str, options: Iterable[str], default: str) -> str:
        """Return the value of a key if it is one of these options, or the default if the key is absent."""
        value = self.get(key)
        return value.choice(options) if value else default


def _hint(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean '{near[0]}'?)" if near else ""


_NAME = re.compile(r"\{([A-Za-z_][A-Za-z0-9_.-]*)\}")


class Template:
    """A text with `{names}`, which are replaced by values from a scope: `{n}`, `{crew.name}`."""

    def __init__(self, source: Source, around: str = "{}") -> None:
        self.words = around.replace("{}", source.text())
        self.place = source.place
        rest = _NAME.sub("", self.words)
        if "{" in rest or "}" in rest:
            source.fail(f"'{self.words}': braces hold a name, as in {{n}} or {{crew.name}}")

    def fill(self, scope: dict[str, Any]) -> str:
        """Return the text with its names replaced by values from a scope."""
        return self.fill_part(self.words, scope)

    def fill_part(self, words: str, scope: dict[str, Any]) -> str:
        """Fill in the names in a part of the template, such as the words between two marks of emphasis."""
        return _NAME.sub(lambda match: str(look_up(match[1], scope, self.place)), words)


def look_up(name: str, scope: dict[str, Any], place: str) -> Any:
    """Return the value of a dotted name in a scope.

    Raises:
        PressError: there is no such name.
    """
    value: Any = scope
    for part in name.split("."):
        if not isinstance(value, dict) or part not in value:
            known = sorted(value) if isinstance(value, dict) else []
            raise PressError(f"{place}: unknown name '{name}'{_hint(part, known)}")
        value = value[part]
    return value
