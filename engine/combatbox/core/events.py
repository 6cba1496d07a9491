"""The event log: the only account of a mission.

A journal collects events while a flight is flown. Narration, replay page, filled sheet and statistics are
functions of these events. `docs` of the format: `LOG_FORMAT` below, published on the site.

Every event has `n` (its number, from 1), `kind`, and `changes`: what became different in the state through
it, up to the next event, as `[path, old, new]`. Kinds:

- `phase`: a stretch of play begins: `name`, `rule`, `who`, `data`.
- `roll`: `rule`, `table`, `column`, `who`, `dice`, `natural`, `modifiers` (`[[code, add], ...]`), `net`,
  `row` (its id), `gives` (effect codes; `again` where the throw does not count and is made again).
- `consult`: a row of a chart applies: `rule`, `table`, `who`, `row`, `gives`.
- `choice`: `rule`, `decision`, `options`, `taken`.
- `fact`: something the rules bring about without a roll: `name`, `rule`, `who`, `data`. The fact `overruled` sets
  `data.path` of the state to `data.value` where a source's own example departs from its rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

LOG_FORMAT = 1
"""Version of the log's format; a reader refuses others."""

Event = dict[str, Any]


def snapshot(thing: Any) -> dict[str, Any]:
    """A state as flat `path: scalar` pairs. Dataclasses, mappings and sequences are walked in order.

    What is None is not there: a log cannot tell the two apart.
    """
    flat: dict[str, Any] = {}
    _flatten(thing, "", flat)
    return flat


_SCALARS = frozenset((str, int, bool, float))
_ways: dict[tuple[type, str], tuple[tuple[str, str], ...]] = {}


def _ways_of(kind: type, path: str) -> tuple[tuple[str, str], ...]:
    """The fields of a dataclass with their full paths, found once for each place where it stands; else none."""
    found = _ways.get((kind, path))
    if found is None:
        names = [f.name for f in fields(kind)] if is_dataclass(kind) else []
        found = _ways[kind, path] = tuple((name, f"{path}.{name}" if path else name) for name in names)
    return found


def _flatten(thing: Any, path: str, flat: dict[str, Any]) -> None:
    kind = type(thing)
    if kind in _SCALARS:
        flat[path] = thing
    elif ways := _ways_of(kind, path):
        for name, way in ways:
            value = getattr(thing, name)
            if type(value) in _SCALARS:
                flat[way] = value
            else:
                _flatten(value, way, flat)
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            _flatten(value, f"{path}.{key}" if path else str(key), flat)
    elif isinstance(thing, (list, tuple)):
        if all(isinstance(item, (str, int)) for item in thing):
            flat[path] = list(thing)
        else:
            for index, item in enumerate(thing):
                _flatten(item, f"{path}.{index}" if path else str(index), flat)
    elif thing is not None:
        flat[path] = thing


def put(thing: Any, path: str, value: Any) -> None:
    """Set the value at a path of the flat form. Raises LookupError or AttributeError for a path that is not there."""
    *way, last = path.split(".")
    for part in way:
        thing = thing[int(part)] if isinstance(thing, list) else _part(thing, part)
    if isinstance(thing, list):
        thing[int(last)] = value
    elif isinstance(thing, dict):
        thing[last] = value
    else:
        getattr(thing, last)
        setattr(thing, last, value)


def _part(thing: Any, name: str) -> Any:
    return thing[name] if isinstance(thing, Mapping) else getattr(thing, name)


class Journal:
    """Collects the events of one flight and the state changes between them."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self.header: dict[str, Any] = dict(header)
        self.events: list[Event] = []
        self._state: Any = None
        self._seen: dict[str, Any] = {}

    def watch(self, state: Any) -> None:
        """Follow the changes of this state; what it holds at first is credited to the first event."""
        self._state = state

    def add(self, kind: str, **data: Any) -> None:
        """Append one event; what changed since the last one is credited to the last one."""
        self.settle()
        self.events.append({"n": len(self.events) + 1, "kind": kind, **data, "changes": []})

    def settle(self) -> None:
        """Credit the changes made so far to the last event."""
        if self._state is None or not self.events:
            return
        now = snapshot(self._state)
        if now == self._seen:
            return
        changes = [
            [path, self._seen.get(path), value]
            for path, value in now.items()
            if path not in self._seen or self._seen[path] != value
        ]
        changes += [[path, value, None] for path, value in self._seen.items() if path not in now]
        self._seen = now
        self.events[-1]["changes"] += changes

    @property
    def state(self) -> Any:
        """The state that is followed, or None."""
        return self._state

    def overrule(self, path: str, value: Any, rule: str = "") -> None:
        """Set one value of the state against the rules, as a source's own example does; the log says so."""
        self.add("fact", name="overruled", rule=rule, who="", data={"path": path, "value": value})
        put(self._state, path, value)

    @property
    def faces(self) -> list[int]:
        """All dice faces in the order they fell."""
        return [face for event in self.events if event["kind"] == "roll" for face in event["dice"]]

    @property
    def answers(self) -> list[tuple[str, str]]:
        """All choices in the order they were made."""
        return answers_of(self.events)


def answers_of(events: list[Event]) -> list[tuple[str, str]]:
    """The choices among events, as (kind, option taken)."""
    return [(e["decision"], e["taken"]) for e in events if e["kind"] == "choice"]


def faces_of(events: list[Event]) -> list[int]:
    """The dice faces among events, in order."""
    return [face for e in events if e["kind"] == "roll" for face in e["dice"]]


def state_after(events: list[Event], upto: int | None = None) -> dict[str, Any]:
    """The state, flat, after the first `upto` events (all of them by default), from their changes alone."""
    state: dict[str, Any] = {}
    for event in events[:upto]:
        for path, _old, new in event["changes"]:
            if new is None:
                state.pop(path, None)
            else:
                state[path] = new
    return state
