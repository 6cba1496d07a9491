"""Measure speed the same way on every machine: `make bench`. It prints figures, and judges none.

Figures that have a budget are printed beside it.

Each figure has a calibration beside it: how many times a second the machine called `random.random()` just before and just after
the measurement. With it `make bench BASE=old.json` compares figures of different machines. `make bench ONLY="odds queen"` measures
some of them. The results are written to `build/bench.json`. Times are processor times, which other work on the machine hardly
changes.
"""

from __future__ import annotations

import json
import logging
import os
import random
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Lock
from time import monotonic, process_time, sleep
from typing import Any

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from tests.bends import bend, bent_project, differences, table_file

from combatbox.core.decisions import DefaultPlayer
from combatbox.core.dice import SeededDice
from combatbox.core.events import Journal
from combatbox.core.game import fly
from combatbox.games import GAMES
from combatbox.library import paths
from combatbox.library.atomic_files import write_atomically
from combatbox.library.book import Book
from combatbox.library.load import load
from combatbox.odds.worker import fly_chunk
from combatbox.play.batch import SimulationRequest, setup_of
from combatbox.web.chapter_layout import fill

SECONDS = 2.0
RANDOM_CALLS = 200_000
PIECE = 50
MANY = 10_000
"""So many missions are what start-up is a share of."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure, with the calls of `random.random()` a second (in millions) around its measurement."""

    value: float
    random: float

    @classmethod
    def now(cls, value: float) -> Figure:
        """Return a figure that was just measured."""
        return cls(value, calls())


Figures = dict[str, Figure]

WRITTEN = Path("build/bench.json")


def main() -> None:
    """Measure, print each figure in a line, write all as JSON, and compare them with an earlier file."""
    arguments = ArgumentParser(description=__doc__)
    arguments.add_argument(
        "--only",
        nargs="*",
        default=[],
        help="groups of figures (start-up, odds, cluster, build, site, frames, play, change, a game)",
    )
    arguments.add_argument("--base", type=Path, help="a JSON of before to compare with")
    arguments.add_argument("--out", type=Path, default=WRITTEN, help="the JSON to write")
    asked = arguments.parse_args()
    groups: dict[str, Callable[[], Figures]] = {
        "start-up": starts,
        **{key: partial(of_game, key) for key in GAMES},
        "odds": shared_out,
        "cluster": clustered,
        "build": builds,
        "site": of_site,
        "frames": in_motion,
        "play": at_the_table,
        "change": corrected,
    }
    strangers = set(asked.only) - set(groups)
    if strangers:
        arguments.error(f"--only {' '.join(sorted(strangers))}: known are {', '.join(groups)}")
    before = read(asked.base) if asked.base else None
    figures: Figures = {}
    for name, measure in groups.items():
        if not asked.only or name in asked.only:
            figures |= measure()
    document = {name: {"value": f.value, "random_calls": round(f.random * 1e6)} for name, f in figures.items()}
    write_atomically(asked.out, (json.dumps(document, indent=2) + "\n").encode())
    print("\n".join(table(figures) if before is None else compared(before, figures)))


def read(path: Path) -> Figures:
    """Read the figures of an earlier run."""
    found = json.loads(path.read_text(encoding="utf-8"))
    return {name: Figure(one["value"], one["random_calls"] / 1e6) for name, one in found.items()}


def table(figures: Figures) -> Iterator[str]:
    """Format figures as lines of text."""
    yield f"{'':<84} {'':>10} {'at most':>8}  random.random(), million a second"
    for name, figure in figures.items():
        yield f"{name:<84} {figure.value:10.1f} {bar(name):>8}  {figure.random:.1f}"


def bar(name: str) -> str:
    """Return the largest value that the budget allows for a figure; empty if it sets none."""
    group, _, what = name.rpartition(": ")
    return str(BUDGET[what]) if what in BUDGET and group.endswith(f"throttled {SLOWER}") else ""


def compared(before: Figures, now: Figures) -> Iterator[str]:
    """Compare figures with those of an earlier run, scaled by the speed of the machine."""
    yield f"{'':<66} {'before':>10} {'now':>10} {'times as fast':>14}"
    for name in dict.fromkeys((*before, *now)):
        one, other = before.get(name), now.get(name)
        values = (f"{figure.value:10.1f}" if figure else f"{'-':>10}" for figure in (one, other))
        faster = times_as_fast(name, one, other) if one and other else None
        yield f"{name:<66} {' '.join(values)} {'' if faster is None else f'{faster:.2f}':>14}".rstrip()


