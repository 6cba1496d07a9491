"""A driver for Firefox over its own socket (Marionette), which needs no other program.

A command is sent as `LENGTH:[0, NUMBER, NAME, PARAMETERS]`, and each answer is `LENGTH:[1, NUMBER, ERROR, RESULT]`.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

PATIENCE = 240.0
"""Seconds until a Firefox that does not open its socket, or a script that does not end, is given up."""

PREFERENCES = {
    "marionette.port": 0,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "browser.startup.page": 0,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}

UNBOXED = ("CONTENT", "GMP", "RDD", "SOCKET_PROCESS")
"""Sandboxes that a container without rights cannot build; the pages that are looked at are ours."""

AWAITED = """const [arg, done] = arguments;
(SCRIPT)(arg).then((value) => done({value}), (error) => done({error: String(error && error.stack || error)}));"""


def firefox_here() -> str | None:
    """Return the path of Firefox; None where it is not installed."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """A Firefox with one page."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire, self._number = wire, 0
        wire.settimeout(PATIENCE)
        self._heard()
        self.ask("WebDriver:NewSession", capabilities={})
        self.ask("WebDriver:SetTimeouts", script=int(PATIENCE * 1000), pageLoad=int(PATIENCE * 1000))

    def ask(self, name: str, **params: Any) -> Any:
        """Return the answer to a command. Raises RuntimeError for an error."""
        self._number += 1
        text = json.dumps([0, self._number, name, params]).encode()
        self._wire.sendall(b"%d:%s" % (len(text), text))
        while (answer := self._heard())[1] != self._number:
            pass
        if answer[2]:
            raise RuntimeError(f"{name}: {answer[2]['error']}: {answer[2]['message']}")
        return answer[3]

    def _heard(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._some(1)
        text = b""
        while len(text) < int(length[:-1]):
            text += self._some(int(length[:-1]) - len(text))
        return json.loads(text)

    def _some(self, most: int) -> bytes:
        got = self._wire.recv(most)
        if not got:
            raise RuntimeError("Firefox has closed its socket")
        return got

    def goto(self, address: str) -> None:
        """Open a page, and wait until it has loaded."""
        self.ask("WebDriver:Navigate", url=address)

    def evaluate(self, script: str, arg: Any = None) -> Any:
        """Return the result of an asynchronous function in the page. Raises RuntimeError where it throws."""
        got = self.ask("WebDriver:ExecuteAsyncScript", script=AWAITED.replace("SCRIPT", script), args=[arg])["value"]
        if "error" in got:
            raise RuntimeError(got["error"])
        return got.get("value")


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Start a headless Firefox with its own profile, and close it afterwards."""
    command = firefox_here()
    assert command
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())
        Path(home, "user.js").write_text("".join(lines), encoding="utf-8")
        unboxed = {f"MOZ_DISABLE_{one}_SANDBOX": "1" for one in UNBOXED}
        words = [command, "--headless", "--marionette", "--no-remote", "--profile", home]
        process = subprocess.Popen(
            words, env={**os.environ, **unboxed, "HOME": home}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            with socket.create_connection(("127.0.0.1", _port(Path(home)))) as wire:
                yield Firefox(wire)
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(30)
            process.kill()
            process.wait()


def _port(home: Path) -> int:
    """Return the port of the socket, which Firefox writes into its profile."""
    began = monotonic()
    while monotonic() - began < PATIENCE:
        with suppress(OSError, ValueError):
            return int((home / "MarionetteActivePort").read_text(encoding="utf-8"))
        sleep(0.1)
    raise RuntimeError("Firefox has opened no socket")
