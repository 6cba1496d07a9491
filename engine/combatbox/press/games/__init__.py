"""What the layouts of our games are filled with: names for blank sheets, and values from a log. A module a game."""
