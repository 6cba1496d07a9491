"""What changes in a state between two looks at it, without reading all of it at each look.

A log tells after every event what has become different, and most events change one thing or two of several hundred. So a
record of a watched state notes which of its fields are set: while it is watched it is of a class made from its own that
does so and is the same in everything else, and so is a `Followed` dictionary. Other dictionaries and lists are changed in
place and cannot note it, so each is compared with a copy, all at once. What can do neither (a record without slots or with a
way of its own to be set, a list of lists) is read whole at every look. None of that can be seen in what comes out: it is the
difference of two snapshots.

A dictionary whose keys have only changed places is as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import lru_cache
from itertools import chain, compress, count, repeat
from operator import attrgetter, is_not, itemgetter, ne
from typing import Any, Final

from combatbox.core.flat import SCALARS, flatten, ways_of
from combatbox.core.followed import Followed

Change = tuple[str, Any, Any]
"""A path of the state, what stood there and what stands there now; None where nothing does."""

_Key = str
"""Where something comes in a snapshot: for the number of the field or item at each step of the way to it the character of that
number, because nothing is sorted as fast as text."""

_Told = tuple[_Key, Sequence[Change]]
"""Changes, and the place in the order of a snapshot at which they come."""

_first: Final = itemgetter(0)
_second: Final = itemgetter(1)


class _Notes:
    """What a watch is told between two looks.

    fields: those that were set, with the first place of their record, as often as they were. boxes: dictionaries that were changed.
    """

    __slots__ = ("boxes", "comparing", "fields")

    def __init__(self) -> None:
        self.boxes: dict[_Box, None] = {}
        self.fields: list[tuple[_Record, str]] = []
        self.comparing = False
        """Containers are being compared with their copies: a record is then like itself alone."""


_noted: dict[int, Any] = {}
"""By the number (`id`) of each watched record or dictionary: where it stands, first of all. Whoever watches it keeps it alive."""

_NOWHERE: Final = object()

_swap: Final[Callable[[Any, type], None]] = vars(object)["__class__"].__set__


@dataclass(frozen=True, slots=True)
class _Shape:
    """What is known of a kind of thing. record: a dataclass with fields; noting: its class while it is watched, if it can be."""

    plain: type
    record: bool = False
    noting: type | None = None
    box: bool = False


_shapes: dict[type, _Shape] = {}


def _shape(kind: type) -> _Shape:
    """The shape of a kind, found once."""
    found = _shapes.get(kind)
    if found is None:
        record = bool(ways_of(kind, ""))
        found = _shapes[kind] = _Shape(
            kind, record, _noting(kind) if record else None, not record and issubclass(kind, (Mapping, list, tuple))
        )
        if found.noting:
            _shapes[found.noting] = found
    return found


def _noting(plain: type) -> type | None:
    """The class of a watched record of this kind: the same, and it notes what is set. None where none can be made."""
    if plain.__dictoffset__ or "__setattr__" in {name for cls in plain.__mro__[:-1] for name in vars(cls)}:
        return None
    store: Callable[[Any, str, Any], None] = object.__setattr__
    standing = _noted.get
    alike: Any = plain.__eq__
    reduce: Any = plain.__reduce_ex__

    def note(self: Any, name: str, value: Any) -> None:
        if value is getattr(self, name, _NOWHERE):
            return  # a third of what is set is set to what it is
        store(self, name, value)
        place = standing(id(self))
        if place is not None:
            place.notes.fields.append((place, name))

    def like(self: Any, other: object) -> bool:
        for one in (self, other):
            place = _noted.get(id(one))
            if place is not None and place.notes.comparing:
                return False  # it is not the same one, else nobody had asked
        return alike(self, other)  # type: ignore[no-any-return]

    def reduced(self: Any, protocol: Any) -> Any:
        return _of_class(plain, noting, reduce(self, protocol))

    same = {name: vars(plain)[name] for name in ("__module__", "__qualname__", "__doc__") if name in vars(plain)}
    body = {
        **same, "__slots__": (), "__setattr__": note, "__eq__": like, "__hash__": plain.__hash__,
        "__reduce_ex__": reduced, "__class__": property(lambda _: plain),
    }  # fmt: skip
    try:
        noting = type(plain.__name__, (plain,), body)
        _swap(object.__new__(plain), noting)
    except TypeError:  # a class from which no other can be made, or whose things cannot become of it
        return None
    return noting


def _of_class(plain: type, noting: type | None, made: Any) -> Any:
    """What a copy is made of, so that it is of the plain class."""
    return (made[0], tuple([plain if part is noting else part for part in made[1]]), *made[2:])


def _noting_dictionary() -> type:
    """The class of a followed dictionary while it is watched: the same, and it notes that it is changed."""
    standing = _noted.get

    def noting(name: str) -> Callable[..., Any]:
        change = getattr(dict, name)

        def noted(self: Any, *given: Any, **named: Any) -> Any:
            box = standing(id(self))
            if box is not None:
                box.notes.boxes[box] = None
            return change(self, *given, **named)

        return noted

    def reduced(self: Any, protocol: Any) -> Any:
        return _of_class(Followed, _Noting, dict.__reduce_ex__(self, protocol))

    changes = ("__delitem__", "__ior__", "__setitem__", "clear", "pop", "popitem", "setdefault", "update")
    body = {"__slots__": (), "__class__": property(lambda _: Followed), "__reduce_ex__": reduced}
    return type("Followed", (Followed,), body | {name: noting(name) for name in changes})


_Noting: Final = _noting_dictionary()

_MAPS: Final = frozenset((dict, Followed, _Noting))


class _Place:
    """A record or a container that stands at a path of the state, with what was last read of it.

    gone: something else stands there now.
    """

    __slots__ = ("gone", "key", "path", "thing")

    def __init__(self, thing: Any, path: str, key: _Key) -> None:
        self.thing, self.path, self.key = thing, path, key
        self.gone = False

    def told(self, gone: list[Change]) -> None:
        """Tell of what was last read here as if it were there no more."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class _Ways:
    """The fields of a kind of record (`plain`) where it stands: names, full paths, keys, all three by name, and all read at once."""

    plain: Any
    names: tuple[str, ...]
    paths: tuple[str, ...]
    keys: tuple[_Key, ...]
    fields: Mapping[str, tuple[int, _Key, str]]
    read: Callable[[Any], tuple[Any, ...]]


