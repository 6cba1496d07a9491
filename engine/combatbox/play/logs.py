"""Logs as text: JSON lines, each with a checksum of this line and all lines before it."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from shlex import quote
from typing import Any, cast

from combatbox.core.annotations import frozen
from combatbox.core.errors import LogError
from combatbox.core.events import LOG_FORMAT, Event, Header
from combatbox.play.canonical_json import canonical_json, from_json, text_lines


@frozen
class Log:
    """A parsed log.

    Attributes:
        header: the game and its tables, the run, the rulings, the names and the dice.
        events: all events, in order.
        summary: the summary of the result.
        closed: the state from which a suspended tour resumes (`play.checkpoint`), otherwise None.
    """

    header: Header
    events: list[Event]
    summary: dict[str, Any]
    closed: Any = None


def log_text(log: Log) -> str:
    """Return a log as the text of its file.

    Each line is JSON and ends in `h`, a checksum of this line and all lines before it.
    """
    lines: list[str] = []
    chain = ""
    body: list[Mapping[str, Any]] = [
        {"kind": "header", "format": LOG_FORMAT, **log.header},
        *log.events,
        {"kind": "end", "summary": log.summary, **({"closed": log.closed} if log.closed else {})},
    ]
    for item in body:
        chain = _link(chain, item)
        lines.append(canonical_json({**item, "h": chain}))
    return "\n".join((*lines, ""))


def _link(chain: str, item: Mapping[str, Any]) -> str:
    return sha256((chain + canonical_json(item)).encode()).hexdigest()[:12]


def parse_log(text: str, name: str) -> Log:
    """Parse the text of a log.

    Args:
        text: the text of the log.
        name: the name of its file, for messages.

    Raises:
        LogError: the log was cut short or edited, or has another format; the message names the line.
    """
    items = _parse_lines(name, text)
    head, last = items[0], items[-1]
    if last.get("kind") != "end":
        raise LogError(f"{name}:{len(items)}: the log is cut short: its closing line is missing")
    if not isinstance(last.get("summary"), dict):
        raise LogError(f"{name}:{len(items)}: the closing line has no readable summary")
    head = {key: value for key, value in head.items() if key not in ("kind", "format")}
    # Only the checks are verified here; `log_validation.check_log` validates the types.
    return Log(
        cast("Header", head), [normalize_event(item) for item in items[1:-1]], last["summary"], last.get("closed")
    )


def normalize_event(item: dict[str, Any]) -> Event:
    """Convert a parsed line to an event as a flight records it, with tuples instead of lists."""
    for key in ("changes", "modifiers"):
        if isinstance(item.get(key), list):
            item[key] = [tuple(each) if isinstance(each, list) else each for each in item[key]]
    return cast("Event", item)


def _parse_lines(name: str, text: str) -> list[dict[str, Any]]:
    """Parse the lines, and check that each is unchanged, byte for byte."""
    if not text.strip():
        raise LogError(f"{name}:1: the file is empty")
    items: list[dict[str, Any]] = []
    chain, lines = "", text_lines(text)
    for number, line in enumerate(lines, 1):
        try:
            item = from_json(line)
        except (ValueError, RecursionError) as error:
            is_cut = 1 < number == len(lines)
            why = "the log is cut short in this line" if is_cut else "the line is not JSON (cut short or edited)"
            raise LogError(f"{name}:{number}: {why}") from error
        if not isinstance(item, dict) or "h" not in item:
            raise LogError(f"{name}:{number}: the line does not belong to a Combat Box log")
        if number == 1:
            _check_header(name, item)
        check = item.pop("h")
        try:
            chain = _link(chain, item)
            fits = check == chain and line == canonical_json({**item, "h": check})
        except UnicodeEncodeError:
            fits = False
        if not fits:
            raise LogError(f"{name}:{number}: the line was edited: its checksum is wrong")
        items.append(item)
    return items


def _check_header(name: str, head: dict[str, Any]) -> None:
    """Raise LogError if the first line is not a header of this log format."""
    if head.get("kind") == "save":
        inner = head.get("header")
        game = inner.get("game", "GAME") if isinstance(inner, dict) else "GAME"
        raise LogError(
            f"{name}:1: the file is a saved game, not a log; continue it with `combatbox play {game} --resume {quote(name)}`"
        )
    if head.get("kind") != "header" or head.get("format") != LOG_FORMAT:
        actual = repr(head["format"]) if "format" in head else "no format"
        raise LogError(f"{name}:1: the file is not a Combat Box log of format {LOG_FORMAT} (got {actual})")
