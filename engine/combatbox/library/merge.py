"""Merges the data of an overlay into the data of a game."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from combatbox.core.errors import Problem, suggest
from combatbox.library.yaml12 import Document
from combatbox.play.dataclass_validation import Where

GONE = "gone"
"""The value with which an overlay removes an entry of a mapping; under the key `words`, it is an ordinary text."""

BLANK = "blank"
"""The placeholder for a value that the owner of a printed variant has not filled in yet."""

BLANK_CELLS = frozenset({"effects", "cells", "hits", "then"})
"""The keys of a row whose values `combatbox new overlay --blank` leaves blank."""

BLANK_PARTS = frozenset({"modifiers", "forced", "adjusts", "notes"})
"""The keys of a table whose values `combatbox new overlay --blank` leaves blank."""

EDITS = frozenset({"add", "change", "remove"})
"""The keys of a mapping that edits a list instead of replacing it.

An example is `{remove: [Meaulte], add: [Berlin]}`.
"""

NAMED_BY = ("id", "key", "roll", "name", "title", "part", "group", "row", "when", "line")
"""The keys that can name a mapping in a list; the name is the value of the first of them that the mapping has."""


def merge_data(below: Any, above: Any) -> Any:
    """Return the data of a game merged with the data of an overlay.

    Mappings are merged key by key, and the value `gone` removes an entry. Where the game has a list and the overlay has
    a mapping with the keys of `EDITS`, the mapping edits the list. All other values of the game are replaced by those
    of the overlay.

    Args:
        below: the data of the game.
        above: the data of the overlay, which takes precedence.
    """
    if _edits_list(below, above):
        return [item for item, _ in _edited(below, above)]
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


def name_of(item: Any) -> str:
    """Return the name of a list entry: its text, or the value of a key in `NAMED_BY`.

    A mapping without such a key is named by all its values, such as `until 25, missions 30`. The names in a list of
    names are joined with commas.
    """
    if isinstance(item, dict):
        values = ", ".join(f"{key} {value}" for key, value in item.items())
        name = next((item[key] for key in NAMED_BY if key in item), values)
        return ", ".join(map(str, name)) if isinstance(name, list) else name_of(str(name))
    # A condition is named by its words, `down_in G, N`; versions before 1.1 wrote its Python text.
    return re.sub(r"[{}\[\]']", "", str(item)).replace(": ", " ") if str(item).startswith("{") else str(item)


def _edits_list(below: Any, above: Any) -> bool:
    return isinstance(below, list) and isinstance(above, dict) and bool(above) and above.keys() <= EDITS


def _looks_like_edits(below: dict[str, Any], above: Any) -> bool:
    """Return True if the overlay's mapping has the form of edits of a list, although the game has a mapping there."""
    if not isinstance(above, dict) or not above or not above.keys() <= EDITS - below.keys():
        return False
    return bool(below) and all(isinstance(value, list) for value in above.values())


def _edited(below: list[Any], edits: dict[str, Any]) -> list[tuple[Any, Where]]:
    """Return the entries of a list after its edits, each with the place in the edits that changed or added the entry.

    The place is empty for an unchanged entry.
    """
    changes = edits.get("change") or {}
    changed = {name_of(key): key for key in changes}
    removed = {name_of(item) for item in edits.get("remove") or ()}
    entries: list[tuple[Any, Where]] = [
        (merge_data(item, changes[changed[name]]), ("change", changed[name])) if name in changed else (item, ())
        for item in below
        if (name := name_of(item)) not in removed
    ]
    for index, item in enumerate(edits.get("add") or ()):
        entries.insert(_place_of(item, [name_of(entry) for entry, _ in entries]), (item, ("add", index)))
    return entries


def _place_of(item: Any, names: list[str]) -> int:
    """Return the index at which an added entry belongs: for a row with a key beside its kind, for others the end.

    A row with a key of two parts follows those with the same first part; other keys keep an alphabetical order.
    """
    key = name_of(item)
    head = f"{key.partition('|')[0]}|"
    alike = [index for index, name in enumerate(names) if name.startswith(head)]
    if "|" in key and alike:
        return alike[-1] + 1
    return bisect(names, key) if isinstance(item, dict) and "key" in item and names == sorted(names) else len(names)


