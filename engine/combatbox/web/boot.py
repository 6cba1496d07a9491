"""What a browser's Python runs first: it opens the pack of a game, and answers what the page asks. `web.browser_engine` sends it as text.

`answer` takes and gives JSON; what went wrong comes as one line, never as a Python error. Standard library alone.
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
"""How packs are made small: LZMA2, which finds in one module what another has said. Most of a pack are pairs of bytes."""


def lean() -> Callable[..., type]:
    """Have data classes made in a fraction of the time, from now on. Gives back what has made them so far.

    Python writes the text of each method and compiles it, which is most of what it takes to load a game. A start alone is
    written here; what two have in common is compared without a text, as Python 3.12 did it. Nothing stops whoever sets a field of
    a frozen one: nobody does where the same engine has passed its tests. None of them has words of its own. It stays because
    a pack of Queen of the Skies is loaded in 0.4 s of a processor with it and in 0.6 s without (three runs of each in node).
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
    """Finds and loads the modules of a pack. modules: by name whether each is a package, and its code or its text."""

    def __init__(self, modules: Mapping[str, tuple[bool, CodeType | str]]) -> None:
        self.modules = modules

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
        exec(code if isinstance(code, CodeType) else compile(code, module.__name__, "exec"), vars(module))


def opened(data: bytes) -> Callable[[str], str]:
    """Open a pack; gives back what answers the page. See `play.rpc`."""
    from _lzma import FORMAT_RAW, LZMADecompressor  # the module around it would load more

    held = loads(LZMADecompressor(format=FORMAT_RAW, filters=[FILTER]).decompress(data))
    sys.meta_path.insert(0, Pack(held))
    lean()
    from combatbox.play.rpc import RpcDispatcher

    return RpcDispatcher().answer
