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
    from collections.abc import Callable, Mapping


FILTER = {"id": 0x21, "preset": 9 | 1 << 31, "lc": 4, "pb": 0}
"""How packs are made small: LZMA2, which finds in one module what another has said."""


class Pack:
    """Finds and loads the modules of a pack. does: what their codes do, one after the other."""

    def __init__(self, modules: Mapping[str, tuple[bool, list[Any] | str]], does: bytes) -> None:
        self._does, self._at = does, 0
        self.modules = {name: (package, self._code(name, one)) for name, (package, one) in modules.items()}

    def _code(self, name: str, one: Any) -> CodeType:
        """The code of a record of `precompile`, or of a text. Neither lines nor whole names of functions are known of it."""
        if isinstance(one, str):
            return compile(one, name, "exec")
        args, alone, named, stack, flags, length, consts, names, local, called, caught, free, cells = one
        does = self._does[self._at : self._at + length]
        self._at += length
        inner = tuple([self._code(name, each) if type(each) is list else each for each in consts])
        return CodeType(
            args, alone, named, len(local), stack, flags, does, inner, names, local, name, called, called, 1, b"", caught, free, cells
        )  # fmt: skip

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
        """The module, if the pack has it."""
        held = self.modules.get(name)
        return ModuleSpec(name, self, is_package=held[0]) if held else None  # type: ignore[arg-type]  # a loader by its methods

    def create_module(self, _spec: ModuleSpec) -> None:
        """As Python makes one."""

    def exec_module(self, module: ModuleType) -> None:
        """Run its code."""
        exec(self.modules[module.__name__][1], vars(module))


def opened(data: bytes) -> Callable[[str], str]:
    """Open a pack; gives back what answers the page. See `play.counter`."""
    from _lzma import FORMAT_RAW, LZMADecompressor  # the module around it would load more

    held = loads(LZMADecompressor(format=FORMAT_RAW, filters=[FILTER]).decompress(data))
    sys.meta_path.insert(0, Pack(*held))
    from combatbox.play.counter import Counter

    return Counter().answer
