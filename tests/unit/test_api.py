"""The package `combatbox`: its public names, its page, and the notebook."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from typing import Any, get_args, get_type_hints
from xml.etree import ElementTree

import pytest

import combatbox
from combatbox import CombatBoxError, api
from combatbox.core.decisions import DefaultPlayer, StandingOrders
from combatbox.core.statistics import Estimate
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.play import live_odds
from combatbox_dev import python_page

ROOT = paths.root()
PAGE = ROOT / "site" / "authors" / "python.md"
NOTEBOOK = ROOT / "deploy" / "survival-by-mission.ipynb"


def test_importing_it_loads_nothing_before_it_is_used() -> None:
    code = "import sys, combatbox; print(sorted(name for name in sys.modules if name.startswith('combatbox')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['combatbox']"


def test_it_offers_what_the_api_module_and_its_stub_have() -> None:
    stub = Path(combatbox.__file__).with_name("__init__.pyi").read_text(encoding="utf-8")
    assert re.findall(r" import (\w+) as \1$", stub, re.MULTILINE) == api.__all__
    assert sorted(combatbox.__all__) == sorted([*api.__all__, "__version__"])
    for name in api.__all__:
        assert getattr(combatbox, name) is getattr(api, name)
    with pytest.raises(AttributeError, match="has no attribute 'missing'"):
        combatbox.missing  # noqa: B018


def test_its_page_agrees_with_the_code() -> None:
    assert PAGE.read_text(encoding="utf-8") == python_page.page()


def test_the_calls_of_the_page_about_clusters_fit() -> None:
    page = PAGE.with_name("cluster.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    calls = [node for block in blocks for node in ast.walk(ast.parse(block)) if isinstance(node, ast.Call)]
    ours = [call for call in calls if ast.unparse(call.func) == "combatbox.simulate"]
    assert len(ours) == len(blocks) > 3
    for call in ours:
        signature(combatbox.simulate).bind(*call.args, **{word.arg: word.value for word in call.keywords if word.arg})


def test_the_examples_of_its_page_run_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    examples = PAGE.read_text(encoding="utf-8").partition("## Reference")[0]
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", examples, re.DOTALL):
        exec(compile(block, str(PAGE), "exec"), names)
    assert "survive (" in capsys.readouterr().out
    assert list(tmp_path.glob("sheets/*.pdf"))


def test_the_cells_of_the_notebook_run() -> None:
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in cells)
    names: dict[str, object] = {}
    for cell in cells:
        code = "".join(cell["source"]).replace('"queen"', '"twentyfive"').replace("MISSIONS = 300", "MISSIONS = 20")
        compiled = compile(code, str(NOTEBOOK), "exec")
        if "import pandas" not in code or find_spec("pandas"):
            exec(compiled, names)
    rows, hardest = names["rows"], names["hardest"]
    assert isinstance(rows, list)
    assert isinstance(hardest, combatbox.Odds)
    assert min(row["survival"] for row in rows) == hardest.survival.value
    assert [row["mission"] for row in rows] == list(range(1, 26))
    assert all(row["low"] <= row["survival"] <= row["high"] for row in rows)


def test_a_simulation_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    from combatbox.cli import main

    book = combatbox.load("twentyfive")
    found = combatbox.simulate(book, missions=100, seed="api", mission=3)
    main(
        ["odds", "twentyfive", "--missions", "100", "--seed", "api", "--mission", "3", "--json"], standalone_mode=False
    )
    printed = json.loads(capsys.readouterr().out)
    assert found.survival.to_json() == printed["mission_survival"]
    assert [share.to_json() for share in found.events.values()] == list(printed["events"].values())


def test_a_mission_is_that_of_the_command_and_its_log_is_read_back(tmp_path: Path) -> None:
    from combatbox.cli import main

    book = combatbox.load("twentyfive")
    combatbox.write_log(tmp_path / "ours.jsonl", combatbox.fly(book, seed=1943, mission=7))
    log = tmp_path / "theirs.jsonl"
    main(["fly", "twentyfive", "--seed", "1943", "--mission", "7", "--log", str(log)], standalone_mode=False)
    assert (tmp_path / "ours.jsonl").read_bytes() == log.read_bytes()
    assert combatbox.read_log(log).summary["result"]


def test_rolls_and_their_exact_chances_agree() -> None:
    book = combatbox.load("queen")
    assert combatbox.roll(book, "BL-4", dice=[6])[0].row == "BL-4/6"
    assert all(isinstance(chance, Fraction) for chance in combatbox.exact_odds(book, "BL-4").values())


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda book: combatbox.fly(book, seed=1, mission=26), "between 1 and 25"),
        (lambda book: combatbox.simulate(book, mission=26), "between 0 and 25, 0 for all"),
        (lambda book: combatbox.simulate(book, missions=0), "at least 1"),
        (lambda book: combatbox.simulate(book, missions=10, jobs=0), "jobs must be at least 1"),
        (lambda book: combatbox.roll(book, "BL-4"), "give exactly one of them"),
        (lambda book: combatbox.roll(book, "M-1-NEEDS", seed=1), "a chart is not rolled on"),
        (lambda book: combatbox.fly(book, seed=1, rulings={"nope": "on"}), "nope"),
    ],
)
def test_unknown_parts_of_a_game_are_refused(wrong: Callable[[combatbox.Book], object], message: str) -> None:
    with pytest.raises(combatbox.CombatBoxError, match=message):
        wrong(combatbox.load("queen"))


def test_the_account_of_a_log_of_another_game_is_refused() -> None:
    log = combatbox.fly(combatbox.load("queen"), seed=1)
    with pytest.raises(combatbox.CombatBoxError, match="^the log is of queen, not of twentyfive; load that game"):
        combatbox.narrate(combatbox.load("twentyfive"), log)


def test_paths_may_be_texts() -> None:
    """The examples of the page write and read files by their names, so a type checker must accept that."""
    for function in (combatbox.write_log, combatbox.read_log, combatbox.print_sheets):
        first = next(name for name in get_type_hints(function) if name in ("path", "folder"))
        assert get_type_hints(function)[first] == Path | str, function.__name__


def test_a_column_that_is_not_named_is_asked_for() -> None:
    book = combatbox.load("queen")
    for attempt in (combatbox.exact_odds, partial(combatbox.roll, seed=1)):
        with pytest.raises(CombatBoxError, match="no column of B-5 is named; known: front_high, "):
            attempt(book, "B-5")


# ---- notebooks

LONGEST_REPR = 200


@pytest.mark.parametrize("game", GAMES)
def test_big_objects_are_shown_in_a_line(game: str) -> None:
    book = combatbox.load(game)
    log = combatbox.fly(book, seed=1)
    shown = [book, book.rulebook(), book.game, next(iter(book.tables.values())), log]
    assert [len(repr(each)) for each in shown if not repr(each).isprintable() or len(repr(each)) > LONGEST_REPR] == []
    assert all(game in repr(each) for each in (book, book.rulebook(), book.game, log))


ODDS = combatbox.Odds(
    "queen", 0, 400, "1", Estimate(0.8, 0.75, 0.85), Estimate(0.004, 0.001, 0.02), {"Lost: <fire> & smoke": Estimate(0.2, 0.1, 0.3)}
)  # fmt: skip


def cells(html: str) -> list[list[str]]:
    """Return the text of each cell of a table of HTML, by row; the HTML must be well-formed."""
    return [["".join(cell.itertext()) for cell in row] for row in ElementTree.fromstring(html).iter("tr")]


def test_odds_are_rows_a_table_and_a_line() -> None:
    rows = ODDS.rows()
    assert [row["event"] for row in rows] == ["Mission survival", "Tour completion", "Lost: <fire> & smoke"]
    assert rows[2] == {"event": "Lost: <fire> & smoke", "value": 0.2, "low": 0.1, "high": 0.3, "exact": None}
    assert cells(ODDS._repr_html_())[1:] == [
        ["Mission survival", "80.0%", "75.0% to 85.0%"],
        ["Tour completion", "0.4%", "0.1% to 2.0%"],
        ["Lost: <fire> & smoke", "20.0%", "10.0% to 30.0%"],
    ]
    assert repr(ODDS) == "<Odds of queen, 400 missions, seed 1: 80.0% survive (75.0% to 85.0%)>"


def test_a_plot_has_a_bar_for_each_share_as_long_as_the_share() -> None:
    plot = ODDS.plot()
    assert plot._repr_svg_() == plot
    drawn = ElementTree.fromstring(plot)
    bars = [float(bar.attrib["width"]) for bar in drawn.iter("{http://www.w3.org/2000/svg}rect")]
    assert [bar / live_odds.FULL for bar in bars] == pytest.approx([row["value"] for row in ODDS.rows()], abs=0.001)
    words = ["".join(text.itertext()) for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert words[-2:] == ["Lost: <fire> & smoke", "20.0%"]


def test_a_log_is_rows_with_the_same_keys_and_a_table_of_its_summary() -> None:
    log = combatbox.fly("queen", seed=1943, mission=7)
    rows = log.rows()
    assert [row["n"] for row in rows] == [event["n"] for event in log.events]
    assert len({tuple(row) for row in rows}) == 1
    assert not any(isinstance(value, list | dict) for row in rows for value in row.values())
    rolls = [(event["row"], " ".join(map(str, event["dice"]))) for event in log.events if event["kind"] == "roll"]
    assert [(row["row"], row["dice"]) for row in rows if row["kind"] == "roll"] == rolls
    assert ["result", str(log.summary["result"])] in cells(log._repr_html_())


@pytest.mark.parametrize("ruled", [False, True])
def test_a_table_and_a_roll_are_shown_in_the_words_of_the_game(ruled: bool) -> None:
    book = combatbox.load("queen")
    table = book.rulebook({"Q-R01": "section"}).tables["BL-4"] if ruled else book.table("bl-4")
    row = combatbox.roll(book, "BL-4", dice=[6])[0]
    assert cells(table._repr_html_())[-1] == [book.view(table).rows[-1].roll, row.text]
    assert cells(row._repr_html_())[1] == ["6", "6", "BL-4/6", row.text]
    hit = cells(book.table("M-1")._repr_html_())
    assert len({len(line) for line in hit}) == 1


# ---- players


def test_a_game_is_given_by_its_key_or_by_its_book() -> None:
    book = combatbox.load("twentyfive")
    calls: list[Callable[[Any], object]] = [
        lambda game: combatbox.fly(game, seed=3).events,
        lambda game: combatbox.narrate(game, combatbox.fly(book, seed=3)),
        lambda game: combatbox.simulate(game, missions=20),
        lambda game: next(combatbox.simulate_each_mission(game, missions=5)),
        lambda game: combatbox.roll(game, "wing", dice=[5]),
        lambda game: combatbox.exact_odds(game, "wing"),
    ]
    assert [call("twentyfive") for call in calls] == [call(book) for call in calls]
    with pytest.raises(CombatBoxError, match="unknown game 'quen'; did you mean queen"):
        combatbox.fly("quen", seed=1)


class Noting:
    """A player who notes how many questions it has had."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, decision: combatbox.Decision, flight: combatbox.Flight) -> str:
        self.asked += 1
        return decision.default


