"""The YAML reader of the project: YAML 1.2 core scalars with line numbers, checked against declared types.

The loaders of PyYAML follow YAML 1.1: `1:30` would be 90, `on` would be true, and a repeated key would be lost. Here
PyYAML is used only as a parser, and its events are converted to plain data. Null, true and false, integers (also `0x1F`
and `0o17`) and decimals are converted; everything else is text, including `.inf` and `.nan`, which have no meaning in
tables. Aliases, explicit tags, duplicate keys, deep nesting, numbers with many digits, huge files and devices are
refused, and nothing is executed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

import yaml

from combatbox.core.annotations import Known
from combatbox.core.errors import MOST_LINES, DataError, Problem
from combatbox.library.atomic_files import MAX_BYTES, Unreadable, read_file
from combatbox.library.paths import display_path
from combatbox.play.canonical_json import MAX_DIGITS, plain_text
from combatbox.play.dataclass_validation import MISSING, checked
from combatbox.play.dataclass_validation import Where as Where  # noqa: PLC0414  # the same type serves for places in files

MAX_DEPTH = 40

_NULL = re.compile(r"(?:null|Null|NULL|~|)\Z")
_BOOL = re.compile(r"(?:true|True|TRUE|false|False|FALSE)\Z")
_INT = re.compile(r"[-+]?[0-9]+\Z")
_BASED = re.compile(r"0(?:o[0-7]+|x[0-9a-fA-F]+)\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_NUMBER = re.compile(rf"(?:{_INT.pattern}|{_BASED.pattern}|{_FLOAT.pattern})")
_SPECIAL = frozenset("+-.0123456789~nNtTfF")
"""The first characters of scalars that may be something other than text."""
_TAB = re.compile(r"^[^\S\n]*\t", re.MULTILINE)
_STRANGER = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_PLAIN_TAGS = {
    yaml.ScalarEvent: "tag:yaml.org,2002:str",
    yaml.SequenceStartEvent: "tag:yaml.org,2002:seq",
    yaml.MappingStartEvent: "tag:yaml.org,2002:map",
}
_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@dataclass
class Document:
    """The data of a file, with the line of each node by path (`("rows", 2, "roll")`).

    Attributes:
        below: the file with which this file was merged; it provides the nodes that this file does not have.
        removed: the names of `below` that this file leaves out, each with the path of its list or mapping.
    """

    path: str
    data: Any
    lines: Mapping[Where, int] = field(default_factory=dict)
    below: Document | None = None
    removed: Sequence[tuple[str, Where]] = ()

    def line(self, where: Where) -> int:
        """Return the line of a node, or of the nearest enclosing node whose line is known."""
        while where and where not in self.lines:
            where = where[:-1]
        return self.lines.get(where, 1)

    def problem(self, where: Where, message: str, *names: str) -> Problem:
        """Return a problem at the line of a node, in the file that provides the node; `names` are those of `Problem`."""
        document = self.decided(where)
        return Problem(document.path, document.line(where), message, names)

    def fault(self, where: Where, message: str) -> Problem:
        """Return the problem of a fault that the checker of types has found, with its path."""
        text = f"{'.'.join(map(str, where))}: {message}" if where else message
        if message.startswith(MISSING):
            return self.problem(where if where in self.lines else where[:-1], text)  # an overlay has removed the key
        return self.problem(where, text, *map(str, where[-1:]), str(entry_at(self.data, where)))

    def place(self, where: Where) -> str:
        """Return the file and line of a node."""
        document = self.decided(where)
        return f"{document.path}:{document.line(where)}"

    def decided(self, where: Where) -> Document:
        """Return the file that provides a node: this file, or one with which it was merged."""
        if self.below is None or not where or self._depth(where) >= self.below._depth(where):
            return self
        return self.below.decided(where)

    def _depth(self, where: Where) -> int:
        """Return the number of leading elements of a path that this file contains."""
        return next((length for length in range(len(where), 0, -1) if where[:length] in self.lines), 0)


def entry_at(data: Any, where: Where) -> Any:
    """Return the value at a path in data; None if the path does not exist."""
    for key in where:
        known = data if isinstance(data, dict) else dict(enumerate(data)) if isinstance(data, list) else {}
        data = known.get(key)
    return data


def read_yaml(path: Path, *, typed: bool = True) -> Document:
    """Read a YAML file; `typed` is that of `parse_yaml`.

    Raises:
        DataError: the file has problems; the exception lists all of them.
    """
    return parse_yaml(text_of(path), display_path(path), typed=typed)


def read_shared(path: Path) -> Document:
    """Read a YAML file through a cache, whose key is the content of the file.

    Callers must not change the data, because they share it.

    Raises:
        DataError: the file has problems; the exception lists all of them.
    """
    return _parsed(text_of(path), display_path(path))


def text_of(path: Path) -> str:
    """Read a file of a game as text.

    Raises:
        DataError: the file cannot be read.
    """
    try:
        return read_file(path, MAX_BYTES).decode("utf-8")
    except Unreadable as error:
        raise DataError([Problem(display_path(path), 1, error.why)]) from error
    except UnicodeDecodeError as error:
        message = f"is not UTF-8 text (byte {error.start}); save it as UTF-8"
        raise DataError([Problem(display_path(path), 1, message)]) from error


def parse_yaml(text: str, name: str, *, typed: bool = True) -> Document:
    """Parse YAML text.

    Args:
        text: the text.
        name: the name of the file, for messages.
        typed: True to convert numbers, booleans and null; otherwise every scalar remains text.

    Raises:
        DataError: the text has problems; all of them are listed.
    """
    text = plain_text(text)
    if stranger := _STRANGER.search(text):
        message = f"the character U+{ord(stranger[0]):04X} is not allowed in YAML; delete it"
        raise DataError([Problem(name, text.count("\n", 0, stranger.start()) + 1, message)])
    if tab := _TAB.search(text):
        line = text.count("\n", 0, tab.start()) + 1
        raise DataError([Problem(name, line, "a tab in the indentation; use spaces")])
    document = Document(name, None)
    reader = _Reader(document, text, typed)
    try:
        document.data = reader.read()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise DataError([Problem(name, mark.line + 1 if mark else 1, f"is not YAML: {error.problem}")]) from error
    finally:
        reader.close()
    if reader.problems:
        raise DataError(reader.problems)
    return document


_parsed = lru_cache(maxsize=1024)(parse_yaml)


class _Reader:
    """Converts the events of the parser to plain data, and collects problems.

    It builds no nodes. A file is read in one pass, and the depth of nesting is limited so that it cannot exhaust the
    stack.
    """

    def __init__(self, document: Document, text: str, typed: bool) -> None:
        self.document = document
        self.typed = typed
        self.lines: dict[Where, int] = {}
        document.lines = self.lines
        self.problems: list[Problem] = []
        self.depth = 0
        self._parser = _Loader(text)
        self._next: Callable[[], Any] = self._parser.get_event

    def read(self) -> Any:
        """Return the data of the single document in the text."""
        self._next()  # StreamStartEvent
        if type(self._next()) is yaml.StreamEndEvent:
            raise self._stop(1, "the file is empty; it must be a mapping")
        data = self._value(self._next(), ())
        self._next()  # DocumentEndEvent
        event: Any = self._next()
        if type(event) is not yaml.StreamEndEvent:
            raise self._stop(event.start_mark.line + 1, "the file has a second YAML document; remove it")
        return data

    def close(self) -> None:
        """Release the resources of the parser."""
        self._parser.dispose()

    def _value(self, event: Any, where: Where) -> Any:
        line = event.start_mark.line + 1
        self.lines[where] = line
        if fault := _event_fault(event):
            self._skip(event)
            return self._refuse(line, fault)
        if type(event) is yaml.ScalarEvent:
            return self._scalar(event, line)
        self._deeper(line)
        value = self._mapping(where) if type(event) is yaml.MappingStartEvent else self._sequence(where)
        self.depth -= 1
        return value

    def _scalar(self, event: Any, line: int) -> Any:
        """Return the value of a scalar; a scalar that is quoted or has the tag of text is always text."""
        text: str = event.value
        unfit = link_fault(text)
        if unfit:
            return self._refuse(line, unfit)
        if event.style or event.tag:
            return text
        if len(text) > MAX_DIGITS and _NUMBER.match(text):
            return self._refuse(
                line, f"a number has at most {MAX_DIGITS} characters (got {len(text)}); quote it if it is text"
            )
        return scalar(text) if self.typed else text

    def _sequence(self, where: Where) -> list[Any]:
        items: list[Any] = []
        while type(event := self._next()) is not yaml.SequenceEndEvent:
            items.append(self._value(event, (*where, len(items))))
        return items

    def _mapping(self, where: Where) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        while type(event := self._next()) is not yaml.MappingEndEvent:
            line = event.start_mark.line + 1
            if fault := _key_fault(event, mapping):
                self._refuse(line, fault)
                self._skip(event)
                self._skip(self._next())
                continue
            place = (*where, event.value)
            mapping[event.value] = self._value(self._next(), place)
            self.lines[place] = line
        return mapping

    def _skip(self, event: Any) -> None:
        """Skip the node that begins with this event, including all nodes inside it."""
        if type(event) not in (yaml.SequenceStartEvent, yaml.MappingStartEvent):
            return
        self._deeper(event.start_mark.line + 1)
        while type(inner := self._next()) not in (yaml.SequenceEndEvent, yaml.MappingEndEvent):
            self._skip(inner)
        self.depth -= 1

    def _deeper(self, line: int) -> None:
        """Count another level of nesting; raise an error if there are too many."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self._stop(line, f"nested deeper than {MAX_DEPTH} levels; flatten it")

    def _stop(self, line: int, message: str) -> DataError:
        return DataError([Problem(self.document.path, line, message)])

    def _refuse(self, line: int, message: str) -> None:
        self.problems.append(Problem(self.document.path, line, message))


