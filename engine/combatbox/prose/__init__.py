"""The hand-written prose of a game, with its values, for site and booklets."""