def test_a_player_of_ones_own_flies_and_is_copied_for_each_mission() -> None:
    player = Noting()
    log = combatbox.fly("queen", seed=12, mission=7, player=player)
    asked = player.asked
    assert asked >= sum(event["kind"] == "choice" for event in log.events) > 0
    assert combatbox.simulate("queen", missions=20, player=player) == combatbox.simulate("queen", missions=20)
    assert player.asked == asked


def test_the_odds_of_a_player_are_those_of_the_same_standing_order_in_any_process() -> None:
    player = StandingOrders(DefaultPlayer(), {"evade": "steady"})
    book = combatbox.load("queen")
    found = [
        combatbox.simulate(book, missions=150, always={"evade": "steady"}),
        combatbox.simulate(book, missions=150, player=player),
        combatbox.simulate(book, missions=150, player=player, jobs=2),
    ]
    assert found[0] == found[1] == found[2]
    assert found[0].events != combatbox.simulate(book, missions=150).events


def test_a_player_that_cannot_be_sent_or_stored_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(sys.modules["__main__"], "__file__", raising=False)
    monkeypatch.setattr(Noting, "__module__", "__main__")
    with pytest.raises(CombatBoxError, match="other processes cannot import Noting; write it into a module"):
        combatbox.simulate("queen", missions=10, player=Noting(), jobs=2)
    with pytest.raises(CombatBoxError, match="a checkpoint cannot tell whether Noting has changed"):
        combatbox.simulate("queen", missions=10, player=Noting(), out=tmp_path / "sums")


def test_an_executor_flies_the_batches_and_a_file_keeps_them(tmp_path: Path) -> None:
    book, out = combatbox.load("twentyfive"), str(tmp_path / "sums.odds")
    alone = combatbox.simulate(book, missions=50)
    with ThreadPoolExecutor(2) as executor:
        assert combatbox.simulate(book, missions=50, jobs=2, executor=executor, out=out) == alone
    assert combatbox.simulate(book, missions=50, out=out) == alone
    assert Path(out).is_file()


def test_a_type_checker_knows_the_flight_of_a_player() -> None:
    assert get_args(api.Flight) == (Any,)
