"""The values of sheet files that know their place: texts, templates and lists, which are filled in or looked up later.

Sheet files are declared by dataclasses with `core.annotations`, as all data is. Their scalars are parsed as text, so
that a label such as `010` is printed as it is written; where a declaration demands a number, the text is converted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NoReturn, TypeVar

from combatbox.core.annotations import Known
from combatbox.core.errors import suggest
from combatbox.library.dataclass_schema import Schema
from combatbox.library.yaml12 import Document, Where, checked_model, scalar
from combatbox.press.errors import PressError

M = TypeVar("M")


def read_model(
    document: Document, kind: type[M], faults: Callable[[M], Iterable[tuple[Where, str]]] = lambda model: ()
) -> M:
    """Validate the document of a sheet file, whose scalars are text; the arguments are those of `checked_model`.

    Raises:
        DataError: the document has problems; all of them are listed.
    """
    return checked_model(document, kind, faults, Known(place=document.place, scalar=scalar))


class PlacedText:
    """A text with its place in a file."""

    schema: ClassVar[Schema] = {"type": ["string", "number", "boolean"]}
    reads: ClassVar[Any] = str

    def __init__(self, words: Any, place: str) -> None:
        self.words = words
        self.place = place

    def fail(self, message: str) -> NoReturn:
        """Raise PressError with the place of the text."""
        raise PressError(f"{self.place}: {message}")


class PlacedItems(PlacedText):
    """A list, or the text that names one, with its place in a file."""

    schema: ClassVar[Schema] = {"type": ["string", "array"]}
    reads: ClassVar[Any] = str | list[Any]


_NAME = re.compile(r"\{([A-Za-z_][A-Za-z0-9_.-]*)\}")


class Template(PlacedText):
    """A text with `{names}`, which are replaced by values from a scope: `{n}`, `{crew.name}`.

    Raises:
        ValueError: there are braces without a name.
    """

    def __init__(self, words: str, place: str) -> None:
        super().__init__(words, place)
        rest = _NAME.sub("", words)
        if "{" in rest or "}" in rest:
            raise ValueError(f"'{words}': braces hold a name, as in {{n}} or {{crew.name}}")

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
            raise PressError(f"{place}: unknown name '{name}'{suggest(part, known)}")
        value = value[part]
    return value
