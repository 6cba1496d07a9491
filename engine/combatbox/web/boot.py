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
