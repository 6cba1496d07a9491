"""Speed, measured the same way by anyone: `make bench`. Figures, no verdicts.

Beside every figure stands how many times a second the machine called `random.random()` just before and just after
it was taken, so that figures from different machines can be compared. Time is that of one processor at work, so that
others at work on the same machine disturb it little.
"""

from __future__ import annotations

import json
import logging
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from os import times as times_of
from pathlib import Path
from time import process_time
from typing import Any

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
from combatbox.odds.flying import fly_chunk
from combatbox.play.flown import Order, setup_of
from combatbox.web.pages import fill

SECONDS = 2.0
RANDOM_CALLS = 200_000
PIECE = 50
MANY = 10_000
"""So many missions are what start-up is a share of."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure, and the calls of `random.random()` a second (in millions) around the time it was taken."""

    value: float
    random: float


def main() -> None:
    """Measure and print, one line a figure; `--json` for one document."""
    figures: dict[str, Figure] = {"start-up: combatbox --version, ms": beside(lambda: startup() * 1000)}
    for key in GAMES:
        words = ("fly", key, "--seed", "1")
        figures[f"start-up: combatbox {' '.join(words)}, ms"] = beside(lambda words=words: startup(*words) * 1000)  # type: ignore[misc]
    for key in GAMES:
        figures |= {f"{key}: {name}": figure for name, figure in of_game(key).items()}
    ours, plain, seen = sites()
    figures["site: build with our generators, s"] = Figure(ours, calls())
    figures["site: the same pages, plain Material, s"] = Figure(plain, calls())
    figures["site: our generators add, % of plain"] = Figure(100 * (ours / plain - 1), calls())
    for name, value in seen.items():
        figures[f"table top on a phone throttled four times: {name}"] = Figure(value, calls())
    figures["site: a changed cell in `make serve`, s to build"] = Figure(changed_cell(), calls())
    if "--json" in sys.argv:
        document = {name: {"value": f.value, "random_calls": round(f.random * 1e6)} for name, f in figures.items()}
        print(json.dumps(document, indent=2))
        return
    print(f"{'':<58} {'':>10}  random.random(), million a second")
    for name, figure in figures.items():
        print(f"{name:<58} {figure.value:10.1f}  {figure.random:.1f}")


def of_game(key: str) -> dict[str, Figure]:
    """The figures of one game."""
    began = process_time()
    book = load(key)
    loading = process_time() - began
    figures = {"load and compile tables, ms": Figure(loading * 1000, calls())}
    if book.game.runs:
        quiet = figures["missions a second on one core, logging off"] = beside(lambda: missions(book))
        figures["missions a second on one core, logging on"] = beside(lambda: logged(book))
        if "tour" not in book.game.runs:  # missions are no tour: each is a scenario of its own
            for number in range(1, book.missions + 1):
                name = f"scenario {number} a second on one core, logging off"
                figures[name] = beside(lambda number=number: missions(book, number))  # type: ignore[misc]
        if "tour" in book.game.runs:
            figures["tours a second on one core, logging off"] = beside(lambda: tours(book))
        whole = startup() + loading
        share = 100 * whole / (whole + MANY / quiet.value)
        figures[f"start-up's share of {MANY:,} missions, logging off, %"] = Figure(share, quiet.random)
    for paper in ("a4", "letter"):
        pages, seconds = printing(book, paper)
        figures[f"PDF pages a second, {paper}"] = Figure(pages, calls())
        figures[f"whole print run, {paper}, s"] = Figure(seconds, calls())
    return figures


def beside(measure: Callable[[], float]) -> Figure:
    """A figure between two looks at how fast the machine is now."""
    before = calls()
    value = measure()
    return Figure(value, (before + calls()) / 2)


def calls() -> float:
    """Calls of `random.random()` in a second, in millions."""
    roll = random.Random("bench").random
    began = process_time()
    for _ in range(RANDOM_CALLS):
        roll()
    return RANDOM_CALLS / (process_time() - began) / 1e6


def startup(*words: str) -> float:
    """Seconds that a command works, by default one that says its version (median of three)."""
    times = []
    for _ in range(3):
        began = times_of()
        subprocess.run([sys.executable, "-m", "combatbox", *(words or ("--version",))], check=True, capture_output=True)
        now = times_of()
        times.append(now.children_user + now.children_system - began.children_user - began.children_system)
    return sorted(times)[1]


