"""The state of `mkdocs serve --dirty`, which shows what pages need not be built again."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from combatbox.library import paths


class DevServerState:
    """Fingerprints of the pages in the last build and in the current one."""

    def __init__(self) -> None:
        self.last: dict[str, str] = {}
        self.now: dict[str, str] = {}

    def begin(self, pages: Mapping[str, str], common: str) -> set[str]:
        """Begin a build, and return the paths of unchanged pages.

        Args:
            pages: the texts of the pages, by path.
            common: the content that all pages share, such as the navigation.
        """
        shared = f"{common}\n{theme()}"
        self.now = {path: sha256(f"{shared}\n{text}".encode()).hexdigest() for path, text in pages.items()}
        return {path for path, digest in self.now.items() if self.last.get(path) == digest}

    def done(self) -> None:
        """Finish a successful build; a failed one never gets here, so its pages are built again."""
        self.last = self.now


def theme() -> str:
    """Return a text that changes whenever a template of the theme is edited."""
    files: list[Path] = sorted((paths.templates() / "theme").rglob("*.html"))
    return " ".join(f"{path.name}:{path.stat().st_mtime_ns}" for path in files)
