"""Record the games of the corpus (`combatbox_dev.corpus` documents the files and replays them).

Recorded games are never changed. Where a corrected value changes the course of games, `counts.json` states how many
(`combatbox recheck tests/corpus/*.jsonl`), and the changelog states the number beside the value.

python -m tests.corpus            records the missing games of `RELEASES`, and writes the counts
"""

from __future__ import annotations

import json
import lzma
from pathlib import Path

from combatbox.core.decisions import Player, RandomPlayer
from combatbox.library.atomic_files import write_atomically
from combatbox.library.load import load
from combatbox.play.session import Session
from combatbox_dev.corpus import COUNTS, counts

FOLDER = Path(__file__).parent / "corpus"
GAMES = {"queen": 90, "superfort": 50, "skirmish": 30, "twentyfive": 30}
"""How many games from before the first release there are of each; a save at the end of each."""

RELEASES = {"1.0.0": 50}
"""How many games of each there are of a release: a save in the middle and at the end, and the log."""


def record(key: str, number: int, name: str = "corpus", decisions: int | None = None) -> Session:
    """Play a game of the corpus.

    The missions are used in turn. Even numbers decide by the doctrine, odd ones by random legal choices; every seventh game has a
    ruling that is not the default.

    Args:
        key: the game.
        number: of the game.
        name: the prefix of its seed.
        decisions: the number of decisions to make; None plays to the end.
    """
    book = load(key)
    many = [ruling for ruling in book.rulings.values() if len(ruling.options) > 1]
    rulings = {}
    if number % 7 == 0 and many:
        ruling = many[number // 7 % len(many)]
        rulings = {ruling.key: next(option for option in ruling.options if option != ruling.default)}
    setup = book.setup(number % book.missions + 1, {})
    session = Session(book, setup=setup, rulings=rulings, seed=f"{name}/{number}")
    player: Player = RandomPlayer(f"{name}/{number}")
    while (decision := session.advance()) and (decisions is None or len(session.answers) < decisions):
        taken = player.choose(decision, session.flight) if number % 2 else decision.default
        session.answer(str(taken))
    return session


def record_release(version: str, key: str, games: int) -> None:
    """Write the saves and logs of one game for a release."""
    saves: list[str] = []
    logs: list[str] = []
    for number in range(games):
        played = record(key, number, version)
        saves += [record(key, number, version, len(played.answers) // 2).saved(), played.saved()]
        logs.append(played.log())
    folder = FOLDER / version
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / f"{key}.jsonl", "".join(saves).encode())
    write_atomically(folder / f"{key}-logs.xz", lzma.compress("".join(logs).encode()))


def main() -> None:
    """Record the missing games, and write the counts."""
    for version, games in RELEASES.items():
        for key in GAMES:
            if not (FOLDER / version / f"{key}-logs.xz").is_file():
                record_release(version, key, games)
    for folder in (FOLDER, *(FOLDER / version for version in RELEASES)):
        found = {key: counts(load(key), folder) for key in GAMES}
        write_atomically(folder / COUNTS, f"{json.dumps(found, indent=1)}\n".encode())


if __name__ == "__main__":
    main()
