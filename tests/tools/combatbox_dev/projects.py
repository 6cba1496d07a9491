"""Where the checks of a checkout find the code and the tests of a game."""

from __future__ import annotations

from pathlib import Path

import combatbox
from combatbox.library import paths
from combatbox.verify.findings import VerifyContext


def project_of(context: VerifyContext, key: str) -> Path | None:
    """Return the folder with the tests of a game: the plug-in's folder, or the checkout."""
    return paths.plug_ins().get(key, context.project)


def engine_of(context: VerifyContext) -> Path:
    """Return the folder of the package `combatbox`: in the project or, without a project, as it is installed."""
    sources = context.project / "engine" / "combatbox" if context.project else None
    return sources if sources and sources.is_dir() else Path(combatbox.__file__).parent


def code_of(context: VerifyContext, key: str) -> Path:
    """Return the folder of a game's code, in the package of its plug-in or in `combatbox`."""
    return paths.code(key) if key in paths.plug_ins() else engine_of(context) / "games" / key


def is_homeless(context: VerifyContext) -> bool:
    """Return True if the tests of a game cannot be found, as in an installed copy without sources."""
    return any(project_of(context, key) is None for key in context.books)
