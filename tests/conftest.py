"""Fixtures and options of all tests. No test measures the machine; `make bench` does."""

from __future__ import annotations

import gc
import os
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings
from tests.once import Once, once
from tests.set_up import download_folder

from combatbox.library.atomic_files import UNSYNCED
from combatbox.library.build_cache import PLACE

settings.register_profile("gate", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("gate")

gc.set_threshold(1_000_000)

SLOW_FILES = (
    "test_sample_plugin.py",
    "browser/test_fitting.py",
    "wheel/test_wheel.py",
    "browser/test_pages.py",
    "unit/web/test_game_parts_serving.py",
    "test_new_game.py",
    "browser/test_roller.py",
    "browser/test_made.py",
    "games/test_row_keys.py",
    "browser/test_markup.py",
    "press/test_tagged.py",
)
"""Files with a test that takes the time of a hundred others, the slowest first: whole builds, walks over every page."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--gate`, with which `make test` runs a sample of similar, expensive tests."""
    parser.addoption(
        "--gate",
        action="store_true",
        help="leave out tests marked `thorough`, and of those marked `sample` run a few of their parameters",
    )


@pytest.fixture(scope="session")
def gate(request: pytest.FixtureRequest) -> bool:
    """Whether a sample is enough: true under `make test`, false in other runs."""
    return bool(request.config.getoption("--gate"))


def leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that the gate leaves out; see the option `--gate`."""
    alike = defaultdict(list)
    for item in items:
        alike[item.path, getattr(item, "originalname", item.name)].append(item)
    out = {item for item in items if item.get_closest_marker("thorough")}
    for (_, name), group in alike.items():
        if mark := group[0].get_closest_marker("sample"):
            out.update(group)
            out.difference_update(sample(group, mark.args[0], name))
    if out:
        config.hook.pytest_deselected(items=[item for item in items if item in out])
        items[:] = [item for item in items if item not in out]


T = TypeVar("T")


def sample(items: Sequence[T], size: int, name: str) -> list[T]:
    """Return `size` items at equal distances, the same in every run; the name decides the first.

    The name varies the first item, so that the samples of different tests do not all use the same game.
    """
    first, count = crc32(name.encode()), len(items)
    return [items[(first + number * count // size) % count] for number in range(min(size, count))]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what the gate leaves out, and sort the rest."""
    if config.getoption("--gate"):
        leave_out(config, items)
    slow_files_first(config, items)


def slow_files_first(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put slow files first in the shares of the workers, in turn.

    A slow file that begins last would run while the other workers are idle. Workers steal from the end of a share.
    """
    workers = int(getattr(config, "workerinput", {}).get("workercount", 1))
    root = Path(__file__).parent
    place = {root / name: number for number, name in enumerate(SLOW_FILES)}
    heads: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for item in sorted((item for item in items if item.path in place), key=lambda item: place[item.path]):
        heads[place[item.path] % workers].append(item)
    others = [item for item in items if item.path not in place]
    ordered: list[pytest.Item] = []
    for number, head in enumerate(heads):
        share = (len(items) - len(ordered)) // (workers - number)
        cheap = max(share - len(head), 0)
        ordered += [*head, *others[:cheap]]
        others = others[cheap:]
    items[:] = [*ordered, *others]


def collect_and_freeze() -> None:
    """Collect garbage once, and then freeze all objects.

    Rules, tables and pages are many objects that stay alive; checking them in every collection took a tenth of the time of all tests.
    """
    gc.collect()
    gc.freeze()


def pytest_collection_finish() -> None:
    """Freeze objects once all tests are collected."""
    collect_and_freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Freeze objects after the last test of each file."""
    if nextitem is None or nextitem.path != item.path:
        collect_and_freeze()


collect_ignore = ["sample_plugin"]  # This project has its own tests, which run where it is installed.


@pytest.fixture(scope="session", autouse=True)
def share_build_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Share one cache of builds among all workers; under `make test` it is that of `make build`."""
    os.environ.setdefault(PLACE, str(shared_by_workers(tmp_path_factory) / "build-cache"))


@pytest.fixture(scope="session", autouse=True)
def nobody_waits_for_the_disk() -> None:
    """Do not sync files to disk: tests delete them, and syncing took longer than anything but builds."""
    os.environ[UNSYNCED] = "1"


@pytest.fixture(scope="session", autouse=True)
def temporary_files(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Put temporary files of tests in a folder that pytest cleans up."""
    tempfile.tempdir = str(tmp_path_factory.mktemp("left"))
    os.environ.setdefault("PLAYWRIGHT_BROWSERS_PATH", str(download_folder()))  # Its default is in the user's cache.
    os.environ["XDG_CACHE_HOME"] = str(
        shared_by_workers(tmp_path_factory) / "cache"
    )  # The cache of parsed tables and books of games.


def shared_by_workers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that all workers of a run share."""
    found = tmp_path_factory.getbasetemp()
    return (
        found.parent if found.name.startswith("popen-") else found
    )  # The temporary folder of a worker is inside the shared one.


@pytest.fixture(scope="session", name="once")
def made_once(temporary_files: None) -> Once:
    """Return the function that fills a folder once for all workers."""
    return once
