"""Odds of a game: exact where dice can be enumerated, simulated where not."""
