"""Every rule of the game has a test that is marked with its id, every mark names a rule or ruling, every switch is flown."""

import ast
from pathlib import Path

HERE = Path(__file__).parent


def marked():
    found = set()
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
                found |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return found


def test_every_rule_is_proved_by_a_marked_test_and_every_mark_names_a_rule(book):
    assert len(book.rules) >= 88
    assert marked() - set(book.rulings) == set(book.rules)


def test_every_ruling_with_a_choice_is_flown_under_each_option(book):
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_[!r]*.py"))
    for ruling in book.rulings.values():
        if len(ruling.options) > 1:
            assert f'"{ruling.key}"' in tests, ruling.key
