"""The command `play`: a game at the terminal, with save, undo and help."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from shlex import quote
from typing import Any

import click
from rich.text import Text

from combatbox.cli.common import (
    FILE,
    MissionNumber,
    check_dice,
    check_mission,
    check_run,
    claim,
    faces_typed,
    fresh_seed,
    naming,
    open_book,
    progress,
    refuse,
    scenario_typed,
    with_game,
    with_overwrite,
    with_tables,
)
from combatbox.cli.console import Output, fold
from combatbox.cli.flight_commands import (
    names_of,
    with_crew,
    with_log,
    with_manual,
    with_name,
    with_resume,
    with_seed,
)
from combatbox.cli.lookup import rule_lines
from combatbox.cli.output import read_line
from combatbox.core.board import RestrictedView
from combatbox.core.decisions import Decision, undrawn
from combatbox.core.dice import EnteredDice, Throw
from combatbox.core.errors import CombatBoxError, IllegalChoice, check_range, suggest
from combatbox.core.phrases import plural
from combatbox.core.styled_text import Style, Styled
from combatbox.library import book as loaded
from combatbox.library.cached_books import archive_book, archived_book, archived_books
from combatbox.library.player_files import FileExists, FileInUse, PlayerFile, path_of, read_save
from combatbox.library.scenarios import read_scenarios
from combatbox.play.adviser import FLIGHTS, LOOKS, MOST_FLIGHTS
from combatbox.play.book import Book
from combatbox.play.controller import GameController
from combatbox.play.saves import resume as resume_save
from combatbox.play.session import BookChanged, Session
from combatbox.play.setup_choices import begun, contest_title
from combatbox.play.view import decision_text

STYLES: Mapping[Style, str] = {
    "": "",
    "bad": "bold red",
    "warn": "yellow",
    "good": "bold green",
    "faint": "dim",
    "enemy": "bold magenta",
}
STORY_LINES = 8
"""The maximum number of lines with the latest events above a question."""

LEAST = 3
"""The minimum number of lines below the drawing; if fewer fit, the drawing is left out."""

COLUMNS = 80
"""The width of a picture if the width of the window is unknown."""

SHORTEST = 40
"""The number of characters of unknown input that a message repeats."""

WELCOME = "Type ? for help, u to undo, auto to give the usual answers, q to leave."

HELP = (
    ("number, id or Enter", "choose that option; Enter chooses the marked one"),
    ("always [N]", "choose it now and whenever the question repeats, until plane, crew or the usual answer change"),
    ("?", "this help, and the rule behind the decision"),
    ("u", "undo the last step"),
    ("auto [PHASE]", "give the usual answers to the end of a phase: {phases}"),
    ("auto to PLACE", "give the usual answers until play reaches a place: {places}, ..."),
    ("advise [N]", "compare the options: the rest of the mission is simulated up to N times for each (3000)"),
    ("log [N]", "the last N lines of the account (20); log all: the whole account"),
    ("look", "the picture again, even if the window is too low for it"),
    ("s FILE", "save to that file"),
    ("q", "save and quit"),
)
NAMING = "Type a name of your own, or press Enter for:"

Command = Callable[["Table", str], bool]
"""A command of the player, with what is typed after its name; it returns True if play continues."""

AT_THE_END = "Enter to leave, log to read the account, u to undo: "


class Left(Exception):
    """Raised when the player leaves the game."""


class Table:
    """The dialogue of one player (or two) with one session, on a terminal or in a pipe."""

    def __init__(self, out: Output, prose: loaded.Book, *, full: bool) -> None:
        """Create a dialogue without a session.

        Args:
            out: the terminal or pipe.
            prose: the book whose chapters explain the rules.
            full: True to redraw the whole screen at each question.
        """
        self.out, self.prose, self.full = out, prose, full
        self.controller = GameController(prose, self.throw)
        self.file: PlayerFile | None = None
        """The file to which the game is saved at every question; None if there is none."""
        self.recent: list[str] = []
        self.note: list[str] = [WELCOME]
        self.stopped = False
        self.is_saved = False
        """True if the last save was written."""
        self.overlay = ""
        """The resolved folder of the house rules in use."""
        self.advises = False
        """True if each question is shown with advice."""
        self._drawn: list[Styled] = []
        self._view: RestrictedView | None = None

    @property
    def session(self) -> Session:
        """The session of the game."""
        return self.controller.session

    @property
    def book(self) -> Book:
        """The book with which the session is played, which may be an older one."""
        return self.session.book

    # ---- output

    def show(self) -> None:
        """Show the situation and the latest events; on a terminal, they replace the previous screen.

        The second player sees nothing that only the first player may see.
        """
        question = self.asked(self.session.decision) if self.session.decision else []
        is_restricted = self.session.view is not None
        lines = self.controller.story()[-STORY_LINES:] if is_restricted else self.controller.teller.unread()
        if not is_restricted:
            self.recent = lines or self.recent
        if self.full:
            self.out.clear()
            self._fill(question, lines if is_restricted else self.recent)
        else:
            self._append(lines, is_restricted)
        self.print(question)

    def _append(self, lines: Sequence[str], is_restricted: bool) -> None:
        """Print the latest events, and the picture if it has changed; for the second player the picture comes first."""
        drawn = self.picture()
        if is_restricted:
            self.put(drawn)
            self.rule("just now")
        for line in lines:
            self.line(line)
        if not is_restricted and drawn != self._drawn:
            self.put(drawn)
        self._drawn = [] if is_restricted else drawn

    def print(self, texts: Iterable[Text]) -> None:
        """Print texts that are wrapped already, each on a line of its own."""
        for text in texts:
            self.out.print(text, soft_wrap=True)

    def _fill(self, question: Sequence[Text], lines: Sequence[str]) -> None:
        """Fill the window above the question with the drawing, if it fits, and the latest events below it."""
        wrapped = [self.wrapped_lines(line) for line in lines]
        free_rows = self.out.height - max(len(question), 2) - 2  # the line above what happened, and the prompt
        picture = self.picture()
        if len(picture) + min(LEAST, sum(map(len, wrapped))) > free_rows:
            picture = self.picture(drawn=False)
        self.put(picture)
        if not wrapped:
            return
        rows = max(1, min(STORY_LINES, free_rows - len(picture)))
        first = len(wrapped) - 1
        while first > 0 and sum(map(len, wrapped[first - 1 :])) <= rows:
            first -= 1
        self.rule(f"just now; {first} more lines with: log {len(wrapped)}" if first else "just now")
        self.print(map(Text, chain(*wrapped[first:])))

    def picture(self, *, drawn: bool = True) -> list[Styled]:
        """Return a picture of the situation as wide as the window, showing only what the current player may see."""
        width = self.out.width if self.out.is_terminal else COLUMNS
        view = self.session.view or self.book.game.board
        return view.picture(self.session.flight, self.controller.words, width, drawn)

    def put(self, lines: Sequence[Styled]) -> None:
        """Print a picture with its styles."""
        for line in lines:
            self.print([Text().join(Text(piece.text, STYLES[piece.style]) for piece in line.pieces)])

    def hand_over(self) -> None:
        """On a terminal, clear the screen and wait while two players with different views change seats."""
        previous, self._view = self._view, self.session.view
        if self._view is previous or not self.out.is_terminal:
            return
        if self.full:
            self.out.clear()
        else:
            self.line("\n" * self.out.height)
        other = self.session.opponent
        who = other.name if other else self.book.game.board.player
        self.read(f"Now the {who} decides; hand over, then press Enter: ")

    def rule(self, title: str) -> None:
        """Print a horizontal line that contains a title."""
        self.print([self._ruled(title)])

    def _ruled(self, title: str) -> Text:
        width = min(COLUMNS, self.out.width)
        return Text(f"── {fold(title, width - 4)[0]} ".ljust(width, "─"), "dim")

    def wrapped_lines(self, text: str, hang: int = 2) -> list[str]:
        """Return a text wrapped to the window, or unchanged as one line in a pipe."""
        return fold(text, self.out.width, hang) if self.out.is_terminal else [text]

    def texts(self, text: str, style: str = "", hang: int = 2) -> list[Text]:
        """Return a text wrapped to the window, with its style."""
        return [Text(part, style) for part in self.wrapped_lines(text, hang)]

    def line(self, text: str, style: str = "", hang: int = 2) -> None:
        """Print one text, wrapped to the window."""
        self.print(self.texts(text, style, hang))

    def asked(self, decision: Decision) -> list[Text]:
        """Return the question of a decision and its options as styled lines."""
        always = "  always N" if decision.place in self.book.game.board.repeated else ""
        keys = f"{always}  ? help  u undo  auto  look  q quit" if self.out.is_terminal else ""
        lines = [self._ruled(f"{decision.rule}{keys}")]
        for note in self.note:
            lines += self.texts(note, "yellow")
        self.note = []
        texts = decision_text(self.session, self.controller.words)
        lines += self.texts(texts.question, "bold")
        if decision.open:
            lines += self.texts(f"Type {decision.open.form}, or choose:")
        if decision.naming:
            lines += self.texts(NAMING)
        for number, (option, worded) in zip(decision.numbers, texts.options.items(), strict=True):
            mark = ">" if option == decision.default else " "
            key = f"  [{option}]" if option != worded and option not in worded.split() else ""
            for text in self.texts(f"{mark}{number:>3}  {worded}{key}", "bold" if mark == ">" else "", 6):
                if key and text.plain.endswith(key.strip()):
                    text.stylize("not bold dim", -len(key.strip()))
                lines.append(text)
        return lines

    # ---- input

    def read(self, prompt: str) -> str:
        """Read a line from the player.

        Raises:
            Left: the player pressed Ctrl-D on a terminal.
            CombatBoxError: the input from a pipe has ended.
        """
        *above, last = self.wrapped_lines(prompt.rstrip())
        for part in above:
            self.out.print(Text(part, "bold cyan"))
        self.out.print(Text(f"{last} ", "bold cyan"), end="")
        self.out.file.flush()
        line = read_line()
        if not sys.stdin.isatty():
            self.line(line.rstrip("\n"))
        if line:
            return line.strip()
        if sys.stdin.isatty():
            self.out.print()
            raise Left
        saved = f"; it is {'' if self.is_saved else 'not '}saved in {self.file.path}" if self.file else ""
        raise CombatBoxError(f"the input ended before the game was over{saved}")

    def throw(self, wanted: Throw) -> Sequence[int]:
        """Ask the player for the faces of real dice.

        `q` leaves the game, as at every prompt. The faces typed so far are saved first.
        """

        def ask(prompt: str) -> str:
            self.autosave()
            answer = self.read(prompt)
            if answer.lower() in ("q", "quit"):
                raise Left
            return answer

        return faces_typed(wanted, self.session.throws(wanted.table), ask, self.line)

    def play(self, new_game: Session | None) -> None:
        """Play until the run is over or the player leaves; Ctrl-C on a terminal saves the game before it ends.

        Args:
            new_game: the session of a new game; None for the game that the controller has resumed.
        """
        try:
            if new_game:
                self.controller.start(new_game)
            self.note += filter(None, [self.book.rebuilt])
            self._play()
        except Left:
            self.leave()
        except KeyboardInterrupt:
            if not sys.stdin.isatty():
                raise
            self.out.print()
            self.stopped = True
            self.leave()

    def _play(self) -> None:
        while True:
            decision = self.session.decision
            self.autosave()
            self.hand_over()
            self.show()
            if decision and self.advises:
                self.run(Table.advise, str(LOOKS[0]))
            if decision is None:
                if not self.at_the_end():
                    return
                continue
            while not self.take(self.read("> "), decision):
                pass

    def autosave(self) -> None:
        """Save the game if there is a save file; a failure becomes a note to the player."""
        self.is_saved = False
        if self.file is None:
            return
        try:
            self.file.write(self.controller.save())
            self.is_saved = True
        except FileInUse as error:
            self.note.append(f"{error}. This game is saved there from now on")
            self.is_saved = True
        except CombatBoxError as error:
            self.note.append(f"Not saved: {error}")

    def say_notes(self) -> None:
        """Print the notes that would accompany the next question, because no question follows."""
        self.say([note for note in self.note if note != WELCOME])
        self.note = []

    def forget_file(self) -> None:
        """Close the save file; the game is not saved to any file from then on."""
        if self.file:
            self.file.close()
        self.file = None

    def at_the_end(self) -> bool:
        """Let the player read the account when the run is over; return True if the player undoes a step."""
        self.rule("the end")
        self.say_notes()
        if not self.out.is_terminal:
            return False
        while True:
            word, _, rest = self.read(AT_THE_END).partition(" ")
            command = COMMANDS.get(word.lower())
            if not word or command is Table.quit:
                return False
            if command is Table.log:
                self.log(rest.strip() or "all")
            elif command is None or command is Table.auto:
                self.say([f"{clipped(word)} cannot be used here: type log, u, look, s FILE, or Enter to leave"])
            elif self.run(command, rest):
                return True

    def run(self, command: Command, rest: str) -> bool:
        """Run a command of the player; an error becomes a message. Return True if play continues."""
        try:
            return command(self, rest.strip())
        except CombatBoxError as error:
            self.say([str(error)])
            return False

    def take(self, typed: str, decision: Decision) -> bool:
        """Handle the player's input; return True if play continues."""
        word, _, rest = typed.partition(" ")
        option = chosen(typed, decision)
        if option is not None:
            self.controller.answer(option)
            return True
        command = COMMANDS.get(word.lower())
        is_open = decision.open and typed and command is None
        if is_open or (decision.naming and not self.is_command(typed)):
            return self.name(typed)
        if command is None:
            near = suggest(typed[:SHORTEST], [*decision.options, *COMMANDS])
            self.say([f"{clipped(typed)} is neither an option nor a command{near}"])
            return False
        return self.run(command, rest)

    def is_command(self, typed: str) -> bool:
        """Return True if the player's input is a command, although the question asks for a name.

        For example, `S Smith` is a man, but `s` alone saves.
        """
        word, _, rest = typed.lower().partition(" ")
        spans = [*self.session.spans(), self.session.run]
        fits = (
            not rest
            or (word in ("auto", "a") and (rest in spans or rest.startswith("to ")))
            or (word in ("log", "l") and (rest == "all" or rest.isdecimal()))
        )
        return word in COMMANDS and fits

    def name(self, typed: str) -> bool:
        """Answer the decision with the typed name or other free text; report an answer that is not valid."""
        try:
            self.controller.answer(typed)
        except IllegalChoice as error:
            self.say([str(error)])
            return False
        self.note += undrawn(typed)
        return True

    def say(self, lines: Iterable[str]) -> None:
        """Print messages to the player below the question."""
        for line in lines:
            self.line(line, "yellow")

    # ---- commands

    def help(self, rest: str) -> bool:
        """Print the commands, and the text of the rule behind the decision."""
        decision, spans = self.session.decision, [*self.session.spans(), self.session.run]
        phases = ", ".join(dict.fromkeys(spans))
        rolled = ", ".join([name for name, place in self.book.places.items() if place.table][:3])
        for keys, what in HELP:
            self.line(f"  {keys:<19}  {what.format(phases=phases, places=rolled)}", "yellow", hang=21)
        if decision and decision.rule in self.book.rules:
            rulings = self.session.rulebook.rulings
            self.say(rule_lines(self.book, self.prose, [decision.rule], rulings))
        elif decision:
            self.say([f"Rule {decision.rule}"])
        return False

    def always(self, rest: str) -> bool:
        """Choose an option now and whenever the question repeats, until the situation changes."""
        decision = self.session.decision
        if decision is None or decision.place not in self.book.game.board.repeated:
            raise CombatBoxError("This question does not repeat: answer it without always.")
        option = chosen(rest, decision)
        if option is None:
            raise CombatBoxError(f"{clipped(rest)} is not an option{suggest(rest[:SHORTEST], decision.options)}")
        self.controller.answer(option, hold=True)
        return True

    def undo(self, rest: str) -> bool:
        """Undo the last step."""
        if "choice" not in self.session.undoable:
            raise CombatBoxError("There is nothing to undo.")
        self.controller.undo()
        self.controller.teller.unread()
        self.recent = self.controller.teller.lines[-STORY_LINES:]
        self.note = [f"Undone; {self.session.undone} so far."]
        return True

    def auto(self, rest: str) -> bool:
        """Give the usual answers until the end of a phase, or until play reaches a place."""
        before = len(self.session.answers)
        word, _, place = rest[:SHORTEST].partition(" ")
        self.controller.auto(rest[:SHORTEST], place.strip() if word == "to" else None)
        count = len(self.session.answers) - before
        times = "once; u undoes it" if count == 1 else f"{count} times; u undoes all of it"
        self.note = [f"The usual answer was given {times}."]
        return True

    def advise(self, rest: str) -> bool:
        """Print the advice on each option, simulated on all cores if the session uses the current book."""
        from os import cpu_count

        from combatbox.cli.log_commands import lines_of
        from combatbox.odds.parallel_advice import advise

        flights = number_typed(rest, FLIGHTS)
        check_range("advise", flights, 1, MOST_FLIGHTS)
        jobs = (cpu_count() or 1) if self.book.digest == self.prose.digest else 1
        with progress("flying", flights) as reach:
            advice = advise(self.session, flights, jobs, self.overlay, reach)
        for line in lines_of(self.session, self.controller.words, advice):
            self.line(line, hang=6)
        return False

    def log(self, rest: str) -> bool:
        """Print the last lines of the account, or all of it; on a terminal, print it page by page."""
        lines = self.controller.story()
        if rest != "all":
            lines = lines[-number_typed(rest, 20) or len(lines) :]
        wrapped_lines = [part for line in lines for part in self.wrapped_lines(line)]
        size = self.out.height - 2 if self.out.is_terminal else len(wrapped_lines)
        for start in range(0, len(wrapped_lines), max(size, 1)):
            self.print(map(Text, wrapped_lines[start : start + size]))
            left = len(wrapped_lines) - start - size
            if left > 0 and self.read(f"{left} more lines: Enter to read on, q to stop ").lower() in ("q", "quit"):
                break
        return False

    def look(self, rest: str) -> bool:
        """Draw the picture again, even if it did not fit into the window."""
        if self.full:
            self.put(self.picture())
            return False
        self._drawn = []
        return True

    def save(self, rest: str) -> bool:
        """Save the game to a file; if the game had no save file, later autosaves also use this file."""
        if not rest and self.file is None:
            raise CombatBoxError("Name a file to save to: s FILE")
        saved = self.save_as(rest)
        self.say([f"Saved in {saved}." if saved else "Not saved."])
        return False

    def save_as(self, typed: str) -> Path | None:
        """Save the game in a file that the player names, or in its current save file.

        Args:
            typed: the name; empty for the current save file.

        Returns:
            The path, or None if the player keeps the existing file.

        Raises:
            CombatBoxError: the game cannot be saved there.
        """
        path = path_of(typed) if typed else None
        file = self.file
        if file is None or path not in (None, file.path):
            assert path is not None
            file = open_save(path, self.confirm)
        if file is None:
            return None
        try:
            file.write(self.controller.save())
        except CombatBoxError:
            if file is not self.file:
                file.close()
            raise
        if self.file in (None, file):
            self.file, self.is_saved = file, True
        else:
            file.close()
        return file.path

    def confirm(self, question: str) -> bool:
        """Ask the player a yes-or-no question; return False if nobody can be asked."""
        try:
            return sys.stdin.isatty() and self.read(f"{question} [y/N] ").lower() in ("y", "yes")
        except Left:
            return False

    def quit(self, rest: str) -> bool:
        """Leave the game."""
        raise Left

    @property
    def is_unsaved(self) -> bool:
        """True if decisions of a game that is not over would be lost."""
        return self.file is None and bool(self.session.answers) and not self.session.over

    def leave(self) -> None:
        """Save the game; if it has no save file, ask for one until the game is saved or the player declines."""
        self.autosave()
        if not self.is_saved:
            self.forget_file()
        self.say_notes()
        try:
            while self.is_unsaved:
                name = self.read("Save in which file? (Enter: do not save) ")
                if not name:
                    break
                try:
                    self.save_as(name)
                except CombatBoxError as error:
                    self.say([str(error)])
        except Left:  # Ctrl-D here too
            pass
        if self.is_unsaved:
            self.line("Not saved.")


