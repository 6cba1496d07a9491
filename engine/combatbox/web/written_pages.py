"""Hand-written pages: function calls are replaced by their results, and blocks by the missions that they describe.

The module depends neither on MkDocs nor on the theme: it converts Markdown to Markdown with slots, and fills the slots
in the HTML that a site generator makes of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import TemplateError

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice, describe_dice
from combatbox.core.errors import CombatBoxError, DataError, Problem, UnknownName, check_range
from combatbox.core.events import Journal
from combatbox.core.game import Setup, fly
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.schema import BlockModel, GameModel
from combatbox.library.source_dates import version
from combatbox.library.yaml12 import model_of, parse_yaml
from combatbox.play.replay import Replay
from combatbox.prose.chapters import render
from combatbox.web import examples, page_templates, play_page
from combatbox.web.chapter_layout import slot
from combatbox.web.prose_functions import Prose
from combatbox.web.replays import ReplayViews
from combatbox.web.site import Site
from combatbox.web.site_missions import GameMissions
from combatbox.web.views import Views, html_path

_FENCE = re.compile(r"^```\s*combatbox\s*\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)


def replace_calls(site: Site, path: str, text: str, slots: list[str], above: int = 0) -> str:
    """Replace the function calls in hand-written Markdown by their results.

    Blocks of HTML go into `slots`; `fill` inserts them later.

    Args:
        site: the site to which the page belongs.
        path: the path of the page.
        text: the Markdown of the page.
        slots: a list that receives HTML blocks.
        above: the number of lines of the file before the text (its front matter).

    Raises:
        CombatBoxError: an id, constant or effect is unknown; the message names the page.
    """
    book = site.book_of(path)
    context: dict[str, Callable[..., Any]] = {
        "flown": partial(has_example, site),
        "printed": partial(has_paper, site),
        "games": partial(games, site),
        "compare": partial(compare, site, path, slots),
        "version": version,
    }
    if book:
        functions = Prose(site, book, path, slots)
        context |= functions.functions()
        site.values_of[path] = functions.made_of
    taken: set[str] = set()
    text = _FENCE.sub(
        lambda fence: _fence(site, path, above + text.count("\n", 0, fence.start(1)), fence[1], slots, taken), text
    )
    if "{{" not in text and "{%" not in text:
        return text
    try:
        return render(book, text, context)
    except (TemplateError, CombatBoxError, KeyError) as error:
        raise CombatBoxError(f"site/{path}: {error}") from error


class ListedGame(NamedTuple):
    """A game on a page about all games.

    Addresses are from the site's root, and empty if there is no such page.

    Attributes:
        short: the first sentence of its summary.
        minutes: its duration.
        note: a caveat.
        missions: its example missions, which are replayed only for a page that shows them.
        play: the address of the page on which it is played.
        start: the address of its quick start.
        read: the address of its first rule.
        watch: the address of a mission.
    """

    key: str
    meta: GameModel
    short: str
    minutes: str
    note: str
    missions: GameMissions
    play: str
    start: str
    read: str
    watch: str
    has_places: bool


def games(site: Site) -> list[ListedGame]:
    """Return all games in order, for pages about all games."""
    return [_listed(site, book) for book in site.books.values()]


def compare(site: Site, path: str, slots: list[str], **names: str) -> str:
    """Insert a comparison: tables and rules of several games side by side, with links.

    Args:
        site: the site to which the page belongs.
        path: the path of the page.
        slots: a list that receives the HTML.
        names: for each game, the ids of the tables and rules to show, separated by spaces; games that the site lacks
            are left out.
    """
    columns = []
    for key, ids in names.items():
        if key not in site.books:
            continue
        book = site.books[key]
        views = Views(book, site.places, html_path(path))
        columns.append((book.meta.title, views.url(f"{key}/index.html"), [*map(views.ref, ids.split())]))
    return slot(slots, str(page_templates.macros("_macros.html.j2").compared(columns)).strip())


def _listed(site: Site, book: Book) -> ListedGame:
    meta, key = book.meta, book.key
    watch = next(iter(book.scripts), "index" if book.seeds else "")
    low, high = meta.minutes[0], meta.minutes[-1]
    return ListedGame(
        key,
        meta,
        short=f"{meta.summary.split('. ')[0].rstrip('.')}.",
        minutes=f"{low} to {high} minutes" if low < high else f"{low} minutes",
        note=_note(book),
        missions=site.missions.of(book),
        play=f"{key}/play.html" if site.engine and play_page.playable(book) else "",
        start=f"{key}/quick-start.html" if f"{key}/quick-start.md" in site.written else "",
        read=site.places.rules.get(f"{key}/{next(iter(book.rules), '')}", ""),
        watch=f"{key}/examples/{watch}.html" if watch else "",
        has_places=bool(book.places),
    )


def has_example(site: Site, game: str, script: str) -> bool:
    """Return True if a game has this worked example, so that a page may link to it."""
    return game in site.books and script in site.books[game].scripts


def has_paper(site: Site, game: str, name: str = "") -> bool:
    """Return True if a game has a download with `name` in its file name."""
    return any(name in Path(item.path).stem for item in site.downloads.get(game, []))


def _fence(site: Site, path: str, above: int, body: str, slots: list[str], taken: set[str]) -> str:
    """Replay the mission that a block of YAML describes, and return the placeholder of its HTML.

    Args:
        site: the site to which the page belongs.
        path: the path of the page.
        above: the number of lines of the page before the block, for messages.
        body: the YAML.
        slots: a list that receives the HTML.
        taken: the ids of the missions above the block on the page.

    Raises:
        DataError: the block is not valid.
    """
    document = parse_yaml("\n" * above + body, f"site/{path}")
    problems: list[Problem] = []
    block = model_of(document, BlockModel, problems) if isinstance(document.data, dict) else None
    if block is None:
        raise DataError(
            problems or [document.problem((), "a combatbox block must have a game, and a script or a seed")]
        )
    try:
        if block.game not in site.books:
            raise UnknownName("game", block.game, site.books)
        book = site.books[block.game]
        example = _named_example(site, book, block)
        views = Views((example.under if example else None) or book, site.places, html_path(path))
        replay = ReplayViews(views).replay(example.flown if example else _simulated(book, block), block.title)
    except CombatBoxError as error:
        raise DataError([document.problem((), f"combatbox block: {error}")]) from error
    url = views.url(f"{book.key}/examples/{example.name}.html") if example else ""
    intro = example.seed.text if example and example.seed else replay.intro
    if example and example.under:
        intro = f"{intro} Shown as the game's own tables have it."
    replay = replay._replace(id=_free_id(taken, replay.id))
    return slot(slots, page_templates.render("replay-embed.html.j2", replay=replay, url=url, intro=intro))


def _named_example(site: Site, book: Book, block: BlockModel) -> examples.Mission | None:
    """Return the example that a block names; None if the block has a seed."""
    kinds = {"script": block.script, "example": block.example}
    named = {kind: name for kind, name in kinds.items() if name is not None}
    if not named:
        return None
    (kind, name), *more = named.items()
    if more or block.seed is not None or block.mission is not None:
        raise CombatBoxError(f"{kind} {name} has its own dice and mission; leave out {_rest(named, block)}")
    known = {
        mission.name: mission
        for mission in site.missions.of(book).replayed
        if kind == "example" or mission.flown.script
    }
    if name not in known:
        raise UnknownName(kind, name, known)
    return known[name]


def _simulated(book: Book, block: BlockModel) -> Replay:
    """Simulate a mission with the dice of a seed."""
    seed = str(block.seed if block.seed is not None else 1)
    setup: Setup[Any] = Setup(block.mission if block.mission is not None else 1)
    check_range("mission", setup.mission, 1, book.missions)
    rulebook = book.rulebook()
    journal = Journal(book.header("mission", rulebook.rulings, setup, describe_dice(seed)))
    state = fly(book.game, rulebook, SeededDice(seed), setup=setup, player=DefaultPlayer(), journal=journal)
    return Replay(f"Mission {setup.mission}, seed {seed}", journal, book.game.summary(state))


def _note(book: Book) -> str:
    """Return a caveat about a game that is not playable yet, has rebuilt tables or comes from a plug-in; otherwise empty."""
    if book.meta.stage == "draft" or not book.game.runs:
        return "To read, not yet to fly"
    if book.variant_folder:
        return "Reconstruction by us" if book.tables_option is None else "A variant"
    if book.key in paths.plug_ins():
        return f"A game by {book.meta.designer}"
    return "Charts rebuilt by us" if book.rebuilt else ""


def _rest(named: Mapping[str, str], block: BlockModel) -> str:
    """Return, for a message, the keys of a block that cannot be combined with the first example that it names."""
    numbers = {"seed": block.seed, "mission": block.mission}
    return " and ".join([*list(named)[1:], *(key for key, value in numbers.items() if value is not None)])


def _free_id(taken: set[str], name: str) -> str:
    """Return an id that is not taken yet, and add it to the ids taken."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}-again-{number}"
    taken.add(free)
    return free
