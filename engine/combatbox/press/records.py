"""Records of the press: Python's own data classes, of which a print run of one game makes two million.

What is marked as frozen is so to the type checker, which is run on all that we write, and is hashed and compared as such; while it
prints, nothing watches over it. Python's own way to watch takes three times as long as to make a record.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414  # to a type checker it is no other
else:

    def dataclass(cls: type | None = None, /, *, frozen: bool = False, **marks: bool) -> Any:
        """A dataclass as `dataclasses.dataclass` makes it with these marks, but for the watch over what is frozen."""

        def made(plain: type) -> type:
            hashed = frozen and "__hash__" not in vars(plain)
            return dataclasses.dataclass(unsafe_hash=hashed, **marks)(plain)

        return made if cls is None else made(cls)
