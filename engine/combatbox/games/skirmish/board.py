"""The display of the tabletop between moves, with the effect of each move."""

from __future__ import annotations

from collections.abc import Mapping

from combatbox.core.board import Board, Opponent, Seat
from combatbox.core.decisions import Decision
from combatbox.core.narration import NarrationContext
from combatbox.core.styled_text import Piece, Style, Styled, styled
from combatbox.games.skirmish.constants import Skirmish
from combatbox.games.skirmish.deploy import places_of
from combatbox.games.skirmish.doctrine import best_stops, over_target
from combatbox.games.skirmish.effects import inches, inches_on_ruler
from combatbox.games.skirmish.line_of_fire import dead_ahead, guns_on
from combatbox.games.skirmish.parameters import Measures, measures
from combatbox.games.skirmish.paths import Path, parse_move, stays, units
from combatbox.games.skirmish.state import FLY_ON, TO_TARGET, Plane, State

COLUMNS, ROWS = 60, 18
ARROWS = "↑↗→↘↓↙←↖"


def picture(flight: Skirmish, words: NarrationContext, width: int = 80, drawn: bool = True) -> list[Styled]:
    """Return a drawing of the table from above, and a line of text for each aircraft (S-206).

    The target is at the top.

    Args:
        flight: the flight.
        words: the names and vocabulary of the game.
        width: ignored, because the drawing has a fixed width.
        drawn: False to leave out the drawing.
    """
    state = flight.state
    lines = _drawing(flight) if drawn else []
    head = f"Turn {state.turn}   bomb hits {state.hits} of {state.needed}"
    if state.waves > 1:
        head = f"Wave {state.wave + 1} of {state.waves}   {head}"
    return [
        *map(styled, (head, *lines)),
        *(_line(plane, words) for plane in state.planes.values() if plane.out != "waiting"),
    ]


