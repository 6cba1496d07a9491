"""The odds of a game: exact where dice can be enumerated, otherwise simulated."""
