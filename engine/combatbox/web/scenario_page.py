"""The page on which players build a scenario of their own: its form, its table, and simulation on the spot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from combatbox.library.book import Book
from combatbox.library.dataclass_schema import declared_schema
from combatbox.library.scenarios import contest_figures, read_scenarios
from combatbox.play.setup_choices import scenario_table, setup_choices
from combatbox.web import play_page
from combatbox.web.site_files import json_in_page

NUMBERS_OF_GAMES = (50, 200, 1000)
"""The numbers of games that can be simulated at once; a browser takes about a quarter of a second for each."""


def page(book: Book, engine: bool) -> dict[str, Any]:
    """Return the data of the page.

    Args:
        book: the book of a game with scenario files.
        engine: True if the site has an engine.
    """
    spec = book.game.scenarios
    assert spec
    choices, values = setup_choices(book), contest_figures(book).get("values", {})
    scenarios = {name: scenario for name, scenario in read_scenarios(book).items() if "campaign" not in scenario}
    printed, schema = spec.printed(book.rulebook()), declared_schema(spec.type)
    without_control = {*spec.settled, *(key for seat in choices["seats"] for key in seat["rulings"])}
    first = next(iter(scenarios.values()), {"title": "", **printed})
    table = scenario_table(book, first, values)
    return {
        "builder": SimpleNamespace(
            engine=engine,
            scenarios={name: scenario["title"] for name, scenario in scenarios.items()},
            limits=dict(limits(schema)),
            needed=set(needed(schema)),
            printed=printed,
            seats=choices["seats"],
            rulings={key: ruling for key, ruling in choices["rulings"].items() if key not in without_control},
            unseen=[
                ruling for ruling in book.rulings.values() if ruling.key in without_control or ruling.key not in choices["rulings"]
            ],
            games=NUMBERS_OF_GAMES,
            shapes=play_page.model_shapes(),
            data=json_in_page({
                "game": book.key,
                "beside": {},
                "printed": printed,
                "scenarios": scenarios,
                "seats": choices["seats"],
                "sides": [seat["words"] for seat in choices["seats"][:2]],
                "values": values,
                "margin": round(margin(book, scenarios), 2),
                "table": table,
            }),
        )
    }  # fmt: skip


def margin(book: Book, scenarios: Mapping[str, Mapping[str, Any]]) -> float:
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
