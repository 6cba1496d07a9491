"""The layout of hand-written pages: sections with their tables beside them, switches, commands, slots and tooltips.

It works on Markdown and on the finished HTML of a page's content, and depends neither on MkDocs nor on the theme.
A slot is a placeholder in Markdown that is replaced by HTML after the conversion.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from combatbox.core.phrases import anchor
from combatbox.prose.chapters import terms
from combatbox.prose.pages import front_matter
from combatbox.web.page_templates import macros

if TYPE_CHECKING:
    from combatbox.library.book import Book
    from combatbox.web.views import Link, Views

_ANCHOR = re.compile(r'<span class="cb-rule" id="([^"]+)">')


def lay_out_chapter(html: str, book: Book, views: Views) -> str:
    """Return a rules chapter with sections, the tables beside them, and switches for optional rules.

    Args:
        html: the HTML of the chapter.
        book: the book of the game.
        views: the object that builds the links of the page.
    """
    first, *sections = re.split(r"(?=<h2 )", html)
    parts, elsewhere = [first], _tables_in(html)
    for section in sections:
        box = str(macros("_macros.html.j2").beside(beside(section, book, views, elsewhere)))
        head, mark, rest = section.partition("</h2>")
        optional = " data-cb-optional" if wholly_optional(section, book) else ""
        parts.append(f'<section class="cb-section"{optional}>\n{head}{mark}\n{box}{rest}</section>\n')
    return with_switch("".join(parts))


def with_scrolled_tables(html: str) -> str:
    """Return a page with its Markdown tables in boxes that scroll on narrow screens."""
    box = '<div class="md-typeset__scrollwrap" data-cb-region="Table"><div class="md-typeset__table">'
    return re.sub(r"<table>.*?</table>", lambda match: f"{box}{match[0]}</div></div>", html, flags=re.DOTALL)


_COMMAND = re.compile(r"<(a|pre)\b.*?</\1>|<code>(combatbox [^<]+)</code>", re.DOTALL)


def with_commands(html: str) -> str:
    """Return a page in which commands can be copied; a command inside a link is not changed."""
    return _COMMAND.sub(lambda match: f'<code class="cb-command">{match[2]}</code>' if match[2] else match[0], html)


_SHORT_NAME = re.compile(
    r"\b[A-Z]{1,3}\d?-[A-Z]{0,2}\d+\w*(?:[-.]\d+)*!?(?=[^<>]*<(?!/?(?:desc|option|script|style|text|title|tspan)))"
)


def with_whole_names(html: str) -> str:
    """Return a page whose short names (`B-17`, `Q-R41`) do not break at the hyphen; drawings and data stay as they are."""
    return _SHORT_NAME.sub(r'<span class="cb-whole">\g<0></span>', html)


def with_switch(html: str) -> str:
    """Add switches below the title of a page.

    The switches show and hide optional rules and rule numbers. A page without such rules is not changed.
    """
    optional = 'class="cb-optional"' in html or "cb-kind--optional" in html
    numbers = 'class="cb-rule"' in html
    if not optional and not numbers:
        return html
    switches = str(macros("_macros.html.j2").switches(optional, numbers))
    return html.replace("</h1>", f"</h1>\n{switches}", 1)


def beside(
    section: str, book: Book, views: Views, elsewhere: AbstractSet[str] = frozenset()
) -> list[tuple[Link, bool]]:
    """Return the tables to list beside a section; empty if the section contains all tables that it uses.

    A table is listed if the text names it, if a rule of the section reads it, or if the section contains it. Each has
    True if the section contains it. The tables are in the order of play.

    Args:
        section: the HTML of the section.
        book: the book of the game.
        views: the object that builds the links of the page.
        elsewhere: the tables that the chapter contains. If a rule reads such a table but the text does not name it, the
            table is left out.
    """
    stated = set(_ANCHOR.findall(section))
    named = set(re.findall(rf'data-cb-ref="{re.escape(book.key)}/([^"]+)"', section))
    read = {table for rule in book.rules.values() if anchor(rule.id) in stated for table in rule.tables}
    here = _tables_in(section)
    used = {key for key in (named | (read - elsewhere)) - here if key not in book.variants}
    if not used:
        return []
    return [(views.table_ref(key), key in here) for key in book.tables if key in used | here]


def _tables_in(html: str) -> set[str]:
    """Return the ids of the tables that some HTML contains."""
    return set(re.findall(r'data-table="([^"]+)"', html))


def wholly_optional(section: str, book: Book) -> bool:
    """Return True if every rule that a section states is optional."""
    optional = (rule.id for rule in book.rules.values() if rule.optional or rule.kind == "optional")
    stated = {*_ANCHOR.findall(section)}
    return bool(stated) and stated <= {*map(anchor, optional)}


# ---- slots


def slot(slots: list[str], html: str) -> str:
    """Add HTML to `slots`, and return the placeholder that stands for it in the Markdown."""
    slots.append(html)
    return f'\n<div data-cb-slot="{len(slots) - 1}"></div>\n'


def extract_html_slots(text: str, slots: list[str]) -> str:
    """Move the HTML between the headings of a generated page into `slots`, so that Markdown need not parse it.

    Text that does not begin and end with HTML is not moved.
    """

    def move(match: re.Match[str]) -> str:
        html = match[0].strip()
        return slot(slots, html) if html.startswith("<") and html.endswith(">") else match[0]

    return re.sub(r"(?:^(?!#{1,6} ).*\n?)+", move, text, flags=re.MULTILINE)


def fill(html: str, slots: list[str]) -> str:
    """Replace the placeholders in a page by the HTML that is stored in `slots`."""
    return re.sub(r'<div data-cb-slot="(\d+)"></div>', lambda match: slots[int(match[1])], html)


# ---- the glossary


def tooltips(glossary: str, book: Book) -> str:
    """Return Markdown abbreviations (`*[term]: text`) for the terms under `tooltips` in the front matter.

    Cross-references (`see`) are not links in a tooltip.
    """
    about, body = front_matter(glossary, f"site/{book.key}/glossary.md")
    wanted = about.get("tooltips", [])
    meanings = terms(body, book) if wanted else {}
    return "\n\n" + "\n".join(f"*[{term}]: {meanings[term]}" for term in wanted) + "\n"
