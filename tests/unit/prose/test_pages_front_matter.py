"""Front matter says the same on the site, in its navigation and on paper, as YAML 1.2 has it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from mkdocs.utils.meta import get_data

from combatbox.core.errors import DataError
from combatbox.prose.pages import front_matter
from combatbox.web.game_parts import Answer
from combatbox.web.plugin import CombatBoxPlugin

TEXT = "---\ntitle: 12:30\norder: 010\nnav_alone: off\n---\n\nAt half past twelve.\n"
WANTED = {"title": "12:30", "order": 10, "nav_alone": "off"}


def meta_on_the_site(text: str) -> dict[str, Any]:
    """What the theme's templates see of a page's front matter."""
    plugin = CombatBoxPlugin()
    plugin.answers["a.md"] = Answer("", [], [])
    file = SimpleNamespace(src_uri="a.md", generated_by=None, content_string=text)
    page: Any = SimpleNamespace(file=file, meta=get_data(text)[1], ancestors=[])
    plugin.on_page_markdown("", page=page, config=None, files=None)  # type: ignore[arg-type]
    return dict(page.meta)


def test_front_matter_is_one_dialect_on_the_site_and_on_paper() -> None:
    facts, body = front_matter(TEXT, "site/a.md")
    assert (facts, body) == (WANTED, "At half past twelve.\n")
    assert meta_on_the_site(TEXT).items() >= WANTED.items()


@pytest.mark.parametrize("text", ["At: noon.\n", "", "---\n- a list\n---\nAt noon."])
def test_a_page_without_front_matter_has_no_facts(text: str) -> None:
    assert front_matter(text, "site/a.md")[0] == {}


def test_a_fault_in_front_matter_names_file_and_line() -> None:
    with pytest.raises(DataError) as caught:
        front_matter("---\ntitle: A\ntitle: B\n---\n", "site/a.md")
    (problem,) = caught.value.problems
    assert (problem.path, problem.line) == ("site/a.md", 3)
