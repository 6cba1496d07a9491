"""The wheel: built from the project and installed elsewhere, it carries its tables, templates and site along."""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from tests.once import Once
from tests.outside import run_outside

from combatbox.library import paths
from combatbox.library.scaffolding import new_game
from combatbox_dev.bill_of_materials import required

PROJECT = paths.checkout()
BUILT = "COMBATBOX_SITE"
"""The variable that says where the built site is; under `make test` it is there."""


def run(*words: object, where: Path, python: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, with nothing in the environment that leads back to the project."""
    return run_outside(*(words if python is None else (python, *words)), where=where)


WRITE_SITE = """
from pathlib import Path
from combatbox.cli.builder import write_site
from combatbox.library.build_cache import BuildCache

out = Path("build")
print(*write_site(out / "site", out / "print", None, BuildCache.beside(out), out / "engine", []))
"""
VENV = "elsewhere"


@pytest.fixture(scope="module")
def wheel(once: Once) -> Path:
    """The wheel, built without a network: its build backend is among the tools for development."""
    assert PROJECT, "the wheel is built from a checkout"

    def fill(out: Path) -> None:
        line = ("-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
        done = run(*line, "--wheel-dir", out, PROJECT, where=out, python=Path(sys.executable))
        assert done.returncode == 0, done.stdout + done.stderr

    (made,) = once("wheel", fill).glob("combatbox-*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, once: Once) -> Path:
    """The `bin` folder of a fresh environment that holds the wheel.

    Its dependencies are those of the running environment, lent by a .pth file: installing them again would need a
    network. A .pth lends the packages of that folder but not its own .pth files, so that an editable install of
    the project there is not found; what runs is the wheel.
    """

    def fill(home: Path) -> None:
        # An environment cannot be moved, as that folder is once it is filled.
        install(home.with_name(VENV), wheel, [path for path in site.getsitepackages() if Path(path).is_dir()])

    return once("installed", fill).with_name(VENV) / "bin"


def install(venv: Path, wheel: Path, lent: Sequence[str]) -> None:
    """Install the wheel in a new environment that borrows the packages of some folders."""
    done = run("-m", "venv", "--without-pip", venv, where=venv.parent, python=Path(sys.executable))
    assert done.returncode == 0, done.stderr
    python = venv / "bin" / "python"
    line = ("-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--disable-pip-version-check")
    done = run(*line, "--no-compile", wheel, where=venv.parent, python=Path(sys.executable))
    assert done.returncode == 0, done.stdout + done.stderr
    text = run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))", where=venv.parent, python=python)
    (Path(text.stdout.strip()) / "lent.pth").write_text("\n".join(lent) + "\n", encoding="utf-8")


@pytest.fixture(scope="module")
def with_extras(wheel: Path, once: Once) -> Callable[..., Path]:
    """Return a function that installs the wheel with some extras, and with nothing else that could be imported."""

    def of(*extras: str) -> Path:
        def fill(home: Path) -> None:
            lent = home.with_name(f"lent-{name}")
            for held in required(*extras).values():
                for file in held.files or ():
                    if ".." not in file.parts and file.suffix != ".pyc":
                        (lent / file).parent.mkdir(parents=True, exist_ok=True)
                        (lent / file).hardlink_to(held.locate_file(file))
            install(home.with_name(f"venv-{name}"), wheel, [str(lent)])

        name = "-".join(("base", *extras))
        return once(f"installed-{name}", fill).with_name(f"venv-{name}") / "bin" / "combatbox"

    return of


MEGABYTES = {(): 20, ("print",): 80}
"""The most that an installation with some extras takes, without what Python compiles."""


@pytest.mark.parametrize("extras", MEGABYTES, ids=str)
def test_an_installation_is_no_larger_than_what_it_is_for(
    with_extras: Callable[..., Path], extras: tuple[str, ...]
) -> None:
    venv = with_extras(*extras).parents[1]
    folders = (venv / "lib", venv.with_name(venv.name.replace("venv", "lent")))
    files = (path for folder in folders for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    assert sum(path.stat().st_size for path in files) / 10**6 < MEGABYTES[extras]


EVERYDAY = """
from combatbox.cli import main
for line in (
    "--help", "games", "doctor", "table queen B-1", "fly superfort --seed 1 --log log.jsonl", "replay log.jsonl",
    "odds twentyfive --missions 500 --jobs 1", "new overlay queen mine", "verify twentyfive",
):
    assert not main(line.split(), standalone_mode=False), line
"""
"""Commands of somebody who plays, one after the other in a process."""


def test_whoever_only_plays_needs_four_packages_and_what_they_need(
    with_extras: Callable[..., Path], tmp_path: Path
) -> None:
    combatbox = with_extras()
    done = run("-c", EVERYDAY, where=tmp_path, python=combatbox.with_name("python"))
    assert done.returncode == 0, done.stderr
    line = (combatbox, "play", "queen", "--seed", "5", "--mission", "12")
    asked = subprocess.run(line, input="?\nq\n\n", capture_output=True, text=True, check=True, cwd=tmp_path).stdout
    _, stated, after = asked.partition("\nRule Q")
    assert stated
    assert after.splitlines()[1].startswith("  "), "the text of the rule"


@pytest.mark.parametrize(
    ("extras", "line", "package", "extra"),
    [
        ((), ("print", "twentyfive"), "reportlab", "print"),
        ((), ("build",), "mkdocs", "site"),
        (("print",), ("build",), "mkdocs", "site"),
    ],
)
def test_a_command_whose_extra_is_missing_says_which(
    with_extras: Callable[..., Path], tmp_path: Path, extras: tuple[str, ...], line: tuple[str, ...], package: str, extra: str
) -> None:  # fmt: skip
    done = run(with_extras(*extras), *line, where=tmp_path)
    assert (
        done.stderr
        == f"combatbox: this needs {package}; to install it: pipx install --force 'WHEEL[{extra}]' (WHEEL: the path of combatbox-*.whl; without pipx: pip install)\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_papers_are_printed_with_the_extra_for_it(with_extras: Callable[..., Path], tmp_path: Path) -> None:
    done = run(with_extras("print"), "print", "twentyfive", "--only", "mission-record", "--paper", "a4", where=tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_wheel_holds_tables_templates_and_site_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in ("tables/twentyfive/t-tab-wing.yaml", "tables/twentyfive/examples/really-ready.yaml", "variants/b17g/game.yaml", "mkdocs.yml",
                   "templates/pages/table.md.j2", "templates/art/b17-plan.svg", "site/index.md",
                   "scripts/page.js", "scripts/play.js", "scripts/engine-worker.mjs", "scripts/service-worker.js"):  # fmt: skip
        assert f"combatbox/_data/{wanted}" in names, wanted
    assert not [name for name in names if "/templates/new/" in name and name.endswith(".py")], "pip compiles them"
    own = [name for name in names if "/templates/new/" not in name]  # skeletons of games have tests of their own
    assert not [name for name in own if "tests/" in name or name.endswith((".pyc", ".pdf"))]
    assert not [name for name in own if "scripts/src" in name or "node_modules" in name], "bundles alone"


def test_what_runs_is_the_wheel_and_its_data_is_within_it(installed: Path, tmp_path: Path) -> None:
    code = "import combatbox; from combatbox.library import paths; print(combatbox.__file__, paths.root(), paths.checkout())"
    package, data, checkout = run("-c", code, where=tmp_path, python=installed / "python").stdout.split()
    assert Path(package).is_relative_to(installed.parent)
    assert Path(data) == Path(package).parent / "_data"
    assert checkout == "None"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (("games",), "25 and Out"),
        (("table", "twentyfive", "wing"), "Two engines out"),
        (("roll", "twentyfive", "wing", "--dice", "5"), "Two engines out"),
        (("fly", "twentyfive", "--seed", "1943"), "Mission 1 of 25"),
        (("odds", "twentyfive", "--missions", "6000", "--jobs", "2"), "mission survival"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_the_command_works_outside_the_project(
    installed: Path, tmp_path: Path, line: tuple[str, ...], expected: str
) -> None:
    done = run(installed / "combatbox", *line, where=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert expected in done.stdout


def test_the_packaged_example_replays_and_a_flown_log_too(installed: Path, tmp_path: Path) -> None:
    data = run(
        "-c", "from combatbox.library import paths; print(paths.tables())", where=tmp_path, python=installed / "python"
    )
    example = Path(data.stdout.strip()) / "twentyfive" / "examples" / "really-ready.yaml"
    assert "all as written" in run(installed / "combatbox", "replay", example, where=tmp_path).stdout
    flown = run(
        installed / "combatbox", "fly", "twentyfive", "--seed", "7", "--log", "seven.jsonl", "--json", where=tmp_path
    )
    assert json.loads(flown.stdout)["header"]["dice"] == "seed 7"
    assert run(installed / "combatbox", "replay", "seven.jsonl", where=tmp_path).returncode == 0


def test_the_same_seed_gives_the_same_mission_in_the_wheel_and_in_the_checkout(installed: Path, tmp_path: Path) -> None:
    line = ("fly", "twentyfive", "--seed", "12", "--json")
    here = subprocess.run(
        [sys.executable, "-m", "combatbox", *line], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)})  # fmt: skip
    assert run(installed / "combatbox", *line, where=tmp_path).stdout == here.stdout


@pytest.mark.thorough
def test_sheets_print_and_the_site_is_built_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    printed = run(installed / "combatbox", "print", "twentyfive", "--paper", "a4", "--out", "sheets", where=tmp_path)
    assert printed.returncode == 0, printed.stderr
    assert all((tmp_path / name).read_bytes().startswith(b"%PDF") for name in printed.stdout.split())
    # The wheel contains the same sources of every game, so that the build's cache serves it as well; of one
    # that a word is put into, all is made from the wheel.
    page = next((installed.parent / "lib").glob("python*/site-packages/combatbox/_data/site/twentyfive/quick-start.md"))
    page.write_text(f"{page.read_text(encoding='utf-8')}\nA word from the wheel.\n", encoding="utf-8")
    (tmp_path / "build").mkdir()
    for name in ("print", "engine") if BUILT in os.environ else ():  # pages tell of what lies beside them
        (tmp_path / "build" / name).symlink_to(Path(os.environ[BUILT]).resolve().parent / name)
    built = run("-c", WRITE_SITE, where=tmp_path, python=installed / "python")
    assert built.returncode == 0, built.stderr
    assert (tmp_path / "build" / "site" / "twentyfive" / "tables" / "t-tab-wing.html").is_file()
    assert "A word from the wheel." in (tmp_path / "build/site/twentyfive/quick-start.html").read_text(encoding="utf-8")
    index = (tmp_path / "build" / "site" / "twentyfive" / "rules-index.html").read_text(encoding="utf-8")
    assert ">Engine</th>" in index
    assert ">Tests</th>" not in index, "no rule is said to be proved by 0 tests"
    assert "cannot be counted here" in index


def test_a_game_of_ones_own_is_written_from_the_wheel_as_from_the_checkout(installed: Path, tmp_path: Path) -> None:
    done = run(installed / "combatbox", "new", "game", "liberator", where=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    here = new_game("liberator", tmp_path / "here")
    written = sorted(path for path in (tmp_path / "liberator").rglob("*") if path.is_file())
    assert [path.relative_to(tmp_path / "liberator") for path in written] == sorted(
        path.relative_to(tmp_path / "here") for path in here
    )
    assert all(
        path.read_bytes() == (tmp_path / "here" / path.relative_to(tmp_path / "liberator")).read_bytes()
        for path in written
    )


def test_what_needs_a_checkout_says_so(installed: Path, tmp_path: Path) -> None:
    done = run(installed / "combatbox", "golden", "--check", where=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "golden is a command for developers; run it in a checkout of the project" in done.stderr
    shown = run(installed / "combatbox", "--help", where=tmp_path).stdout
    assert "  verify " in shown
    assert "  golden " not in shown


def test_the_checks_of_tables_and_prose_are_in_the_wheel_and_the_developers_tools_are_not(
    wheel: Path, installed: Path, tmp_path: Path
) -> None:
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if "combatbox_dev" in name or "/fuzz.py" in name]
    code = "from combatbox.verify.checks import all_checks; print(*all_checks())"
    checks = run("-c", code, where=tmp_path, python=installed / "python").stdout.split()
    assert {"schema", "engine", "use", "prose", "odds", "stated"} <= set(checks)
    assert not {"rules", "site", "paper", "transcriptions", "unused", "goldens", "corpus"} & set(checks)
