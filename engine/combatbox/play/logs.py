"""Logs as text: JSON lines, each with a check over itself and all lines before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, cast

from combatbox.core.errors import LogError
from combatbox.core.events import LOG_FORMAT, Event, Header
from combatbox.play.canonical_json import HAS_MARK, MARK, canonical_json, from_json


@dataclass(frozen=True)
class Log:
    """A log read back: what was flown under which rulings, and every event.

    closed: of a tour laid aside between two missions, the state that it goes on from (`play.checkpoint`).
    """

    header: Header
    events: list[Event]
    summary: dict[str, Any]
    closed: Any = None


def log_lines(
    header: Header, events: Iterable[Event], summary: dict[str, Any], closed: Mapping[str, str] | None = None
) -> list[str]:
    """A log as JSON lines. Each line ends in `h`, a check over itself and all lines before it. closed: as in `Log`."""
    lines: list[str] = []
    chain = ""
    body: list[Mapping[str, Any]] = [
        {"kind": "header", "format": LOG_FORMAT, **header},
        *events,
        {"kind": "end", "summary": summary, **({"closed": closed} if closed else {})},
    ]
    for item in body:
        chain = _link(chain, item)
        lines.append(canonical_json({**item, "h": chain}))
    return lines


def _link(chain: str, item: Mapping[str, Any]) -> str:
    return sha256((chain + canonical_json(item)).encode()).hexdigest()[:12]


def log_of(text: str, name: str) -> Log:
    """A log from its text. name: of its file, for messages. Raises LogError naming the line where it was cut, edited or is
    of another format."""
    items = _checked(name, text)
    head, last = items[0], items[-1]
    if last.get("kind") != "end" or not text.endswith("\n"):
        raise LogError(f"{name}:{len(items)}: the log is cut short: its closing line is missing")
    if not isinstance(last.get("summary"), dict):
        raise LogError(f"{name}:{len(items)}: the closing line has no summary that can be read")
    head = {key: value for key, value in head.items() if key not in ("kind", "format")}
    # that these are of our types is what `recorded.check_log` says; here they are only known to be as they were written
    return Log(cast("Header", head), [event_of(item) for item in items[1:-1]], last["summary"], last.get("closed"))


def event_of(item: dict[str, Any]) -> Event:
    """A line as a flight has it: what JSON writes as lists of unlike things are tuples there."""
    for part in ("changes", "modifiers"):
        if isinstance(item.get(part), list):
            item[part] = [tuple(each) if isinstance(each, list) else each for each in item[part]]
    return cast("Event", item)


def _checked(name: str, text: str) -> list[dict[str, Any]]:
    """The lines as data. Each must be exactly as it was written: the check stands, and so does every byte."""
    if not text:
        raise LogError(f"{name}:1: is empty")
    if text.startswith(MARK):
        raise LogError(f"{name}:1: {HAS_MARK}")
    if text.partition("\n")[0].endswith("\r"):
        raise LogError(f"{name}:1: has the line ends of Windows; save it with those of Unix (LF)")
    items: list[dict[str, Any]] = []
    chain = ""
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        try:
            item = from_json(line)
        except (ValueError, RecursionError) as error:
            raise LogError(f"{name}:{number}: is not a JSON line (cut short or edited)") from error
        if not isinstance(item, dict) or "h" not in item:
            raise LogError(f"{name}:{number}: is not a line of a Combat Box log")
        if number == 1:
            _check_header(name, item)
        check = item.pop("h")
        try:
            chain = _link(chain, item)
            fits = check == chain and line == canonical_json({**item, "h": check})
        except UnicodeEncodeError:
            fits = False
        if not fits:
            raise LogError(f"{name}:{number}: was edited: its check does not fit")
        items.append(item)
    return items


def _check_header(name: str, head: dict[str, Any]) -> None:
    """The first line is a header of our format. Raises LogError."""
    if head.get("kind") != "header" or head.get("format") != LOG_FORMAT:
        written = repr(head["format"]) if "format" in head else "no format"
        raise LogError(f"{name}:1: is not a Combat Box log of format {LOG_FORMAT} (found {written})")
