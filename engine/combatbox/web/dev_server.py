"""What `mkdocs serve --dirty` need not make again: pages that would come out as they did the last time."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from combatbox.library import paths


class DevServerState:
    """Fingerprints of the pages as they were built last, and those of the build that is under way."""

    def __init__(self) -> None:
        self.last: dict[str, str] = {}
        self.now: dict[str, str] = {}

    def begin(self, pages: Mapping[str, str], common: str) -> set[str]:
        """The paths of the pages that have not changed. common: what is on every page, as the navigation."""
        around = f"{common}\n{theme()}"
        self.now = {path: sha256(f"{around}\n{text}".encode()).hexdigest() for path, text in pages.items()}
        return {path for path, digest in self.now.items() if self.last.get(path) == digest}

    def done(self) -> None:
        """The build has come to its end; one that broke off on the way counts for nothing."""
        self.last = self.now


def theme() -> str:
    """When each of the theme's templates was last changed."""
    files: list[Path] = sorted((paths.templates() / "theme").rglob("*.html"))
    return " ".join(f"{path.name}:{path.stat().st_mtime_ns}" for path in files)
