"""Merges the data of an overlay into a game's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from combatbox.core.errors import Problem, suggest
from combatbox.library.yaml12 import Document
from combatbox.play.dataclass_validation import Where

GONE = "gone"
"""The value with which an overlay removes an entry of a mapping; in `words` it is plain text."""


def merge_data(below: Any, above: Any) -> Any:
    """Return data merged with other data.

    Mappings are merged key by key; lists and everything else are replaced; `gone` removes an entry.

    Args:
        below: the game's data.
        above: the overlay's data, which takes precedence.
    """
    if not (isinstance(below, dict) and isinstance(above, dict)):
        return above
    merged = dict(below)
    for key, value in above.items():
        if value == GONE and key in below and key != "words":
            del merged[key]
        elif key == "words" and isinstance(value, dict) and isinstance(below.get(key), dict):
            merged[key] = {**below[key], **value}
        else:
            merged[key] = merge_data(below[key], value) if key in below else value
    return merged


def missing_removals(below: Any, above: Any, where: Where = ()) -> Iterator[Where]:
    """Yield the places of an overlay's file where `gone` removes a missing entry."""
    for key, value in above.items() if isinstance(above, dict) else ():
        known = isinstance(below, dict) and key in below
        if value == GONE and not known:
            yield (*where, key)
        elif key != "words":
            yield from missing_removals(below[key] if known else {}, value, (*where, key))


def removed_entries(below: Any, above: Any, where: Where = ()) -> Iterator[tuple[str, Where]]:
    """Yield the entries of lists and mappings that are missing in the merged data, with their place."""
    if isinstance(below, dict) and isinstance(above, dict):
        yield from ((str(key), where) for key in below if key not in above)
        for key, value in below.items():
            yield from removed_entries(value, above[key], (*where, key)) if key in above else ()
    elif isinstance(below, dict) and isinstance(above, list):
        yield from ((str(key), where) for key in below if key not in above)
    elif isinstance(below, list) and isinstance(above, list):
        yield from ((str(item), where) for item in below if isinstance(item, str) and item not in above)


def without_origins(data: Any) -> Any:
    """Return the data of a table file with every `origin` removed."""
    if isinstance(data, list):
        return [without_origins(item) for item in data]
    if not isinstance(data, dict):
        return data
    bare = {key: without_origins(value) for key, value in data.items() if key != "origin"}
    return bare["text"] if list(bare) == ["text"] else bare


def merge_document(problems: list[Problem], document: Document, upper: Document) -> Document | None:
    """Return a game's file merged with the overlay's file, or None if there are problems.

    Rulings and rules are merged by id, everything else by key.

    Args:
        problems: the list to which the problems of the overlay's file are added.
        document: the game's file.
        upper: the overlay's file.
    """
    name = Path(document.path).stem
    items = upper.data.get(name)
    if name not in ("rulings", "rules") or not isinstance(items, list):
        if not _takes_out(problems, upper, document.data, upper.data, ()):
            return None
        return Document(upper.path, merge_data(document.data, upper.data), upper.lines)
    merged = list(document.data[name])
    known = {item["id"]: index for index, item in enumerate(merged)}
    lines: dict[Where, int] = {}
    faults = len(problems)
    ids = [str(item.get("id") if isinstance(item, dict) else None) for item in items]
    for index, item in enumerate(items):
        place = known.get(ids[index])
        if _is_added(problems, upper, name, index, item, known=place is not None):
            place = len(merged)
            merged.append({})
        if place is None:
            near = suggest(ids[index], known)
            new = "" if near or name != "rulings" else "; a new one says `added: true`"
            message = f"replaces nothing: no {name[:-1]} {ids[index]:.60}{near}{new}"
            problems.append(upper.problem((name, index), message))
            continue
        _takes_out(problems, upper, merged[place], item, (name, index))
        merged[place] = merge_data(merged[place], item)
        for where, line in upper.lines.items():
            if where[:2] == (name, index):
                lines[(name, place, *where[2:])] = line
            elif len(where) < 2 or where[0] != name:
                lines[where] = line
    report_repeated(problems, upper, name, ids)
    return Document(upper.path, {**upper.data, name: merged}, lines) if len(problems) == faults else None


def _takes_out(problems: list[Problem], upper: Document, below: Any, above: Any, where: Where) -> bool:
    """Report entries that an overlay removes though they are missing; True if none."""
    wrong = list(missing_removals(below, above, where))
    for place in wrong:
        message = f"{'.'.join(map(str, place))}: removes nothing, because the game has no such entry; delete the line"
        problems.append(upper.problem(place, message))
    return not wrong


def _is_added(problems: list[Problem], upper: Document, name: str, index: int, item: Any, *, known: bool) -> bool:
    """Return True if an entry of an overlay is marked as an added ruling, and is one."""
    if name != "rulings" or not isinstance(item, dict) or not item.get("added", False):
        return False
    if known:
        message = f"{item.get('id')}: already exists; remove `added`"
        problems.append(upper.problem((name, index), message))
    return not known


def report_repeated(problems: list[Problem], document: Document, name: str, ids: list[str]) -> None:
    """Report ids that occur more than once."""
    seen: set[str] = set()
    for index, item in enumerate(ids):
        if item in seen:
            problems.append(document.problem((name, index), f"the id {item} is used twice; ids are unique"))
        seen.add(item)