@lru_cache(maxsize=4096)
def _ways(kind: Hashable, path: str, key: _Key) -> _Ways:
    """The fields of a record where it stands at this path."""
    names, paths = zip(*ways_of(kind, path), strict=True)
    keys = tuple([key + chr(number) for number in range(len(names))])
    fields = dict(zip(names, zip(range(len(names)), keys, paths, strict=True), strict=True))
    return _Ways(kind, names, paths, keys, fields, attrgetter(*names) if len(names) > 1 else _alone(names[0]))


def _alone(name: str) -> Callable[[Any], tuple[Any, ...]]:
    """What reads one field into a tuple, as an attrgetter of several does."""
    return lambda thing: (getattr(thing, name),)


class _Record(_Place):
    """A record whose fields note that they are set.

    values: of its fields, as last read. inner: by number of the field the places of what is neither a scalar nor None; None where
    there is nothing else. others: the further places where it stands; known at the first alone.
    """

    __slots__ = ("inner", "notes", "others", "values", "ways")

    def __init__(self, thing: Any, path: str, key: _Key, ways: _Ways, notes: _Notes) -> None:
        self.thing, self.path, self.key, self.ways, self.notes = thing, path, key, ways, notes
        self.values: list[Any] = [*ways.read(thing)]
        self.inner: dict[int, _Place] | None = None
        self.others: tuple[_Record, ...] = ()
        self.gone = False

    def told(self, gone: list[Change]) -> None:
        inner = self.inner
        if inner is None:
            gone += [
                (path, old, None) for path, old in zip(self.ways.paths, self.values, strict=True) if old is not None
            ]
            return
        for number, (path, old) in enumerate(zip(self.ways.paths, self.values, strict=True)):
            if number in inner:
                inner[number].told(gone)
            elif old is not None:
                gone.append((path, old, None))


