"""The hand-written prose of a game, with values from its tables, for the site and for booklets."""
