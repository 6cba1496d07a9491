"""Finding a mission that shows what an author wants to show: seeds are tried in order until one does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from combatbox.core.account import Account
from combatbox.core.board import Highlight, closest_highlights, plain
from combatbox.core.dice import SeededDice, describe_dice
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.events import Event, Journal
from combatbox.core.game import Setup, fly
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.library.replay import read_script, replay_script
from combatbox.library.schema import SeedModel
from combatbox.library.seeds import read_seeds
from combatbox.odds.process_pool import simulate
from combatbox.play.batch import player_of
from combatbox.play.printed_rows import shown
from combatbox.play.replay import Replay, header

PIECE = 100
"""How many seeds a process tries at a time."""


@dataclass(frozen=True, slots=True)
class HighlightQuery:
    """One happening that is wanted, or wanted not to be."""

    happening: Highlight
    there: bool = True

    @property
    def name(self) -> str:
        """As it is asked for."""
        return self.happening.name if self.there else f"no {self.happening.name}"

    def matches(self, account: Account) -> bool:
        """Whether a mission shows it."""
        return self.happening.shows(account) is self.there


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for and where: try number i has the dice of seed `SEED/i`, as in the odds.

    names: of happenings, `no ...` before those that must not be. rows: printed lines of tables that must come up.
    """

    game: str
    names: tuple[str, ...]
    mission: int = 1
    seed: str = "1"
    tries: int = 5_000
    rulings: Mapping[str, str] = field(default_factory=dict)
    overlay: str = ""
    player: str = "doctrine"
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """A mission that shows it: its seed, which try it was, and how long its log is."""

    seed: str
    tried: int
    events: int


@dataclass(frozen=True, slots=True)
class Finding:
    """What a search came to: the missions found, in the order of their tries, and how many were tried."""

    found: tuple[Found, ...]
    tried: int


class LightJournal(Journal):
    """A journal without the changes of the state: happenings are told from events and summary alone."""

    def watch(self, state: Any) -> None:
        """Its changes are not followed."""
        self._state = state

    def add(self, event: Event) -> None:
        """Append one event."""
        self.events.append(event)

    def flush_changes(self) -> None:
        """Nothing is credited."""


def wishes(book: Book, names: Iterable[str]) -> list[HighlightQuery]:
    """The wishes that are meant by these words. Raises CombatBoxError with what is near, or all there is."""
    return [wish_of(book, name) for name in names if name.strip()]


def wish_of(book: Book, text: str) -> HighlightQuery:
    """One wish: a happening by its name or nearly so; `no` or `not` before it turns it round."""
    known = book.game.happenings
    if not known:
        raise CombatBoxError(f"{book.meta.title} has no happenings to look for")
    first, _, rest = plain(text).partition(" ")
    exact = any(plain(text) == plain(name) for h in known.values() for name in (h.name, *h.also))
    if first in ("no", "not", "without") and rest and not exact:
        return HighlightQuery(wish_of(book, rest).happening, there=False)
    happenings = closest_highlights(text, known)
    if len(happenings) == 1:
        return HighlightQuery(happenings[0])
    if happenings:
        raise CombatBoxError(f"{text.strip()!r} may be {' or '.join(repr(h.name) for h in happenings)}; say which")
    near = UnknownName(f"happening of {book.key}", text.strip(), [n for h in known.values() for n in (h.name, *h.also)])
    raise CombatBoxError(f"{near}\nknown: {', '.join(known)}")


def flown(book: Book, search: Search, seed: str, journal: Journal | None = None) -> tuple[Journal, dict[str, Any]]:
    """A mission of a search, logged in full (or in the journal that is given), with its summary."""
    rulebook = book.rulebook(search.rulings)
    setup: Setup[Any] = Setup(search.mission)
    log = journal or Journal(header(book, "mission", rulebook.rulings, setup, describe_dice(seed)))
    player = player_of(search.player, seed)
    state = fly(book.game, rulebook, SeededDice(seed), setup=setup, player=player, journal=log)
    return log, book.game.summary(state)


