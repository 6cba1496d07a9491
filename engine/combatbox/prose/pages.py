"""The hand-written pages and their front matter; a variant's pages override the pages of its game.

A variant has its pages in the folder `site` beside its tables. If the game has no page of the same name, the variant's
page is added. Otherwise, a page with a title (`# ...`) replaces the page of the game. In a page without a title, each
section (`## ...`) replaces the section of the game's page with the same heading, or is added at the end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.folders import CHAPTERS
from combatbox.library.yaml12 import parse_yaml, text_of

RULE_CALL = re.compile(r"""\{\{\s*rule\(\s*["']([^"']+)["']\s*\)""")
"""A pattern for the place in a page that states a rule; group 1 is the rule's id."""

_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_SECTION = re.compile(r"^(?=## )", re.MULTILINE)
_TITLE = re.compile(r"^# ", re.MULTILINE)
_ID = re.compile(r"\s*\{[^{}]*\}\s*\Z")


def page_files(book: Book) -> dict[str, Path]:
    """Return the file of each page, keyed by the page's path in the game's folder of pages.

    For a path that both a variant and its game have, the file is the variant's.
    """
    folders = [paths.home(book.base_game).site, *([book.variant_folder / CHAPTERS] if book.variant_folder else [])]
    files = {path.relative_to(folder).as_posix(): path for folder in folders for path in folder.rglob("*.md")}
    return dict(sorted(files.items(), key=lambda item: item[0].split("/")))


def page_text(book: Book, name: str) -> str:
    """Return the text of a page.

    Args:
        book: the book of the game.
        name: a key of `page_files`.

    Raises:
        DataError: the page cannot be read, or is not UTF-8 text.
    """
    own = text_of(page_files(book)[name])
    base = paths.home(book.base_game).site / name
    if _TITLE.search(own) or not base.is_file():
        return own
    return merge_sections(text_of(base), own)


def merge_sections(below: str, above: str) -> str:
    """Return the page `below` with the sections of the page `above`.

    A section of `above` replaces the section of `below` with the same heading; sections with new headings come last.
    """
    first, *sections = _SECTION.split(below)
    merged = {_heading(section): section for section in sections}
    for section in _SECTION.split(above)[1:]:
        merged[_heading(section)] = section.rstrip("\n") + "\n\n"
    return first + "".join(merged.values())


def _heading(section: str) -> str:
    """Return the text of a section's heading, without the heading's id."""
    return _ID.sub("", section.partition("\n")[0].removeprefix("## ")).strip()


def front_matter(text: str, name: str) -> tuple[Mapping[str, Any], str]:
    """Split a page into its front matter and its body.

    Args:
        text: the page.
        name: the name of the file, for messages.

    Returns:
        The keys of the front matter, and the body without leading blank lines.

    Raises:
        DataError: the front matter is not strict YAML.
    """
    if match := _FRONT.match(text):
        return _facts(match[1], name), text[match.end() :].lstrip("\n")
    return {}, text.lstrip("\n")


@lru_cache(maxsize=2048)
def _facts(front: str, name: str) -> Mapping[str, Any]:
    # the blank line stands for the dashes, so that line numbers are right for the page
    data = parse_yaml(f"\n{front}", name).data
    return data if isinstance(data, dict) else {}
