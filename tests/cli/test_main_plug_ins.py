"""A broken plug-in is left out with one warning, and no other game notices it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from combatbox import games
from combatbox.core.plugin import API

from .conftest import Call, process

HEAD = "from pathlib import Path\nfrom combatbox.core.plugin import GamePlugin\n"
PLUG_IN = HEAD + "PLUGIN = GamePlugin({key!r}, 'nowhere:GAME', folder=Path(__file__).parent / 'data'{more})\n"
MOVED = ""
"""The text of a plug-in whose package is gone, and whose distribution is still registered."""

WAYS: dict[str, tuple[str, str]] = {
    "unfound": ("import no_such_module_here\n", r"ModuleNotFoundError: .*no_such_module_here.*unfound\.py:1\)"),
    "unnamed": ("from combatbox import no_such_name\n", r"(ImportError|AttributeError): .*no_such_name"),
    "unclosed": ("GAME = Game((\n", r"SyntaxError: .*unclosed\.py:1\)"),
    "unknown": ("\nGAME = wings\n", r"NameError: .*wings.*unknown\.py:2\)"),
    "raising": ("raise RuntimeError('no licence')\n", r"RuntimeError: no licence .*raising\.py:1\)"),
    "lacking": ("{}['wings']\n", r"KeyError: 'wings' .*lacking\.py:1\)"),
    "reading": ("open('/nonexistent/wings')\n", r"FileNotFoundError: .*wings.*reading\.py:1\)"),
    "dividing": ("1 / 0\n", r"ZeroDivisionError: .*dividing\.py:1\)"),
    "exiting": ("raise SystemExit(7)\n", r"SystemExit: 7 .*exiting\.py:1\)"),
    "endless": ("def f(): f()\nf()\n", r"RecursionError: .*endless\.py:1\)"),
    "strange": ("class Odd(BaseException): pass\nraise Odd('odd')\n", r"Odd: odd .*strange\.py:2\)"),
    "asserting": ("assert not 'wings'\n", r"AssertionError: .*asserting\.py:1\)"),
    "moved": (MOVED, r"ModuleNotFoundError: No module named 'moved'"),
    "pointless": ("GAME = 1\n", r"AttributeError: .*PLUGIN"),
    "other": ("PLUGIN = 'a game'\n", r"names no GamePlugin"),
    "numbered": (PLUG_IN.format(key="numbered", more=", api=1.0"), r"api is 1\.0, which has a wrong type"),
    "placed": (PLUG_IN.format(key="placed", more=", place='last'"), r"place is 'last', which has a wrong type"),
    "newer": (PLUG_IN.format(key="newer", more=", api='9.0'"), rf"plug-in API 9\.0.*has {re.escape(API)}"),
    "winged": (PLUG_IN.format(key="winged", more=", wings=4"), r"TypeError: .*wings.*winged\.py:3\)"),
    "untabled": (PLUG_IN.format(key="untabled", more=""), r"tables are missing: .*game\.yaml"),
    "thief": (PLUG_IN.format(key="queen", more=""), r"the key 'queen' belongs to another game"),
}
"""The text of each broken plug-in, and what its warning must say."""


def install(name: str, folder: Path, text: str) -> None:
    """Write a distribution with one plug-in, as pip would have installed it."""
    if text is not MOVED:
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    if name == "thief":
        (folder / "data" / "tables" / "queen").mkdir(parents=True)
        (folder / "data" / "tables" / "queen" / "game.yaml").touch()
    about = folder / f"the_{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: the-{name}\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[combatbox.games]\n{name} = {name}:PLUGIN\n", encoding="utf-8")


def forget() -> None:
    """Let plug-ins be looked up afresh."""
    games._entries.cache_clear()
    games.registered_games.cache_clear()


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder on Python's path; plug-ins are looked up afresh during the test and after it.

    Its path is short, so that messages are shown whole.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        monkeypatch.syspath_prepend(folder)
        forget()
        yield folder
        forget()


@pytest.mark.parametrize("name", WAYS)
def test_a_broken_plug_in_is_left_out_and_refused_only_where_it_is_asked_for(
    name: str, fresh: Path, call: Call, caplog: pytest.LogCaptureFixture
) -> None:
    install(name, fresh, WAYS[name][0])
    assert "queen" in games.GAMES
    (warning,) = {record.getMessage() for record in caplog.records}
    assert re.match(rf"combatbox: the-{name}: .*; update the-{name}, or: pip uninstall the-{name}$", warning), warning
    assert re.search(WAYS[name][1], warning), warning
    refused = call("tables", name)
    assert refused.exit_code == 2
    assert warning.removeprefix("combatbox: ") in refused.stderr


def test_no_command_stops_for_any_number_of_broken_plug_ins(tmp_path: Path) -> None:
    without = {line: process(*line.split()) for line in ("games", "fly twentyfive --seed 1", "games --json")}
    for name in WAYS:
        install(name, tmp_path, WAYS[name][0])
    for line, usual in without.items():
        done = process(*line.split(), PYTHONPATH=str(tmp_path))
        assert (done.returncode, done.stdout) == (usual.returncode, usual.stdout)
        assert len(done.stderr.splitlines()) == len(WAYS), done.stderr


def test_games_lists_the_others_if_the_tables_or_the_code_of_one_cannot_be_read(fresh: Path, call: Call) -> None:
    """The plug-in itself can be loaded, so that its faults are found only when its tables or its code are read."""
    usual = [call(*line).stdout for line in (("games",), ("games", "--json"))]
    install("late", fresh, PLUG_IN.format(key="late", more=""))
    (fresh / "data" / "tables" / "late").mkdir(parents=True)
    (fresh / "data" / "tables" / "late" / "game.yaml").write_text("title: 7\n", encoding="utf-8")
    forget()
    assert "late" in games.GAMES
    for line, output in zip((("games",), ("games", "--json")), usual, strict=True):
        done = call(*line)
        assert (done.exit_code, done.stdout) == (0, output)
        assert re.fullmatch(r"combatbox: late is left out: .*\n", done.stderr)
