"""Change tracking: the differences in a state from one event to the next, by the paths of its flat form.

The flat form of a state is a mapping from paths to scalars, as logs store it.

For every event, a log records the paths of the state that changed through it. `StateTracker` finds these paths by
comparing the state with the copy that it made after the previous event. The copy is a tree with a node for each record
and each container of the state. A node compares the record's dictionary of fields, or the container itself, with a
shallow copy. A part of the tree is read again only where a record has been replaced or the items of a container have
changed.

The result is the difference of two snapshots (`snapshot`), in snapshot order. Reordering the keys of a
dictionary is not a change. A field with `compare=False` is tracked until its record is replaced by another record that
is equal in all other fields.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import Field, field, fields, is_dataclass
from functools import cache, lru_cache, reduce
from itertools import chain, compress
from operator import is_not, itemgetter, ne
from typing import Any, TypeVar

T = TypeVar("T")

Change = tuple[str, Any, Any]
"""A path of the state, its old value and its new value; a missing value is None."""

_Order = tuple[int, ...]
"""The position of a value in a snapshot: the number of the field or item at each step of its path."""


class _Changes:
    """The changes found in one comparison.

    Attributes:
        new: changes to a new value.
        removed: changes that removed a value.
        replaced: nodes that are no longer part of the tree.
        has_new_tree: True if nodes were added or removed.
    """

    def __init__(self) -> None:
        self.new: list[tuple[_Order, Change]] = []
        self.removed: list[tuple[_Order, Change]] = []
        self.replaced: set[_Node] = set()
        self.has_new_tree = False

    def add_difference(self, old: Mapping[str, Any], new: Mapping[str, Any], order: _Order) -> None:
        """Add the differences between two flat states of one part of the state."""
        for path, value in new.items():
            if path not in old or old[path] != value:
                self.new.append((order, (path, old.get(path), value)))
        if not old.keys() <= new.keys():
            self.removed += [(order, (path, value, None)) for path, value in old.items() if path not in new]

    def replace(self, old: Collection[_Node], new: Collection[_Node]) -> None:
        """Record that new nodes have replaced old ones, with all nodes below them."""
        if old or new:
            self.has_new_tree = True
            self.replaced.update(_with_all_below(old))

    def in_order(self) -> list[Change]:
        """Return the new values in the order of a snapshot, then the removed ones."""
        for changes in (self.new, self.removed):
            if len(changes) > 1:
                changes.sort(key=itemgetter(0))
        return [change for _, change in chain(self.new, self.removed)]


class _Node:
    """A record or a container of the state, at its path.

    Attributes:
        value: the record or container.
        live: the dictionary of a record's fields, or the container; compared with `copy`.
        copy: the contents of `live` when the node was last read.
        is_slotted: True if the record has no `__dict__`, so that `live` must be read again each time.
        is_one_value: True for a list of strings and whole numbers, which a log stores as one value.
        children: the nodes of the fields or items that are records or containers, by the number of the field or item.
        number: the node's index in the tracker's list of nodes.
    """

    __slots__ = (
        "children",
        "copy",
        "is_one_value",
        "is_record",
        "is_slotted",
        "live",
        "number",
        "order",
        "path",
        "value",
    )

    def __init__(self, value: Any, path: str, order: _Order) -> None:
        self.value, self.path, self.order, self.number = value, path, order, 0
        self.is_record = bool(_field_paths_of(value, path))
        self.is_slotted = self.is_record and not hasattr(value, "__dict__")
        self.live: Any = _fields_of(value) if self.is_slotted else vars(value) if self.is_record else value
        self.read()

    def read(self) -> None:
        """Read the record or container and everything below it."""
        self.copy: Any = self.live[:] if isinstance(self.live, (list, tuple)) else dict(self.live)
        self.is_one_value = not isinstance(self.copy, dict) and all(isinstance(item, (str, int)) for item in self.copy)
        self.children: dict[int, _Node] = {}
        for number, (path, value) in enumerate(self.values()):
            if type(value) not in SCALARS:
                self.add_child(number, value, path)

    def add_child(self, number: int, value: Any, path: str) -> _Node | None:
        """Create a node for the value of a field or item, if this value is a record or a container."""
        if _field_paths_of(value, path) or isinstance(value, (Mapping, list, tuple)):
            self.children[number] = _Node(value, path, (*self.order, number))
        return self.children.get(number)

    def values(self) -> Iterable[tuple[str, Any]]:
        """Return the path and the value of each field or item, as last read."""
        if self.is_record:
            return [(path, self.copy[name]) for name, path in _field_paths_of(self.value, self.path)]
        prefix = f"{self.path}." if self.path else ""
        items = self.copy.items() if isinstance(self.copy, dict) else enumerate(self.copy)
        return [(f"{prefix}{key}", value) for key, value in items]

    def flatten(self, flat: dict[str, Any]) -> None:
        """Add all values of the node, as last read, to a flat state."""
        if self.is_one_value:
            flat[self.path] = [*self.copy]
            return
        for number, (path, value) in enumerate(self.values()):
            if number in self.children:
                self.children[number].flatten(flat)
            elif value is not None:
                flat[path] = value

    def flat(self) -> dict[str, Any]:
        """Return all values of the node, as last read, as a flat state."""
        flat: dict[str, Any] = {}
        self.flatten(flat)
        return flat

    def update(self, changes: _Changes) -> None:
        """Read the values that differ from the last reading, and add them to the changes."""
        if self.is_record:
            self._update_fields(changes)
            return
        old_nodes, old_values = self.children.values(), self.flat()
        self.read()
        changes.replace(old_nodes, self.children.values())
        changes.add_difference(old_values, self.flat(), self.order)

    def _update_fields(self, changes: _Changes) -> None:
        read = _fields_reader(type(self.value))  # type: ignore[arg-type]  # mypy does not see that a class is hashable
        is_set = map(is_not, read(self.live), read(self.copy))
        for number, (name, path) in compress(enumerate(_field_paths_of(self.value, self.path)), is_set):
            was, now = self.copy[name], self.live[name]
            self.copy[name] = now
            order = (*self.order, number)
            if type(now) in SCALARS and (was is None or type(was) in SCALARS):
                if now != was:
                    changes.new.append((order, (path, was, now)))
                continue
            old_node, new_node = self.children.pop(number, None), self.add_child(number, now, path)
            changes.replace([old_node] if old_node else [], [new_node] if new_node else [])
            changes.add_difference(_flat(old_node, path, was), _flat(new_node, path, now), order)


def snapshot(state: Any) -> dict[str, Any]:
    """Return a state in its flat form, as a dict from paths to scalars.

    Dataclasses, mappings and sequences are traversed in order. None is left out, because a log cannot distinguish it
    from a missing value.
    """
    return _Node(state, "", ()).flat()


class StateTracker:
    """A tracker of the changes of one state.

    Args:
        state: a dataclass instance; the first call of `changes` reports all of its values.
        before: an earlier flat state; the first call of `changes` then reports only the differences from this state.

    Raises:
        TypeError: the state is not a dataclass instance.
    """

    def __init__(self, state: Any, before: Mapping[str, Any] | None = None) -> None:
        if not is_dataclass(state) or isinstance(state, type):
            raise TypeError(f"the state must be a dataclass instance (got {type(state).__name__})")
        self._state = state
        self._before: Mapping[str, Any] = before or {}
        self._root: _Node | None = None
        self._nodes: list[_Node] = []
        self._live: list[Any] = []
        self._copies: list[Any] = []

    def last_read(self) -> dict[str, Any]:
        """Return the flat state at the time of the last call of `changes`."""
        return self._root.flat() if self._root else {}

    def changes(self) -> Sequence[Change]:
        """Return the changes since the last call.

        Returns:
            The new values in the order of a snapshot, followed by the removed values.
        """
        changes = _Changes()
        if self._root is None:
            self._root = _Node(self._state, "", ())
            self._list_nodes(self._root)
            changes.add_difference(self._before, self._root.flat(), ())
            return changes.in_order()
        for record in self._slotted:
            record.live.update(_fields_of(record.value))
        for node in [*compress(self._nodes, map(ne, self._live, self._copies))]:  # a part comes before what is below it
            if node not in changes.replaced:
                node.update(changes)
                self._copies[node.number] = node.copy
        if changes.has_new_tree:
            self._list_nodes(self._root)
        return changes.in_order()

    def _list_nodes(self, root: _Node) -> None:
        """List the nodes to compare at every event, so that no comparison walks the tree."""
        self._nodes = _with_all_below([root])
        for number, node in enumerate(self._nodes):
            node.number = number
        self._live = [node.live for node in self._nodes]
        self._copies = [node.copy for node in self._nodes]
        self._slotted = [node for node in self._nodes if node.is_slotted]


def _with_all_below(nodes: Iterable[_Node]) -> list[_Node]:
    """Return the nodes and all nodes below them."""
    all_nodes = [*nodes]
    for node in all_nodes:
        all_nodes.extend(node.children.values())
    return all_nodes


@cache
def _fields_reader(kind: Any) -> Callable[[Mapping[str, Any]], Any]:
    """Return a function that returns the values of a record's fields, with the first value again at the end.

    Because of this addition it returns a tuple even for a record with a single field.
    """
    names = [name for name, _ in field_paths(kind, "")]
    return itemgetter(*names, names[0])  # with one name alone it would not return a tuple


def _fields_of(record: Any) -> dict[str, Any]:
    """Return the fields of a record that has no `__dict__`."""
    return {name: getattr(record, name) for name in record.__dataclass_fields__}


def _field_paths_of(value: Any, path: str) -> tuple[tuple[str, str], ...]:
    """Return the names and paths of a record's fields; empty for other values."""
    return field_paths(type(value), path)  # type: ignore[arg-type]  # mypy does not see that a class is hashable


