"""The functions that hand-written pages call: values from tables, and anchors, links and tables as HTML."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from markupsafe import escape

from combatbox.core.errors import UnknownName
from combatbox.core.phrases import join_words
from combatbox.core.tables import unique
from combatbox.library.book import Book
from combatbox.prose.chapters import often_missed
from combatbox.prose.citations import DRAWN, Citations, Degraded, by_head, draw_or_fall_back
from combatbox.web import tabletop
from combatbox.web.chapter_layout import slot
from combatbox.web.page_templates import macros, render
from combatbox.web.pages import overview_pictures
from combatbox.web.site import Site
from combatbox.web.views import Views, html_path


class Prose(Citations):
    """The functions that one hand-written page of one game can call."""

    def __init__(self, site: Site, book: Book, path: str, slots: list[str]) -> None:
        super().__init__(book)
        self.site, self.slots = site, slots
        self.made_of: set[str] = set()
        self.views = Views(book, site.places, html_path(path))
        self.macros = macros("_macros.html.j2")
        self.tops = macros("_tabletop.html.j2")

    def functions(self) -> dict[str, Callable[..., str]]:
        """Return the functions that the page can call, by name."""
        names = (
            "rule",
            "table",
            "ref",
            "see",
            "ruling",
            "optional",
            "drawing",
            "figure",
            "widget",
            "opening",
            "often_missed",
        )
        functions = {**super().functions(), **{name: getattr(self, name) for name in names}}
        return {name: self._recording(function) for name, function in functions.items()}

    def _recording(self, function: Callable[..., str]) -> Callable[..., str]:
        """Wrap a function so that it records the file of the game from which its result comes."""

        def recording(*args: Any, **more: Any) -> str:
            name = str(args[0]) if args else ""
            if name in self.book.tables:
                self.made_of.add(f"{name.lower()}.yaml")
            elif name in self.book.rulings:
                self.made_of.add("rulings.yaml")
            return function(*args, **more)

        return recording

    def mark(self, degraded: Degraded) -> str:
        """Return HTML that names the tables, constants or terms to look up, because an overlay lacks a cited value.

        `gather_marks` moves this HTML to the end of its paragraph.
        """
        why = f" ({degraded.why})" if degraded.why else ""
        return "".join(
            f'<span class="cb-yours" data-cb-head="{degraded.head}">{self._named(name)}{escape(why)}</span>'
            for name in degraded.names
        )

    def _named(self, name: str) -> str:
        return self.ref(name) if name in self.book.tables else f"<code>{escape(name)}</code>"

    # ---- rules, tables, rulings

    def rule(self, rule_id: str) -> str:
        """Return the anchor of a rule, for the start of the paragraph that states it."""
        if rule_id not in self.book.rules:
            raise UnknownName("rule", rule_id, self.book.rules)
        return self._macro("rule_anchor", self.views.rule_ref(rule_id))

    def table(self, table_id: str) -> str:
        """Insert a table into the page."""
        return slot(self.slots, self._macro("at_the_table", self.views.table(self.book.table(table_id))))

    def ref(self, name: str, text: str = "") -> str:
        """Return a link to a table, rule or ruling."""
        try:
            link = self.views.ref(name)
            return self._macro("ref", link, text or link.label)
        except KeyError:
            known = [*self.book.tables, *self.book.rules, *self.book.rulings]
            raise UnknownName("table, rule or ruling", name, known) from None

    def ruling(self, ruling_id: str) -> str:
        """Insert the box of a ruling."""
        return slot(self.slots, self._macro("ruling_box", self.views.ruling(self.book.ruling(ruling_id))))

    def drawing(self, name: str) -> str:
        """Insert a drawing made by `press`; return an empty text if no drawings have been made yet."""
        drawings = {drawing.name: drawing for drawing in self.site.drawings.get(self.book.key, [])}
        if name in drawings:
            url, papers = map(self.views.url, (drawings[name].url, f"{self.book.key}/downloads.html"))
            return slot(self.slots, self._macro("drawing", drawings[name], url, papers))
        if drawings:
            raise UnknownName("drawing", name, drawings)
        return ""

    def often_missed(self) -> str:
        """Return what players easily forget, as a list for each chapter."""
        self.made_of.add("rules.yaml")
        return often_missed(self)

    def opening(self) -> str:
        """Insert the pictures at the top of a game's overview."""
        return slot(self.slots, self._macro("opening", overview_pictures(self.site, self.book, self.views)))

    def figure(self, name: str) -> str:
        """Insert a figure about the geometry of the game's rules, which the game's code draws."""
        figures, is_own = self.site.figures(self.book)
        if name not in figures:
            raise UnknownName("figure", name, figures)
        html = str(self.tops.figure(tabletop.figure(figures[name], f"fig-{name}"), f"fig-{name}")).strip()
        return slot(self.slots, html + (_DRAWN if is_own else ""))

    def widget(self, name: str, start: int = 0) -> str:
        """Insert a widget of the game.

        Args:
            name: the name of the widget, which the page's front matter also lists: `scripts: [NAME]`.
            start: the number of the case that is shown first.
        """
        if name not in self.book.game.pages.widgets:
            raise UnknownName("widget", name, self.book.game.pages.widgets)
        data, is_own = draw_or_fall_back(self.book, lambda book: book.game.pages.widgets[name](book.rulebook()))
        data["words"] = {word: self.book.say(word) for word in data.pop("says", ())}
        arts = unique(data.get("art", {}).values())
        number = sum("data-widget" in text for text in self.slots) + 1
        html = render(
            f"_widget-{name}.html.j2", data=data, arts=arts, id=f"{name}-{number}", start=start, views=self.views
        )
        return slot(self.slots, html.strip() + (_DRAWN if is_own else ""))

    def optional(self, key: str) -> str:
        """Return the label of an optional rule, with a link to the ruling that activates the rule."""
        return f'<span class="cb-optional">Optional</span> {self.ref(self.book.ruling(key).id)}'

    def _macro(self, name: str, *args: Any) -> str:
        return str(getattr(self.macros, name)(*args)).strip()


_DRAWN = f'<p><span class="cb-yours">{DRAWN}</span></p>'

_MARK = r'<span class="cb-yours" data-cb-head="([^"]*)">(.*?)</span>'
_MARK_OR_END = re.compile(rf"{_MARK}|</(?:p|li|td|th|dd|dt|h[1-6])>|<(?:ul|ol|dl|table|div|pre)\b", re.DOTALL)
"""A pattern for a mark, or for the end of a block's text."""


def gather_marks(html: str) -> str:
    """Join the results of `Prose.mark` to a note at the end of the paragraph: `With your tables: see G-9 and G-10.`."""
    marks: list[tuple[str, str]] = []

    def move(match: re.Match[str]) -> str:
        if match[1]:
            marks.append((match[1], match[2]))
            return ""
        words = " ".join(f"{head}: see {join_words(names)}." for head, names in by_head(marks).items())
        marks.clear()
        return f' <span class="cb-yours">{words}</span>{match[0]}' if words else match[0]

    return _MARK_OR_END.sub(move, html) if "data-cb-head" in html else html
