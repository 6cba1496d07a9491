"""Odds from the rules themselves: exact where dice can be enumerated, flown many times where not."""
