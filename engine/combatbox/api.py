"""The Python API: load a game, fly it, simulate it, roll on its tables, print its sheets.

`import combatbox` offers all functions of this API, and loads each of them when it is first used.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, TypeAlias

from combatbox.core.decisions import Decision, DefaultPlayer, Player
from combatbox.core.dice import SIDES, ListedDice, SeededDice
from combatbox.core.errors import CombatBoxError, check_range
from combatbox.core.events import Journal
from combatbox.core.flight import Flight as GenericFlight
from combatbox.core.statistics import Estimate
from combatbox.core.table_views import effect_words, html_table
from combatbox.core.tables import Row, Rulebook, Table
from combatbox.games import GAMES
from combatbox.library.book import Book
from combatbox.library.folders import variants
from combatbox.library.load import load as load_book
from combatbox.library.player_files import read_log as read_log_file
from combatbox.library.player_files import write_log
from combatbox.odds.exact_odds import outcomes
from combatbox.odds.simulation import odds
from combatbox.play.batch import SimulationRequest
from combatbox.play.live_odds import Odds, named_odds
from combatbox.play.logs import Log, check_log
from combatbox.play.narrate import indented, narrate_shortly
from combatbox.play.narrate import narrate as all_lines
from combatbox.play.replay import replay_log
from combatbox.play.setup_choices import begun

__all__ = [
    "GAMES",
    "Book",
    "CombatBoxError",
    "Decision",
    "Estimate",
    "Flight",
    "Log",
    "Odds",
    "Player",
    "RollResult",
    "exact_odds",
    "fly",
    "load",
    "narrate",
    "print_sheets",
    "read_log",
    "roll",
    "simulate",
    "simulate_each_mission",
    "write_log",
]


Flight: TypeAlias = GenericFlight[Any]
"""A flight of any game, as a player gets it; its `state` is that of the game."""


@dataclass(frozen=True)
class RollResult:
    """One roll on a table; a nested roll has a separate result.

    Attributes:
        table: the id of the table.
        dice: the faces of the dice, in the order in which they were thrown.
        net: the number that was looked up, including the modifier.
        row: the id of the row.
        text: the result of the row, in words.
    """

    table: str
    dice: tuple[int, ...]
    net: int
    row: str
    text: str

    def _repr_html_(self) -> str:
        dice = " ".join(map(str, self.dice))
        return html_table(
            f"Roll on {self.table}", ["Dice", "Net", "Row", "Result"], [[dice, self.net, self.row, self.text]]
        )


def load(game: str, tables: Path | str | None = None) -> Book:
    """Load and check a game.

    Args:
        game: the key of a game (one of `GAMES`) or of a variant, such as `b17g` or a variant in the folder `tables`.
        tables: a folder whose files change or add tables, as for `--tables`.

    Raises:
        CombatBoxError: there is no such game, or its files have faults.

    Example:
        >>> import combatbox
        >>> book = combatbox.load("queen")
        >>> book.title, book.missions
        ('B-17: Queen of the Skies', 25)
    """
    return load_book(game, Path(tables) if tables else None)


def _loaded(book: Book | str) -> Book:
    """Return a book, which may be named by the key of its game."""
    return load(book) if isinstance(book, str) else book


def fly(
    book: Book | str,
    *,
    seed: int | str,
    mission: int = 1,
    run: Literal["mission", "tour"] = "mission",
    rulings: Mapping[str, str] | None = None,
    player: Player | None = None,
) -> Log:
    """Fly a mission or a whole tour.

    Args:
        book: the game, or its key.
        seed: the seed of the dice.
        mission: the number of the mission in the tour, or of the scenario.
        run: `mission` or `tour`.
        rulings: options of rulings, by id or key; all other rulings have their default.
        player: the player who decides; by default the doctrine.

    Returns:
        The log: every event, and a summary of how it ended.

    Raises:
        CombatBoxError: the game has no such run, mission, ruling or option.

    Example:
        >>> import combatbox
        >>> log = combatbox.fly("queen", seed=1943, mission=7)
        >>> log.summary["target"], log.summary["result"]
        ('Rouen', 'draw')
    """
    book = _loaded(book)
    check_range("mission", mission, 1, book.missions)
    session = begun(book, seed=str(seed), run=run, mission=mission, rulings=_rulings(book, rulings))
    return session.fly(player or DefaultPlayer())


def narrate(book: Book | str, log: Log, *, verbose: bool = False) -> list[str]:
    """Return the account of a log, line by line.

    Args:
        book: the game that was flown, or its key.
        log: the log.
        verbose: True to include every roll, even where the account normally gives only a sum.

    Raises:
        CombatBoxError: the log belongs to another game.

    Example:
        >>> import combatbox
        >>> book = combatbox.load("queen")
        >>> combatbox.narrate(book, combatbox.fly(book, seed=1943, mission=7))[2]
        '  Target: [6] Rouen, rail yard.'
    """
    book = _loaded(book)
    _check_game(book, log)
    lines = all_lines(book, log.events) if verbose else narrate_shortly(book, log.events)
    return list(map(indented, lines))


def read_log(path: Path | str, tables: Path | str | None = None) -> Log:
    """Read a log file.

    Args:
        path: the file.
        tables: the folder that contains the variant to which the log belongs, as for `load`.

    Raises:
        CombatBoxError: the file is not a log, or the log was cut short or edited.
    """
    log = read_log_file(Path(path))
    check_log(str(path), log, (*GAMES, *variants(Path(tables) if tables else None)))
    return log


def simulate(
    book: Book | str,
    *,
    missions: int = 10_000,
    seed: int | str = 1,
    mission: int = 0,
    rulings: Mapping[str, str] | None = None,
    player: Literal["doctrine", "random"] | Player = "doctrine",
    always: Mapping[str, str] | None = None,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
    out: Path | str | None = None,
) -> Odds:
    """Simulate many missions and count their results.

    Args:
        book: the game, or its key.
        missions: the number of missions to simulate.
        seed: the seed of the dice. The same seed gives the same odds for any value of `jobs`.
        mission: the only mission or scenario to simulate; 0 for all of them in turn.
        rulings: options of rulings, by id or key.
        player: `doctrine` takes every default, `random` any legal option by chance. A copy of a player of your own flies
            each mission, so nothing that it notes passes from one to the next.
        always: the option to take wherever it is legal, by kind of decision.
        jobs: the number of processes, or of the workers of `executor`.
        progress: a function that is called with the number of completed missions and their total number.
        executor: what runs the batches in place of processes, such as that of a cluster; it is not shut down.
        out: a file for checkpoints, from which the same call goes on.

    Raises:
        CombatBoxError: the game has no such mission, ruling, option or kind of decision, there is less than one
            process, or a player of your own cannot fly in other processes or from a checkpoint.

    Example:
        >>> import combatbox
        >>> odds = combatbox.simulate("twentyfive", missions=100, seed=1)
        >>> odds.survival.low < odds.survival.value < odds.survival.high
        True
    """
    book = _loaded(book)
    check_range("mission", mission, 0, book.missions, more=", 0 for all")
    if jobs < 1:
        raise CombatBoxError(f"jobs must be at least 1 (got {jobs})")
    strategy = None if isinstance(player, str) else player
    if strategy:
        _check_strategy(strategy, remote=jobs > 1 or executor is not None, is_stored=out is not None)
    request = SimulationRequest(
        book.key,
        missions,
        str(seed),
        _rulings(book, rulings),
        mission,
        str(book.overlay.parent.resolve()) if book.overlay else "",
        player=player if isinstance(player, str) else type(player).__name__,
        always=dict(always or {}),
        strategy=strategy,
    )
    return named_odds(book, odds(book, request, jobs, progress, executor, Path(out) if out else None))


def _check_strategy(player: Player, *, remote: bool, is_stored: bool) -> None:
    """Raise CombatBoxError if a player of the caller's own cannot fly in other processes, or from a checkpoint."""
    name = type(player).__name__
    if is_stored:
        raise CombatBoxError(f"out: a checkpoint cannot tell whether {name} has changed; leave it out")
    if remote and type(player).__module__ == "__main__" and not hasattr(sys.modules["__main__"], "__file__"):
        raise CombatBoxError(
            f"player: other processes cannot import {name}; write it into a module, or leave jobs at 1"
        )


