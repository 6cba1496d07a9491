"""What `make test` does about a missing Chromium: install it, leave it to Playwright, or stop with one line."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tests import set_up

SCRIPT = Path(set_up.__file__)
Tools = Callable[..., None]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="commands are faked by shell scripts")


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tools:
    """A machine of an ordinary user with no commands but those that a test adds: `tools(name="shell script")`."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "browsers"))
    monkeypatch.setenv("PLAYWRIGHT_DOWNLOAD_HOST", "http://127.0.0.1:9")  # where nothing listens
    monkeypatch.setattr(os, "geteuid", lambda: 1000)

    def add(**scripts: str) -> None:
        for name, script in scripts.items():
            path = folder / name.replace("_", "-")
            path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
            path.chmod(0o755)

    add(env='shift; exec "$@"')
    return add


def is_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)


def installing(tmp_path: Path, *packages: str) -> str:
    """Script an apt-get that writes down what it is called with and can install some packages."""
    makes = "".join(f'*" {name}") /bin/ln -s /bin/true {tmp_path}/bin/{name}; exit 0;;' for name in packages)
    return f'echo "$@" >> {tmp_path}/calls; case "$*" in *update) exit 0;; {makes} esac; exit 100'


def calls(tmp_path: Path) -> list[str]:
    """List what apt-get was asked to do: `update`, or the package to install."""
    return [line.split()[-1] for line in (tmp_path / "calls").read_text(encoding="utf-8").splitlines()]


def test_a_chromium_on_the_path_is_all_that_is_needed(tools: Tools, tmp_path: Path) -> None:
    tools(apt_get=installing(tmp_path), chromium="exit 0")
    assert set_up.main(["browser"]) == 0
    assert not (tmp_path / "calls").exists()


def test_root_on_debian_gets_the_smaller_chromium(
    tools: Tools, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_root(monkeypatch)
    tools(apt_get=installing(tmp_path, "chromium-headless-shell", "chromium"))
    assert set_up.main(["browser"]) == 0
    assert calls(tmp_path) == ["update", "chromium-headless-shell"]


def test_where_debian_has_no_headless_shell_the_whole_chromium_is_installed(
    tools: Tools, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_root(monkeypatch)
    tools(apt_get=installing(tmp_path, "chromium"))
    assert set_up.main(["browser"]) == 0
    assert calls(tmp_path) == ["update", "chromium-headless-shell", "chromium"]


def test_an_ordinary_user_with_sudo_gets_it_without_being_asked_for_a_password(tools: Tools, tmp_path: Path) -> None:
    tools(
        apt_get=installing(tmp_path, "chromium-headless-shell"), sudo='[ "$1" = -n ] && shift; exec "$@"', true="exit 0"
    )
    assert set_up.main(["browser"]) == 0
    assert calls(tmp_path) == ["update", "chromium-headless-shell"]


@pytest.mark.parametrize("sudo", ["", "echo 'sudo: a password is required' >&2; exit 1"])
def test_where_nothing_can_be_installed_it_stops_with_one_line_that_names_the_packages(
    tools: Tools, tmp_path: Path, capfd: pytest.CaptureFixture[str], sudo: str
) -> None:
    tools(apt_get=installing(tmp_path), **({"sudo": sudo} if sudo else {}))
    assert set_up.main(["browser"]) == 1
    said = capfd.readouterr()
    assert said.out == ""
    assert said.err == (
        "missing Debian packages: chromium-headless-shell; as root: apt-get install chromium-headless-shell; "
        "`make test-unit` needs no browser\n"
    )
    assert not (tmp_path / "calls").exists()


def test_all_that_is_missing_stands_in_the_one_line(
    tools: Tools, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(set_up, "find_spec", lambda name: None)
    assert set_up.main(["browser"]) == 1
    (line,) = capfd.readouterr().err.splitlines()
    assert "apt-get install python3-venv chromium-headless-shell;" in line


def test_a_build_needs_venv_and_no_browser(
    tools: Tools, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set_up.main(["venv"]) == 0
    monkeypatch.setattr(set_up, "find_spec", lambda name: None)
    assert set_up.main(["venv"]) == 1
    assert capfd.readouterr().err == "missing Debian packages: python3-venv; as root: apt-get install python3-venv\n"


@pytest.mark.parametrize("step", ["venv", "browser"])
def test_an_old_python_is_refused_in_one_line(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert set_up.main([step]) == 1
    (line,) = capfd.readouterr().err.splitlines()
    assert "3.11 or newer is needed" in line


def test_the_browser_that_playwright_has_downloaded_is_enough(tools: Tools, tmp_path: Path) -> None:
    folder = tmp_path / "browsers" / "chromium_headless_shell-1"
    folder.mkdir(parents=True)
    assert set_up.main(["browser"]) == 1  # a download that was broken off
    (folder / "INSTALLATION_COMPLETE").touch()
    assert set_up.main(["browser"]) == 0


def test_tests_look_for_that_browser_in_the_users_cache_and_not_in_their_own() -> None:
    assert not Path(os.environ["PLAYWRIGHT_BROWSERS_PATH"]).is_relative_to(os.environ["XDG_CACHE_HOME"])


def test_where_playwright_can_download_one_it_is_left_to_do_so(
    tools: Tools, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(set_up, "can_download", lambda: True)
    assert set_up.main(["browser"]) == 0
    ran: list[list[str]] = []

    def run(command: list[str], **_options: object) -> subprocess.CompletedProcess[str]:
        ran.append(command[1:])
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    assert set_up.main(["download"]) == 0
    assert ran == [["-m", "playwright", "install", "--only-shell", "chromium"]]
    tools(chromium="exit 0")
    assert set_up.main(["download"]) == 0
    assert len(ran) == 1


def test_a_download_that_fails_ends_in_the_same_line(
    tools: Tools, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess, "run", lambda command, **_options: subprocess.CompletedProcess(command, 1))
    assert set_up.main(["download"]) == 1
    assert "apt-get install chromium-headless-shell" in capfd.readouterr().err


def test_a_host_that_never_answers_is_given_up(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not set_up.can_download()
    answer = threading.Event()
    monkeypatch.setattr(set_up.urllib.request, "urlopen", lambda *_args, **_options: answer.wait())
    assert not set_up.can_download()
    answer.set()


def test_it_runs_as_a_script_in_a_python_without_packages(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", SCRIPT, "browser"],
        env={"PATH": str(tmp_path), "PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:9", "HOME": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "chromium-headless-shell" in done.stderr
    assert subprocess.run([sys.executable, SCRIPT], capture_output=True, check=False).returncode == 2
