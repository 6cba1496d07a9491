"""Files written so that nothing is lost: atomically, with a check on every line of a log."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from combatbox.core.errors import CombatBoxError, LogError
from combatbox.core.events import LOG_FORMAT, Event, Header, Journal
from combatbox.library.reading import Unreadable, from_json, read_file

MAX_LOG_BYTES = 100_000_000
"""A whole tour is a hundredth of that."""


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file in one step: readers see the old content or the new, never half of it.

    Raises CombatBoxError when the folder cannot be written to, or a device or a pipe stands there.
    """
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise CombatBoxError(f"{path}: cannot be written: a device or a pipe, not a file")
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise CombatBoxError(f"{path}: cannot be written: {error.strerror}") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError as error:
        raise CombatBoxError(f"{path}: cannot be written: {error.strerror}") from error
    finally:
        with contextlib.suppress(OSError):
            Path(name).unlink()  # is gone when it was put in place


def canonical(thing: Any) -> str:
    """JSON in one fixed form: the same data gives the same bytes everywhere."""
    return json.dumps(thing, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def digest(thing: Any) -> str:
    """The first 16 hex digits of the SHA-256 of the canonical JSON."""
    return sha256(canonical(thing).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Log:
    """A log read back: what was flown under which rulings, and every event."""

    header: Header
    events: list[Event]
    summary: dict[str, Any]


def log_lines(header: Header, events: Iterable[Event], summary: dict[str, Any]) -> list[str]:
    """A log as JSON lines. Each line ends in `h`, a check over itself and all lines before it."""
    lines: list[str] = []
    chain = ""
    body: list[Mapping[str, Any]] = [
        {"kind": "header", "format": LOG_FORMAT, **header},
        *events,
        {"kind": "end", "summary": summary},
    ]
    for item in body:
        chain = _link(chain, item)
        lines.append(canonical({**item, "h": chain}))
    return lines


def _link(chain: str, item: Mapping[str, Any]) -> str:
    return sha256((chain + canonical(item)).encode()).hexdigest()[:12]


def write_log(path: Path, journal: Journal, summary: dict[str, Any]) -> None:
    """Write a journal as a log file, atomically."""
    lines = log_lines(journal.header, journal.events, summary)
    write_atomically(path, ("\n".join(lines) + "\n").encode())


def read_log(path: Path) -> Log:
    """Read a log. Raises LogError naming the line where it was cut, edited or is of another format."""
    try:
        data = read_file(path, MAX_LOG_BYTES)
        text = data.decode("utf-8")
    except Unreadable as error:
        raise LogError(str(error)) from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LogError(f"{path}:{line}: is not UTF-8 text; this is no log of ours, or it was damaged") from error
    items = _checked(path, text)
    head, last = items[0], items[-1]
    if last.get("kind") != "end" or not text.endswith("\n"):
        raise LogError(f"{path}:{len(items)}: the log is cut short: its closing line is missing")
    if not isinstance(last.get("summary"), dict):
        raise LogError(f"{path}:{len(items)}: the closing line has no summary that can be read")
    head = {key: value for key, value in head.items() if key not in ("kind", "format")}
    # that these are of our types is what `recorded.check_log` says; here they are only known to be as they were written
    return Log(cast("Header", head), [_event(item) for item in items[1:-1]], last["summary"])


def _event(item: dict[str, Any]) -> Event:
    """A line as a flight has it: what JSON writes as lists of unlike things are tuples there."""
    for part in ("changes", "modifiers"):
        if isinstance(item.get(part), list):
            item[part] = [tuple(each) if isinstance(each, list) else each for each in item[part]]
    return cast("Event", item)


def _checked(path: Path, text: str) -> list[dict[str, Any]]:
    """The lines as data. Each must be exactly as it was written: the check stands, and so does every byte."""
    if not text:
        raise LogError(f"{path}:1: is empty")
    items: list[dict[str, Any]] = []
    chain = ""
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        try:
            item = from_json(line)
        except (ValueError, RecursionError) as error:
            raise LogError(f"{path}:{number}: is not a JSON line (cut short or edited)") from error
        if not isinstance(item, dict) or "h" not in item:
            raise LogError(f"{path}:{number}: is no line of a combatbox log")
        if number == 1:
            _check_header(path, item)
        check = item.pop("h")
        try:
            chain = _link(chain, item)
            fits = check == chain and line == canonical({**item, "h": check})
        except UnicodeEncodeError:
            fits = False
        if not fits:
            raise LogError(f"{path}:{number}: was edited: its check does not fit")
        items.append(item)
    return items


def _check_header(path: Path, head: dict[str, Any]) -> None:
    """The first line is a header of our format. Raises LogError."""
    if head.get("kind") != "header" or head.get("format") != LOG_FORMAT:
        found = repr(head["format"]) if "format" in head else "no format"
        raise LogError(f"{path}:1: is no combatbox log of format {LOG_FORMAT} (found {found})")
