"""Playing and keeping a game from its compiled book alone: the same for the terminal and for a browser."""
