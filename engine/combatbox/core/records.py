"""Python's own `dataclass`, made sooner: what every class can share is not compiled for each.

A command that flies one mission defines three hundred of them. To make them was half of its work, and half of that to compile a
comparison, a hash and a text for each, of which hardly any is ever asked. Here those are functions of all classes. What comes out
is a dataclass to whoever looks at it: its fields, its order of arguments, `replace`, `asdict`, `match`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414  # to a type checker it is no other
else:

    def dataclass(cls: type | None = None, /, *, order: bool = False, **marks: bool) -> Any:
        """A dataclass as `dataclasses.dataclass` makes it with these marks."""
        if order:
            return dataclasses.dataclass(cls, order=True, **marks)
        if cls is not None:
            return _made(cls, marks)
        return lambda plain: _made(plain, marks)


def _made(plain: type, marks: Mapping[str, bool]) -> type:
    """The dataclass that is made of a class, with what it does not define itself."""
    body = vars(plain)
    if _adds_nothing(plain, marks):
        return _slotted(plain)
    own_hash = body.get("__hash__") is not None
    made: Any = dataclasses.dataclass(eq=False, repr=False, **marks)(plain)
    if "__repr__" not in body:
        made.__repr__ = _text
    if "__eq__" not in body:
        made.__eq__ = _alike
        if not own_hash:
            made.__hash__ = _hash if marks.get("frozen") else None
    return made  # type: ignore[no-any-return]


def _adds_nothing(plain: type, marks: Mapping[str, bool]) -> bool:
    """Whether a class has the fields of the one dataclass that it is made from and no others, as most words of a vocabulary do."""
    base: Any = plain.__bases__[0]
    return (
        marks == _FROZEN
        and len(plain.__bases__) == 1
        and base.__hash__ is _hash
        and "__slots__" in vars(base)
        and _OWN.isdisjoint(vars(plain))
        and all(str(note).startswith("ClassVar") for note in vars(plain).get("__annotations__", {}).values())
    )


_FROZEN = {"frozen": True, "slots": True}
_OWN = frozenset(("__eq__", "__hash__", "__init__", "__post_init__", "__repr__"))


def _slotted(plain: type) -> type:
    """The same class, whose things hold what those of its base do and nothing else."""
    body = {name: value for name, value in vars(plain).items() if name not in ("__dict__", "__weakref__")}
    made = type(plain)(plain.__name__, plain.__bases__, body | {"__slots__": ()})
    made.__qualname__ = plain.__qualname__
    return made


@cache
def _compared(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """Reads the fields by which two of a kind are compared."""
    names = [field.name for field in dataclasses.fields(kind) if field.compare]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda thing: tuple([getattr(thing, name) for name in names])


def _alike(self: Any, other: Any) -> bool:
    """Whether another is of the same class, with the same in its fields."""
    if other.__class__ is not self.__class__:
        return NotImplemented  # type: ignore[no-any-return]
    read = _compared(self.__class__)
    return bool(read(self) == read(other))


def _hash(self: Any) -> int:
    return hash(_compared(self.__class__)(self))


@recursive_repr()
def _text(self: Any) -> str:
    told = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{self.__class__.__qualname__}({', '.join(told)})"
