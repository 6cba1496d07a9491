"""What page templates call in Python exists: a renamed function is found without rendering every page."""

import re

import pytest

from combatbox.library import paths
from combatbox.web.page_templates import _environment

FOLDER = paths.templates() / "pages"
MODULES = sorted(name for name, value in _environment(FOLDER).globals.items() if hasattr(value, "__file__"))


@pytest.mark.parametrize("name", MODULES)
def test_templates_call_only_functions_that_a_module_has(name):
    module = _environment(FOLDER).globals[name]
    texts = [path.read_text(encoding="utf-8") for path in FOLDER.glob("*.j2")]
    called = {call for text in texts for call in re.findall(rf"\b{name}\.([a-z_]+)\(", text)}
    assert called
    assert sorted(call for call in called if not hasattr(module, call)) == []