def times_as_fast(name: str, before: Figure, now: Figure) -> float | None:
    """Return the speed-up, scaled by the machine; None for a figure that is neither a speed nor a time."""
    machine = now.random / before.random
    if " a second" in name:
        return now.value / before.value / machine if before.value else None
    if name.endswith((", ms", ", s")):
        return before.value / now.value / machine if now.value else None
    return None


def starts() -> Figures:
    """Measure how long the shortest commands take, beside the shortest of Python and of Node."""
    commands = {"--version": ("--version",)} | {f"fly {key} --seed 1": ("fly", key, "--seed", "1") for key in GAMES}
    figures = {
        f"start-up: combatbox {line}, ms": beside(lambda words=words: startup(*words) * 1000)  # type: ignore[misc]
        for line, words in commands.items()
    }
    others = {"python -c 0": (sys.executable, "-c", "0")}
    if node := shutil.which("node"):
        others["node -e 0"] = (node, "-e", "0")
    for line, command in others.items():
        figures[f"start-up: {line}, ms"] = beside(lambda command=command: worked_by(command) * 1000)  # type: ignore[misc]
    figures["print queen --only mission-chart, ms"] = beside(lambda: printed("queen", "mission-chart") * 1000)
    return figures


SHARED = 20_000
"""Missions of the orders that are shared out, as many as the command flies by itself."""

CLUSTERED = 8_000, 32_000
"""Missions of the two orders that a cluster flies: what the longer adds to the shorter is no start."""


def shared_out() -> Figures:
    """Measure orders of odds by one process and by two: processor time and missions a second."""
    figures: Figures = {}
    for key in GAMES:
        if not load(key).game.runs:
            continue
        seconds: dict[int, tuple[float, float]] = {}
        for jobs in (1, 2):
            words = ("odds", key, "--missions", str(SHARED), "--jobs", str(jobs))
            began = monotonic()
            work = beside(lambda words=words: worked_by((sys.executable, "-m", "combatbox", *words), 1))  # type: ignore[misc]
            seconds[jobs] = work.value, monotonic() - began
            figures[f"odds: {key}, {SHARED} missions, --jobs {jobs}, processors work, s"] = work
            figures[f"odds: {key}, --jobs {jobs}, missions a second by the clock"] = Figure.now(
                SHARED / seconds[jobs][1]
            )
        added = 100 * (seconds[2][0] / seconds[1][0] - 1)
        figures[f"odds: {key}, --jobs 2 adds to the work, %"] = Figure.now(added)
        figures[f"odds: {key}, --jobs 2 is done so many times sooner"] = Figure.now(seconds[1][1] / seconds[2][1])
    return figures


DASK = f"""
import os, sys
sys.path.insert(0, {str(Path(__file__).parent.parent)!r})
os.environ["DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED"] = "False"  # as the README says
from distributed import Client, LocalCluster
from combatbox.play.batch import SimulationRequest
from tests.simulated import fly_many
if __name__ == "__main__":
    order = SimulationRequest(sys.argv[1], int(sys.argv[2]), "bench")
    if sys.argv[3] == "alone":
        fly_many(order)
    else:
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
            fly_many(order, jobs=2, executor=client.get_executor())
"""


def clustered() -> Figures:
    """Measure the overhead of a Dask cluster of two workers, without its start."""
    figures: Figures = {}
    key = next(key for key in GAMES if load(key).game.figures)
    taken: dict[str, list[float]] = {"alone": [], "cluster": []}
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "order.py"
        script.write_text(DASK, encoding="utf-8")
        for missions in CLUSTERED:
            for how, works in taken.items():
                work = beside(lambda line=(str(missions), how): worked_by((sys.executable, str(script), key, *line), 1))  # type: ignore[misc]
                figures[f"odds: {key}, {missions} missions, Dask: {how}, processors work, s"] = work
                works.append(work.value)
    alone, cluster = (longer - shorter for shorter, longer in taken.values())
    figures[f"odds: {key}, Dask adds to the work, its start left out, %"] = Figure.now(100 * (cluster / alone - 1))
    return figures


