"""A scenario as a page shows it: its table, the models where they start, and the points of each side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatbox.core.errors import CombatBoxError
from combatbox.core.scene import EventFollower
from combatbox.play.book import Book
from combatbox.play.frames import changes
from combatbox.play.log_validation import setup_of
from combatbox.play.narrate import narration_context
from combatbox.play.scene_layout import board
from combatbox.play.session import Session


def scenario_table(book: Book, scenario: Mapping[str, Any], values: Mapping[str, float]) -> dict[str, Any]:
    """Return the table of a scenario as plain data.

    Args:
        book: the book of a game with scenario files.
        scenario: the scenario as plain data.
        values: the values of a scenario's parts, for its points; empty to leave the points out.

    Returns:
        A mapping. `top`: the table, its zones and models, in units of the drawing. `models`: the models that stand on
        it once all are placed as offered first, by key, each as in a frame. `points`: the points of both sides and
        the chance of the first that follows from them, as `ScenarioSpec.points` returns them.

    Raises:
        CombatBoxError: the scenario cannot be played, or the game has no drawing of a table.
    """
    setup = setup_of(book, 1, {}, book.as_played(scenario))
    session = Session(book, run=next(iter(book.game.runs)), setup=setup, seed="1")
    session.advance()
    phase = ""
    while (decision := session.decision) and decision.open and decision.open.spots:
        phase = decision.place.partition(".")[0]
        session.answer(str(decision.default))
    events = session.journal.events
    placed = max((event["n"] for event in events if event["place"].partition(".")[0] == phase), default=len(events))
    scene = book.game.show and EventFollower(book.game.show, narration_context(book), session.rulebook).scene(events)
    if not scene or not scene.top:
        raise CombatBoxError(f"{book.title} has no drawing of a table")
    (last,) = changes(scene, [placed])
    points = book.scenario_points(scenario, values) if values else {}
    return {"top": board(scene.top), "models": last.get("m", {}), "points": points}