class _Box(_Place):
    """A list, a dictionary, or whatever is read as one thing.

    kids: by key or index a scalar, or the place of what is no scalar. copy: what was in it, to compare it with; number: where
    that is kept. flat: what was read, where that is one value or was read whole, else None. whole: it is read whole at every look.
    notes: where it notes that it is changed, if it does.
    """

    __slots__ = ("copy", "flat", "kids", "notes", "number", "whole")

    def __init__(self, thing: Any, path: str, key: _Key) -> None:
        super().__init__(thing, path, key)
        self.kids: dict[Any, Any] = {}
        self.copy: Any = None
        self.number = -1
        self.notes: _Notes | None = None
        self.flat: dict[str, Any] | None = None
        self.whole = False

    def way(self, slot: Any) -> str:
        """The path of one of its kids."""
        return f"{self.path}.{slot}" if self.path else str(slot)

    def told(self, gone: list[Change]) -> None:
        if self.flat is not None:
            gone += [(path, old, None) for path, old in self.flat.items()]
            return
        for slot, kid in self.kids.items():
            if isinstance(kid, _Place):
                kid.told(gone)
            elif kid is not None:
                gone.append((self.way(slot), kid, None))


_Due = tuple[_Key, Any, int]
"""A place to look at: where it comes, the place, and the number of the field that was set, `_WITHIN` for a container."""

_WITHIN: Final = -1

_Set = tuple[_Key, str, Any, Any, _Record, int]
"""A field that was set from one scalar to another: where it comes, its path, what stood there and what stands there now, its record
and its number in that."""

_WORDS: Final = frozenset((str, int, bool))

_SIMPLE: Final = SCALARS | {type(None)}


