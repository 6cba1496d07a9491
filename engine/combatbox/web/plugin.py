"""The MkDocs plugin, which passes files and pages to `web.pages` and back."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page as MkPage

from combatbox import __version__
from combatbox.core.errors import CombatBoxError, DataError
from combatbox.core.table_views import anchor
from combatbox.games import registered_games
from combatbox.library import paths
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.library.build_cache import BuildCache, Sources, page_sources
from combatbox.library.folders import variant_like, variants
from combatbox.library.load import base_book, load_all
from combatbox.library.source_dates import Dates, in_words, read_dates
from combatbox.library.yaml12 import read_yaml
from combatbox.prose.front_matter import front_matter
from combatbox.web import browser_engine, bundles, news
from combatbox.web.api import book_path
from combatbox.web.chapter_layout import lay_out_chapter, with_commands, with_scrolled_tables, with_switch
from combatbox.web.css_purge import classes, purge, values
from combatbox.web.dev_server import DevServerState
from combatbox.web.downloads import downloads, drawings
from combatbox.web.glossary import tooltips
from combatbox.web.markdown_cache import Converter
from combatbox.web.nav import NavLineCache, navigation
from combatbox.web.pages import Download, MissionInputs, Page, Site, extract_html_slots, fill, rule_paragraphs
from combatbox.web.prose import gather_marks
from combatbox.web.search import (
    Entry,
    page_entries,
    rule_entries,
    rule_sections,
    rule_texts,
    ruling_entries,
    script,
    table_entries,
    term_entries,
    with_term_anchors,
    words_of,
)
from combatbox.web.service_worker import ICONS, guarded, write_manifest, write_worker
from combatbox.web.social_cards import Picture, picture_of, poster_of
from combatbox.web.variant import chapters
from combatbox.web.views import Views, relative

STYLES = "assets/css/combatbox.css"
"""Our style sheet. The sources have several; the site has only this one, with the theme's rules first."""

FOLDER_ONLY = "/slices/"
"""What the paths of files have that only pages opened from a folder load."""

BUILD = "build"
"""The folder of `combatbox build`, relative to the project."""

_ID = re.compile(r'id="(?<=\bid=")([^"]+)"')  # a pattern that begins with letters is ten times as fast
_PRE = re.compile(r"(<pre\b.*?</pre>)", re.DOTALL)
_BLANK = re.compile(r"\n\s+(?=<)|\n\s*(?=\n)")
_SWITCH = re.compile(r'(<input [^>]*type="checkbox" id="__[a-z]+") autocomplete="off"')


class PluginConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs has no types here
    """Options of the plugin in mkdocs.yml."""

    prints = config_options.Type(str, default="build/print")
    tables = config_options.Type(str, default="")
    kept = config_options.Type(str, default="")
    engine = config_options.Type(str, default="build/engine")
    without = config_options.Type(list, default=[])  # parts of the site, of `cli.build_commands.OPTIONAL_PARTS`


