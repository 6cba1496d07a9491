"""The search for missions that show highlights, and the check of examples that are stored with their seeds.

One seed is tried after another, in batches. The result does not depend on the number of processes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any

from combatbox.core.annotations import frozen
from combatbox.core.board import Highlight, closest_highlights, normalize_name
from combatbox.core.dice import SeededDice, describe_dice
from combatbox.core.errors import CombatBoxError, UnknownName
from combatbox.core.events import Event, Journal
from combatbox.core.game import Setup, fly
from combatbox.core.log_state import Account
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.library.replay import read_script, replay_script
from combatbox.library.schema import SeedModel, SightingModel
from combatbox.library.stored_examples import read_seeds
from combatbox.odds.process_pool import run_batches
from combatbox.play.batch import player_of
from combatbox.play.narrate import lines_in_log

PIECE = 100
"""Number of seeds in a batch."""


@frozen
class HighlightQuery:
    """A highlight that must, or must not, occur in a mission.

    Attributes:
        happening: the highlight.
        there: True if the highlight must occur, False if it must not.
    """

    happening: Highlight
    there: bool = True

    @property
    def name(self) -> str:
        """The query as a user would type it."""
        return self.happening.name if self.there else f"no {self.happening.name}"

    def matches(self, account: Account) -> bool:
        """Return True if a mission satisfies the query."""
        return self.happening.shows(account) is self.there


@frozen
class Search:
    """The options of a search.

    The dice of attempt number i have the seed `SEED/i`, as in the simulation of odds.

    Attributes:
        names: the highlights that must occur; those that must not occur are preceded by `no`.
        tries: the maximum number of attempts.
        rows: the ids of printed table rows that must be reached.
    """

    game: str
    names: tuple[str, ...]
    mission: int = 1
    seed: str = "1"
    tries: int = 5_000
    rulings: Mapping[str, str] = {}
    overlay: str = ""
    player: str = "doctrine"
    rows: tuple[str, ...] = ()
    run: str = "mission"


@frozen
class Found:
    """A mission that matches a search.

    Attributes:
        seed: the seed of the mission.
        tried: the number of the attempt, from 1.
        events: the number of events in its log.
    """

    seed: str
    tried: int
    events: int


@frozen
class Finding:
    """The result of a search: the matching missions in order, and the number of attempts."""

    found: tuple[Found, ...]
    tried: int

    @property
    def best(self) -> Found:
        """The shortest matching mission."""
        return min(self.found, key=lambda found: (found.events, found.tried))


class LightJournal(Journal):
    """A journal that does not record state changes, because highlights do not need them."""

    def watch(self, state: Any) -> None:
        """Store the state without tracking its changes."""
        self._state = state

    def add(self, event: Event) -> None:
        """Append an event without recording state changes."""
        self.events.append(event)

    def flush_changes(self) -> None:
        """Do nothing, because no changes are tracked."""


def parse_queries(book: Book, names: Iterable[str]) -> list[HighlightQuery]:
    """Parse highlight queries, ignoring empty ones.

    Raises:
        CombatBoxError: a query matches no highlight or several; the message lists the nearest.
    """
    return [parse_query(book, name) for name in names if name.strip()]


def parse_query(book: Book, text: str) -> HighlightQuery:
    """Parse a highlight query.

    `no`, `not` or `without` before the highlight negates the query.

    Raises:
        CombatBoxError: the query matches no highlight or several; the message lists the nearest.
    """
    known = book.game.pages.happenings
    if not known:
        raise CombatBoxError(f"{book.meta.title} has no highlights to search for")
    names = [name for h in known.values() for name in (h.name, *h.also)]
    first, _, rest = normalize_name(text).partition(" ")
    if first in ("no", "not", "without") and rest and normalize_name(text) not in map(normalize_name, names):
        return HighlightQuery(parse_query(book, rest).happening, there=False)
    happenings = closest_highlights(text, known)
    if len(happenings) == 1:
        return HighlightQuery(happenings[0])
    if happenings:
        raise CombatBoxError(
            f"{text.strip()!r} may be {' or '.join(repr(h.name) for h in happenings)}; name one of them"
        )
    near = UnknownName(f"happening of {book.key}", text.strip(), names)
    raise CombatBoxError(f"{near}\nknown: {', '.join(known)}")


def simulate_mission(
    book: Book, search: Search, seed: str, journal: Journal | None = None
) -> tuple[Journal, dict[str, Any]]:
    """Simulate a mission with the options of a search.

    Args:
        book: the book.
        search: the search.
        seed: the seed of the dice.
        journal: the journal that records the events; by default a new journal that also records state changes.

    Returns:
        The journal and the summary.
    """
    rulebook = book.rulebook(search.rulings)
    setup: Setup[Any] = Setup(search.mission)
    log = journal or Journal(book.header("mission", rulebook.rulings, setup, describe_dice(seed)))
    player = player_of(search.player, seed)
    state = fly(book.game, rulebook, SeededDice(seed), setup=setup, player=player, journal=log)
    return log, book.game.summary(state)


def command(game: str, played: Search | SightingModel, seed: str, row: str = "") -> str:
    """Return the command that narrates a mission or tour.

    Args:
        game: the key of the game.
        played: the search or the stored mission, which has the mission, the rulings and the player.
        seed: the seed of the dice.
        row: the id of a row, to narrate only the part that leads to it; empty for everything.
    """
    mission = f"fly {game} --seed {seed} --mission {played.mission}"
    what = mission if played.run == "mission" else f"campaign {game} --seed {seed}"
    chosen = "".join(f" --ruling {key}={option}" for key, option in played.rulings.items())
    named = f" --player {played.player}" if played.player != "doctrine" else ""
    return f"combatbox {what}{chosen}{named}{f' --row {quoted_word(row)}' if row else ''}"


def quoted_word(word: str) -> str:
    """Return a word of a command, in quotation marks if it has characters that are special in a shell."""
    return word if re.fullmatch(r"[\w./,=-]+", word) else f'"{word}"'


def search_of(book: Book, example: SeedModel, tries: int = 5_000) -> Search:
    """Return the search that finds a seed for a stored example; the search uses the example's id as its seed."""
    overlay = str(book.tables_option or "")
    return Search(
        book.key, tuple(example.shows), example.mission, example.id, tries, example.rulings, overlay, example.player
    )


