"""Playing at the terminal: at each decision the situation, the question and the options; save, undo, help."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from combatbox.cli.common import GameName, check_range, check_writable, open_book, with_tables
from combatbox.cli.play import names_of, roster_of, with_crew
from combatbox.cli.read import fresh_seed
from combatbox.core.board import Opponent
from combatbox.core.decisions import Decision
from combatbox.core.dice import ManualDice
from combatbox.core.errors import CombatBoxError, IllegalChoice, suggest
from combatbox.core.events import Event
from combatbox.core.game import Setup, Words
from combatbox.library.book import Book
from combatbox.library.narrate import narrate_to, words_of
from combatbox.library.session import Session, read_save, resume

STYLES = {"bad": "bold red", "warn": "yellow", "good": "bold green", "faint": "dim", "enemy": "bold magenta"}
TOLD = 8
"""How many lines of what just happened are shown above a question."""

HELP = """\
  number, id or Enter   take that option; Enter takes the marked one
  ?                     this help, and the rule that grants the decision
  u                     undo the last step
  auto [STRETCH]        let the doctrine decide the rest of it: {stretches}
  log [N]               the last N lines of what happened (20)
  look                  the picture again
  s FILE                save there
  q                     save and quit"""


class Left(Exception):
    """The player leaves the table."""


class Teller:
    """Tells the events of a session in lines, each once; told again from the start when it was flown again."""

    def __init__(self, book: Book, words: Words) -> None:
        self._book, self._words = book, words
        self.lines: list[str] = []
        self._events: list[Event] = []
        self._state: dict[str, Any] = {}

    def fresh(self, events: list[Event]) -> list[str]:
        """The lines that have come since the last call."""
        known = len(self.lines)
        done = len(self._events)
        if events[:done] != self._events:
            pairs = zip(self._events, events, strict=False)
            same = next((i for i, (old, new) in enumerate(pairs) if old != new), min(done, len(events)))
            self.lines, self._events, self._state = [], [], {}
            self._tell(events[:same])
            known = len(self.lines)
        self._tell(events[len(self._events) :])
        return self.lines[known:]

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            for path, _old, new in event["changes"]:
                if new is None:
                    self._state.pop(path, None)
                else:
                    self._state[path] = new
            self.lines += [
                f"{'  ' * line.depth}{line.shown}" for line in self._book.game.tell(event, self._state, self._words)
            ]
        self._events += list(events)


class Table:
    """One person at one session, on a terminal or in a pipe."""

    session: Session
    book: Book
    words: Words
    teller: Teller

    def __init__(self, out: Console, save: Path | None, *, full: bool) -> None:
        self.out, self.path, self.full = out, save, full
        self.told: list[str] = []
        self.note: list[str] = []
        self._drawn: list[str] = []
        self._across: Opponent | None = None

    def sit_down(self, session: Session) -> None:
        """At this session."""
        self.session, self.book = session, session.book
        self.words = words_of(self.book)
        self.teller = Teller(self.book, self.words)

    # ---- what is shown

    def show(self) -> None:
        """The situation and what just happened; on a terminal in place of what stood there."""
        session = self.session
        if session.opponent:
            self.show_to(session.opponent)
            return
        fresh = self.teller.fresh(session.journal.events)
        self.told = fresh or self.told
        if not self.full:
            for line in fresh:
                self.line(line)
            drawn = self.book.game.board.picture(session.flight, self.words)
            if drawn != self._drawn:
                self.picture()
            self._drawn = drawn
            return
        if self.out.is_terminal:
            self.out.clear()
        self.picture()
        rows = self.out.height - len(self.book.game.board.picture(session.flight, self.words)) - 6
        rows -= len(session.decision.options) if session.decision else 0
        room = max(3, min(TOLD, rows))
        if self.told:
            missed = len(self.told) - room
            self.rule(f"just now; {missed} more lines with: log {len(self.told)}" if missed > 0 else "just now")
            for line in self.told[-room:]:
                self.line(line)

    def picture(self) -> None:
        """The situation in text."""
        board = self.book.game.board
        picture = self.session.opponent.picture if self.session.opponent else board.picture
        for line in picture(self.session.flight, self.words):
            text = Text(line)
            for mark, pattern in board.marks.items():
                text.highlight_regex(pattern, STYLES[mark])
            self.out.print(text, soft_wrap=True)

    def show_to(self, other: Opponent) -> None:
        """What the second player may see, and nothing of the other's on the screen."""
        if self.full and self.out.is_terminal:
            self.out.clear()
        self.picture()
        self.rule("just now")
        for line in self.story()[-TOLD:]:
            self.line(line)
        self._drawn = []

    def story(self) -> list[str]:
        """What has happened, as far as the player who is asked may know."""
        other = self.session.opponent
        if other is None:
            return self.teller.lines
        told = narrate_to(self.book, other, self.session.journal.events)
        return [f"{'  ' * line.depth}{line.shown}" for line in told]

    def hand_over(self) -> None:
        """On a terminal the one player leaves the seat to the other, with nothing on the screen that is not his."""
        before, self._across = self._across, self.session.opponent
        if self._across is before or not self.out.is_terminal:
            return
        if self.full:
            self.out.clear()
        else:
            self.line("\n" * self.out.height)
        who = self._across.name if self._across else "player of the bomber"
        self.read(f"Now the {who} decides; hand over, then press Enter: ")

    def throws(self, table: str) -> str:
        """Who throws on a table, for the prompt; nothing where there is one player."""
        return self.book.game.board.throws(table, self.session.rulebook.rulings)

    def rule(self, title: str) -> None:
        """A line across."""
        width = min(80, self.out.width)
        self.line(f"── {title} ".ljust(width, "─"), "dim")

    def line(self, text: str, style: str = "") -> None:
        """One line."""
        self.out.print(Text(text, style), soft_wrap=True)

    def ask_about(self, decision: Decision) -> None:
        """The question and its options."""
        board = self.book.game.board
        self.rule(decision.rule)
        for line in self.note:
            self.line(line, "yellow")
        self.note = []
        self.line(board.question(decision, self.session.flight, self.words), "bold")
        if decision.naming:
            self.line("Type a name of your own, or press Enter for:")
        for number, option in enumerate(decision.options, 1):
            mark = ">" if option == decision.default else " "
            said = board.option(decision, option, self.session.flight, self.words)
            text = Text(f"{mark}{number:>3}  {said}", "bold" if mark == ">" else "")
            if option != said and option not in said.split():
                text.append(f"  [{option}]", "dim")
            self.out.print(text, soft_wrap=True)

    # ---- what is typed

    def read(self, prompt: str) -> str:
        """A line from the player. Raises CombatBoxError at the end of the input."""
        self.out.print(Text(prompt, "bold cyan"), end="")
        self.out.file.flush()
        try:
            line = sys.stdin.readline()
        except UnicodeDecodeError:
            line = "\ufffd\n"  # no option is called so, as the table will say
        if not sys.stdin.isatty():
            self.line(line.rstrip("\n"))
        if not line:
            saved = f"; it is saved in {self.path}" if self.path else ""
            raise CombatBoxError(f"the input ended before the game did{saved}")
        return line.strip()

    def throw(self, prompt: str) -> str:
        """Real dice, typed in; `q` leaves the table there too."""
        answer = self.read(prompt)
        if answer.lower() in ("q", "quit"):
            raise Left
        return answer

    def play(self) -> None:
        """Until the run is over or the player leaves."""
        session = self.session
        try:
            while True:
                decision = session.advance()
                self.autosave()
                self.hand_over()
                self.show()
                if decision is None:
                    if not self.at_the_end():
                        return
                    continue
                self.ask_about(decision)
                while not self.take(self.read("> "), decision):
                    pass
        except Left:
            self.leave()

    def autosave(self) -> None:
        """With --save the game is saved at every decision."""
        if self.path:
            self.session.save(self.path)

    def at_the_end(self) -> bool:
        """The run is over: True when the last step is taken back."""
        self.rule("the end")
        if not self.session.answers or not self.out.is_terminal:
            return False
        typed = self.read("It is over. Enter to leave, u to take the last step back: ")
        return typed.lower() in ("u", "undo") and self.undo("")

    def take(self, typed: str, decision: Decision) -> bool:
        """What was typed, done. True when the table changes by it."""
        word, _, rest = typed.partition(" ")
        option = chosen(typed, decision)
        if option is not None:
            self.session.answer(option)
            return True
        if decision.naming and not self.commands(typed):
            return self.name(typed)
        command = COMMANDS.get(word.lower())
        if command is None:
            self.say([f"{typed!r} is no option and no command{suggest(typed, [*decision.options, *COMMANDS])}"])
            return False
        return command(self, rest.strip())

    def commands(self, typed: str) -> bool:
        """Where a name is asked for: whether this is a command all the same. `S Smith` is a man, `s` alone saves."""
        word, _, rest = typed.lower().partition(" ")
        spans = [*self.session.spans(), self.session.run]
        meant = not rest or (word in ("auto", "a") and rest in spans) or (word in ("log", "l") and rest.isdecimal())
        return word in COMMANDS and meant

    def name(self, typed: str) -> bool:
        """A name of the player's own; one that cannot be is told and asked for again."""
        try:
            self.session.answer(typed)
        except IllegalChoice as error:
            self.say([str(error)])
            return False
        return True

    def say(self, lines: Sequence[str]) -> None:
        """Answer the player below the question."""
        for line in lines:
            self.line(line, "yellow")

    # ---- commands

    def help(self, rest: str) -> bool:
        """The commands, and the rule behind the decision."""
        decision, spans = self.session.decision, [*self.session.spans(), self.session.run]
        self.say(HELP.format(stretches=", ".join(dict.fromkeys(spans))).splitlines())
        if decision and decision.rule in self.book.rules:
            rule = self.book.rules[decision.rule]
            self.say(
                [
                    f"Rule {rule.id}: {rule.title}. See it at {self.book.key}/rules-index.html#{rule.id.lower()} of the site."
                ]
            )
            tables = [f"{key} {self.book.tables[key].title}" for key in rule.tables if key in self.book.tables]
            if tables:
                self.say(
                    [f"Tables: {'; '.join(tables)}. See one with: combatbox table {self.book.key} {rule.tables[0]}"]
                )
            rulings = [
                f"{r.id} ({r.key}={self.session.rulebook.rulings[r.id]})"
                for r in self.book.rulings.values()
                if rule.id in r.rules
            ]
            if rulings:
                self.say([f"Rulings: {', '.join(rulings)}"])
        elif decision:
            self.say([f"Rule {decision.rule}"])
        return False

    def undo(self, rest: str) -> bool:
        """Take the last step back."""
        if self.session.undo():
            self.teller.fresh(self.session.journal.events)
            self.told = self.teller.lines[-TOLD:]
            self.note = [f"Taken back; {self.session.undone} so far."]
            return True
        self.say(["There is nothing to take back."])
        return False

    def auto(self, rest: str) -> bool:
        """Let the doctrine decide for a while."""
        try:
            count = self.session.auto_span(rest)
        except CombatBoxError as error:
            self.say([str(error)])
            return False
        self.note = [f"The doctrine has decided {count} times; u takes all of it back."]
        return True

    def log(self, rest: str) -> bool:
        """The last lines of the story."""
        for line in self.story()[-(int(rest) if rest.isdecimal() else 20) :]:
            self.line(line)
        return False

    def look(self, rest: str) -> bool:
        """Draw everything again."""
        self._drawn = []
        return True

    def save(self, rest: str) -> bool:
        """Save to a file, which is the one for autosaves from now on if there was none."""
        if not rest and self.path is None:
            self.say(["Save where? Write: s FILE"])
            return False
        path = Path(rest).expanduser() if rest else self.path
        assert path is not None
        try:
            self.session.save(path)
        except CombatBoxError as error:
            self.say([str(error)])
            return False
        self.path = self.path or path
        self.say([f"Saved in {path}."])
        return False

    def quit(self, rest: str) -> bool:
        """Leave the table."""
        raise Left

    def leave(self) -> None:
        """Save, if there is somewhere to save to, and say how to go on."""
        if self.path is None and self.session.answers:
            name = self.read("Save in which file? (Enter: do not save) ")
            self.path = Path(name).expanduser() if name else None
        if self.path is None:
            if self.session.answers:
                self.line("Not saved.")
            return
        self.session.save(self.path)


