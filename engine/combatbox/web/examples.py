"""The example missions of a game: a page of cards, and a replay for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from combatbox.core.scene import Plane, Scene
from combatbox.core.tables import unique
from combatbox.library.book import Book
from combatbox.library.load import base_book
from combatbox.library.replay import read_script, replay_script
from combatbox.library.schema import SeedModel
from combatbox.library.stored_examples import read_seeds
from combatbox.odds.example_search import parse_queries, search_of, simulate_mission, stale_examples
from combatbox.play.logs import Log, log_text
from combatbox.play.replay import Replay
from combatbox.web import art, tabletop
from combatbox.web.views import Link, Views


@dataclass(frozen=True)
class Mission:
    """A replayed example, from a script or from a stored seed.

    Attributes:
        name: the name of the page that shows the mission.
        flown: the replay.
        seed: the stored seed; None for a script.
        under: the book of the game without the overlay, with which the example is replayed if it no longer fits the
            overlay; otherwise None.
        why: the reason why the example does not fit the overlay.
    """

    name: str
    flown: Replay
    seed: SeedModel | None = None
    under: Book | None = None
    why: str = ""

    @cached_property
    def log(self) -> str:
        """The log as JSON lines."""
        journal = self.flown.journal
        return log_text(Log(journal.header, journal.events, self.flown.summary))


def missions(book: Book) -> list[Mission]:
    """Replay every example of a book: first those with a script, then those stored as seeds.

    An example that no longer fits an overlay is replayed with the game's own tables.
    """
    stale = stale_examples(book)
    base = base_book(book) if stale else book

    def mission(name: str, seed: SeedModel | None = None) -> Mission:
        under = base if name in stale else None
        played = under or book
        if seed:
            flown = Replay(seed.title, *simulate_mission(played, search_of(played, seed), seed.seed))
        else:
            flown = replay_script(played, read_script(book.scripts[name]))
        return Mission(name, flown, seed, under, stale.get(name, ""))

    return [*map(mission, book.scripts), *(mission(seed.id, seed) for seed in read_seeds(book))]


def names(book: Book) -> list[str]:
    """Return the names of the examples' pages, in the order of `missions`, without replaying the missions."""
    return [*book.scripts, *(example.id for example in read_seeds(book))]


class Card(NamedTuple):
    """A card of an example mission.

    Attributes:
        own: the player's aircraft, with marks that show how the mission ended for it; None on a tabletop.
        top: the final situation on a tabletop; None for aircraft in the air.
        facts: how the mission ended, such as `3 bomb hits of 5`.
        shows: what the mission shows, each with links to rules; empty for a script.
    """

    mission: Mission
    url: str
    own: Plane | None
    marks: list[EndMark]
    top: tabletop.Glance | None
    facts: Sequence[str]
    shows: list[tuple[str, list[Link]]]


def cards(book: Book, flown: Iterable[tuple[Mission, Scene | None]], views: Views) -> dict[str, Any]:
    """Return the data of the page that lists all examples, beginning with those that have scripts.

    Args:
        book: the book of the game.
        flown: each replayed mission with its scene, if it has one.
        views: the object that builds the links of the page.
    """
    all_cards = [_card(book, views, *each) for each in flown]
    return {
        "told": [card for card in all_cards if not card.mission.seed],
        "found": [card for card in all_cards if card.mission.seed],
        "tour": book.missions > 1,
        "plans": unique(card.own.art.plan for card in all_cards if card.own),
    }


def _card(book: Book, views: Views, mission: Mission, scene: Scene | None) -> Card:
    own, seed = own_plane(scene) if scene else None, mission.seed
    return Card(
        mission,
        views.url(f"{book.key}/examples/{mission.name}.html"),
        own,
        end_marks(scene, own) if scene and own else [],
        tabletop.glance(scene) if scene else None,
        scene.facts if scene else (),
        [
            (wish.name, [views.rule_ref(rule) for rule in wish.happening.rules if wish.there])
            for wish in (parse_queries(book, seed.shows) if seed else ())
        ],
    )


_MARK_SCALE = 1.1
"""The size of a mark, relative to the circle that it covers."""

_HIT_RADIUS = 6
"""The radius of the mark on a compartment that was hit, in units of the drawing."""


def own_plane(scene: Scene) -> Plane | None:
    """Return the player's aircraft in a scene; None if the scene has a tabletop and no aircraft."""
    return next((plane for plane in scene.planes if plane.own), None)


class EndMark(NamedTuple):
    """A mark on the player's aircraft: its place, its state and its radius, in units of the drawing."""

    x: float
    y: float
    state: str
    r: float


def end_marks(scene: Scene, own: Plane) -> list[EndMark]:
    """Return the marks that show, on the player's aircraft, how a mission ended."""
    spots = art.spots(own.art.plan) | art.spots(own.art.plan_marks)
    final = scene.frames[-1]
    marks = [
        (spots[part], state, round(spots[part].r * _MARK_SCALE, 1))
        for (plane, part), state in final.parts.items()
        if plane == own.key and part in spots and state != "fires"
    ]
    marks += [
        (spots[f"hits-{part}"], "hit", _HIT_RADIUS)
        for (plane, part), count in final.hits.items()
        if plane == own.key and count and f"hits-{part}" in spots
    ]
    return [EndMark(spot.x, spot.y, state, radius) for spot, state, radius in marks]
