"""The event log: the only account of a mission.

A journal collects events while a flight is flown. Narration, replay page, filled sheet and statistics are
functions of these events. `docs` of the format: `LOG_FORMAT` below, published on the site.

Every event has `n` (its number, from 1), `kind`, `place` (the named place in the order of play where it happened), `rule`
(the rule that has it so), and `changes`: what became different in the state through it, up to the next event. It is a
plain dictionary, as JSON has it; which keys each kind has, its type says: `kind` tells a type checker which of them it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import Field, dataclass, fields, is_dataclass
from operator import attrgetter
from typing import Any, Literal, NotRequired, TypedDict, final

LOG_FORMAT = 1
"""Version of the log's format; a reader refuses others."""

Change = tuple[str, Any, Any]
"""A path of the state, what stood there and what stands there now; None where nothing does."""

Added = tuple[str, int]
"""A modifier that counted in a roll: its code and what it added."""


class _Told(TypedDict):
    """What every event has."""

    n: int
    place: str
    rule: str
    changes: list[Change]


@final
class Phase(_Told):
    """A stretch of play begins. data: what the game says of it."""

    kind: Literal["phase"]
    name: str
    who: str
    data: dict[str, Any]


@final
class Roll(_Told):
    """Dice are thrown on a table. row: its id. gives: codes of effects; `again` for a throw that is made again."""

    kind: Literal["roll"]
    table: str
    column: str
    who: str
    dice: list[int]
    natural: int
    modifiers: list[Added]
    net: int
    row: str
    gives: list[str]


@final
class Consult(_Told):
    """A row of a chart applies."""

    kind: Literal["consult"]
    table: str
    who: str
    row: str
    gives: list[str]


@final
class Choice(_Told):
    """A player decides. decision: its kind. who: whom it is about."""

    kind: Literal["choice"]
    decision: str
    who: str
    options: list[str]
    taken: str


@final
class Fact(_Told):
    """Something the rules bring about without a roll. data: what the game says of it.

    The fact `overruled` sets `data.path` of the state to `data.value` where a source's own example departs from its rules.
    """

    kind: Literal["fact"]
    name: str
    who: str
    data: dict[str, Any]


Event = Phase | Roll | Consult | Choice | Fact

Reached = Roll | Consult
"""What names a row of a table."""


class SetupData(TypedDict):
    """What was decided before a run, as JSON has it: the number of the mission, and names as the game declares them."""

    mission: int
    names: dict[str, Any]


class Header(TypedDict):
    """The first line of a log: all that is needed to fly it again, with its dice and choices, elsewhere.

    digest: of the tables it was flown with. dice: where they came from. title: of a script. undone: steps taken back.
    """

    game: str
    run: str
    version: str
    digest: str
    rulings: dict[str, str]
    setup: SetupData
    dice: str
    title: NotRequired[str]
    undone: NotRequired[int]


UNKEPT: Header = {
    "game": "", "run": "", "version": "", "digest": "", "rulings": {}, "setup": {"mission": 1, "names": {}}, "dice": "",
}  # fmt: skip
"""The header of a journal of which no log is made."""


def snapshot(thing: Any) -> dict[str, Any]:
    """A state as flat `path: scalar` pairs. Dataclasses, mappings and sequences are walked in order.

    What is None is not there: a log cannot tell the two apart.
    """
    flat: dict[str, Any] = {}
    _flatten(thing, "", flat)
    return flat


_SCALARS = frozenset((str, int, bool, float))

INLINE: Mapping[str, bool] = {"inline": True}
"""Metadata of a field that is a record or a mapping of its own in code and not in the log: the paths of what it holds
leave it out."""

_ways: dict[tuple[type, str], tuple[tuple[str, str], ...]] = {}


def _ways_of(kind: type, path: str) -> tuple[tuple[str, str], ...]:
    """The fields of a dataclass with their full paths, found once for each place where it stands; else none."""
    found = _ways.get((kind, path))
    if found is None:
        parts = fields(kind) if is_dataclass(kind) else ()
        found = _ways[kind, path] = tuple((part.name, _path_of(part, path)) for part in parts)
    return found


def _path_of(part: Field[Any], path: str) -> str:
    """The path of a field of what stands at a path."""
    if part.metadata.get("inline"):
        return path
    return f"{path}.{part.name}" if path else part.name


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


_SCALAR_TYPES = frozenset(("str", "int", "bool", "float", "str | None", "int | None", "bool | None"))


@dataclass(frozen=True, slots=True)
class _Reader:
    """How the fields of a kind are read at once: those of scalars, which are compared as they are, and the others."""

    scalars: tuple[str, ...]
    others: tuple[str, ...]
    read_scalars: Callable[[Any], tuple[Any, ...]]
    read_others: Callable[[Any], tuple[Any, ...]]


_readers: dict[type, _Reader | None] = {}