def wrong_edits(below: Any, above: Any, where: Where = ()) -> Iterator[tuple[Where, str]]:
    """Yield the edits of an overlay that have no effect, each with its path in the data and the reason."""
    if _edits_list(below, above):
        yield from _wrong_list_edits(below, above, where)
        return
    if isinstance(below, list) and isinstance(above, dict):
        for key in above.keys() - EDITS or [""]:
            message = f"does not edit a list; known: {', '.join(sorted(EDITS))}" if key else "edits nothing; add a list"
            yield (*where, key) if key else where, message
        return
    if isinstance(below, dict) and _looks_like_edits(below, above):
        yield where, "is a map, not a list; write its entries as `KEY: value`"
        return
    for key, value in above.items() if isinstance(above, dict) else ():
        known = isinstance(below, dict) and key in below
        if value == GONE and not known:
            yield (*where, key), "removes nothing, because the game has no such entry; delete the line"
        elif key != "words":
            yield from wrong_edits(below[key] if known else {}, value, (*where, key))


def _wrong_list_edits(below: list[Any], edits: dict[str, Any], where: Where) -> Iterator[tuple[Where, str]]:
    """Yield the errors in the edits of a list, each with its place."""
    names = {name_of(item): item for item in below}
    for key, kind in (("add", list), ("change", dict), ("remove", list)):
        if not isinstance(edits.get(key, kind()), kind):
            yield (*where, key), f"must be a {'mapping of entries' if kind is dict else 'list'}"
            return
    for index, item in enumerate(edits.get("remove", ())):
        if name_of(item) not in names:
            message = f"the list has no {name_of(item)!r}{suggest(name_of(item), names)}"
            yield (*where, "remove", index), f"removes nothing: {message}"
    for name, value in edits.get("change", {}).items():
        if (known := name_of(name)) not in names:
            yield (*where, "change", name), f"changes nothing: the list has no {name!r}{suggest(known, names)}"
        else:
            yield from wrong_edits(names[known], value, (*where, "change", name))
    removed = {name_of(item) for item in edits.get("remove", ())}
    for index, item in enumerate(edits.get("add", ())):
        if (name := name_of(item)) in names:
            remedy = "use `change` instead of `remove` and `add`" if name in removed else "delete the line"
            yield (*where, "add", index), f"the list has {name!r} already; {remedy}"


def edited_lines(below: Any, above: Any, upper: Document, where: Where = ()) -> dict[Where, int]:
    """Return, for each entry of a list that an overlay edits, the line of the edit in the overlay's file.

    Messages about the entry can then name this line. The keys are the paths of the entries in the merged data.

    Args:
        below: the original data.
        above: the data of the overlay.
        upper: the overlay's file.
        where: the path at which the two files have these data.
    """
    lines: dict[Where, int] = {}
    if _edits_list(below, above):
        for index, (_, edit) in enumerate(_edited(below, above)):
            place = (*where, index)
            lines[place] = upper.line((*where, *edit))
            for inner, line in upper.lines.items():
                if edit and inner[: len(where) + len(edit)] == (*where, *edit):
                    lines[(*place, *inner[len(where) + len(edit) :])] = line
        return lines
    for key, value in above.items() if isinstance(above, dict) and isinstance(below, dict) else ():
        if key in below:
            lines |= edited_lines(below[key], value, upper, (*where, key))
    return lines


def blank_places(data: dict[str, Any]) -> Iterator[Where]:
    """Yield the path of each part and row of a table whose blanks the owner has not filled in."""
    yield from ((key,) for key in data if key in BLANK_PARTS and data[key] == BLANK)
    rows = data.get("rows")
    for index, row in enumerate(rows if isinstance(rows, list) else ()):
        if isinstance(row, dict) and any(row.get(key) == BLANK for key in BLANK_CELLS):
            yield ("rows", index)


def removed_entries(below: Any, above: Any, where: Where = ()) -> Iterator[tuple[str, Where]]:
    """Yield the entries that are missing from merged data, each with the path of the list or mapping that contained it.

    Args:
        below: the original data.
        above: the merged data.
        where: the path at which the two files have these data.
    """
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
        if not _check_edits(problems, upper, document.data, upper.data, ()):
            return None
        lines = {**upper.lines, **edited_lines(document.data, upper.data, upper)}
        return Document(upper.path, merge_data(document.data, upper.data), lines, document)
    merged = list(document.data[name])
    known = {item["id"]: index for index, item in enumerate(merged)}
    merged_lines: dict[Where, int] = {}
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
        _check_edits(problems, upper, merged[place], item, (name, index))
        merged[place] = merge_data(merged[place], item)
        for where, line in upper.lines.items():
            if where[:2] == (name, index):
                merged_lines[(name, place, *where[2:])] = line
            elif len(where) < 2 or where[0] != name:
                merged_lines[where] = line
    report_repeated(problems, upper, name, ids)
    return (
        Document(upper.path, {**upper.data, name: merged}, merged_lines, document) if len(problems) == faults else None
    )


