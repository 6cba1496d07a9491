"""The adviser on the command line and at the table."""

import json

import pytest


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    from click.testing import CliRunner

    from combatbox.cli import main

    path = tmp_path_factory.mktemp("advised") / "two.jsonl"
    assert CliRunner().invoke(main, ["fly", "queen", "--seed", "2", "--log", str(path)]).exit_code == 0
    return path


def test_each_option_of_a_decision_has_its_measures(call, log):
    output = call("advise", log, "--step", 1, "--flights", 60, "--jobs", 1)
    assert output.exit_code == 0
    assert "bomber home" in output.stdout
    assert "Each option was simulated 60 times." in output.stdout
    data = json.loads(call("advise", log, "--step", 1, "--flights", 60, "--jobs", 1, "--json").stdout)
    assert data["options"][data["doctrine"]]["home"]["better"] == 0
    for option in data["options"].values():
        assert option["home"]["low"] <= option["home"]["value"] <= option["home"]["high"]
        assert option["home"]["text"] in output.stdout


def test_a_log_needs_a_step_that_it_has(call, log):
    for words, message in (((), "choose one of its"), (("--step", 99), "must be between 1 and")):
        refused = call("advise", log, *words)
        assert refused.exit_code == 2
        assert message in refused.stderr


def test_at_the_table_a_command_asks_the_adviser(call):
    output = call("play", "queen", "--seed", 2, "--lines", stdin="advise 20\nadvise 0\nq\n")
    assert "Each option was simulated 20 times." in output.stdout
    assert "advise: must be between 1 and 100000 (got 0)" in output.stdout
