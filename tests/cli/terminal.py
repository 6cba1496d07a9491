"""A game in a pseudo-terminal, for what a pipe does not show."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time


class Terminal:
    """A game in a pseudo-terminal."""

    def __init__(self, *words: str, columns: int = 80, rows: int = 40) -> None:
        import pty  # Windows has none.

        self.leader, follower = pty.openpty()
        env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": str(rows)}
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # As in the foreground.
        try:
            self.child = subprocess.Popen(
                [sys.executable, "-c", "import os, fcntl, termios, runpy, sys; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
                 "sys.argv = ['combatbox', *sys.argv[1:]]; runpy.run_module('combatbox', run_name='__main__')",
                 "play", *words],
                stdin=follower, stdout=follower, stderr=follower, env=env, start_new_session=True)  # fmt: skip
        finally:
            signal.signal(signal.SIGINT, before)
        os.close(follower)
        self.seen = b""

    def until(self, wanted: bytes) -> bytes:
        """Wait for words, and return all that was shown up to and with them."""
        patience = time.monotonic() + 120
        while wanted not in self.seen and time.monotonic() < patience:
            if select.select([self.leader], [], [], 1)[0]:
                try:
                    self.seen += os.read(self.leader, 65536)
                except OSError:
                    break
        assert wanted in self.seen, self.seen[-2000:]
        until = self.seen.index(wanted) + len(wanted)
        shown, self.seen = self.seen[:until], self.seen[until:]
        return shown

    def type(self, text: str) -> None:
        os.write(self.leader, text.encode())

    def ends(self) -> int:
        code = self.child.wait(60)
        os.close(self.leader)
        return code
