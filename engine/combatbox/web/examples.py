"""The example missions of a game: a page of cards, and a replay for each."""

from __future__ import annotations

from types import SimpleNamespace

from combatbox.library.book import Book
from combatbox.library.replay import Replay, read_script
from combatbox.library.schema import SeedModel
from combatbox.library.seeds import read_seeds
from combatbox.odds.finding import Found, fly_command, replayed, search_of, wishes
from combatbox.web.views import Views


def cards(book: Book, views: Views) -> dict[str, list[SimpleNamespace]]:
    """What the page of all examples shows: those told by the source, and those found by their seeds."""
    told = []
    for name, path in book.scripts.items():
        script = read_script(path)
        url = views.url(f"{book.key}/examples/{name}.html")
        told.append(SimpleNamespace(title=script.title, text=script.intro, url=url))
    return {"told": told, "found": [_card(book, views, example) for example in read_seeds(book)]}


def _card(book: Book, views: Views, example: SeedModel) -> SimpleNamespace:
    shows = [
        SimpleNamespace(
            words=wish.name,
            refs=[views.rule_ref(rule) for rule in wish.happening.rules if wish.there],
        )
        for wish in wishes(book, example.shows)
    ]
    return SimpleNamespace(
        id=example.id, title=example.title, text=example.text, section=example.section, mission=example.mission,
        shows=shows, fly=fly(book, example), url=views.url(f"{book.key}/examples/{example.id}.html"),
    )  # fmt: skip


def fly(book: Book, example: SeedModel) -> str:
    """The command that tells the mission."""
    return fly_command(search_of(book, example), Found(example.seed, 0, 0))


def replays(book: Book) -> list[tuple[SeedModel, Replay]]:
    """Each example found by its seed, flown."""
    return [
        (example, replayed(book, search_of(book, example), example.seed, example.title)) for example in read_seeds(book)
    ]
