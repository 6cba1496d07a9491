"""A cache of pages converted from Markdown to HTML.

The key contains everything that affects the conversion: the text, the extensions with their options, this module, the
libraries, and the files that the page links to. MkDocs converts the pages and reports broken links. A page with a
broken link is not cached, and a page is converted again when one of its links changes.
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
    """A Markdown extension that records a page's headings, and its links before and after MkDocs converts them."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []
        self.made: list[str] = []
        self.headings: list[Any] = []

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  # Markdown's name for it
        """Register one processor that runs before MkDocs' processor, and one that runs after it."""
        self.written, self.made, self.headings = [], [], []
        md.treeprocessors.register(_LinkProcessor(md, self, first=True), "combatbox_written", 0)
        md.treeprocessors.register(_LinkProcessor(md, self, first=False), "combatbox_made", -1)


class _LinkProcessor(Treeprocessor):  # type: ignore[misc]
    def __init__(self, md: Markdown, notes: LinkRecorder, *, first: bool) -> None:
        super().__init__(md)
        self.notes, self.first = notes, first

    def run(self, root: Element) -> None:
        """Record the links of the page at this stage."""
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
    """A valid link after its conversion by MkDocs, and the file of the site to which it leads, if any."""

    made: str
    target: File | None = None


def convert_link(url: str, page: File, files: Files) -> Link | None:
    """Return the result of MkDocs' conversion of a link.

    Args:
        url: the link as it is written in the page.
        page: the page that contains the link.
        files: the files of the site.

    Returns:
        The link; None if MkDocs warns about it, or if this function does not know its kind.
    """
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
    """A converter for the pages of one build.

    Attributes:
        cache: the pages of earlier builds.
    """

    cache: BuildCache
    noting: LinkRecorder = field(default_factory=LinkRecorder)
    _context: str | None = None

    def render(self, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Render a page from the cache of pages, or with MkDocs' `render`; the HTML is the same."""
        context = self._conversion_context(config)
        pages = self.cache.pages
        digest = sha256(f"{context}\0{page.file.src_uri}\0{page.file.url}\0{page.markdown}".encode()).hexdigest()
        entry = pages.get("page", digest)
        if entry is not None and _restore(page, json.loads(entry), files):
            return
        type(page).render(page, config, files)
        lines = self._entry(page, files)
        if lines is not None:
            pages.put("page", digest, json.dumps(lines).encode())

    def done(self) -> None:
        """Finish a build, and evict old entries."""
        self.cache.pages.evict()

    def _conversion_context(self, config: MkDocsConfig) -> str:
        """Return a digest of everything that affects all pages."""
        if self._context is None:
            extensions = [one for one in config.markdown_extensions if one is not self.noting]
            options = json.dumps(
                [extensions, config.mdx_configs, config.use_directory_urls], default=repr, sort_keys=True
            )
            code = Sources((Path(__file__),), (options,))
            if not code.is_settled:  # the files may have changed after they were imported
                self.cache = BuildCache()
            self._context = code.digest
        return self._context

    def _entry(self, page: Page, files: Files) -> dict[str, Any] | None:
        """Return the cache entry of a converted page; None if it cannot be cached."""
        notes = self.noting
        links = [convert_link(written, page.file, files) for written in notes.written]
        is_unchanged = [link.made if link else None for link in links] == notes.made
        if (
            not is_unchanged or "title" not in page.meta
        ):  # MkDocs derives a missing title from the first heading, outside the cache
            return None
        ids = sorted(page.present_anchor_ids or ())
        pairs = list(zip(notes.written, notes.made, strict=True))
        return {"html": page.content, "ids": ids, "headings": notes.headings, "links": pairs}


def _restore(page: Page, entry: dict[str, Any], files: Files) -> bool:
    """Restore a page from a cache entry; return False if one of the page's links has changed."""
    anchors: dict[File, dict[str, str]] = {}
    for written, made in entry["links"]:
        link = convert_link(written, page.file, files)
        if link is None or link.made != made:
            return False
        fragment = urlsplit(written).fragment
        if link.target and fragment:
            anchors.setdefault(link.target, {}).setdefault(fragment, written)
    page.content, page.toc = entry["html"], get_toc(entry["headings"])
    page.present_anchor_ids, page.links_to_anchors = set(entry["ids"]), anchors
    return True