@dataclass(slots=True)
class Notes:
    """The notes on a page: HTML and text of its rules by id, and its entries for the search index."""

    rules: dict[str, str] = field(default_factory=dict)
    rule_texts: dict[str, str] = field(default_factory=dict)
    sections: dict[str, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Answer:
    """A hand-written page with its calls replaced, its slots, and the files of its game that it cites."""

    text: str
    slots: list[str]
    made_of: list[str]


@dataclass(frozen=True, slots=True)
class Game:
    """The parts of the site for one game.

    answers: hand-written pages by path. pages: generated from data. data: files by path. still: of a mission, as HTML.
    """

    answers: dict[str, Answer]
    pages: list[Page]
    data: list[tuple[str, str]]
    still: str = ""

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Game:
        """Parse the JSON form."""
        answers = {path: Answer(**answer) for path, answer in data["answers"].items()}
        pages = [Page(**page) for page in data["pages"]]
        return cls(answers, pages, [(path, text) for path, text in data["data"]], data["still"])


class CombatBoxPlugin(BasePlugin[PluginConfig]):  # type: ignore[no-untyped-call]
    """The plugin that adds generated pages, replaces calls in the prose, and builds the navigation."""

    def __init__(self) -> None:
        self.site = Site({})
        self.answers: dict[str, Answer] = {}
        self.slots: dict[str, list[str]] = {}
        self.notes: dict[str, Notes] = {}
        self.tips: dict[str, str] = {}
        self.served: DevServerState | None = None
        self.theme: Environment | None = None
        self.replay_trigger: Path | None = None
        self.needs_replay = False
        self.outdated: set[str] = set()
        self.digests: dict[str, str] = {}
        self.games: dict[str, tuple[str, Game]] = {}
        self.modified: dict[str, int] = {}
        self.dates = Dates()
        self.made_of: dict[str, list[str]] = {}
        self.pictured: set[str] = set()
        self.converter = Converter(BuildCache())
        self.failures: list[str] = []

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Reset the state, since `mkdocs serve` uses one plugin for all its builds."""
        self.served = DevServerState() if dirty else None
        self.site, self.needs_replay, self.modified, self.games, self.failures = Site({}), False, {}, {}, []

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Set up the cache of converted pages."""
        cache = BuildCache(Path(self.config.kept) if self.config.kept else None)
        if self.served:
            cache = BuildCache.beside(Path(config.config_file_path).parent / BUILD)
        self.converter = Converter(cache)
        config.markdown_extensions.append(self.converter.noting)
        config.extra |= {"version": __version__, "released": news.released(), "feed": news.FEED}
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Load the tables and add every generated page, drawing and data file.

        An error leaves the plugin in the state of the last good build, so that the next one starts from there.
        """
        earlier, needs_replay, modified = self.site, self.needs_replay, self._modification_times()
        try:
            try:
                site_files = self._add_files(files, config, earlier, fitting=needs_replay)
            except Exception:
                if not self.needs_replay:
                    raise
                # Missions of an earlier build may not fit these tables.
                site_files = self._add_files(files, config, earlier, fitting=True)
        except Exception as error:
            self.site, self.needs_replay = earlier, needs_replay
            if message := self._describe_error(error, modified):
                raise PluginError(message) from error
            raise
        if not self.needs_replay:
            self.modified = modified
        return site_files

    def _add_files(self, files: Files, config: MkDocsConfig, earlier: Site, *, fitting: bool) -> Files:
        """Add the files of the site.

        Args:
            files: of MkDocs.
            config: of MkDocs.
            earlier: the site whose missions are shown until they are replayed.
            fitting: use only its missions with unchanged inputs.
        """
        prints = Path(config.config_file_path).parent / self.config.prints
        self._load_site(config, prints, earlier, fitting=fitting)
        self._add_written_pages(files, config)
        prose = {file.src_uri: _read(file) for file in files.documentation_pages()}
        self.site.index_rules(prose.items())
        games = self._games(files, prose)
        self.site.stills |= {key: game.still for key, game in games.items()}
        self.tips = {
            key: tooltips(prose[path], book)
            for key, book in self.site.books.items()
            if (path := f"{key}/glossary.md") in prose
        }
        self.answers = {path: answer for game in games.values() for path, answer in game.answers.items()}
        self.answers |= {path: self._answer(path, text) for path, text in prose.items() if path not in self.answers}
        pages = [*(page for game in games.values() for page in game.pages), *self.site.shared_pages()]
        data = [*self.site.shared_data(), *(file for game in games.values() for file in game.data)]
        for path, text in [*((page.path, page.text) for page in pages), *data]:
            files.append(File.generated(config, path, content=text))
        feed = news.feed(self.site.books, self.site.places, str(config.site_url or ""))
        files.append(File.generated(config, news.FEED, content=feed))
        self._add_pictures(files, config, prints)
        self._add_downloads(files, config, prints)
        if self.site.engine:
            self._add_engine(files, config, dict(data))
        fronts = {path: _front(text, path)[0] for path, text in prose.items()}
        fronts.update({page.path: {**_front(page.text, page.path)[0], "order": page.order} for page in pages})
        config.nav = navigation(fronts, {key: book.meta.title for key, book in self.site.books.items()})
        self.dates = Dates() if self.served else read_dates(Path(config.config_file_path).parent)
        self.made_of = {page.path: self._below_tables(page) for page in pages}
        self._reset_notes(files, {**prose, **{page.path: page.text for page in pages}}, str(config.nav))
        return files

    def _load_site(self, config: MkDocsConfig, prints: Path, earlier: Site, *, fitting: bool) -> None:
        """Load the books; while the site is served, with the missions of the earlier build."""
        self.needs_replay, self.outdated = False, set()
        if self.served:  # before anything is read, so that the next build sees later changes
            known = (*registered_games(), *variants(self._overlay))
            likes = {key: variant_like(key, self._overlay) for key in known}
            self.digests = {
                key: page_sources(key, __name__, self._overlay, base_game=like).digest for key, like in likes.items()
            }
        books = load_all(self._overlay)
        has_engine = (self._engine(config) / browser_engine.FILES).is_file()
        self.site = Site(books, self._downloads(prints, books), drawings(prints, books), engine=has_engine)
        if self.served:
            self.site.inputs = self._mission_inputs()
            self.outdated = self.site.borrow_missions(earlier, fitting=fitting)
            self.needs_replay = bool(self.outdated)

    def _add_written_pages(self, files: Files, config: MkDocsConfig) -> None:
        """Add the hand-written pages of plug-ins, and the chapters of variants."""
        for folder in paths.plug_ins().values():
            for path in sorted((folder / "site").rglob("*.md")):
                files.append(_page_of(path.relative_to(folder / "site"), folder / "site", config))
        for book in self.site.books.values():
            for name, text in chapters(book) if book.meta.like else ():
                files.append(_as_written(File.generated(config, name, content=text)))

    def _add_downloads(self, files: Files, config: MkDocsConfig, prints: Path) -> None:
        """Add the papers, and the images of their first pages."""
        items = [item for of_game in self.site.downloads.values() for item in of_game]
        for path in [path for item in items for path in (item.path, item.picture) if path]:
            files.append(File.generated(config, path, abs_src_path=str(prints / path.removeprefix("print/"))))

    def _downloads(self, prints: Path, books: Mapping[str, Book]) -> dict[str, list[Download]]:
        """Return the downloads of each game, but for those that the site is built without."""
        without = self.config.without

        def is_left_out(item: Download) -> bool:
            is_bundle = item.name.endswith("-bundle")
            return item.kind == "PDF" and ("papers" in without or ("bundles" in without and is_bundle))

        return {
            key: [item for item in items if not is_left_out(item)] for key, items in downloads(prints, books).items()
        }

    def _below_tables(self, page: Page) -> list[str]:
        """Return the paths of a page's sources in the project; empty for an overlay, or a page about several games."""
        book = self.site.book_of(page.path)
        if book is None or book.overlay:
            return []
        folder = f"tables/{book.key}"
        return [f"{folder}/{name}" for name in page.made_of] or [folder]

    def _changed_on(self, page: MkPage) -> str:
        """Return the day of the last change of a page's sources; empty if unknown."""
        path = page.file.src_uri
        return self.dates.latest(self.made_of.get(path) or self._written_of(path))

    def _written_of(self, path: str) -> list[str]:
        """Return the file of a hand-written page and the tables that it cites; empty for an overlay."""
        book, answer = self.site.book_of(path), self.answers.get(path)
        if answer is None or (book and book.overlay):
            return []
        return [f"site/{path}", *(f"tables/{book.key}/{name}" for name in answer.made_of if book)]

    def _picture_for(self, path: str) -> Picture | None:
        """Return the social image of a page: of its game or of the site; None if there is none."""
        book = self.site.book_of(path)
        key = book.key if book and book.key in self.pictured else ""
        return picture_of(key, book.meta.title if book else "") if key in self.pictured else None

    def _add_pictures(self, files: Files, config: MkDocsConfig, prints: Path) -> None:
        """Add drawings, icons, and social images."""
        pictures = {f"assets/art/{art.name}": art for art in paths.drawings().values()}
        pictures |= {f"{ICONS}/{icon.name}": icon for icon in sorted((prints / Path(ICONS).name).glob("*.png"))}
        self.pictured = {key for key in ("", *self.site.books) if poster_of(key, prints).is_file()}
        pictures |= {picture_of(key, "").path: poster_of(key, prints) for key in sorted(self.pictured)}
        for name, picture in pictures.items():
            files.append(File.generated(config, name, abs_src_path=str(picture)))

    def _engine(self, config: MkDocsConfig) -> Path:
        """Return the folder of the engine for the browser; it may not exist."""
        return Path(config.config_file_path).parent / self.config.engine

    def _add_engine(self, files: Files, config: MkDocsConfig, data: Mapping[str, str]) -> None:
        """Add the engine, and the compiled books in slices. data: the data files by path, including the compiled books."""
        folder = self._engine(config)
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = f"{browser_engine.FOLDER}/{path.relative_to(folder).as_posix()}"
            if FOLDER_ONLY in name and "folder" in self.config.without:
                continue
            files.append(File.generated(config, name, abs_src_path=str(path)))
        texts = {
            key: (book_path(book), data[book_path(book)], book.meta.like or key, book.meta.title)
            for key, book in self.site.books.items()
        }
        for name, text in browser_engine.books(texts, sliced="folder" not in self.config.without):
            files.append(File.generated(config, name, content=text))

    @property
    def _overlay(self) -> Path | None:
        """The folder of the user's own tables; None without an overlay."""
        return Path(self.config.tables) if self.config.tables else None

    def _mission_inputs(self) -> dict[str, MissionInputs]:
        """Return the current inputs of each game's missions."""
        templates = Sources((paths.templates() / "pages",)).digest
        overlay = [self._overlay] if self._overlay else []
        return {
            key: MissionInputs(
                Sources((paths.home(book.base_game).tables, *(folder / key for folder in overlay))).digest, templates
            )
            for key, book in self.site.books.items()
        }

    def _games(self, files: Files, prose: dict[str, str]) -> dict[str, Game]:
        """Return the parts of each game.

        If a game's pages fail under an overlay, it is shown with its own tables, and a variant is left out.
        """
        games: dict[str, Game] = {}
        books = dict(self.site.books)
        self.site.books = books
        for key, book in list(books.items()):
            try:
                games[key] = self._game(book, prose)
            except Exception as error:
                if book.overlay is None or self.served:
                    raise
                words = str(error) if isinstance(error, (CombatBoxError, PluginError)) else repr(error)
                if book.meta.like:
                    del books[key]
                    for file in [file for file in files if file.src_uri.startswith(f"{key}/")]:
                        files.remove(file)
                        prose.pop(file.src_uri, None)
                    self.failures.append(f"{key}: left out of the site: {words}")
                else:
                    books[key] = base_book(book)
                    self.site.forget(key)
                    games[key] = self._game(books[key], prose)
                    self.failures.append(f"{key}: shown on the site with the game's own tables: {words}")
        return games

    def _game(self, book: Book, prose: Mapping[str, str]) -> Game:
        """Return the parts of one game, built or from the cache. prose: of all pages."""
        own = {path: text for path, text in prose.items() if path.startswith(f"{book.key}/")}

        def build() -> Game:
            answers = {path: self._answer(path, text) for path, text in own.items()}
            pages, data = list(self.site.own_pages(book)), list(self.site.own_data(book))
            return Game(answers, pages, data, self.site.still(book))

        if not self.config.kept and not self.served:
            return build()
        beside = json.dumps(self.site.other_inputs(book, own), default=str)
        if self.served:
            fingerprint = f"{self.digests[book.key]} {beside}"
            earlier, game = self.games.get(book.key, ("", None))
            if game is None or earlier != fingerprint or book.key in self.outdated:
                game = build()
                self.games[book.key] = ("" if book.key in self.outdated else fingerprint, game)
            return game
        built: list[Game] = []

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "game.json"

            def fill() -> None:
                built.append(build())
                file.write_text(json.dumps(asdict(built[0])), encoding="utf-8", newline="\n")

            sources = page_sources(
                book.key, __name__, self._overlay, f"tables {book.digest}", beside, base_game=book.base_game
            )
            if BuildCache(Path(self.config.kept)).fill(f"{book.key}-pages", sources, {"site": Path(folder)}, fill):
                return Game.read(json.loads(file.read_text(encoding="utf-8")))
        return built[0]

    def _modification_times(self) -> dict[str, int]:
        """Return the modification time of each table file, in nanoseconds."""
        folder = Path(self.config.tables) if self.config.tables else paths.tables()
        return {paths.display_path(path): path.stat().st_mtime_ns for path in sorted(folder.rglob("*.yaml"))}

    def _describe_error(self, error: Exception, modified: Mapping[str, int]) -> str:
        """Return the message of an error; empty if only a traceback helps.

        Tables may load but fail when they are played. While the site is served, the message then lists the tables that have
        changed since the last build.
        """
        known = isinstance(error, (CombatBoxError, PluginError))
        changed = [path for path, time in modified.items() if self.modified and self.modified.get(path) != time]
        changed += [f"{path} (deleted)" for path in self.modified.keys() - modified.keys()]
        if isinstance(error, DataError) or not changed:
            return str(error) if known else ""
        words = str(error) if known else repr(error)
        return f"{', '.join(changed)}: changed since the last build of the site, which now fails: {words}"

    def _answer(self, path: str, text: str) -> Answer:
        """Return a hand-written page without front matter, with its calls replaced."""
        _, body = _front(text, path)
        slots: list[str] = []
        try:
            answered = self.site.prose(path, body, slots, text.count("\n") - body.count("\n"))
        except CombatBoxError as error:
            raise PluginError(str(error)) from error
        return Answer(answered, slots, sorted(self.site.values_of.get(path, ())))

    def _reset_notes(self, files: Files, texts: dict[str, str], nav: str) -> None:
        """Clear the notes on pages that will be built; while the site is served, unchanged pages are not."""
        same: set[str] = set()
        if self.served:
            contents = {path: f"{text}\n{self.answers.get(path)}" for path, text in texts.items()}
            same = self.served.begin(contents, f"{nav}\n{self.tips}")
        self.notes = {path: notes for path, notes in self.notes.items() if path in same}
        for file in files.documentation_pages():
            if self.served:
                file.is_modified = partial(_changed, file.src_uri not in same)  # type: ignore[method-assign]

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Reuse the compiled templates of the theme while the site is served."""
        env.filters["day_in_words"] = in_words
        if self.served and self.theme is None:
            env.auto_reload = True
            self.theme = env
        theme = self.theme if self.served and self.theme else env
        theme.globals["laid_once"] = NavLineCache()
        return theme

    def on_page_markdown(self, markdown: str, *, page: MkPage, config: MkDocsConfig, files: Files) -> str:
        """Return a page with its calls replaced, and with the glossary's tooltips."""
        path = page.file.src_uri
        game = path.split("/")[0]
        facts, markdown = _front(page.file.content_string, path)
        page.meta = dict(facts)  # MkDocs reads front matter as YAML 1.1
        if page.file.generated_by is None:
            markdown, slots = self.answers[path].text, self.answers[path].slots
            if any("cb-player" in text for text in slots):
                page.meta["replay"] = True
            if game in self.tips and not path.endswith("glossary.md"):
                markdown += self.tips[game]
        else:
            slots = []
            markdown = extract_html_slots(markdown, slots)
        self.slots[path] = slots
        page.meta["changed_on"] = self._changed_on(page)
        page.meta["link_picture"] = self._picture_for(path)
        if book := self.site.book_of(path):
            page.meta["game"], page.meta["digest"] = book.key, book.digest
        if self.converter.cache.folder:
            page.render = partial(self.converter.render, page)  # type: ignore[method-assign]
        return markdown

    def on_page_content(self, html: str, *, page: MkPage, config: MkDocsConfig, files: Files) -> str:
        """Fill the slots; record the paragraphs of rules for previews, and all texts for the search."""
        path = page.file.src_uri
        if path.endswith("/glossary.md"):
            html = with_term_anchors(html)
        html = gather_marks(html)
        filled = fill(with_scrolled_tables(html), self.slots[path])
        self._note(page, filled if page.file.generated_by else html)
        html = filled
        page.present_anchor_ids = {*(page.present_anchor_ids or ()), *_ID.findall(html)}
        book = self.site.book_of(path)
        if book and path.startswith(f"{book.key}/rules/"):
            page.meta["contents"] = "nav"
            html = lay_out_chapter(html, book, Views(book, self.site.places, page.file.dest_uri), self.site.env)
        elif path.endswith("/sequence.md"):
            html = f'<div class="cb-onesheet">\n{html}\n</div>'  # styled to print on one sheet
        elif path.endswith(("/tables/index.md", "/rules-index.md")):
            html = with_switch(html, self.site.env)
        manual = "" if path.startswith("authors/") else relative("authors/commands.html", page.file.dest_uri)
        html = with_commands(html, manual)
        if page.file.generated_by is None:
            for name, text in rule_paragraphs(html).items():
                self.notes[path].rules[f"{path.split('/')[0]}/{name}"] = text
        return html

    def on_post_page(self, output: str, *, page: MkPage, config: MkDocsConfig) -> str:
        """Remove an invalid attribute of check boxes, blank lines and indentation; add the content security policy.

        Blank lines and indentation are an eighth of a long page.
        """
        parts = _PRE.split(_SWITCH.sub(r"\1", output))
        return guarded("".join(part if part.startswith("<pre") else _BLANK.sub("\n", part) for part in parts))

    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Add the content security policy to the page for unknown addresses."""
        return guarded(output_content) if template_name.endswith(".html") else output_content

    def _note(self, page: MkPage, html: str) -> None:
        """Record a page for the search, except tables and rulings, which are taken from the books."""
        path, url = page.file.src_uri, page.file.dest_uri
        notes = self.notes[path] = Notes()
        book = self.site.book_of(path)
        game = book.key if book else ""
        title = str(page.title)
        if path.startswith(f"{game}/tables/") and not path.endswith("/index.md"):
            return
        for number, entry in enumerate(page_entries(game, url, title, html)):
            if path.startswith(f"{game}/examples/") and not path.endswith("/index.md"):
                if number == 0:
                    notes.entries.append(replace(entry, kind="Mission"))
            elif number == 0 or page.file.generated_by is None:
                notes.entries.append(entry)
        if path.endswith("/glossary.md"):
            notes.entries += term_entries(game, url, html)
        notes.rule_texts.update({f"{game}/{name}": text for name, text in rule_texts(html).items()})
        notes.sections.update({f"{game}/{name}": text for name, text in rule_sections(html).items()})

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write previews, search index and bundles, and remove files that the site never loads."""
        out = Path(config.site_dir)
        self.converter.done()
        rules = {name: text for notes in self.notes.values() for name, text in notes.rules.items()}
        for book in self.site.books.values():
            texts = {rule: rules.get(f"{book.key}/{anchor(rule)}", "") for rule in book.rules}
            previews = self.site.previews(book, {rule: text for rule, text in texts.items() if text})
            write_atomically(out / "assets" / "previews" / f"{book.key}.js", previews.encode())
        write_atomically(out / "assets" / "search" / "index.js", self._index(Path(config.docs_dir)).encode())
        worker = bundles.write_bundles(out)
        _join_styles(out, (Path(config.docs_dir) / STYLES).parent, trim=self.served is None)
        for folder in ("assets/javascripts", "assets/stylesheets"):
            shutil.rmtree(out / folder, ignore_errors=True)
        for path in (out / STYLES).parent.glob("*.css"):
            if path != out / STYLES:
                path.unlink()
        if self.served:
            self.served.done()
        else:  # while pages change, browsers must not cache them
            write_manifest(out, str(config.site_name), str(config.site_description).strip())
            write_worker(out, worker)
        if self.needs_replay and self.replay_trigger:
            self.replay_trigger.touch()  # the pages are built; a further build replays the missions

    def _index(self, prose: Path) -> str:
        """Return the script with the search index. prose: the folder of the pages, with the search's synonyms."""
        books = self.site.books
        rules = {name: text for notes in self.notes.values() for name, text in notes.rule_texts.items()}
        above = {name: text for notes in self.notes.values() for name, text in notes.sections.items()}
        entries: list[Entry] = []
        for book in books.values():
            views = Views(book, self.site.places, "index.html")
            texts = {anchor(rule): rules.get(f"{book.key}/{anchor(rule)}", "") for rule in book.rules}
            sections = {anchor(rule): above.get(f"{book.key}/{anchor(rule)}", "") for rule in book.rules}
            entries += rule_entries(book, self.site.places, texts, sections)
            entries += ruling_entries(book, self.site.places)
            for table in book.tables.values():
                view = views.table(table, chances=False)
                entries += table_entries(book, self.site.places.table(book, table.id), view)
        entries += [entry for _, notes in sorted(self.notes.items()) for entry in notes.entries]
        try:
            words = words_of(read_yaml(prose / "search.yaml"), books, entries)
        except CombatBoxError as error:
            raise PluginError(str(error)) from error
        return script(entries, books, words)

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        """Also watch the tables, the templates, and the file that triggers a replay of missions."""
        folder = Path(tempfile.mkdtemp(prefix="combatbox_"))
        self.replay_trigger = folder / "behind"
        server.build_delay = 0.1  # seconds to wait for further changes
        server.watch(str(folder))
        scripts = (bundles.sources() / name for name in ("src", "entries"))
        for folder in (paths.tables(), paths.templates(), *scripts, *paths.plug_ins().values()):
            server.watch(str(folder))
        return server


def _join_styles(out: Path, own: Path, trim: bool) -> None:
    """Join the theme's style sheets and our own into one file, which loads faster than five.

    own: the folder of our style sheets. trim: remove rules of the theme that the site does not use.
    """
    target = out / STYLES
    ours = [path.read_text(encoding="utf-8") for path in sorted(own.glob("*.css"))]
    theme = [path.read_text(encoding="utf-8") for path in sorted((out / "assets" / "stylesheets").glob("*.css"))]
    if trim:
        pages = [path.read_text(encoding="utf-8") for path in out.rglob("*.html")]
        scripts = [path.read_text(encoding="utf-8") for path in out.glob(f"{bundles.FOLDER}/*.js")]
        used = classes(pages, scripts)
        theme = [purge(sheet, used) for sheet in theme]
        properties = values([*theme, *ours, *pages, *scripts])
        theme = [purge(sheet, used, properties) for sheet in theme]
    write_atomically(target, "\n".join([*theme, *ours]).encode())


def _changed(answer: bool) -> bool:
    """Return a fixed answer, as `File.is_modified`."""
    return answer


def _as_written(file: File) -> File:
    """Mark a generated file as hand-written, so that its calls are replaced."""
    file.generated_by = None
    return file


def _page_of(path: Path, folder: Path, config: MkDocsConfig) -> File:
    """Return a hand-written page from another folder."""
    return File(path.as_posix(), str(folder), str(config.site_dir), config.use_directory_urls)


def _read(file: File) -> str:
    return file.content_string


def _front(text: str, path: str) -> tuple[Mapping[str, Any], str]:
    """Split a page as `front_matter` does.

    Raises:
        PluginError: the front matter is wrong; the message names file and line.
    """
    try:
        return front_matter(text, f"site/{path}")
    except CombatBoxError as error:
        raise PluginError(str(error)) from error