def builds() -> Figures:
    """Measure a full build, and a second build without a change."""
    with tempfile.TemporaryDirectory() as folder:
        command = (sys.executable, "-m", "combatbox", "build", "--out", folder)
        return {
            "build: all games, nothing kept, s": beside(lambda: worked_by(command, 1)),
            "build: again, nothing changed, s": beside(lambda: worked_by(command, 1)),
        }


def of_site() -> Figures:
    """Measure the site beside plain Material, and a changed cell."""
    ours, plain = sites()
    return {
        "site: build with our generators, s": Figure.now(ours),
        "site: the same pages, plain Material, s": Figure.now(plain),
        "site: our generators add, % of plain": Figure.now(100 * (ours / plain - 1)),
        "site: built anew in `make serve` for a changed cell, s": Figure.now(changed_cell()),
    }


def in_motion() -> Figures:
    """Measure a moving table top on a phone that is throttled four times, on a site built for it."""
    with tempfile.TemporaryDirectory() as folder:
        _alone({"config_file": str(paths.root() / "mkdocs.yml"), "site_dir": folder})
        seen = flying(Path(folder))
    return {f"table top on a phone throttled four times: {name}": Figure.now(value) for name, value in seen.items()}


def at_the_table() -> Figures:
    """Measure each game on its page: time to the first decision, time of each step, and memory."""
    figures: Figures = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        words = (sys.executable, "-m", "combatbox", "build", "--out", str(folder))
        subprocess.run(words, check=True, capture_output=True)
        for key in GAMES:
            for slower in (1, SLOWER):
                seen = played(folder / "site", key, slower)
                figures |= {f"play: {key}, throttled {slower}: {what}": Figure.now(ms) for what, ms in seen.items()}
    return figures


CORRECTED = (("queen", "BL-3"), ("queen", "P-1"), ("queen", "G-9"), ("superfort", "T4-9"))
"""The tables of which one cell is corrected."""


def corrected() -> Figures:
    """Measure what the correction of a cell costs: work, files and lines that differ, and the build after it."""
    figures: Figures = {}
    with tempfile.TemporaryDirectory() as folder, bent_project(Path(folder)) as project:

        def command(*words: str) -> Figure:
            may_fail = words[0] == "change"  # what it leaves for a person is no reason not to measure it
            return beside(lambda: worked_by((sys.executable, "-m", "combatbox", *words), 1, project, may_fail=may_fail))

        command("build")
        for game, table in CORRECTED:
            name = f"change: {game} {table}"
            bend(table_file(project, game, table))
            began = monotonic()
            figures[f"{name}, processors work, s"] = command("change", game, table)
            figures[f"{name}, by the clock, s"] = Figure.now(monotonic() - began)
            lines = differences(project)
            figures[f"{name}, files that differ"] = Figure.now(len(lines))
            figures[f"{name}, lines that differ"] = Figure.now(sum(lines.values()))
            figures[f"{name}, build after it, processors work, s"] = command("build")
            for path in (table_file(Path(), game, table), *lines):
                (project / path).unlink()
                if (paths.root() / path).is_file():
                    shutil.copy2(paths.root() / path, project / path)
        figures["change: verify queen, processors work, s"] = command("verify", "queen")
    return figures


def of_game(key: str) -> Figures:
    """Measure a game."""
    return {f"{key}: {name}": figure for name, figure in _of_game(key).items()}


def _of_game(key: str) -> Figures:
    began = process_time()
    book = load(key)
    loading = process_time() - began
    figures = {"load and compile tables, ms": Figure(loading * 1000, calls())}
    if book.game.runs:
        figures |= rated(key)
        quiet = figures[QUIET]
        if "tour" not in book.game.runs:  # The missions of this game are scenarios, so it has no tour.
            for number in range(1, book.missions + 1):
                name = f"scenario {number} a second on one core, logging off"
                figures[name] = beside(lambda number=number: missions(book, number))  # type: ignore[misc]
        if "tour" in book.game.runs:
            figures["tours a second on one core, logging off"] = beside(lambda: tours(book))
        whole = startup("--version") + loading
        share = 100 * whole / (whole + MANY / quiet.value)
        figures[f"start-up's share of {MANY:,} missions, logging off, %"] = Figure(share, quiet.random)
    for paper in ("a4", "letter"):
        pages, seconds = printing(book, paper)
        figures[f"PDF pages a second, {paper}"] = Figure(pages, calls())
        figures[f"whole print run, {paper}, s"] = Figure(seconds, calls())
    return figures


