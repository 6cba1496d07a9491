"""What changes in a state between two looks at it, without reading all of it at each look.

A log tells after every event what has become different, and most events change one thing or two of several hundred. So a
record of a watched state notes which of its fields are set, and to what: while it is watched it is of a class made from its own
that does so and is the same in everything else, and so is a `Followed` dictionary. Other dictionaries and lists are changed in
place and cannot note it, so each is compared with a copy, all at once, and so is a record that cannot note (a compiled one, one
without slots, one with a way of its own to be set) with its twin. What can do neither (a list of lists) is read whole at every
look. None of that can be seen in what comes out: it is the difference of two snapshots.

A dictionary whose keys have only changed places is as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from itertools import chain, compress, groupby, repeat
from operator import attrgetter, is_not, itemgetter, ne
from types import MemberDescriptorType
from typing import Any, Final

from combatbox.core.flat import SCALARS, flatten, ways_of
from combatbox.core.followed import Followed
from combatbox.core.native import Note, Noting, Twin, twin_of
from combatbox.core.records import dataclass

Change = tuple[str, Any, Any]
"""A path of the state, what stood there and what stands there now; None where nothing does."""

_Key = str
"""Where something comes in a snapshot: for the number of the field or item at each step of the way to it the character of that
number, because nothing is sorted as fast as text."""

_Told = tuple[_Key, Sequence[Change]]
"""Changes, and the place in the order of a snapshot at which they come."""

_first: Final = itemgetter(0)
_second: Final = itemgetter(1)

_NOWHERE: Final = object()

_swap: Final[Callable[[Any, type], None]] = vars(object)["__class__"].__set__


# ---- what notes


@dataclass(frozen=True, slots=True)
class _Shape:
    """What is known of a kind of thing. record: a dataclass with fields; box: read item by item, or as one list of words.

    setters: of a record that can be made to note, what sets each of its fields. notes: it does so by itself. simple: those of its
    fields that never hold anything but a scalar, as they are declared.
    """

    plain: type
    record: bool = False
    box: bool = False
    setters: Mapping[str, Callable[[Any, Any], None]] | None = None
    notes: bool = False
    simple: frozenset[str] = frozenset()


_shapes: dict[type, _Shape] = {}
"""By kind; a watched thing has that of its own class."""


def _shape(kind: type) -> _Shape:
    """The shape of a kind, worked out once."""
    shape = _shapes.get(kind)
    if shape is None:
        record = bool(ways_of(kind, ""))
        shape = _shapes[kind] = _Shape(
            kind, record, not record and issubclass(kind, (Mapping, list, tuple)), _setters(kind) if record else None,
            issubclass(kind, Noting), _simple(kind) if record else frozenset(),
        )  # fmt: skip
    return shape


def _setters(plain: Any) -> Mapping[str, Callable[[Any, Any], None]] | None:
    """What sets each field of a record; None of one that cannot note that they are set."""
    if plain.__dictoffset__ or "__setattr__" in {name for cls in plain.__mro__[:-1] for name in vars(cls)}:
        return None
    slots: dict[str, Any] = {part.name: getattr(plain, part.name, None) for part in fields(plain)}
    if not all(isinstance(slot, MemberDescriptorType) for slot in slots.values()):
        return None
    try:
        _swap(object.__new__(plain), type(plain.__name__, (plain,), {"__slots__": ()}))
    except TypeError:  # a class from which no other can be made, or whose things cannot become of it
        return None
    return {name: slot.__set__ for name, slot in slots.items()}


_SCALAR_NAMES: Final = frozenset((*SCALARS, *(kind.__name__ for kind in SCALARS)))


def _simple(plain: Any) -> frozenset[str]:
    """The fields of a record that are declared to hold a scalar and nothing else."""
    return frozenset(part.name for part in fields(plain) if part.type in _SCALAR_NAMES)


class _Kit:
    """The classes of watched things, which note for one watch at a time; another takes them over when that is done.

    notes: the fields that were set since the last look, as often as they were. changed: followed dictionaries that were changed.
    """

    __slots__ = ("changed", "classes", "comparing", "notes")

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.changed: list[Any] = []
        self.comparing = False
        """Containers are being compared with their copies: a record is then like itself alone."""
        self.classes: dict[type, type] = {Followed: _noting_dictionary(self)}

    def noting(self, shape: _Shape) -> type:
        """A new class for things of this shape, which can note, while they are watched."""
        noting = self.classes[shape.plain] = _noting(self, shape)
        _shapes[noting] = shape
        return noting


_kits: Final[list[_Kit]] = []
"""Those that no watch has at present."""


def _kit() -> _Kit:
    """The classes for a watch that begins."""
    try:
        return _kits.pop()
    except IndexError:
        return _Kit()


def _noting(kit: _Kit, shape: _Shape) -> type:
    """The class of a watched record of this shape: the same, and it notes what is set."""
    plain: Any = shape.plain
    setters = shape.setters or {}
    touch = kit.notes.append
    store: Callable[[Any, str, Any], None] = object.__setattr__
    remove: Callable[[Any, str], None] = object.__delattr__
    alike: Any = plain.__eq__
    reduce: Any = plain.__reduce_ex__

    def note(self: Any, name: str, value: Any) -> None:
        try:
            old = getattr(self, name)
            if value is old:
                return  # a third of what is set is set to what it is
            setters[name](self, value)
        except (AttributeError, KeyError):  # an empty field, one that a log does not know, or none
            store(self, name, value)
            if name not in setters:
                return
            old = None
        touch((self, name, old, value))

    def emptied(self: Any, name: str) -> None:
        old = getattr(self, name, None)
        remove(self, name)
        if name in setters:
            touch((self, name, old, None))

    def like(self: Any, other: object) -> bool:
        if kit.comparing:
            return False  # it is not the same one, else nobody had asked
        return alike(self, other)  # type: ignore[no-any-return]

    def reduced(self: Any, protocol: Any) -> Any:
        return _of_class(plain, noting, reduce(self, protocol))

    same = {name: vars(plain)[name] for name in ("__module__", "__qualname__", "__doc__") if name in vars(plain)}
    body = {
        **same, "__slots__": (), "__setattr__": note, "__delattr__": emptied, "__eq__": like, "__hash__": plain.__hash__,
        "__reduce_ex__": reduced, "__class__": property(lambda _: plain),
    }  # fmt: skip
    noting = type(plain.__name__, (plain,), body)  # a copy knows it by this name, too
    return noting


def _of_class(plain: type, noting: type | None, made: Any) -> Any:
    """What a copy is made of, so that it is of the plain class."""
    return (made[0], tuple([plain if part is noting else part for part in made[1]]), *made[2:])


def _noting_dictionary(kit: _Kit) -> type:
    """The class of a followed dictionary while it is watched: the same, and it notes that it is changed."""
    touch = kit.changed.append

    def noting(name: str) -> Callable[..., Any]:
        change = getattr(dict, name)

        def noted(self: Any, *given: Any, **named: Any) -> Any:
            touch(self)
            return change(self, *given, **named)

        return noted

    def reduced(self: Any, protocol: Any) -> Any:
        return _of_class(Followed, made, dict.__reduce_ex__(self, protocol))

    changes = ("__delitem__", "__ior__", "__setitem__", "clear", "pop", "popitem", "setdefault", "update")
    body = {"__slots__": (), "__class__": property(lambda _: Followed), "__reduce_ex__": reduced}
    made = type("Followed", (Followed,), body | {name: noting(name) for name in changes})
    _shapes[made] = _shape(Followed)
    _MAPS.add(made)
    return made


_MAPS: Final[set[type]] = {dict, Followed}
"""The kinds of dictionary that are read item by item."""


# ---- what was read


class _Place:
    """A record or a container that stands at a path of the state, with what was last read of it.

    gone: something else stands there now.
    """

    __slots__ = ("gone", "key", "path", "thing")

    def __init__(self, thing: Any, path: str, key: _Key) -> None:
        self.thing, self.path, self.key = thing, path, key
        self.gone = False


_Field = tuple[_Key, str, int]
"""A field of a record where it stands: where it comes, its path, and its number, `_SIMPLE` if it holds nothing but scalars."""

_SIMPLE: Final = -1

_Run = tuple[tuple[str, ...], Callable[[Any], Iterable[Any]]]
"""Fields one after the other that hold nothing but scalars: their paths, and what reads them all."""


@dataclass(frozen=True, slots=True)
class _Ways:
    """The fields of a kind of record (`plain`) where it stands: names, full paths, keys, what is known of each by name.

    read: reads all of them at once. runs: the same in pieces, runs of simple ones, and the number of each other. simple: there are
    no others.
    """

    plain: Any
    path: str
    key: _Key
    names: tuple[str, ...]
    paths: tuple[str, ...]
    keys: tuple[_Key, ...]
    fields: Mapping[str, _Field]
    read: Callable[[Any], Iterable[Any]]
    runs: tuple[tuple[_Run | None, int], ...]
    simple: bool


@lru_cache(maxsize=4096)
def _ways(kind: Hashable, path: str, key: _Key) -> _Ways:
    """The fields of a record where it stands at this path."""
    names, paths = zip(*ways_of(kind, path), strict=True)
    keys = tuple([key + chr(number) for number in range(len(names))])
    simple = _shape(kind).simple  # type: ignore[arg-type]
    known = {
        name: (keys[number], paths[number], _SIMPLE if name in simple else number) for number, name in enumerate(names)
    }
    runs = tuple(_runs(names, paths, simple))
    return _Ways(kind, path, key, names, paths, keys, known, _reader(names), runs, simple.issuperset(names))


def _runs(names: Sequence[str], paths: Sequence[str], simple: frozenset[str]) -> Iterator[tuple[_Run | None, int]]:
    """The fields in their order: simple ones in runs, each other by its number."""
    for others, group in groupby(range(len(names)), lambda number: names[number] not in simple):
        numbers = [*group]
        if others:
            yield from ((None, number) for number in numbers)
        else:
            run = slice(numbers[0], numbers[-1] + 1)
            yield (tuple(paths[run]), _reader(names[run])), _SIMPLE


def _reader(names: Sequence[str]) -> Callable[[Any], Iterable[Any]]:
    """What reads fields of these names into a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda thing: (getattr(thing, names[0]),)


