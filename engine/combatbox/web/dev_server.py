"""The state of `mkdocs serve --dirty`, which determines the pages that need not be built again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Generic, TypeVar

from combatbox.library import paths

P = TypeVar("P")


@dataclass(slots=True)
class DevServerState(Generic[P]):
    """The state that the development server preserves from one build to the next.

    Attributes:
        last: the fingerprint of each page in the last successful build, by path.
        now: the fingerprint of each page in the current build, by path.
        digests: the digest of each game's sources, by game, computed before the sources are read.
        built: for each game, the fingerprint of its inputs and the parts of the site that were built from them.
        outdated: the games whose missions have to be replayed.
        needs_replay: True if there were outdated games in the last successful build.
    """

    last: dict[str, str] = field(default_factory=dict)
    now: dict[str, str] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)
    built: dict[str, tuple[str, P]] = field(default_factory=dict)
    outdated: set[str] = field(default_factory=set)
    needs_replay: bool = False

    def begin(self, pages: Mapping[str, str], common: str) -> set[str]:
        """Begin a build, and return the paths of unchanged pages.

        Args:
            pages: the texts of the pages, by path.
            common: the content that all pages share, such as the navigation.
        """
        shared = f"{common}\n{theme()}"
        self.now = {path: sha256(f"{shared}\n{text}".encode()).hexdigest() for path, text in pages.items()}
        return {path for path, digest in self.now.items() if self.last.get(path) == digest}

    def parts(self, key: str, fingerprint: str, build: Callable[[], P]) -> P:
        """Return the parts of the site that belong to a game.

        They are built if their inputs have changed, or if the missions of the game are outdated.
        """
        earlier, parts = self.built.get(key, ("", None))
        if parts is None or earlier != fingerprint or key in self.outdated:
            parts = build()
            self.built[key] = ("" if key in self.outdated else fingerprint, parts)
        return parts

    def done(self) -> None:
        """Finish a successful build.

        It is not called after a failed build, so the pages of such a build are built again.
        """
        self.last = self.now


def theme() -> str:
    """Return a fingerprint of the theme's templates: their names and modification times."""
    files: list[Path] = sorted((paths.templates() / "theme").rglob("*.html"))
    return " ".join(f"{path.name}:{path.stat().st_mtime_ns}" for path in files)
