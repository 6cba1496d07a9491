"""Random legal play of any game, for its tests: numbered runs, which can be repeated and are checked as they go.

    from combatbox_dev.fuzz import Fuzz, play
    assert play(Fuzz(load(KEY)), 0, 100).faults == {}

What holds of every game is asked of each run: it ends, every decision is a real one, the log accounts for the whole
state and flies again to the same bytes (where it is many runs, some of them do), and without a log all comes out the same. What must hold of one game alone, its
tests hand in: `watch` looks at every event, `ends` at a run that is over. Both raise AssertionError.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from combatbox.core.decisions import Decision, Player
from combatbox.core.dice import Dice, SeededDice
from combatbox.core.events import Change, Event, Header, Journal, snapshot
from combatbox.core.game import Setup, fly
from combatbox.core.log_state import state_after
from combatbox.core.tables import Rulebook
from combatbox.library.book import Book
from combatbox.play.canonical_json import digest
from combatbox.play.logs import Log, log_text
from combatbox.play.narrate import narration_context
from combatbox.play.replay import replay_log

Watch = Callable[[Any, Event], None]
"""Told of each event, with the state as it stands before the event changes anything."""

Look = Callable[[Decision, Any], None]
"""Shown each decision, with the flight, before it is answered."""


# ---- dice and players


class HarshDice:
    """Seeded dice that record their faces, and at times give those that `worse` lists for a table."""

    def __init__(self, seed: str, worse: Mapping[str, tuple[int, ...]], often: float = 0.3) -> None:
        self._random, self._worse, self._often = random.Random(seed), worse, often
        self.faces: list[int] = []

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Return random faces, or the worse ones."""
        worse = self._worse.get(table)
        if worse and len(worse) == count and self._random.random() < self._often:
            thrown = worse
        else:
            thrown = tuple(self._random.randint(1, 6) for _ in range(count))
        self.faces += thrown
        return thrown


class FairDice:
    """The dice of a seed, which record their faces."""

    def __init__(self, seed: str) -> None:
        self._dice = SeededDice(seed)
        self.faces: list[int] = []

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Return the faces of the seed."""
        thrown = self._dice.throw(count, table, who)
        self.faces += thrown
        return thrown


LATE = ("again", "go_on", "fly_on", "stay", "keep", "steady", "hold", "stay_out", "ditch", "land")
"""The options of the late player, who puts off what he can."""

Pick = Callable[[Decision, Any], Sequence[str]]

PLAYERS: Mapping[str, Pick] = {
    "any": lambda decision, flight: decision.options,
    "miser": lambda decision, flight: _cheapest(decision, flight.places[decision.place].no),
    "late": lambda decision, flight: [o for o in decision.options if o in LATE] or decision.options[1:],
    "odd": lambda decision, flight: [o for o in decision.options if o != decision.default],
    "doctrine": lambda decision, flight: (decision.default,),
}
"""The options from which each player takes one at random; if there are none, he takes any option.

The miser declines or pays least, the late one delays most, and the odd one never takes the default.
"""


def _cheapest(decision: Decision, declines: str) -> Sequence[str]:
    """Return the option that declines, or those with the smallest number."""
    numbers = {option: [arg for arg in option.args if isinstance(arg, int)] for option in decision.options}
    return [o for o in decision.options if o == declines] or [
        o for o, n in numbers.items() if n == min(numbers.values())
    ]


class AnyPlayer:
    """A player who takes random options of those that his way leaves, checks each decision, and counts them by kind.

    Args:
        seed: the seed of the options.
        leans: by kind of decision, the probability that the first option is taken without a random choice.
        way: one of `PLAYERS`.
    """

    def __init__(self, seed: str, leans: Mapping[str, float] | None = None, way: str = "any") -> None:
        self._random, self._leans, self._way = random.Random(seed), leans or {}, way
        self.asked: Counter[str] = Counter()

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return an option or, for a name, sometimes one that no roster has."""
        assert decision.default in decision.options, decision
        assert len(set(decision.options)) == len(decision.options), decision
        self.asked[decision.kind] += 1
        if self._way == "doctrine":
            return decision.default
        if decision.naming:
            assert not set(decision.options) & set(decision.taken), decision
            return self._random.choice((*decision.options, f"<b>{self._random.random()}</b> & Söhne"))
        assert len(decision.options) > 1 or decision.open, decision
        # what is listed can be typed in small letters; an open choice reads what is typed itself
        assert decision.open or all(option == option.lower() for option in decision.options), decision
        if decision.kind in self._leans and self._random.random() < self._leans[decision.kind]:
            return decision.options[0]
        if decision.open and self._random.random() < 1 / 2:  # else one of the useful ones
            return decision.open.draw(self._random.random)
        return self._random.choice(PLAYERS[self._way](decision, flight) or decision.options)