RESUME_MODES = {
    "finish": "finish the mission with the tables it began with; the next mission uses the current tables",
    "on": "continue with the current tables from the first difference; later decisions are made again",
    "look": "look at the game without changing the save",
}
"""The ways to continue a mission whose replay differs with the current tables."""

COMMANDS: dict[str, Command] = {
    "always": Table.always,
    "?": Table.help,
    "help": Table.help,
    "u": Table.undo,
    "undo": Table.undo,
    "auto": Table.auto,
    "a": Table.auto,
    "advise": Table.advise,
    "log": Table.log,
    "l": Table.log,
    "look": Table.look,
    "s": Table.save,
    "save": Table.save,
    "q": Table.quit,
    "quit": Table.quit,
}


def number_typed(text: str, default: int) -> int:
    """Return the number that the player typed, of which nine digits count; the default for anything else."""
    return int(text[:9]) if text.isascii() and text.isdecimal() else default


def clipped(typed: str) -> str:
    """Return the player's input quoted and shortened, for use in a message."""
    return repr(typed if len(typed) <= SHORTEST else f"{typed[:SHORTEST]}...")


def open_save(path: Path, confirm: Callable[[str], bool]) -> PlayerFile | None:
    """Open a file for saves; an existing file is opened only if `confirm` returns True.

    Args:
        path: the path of the file.
        confirm: a function that asks the player a question, and returns True for yes.

    Returns:
        The file, or None if the player does not want to replace the existing file.

    Raises:
        FileExists: nobody can be asked.
        CombatBoxError: the path cannot be written, or another game uses it.
    """
    try:
        return PlayerFile(path)
    except FileExists as error:
        if not sys.stdin.isatty():
            raise FileExists(f"{error}; name another file") from error
        return PlayerFile(path, own=True) if confirm(f"{error}. Replace it?") else None


