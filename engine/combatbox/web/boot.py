"""What a browser's Python runs first: it opens the pack of a game, and answers what the page asks. `web.engine` sends it as text.

`answer` takes and gives JSON; what went wrong comes as one line, never as a Python error. Standard library alone.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from marshal import loads
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


FILTER = {"id": 0x21, "preset": 9 | 1 << 31, "lc": 4, "pb": 1}
"""How packs are made small: LZMA2, which finds in one module what another has said. Most of a pack are pairs of bytes."""


COLUMNS = 10
"""The numbers that a code has."""


class Pairs(dict[int, bytes]):
    """What stands for two bytes of what a code does: these, and the noughts behind them. room: how many pairs, by instruction."""

    def __init__(self, room: Mapping[int, int]) -> None:
        super().__init__()
        self._room = room

    def __missing__(self, pair: int) -> bytes:
        """Two bytes that are asked for the first time."""
        self[pair] = made = pair.to_bytes(2, "little") + bytes(2 * self._room.get(pair & 255, 0))
        return made


class Codes:
    """Puts codes together again, one after the other, from the parts that `precompile` has made."""

    def __init__(
        self, does: bytes, room: Mapping[int, int], numbers: bytes, kinds: Sequence[tuple[int, ...]], *parts: Any
    ) -> None:
        names, called, self._consts, self._caught = parts
        columns = memoryview(numbers).cast("H")
        size = len(columns) // COLUMNS
        self._numbers = zip(*(columns[at : at + size] for at in range(0, len(columns), size)), strict=True)
        self._does = memoryview(does).cast("H")
        self._called = list(map(names.__getitem__, memoryview(called).cast("H")))
        self._kinds, self._pair = kinds, Pairs(room).__getitem__
        self._at = [0, 0, 0, 0]

    def next(self, name: str) -> CodeType:
        """The next code. Neither lines nor whole names of functions are known of it. name: of its module."""
        kind, stack, length, consts, caught, *groups = next(self._numbers)
        does = b"".join(map(self._pair, self._part(0, self._does, length)))
        names, local, free, cells, (called,) = [tuple(self._part(1, self._called, size)) for size in groups]
        known, handled = self._part(2, self._consts, consts), self._part(3, self._caught, caught)
        args, alone, named, flags = self._kinds[kind]
        inner = tuple([self.next(name) if each is StopIteration else each for each in known])
        return CodeType(
            args, alone, named, len(local), stack, flags, does, inner, names, local, name, called, called, 1, b"", handled, free, cells
        )  # fmt: skip

    def _part(self, which: int, whole: Any, size: int) -> Any:
        at = self._at[which]
        self._at[which] = at + size
        return whole[at : at + size]


def lean() -> Callable[..., type]:
    """Have data classes made in a fraction of the time, from now on. Gives back what has made them so far.

    Python writes the text of each method and compiles it, which is most of what it takes to load a game. A start alone is
    written here; what two have in common is compared without a text, as Python 3.12 did it. Nothing stops whoever sets a field of
    a frozen one: nobody does where the same engine has passed its tests. None of them has words of its own.
    """
    import dataclasses
    from operator import attrgetter

    whole: Callable[..., type] = dataclasses._process_class  # type: ignore[attr-defined]  # Pyodide's Python is a pinned one

    def made(
        cls: type, init: bool, words: bool, eq: bool, order: bool, unsafe_hash: bool, frozen: bool, *more: bool
    ) -> type:
        if order:
            return whole(cls, init, words, eq, order, unsafe_hash, frozen, *more)
        own = set(vars(cls))
        kind: Any = whole(cls, init, False, False, False, False, False, *more)
        if not eq:
            return kind  # type: ignore[no-any-return]
        names = [each.name for each in dataclasses.fields(kind) if each.compare]
        value: Callable[[Any], Any] = attrgetter(*names) if names else type

        def alike(self: Any, other: Any) -> Any:
            if other.__class__ is not self.__class__:
                return NotImplemented
            return (value(self),) == (value(other),)

        if "__eq__" not in own:
            kind.__eq__ = alike
            kind.__hash__ = (lambda self: hash((value(self),))) if frozen or unsafe_hash else None
        return kind  # type: ignore[no-any-return]

    dataclasses._process_class = made  # type: ignore[attr-defined]
    return whole


class Pack:
    """Finds and loads the modules of a pack. modules: by name whether each is a package, and its text, which is none where it is
    among the codes."""

    def __init__(self, modules: Mapping[str, tuple[bool, str]], parts: tuple[Any, ...]) -> None:
        codes = Codes(*parts) if parts else None
        self.modules = {
            name: (package, codes.next(name) if codes else compile(text, name, "exec"))
            for name, (package, text) in modules.items()
        }

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
        """The module, if the pack has it."""
        held = self.modules.get(name)
        return ModuleSpec(name, self, is_package=held[0]) if held else None  # type: ignore[arg-type]  # a loader by its methods

    def create_module(self, _spec: ModuleSpec) -> None:
        """As Python makes one."""

    def exec_module(self, module: ModuleType) -> None:
        """Run its code. It has a `__file__`, for a plug-in may name its folder by that; nothing stands there."""
        package, code = self.modules[module.__name__]
        path = module.__name__.replace(".", "/")
        module.__file__ = f"/{path}/__init__.py" if package else f"/{path}.py"
        exec(code, vars(module))


def opened(data: bytes) -> Callable[[str], str]:
    """Open a pack; gives back what answers the page. See `play.counter`."""
    from _lzma import FORMAT_RAW, LZMADecompressor  # the module around it would load more

    held = loads(LZMADecompressor(format=FORMAT_RAW, filters=[FILTER]).decompress(data))
    sys.meta_path.insert(0, Pack(*held))
    lean()
    from combatbox.play.counter import Counter

    return Counter().answer
