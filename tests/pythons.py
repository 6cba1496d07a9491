"""Run the unit tests under every supported Python that is available: `make test-pythons`.

For each version it uses Debian's interpreter, one on the PATH, one of pyenv's, or one that uv has or can download. Each
gets a virtual environment below `build/pythons` with the pinned packages.

    python -m tests.pythons                 all versions
    python -m tests.pythons 3.12 3.13       some of them
    python -m tests.pythons 3.12 -- -k odds  with options for pytest
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
TESTS = ("tests/unit", "tests/games", "tests/cli", "tests/press", "tests/verify", "tests/wheel", "tests/test_corpus.py")
"""What is run: all that needs no browser, but for whole builds of sites."""

ABOUT = "import ensurepip, sys, venv; print('%d.%d' % sys.version_info[:2], sys.version.split()[0])"


def find_python(version: str) -> tuple[str, str] | None:
    """Return the path and the full version of an interpreter that can make a virtual environment, or None."""
    for path in candidates(version):
        about = _output([path, "-I", "-c", ABOUT]).split()
        if len(about) == 2 and about[0] == version:
            return path, about[1]
    return None


def candidates(version: str) -> Iterator[str]:
    """Yield the paths where an interpreter of a version may be, cheapest first; uv's download is last."""
    name = f"python{version}"
    for folder in ("/usr/bin", *os.environ.get("PATH", "").split(os.pathsep)):
        if path := shutil.which(name, path=folder):
            yield path
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from (str(path) for path in sorted(pyenv.glob(f"versions/{version}.*/bin/python")))
    if uv := shutil.which("uv"):
        for words in (["python", "find"], ["python", "install"], ["python", "find"]):
            if path := _output([uv, *words, version]).strip():
                yield path.splitlines()[-1]


def _output(command: Sequence[str]) -> str:
    """Return the output of a command; empty where it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    except OSError:
        return ""
    return done.stdout if done.returncode == 0 else ""


def make_environment(python: str, version: str) -> Path:
    """Make the virtual environment of a version, or bring it up to date; return its interpreter.

    Raises:
        CalledProcessError: the environment was not made, or the pinned packages cannot be installed.
    """
    place = ROOT / "build" / "pythons" / version
    subprocess.run([python, "-m", "venv", place], check=True)
    own = place / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    uv = shutil.which("uv")  # uv installs the same files within seconds.
    pip = [uv, "pip", "install", "--quiet", "--python", own] if uv else [own, "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "--require-hashes", "-r", ROOT / "constraints.txt"], check=True)
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--no-index", "--editable", ROOT], check=True)
    return own


def run_tests(version: str, words: Sequence[str]) -> tuple[bool, str]:
    """Run the tests under one version; return whether they passed, and a line that reports it."""
    found = find_python(version)
    if found is None:
        return True, f"Python {version}: not tested, no interpreter of it is here and uv cannot get one"
    path, full = found
    try:
        python = make_environment(path, version)
    except subprocess.CalledProcessError as error:
        return False, f"Python {full} ({path}): the pinned packages cannot be installed: {error}"
    workers = str(os.cpu_count() or 1)
    command = [python, "-m", "pytest", "-n", workers, "--dist", "worksteal", "-m", "not browser", *(words or TESTS)]
    done = subprocess.run(command, check=False, cwd=ROOT)
    return done.returncode == 0, f"Python {full} ({path}): {'passed' if done.returncode == 0 else 'FAILED'}"


def main(words: Sequence[str]) -> int:
    """Test the versions that are named, or all; return the exit status."""
    at = list(words).index("--") if "--" in words else len(words)
    results = [run_tests(version, words[at + 1 :]) for version in words[:at] or VERSIONS]
    print("\n".join(line for _, line in results))
    return 0 if all(passed for passed, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