def _drawing(flight: Skirmish) -> list[str]:
    m, state = measures(flight.book), flight.state
    grid = [["·" if column % 10 == 0 else " " for column in range(COLUMNS + 1)] for _ in range(ROWS + 1)]
    left, right, near, far = m.target
    for row in range(ROWS + 1):
        y = (ROWS - row) * m.length // ROWS
        for column in range(COLUMNS + 1):
            if left <= column * m.width // COLUMNS <= right and near <= y <= far:
                grid[row][column] = "#"
    for plane in state.planes.values():
        if plane.flies and m.on_table(plane.x, plane.y):
            row = ROWS - (plane.y * ROWS + m.length // 2) // m.length
            column = (plane.x * COLUMNS + m.width // 2) // m.width
            mark = "B" if plane.type == "bomber" else "G" if plane.side == "german" else "E"
            grid[row][column] = mark
            if column < COLUMNS:
                grid[row][column + 1] = ARROWS[(plane.heading * 8 + 180) // 360 % 8]
    edge = "+" + "-" * (COLUMNS + 1) + "+"
    return [edge, *(f"|{''.join(row)}|" for row in grid), edge]


OUTS: Mapping[str, Style] = {"destroyed": "bad", "exited": "faint"}
"""The style of the lines of aircraft that have left the table."""


def _line(plane: Plane, words: NarrationContext) -> Styled:
    side: Style = "enemy" if plane.side == "german" else ""
    label = f"{words.say(plane.key):<13} "
    if plane.out:
        return styled(Piece(label, side), Piece(plane.out, OUTS.get(plane.out, side)))
    where = f"{inches(plane.x):>6}, {inches(plane.y):>7}  heading {plane.heading:>3}  "
    bombs = "  bombs gone" if plane.bombed else ""
    return styled(Piece(label + where, side), Piece("*" * plane.damage, "warn"), Piece(bombs, side)).rstrip()


def option(decision: Decision, option: str, flight: Skirmish, words: NarrationContext) -> str:
    """Return a description of an option and its effect."""
    if decision.kind == "move" and option != TO_TARGET:
        return _move_effects(flight, mover(flight, decision), option, words)
    if decision.kind == "stop_and_fire" and option != FLY_ON:
        return f"stop {_after(units(option))} and fire"
    return _deployed(flight, decision, option) if decision.kind == "deploy" else words.say(option)


def _deployed(flight: Skirmish, decision: Decision, option: str) -> str:
    """Return a description of starting positions.

    It states how far the aircraft are from the middle of the edge, and how far the escorts are from each other.
    """
    across = [x for x, _ in places_of(option)]
    offset = sum(across) // len(across) - measures(flight.book).width // 2
    where = f"{inches(abs(offset))} inches to the {'left' if offset < 0 else 'right'}" if offset else "in the middle"
    apart = (
        "" if decision.who == "bombers" or len(across) < 2 else f", {inches(max(across) - min(across))} inches apart"
    )
    return f"{where}{apart}"


def mover(flight: Skirmish, decision: Decision) -> Plane:
    """Return the aircraft whose move is to be decided; each option names it."""
    return flight.state.planes[str(decision.options[0].args[0])]


def _move_effects(flight: Skirmish, plane: Plane, text: str, words: NarrationContext) -> str:
    """Return a description of a move and its effects.

    For a fighter, it names the best stop and the number of guns that would fire there. For a bomber, it states whether
    the move passes over the target or ends within range of flak.
    """
    m, state = measures(flight.book), flight.state
    path = parse_move(text)
    x, y, _ = path.at(*plane.place, path.total)
    move, on_table = path.in_words, stays(m, plane, path)
    end = "" if on_table else "; leaves the table"
    if plane.type == "bomber":
        return f"{move}{_bomber_meets(m, plane, path)}{end}"
    guns = _guns(m, state, plane, x, y) if on_table else 0
    end += f"; ends where {_of_guns(guns)} would fire at it" if guns else ""
    stops = best_stops(m, state, plane, path, 1)
    return f"{move}; {_stop_words(m, state, plane, path, stops[0], words) if stops else 'nobody to fire at'}{end}"


def _bomber_meets(m: Measures, plane: Plane, path: Path) -> str:
    """Return a note if a bomber's move passes over the target or ends within range of flak."""
    x, y, _ = path.at(*plane.place, path.total)
    if over_target(m, plane, path) >= 0:
        return "; over the target on the way"
    return "; ends in reach of the flak" if stays(m, plane, path) and m.in_flak(x, y) else ""


def _stop_words(
    m: Measures, state: State, plane: Plane, path: Path, stop: tuple[int, Plane], words: NarrationContext
) -> str:
    x, y, heading = path.at(*plane.place, stop[0])
    guns = _guns(m, state, plane, x, y)
    ahead = " from dead ahead" if dead_ahead(m, x, y, heading, stop[1]) else ""
    answer = f"{_of_guns(guns)} would fire" if guns else "no gun bears"
    return f"fires at {words.say(stop[1].key)}{ahead} {_after(stop[0])}, {answer}"


def _after(flown: int) -> str:
    """Return in words when a fighter stops: `at once`, or after a length flown."""
    return f"after {inches_on_ruler(flown)} inches" if flown else "at once"


def _guns(m: Measures, state: State, plane: Plane, x: int, y: int) -> int:
    """Return the number of bombers' guns that would fire at a fighter at a position.

    It follows S-642 and S-644.
    """
    spared = plane.side == "american" and not (state.alarmed and m.ruled["friendly_fire"] == "true")
    return 0 if spared else guns_on(m, state.bombers, x, y)


def _of_guns(number: int) -> str:
    return f"{number} gun{'s' if number > 1 else ''}"


def spans(state: State) -> dict[str, object]:
    """Return the numbers of the current turn and wave, by name.

    A value changes when the next turn or wave begins.
    """
    return {"turn": state.turn, "wave": state.wave}


BOARD = Board(
    picture=picture,
    option=option,
    spans=spans,
    opponent=Opponent("germans", "player of the Germans"),
    player="player of the Americans",
    seats=(
        Seat("americans", "Americans", {"solo": "americans", "german_policy": "closest"}),
        Seat("germans", "Germans", {"solo": "germans", "german_policy": "closest"}),
        Seat("both", "Both, or two players", {"solo": "americans", "german_policy": "player"}, is_for_two=True),
    ),
)
"""The display of `combatbox play skirmish`."""
