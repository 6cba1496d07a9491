"""The MkDocs plugin, which adds files to MkDocs' list, and passes pages to `web.pages` and back."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
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
from combatbox.games import registered_games
from combatbox.library import paths
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.library.build_cache import Sources, game_sources
from combatbox.library.folders import variant_like, variants
from combatbox.library.load import load_all
from combatbox.library.source_dates import Dates, day_in_words, read_dates
from combatbox.prose.pages import front_matter
from combatbox.web import browser_engine, bundles, news
from combatbox.web.bundles import STYLES, join_styles, with_styles
from combatbox.web.chapter_layout import (
    extract_html_slots,
    fill,
    lay_out_chapter,
    tooltips,
    with_commands,
    with_scrolled_tables,
    with_switch,
    with_whole_names,
)
from combatbox.web.data_files import (
    DIGESTS,
    book_path,
    can_be_corrected,
    digests_script,
    shared_data,
    tables_of,
)
from combatbox.web.game_parts import Answer, DevServerState, GameParts, PartsBuilder, answer
from combatbox.web.nav import NavLineCache, navigation
from combatbox.web.page_notes import PageDates, PageNotes
from combatbox.web.pages import shared_pages
from combatbox.web.prose_functions import gather_marks
from combatbox.web.search import with_term_anchors
from combatbox.web.service_worker import (
    ICONS,
    Picture,
    guarded,
    picture_of,
    poster_of,
    write_manifest,
    write_worker,
)
from combatbox.web.site import Site
from combatbox.web.site_files import Download, Page, downloads, drawings
from combatbox.web.site_missions import MissionInputs
from combatbox.web.variant import chapters
from combatbox.web.views import Views

_ID = re.compile(r'id="(?<=\bid=")([^"]+)"')  # a pattern that begins with letters is ten times as fast
_PRE = re.compile(r"(<pre\b.*?</pre>)", re.DOTALL)
_BLANK = re.compile(r"\n\s+(?=<)|\n\s*(?=\n)")
_SWITCH = re.compile(r'(<input [^>]*type="checkbox" id="__[a-z]+") autocomplete="off"')


FOLDER_ONLY = "/slices/"
"""The folder, as part of a path, of the files that are loaded only by pages opened from disk."""


class AddedFiles:
    """MkDocs' list of files, with methods that add the files of the site."""

    def __init__(self, files: Files, config: MkDocsConfig) -> None:
        self.files, self.config = files, config

    def add_text(self, path: str, text: str) -> File:
        """Add a file with a given text as its content, and return it."""
        file = File.generated(self.config, path, content=text)
        self.files.append(file)
        return file

    def copy(self, path: str, source: Path) -> None:
        """Add a copy of the file `source`."""
        self.files.append(File.generated(self.config, path, abs_src_path=str(source)))

    def add_written_pages(self, books: Iterable[Book]) -> None:
        """Add the hand-written pages of plug-ins, and the chapters of variants."""
        for plug_in in paths.plug_ins().values():
            folder = plug_in / "site"
            for path in sorted(folder.rglob("*.md")):
                name, out = path.relative_to(folder).as_posix(), str(self.config.site_dir)
                self.files.append(File(name, str(folder), out, self.config.use_directory_urls))
        for book in books:
            for name, text in chapters(book) if book.meta.like else ():
                self.add_text(name, text).generated_by = None  # as if hand-written: its calls are replaced

    def remove_game(self, key: str) -> None:
        """Remove the files of a game."""
        for file in [file for file in self.files if file.src_uri.startswith(f"{key}/")]:
            self.files.remove(file)

    def add_downloads(self, downloads: Iterable[Download], prints: Path) -> None:
        """Add the downloads, such as PDFs to print, and the images of their first pages.

        `prints` is the folder that contains the downloads.
        """
        for path in [path for item in downloads for path in (item.path, item.picture) if path]:
            self.copy(path, prints / path.removeprefix("print/"))

    def add_pictures(self, keys: Iterable[str], prints: Path) -> set[str]:
        """Add drawings, icons, and social-card images.

        Args:
            keys: the keys of the games.
            prints: the print folder, which contains the PDFs of the games and their images.

        Returns:
            The keys of the games that have a social card; the empty key stands for the site's card.
        """
        pictures = {f"assets/art/{art.name}": art for art in paths.drawings().values()}
        pictures |= {f"{ICONS}/{icon.name}": icon for icon in sorted((prints / Path(ICONS).name).glob("*.png"))}
        pictured = {key for key in ("", *keys) if poster_of(key, prints).is_file()}
        pictures |= {picture_of(key, "").path: poster_of(key, prints) for key in sorted(pictured)}
        for name, picture in pictures.items():
            self.copy(name, picture)
        return pictured

    def add_engine(
        self, folder: Path, prints: Path, books: Mapping[str, Book], data: Mapping[str, str], *, sliced: bool
    ) -> None:
        """Add the engine for the browser, the compiled books, the record sheets that it can print, and the tables.

        Args:
            folder: the folder of the built engine.
            prints: the print folder, which contains the record sheets as data.
            books: the books of the site, by key.
            data: the data files by path, including the compiled books.
            sliced: True to add the script files ("slices") for pages that are opened from a folder.
        """
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = f"{browser_engine.FOLDER}/{path.relative_to(folder).as_posix()}"
            if sliced or FOLDER_ONLY not in name:
                self.copy(name, path)
        texts = {
            key: (book_path(book), data[book_path(book)], book.meta.like or key, book.meta.title)
            for key, book in books.items()
        }
        sheets = {key: prints / key / "sheets.json" for key in books}
        sheet_sets = {key: path.read_text(encoding="utf-8") for key, path in sheets.items() if path.is_file()}
        tables = {key: tables_of(book) for key, book in books.items() if can_be_corrected(book)}
        for name, text in browser_engine.books(texts, sheet_sets, tables, sliced=sliced):
            self.add_text(name, text)


class PluginConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs has no types here
    """Options of the plugin in mkdocs.yml."""

    prints = config_options.Type(str, default="build/print")
    tables = config_options.Type(str, default="")
    cache_folder = config_options.Type(str, default="")
    engine = config_options.Type(str, default="build/engine")
    without = config_options.Type(list, default=[])  # parts of the site, of `cli.build_commands.OPTIONAL_PARTS`


class CombatBoxPlugin(BasePlugin[PluginConfig]):  # type: ignore[no-untyped-call]
    """The plugin that adds generated pages, replaces function calls in written pages, and builds the navigation."""

    def __init__(self) -> None:
        self.site = Site({})
        self.answers: dict[str, Answer] = {}
        self.slots: dict[str, list[str]] = {}
        self.notes = PageNotes(self.site)
        self.dates = PageDates(self.site)
        self.tips: dict[str, str] = {}
        self.pictured: set[str] = set()
        self.failures: list[str] = []
        self.served: DevServerState | None = None
        self.theme: Environment | None = None
        self.replay_trigger: Path | None = None
        self.modified: dict[str, int] = {}

    @property
    def needs_replay(self) -> bool:
        """True if the pages show missions of an earlier build, which must be replayed."""
        return self.served is not None and self.served.needs_replay

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Reset the state, because `mkdocs serve` uses one plugin for all its builds."""
        self.served = DevServerState() if dirty else None
        self.site, self.modified, self.failures = Site({}), {}, []

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Name the version and the feed."""
        config.extra |= {"version": __version__, "released": news.released(), "feed": news.FEED}
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Load the tables and add every generated page, drawing and data file.

        An error leaves the plugin in the state of the last good build, so that the next one starts from there.
        """
        earlier, needs_replay, modified = self.site, self.needs_replay, self._modification_times()
        try:
            try:
                site_files = self._add_files(Files([*files]), config, earlier, fitting=needs_replay)
            except Exception:
                if not self.needs_replay:
                    raise
                # Missions of an earlier build may not fit these tables.
                site_files = self._add_files(files, config, earlier, fitting=True)
        except Exception as error:
            self.site = earlier
            if self.served:
                self.served.needs_replay = needs_replay
            if message := self._describe_error(error, modified):
                raise PluginError(message) from error
            raise
        if not self.needs_replay:
            self.modified = modified
        return site_files

    def _add_files(self, files: Files, config: MkDocsConfig, earlier: Site, *, fitting: bool) -> Files:
        """Add the files of the site.

        Args:
            files: the files that MkDocs has collected.
            config: the configuration of MkDocs.
            earlier: the site whose missions are shown until they are replayed.
            fitting: True to use only the missions of `earlier` whose inputs have not changed.
        """
        prints = Path(config.config_file_path).parent / self.config.prints
        added = AddedFiles(files, config)
        self._load_site(config, prints, earlier, fitting=fitting)
        added.add_written_pages(self.site.books.values())
        prose = {file.src_uri: file.content_string for file in files.documentation_pages()}
        self.site.index_rules(prose.items())
        parts = self._parts(added, prose)
        self.tips = {
            key: tooltips(prose[path], book)
            for key, book in self.site.books.items()
            if (path := f"{key}/glossary.md") in prose
        }
        self.answers = {path: answer for of_game in parts.values() for path, answer in of_game.answers.items()}
        self.answers |= {
            path: answer(self.site, path, text) for path, text in prose.items() if path not in self.answers
        }
        pages = [*(page for of_game in parts.values() for page in of_game.pages), *shared_pages(self.site)]
        data = [*shared_data(self.site), *(file for of_game in parts.values() for file in of_game.data)]
        for path, text in [*((page.path, page.text) for page in pages), *data]:
            added.add_text(path, text)
        added.add_text(news.FEED, news.feed(self.site.books, self.site.places, str(config.site_url or "")))
        self.pictured = added.add_pictures(self.site.books, prints)
        added.add_downloads((item for items in self.site.downloads.values() for item in items), prints)
        if self.site.engine:
            added.add_engine(
                self._engine(config), prints, self.site.books, dict(data), sliced="folder" not in self.config.without
            )
        self._lay_out(files, config, prose, pages)
        return files

    def _parts(self, added: AddedFiles, prose: dict[str, str]) -> dict[str, GameParts]:
        """Return the parts of each game, and remove the pages of games that are left out, also from `prose`."""
        builder = PartsBuilder(
            self.site,
            Path(self.config.cache_folder) if self.config.cache_folder else None,
            self._overlay,
            self.served,
            self.failures,
        )
        keys = set(self.site.books)
        parts = builder.all_parts(prose)
        for key in keys - self.site.books.keys():
            added.remove_game(key)
            for path in [path for path in prose if path.startswith(f"{key}/")]:
                del prose[path]
        for key, of_game in parts.items():
            self.site.missions.of(self.site.books[key]).still = of_game.still
        return parts

    def _lay_out(self, files: Files, config: MkDocsConfig, prose: Mapping[str, str], pages: list[Page]) -> None:
        """Build the navigation, and begin the notes and dates of the pages."""
        fronts = {path: front_matter(text, f"site/{path}")[0] for path, text in prose.items()}
        fronts.update(
            {page.path: {**front_matter(page.text, f"site/{page.path}")[0], "order": page.order} for page in pages}
        )
        config.nav = navigation(fronts, {key: book.meta for key, book in self.site.books.items()})
        dates = Dates() if self.served else read_dates(Path(config.config_file_path).parent)
        self.dates = PageDates(self.site, self.answers, {page.path: page for page in pages}, dates)
        self._reset_notes(files, {**prose, **{page.path: page.text for page in pages}}, str(config.nav))

    def _load_site(self, config: MkDocsConfig, prints: Path, earlier: Site, *, fitting: bool) -> None:
        """Load the books; while the site is served, also take the missions of the earlier build."""
        served = self.served
        if served:  # before anything is read, so that the next build sees later changes
            served.needs_replay, served.outdated = False, set()
            likes = {key: variant_like(key, self._overlay) for key in (*registered_games(), *variants(self._overlay))}
            served.digests = {
                key: game_sources(key, self._overlay, base_game=like).digest for key, like in likes.items()
            }
        books = load_all(self._overlay)
        has_engine = (self._engine(config) / browser_engine.FILES).is_file()
        self.site = Site(books, self._downloads(prints, books), drawings(prints, books), engine=has_engine)
        if served:
            self.site.missions.inputs = self._mission_inputs()
            served.outdated = self.site.missions.borrow(books, earlier.missions, fitting=fitting)
            served.needs_replay = bool(served.outdated)

    def _downloads(self, prints: Path, books: Mapping[str, Book]) -> dict[str, list[Download]]:
        """Return the downloads of each game, except the kinds that the site is built without."""
        without = self.config.without

        def is_left_out(item: Download) -> bool:
            is_bundle = item.name.endswith("-bundle")
            return item.kind == "PDF" and ("papers" in without or ("bundles" in without and is_bundle))

        return {
            key: [item for item in items if not is_left_out(item)] for key, items in downloads(prints, books).items()
        }

    def _picture_for(self, path: str) -> Picture | None:
        """Return the social image of a page: of its game or of the site; None if there is none."""
        book = self.site.book_of(path)
        key = book.key if book and book.key in self.pictured else ""
        return picture_of(key, book.meta.title if book else "") if key in self.pictured else None

    def _engine(self, config: MkDocsConfig) -> Path:
        """Return the folder of the engine for the browser, which may not exist."""
        return Path(config.config_file_path).parent / self.config.engine

    @property
    def _overlay(self) -> Path | None:
        """The folder of the user's own tables; None without an overlay."""
        return Path(self.config.tables) if self.config.tables else None

    def _mission_inputs(self) -> dict[str, MissionInputs]:
        """Return the current inputs of each game's missions."""
        templates = Sources((paths.templates() / "pages",)).digest
        return {
            key: MissionInputs(
                Sources(
                    tuple(filter(None, (paths.home(book.base_game).tables, book.variant_folder, book.overlay)))
                ).digest,
                templates,
            )
            for key, book in self.site.books.items()
        }

    def _modification_times(self) -> dict[str, int]:
        """Return the modification time of each table file, in nanoseconds."""
        folders = [Path(self.config.tables)] if self.config.tables else [paths.tables(), paths.variants()]
        files = [path for folder in folders for path in sorted(folder.rglob("*.yaml"))]
        return {paths.display_path(path): path.stat().st_mtime_ns for path in files}

    def _describe_error(self, error: Exception, modified: Mapping[str, int]) -> str:
        """Return the message of an error; empty if the traceback has to be shown.

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

    def _reset_notes(self, files: Files, texts: dict[str, str], nav: str) -> None:
        """Clear the notes on pages that will be built.

        While the site is served, unchanged pages are not built, and keep their notes.
        """
        same: set[str] = set()
        if self.served:
            contents = {path: f"{text}\n{self.answers.get(path)}" for path, text in texts.items()}
            same = self.served.begin(contents, f"{nav}\n{self.tips}")
        self.notes = PageNotes(self.site, {path: notes for path, notes in self.notes.of.items() if path in same})
        for file in files.documentation_pages():
            if self.served:  # MkDocs itself would look at dates, which generated pages do not have
                file.is_modified = partial(_changed, file.src_uri not in same)  # type: ignore[method-assign]

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Reuse the compiled templates of the theme while the site is served."""
        env.filters["day_in_words"] = day_in_words
        if self.served and self.theme is None:
            env.auto_reload = True
            self.theme = env
        theme = self.theme if self.served and self.theme else env
        theme.globals["laid_once"] = NavLineCache()
        return theme

    def on_page_markdown(self, markdown: str, *, page: MkPage, config: MkDocsConfig, files: Files) -> str:
        """Replace the function calls in the Markdown of a page, and add the tooltips of the glossary."""
        path = page.file.src_uri
        game = path.split("/")[0]
        facts, markdown = front_matter(page.file.content_string, f"site/{path}")
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
        page.meta["changed_on"] = self.dates.changed_on(path)
        page.meta["link_picture"] = self._picture_for(path)
        for section in page.ancestors:  # the topmost is the last
            page.meta["of"] = section.title
        if book := self.site.book_of(path):
            page.meta |= {"game": book.key, "of": book.meta.title, "rebuilt": book.rebuilt}
        return markdown

    def on_page_content(self, html: str, *, page: MkPage, config: MkDocsConfig, files: Files) -> str:
        """Fill the placeholders of a page, and collect its rules for previews and its text for the search index."""
        path = page.file.src_uri
        if path.endswith("/glossary.md"):
            html = with_term_anchors(html)
        html = gather_marks(html)
        filled = fill(with_scrolled_tables(html), self.slots[path])
        generated = page.file.generated_by is not None
        self.notes.record(path, page.file.dest_uri, str(page.title), filled if generated else html, generated=generated)
        html = filled
        page.present_anchor_ids = {*(page.present_anchor_ids or ()), *_ID.findall(html)}
        book = self.site.book_of(path)
        if book and path.startswith(f"{book.key}/rules/"):
            page.meta["contents"] = "nav"
            html = lay_out_chapter(html, book, Views(book, self.site.places, page.file.dest_uri))
        elif path.endswith("/sequence.md"):
            html = f'<div class="cb-onesheet">\n{html}\n</div>'  # styled to print on one sheet
        elif path.endswith(("/tables/index.md", "/rules-index.md")):
            html = with_switch(html)
        html = with_whole_names(with_commands(html))
        if not generated:
            self.notes.record_rules(path, html)
        return html

    def on_post_page(self, output: str, *, page: MkPage, config: MkDocsConfig) -> str:
        """Shrink and correct a page, and add its style sheets and the content security policy.

        Blank lines and indentation, an eighth of a long page, are removed. So is an invalid attribute of check boxes.
        """
        parts = _PRE.split(_SWITCH.sub(r"\1", output))
        page_text = "".join(part if part.startswith("<pre") else _BLANK.sub("\n", part) for part in parts)
        return guarded(with_styles(page_text))

    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Add the content security policy to the page for unknown addresses."""
        return guarded(output_content) if template_name.endswith(".html") else output_content

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write previews, search index, bundles and digests, and remove files that the site never loads."""
        out = Path(config.site_dir)
        for name, text in self.notes.previews():
            write_atomically(out / "assets" / "previews" / f"{name}.js", text.encode())
        try:
            index = self.notes.search_index(Path(config.docs_dir))
        except CombatBoxError as error:
            raise PluginError(str(error)) from error
        write_atomically(out / "assets" / "search" / "index.js", index.encode())
        worker = bundles.write_bundles(out)
        write_atomically(out / DIGESTS, digests_script(self.site.books).encode())
        join_styles(out, (Path(config.docs_dir) / STYLES).parent)
        for folder in ("assets/javascripts", "assets/stylesheets"):
            shutil.rmtree(out / folder, ignore_errors=True)
        if self.served:
            self.served.done()
        else:  # while pages change, browsers must not cache them
            write_manifest(out, str(config.site_name), str(config.site_description).strip())
            write_worker(out, worker)
        if self.needs_replay and self.replay_trigger:
            self.replay_trigger.touch()  # the pages are built; a further build replays the missions

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


def _changed(answer: bool) -> bool:
    """Return `answer`; with a fixed answer, this function replaces MkDocs' method `File.is_modified`."""
    return answer