def chosen(typed: str, decision: Decision) -> str | None:
    """Return the option that the player typed by its id or number, or the default for empty input.

    Returns:
        The option, or None if the input is not an option.
    """
    if not typed:
        return decision.default
    ids = {option.lower(): option for option in decision.options}
    if typed.lower() in ids:
        return ids[typed.lower()]
    numbers = list(map(str, decision.numbers))
    return decision.options[numbers.index(typed)] if typed in numbers else None


@click.command()
@with_game
@click.option(
    "--mission",
    "--scenario",
    type=MissionNumber(),
    help="Which mission of the tour, or which scenario, it is: its number, its name, or a file.  [default: 1]",
)
@click.option("--run", "run_name", help="What to play, if the game offers several kinds of run: mission, tour, ...")
@with_seed
@with_manual
@with_name
@with_crew
@click.option("--save", type=FILE, help="Save here at every decision.")
@with_resume
@with_log
@with_overwrite
@click.option(
    "--moved",
    type=click.Choice(list(RESUME_MODES)),
    help="What to do if the tables or the program have changed and the saved mission no longer replays the same: `finish` it with the tables it began with, go `on` with the current tables, or only `look` at it.",
)
@click.option("--advise", "advises", is_flag=True, help="Compare the options of each decision by simulation.")
@click.option("--lines", is_flag=True, help="Print line by line and never redraw the screen.")
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
    resume: Path | None,
    log: Path | None,
    overwrite: bool,
    moved: str | None,
    advises: bool,
    lines: bool,
    overlay: Path | None,
    rulings: tuple[str, ...],
) -> None:
    """Play at the terminal, decision by decision: pictures, plain words, undo, save and resume.

    Type a number or Enter at each decision; ? explains it, u undoes the last step, q saves and quits.

    \b
    Example:
      combatbox play queen --mission 7 --save seven.save
      combatbox play queen --resume seven.save
      combatbox play queen --resume seven.save --moved finish
      combatbox play queen --manual --ruling Q-X1=on
      combatbox play queen --mission 12 --advise
      combatbox play twentyfive --run tour
    """
    book, choices = open_book(game, overlay, rulings)
    check_run(book)
    log_file = claim(log, overwrite=overwrite)
    if moved and not resume:
        raise CombatBoxError("--moved: only for a save; name it with --resume")
    out = Output(width=None if sys.stdout.isatty() else 100)
    full = out.is_terminal and sys.stdin.isatty() and not lines
    table = Table(out, book, full=full)
    table.overlay, table.advises = str(overlay.resolve()) if overlay else "", advises
    new_game = None
    try:
        if resume:
            refuse(
                "the save contains it",
                mission=mission is not None,
                run=run_name is not None,
                seed=seed is not None,
                name=name is not None,
                crew=crew,
                ruling=rulings,
                manual=manual,
            )
            if save in (None, resume) and moved != "look":
                table.file, table.is_saved = PlayerFile(resume, own=True), True
            with naming(resume):
                _resume(table, read_save(resume), moved)
        else:
            if mission is None and book.game.scenarios and sys.stdin.isatty():
                mission = _choose_contest(book, table)
            check_mission(1 if mission is None else mission, 1, book.missions)
            check_dice(seed, manual=manual)
            new_game = begun(
                book,
                seed=fresh_seed() if seed is None else seed,
                run=run_name or ("mission" if "mission" in book.game.runs else next(iter(book.game.runs))),
                mission=mission or 1,
                names=names_of(book, name, crew),
                rulings=choices,
                dice=EnteredDice(ask=table.throw) if manual else None,
                scenario=scenario_typed(book),
            )
        if save and table.file is None:
            table.file = _file_for(save, table)
        archive_book(book)
        if moved == "look":
            for line in table.controller.story():
                table.line(line)
            table.put(table.picture())
            return
        with _alternate_screen(out) if full else nullcontext():
            table.play(new_game)
        _farewell(table, log_file)
    finally:
        table.forget_file()
    if table.stopped:
        raise click.Abort


