"""The MkDocs plugin: a thin skin that hands files and pages to `web.pages` and back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page as MkPage

from combatbox.core.errors import CombatBoxError
from combatbox.library import paths
from combatbox.library.load import load_all
from combatbox.library.store import write_atomically
from combatbox.web.glossary import tooltips
from combatbox.web.nav import navigation
from combatbox.web.pages import Download, Site, fill, rule_paragraphs
from combatbox.web.search import ids_script, rule_entries, with_entries

_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)


class PluginConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs has no types here
    """Options of the plugin in mkdocs.yml."""

    prints = config_options.Type(str, default="build/print")
    tables = config_options.Type(str, default="")


class CombatBoxPlugin(BasePlugin[PluginConfig]):  # type: ignore[no-untyped-call]
    """Adds the pages made from the tables, answers the calls in the prose, builds the navigation."""

    def __init__(self) -> None:
        self.site = Site({})
        self.slots: dict[str, list[str]] = {}
        self.rules: dict[str, str] = {}
        self.tips: dict[str, str] = {}

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Load the tables anew and add every generated page, drawing and data file."""
        try:
            self.site = Site(
                load_all(Path(self.config.tables) if self.config.tables else None), self._downloads(config)
            )
        except CombatBoxError as error:
            raise PluginError(str(error)) from error
        prose = {file.src_uri: _read(file) for file in files.documentation_pages()}
        self.site.learn(prose.items())
        self.slots, self.rules = {}, {}
        self.tips = {path.split("/")[0]: text for path, text in prose.items() if path.endswith("/glossary.md")}
        made = self.site.pages()
        for page in made:
            files.append(File.generated(config, page.path, content=page.text))
        for path, text in self.site.data_files():
            files.append(File.generated(config, path, content=text))
        for drawing in sorted((paths.templates() / "art").glob("*.svg")):
            files.append(File.generated(config, f"assets/art/{drawing.name}", abs_src_path=str(drawing)))
        for found in self.site.downloads.values():
            for item in found:
                source = Path(config.config_file_path).parent / self.config.prints / item.path.removeprefix("print/")
                files.append(File.generated(config, item.path, abs_src_path=str(source)))
        fronts = {path: _front(text) for path, text in prose.items()}
        orders = {page.path: page.order for page in made}
        fronts.update({page.path: {**_front(page.text), "order": orders[page.path]} for page in made})
        config.nav = navigation(fronts, {key: book.meta.title for key, book in self.site.books.items()})
        return files

    def _downloads(self, config: MkDocsConfig) -> dict[str, list[Download]]:
        """The PDFs that were printed before the site is built."""
        from combatbox.web.downloads import downloads

        return downloads(Path(config.config_file_path).parent / self.config.prints)

    def on_page_markdown(self, markdown: str, *, page: MkPage, config: MkDocsConfig, files: Files) -> str:
        """Answer the calls in hand-written pages; add the glossary's tooltips."""
        path = page.file.src_uri
        game = path.split("/")[0]
        if page.file.generated_by is None:
            slots = self.slots.setdefault(path, [])
            try:
                above = page.file.content_string.count("\n") - markdown.count("\n")
                markdown = self.site.prose(path, markdown, slots, above)
            except CombatBoxError as error:
                raise PluginError(str(error)) from error
            if any("cb-player" in text for text in slots):
                page.meta["replay"] = True
            if game in self.tips and not path.endswith("glossary.md"):
                markdown += tooltips(self.tips[game], self.site, game)
        return markdown

    def on_page_content(self, html: str, *, page: MkPage, config: MkDocsConfig, files: Files) -> str:
        """Fill the slots, and keep the paragraph of each rule for its preview."""
        path = page.file.src_uri
        html = fill(html, self.slots.get(path, []))
        if page.file.generated_by is None:
            for name, text in rule_paragraphs(html).items():
                self.rules[f"{path.split('/')[0]}/{name}"] = text
        return html

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the previews, let the search find rules, drop what an English site without maps never loads."""
        from combatbox.core.wording import anchor

        out = Path(config.site_dir)
        found: list[dict[str, str]] = []
        for book in self.site.books.values():
            texts = {rule: self.rules.get(f"{book.key}/{anchor(rule)}", "") for rule in book.rules}
            texts = {rule: text for rule, text in texts.items() if text}
            found += rule_entries(book, self.site.places, texts)
            script = self.site.previews(book, texts)
            write_atomically(out / "assets" / "previews" / f"{book.key}.js", script.encode())
        ids = ids_script(self.site.books.values(), self.site.places)
        write_atomically(out / "assets" / "previews" / "ids.js", ids.encode())
        index = out / "search" / "search_index.json"
        write_atomically(index, with_entries(index.read_text(encoding="utf-8"), found).encode())
        for path in [*out.glob("assets/javascripts/lunr/**/*"), *out.glob("assets/**/*.map")]:
            if path.is_file():
                path.unlink()

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        """Watch the tables and templates too."""
        server.watch(str(paths.tables()))
        server.watch(str(paths.templates()))
        return server


def _read(file: File) -> str:
    return file.content_string


def _front(text: str) -> dict[str, Any]:
    found = _FRONT.match(text)
    data = yaml.safe_load(found[1]) if found else None
    return data if isinstance(data, dict) else {}