def merge_table(problems: list[Problem], document: Document, upper: Document) -> Document | None:
    """Return a table merged with a file that edits it (`edits: true`), or None if there are problems.

    If the file states an `origin`, everything that it adds or changes has this origin, and the rest has the origin
    `rulebook`.

    Args:
        problems: the list to which the problems of the file are added.
        document: the table of the game.
        upper: the file that edits the table.
    """
    below, above = table_layers(document.data, upper.data)
    if not _check_edits(problems, upper, below, above, ()):
        return None
    lines = {**upper.lines, **edited_lines(below, above, upper)}
    return Document(upper.path, merge_data(below, above), lines, document)


def table_layers(below: Any, above: Any) -> tuple[Any, Any]:
    """Return the data of a table and the edits to it, in a form that `merge_data` can merge.

    New columns are added to the rows of the table. If the edits state an `origin`, each entry that they add or change
    gets this origin, and the table gets the origin `rulebook` if it states none.

    Args:
        below: the data of the table.
        above: the data of a file that edits the table.
    """
    edits = {key: value for key, value in above.items() if key not in ("edits", "origin")}
    below, edits = _with_columns(below, edits)
    origin = above.get("origin")
    if origin is None:
        return below, edits
    for key, value in edits.items():
        if _edits_list(below.get(key), value):
            added = [_with_origin(item, origin) for item in value.get("add") or ()]
            changed = {name: _with_origin(item, origin) for name, item in (value.get("change") or {}).items()}
            edits[key] = {**value, "add": added, "change": changed}
    return {"origin": "rulebook", **below}, edits


def _with_columns(below: Any, edits: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return the data of a table with the cells of new columns, and the edits with the titles of these columns.

    The cells of a new column are copied from another column (`{title: Me 410, like: me110}`) or empty.
    """
    columns = edits.get("columns")
    if not isinstance(columns, dict):
        return below, edits
    names = list(below.get("columns", {}))
    new = {key: value.get("like") for key, value in columns.items() if key not in names and isinstance(value, dict)}
    rows = []
    for row in below.get("rows", []):
        cells = next((key for key in ("hits", "cells") if key in row), "")
        copies = [row[cells][names.index(like)] if like in names else None for like in new.values()] if cells else []
        rows.append({**row, cells: [*row[cells], *copies]} if copies else row)
    titles = {key: value.get("title", key) if isinstance(value, dict) else value for key, value in columns.items()}
    return {**below, "rows": rows}, {**edits, "columns": titles}


def _with_origin(item: Any, origin: Any) -> Any:
    """Return a list entry of a table with an origin, unless it states one already."""
    if isinstance(item, str):
        return {"text": item, "origin": origin}
    return {"origin": origin, **item} if isinstance(item, dict) else item


def _check_edits(problems: list[Problem], upper: Document, below: Any, above: Any, where: Where) -> bool:
    """Report edits of an overlay that have no effect; return True if there are none."""
    wrong = list(wrong_edits(below, above, where))
    for place, message in wrong:
        problems.append(upper.problem(place, f"{'.'.join(map(str, place))}: {message}"))
    return not wrong


def _is_added(problems: list[Problem], upper: Document, name: str, index: int, item: Any, *, known: bool) -> bool:
    """Return True if an entry of an overlay is a ruling that is marked as added and that the game does not have."""
    if name != "rulings" or not isinstance(item, dict) or not item.get("added", False):
        return False
    if known:
        message = f"{item.get('id')}: already exists; remove `added`"
        problems.append(upper.problem((name, index), message))
    return not known


def report_repeated(problems: list[Problem], document: Document, name: str, ids: list[str]) -> None:
    """Add a problem for each id that occurs more than once in a list of a file.

    Args:
        problems: the list to which the problems are added.
        document: the file.
        name: the name of the list in the file.
        ids: the ids in the list, in order.
    """
    seen: set[str] = set()
    for index, item in enumerate(ids):
        if item in seen:
            problems.append(document.problem((name, index), f"the id {item} is used twice; ids are unique"))
        seen.add(item)
