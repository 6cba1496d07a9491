"""The files that the plugin adds to MkDocs' list of files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.web import browser_engine
from combatbox.web.data_files import book_path
from combatbox.web.service_worker import ICONS
from combatbox.web.site_files import Download
from combatbox.web.social_cards import picture_of, poster_of
from combatbox.web.variant import chapters

FOLDER_ONLY = "/slices/"
"""The folder, as part of a path, of the files that are loaded only by pages opened from disk."""


class AddedFiles:
    """MkDocs' list of files, with methods that add the files of the site."""

    def __init__(self, files: Files, config: MkDocsConfig) -> None:
        self.files, self.config = files, config

    def add_text(self, path: str, text: str) -> None:
        """Add a file with a given text as its content."""
        self.files.append(File.generated(self.config, path, content=text))

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
                file = File.generated(self.config, name, content=text)
                file.generated_by = None  # as if hand-written: its calls are replaced
                self.files.append(file)

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
        """Add the engine for the browser, the compiled books, and the record sheets that it can print.

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
        for name, text in browser_engine.books(texts, sheet_sets, sliced=sliced):
            self.add_text(name, text)