def _flat(node: _Node | None, path: str, value: Any) -> dict[str, Any]:
    """Return the flat state of a value; `node` is its node, if it has one."""
    return node.flat() if node else {} if value is None else {path: value}


# ---- paths of the flat form

SCALARS = frozenset((str, int, bool, float))


def inline(kind: Callable[[], T]) -> T:
    """Return the field of a record or mapping that is merged into its owner: the paths of its values omit the field."""
    value: T = field(default_factory=kind, metadata={"inline": True})
    return value


@lru_cache(maxsize=4096)
def field_paths(kind: Hashable, path: str) -> tuple[tuple[str, str], ...]:
    """Return the name and path of each field of a dataclass; empty for other types."""
    parts = fields(kind) if is_dataclass(kind) else ()
    return tuple([(part.name, _path_of(part, path)) for part in parts])


def _path_of(part: Field[Any], path: str) -> str:
    """Return the path of a field of the record at this path."""
    if part.metadata.get("inline"):
        return path
    return f"{path}.{part.name}" if path else part.name


@lru_cache(maxsize=1 << 14)
def split_path(path: str) -> tuple[str, ...]:
    """Return the steps of a path in the flat form: `men`, `pilot`, `kills`.

    Example:
        >>> split_path("crew.pilot.wounds")
        ('crew', 'pilot', 'wounds')
    """
    return tuple(path.split("."))


