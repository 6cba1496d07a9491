"""The command `combatbox`, and `python -m combatbox`, which is the same.

What takes time is loaded in here, so that Ctrl-C is told in a word however early it comes.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    try:
        from combatbox.cli import main as shell

        shell()
    except (KeyboardInterrupt, Exception) as error:
        if not was_interrupted(error):
            raise
        sys.stderr.write("combatbox: stopped\n")
        sys.exit(130)


def was_interrupted(error: BaseException | None) -> bool:
    """Whether Ctrl-C caused an error: where it comes while a class is made, Python reports it as a RuntimeError."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


if __name__ == "__main__":
    main()
