"""The hand-written prose of a game for the site and the booklets, with values from the tables."""
