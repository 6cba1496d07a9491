"""Playthroughs: missions as readable transcripts that are flown again from their dice and choices.

A transcript has a header (`game`, `run`, `mission`, rulings that were chosen), then lines for people, beginning
with `#`, and lines for the machine: `T-TAB-WING: 5`, `choose fly_on: stand_down`. It has neither a seed nor a digest, so
that it changes only with what it shows. Flying it again must give the same text, line by line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from combatbox.core.decisions import Decision, DefaultPlayer, Player, RandomPlayer, check_choice
from combatbox.core.dice import Dice, SeededDice, all_throws
from combatbox.core.errors import CombatBoxError, IllegalChoice, ReplayMismatch
from combatbox.core.events import Event, Journal, snapshot
from combatbox.core.game import Setup, fly
from combatbox.core.log_state import with_states
from combatbox.core.tables import Row
from combatbox.library.book import Book
from combatbox.odds.example_search import LightJournal
from combatbox.play.narrate import event_lines, narration_context
from combatbox_dev.consequences import lines_that_differ

_THROW = re.compile(r"(?P<table>\S.*): (?P<faces>[1-6](?: [1-6])*)\Z")
_CHOICE = re.compile(r"choose (?P<kind>\w+): (?P<taken>.+)\Z")


@dataclass(frozen=True, slots=True)
class Order:
    """A run of a game from a mission on, under rulings; those that are left out have their defaults."""

    run: str = "mission"
    mission: int = 1
    rulings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """A throw on a table or a choice, with the number of its line in the file."""

    line: int
    what: str
    faces: tuple[int, ...] = ()
    taken: str = ""


@dataclass(slots=True)
class Transcript:
    """A playthrough as text, and the goals that it reaches."""

    text: str
    reached: set[str]


# ---- flying


def _legal(decision: Decision, taken: str) -> bool:
    """Return True if a recorded choice is an option of this decision."""
    try:
        check_choice(decision, taken)
    except IllegalChoice:
        return False
    return True


AHEAD = 10
"""How many steps a flight that departs from its transcript may leave out, to go on with the one that fits."""


class ListedPlay:
    """Dice and player in one, which repeat the steps of a transcript.

    With `then`, the flight may depart from the transcript: a step that it no longer has is left out, and where it needs another
    one these dice are thrown, or the default is chosen. So a corrected cell changes only what follows from it.
    """

    def __init__(self, steps: Sequence[Step], then: Dice | None = None) -> None:
        self._steps, self._then = list(steps), then
        self._next = 0

    def throw(self, count: int, table: str, who: str) -> tuple[int, ...]:
        """Return the faces of the next step, which must be a throw on this table."""
        wanted = f"{count} dice for {table}"
        step = self._take(lambda step: bool(step.faces) and step.what == table and len(step.faces) == count, wanted)
        if step is None:
            assert self._then is not None
            return self._then.throw(count, table, who)
        return step.faces

    def choose(self, decision: Decision, flight: Any) -> str:
        """Return the choice of the next step, which must be an option of this decision."""
        step = self._take(
            lambda step: not step.faces and step.what == decision.kind and _legal(decision, step.taken),
            f"a choice of {decision.kind}",
        )
        return step.taken if step else decision.default

    def _take(self, fits: Callable[[Step], bool], wanted: str) -> Step | None:
        ahead = self._steps[self._next : self._next + (AHEAD if self._then else 1)]
        for number, step in enumerate(ahead, 1):
            if fits(step):
                self._next += number
                return step
        if self._then is None:
            there = f"{ahead[0].what}{': ' + ahead[0].taken if ahead[0].taken else ''}" if ahead else "the end"
            raise ReplayMismatch(f"line {ahead[0].line if ahead else 'last'}", there, wanted)
        return None

    def finish(self) -> None:
        """Raise ReplayMismatch if steps are left over."""
        if self._next < len(self._steps):
            step = self._steps[self._next]
            raise ReplayMismatch(
                f"line {step.line}", step.what, f"the end ({len(self._steps) - self._next} steps left over)"
            )


def flown(book: Book, order: Order, dice: Dice, player: Any, title: str = "") -> Transcript:
    """Fly an order, and return its transcript."""
    rulebook = book.rulebook(order.rulings)
    journal = Journal()
    setup: Setup[Any] = Setup(order.mission)
    state = fly(book.game, rulebook, dice, run=order.run, setup=setup, player=player, journal=journal)
    summary = book.game.summary(state)
    lines = [*head(book, order, title), "", *_body(book, journal.events), "", *_ending(summary)]
    reached = [event for event in journal.events if "row" in event]
    rows, codes = {event["row"] for event in reached}, {code for event in reached for code in event["gives"]}
    return Transcript("\n".join(lines) + "\n", reached_by(book.rows(), rows, codes))


def head(book: Book, order: Order, title: str = "") -> Iterator[str]:
    """Yield the lines of the header of a transcript."""
    yield f"# {title or f'{book.meta.title}, {order.run} {order.mission}'}"
    yield f"game: {book.key}"
    yield f"run: {order.run}"
    yield f"mission: {order.mission}"
    for ruling, option in sorted(order.rulings.items()):
        yield f"ruling: {ruling}={option}"


def _body(book: Book, events: Iterable[Event]) -> Iterator[str]:
    """Yield the lines of each event: those that a replay needs, then its account."""
    words = narration_context(book)
    for event, state in with_states(events):
        if event["kind"] == "roll":
            yield f"{event['table']}: {' '.join(str(face) for face in event['dice'])}"
        elif event["kind"] == "choice":
            yield f"choose {event['decision']}: {event['taken']}"
        for line in event_lines(book, event, state, words):
            yield f"# {'  ' * line.depth}{line.text}"


def _ending(summary: Mapping[str, Any]) -> Iterator[str]:
    for path, value in snapshot(summary).items():
        yield f"# {path}: {', '.join(map(str, value)) if isinstance(value, list) else value}".rstrip()


# ---- reading


def read_transcript(path: Path) -> tuple[str, Order, list[Step], str]:
    """Return the title, order, steps and text of a transcript.

    Raises:
        CombatBoxError: the file is not a transcript; the message names the line.
    """
    text = path.read_text(encoding="utf-8")
    facts: dict[str, str] = {}
    rulings: dict[str, str] = {}
    steps: list[Step] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        throw, choice = _THROW.match(line), _CHOICE.match(line)
        name, _, value = line.partition(": ")
        if choice:
            steps.append(Step(number, choice["kind"], taken=choice["taken"]))
        elif name == "ruling":
            ruling, _, option = value.partition("=")
            rulings[ruling] = option
        elif name in ("game", "run", "mission"):
            facts[name] = value
        elif throw:
            steps.append(Step(number, throw["table"], tuple(int(face) for face in throw["faces"].split())))
        else:
            raise CombatBoxError(f"{path.name}:{number}: {line!r} is neither a throw, a choice nor a remark")
    missing = [name for name in ("game", "run", "mission") if name not in facts]
    if missing:
        raise CombatBoxError(f"{path.name}:1: the header lacks {missing[0]}:")
    title = text.split("\n", 1)[0].removeprefix("# ")
    return title, Order(facts["run"], int(facts["mission"]), rulings), steps, text


def reflown(book: Book, path: Path) -> Transcript:
    """Fly a transcript again.

    Raises:
        ReplayMismatch: a step does not fit.
        CombatBoxError: the file is not a transcript.
    """
    title, order, steps, _ = read_transcript(path)
    play = ListedPlay(steps)
    transcript = flown(book, order, play, play, title)
    play.finish()
    return transcript


FEW = 40
"""How many lines of a transcript may differ after a correction before other faces are tried."""


def renewed(book: Book, path: Path) -> Transcript:
    """Fly a transcript again after a correction, so that few of its lines differ.

    Where a throw now has another result, of which many lines follow, it gets the faces with which the flight goes on as before.

    Raises:
        CombatBoxError: the file is not a transcript.
    """
    title, order, steps, text = read_transcript(path)

    def fly_again(steps: Sequence[Step]) -> tuple[int, Transcript]:
        play = ListedPlay(steps, SeededDice(path.stem))
        transcript = flown(book, order, play, play, title)
        return lines_that_differ(text, transcript.text), transcript

    (count, best), start = fly_again(steps), 0
    while count > FEW:
        lines = zip(text.splitlines()[start:], best.text.splitlines()[start:], strict=False)
        parted = next((number for number, (old, new) in enumerate(lines, start + 1) if old != new), 0)
        at = max((at for at, step in enumerate(steps) if step.faces and start < step.line <= parted), default=None)
        if at is None:
            break
        others = [replace(steps[at], faces=faces) for faces in all_throws(len(steps[at].faces))]
        tries = [(*fly_again([*steps[:at], other, *steps[at + 1 :]]), other) for other in others]
        count, best, steps[at] = min(tries, key=lambda one: one[0])
        start = steps[at + 1].line - 1 if at + 1 < len(steps) else len(text)
    return best


# ---- what they cover


def goals(book: Book) -> dict[str, set[str]]:
    """Return the goals of playthroughs: every row and every effect (`effect wound pilot`), each with its rows."""
    lines: dict[str, set[str]] = {}
    for row in book.rows().values():
        lines.setdefault(row.line, set()).add(row.line)
        for effect in row.effects:
            lines.setdefault(f"effect {effect.code}", set()).add(row.line)
    return lines


def reached_by(rows: Mapping[str, Row], reached: Iterable[str], codes: Iterable[str]) -> set[str]:
    """Return the goals that rows and effects reach.

    Args:
        rows: the rows of the book, by id.
        reached: the ids of rows; rows of no table have an empty id, and reach no goal.
        codes: the codes of effects.
    """
    return {rows[row].line for row in reached if row} | {f"effect {code}" for code in codes}


# ---- finding new ones


class GoalJournal(LightJournal):
    """A journal that records only the goals that are reached; `rows` has the rows of the book by id."""

    def __init__(self, rows: Mapping[str, Row]) -> None:
        super().__init__()
        self._rows = rows
        self.reached: set[str] = set()

    def add(self, event: Event) -> None:
        """Record the row of a roll or of a chart."""
        if "row" in event:
            self.reached |= reached_by(self._rows, [event["row"]], event["gives"])


def orders(book: Book) -> list[Order]:
    """Return the missions to try: some of each third of a tour, by the default rulings and by each other option."""
    last = book.missions
    choices: list[dict[str, str]] = [{}]
    for ruling in book.rulings.values():
        choices += [{ruling.id: option} for option in ruling.options if option != ruling.default]
    return [
        Order("mission", n, chosen)
        for chosen in choices
        for n in sorted({1, max(1, last // 3), max(1, last // 2), last})
    ]


@dataclass(frozen=True, slots=True)
class Flown:
    """A mission that the search has flown.

    Attributes:
        order: the order of the mission.
        seed: the seed of its dice.
        random: True if a random legal player decided.
    """

    order: Order
    seed: str
    random: bool

    def player(self) -> Player:
        """Return the player: one who takes any legal option, or one who takes the default."""
        return RandomPlayer(self.seed) if self.random else DefaultPlayer()


def search(book: Book, wanted: Sequence[str], tries: int = 240) -> list[Flown]:
    """Few missions that together reach the wanted goals, as far as they are found.

    Missions are flown from fixed seeds, order by order, until every goal has been reached, and then picked greedily; what is
    written down is their dice.
    """
    reached: list[tuple[Flown, set[str]]] = []
    rows = book.rows()
    for number, order in enumerate(orders(book)):
        if set(wanted) <= {goal for _, gain in reached for goal in gain}:
            break
        rulebook = book.rulebook(order.rulings)
        for index in range(tries):
            at_random = index % 3 == 2  # who does what no default would
            one = Flown(order, f"{PLAYERS[at_random]}/{number}/{index}", at_random)
            journal = GoalJournal(rows)
            fly(book.game, rulebook, SeededDice(one.seed), run=order.run, setup=Setup(order.mission),
                player=one.player(), journal=journal)  # fmt: skip
            gain = journal.reached & set(wanted)
            if gain:
                reached.append((one, gain))
    picked: list[Flown] = []
    left = set(wanted)
    while left and reached:
        best, gain = max(reached, key=lambda one: len(one[1] & left))
        if not gain & left:
            break
        left -= gain
        picked.append(best)
    return picked


def recorded(book: Book, one: Flown) -> Transcript:
    """Fly a mission again, and return the transcript of its dice and choices."""
    return flown(book, one.order, SeededDice(one.seed), one.player(), title_of(book, one.order))


PLAYERS = ("default", "random")
"""How the seeds of the search begin, by who decides."""


def title_of(book: Book, order: Order) -> str:
    """Return the title of a recorded transcript."""
    rulings = ", ".join(f"{ruling}={option}" for ruling, option in sorted(order.rulings.items()))
    return f"{book.meta.title}, {order.run} {order.mission}{f' with ruling {rulings}' if rulings else ''}"
