"""The plug-in API: what it lists is there, its number announces changes, and plug-ins that need another are refused."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from combatbox.core.errors import CombatBoxError
from combatbox.core.plugin import API, GamePlugin, load_object
from combatbox.library import paths
from combatbox_dev import stable_page

PROJECT = paths.checkout()
assert PROJECT
SIGNATURE = "roll(self, name: str, who: str = '')"
BEFORE = f"number **1.0**\n\n## module\n\n```text\n{SIGNATURE} -> Row\nGame.key: str\nfly = --json --seed\n```\n"


def test_the_page_agrees_with_the_code_and_its_number_announces_what_has_changed() -> None:
    """`python -m combatbox_dev.stable_page` renews the page."""
    stored = stable_page.PAGE.read_text(encoding="utf-8")
    assert stable_page.unannounced(stored, stable_page.page()) == []
    assert stored == stable_page.page()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (" -> Row", " -> Table", "raise API to 2.0"),
        ("name: str", "place: str", "raise API to 2.0"),
        (", who: str = ''", "", "raise API to 2.0"),
        ("who: str = ''", "who: str", "raise API to 2.0"),
        ("who: str = ''", "who: str = '', *, add: int", "raise API to 2.0"),
        ("Game.key: str\n", "", "raise API to 2.0"),
        ("Game.key: str", "Game.key: int", "raise API to 2.0"),
        (" --seed", "", "raise API to 2.0"),
        (" --seed", " --seed --tables", "raise API to 1.1"),
        ("who: str = ''", "who: str = '', add: int = 0", "raise API to 1.1"),
        ("name: str", "name: Place | str", "raise API to 1.1"),
        ("name: str", "name: Place | int", "raise API to 2.0"),
        ("Game.key: str\n", "Game.key: str\nGame.more: str = ...\n", "raise API to 1.1"),
    ],
)
def test_a_change_needs_a_new_number(old: str, new: str, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stable_page, "RELEASED", "1.0")
    monkeypatch.setattr(stable_page, "API", "1.0")
    assert old in BEFORE
    after = BEFORE.replace(old, new)
    (found,) = stable_page.unannounced(BEFORE, after)
    assert found.endswith(problem)
    number = problem.rpartition(" ")[2]
    assert stable_page.unannounced(BEFORE, after.replace("**1.0**", f"**{number}**")) == []
    monkeypatch.setattr(stable_page, "RELEASED", "")
    assert bool(stable_page.unannounced(BEFORE, after)) == number.endswith(".0"), "more is added before the release"


def test_what_is_stable_suffices_for_a_new_game_and_for_the_sample_plug_in() -> None:
    """Nothing that they import is missing on the page; their developers' tools are not of the API."""
    files = [*(PROJECT / "templates" / "new" / "game").rglob("*.py.in")]
    files += (PROJECT / "tests" / "sample_plugin").rglob("*.py")
    used = {name for path in files for name in _imports(path) if name[0].startswith("combatbox.")}
    assert len(used) > 20
    assert {name for module, name in used if name not in stable_page.MODULES.get(module, ())} == set()


def _imports(path: Path) -> set[tuple[str, str]]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {(node.module or "", each.name) for node in nodes if isinstance(node, ast.ImportFrom) for each in node.names}


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (
            "1.99",
            f"liberator: needs the plug-in API 1.99, and this version of Combat Box has {API}; install a newer Combat",
        ),
        ("2.0", "pip install --upgrade combatbox"),
        ("0.9", "install a newer version of the game liberator"),
        ("one", "write the number of the plug-in API"),
    ],
)
def test_a_plug_in_that_needs_another_api_is_refused_in_one_line(number: str, message: str) -> None:
    with pytest.raises(CombatBoxError) as refused:
        GamePlugin("liberator", "liberator.game:GAME", api=number).check_api()
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    GamePlugin("liberator", "liberator.game:GAME", api=API).check_api()


def test_a_plug_in_with_a_field_of_a_later_version_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "later.py").write_text(
        "from combatbox.core.plugin import GamePlugin\nPLUGIN = GamePlugin('later', '', wings=4)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CombatBoxError, match=r"later:PLUGIN: is registered but cannot be loaded: .*wings"):
        load_object("later:PLUGIN")


def test_code_that_cannot_be_parsed_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "unclosed.py").write_text("GAME = Game((\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CombatBoxError, match=r"unclosed:GAME: .*cannot be loaded: .* \(unclosed\.py, line 1\)"):
        load_object("unclosed:GAME")
