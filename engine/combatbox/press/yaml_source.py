"""YAML values, each with its file and line for error messages, and their conversion to declared types.

Scalars are read as text and converted on request. A dataclass declares the keys of a kind of file: `Source.build` reads
and checks the file by it, and `library.dataclass_schema` makes its JSON Schema.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, ClassVar, Literal, NoReturn, TypeVar, Union, get_args, get_origin

from combatbox.core.annotations import Max, Min, declared_fields
from combatbox.library.dataclass_schema import Schema
from combatbox.library.yaml12 import Document, Where, parse_yaml, scalar
from combatbox.play.canonical_json import MAX_DIGITS
from combatbox.press.errors import PressError

T = TypeVar("T")


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

    schema: ClassVar[Schema] = {}

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
        value = scalar(words) if len(words) <= MAX_DIGITS else words
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

    def mapping(self) -> dict[str, Source]:
        """Return the value as a mapping with any keys, in order."""
        if not isinstance(self._data, dict):
            self.fail("expected a mapping, `key: value`")
        return {key: Source(self._document, (*self._where, key), value) for key, value in self._data.items()}

    def plain(self) -> Any:
        """Return the value as plain text, lists and dictionaries."""
        return self._data

    def kind(self, kinds: Collection[str]) -> str:
        """Return the first key of the mapping, which names its kind; raise PressError if it is not one of `kinds`."""
        first = next(iter(self.mapping()), "")
        if first not in kinds:
            self.fail(f"'{first}' is not one of {', '.join(sorted(kinds))}{_hint(first, kinds)}")
        return first

    def build(self, kind: type[T]) -> T:
        """Return the value as a class, whose type hints declare its keys and their types.

        Args:
            kind: a dataclass, or a class with a method `from_source`. A field without a default is a key that the
                mapping must have. A method `validate` of the class, if there is one, checks the fields together.

        Raises:
            PressError: the value does not match the declaration; the message has file and line.
        """
        built: T = self._convert(kind)
        return built

    def _convert(self, hint: Any) -> Any:
        """Return the value as the type of a type hint."""
        origin, args = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._annotated(args[0], args[1:])
        if origin in (Union, UnionType):  # a type or None, which stands for a missing key
            return self._convert(args[0])
        if origin is Literal:
            return self.choice(args)
        if origin is tuple:
            return tuple(item._convert(args[0]) for item in self.items())
        if origin is dict:
            return {key: value._convert(args[1]) for key, value in self.mapping().items()}
        if hint in _READERS:
            return _READERS[hint](self)
        return hint.from_source(self) if hasattr(hint, "from_source") else self.record(hint)

    def _annotated(self, inner: Any, marks: tuple[Any, ...]) -> Any:
        for mark in marks:
            if isinstance(mark, Read):
                return mark.function(self)
        least = next((mark.least for mark in marks if isinstance(mark, Min)), 0)
        most = next((mark.most for mark in marks if isinstance(mark, Max)), None)
        if inner not in (int, float):
            value = self._convert(inner)
            if get_origin(inner) is tuple and len(value) < least:
                self.fail(f"must have at least {least} item{'s' if least > 1 else ''}")
            return value
        number = self.whole(least) if inner is int else self.number(least)
        if most is not None and number > most:
            self.fail(f"must be at most {most} (got {self.text()})")
        return number

    def record(self, kind: Any, /, **given: Any) -> Any:
        """Return the mapping as a dataclass, whose fields declare its keys.

        Args:
            kind: the dataclass.
            given: values of fields that are not keys of the mapping. If there are any, its first key, which names its
                kind, is not a field either.
        """
        pairs = dict(list(self.mapping().items())[bool(given) :])
        declared = {key: item for key, item in declared_fields(kind).items() if item.name not in given}
        for key, value in pairs.items():
            if key not in declared:
                value.fail(f"unknown key '{key}'; known: {', '.join(sorted(declared))}{_hint(key, declared)}")
        for key, item in declared.items():
            if key in pairs:
                given[item.name] = pairs[key]._convert(item.hint)
            elif item.required:
                self.fail(f"'{key}' is missing")
        built = kind(**given)
        if hasattr(built, "validate"):
            built.validate(self)
        return built


_READERS: dict[Any, Callable[[Source], Any]] = {
    Source: lambda source: source, str: Source.text, float: Source.number, int: Source.whole, bool: Source.flag,
}  # fmt: skip
"""The methods that read values of plain types."""


@dataclass(frozen=True, eq=False)  # type hints are hashed, and a schema cannot be
class Read:
    """An annotation for a value with a form of its own.

    Attributes:
        function: the function that converts the value.
        schema: the JSON Schema of the value.
    """

    function: Callable[[Source], Any]
    schema: Schema


def one_of(options: Collection[str]) -> Read:
    """Return the annotation of a text that is one of these options."""
    return Read(lambda source: source.choice(options), {"enum": list(options)})


def _hint(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean '{near[0]}'?)" if near else ""


_NAME = re.compile(r"\{([A-Za-z_][A-Za-z0-9_.-]*)\}")


class Template:
    """A text with `{names}`, which are replaced by values from a scope: `{n}`, `{crew.name}`."""

    schema: ClassVar[Schema] = {"type": ["string", "number", "boolean"]}

    def __init__(self, source: Source) -> None:
        self.words = source.text()
        self.place = source.place
        rest = _NAME.sub("", self.words)
        if "{" in rest or "}" in rest:
            source.fail(f"'{self.words}': braces hold a name, as in {{n}} or {{crew.name}}")

    @classmethod
    def from_source(cls, source: Source) -> Template:
        """Read a template."""
        return cls(source)

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
