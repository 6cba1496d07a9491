"""The display of 25 and Out between missions."""

from __future__ import annotations

from combatbox.core.board import Board
from combatbox.core.decisions import Decision
from combatbox.core.narration import NarrationContext
from combatbox.core.styled_text import Piece, Styled, joined, styled
from combatbox.games.twentyfive.constants import Twentyfive
from combatbox.games.twentyfive.state import Bomber, State


def picture(flight: Twentyfive, words: NarrationContext, width: int = 80, drawn: bool = True) -> list[Styled]:
    """Return short lines with the progress of the tour and the state of each bomber.

    Args:
        flight: the flight.
        words: the names and vocabulary of the game.
        width: ignored, because the lines are short.
        drawn: ignored, because nothing is drawn.
    """
    state = flight.state
    head = f"Mission {state.mission} of {flight.const.missions}   completed {state.completed}"
    lines = [styled(f"{head}   {state.rank and words.say(state.rank)}").rstrip()]
    for place, bomber in state.bombers.items():
        is_own = place == state.position
        label = f"{'>' if is_own else ' '} {words.say(place):<7} {bomber.name or '':<16} "
        lines.append(styled(Piece(label, "good") if is_own else label, _state_of(bomber, words)).rstrip())
    gone = sum(fighter.gone for fighter in state.fighters)
    if state.attacked:
        lines.append(styled(f"  {gone} of {len(state.fighters)} fighters gone"))
    return lines


def _state_of(bomber: Bomber, words: NarrationContext) -> Styled:
    if bomber.lost:
        return styled(Piece(f"LOST: {words.say(bomber.cause)}", "bad"))
    hurt = [Piece(f"{bomber.engines_out} engines out", "warn")] if bomber.engines_out else []
    return joined(", ", [*hurt, *(f"{words.say(man)} out" for man in bomber.crew_out)])


SAID = {"fly_on": "fly the next mission", "stand_down": "stand down for now; you can go on with the tour later"}


def option(decision: Decision, option: str, flight: Twentyfive, words: NarrationContext) -> str:
    """Return a description of an option."""
    return SAID.get(option) or words.say(option)


def spans(state: State) -> dict[str, object]:
    """Return a dict with the number of the current mission; the number changes when the next mission begins."""
    return {"mission": state.mission}


BOARD = Board(
    picture=picture,
    option=option,
    spans=spans,
    between=frozenset({"fly_on"}),
)
"""The display of `combatbox play twentyfive`."""