def _event_fault(event: Any) -> str:
    """Return the fault of an event that is an alias or has an explicit tag; empty for any other."""
    if type(event) is yaml.AliasEvent:
        return "an alias (*name) is used; write the value out"
    is_plain = event.tag in (None, "!", _PLAIN_TAGS[type(event)])
    return "" if is_plain else f"the tag {event.tag} is not allowed; write plain values"


def _key_fault(event: Any, mapping: Mapping[str, Any]) -> str:
    """Return the fault of a key of a mapping; empty if it is plain text and not among the keys before it."""
    if fault := _event_fault(event):
        return fault
    if type(event) is not yaml.ScalarEvent:
        return "a key must be plain text"
    is_repeated = event.value in mapping
    return link_fault(event.value) or (f"the key {event.value!r} is used twice; keep one" if is_repeated else "")


def scalar(text: str) -> Any:
    """Convert a plain scalar according to the YAML 1.2 core schema; one with too many characters is text."""
    if text and (text[0] not in _SPECIAL or len(text) > MAX_DIGITS):
        return text
    if _NULL.match(text):
        return None
    if _BOOL.match(text):
        return text.lower() == "true"
    if _INT.match(text):
        return int(text)
    if _BASED.match(text):
        return int(text, 0)
    if _FLOAT.match(text) and isfinite(float(text)):
        return float(text)
    return text


