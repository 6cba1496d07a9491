"""The command `combatbox`, also as `python -m combatbox`.

Slow imports happen inside `main`, so that Ctrl-C gets a short message even while they run.
"""

from __future__ import annotations

import signal
import sys


def main() -> None:
    """Run the command line and exit with its exit code."""
    try:
        from combatbox.cli import main as shell

        shell()
    except (KeyboardInterrupt, Exception) as error:
        if not was_interrupted(error):
            raise
        sys.stderr.write("combatbox: stopped\n")
        sys.exit(130)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process ends; another Ctrl-C must not print a traceback


def was_interrupted(error: BaseException | None) -> bool:
    """Return True if Ctrl-C caused an error, directly or through other errors.

    If Ctrl-C is pressed while a class is being created, for example, Python raises a RuntimeError.
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


if __name__ == "__main__":
    main()