class Watch:
    """Follows one state. The first look tells all of it, each further one what has become different since.

    before: what a state that was followed before had at its end, flat; differences are told from that.
    """

    def __init__(self, state: Any, before: Mapping[str, Any] | None = None) -> None:
        self._records: dict[int, _Record] = {}
        """By number of the record: where it stands, first of all."""
        self._followed: dict[_Box, None] = {}
        """The dictionaries that note that they are changed."""
        if not is_dataclass(state) or isinstance(state, type):
            raise TypeError(f"a state is a dataclass, not {type(state).__name__}")
        self._state = state
        self._before: Mapping[str, Any] = before or {}
        self._notes = _Notes()
        self._root: Any = None
        self._boxes: dict[_Box, None] = {}
        self._wholes: dict[_Box, None] = {}
        self._live: list[Any] = []
        self._copies: list[Any] = []
        """The containers, and what was in them at the last look: compared as two lists."""
        self._stale = False
        """Boxes have come or gone since these two were made."""
        self._changed: list[_Told] = []
        self._lost: list[_Told] = []

    def __del__(self) -> None:
        """Nobody wants to know any more: records are of their own class again."""
        for number, place in self._records.items():
            del _noted[number]
            _swap(place.thing, place.ways.plain)
        for box in [*self._followed]:
            self._unfollow(box)

    def told(self) -> dict[str, Any]:
        """What the state was at the last look, flat."""
        gone: list[Change] = []
        if isinstance(self._root, _Place):
            self._root.told(gone)
        return {path: old for path, old, _ in gone}

    def changes(self) -> Sequence[Change]:
        """What has become different since the last look: what is there in the order of a snapshot, then what is not any more."""
        notes = self._notes
        notes.comparing = True
        try:
            alike = self._live == self._copies
        finally:
            notes.comparing = False
        if self._root is None:
            return self._all()
        fields = notes.fields
        if alike and not fields and not notes.boxes and not self._wholes:
            return ()
        due: list[_Due] = []
        told: list[_Set] = []
        if fields:
            self._follow(fields, told, due)
            fields.clear()
        if notes.boxes:
            due += [(box.key, box, _WITHIN) for box in notes.boxes]
            notes.boxes.clear()
        if not alike:
            due += self._boxes_due()
        if self._wholes:
            due += [(box.key, box, _WITHIN) for box in self._wholes]
        if due:
            self._look_at(due, told)
            return self._collected()
        if len(told) > 1:
            told.sort(key=_first)
        return [(path, old, new) for _, path, old, new, _, _ in told if new != old]

    def _follow(self, fields: list[tuple[_Record, str]], told: list[_Set], due: list[_Due]) -> None:
        """Tell of the fields that were set from one scalar to another, the way of most events; where anything else stands or stood is due."""
        scalars = SCALARS
        for place, name in fields:
            field = place.ways.fields.get(name)
            if field is None:
                continue
            number, key, path = field
            values, value = place.values, getattr(place.thing, name)
            old = values[number]
            if value is old:
                continue
            if type(value) in scalars and type(old) in scalars:
                values[number] = value
                told.append((key, path, old, value, place, number))
            else:
                due.append((key, place, number))
            if place.others:
                self._follow([(other, name) for other in place.others], told, due)

    def _boxes_due(self) -> list[_Due]:
        """The containers that are not as they were."""
        self._notes.comparing = True
        try:
            return [(box.key, box, _WITHIN) for box in compress(self._boxes, map(ne, self._live, self._copies))]
        finally:
            self._notes.comparing = False

    def _look_at(self, due: list[_Due], told: list[_Set]) -> None:
        """Look at places: at those further in after those they stand in, at what was in a field after the field itself.

        Fields of which is told already come last: a record that has gone is told of as it was at the last look, and one in whose
        place another is has been compared with that.
        """
        for _, _, old, _, record, number in told:
            record.values[number] = old
        if len(due) > 1:
            due.sort(key=_first)
        for _, place, number in due:
            if place.gone:
                continue
            if number == _WITHIN:
                self._look_into(place)
            else:
                self._set(place, number)
        for key, path, old, new, record, number in told:
            if not record.gone and getattr(record.thing, record.ways.names[number]) is not record.values[number]:
                record.values[number] = new
                if new != old:
                    self._changed.append((key, ((path, old, new),)))

    def _all(self) -> Sequence[Change]:
        """The first look: all there is."""
        came: list[Change] = []
        self._root = self._read(self._state, "", "", came)
        self._tell("", [(path, old, None) for path, old in self._before.items()], came)
        return self._collected()

    def _collected(self) -> Sequence[Change]:
        """The changes found, in their order; the containers are ready for the next look."""
        if self._stale:
            self._arrange()
        found = self._changed
        if len(found) > 1:
            found.sort(key=_first)
        if self._lost:
            found += sorted(self._lost, key=_first)
            self._lost = []
        if not found:
            return ()
        self._changed = []
        return found[0][1] if len(found) == 1 else [*chain.from_iterable(map(_second, found))]

    def _arrange(self) -> None:
        """Lay containers and copies side by side."""
        for number, box in enumerate(self._boxes):
            box.number = number
        self._live = [box.thing for box in self._boxes]
        self._copies = [box.copy for box in self._boxes]
        self._stale = False

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

    # ---- what was touched

    def _set(self, place: _Record, number: int) -> None:
        """A field was set."""
        ways, values = place.ways, place.values
        value, old = getattr(place.thing, ways.names[number]), values[number]
        if value is old:
            return
        values[number] = value
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
            old.told(gone)
            self._forget(old)
        elif old is not None:
            gone.append((path, old, None))
        kid = None if value is None else self._read(value, path, key, came)
        self._tell(key, gone, came, was_key)
        return kid

    def _taken_over(self, place: _Place, thing: Any) -> bool:
        """Whether a thing of the same kind could take the place of another."""
        shape = _shape(type(thing))
        if shape is not _shape(type(place.thing)):
            return False
        if isinstance(place, _Box):
            if place.whole or place.notes or shape.record:
                return False
            place.thing = thing
            if not self._stale:
                self._live[place.number] = thing
            self._look_into(place)
            return True
        if not self._notes_for(thing, shape):
            return False
        assert isinstance(place, _Record)
        self._leave(place)
        place.thing = thing
        self._enter(place, shape)
        for number in compress(count(), map(is_not, place.ways.read(thing), [*place.values])):
            self._set(place, number)
        return True

    def _look_into(self, box: _Box) -> None:
        """A container is not as it was, or may not be."""
        form, alike = self._form(box.thing)
        if not box.whole and type(box.thing) is not tuple:
            if form == "kids" and box.flat is None:
                self._look_at_kids(box)
                return
            if form == "words" and box.flat is not None:
                self._words_changed(box)
                return
        gone: list[Change] = []
        came: list[Change] = []
        box.told(gone)
        was = "whole" if box.whole else "kids" if box.flat is None else "words"
        self._empty(box)
        self._fill(box, form, alike, came)
        if {was, form} == {"kids", "words"}:  # the path of one value is none of those of several
            self._changed.append((box.key, came))
            self._lost.append((box.key, gone))
        else:
            self._tell(box.key, gone, came)

    def _words_changed(self, box: _Box) -> None:
        """A list that is one value is another one now."""
        old, new = box.copy, box.thing.copy()
        self._keep(box, new)
        if new != old:
            box.flat = {box.path: new}
            self._changed.append((box.key, ((box.path, old, new),)))

    def _keep(self, box: _Box, copy: Any) -> None:
        """The container is compared with this from now on."""
        box.copy = copy
        if not self._stale and not box.notes:
            self._copies[box.number] = copy

    def _look_at_kids(self, box: _Box) -> None:
        """Some of what is in a container may be new, other or gone; what stands where it stood is left in peace."""
        old, kids, key, scalars = box.kids, {}, box.key, SCALARS
        if type(box.thing) in _MAPS and _SIMPLE.issuperset(map(type, (*old.values(), *box.thing.values()))):
            self._look_at_values(box)
            return
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

    def _look_at_values(self, box: _Box) -> None:
        """A dictionary of scalars is not as it was: the way of most that change."""
        old, now, key = box.kids, box.thing.copy(), box.key
        box.kids = now
        self._keep(box, now)
        for number, (slot, value) in enumerate(now.items()):
            was = old.get(slot)
            if value is not was and value is not None and value != was:
                self._changed.append((key + chr(number), ((box.way(slot), was, value),)))
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
        if shape.record and self._notes_for(value, shape):
            return self._read_record(value, shape, path, key, came)
        if shape.record or shape.box:
            box = _Box(value, path, key)
            self._fill(box, *self._form(value), came)
            return box
        came.append((path, None, value))
        return value

    def _notes_for(self, thing: Any, shape: _Shape) -> bool:
        """Whether a record notes for this watch, or can."""
        place = _noted.get(id(thing))
        return shape.noting is not None and (place is None or place.notes is self._notes)

    def _read_record(self, thing: Any, shape: _Shape, path: str, key: _Key, came: list[Change]) -> _Record:
        ways = _ways(shape.plain, path, key)
        place = _Record(thing, path, key, ways, self._notes)
        self._enter(place, shape)
        values = place.values
        kinds = {*map(type, values)}
        if kinds <= SCALARS:
            came += zip(ways.paths, repeat(None), values)  # which does not end
        elif kinds <= _SIMPLE:
            came += [(path, None, new) for path, new in zip(ways.paths, values, strict=True) if new is not None]
        else:
            place.inner = inner = {}
            for number, value in enumerate(values):
                kid = self._read(value, ways.paths[number], ways.keys[number], came)
                if isinstance(kid, _Place):
                    inner[number] = kid
        return place

    def _enter(self, place: _Record, shape: _Shape) -> None:
        """The record of a place notes from now on, if it does not yet."""
        number = id(place.thing)
        first = self._records.get(number)
        if first is None:
            self._records[number] = _noted[number] = place
            _swap(place.thing, shape.noting)  # type: ignore[arg-type]
        else:
            first.others += (place,)

    def _leave(self, place: _Record) -> None:
        """The record of a place does not stand there any more; where it stands nowhere else it need not note."""
        number = id(place.thing)
        first = self._records[number]
        if first is not place:
            first.others = tuple([other for other in first.others if other is not place])
        elif place.others:
            heir, *others = place.others
            place.others, heir.others = (), tuple(others)
            self._records[number] = _noted[number] = heir
        else:
            del self._records[number]
            _released(place.thing)

    def _form(self, thing: Any) -> tuple[str, _Shape | None]:
        """How a container is read: as one list of `words`, by its `kids`, or `whole`; and the shape of kids that are all new records of one."""
        kind = type(thing)
        if kind in _MAPS:
            items = thing.values()
            kinds = {*map(type, items)}
            if kinds <= SCALARS:
                return "kids", None
        elif kind is list or kind is tuple:
            items = thing
            kinds = {*map(type, items)}
            if kinds <= _WORDS or all(issubclass(kind, (str, int)) for kind in kinds):
                return "words", None
        else:
            return "whole", None
        alike = self._alike(items, kinds)
        return "kids" if alike or all(map(self._steady, items)) else "whole", alike

    def _alike(self, items: Any, kinds: set[type]) -> _Shape | None:
        """The shape of records of one kind, none of which is watched yet; None of anything else."""
        shape = _shape(next(iter(kinds))) if len(kinds) == 1 else None
        return shape if shape and shape.noting and _noted.keys().isdisjoint(map(id, items)) else None

    def _steady(self, item: Any) -> bool:
        """Whether an item of a container cannot change unnoticed."""
        kind = type(item)
        if kind in SCALARS or item is None:
            return True
        shape = _shape(kind)
        return self._notes_for(item, shape) if shape.record else not shape.box

    def _fill(self, box: _Box, form: str, alike: _Shape | None, came: list[Change]) -> None:
        """Read a container of this form, and tell what is in it."""
        thing = box.thing
        box.whole = form == "whole"
        if form == "kids":
            self._fill_with_kids(box, alike, came)
        elif form == "words":
            words = [*thing]
            came.append((box.path, None, words))
            box.flat = {box.path: words}
        else:
            box.flat = {}
            flatten(thing, box.path, box.flat)
            came += zip(box.flat, repeat(None), box.flat.values())
        if box.whole:
            self._wholes[box] = None
            return
        box.copy = _copied(thing)
        if type(thing) is Followed:
            self._follow_dictionary(box)
            return
        box.number = len(self._boxes)
        self._boxes[box] = None
        if not self._stale:
            self._live.append(thing)
            self._copies.append(box.copy)

    def _fill_with_kids(self, box: _Box, alike: _Shape | None, came: list[Change]) -> None:
        """Read the items of a container."""
        thing, kids, key, ahead = box.thing, box.kids, box.key, f"{box.path}." if box.path else ""
        if not alike and type(thing) in _MAPS and SCALARS.issuperset(map(type, thing.values())):
            kids.update(thing)
            came += zip(map(ahead.__add__, map(str, kids)), repeat(None), thing.values())
            return
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
        box.kids, box.flat = {}, None
        if box.whole:
            del self._wholes[box]
        elif box.notes:
            self._unfollow(box)
        else:
            del self._boxes[box]
            self._stale = True

    def _follow_dictionary(self, box: _Box) -> None:
        """The dictionary of a box, which nobody follows yet, notes from now on."""
        box.notes = self._notes
        self._followed[box] = None
        _noted[id(box.thing)] = box
        _swap(box.thing, _Noting)

    def _unfollow(self, box: _Box) -> None:
        """The dictionary of a box need not note any more."""
        box.notes = None
        del self._followed[box]
        del _noted[id(box.thing)]
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


def _released(thing: Any) -> None:
    """A record is of its own class again."""
    _noted.pop(id(thing), None)
    _swap(thing, _shape(type(thing)).plain)


def _items(thing: Any) -> Any:
    """The items of a container, by key or index."""
    return thing.items() if type(thing) in _MAPS else enumerate(thing)


def _copied(thing: Any) -> Any:
    """What is in a container; a tuple never holds anything else."""
    return thing if type(thing) is tuple else thing.copy()
