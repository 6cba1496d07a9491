"""The pages on which a game is played and a scenario is built in the browser, with the data known when they are built."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.core.scene import EventFollower, Scene
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.dataclass_schema import declared_schema
from combatbox.library.scenarios import contest_figures, read_scenarios
from combatbox.library.tutorial import read_lesson
from combatbox.play.day import scoring
from combatbox.play.narrate import narration_context
from combatbox.play.setup_choices import contest_title, scenario_table, setup_choices
from combatbox.web import art
from combatbox.web.replays import drawings_of
from combatbox.web.site_files import json_in_page
from combatbox.web.views import Views


def playable(book: Book) -> bool:
    """Return True if a game or variant can be played on the site."""
    return bool(book.game.runs) and book.meta.stage != "draft"


def page(book: Book, engine: bool, views: Views) -> dict[str, Any]:
    """Return the data that the page for playing a game shows before the engine is loaded.

    Args:
        book: the book of the game.
        engine: True if the site has an engine.
        views: the object that builds the links of the page.
    """
    scene, lesson = _scene(book), read_lesson(book)
    drawings = drawings_of(scene) if scene else ()
    return {
        "engine": engine,
        "lesson": lesson,
        "day": scoring(book) if book.day else "",
        "numbered": book.game.numbered,
        "drawings": drawings,
        "fighters": [name.removesuffix(art.OUTLINE) for name in _plans() if name not in drawings] if drawings else [],
        "models": _plans() if scene and scene.top else [],
        "emblems": (book.key,) if scene is None and book.key in paths.drawings() else (),
        "data": json_in_page({**_data(book, views), "lesson": asdict(lesson) if lesson else None}),
    }


def _plans() -> list[str]:
    """Return the names of all drawings of aircraft from above; they are also the models that may stand on a table."""
    return [name for name in paths.drawings() if name.endswith(art.OUTLINE)]


def _data(book: Book, views: Views) -> dict[str, Any]:
    """Return the data of the page's script: links to rules and tables."""
    refs = {key: views.table_ref(key) for key in book.tables}
    return {
        "game": book.key,
        "title": book.meta.title,
        "rules": {rule: views.rule_ref(rule).url for rule in book.rules},
        "tables": {key: [ref.url, ref.label] for key, ref in refs.items()},
        "rulings": views.url(f"{book.key}/rulings.html") if book.rulings else "",
        "scenarios": [
            {"title": contest_title(book, scenario=played), "data": played}
            for played in map(book.as_played, read_scenarios(book).values())
        ],
    }


def _scene(book: Book) -> Scene | None:
    """Return the scene of a first mission; None if the game draws nothing."""
    if book.game.show is None:
        return None
    rulebook = book.rulebook()
    setup: Setup[Any] = Setup()
    run = next(iter(book.game.runs))
    journal = Journal(book.header(run, rulebook.rulings, setup, "seed 1"))
    fly(book.game, rulebook, SeededDice("1"), run=run, setup=setup, player=DefaultPlayer(), journal=journal)
    return EventFollower(book.game.show, narration_context(book), rulebook).scene(journal.events)


# ---- the page on which players build a scenario: its form, its table, and simulation on the spot

NUMBERS_OF_GAMES = (50, 200, 1000)
"""The numbers of games that can be simulated at once; a browser takes about a quarter of a second for each."""


def scenario_page(book: Book, engine: bool) -> dict[str, Any]:
    """Return the data of the page on which a scenario is built.

    Args:
        book: the book of a game with scenario files.
        engine: True if the site has an engine.
    """
    spec = book.game.scenarios
    assert spec
    choices, values = setup_choices(book), contest_figures(book).get("values", {})
    scenarios = {name: scenario for name, scenario in read_scenarios(book).items() if "campaign" not in scenario}
    printed, schema = spec.printed(book.rulebook()), declared_schema(spec.type)
    settled = {*spec.settled, *(key for seat in choices["seats"] for key in seat["rulings"])}
    data = {
        "game": book.key,
        "beside": {},
        "printed": printed,
        "scenarios": scenarios,
        "seats": choices["seats"],
        "sides": [seat["words"] for seat in choices["seats"][:2]],
        "values": values,
        "margin": round(largest_gap(book, scenarios), 2),
        "table": scenario_table(book, {"title": "A scenario", **printed}, values),
    }
    shown = {key: ruling for key, ruling in choices["rulings"].items() if key not in settled}
    return {
        "engine": engine,
        "limits": dict(limits(schema)),
        "needed": set(needed(schema)),
        "rulings": shown,
        "unseen": [ruling for ruling in book.rulings.values() if ruling.key not in shown],
        "games": NUMBERS_OF_GAMES,
        "models": _plans(),
        "builder": data,
        "data": json_in_page(data),
    }


def largest_gap(book: Book, scenarios: Mapping[str, Mapping[str, Any]]) -> float:
    """Return how far the simulated chances of scenarios are at most from those expected from their points; 0 for none."""
    figures = contest_figures(book)
    return max(
        (
            abs(book.scenario_points(scenarios[name], figures["values"])["chance"] - flown["won"] / flown["games"])
            for name, flown in figures.get("chances", {}).items()
            if name in scenarios
        ),
        default=0,
    )


def limits(schema: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the minimum and maximum of each number in a schema that has both, by its path such as `forces.escorts`."""
    for choice in schema.get("anyOf", [schema]):
        if "minimum" in choice and "maximum" in choice:
            yield path, (choice["minimum"], choice["maximum"])
        if "items" in choice:
            yield from limits(choice["items"], path)
        for name, part in choice.get("properties", {}).items():
            yield from limits(part, f"{path}.{name}" if path else name)


def needed(schema: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Yield the paths of the values that every scenario states."""
    for name in schema.get("required", ()):
        part = f"{path}.{name}" if path else name
        yield part
        yield from needed(schema["properties"][name], part)
