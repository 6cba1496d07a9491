"""Tooltips: the glossary's definitions as Markdown abbreviations for every page of the game."""

from __future__ import annotations

from combatbox.library.book import Book
from combatbox.prose.chapters import terms
from combatbox.prose.front_matter import front_matter


def tooltips(glossary: str, book: Book) -> str:
    """Return Markdown abbreviations (`*[term]: text`) for the terms under `tooltips` in the front matter.

    Cross-references (`see`) are not links in a tooltip.
    """
    about, body = front_matter(glossary, f"site/{book.key}/glossary.md")
    wanted = about.get("tooltips", [])
    meanings = terms(body, book) if wanted else {}
    return "\n\n" + "\n".join(f"*[{term}]: {meanings[term]}" for term in wanted) + "\n"
