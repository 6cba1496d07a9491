"""Compare the logs of two revisions of the code: `python tests/compare_revisions.py REVISION`.

Every playthrough, worked example and stored flight of a revision is simulated by its own code and by the present code, from the
same dice and choices. Any difference is reported but another order of fields and of an event's changes, and the exit code is 1.
Needs the git history; run it after a refactoring.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

# ---- simulation, with the code of either revision


def fly_all(tree: Path, out: Path) -> None:
    """Fly all stored missions of a tree with the running code, and write the events as lines of JSON."""
    from combatbox.games import GAMES
    from combatbox.library.load import load

    with out.open("w", encoding="utf-8") as lines:
        for key in sorted(GAMES):
            if (tree / "tables" / key).is_dir():
                for name, events, summary in _flights(load(key), tree):
                    for event in (*events, summary):
                        lines.write(json.dumps([f"{key}/{name}", event]) + "\n")


def _flights(book: Any, tree: Path) -> Iterator[tuple[str, list[Any], Any]]:
    from combatbox.core.decisions import DefaultPlayer
    from combatbox.core.dice import SeededDice
    from combatbox.core.events import Journal
    from combatbox.core.game import Setup, fly
    from combatbox.library.replay import read_script, replay_script
    from combatbox.library.yaml12 import read_yaml
    from combatbox_dev.playthroughs import ListedPlay, read_transcript

    def flown(run: str, mission: int, rulings: Any, dice: Any, player: Any) -> tuple[list[Any], Any]:
        journal = Journal()
        state = fly(
            book.game, book.rulebook(rulings), dice, run=run, setup=Setup(mission), player=player, journal=journal
        )
        return journal.events, book.game.summary(state)

    for path in sorted((tree / "tests" / "playthroughs" / book.key).glob("*.txt")):
        _, order, steps, _ = read_transcript(path)
        play = ListedPlay(steps)
        yield path.name, *flown(order.run, order.mission, order.rulings, play, play)
    for path in sorted((tree / "tables" / book.key / "examples").glob("*.yaml")):
        data = read_yaml(path).data
        if "steps" in data:
            replay = replay_script(book, read_script(path))
            yield path.name, replay.journal.events, replay.summary
        for stored in data.get("examples", []):
            if stored.get("seed"):
                dice = SeededDice(stored["seed"])
                yield (
                    stored["id"],
                    *flown(
                        stored.get("run", "mission"),
                        stored.get("mission", 1),
                        stored.get("rulings", {}),
                        dice,
                        DefaultPlayer(),
                    ),
                )


# ---- the two revisions


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """Check out a revision temporarily."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "then"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", tree, revision], cwd=ROOT, check=True)
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


def logs_of(code: Path, tree: Path, out: Path) -> list[list[Any]]:
    """Return the events of all stored missions of `tree`, simulated by the code in `code`."""
    announced = out.with_suffix(".path")
    facts = announced / "combatbox-0.dist-info"
    facts.mkdir(parents=True)
    facts.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: combatbox\nVersion: 0\n")
    groups = tomllib.loads((code / "pyproject.toml").read_text(encoding="utf-8"))["project"].get("entry-points", {})
    texts = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in names.items()) for group, names in groups.items()]
    facts.joinpath("entry_points.txt").write_text("".join(texts))
    path = os.pathsep.join(map(str, (code / "engine", code / "tests" / "tools", announced)))
    command = [sys.executable, __file__, "--fly", str(tree), str(out)]
    subprocess.run(command, check=True, cwd=code, env={**os.environ, "PYTHONPATH": path})
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


# ---- the comparison


def plain(event: dict[str, Any]) -> str:
    """Return an event as bytes that do not depend on the order of its fields and changes."""
    ordered = {**event, "changes": sorted(event["changes"], key=str)} if "changes" in event else event
    return json.dumps(ordered, sort_keys=True)


def differences(then: list[list[Any]], now: list[list[Any]]) -> Iterator[str]:
    """Yield each differing event as a line of text."""
    for old, new in zip_longest(then, now):
        if old is None or new is None:
            yield f"{(old or new)[0]}: an event more {'then' if new is None else 'now'}: {(old or new)[1]}"
        elif old[0] != new[0] or plain(old[1]) != plain(new[1]):
            yield f"{old[0]}: then {plain(old[1])}\n{' ' * len(new[0])}   now {plain(new[1])}"


def main(revision: str) -> int:
    """Compare; return 1 for any difference."""
    with checked_out(revision) as tree:
        folder = tree.parent
        then, now = logs_of(tree, tree, folder / "then.jsonl"), logs_of(ROOT, tree, folder / "now.jsonl")
    text = list(differences(then, now))
    print(*text[:20], sep="\n")
    flights = len({name for name, _ in then})
    kinds = Counter(str(event.get("kind", "summary")) for _, event in then)
    print(f"{flights} flights, {len(then)} events and summaries ({dict(kinds)}): {len(text)} differ")
    return bool(text)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--fly"]:
        fly_all(Path(sys.argv[2]), Path(sys.argv[3]))
    elif len(sys.argv) == 2:
        sys.exit(main(sys.argv[1]))
    else:
        sys.exit(__doc__)
