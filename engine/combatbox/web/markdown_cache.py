"""Pages turned from Markdown to HTML, cached by all that this reads: their text, the extensions with their options, this module, the
libraries, and of the other files those that a page has links to.

MkDocs converts the pages and reports broken links: a page with a broken link is not cached, and a page is converted again where
one of its links would become another.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit, urlunsplit
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from markdown.util import AMP_SUBSTITUTE
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc
from mkdocs.utils import get_relative_url

from combatbox.library.build_cache import BuildCache, Sources


class LinkRecorder(Extension):  # type: ignore[misc]  # Markdown has no types here
    """Notes of a page its links, as they are written and as MkDocs has made them, and its headings."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []
        self.made: list[str] = []
        self.headings: list[Any] = []

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  # Markdown's name for it
        """Look before and after MkDocs does: what it adds comes after all extensions, of equal priority."""
        self.written, self.made, self.headings = [], [], []
        md.treeprocessors.register(_Look(md, self, first=True), "combatbox_written", 0)
        md.treeprocessors.register(_Look(md, self, first=False), "combatbox_made", -1)


class _Look(Treeprocessor):  # type: ignore[misc]
    def __init__(self, md: Markdown, notes: LinkRecorder, *, first: bool) -> None:
        super().__init__(md)
        self.notes, self.first = notes, first

    def run(self, root: Element) -> None:
        """Note the links of a page as they stand now."""
        links = list(_links(root))
        if self.first:
            self.notes.written = links
        else:
            self.notes.made = links
            self.notes.headings = getattr(self.md, "toc_tokens", [])


def _links(root: Element) -> Iterator[str]:
    keys = {"a": "href", "img": "src"}
    for element in root.iter():
        if element.tag in keys:
            yield element.get(keys[element.tag]) or ""


class Link(NamedTuple):
    """What MkDocs makes of a link without a word, and the file that it leads to, if that is one of the site's."""

    made: str
    target: File | None = None


def led(url: str, page: File, files: Files) -> Link | None:
    """What a link on a page becomes; None for one that MkDocs has something to say of, or does not know."""
    scheme, netloc, path, query, fragment = urlsplit(url)
    if scheme or netloc or AMP_SUBSTITUTE in url:
        return Link(url)
    if not path:
        return Link(url, page if fragment else None)
    if url.startswith(("/", "\\")):
        return None
    target = files.get_file_from_path(
        posixpath.normpath(posixpath.join(posixpath.dirname(page.src_uri), unquote(path)))
    )
    if target is None or target.inclusion.is_excluded():  # type: ignore[no-untyped-call]
        return None
    return Link(urlunsplit(("", "", get_relative_url(target.url, page.url), query, fragment)), target)


@dataclass(slots=True)
class Converter:
    """Turns the pages of one build. cache: where those are that were turned before."""

    cache: BuildCache
    noting: LinkRecorder = field(default_factory=LinkRecorder)
    _around: str | None = None

    def render(self, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Stands in for a page's own `render`, with the same outcome."""
        around = self._made_by(config)
        pages = self.cache.pages
        digest = sha256(f"{around}\0{page.file.src_uri}\0{page.file.url}\0{page.markdown}".encode()).hexdigest()
        entry = pages.get("page", digest)
        if entry is not None and _restored(page, json.loads(entry), files):
            return
        type(page).render(page, config, files)
        lines = self._lines(page, files)
        if lines is not None:
            pages.put("page", digest, json.dumps(lines).encode())

    def done(self) -> None:
        """All pages are turned."""
        self.cache.pages.evict()

    def _made_by(self, config: MkDocsConfig) -> str:
        """All that turns a page, whichever it is."""
        if self._around is None:
            extensions = [one for one in config.markdown_extensions if one is not self.noting]
            options = json.dumps(
                [extensions, config.mdx_configs, config.use_directory_urls], default=repr, sort_keys=True
            )
            code = Sources((Path(__file__),), (options,))
            if not code.is_settled:  # what runs may be what was there before
                self.cache = BuildCache()
            self._around = code.digest
        return self._around

    def _lines(self, page: Page, files: Files) -> dict[str, Any] | None:
        """What is cached of a page that was turned just now; None for a page that is turned every time."""
        notes = self.noting
        links = [led(written, page.file, files) for written in notes.written]
        same = [link.made if link else None for link in links] == notes.made
        if not same or "title" not in page.meta:  # a page without a title takes that of its first heading
            return None
        ids = sorted(page.present_anchor_ids or ())
        pairs = list(zip(notes.written, notes.made, strict=True))
        return {"html": page.content, "ids": ids, "headings": notes.headings, "links": pairs}


def _restored(page: Page, held: dict[str, Any], files: Files) -> bool:
    """Put into a page what is cached of it; False, and nothing, where one of its links leads elsewhere by now."""
    anchors: dict[File, dict[str, str]] = {}
    for written, made in held["links"]:
        link = led(written, page.file, files)
        if link is None or link.made != made:
            return False
        fragment = urlsplit(written).fragment
        if link.target and fragment:
            anchors.setdefault(link.target, {}).setdefault(fragment, written)
    page.content, page.toc = held["html"], get_toc(held["headings"])
    page.present_anchor_ids, page.links_to_anchors = set(held["ids"]), anchors
    return True
