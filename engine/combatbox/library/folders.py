"""The files in a folder of tables and in an overlay: which are read, and which would be passed over in silence."""

from __future__ import annotations

from pathlib import Path

from combatbox.core.errors import CombatBoxError, DataError, Problem, UnknownName, suggest
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.yaml12 import read_shared

VOCABULARY = "vocabulary.yaml"


DRAWING = "drawing.yaml"


CONSTRAINTS = "constraints.yaml"


CHANGES = "changes.yaml"


LESSON = "first-mission.yaml"


SPECIAL = (
    "game.yaml",
    "places.yaml",
    "rulings.yaml",
    "rules.yaml",
    "odds.yaml",
    CONSTRAINTS,
    CHANGES,
    LESSON,
    VOCABULARY,
    DRAWING,
)


SEEDS = "seeds.yaml"
"""Among the examples of a game, those found by their seeds; the others are scripts."""


ROWS = "rows.yaml"
"""Beside them the missions that show the rows which no example shows."""


def variants(overlay: Path | None) -> list[str]:
    """The variants in an overlay by their keys: folders of no game with a `game.yaml`."""
    games = sorted(overlay.glob("*/game.yaml")) if overlay else []
    return [path.parent.name for path in games if path.parent.name not in GAMES and path.parent.name[0] != "."]


def variant_like(key: str, overlay: Path | None) -> str:
    """The game that a variant in an overlay says it is like; nothing where it is no variant.

    Raises DataError where its `game.yaml` cannot be read, or names a game nobody knows.
    """
    path = overlay / key / "game.yaml" if overlay else None
    if path is None or key in GAMES or not path.is_file():
        return ""
    document = read_shared(path)
    like = document.data.get("like", "") if isinstance(document.data, dict) else ""
    if not isinstance(like, str) or like not in GAMES:
        fault = (
            f"there is no game {like!r}{suggest(str(like), GAMES)}"
            if like
            else f"add `like`: one of {', '.join(GAMES)}"
        )
        raise DataError([document.problem(("like",), f"like: {fault}")])
    return like


def overlay_folder(overlay: Path | None, key: str) -> Path | None:
    if overlay is None:
        return None
    if not overlay.is_dir():
        raise CombatBoxError(f"--tables {overlay}: is no folder")
    folders = [p.name for p in sorted(overlay.iterdir()) if p.is_dir() and not p.name.startswith(".")]
    known = {*GAMES, key}
    strangers = [
        name for name in folders if name not in {*known, "schema"} and not (overlay / name / "game.yaml").is_file()
    ]
    if strangers:
        raise UnknownName(f"game folder in {overlay}", strangers[0], known)
    if not known.intersection(folders) and all(name == "schema" for name in folders):
        raise CombatBoxError(f"--tables {overlay}: holds no folder of a game; put the files into {overlay / key}")
    stray = [path for path in sorted(overlay.iterdir()) if path.suffix.lower() in (".yaml", ".yml")]
    if stray:
        raise CombatBoxError(
            f"--tables {overlay}: {stray[0].name} is in no folder of a game; put it into {overlay / key}"
        )
    return overlay / key if key in folders else None


def unread_files(folder: Path, *, replacing: bool) -> list[Problem]:
    """Files of a folder that look like ours and would be passed over in silence, each with what mends it."""
    problems: list[Problem] = []
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        name = paths.shown(path)
        if path.suffix.lower() in (".yml", ".yaml") and path.suffix != ".yaml":
            problems.append(Problem(name, 1, f"is not read; call it {path.stem}.yaml"))
        elif replacing and path.name == "odds.yaml":
            problems.append(Problem(name, 1, "is not read from an overlay; its chances are the game's own"))
        elif replacing and path.name == DRAWING:
            problems.append(Problem(name, 1, "is not read from an overlay; its drawings are the game's own"))
        elif replacing and path.name == CONSTRAINTS:
            problems.append(Problem(name, 1, "is not read from an overlay; what the rulebook says stands fast"))
        elif replacing and path.name == LESSON:
            problems.append(
                Problem(name, 1, "is not read from an overlay; it tells of a mission by the game's own tables")
            )
        elif replacing and path.name == CHANGES:
            problems.append(
                Problem(name, 1, "is not read from an overlay; it tells how the game's own tables were corrected")
            )
        elif replacing and path.is_dir() and not path.name.startswith(".") and any(path.glob("*.y*ml")):
            problems.append(Problem(name, 1, "is a folder and not read; an overlay has single files"))
    return problems