def simulate_each_mission(
    book: Book | str,
    *,
    missions: int = 1_000,
    seed: int | str = 1,
    rulings: Mapping[str, str] | None = None,
    jobs: int = 1,
) -> Iterator[Odds]:
    """Simulate each mission of a tour, or each scenario, separately.

    Args:
        book: the game, or its key.
        missions: the number of simulations of each mission.
        seed: the seed of the dice; mission 7 uses the seed `SEED-7`.
        rulings: options of rulings, by id or key.
        jobs: the number of processes.

    Yields:
        The odds of each mission, in order.
    """
    book = _loaded(book)
    for mission in range(1, book.missions + 1):
        yield simulate(book, missions=missions, seed=f"{seed}-{mission}", mission=mission, rulings=rulings, jobs=jobs)


def roll(
    book: Book | str,
    table: str,
    *,
    dice: Sequence[int] | None = None,
    seed: int | str | None = None,
    column: str = "",
    modifier: int = 0,
    rulings: Mapping[str, str] | None = None,
) -> list[RollResult]:
    """Roll on a table, and make the nested rolls of the rows that come up.

    Args:
        book: the game, or its key.
        table: the id of the table, or a unique ending of the id, such as `wing`.
        dice: the faces of the dice that were thrown, in order; None to throw dice with `seed`.
        seed: the seed of the dice.
        column: the key of the column, for a table that has several.
        modifier: the number to add to the natural roll.
        rulings: options of rulings, by id or key.

    Raises:
        CombatBoxError: there is no such table or column, both or neither of dice and seed are given, or the faces do
            not fit.

    Example:
        >>> import combatbox
        >>> combatbox.roll("queen", "BL-4", dice=[6])[0].text
        'Killed'
    """
    if (dice is None) == (seed is None):
        raise CombatBoxError("dice, seed: give exactly one of them")
    book = _loaded(book)
    rulebook = book.rulebook(_rulings(book, rulings))
    rolled = rulebook.tables[book.table(table).id]
    if not rolled.notation.count:
        raise CombatBoxError(f"{rolled.id}: a chart is not rolled on; look up its rows instead")
    journal = journal_of_roll(rulebook, rolled, dice, str(seed), column, modifier)
    rows = book.rows()
    return [
        RollResult(event["table"], tuple(event["dice"]), event["net"], event["row"], _text(book, rows[event["row"]]))
        for event in journal.events
        if event["kind"] == "roll"
    ]


