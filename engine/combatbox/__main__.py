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
    except KeyboardInterrupt:
        sys.stderr.write("combatbox: stopped\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
