"""Fills the layouts of our games: names for blank sheets, and values from a log, in a module for each game."""