QUIET, LOGGED = (f"missions a second on one core, logging {how}" for how in ("off", "on"))


def rates(book: Book) -> Figures:
    """Measure missions a second on one core, without a log and with a log."""
    return {QUIET: beside(lambda: missions(book)), LOGGED: beside(lambda: logged(book))}


RATES = """
import gc, json, sys
from combatbox.cli import GC_THRESHOLD
from tests.bench import load, rates
gc.set_threshold(GC_THRESHOLD)
for name, figure in rates(load(sys.argv[1])).items():
    print(json.dumps([name, figure.value, figure.random]))
"""


def rated(key: str) -> Figures:
    """Return the rates of a game, measured in a process of its own with the settings of a command."""
    environment = {**os.environ, "PYTHONPATH": str(paths.root())}
    command = (sys.executable, "-c", RATES, key)
    output = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    lines = (json.loads(line) for line in output.splitlines())
    return {name: Figure(value, random) for name, value, random in lines}


def beside(measure: Callable[[], float]) -> Figure:
    """Take a figure between two measurements of the speed of the machine."""
    before = calls()
    value = measure()
    return Figure(value, (before + calls()) / 2)


def calls() -> float:
    """Return the calls of `random.random()` in a second, in millions."""
    roll = random.Random("bench").random
    began = process_time()
    for _ in range(RANDOM_CALLS):
        roll()
    return RANDOM_CALLS / (process_time() - began) / 1e6


def startup(*words: str) -> float:
    """Return the seconds that one of our commands takes."""
    return worked_by((sys.executable, "-m", "combatbox", *words))


