"""Tooltips: the glossary's definitions as Markdown abbreviations for every page of the game."""

from __future__ import annotations

from combatbox.library.book import Book
from combatbox.prose.chapters import terms
from combatbox.prose.front_matter import front_matter


def tooltips(glossary: str, book: Book) -> str:
    """Abbreviations (`*[term]: text`) of the terms that the glossary's front matter lists under `tooltips`; where it says to `see`
    more, a tip leads nowhere."""
    about, body = front_matter(glossary, f"site/{book.key}/glossary.md")
    wanted = about.get("tooltips", [])
    meanings = terms(body, book) if wanted else {}
    return "\n\n" + "\n".join(f"*[{term}]: {meanings[term]}" for term in wanted) + "\n"
