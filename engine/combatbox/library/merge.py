"""Merges the data of an overlay into the data of a game."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from combatbox.core.errors import MOST_LINES, Problem, suggest
from combatbox.library.yaml12 import Document, entry_at
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


class Merge:
    """The merge of data of a game with the data of an overlay, and what it finds on the way.

    Mappings are merged key by key, and the value `gone` removes an entry. Where the game has a list and the overlay has
    a mapping with the keys of `EDITS`, the mapping edits the list. All other values of the game are replaced by those
    of the overlay.

    Attributes:
        wrong: the edits that have no effect, each with its path in the overlay and the reason.
        moved: each entry of an edited list: its path in the merged data, and the path in the overlay of the edit that
            changed or added it. For an unchanged entry, this is the path of the edits.
        removed: the names that are missing from the merged data, each with the path of the list or mapping that
            contained it.
    """

    def __init__(self) -> None:
        self.wrong: list[tuple[Where, str]] = []
        self.moved: list[tuple[Where, Where]] = []
        self.removed: list[tuple[str, Where]] = []

    def merge(self, below: Any, above: Any, where: Where = ()) -> Any:
        """Return the merged data.

        Args:
            below: the data of the game.
            above: the data of the overlay, which takes precedence.
            where: the path of the overlay's data in its file.
        """
        merged = above
        if isinstance(below, list) and isinstance(above, dict):
            merged = self._edit(below, above, where)
        elif isinstance(below, dict) and _looks_like_edits(below, above):
            self.wrong.append((where, "is a map, not a list; write its entries as `KEY: value`"))
        elif isinstance(above, dict):
            return self._mapping(below if isinstance(below, dict) else {}, above, where)
        if isinstance(merged, list) and isinstance(below, list | dict):
            self.removed += [(item, where) for item in below if isinstance(item, str) and item not in merged]
        return merged

    def entry(self, below: Any, above: Any, where: Where) -> Any:
        """Return an entry of a list merged with the overlay's, whose lines count as those of the whole entry."""
        inner = Merge()
        merged = inner.merge(below, above, where)
        self.wrong += inner.wrong
        return merged

    def _mapping(self, below: dict[str, Any], above: dict[str, Any], where: Where) -> dict[str, Any]:
        merged = dict(below)
        for key, value in above.items():
            if value == GONE and key not in below:
                message = "removes nothing, because the game has no such entry; delete the line"
                self.wrong.append(((*where, key), message))
            elif key == "words":
                both = isinstance(value, dict) and isinstance(below.get(key), dict)
                merged[key] = {**below[key], **value} if both else value
            elif value == GONE:
                del merged[key]
                self.removed.append((str(key), where))
                self.merge(below[key], [], (*where, key))  # with whatever it contains
            else:
                merged[key] = self.merge(below.get(key, {}), value, (*where, key))
        return merged

    def _edit(self, below: list[Any], edits: dict[str, Any], where: Where) -> Any:
        """Return a list after its edits, or the edits if they have another form."""
        if wrong := list(_wrong_form(edits)):
            self.wrong += [((*where, *key), message) for key, message in wrong]
            return edits
        names = [name_of(item) for item in below]
        edited: dict[Where, str] = {("change", key): name_of(key) for key in edits.get("change", ())}
        edited |= {("remove", index): name_of(item) for index, item in enumerate(edits.get("remove", ()))}
        for edit, name in edited.items():
            if name not in names:
                message = f"{edit[0]}s nothing: the list has no {name!r}{suggest(name, names)}"
                self.wrong.append(((*where, *edit), message))
        edit_of = {name: edit for edit, name in edited.items()}
        entries: list[tuple[Any, Where]] = []
        for name, item in zip(names, below, strict=True):
            edit = edit_of.get(name, ())
            if "remove" not in edit[:1]:
                place = (*where, *edit)
                entries.append((self.entry(item, entry_at(edits, edit), place) if edit else item, place))
        for index, item in enumerate(edits.get("add", ())):
            edit = (*where, "add", index)
            if (name := name_of(item)) in names:
                is_removed = "remove" in edit_of.get(name, ())
                remedy = "use `change` instead of `remove` and `add`" if is_removed else "delete the line"
                self.wrong.append((edit, f"the list has {name!r} already; {remedy}"))
            entries.insert(_place_of(item, [name_of(entry) for entry, _ in entries]), (item, edit))
        self.moved += [((*where, index), edit) for index, (_, edit) in enumerate(entries)]
        return [item for item, _ in entries]

    def document(self, problems: list[Problem], document: Document, upper: Document, data: Any) -> Document | None:
        """Return the merged data as a document, or None if edits have no effect, which become problems.

        Messages about an entry of an edited list name the line of the edit.

        Args:
            problems: the list to which the problems are added.
            document: the game's file.
            upper: the overlay's file.
            data: the merged data.
        """
        for where, message in self.wrong:
            problems.append(upper.problem(where, f"{'.'.join(map(str, where))}: {message}"))
        lists = {place[:-1] for place, _ in self.moved}
        lines = {
            where: line
            for where, line in upper.lines.items()
            if not any(where[:length] in lists for length in range(1, len(where)))
        }
        for place, edit in self.moved:
            lines[place] = upper.line(edit)
            if edit != place[:-1]:
                inside = {where: line for where, line in upper.lines.items() if where[: len(edit)] == edit}
                lines |= {(*place, *where[len(edit) :]): line for where, line in inside.items()}
        return None if self.wrong else Document(upper.path, data, lines, document, self.removed)


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


