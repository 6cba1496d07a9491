"""The choices before a game as plain data: runs, missions, names, dice and rulings, and the table of a scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from combatbox.core.dice import EnteredDice
from combatbox.core.errors import CombatBoxError
from combatbox.core.scene import EventFollower
from combatbox.core.table_views import capital
from combatbox.play.book import Book, Ruling
from combatbox.play.frames import changes
from combatbox.play.narrate import narration_context
from combatbox.play.scene_layout import board
from combatbox.play.session import TOUR, Session


def setup_choices(book: Book) -> dict[str, Any]:
    """Return all choices before a game.

    Returns:
        A mapping with, among others:
        `numbered`: the word for a numbered mission.
        `titles`: the titles of the missions, in order from 1; empty if they have only numbers.
        `names`: the names that a player can choose, with their keys.
        `rolled`: the tables on which dice are rolled.
        `rulings`: the choices by ruling; a ruling is `optional` if it activates an optional rule.
        `day`: True if the game has a mission of the day.
        `seats`: the choices of the sides that people play, each with the rulings that select it; the usual choice is
            first.
        `sides`: the names of the two players of a game for two.
        `hides`: True if some things are hidden from the second player.
    """
    board = book.game.board
    return {
        "game": book.key,
        "title": book.title,
        "digest": book.digest,
        "version": book.version,
        "runs": list(book.game.runs),
        "missions": book.missions,
        "numbered": book.game.numbered,
        "titles": [contest_title(book, n + 1) for n in range(book.missions)] if book.game.scenarios else [],
        "names": list(_names(book)),
        "rolled": [{"id": table.id, "title": table.title} for table in _rolled(book)],
        "rulings": {
            ruling.key: _ruling_choice(book, ruling) for ruling in book.rulings.values() if len(ruling.options) > 1
        },
        "places": {name: place.question for name, place in book.places.items() if place.question},
        "day": book.day is not None,
        "players": 2 if board.opponent else 1,
        "seats": [{"key": seat.key, "words": seat.words, "rulings": dict(seat.rulings)} for seat in board.seats],
        "sides": [board.player, board.opponent.name] if board.opponent else [],
        "hides": board.opponent is not None and board.opponent.view is not None,
    }


def _ruling_choice(book: Book, ruling: Ruling) -> dict[str, Any]:
    return {
        "id": ruling.id,
        "question": ruling.question,
        "options": {name: choice.words for name, choice in ruling.options.items()},
        "default": ruling.default,
        "optional": ruling.id in book.optional,
    }


def contest_title(book: Book, number: int = 1, scenario: Mapping[str, Any] | None = None) -> str:
    """Return the name of a mission with who fights whom in it; empty for a game without scenario files.

    Args:
        book: the book of the game.
        number: the number of the mission.
        scenario: a scenario as plain data, in place of the first mission.
    """
    if (spec := book.game.scenarios) is None:
        return ""
    name = scenario["title"] if scenario else f"{capital(book.game.numbered)} {number}"
    evening = f", {evening_of(scenario)}" if scenario and "campaign" in scenario else ""
    return f"{name}{evening}: {spec.contest(book.rulebook(scenario=scenario), number)}"


def evening_of(scenario: Mapping[str, Any]) -> str:
    """Return the place of an evening in its campaign: `evening 1 of 5`."""
    campaign = scenario["campaign"]
    number = len(campaign.get("won", ())) + 1
    return f"evening {number} of {number + len(campaign['evenings'])}"


def _names(book: Book) -> Iterator[dict[str, str]]:
    """Yield every name that a player may give: its key (`crew.pilot`, `wingmen.0`), label and default."""
    defaults: Mapping[str, Any] = book.constants.get("names", {})
    for key, default in defaults.items():
        if isinstance(default, str):
            yield {"key": key, "label": book.say(key), "usual": default}
        else:
            yield from ({"key": f"{key}.{n}", "label": name, "usual": name} for n, name in enumerate(default))
    if defaults:
        for role in book.constants.get("crew", {}):
            yield {"key": f"crew.{role}", "label": book.say(role), "usual": ""}


def complete_names(book: Book, names: Mapping[str, Any]) -> dict[str, Any]:
    """Return names in the form that a set-up needs.

    A player can enter some names of a list by their numbers; the other names of the list are the game's defaults.
    """
    defaults = book.constants.get("names", {})
    complete = dict(names)
    for key, value in names.items():
        if isinstance(value, Mapping) and isinstance(defaults.get(key), list):
            complete[key] = [value.get(str(number), default) for number, default in enumerate(defaults[key])]
    return complete


def begun(
    book: Book,
    *,
    seed: str,
    run: str = "mission",
    mission: int = 1,
    names: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    dice: EnteredDice | None = None,
    scenario: Mapping[str, Any] | None = None,
) -> Session:
    """Return the session of a new game.

    Args:
        book: the book of the game.
        seed: the seed of the dice, and of anything that is drawn at random before the game.
        run: one of the game's runs.
        mission: the number of the mission.
        names: the names that the player has chosen, by their keys in `setup_choices`.
        rulings: the options of rulings, by key or id.
        dice: dice that the player enters, instead of those of the seed.
        scenario: a scenario of the players' own, in place of the first mission.

    Raises:
        CombatBoxError: the game has no such run, mission, name or ruling.
    """
    all_names = complete_names(book, names or {})
    if run == TOUR and "rosters" in book.constants:
        all_names.setdefault("roster", seed)
    setup = book.setup(mission, all_names, scenario and book.as_played(scenario))
    return Session(book, run=run, setup=setup, rulings=rulings, seed=None if dice else seed, dice=dice)


def _rolled(book: Book) -> Iterator[Any]:
    rulebook = book.rulebook()
    return (table for name, table in rulebook.tables.items() if table.count and table.id == name)


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
    setup = book.setup(1, {}, book.as_played(scenario))
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
