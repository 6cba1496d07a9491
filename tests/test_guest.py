"""A game that is no part of the package, in the house: `tests/guest` is installed as anybody's plug-in is, and served.

It lies in a folder of its own that only the processes started here are shown, so that no other test meets it.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from filelock import FileLock
from pdfua import validate
from tests.without_posix import MASK

from combatbox.games import GAMES

SOURCE = Path(__file__).parent / "guest"
PROJECT = Path(__file__).parent.parent
KEY = "lampoil"
MOST_LINES = 200


@dataclass(frozen=True)
class Guest:
    """The installed guest. place: where plug-ins lie. out: what was built."""

    place: Path
    out: Path

    @property
    def data(self) -> Path:
        """Its folder with tables, templates, site and tests."""
        return self.place / KEY / "data"

    @property
    def masked(self) -> Path:
        """The folder whose `sitecustomize.py` takes away what Windows lacks."""
        return self.place.parent / "masked"

    @property
    def path_without_posix(self) -> str:
        """The PYTHONPATH of a process that has the guest and nothing that Windows lacks."""
        return os.pathsep.join([str(self.masked), str(self.place)])

    def run(self, *words: object, typed: str = "", where: Path | None = None, **more: str) -> str:
        """What a command prints in a process that has the guest; it must end well."""
        done = self.try_(*words, typed=typed, where=where, **more)
        assert done.returncode == 0, f"{words}:\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def try_(
        self, *words: object, typed: str = "", where: Path | None = None, **more: str
    ) -> subprocess.CompletedProcess[str]:
        """A command in a process that has the guest: `combatbox WORDS`, or Python with `-c` or `-m`."""
        line = [str(word) for word in words]
        line = line if line[0].startswith("-") else ["-m", "combatbox", *line]
        shown = {**os.environ, "PYTHONPATH": str(self.place), "PYTHONDONTWRITEBYTECODE": "1", **more}
        return subprocess.run(
            [sys.executable, *line], input=typed, capture_output=True, text=True, check=False, timeout=500,
            env=shown, cwd=where or self.out,
        )  # fmt: skip


@pytest.fixture(scope="session")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Guest:
    """Installed without a network, what it keeps made by the commands for that, and built; by the first worker that comes."""
    shared = tmp_path_factory.getbasetemp()
    if shared.name.startswith("popen-"):  # a worker of pytest-xdist has a folder of its own in the shared one
        shared = shared.parent
    found = Guest(shared / "guest" / "plugins", shared / "guest" / "built")
    with FileLock(shared / "guest.lock"):
        if not (shared / "guest" / "ready").is_file():
            found.out.mkdir(parents=True)
            _install(found)
            (shared / "guest" / "ready").touch()
    return found


def _install(guest: Guest) -> None:
    line = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--no-compile", "--quiet")
    guest.run("-m", "pip", "install", *line, "--target", guest.place, SOURCE)
    guest.run("schema", KEY, "--out", guest.data / "tables" / "schema")
    guest.run("example", KEY, "--renew")
    guest.run("odds", KEY, "--store")
    guest.run("golden", KEY, "--update")
    guest.masked.mkdir()
    (guest.masked / "sitecustomize.py").write_text(MASK, encoding="utf-8")
    guest.run(
        "build", "--out", guest.out, PYTHONPATH=guest.path_without_posix
    )  # of ours nothing has changed, so that only the guest is made


def test_it_is_small_and_nothing_of_ours_knows_it() -> None:
    assert KEY not in GAMES
    code = [path.read_text(encoding="utf-8") for path in sorted((SOURCE / KEY).glob("*.py"))]
    assert sum(map(lines_of, code)) < MOST_LINES
    for folder in ("engine", "templates", "site", "scripts/src", "tables"):
        texts = [p for p in (PROJECT / folder).rglob("*") if p.suffix in (".py", ".j2", ".md", ".yaml", ".html", ".js")]
        assert texts
        assert [str(path) for path in texts if KEY in path.read_text(encoding="utf-8").lower()] == []


def lines_of(code: str) -> int:
    """How many lines of a module say something to Python: no comments, no docstrings, no blank ones."""
    tree = ast.parse(code)
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    told: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, kinds) and ast.get_docstring(node):
            told |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    lines = enumerate(code.splitlines(), 1)
    return sum(1 for number, line in lines if line.strip() and not line.lstrip().startswith("#") and number not in told)


@pytest.mark.parametrize("line", ["import fcntl", "import os; os.fork()"])
def test_papers_examples_and_site_are_built_without_what_windows_lacks(guest: Guest, line: str) -> None:
    lacking = guest.try_("-c", line, PYTHONPATH=guest.path_without_posix)
    assert lacking.returncode == 1, "what it was built without is there"
    assert {"engine", "examples", "print", "site"} <= {path.name for path in guest.out.iterdir()}
    assert list((guest.out / "print" / KEY).glob("*.pdf"))
    assert (guest.out / "site" / KEY / "index.html").is_file()


# ---- the commands


def test_it_stands_in_the_lists_after_our_games(guest: Guest) -> None:
    keys = [line.partition(":")[0] for line in guest.run("games").splitlines() if not line.startswith(" ")]
    assert keys == [*GAMES, KEY]
    assert "Swell at the light" in guest.run("tables", KEY)
    assert "35 in 36" in guest.run("table", KEY, "engine")
    assert "One drum lost" in guest.run("roll", KEY, "low", "--dice", "2")


def test_it_is_flown_and_its_log_flies_again_and_fills_its_sheet(guest: Guest, tmp_path: Path) -> None:
    told = guest.run("fly", KEY, "--seed", "3", "--log", "three.jsonl", where=tmp_path)
    assert told.splitlines()[0] == "Over the bay"
    assert "all as written" in guest.run("replay", "three.jsonl", where=tmp_path)
    (sheet,) = guest.run("print", KEY, "--log", "three.jsonl", "--paper", "a4", where=tmp_path).split()
    assert Path(sheet).name == "three-flight-log-a4.pdf"
    assert validate(tmp_path / sheet).findings == ()
    assert "all as written" in guest.run("replay", guest.data / "tables" / KEY / "examples" / "first-run.yaml")


def test_it_is_played_decision_by_decision_undone_saved_and_gone_on_with(guest: Guest, tmp_path: Path) -> None:
    began = guest.run(
        "play", KEY, "--seed", "4", "--save", "x.save", typed="?\nlow\nu\nhigh\nauto stretch\nq\n", where=tmp_path
    )
    assert "Bay: squall   drums 6" in began
    assert "You go high." in began
    ended = guest.run("play", KEY, "--resume", "x.save", typed="auto mission\n", where=tmp_path)
    assert "── the end" in ended


def test_it_has_odds_examples_and_no_tour(guest: Guest) -> None:
    found = json.loads(guest.run("odds", KEY, "--missions", "400", "--jobs", "1", "--json"))
    assert {"survived", "jetty", "adrift", "wave"} <= set(found["events"])
    assert "tour_completion" not in found
    listed = guest.run("example", KEY, "--list")
    assert "adrift" in listed
    assert "combatbox fly lampoil" in guest.run("example", KEY, "--like", "wrecked")
    assert "as described" in guest.run("example", KEY, "--check")
    refused = guest.try_("campaign", KEY, "--seed", "1")
    assert (refused.returncode, refused.stderr.strip()) == (
        2, "combatbox: Lamp Oil has no tour; it has mission"
    )  # fmt: skip
    for option in (("--name", "X"), ("--crew", "pilot=X"), ("--mission", "2")):
        refused = guest.try_("fly", KEY, *option)
        assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1), refused.stderr


# ---- the proof


def test_every_check_of_verify_passes_for_it(guest: Guest) -> None:
    told = guest.run("verify", KEY, "--site", guest.out / "site", "--prints", guest.out / "print")
    assert "warning" not in told
    checks = [line.split()[:2] for line in told.splitlines()]
    # no printed table of it is lost, it keeps no corpus, and unused code is looked for in ours alone
    assert {name for mark, name in checks if mark != "ok"} == {"stated", "corpus", "unused"}, told
    assert {"transcriptions", "rules", "goldens", "results", "site", "paper"} <= {name for _, name in checks}


BENT = [
    (f"tables/{KEY}/l-low.yaml", "{drums_lost: 1}", "{drums_lost: 2}", "transcriptions"),
    (f"tables/{KEY}/rules.yaml", "id: LO-9,", "id: LO-10,", "rules"),
    (f"site/{KEY}/rules/1-flight.md", 'table("L-SKY")', 'table("L-SKI")', "prose"),
    (f"tests/golden/tables/{KEY}.txt", "Sky", "Skies", "goldens"),
    (f"tables/{KEY}/results/odds.json", '"seed": "odds"', '"seed": "even"', "results"),
    (f"tables/schema/{KEY}-table.json", "A table", "The table", "schema"),
    ("tests/test_lampoil.py", '"LO-1", ', "", "rules"),
    (f"tables/{KEY}/rules.yaml", ", code: [game.fly_out]", "", "rules"),
    (f"tables/{KEY}/rules.yaml", "code: [game.fly_out]", "code: [game.fly_off]", "rules"),
    ("../game.py", 'rulings["L-A1"]', 'rulings["L-A2"]', "use"),
]

OURS = ("schema", "coverage", "use", "rules", "prose")

CHECK = """
import gc, json, os, sys
from pathlib import Path
gc.disable()  # what is read here stays
from combatbox.library import paths
from combatbox.library.load import load, load_all
from combatbox.verify.checks import run_checks