Command = Callable[[Table, str], bool]
COMMANDS: dict[str, Command] = {
    "?": Table.help, "help": Table.help, "u": Table.undo, "undo": Table.undo, "auto": Table.auto, "a": Table.auto,
    "log": Table.log, "l": Table.log, "look": Table.look, "s": Table.save, "save": Table.save, "q": Table.quit,
    "quit": Table.quit,
}  # fmt: skip


def chosen(typed: str, decision: Decision) -> str | None:
    """The option that was typed: nothing for the default, its id, its number; None if it is no option."""
    if not typed:
        return decision.default
    ids = {option.lower(): option for option in decision.options}
    if typed.lower() in ids:
        return ids[typed.lower()]
    if typed.isdecimal() and 1 <= int(typed) <= len(decision.options):
        return decision.options[int(typed) - 1]
    return None


@click.command()
@click.argument("game", type=GameName())
@click.option("--mission", type=int, help="Which mission of the tour it is.  [default: 1]")
@click.option("--run", "run_name", help="What to play, where a game has several runs: mission, tour, ...")
@click.option("--seed", help="Seed of the dice; without one a fresh seed is taken.")
@click.option("--manual", is_flag=True, help="Throw real dice and type them in.")
@click.option("--name", help="Name of your bomber.")
@with_crew
@click.option("--save", type=click.Path(path_type=Path, dir_okay=False), help="Save here at every decision.")
@click.option(
    "--resume", "resumed", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="Go on with this save."
)
@click.option("--log", type=click.Path(path_type=Path, dir_okay=False), help="Write the event log here at the end.")
@click.option("--lines", is_flag=True, help="Line mode on a terminal too: nothing is redrawn.")
@with_tables
def play(
    game: str,
    mission: int | None,
    run_name: str | None,
    seed: str | None,
    manual: bool,
    name: str | None,
    crew: tuple[str, ...],
    save: Path | None,
    resumed: Path | None,
    log: Path | None,
    lines: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Play at the terminal, decision by decision: pictures, plain words, undo, save and resume.

    Type a number or Enter at each decision; ? explains it, u takes the last step back, q saves and quits.

    \b
    Example:
      combatbox play queen --mission 7 --save seven.save
      combatbox play queen --resume seven.save
      combatbox play queen --manual --ruling Q-X1=on
      combatbox play twentyfive --run tour
    """
    book, choices = open_book(game, overlay, rulings)
    if not book.game.runs:
        raise CombatBoxError(f"{book.meta.title} cannot be played yet; its tables can be read and rolled on")
    check_writable(save)
    check_writable(log)
    out = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else 100)
    full = out.is_terminal and not lines
    table = Table(out, save or resumed, full=full)
    hands = ManualDice(table.throw, table.line, table.throws)
    if resumed:
        given = [
            ("--mission", mission),
            ("--run", run_name),
            ("--seed", seed),
            ("--name", name),
            ("--crew", crew),
            ("--ruling", rulings),
        ]
        extra = [option for option, value in given if value]
        if extra or manual:
            raise CombatBoxError(f"--resume: the save holds all of that; leave {' and '.join(extra) or '--manual'} out")
        session = resume(book, read_save(resumed), hands)
    else:
        session = _begin(book, choices, mission, run_name, seed, hands if manual else None, names_of(book, name, crew))
    table.sit_down(session)
    if full:
        out.set_alt_screen(True)
    try:
        table.play()
    finally:
        if full:
            out.set_alt_screen(False)
    _farewell(table, log)


def _begin(
    book: Book,
    choices: dict[str, str],
    mission: int | None,
    run_name: str | None,
    seed: str | None,
    dice: ManualDice | None,
    names: dict[str, Any],
) -> Session:
    """A new session, its orders checked."""
    check_range("--mission", 1 if mission is None else mission, 1, book.missions)
    if dice is not None and seed is not None:
        raise CombatBoxError("--manual and --seed: choose one, real dice or a seed")
    chosen_seed = None if dice is not None else seed if seed is not None else fresh_seed()
    run = run_name or ("mission" if "mission" in book.game.runs else next(iter(book.game.runs)))
    roster = roster_of(book, "manual" if chosen_seed is None else f"seed {chosen_seed}") if run == "tour" else {}
    setup = Setup(mission or 1, {**names, **roster})
    return Session(book, run=run, setup=setup, rulings=choices, seed=chosen_seed, dice=dice)


def _farewell(table: Table, log: Path | None) -> None:
    """What stays on the terminal when the table is left."""
    session = table.session
    if table.full:
        for line in table.story()[-6:]:
            table.line(line)
    if not session.over and table.path:
        table.line(f"Saved. Go on with: combatbox play {table.book.key} --resume {table.path}")
    if session.seed is not None:
        undone = f", {session.undone} taken back" if session.undone else ""
        table.line(f"{len(session.answers)} decisions{undone}; seed {session.seed}.", "dim")
    if log and session.over:
        session.write_log(log)
        table.line(f"The log is in {log}.")
