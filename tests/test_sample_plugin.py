"""A game outside the package: `tests/sample_plugin` is installed like any plug-in, built and played.

It is installed in a folder that only the processes of these tests see.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from pdfua import validate
from tests.once import Once
from tests.without_posix import MASK

from combatbox.games import GAMES
from combatbox.library.folders import variants
from combatbox.library.scaffolding import new_game

SOURCE = Path(__file__).parent / "sample_plugin"
PROJECT = Path(__file__).parent.parent
KEY = "lampoil"
WRITTEN = "nightfall"
"""The game that `combatbox new game` writes here, installed beside the sample plug-in."""
MOST_LINES = 200


@dataclass(frozen=True)
class SamplePlugin:
    """The installed plug-in. place: the folder of plug-ins. out: the folder of the build."""

    place: Path
    out: Path

    @property
    def data(self) -> Path:
        """Return the folder with its tables, templates, site and tests."""
        return self.place / KEY / "data"

    @property
    def masked(self) -> Path:
        """Return the folder whose `sitecustomize.py` hides the modules that Windows does not have."""
        return self.place.parent / "masked"

    @property
    def path_without_posix(self) -> str:
        """Return a PYTHONPATH with the plug-in and without the modules that Windows does not have."""
        return os.pathsep.join([str(self.masked), str(self.place)])

    def run(self, *words: object, typed: str = "", where: Path | None = None, **more: str) -> str:
        """Run a command in a process with the plug-in, and return its output; it must succeed."""
        done = self.try_(*words, typed=typed, where=where, **more)
        assert done.returncode == 0, f"{words}:\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def try_(
        self, *words: object, typed: str = "", where: Path | None = None, **more: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a command in a process with the plug-in: `combatbox WORDS`, or Python with `-c` or `-m`."""
        line = [str(word) for word in words]
        line = line if line[0].startswith("-") else ["-m", "combatbox", *line]
        shown = {**os.environ, "PYTHONPATH": str(self.place), "PYTHONDONTWRITEBYTECODE": "1", **more}
        return subprocess.run(
            [sys.executable, *line], input=typed, capture_output=True, text=True, check=False, timeout=3000,
            env=shown, cwd=where or self.out,
        )  # fmt: skip


@pytest.fixture(scope="session")
def sample(once: Once) -> SamplePlugin:
    """Return the plug-in, installed without a network, with its stored files made, once for all workers."""

    def at(folder: Path) -> SamplePlugin:
        return SamplePlugin(folder / "plugins", folder / "built")

    return at(once("sample_plugin", lambda folder: _install(at(folder))))


@pytest.fixture(scope="session")
def built(sample: SamplePlugin, once: Once) -> SamplePlugin:
    """Return the plug-in with the site and the papers of all games; ours are unchanged, so only its own are made."""
    once(
        "sample_plugin_built",
        lambda _: sample.run("build", "--out", sample.out, PYTHONPATH=sample.path_without_posix),
    )
    return sample


def _install(sample: SamplePlugin) -> None:
    line = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--no-compile", "--quiet")
    sample.out.mkdir()
    written = sample.place.parent / WRITTEN
    (game,) = (path for path in new_game(WRITTEN, written) if path.name == "game.yaml")
    game.write_text(game.read_text(encoding="utf-8").replace("stage: draft", "stage: playable"), encoding="utf-8")
    # pip makes a wheel of each, and installs the wheels.
    sample.run("-m", "pip", "install", *line, "--target", sample.place, SOURCE, written)
    for key in (KEY, WRITTEN):
        sample.run("schema", key, "--out", sample.place / key / "data" / "tables" / "schema")
    sample.run("example", "renew", KEY)
    sample.run("odds", KEY, "--store")
    sample.run("golden", KEY, "--update")
    sample.run("print", KEY, "--out", sample.out / "print")
    sample.masked.mkdir()
    (sample.masked / "sitecustomize.py").write_text(MASK, encoding="utf-8")