def worked_by(command: Sequence[str], times: int = 3, folder: Path | None = None, *, may_fail: bool = False) -> float:
    """Return the median seconds of a command with all its child processes."""
    taken = []
    for _ in range(times):
        began = of_children()
        subprocess.run(command, check=not may_fail, capture_output=True, cwd=folder)
        taken.append(of_children() - began)
    return sorted(taken)[times // 2]


def of_children() -> float:
    """Return the processor seconds of all child processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def printed(key: str, paper: str) -> float:
    """Return the seconds for printing one paper."""
    with tempfile.TemporaryDirectory() as folder:
        return startup("print", key, "--only", paper, "--paper", "a4", "--out", folder)


def missions(book: Book, mission: int = 0) -> float:
    """Return missions a second without a log, simulated and counted as `combatbox odds` does."""
    order = SimulationRequest(book.key, MANY, "bench", mission=mission)
    fly_chunk(order, 0, 1)  # The book is loaded in the process that simulates the order.
    done = 0
    began = process_time()
    while process_time() - began < SECONDS:
        fly_chunk(order, done, done + PIECE)
        done += PIECE
    return done / (process_time() - began)


def logged(book: Book) -> float:
    """Return missions a second with a full log."""
    order, rulebook = SimulationRequest(book.key, MANY, "bench"), book.rulebook()
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
    """Return tours a second without a log."""
    order = SimulationRequest(book.key, MANY, "bench", run="tour")
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
from combatbox.press.print_run import print_game
book, folder, paper = load(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
began = process_time()
print_game(book, folder, paper)
print(process_time() - began)
"""


def printing(book: Book, paper: str) -> tuple[float, float]:
    """Return PDF pages a second, and the seconds for a print run of a game in a new process."""
    from pypdf import PdfReader

    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", PRINT, book.key, folder, paper]
        seconds = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        pages = sum(len(PdfReader(path).pages) for path in Path(folder).glob("*.pdf"))
    return pages / seconds, seconds


def sites() -> tuple[float, float]:
    """Return the seconds for our site, and for plain MkDocs Material with the same Markdown (best of two)."""
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
    return ours, plain


TABLE_TOP = "skirmish/quick-start.html"
PLAYED = 8_000
BLANK = """<style>@keyframes m{to{transform:translateX(200px)}}div{width:9px;height:9px;background:red;animation:m 1s infinite}</style>
<div></div>"""
"""A page that only has an animation: what this machine can draw just now."""


def flying(site: Path) -> dict[str, float]:
    """Measure the frames that Chromium shows while models fly in a fast replay on a phone's screen.

    The result also has those of a blank page with one animation. The main thread is throttled four times by
    Emulation.setCPUThrottlingRate, and frames are read from a trace of eight seconds. The compositor moves the models, so the
    frames that the eye sees are those of `PipelineReporter` with a compositor animation: how many of those due were shown, and
    for how many the main thread ran an animation. A busy machine shows fewer, so the cost is also given in processor time: of
    the compositor and the display for each frame drawn, and of the main thread for each of its own frames, which are those of
    steps. Taps are used, since a mouse that rests on the page causes hit tests at every step. A long task is the median of those
    of the main thread above 50 ms.
    """
    from playwright.sync_api import sync_playwright
    from tests.set_up import find_browser

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        phone = {"width": 390, "height": 844}
        context = browser.new_context(viewport=phone, device_scale_factor=2, is_mobile=True, has_touch=True)
        page = context.new_page()
        page.set_content(BLANK)
        blank = moving(traced(page, lambda: None))
        page.goto((site / TABLE_TOP).as_uri())
        page.evaluate("document.querySelector('.cb-player').scrollIntoView()")
        page.select_option(".cb-player [data-action=speed]", label="fast")
        page.select_option(".cb-player [data-action=jump]", label="Turn 3")
        page.evaluate("""() => { window.tasks = []; new PerformanceObserver(list => {
            for (const entry of list.getEntries()) window.tasks.push(entry.duration); }).observe({type: "longtask"}); }""")
        events = traced(page, lambda: page.tap("[data-action=play]"))
        tasks = sorted(page.evaluate("window.tasks")) or [0.0]
        browser.close()
    drawn = sum(event["name"] == "DirectRenderer::DrawFrame" for event in events)
    own = sum(event["name"] == "ProxyMain::BeginMainFrame" and event["ph"] == "X" for event in events)
    flown = moving(events)
    return {
        "frames a second while models fly": flown.a_second,
        "the same of a blank page with an animation": blank.a_second,
        "of 100 frames due while models fly, shown": flown.shown,
        "of 100 frames due while models fly, waited for the main thread": flown.waited,
        "a frame costs compositor and display, ms": worked(events, "Compositor", "VizCompositorThread") / drawn,
        "frames of the main thread, of 100 drawn": 100 * own / drawn,
        "such a frame costs the main thread, ms": worked(events, "CrRendererMain") / max(own, 1),
        "a long task of a step, ms": tasks[len(tasks) // 2],
    }


def traced(page: Any, act: Callable[[], None]) -> list[dict[str, Any]]:
    """Return the trace of a page, throttled four times, while an action is performed."""
    devtools, events, over = page.context.new_cdp_session(page), list[dict[str, Any]](), list[bool]()
    devtools.on("Tracing.dataCollected", lambda message: events.extend(message["value"]))
    devtools.on("Tracing.tracingComplete", lambda _message: over.append(True))
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    categories = {"includedCategories": ["benchmark", "viz", "cc", "toplevel"]}
    devtools.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": categories})
    act()
    page.wait_for_timeout(PLAYED)
    devtools.send("Tracing.end")
    while not over:
        page.wait_for_timeout(100)
    return events


@dataclass(frozen=True, slots=True)
class Moving:
    """Frames of a movement: how many a second and, of 100 due, how many were shown and how many late."""

    a_second: float
    shown: float
    waited: float


def moving(events: list[dict[str, Any]]) -> Moving:
    """Return the frames in which an animation of the compositor was due.

    Time between two shown frames counts only if all frames between them were due: between steps the page rests.
    """
    reports = [event for event in events if event["name"] == "PipelineReporter" and event["ph"] == "b"]
    timed = [(event["ts"], event["args"]["frame_reporter"]) for event in sorted(reports, key=lambda event: event["ts"])]
    due = [(at, f) for at, f in timed if f["has_compositor_animation"] and f["state"] != "STATE_NO_UPDATE_DESIRED"]
    shown = {f["frame_sequence"]: at for at, f in due if f["state"].startswith("STATE_PRESENTED")}
    numbers = {f["frame_sequence"] for _, f in due}
    gaps = [shown[b] - shown[a] for a, b in pairwise(sorted(shown)) if numbers.issuperset(range(a, b))]
    waited = sum(f["has_main_animation"] for _, f in due)
    return Moving(1e6 * len(gaps) / sum(gaps), 100 * len(shown) / len(numbers), 100 * waited / len(due))


def worked(events: list[dict[str, Any]], *threads: str) -> float:
    """Return the processor milliseconds of threads with these names. Nested tasks count once."""
    named = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] in threads
    }
    tasks = (e for e in events if e["name"] == "ThreadControllerImpl::RunTask" and (e["pid"], e["tid"]) in named)
    return sum(float(event.get("tdur", 0)) for event in tasks) / 1000


