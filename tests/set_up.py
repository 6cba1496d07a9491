"""Check what `make` needs of the machine: a Python with `venv`, and a Chromium.

Run by the Makefile before anything is installed, so this module uses only the standard library.

    python tests/set_up.py venv       check that a virtual environment can be made
    python tests/set_up.py browser    the same, and find or install a Chromium, or check that one can be downloaded
    python tests/set_up.py download   download Playwright's Chromium if there is no other (in the virtual environment)
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

LOWEST_PYTHON = (3, 11)

BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome", "google-chrome-stable", "chromium-browser")
"""Commands that start a Chromium. The one that opens no windows comes first: the browser tests take far less time with it."""

VENV_PACKAGE = "python3-venv"
BROWSER_PACKAGES = ("chromium-headless-shell", "chromium")
"""Debian's packages with a Chromium; one is enough, and the first that can be installed is taken."""

DOWNLOAD_HOST = "https://cdn.playwright.dev"
"""Where Playwright downloads browsers from, unless the variable PLAYWRIGHT_DOWNLOAD_HOST names another address."""

PROBE_SECONDS = 0.7
"""How long the download host has to answer before it counts as out of reach."""


class SetUpError(Exception):
    """The machine lacks something that cannot be installed here; the message is one line with the remedy."""


def find_browser() -> str | None:
    """Return the path of the first Chromium on the PATH, or None."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def has_downloaded_browser() -> bool:
    """Whether Playwright has downloaded a Chromium on this machine before."""
    return any(download_folder().glob("chromium*/INSTALLATION_COMPLETE"))


def download_folder() -> Path:
    """Return the folder where Playwright stores its browsers."""
    if chosen := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ms-playwright"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "ms-playwright"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ms-playwright"


def missing_packages(*, browser: bool) -> list[str]:
    """Return the Debian packages that would supply what is missing."""
    missing = [] if find_spec("ensurepip") and find_spec("venv") else [VENV_PACKAGE]
    if browser and not find_browser() and not has_downloaded_browser():
        missing.append(BROWSER_PACKAGES[0])
    return missing


def admin_prefix() -> list[str] | None:
    """Return the command prefix for installing packages; None where that is not allowed or not Debian."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    if not shutil.which("sudo"):
        return None
    allowed = subprocess.run(["sudo", "-n", "true"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return ["sudo", "-n"] if allowed.returncode == 0 else None


def install(packages: Sequence[str], prefix: Sequence[str]) -> None:
    """Install Debian packages; for a Chromium the first available package.

    Failures are ignored: the caller checks again what is missing.
    """
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120"]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    subprocess.run([*apt, "update"], **quiet, check=False)
    for package in packages:
        for choice in BROWSER_PACKAGES if package in BROWSER_PACKAGES else [package]:
            done = subprocess.run([*apt, "install", "-y", "--no-install-recommends", choice], **quiet, check=False)
            if done.returncode == 0:
                break


def can_download() -> bool:
    """Whether Playwright's download host answers within `PROBE_SECONDS`, with any status."""
    answers: list[bool] = []

    def probe() -> None:
        try:
            urllib.request.urlopen(os.environ.get("PLAYWRIGHT_DOWNLOAD_HOST", DOWNLOAD_HOST), timeout=PROBE_SECONDS)
        except urllib.error.HTTPError:
            answers.append(True)
        except OSError:
            answers.append(False)
        else:
            answers.append(True)

    thread = threading.Thread(target=probe, daemon=True)  # A slow name server ignores the timeout.
    thread.start()
    thread.join(PROBE_SECONDS)
    return answers == [True]


def check_venv() -> None:
    """Check that this Python is new enough and can make a virtual environment. Raises SetUpError."""
    _check_version()
    if missing := missing_packages(browser=False):
        raise SetUpError(_remedy(missing))


def _check_version() -> None:
    if sys.version_info[:2] < LOWEST_PYTHON:
        found = sys.version.split()[0]
        raise SetUpError(
            f"Python {found} is too old, 3.11 or newer is needed; name another with make PYTHON=python3.11"
        )


def prepare_browser() -> None:
    """Find a Chromium, or install one, or check that one can be downloaded later. Raises SetUpError."""
    _check_version()
    missing = missing_packages(browser=True)
    if missing and (prefix := admin_prefix()) is not None:
        sys.stderr.write(f"installing Debian's packages: {' '.join(missing)}\n")
        install(missing, prefix)
        missing = missing_packages(browser=True)
    if missing == [BROWSER_PACKAGES[0]] and can_download():
        missing = []
    if missing:
        raise SetUpError(_remedy(missing))


def download_browser() -> None:
    """Download Playwright's Chromium where no other is on the PATH. Raises SetUpError."""
    if find_browser():
        return
    # Where packages may be installed, Playwright also installs the libraries that its Chromium is linked with.
    libraries = [] if admin_prefix() is None else ["--with-deps"]
    command = [sys.executable, "-m", "playwright", "install", *libraries, "--only-shell", "chromium"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise SetUpError(_remedy([BROWSER_PACKAGES[0]]))


def _remedy(missing: Sequence[str]) -> str:
    """Return a line with the missing packages and the remedy."""
    names = " ".join(missing)
    unit = "; `make test-unit` needs no browser" if BROWSER_PACKAGES[0] in missing else ""
    return f"missing Debian packages: {names}; as root: apt-get install {names}{unit}"


STEPS: dict[str, Callable[[], None]] = {"venv": check_venv, "browser": prepare_browser, "download": download_browser}


def main(words: Sequence[str]) -> int:
    """Run one step; return the exit status."""
    if len(words) != 1 or words[0] not in STEPS:
        sys.stderr.write(f"usage: set_up.py {'|'.join(STEPS)}\n")
        return 2
    try:
        STEPS[words[0]]()
    except SetUpError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
