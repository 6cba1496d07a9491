"""The first code that Python runs in a browser. It opens a game and answers the requests of the page.

The pack of a game contains the compressed modules of the game.

`web.browser_engine` sends this module as text. `answer` takes and returns JSON; an error becomes one line, never a
Python traceback. The module uses only the standard library.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from marshal import loads
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


FILTER = {"id": 0x21, "preset": 9 | 1 << 31, "lc": 4, "pb": 1, "dict_size": 1 << 21}
"""The compression filter of packs: LZMA2, which finds repetitions across modules. The decompressor reserves a
dictionary of `dict_size` bytes, which the memory of a page keeps for good. No pack is smaller with a larger dictionary.
"""


def lean() -> Callable[..., type]:
    """Patch dataclasses so that they are defined faster, and return the original function.

    For each class, the standard `dataclass` generates the source code of the methods and compiles it, which takes most
    of the time of loading a game. This patch generates only `__init__`; `__eq__` and `__hash__` need no generated code,
    and `__repr__` is left out. Classes with `order=True` are not changed. Frozen classes do not prevent assignment, but
    no code of the engine assigns to them, because its tests run with classes that are really frozen. The patch is
    worth its code because loading a pack of Queen of the Skies takes 0.4 s of processor time with it and 0.6 s
    without (three runs of each in node).
    """
    import dataclasses
    from operator import attrgetter

    original: Callable[..., type] = dataclasses._process_class  # type: ignore[attr-defined]  # Pyodide's Python is a pinned one

    def made(
        cls: type, init: bool, words: bool, eq: bool, order: bool, unsafe_hash: bool, frozen: bool, *more: bool
    ) -> type:
        if order:
            return original(cls, init, words, eq, order, unsafe_hash, frozen, *more)
        own = set(vars(cls))
        kind: Any = original(cls, init, False, False, False, False, False, *more)
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
    return original


class Pack:
    """An importer for the modules of a pack.

    Attributes:
        modules: for each module name, a pair: True if the module is a package, and its code or text.
    """

    def __init__(self, modules: Mapping[str, tuple[bool, CodeType | str]]) -> None:
        self.modules = modules

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
        """Return the spec of a module of the pack, or None."""
        entry = self.modules.get(name)
        return ModuleSpec(name, self, is_package=entry[0]) if entry else None  # type: ignore[arg-type]  # a loader by its methods

    def create_module(self, _spec: ModuleSpec) -> None:
        """Return None, so that Python creates the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the code of a module.

        The module gets a `__file__`, although there is no such file, because a plug-in may derive its folder from it.
        """
        package, code = self.modules[module.__name__]
        path = module.__name__.replace(".", "/")
        module.__file__ = f"/{path}/__init__.py" if package else f"/{path}.py"
        exec(code if isinstance(code, CodeType) else compile(code, module.__name__, "exec"), vars(module))


def opened(data: bytes) -> Callable[[str], str]:
    """Open a pack and return the function that answers the page's requests (`play.rpc`)."""
    sys.meta_path.insert(0, Pack(_unpacked(data)))
    lean()
    from combatbox.play.rpc import RpcDispatcher

    return RpcDispatcher().answer


def press_added(data: bytes) -> None:
    """Make the package `press` available, so that record sheets of the opened game can be printed (`press.charts`).

    Args:
        data: the pack with the modules of `press`, and with the files that they read, by path. Python searches these
            modules after its own and those of the game.
    """
    from pathlib import Path

    held, files = _unpacked(data)
    sys.meta_path.append(Pack(loads(held)))
    for name, content in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(content)


def _unpacked(data: bytes) -> Any:
    from _lzma import FORMAT_RAW, LZMADecompressor  # the module `lzma` would load more

    return loads(LZMADecompressor(format=FORMAT_RAW, filters=[FILTER]).decompress(data))
