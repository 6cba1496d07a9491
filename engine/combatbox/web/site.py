"""The site: everything that its pages share, such as books, places of rules, missions and templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from combatbox.core.shapes import Figures
from combatbox.library.book import Book
from combatbox.prose.citations import draw_figures, draw_or_fall_back
from combatbox.prose.pages import RULE_CALL, front_matter
from combatbox.web import art
from combatbox.web.site_files import Download
from combatbox.web.site_missions import SiteMissions
from combatbox.web.views import Places, html_path


@dataclass(slots=True)
class Site:
    """The site: all books, the templates, and everything else that its pages share.

    Attributes:
        written: the paths of the hand-written pages.
        values_of: for each hand-written page, the files of the game from which the page cites values.
        engine: True if games can be played on the site.
    """

    books: dict[str, Book]
    downloads: Mapping[str, list[Download]] = field(default_factory=dict)
    drawings: Mapping[str, list[art.Drawing]] = field(default_factory=dict)
    places: Places = field(default_factory=Places)
    figured: dict[str, tuple[Figures, bool]] = field(default_factory=dict)
    written: set[str] = field(default_factory=set)
    values_of: dict[str, set[str]] = field(default_factory=dict)
    engine: bool = False
    missions: SiteMissions = field(init=False)

    def __post_init__(self) -> None:
        self.missions = SiteMissions(self.places)

    def forget(self, key: str) -> None:
        """Remove a game from all caches."""
        self.missions.games.pop(key, None)
        self.figured.pop(key, None)

    def index_rules(self, prose: Iterable[tuple[str, str]]) -> None:
        """Record the chapter that states each rule, and the title and position of each chapter.

        Args:
            prose: the path and Markdown of every hand-written page.
        """
        for path, text in prose:
            self.written.add(path)
            book = self.book_of(path)
            if book:
                for rule_id in RULE_CALL.findall(text):
                    self.places.rules[f"{book.key}/{rule_id}"] = html_path(path)
                front, _ = front_matter(text, f"site/{path}")
                self.places.titles[html_path(path)] = str(front.get("title", path))
                self.places.orders[html_path(path)] = int(front.get("order", 0))

    def book_of(self, path: str) -> Book | None:
        """Return the book of the game whose folder contains a page, if any."""
        return self.books.get(path.split("/", maxsplit=1)[0])

    def figures(self, book: Book) -> tuple[Figures, bool]:
        """Return the figures of a game's chapters, and True if they are drawn from the game's own tables.

        The game's own tables are used if the figures cannot be drawn from an overlay.
        """
        if book.key not in self.figured:
            self.figured[book.key] = draw_or_fall_back(book, lambda drawn: draw_figures(drawn, {}))
        return self.figured[book.key]
