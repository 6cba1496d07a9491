"""Speed, measured the same way by anyone: `make bench`. Figures, no verdicts."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import fly
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.web.pages import fill

SECONDS = 2.0


def main() -> None:
    """Measure and print, one line a figure; `--json` for one document."""
    figures: dict[str, float] = {"start-up: combatbox --version, ms": startup() * 1000}
    for key in GAMES:
        began = perf_counter()
        book = load(key)
        figures[f"{key}: load and compile tables, ms"] = (perf_counter() - began) * 1000
        if book.game.runs:
            figures[f"{key}: missions a second, no log"] = missions(book, log=False)
            figures[f"{key}: missions a second, logged"] = missions(book, log=True)
            figures[f"{key}: tours a second, no log"] = tours(book)
        figures[f"{key}: PDF pages a second"], figures[f"{key}: whole print run, s"] = printing(book)
    ours, plain = sites()
    figures["site: build with our generators, s"] = ours
    figures["site: the same pages, plain Material, s"] = plain
    figures["site: our generators add, part of plain"] = ours / plain - 1
    if "--json" in sys.argv:
        print(json.dumps(figures, indent=2))
        return
    for name, figure in figures.items():
        print(f"{name:<48} {figure:10.1f}")


def startup() -> float:
    """Seconds until the command has said its version (median of three)."""
    times = []
    for _ in range(3):
        began = perf_counter()
        subprocess.run([sys.executable, "-m", "combatbox", "--version"], check=True, capture_output=True)
        times.append(perf_counter() - began)
    return sorted(times)[1]


def missions(book: Book, *, log: bool) -> float:
    """Missions flown in a second on one core."""
    rulebook = book.rulebook()
    done = 0
    began = perf_counter()
    while perf_counter() - began < SECONDS:
        for _ in range(20):
            dice = SeededDice(f"bench/{done}")
            fly(book.game, rulebook, dice, player=DefaultPlayer(), journal=Journal({}) if log else None)
            done += 1
    return done / (perf_counter() - began)


def tours(book: Book) -> float:
    """Whole tours flown in a second on one core, without a log."""
    rulebook = book.rulebook()
    done = 0
    began = perf_counter()
    while perf_counter() - began < SECONDS:
        fly(book.game, rulebook, SeededDice(f"bench/{done}"), run="tour", player=DefaultPlayer())
        done += 1
    return done / (perf_counter() - began)


def printing(book: Book) -> tuple[float, float]:
    """PDF pages a second, and seconds for a game's whole print run on A4."""
    from pypdf import PdfReader

    from combatbox.press.shop import print_game

    with tempfile.TemporaryDirectory() as folder:
        began = perf_counter()
        made = print_game(book, Path(folder), "a4")
        seconds = perf_counter() - began
        pages = sum(len(PdfReader(path).pages) for path in made)
    return pages / seconds, seconds


def sites() -> tuple[float, float]:
    """Seconds of processor for our site, and for plain MkDocs Material with the same Markdown (best of two each)."""
    root = paths.root()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        catch = _Catch(folder / "pages")
        own = {"config_file": str(root / "mkdocs.yml"), "site_dir": str(folder / "own")}
        _built(own, catch)
        ours = min(_built(own) for _ in range(2))
        usual = {
            "site_name": "plain", "docs_dir": str(folder / "pages"), "site_dir": str(folder / "plain"),
            "theme": {"name": "material", "font": False, "features": ["navigation.prune"]},
            "plugins": ["search"], "use_directory_urls": False,
            "markdown_extensions": load_config(str(root / "mkdocs.yml")).markdown_extensions,
        }  # fmt: skip
        (folder / "plain.yml").write_text(json.dumps(usual), encoding="utf-8")
        plain = min(_built({"config_file": str(folder / "plain.yml")}) for _ in range(2))
    return ours, plain


class _Catch:
    """Keeps the Markdown of every page as MkDocs gets it from us."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @event_priority(-100)  # after our plugin
    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Write the page, with the HTML of its slots in place, under the same path."""
        path = self.folder / page.file.src_uri
        path.parent.mkdir(parents=True, exist_ok=True)
        slots = config.plugins["combatbox"].slots.get(page.file.src_uri, [])
        path.write_text(fill(markdown, slots), encoding="utf-8")


def _built(options: dict[str, str], catch: _Catch | None = None) -> float:
    logging.disable(logging.WARNING)
    config = load_config(**options)
    if catch:
        config.plugins["catch"] = catch  # type: ignore[assignment]
        config.plugins._register_event("page_markdown", catch.on_page_markdown, plugin_name="catch")
    began = process_time()
    build(config)
    logging.disable(logging.NOTSET)
    return process_time() - began


if __name__ == "__main__":
    main()