def journal_of_roll(
    rulebook: Rulebook, table: Table, dice: Sequence[int] | None, seed: str, column: str, modifier: int
) -> Journal:
    """Roll on a table, outside of any mission, and return the events.

    Args:
        rulebook: the rulebook of the table.
        table: the table.
        dice: the faces of the dice that were thrown, all of which must be used; None to throw dice with `seed`.
        seed: the seed of the dice.
        column: the key of the column; empty for a table that has none.
        modifier: the number to add to the natural roll.
    """
    journal, count = Journal(), 0
    source: ListedDice | SeededDice = SeededDice(seed)
    if dice is not None:
        source = ListedDice(list(dice))
        rolls = table.most // (SIDES * table.notation.count)
        count = len(dice) if rolls > 1 and 0 < len(dice) <= rolls else 0
    flight: Flight = GenericFlight(rulebook, source, None, None, journal, dry=True)
    flight.roll_on(table.id, column=column, count=count, add=modifier)
    if isinstance(source, ListedDice):
        source.finish()
    return journal


def _text(book: Book, row: Row) -> str:
    return effect_words(row, book.say) or row.area


def exact_odds(
    book: Book | str, table: str, *, column: str = "", rulings: Mapping[str, str] | None = None
) -> dict[str, Fraction]:
    """Return the exact probability of each outcome of a roll, including the rolls to which it leads.

    Args:
        book: the game, or its key.
        table: the id of the table, or a unique ending of the id, such as `wing`.
        column: the key of the column, for a table that has several.
        rulings: options of rulings, by id or key.

    Returns:
        The probability of each outcome, by code. Outcomes overlap, because one roll can have several.

    Raises:
        CombatBoxError: there is no such table or column, or the table is not rolled on.

    Example:
        >>> import combatbox
        >>> combatbox.exact_odds("queen", "BL-4")["killed"]
        Fraction(1, 6)
    """
    book = _loaded(book)
    return outcomes(book, book.table(table).id, column, rulings=_rulings(book, rulings))


def print_sheets(
    book: Book | str,
    folder: Path | str,
    *,
    log: Log | None = None,
    paper: Literal["a4", "letter"] = "a4",
    name: str = "flown",
) -> list[Path]:
    """Print the record sheets of a game as PDF files: blank, or filled in from a log.

    Args:
        book: the game, or its key.
        folder: the folder for the files.
        log: the log from which sheets are filled in; without one, every product of the game is printed blank.
        paper: the size of the paper.
        name: the beginning of the file names of filled sheets.

    Returns:
        The files, in order.

    Raises:
        CombatBoxError: the log belongs to another game, or its values do not fit a sheet.
    """
    from combatbox.press.print_run import print_filled, print_game

    book = _loaded(book)
    if log is None:
        return print_game(book, Path(folder), paper)
    _check_game(book, log)
    return print_filled(book, [replay_log(book, log).journal], Path(folder), paper, name)


def _check_game(book: Book, log: Log) -> None:
    if log.header["game"] != book.key:
        raise CombatBoxError(f"the log is of {log.header['game']}, not of {book.key}; load that game")


def _rulings(book: Book, rulings: Mapping[str, str] | None) -> dict[str, str]:
    """Return options of rulings by the rulings' ids, checked against the book."""
    chosen = {book.ruling(name).id: option for name, option in (rulings or {}).items()}
    book.chosen(chosen)
    return chosen