# ---- links, which pages show


_TARGETS = re.compile(
    r"""\]\(\s*<?([^)>]*)                                  # [words](target)
    |   ^\s{0,3}\[[^\]]+\]:\s*<?(\S*)                     # [words]: target
    |   <([a-z][a-z0-9+.-]*:[^>\s]*)>                       # <target>
    |   \b(?:href|src|srcset|action|formaction|poster)\s*=\s*["']?([^"'>}\s]*)""",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_LEADS_OUT = re.compile(r"[/\\]")
_CODE = re.compile(r"(?:java|vb|live)script:|data:\w+/", re.IGNORECASE)
_HANDLER = re.compile(r"[{<][^}>]*\bon[a-z]+\s*=", re.IGNORECASE)
_UNSEEN = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202f\ufeff]")

_WANTED = "write http://, https:// or a path within the site"


def link_fault(text: str) -> str:
    """Return the reason why a text is unsafe, or an empty string.

    A text is unsafe if it contains code that a browser would execute, or a link that is neither an `http` or `https`
    address nor a path within the site.
    """
    if not (":" in text or "](" in text or "=" in text or "&" in text):
        return ""
    plain = unescape(text)
    for target in _targets(plain):
        scheme = _SCHEME.match(target)
        if scheme and scheme[1].lower() not in ("http", "https"):
            return f"a link to {_short(scheme[0])} is not allowed; {_WANTED}"
        if _LEADS_OUT.match(target):
            return f"a link to {_short(target)} leads out of the site; {_WANTED}"
    code = _CODE.search(_UNSEEN.sub("", plain))
    if code:
        return f"{_short(code[0])} is not allowed in a text; reword it"
    return "an attribute that runs something (on...=) is not allowed; delete it" if _HANDLER.search(plain) else ""


def _targets(text: str) -> Iterator[str]:
    """Yield all link targets in a text as a browser reads them, without invisible characters."""
    for match in _TARGETS.finditer(text):
        yield _UNSEEN.sub("", next((part for part in match.groups() if part is not None), ""))


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:36]} ..."


# ---- validation


M = TypeVar("M")

MOST = MOST_LINES - 1
"""The maximum number of problems of a file that are described; the others are counted, in the last line."""


def checked_model(
    document: Document,
    cls: type[M],
    faults: Callable[[M], Iterable[tuple[Where, str]]] = lambda model: (),
    known: Known | None = None,
) -> M:
    """Validate a document as its declared type, and by a check of what a declaration cannot express.

    Args:
        document: the document.
        cls: the type.
        faults: a function that yields the faults of valid data, each with its place in the document.
        known: the names that the data may use.

    Raises:
        DataError: the document has problems; all of them are listed.
    """
    problems: list[Problem] = []
    model = model_of(document, cls, problems, known)
    if model is not None:
        problems += [document.problem(where, message) for where, message in faults(model)]
    if problems or model is None:
        raise DataError(problems)
    return model


def model_of(document: Document, cls: type[M], problems: list[Problem], known: Known | None = None) -> M | None:
    """Validate a document as its declared type; return None if it has problems.

    Args:
        document: the document.
        cls: the type.
        problems: the list to which the problems are added, with their lines.
        known: the names that the data may use.
    """
    model: M
    model, wrong = checked(cls, document.data, known=known)
    problems += [document.fault(where, message) for where, message in wrong[:MOST]]
    if rest := wrong[MOST:]:
        problems.append(document.problem(rest[0][0], f"{len(rest)} more problems from here on"))
    return None if wrong else model
