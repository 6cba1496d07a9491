"""Check that a version can be released, build it, and try both packages: `make release`.

Nothing is published. The tested packages are in `dist/`, ready to be uploaded, with a bill of materials.
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.outside import run_outside

from combatbox import __version__
from combatbox.core.plugin import API
from combatbox.web.news import releases
from combatbox_dev import bill_of_materials, stable_page

PROJECT = Path(__file__).resolve().parents[1]
DIST = PROJECT / "dist"
TRIALS = (
    ("--version",),
    ("fly", "queen", "--seed", "1"),
    ("odds", "twentyfive", "--missions", "500", "--seed", "1"),
    ("print", "twentyfive", "--paper", "a4", "--out", "papers"),
)
"""What a package must be able to do where nothing of the project is."""


def git(*words: str, project: Path = PROJECT) -> str:
    """Return the output of a git command; empty where it fails."""
    return subprocess.run(["git", *words], capture_output=True, text=True, check=False, cwd=project).stdout.strip()


def problems(version: str, project: Path = PROJECT) -> Iterator[str]:
    """Yield the problems that prevent a release, each with its remedy.

    Args:
        version: to be released, as `1.0.0`.
        project: the checkout.
    """
    if ".dev" in version:
        yield f"__version__: is {version}; write the version to be released, as deploy/README.md says"
        return
    if git("status", "--porcelain", project=project):
        yield "working tree: has changes; commit them or put them away"
    first = next(iter(releases()), None)
    if first is None or first.version != version:
        found = first.version if first else "no version"
        yield f"CHANGELOG.md: begins with {found}; give the changes of {version} a heading `## {version} - DATE`"
    elif not first.date:
        yield f"CHANGELOG.md: {version} has no date; write `## {version} - DATE`"
    if stable_page.RELEASED != API:
        yield f"stable_page.py: RELEASED is {stable_page.RELEASED!r}; write the number of the plug-in API, {API}"
    if bill_of_materials.FILE.read_text(encoding="utf-8") != bill_of_materials.text():
        yield f"{bill_of_materials.FILE.name}: is outdated; `python -m combatbox_dev.bill_of_materials`"
    tag, head = git("rev-parse", f"v{version}^{{commit}}", project=project), git("rev-parse", "HEAD", project=project)
    if not tag or tag == f"v{version}^{{commit}}":
        yield f"tag v{version}: is not there; `git tag v{version}`"
    elif tag != head:
        yield f"tag v{version}: is on another commit ({tag[:8]}, not {head[:8]}); move it, or raise the version"


def run(*words: object, where: Path) -> None:
    """Run a command outside the project; exit if it fails."""
    if run_outside(*words, where=where, online=True).returncode:
        sys.exit(f"release: failed: {' '.join(map(str, words))}")


def pack() -> list[Path]:
    """Build the source distribution, and from it the wheel."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", DIST, where=PROJECT)
    (source,) = DIST.glob("*.tar.gz")
    options = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check")
    run(sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", DIST, source, where=PROJECT)
    return [source, *DIST.glob("*.whl")]


def try_package(package: Path, *, newest: bool) -> None:
    """Install a package with its pinned dependencies in an empty environment, and use it there.

    Args:
        package: the source distribution or the wheel.
        newest: True for the newest pip, False for the one that comes with this Python, the oldest that anybody has.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        run(sys.executable, "-m", "venv", place / "venv", where=place)
        scripts = place / "venv" / ("Scripts" if os.name == "nt" else "bin")
        pip = (scripts / "python", "-m", "pip", "--quiet", "--disable-pip-version-check", "install")
        run(*pip, "--require-hashes", "-r", PROJECT / "constraints.txt", where=place)
        if newest:
            run(*pip, "--upgrade", "pip", where=place)
        run(*pip, "--no-deps", "--no-build-isolation", package, where=place)
        run(scripts / "python", "-m", "pip", "--version", where=place)
        for words in TRIALS:
            print(f"{package.name}: combatbox {' '.join(words)}", flush=True)
            run(scripts / "combatbox", *words, where=place)


def check_papers(place: Path) -> str:
    """Check printed papers against PDF/UA-1 with veraPDF, and return a sentence about it; exit if one fails.

    veraPDF is a program of its own, which this machine may not have.
    """
    program = shutil.which("verapdf")
    if program is None:
        return "veraPDF is not installed: no paper was checked with it"
    papers = [str(path) for path in sorted(place.rglob("*.pdf"))]
    checked = subprocess.run(
        [program, "--flavour", "ua1", "--format", "text", *papers], capture_output=True, text=True, check=False
    )
    failed = [line for line in checked.stdout.splitlines() if line.startswith("FAIL")]
    if failed or checked.returncode:
        sys.exit("\n".join(["release: veraPDF refuses", *(failed or [checked.stderr.strip()])]))
    return f"veraPDF passes {len(papers)} papers"


def main() -> None:
    """Check, build and try the packages."""
    found = list(problems(__version__))
    if found:
        sys.exit("\n".join(f"release: {problem}" for problem in found))
    for package, newest in itertools.product(pack(), (False, True)):
        try_package(package, newest=newest)
    shutil.copy(bill_of_materials.FILE, DIST / f"combatbox-{__version__}.cdx.json")
    with tempfile.TemporaryDirectory() as folder:
        run(Path(sys.executable).with_name("combatbox"), "print", "--out", folder, where=PROJECT)
        print(f"release: {check_papers(Path(folder))}")
    print(
        f"release: {__version__} is in {DIST.name}/ with its bill of materials, packed and tried; publish it, and push the tag"
    )


if __name__ == "__main__":
    main()
