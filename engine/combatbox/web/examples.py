"""The example missions of a game: a page of cards, and a replay for each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any

from combatbox.core.scene import Plane, Scene
from combatbox.library.book import Book
from combatbox.library.load import base_book
from combatbox.library.replay import read_script, replay_script
from combatbox.library.schema import SeedModel
from combatbox.library.stored_examples import read_seeds
from combatbox.odds.example_search import Found, fly_command, parse_queries, replay_mission, search_of, stale_examples
from combatbox.play.logs import Log, log_text
from combatbox.play.replay import Replay
from combatbox.web import art, tabletop
from combatbox.web.views import Views


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
    flown_missions = []
    for name, path in book.scripts.items():
        played_book = base if name in stale else book
        flown_missions.append(
            Mission(
                name,
                replay_script(played_book, read_script(path)),
                None,
                base if name in stale else None,
                stale.get(name, ""),
            )
        )
    for example in read_seeds(book):
        played_book = base if example.id in stale else book
        flown = replay_mission(played_book, search_of(played_book, example), example.seed, example.title)
        flown_missions.append(
            Mission(example.id, flown, example, base if example.id in stale else None, stale.get(example.id, ""))
        )
    return flown_missions


def names(book: Book) -> list[str]:
    """Return the names of the examples' pages, in the order of `missions`, without replaying the missions."""
    return [*book.scripts, *(example.id for example in read_seeds(book))]


def cards(book: Book, views: Views, flown: Iterable[tuple[Mission, Scene | None]]) -> dict[str, Any]:
    """Return the data of the page that lists all examples, beginning with those that have scripts.

    Args:
        book: the book of the game.
        views: the object that builds the links of the page.
        flown: each replayed mission with its scene, if it has one.
    """
    source_cards: list[SimpleNamespace] = []
    seeded: list[SimpleNamespace] = []
    for mission, scene in flown:
        url = views.url(f"{book.key}/examples/{mission.name}.html")
        picture, facts = glance(scene)
        own = own_plane(scene) if scene else None
        plan, top = own.art.plan if own else "", tabletop.glance(scene) if scene else None
        if mission.seed:
            seeded.append(_card(book, views, mission.seed, url))
        else:
            script = mission.flown.script
            source_cards.append(
                SimpleNamespace(title=mission.flown.title, text=script.intro if script else "", url=url)
            )
        (seeded if mission.seed else source_cards)[-1].__dict__.update(picture=picture, facts=facts, plan=plan, top=top)
    plans = {item.plan: art.outline(item.plan) for item in (*source_cards, *seeded) if item.plan}
    like = max((", ".join(m.seed.shows) for m, _ in flown if m.seed), key=len, default="")
    return {
        "told": source_cards,
        "found": seeded,
        "like": like,
        "tour": book.missions > 1,
        "plans": plans,
        "sheets": {plan: art.sheet(plan) for plan in plans},
    }


_MARK_SCALE = 1.1
"""The size of a mark, relative to the circle that it covers."""

_HIT_RADIUS = 6
"""The radius of the mark on a compartment that was hit, in units of the drawing."""


def own_plane(scene: Scene) -> Plane | None:
    """Return the player's aircraft in a scene; None if the scene has a tabletop and no aircraft."""
    return next((plane for plane in scene.planes if plane.own), None)


def glance(scene: Scene | None) -> tuple[list[SimpleNamespace], tuple[str, ...]]:
    """Summarize how a mission ended.

    Returns:
        The marks to draw on the player's aircraft, and the scene's facts, such as `3 bomb hits of 5`. Both are empty
        without a scene.
    """
    own_aircraft = own_plane(scene) if scene else None
    if scene is None or own_aircraft is None:
        return [], scene.facts if scene else ()
    spots = art.spots(own_aircraft.art.plan) | art.spots(own_aircraft.art.plan_marks)
    final = scene.frames[-1]
    damaged = {
        part: state for (plane, part), state in final.parts.items() if plane == own_aircraft.key and part in spots
    }
    hit_compartments = {
        part: "hit" for (plane, part), count in final.hits.items() if plane == own_aircraft.key and count
    }
    marks = [
        (spots[part], state, round(spots[part].r * _MARK_SCALE, 1))
        for part, state in damaged.items()
        if state != "fires"
    ]
    marks += [
        (spots[f"hits-{part}"], state, _HIT_RADIUS)
        for part, state in hit_compartments.items()
        if f"hits-{part}" in spots
    ]
    return [SimpleNamespace(x=spot.x, y=spot.y, state=state, r=r) for spot, state, r in marks], scene.facts


def _card(book: Book, views: Views, example: SeedModel, url: str) -> SimpleNamespace:
    shows = [
        SimpleNamespace(
            words=wish.name,
            refs=[views.rule_ref(rule) for rule in wish.happening.rules if wish.there],
        )
        for wish in parse_queries(book, example.shows)
    ]
    return SimpleNamespace(
        id=example.id, title=example.title, text=example.text, section=example.section, mission=example.mission,
        shows=shows, fly=fly(book, example), url=url,
    )  # fmt: skip


def fly(book: Book, example: SeedModel) -> str:
    """Return the command that narrates an example mission."""
    return fly_command(search_of(book, example), Found(example.seed, 0, 0))