def _looks_like_edits(below: dict[str, Any], above: Any) -> bool:
    """Return True if the overlay's mapping has the form of edits of a list, although the game has a mapping there."""
    if not isinstance(above, dict) or not above or not above.keys() <= EDITS - below.keys():
        return False
    return bool(below) and all(isinstance(value, list) for value in above.values())


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


def _wrong_form(edits: dict[str, Any]) -> Iterator[tuple[Where, str]]:
    """Yield what is wrong with the form of the edits of a list."""
    if not edits:
        yield (), "edits nothing; add a list"
    for key, value in edits.items():
        kind = dict if key == "change" else list
        if key not in EDITS:
            yield (key,), f"does not edit a list; known: {', '.join(sorted(EDITS))}"
        elif not isinstance(value, kind):
            yield (key,), f"must be a {'mapping of entries' if kind is dict else 'list'}"


def blank_places(data: dict[str, Any]) -> Iterator[Where]:
    """Yield the path of each part and row of a table whose blanks the owner has not filled in."""
    yield from ((key,) for key in data if key in BLANK_PARTS and data[key] == BLANK)
    rows = data.get("rows")
    for index, row in enumerate(rows if isinstance(rows, list) else ()):
        if isinstance(row, dict) and any(row.get(key) == BLANK for key in BLANK_CELLS):
            yield ("rows", index)


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
    name, merge = Path(document.path).stem, Merge()
    items = upper.data.get(name)
    if name not in ("rulings", "rules") or not isinstance(items, list):
        return merge.document(problems, document, upper, merge.merge(document.data, upper.data))
    merged = list(document.data[name])
    known = {item["id"]: index for index, item in enumerate(merged)}
    faults = len(problems)
    ids = [str(item.get("id") if isinstance(item, dict) else None) for item in items]
    for index, item in enumerate(items):
        place = known.get(ids[index])
        if _is_added(problems, upper, name, index, item, known=place is not None):
            place = len(merged)
            merged.append({})
        if place is None:
            near = suggest(ids[index], known) if len(problems) < MOST_LINES else ""  # which takes long
            new = "" if near or name != "rulings" else "; a new one says `added: true`"
            message = f"replaces nothing: no {name[:-1]} {ids[index]:.60}{near}{new}"
            problems.append(upper.problem((name, index), message))
            continue
        merged[place] = merge.entry(merged[place], item, (name, index))
        merge.moved.append(((name, place), (name, index)))
    report_repeated(problems, upper, name, ids)
    result = merge.document(problems, document, upper, {**upper.data, name: merged})
    return result if len(problems) == faults else None


def merge_table(problems: list[Problem], document: Document, upper: Document) -> Document | None:
    """Return a table merged with a file that edits it (`edits: true`), or None if there are problems.

    If the file states an `origin`, everything that it adds or changes has this origin, and the rest has the origin
    `rulebook`.

    Args:
        problems: the list to which the problems of the file are added.
        document: the table of the game.
        upper: the file that edits the table.
    """
    merge = Merge()
    return merge.document(problems, document, upper, merge.merge(*table_layers(document.data, upper.data)))


def table_layers(below: Any, above: Any) -> tuple[Any, Any]:
    """Return the data of a table and the edits to it, in a form that can be merged.

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
        if isinstance(value, dict) and not any(_wrong_form(value)):
            added = [_with_origin(item, origin) for item in value.get("add", ())]
            changed = {name: _with_origin(item, origin) for name, item in value.get("change", {}).items()}
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