def missions(book: Book, mission: int = 0) -> float:
    """Missions in a second without a log, flown and counted just as `combatbox odds` does; of one number where it is given."""
    order = Order(book.key, MANY, "bench", mission=mission)
    fly_chunk(order, 0, 1)  # loads the book where the order is flown
    done = 0
    began = process_time()
    while process_time() - began < SECONDS:
        fly_chunk(order, done, done + PIECE)
        done += PIECE
    return done / (process_time() - began)


def logged(book: Book) -> float:
    """The same missions in a second, each with its whole log."""
    order, rulebook = Order(book.key, MANY, "bench"), book.rulebook()
    done = 0
    began = process_time()
    while process_time() - began < SECONDS:
        for _ in range(PIECE):
            setup = setup_of(book, rulebook, order, done)
            dice = SeededDice(f"{order.seed}/{done}")
            fly(book.game, rulebook, dice, setup=setup, player=DefaultPlayer(), journal=Journal())
            done += 1
    return done / (process_time() - began)


def tours(book: Book) -> float:
    """Whole tours flown in a second without a log."""
    order = Order(book.key, MANY, "bench", run="tour")
    done = 0
    began = process_time()
    while process_time() - began < SECONDS:
        fly_chunk(order, done, done + 1)
        done += 1
    return done / (process_time() - began)


PRINT = """
import sys
from pathlib import Path
from time import process_time
from combatbox.library.load import load
from combatbox.press.shop import print_game
book, folder, paper = load(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
began = process_time()
print_game(book, folder, paper)
print(process_time() - began)
"""


def printing(book: Book, paper: str) -> tuple[float, float]:
    """PDF pages a second, and seconds for a game's whole print run, by a process that has not printed before."""
    from pypdf import PdfReader

    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", PRINT, book.key, folder, paper]
        seconds = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        pages = sum(len(PdfReader(path).pages) for path in Path(folder).glob("*.pdf"))
    return pages / seconds, seconds


def sites() -> tuple[float, float, dict[str, float]]:
    """Seconds of processor for our site, and for plain MkDocs Material with the same Markdown (best of two each); and what
    the table top on a page of ours does."""
    root = paths.root()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        catch = _Catch(folder / "pages")
        own = {"config_file": str(root / "mkdocs.yml"), "site_dir": str(folder / "own")}
        _built(own, catch=catch)
        ours = min(_alone(own) for _ in range(2))
        usual = {
            "site_name": "plain", "docs_dir": str(folder / "pages"), "site_dir": str(folder / "plain"),
            "theme": {"name": "material", "font": False, "features": ["navigation.prune"]},
            "plugins": ["search"], "use_directory_urls": False,
            "markdown_extensions": load_config(str(root / "mkdocs.yml")).markdown_extensions,
        }  # fmt: skip
        (folder / "plain.yml").write_text(json.dumps(usual), encoding="utf-8")
        plain = min(_alone({"config_file": str(folder / "plain.yml")}) for _ in range(2))
        seen = flying(folder / "own")
    return ours, plain, seen


TABLE_TOP = "skirmish/quick-start.html"
PLAYED = 8_000
STILL = 150
"""Milliseconds without a frame after which nothing flies: between steps the page rests."""


