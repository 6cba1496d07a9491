"""The rule of two: what stands in the room that bomber games share is used by two of them at least.

Calls are followed for each game alone (`verify/reach.py`). While fewer than two games have anything to do with the room
there is nothing to compare, and the check only tells what there is; what no game uses is `use`'s to find.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import combatbox
from combatbox.core.wording import listed
from combatbox.library import paths
from combatbox.verify.findings import Check, Finding
from combatbox.verify.reach import Reach, Spot
from combatbox.verify.room import Room

BOMBER = "bomber"
"""The folder of the room that bomber games share."""


def engine_folder(room: Room) -> Path:
    """The package's source: the project's, or the one that is running."""
    if room.project and (room.project / "engine" / "combatbox").is_dir():
        return room.project / "engine" / "combatbox"
    return Path(combatbox.__file__).parent


def check(room: Room) -> Check:
    """A module of the shared room that one game alone uses belongs to that game; parts of one are reported."""
    if room.books and paths.guests().keys() >= room.books.keys():
        return Check("shared", counted="nothing of a plug-in: the package shares its own code")
    users = used_by(engine_folder(room))
    sharing = set[str]().union(*(one.games for one in users))
    told = f"{len(users):,} functions, classes and methods in {BOMBER}, {_shares(users)}"
    if len(sharing) < 2:
        return Check("shared", counted=f"{told}; there are no two games to compare")
    return Check("shared", tuple(_lonely(users)), told)


@dataclass(frozen=True, slots=True)
class Used:
    """A definition of the shared room, its place (`bomber/shells.py:86 damage`), and the games that come to it."""

    spot: Spot
    place: str
    games: frozenset[str]


def used_by(engine: Path) -> list[Used]:
    """Each definition of the shared room with its users."""
    keys = sorted(path.parent.name for path in engine.glob("games/*/__init__.py"))
    reached = {key: Reach.of(engine, key).reached for key in keys}
    return [
        Used(spot, place, frozenset(key for key in keys if spot in reached[key]))
        for spot, place in Reach.of(engine).definitions(f"{BOMBER}/")
    ]


def _shares(users: Sequence[Used]) -> str:
    """How many are used by whom: `4 used by queen alone, 12 by 2 games`."""
    shares = Counter(f"by {listed(sorted(games))}" if games else "by none" for games in (one.games for one in users))
    return f"used {', '.join(f'{by} ({number:,})' for by, number in sorted(shares.items()))}"


def _lonely(users: Sequence[Used]) -> Iterator[Finding]:
    """By module what one game alone uses: a module of one game is an error, a part of a shared one a warning.

    Of a class that one game alone uses not each method is named.
    """
    alone = {one.spot for one in users if len(one.games) == 1}
    modules: dict[str, list[Used]] = {}
    for one in users:
        modules.setdefault(one.place.partition(":")[0], []).append(one)
    for path, inside in modules.items():
        for game in sorted({game for one in inside if one.spot in alone for game in one.games}):
            its = [one.spot for one in inside if one.spot in alone and game in one.games]
            if len(its) == len(inside):
                yield Finding(
                    path, f"is used by {game} alone; let it have the module, or say what another game needs of it"
                )
                continue
            names = [name for module, name in its if (module, name.split(".")[0]) not in alone - {(module, name)}]
            yield Finding(
                path,
                f"{len(its)} of {len(inside)} parts are used by {game} alone: {', '.join(names)}",
                severity="warning",
            )
