"""A reader who follows a guide step by step: writes its files, runs its commands, in the order in which they stand."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from combatbox.library import paths

ROOT = paths.checkout() or paths.root()
BLOCK = re.compile(
    r'^```(?P<kind>\w+)(?: title="(?P<path>[^",]+)(?:, (?P<what>[^"]+))?")?\n(?P<body>.*?)^```$',
    re.MULTILINE | re.DOTALL,
)
SHELL = ("console", "sh")
"""The kinds of blocks whose lines are commands."""

REMARK = re.compile(r"\s+(?:#\s.*|\([^()]*\))$")
"""What stands behind a command for the reader, not for the shell."""

TYPED = "\n" * 2000
"""What is typed where a command asks: Enter, to the end."""


class Reader:
    """A reader with a folder of his own.

    Args:
        folder: where he works; with `project`, the project is copied into it, as a clone has it.
        elsewhere: commands that are not run, each with the reason; all must occur.
        smaller: commands that would take long, each with what is typed instead; all must occur.
        answers: commands that ask, each with what is typed then; for the others it is Enter, to the end.
    """

    def __init__(
        self,
        folder: Path,
        *,
        project: bool = False,
        elsewhere: Mapping[str, str] | None = None,
        smaller: Mapping[str, str] | None = None,
        answers: Mapping[str, str] | None = None,
    ) -> None:
        self.folder, self.done = folder, 0
        self.elsewhere, self.smaller, self.answers = dict(elsewhere or {}), dict(smaller or {}), dict(answers or {})
        self.path = [str(folder / "liberator")]
        if project:
            copy_project(folder)
            self.path = [str(folder / "engine"), str(folder / "tests" / "tools"), str(folder)]

    def follow(self, page: str) -> int:
        """Follow a page of the project and return the number of blocks."""
        text = (ROOT / page).read_text(encoding="utf-8")
        return self.read(re.sub(r"^\{% (?:end)?raw %\}\n", "", text, flags=re.MULTILINE))

    def read(self, text: str) -> int:
        """Do what the blocks of a text say and return their number."""
        found = list(BLOCK.finditer(text))
        for block in found:
            self._do(block["kind"], block["what"] or "", block["path"] or "", block["body"])
        left = [*self.elsewhere, *self.smaller, *self.answers]
        assert not left, f"the text no longer has {left}"
        return len(found)

    def _do(self, kind: str, what: str, path: str, body: str) -> None:
        """Do what a block says."""
        file = self.folder / path
        if kind in SHELL:
            for line in body.splitlines():
                self.type(line.removeprefix("$ "))
        elif path and not what:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(body, encoding="utf-8")
        elif what == "at its end":
            file.write_text(file.read_text(encoding="utf-8") + body, encoding="utf-8")
        elif path:
            assert what == "the lines above the dashes become those below"
            old, new = body.split("---\n")
            text = file.read_text(encoding="utf-8")
            assert text.count(old.rstrip("\n")) == 1, f"{path} has {old!r} once"
            file.write_text(text.replace(old.rstrip("\n"), new.rstrip("\n")), encoding="utf-8")

    def type(self, line: str) -> None:
        """Run a line as a shell does; it must succeed."""
        line = REMARK.sub("", line).strip()
        if not line or self.elsewhere.pop(line, "") or line == ". .venv/bin/activate":
            return
        if line.startswith("pip install -e "):
            self.install(self.folder / line.split()[-1])
            return
        typed = self.answers.pop(line, TYPED)
        line = self.smaller.pop(line, line)
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", line],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env=self.environment,
            timeout=1800,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        assert "Traceback" not in done.stderr, f"{line}\n{done.stderr}"
        self.done += 1

    def install(self, project: Path) -> None:
        """Install as pip does but without a network, by putting files on Python's path."""
        info = project / f"{project.name}-0.1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project.name}\nVersion: 0.1\n")
        points = re.search(
            r"(?s)\[project.entry-points.\"combatbox.games\"\]\n(.*?)\n\n", (project / "pyproject.toml").read_text()
        )
        assert points
        announced = points[1].replace('"', "")
        (info / "entry_points.txt").write_text(f"[combatbox.games]\n{announced}\n")

    @property
    def environment(self) -> dict[str, str]:
        """Return an environment in which the commands are those of the project, or of the copy."""
        path = os.pathsep.join([*self.path, *filter(None, [os.environ.get("PYTHONPATH")])])
        commands = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        return {**os.environ, "PYTHONPATH": path, "PATH": commands, "PYTHONDONTWRITEBYTECODE": "1"}


def copy_project(folder: Path) -> None:
    """Copy the files of the project that git tracks, as they are now."""
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