def flying(site: Path) -> dict[str, float]:
    """Frames that Chromium draws while models fly in a replay that plays fast, on the screen of a phone of 2 pixels a point.

    The main thread is throttled four times by Emulation.setCPUThrottlingRate, and the frames that its compositor drew are
    read off a trace of eight seconds (`DirectRenderer::DrawFrame`). Models are moved by the compositor, so that is what the
    eye sees. A machine with other work draws fewer of them; what one costs is therefore told in time of processor too: of
    the compositor and of the display for each frame drawn, and of the main thread for each of its own frames. The finger is
    a tap: a mouse that rests on the page is looked for at every step. A long task is the middle one of those of the main thread above 50 ms.
    """
    import shutil

    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        phone = {"width": 390, "height": 844}
        context = browser.new_context(viewport=phone, device_scale_factor=2, is_mobile=True, has_touch=True)
        page = context.new_page()
        devtools, events, over = context.new_cdp_session(page), [], []
        devtools.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
        devtools.on("Tracing.tracingComplete", lambda _told: over.append(True))
        page.goto((site / TABLE_TOP).as_uri())
        page.evaluate("document.querySelector('.cb-player').scrollIntoView()")
        page.select_option(".cb-player [data-do=speed]", label="fast")
        page.select_option(".cb-player [data-do=jump]", label="Turn 3")
        page.evaluate("""() => { window.tasks = []; new PerformanceObserver(list => {
            for (const entry of list.getEntries()) window.tasks.push(entry.duration); }).observe({type: "longtask"}); }""")
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        devtools.send(
            "Tracing.start",
            {
                "transferMode": "ReportEvents",
                "traceConfig": {"includedCategories": ["benchmark", "viz", "cc", "toplevel"]},
            },
        )
        page.tap("[data-do=play]")
        page.wait_for_timeout(PLAYED)
        devtools.send("Tracing.end")
        while not over:
            page.wait_for_timeout(100)
        tasks = sorted(page.evaluate("window.tasks")) or [0.0]
        browser.close()
    drawn = sorted(event["ts"] / 1000 for event in events if event["name"] == "DirectRenderer::DrawFrame")
    gaps = sorted(after - before for before, after in pairwise(drawn) if after - before < STILL)
    own = sum(event["name"] == "ProxyMain::BeginMainFrame" for event in events)
    return {
        "frames a second while models fly": 1000 * len(gaps) / sum(gaps),
        "95 of 100 frames come within, ms": gaps[len(gaps) * 95 // 100],
        "a frame costs compositor and display, ms": worked(events, "Compositor", "VizCompositorThread") / len(drawn),
        "frames of the main thread, of 100 drawn": 100 * own / len(drawn),
        "such a frame costs the main thread, ms": worked(events, "CrRendererMain") / max(own, 1),
        "a long task of a step, ms": tasks[len(tasks) // 2],
    }


def worked(events: list[dict[str, Any]], *threads: str) -> float:
    """Milliseconds of processor that threads of these names had in a trace. A task within a task is not counted again."""
    named = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] in threads
    }
    tasks = (e for e in events if e["name"] == "ThreadControllerImpl::RunTask" and (e["pid"], e["tid"]) in named)
    return sum(float(event.get("tdur", 0)) for event in tasks) / 1000


def changed_cell() -> float:
    """Seconds of processor until the page of a table shows a changed cell, as `mkdocs serve --dirty` builds it."""
    name, page = "queen/m-5-repair.yaml", "queen/tables/m-5-repair.html"
    text = (paths.tables() / name).read_text(encoding="utf-8")
    other = text.replace("roll: 1-2,", "roll: 1,").replace("roll: 3-5,", "roll: 2-5,")
    with tempfile.TemporaryDirectory() as folder:
        overlay, out = Path(folder) / "tables", Path(folder) / "site"
        (overlay / name).parent.mkdir(parents=True)
        options = {"config_file": str(paths.root() / "mkdocs.yml"), "site_dir": str(out)}
        load_config(**options).plugins.on_startup(
            command="serve", dirty=True
        )  # MkDocs keeps a plugin that listens to it
        seconds, shown = [], []
        for cells in (text, other):
            (overlay / name).write_text(cells, encoding="utf-8")
            seconds.append(_built(options, overlay=overlay))
            shown.append((out / page).read_text(encoding="utf-8"))
    assert shown[0] != shown[1], "the change is not shown"
    return seconds[1]


class _Catch:
    """Keeps the Markdown of every page as MkDocs gets it from us."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @event_priority(-100)  # after our plugin
    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Write the page, with the HTML of its slots in place, under the same path."""
        path = self.folder / page.file.src_uri
        path.parent.mkdir(parents=True, exist_ok=True)
        slots = config.plugins["combatbox"].slots[page.file.src_uri]
        path.write_text(fill(markdown, slots), encoding="utf-8")


def _built(options: dict[str, str], *, catch: _Catch | None = None, overlay: Path | None = None) -> float:
    """Build in this process; seconds of processor. catch: takes the pages. overlay: of tables, and only what changed."""
    logging.disable(logging.WARNING)
    config = load_config(**options)
    if catch:
        config.plugins["catch"] = catch  # type: ignore[assignment]
        config.plugins._register_event("page_markdown", catch.on_page_markdown, plugin_name="catch")
    if overlay:
        config.plugins["combatbox"].config.tables = str(overlay)
    began = process_time()
    build(config, dirty=overlay is not None)
    logging.disable(logging.NOTSET)
    return process_time() - began


def _alone(options: dict[str, str]) -> float:
    """Build in a process of its own, where nothing is known from an earlier build; seconds of processor."""
    code = "import sys, tests.bench as b; print(b._built(dict(a.split('=', 1) for a in sys.argv[1:])))"
    pairs = [f"{name}={value}" for name, value in options.items()]
    done = subprocess.run([sys.executable, "-c", code, *pairs], capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


if __name__ == "__main__":
    main()
