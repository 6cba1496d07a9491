"""A Python without the modules of Linux and macOS: `MASK`, as `sitecustomize.py`, hides them."""

from __future__ import annotations

MODULES = [
    "crypt",
    "fcntl",
    "grp",
    "nis",
    "posix_ipc",
    "pty",
    "pwd",
    "readline",
    "resource",
    "spwd",
    "syslog",
    "termios",
    "tty",
]
"""Modules of the standard library that Windows lacks."""

FUNCTIONS = {
    "os": "chown fchmod fchown fork forkpty getegid geteuid getgid getloadavg getpgid getpgrp getpriority getuid killpg lchown "
    "mkfifo mknod nice openpty sched_getaffinity sched_setaffinity setgid setpgid setsid setuid statvfs sync uname wait",
    "signal": "SIGALRM SIGCHLD SIGHUP SIGKILL SIGQUIT SIGUSR1 SIGUSR2 alarm pause pthread_kill pthread_sigmask setitimer "
    "sigpending sigtimedwait sigwait",
    "select": "epoll poll",
    "time": "tzset",
}
"""Functions and constants that Windows lacks, as far as the standard library itself does without them here."""

FLAGS = "O_CLOEXEC O_DIRECTORY O_NOCTTY O_NOFOLLOW O_NONBLOCK O_SYNC"
"""Flags that Windows lacks. Libraries use them here, so that they are looked for in our sources alone."""

MASK = f"""
import os, select, signal, sys, time

import filelock  # it has a way of its own on each system


class Masked:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name in {MODULES!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)


sys.meta_path.insert(0, Masked)
for name in {MODULES!r}:
    sys.modules.pop(name, None)
for module, names in {FUNCTIONS!r}.items():
    for name in names.split():
        vars(sys.modules[module]).pop(name, None)
"""
"""Python reads it as `sitecustomize` at the start of every process, also of those that we start."""