def _resume(table: Table, save: dict[str, Any], way: str | None) -> None:
    """Resume a saved game at the decision at which it was saved.

    If the tables or the program have changed, the player chooses how to continue.

    Args:
        table: the dialogue.
        save: the save.
        way: one of `RESUME_MODES`; None to ask the player.

    Raises:
        CombatBoxError: the mode is not possible, or nobody can be asked for it.
    """
    controller, look = table.controller, way == "look"
    try:
        controller.resume(save)
    except BookChanged as change:
        way, look = way or _ask_mode(table, save, change), True
        if way == "on":
            controller.fly_on()
            table.note.append(f"{change}. The decisions from there on are made again.")
            return
    if look:
        digest = save.get("book", save["header"]["digest"])
        controller.resume(save, _played_book(table.prose, digest), table.prose if way == "finish" else None)


def _played_book(current: Book, digest: str) -> Book:
    """Return the book under which a mission was played: the current one, or one that is archived.

    Raises:
        CombatBoxError: the book is not archived.
    """
    book = current if digest == current.digest else archived_book(current.key, digest)
    if book is None:
        raise CombatBoxError(
            f"the book {digest} with which the mission was played is not archived here ({archived_books().path(current.key, digest)}); "
            "continue with --moved on"
        )
    return book


def _ask_mode(table: Table, save: dict[str, Any], change: BookChanged) -> str:
    """Ask the player for one of `RESUME_MODES`.

    Raises:
        CombatBoxError: nobody can be asked; the message lists the modes.
    """
    lines, modes = [str(change)], ["on"]
    if change.began != change.now and (book := archived_book(table.prose.key, change.began)):
        old = resume_save(book, save)
        old.advance()
        event = old.journal.events[change.event - 1]
        then = f"{event['row']}: {'; '.join(event['gives'])}" if "row" in event else event["kind"]
        lines.append(f"With the book {change.began} it was: {then}")
        modes = [*RESUME_MODES]
    listed = [f"{mode}: {RESUME_MODES[mode]}" for mode in modes]
    if not sys.stdin.isatty():
        raise CombatBoxError("\n".join([*lines, *(f"--moved {mode}" for mode in listed)]))
    table.say([*lines, *listed])
    while True:
        typed = table.read(f"How do you want to continue? [{'/'.join(RESUME_MODES)}] ").lower()
        if typed in RESUME_MODES:
            return typed


