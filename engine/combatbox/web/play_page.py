"""The page on which a game is played in the browser, with the data that is known when the site is built."""

from __future__ import annotations

from dataclasses import asdict
from types import SimpleNamespace
from typing import Any

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.core.scene import EventFollower, Scene
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.scenarios import read_scenarios
from combatbox.library.tutorial import read_lesson
from combatbox.play.narrate import narration_context
from combatbox.play.replay import header
from combatbox.play.setup_choices import contest_title
from combatbox.web import art
from combatbox.web.site_files import json_in_page
from combatbox.web.views import Views

OUTLINE = "-plan"
"""The ending of the names of drawings that show an aircraft from above."""


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
    scene = _scene(book)
    planes = [plane.art for plane in scene.planes] if scene else []
    drawings = list(dict.fromkeys(n for one in planes for n in (one.plan, one.plan_marks, one.side, one.side_marks)))
    outlines = [name for name in paths.drawings() if name.endswith(OUTLINE) and name not in drawings]
    own = [book.key] if scene is None and book.key in paths.drawings() else []
    top = scene.top if scene else None
    lesson = read_lesson(book)
    return {
        "play": SimpleNamespace(
            title=book.meta.title,
            game=book.key,
            engine=engine,
            first=lesson is not None,
            numbered=book.game.numbered,
            art={name: art.embed_drawing(name) for name in drawings},
            fighters={name.removesuffix(OUTLINE): art.outline(name) for name in outlines} if planes else {},
            shapes=model_shapes() if top else {},
            styles=art.styles(*drawings, *own),
            emblem=SimpleNamespace(box=art.sheet(own[0]), shapes=art.embed_drawing(own[0])) if own else None,
            data=json_in_page({**_data(book, views), "lesson": asdict(lesson) if lesson else None}),
        )
    }


def model_shapes() -> dict[str, object]:
    """Return the drawings of all models that may stand on a table, by name."""
    return {name: art.model(name) for name in paths.drawings() if name.endswith(OUTLINE)}


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
    journal = Journal(header(book, run, rulebook.rulings, setup, "seed 1"))
    fly(book.game, rulebook, SeededDice("1"), run=run, setup=setup, player=DefaultPlayer(), journal=journal)
    return EventFollower(book.game.show, narration_context(book), rulebook).scene(journal.events)
