"""The corpus: kept games that every later version is held against, and how more of them are flown.

`tests/corpus/GAME.jsonl` holds a game a line, as it was saved at its end: its dice, its choices, and the trail of what they
did. They are testimony and are never changed. Where a corrected value takes a game another way, `counts.json` says how many
go it (`combatbox recheck tests/corpus/*.jsonl`), and the changelog says it beside the value. `python tests/corpus.py` flies
the games that are not there yet, and leaves those that are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from combatbox.core.decisions import Player, RandomPlayer
from combatbox.library.atomic_files import write_atomically
from combatbox.library.load import load
from combatbox.play.log_validation import setup_of
from combatbox.play.session import Session
from combatbox_dev.corpus import counts

FOLDER = Path(__file__).parent / "corpus"
GAMES = {"queen": 90, "superfort": 50, "skirmish": 30, "twentyfive": 30}
"""How many games of each are kept."""


def flown(key: str, number: int) -> Session:
    """Return a game by its number: the missions in turn, decided by the doctrine or by random legal play.

    Every seventh has a ruling that is not the default.
    """
    book = load(key)
    many = [ruling for ruling in book.rulings.values() if len(ruling.options) > 1]
    rulings = {}
    if number % 7 == 0 and many:
        ruling = many[number // 7 % len(many)]
        rulings = {ruling.key: next(option for option in ruling.options if option != ruling.default)}
    setup = setup_of(book, number % book.missions + 1, {})
    session = Session(book, setup=setup, rulings=rulings, seed=f"corpus/{number}")
    player: Player = RandomPlayer(f"corpus/{number}")
    while decision := session.advance():
        taken = player.choose(decision, session.flight) if number % 2 else decision.default
        session.answer(str(taken))
    return session


def counted(key: str) -> dict[str, int]:
    """What has become of the games that are kept of one, by kind."""
    return counts(load(key), FOLDER / f"{key}.jsonl")


def missing() -> Iterator[tuple[str, str]]:
    """Each game of which fewer are kept than there should be, with all its lines."""
    for key, wanted in GAMES.items():
        path = FOLDER / f"{key}.jsonl"
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.is_file() else []
        if len(lines) < wanted:
            yield key, "".join([*lines, *(flown(key, number).saved() for number in range(len(lines), wanted))])


def main() -> None:
    """Fly what is missing, and write the counts."""
    for key, text in missing():
        write_atomically(FOLDER / f"{key}.jsonl", text.encode())
    counts = {key: counted(key) for key in GAMES}
    write_atomically(FOLDER / "counts.json", (json.dumps(counts, indent=1) + "\n").encode())


if __name__ == "__main__":
    main()