def _file_for(save: Path, table: Table) -> PlayerFile:
    """Open the file of the option --save.

    Raises:
        CombatBoxError: the player does not want to replace the existing file.
    """
    try:
        file = open_save(save, table.confirm)
    except FileExists as error:
        raise CombatBoxError(f"{error}, or continue it with --resume") from error
    if file is None:
        raise CombatBoxError(
            f"{save}: the file was not replaced; name another file for --save, or continue it with --resume"
        )
    return file


@contextmanager
def _alternate_screen(out: Output) -> Iterator[None]:
    """Use the alternate screen, and restore the original one afterwards."""
    out.set_alt_screen(True)
    try:
        yield
    finally:
        out.set_alt_screen(False)


def _choose_contest(book: loaded.Book, table: Table) -> int:
    """List the scenarios with who fights whom in each, and return the player's choice as `MissionNumber` does."""
    own = {name: contest_title(book, scenario=book.as_played(data)) for name, data in read_scenarios(book).items()}
    names = {**{str(n): contest_title(book, n) for n in range(1, book.missions + 1)}, **own}
    table.say([f"{name:>{max(map(len, names))}}  {title}" for name, title in names.items()])
    typed = table.read("Which one? Type its number or name. [1] ")
    return MissionNumber().convert(typed or "1", None, click.get_current_context())


def _farewell(table: Table, log: PlayerFile | None) -> None:
    """Print the lines that stay on the terminal after the game, and write the log."""
    session = table.session
    if table.full:
        for line in table.controller.story()[-6:]:
            table.line(line)
    if not session.over and table.file:
        command = f"combatbox play {table.book.key} --resume {quote(str(table.file.path))}"
        table.out.print(Text(f"Saved. Continue with: {command}"), soft_wrap=True)  # whole, to be copied
    if session.seed is not None:
        undone = f", {session.undone} undone" if session.undone else ""
        table.line(f"{plural(len(session.answers), 'decision')}{undone}; seed {session.seed}.", "dim")
    if log and session.over:
        log.write(session.log())
        table.line(f"The log is in {log.path}.")
