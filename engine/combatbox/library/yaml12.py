"""The one way YAML is read: YAML 1.2 core scalars, every node's line kept, nothing executed.

PyYAML's own loaders follow YAML 1.1: `1:30` would be 90, `on` would be true, a repeated key would be lost.
Here nodes are composed by PyYAML and turned into plain data by us: only null, true/false, whole numbers (also
`0x1F` and `0o17`) and decimals are special; all else is text, `.inf` and `.nan` too, which no table can mean.
Aliases, explicit tags, duplicate keys, deep nesting, numbers of many digits, huge files and what is no file are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any

import yaml

from combatbox.core.errors import DataError, Problem
from combatbox.library.links import link_fault
from combatbox.library.paths import shown
from combatbox.library.reading import MAX_DIGITS, Unreadable, read_file

MAX_BYTES = 1_000_000
MAX_DEPTH = 40

_NULL = re.compile(r"(?:null|Null|NULL|~|)\Z")
_BOOL = re.compile(r"(?:true|True|TRUE|false|False|FALSE)\Z")
_INT = re.compile(r"[-+]?[0-9]+\Z")
_BASED = re.compile(r"0(?:o[0-7]+|x[0-9a-fA-F]+)\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_NUMBER = re.compile(rf"(?:{_INT.pattern}|{_BASED.pattern}|{_FLOAT.pattern})")
_STRANGER = re.compile("[^\t\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_PLAIN_TAGS = {
    yaml.ScalarNode: "tag:yaml.org,2002:str",
    yaml.SequenceNode: "tag:yaml.org,2002:seq",
    yaml.MappingNode: "tag:yaml.org,2002:map",
}
_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

Where = tuple[str | int, ...]


@dataclass(slots=True)
class Document:
    """A file's data, and the line of each of its nodes by path (`("rows", 2, "roll")`)."""

    path: str
    data: Any
    lines: dict[Where, int] = field(default_factory=dict)

    def line(self, where: Where) -> int:
        """The line of a node, or of the nearest enclosing one that exists."""
        while where and where not in self.lines:
            where = where[:-1]
        return self.lines.get(where, 1)

    def problem(self, where: Where, message: str) -> Problem:
        """A problem at the line of that node."""
        return Problem(self.path, self.line(where), message)


def read_yaml(path: Path, *, shared: bool = False) -> Document:
    """Read one YAML file. Raises DataError with every problem found in it.

    shared: the same text gives the same document, which nobody may change then. A server reads a hundred tables again
    when one has changed.
    """
    name = shown(path)
    try:
        text = read_file(path, MAX_BYTES).decode("utf-8")
    except Unreadable as error:
        raise DataError([Problem(name, 1, error.why)]) from error
    except UnicodeDecodeError as error:
        raise DataError([Problem(name, 1, f"is not UTF-8 text (byte {error.start}); save it as UTF-8")]) from error
    return _shared(text, name) if shared else parse_yaml(text, name)


@lru_cache(maxsize=512)
def _shared(text: str, name: str) -> Document:
    return parse_yaml(text, name)


def parse_yaml(text: str, name: str) -> Document:
    """Parse YAML text; `name` stands in messages. Raises DataError."""
    text = text.removeprefix("\ufeff")
    for number, line in enumerate(text.split("\n"), 1):
        stranger = _STRANGER.search(line)
        if stranger:
            message = f"the character U+{ord(stranger[0]):04X} cannot stand in YAML; delete it"
            raise DataError([Problem(name, number, message)])
        indent = line[: len(line) - len(line.lstrip())]
        if "\t" in indent:
            raise DataError([Problem(name, number, "a tab in the indentation; use spaces")])
    try:
        _check_depth(text, name)
        node = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise DataError([Problem(name, mark.line + 1 if mark else 1, f"is not YAML: {error.problem}")]) from error
    if node is None:
        raise DataError([Problem(name, 1, "the file is empty; a mapping is wanted")])
    document = Document(name, None)
    reader = _Reader(document)
    document.data = reader.value(node, ())
    if reader.problems:
        raise DataError(reader.problems)
    return document


def _check_depth(text: str, name: str) -> None:
    """Refuse deep nesting before nodes are composed, which is recursive and would exhaust the stack."""
    depth = 0
    events: Iterator[Any] = yaml.parse(text, Loader=_Loader)
    for event in events:
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                line = event.start_mark.line + 1 if event.start_mark else 1
                raise DataError([Problem(name, line, f"nested deeper than {MAX_DEPTH} levels; flatten it")])
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


class _Reader:
    """Turns nodes into plain data, collecting problems instead of stopping at the first."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.problems: list[Problem] = []
        self._seen: set[int] = set()

    def value(self, node: yaml.Node, where: Where) -> Any:
        line = node.start_mark.line + 1
        self.document.lines[where] = line
        if id(node) in self._seen:
            return self._refuse(line, "an alias (*name) is used; write the value out")
        self._seen.add(id(node))
        if self._tagged(node):
            return None
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, where)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*where, index)) for index, item in enumerate(node.value)]
        unfit = link_fault(node.value)
        if unfit:
            return self._refuse(line, unfit)
        if node.style:  # type: ignore[attr-defined]  # the stubs forget it; quoted scalars stay text
            return node.value
        if len(node.value) > MAX_DIGITS and _NUMBER.match(node.value):
            return self._refuse(
                line, f"a number of {len(node.value)} characters; {MAX_DIGITS} are the most, text is quoted"
            )
        return scalar(node.value)

    def _mapping(self, node: yaml.MappingNode, where: Where) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                self._refuse(line, "a key must be plain text")
                continue
            if id(key_node) in self._seen:
                self._refuse(line, "an alias (*name) is used; write the value out")
                continue
            self._seen.add(id(key_node))
            if self._tagged(key_node):
                continue
            key = key_node.value
            unfit = link_fault(key)
            if unfit:
                self._refuse(line, unfit)
                continue
            if key in found:
                self._refuse(line, f"the key {key!r} stands twice; keep one")
                continue
            found[key] = self.value(value_node, (*where, key))
            self.document.lines[(*where, key)] = line
        return found

    def _tagged(self, node: yaml.Node) -> bool:
        """Whether a node carries a tag of its own, which is refused."""
        if node.tag in (_PLAIN_TAGS[type(node)], "!"):
            return False
        self._refuse(node.start_mark.line + 1, f"the tag {node.tag} is not allowed; write plain values")
        return True

    def _refuse(self, line: int, message: str) -> None:
        self.problems.append(Problem(self.document.path, line, message))


def scalar(text: str) -> Any:
    """A plain scalar by the YAML 1.2 core schema: null, bool, int, float, or the text itself."""
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
