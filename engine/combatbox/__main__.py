"""`python -m combatbox`: the same as the command `combatbox`."""

from combatbox.cli import main

if __name__ == "__main__":
    main()
