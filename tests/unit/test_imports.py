"""`core` and `games` load nothing but the standard library and open no file of their own."""

import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import grimp

import combatbox

ENGINE = Path(combatbox.__file__).parent.parent

PROGRAM = """
import sys
import tomllib
sys.path.insert(0, {engine!r})
opened = []
listening = False

def hook(event, args):
    if listening and event in ("open", "socket.connect", "subprocess.Popen", "os.listdir"):
        opened.append((event, str(args[0])))

sys.addaudithook(hook)
import pkgutil, importlib
before = set(sys.modules)
import combatbox.core, combatbox.bomber, combatbox.games
for package in (combatbox.core, combatbox.bomber, combatbox.games):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
loaded = {{name.split(".")[0] for name in set(sys.modules) - before}}
packages = {{name for name in sys.modules if name.startswith("combatbox.")}}

from dataclasses import dataclass
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.tables import Row, Rulebook, Table
from combatbox.core.dice import notation
from combatbox.core.game import Game, fly
from combatbox.games import GAMES

@dataclass
class State:
    rolls: int = 0

def flow(flight):
    flight.roll_on("X-1")
    yield from ()

row = Row("X-1/1-6", (1, 2, 3, 4, 5, 6), "", "", ())
table = Table("X-1", "X", "rows", notation("1d6"), (row,), lookups={{"": dict.fromkeys(range(1, 7), row)}}, low=1, high=6)
book = Rulebook("x", "", {{"X-1": table}}, {{}}, {{}})
game = Game("x", {{}}, {{}}, lambda b, s: State(), {{"mission": flow}}, dict, list)
listening = True
fly(game, book, SeededDice(1), journal=Journal({{}}))
listening = False
print(sorted(loaded - set(sys.stdlib_module_names)), sorted(r for r in packages if r.split(".")[1] not in ("drawing", "core", "bomber", "games")), opened, sorted(GAMES))
"""


def test_core_and_games_load_only_the_standard_library_and_open_no_file():
    done = subprocess.run(
        [sys.executable, "-I", "-c", PROGRAM.format(engine=str(ENGINE))], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout.strip().startswith("['combatbox'] [] [] ['")


def test_importing_the_library_is_seen_by_the_same_check():
    program = PROGRAM.replace(
        "import combatbox.core, combatbox.bomber", "import combatbox.library.load, combatbox.core, combatbox.bomber"
    )
    done = subprocess.run(
        [sys.executable, "-c", program.format(engine=str(ENGINE))], capture_output=True, text=True, check=True
    )
    assert "yaml" in done.stdout
    assert "combatbox.library" in done.stdout


def test_every_game_stands_in_the_contracts_of_imports():
    """Each list of games in pyproject.toml has all of them: a game left out could be named anywhere."""
    project = ENGINE.parent
    contracts = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    assert lacking(contracts, ENGINE / "combatbox") == []


def lacking(contracts, package):
    """What the contracts lack: a game, its sheets, or a shared package."""
    games = {f"combatbox.games.{path.parent.name}" for path in package.glob("games/*/__init__.py")}
    sheets = {f"combatbox.press.games.{path.stem}" for path in package.glob("press/games/*.py")} - {
        "combatbox.press.games.__init__"
    }
    sheets |= {f"combatbox.press.games.{path.parent.name}" for path in package.glob("press/games/*/__init__.py")}
    packages = {f"combatbox.{path.parent.name}" for path in package.glob("*/__init__.py")} - {"combatbox.games"}
    named = {contract["name"]: contract for contract in contracts}
    shared = named["Nothing shared knows a game, but for the sheets of that game"]
    ways = {f"{sheet}{inner} -> {sheet.replace('.press', '')}.**" for sheet in sheets for inner in ("", ".**")}
    wanted = [
        (games, named["Games do not know each other"]["modules"]),
        (sheets, named["Sheets do not know each other"]["modules"]),
        (games, shared["forbidden_modules"]),
        (packages, shared["source_modules"]),
        (ways, shared["ignore_imports"]),
    ]
    return sorted(name for want, have in wanted for name in want ^ set(have))


def test_a_game_that_a_contract_leaves_out_is_found(tmp_path):
    contracts = tomllib.loads((ENGINE.parent / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    for name in ("core", "library", "odds", "prose", "verify", "press", "web", "cli", "games", "games/balloon"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    assert "combatbox.games.balloon" in lacking(contracts, tmp_path)


def lonely(graph):
    """The modules that bomber games share of which fewer than two games make use, by imports."""
    games = sorted(graph.find_children("combatbox.games"))
    sharing = [game for game in games if graph.chain_exists(game, "combatbox.bomber", as_packages=True)]
    modules = [module for module in graph.find_descendants("combatbox.bomber") if not graph.find_children(module)]
    return {
        module: users
        for module in sorted(modules)
        if len(users := [game for game in sharing if graph.chain_exists(game, module, as_packages=True)]) < 2
    }


def test_two_bomber_games_use_each_module_that_bomber_games_share():
    assert lonely(grimp.build_graph("combatbox")) == {}


def test_a_shared_module_that_one_game_alone_imports_is_found():
    graph = grimp.build_graph("combatbox")
    graph.add_module("combatbox.bomber.lonely")
    graph.add_import(importer="combatbox.games.queen.flow", imported="combatbox.bomber.lonely")
    assert lonely(graph) == {"combatbox.bomber.lonely": ["combatbox.games.queen"]}


def test_no_imports_go_in_a_circle_not_even_those_for_types_alone():
    graph = grimp.build_graph("combatbox")
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert "combatbox.press.text" in imports["combatbox.press.surface"]
    TopologicalSorter(imports).prepare()  # it raises a CycleError that names the circle
