"""The first code that a browser's Python runs: it opens the pack of a game and answers the page's requests.

`web.browser_engine` sends it as text. `answer` takes and returns JSON; an error becomes one line, never a Python traceback. It
uses only the standard library.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from marshal import loads
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


FILTER = {"id": 0x21, "preset": 9 | 1 << 31, "lc": 4, "pb": 1}
"""The compression of packs: LZMA2, which finds repetitions across modules."""


def lean() -> Callable[..., type]:
    """Make dataclasses faster to define from now on; return the original function.

    Python writes the text of each method and compiles it, which is most of the time to load a game. Only `__init__` is written here;
    comparison needs no text, as in Python 3.12. Assignment to a field of a frozen one is not prevented: nothing does it, since
    the same engine has passed its tests. None of them has a repr. It stays because a pack of Queen of the Skies is loaded in 0.4 s of a
    processor with it and in 0.6 s without (three runs of each in node).
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
    """An importer of the modules of a pack.

    modules: by name, True for a package, and the code or text.
    """

    def __init__(self, modules: Mapping[str, tuple[bool, CodeType | str]]) -> None:
        self.modules = modules

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
        """Return the spec of a module of the pack, or None."""
        entry = self.modules.get(name)
        return ModuleSpec(name, self, is_package=entry[0]) if entry else None  # type: ignore[arg-type]  # a loader by its methods

    def create_module(self, _spec: ModuleSpec) -> None:
        """Use Python's default."""

    def exec_module(self, module: ModuleType) -> None:
        """Run a module's code.

        It gets a `__file__` since a plug-in may derive its folder from that; no such file exists.
        """
        package, code = self.modules[module.__name__]
        path = module.__name__.replace(".", "/")
        module.__file__ = f"/{path}/__init__.py" if package else f"/{path}.py"
        exec(code if isinstance(code, CodeType) else compile(code, module.__name__, "exec"), vars(module))


def opened(data: bytes) -> Callable[[str], str]:
    """Open a pack and return the function that answers the page's requests (`play.rpc`)."""
    from _lzma import FORMAT_RAW, LZMADecompressor  # the module `lzma` would load more

    modules = loads(LZMADecompressor(format=FORMAT_RAW, filters=[FILTER]).decompress(data))
    sys.meta_path.insert(0, Pack(modules))
    lean()
    from combatbox.play.rpc import RpcDispatcher

    return RpcDispatcher().answer