class _Onlooker:
    """A player who shows every decision to `look` before another player answers it."""

    def __init__(self, player: Player, look: Look) -> None:
        self._player, self._look = player, look

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return the choice of the other player."""
        self._look(decision, flight)
        return self._player.choose(decision, flight)


class Watched(Journal):
    """A journal that passes each event to its watches before it logs it."""

    def __init__(self, header: Header, watches: Iterable[Watch]) -> None:
        super().__init__(header)
        self._watches = tuple(watches)

    def add(self, event: Event) -> None:
        """Pass an event to the watches, then log it."""
        for watch in self._watches:
            watch(self._state, event)
        super().add(event)


class Plainly:
    """Change tracking by comparing whole snapshots, with which tests compare that of the journal.

    It can watch a run: `reported` then has the changes of each event but the last one.
    """

    def __init__(self) -> None:
        self._was: dict[str, Any] = {}
        self.reported: list[list[Change]] = []

    def __call__(self, state: Any, event: Event) -> None:
        """Record the changes by the event before this one."""
        if event["n"] > 1:
            self.reported.append(self.changes(state))

    def changes(self, state: Any) -> list[Change]:
        """Return the changes since the last call."""
        was, now = self._was, snapshot(state)
        self._was = now
        changed = [(path, was.get(path), new) for path, new in now.items() if path not in was or was[path] != new]
        return changed + [(path, old, None) for path, old in was.items() if path not in now]


# ---- what is flown


@dataclass(frozen=True)
class Trial:
    """A finished run.

    Attributes:
        faces: the dice that were thrown.
        watch: the watch of the run, if it had one.
    """

    number: int
    rulebook: Rulebook
    state: Any
    journal: Journal
    asked: Counter[str]
    faces: list[int]
    watch: Watch | None


def any_rulings(book: Book, number: int) -> dict[str, str]:
    """Return the default rulings for run 0, and random options for the others."""
    chance = random.Random(f"rulings/{number}")
    return {r.id: chance.choice(list(r.options)) for r in book.rulings.values()} if number else {}


@dataclass(frozen=True)
class Fuzz:
    """A game, how its runs are set up by their numbers, and what must hold of them.

    run: which of the game's runs. word: begins the seed of each. rulings, setup: by number; the missions of a tour in
    turn, under any rulings, where nothing is said. worse: what dice are bad, by table; every third run has fair dice.
    leans: of the player who takes any option. watch: makes what looks at the events of a run, from its rulebook and whether the doctrine
    plays. ends: looks at a run that is over. outcome: what it counts as.
    """

    book: Book
    run: str = "mission"
    word: str = "any"
    rulings: Callable[[Book, int], Mapping[str, str]] = any_rulings
    setup: Callable[[Book, int], Setup[Any]] | None = None
    worse: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    leans: Mapping[str, float] = field(default_factory=dict)
    watch: Callable[[Rulebook, bool], Watch] | None = None
    ends: Callable[[Trial], None] | None = None
    outcome: Callable[[Any], str] = lambda state: "over"

    def _setup(self, number: int) -> Setup[Any]:
        if self.setup:
            return self.setup(self.book, number)
        return Setup(number % self.book.missions + 1 if self.run == "mission" else 1)

    def flown(self, number: int, *, player: str = "any", log: bool = True, look: Look | None = None) -> Trial:
        """Fly the run of that number; without a log nothing watches it. Raises whatever is wrong with it."""
        seed = f"{self.word}/{number}"
        rulebook, setup = self.book.rulebook(self.rulings(self.book, number)), self._setup(number)
        dice: HarshDice | FairDice = HarshDice(seed, self.worse) if number % 3 else FairDice(seed)
        plays = AnyPlayer(seed, self.leans if player == "any" else None, player)
        watch = self.watch(rulebook, player == "doctrine") if self.watch and log else None
        journal = Watched(self.book.header(self.run, rulebook.rulings, setup, seed), [watch] if watch else [])
        state = self._fly(rulebook, dice, setup, _Onlooker(plays, look) if look else plays, journal if log else None)
        return Trial(number, rulebook, state, journal, plays.asked, dice.faces, watch)

    def _fly(self, rulebook: Rulebook, dice: Dice, setup: Setup[Any], player: Player, journal: Journal | None) -> Any:
        return fly(self.book.game, rulebook, dice, run=self.run, setup=setup, player=player, journal=journal)


@dataclass
class Piece:
    """The result of a batch of runs: runs, decisions by kind, how they ended, and what went wrong, by number."""

    runs: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    faults: dict[int, str] = field(default_factory=dict)

    @property
    def decisions(self) -> int:
        """The number of decisions that were answered."""
        return sum(self.asked.values())

    def add(self, other: Piece) -> None:
        """Add the counts of another batch."""
        self.runs += other.runs
        self.asked.update(other.asked)
        self.ends.update(other.ends)
        self.faults.update(other.faults)


def play(fuzz: Fuzz, start: int, stop: int, *, player: str = "any", again: int = 1) -> Piece:
    """Runs `start` to `stop` of one of `PLAYERS`; a fault ends its run and is recorded by the run's number.

    again: one run of this many is replayed from its log, which takes as long as the run.
    """
    piece = Piece()
    for number in range(start, stop):
        piece.runs += 1
        try:
            trial = fuzz.flown(number, player=player)
            piece.asked.update(trial.asked)
            piece.ends[fuzz.outcome(trial.state)] += 1
            check(fuzz, trial, again=(number - start) % again == 0)
            if fuzz.ends:
                fuzz.ends(trial)
        except Exception as error:  # whatever it is, it is a finding, and the play goes on
            piece.faults[number] = f"{type(error).__name__}: {error}"[:400]
    return piece


# ---- what holds of every game


def check(fuzz: Fuzz, trial: Trial, *, again: bool = True) -> None:
    """Decisions are of kinds that the game names, and the log tells everything: how it ended, and how to fly it again.

    again: fly it again, and demand the same bytes.
    """
    strangers = set(trial.asked) - set(fuzz.book.kinds)
    assert not strangers, f"decisions of kinds that the game does not name: {', '.join(sorted(strangers))}"
    journal, summary = trial.journal, fuzz.book.game.summary(trial.state)
    assert state_after(journal.events) == snapshot(trial.state), "the log does not account for the whole state"
    if again:
        replay = replay_log(fuzz.book, Log(journal.header, journal.events, summary))
        written = log_text(Log(journal.header, journal.events, summary))
        assert log_text(Log(replay.journal.header, replay.journal.events, replay.summary)) == written, (
            "it flies again otherwise"
        )


def end_digest(fuzz: Fuzz, trial: Trial) -> str:
    """Return a digest of the end of a run: its summary, its tally and all dice."""
    game = fuzz.book.game
    return digest([game.summary(trial.state), sorted(game.tally(trial.state)), trial.faces])


def same_without_a_log(fuzz: Fuzz, number: int) -> None:
    """Check that a run ends the same with a log and without one."""
    with_log, without = fuzz.flown(number), fuzz.flown(number, log=False)
    assert end_digest(fuzz, with_log) == end_digest(fuzz, without), f"{fuzz.run} {number}: another end without a log"


def looking(book: Book) -> Look:
    """Looks at all there is to see of a decision, twice, and demands that nothing has changed by it."""
    board, words = book.game.board, narration_context(book)

    def seen(decision: Decision, flight: Any) -> list[Any]:
        other = board.across(decision)
        return [
            board.question(decision, flight, words),
            [board.option(decision, option, flight, words) for option in decision.options],
            board.picture(flight, words),
            dict(board.spans(flight.state)),
            [board.throws(table, flight.rulings) for table in book.tables],
            other.view.picture(flight, words) if other and other.view else None,
        ]

    def look(decision: Decision, flight: Any) -> None:
        state, thrown, events = deepcopy(flight.state), len(flight.dice.faces), _logged(flight)
        assert seen(decision, flight) == seen(decision, flight), "looking twice shows two things"
        assert snapshot(flight.state) == snapshot(state), "looking changed the state"
        assert len(flight.dice.faces) == thrown, "looking threw dice"
        assert _logged(flight) == events, "looking was logged"

    return look


def _logged(flight: Any) -> int:
    return len(flight.journal.events) if flight.journal else 0
