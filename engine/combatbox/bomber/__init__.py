"""Code shared by all games of one heavy bomber and its crew.

It names no game and imports none.
"""