class _Record(_Place):
    """A record whose fields note that they are set.

    inner: by number of the field the places of what is neither a scalar nor None; None where there is nothing else. next: a
    further place where the same record stands.
    """

    __slots__ = ("inner", "next", "ways")

    def __init__(self, thing: Any, ways: _Ways) -> None:
        self.thing, self.ways, self.path, self.key = thing, ways, ways.path, ways.key
        self.inner: dict[int, _Place] | None = None
        self.next: _Record | None = None
        self.gone = False


class _Box(_Place):
    """A list, a dictionary, or whatever is read as one thing.

    form: `words`, a list that is one value; `values`, a dictionary of scalars; `kids`, read item by item; or `whole`, read anew at
    every look. kids: by key or index a scalar, or the place of what is no scalar. copy: what was in it, to compare it with; number:
    where that is kept. flat: what was read of what is read whole. notes: it notes that it is changed.
    """

    __slots__ = ("copy", "flat", "form", "kids", "notes", "number")

    def __init__(self, thing: Any, path: str, key: _Key) -> None:
        self.thing, self.path, self.key = thing, path, key
        self.gone = False
        self.form = ""
        self.kids: dict[Any, Any] = {}
        self.copy: Any = None
        self.number = -1
        self.notes = False
        self.flat: dict[str, Any] = {}

    def way(self, slot: Any) -> str:
        """The path of one of its kids."""
        return f"{self.path}.{slot}" if self.path else str(slot)

    def moved(self) -> bool:
        """Whether other things stand in it than did, or elsewhere in it, be they equal to those."""
        if type(self.thing) in _MAPS:
            return [*self.thing] != [*self.copy] or any(map(is_not, self.thing.values(), self.copy.values()))
        if self.thing is self.copy:  # a tuple
            return False
        items: list[Any] = self.thing
        were: list[Any] = self.copy
        if len(items) != len(were):
            return True
        for number, item in enumerate(items):  # noqa: SIM110  # compiled, quicker than what goes along both
            if item is not were[number]:
                return True
        return False

    def could_hold(self, thing: Any) -> bool:
        """Whether a thing is as light as what is here, and could stand here: a list of words for another, or scalars by the same kind of keys."""
        if self.form == "words":
            return type(thing) is type(self.copy) is list and _WORDS.issuperset(map(type, thing))
        return (
            self.form == "values"
            and (thing is self.thing or (type(thing) is type(self.thing) and not self.notes))
            and _PLAIN.issuperset(map(type, thing.values()))
        )