def set_at_path(state: Any, path: str, value: Any) -> None:
    """Set the value at a path of the flat form.

    Raises:
        LookupError: an index of the path does not exist.
        AttributeError: a field or key of the path does not exist.
    """
    *there, last = split_path(path)
    node = reduce(_value_at, there, state)
    holder = node if isinstance(node, list | dict) else _holder(node, last)
    if isinstance(holder, list):
        holder[int(last)] = value
    elif isinstance(holder, dict):
        holder[last] = value
    else:
        setattr(holder, last, value)


def get_at_path(state: Any, path: str) -> Any:
    """Return the value at a path of the flat form; None if the field is empty.

    Raises:
        LookupError: the path does not exist, or is that of a record or container.
    """
    try:
        value = reduce(_value_at, split_path(path), state)
    except (AttributeError, ValueError) as error:
        raise LookupError(path) from error
    if isinstance(value, list) and all(isinstance(item, str | int) for item in value):
        return [*value]
    if value is not None and type(value) not in SCALARS:
        raise LookupError(path)
    return value


def _value_at(node: Any, step: str) -> Any:
    """Return the value at one step of a path; AttributeError if there is none."""
    if isinstance(node, list):
        return node[int(step)]
    holder = _holder(node, step)
    if holder is None:
        raise AttributeError(step)
    return holder[step] if isinstance(holder, Mapping) else getattr(holder, step)


def _holder(node: Any, name: str) -> Any:
    """Return the value, or the inline record in it, that has a field or key of this name; None if neither has."""
    known = node if isinstance(node, Mapping) else getattr(node, "__dataclass_fields__", {})
    if name in known:
        return node
    inner = [] if known is node else [part.name for part in known.values() if part.metadata.get("inline")]
    return next((holder for part in inner if (holder := _holder(getattr(node, part), name)) is not None), None)
