"""Rules chapters laid out for the table: each section with the tables it calls for beside it, and a switch for what is
optional. Works on the finished HTML of a page's content, and knows neither MkDocs nor the theme."""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from types import SimpleNamespace
from typing import TYPE_CHECKING

from combatbox.core.table_views import anchor

if TYPE_CHECKING:
    from jinja2 import Environment

    from combatbox.library.book import Book
    from combatbox.web.views import Views

_ANCHOR = re.compile(r'<span class="cb-rule" id="([^"]+)">')


def chapter(html: str, book: Book, views: Views, env: Environment) -> str:
    """A rules chapter with its sections made, tables beside them, and the switches for what can be hidden."""
    macros = env.get_template("_macros.html.j2").module
    first, *sections = re.split(r"(?=<h2 )", html)
    made, elsewhere = [first], _set_in(html)
    for section in sections:
        box = str(macros.beside(beside(section, book, views, elsewhere)))  # type: ignore[attr-defined]  # a template's macro
        head, mark, rest = section.partition("</h2>")
        optional = " data-cb-optional" if wholly_optional(section, book) else ""
        made.append(f'<section class="cb-section"{optional}>\n{head}{mark}\n{box}{rest}</section>\n')
    return with_switch("".join(made), env)


def with_scrolled_tables(html: str) -> str:
    """A page whose tables of Markdown stand in boxes that scroll where the screen is too narrow."""
    box = '<div class="md-typeset__scrollwrap" data-cb-region="Table"><div class="md-typeset__table">'
    return re.sub(r"<table>.*?</table>", lambda match: f"{box}{match[0]}</div></div>", html, flags=re.DOTALL)


_COMMAND = re.compile(r"<(a|pre)\b.*?</\1>|<code>(combatbox [^<]+)</code>", re.DOTALL)


def with_commands(html: str, manual: str) -> str:
    """A page whose commands can be copied, the first of them with the way to what commands are; one in a link is left alone.

    manual: the address of the page of commands, seen from here; empty on it and its neighbours.
    """
    told = not manual

    def marked(match: re.Match[str]) -> str:
        nonlocal told
        if not match[2]:
            return match[0]
        about, told = (
            "" if told else f' <small class="cb-about">(<a href="{manual}">what commands are</a>)</small>',
            True,
        )
        return f'<code class="cb-command">{match[2]}</code>{about}'

    return _COMMAND.sub(marked, html)


def with_switch(html: str, env: Environment) -> str:
    """A page with the switches that hide what is optional and the numbers of rules, below its title; as it is without either."""
    optional = 'class="cb-optional"' in html or "cb-kind--optional" in html
    numbers = 'class="cb-rule"' in html
    if not optional and not numbers:
        return html
    switches = str(env.get_template("_macros.html.j2").module.switches(optional, numbers))  # type: ignore[attr-defined]
    return html.replace("</h1>", f"</h1>\n{switches}", 1)


def beside(section: str, book: Book, views: Views, elsewhere: AbstractSet[str] = frozenset()) -> list[SimpleNamespace]:
    """List the tables that a section uses, in the order of play; none where all of them are set in it.

    A table is used where the text names it, a rule reads it, or the section sets it (`is_here`).

    Args:
        section: the HTML of the section.
        book: the game.
        views: links for the page.
        elsewhere: tables that the chapter sets. One that only a rule reads, and no word of the section, is found there.
    """
    stated = set(_ANCHOR.findall(section))
    named = set(re.findall(rf'data-cb-ref="{re.escape(book.key)}/([^"]+)"', section))
    read = {table for rule in book.rules.values() if anchor(rule.id) in stated for table in rule.tables}
    here = _set_in(section)
    wanted = {key for key in (named | (read - elsewhere)) - here if key not in book.variants}
    if not wanted:
        return []
    return [_line(book, views, key, is_here=key in here) for key in book.tables if key in wanted | here]


def _set_in(html: str) -> set[str]:
    """The tables that stand in a piece of a page."""
    return set(re.findall(r'data-table="([^"]+)"', html))


def _line(book: Book, views: Views, key: str, *, is_here: bool) -> SimpleNamespace:
    line = views.table_ref(key)
    line.is_here = is_here
    table = book.tables[key]
    line.dice = table.notation.words if table.notation.count else ""
    line.optional = table.info.optional
    return line


def wholly_optional(section: str, book: Book) -> bool:
    """Whether every rule that a section states is optional."""
    stated = _ANCHOR.findall(section)
    return bool(stated) and set(stated) <= set(_optional(book))


def _optional(book: Book) -> Iterable[str]:
    return (anchor(rule.id) for rule in book.rules.values() if rule.optional or rule.kind == "optional")
