"""What all tests share: nothing here or there measures the machine. That is for `make bench`."""

from __future__ import annotations

import fcntl
import gc
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("gate", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("gate")

gc.set_threshold(100_000)  # rules, tables and pages are many objects that all stay: to look for rings costs a sixth

collect_ignore = ["guest"]  # a project of its own: its tests run where it is installed


@pytest.fixture(scope="session", autouse=True)
def temporary_files(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What tests leave in temporary folders lies where pytest clears away after itself."""
    tempfile.tempdir = str(tmp_path_factory.mktemp("left"))


Once = Callable[[str, Callable[[Path], object]], Path]


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """Makes a folder for all workers: `once("site", fill)`. The first that comes has it filled, the others wait for it."""
    shared = tmp_path_factory.getbasetemp()
    if shared.name.startswith("popen-"):  # a worker of pytest-xdist has a folder of its own in the shared one
        shared = shared.parent

    def made(name: str, fill: Callable[[Path], object]) -> Path:
        whole, half = shared / name, shared / f"{name}.half"
        with (shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not whole.is_dir():
                half.mkdir(exist_ok=True)
                fill(half)
                half.rename(whole)
        return whole

    return made
