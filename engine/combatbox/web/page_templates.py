"""The templates of pages."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from combatbox.core.phrases import anchor
from combatbox.core.table_views import capital
from combatbox.library import paths
from combatbox.web import art


def render(name: str, **data: Any) -> str:
    """Return a template filled with data."""
    return _template(name).render(**data)


def macros(name: str) -> Any:
    """Return the macros of a template, as attributes."""
    return _template(name).module


def _template(name: str) -> Template:
    return _environment(paths.templates() / "pages").get_template(name)


@cache
def _environment(folder: Path) -> Environment:
    """Return the environment of all page templates; each template is compiled once, and again when it is edited."""
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {"anchor": anchor, "capital": capital}
    environment.globals["art"] = art
    return environment
