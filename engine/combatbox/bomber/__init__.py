"""Code shared by all games about one heavy bomber and its crew.

It does not name or import any particular game.
"""