def _reader(kind: type) -> _Reader | None:
    """The reader of a dataclass, made once; None for any other kind."""
    if kind not in _readers:
        if is_dataclass(kind):
            found = fields(kind)
            scalars = tuple(f.name for f in found if f.type in _SCALAR_TYPES)
            others = tuple(f.name for f in found if f.type not in _SCALAR_TYPES)
            _readers[kind] = _Reader(scalars, others, _tuples(scalars), _tuples(others))
        else:
            _readers[kind] = None
    return _readers[kind]


def _tuples(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """What reads these fields into a tuple; an attrgetter gives one for two names or more."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda thing: tuple(getattr(thing, name) for name in names)


def _frozen(thing: Any) -> Any:
    """A thing as tuples that a later change of it leaves alone; equal things have equal ones."""
    kind = type(thing)
    if kind in _SCALARS or thing is None:
        return thing
    if kind is list or kind is tuple:
        return tuple([_frozen(item) for item in thing])
    if kind is dict:
        items = [item if type(item) in _SCALARS else _frozen(item) for item in thing.values()]
        return tuple(thing), tuple(items)
    reader = _reader(kind)
    if reader is None:
        return tuple(_frozen(item) for item in thing.items()) if isinstance(thing, Mapping) else thing
    if not reader.others:
        return reader.read_scalars(thing)
    return reader.read_scalars(thing), tuple([_frozen(item) for item in reader.read_others(thing)])


def way(path: str) -> tuple[str, ...]:
    """The steps of a path of the flat form: the field of the state, what is in it, a field of that (`men`, `pilot`, `kills`)."""
    return tuple(path.split("."))


def put(thing: Any, path: str, value: Any) -> None:
    """Set the value at a path of the flat form. Raises LookupError or AttributeError for a path that is not there."""
    *there, last = way(path)
    for part in there:
        thing = thing[int(part)] if isinstance(thing, list) else _part(thing, part)
    thing = _holder(thing, last)
    if isinstance(thing, list):
        thing[int(last)] = value
    elif isinstance(thing, dict):
        thing[last] = value
    else:
        getattr(thing, last)
        setattr(thing, last, value)


def _part(thing: Any, name: str) -> Any:
    holder = _holder(thing, name)
    return holder[name] if isinstance(holder, Mapping) else getattr(holder, name)


def _holder(thing: Any, name: str) -> Any:
    """What holds a field of that name: the thing itself, or the record or mapping among its own that does."""
    found = _inside(thing, name)
    return thing if found is None else found


def _inside(thing: Any, name: str) -> Any:
    """The record or mapping of that name's field, among the thing and those of its own that a log does not name; or None."""
    known = thing if isinstance(thing, Mapping) else getattr(thing, "__dataclass_fields__", {})
    if name in known:
        return thing
    inner = [] if known is thing else [part.name for part in known.values() if part.metadata.get("inline")]
    return next((found for part in inner if (found := _inside(getattr(thing, part), name)) is not None), None)


def _value_at(state: Any, path: str) -> Any:
    """The value at a path of the flat form; None where nothing is, but may be. Raises LookupError."""
    flat = snapshot(state)
    if path in flat:
        return flat[path]
    thing = state
    for part in way(path):
        holder = _holder(thing, part)
        known = holder if isinstance(holder, Mapping) else getattr(holder, "__dataclass_fields__", ())
        if part not in known:
            raise LookupError(path)
        thing = _part(thing, part)
    if thing is not None:
        raise LookupError(path)
    return None


def _alike(now: Any, value: Any) -> bool:
    """Whether a value can stand where another does: of its kind, or plain where nothing was."""
    if now is None:
        return value is None or type(value) in _SCALARS
    if isinstance(now, list):
        return isinstance(value, list) and all(type(item) in _SCALARS for item in value)
    return type(value) is type(now)


def _unlike(names: tuple[str, ...], now: tuple[Any, ...], was: tuple[Any, ...]) -> set[str]:
    """The names whose values differ; all of them where nothing was there before."""
    if not was:
        return set(names)
    return {name for name, new, old in zip(names, now, was, strict=True) if new != old}


class Journal:
    """Collects the events of one flight and the state changes between them."""

    def __init__(self, header: Header = UNKEPT) -> None:
        self.header: Header = {**header}
        self.events: list[Event] = []
        self._state: Any = None
        self._seen: dict[str, dict[str, Any]] = {}
        """By field of the state: its flat form when it was last seen to change."""
        self._scalars: tuple[Any, ...] = ()
        self._others: tuple[Any, ...] = ()

    def watch(self, state: Any) -> None:
        """Follow the changes of this state, a dataclass; what it holds at first is credited to the first event."""
        self._state = state

    def add(self, event: Event) -> None:
        """Append one event; what changed since the last one is credited to the last one."""
        self.settle()
        self.events.append(event)

    def phase(self, name: str, place: str, rule: str, who: str, data: dict[str, Any]) -> None:
        """A stretch of play begins."""
        self.add({
            "n": len(self.events) + 1, "kind": "phase", "name": name, "place": place, "rule": rule, "who": who, "data": data, "changes": [],
        })  # fmt: skip

    def roll(
        self,
        table: str,
        row: str,
        dice: list[int],
        *,
        place: str,
        rule: str,
        who: str,
        natural: int,
        net: int,
        column: str = "",
        modifiers: list[Added] | None = None,
        gives: list[str] | None = None,
    ) -> None:
        """Dice were thrown on a table and read."""
        self.add({
            "n": len(self.events) + 1, "kind": "roll", "place": place, "rule": rule, "table": table, "column": column, "who": who,
            "dice": dice, "natural": natural, "modifiers": modifiers or [], "net": net, "row": row, "gives": gives or [],
            "changes": [],
        })  # fmt: skip

    def consult(self, table: str, row: str, *, place: str, rule: str, who: str, gives: list[str]) -> None:
        """A row of a chart applies."""
        self.add({
            "n": len(self.events) + 1, "kind": "consult", "place": place, "rule": rule, "table": table, "who": who, "row": row,
            "gives": gives, "changes": [],
        })  # fmt: skip

    def choice(self, decision: str, options: list[str], taken: str, *, place: str, rule: str, who: str) -> None:
        """A player decided."""
        self.add({
            "n": len(self.events) + 1, "kind": "choice", "place": place, "rule": rule, "decision": decision, "who": who,
            "options": options, "taken": taken, "changes": [],
        })  # fmt: skip

    def fact(self, name: str, place: str, rule: str, who: str, data: dict[str, Any]) -> None:
        """The rules bring something about without a roll."""
        self.add({
            "n": len(self.events) + 1, "kind": "fact", "name": name, "place": place, "rule": rule, "who": who, "data": data, "changes": [],
        })  # fmt: skip

    def settle(self) -> None:
        """Credit the changes made so far to the last event."""
        if self._state is None or not self.events:
            return
        changed = self._changed_fields()
        if not changed:
            return
        changes: list[Change] = []
        gone: list[Change] = []
        for name, path in changed:
            was = self._seen.get(name, {})
            now: dict[str, Any] = {}
            _flatten(getattr(self._state, name), path, now)
            self._seen[name] = now
            changes += [(path, was.get(path), new) for path, new in now.items() if path not in was or was[path] != new]
            gone += [(path, old, None) for path, old in was.items() if path not in now]
        self.events[-1]["changes"] += changes + gone

    def _changed_fields(self) -> list[tuple[str, str]]:
        """The fields of the state that are not as they were when last looked at, in their order, each with its path."""
        state = self._state
        reader = _reader(type(state))
        if reader is None:
            raise TypeError(f"a state is a dataclass, not {type(state).__name__}")
        scalars = reader.read_scalars(state)
        others = tuple([_frozen(thing) for thing in reader.read_others(state)])
        if scalars == self._scalars and others == self._others:
            return []
        differ = _unlike(reader.scalars, scalars, self._scalars) | _unlike(reader.others, others, self._others)
        self._scalars, self._others = scalars, others
        return [(name, path) for name, path in _ways_of(type(state), "") if name in differ]

    @property
    def state(self) -> Any:
        """The state that is followed, or None."""
        return self._state

    def overrule(self, path: str, value: Any, rule: str = "") -> None:
        """Set one value of the state against the rules, as a source's own example does; the log says so.

        Raises LookupError where the state has no such value, TypeError for one of another kind than is there.
        """
        now = _value_at(self._state, path)
        if not _alike(now, value):
            raise TypeError(f"{path} is {now!r:.40}")
        self.fact("overruled", "", rule, "", {"path": path, "value": value})
        put(self._state, path, value)

    @property
    def faces(self) -> list[int]:
        """All dice faces in the order they fell."""
        return faces_of(self.events)

    @property
    def answers(self) -> list[tuple[str, str]]:
        """All choices in the order they were made."""
        return answers_of(self.events)


def answers_of(events: Iterable[Event]) -> list[tuple[str, str]]:
    """The choices among events, as (kind, option taken)."""
    return [(e["decision"], e["taken"]) for e in events if e["kind"] == "choice"]


def faces_of(events: Iterable[Event]) -> list[int]:
    """The dice faces among events, in order."""
    return [face for e in events if e["kind"] == "roll" for face in e["dice"]]


def state_after(events: list[Event], upto: int | None = None) -> dict[str, Any]:
    """The state, flat, after the first `upto` events (all of them by default), from their changes alone."""
    state: dict[str, Any] = {}
    for event in events[:upto]:
        follow(state, event)
    return state


def follow(state: dict[str, Any], event: Event) -> None:
    """Bring a flat state up to what it was when the event was over: the one fold over the changes of a log."""
    for path, _old, new in event["changes"]:
        if new is None:
            state.pop(path, None)
        else:
            state[path] = new


def followed(events: Iterable[Event]) -> Iterator[tuple[Event, dict[str, Any]]]:
    """Each event with the flat state after it, one mapping that goes along."""
    state: dict[str, Any] = {}
    for event in events:
        follow(state, event)
        yield event, state