def missing_highlights(book: Book, example: SeedModel) -> list[str]:
    """Return the highlights that an example lists but that do not occur in its mission.

    Raises:
        CombatBoxError: the example names an unknown highlight.
    """
    journal, summary = simulate_mission(book, search_of(book, example), example.seed, LightJournal())
    account = Account(journal.events, summary, book.rows())
    return [wish.name for wish in parse_queries(book, example.shows) if not wish.matches(account)]


def stale_examples(book: Book) -> dict[str, str]:
    """Return the examples that an overlay invalidates, by name, each with the reason.

    An example is invalid if it is a worked example that no longer matches its script, or a stored mission without a
    highlight that it should have. The result is empty if there is no overlay.
    """
    reasons: dict[str, str] = {}
    for name, path in book.scripts.items() if book.overlay else ():
        try:
            replay_script(book, read_script(path))
        except CombatBoxError as error:
            reasons[name] = str(error)
    for example in read_seeds(book) if book.overlay else ():
        try:
            missing = missing_highlights(book, example)
        except CombatBoxError as error:
            missing = [str(error)]
        if missing:
            reasons[example.id] = f"does not show: {', '.join(missing)}"
    return reasons


def try_piece(search: Search, tries: range) -> list[Found]:
    """Simulate the attempts with the given numbers, and return the missions that match the search."""
    book = load(search.game, Path(search.overlay) if search.overlay else None)
    wanted = parse_queries(book, search.names)
    lines, rows = frozenset(search.rows), book.rows()
    matches: list[Found] = []
    for number in tries:
        seed = f"{search.seed}/{number}"
        journal, summary = simulate_mission(book, search, seed, LightJournal())
        if lines and not lines.issubset(line for line, _ in lines_in_log(rows, journal.events)):
            continue
        account = Account(journal.events, summary, rows)
        if all(wish.matches(account) for wish in wanted):
            matches.append(Found(seed, number + 1, len(journal.events)))
    return matches


def find(
    search: Search,
    wanted: int = 1,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Finding:
    """Try seeds in order until `wanted` missions match or the limit is reached.

    The result does not depend on the number of processes.

    Args:
        search: the search.
        wanted: the number of missions to find.
        jobs: the number of processes.
        progress: a function that is called with the number of attempts made and the maximum.
        executor: the executor to use instead of processes; it is not shut down.

    Raises:
        CombatBoxError: the maximum number of attempts is below 1.
    """
    if search.tries < 1:
        raise CombatBoxError(f"--tries {search.tries}: must be at least 1")
    shown: list[Found] = []
    done = 0
    for batch, showing in _tried(search, jobs, executor):
        shown += showing
        done = batch.stop
        if progress:
            progress(done, search.tries)
        if len(shown) >= wanted:
            break
    matches = tuple(shown[:wanted])
    return Finding(matches, matches[-1].tried if len(matches) == wanted else done)


def _tried(search: Search, jobs: int, executor: Executor | None) -> Iterator[tuple[range, list[Found]]]:
    """Yield batches of attempts, each with the missions that match the search.

    The first batch runs in this process, so that frequent highlights are found quickly.
    """
    batches = [range(start, min(start + PIECE, search.tries)) for start in range(0, search.tries, PIECE)]
    yield batches[0], try_piece(search, batches[0])
    if rest := batches[1:]:
        yield from run_batches(rest, partial(try_piece, search), jobs, executor)
