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
from combatbox.library.seeds import read_seeds
from combatbox.odds.example_search import Found, fly_command, replayed, search_of, stale_examples, wishes
from combatbox.play.logs import log_lines
from combatbox.play.replay import Replay
from combatbox.web import art, tabletop
from combatbox.web.views import Views


@dataclass(frozen=True)
class Mission:
    """An example, flown: told by the source (a script) or kept as a seed. name: of its page.

    under: the game's own book, where an overlay has overtaken the example, so that it is shown as it was; why: what differs.
    """

    name: str
    flown: Replay
    seed: SeedModel | None = None
    under: Book | None = None
    why: str = ""

    @cached_property
    def log(self) -> str:
        """Its log, as JSON lines."""
        journal = self.flown.journal
        return "\n".join([*log_lines(journal.header, journal.events, self.flown.summary), ""])


def missions(book: Book) -> list[Mission]:
    """Every example of a book, flown: those of the source first. What an overlay has overtaken is as the game has it."""
    gone = stale_examples(book)
    own = base_book(book) if gone else book
    flown_missions = []
    for name, path in book.scripts.items():
        by = own if name in gone else book
        flown_missions.append(
            Mission(name, replay_script(by, read_script(path)), None, own if name in gone else None, gone.get(name, ""))
        )
    for example in read_seeds(book):
        by = own if example.id in gone else book
        flown = replayed(by, search_of(by, example), example.seed, example.title)
        flown_missions.append(
            Mission(example.id, flown, example, own if example.id in gone else None, gone.get(example.id, ""))
        )
    return flown_missions


def names(book: Book) -> list[str]:
    """The names of their pages, in the same order; nothing is flown for it."""
    return [*book.scripts, *(example.id for example in read_seeds(book))]


def cards(book: Book, views: Views, flown: Iterable[tuple[Mission, Scene | None]]) -> dict[str, Any]:
    """What the page of all examples shows: those told by the source, and those found by their seeds.

    flown: each with what there is to see of it.
    """
    told: list[SimpleNamespace] = []
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
            told.append(SimpleNamespace(title=mission.flown.title, text=script.intro if script else "", url=url))
        (seeded if mission.seed else told)[-1].__dict__.update(picture=picture, facts=facts, plan=plan, top=top)
    plans = {item.plan: art.outline(item.plan) for item in (*told, *seeded) if item.plan}
    like = max((", ".join(m.seed.shows) for m, _ in flown if m.seed), key=len, default="")
    return {
        "told": told,
        "found": seeded,
        "like": like,
        "tour": book.missions > 1,
        "plans": plans,
        "sheets": {plan: art.sheet(plan) for plan in plans},
    }


_OVER = 1.1
"""So much larger than the circle in a drawing is the mark that covers it."""

_HIT = 6
"""The radius of the mark on a room that was hit, in units of the drawing."""


def own_plane(scene: Scene) -> Plane | None:
    """The player's own among the planes of a scene; None where there is a table top in their stead."""
    return next((plane for plane in scene.planes if plane.own), None)


def glance(scene: Scene | None) -> tuple[list[SimpleNamespace], tuple[str, ...]]:
    """How a mission ended, to see at a glance: marks on our own plane where something is wrong, and some facts."""
    own = own_plane(scene) if scene else None
    if scene is None or own is None:
        return [], scene.facts if scene else ()
    spots = art.spots(own.art.plan) | art.spots(own.art.plan_marks)
    final = scene.frames[-1]
    wrong = {part: state for (plane, part), state in final.parts.items() if plane == own.key and part in spots}
    rooms = {part: "hit" for (plane, part), count in final.hits.items() if plane == own.key and count}
    marks = [(spots[part], state, round(spots[part].r * _OVER, 1)) for part, state in wrong.items() if state != "fires"]
    marks += [(spots[f"hits-{part}"], state, _HIT) for part, state in rooms.items() if f"hits-{part}" in spots]
    return [SimpleNamespace(x=spot.x, y=spot.y, state=state, r=r) for spot, state, r in marks], scene.facts


def _card(book: Book, views: Views, example: SeedModel, url: str) -> SimpleNamespace:
    shows = [
        SimpleNamespace(
            words=wish.name,
            refs=[views.rule_ref(rule) for rule in wish.happening.rules if wish.there],
        )
        for wish in wishes(book, example.shows)
    ]
    return SimpleNamespace(
        id=example.id, title=example.title, text=example.text, section=example.section, mission=example.mission,
        shows=shows, fly=fly(book, example), url=url,
    )  # fmt: skip


def fly(book: Book, example: SeedModel) -> str:
    """The command that tells the mission."""
    return fly_command(search_of(book, example), Found(example.seed, 0, 0))