SLOWER = 4
STEPS = 15
REST = 700
"""Milliseconds between two steps: whoever plays looks at what has come."""

LINE = 10e6 / 8
"""The bytes a second of the line over which a page is loaded."""

FIRST, AGAIN, STEP, WORST, MEMORY = (
    "from Play to the first decision, first visit, ms",
    "from Play to the first decision, second visit, ms",
    "a step, the middle one, ms",
    "a step, the worst, ms",
    f"memory of the page's process after {STEPS} steps, MB",
)

BUDGET = {FIRST: 8000, AGAIN: 3000, STEP: 200, WORST: 200, MEMORY: 250}
"""The largest values that are wanted on a page throttled `SLOWER` times, at `LINE`."""

PRESS = """
(() => {
    const ask = document.querySelector("[data-slot=ask]");
    crypto.getRandomValues = (numbers) => numbers.fill(6);  // every run of the bench plays the same games, long ones
    // Press, and tell how long it took until the next question was on the screen.
    window.cbPress = (name) => new Promise((resolve) => {
        const began = performance.now();
        new MutationObserver((_, watch) => {
            if (!ask.querySelector("button, input")) return;
            watch.disconnect();
            requestAnimationFrame(() => {
                const {port1, port2} = new MessageChannel();  // what comes after this frame is drawn
                port1.onmessage = () => resolve(performance.now() - began);
                port2.postMessage(0);
            });
        }).observe(ask, {childList: true});
        document.querySelector(name).click();
    });
})()
"""


PYTHON = "/pyodide.asm.wasm.gzip"
"""The largest file of a first visit. Until it has come, the worker waits for the line."""


