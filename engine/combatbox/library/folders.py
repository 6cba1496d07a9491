"""The names of files in a folder of tables or an overlay, and checks for unknown ones."""

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
MEDALS = "medals.yaml"

SPECIAL = (
    "game.yaml",
    "places.yaml",
    "rulings.yaml",
    "rules.yaml",
    "odds.yaml",
    CONSTRAINTS,
    CHANGES,
    LESSON,
    MEDALS,
    VOCABULARY,
    DRAWING,
)
"""The files of a game that are not tables."""

EXAMPLES = "examples"
"""The name of the folder with a game's examples, inside the folder of its tables."""

RESULTS = "results"
"""The name of the folder with a game's stored odds, inside the folder of its tables."""

SHEETS = "sheets"
"""The name of the folder with the `shop.yaml`, layouts, counters and maps of a variant or of house rules."""

CHAPTERS = "site"
"""The name of the folder with a variant's pages."""

ART = "art"
"""The name of the folder with a variant's drawings."""

OF_VARIANT = (EXAMPLES, RESULTS, SHEETS, CHAPTERS, ART)
"""The names of the folders that a variant may have in addition to its tables."""

SEEDS = "seeds.yaml"
"""The file of examples that are stored as seeds; all other files of examples are scripts."""

ROWS = "rows.yaml"
"""The file of missions for the table rows that occur in no example."""


def variants(overlay: Path | None = None) -> list[str]:
    """Return the keys of all variants in the project and in an overlay.

    A variant is a folder with a `game.yaml`, if the name of the folder is not the key of a game.
    """
    files = [path for folder in (paths.variants(), overlay) if folder for path in sorted(folder.glob("*/game.yaml"))]
    keys = dict.fromkeys(path.parent.name for path in files)
    return [key for key in keys if key not in GAMES and key[0] != "."]


def variant_folder(key: str, overlay: Path | None = None) -> Path | None:
    """Return the folder of a variant, or None if the key is not the key of a variant.

    The project and the overlay may both have a folder with this key. The folder of the overlay then counts as a
    separate variant, and is returned, only if its `game.yaml` has a `like` key. Otherwise it contains house rules for
    the variant of the project, and the project's folder is returned.

    Raises:
        DataError: the `game.yaml` in the overlay cannot be read.
    """
    own, upper = paths.variants() / key, overlay / key if overlay else None
    if key in GAMES:
        return None
    is_shipped = (own / "game.yaml").is_file()
    if upper and (upper / "game.yaml").exists() and (not is_shipped or _like(upper)):
        return upper
    return own if is_shipped else None


def _like(folder: Path) -> object:
    """Return the value of `like` in the `game.yaml` of a folder; empty if there is none."""
    data = read_shared(folder / "game.yaml").data
    return data.get("like", "") if isinstance(data, dict) else ""


def variant_like(key: str, overlay: Path | None = None) -> str:
    """Return the key of the game on which a variant is based; empty if the key does not belong to a variant.

    Raises:
        DataError: the variant's `game.yaml` cannot be read or names an unknown game.
    """
    folder = variant_folder(key, overlay)
    if folder is None:
        return ""
    document, like = read_shared(folder / "game.yaml"), _like(folder)
    if not isinstance(like, str) or like not in GAMES:
        fault = (
            f"unknown game {like!r}{suggest(str(like), GAMES)}" if like else f"add `like`: one of {', '.join(GAMES)}"
        )
        raise DataError([document.problem(("like",), f"like: {fault}")])
    return like


def overlay_folder(overlay: Path | None, key: str) -> Path | None:
    """Return the folder of a game in an overlay, or None if the overlay has none.

    Raises:
        CombatBoxError: the overlay does not have the layout of a folder of tables.
        UnknownName: a folder in the overlay is not named after a game.
    """
    if overlay is None:
        return None
    if not overlay.is_dir():
        raise CombatBoxError(f"--tables {overlay}: is not a folder; name one that contains the folder of a game")
    folders = [p.name for p in sorted(overlay.iterdir()) if p.is_dir() and not p.name.startswith(".")]
    known = {*GAMES, *variants(), key}
    unknown = [
        name for name in folders if name not in {*known, "schema"} and not (overlay / name / "game.yaml").exists()
    ]
    if unknown:
        raise UnknownName(f"game folder in {overlay}", unknown[0], known)
    if not known.intersection(folders) and all(name == "schema" for name in folders):
        raise CombatBoxError(f"--tables {overlay}: has no folder of a game; put the files into {overlay / key}")
    stray = [path for path in sorted(overlay.iterdir()) if path.suffix.lower() in (".yaml", ".yml")]
    if stray:
        raise CombatBoxError(
            f"--tables {overlay}: {stray[0].name} is not in the folder of a game; move it into {overlay / key}"
        )
    return overlay / key if key in folders else None


_OF_GAME_ONLY = {
    "odds.yaml": "its chances are the game's own",
    DRAWING: "its drawings are the game's own",
    CONSTRAINTS: "what the rulebook states cannot change",
    LESSON: "it describes a mission by the game's own tables",
    MEDALS: "its medals are the game's own",
    CHANGES: "it lists corrections of the game's own tables",
}
"""The files of a game that an overlay cannot have, each with the reason."""


def unread_files(folder: Path, *, replacing: bool, variant: bool = False) -> list[Problem]:
    """Return a problem for each file in a game's folder that the loader would ignore silently.

    Args:
        folder: the folder of a game.
        replacing: True if the folder belongs to an overlay.
        variant: True if the folder belongs to a variant, which may have all files that a game has.
    """
    problems: list[Problem] = []
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        name = paths.display_path(path)
        if variant and path.name in (*OF_VARIANT, DRAWING, LESSON, MEDALS, CHANGES, "odds.yaml"):
            continue
        if replacing and path.name == SHEETS:
            continue
        if path.suffix.lower() in (".yml", ".yaml") and path.suffix != ".yaml":
            problems.append(Problem(name, 1, f"is not read; rename it to {path.stem}.yaml"))
        elif replacing and path.name in _OF_GAME_ONLY:
            problems.append(Problem(name, 1, f"is not read from an overlay; {_OF_GAME_ONLY[path.name]}"))
        elif replacing and path.is_dir() and not path.name.startswith(".") and any(path.glob("*.y*ml")):
            problems.append(Problem(name, 1, "is a folder, which is not read; put its files into the folder above"))
    return problems