def test_it_is_small_and_nothing_of_ours_knows_it() -> None:
    assert KEY not in GAMES
    code = [path.read_text(encoding="utf-8") for path in sorted((SOURCE / KEY).glob("*.py"))]
    assert sum(map(lines_of, code)) < MOST_LINES
    for folder in ("engine", "templates", "site", "scripts/src", "tables"):
        texts = [p for p in (PROJECT / folder).rglob("*") if p.suffix in (".py", ".j2", ".md", ".yaml", ".html", ".js")]
        assert texts
        assert [str(path) for path in texts if KEY in path.read_text(encoding="utf-8").lower()] == []


def lines_of(code: str) -> int:
    """Count the lines of code of a module, without comments, docstrings and blank lines."""
    tree = ast.parse(code)
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, kinds) and ast.get_docstring(node):
            docstrings |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    lines = enumerate(code.splitlines(), 1)
    return sum(
        1 for number, line in lines if line.strip() and not line.lstrip().startswith("#") and number not in docstrings
    )


@pytest.mark.thorough
@pytest.mark.parametrize("line", ["import fcntl", "import os; os.fork()"])
def test_papers_examples_and_site_are_built_without_what_windows_lacks(built: SamplePlugin, line: str) -> None:
    lacking = built.try_("-c", line, PYTHONPATH=built.path_without_posix)
    assert lacking.returncode == 1, "what it was built without is there"
    assert {"engine", "examples", "print", "site"} <= {path.name for path in built.out.iterdir()}
    assert list((built.out / "print" / KEY).glob("*.pdf"))
    assert (built.out / "site" / KEY / "index.html").is_file()


# ---- the commands


def test_it_is_listed_after_our_games(sample: SamplePlugin) -> None:
    keys = [line.partition(":")[0] for line in sample.run("games").splitlines() if not line.startswith(" ")]
    assert keys == [*GAMES, KEY, WRITTEN, *variants()]
    assert "Swell at the light" in sample.run("tables", KEY)
    assert "35 in 36" in sample.run("table", KEY, "engine")
    assert "One drum lost" in sample.run("roll", KEY, "low", "--dice", "2")


def test_it_is_flown_and_its_log_flies_again_and_fills_its_sheet(sample: SamplePlugin, tmp_path: Path) -> None:
    output = sample.run("fly", KEY, "--seed", "3", "--log", "three.jsonl", where=tmp_path)
    assert output.splitlines()[0] == "Over the bay"
    assert "all as written" in sample.run("replay", "three.jsonl", where=tmp_path)
    (sheet,) = sample.run("print", KEY, "--log", "three.jsonl", "--paper", "a4", where=tmp_path).split()
    assert Path(sheet).name == "three-flight-log-a4.pdf"
    assert validate(tmp_path / sheet).findings == ()
    assert "all as written" in sample.run("replay", sample.data / "tables" / KEY / "examples" / "first-run.yaml")


def test_it_is_played_decision_by_decision_undone_saved_and_gone_on_with(sample: SamplePlugin, tmp_path: Path) -> None:
    began = sample.run(
        "play", KEY, "--seed", "4", "--save", "x.save", typed="?\nlow\nu\nhigh\nauto stretch\nq\n", where=tmp_path
    )
    assert "Bay: squall   drums 6" in began
    assert "You go high." in began
    ended = sample.run("play", KEY, "--resume", "x.save", typed="auto mission\n", where=tmp_path)
    assert "── the end" in ended


def test_it_has_odds_examples_and_no_tour(sample: SamplePlugin) -> None:
    found = json.loads(sample.run("odds", KEY, "--missions", "400", "--jobs", "1", "--json"))
    assert {"survived", "jetty", "adrift", "wave"} <= set(found["events"])
    assert "tour_completion" not in found
    listed = sample.run("example", "list", KEY)
    assert "adrift" in listed
    assert "combatbox fly lampoil" in sample.run("example", "find", KEY, "--like", "wrecked")
    assert "as described" in sample.run("example", "check", KEY)
    refused = sample.try_("campaign", KEY, "--seed", "1")
    assert (refused.returncode, refused.stderr.strip()) == (
        2, "combatbox: Lamp Oil has no tour; it has mission"
    )  # fmt: skip
    for option in (("--name", "X"), ("--crew", "pilot=X"), ("--mission", "2")):
        refused = sample.try_("fly", KEY, *option)
        assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1), refused.stderr