def replayed(book: Book, search: Search, seed: str, title: str) -> Replay:
    """A mission of a search as a replay."""
    journal, summary = flown(book, search, seed)
    return Replay(title, journal, summary)


def fly_command(search: Search, found: Found, row: str = "") -> str:
    """The command that tells the mission, or what of it leads to a row."""
    rulings = "".join(f" --ruling {key}={option}" for key, option in search.rulings.items())
    player = f" --player {search.player}" if search.player != "doctrine" else ""
    part = f" --row {quoted(row)}" if row else ""
    return f"combatbox fly {search.game} --seed {found.seed} --mission {search.mission}{rulings}{player}{part}"


def quoted(word: str) -> str:
    """A word of a command as it is typed, in double quotes where a shell would read something into it."""
    return word if re.fullmatch(r"[\w./,=-]+", word) else f'"{word}"'


def search_of(book: Book, example: SeedModel, tries: int = 5_000) -> Search:
    """The search that an example kept as a seed was found by, its id being the seed of the search."""
    return Search(
        book.key, tuple(example.shows), example.mission, example.id, tries, example.rulings, player=example.player
    )


def lacking(book: Book, example: SeedModel) -> list[str]:
    """What an example promises and its seed does not show. Raises CombatBoxError for happenings nobody knows."""
    journal, summary = flown(book, search_of(book, example), example.seed, LightJournal())
    account = Account(journal.events, summary, book.rows())
    return [wish.name for wish in wishes(book, example.shows) if not wish.matches(account)]


def stale_examples(book: Book) -> dict[str, str]:
    """The examples of the game that the overlay of this book takes another way, by name, each with how: a worked example is
    not as its source has it, or a mission does not show what it is kept for. None in a game without an overlay."""
    why: dict[str, str] = {}
    for name, path in book.scripts.items() if book.overlay else ():
        try:
            replay_script(book, read_script(path))
        except CombatBoxError as error:
            why[name] = str(error)
    for example in read_seeds(book) if book.overlay else ():
        try:
            missing = lacking(book, example)
        except CombatBoxError as error:
            missing = [str(error)]
        if missing:
            why[example.id] = f"does not show: {', '.join(missing)}"
    return why


def try_piece(search: Search, tries: range) -> list[Found]:
    """The missions of these tries that show it."""
    book = load(search.game, Path(search.overlay) if search.overlay else None)
    wanted = wishes(book, search.names)
    lines, rows = frozenset(search.rows), book.rows()
    showing: list[Found] = []
    for number in tries:
        seed = f"{search.seed}/{number}"
        journal, summary = flown(book, search, seed, LightJournal())
        if lines and not lines.issubset(line for line, _ in shown(rows, journal.events)):
            continue
        account = Account(journal.events, summary, rows)
        if all(wish.matches(account) for wish in wanted):
            showing.append(Found(seed, number + 1, len(journal.events)))
    return showing


def find(
    search: Search,
    wanted: int = 1,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Finding:
    """Try seeds in order until `wanted` missions show it, or the tries are used up.

    The result does not depend on how many processes look. Raises CombatBoxError for tries below 1.
    """
    if search.tries < 1:
        raise CombatBoxError(f"--tries {search.tries}: at least one is needed")
    shown: list[Found] = []
    done = 0
    for piece, showing in _tried(search, jobs, executor):
        shown += showing
        done = piece.stop
        if progress:
            progress(done, search.tries)
        if len(shown) >= wanted:
            break
    kept = tuple(shown[:wanted])
    return Finding(kept, kept[-1].tried if len(kept) == wanted else done)


def _tried(search: Search, jobs: int, executor: Executor | None) -> Iterator[tuple[range, list[Found]]]:
    """The tries piece by piece; the first is flown here, so that what is common costs no processes."""
    pieces = [range(start, min(start + PIECE, search.tries)) for start in range(0, search.tries, PIECE)]
    yield pieces[0], try_piece(search, pieces[0])
    if rest := pieces[1:]:
        yield from simulate(rest, partial(try_piece, search), jobs, executor)
