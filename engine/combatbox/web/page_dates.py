"""The dates on which the sources of pages last changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from combatbox.library.source_dates import Dates
from combatbox.web.game_parts import Answer
from combatbox.web.site import Site
from combatbox.web.site_files import Page


@dataclass(slots=True)
class PageDates:
    """The dates on which the sources of pages last changed, from the version history.

    Attributes:
        site: the site.
        answers: the hand-written pages, by path; each lists its sources.
        pages: the generated pages, by path; each lists its sources.
        dates: the dates on which the files last changed.
    """

    site: Site
    answers: Mapping[str, Answer] = field(default_factory=dict)
    pages: Mapping[str, Page] = field(default_factory=dict)
    dates: Dates = field(default_factory=Dates)

    def changed_on(self, path: str) -> str:
        """Return the date of the last change to a page's sources; empty if unknown, as for an overlay."""
        book = self.site.book_of(path)
        if book and book.overlay:
            return ""
        folder = f"tables/{book.key}" if book else ""
        if path in self.pages:
            names = [f"{folder}/{name}" for name in self.pages[path].made_of] or [folder]
            return self.dates.latest(names) if book else ""
        if path not in self.answers:
            return ""
        return self.dates.latest([f"site/{path}", *(f"{folder}/{name}" for name in self.answers[path].made_of if book)])