class _Line:
    """A file to which all requests together write at most `LINE` bytes a second."""

    CHUNK = 1 << 14
    free = Lock()

    def __init__(self, file: Any) -> None:
        self._file = file

    def write(self, data: bytes) -> None:
        """Write data in chunks."""
        for start in range(0, len(data), self.CHUNK):
            chunk = data[start : start + self.CHUNK]
            with self.free:
                sleep(len(chunk) / LINE)
            self._file.write(chunk)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def played(site: Path, key: str, slower: int) -> dict[str, float]:
    """Return the milliseconds to the first decision of two visits and of the steps after it, and the memory of the page.

    A step is from choosing the default until the next options are drawn. Emulation.setCPUThrottlingRate slows only the page, not
    its worker, so the worker's processor time is added once more for each further time that the page is slowed. What the worker
    does while Python comes over the line is not added: it takes 0.25 of 4 seconds, so a worker slowed four times still waits for
    the line. Stopping the whole process of the page for three quarters of every 20 milliseconds gave the same first visits, within
    120 milliseconds. The browser compiles as it does for players.
    """
    from playwright.sync_api import sync_playwright
    from tests.browser.conftest import Handler, serving
    from tests.set_up import find_browser

    class Throttled(Handler):
        def setup(self) -> None:
            super().setup()
            self.wfile = _Line(self.wfile)

        def do_GET(self) -> None:  # noqa: N802
            super().do_GET()
            if self.path.endswith(PYTHON):
                waited.append(sum(at_work()[1].values()))

    waited: list[float] = []
    worked: list[float] = []

    def counted(page: Any, name: str) -> float:
        before = at_work()
        whole = page.evaluate("name => cbPress(name)", name)
        after = at_work()
        page_time, worker = (worked_since(*times) for times in zip(before, after, strict=True))
        worked.append(page_time + worker)
        return float(whole + (slower - 1) * worker)

    def visit(context: Any) -> tuple[Any, float]:
        page = context.new_page()
        page.goto(f"{address}/{key}/play.html")
        page.evaluate(PRESS)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        waited.clear()
        taken = counted(page, "[data-action=begin]")
        return page, taken - (slower - 1) * sum(waited[:1])

    with serving(partial(Throttled, directory=str(site))) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        (page, first), taken = visit(context), list[float]()
        while len(taken) < STEPS and page.locator("[data-slot=ask] [data-usual]").count():
            page.wait_for_timeout(REST)
            page.wait_for_selector("#play:not([data-busy])")
            taken.append(counted(page, "[data-slot=ask] [data-usual]"))
        memory = max(map(memory_of, pages()), default=0)
        page.close()
        again = visit(context)[1]
        browser.close()
    taken.sort()
    return {
        FIRST: first,
        AGAIN: again,
        STEP: taken[len(taken) // 2],
        WORST: taken[-1],
        "page and worker were at work until the first decision, processor, ms": worked[0],
        "page and worker were at work in a step, processor, ms": sum(worked[1:-1]) / max(len(taken), 1),
        MEMORY: memory,
    }


def pages() -> Iterator[Path]:
    """Yield the processes of the pages of our browsers, as folders of /proc; none without /proc."""
    parents: dict[str, str] = {}
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[process.name] = (process / "stat").read_text().rpartition(")")[2].split()[1]
    for name in parents:
        above = name
        while above in parents and above != str(os.getpid()):
            above = parents[above]
        with suppress(OSError):
            if above == str(os.getpid()) and b"--type=renderer" in Path(f"/proc/{name}/cmdline").read_bytes():
                yield Path("/proc") / name


def memory_of(process: Path) -> float:
    """Return the memory of a process in megabytes; what it shares with others is divided between them."""
    lines = (process / "smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000


ThreadTimes = dict[str, float]
"""Processor time in milliseconds by thread."""


def at_work() -> tuple[ThreadTimes, ThreadTimes]:
    """Return the processor times of the main threads of all pages, and those of their workers.

    Threads that compile are left out. Both are empty without /proc.
    """
    page: ThreadTimes = {}
    worker: ThreadTimes = {}
    for process in pages():
        for thread in (process / "task").iterdir():
            with suppress(OSError):
                name = (thread / "comm").read_text()
                milliseconds = int((thread / "schedstat").read_text().split()[0]) / 1e6
                if thread.name == process.name:
                    page[thread.name] = milliseconds
                elif name.startswith("DedicatedWorker"):
                    worker[thread.name] = milliseconds
    return page, worker


def worked_since(before: ThreadTimes, after: ThreadTimes) -> float:
    """Return the time that threads worked between two measurements.

    A thread that has ended meanwhile, such as that of an earlier page, is not counted.
    """
    return sum(milliseconds - before.get(thread, 0) for thread, milliseconds in after.items())


def changed_cell() -> float:
    """Return the seconds until the page of a table shows a changed cell with `mkdocs serve --dirty`."""
    name, page = "queen/m-5-repair.yaml", "queen/tables/m-5-repair.html"
    text = (paths.tables() / name).read_text(encoding="utf-8")
    other = text.replace("roll: 1-2,", "roll: 1,").replace("roll: 3-5,", "roll: 2-5,")
    with tempfile.TemporaryDirectory() as folder:
        overlay, out = Path(folder) / "tables", Path(folder) / "site"
        (overlay / name).parent.mkdir(parents=True)
        options = {"config_file": str(paths.root() / "mkdocs.yml"), "site_dir": str(out)}
        load_config(**options).plugins.on_startup(
            command="serve", dirty=True
        )  # MkDocs keeps only plug-ins that listen to an event.
        seconds, shown = [], []
        for cells in (text, other):
            (overlay / name).write_text(cells, encoding="utf-8")
            seconds.append(_built(options, overlay=overlay))
            shown.append((out / page).read_text(encoding="utf-8"))
    assert shown[0] != shown[1], "the change is not shown"
    return seconds[1]


class _Catch:
    """A plug-in that stores the Markdown of each page as MkDocs receives it from us."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @event_priority(-100)  # This plug-in must run after ours.
    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Write the page, with the HTML of its slots inserted, under the same path."""
        path = self.folder / page.file.src_uri
        path.parent.mkdir(parents=True, exist_ok=True)
        slots = config.plugins["combatbox"].slots[page.file.src_uri]
        path.write_text(fill(markdown, slots), encoding="utf-8")


def _built(options: dict[str, str], *, catch: _Catch | None = None, overlay: Path | None = None) -> float:
    """Build in this process and return the seconds. catch: receives the pages. overlay: of tables."""
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
    """Build in a new process, without results of an earlier build; return the seconds."""
    code = "import sys, tests.bench as b; print(b._built(dict(a.split('=', 1) for a in sys.argv[1:])))"
    pairs = [f"{name}={value}" for name, value in options.items()]
    done = subprocess.run([sys.executable, "-c", code, *pairs], capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


if __name__ == "__main__":
    main()