# ---- verification


def test_every_check_of_verify_passes_for_it(sample: SamplePlugin) -> None:
    output = sample.run("verify", KEY, "--site", sample.out / "none", "--prints", sample.out / "print")
    assert "warning" not in output
    checks = [line.split()[:2] for line in output.splitlines()]
    # The plug-in has no lost printed table and no corpus, and unused code is checked in ours only. There is no site here.
    assert {name for mark, name in checks if mark != "ok"} == {"stated", "corpus", "unused", "site"}, output
    assert {"transcriptions", "rules", "goldens", "results", "paper"} <= {name for _, name in checks}


MUTATIONS = [
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

OURS = ("schema", "use", "rules", "prose")

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
        sys.path.insert(0, f"{place}/plugins")  # games are looked up only now, so that this copy is found
        books = load_all() if ours else {"lampoil": load("lampoil")}
        assert "lampoil" in books
        found = run_checks(books, project=paths.checkout() if ours else None, only=checks)
        Path(place, "findings").write_text("\\n".join(line for one in found for line in one.lines()), encoding="utf-8")
        os._exit(0)
    os.waitpid(child, 0)
"""


@pytest.fixture(scope="session")
def mutated(sample: SamplePlugin, once: Once) -> Path:
    """Return a folder for each of MUTATIONS by its number: the plug-in, mutated, and in `findings` the findings of the check.

    `ours` has the findings of OURS on all games, with the plug-in unchanged.
    """

    def fill(folder: Path) -> None:
        for number, (path, old, new, _) in enumerate(MUTATIONS):
            copy = _copy(sample, folder / str(number))
            file = copy.data / path
            text = file.read_text(encoding="utf-8")
            assert old in text
            file.write_text(text.replace(old, new), encoding="utf-8")
        _copy(sample, folder / "ours")
        asked = [(str(folder / "ours"), True, OURS)]
        asked += [(str(folder / str(number)), False, (check,)) for number, (*_, check) in enumerate(MUTATIONS)]
        alone = SamplePlugin(folder, folder)  # No plug-in is installed here.
        for some in [asked] if hasattr(os, "fork") else [[one] for one in asked]:
            alone.run("-c", CHECK, json.dumps(some))

    return once("mutated", fill)


@pytest.mark.thorough  # tests/verify finds such mutations in copies of our own games.
@pytest.mark.parametrize("number", range(len(MUTATIONS)), ids=[f"{path}-{check}" for path, *_, check in MUTATIONS])
def test_verify_finds_mutations_in_the_plug_in_s_own_folders(mutated: Path, number: int) -> None:
    """The check of a mutated file finds the mutation."""
    findings = (mutated / str(number) / "findings").read_text(encoding="utf-8")
    assert findings.startswith(f"FAIL {MUTATIONS[number][3]}"), findings


def _copy(sample: SamplePlugin, place: Path) -> SamplePlugin:
    """Return a copy of the plug-in, to be mutated."""
    shutil.copytree(sample.place, place / "plugins")
    (place / "built").mkdir()
    return SamplePlugin(place / "plugins", place / "built")


@pytest.mark.thorough  # The gate verifies our games without it.
def test_our_games_stay_proven_with_a_plug_in(mutated: Path) -> None:
    findings = (mutated / "ours" / "findings").read_text(encoding="utf-8").splitlines()
    assert [line for line in findings if not line.startswith("ok ")] == []
    assert len([line for line in findings if line.startswith("ok ")]) >= len(OURS)


def test_its_own_tests_and_those_of_every_game_pass(sample: SamplePlugin, tmp_path: Path) -> None:
    # With its own base folder pytest does not clean up earlier sessions, which can take minutes.
    line = ("-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "--basetemp", tmp_path / "pytest")
    line += ("-c", PROJECT / "pyproject.toml")
    own = sample.run(*line, "--rootdir", sample.data, sample.data / "tests")
    assert "7 passed" in own
    whole = sample.run(*line, "--rootdir", PROJECT, PROJECT / "tests/games/test_every_game.py", "-k", KEY)
    assert "11 passed" in whole


def test_a_game_that_was_just_written_is_well_at_the_stage_playable(sample: SamplePlugin, tmp_path: Path) -> None:
    data = sample.place / WRITTEN / "data"
    sample.run(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "--basetemp", tmp_path / "pytest", data / "tests", where=data
    )
    assert "ok   engine" in sample.run("verify", WRITTEN)


def test_every_paper_of_it_is_accessible(sample: SamplePlugin) -> None:
    made = sorted((sample.out / "print" / KEY).glob("*.pdf"))
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
    "tests/browser/test_finding.py::test_every_id_of_every_game_is_found_first",
    "tests/browser/test_begun.py",
    "tests/browser/test_no_python_shown.py::test_no_page_and_no_published_file_shows_python",
    "tests/browser/test_made.py::test_the_index_has_every_rule_table_row_ruling_and_term_with_an_existing_address",
)
"""The tests of our pages that its pages pass as well: markup, links, anchors, screens, access, play, search."""


@pytest.mark.browser
@pytest.mark.thorough
def test_its_pages_pass_the_tests_of_ours(built: SamplePlugin, tmp_path: Path) -> None:
    line = ("-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "--basetemp", tmp_path / "pytest")
    looked = {"COMBATBOX_SITE": str(built.out / "site"), "COMBATBOX_PAGES": f"index.html about.html api/ {KEY}/"}
    output = built.run(*line, *SAME, where=PROJECT, **looked)
    assert re.search(r"\b\d\d passed", output), output


@pytest.mark.thorough
def test_home_about_and_navigation_lead_to_it(built: SamplePlugin) -> None:
    site = built.out / "site"
    home, about = ((site / name).read_text(encoding="utf-8") for name in ("index.html", "about.html"))
    for page in ("index.html", "rules/1-flight.html", "tables/index.html", "downloads.html", "examples/first-run.html"):
        assert f'href="{KEY}/{page}"' in home, page
        assert (site / KEY / page).is_file()
    assert f'<a href="{KEY}/index.html">Lamp Oil</a>' in about
    card = home[home.index(f'class="cb-card__still" href="{KEY}/index.html"') :].partition("</div>")[0]
    assert 'aria-label="Lamp Oil"' in card, "the drawing with the key of the game is its picture"
    assert "A game by the makers of Combat Box" in card
    assert (site / "assets" / "art" / "lampoil.svg").is_file()
    assert (site / "assets" / "previews" / f"{KEY}-0.js").is_file()
    assert (site / "api" / "v1" / KEY / "tables" / "L-SKY.json").is_file()


@pytest.mark.thorough
def test_a_game_just_written_has_pages_papers_and_play_beside_ours(built: SamplePlugin) -> None:
    """What `combatbox new game` writes is installed as the wheel that its workflow would publish."""
    assert (built.place / f"combatbox_{WRITTEN}-0.1.dist-info" / "RECORD").is_file(), "it is called as on the index"
    site, home = built.out / "site", (built.out / "site" / "index.html").read_text(encoding="utf-8")
    for page in ("index.html", "rules/1-flight.html", "tables/fire.html", "downloads.html", "play.html"):
        assert (site / WRITTEN / page).is_file(), page
    assert f'href="{WRITTEN}/play.html"' in home
    assert "A game by you" in home
    papers = {path.stem for path in (built.out / "print" / WRITTEN).glob("*-a4.pdf")}
    assert papers == {f"{name}-a4" for name in ("tables", "table-cards", "rules", f"{WRITTEN}-bundle")}
    assert "── the end" in built.run("play", WRITTEN, "--seed", "2", typed="\n" * 9)
    for key in (KEY, WRITTEN):
        assert "ok   site" in built.run("verify", key, "--site", site, "--prints", built.out / "print")
