"""The first code that Python runs in a browser. It opens a game and answers the requests of the page.

A pack names what answers, and contains its modules and the methods of its dataclasses.

`web.browser_engine` sends this module as text. `answer` takes and returns JSON; an error becomes one line, never a
Python traceback. The module uses only the standard library.
"""

from __future__ import annotations

import dataclasses
import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from marshal import loads
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class Pack:
    """An importer for the modules of a pack.

    Attributes:
        modules: for each module that is not yet loaded, by name, a pair: True if it is a package, and its code or text.
    """

    def __init__(self, modules: dict[str, tuple[bool, CodeType | str]]) -> None:
        self.modules = modules

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
        """Return the spec of a module of the pack, or None."""
        entry = self.modules.get(name)
        return ModuleSpec(name, self, is_package=entry[0]) if entry else None  # type: ignore[arg-type]  # a loader by its methods

    def create_module(self, _spec: ModuleSpec) -> None:
        """Return None, so that Python creates the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the code of a module, which is not needed again.

        The module gets a `__file__`, although there is no such file, because a plug-in may derive its folder from it.
        """
        package, code = self.modules.pop(module.__name__)
        path = module.__name__.replace(".", "/")
        module.__file__ = f"/{path}/__init__.py" if package else f"/{path}.py"
        exec(code if isinstance(code, CodeType) else compile(code, module.__name__, "exec"), vars(module))


def opened(data: Any) -> Callable[[str], str]:
    """Open a pack and return the function that answers the page's requests; the pack names it (`play.rpc`).

    Args:
        data: the pack, as a buffer of JavaScript.
    """
    dispatcher, modules, methods = loads(data.to_bytes())
    sys.meta_path.insert(0, Pack(modules))
    vars(dataclasses)["exec"] = lambda source, *scopes: exec(methods.pop(source, source), *scopes)
    module, _, name = dispatcher.partition(":")
    answer: Callable[[str], str] = getattr(import_module(module), name)().answer
    return answer


def press_added(data: Any) -> None:
    """Make the package `press` available, so that record sheets of the opened game can be printed (`press.charts`).

    Args:
        data: the pack with the modules of `press`, and with the files that they read, by path, as a buffer of
            JavaScript. Python searches these modules after its own and those of the game.
    """
    from pathlib import Path

    held, files = loads(data.to_bytes())
    sys.meta_path.append(Pack(loads(held)))
    for name, content in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(content)