class _Pair:
    """A record that cannot note what is set, and what was in it at the last look. number: where it stands among them."""

    __slots__ = ("number", "record", "twin")

    def __init__(self, record: Any, twin: Twin, number: int) -> None:
        self.record, self.twin, self.number = record, twin, number


_Put = tuple[_Record, int, Any, Any]
"""A field that may hold anything and was set: its record and its number in that, what stood there and what stands there now."""

_WORDS: Final = frozenset((str, int, bool))

_PLAIN: Final = SCALARS | {type(None)}


class Watch:
    """Follows one state. The first look tells all of it, each further one what has become different since.

    before: what a state that was followed before had at its end, flat; differences are told from that.
    """

    def __init__(self, state: Any, before: Mapping[str, Any] | None = None) -> None:
        self._kit = _kit()
        self._records: dict[int, _Record] = {}
        """By number of the record: where it stands, first of all."""
        self._followed: dict[int, _Box] = {}
        """The dictionaries that note that they are changed."""
        if not is_dataclass(state) or isinstance(state, type):
            raise TypeError(f"a state is a dataclass, not {type(state).__name__}")
        self._state = state
        self._before: Mapping[str, Any] = before or {}
        self._root: Any = None
        self._boxes: list[_Box | None] = []
        self._live: list[Any] = []
        self._copies: list[Any] = []
        """The containers, and what was in them at the last look: compared as two lists."""
        self._free: list[int] = []
        """Numbers of places in these three at which nothing stands."""
        self._wholes: dict[_Box, None] = {}
        self._pairs: list[_Pair] = []
        """The records that cannot note what is set."""
        self._paired: dict[int, _Pair] = {}
        """The same by number of the record."""
        self._strange = False
        """There are records that are like others while containers are compared, too."""
        self._olds: dict[int, dict[str, Any]] | None = None
        """While something is looked at that has gone: by number of a record what stood in those of its fields that were set."""
        self._taken: set[_Place] = set()
        """Places at which another record of the same kind stands since this look began."""
        self._changed: list[_Told] = []
        self._lost: list[_Told] = []

    def __del__(self) -> None:
        """Nobody wants to know any more: all that was watched is of its own class again."""
        for number, place in self._records.items():
            self._let_be(number, place)
        for box in self._followed.values():
            _swap(box.thing, Followed)
        kit = self._kit
        kit.notes.clear()
        kit.changed.clear()
        _kits.append(kit)

    def told(self) -> dict[str, Any]:
        """What the state was at the last look, flat."""
        gone: list[Change] = []
        if self._strange:
            self._lay_beside()
        if isinstance(self._root, _Place):
            self._tell_gone(self._root, gone)
        self._olds = None
        return {path: old for path, old, _ in gone}

    def changes(self) -> Sequence[Change]:
        """What has become different since the last look: what is there in the order of a snapshot, then what is not any more."""
        if self._root is None:
            return self._all()
        kit = self._kit
        kit.comparing = True
        try:
            alike = self._live == self._copies
        finally:
            kit.comparing = False
        moved = self._lay_beside() if self._strange else None
        told: dict[_Key, Change] = {}
        others = self._follow(told) if kit.notes else None
        if others or not alike or moved or kit.changed or self._wholes:
            return self._further(others or {}, moved or (), told)
        kit.notes.clear()
        return self._in_order(told) if told else ()

    def _lay_beside(self) -> list[_Box]:
        """Note what has been set in records that cannot; gives back the containers in which other things stand than did, equal ones too."""
        notes = self._kit.notes
        for pair in self._pairs:
            notes += [(pair.record, *changed) for changed in pair.twin.changed(pair.record)]
        return [box for box in self._boxes if box is not None and box.form == "kids" and box.moved()]

    def _in_order(self, told: Mapping[_Key, Change]) -> Sequence[Change]:
        """The changes that have been told, as a snapshot has them."""
        if len(told) == 1:
            return [*told.values()]
        return [*map(told.__getitem__, sorted(told))]

    def _further(
        self, others: Mapping[_Key, _Put], moved: Sequence[_Box], told: dict[_Key, Change]
    ) -> Sequence[Change]:
        """The same where containers have changed, or fields were set that may hold anything."""
        boxes = self._boxes_due(moved)
        if not self._light(others, boxes):
            return self._look_at(others, boxes, told)
        self._tell_light(others, boxes, told)
        self._kit.notes.clear()
        return [*self._in_order(told), *self._collected()] if told else self._collected()

    def _follow(self, told: dict[_Key, Change]) -> dict[_Key, _Put]:
        """Tell of the fields that were set and never hold anything but scalars, the way of most events; gives back the others that were set."""
        others: dict[_Key, _Put] = {}
        records = self._records
        for record, name, old, value in self._kit.notes:
            place: _Record | None = records[id(record)]
            while place is not None:
                key, path, number = place.ways.fields[name]
                if number == _SIMPLE:
                    was = told[key][1] if key in told else old
                    if value != was:
                        told[key] = (path, was, value)
                    else:
                        told.pop(key, None)
                elif key in others:
                    others[key] = (place, number, others[key][2], value)
                else:
                    others[key] = (place, number, old, value)
                place = place.next
        return others

    def _light(self, others: Mapping[_Key, _Put], boxes: Sequence[_Box]) -> bool:
        """Whether all that was set or changed is scalars, words and values, before and after: nothing can have gone with it."""
        for place, number, old, value in others.values():
            kid = place.inner.get(number) if place.inner else None
            if isinstance(kid, _Box):
                if not kid.could_hold(value):
                    return False
            elif kid or type(value) not in _PLAIN or type(old) not in _PLAIN:
                return False
        return all(box.could_hold(box.thing) for box in boxes)

    def _tell_light(self, others: Mapping[_Key, _Put], boxes: Sequence[_Box], told: dict[_Key, Change]) -> None:
        """Tell of what was set and changed, if it is light."""
        for key, (place, number, old, value) in others.items():
            kid = place.inner.get(number) if place.inner else None
            if isinstance(kid, _Box):
                self._put_down(kid, value)
                self._reread(kid, told)
            elif value == old:
                continue
            elif value is None:
                self._lost.append((key, ((place.ways.paths[number], old, None),)))
            else:
                told[key] = (place.ways.paths[number], old, value)
        for box in boxes:
            if box.key not in others:  # another stands there, and has been compared with what was in it
                self._reread(box, told)

    def _boxes_due(self, moved: Sequence[_Box]) -> list[_Box]:
        """The containers that are not as they were, or may not be; `moved`: some of which that is known."""
        kit = self._kit
        kit.comparing = True
        try:
            boxes: list[Any] = [*compress(self._boxes, map(ne, self._live, self._copies))]
        finally:
            kit.comparing = False
        if moved:
            boxes += [box for box in moved if box not in boxes]
        if kit.changed:
            boxes += {number: self._followed[number] for number in map(id, kit.changed)}.values()
            kit.changed.clear()
        if self._wholes:
            boxes += self._wholes
        return boxes

    def _look_at(
        self, fields: Mapping[_Key, _Put], boxes: Iterable[_Box], told: Mapping[_Key, Change]
    ) -> Sequence[Change]:
        """Look at places: at those further in after those they stand in, at what was in a field after the field itself.

        Fields of which is told already come last: a record that has gone is told of as it was at the last look, and one in whose
        place another is has been compared with that.
        """
        taken = self._taken
        places = [(key, place) for place in self._touched() for key in place.ways.keys if key in told]
        due: list[tuple[_Key, Any]] = [*fields.items(), *((box.key, box) for box in boxes)]
        if len(due) > 1:
            due.sort(key=_first)
        for _, what in due:
            if isinstance(what, _Box):
                if not what.gone:
                    self._look_into(what)
            elif not what[0].gone and what[0] not in taken:
                self._put(*what)
        self._changed += [(key, (told[key],)) for key, place in places if not place.gone and place not in taken]
        taken.clear()
        self._olds = None
        self._kit.notes.clear()
        return self._collected()

    def _touched(self) -> Iterable[_Record]:
        """The places of records of which a field was set, each once."""
        touched: dict[_Record, None] = {}
        for number in {id(record) for record, _, _, _ in self._kit.notes}:
            place: _Record | None = self._records[number]
            while place is not None:
                touched[place] = None
                place = place.next
        return touched

    def _all(self) -> Sequence[Change]:
        """The first look: all there is."""
        came: list[Change] = []
        self._root = self._read(self._state, "", "", came)
        self._tell("", [(path, old, None) for path, old in self._before.items()], came)
        return self._collected()

    def _collected(self) -> Sequence[Change]:
        """The changes found, in their order."""
        changed = self._changed
        if len(changed) > 1:
            changed.sort(key=_first)
        if self._lost:
            changed += sorted(self._lost, key=_first)
            self._lost = []
        if not changed:
            return ()
        self._changed = []
        return changed[0][1] if len(changed) == 1 else [*chain.from_iterable(map(_second, changed))]

    def _tell(self, key: _Key, gone: list[Change], came: list[Change], was_key: _Key | None = None) -> None:
        """Keep the difference of two readings of the same part, which comes at one place in the order, and came at another."""
        if gone and came:
            was, now = {path: old for path, old, _ in gone}, {path for path, _, _ in came}
            came = [(path, was.get(path), new) for path, _, new in came if path not in was or was[path] != new]
            gone = [change for change in gone if change[0] not in now]
        if came:
            self._changed.append((key, came))
        if gone:
            self._lost.append((was_key or key, gone))

    def _tell_gone(self, place: _Place, gone: list[Change]) -> None:
        """Tell of what was last read at a place as if it were there no more."""
        if isinstance(place, _Record):
            self._tell_record_gone(place, gone)
            return
        assert isinstance(place, _Box)
        if place.form == "words":
            gone.append((place.path, [*place.copy], None))
        elif place.form == "whole":
            gone += [(path, old, None) for path, old in place.flat.items()]
        else:
            for slot, kid in place.kids.items():
                if isinstance(kid, _Place):
                    self._tell_gone(kid, gone)
                elif kid is not None:
                    gone.append((place.way(slot), kid, None))

    def _tell_record_gone(self, place: _Record, gone: list[Change]) -> None:
        inner = place.inner
        values = self._last(place)
        if place.ways.simple:
            gone += zip(place.ways.paths, values, repeat(None))  # which does not end
            return
        for number, (path, old) in enumerate(zip(place.ways.paths, values, strict=True)):
            if inner is not None and number in inner:
                self._tell_gone(inner[number], gone)
            elif old is not None:
                gone.append((path, old, None))

    def _last(self, place: _Record) -> Iterable[Any]:
        """What was in the fields of a record at the last look."""
        ways = place.ways
        if self._olds is None:
            self._olds = {}
            for record, name, old, _ in reversed(self._kit.notes):
                self._olds.setdefault(id(record), {})[name] = old
        olds = self._olds.get(id(place.thing))
        if not olds:
            return ways.read(place.thing)
        return [olds.get(name, value) for name, value in zip(ways.names, ways.read(place.thing), strict=True)]

    # ---- what was touched

    def _put(self, place: _Record, number: int, old: Any, value: Any) -> None:
        """Something stands in a field where something else stood at the last look."""
        if value is old:
            return
        ways = place.ways
        if type(value) in SCALARS and type(old) in SCALARS:
            if value != old:
                self._changed.append((ways.keys[number], ((ways.paths[number], old, value),)))
            return
        if place.inner is None:
            place.inner = {}
        kid = self._replaced(place.inner.pop(number, old), value, ways.paths[number], ways.keys[number])
        if isinstance(kid, _Place):
            place.inner[number] = kid

    def _replaced(self, old: Any, value: Any, path: str, key: _Key, was_key: _Key | None = None) -> Any:
        """Something else stands where a kid was; gives back what to keep of it. was_key: where that one came, if not here."""
        if isinstance(old, _Place) and old.key == key and self._taken_over(old, value):
            return old
        gone: list[Change] = []
        came: list[Change] = []
        if isinstance(old, _Place):
            self._tell_gone(old, gone)
            self._forget(old)
        elif old is not None:
            gone.append((path, old, None))
        kid = None if value is None else self._read(value, path, key, came)
        self._tell(key, gone, came, was_key)
        return kid

    def _taken_over(self, place: _Place, thing: Any) -> bool:
        """Whether a thing of the same kind could take the place of another."""
        if isinstance(place, _Box):
            return self._refilled(place, thing)
        shape = _shape(type(thing))
        if shape is not _shape(type(place.thing)):
            return False
        assert isinstance(place, _Record)
        was = self._last(place)
        self._leave(place)
        place.thing = thing
        self._taken.add(place)
        self._enter(place, shape)
        for number, (old, new) in enumerate(zip(was, place.ways.read(thing), strict=True)):
            self._put(place, number, old, new)
        return True

    def _refilled(self, box: _Box, thing: Any) -> bool:
        """Whether a container of the same kind could take the place of another."""
        if type(thing) is not type(box.thing) or box.notes or box.form == "whole" or not _shape(type(thing)).box:
            return False
        self._put_down(box, thing)
        self._look_into(box)
        return True

    def _put_down(self, box: _Box, thing: Any) -> None:
        """A container stands where another of its kind has stood, or stands there again."""
        box.thing = thing
        if box.number >= 0:
            self._live[box.number] = thing

    def _look_into(self, box: _Box) -> None:
        """A container is not as it was, or may not be."""
        form, alike = self._form(box.thing)
        if type(box.thing) is not tuple and form != "whole" != box.form and (form == "words") == (box.form == "words"):
            if form == "words" or form == box.form == "values":
                told: dict[_Key, Change] = {}
                self._reread(box, told)
                self._changed += [(key, (change,)) for key, change in told.items()]
            else:
                self._look_at_kids(box)
                box.form = form
            return
        gone: list[Change] = []
        came: list[Change] = []
        self._tell_gone(box, gone)
        was = box.form
        self._empty(box)
        self._fill(box, form, alike, came)
        if "words" in {was, form} != {"words"}:  # the path of one value is none of those of several
            self._changed.append((box.key, came))
            self._lost.append((box.key, gone))
        else:
            self._tell(box.key, gone, came)

    def _keep(self, box: _Box, copy: Any) -> None:
        """The container is compared with this from now on."""
        box.copy = copy
        if box.number >= 0:
            self._copies[box.number] = copy

    def _look_at_kids(self, box: _Box) -> None:
        """Some of what is in a container may be new, other or gone; what stands where it stood is left in peace."""
        old, kids, key, scalars = box.kids, {}, box.key, SCALARS
        for number, (slot, value) in enumerate(_items(box.thing)):
            kid = old.get(slot, _NOWHERE)
            if kid is value or (isinstance(kid, _Place) and kid.thing is value and kid.key[-1] == chr(number)):
                kids[slot] = kid
            elif type(kid) in scalars and type(value) in scalars:
                kids[slot] = value
                if kid != value:
                    self._changed.append((key + chr(number), ((box.way(slot), kid, value),)))
            else:
                was = None if kid is _NOWHERE else kid
                was_key = None if was is None else key + chr(list(old).index(slot))
                kids[slot] = self._replaced(was, value, box.way(slot), key + chr(number), was_key)
        for number, (slot, kid) in enumerate(old.items() if old.keys() - kids.keys() else ()):
            if slot not in kids:
                self._replaced(kid, None, box.way(slot), key + chr(number))
        box.kids = kids
        self._keep(box, _copied(box.thing))

    def _reread(self, box: _Box, told: dict[_Key, Change]) -> None:
        """A list that is one value, or a dictionary of scalars, may be another one now."""
        old, new = box.copy, box.thing.copy()
        self._keep(box, new)
        if box.form == "words":
            if new != old:
                told[box.key] = (box.path, old, new)
        else:
            box.kids = new
            self._tell_values(box, old, new, told)

    def _tell_values(self, box: _Box, old: dict[Any, Any], now: dict[Any, Any], told: dict[_Key, Change]) -> None:
        """Tell what has become different in a dictionary of scalars."""
        key = box.key
        slots = [*now]
        for slot, value in now.items() - old.items():
            if value is not None:
                told[key + chr(slots.index(slot))] = (box.way(slot), old.get(slot), value)
        if old.keys() <= now.keys() and None not in now.values():
            return
        for number, (slot, was) in enumerate(old.items()):
            if was is not None and now.get(slot) is None:
                self._lost.append((key + chr(number), ((box.way(slot), was, None),)))

    # ---- reading

    def _read(self, value: Any, path: str, key: _Key, came: list[Change]) -> Any:
        """Read what stands at a path and tell that it is there; gives back its place, or a scalar as it is."""
        kind = type(value)
        if kind in SCALARS:
            came.append((path, None, value))
            return value
        if value is None:
            return None
        shape = _shape(kind)
        if shape.record:
            return self._read_record(value, shape, path, key, came)
        if shape.box:
            box = _Box(value, path, key)
            self._fill(box, *self._form(value), came)
            return box
        came.append((path, None, value))
        return value

    def _read_record(self, thing: Any, shape: _Shape, path: str, key: _Key, came: list[Change]) -> _Record:
        ways = _ways(shape.plain, path, key)
        place = _Record(thing, ways)
        self._enter(place, shape)
        if ways.simple:
            came += zip(ways.paths, repeat(None), ways.read(thing))  # which does not end
            return place
        for run, number in ways.runs:
            if run is not None:
                paths, read = run
                came += zip(paths, repeat(None), read(thing))
                continue
            kid = self._read(getattr(thing, ways.names[number]), ways.paths[number], ways.keys[number], came)
            if isinstance(kid, _Place):
                if place.inner is None:
                    place.inner = {}
                place.inner[number] = kid
        return place

    def _enter(self, place: _Record, shape: _Shape) -> None:
        """The record of a place notes from now on, or is laid beside its twin, if it does not yet."""
        number = id(place.thing)
        first = self._records.get(number)
        if first is not None:
            first.next, place.next = place, first.next
            return
        self._records[number] = place
        if shape.setters is not None and type(place.thing) is shape.plain:
            _swap(place.thing, self._kit.classes.get(shape.plain) or self._kit.noting(shape))
        elif shape.notes and not place.thing.noting():
            place.thing.note_in(self._kit.notes)
            self._strange = True
        else:
            self._strange = True
            pair = self._paired[number] = _Pair(place.thing, twin_of(place.thing, place.ways.names), len(self._pairs))
            self._pairs.append(pair)

    def _leave(self, place: _Record) -> None:
        """The record of a place does not stand there any more; where it stands nowhere else it need not note."""
        number = id(place.thing)
        first = self._records[number]
        if first is not place:
            while first.next is not place:
                first = first.next  # type: ignore[assignment]  # it stands further on
            first.next = place.next
        elif place.next is not None:
            self._records[number] = place.next
        else:
            del self._records[number]
            self._let_be(number, place)
        place.next = None

    def _let_be(self, number: int, place: _Record) -> None:
        """The record of that number need not note any more, or is laid beside nothing: the last takes its place among those."""
        if not self._strange:
            _swap(place.thing, place.ways.plain)
        elif number in self._paired:
            pair, last = self._paired.pop(number), self._pairs.pop()
            if pair is not last:
                self._pairs[pair.number] = last
                last.number = pair.number
        elif _shape(place.ways.plain).notes:
            place.thing.note_in(None)
        else:
            _swap(place.thing, place.ways.plain)

    def _form(self, thing: Any) -> tuple[str, _Shape | None]:
        """How a container is read: as one list of `words`, by its `kids`, or `whole`; and the shape of kids that are all new records of one."""
        kind = type(thing)
        if kind in _MAPS:
            items = thing.values()
            kinds = {*map(type, items)}
            if kinds <= _PLAIN:
                return "values", None
        elif kind is list or kind is tuple:
            items = thing
            kinds = {*map(type, items)}
            if kinds <= _WORDS or all(issubclass(kind, (str, int)) for kind in kinds):
                return "words", None
        else:
            return "whole", None
        alike = self._alike(items, kinds)
        return "kids" if alike or all(map(_steady, items)) else "whole", alike

    def _alike(self, items: Any, kinds: set[type]) -> _Shape | None:
        """The shape of records of one kind, none of which is watched yet; None of anything else."""
        if len(kinds) != 1:
            return None
        kind = next(iter(kinds))
        shape = _shape(kind)
        return shape if shape.record and shape.plain is kind else None

    def _fill(self, box: _Box, form: str, alike: _Shape | None, came: list[Change]) -> None:
        """Read a container of this form, and tell what is in it."""
        thing = box.thing
        box.form = form
        if form == "whole":
            flatten(thing, box.path, box.flat)
            came += zip(box.flat, repeat(None), box.flat.values())  # which does not end
            self._wholes[box] = None
            return
        if form == "values":
            self._fill_with_values(box, came)
        elif form == "kids":
            self._fill_with_kids(box, alike, came)
            box.copy = _copied(thing)
        else:
            box.copy = [*thing]
            came.append((box.path, None, box.copy))
            if type(thing) is tuple:
                box.copy = thing
        if type(thing) is Followed:
            self._follow_dictionary(box)
        else:
            self._lay_out(box)

    def _lay_out(self, box: _Box) -> None:
        """A container is compared with its copy at every look."""
        if self._free:
            number = self._free.pop()
            self._boxes[number], self._live[number], self._copies[number] = box, box.thing, box.copy
        else:
            number = len(self._boxes)
            self._boxes.append(box)
            self._live.append(box.thing)
            self._copies.append(box.copy)
        box.number = number

    def _fill_with_values(self, box: _Box, came: list[Change]) -> None:
        """Read a dictionary of scalars."""
        box.kids = box.copy = values = box.thing.copy()
        if None in values.values():
            came += [(box.way(slot), None, value) for slot, value in values.items() if value is not None]
        else:
            ahead = f"{box.path}." if box.path else ""
            came += zip(map(ahead.__add__, map(str, values)), repeat(None), values.values())  # which does not end

    def _fill_with_kids(self, box: _Box, alike: _Shape | None, came: list[Change]) -> None:
        """Read the items of a container."""
        thing, kids, key, ahead = box.thing, box.kids, box.key, f"{box.path}." if box.path else ""
        for number, (slot, value) in enumerate(_items(thing)):
            if alike:
                kids[slot] = self._read_record(value, alike, f"{ahead}{slot}", key + chr(number), came)
            else:
                kids[slot] = self._read(value, f"{ahead}{slot}", key + chr(number), came)

    def _empty(self, box: _Box) -> None:
        """Nothing that was in a container is known any more."""
        for kid in box.kids.values():
            if isinstance(kid, _Place):
                self._forget(kid)
        box.kids, box.flat = {}, {}
        if box.form == "whole":
            del self._wholes[box]
        elif box.notes:
            self._unfollow(box)
        else:
            number = box.number
            self._boxes[number] = self._live[number] = self._copies[number] = None
            self._free.append(number)
            box.number = -1

    def _follow_dictionary(self, box: _Box) -> None:
        """The dictionary of a box, which nobody follows yet, notes from now on."""
        box.notes = True
        self._followed[id(box.thing)] = box
        _swap(box.thing, self._kit.classes[Followed])

    def _unfollow(self, box: _Box) -> None:
        """The dictionary of a box need not note any more."""
        box.notes = False
        del self._followed[id(box.thing)]
        _swap(box.thing, Followed)

    def _forget(self, place: _Place) -> None:
        """Something stands here no more; a record that stands nowhere else is watched no more."""
        place.gone = True
        if isinstance(place, _Box):
            self._empty(place)
            return
        assert isinstance(place, _Record)
        self._leave(place)
        for kid in place.inner.values() if place.inner else ():
            self._forget(kid)


def _steady(item: Any) -> bool:
    """Whether an item of a container cannot change unnoticed."""
    return item is None or type(item) in SCALARS or not _shape(type(item)).box


def _items(thing: Any) -> Any:
    """The items of a container, by key or index."""
    return thing.items() if type(thing) in _MAPS else enumerate(thing)


def _copied(thing: Any) -> Any:
    """What is in a container; a tuple never holds anything else."""
    return thing if type(thing) is tuple else thing.copy()