asked = json.loads(sys.argv[1])
for place, ours, checks in asked:
    child = os.fork() if len(asked) > 1 else 0
    if not child:
        sys.path.insert(0, f"{place}/plugins")  # nobody has asked for the games so far: this guest is the one found
        books = load_all() if ours else {"lampoil": load("lampoil")}
        assert "lampoil" in books
        found = run_checks(books, project=paths.checkout() if ours else None, only=checks)
        Path(place, "told").write_text("\\n".join(line for one in found for line in one.lines()), encoding="utf-8")
        os._exit(0)
    os.waitpid(child, 0)
"""


@pytest.fixture(scope="session")
def bitten(guest: Guest, once: Callable[[str, Callable[[Path], object]], Path]) -> Path:
    """A folder for each of BENT by its number: the guest once more, bent, and in `told` what the check says of it. In `ours`,
    with the guest as it is, what OURS say of all games."""

    def fill(folder: Path) -> None:
        for number, (path, old, new, _) in enumerate(BENT):
            bent = _copy(guest, folder / str(number))
            file = bent.data / path
            text = file.read_text(encoding="utf-8")
            assert old in text
            file.write_text(text.replace(old, new), encoding="utf-8")
        _copy(guest, folder / "ours")
        asked = [(str(folder / "ours"), True, OURS)]
        asked += [(str(folder / str(number)), False, (check,)) for number, (*_, check) in enumerate(BENT)]
        alone = Guest(folder, folder)  # nothing lies here that announces itself
        for some in [asked] if hasattr(os, "fork") else [[one] for one in asked]:
            alone.run("-c", CHECK, json.dumps(some))

    return once("bitten", fill)


@pytest.mark.parametrize("number", range(len(BENT)), ids=[f"{path}-{check}" for path, *_, check in BENT])
def test_verify_bites_in_the_guest_s_own_folders(bitten: Path, number: int) -> None:
    """What is bent in a copy is found by the check that it concerns."""
    told = (bitten / str(number) / "told").read_text(encoding="utf-8")
    assert told.startswith(f"FAIL {BENT[number][3]}"), told


def _copy(guest: Guest, place: Path) -> Guest:
    """The guest once more, to be bent."""
    shutil.copytree(guest.place, place / "plugins")
    (place / "built").mkdir()
    return Guest(place / "plugins", place / "built")


def test_ours_stay_proven_with_a_guest_in_the_house(bitten: Path) -> None:
    told = (bitten / "ours" / "told").read_text(encoding="utf-8").splitlines()
    assert [line for line in told if not line.startswith("ok ")] == []
    assert len([line for line in told if line.startswith("ok ")]) >= len(OURS)


def test_its_own_tests_and_those_of_every_game_pass(guest: Guest, tmp_path: Path) -> None:
    # With a folder of its own, it does not tidy away those of earlier sessions, which can take minutes.
    line = (
        "-m",
        "pytest",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "--basetemp",
        tmp_path / "pytest",
        "-c",
        PROJECT / "pyproject.toml",
    )
    own = guest.run(*line, "--rootdir", guest.data, guest.data / "tests")
    assert "7 passed" in own
    whole = guest.run(*line, "--rootdir", PROJECT, PROJECT / "tests/games/test_every_game.py", "-k", KEY)
    assert "11 passed" in whole


def test_every_paper_of_it_is_accessible(guest: Guest) -> None:
    made = sorted((guest.out / "print" / KEY).glob("*.pdf"))
    names = {path.stem.rpartition("-")[0] for path in made}
    assert {"flight-log", "tables", "table-cards", "rules", f"{KEY}-bundle"} <= names
    assert {path.stem.rpartition("-")[2] for path in made} == {"a4", "letter"}
    for path in made:
        assert validate(path).findings == (), path.name


# ---- its pages


SAME = (
    "tests/browser/test_markup.py",
    "tests/browser/test_pages.py::test_every_page_loads_without_a_fault_from_a_server_or_from_a_folder",
    "tests/browser/test_pages.py::test_every_page_fits_a_desktop_and_a_phone",
    "tests/browser/test_pages.py::test_axe_finds_nothing_on_any_kind_of_page_by_day_and_by_night",
    "tests/browser/test_finding.py::test_every_id_of_every_game_finds_what_has_it_first",
    "tests/browser/test_begun.py",
    "tests/browser/test_no_python_shown.py::test_no_page_and_no_published_file_shows_python",
    "tests/browser/test_made.py::test_the_index_holds_every_rule_table_row_ruling_and_term_at_an_address_that_is_there",
)
"""The tests of our pages that its pages pass as well: markup, links, anchors, screens, access, play, search."""


@pytest.mark.browser
def test_its_pages_pass_the_tests_of_ours(guest: Guest, tmp_path: Path) -> None:
    line = ("-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "--basetemp", tmp_path / "pytest")
    looked = {"COMBATBOX_SITE": str(guest.out / "site"), "COMBATBOX_PAGES": f"index.html about.html api/ {KEY}/"}
    told = guest.run(*line, *SAME, where=PROJECT, **looked)
    assert re.search(r"\b\d\d passed", told), told


def test_home_about_and_navigation_lead_to_it(guest: Guest) -> None:
    site = guest.out / "site"
    home, about = ((site / name).read_text(encoding="utf-8") for name in ("index.html", "about.html"))
    for page in ("index.html", "rules/1-flight.html", "tables/index.html", "downloads.html", "examples/first-run.html"):
        assert f'href="{KEY}/{page}"' in home, page
        assert (site / KEY / page).is_file()
    assert f'<a href="{KEY}/index.html">Lamp Oil</a>' in about
    assert (site / "assets" / "art" / "flying-boat.svg").is_file()
    assert (site / "assets" / "previews" / f"{KEY}.js").is_file()
    assert (site / "api" / "v1" / KEY / "tables" / "L-SKY.json").is_file()
