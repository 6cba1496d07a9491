"""Run commands without access to the project."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def run_outside(*words: object, where: Path, online: bool = False) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, with an environment that does not refer to the project.

    Args:
        *words: the command.
        where: the folder.
        online: whether it may be slow, with the settings of pip, and print its output; otherwise the output is captured.
    """
    away = ("PYTHON", "VIRTUAL_ENV") if online else ("PYTHON", "VIRTUAL_ENV", "PIP_")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(away)}
    line = [str(word) for word in words]
    seconds = None if online else 300
    return subprocess.run(
        line, capture_output=not online, text=True, check=False, timeout=seconds, cwd=where, env=environment
    )
