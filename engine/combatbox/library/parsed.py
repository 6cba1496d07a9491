"""What the YAML of a game says, kept from one command to the next, so that it need not be parsed again.

A text is known by its digest, so what is kept of one can never be another's: a changed file is a new text. What is kept
holds for the parser that made it, and is thrown away with it. It lies in the user's cache (`$XDG_CACHE_HOME` or `~/.cache`,
in `combatbox/parsed`), one file a folder of tables, as JSON: nothing in it is executed, and whoever loads a game checks it as
if it had just been parsed. Where it cannot be read or written, or is damaged, the YAML is parsed.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from inspect import getfile
from pathlib import Path
from typing import Any

import yaml

from combatbox.core.errors import CombatBoxError, DataError
from combatbox.library import cached, links, yaml12
from combatbox.library.paths import cache_folder, shown
from combatbox.library.yaml12 import Document, Where, parse_yaml, text_of
from combatbox.play import plain


@cache
def parser() -> str:
    """The digest of what parses: our reader with what it asks, and the library below it."""
    sources = [Path(getfile(module)).read_bytes() for module in (yaml12, links, plain)]
    return sha256(b"\0".join((yaml.__version__.encode(), *sources))).hexdigest()


class Lines(Mapping[Where, int]):
    """The lines of a text's nodes, found when somebody asks for one: only who reports a problem does."""

    def __init__(self, text: str, name: str) -> None:
        self._text, self._name = text, name
        self._found: Mapping[Where, int] | None = None

    def _lines(self) -> Mapping[Where, int]:
        if self._found is None:
            self._found = parse_yaml(self._text, self._name).lines
        return self._found

    def __getitem__(self, where: Where) -> int:
        return self._lines()[where]

    def __iter__(self) -> Iterator[Where]:
        return iter(self._lines())

    def __len__(self) -> int:
        return len(self._lines())


def read_shared(path: Path) -> Document:
    """Read one YAML file as `read_yaml` does, but the same text gives the same data, which nobody may change then.

    Raises DataError with every problem found in it.
    """
    name, text = shown(path), text_of(path)
    try:
        data = _data(text)
    except DataError:
        return parse_yaml(text, name)  # tells it again, with the file's name
    return Document(name, data, Lines(text, name))


@lru_cache(maxsize=1024)
def _data(text: str) -> Any:
    known = _known.get(_digest(text))
    return parse_yaml(text, "").data if known is None else known


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


_known: dict[str, Any] = {}
"""What was kept of the folders that this process has asked for, by the digests of their texts."""


def place_of(folder: Path) -> Path:
    """The file in which a folder is kept, whether it is there or not."""
    return cache_folder() / "parsed" / f"{_digest(str(folder.resolve()))[:32]}.json"


def take(folder: Path) -> None:
    """Have at hand what is kept of a folder. The first of several times counts."""
    _take(place_of(folder))


@cache
def _take(place: Path) -> None:
    with contextlib.suppress(ValueError, RecursionError):
        if body := cached.kept(place, parser()):
            _known.update(json.loads(body))


def keep(folder: Path) -> None:
    """Keep what the YAML of a folder says, unless it is kept already; nothing is said where it cannot be."""
    with contextlib.suppress(CombatBoxError, OSError):
        texts = {_digest(text): text for text in map(text_of, sorted(folder.glob("*.yaml")))}
        if not texts.keys() <= _known.keys():
            place = place_of(folder)
            _known.update({digest: _data(text) for digest, text in texts.items()})
            body = json.dumps({digest: _known[digest] for digest in texts}, separators=(",", ":"))
            cached.keep(place, parser(), body.encode())
